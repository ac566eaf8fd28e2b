//! Plays that are out of place in the opening. Far from all stones, playouts find no difference between points, so a search
//! without a network needs this.

use crate::go::{Board, Point};

/// The side of the square in a corner without a stone yet.
const CORNER: u8 = 6;

/// A play within this many columns and rows of a stone has something to do with it.
const NEAR: u8 = 3;

/// The opening goes on until there is a stone for this many points.
const POINTS_FOR_A_STONE: usize = 15;

/// The stage of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// There is a corner without a stone.
    Corners,
    /// All corners are taken.
    Sides,
}

impl Opening {
    /// Returns the stage that a board is in; `None` if its opening is over.
    pub(super) fn of(board: &Board) -> Option<Opening> {
        let size = board.size();
        let stones: Vec<Point> = board
            .points()
            .filter(|&at| !board.is_empty_at(at))
            .collect();
        if stones.len() * POINTS_FOR_A_STONE >= size.area() {
            return None;
        }
        let mut taken = [false; 4];
        for at in stones {
            let [(column, is_right), (row, is_top)] = lines(board, at);
            if column <= CORNER && row <= CORNER {
                taken[usize::from(is_right) + 2 * usize::from(is_top)] = true;
            }
        }
        Some(if taken == [true; 4] {
            Opening::Sides
        } else {
            Opening::Corners
        })
    }

    /// Returns true if a play is far from all stones and not on the third or fourth line, or, as long as there is an empty
    /// corner, not in a corner.
    pub(super) fn is_out_of_place(self, board: &Board, at: Point) -> bool {
        let [(column, _), (row, _)] = lines(board, at);
        let (near, far) = (column.min(row), column.max(row));
        let is_high_enough = (3..=4).contains(&near);
        let is_in_place = match self {
            Opening::Corners => is_high_enough && far <= 5,
            Opening::Sides => is_high_enough,
        };
        !is_in_place && !has_stone_near(board, at)
    }
}

/// Returns on which lines from the sides a point lies, by its column and by its row, and if those are the right and the
/// upper side.
fn lines(board: &Board, at: Point) -> [(u8, bool); 2] {
    let line = |place: u8, length: u8| (place.min(length - 1 - place) + 1, 2 * place >= length);
    let size = board.size();
    [
        line(at.column(), size.width()),
        line(at.row(), size.height()),
    ]
}

fn has_stone_near(board: &Board, at: Point) -> bool {
    let around = |place: u8| place.saturating_sub(NEAR)..=place + NEAR;
    around(at.row())
        .flat_map(|row| around(at.column()).map(move |column| Point::new(column, row)))
        .flatten()
        .any(|at| board.size().contains(at) && !board.is_empty_at(at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Color, Size};

    fn board(stones: &[&str]) -> Board {
        let mut board = Board::new(Size::square(19));
        for name in stones {
            board.set(name.parse().unwrap(), Some(Color::Black));
        }
        board
    }

    #[test]
    fn corners_come_before_sides_and_these_before_the_middle() {
        let points = [
            "D4", "Q17", "C3", "R14", "K4", "C10", "K10", "B2", "F5", "D16",
        ];
        let in_place = |stones: &[&str]| {
            let board = board(stones);
            let opening = Opening::of(&board).unwrap();
            let points = points.into_iter();
            points
                .filter(|name| !opening.is_out_of_place(&board, name.parse().unwrap()))
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(in_place(&[]), "D4 Q17 C3 D16");
        // An answer to a stone is never out of place.
        assert_eq!(in_place(&["Q16"]), "D4 Q17 C3 R14 D16");
        assert_eq!(in_place(&["K10"]), "D4 Q17 C3 K10 D16");
        let taken = ["D4", "Q4", "D16", "Q16"];
        assert_eq!(in_place(&taken), "D4 Q17 C3 R14 K4 C10 B2 F5 D16");
    }

    #[test]
    fn an_opening_ends() {
        let all: Vec<String> = Size::square(19).points().map(|at| at.to_string()).collect();
        let stones = |count: usize| {
            all.iter()
                .step_by(14)
                .take(count)
                .map(String::as_str)
                .collect::<Vec<_>>()
        };
        assert!(Opening::of(&board(&stones(24))).is_some());
        assert_eq!(Opening::of(&board(&stones(25))), None);
        let mut corners = board(&["C3", "F6", "Q4", "R17"]);
        assert_eq!(Opening::of(&corners), Some(Opening::Corners));
        corners.set("A19".parse().unwrap(), Some(Color::White));
        assert_eq!(Opening::of(&corners), Some(Opening::Sides));
    }
}
