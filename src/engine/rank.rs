//! Weaker play for people, by the ranks that amateurs have.
//!
//! A player of a rank has the policy of the network and notices a part of the moves, each with a chance that grows with the rank
//! and with the probability of the move by the policy. What is near the last move is noticed more easily. Among the moves that are
//! noticed the player follows his taste: a move is drawn by its probability, the more sharply the stronger he is. So he answers what
//! is urgent, plays good shapes, and overlooks what is far away or surprising, as people do. What no player would think of is never chosen.
//! The idea of seeing a random part of all moves is that of the calibrated players of `KaTrain`. No rank searches, so it is
//! equally strong on every machine. `docs/gtp.md` has measurements.

use super::{Alternatives, Choice, draw, sensible_points};
use crate::clock::Budget;
use crate::go::{Move, Point};
use crate::rng::Rng;

/// How a rank plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rank {
    /// Its name, as in `12k` or `3d`.
    pub name: &'static str,
    /// The probability of noticing a move that nothing speaks for, 0 to 1.
    pub notices: f64,
    /// The temperature at which one of the moves that are noticed is drawn by the policy.
    pub temperature: f64,
}

/// Visits for a move: an evaluation of the position and one of the likeliest move. Without a network there are
/// [more](PLAYOUTS_OF_A_VISIT).
const VISITS: u64 = 2;

/// Playouts that take the place of a visit where no network is used: on a board of any size they take about its time
/// with a network of the size of b6c96.
pub const PLAYOUTS_OF_A_VISIT: u64 = 25;

/// Lines between a move and the last one up to which it counts as near.
const NEAR: u8 = 3;

/// What of the doubt about a move is left where it is near.
const NEAR_DOUBT: f64 = 0.5;

/// Moves of a smaller probability are never chosen: no player would think of them.
const LEAST_PROBABILITY: f64 = 0.002;

macro_rules! ranks {
    ($($name:literal $notices:literal $temperature:literal,)*) => {
        /// All ranks, the weakest first, and how they play.
        pub const RANKS: &[Rank] = &[$(Rank { name: $name, notices: $notices, temperature: $temperature },)*];

        /// The names of all ranks, and what a player without limits is.
        pub const RANK_NAMES: &[&str] = &[$($name,)* FULL_STRENGTH];
    };
}

/// What a player without limits is.
const FULL_STRENGTH: &str = "none";

// By the probability of noticing what nothing speaks for, and the temperature.
ranks! {
    "15k" 0.017 3.42,
    "14k" 0.024 2.58,
    "13k" 0.033 1.9,
    "12k" 0.047 1.57,
    "11k" 0.058 1.4,
    "10k" 0.07 1.28,
    "9k" 0.083 1.18,
    "8k" 0.095 1.12,
    "7k" 0.108 1.05,
    "6k" 0.122 0.99,
    "5k" 0.134 0.93,
    "4k" 0.146 0.86,
    "3k" 0.16 0.8,
    "2k" 0.172 0.73,
    "1k" 0.186 0.67,
    "1d" 0.2 0.6,
    "2d" 0.228 0.56,
    "3d" 0.26 0.51,
    "4d" 0.305 0.48,
    "5d" 0.361 0.44,
    "6d" 0.418 0.41,
    "7d" 0.475 0.38,
}

/// The level without limits.
pub const FULL_LEVEL: usize = LEVELS.len() + 1;

/// The ranks of the levels from 1 on, all but the highest.
pub const LEVELS: [&str; 9] = ["15k", "12k", "9k", "7k", "5k", "3k", "1k", "2d", "5d"];

impl Rank {
    /// The rank of a name; `None` for other words.
    pub fn find(name: &str) -> Option<&'static Rank> {
        RANKS.iter().find(|rank| rank.name == name)
    }

    /// The name of a rank or of full strength.
    pub fn name_of(rank: Option<&Rank>) -> &'static str {
        rank.map_or(FULL_STRENGTH, |rank| rank.name)
    }

    /// The rank of a level from 1 on; `None` for full strength.
    pub fn of_level(level: usize) -> Option<&'static Rank> {
        LEVELS
            .get(level.saturating_sub(1))
            .and_then(|name| Rank::find(name))
    }

    /// The highest level that is no stronger than a rank, at least 1; the highest of all without one.
    pub fn level(rank: Option<&Rank>) -> usize {
        let place = |name: &str| RANKS.iter().position(|rank| rank.name == name);
        let Some(own) = rank.and_then(|rank| place(rank.name)) else {
            return FULL_LEVEL;
        };
        let no_stronger = LEVELS.iter().take_while(|name| place(name) <= Some(own));
        no_stronger.count().max(1)
    }

    /// A budget with no more visits than a rank makes.
    pub fn limit(budget: &Budget, has_network: bool) -> Budget {
        let most = VISITS * if has_network { 1 } else { PLAYOUTS_OF_A_VISIT };
        Budget {
            visits: Some(budget.visits.map_or(most, |asked| asked.min(most))),
            ..budget.clone()
        }
    }

    /// Returns true if players of any rank may make a move of some probability by the policy.
    pub(super) fn may_choose(likely: f64) -> bool {
        likely >= LEAST_PROBABILITY
    }

    /// The probability of making one of some moves, which have probabilities by the policy, after a last move.
    ///
    /// A move is made if it is noticed and then drawn among all that are. With the weights w of the draw and the chances q to be
    /// noticed, that is the integral over u from 0 to 1 of the product over all other moves of 1 - q + q u^(w / own w), times the
    /// own chance to be noticed. It is taken in so many steps, the smaller the nearer to 1. If no move is noticed, all are drawn from.
    pub(super) fn probability(
        &self,
        moves: &[(Move, f64)],
        made: Move,
        last: Option<Point>,
        steps: u32,
    ) -> f64 {
        let weight = |likely: f64| likely.powf(1.0 / self.temperature);
        let Some(&(_, own)) = moves.iter().find(|(mv, _)| *mv == made) else {
            return 0.0;
        };
        let noticed = |&(mv, likely): &(Move, f64)| {
            let is_near = mv
                .point()
                .zip(last)
                .is_some_and(|(at, last)| is_near(at, last));
            chance_to_notice(self.notices, likely, is_near)
        };
        let others = moves.iter().filter(|(mv, _)| *mv != made);
        let others: Vec<(f64, f64)> = others
            .map(|other| (noticed(other), weight(other.1) / weight(own)))
            .collect();
        let of_others = |u: f64| -> f64 {
            let each = |&(chance, ratio): &(f64, f64)| 1.0 - chance + chance * u.powf(ratio);
            others.iter().map(each).product()
        };
        let step = 1.0 / f64::from(steps);
        let drawn: f64 = (0..steps)
            .map(|place| {
                let left = 1.0 - (f64::from(place) + 0.5) * step;
                4.0 * step * left.powi(3) * of_others(1.0 - left.powi(4))
            })
            .sum();
        let chance = noticed(&(made, own));
        let nothing = (1.0 - chance) * of_others(0.0);
        let all: f64 = others.iter().map(|(_, ratio)| ratio).sum();
        chance * drawn + nothing / (1.0 + all)
    }

    /// A play that is noticed, in place of the best choice of a search. Plays into own eyes are left out. A pass stays a pass,
    /// and the best choice stays where no other move is likely enough.
    pub(super) fn notice(&self, found: Alternatives<'_>, rng: &mut Rng) -> Choice {
        if found.best.mv == Move::Pass {
            return found.best;
        }
        let last = found.game.position().last_move();
        let last = last.and_then(|(_, mv)| mv.point());
        let plays = sensible_points(found.game, found.color).into_iter();
        let plays: Vec<(Move, f64)> = plays
            .map(Move::Play)
            .map(|mv| (mv, found.report.policy.probability(mv)))
            .filter(|&(_, likely)| likely >= LEAST_PROBABILITY)
            .collect();
        if plays.is_empty() {
            return found.best;
        }
        let mut noticed = plays.clone();
        noticed.retain(|&(mv, likely)| {
            let is_near = mv
                .point()
                .zip(last)
                .is_some_and(|(at, last)| is_near(at, last));
            is_drawn(chance_to_notice(self.notices, likely, is_near), rng)
        });
        // A player who notices nothing draws among all moves that are likely enough.
        let seen = if noticed.is_empty() { &plays } else { &noticed };
        match draw(seen, self.temperature, rng) {
            Some(mv) => found.instead(mv),
            None => found.best,
        }
    }
}

/// Returns true if two points are no more than some lines apart.
fn is_near(at: Point, last: Point) -> bool {
    let apart = |a: u8, b: u8| a.abs_diff(b) <= NEAR;
    apart(at.column(), last.column()) && apart(at.row(), last.row())
}

/// The probability of noticing a move of some probability by the policy.
fn chance_to_notice(notices: f64, likely: f64, is_near: bool) -> f64 {
    let doubt = (1.0 - likely) * if is_near { NEAR_DOUBT } else { 1.0 };
    notices.powf(doubt)
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

    /// What a rank answers to a first move in the middle, with some seeds.
    fn choices(rank: Option<&'static Rank>, model: Option<&Model>) -> Vec<Choice> {
        let mut game = Game::new(Size::square(9), Rules::default());
        let middle = "E5".parse().unwrap();
        game.play(Color::Black, middle).unwrap();
        let choose = |seed| {
            let settings = Settings {
                threads: Some(1),
                rank,
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
    fn a_rank_limits_visits_of_both_kinds() {
        for rank in [RANKS.first(), RANKS.last(), None] {
            for (model, each) in [(Some(&Model::Own), 1), (None, PLAYOUTS_OF_A_VISIT)] {
                let most = rank.map_or(120, |_| VISITS * each);
                for choice in choices(rank, model) {
                    assert!(choice.visits <= most.min(120), "{rank:?}");
                    // A search stops where nothing would change its choice.
                    assert!(rank.is_some() || choice.visits > 60);
                }
            }
        }
    }

    #[test]
    fn games_of_a_rank_differ() {
        for rank in [RANKS.first(), RANKS.last()] {
            let chosen = choices(rank, Some(&Model::Own));
            assert!(chosen.iter().any(|choice| choice.mv != chosen[0].mv));
        }
    }

    #[test]
    fn higher_ranks_see_more_and_levels_are_some_of_them() {
        let is_weaker = |a: &Rank, b: &Rank| a.notices < b.notices && a.temperature > b.temperature;
        assert!(RANKS.is_sorted_by(is_weaker));
        let levels = 1..FULL_LEVEL;
        let ranks: Vec<_> = levels
            .clone()
            .map(|level| Rank::of_level(level).unwrap())
            .collect();
        assert!(ranks.is_sorted_by(|a, b| is_weaker(a, b)));
        for (level, rank) in levels.zip(ranks) {
            assert_eq!(Rank::level(Some(rank)), level);
        }
        assert_eq!(Rank::of_level(FULL_LEVEL), None);
        assert_eq!(Rank::level(None), FULL_LEVEL);
        // Those between have the level below.
        assert_eq!(
            Rank::level(Rank::find("11k")),
            Rank::level(Rank::find("12k"))
        );
        for (rank, &name) in RANKS.iter().zip(RANK_NAMES) {
            assert_eq!(Rank::find(name), Some(rank));
            assert_eq!(Rank::name_of(Some(rank)), name);
        }
        assert_eq!(Rank::find(Rank::name_of(None)), None);
        assert_eq!(RANK_NAMES.len(), RANKS.len() + 1);
    }

    /// What a player who notices so much chooses with a seed, in a settled position with some dame.
    fn chosen(best: &str, notices: f64, seed: u64) -> Choice {
        let game = game_of(WITH_DAME, "chinese", 0.5, Color::Black);
        let report = report_of(&game, Color::Black, 20);
        let best = Choice {
            mv: best.parse().unwrap(),
            resigns: false,
            visits: 20,
            win_rate: Some(0.75),
        };
        let found = Alternatives {
            best,
            game: &game,
            color: Color::Black,
            report: &report,
        };
        let rank = Rank {
            name: "",
            notices,
            temperature: 1.0 - notices,
        };
        rank.notice(found, &mut Rng::new(seed))
    }

    #[test]
    fn who_notices_more_plays_likelier_moves() {
        let game = game_of(WITH_DAME, "chinese", 0.5, Color::Black);
        let report = report_of(&game, Color::Black, 20);
        let likely = |mv| report.policy.probability(mv);
        let plays = game.position().legal_points(Color::Black).map(Move::Play);
        let plays = plays.filter(|&mv| !fills_eye(&game, Color::Black, mv));
        let most = plays.map(likely).fold(0.0, f64::max);
        assert!((likely(chosen("A5", 1.0, 1).mv) - most).abs() < 1e-12);
        let likelihoods = [0.02, 0.3, 1.0].map(|notices| {
            let chosen = (0..200).map(|seed| chosen("A5", notices, seed).mv);
            chosen.map(likely).sum::<f64>()
        });
        assert!(likelihoods.is_sorted(), "{likelihoods:?}");
        // A7 and C5 are eyes, and nobody plays what is very unlikely, even if nothing is noticed.
        for seed in 0..200 {
            let mv = chosen("A5", 0.0, seed).mv;
            assert!(mv.to_string() != "A7" && mv.to_string() != "C5", "{mv}");
            assert!(likely(mv) >= LEAST_PROBABILITY, "{mv}");
        }
        assert_eq!(chosen("pass", 0.5, 1).mv, Move::Pass, "a pass stays a pass");
    }

    #[test]
    fn probabilities_are_those_of_what_is_drawn() {
        let moves: Vec<(Move, f64)> = [("D4", 0.5), ("E5", 0.3), ("K10", 0.15), ("A1", 0.02)]
            .map(|(name, likely)| (name.parse().unwrap(), likely))
            .to_vec();
        let last = "D5".parse::<Move>().unwrap().point();
        for name in ["15k", "5k", "7d"] {
            let rank = Rank::find(name).unwrap();
            let mut rng = Rng::new(3);
            let mut counts = vec![0.0; moves.len()];
            let times = 20_000;
            for _ in 0..times {
                let mut noticed = moves.clone();
                noticed.retain(|&(mv, likely)| {
                    let is_near = is_near(mv.point().unwrap(), last.unwrap());
                    is_drawn(chance_to_notice(rank.notices, likely, is_near), &mut rng)
                });
                let seen = if noticed.is_empty() { &moves } else { &noticed };
                let drawn = draw(seen, rank.temperature, &mut rng);
                let place = moves.iter().position(|(mv, _)| Some(*mv) == drawn);
                counts[place.unwrap()] += 1.0 / f64::from(times);
            }
            let expected = |mv| rank.probability(&moves, mv, last, 40);
            for (count, &(mv, _)) in counts.iter().zip(&moves) {
                assert!(
                    (count - expected(mv)).abs() < 0.015,
                    "{name} {mv}: {count} {}",
                    expected(mv)
                );
            }
            let sum: f64 = moves.iter().map(|&(mv, _)| expected(mv)).sum();
            assert!((sum - 1.0).abs() < 0.002, "{name}: {sum}");
            assert!(expected(Move::Pass) == 0.0);
        }
    }

    #[test]
    fn what_is_sure_to_be_best_is_always_noticed_and_what_is_near_more_easily() {
        for (notices, likely, chance) in [(0.1, 1.0, 1.0), (0.25, 0.5, 0.5), (0.25, 0.0, 0.25)] {
            assert!((chance_to_notice(notices, likely, false) - chance).abs() < 1e-12);
        }
        assert!((chance_to_notice(0.25, 0.0, true) - 0.5).abs() < 1e-12);
        let near = |a: &str, b: &str| {
            let [a, b] = [a, b].map(|at| at.parse::<Move>().unwrap().point().unwrap());
            is_near(a, b)
        };
        assert!(near("D4", "G7") && near("G1", "D4") && !near("D4", "H4") && !near("D4", "D8"));
        let mut rng = Rng::new(1);
        for (probability, counts) in [(1.0, 1000..=1000), (0.25, 200..=300), (0.0, 0..=0)] {
            let drawn = (0..1000).filter(|_| is_drawn(probability, &mut rng));
            assert!(counts.contains(&drawn.count()), "{probability}");
        }
    }
}
