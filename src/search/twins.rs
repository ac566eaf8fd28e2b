//! Moves that a symmetric board makes equal: one of them is searched and stands for all.
//!
//! As in KataGo, the stones and the bans of ko have to be the same after a turn; who moved where last does not matter.

use super::request::Restriction;
use crate::go::{Board, Color, Game, Move, Point, PointSet, Size, Symmetry};

/// The symmetries of a root, and the points that another one stands for.
#[derive(Clone, Debug, Default)]
pub(super) struct Twins {
    /// Without the one that changes nothing.
    symmetries: Vec<Symmetry>,
    others: PointSet,
}

impl Twins {
    /// Those of the next move of a player. Of equal moves the first that is not left out stands for the others: for Black
    /// that nearest to the upper right corner, for White that nearest to the lower left one, where players like to begin.
    pub(super) fn of(game: &Game, color: Color, restriction: &Restriction) -> Twins {
        let board = game.board();
        let symmetries = symmetries_of(board);
        let bans_nothing = || {
            let mut plays = board
                .empty_points()
                .filter(|&at| board.is_playable(at, color));
            plays.all(|at| game.check(color, Move::Play(at)).is_ok())
        };
        if symmetries.is_empty() || board.ko().is_some() || !bans_nothing() {
            return Twins::default();
        }
        let mut others = PointSet::new();
        for at in in_order(board.size(), color) {
            if others.contains(at) || restriction.forbids(color, Move::Play(at), 1) {
                continue;
            }
            let moved = symmetries.iter().map(|turn| turn.point(at, board.size()));
            others.extend(moved.filter(|&other| other != at));
        }
        Twins { symmetries, others }
    }

    /// The symmetries but for the one that changes nothing.
    pub(super) fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// Returns true if another move stands for a move.
    pub(super) fn stands_aside(&self, mv: Move) -> bool {
        mv.point().is_some_and(|at| self.others.contains(at))
    }
}

/// The symmetries of the stones of a board, but for the one that changes nothing.
fn symmetries_of(board: &Board) -> Vec<Symmetry> {
    let size = board.size();
    let keeps = |turn: &Symmetry| {
        let mut points = board.points();
        points.all(|at| board.color_at(at) == board.color_at(turn.point(at, size)))
    };
    let all = (1..Symmetry::count(size)).map(|number| Symmetry::new(number, size));
    all.filter(keeps).collect()
}

/// The points of a board column by column: for Black from the upper right corner, for White from the lower left one.
fn in_order(size: Size, color: Color) -> Vec<Point> {
    let mut points: Vec<Point> = size.points().collect();
    points.sort_by_key(|at| (at.column(), at.row()));
    if color == Color::Black {
        points.reverse();
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Rules;

    fn game(size: Size, moves: &str) -> Game {
        let mut game = Game::new(size, Rules::default());
        for mv in moves.split_whitespace() {
            let color = game.position().to_move();
            game.play(color, mv.parse().unwrap()).unwrap();
        }
        game
    }

    /// The moves that stand for themselves, and the number of symmetries.
    fn searched(game: &Game, restriction: &Restriction) -> (Vec<String>, usize) {
        let color = game.position().to_move();
        let twins = Twins::of(game, color, restriction);
        let plays = game.board().size().points_from_top().map(Move::Play);
        let alone = plays.filter(|&mv| !twins.stands_aside(mv) && game.check(color, mv).is_ok());
        (
            alone.map(|mv| mv.to_string()).collect(),
            twins.symmetries().len(),
        )
    }

    #[test]
    fn one_of_equal_moves_is_searched() {
        let square = Size::square(5);
        let none = Restriction::default();
        let eighth = ["E5", "E4", "D4", "E3", "D3", "C3"];
        for (size, moves, left, symmetries) in [
            (square, "", &eighth[..], 7),
            (square, "C3", &["B3", "A3", "B2", "A2", "A1"][..], 7),
            (Size::new(3, 2).unwrap(), "", &["C2", "B2"][..], 3),
            (square, "B2", &[][..], 1),
            (square, "B2 C3 D4 pass", &[][..], 3),
            (square, "C2 B3", &[][..], 0),
        ] {
            let game = game(size, moves);
            let (found, count) = searched(&game, &none);
            assert_eq!(count, symmetries, "{moves}");
            if !left.is_empty() {
                let mut expected: Vec<&str> = left.to_vec();
                let mut found: Vec<&str> = found.iter().map(String::as_str).collect();
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected, "{moves}");
            }
        }
    }

    #[test]
    fn a_move_that_is_left_out_stands_for_none() {
        let mut restriction = Restriction::default();
        restriction.avoid(Color::Black, &["E5".parse().unwrap()], 1);
        let (found, _) = searched(&game(Size::square(5), ""), &restriction);
        assert!(found.contains(&"E1".to_owned()), "{found:?}");
    }

    #[test]
    fn a_ko_leaves_no_symmetry() {
        // Black has just taken at C3; the stones alone would be a mirror image of themselves.
        let moves = "C4 D4 B3 C2 C5 E3 D5 B4 pass D2 pass D3";
        let mut game = game(Size::square(5), moves);
        game.play(Color::Black, "C3".parse().unwrap()).unwrap();
        assert_eq!(searched(&game, &Restriction::default()).1, 0);
    }
}
