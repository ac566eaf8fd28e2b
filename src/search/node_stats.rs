//! The evaluation of a node by a network, and the statistics of its subtree.
//!
//! # What threads see of each other
//!
//! - *The evaluation* of the first visit that ends at a node is written by its thread, the weight last ([`NodeStats::note`]):
//!   that releases the rest. Whoever finds a weight acquires it ([`NodeStats::is_evaluated`]) and sees the rest. Until then
//!   nobody computes with the evaluation, though visits of other threads may have ended here and below.
//! - *The node that keeps the position* is named by a thread that has seen it made. Its index is released and acquired
//!   ([`NodeStats::original`]), so that whoever follows it finds it made, with the chunk of memory it is in.
//! - *Counts* are sums, and `reach` is a maximum: nothing is lost. *Means, errors* and the utility of the evaluation are
//!   computed anew from the children at every visit. Where threads meet, one of two results may be lost or parts of both
//!   kept, until the next visit; each of them is a number that was right a moment ago.
//!
//! `src/search/tests/orders.rs` tries the first two in every order that the memory model allows.

use super::evaluation::Evaluation;
use crate::threads::checked::sync::atomic::{AtomicU32, Ordering};

/// A number that threads read and write without locks.
#[derive(Debug, Default)]
pub(super) struct AtomicFloat(AtomicU32);

impl AtomicFloat {
    pub(super) fn get(&self) -> f32 {
        f32::from_bits(self.0.load(Ordering::Relaxed))
    }

    pub(super) fn set(&self, number: f32) {
        self.0.store(number.to_bits(), Ordering::Relaxed);
    }

    /// Sets the number, and shows with it what this thread has written before.
    fn publish(&self, number: f32) {
        self.0.store(number.to_bits(), Ordering::Release);
    }

    /// Returns true if a number was set. With one that was published comes what was written before it.
    fn is_set(&self) -> bool {
        self.0.load(Ordering::Acquire) != 0
    }
}

/// The errors of one node where the network errs in like places: their sum and their weight.
pub(super) type Error = (f32, f32);

/// The evaluation of a node, and what it is worth by that and by its children. Everything is for the player who
/// makes its move.
///
/// Where several moves lead to the same position, one of their nodes keeps what is known of it; see
/// [`Tree::original`](super::tree::Tree::original). The others know their own visits alone.
#[derive(Debug, Default)]
pub(super) struct NodeStats {
    /// Visits by the move that have ended.
    count: AtomicU32,
    /// The node that keeps the position, if that is another one; 0 for none.
    original: AtomicU32,
    /// Visits at and below the position, by whatever move, and those of them that ended at it.
    visits: AtomicU32,
    ends: AtomicU32,
    /// The place behind the last of its children that a visit has gone to.
    reach: AtomicU32,
    /// Its own evaluation: the chance to win less that to lose, the score with its deviation, and what it weighs.
    balance: AtomicFloat,
    score: AtomicFloat,
    deviation: AtomicFloat,
    own_weight: AtomicFloat,
    /// The utility of that.
    own: AtomicFloat,
    /// The means over the node and what is below it, and what they weigh in those of its parent.
    weight: AtomicFloat,
    utility: AtomicFloat,
    square: AtomicFloat,
    win: AtomicFloat,
    /// Its place among the biases, and its error there.
    place: AtomicU32,
    error: AtomicFloat,
    error_weight: AtomicFloat,
}

impl NodeStats {
    /// Notes the evaluation of a visit that has ended at the node itself. The first one counts. `place` is that of
    /// its errors.
    pub(super) fn note(&self, evaluation: &Evaluation, place: u32) {
        if self.ends.fetch_add(1, Ordering::Relaxed) > 0 {
            return;
        }
        // An evaluation is for the player to move, the opponent of the one who made the move.
        self.balance.set(1.0 - 2.0 * evaluation.win);
        self.score.set(-evaluation.final_score);
        self.deviation.set(evaluation.deviation);
        self.place.store(place, Ordering::Relaxed);
        self.own_weight.publish(evaluation.weight);
    }

    /// Returns true if its own evaluation is there. Where two visits meet, that of the first may be on its way when the
    /// second has ended, or has even gone on to a child.
    pub(super) fn is_evaluated(&self) -> bool {
        self.own_weight.is_set()
    }

    /// Counts a visit by the move.
    pub(super) fn end_visit(&self) {
        self.count.fetch_add(1, Ordering::Relaxed);
    }

    /// Visits by the move that have ended.
    pub(super) fn count(&self) -> u32 {
        self.count.load(Ordering::Relaxed)
    }

    pub(super) fn set_count(&self, count: u32) {
        self.count.store(count, Ordering::Relaxed);
    }

    /// The node that keeps the position, if that is another one.
    pub(super) fn original(&self) -> Option<u32> {
        Some(self.original.load(Ordering::Acquire)).filter(|&index| index > 0)
    }

    /// Says which node keeps the position. Who reads it sees that node as this thread does.
    pub(super) fn set_original(&self, index: u32) {
        self.original.store(index, Ordering::Release);
    }

    /// Makes this a copy of another one.
    pub(super) fn copy_from(&self, other: &NodeStats) {
        let NodeStats {
            count,
            original,
            visits,
            ends,
            reach,
            balance,
            score,
            deviation,
            own_weight,
            own,
            weight,
            utility,
            square,
            win,
            place,
            error,
            error_weight,
        } = self;
        let pairs = [
            (count, &other.count),
            (original, &other.original),
            (visits, &other.visits),
            (ends, &other.ends),
            (reach, &other.reach),
            (&balance.0, &other.balance.0),
            (&score.0, &other.score.0),
            (&deviation.0, &other.deviation.0),
            (&own_weight.0, &other.own_weight.0),
            (&own.0, &other.own.0),
            (&weight.0, &other.weight.0),
            (&utility.0, &other.utility.0),
            (&square.0, &other.square.0),
            (&win.0, &other.win.0),
            (place, &other.place),
            (&error.0, &other.error.0),
            (&error_weight.0, &other.error_weight.0),
        ];
        for (to, from) in pairs {
            to.store(from.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }

    /// Returns true if a visit by the move has ended.
    pub(super) fn is_known(&self) -> bool {
        self.count() > 0
    }

    /// Visits at and below the position.
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    pub(super) fn set_visits(&self, visits: u32) {
        self.visits.store(visits, Ordering::Relaxed);
    }

    /// Visits that ended at the position, at least 1.
    pub(super) fn ends(&self) -> u32 {
        self.ends.load(Ordering::Relaxed).max(1)
    }

    /// The place behind the last of its children that a visit has gone to, 0 if there is none.
    #[inline]
    pub(super) fn reach(&self) -> usize {
        self.reach.load(Ordering::Relaxed) as usize
    }

    /// Notes that a visit goes to the child at a place.
    #[inline]
    pub(super) fn note_visited(&self, place: usize) {
        if self.reach() <= place {
            self.reach.fetch_max(place as u32 + 1, Ordering::Relaxed);
        }
    }

    /// Its own evaluation: the chance to win less that to lose, the score, and the deviation of that.
    pub(super) fn evaluation(&self) -> (f32, f32, f32) {
        let Self {
            balance,
            score,
            deviation,
            ..
        } = self;
        (balance.get(), score.get(), deviation.get())
    }

    /// The chance of winning by its own evaluation.
    pub(super) fn own_win(&self) -> f32 {
        f32::midpoint(self.balance.get(), 1.0)
    }

    /// What the visits that ended at the position weigh together.
    #[expect(clippy::cast_precision_loss, reason = "visits are few")]
    pub(super) fn own_weight(&self) -> f32 {
        self.ends() as f32 * self.own_weight.get()
    }

    /// The utility of its own evaluation.
    pub(super) fn own(&self) -> f32 {
        self.own.get()
    }

    pub(super) fn set_own(&self, own: f32) {
        self.own.set(own);
    }

    /// Sets the means.
    pub(super) fn set(&self, weight: f32, utility: f32, square: f32, win: f32) {
        self.weight.set(weight);
        self.utility.set(utility);
        self.square.set(square);
        self.win.set(win);
    }

    /// What the means weigh.
    pub(super) fn weight(&self) -> f32 {
        self.weight.get()
    }

    /// The mean utility.
    pub(super) fn utility(&self) -> f32 {
        self.utility.get()
    }

    /// The mean square of the utilities.
    pub(super) fn square(&self) -> f32 {
        self.square.get()
    }

    /// The mean chance of winning.
    pub(super) fn win(&self) -> f32 {
        self.win.get()
    }

    /// Its place among the biases.
    pub(super) fn place(&self) -> u32 {
        self.place.load(Ordering::Relaxed)
    }

    /// Its error there.
    pub(super) fn error(&self) -> Error {
        (self.error.get(), self.error_weight.get())
    }

    pub(super) fn set_error(&self, (error, weight): Error) {
        self.error.set(error);
        self.error_weight.set(weight);
    }

    /// How the utilities are spread about their mean.
    pub(super) fn spread(&self) -> Spread {
        Spread::new(self.utility(), self.square())
    }
}

/// The number of standard errors between a value and its lower bound.
pub(super) const BOUND_ERRORS: f64 = 5.0;

/// The utilities of a few evaluations may be the same by chance.
const LEAST_VARIANCE: f32 = 1e-4;

/// The errors of Student's distribution that are as unlikely as some of the normal one, if the deviation was
/// found from a count of numbers (the approximation of Wallace 1959, turned around).
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
    /// From the mean and the mean square.
    pub(super) fn new(mean: f32, square: f32) -> Spread {
        let variance = square - mean * mean;
        Spread {
            mean: mean.into(),
            deviation: variance.max(LEAST_VARIANCE).sqrt().into(),
        }
    }

    /// Returns a bound that the true mean is almost surely not below.
    pub(super) fn bound(self, visits: u32) -> f64 {
        self.mean - self.radius(visits)
    }

    /// Returns how far below the mean this bound is.
    pub(super) fn radius(self, visits: u32) -> f64 {
        widened(BOUND_ERRORS, visits) * self.deviation / f64::from(visits.max(1)).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_the_same_in_everything() {
        let [one, other] = [NodeStats::default(), NodeStats::default()];
        (0..3).for_each(|_| one.end_visit());
        one.ends.store(2, Ordering::Relaxed);
        one.note_visited(5);
        one.place.store(7, Ordering::Relaxed);
        one.set_original(8);
        one.set_visits(10);
        one.balance.set(0.1);
        one.score.set(0.2);
        one.deviation.set(0.3);
        one.set_own(0.4);
        one.set(0.5, 0.6, 0.7, 0.8);
        one.set_error((0.9, 1.0));
        assert_ne!(format!("{one:?}"), format!("{other:?}"));
        other.copy_from(&one);
        assert_eq!(format!("{one:?}"), format!("{other:?}"));
    }

    #[test]
    fn the_first_evaluation_of_a_node_counts() {
        let stats = NodeStats::default();
        for (win, place) in [(0.75, 3), (0.25, 4)] {
            let evaluation = Evaluation {
                win,
                final_score: 8.0 * win,
                ..Evaluation::default()
            };
            stats.note(&evaluation, place);
        }
        let found = [&stats.balance, &stats.score].map(AtomicFloat::get);
        assert!((found[0] + 0.5).abs() < 1e-6, "{found:?}");
        assert!((found[1] + 6.0).abs() < 1e-6, "{found:?}");
        assert_eq!(stats.place.load(Ordering::Relaxed), 3);
        assert_eq!(stats.ends.load(Ordering::Relaxed), 2);
    }

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

    #[test]
    fn a_bound_is_as_far_below_the_mean_as_few_visits_ask_for() {
        // A mean of 0.25 and a variance of 0.3125 - 0.0625.
        let spread = Spread::new(0.25, 0.3125);
        assert!((spread.deviation - 0.5).abs() < 1e-6);
        for visits in [6, 11, 31, 1000] {
            let errors = (0.25 - spread.bound(visits)) * f64::from(visits).sqrt() / 0.5;
            assert!(
                (errors - widened(BOUND_ERRORS, visits)).abs() < 1e-5,
                "{visits}"
            );
        }
        // As unlikely as 5 of the normal distribution are 11.17 of Student's with ten degrees of freedom, computed by
        // numeric integration, and 5 with many.
        let errors = |visits: u32| (0.25 - spread.bound(visits)) * f64::from(visits).sqrt() / 0.5;
        assert!((errors(11) / 11.17 - 1.0).abs() < 0.02, "{}", errors(11));
        assert!((errors(1_000_000) - 5.0).abs() < 1e-2);
        // What has no variance by chance has the least one.
        assert!((Spread::new(0.5, 0.25).deviation - 0.01).abs() < 1e-6);
    }
}
