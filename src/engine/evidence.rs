//! The rank that a player's moves speak for.
//!
//! Each [rank](super::rank) of kosumi plays each move of a position with a probability. The product over the moves of a player says
//! how well the rank explains them, and so which ranks he may have (the idea of Kuboki et al. 2025, who take policies of networks
//! of human play). It says how strong somebody looks beside kosumi's ranks, not beside those of an association.

use super::rank::{RANKS, Rank};
use super::sensible_points;
use crate::go::{Color, Game, Move};
use crate::search::Policy;

/// Fewer moves say nothing.
const FEWEST_MOVES: usize = 12;

/// The part of all moves that is explained by no rank: slips of the hand, and moves that no rank would think of.
const UNEXPLAINED: f64 = 0.02;

/// Steps of the integral over what else is noticed. With twice as many, probabilities change by less than a thousandth.
const STEPS: u32 = 40;

/// The part of what is likely that an interval leaves out at each end.
const TAIL: f64 = 0.025;

/// What moves of one player say of the rank: the logarithm of their probability by each of [`RANKS`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RankEvidence {
    logs: Vec<f64>,
    moves: usize,
}

/// Ranks that somebody may have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankEstimate {
    /// The mean of what is likely.
    pub best: &'static Rank,
    /// The lowest and the highest rank between which the rank is with 95 %.
    pub low: &'static Rank,
    /// The highest one.
    pub high: &'static Rank,
}

impl RankEvidence {
    /// What a move says that a player makes in the present position of a game, which has a policy by the network whose ranks they
    /// are. A pass says nothing.
    pub fn of_move(game: &Game, color: Color, mv: Move, policy: &Policy) -> RankEvidence {
        let Move::Play(_) = mv else {
            return RankEvidence::default();
        };
        let last = game.position().last_move().and_then(|(_, mv)| mv.point());
        let plays = sensible_points(game, color).into_iter().map(Move::Play);
        let likely: Vec<(Move, f64)> = plays
            .map(|mv| (mv, policy.probability(mv)))
            .filter(|&(_, likely)| Rank::may_choose(likely))
            .collect();
        #[expect(clippy::cast_precision_loss, reason = "few points")]
        let anywhere = 1.0 / game.board().empty_points().count().max(1) as f64;
        let log = |rank: &Rank| {
            let chosen = rank.probability(&likely, mv, last, STEPS);
            ((1.0 - UNEXPLAINED) * chosen + UNEXPLAINED * anywhere).ln()
        };
        RankEvidence {
            logs: RANKS.iter().map(log).collect(),
            moves: 1,
        }
    }

    /// Evidence as [`RankEvidence::logs`] has written it.
    pub fn from_logs(logs: &[f64]) -> RankEvidence {
        if logs.len() == RANKS.len() && logs.iter().all(|log| log.is_finite()) {
            RankEvidence {
                logs: logs.to_vec(),
                moves: 1,
            }
        } else {
            RankEvidence::default()
        }
    }

    /// The logarithms of the probability by each rank; none if nothing is known.
    pub fn logs(&self) -> &[f64] {
        &self.logs
    }

    /// Adds what other moves of the same player say.
    pub fn add(&mut self, other: &RankEvidence) {
        if self.logs.is_empty() {
            self.logs.clone_from(&other.logs);
        } else {
            let pairs = self.logs.iter_mut().zip(&other.logs);
            pairs.for_each(|(own, log)| *own += log);
        }
        self.moves += other.moves;
    }

    /// Returns the ranks that are likely if all are as likely before; `None` if there are too few moves.
    pub fn estimate(&self) -> Option<RankEstimate> {
        if self.moves < FEWEST_MOVES {
            return None;
        }
        let most = self.logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let likely: Vec<f64> = self.logs.iter().map(|log| (log - most).exp()).collect();
        let sum: f64 = likely.iter().sum();
        let mut below = 0.0;
        let (mut low, mut high, mut mean) = (None, None, 0.0);
        for (place, likely) in likely.iter().enumerate() {
            let part = likely / sum;
            below += part;
            #[expect(clippy::cast_precision_loss, reason = "few ranks")]
            let number = place as f64;
            mean += part * number;
            if below >= TAIL {
                low = low.or(Some(place));
            }
            if below >= 1.0 - TAIL {
                high = high.or(Some(place));
            }
        }
        #[expect(
            clippy::cast_sign_loss,
            reason = "between the first and the last place"
        )]
        let best = mean.round() as usize;
        let rank = |place: Option<usize>| &RANKS[place.unwrap_or(RANKS.len() - 1)];
        Some(RankEstimate {
            best: rank(Some(best)),
            low: rank(low),
            high: rank(high),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Budget;
    use crate::engine::{Engine, Settings};
    use crate::eval::Model;
    use crate::go::{Rules, Size};
    use crate::search::{Purpose, Request};

    /// The evidence of games of two players of a rank on a board.
    fn evidence_of_games(rank: &'static Rank, games: u64) -> RankEvidence {
        let mut evidence = RankEvidence::default();
        for seed in 0..games {
            let settings = Settings {
                threads: Some(1),
                rank: Some(rank),
                model: Some(Model::Own),
                ..Settings::default()
            };
            let mut player = Engine::tree_search(seed, &settings);
            let mut analyst = Engine::tree_search(
                0,
                &Settings {
                    rank: None,
                    ..settings
                },
            );
            let mut game = Game::new(Size::square(13), Rules::default());
            let mut color = Color::Black;
            for _ in 0..50 {
                let ask = |purpose, visits| {
                    let budget = Budget::of_visits(visits);
                    Request {
                        varies: true,
                        ..Request::new(&game, color, purpose, budget)
                    }
                };
                let report = analyst.think(ask(Purpose::Analyze, 2)).report.unwrap();
                let mv = player.think(ask(Purpose::Play, 2)).choice.mv;
                evidence.add(&RankEvidence::of_move(&game, color, mv, &report.policy));
                game.play(color, mv).unwrap();
                color = !color;
            }
        }
        evidence
    }

    #[test]
    fn players_of_a_rank_are_known_by_their_moves() {
        let place = |rank: &Rank| RANKS.iter().position(|known| known == rank).unwrap();
        for name in ["14k", "5k", "5d"] {
            let rank = Rank::find(name).unwrap();
            let estimate = evidence_of_games(rank, 3).estimate().unwrap();
            let away = place(estimate.best).abs_diff(place(rank));
            assert!(away <= 3, "{name}: {estimate:?}");
            let between = place(estimate.low)..=place(estimate.high);
            assert!(between.contains(&place(estimate.best)), "{estimate:?}");
            assert!(between.count() < 14, "{name}: {estimate:?}");
        }
    }

    #[test]
    fn little_says_nothing() {
        let game = Game::new(Size::square(9), Rules::default());
        let settings = Settings {
            threads: Some(1),
            ..Settings::default()
        };
        let request = Request::new(&game, Color::Black, Purpose::Analyze, Budget::of_visits(2));
        let report = Engine::tree_search(0, &settings)
            .think(request)
            .report
            .unwrap();
        let pass = RankEvidence::of_move(&game, Color::Black, Move::Pass, &report.policy);
        assert_eq!(pass, RankEvidence::default());
        let one = RankEvidence::of_move(&game, Color::Black, report.moves[0].mv, &report.policy);
        let mut all = RankEvidence::default();
        for _ in 1..FEWEST_MOVES {
            all.add(&one);
        }
        assert_eq!(all.estimate(), None);
        all.add(&one);
        assert!(all.estimate().is_some());
        assert_eq!(RankEvidence::from_logs(one.logs()), one);
        assert_eq!(RankEvidence::from_logs(&[0.0]), RankEvidence::default());
        assert_eq!(
            RankEvidence::from_logs(&vec![f64::NAN; RANKS.len()]),
            RankEvidence::default()
        );
    }
}
