//! One random game from a position to its end, and what it says about the result.

mod local;
mod ownership;
mod uniform;

pub use local::{Local, Trace};
pub use ownership::Ownership;
use uniform::random_empty_point;
pub use uniform::{play_out, random_move};

use crate::go::rules::{Passes, Rules, Scoring, Tax, Tie};
use crate::go::{Board, ByColor, Color, Game, Point, PointSet, Points, Size, score};

/// How the end of a playout is counted: the scoring of the rules, and White's points, which are known
/// before the playout begins.
#[derive(Clone, Copy, Debug)]
pub struct Counting {
    scoring: Scoring,
    /// What does not count on a board that nobody plays on.
    tax: Tax,
    tie: Tie,
    /// Komi and compensation for handicap stones.
    handed_to_white: Points,
}

impl Counting {
    /// The counting of a game.
    #[must_use]
    pub fn of(game: &Game) -> Counting {
        let rules: &Rules = game.rules();
        let compensation = rules.compensation_for(game.handicap());
        // If a pass costs a prisoner, territory and area counting agree (AGA).
        let is_area = rules.scoring == Scoring::Territory && rules.passes == Passes::Stones;
        Counting {
            scoring: if is_area {
                Scoring::Area
            } else {
                rules.scoring
            },
            tax: rules.tax,
            tie: rules.tie,
            handed_to_white: game.exact_komi() + compensation,
        }
    }

    /// White's points before any are counted: komi and compensation for handicap stones.
    #[must_use]
    pub const fn handed_to_white(&self) -> Points {
        self.handed_to_white
    }

    /// The number of stones that Black has played more than White so far. Zero unless the rules count
    /// territory, because it does not matter otherwise.
    #[must_use]
    pub fn balance(&self, board: &Board) -> Points {
        match self.scoring {
            Scoring::Territory => {
                lead(|color| board.stone_count(color) + board.captured_by(!color) as usize)
            }
            Scoring::Area | Scoring::Stones => Points::ZERO,
        }
    }

    /// Black's margin after a playout that began with a [balance](Self::balance) of stones.
    ///
    /// Under territory scoring this is the area margin less the balance: the area margin is the territory
    /// margin plus the number of stones that Black has played more than White, and in the playout itself
    /// both play the same number.
    #[must_use]
    pub fn margin_after_playout(&self, end: &Board, balance: Points) -> Points {
        match self.scoring {
            Scoring::Territory => area(end) - self.group_tax(end) - self.handed_to_white - balance,
            Scoring::Area | Scoring::Stones => self.margin(end),
        }
    }

    /// Black's margin if the game ends here and every stone is alive. Walks the board, several times where there is a tax.
    #[must_use]
    pub fn margin_as_it_stands(&self, board: &Board) -> Points {
        let territory = || territory_balance(board);
        let counted = match self.scoring {
            Scoring::Area => territory() + stones(board),
            Scoring::Stones => stones(board),
            Scoring::Territory => territory() + prisoners(board),
        };
        let is_taxed = self.scoring != Scoring::Stones && self.tax != Tax::None;
        let tax = if is_taxed {
            score::tax(board, self.tax)
        } else {
            Points::ZERO
        };
        counted - tax - self.handed_to_white
    }

    /// Black's margin on a board that was played to the end, with every stone alive.
    ///
    /// An empty point belongs to the only color that has stones next to it, which is exact once only eyes
    /// are left. Under territory scoring this assumes that both players filled in the same number of
    /// stones, which they do on average. Where stones count, both fill all eyes but two of each group. O(empty points), or a
    /// few walks over the board where groups pay a tax or stones count.
    #[must_use]
    pub fn margin(&self, end: &Board) -> Points {
        let counted = match self.scoring {
            Scoring::Area | Scoring::Stones => area(end),
            Scoring::Territory => eye_balance(end) + prisoners(end),
        };
        counted - self.group_tax(end) - self.handed_to_white
    }

    /// Black's margin by the stones that stay on the board.
    #[must_use]
    pub fn margin_of_stones(
        &self,
        stones: &ByColor<PointSet>,
        stays: impl Fn(Point, Color) -> bool,
    ) -> Points {
        let staying = |color: Color| stones[color].iter().filter(|&at| stays(at, color)).count();
        lead(staying) - self.handed_to_white
    }

    /// What groups pay on a board that was played to the end, or cannot fill.
    fn group_tax(self, end: &Board) -> Points {
        if self.scoring == Scoring::Stones || self.tax == Tax::Groups {
            eyes_needed(end)
        } else {
            Points::ZERO
        }
    }

    /// Black's least and greatest margin at the end of any game on boards of a size, or nothing where prisoners count.
    #[must_use]
    pub fn range(&self, size: Size) -> Option<[Points; 2]> {
        let all = Points::count(size.area());
        match self.scoring {
            Scoring::Area | Scoring::Stones => {
                Some([-all, all].map(|most| most - self.handed_to_white))
            }
            Scoring::Territory => None,
        }
    }

    /// What a margin is worth to Black: 1 for a win, 0 for a loss, a half for a draw.
    #[must_use]
    pub fn win_share(&self, margin: Points) -> f32 {
        match self.tie.winner(margin) {
            Some(Color::Black) => 1.0,
            Some(Color::White) => 0.0,
            None => 0.5,
        }
    }
}

/// How many more of something Black has than White.
fn lead(of: impl Fn(Color) -> usize) -> Points {
    Points::count(of(Color::Black)) - Points::count(of(Color::White))
}

/// Black's stones and eyes less White's on a board that was played to the end.
fn area(end: &Board) -> Points {
    eye_balance(end) + stones(end)
}

/// Black's stones less White's.
fn stones(board: &Board) -> Points {
    lead(|color| board.stone_count(color))
}

/// Black's prisoners less White's.
fn prisoners(board: &Board) -> Points {
    lead(|color| board.captured_by(color) as usize)
}

/// The eyes that Black's groups need to live, two each if they have so many, less those of White's, on a board that was
/// played to the end. A group are stones that eyes connect.
fn eyes_needed(end: &Board) -> Points {
    lead(|color| {
        let is_eye = |at: Point| end.is_empty_at(at) && owner_at_end(end, at) == Some(color);
        let groups = end.regions(|at| end.color_at(at) == Some(color) || is_eye(at));
        let eyes = groups.iter().map(|group| {
            let eyes = group.points.iter().filter(|&at| is_eye(at));
            eyes.count().min(2)
        });
        eyes.sum()
    })
}

/// The owner of a point at the end of a playout: the color of its stone, or else the only color that
/// has stones next to it.
pub(crate) fn owner_at_end(end: &Board, at: Point) -> Option<Color> {
    end.color_at(at).or_else(|| {
        let code = end.neighborhood(at);
        let mut colors = Color::ALL.into_iter();
        colors.find(|&color| code.touches(color) && !code.touches(!color))
    })
}

/// Black's eyes less White's on a board that was played to the end.
fn eye_balance(end: &Board) -> Points {
    let owners = end.empty_points().filter_map(|at| owner_at_end(end, at));
    Points::whole(owners.map(Color::sign).sum())
}

/// Plays moves of both players in turn, beginning with `to_move`, until both pass because nothing sensible
/// is left, or three moves for every point of the board have been made.
#[inline]
fn alternate(
    board: &mut Board,
    mut to_move: Color,
    mut choose: impl FnMut(&mut Board, Color) -> Option<Point>,
) {
    let mut passes = 0;
    for _ in 0..3 * board.size().area() {
        if let Some(point) = choose(board, to_move) {
            board.play(point, to_move);
            passes = 0;
        } else {
            board.pass();
            passes += 1;
            if passes == 2 {
                break;
            }
        }
        to_move = !to_move;
    }
}

/// The empty points that only Black's stones surround, less those that only White's surround.
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
        for (name, counted, side) in [
            ("tromp-taylor", "tromp-taylor", 9),
            ("chinese", "chinese", 13),
            ("aga", "aga", 5),
            ("ming", "ming", 7),
            // Both will fill what their groups do not need.
            ("stones", "ancient-area", 7),
        ] {
            let rules = Preset::find(name).unwrap().rules;
            let counted = Preset::find(counted).unwrap().rules;
            for _ in 0..50 {
                let game = Game::new(Size::square(side), rules);
                let mut board = game.board().clone();
                play_out(&mut board, Color::Black, &mut rng);
                let mut position =
                    crate::go::Position::from_board(board.clone(), Color::Black, counted);
                position.play_unchecked(Color::Black, crate::go::Move::Pass);
                let score = crate::go::score::count(
                    &position,
                    &PointSet::new(),
                    &PointSet::new(),
                    game.exact_komi(),
                    0,
                );
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
        for name in ["tromp-taylor", "basic", "stones", "ming"] {
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
                let score = crate::go::score::count(
                    &position,
                    &PointSet::new(),
                    &PointSet::new(),
                    game.exact_komi(),
                    0,
                );
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
