//! One random game from a position to its end, and what it says about the result.

mod ownership;
mod uniform;

pub use ownership::Ownership;
pub use uniform::{play_out, random_move};

use crate::go::rules::{Rules, Scoring};
use crate::go::{Board, Color, Game, Points};

/// How the end of a playout is counted: the scoring of the rules and everything that is fixed
/// before the playout begins.
#[derive(Clone, Copy, Debug)]
pub struct Counting {
    scoring: Scoring,
    /// Komi and compensation, for White.
    handed_to_white: Points,
}

impl Counting {
    /// The counting of a game.
    #[must_use]
    pub fn of(game: &Game) -> Counting {
        let rules: &Rules = game.rules();
        let compensation = rules.compensation_for(game.handicap());
        Counting {
            scoring: rules.scoring,
            handed_to_white: game.exact_komi() + compensation,
        }
    }

    /// Black's margin on a board that was played to the end, with every stone alive.
    ///
    /// An empty point belongs to the color that alone has stones next to it, which is exact once
    /// only eyes are left. Under territory scoring this is the count of a player who filled in as
    /// many stones as the opponent, which playouts do on average. O(empty points).
    #[must_use]
    pub fn margin(&self, board: &Board) -> Points {
        let empty = board.empty_points().filter_map(|at| owner(board, at));
        let territory: i32 = empty.map(Color::sign).sum();
        let difference = |of: &dyn Fn(Color) -> usize| {
            Points::count(of(Color::Black)) - Points::count(of(Color::White))
        };
        let margin = match self.scoring {
            Scoring::Area => {
                Points::whole(territory) + difference(&|color| board.stone_count(color))
            }
            Scoring::Stones => difference(&|color| board.stone_count(color)),
            Scoring::Territory => {
                Points::whole(territory) + difference(&|color| board.captured_by(color) as usize)
            }
        };
        margin - self.handed_to_white
    }
}

/// Whose an empty point is at the end of a playout.
fn owner(board: &Board, at: crate::go::Point) -> Option<Color> {
    let code = board.neighborhood(at);
    Color::ALL
        .into_iter()
        .find(|&color| code.touches(color) && !code.touches(!color))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::rules::Preset;
    use crate::go::{PointSet, Size};
    use crate::rng::Rng;

    #[test]
    fn a_finished_playout_counts_as_the_rules_do() {
        let mut rng = Rng::new(7);
        for (name, side) in [
            ("tromp-taylor", 9),
            ("chinese", 13),
            ("aga", 5),
            ("stones", 7),
        ] {
            let rules = Preset::find(name).unwrap().rules;
            for _ in 0..50 {
                let game = Game::new(Size::square(side), rules);
                let mut board = game.board().clone();
                play_out(&mut board, Color::Black, &mut rng);
                let mut position =
                    crate::go::Position::from_board(board.clone(), Color::Black, rules);
                position.play_unchecked(Color::Black, crate::go::Move::Pass);
                let score =
                    crate::go::score::count(&position, &PointSet::new(), game.exact_komi(), 0);
                assert_eq!(
                    Counting::of(&game).margin(&board),
                    score.margin(),
                    "{board}"
                );
            }
        }
    }
}
