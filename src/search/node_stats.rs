//! The evaluation of a node by a network, and the statistics of its subtree.

use super::evaluation::Evaluation;
use super::spread::Spread;
use std::sync::atomic::{AtomicU32, Ordering};

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
    /// Its own evaluation: the chance to win less that to lose, the score with its deviation.
    balance: AtomicFloat,
    score: AtomicFloat,
    deviation: AtomicFloat,
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
        Some(self.original.load(Ordering::Relaxed)).filter(|&index| index > 0)
    }

    pub(super) fn set_original(&self, index: u32) {
        self.original.store(index, Ordering::Relaxed);
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
}
