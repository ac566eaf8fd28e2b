//! What evaluations have told of a node beyond its value.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "sums of a search are far below 2^53, and squares are not negative"
)]

use super::evaluator::Evaluation;
use super::node::{Node, Value};
use super::report::BOUND_ERRORS;
use super::utility::{self, Utility};
use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, Ordering};

/// Sums over the evaluations at and below a node, for the player who makes its move. All threads add to
/// them without locks.
#[derive(Debug, Default)]
pub(super) struct Insight {
    /// The chances of winning, in parts of [`Value::WIN`].
    wins: AtomicU64,
    /// The squares of the utilities, in parts of [`SQUARE`].
    squares: AtomicU64,
    /// The scores and their deviations, in parts of [`POINT`].
    scores: AtomicI64,
    deviations: AtomicU64,
    /// Evaluations.
    count: AtomicU32,
    /// The value of the node's own evaluation.
    own: AtomicU32,
}

/// The errors of Student's distribution that are as unlikely as some of the normal one, if the deviation was found from so
/// many numbers (the approximation of Wallace 1959, turned around).
pub(super) fn widened(errors: f64, numbers: u32) -> f64 {
    let freedom = f64::from(numbers.max(2) - 1);
    let scaled = errors * (8.0 * freedom + 3.0) / (8.0 * freedom + 1.0);
    (freedom * (scaled * scaled / freedom).exp_m1()).sqrt()
}

/// The mean and the standard deviation of some utilities.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    mean: f64,
    pub(super) deviation: f64,
}

impl Spread {
    /// Returns a bound that the true mean is almost surely not below.
    pub(super) fn bound(self, visits: u32) -> f64 {
        self.mean - widened(BOUND_ERRORS, visits) * self.deviation / f64::from(visits.max(1)).sqrt()
    }
}

/// The utilities of a few evaluations may be the same by chance.
const LEAST_VARIANCE: f32 = 1e-4;

/// The parts of a squared utility.
const SQUARE: f32 = 65_536.0;

/// The parts of a point.
const POINT: f32 = 256.0;

impl Insight {
    /// Adds an evaluation. `is_own_player` tells that the player to move in it is the one whose sums these are.
    pub(super) fn add(&self, evaluation: &Evaluation, is_own_player: bool) {
        let (value, win, score) = if is_own_player {
            (evaluation.value, evaluation.win, evaluation.score)
        } else {
            let (value, win) = (evaluation.value.flipped(), 1.0 - evaluation.win);
            (value, win, -evaluation.score)
        };
        let utility = utility::of_share(share(value));
        let add = |sum: &AtomicU64, number: u64| sum.fetch_add(number, Ordering::Relaxed);
        add(&self.wins, Value::new(win).0.into());
        add(&self.squares, (utility * utility * SQUARE) as u64);
        let score = (score * POINT) as i64;
        self.scores.fetch_add(score, Ordering::Relaxed);
        add(&self.deviations, (evaluation.deviation * POINT) as u64);
        if self.count.fetch_add(1, Ordering::Relaxed) == 0 {
            self.own.store(value.0, Ordering::Relaxed);
        }
    }

    /// Makes this a copy of another one.
    pub(super) fn copy_from(&self, other: &Insight) {
        let Insight {
            wins,
            squares,
            scores,
            deviations,
            count,
            own,
        } = other;
        self.wins
            .store(wins.load(Ordering::Relaxed), Ordering::Relaxed);
        self.squares
            .store(squares.load(Ordering::Relaxed), Ordering::Relaxed);
        self.scores
            .store(scores.load(Ordering::Relaxed), Ordering::Relaxed);
        self.deviations
            .store(deviations.load(Ordering::Relaxed), Ordering::Relaxed);
        self.count
            .store(count.load(Ordering::Relaxed), Ordering::Relaxed);
        self.own
            .store(own.load(Ordering::Relaxed), Ordering::Relaxed);
    }

    /// Returns true if there are evaluations.
    pub(super) fn is_known(&self) -> bool {
        self.count.load(Ordering::Relaxed) > 0
    }

    /// The evaluations; 1 if there are none yet.
    pub(super) fn count(&self) -> f32 {
        self.count.load(Ordering::Relaxed).max(1) as f32
    }

    /// The mean chance of winning; a half without evaluations.
    pub(super) fn win(&self) -> f64 {
        match self.count.load(Ordering::Relaxed) {
            0 => 0.5,
            count => {
                let sum = self.wins.load(Ordering::Relaxed) as f64;
                sum / f64::from(Value::WIN.0) / f64::from(count)
            }
        }
    }

    /// The mean score and the mean of its deviations, in points.
    fn score(&self) -> (f32, f32) {
        let scores = self.scores.load(Ordering::Relaxed) as f32;
        let deviations = self.deviations.load(Ordering::Relaxed) as f32;
        (
            scores / POINT / self.count(),
            deviations / POINT / self.count(),
        )
    }

    /// Makes the sums of a node those that another formula of utility would have made, as far as its mean score
    /// tells. `sign` is 1 if the sums are Black's. No thread may use them meanwhile.
    pub(super) fn revalue(&self, node: &Node, old: &Utility, new: &Utility, sign: f32) {
        let (score, deviation) = self.score();
        let gain = new.gain_over(old, score, deviation, sign);
        let before = utility::of_share(node.numbers().wins / self.count());
        let squares = self.mean_square() + gain * (2.0 * before + gain);
        let squares = (squares.max(0.0) * self.count() * SQUARE) as u64;
        self.squares.store(squares, Ordering::Relaxed);
        let share = utility::share_of(gain);
        self.own
            .store(Value::new(self.own() + share).0, Ordering::Relaxed);
        node.add_to_mean(share, self.count.load(Ordering::Relaxed));
    }

    /// How the utilities are spread about their mean.
    pub(super) fn spread(&self, mean: f32) -> Spread {
        let variance = self.mean_square() - mean * mean;
        Spread {
            mean: mean.into(),
            deviation: variance.max(LEAST_VARIANCE).sqrt().into(),
        }
    }

    /// The mean square of the utilities.
    pub(super) fn mean_square(&self) -> f32 {
        self.squares.load(Ordering::Relaxed) as f32 / SQUARE / self.count()
    }

    /// The value of the node's own evaluation, 0 to 1.
    pub(super) fn own(&self) -> f32 {
        share(Value(self.own.load(Ordering::Relaxed)))
    }
}

fn share(value: Value) -> f32 {
    value.0 as f32 / Value::WIN.0 as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_numbers_widen_an_interval() {
        // Two-sided 95 % and 99.9 % of Student's distribution, from tables.
        for (errors, numbers, expected) in [
            (1.960, 6, 2.571),
            (1.960, 31, 2.042),
            (3.291, 11, 4.587),
            (3.291, 121, 3.373),
        ] {
            let found = widened(errors, numbers);
            assert!((found / expected - 1.0).abs() < 0.01, "{found} {expected}");
        }
        assert!(widened(5.0, 3) > 100.0 && widened(5.0, 0).is_finite());
        assert!((widened(5.0, 1_000_000) - 5.0).abs() < 1e-3);
    }
}
