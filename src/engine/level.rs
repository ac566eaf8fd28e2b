//! Weaker play for people, from a beginner to full strength.
//!
//! A level below the highest limits playouts, so that it is as strong on every machine, and the low
//! ones do not always play the move that they like best: they choose among the moves that they have
//! looked at, by the visits. Priors direct the first visits, so that even the lowest level plays
//! moves that look like Go. Invented here; the steps are measured, see the README.

use super::{Choice, fills_eye};
use crate::clock::Budget;
use crate::go::{Color, Game, Move};
use crate::rng::Rng;
use crate::search::{MoveReport, Report};

/// How a level plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Playouts for a move.
    pub playouts: u64,
    /// Moves are chosen in proportion to their visits to the power of the inverse of this; at 0 the
    /// best one is chosen.
    pub temperature: f64,
}

/// The level without limits.
pub const FULL_LEVEL: usize = LEVELS.len() + 1;

/// The levels from 1 on, all but the highest.
pub const LEVELS: [Level; 9] = [
    Level::new(12, 4.0),
    Level::new(25, 0.9),
    Level::new(50, 0.7),
    Level::new(100, 0.5),
    Level::new(200, 0.3),
    Level::new(400, 0.1),
    Level::new(900, 0.0),
    Level::new(2_000, 0.0),
    Level::new(5_000, 0.0),
];

impl Level {
    const fn new(playouts: u64, temperature: f64) -> Level {
        Level {
            playouts,
            temperature,
        }
    }

    /// The level of a number from 1 on; `None` for full strength.
    #[must_use]
    pub fn find(number: usize) -> Option<&'static Level> {
        LEVELS.get(number.saturating_sub(1))
    }

    /// A budget with no more playouts than the level allows.
    #[must_use]
    pub fn limit(&self, budget: &Budget) -> Budget {
        let playouts = budget.playouts.unwrap_or(self.playouts);
        Budget {
            playouts: Some(playouts.min(self.playouts)),
            ..budget.clone()
        }
    }
}

/// Draws a play in place of the best choice, in proportion to its visits to the power of the inverse of a
/// temperature. Plays into own eyes are left out. A pass stays a pass, and at 0 the best choice stays.
pub(super) fn draw(
    temperature: f64,
    best: Choice,
    game: &Game,
    color: Color,
    report: &Report,
    rng: &mut Rng,
) -> Choice {
    if temperature <= 0.0 || best.mv == Move::Pass {
        return best;
    }
    let is_play = |found: &&MoveReport| found.mv != Move::Pass && !fills_eye(game, color, found.mv);
    let plays: Vec<&MoveReport> = report.moves.iter().filter(is_play).collect();
    let most = plays.iter().map(|found| found.visits).max().unwrap_or(1);
    let weights: Vec<u16> = plays
        .iter()
        .map(|found| weight(temperature, found.visits, most))
        .collect();
    let mut rest = rng.below(weights.iter().copied().map(usize::from).sum());
    for (found, weight) in plays.into_iter().zip(weights) {
        match rest.checked_sub(weight.into()) {
            Some(less) => rest = less,
            None => {
                return Choice {
                    mv: found.mv,
                    win_rate: Some(found.value),
                    ..best
                };
            }
        }
    }
    best
}

/// The weight by which a move is drawn, given its visits and those of the most visited one, which has
/// [`WEIGHT_OF_BEST`].
#[expect(clippy::cast_sign_loss, reason = "shares are positive")]
fn weight(temperature: f64, visits: u32, most: u32) -> u16 {
    let share = f64::from(visits) / f64::from(most);
    (share.powf(temperature.recip()) * f64::from(WEIGHT_OF_BEST)) as u16
}

/// The weight of the most visited move among those that may be chosen.
const WEIGHT_OF_BEST: u16 = 10_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tests::{WITH_DAME, game_of, report_of};
    use crate::engine::{Engine, Settings};
    use crate::go::{Rules, Size};
    use crate::search::{Purpose, Request};

    fn choices(level: usize) -> Vec<Choice> {
        let game = Game::new(Size::square(9), Rules::default());
        let choose = |seed| {
            let settings = Settings {
                threads: 1,
                level,
                ..Settings::default()
            };
            let budget = Budget::of_playouts(200);
            let request = Request::new(&game, Color::Black, Purpose::Play, budget);
            Engine::tree_search(seed, &settings).think(request).choice
        };
        (0..20).map(choose).collect()
    }

    #[test]
    fn a_level_limits_playouts_and_plays_off_the_first_line() {
        for number in 1..=3 {
            let level = Level::find(number).unwrap();
            for choice in choices(number) {
                assert!(choice.playouts <= level.playouts);
                let at = choice.mv.point().unwrap();
                assert!(
                    (1..8).contains(&at.column()) && (1..8).contains(&at.row()),
                    "{at}"
                );
            }
        }
        assert!(
            choices(FULL_LEVEL)
                .iter()
                .all(|choice| choice.playouts > 100)
        );
    }

    #[test]
    fn every_level_is_there_and_higher_ones_think_more() {
        assert!((1..FULL_LEVEL).all(|number| Level::find(number).is_some()));
        assert!(Level::find(FULL_LEVEL).is_none());
        assert!(LEVELS.is_sorted_by_key(|level| level.playouts));
    }

    #[test]
    fn a_pass_stays_a_pass() {
        let game = Game::new(Size::square(9), Rules::default());
        let report = report_of(&game, Color::Black, 20);
        let level = Level::find(1).unwrap();
        let pass = Choice::at_once(Move::Pass);
        let soft = draw(
            level.temperature,
            pass.clone(),
            &game,
            Color::Black,
            &report,
            &mut Rng::new(1),
        );
        assert_eq!(soft, pass);
    }

    #[test]
    fn the_weight_of_a_move_falls_with_its_share_of_visits() {
        for (temperature, visits, weight) in [
            (1.0, 100, 10_000),
            (1.0, 25, 2500),
            (0.5, 50, 2500),
            (0.5, 100, 10_000),
            (2.0, 25, 5000),
            (2.0, 0, 0),
        ] {
            let found = super::weight(temperature, visits, 100);
            assert_eq!(found, weight, "{temperature} {visits}");
        }
    }

    #[test]
    fn another_play_takes_the_place_of_the_best_but_no_pass_and_none_into_an_own_eye() {
        let game = game_of(WITH_DAME, "chinese", 0.5, Color::Black);
        let mut report = report_of(&game, Color::Black, 20);
        let found = |mv: &str| MoveReport {
            mv: mv.parse().unwrap(),
            visits: 100,
            value: 0.25,
            ..report.moves[0].clone()
        };
        // D4 is a dame, A7 and C5 are eyes.
        report.moves = ["A7", "pass", "D4", "C5"].map(found).to_vec();
        let best = Choice {
            mv: "A5".parse().unwrap(),
            resigns: false,
            playouts: 20,
            win_rate: Some(0.75),
        };
        let dame = Choice {
            mv: "D4".parse().unwrap(),
            win_rate: Some(0.25),
            ..best.clone()
        };
        for (temperature, choice) in [(0.5, &dame), (4.0, &dame), (0.0, &best)] {
            for seed in 0..10 {
                let rng = &mut Rng::new(seed);
                let soft = draw(temperature, best.clone(), &game, Color::Black, &report, rng);
                assert_eq!(soft, *choice, "{temperature} {seed}");
            }
        }
    }
}
