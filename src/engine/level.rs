//! Weaker play for people, from a beginner to full strength.
//!
//! The low levels do not search. They play the move with the highest policy among those that they notice. A move with a policy
//! near 0 is noticed with a probability that grows with the level, a move with a policy of 1 always. So they overlook what people
//! overlook, and still play the best move that they notice. The idea is that of the calibrated players of `KaTrain`, which see
//! a random part of all moves. The higher levels notice everything and limit the visits of the search, so that a level is
//! equally strong on every machine. `docs/gtp.md` has measurements.

use super::{Alternatives, Choice, sensible_points};
use crate::clock::Budget;
use crate::go::Move;
use crate::rng::Rng;

/// How a level plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Visits for a move; without a network there are [more](PLAYOUTS_OF_A_VISIT).
    pub visits: u64,
    /// The probability of noticing a move that nothing speaks for, 0 to 1.
    pub notices: f64,
}

/// Playouts that take the place of a visit where no network is used: on a board of any size they take about its time
/// with a network of the size of b6c96.
pub const PLAYOUTS_OF_A_VISIT: u64 = 25;

/// The level without limits.
pub const FULL_LEVEL: usize = LEVELS.len() + 1;

/// The levels from 1 on, all but the highest.
pub const LEVELS: [Level; 9] = [
    Level::of_policy(0.06),
    Level::of_policy(0.12),
    Level::of_policy(0.2),
    Level::of_policy(0.35),
    Level::of_policy(0.55),
    Level::of_visits(2),
    Level::of_visits(10),
    Level::of_visits(40),
    Level::of_visits(160),
];

impl Level {
    /// A level that plays by the policy. One evaluation of the position and one of the likeliest move.
    const fn of_policy(notices: f64) -> Level {
        Level { visits: 2, notices }
    }

    /// A level that searches.
    const fn of_visits(visits: u64) -> Level {
        Level {
            visits,
            notices: 1.0,
        }
    }

    /// The level of a number from 1 on; `None` for full strength.
    pub fn find(number: usize) -> Option<&'static Level> {
        LEVELS.get(number.saturating_sub(1))
    }

    /// A budget with no more visits than the level allows.
    pub fn limit(&self, budget: &Budget, has_network: bool) -> Budget {
        let most = self.visits * if has_network { 1 } else { PLAYOUTS_OF_A_VISIT };
        Budget {
            visits: Some(budget.visits.map_or(most, |asked| asked.min(most))),
            ..budget.clone()
        }
    }

    /// Returns true if it does not notice every move.
    pub fn overlooks(&self) -> bool {
        self.notices < 1.0
    }

    /// The likeliest play by the policy among those that are noticed, in place of the best choice of a search. Plays
    /// into own eyes are left out. A pass stays a pass, and so does the best choice where nothing else is noticed.
    pub(super) fn notice(&self, found: Alternatives<'_>, rng: &mut Rng) -> Choice {
        if found.best.mv == Move::Pass {
            return found.best;
        }
        let plays = sensible_points(found.game, found.color).into_iter();
        let mut plays: Vec<(Move, f64)> = plays
            .map(Move::Play)
            .map(|mv| (mv, found.report.policy.probability(mv)))
            .collect();
        plays.sort_by(|a, b| b.1.total_cmp(&a.1));
        let noticed = plays
            .into_iter()
            .find(|&(_, likely)| is_drawn(chance_to_notice(self.notices, likely), rng));
        match noticed {
            Some((mv, _)) => found.instead(mv),
            None => found.best,
        }
    }
}

/// The probability of noticing a move of some probability by the policy.
fn chance_to_notice(notices: f64, likely: f64) -> f64 {
    notices.powf(1.0 - likely)
}

/// Returns true with a probability.
#[expect(clippy::cast_sign_loss, reason = "probabilities are positive")]
fn is_drawn(probability: f64, rng: &mut Rng) -> bool {
    rng.chance((probability * 1e6) as usize, 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tests::{WITH_DAME, game_of, report_of};
    use crate::engine::{Engine, Settings, fills_eye};
    use crate::eval::Model;
    use crate::go::{Color, Game, Rules, Size};
    use crate::search::{Purpose, Request};

    /// What a level answers to a first move in the middle, with some seeds.
    fn choices(level: usize, model: Option<&Model>) -> Vec<Choice> {
        let mut game = Game::new(Size::square(9), Rules::default());
        let middle = "E5".parse().unwrap();
        game.play(Color::Black, middle).unwrap();
        let choose = |seed| {
            let settings = Settings {
                threads: 1,
                level,
                model: model.cloned(),
                ..Settings::default()
            };
            let budget = Budget::of_visits(120);
            let request = Request {
                varies: true,
                ..Request::new(&game, Color::White, Purpose::Play, budget)
            };
            Engine::tree_search(seed, &settings).think(request).choice
        };
        (0..20).map(choose).collect()
    }

    #[test]
    fn a_level_limits_visits_of_both_kinds() {
        for number in [1, 5, 6, FULL_LEVEL] {
            for (model, each) in [(Some(&Model::Own), 1), (None, PLAYOUTS_OF_A_VISIT)] {
                let most = Level::find(number).map_or(120, |level| level.visits * each);
                for choice in choices(number, model) {
                    assert!(choice.visits <= most.min(120), "level {number}");
                    // A search stops where nothing would change its choice.
                    assert!(number < FULL_LEVEL || choice.visits > 60);
                }
            }
        }
    }

    #[test]
    fn levels_that_notice_everything_vary_their_openings() {
        for number in [7, 8] {
            let chosen = choices(number, Some(&Model::Own));
            assert!(chosen.iter().any(|choice| choice.mv != chosen[0].mv));
        }
    }

    #[test]
    fn every_level_is_there_and_higher_ones_see_more() {
        assert!((1..FULL_LEVEL).all(|number| Level::find(number).is_some()));
        assert!(Level::find(FULL_LEVEL).is_none());
        assert!(LEVELS.is_sorted_by(|a, b| (a.visits, a.notices) < (b.visits, b.notices)));
    }

    #[test]
    fn the_likeliest_move_that_is_noticed_is_played() {
        let game = game_of(WITH_DAME, "chinese", 0.5, Color::Black);
        let report = report_of(&game, Color::Black, 20);
        let likely = |mv| report.policy.probability(mv);
        let best = |mv: &str| Choice {
            mv: mv.parse().unwrap(),
            resigns: false,
            visits: 20,
            win_rate: Some(0.75),
        };
        let choose_after = |best, notices, seed| {
            let found = Alternatives {
                best,
                game: &game,
                color: Color::Black,
                report: &report,
            };
            Level::of_policy(notices).notice(found, &mut Rng::new(seed))
        };
        let choose = |notices, seed| choose_after(best("A5"), notices, seed);
        let plays = game.position().legal_points(Color::Black).map(Move::Play);
        let plays = plays.filter(|&mv| !fills_eye(&game, Color::Black, mv));
        let most = plays.map(likely).fold(0.0, f64::max);
        assert!((likely(choose(1.0, 1).mv) - most).abs() < 1e-12);
        assert_eq!(choose(0.0, 1), best("A5"), "nothing was noticed");
        let likelihoods = [0.02, 0.3, 1.0].map(|notices| {
            let chosen = (0..200).map(|seed| choose(notices, seed).mv);
            chosen.map(likely).sum::<f64>()
        });
        assert!(likelihoods.is_sorted(), "{likelihoods:?}");
        // A7 and C5 are eyes.
        for seed in 0..200 {
            let mv = choose(0.1, seed).mv.to_string();
            assert!(mv != "A7" && mv != "C5", "{mv}");
        }
        let soft = choose_after(best("pass"), 0.5, 1);
        assert_eq!(soft, best("pass"), "a pass stays a pass");
    }

    #[test]
    fn what_is_sure_to_be_best_is_always_noticed() {
        for (notices, likely, chance) in [(0.1, 1.0, 1.0), (0.25, 0.5, 0.5), (0.25, 0.0, 0.25)] {
            assert!((chance_to_notice(notices, likely) - chance).abs() < 1e-12);
        }
        let mut rng = Rng::new(1);
        for (probability, counts) in [(1.0, 1000..=1000), (0.25, 200..=300), (0.0, 0..=0)] {
            let drawn = (0..1000).filter(|_| is_drawn(probability, &mut rng));
            assert!(counts.contains(&drawn.count()), "{probability}");
        }
    }
}
