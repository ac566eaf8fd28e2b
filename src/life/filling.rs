//! What may be filled where stones count: points of one's own area that no group needs for its eyes.

use super::alternating::safe_stones;
use super::estimate::is_safe;
use crate::go::board::Region;
use crate::go::{Board, Color, Point, PointSet};

/// An empty region of more points than this has room for two eyes after a stone of its owner, whatever its shape.
const AMPLE: usize = 7;

/// The empty points that a player can fill one at a time without danger to his living stones, from the bottom row up. They
/// lie in regions that his living stones alone surround. All stones live but those in `dead`.
///
/// Either the region is large, or the chains around it are safe under alternating play after the stone. That is searched
/// when the iterator comes to the point, and takes some hundredths of a second on 19x19.
pub fn fillable(board: &Board, dead: &PointSet, color: Color) -> impl Iterator<Item = Point> {
    let living = living(board, dead, color);
    let regions = board.regions(|at| board.is_empty_at(at));
    let own = regions.into_iter().filter(move |region: &Region| {
        !region.border.is_empty() && region.border.iter().all(|at| living.contains(at))
    });
    let points = own.flat_map(|region| {
        let is_ample = region.points.len() > AMPLE;
        let points: Vec<Point> = region.points.iter().collect();
        points.into_iter().map(move |at| (at, is_ample))
    });
    let mut points: Vec<(Point, bool)> = points.collect();
    points.sort_unstable();
    let fits = move |&(at, is_ample): &(Point, bool)| {
        is_safe(board, at, color) && (is_ample || leaves_alive(board, dead, color, at))
    };
    points.into_iter().filter(fits).map(|(at, _)| at)
}

/// Returns true if the chains around the region of a point are safe after a stone of their color there.
fn leaves_alive(board: &Board, dead: &PointSet, color: Color, at: Point) -> bool {
    let mut after = board.clone();
    after.play(at, color);
    let safe = safe_chains(&after, dead, color);
    let regions = board.regions(|at| board.is_empty_at(at));
    let mut around = regions.iter().filter(|region| region.points.contains(at));
    around.all(|region| region.border.iter().all(|stone| safe.contains(stone))) && safe.contains(at)
}

/// The stones of a player that live if he answers every move in the region where it was made. All stones live but those in
/// `dead`. Takes some hundredths of a second on 19x19.
pub fn safe_chains(board: &Board, dead: &PointSet, color: Color) -> PointSet {
    let [walls, outside] = [color, !color].map(|of| living(board, dead, of));
    safe_stones(board, color, &walls, &outside)
}

/// The stones of a player that are not dead.
fn living(board: &Board, dead: &PointSet, color: Color) -> PointSet {
    let stones = board.stone_set(color);
    stones.iter().filter(|&at| !dead.contains(at)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(board: &str, color: Color) -> Vec<String> {
        let board: Board = board.parse().unwrap();
        fillable(&board, &PointSet::new(), color)
            .map(|at| at.to_string())
            .collect()
    }

    #[test]
    fn two_eyes_are_left_to_each_group_and_the_third_is_filled() {
        // Black has three eyes, of which any may be filled; White's two have to stay.
        let board = "
            . X . X O . O
            X X X X O O O
            . X X X O . O
            X X X X O O O";
        assert_eq!(named(board, Color::Black), ["A2", "A4", "C4"]);
        assert!(named(board, Color::White).is_empty());
    }

    #[test]
    fn a_space_is_filled_while_it_stays_large_enough() {
        // White lives in five points in a row whatever Black does, and also in what any stone of hers leaves.
        let board = "
            . . . . . O X
            O O O O O O X
            X X X X X X X
            . X . . X . .";
        let fillable = named(board, Color::White);
        assert_eq!(fillable, ["A4", "B4", "C4", "D4", "E4"]);
    }

    #[test]
    fn a_player_fills_until_no_group_has_more_than_it_needs() {
        let mut board: Board = "
            . . . . O X X . .
            . . . . O X . . .
            . . . . O X . X .
            O O O O O X X . .
            X X X X X . . . .
            O O O O X . . . .
            . . . O X . . . .
            . . . O X . . . ."
            .parse()
            .unwrap();
        for color in Color::ALL {
            let next = |board: &Board| fillable(board, &PointSet::new(), color).next();
            while let Some(at) = next(&board) {
                board.play(at, color);
            }
        }
        // One group of Black and two of White, with two points each.
        let empty: Vec<Point> = board.empty_points().collect();
        assert_eq!(empty.len(), 6, "{board}");
        let none = PointSet::new();
        for color in Color::ALL {
            let stones = board.stone_set(color);
            assert_eq!(
                safe_stones(&board, color, &stones, &none).len(),
                stones.len()
            );
        }
    }
}
