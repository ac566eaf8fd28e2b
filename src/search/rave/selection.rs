//! Selection of the move that a visit follows, where values are means of playouts.

use crate::go::Size;
use crate::search::node::{Node, RaveStats};
use crate::search::params::SearchParams;

/// One selection in this many ignores all-moves-as-first values, by the class of the board; 0 for none.
const INSURANCE: [u32; Size::CLASSES] = [32, 0, 32, 32];

/// Prior visits of every move, half of them won.
const EVEN: f32 = 10.0;

/// The formula by which the best child of a node is selected.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct RaveFormula {
    /// One divided by the equivalence E of [`RaveFormula::best`].
    inverse_equivalence: f32,
    /// One selection in this many ignores all-moves-as-first values; 0 for none.
    insurance: u32,
    /// The constant of exploration.
    exploration: f32,
    /// Imaginary visits of every move, half of them won.
    even: f32,
    /// Imaginary won visits of a move of probability 1. Others get them by the square root of their
    /// probability, which tempers the overconfidence of a policy (as in Pachi).
    learned: f32,
}

impl RaveFormula {
    pub(in crate::search) fn new(params: &SearchParams, size: Size) -> RaveFormula {
        RaveFormula {
            inverse_equivalence: 1.0 / params.rave_equivalence,
            insurance: INSURANCE[size.class()],
            exploration: params.exploration,
            even: EVEN,
            learned: params.prior_learned,
        }
    }

    /// The place of the best child that can be played; `None` if there is none.
    ///
    /// The value of a move is `beta * rave + (1 - beta) * mean` with `beta = R / (R + N + N R / E)`,
    /// where N are visits with imaginary ones, R all-moves-as-first visits and E the equivalence (Sylvain
    /// Gelly and David Silver 2011 in the form of Pachi). Every so often a selection ignores R, so
    /// that no move stays hidden for ever because it is worth little when it is played later.
    ///
    /// With a constant of exploration c, a move gets `c sqrt(ln(P) / N)` more, where P are the visits of its
    /// parent (UCT, Kocsis and Szepesvári 2006).
    pub(in crate::search) fn best(&self, parent: &Node, children: &[Node]) -> Option<usize> {
        let visits = parent.visits();
        let skips_rave = self.insurance > 0 && visits % self.insurance == self.insurance - 1;
        let inverse = (!skips_rave).then_some(self.inverse_equivalence);
        match (inverse, self.exploration > 0.0) {
            (Some(inverse), false) => argmax(children, |stats| self.with_rave(stats, inverse)),
            (None, false) => argmax(children, |stats| self.mean(stats)),
            (inverse, true) => {
                // In double precision all systems agree on the logarithm, once it is rounded.
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "as precise as what it is used with"
                )]
                let log = f64::from(visits.max(1)).ln() as f32;
                argmax(children, |stats| {
                    let value = match inverse {
                        Some(inverse) => self.with_rave(stats, inverse),
                        None => self.mean(stats),
                    };
                    let (visits, _) = self.with_prior(stats);
                    value + self.exploration * (log / visits.max(1.0)).sqrt()
                })
            }
        }
    }

    /// Returns visits and wins, the imaginary ones included.
    #[inline]
    fn with_prior(&self, stats: &RaveStats) -> (f32, f32) {
        let won = self.learned * stats.sqrt_prior;
        let visits = stats.visits + self.even + won + stats.lost;
        (visits, stats.wins + 0.5 * self.even + won)
    }

    /// Returns the mean value of the visits, the imaginary ones included.
    #[inline]
    fn mean(&self, stats: &RaveStats) -> f32 {
        let (visits, wins) = self.with_prior(stats);
        wins / visits.max(f32::MIN_POSITIVE)
    }

    /// The mean with the all-moves-as-first values mixed in, as one fraction.
    #[inline]
    fn with_rave(&self, stats: &RaveStats, inverse_equivalence: f32) -> f32 {
        let (visits, wins) = self.with_prior(stats);
        let scale = 1.0 + stats.amaf * inverse_equivalence;
        let weight = stats.amaf + visits * scale;
        (stats.amaf_wins + wins * scale) / weight.max(f32::MIN_POSITIVE)
    }
}

#[inline]
fn argmax(children: &[Node], score: impl Fn(&RaveStats) -> f32) -> Option<usize> {
    let mut best = None;
    let mut best_score = f32::NEG_INFINITY;
    for (place, child) in children.iter().enumerate() {
        let score = score(&child.rave_stats());
        if score > best_score && !child.is_illegal() {
            best_score = score;
            best = Some(place);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Move;
    use crate::search::evaluation::Value;
    use crate::search::node::MovePrior;
    use crate::search::params::Overrides;

    fn formula(even: f32, learned: f32, exploration: f32) -> RaveFormula {
        RaveFormula {
            inverse_equivalence: 1.0,
            insurance: 0,
            exploration,
            even,
            learned,
        }
    }

    #[test]
    fn the_fraction_is_the_weighted_mean() {
        for (visits, wins, amaf, amaf_wins) in [
            (10.0, 4.0, 30.0, 21.0),
            (500.0, 100.0, 2000.0, 1500.0),
            (7.0, 7.0, 0.0, 0.0),
        ] {
            let stats = RaveStats {
                visits,
                wins,
                sqrt_prior: 0.5,
                lost: 3.0,
                amaf,
                amaf_wins,
            };
            let (visits, wins) = (visits + 10.0 + 40.0 + 3.0, wins + 5.0 + 40.0);
            let equivalence = 3000.0_f32;
            let beta = amaf / (amaf + visits + visits * amaf / equivalence);
            let rave = if amaf > 0.0 { amaf_wins / amaf } else { 0.0 };
            let expected = beta * rave + (1.0 - beta) * wins / visits;
            let formula = formula(10.0, 80.0, 0.0);
            assert!((formula.with_rave(&stats, 1.0 / equivalence) - expected).abs() < 1e-5);
            assert!((formula.mean(&stats) - wins / visits).abs() < 1e-5);
        }
    }

    /// Nodes of some probabilities, with their visits and wins.
    fn children(stats: &[(f32, u32, u32)]) -> Vec<Node> {
        let child = |&(probability, visits, wins): &(f32, u32, u32)| {
            let node = Node::default();
            let prior = MovePrior {
                probability,
                lost: 0.0,
            };
            node.reset(Move::Pass, prior);
            for visit in 0..visits {
                node.begin_visit();
                node.end_visit(if visit < wins { Value::WIN } else { Value(0) });
            }
            node
        };
        stats.iter().map(child).collect()
    }

    #[test]
    fn moves_are_tried_by_probability_and_then_by_what_they_are_worth() {
        let parent = Node::default();
        parent.set_visits(100);
        let best = |formula: &RaveFormula, stats: &[(f32, u32, u32)]| {
            let children = children(stats);
            let best = formula.best(&parent, &children).unwrap();
            children[best].mark_illegal();
            (best, formula.best(&parent, &children))
        };
        let by_policy = formula(2.0, 50.0, 0.0);
        let unknown = [(0.2, 0, 0), (0.1, 0, 0), (0.7, 0, 0)];
        assert_eq!(
            best(&by_policy, &unknown),
            (2, Some(0)),
            "the next, if that is illegal"
        );
        // (1 + 22 + 20) / (2 + 22 + 20), (1 + 41 + 18) / (2 + 41 + 40).
        let known = [(0.2, 20, 20), (0.7, 40, 18)];
        assert_eq!(best(&by_policy, &known), (0, Some(1)));
        // 0.6 and 0.5 of two imaginary visits more, and 0.21 c and 0.81 c.
        let known = [(0.0, 100, 60), (0.0, 5, 2)];
        assert_eq!(best(&formula(2.0, 0.0, 0.1), &known).0, 0);
        assert_eq!(best(&formula(2.0, 0.0, 1.0), &known).0, 1);
    }

    #[test]
    fn every_so_many_selections_ignore_what_comes_later() {
        let params = SearchParams::new(Size::square(19), &Overrides::default());
        let formula = RaveFormula {
            insurance: 8,
            ..RaveFormula::new(&params, Size::square(19))
        };
        let children = children(&[(0.0, 10, 8), (0.0, 10, 5)]);
        for _ in 0..100 {
            children[1].add_amaf(3, Value::WIN);
        }
        let parent = Node::default();
        for visits in 0..32 {
            parent.set_visits(visits);
            let expected = usize::from(visits % 8 != 7);
            assert_eq!(formula.best(&parent, &children), Some(expected), "{visits}");
        }
    }
}
