//! What one move may cost, and the signals that end thinking from outside.

use super::Plan;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A signal from outside that thinking should stop and the best move so far be played.
///
/// It is raised for one command: the controller may interrupt a command only after it was read, so
/// the number of lines read tells which command is meant.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    line: Arc<AtomicU64>,
}

impl Interrupt {
    /// Interrupts the command in a line and all before it.
    pub fn raise(&self, line: u64) {
        self.line.fetch_max(line, Ordering::Relaxed);
    }

    /// Whether the command in a line is interrupted.
    #[must_use]
    pub fn is_raised_for(&self, line: u64) -> bool {
        self.line.load(Ordering::Relaxed) >= line
    }
}

/// What one move may cost. Thinking stops at whichever limit comes first.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Playouts in total, over all threads.
    pub playouts: Option<u64>,
    /// The moment at which thinking should end unless there is reason to go on; `None` if time that
    /// is not used is lost.
    pub target: Option<Instant>,
    /// The moment to stop.
    pub deadline: Option<Instant>,
    /// The interrupt and the line of the command.
    pub interrupt: Option<(Interrupt, u64)>,
}

impl Budget {
    /// A number of playouts and no other limit.
    #[must_use]
    pub fn of_playouts(playouts: u64) -> Budget {
        Budget {
            playouts: Some(playouts),
            ..Budget::default()
        }
    }

    /// The same with the times of a plan that begins at an instant.
    #[must_use]
    pub fn with_plan(self, start: Instant, plan: Plan) -> Budget {
        let desired = plan.is_saved.then_some(plan.desired);
        Budget {
            target: desired.and_then(|time| start.checked_add(time)),
            deadline: start.checked_add(plan.worst),
            ..self
        }
    }

    /// The same for a player that knows no reason to think on beyond the target.
    #[must_use]
    pub fn without_extension(&self) -> Budget {
        Budget {
            target: None,
            deadline: self.target.or(self.deadline),
            ..self.clone()
        }
    }

    /// Whether the interrupt was raised. Costs less than a look at the clock.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.interrupt
            .as_ref()
            .is_some_and(|(signal, line)| signal.is_raised_for(*line))
    }

    /// The time that is meant to be used from now on, `None` without a limit. Asks the clock.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        let end = self.target.or(self.deadline)?;
        Some(end.saturating_duration_since(Instant::now()))
    }

    /// Whether the deadline has passed or the interrupt was raised. Asks the clock.
    #[must_use]
    pub fn is_out_of_time(&self) -> bool {
        self.is_interrupted()
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn an_interrupt_means_the_commands_already_read() {
        let interrupt = Interrupt::default();
        interrupt.raise(3);
        let budget = |line| Budget {
            interrupt: Some((interrupt.clone(), line)),
            ..Budget::default()
        };
        assert!(budget(3).is_out_of_time() && !budget(4).is_out_of_time());
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
        assert_eq!(saved.without_extension().deadline, saved.target);
        assert!(saved.time_left().unwrap() <= Duration::from_secs(1));
        let fixed = Budget::default().with_plan(start, plan(false));
        assert_eq!(fixed.target, None);
        assert!(fixed.time_left().unwrap() > Duration::from_secs(2));
        assert_eq!(fixed.deadline, Some(start + Duration::from_secs(3)));
        assert_eq!(fixed.without_extension().deadline, fixed.deadline);
    }
}
