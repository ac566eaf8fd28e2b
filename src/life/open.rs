//! What is still open where a game has stopped too early.

use super::{Count, CountedPoint, Estimate};
use crate::go::{Board, Color, Point};

/// Points whose owner is less sure than this, from 0 to 1, are open.
const SURE: f64 = 0.85;

impl Count {
    /// The empty points of the board that was judged whose owner is not clear, by the estimate of that board. Those that
    /// are left over in a finished game do not count: dame between stones of both players, and what is in seki.
    pub fn open_points(&self, board: &Board, seen: &Estimate) -> Vec<Point> {
        let points = self.points();
        let is_open = |&at: &Point| {
            let share = seen.share(at, Color::Black);
            let is_sure = share.max(1.0 - share) >= SURE;
            let touches = |color| {
                let mut near = board.neighbors(at);
                near.any(|near| board.color_at(near) == Some(color))
            };
            let is_left_over = match points(at) {
                CountedPoint::Dame => Color::ALL.into_iter().all(touches),
                CountedPoint::Seki => true,
                _ => false,
            };
            board.is_empty_at(at) && !is_sure && !is_left_over
        };
        board.points().filter(is_open).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::rules::Preset;
    use crate::go::tests::game;
    use crate::life::{Judge, Verdict};

    fn open(diagram: &str) -> Vec<Point> {
        let board: Board = diagram.parse().unwrap();
        let game = game(&board, Color::Black, Preset::find("chinese").unwrap().rules);
        let judge = Judge::of_playouts(500);
        let seen = Estimate::of(game.board(), &judge);
        let verdict = Verdict::from_estimate(&game, &seen, &judge);
        Count::of(&game, &verdict).open_points(game.board(), &seen)
    }

    #[test]
    fn a_board_with_two_walls_has_nothing_open_and_one_with_a_gap_has() {
        let walls = "
            . . X . O . .
            . . X . O . .
            . . X . O . .
            . . X . O . .
            . . X . O . .
            . . X . O . .
            . . X . O . .
        ";
        assert_eq!(open(walls), []);
        let begun = "
            . . . . . . .
            . . . . . . .
            . . X . O . .
            . . . . . . .
            . . X . O . .
            . . . . . . .
            . . . . . . .
        ";
        let open = open(begun);
        assert!(open.contains(&"D4".parse().unwrap()), "{open:?}");
    }
}
