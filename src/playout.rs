//! One random game from a position to its end, and what it says about the result.

mod local;
mod ownership;
mod rates;
mod uniform;

pub use local::{Local, Trace};
pub use ownership::Ownership;
pub use rates::Rates;
pub use uniform::{play_out, random_move};

use crate::go::rules::{Passes, Rules, Scoring, Tie};
use crate::go::{Board, Color, Game, Point, Points};
use std::cmp::Ordering;

/// How the end of a playout is counted: the scoring of the rules and everything that is fixed
/// before the playout begins.
#[derive(Clone, Copy, Debug)]
pub struct Counting {
    scoring: Scoring,
    tie: Tie,
    /// Komi and compensation, for White.
    handed_to_white: Points,
}

impl Counting {
    /// The counting of a game.
    #[must_use]
    pub fn of(game: &Game) -> Counting {
        let rules: &Rules = game.rules();
        let compensation = rules.compensation_for(game.handicap());
        // With pass stones every move costs one, so both countings agree (AGA).
        let is_area = rules.scoring == Scoring::Territory && rules.passes == Passes::Stones;
        Counting {
            scoring: if is_area {
                Scoring::Area
            } else {
                rules.scoring
            },
            tie: rules.tie,
            handed_to_white: game.exact_komi() + compensation,
        }
    }

    /// Komi and compensation, for White.
    #[must_use]
    pub const fn handed_to_white(&self) -> Points {
        self.handed_to_white
    }

    /// Black's stones played so far less White's, where they count: under territory scoring.
    #[must_use]
    pub fn balance(&self, board: &Board) -> Points {
        if self.scoring != Scoring::Territory {
            return Points::ZERO;
        }
        let played = |color: Color| {
            Points::count(board.stone_count(color) + board.captured_by(!color) as usize)
        };
        played(Color::Black) - played(Color::White)
    }

    /// Black's margin after a playout that began with a [balance](Self::balance) of stones.
    ///
    /// Under territory scoring this is the area less the stones played before the playout, in
    /// which the players fill in alike: area margin = territory margin + stones played by Black -
    /// stones played by White.
    #[must_use]
    pub fn margin_after_playout(&self, end: &Board, balance: Points) -> Points {
        match self.scoring {
            Scoring::Territory => Counting::area(end) - balance - self.handed_to_white,
            _ => self.margin(end),
        }
    }

    /// Black's margin if the game ends here and every stone is alive. Walks the board.
    #[must_use]
    pub fn margin_as_it_stands(&self, board: &Board) -> Points {
        let stones = |color| Points::count(board.stone_count(color));
        let prisoners = |color| Points::count(board.captured_by(color) as usize);
        let territory = territory_balance(board);
        let margin = match self.scoring {
            Scoring::Area => territory + stones(Color::Black) - stones(Color::White),
            Scoring::Stones => stones(Color::Black) - stones(Color::White),
            Scoring::Territory => territory + prisoners(Color::Black) - prisoners(Color::White),
        };
        margin - self.handed_to_white
    }

    /// Black's share of a win by a margin: 1, or 0, or a half for a draw.
    #[must_use]
    pub fn win_share(&self, margin: Points) -> f32 {
        match (margin.cmp(&Points::ZERO), self.tie) {
            (Ordering::Greater, _) | (Ordering::Equal, Tie::Black) => 1.0,
            (Ordering::Less, _) | (Ordering::Equal, Tie::White) => 0.0,
            (Ordering::Equal, Tie::Draw) => 0.5,
        }
    }

    /// Stones and eyes of Black less those of White on a board that was played to the end.
    fn area(end: &Board) -> Points {
        let eyes = end.empty_points().filter_map(|at| owner(end, at));
        Points::whole(eyes.map(Color::sign).sum()) + Points::count(end.stone_count(Color::Black))
            - Points::count(end.stone_count(Color::White))
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

/// Whose a point is at the end of a playout: the stone's, or the only color's beside it.
pub(crate) fn owner_at_end(end: &Board, at: Point) -> Option<Color> {
    end.color_at(at).or_else(|| owner(end, at))
}

/// Whose an empty point is at the end of a playout.
fn owner(board: &Board, at: Point) -> Option<Color> {
    let code = board.neighborhood(at);
    Color::ALL
        .into_iter()
        .find(|&color| code.touches(color) && !code.touches(!color))
}

/// The empty points that Black's stones alone surround, less White's.
fn territory_balance(board: &Board) -> Points {
    let regions = board.regions(|at| board.is_empty_at(at));
    let balance = regions.iter().map(|region| {
        let mut colors = region.border.iter().filter_map(|at| board.color_at(at));
        let owner = colors
            .next()
            .filter(|&color| colors.all(|other| other == color));
        Points::count(region.points.len()) * owner.map_or(0, Color::sign)
    });
    balance.fold(Points::ZERO, |sum, points| sum + points)
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

    #[test]
    fn an_unfinished_board_counts_as_it_stands() {
        let mut rng = Rng::new(8);
        for name in ["tromp-taylor", "basic", "stones"] {
            let rules = Preset::find(name).unwrap().rules;
            for moves in 0..100 {
                let game = Game::new(Size::square(7), rules);
                let mut board = game.board().clone();
                let mut color = Color::Black;
                for _ in 0..moves {
                    match random_move(&mut board, color, &mut rng) {
                        Some(at) => board.play(at, color),
                        None => board.pass(),
                    }
                    color = !color;
                }
                let position = crate::go::Position::from_board(board.clone(), color, rules);
                let score =
                    crate::go::score::count(&position, &PointSet::new(), game.exact_komi(), 0);
                assert_eq!(
                    Counting::of(&game).margin_as_it_stands(&board),
                    score.margin(),
                    "{board}"
                );
            }
        }
    }

    #[test]
    fn handicap_stones_are_compensated_as_the_rules_say() {
        for (rules, points) in [("chinese", 3), ("aga", 2), ("japanese", 0)] {
            let mut game = Game::new(Size::square(9), Preset::find(rules).unwrap().rules);
            game.set_komi(0.5);
            for at in ["C3", "G7", "C7"] {
                game.play(Color::Black, at.parse().unwrap()).unwrap();
            }
            assert_eq!(game.handicap(), 3);
            let handed = Counting::of(&game).handed_to_white();
            assert_eq!(handed, Points::halves(1) + Points::whole(points), "{rules}");
        }
    }

    #[test]
    fn a_tie_goes_to_whom_the_rules_say() {
        for (rules, share) in [("chinese", 0.5), ("ing", 1.0), ("beginners-area", 0.0)] {
            let game = Game::new(Size::square(9), Preset::find(rules).unwrap().rules);
            let found = Counting::of(&game).win_share(Points::ZERO);
            assert!((found - share).abs() < f32::EPSILON, "{rules}: {found}");
        }
    }
}
