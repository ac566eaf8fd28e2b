//! Which move a playout follows down the tree.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "counts of visits in a formula"
)]

use super::Knobs;
use super::node::{Node, Numbers};

/// The formula of a selection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Formula {
    /// The inverse of the visits at which means and all-moves-as-first values weigh alike.
    rave: Option<f32>,
    insurance: u32,
    exploration: f32,
}

impl Formula {
    pub(super) fn new(knobs: &Knobs) -> Formula {
        Formula {
            rave: (knobs.rave > 0.0).then(|| 1.0 / knobs.rave_equivalence),
            insurance: knobs.rave_insurance as u32,
            exploration: knobs.exploration,
        }
    }

    /// The place of the best child that can be played; `None` if there is none.
    ///
    /// The value of a move is `beta * rave + (1 - beta) * mean` with `beta = R / (R + N + N R / E)`,
    /// where N are visits with priors, R all-moves-as-first visits and E the equivalence (Sylvain
    /// Gelly and David Silver 2011 in the form of Pachi). Every so many selections ignore R, so that
    /// no move is hidden for ever by what it is worth later.
    pub(super) fn best(self, parent: &Node, children: &[Node]) -> Option<usize> {
        let visits = parent.visits();
        let skips_rave = self.insurance > 0 && visits % self.insurance == self.insurance - 1;
        let inverse = self.rave.filter(|_| !skips_rave);
        match (inverse, self.exploration > 0.0) {
            (Some(inverse), false) => argmax(children, |numbers| with_rave(numbers, inverse)),
            (None, false) => argmax(children, mean),
            (inverse, true) => {
                let log = (visits as f32).max(1.0).ln();
                argmax(children, |numbers| {
                    let value = inverse
                        .map_or_else(|| mean(numbers), |inverse| with_rave(numbers, inverse));
                    value + self.exploration * (log / numbers.visits.max(1.0)).sqrt()
                })
            }
        }
    }
}

/// Wins by visits, priors included.
#[inline]
fn mean(numbers: &Numbers) -> f32 {
    numbers.wins / numbers.visits.max(f32::MIN_POSITIVE)
}

/// The mean with the all-moves-as-first values mixed in, as one fraction.
#[inline]
fn with_rave(numbers: &Numbers, inverse_equivalence: f32) -> f32 {
    let scale = 1.0 + numbers.amaf * inverse_equivalence;
    let weight = numbers.amaf + numbers.visits * scale;
    (numbers.amaf_wins + numbers.wins * scale) / weight.max(f32::MIN_POSITIVE)
}

#[inline]
fn argmax(children: &[Node], score: impl Fn(&Numbers) -> f32) -> Option<usize> {
    let mut best = None;
    let mut best_score = f32::NEG_INFINITY;
    for (place, child) in children.iter().enumerate() {
        let score = score(&child.numbers());
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

    #[test]
    fn the_fraction_is_the_weighted_mean() {
        for (visits, wins, amaf, amaf_wins) in [
            (10.0, 4.0, 30.0, 21.0),
            (500.0, 100.0, 2000.0, 1500.0),
            (7.0, 7.0, 0.0, 0.0),
        ] {
            let numbers = Numbers {
                visits,
                wins,
                amaf,
                amaf_wins,
            };
            let equivalence = 3000.0_f32;
            let beta = amaf / (amaf + visits + visits * amaf / equivalence);
            let rave = if amaf > 0.0 { amaf_wins / amaf } else { 0.0 };
            let expected = beta * rave + (1.0 - beta) * wins / visits;
            assert!((with_rave(&numbers, 1.0 / equivalence) - expected).abs() < 1e-5);
        }
    }
}
