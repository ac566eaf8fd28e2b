//! The limits of one move, and the flag that stops a search from outside.

use super::Plan;
use crate::threads::checked::sync::Arc;
use crate::threads::checked::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use web_time::Instant;

/// A flag that stops a search, which then returns the best move so far.
///
/// Clones share the flag: whoever waits keeps one, whoever thinks has another in its [`Budget`]. It says nothing but that the
/// search shall end, and needs no order: it is seen at the next visit or soon after. What else its holders have to tell each
/// other goes through channels and locks.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Raises the flag. It is never lowered.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns true if the flag was raised. Costs less than reading the clock.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What one move may cost. Thinking stops at whichever limit comes first.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// New visits in total, over all threads. No more are made than these.
    pub visits: Option<u64>,
    /// True if a search makes all of these visits. Otherwise it ends as soon as the visits that are left cannot
    /// change which move has most of them.
    pub is_exact: bool,
    /// The moment at which thinking should end unless there is reason to go on; `None` if time that
    /// is not used is lost.
    pub target: Option<Instant>,
    /// The moment to stop.
    pub deadline: Option<Instant>,
    /// Ends thinking from outside; by itself never raised.
    pub stop: Stop,
}

impl Budget {
    /// A number of visits, not more and not fewer.
    pub fn of_visits(visits: u64) -> Budget {
        Budget {
            is_exact: true,
            ..Budget::up_to(visits)
        }
    }

    /// A number of visits at most, fewer if the choice is clear before.
    pub fn up_to(visits: u64) -> Budget {
        Budget {
            visits: Some(visits),
            ..Budget::default()
        }
    }

    /// Returns the same budget with the times of a plan that begins at an instant.
    #[must_use]
    pub fn with_plan(self, start: Instant, plan: Plan) -> Budget {
        let desired = plan.is_saved.then_some(plan.desired);
        Budget {
            target: desired.and_then(|time| start.checked_add(time)),
            deadline: start.checked_add(plan.worst),
            ..self
        }
    }

    /// Returns the same budget for a player that knows no reason to think on beyond the target.
    #[must_use]
    pub fn without_extension(&self) -> Budget {
        Budget {
            target: None,
            deadline: self.target.or(self.deadline),
            ..self.clone()
        }
    }

    /// Returns the moment at which thinking should have ended: the target, long before the deadline, unless there was reason
    /// to go on.
    pub fn due(&self, is_extended: bool) -> Option<Instant> {
        self.target.filter(|_| !is_extended).or(self.deadline)
    }

    /// Returns the time that is meant to be used from now on, `None` without a limit. Asks the clock.
    pub fn time_left(&self) -> Option<Duration> {
        let end = self.target.or(self.deadline)?;
        Some(end.saturating_duration_since(Instant::now()))
    }

    /// Returns true if the deadline has passed or the flag was raised. Asks the clock.
    pub fn is_out_of_time(&self) -> bool {
        let is_past = |deadline| Instant::now() >= deadline;
        self.stop.is_raised() || self.deadline.is_some_and(is_past)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_raised_flag_ends_every_budget_that_shares_it_and_no_other() {
        let stop = Stop::default();
        let budget = Budget {
            stop: stop.clone(),
            ..Budget::default()
        };
        assert!(!budget.is_out_of_time());
        stop.raise();
        assert!(budget.is_out_of_time() && budget.without_extension().is_out_of_time());
        assert!(!Budget::default().is_out_of_time());
    }

    #[test]
    fn only_saved_time_has_a_target() {
        let start = Instant::now();
        let plan = |is_saved| Plan {
            desired: Duration::from_secs(1),
            worst: Duration::from_secs(3),
            is_saved,
        };
        let saved = Budget::default().with_plan(start, plan(true));
        assert_eq!(saved.target, Some(start + Duration::from_secs(1)));
        assert_eq!(
            [saved.due(false), saved.due(true)],
            [saved.target, saved.deadline]
        );
        assert_eq!(saved.without_extension().deadline, saved.target);
        assert!(saved.time_left().unwrap() <= Duration::from_secs(1));
        let fixed = Budget::default().with_plan(start, plan(false));
        assert_eq!(fixed.target, None);
        assert_eq!(fixed.due(false), fixed.deadline);
        assert!(fixed.time_left().unwrap() > Duration::from_secs(2));
        assert_eq!(fixed.deadline, Some(start + Duration::from_secs(3)));
        assert_eq!(fixed.without_extension().deadline, fixed.deadline);
    }
}
