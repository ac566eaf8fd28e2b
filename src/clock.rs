//! Time controls, the clock of a player, and the budget of a move.
//!
//! Time enters as the instant at which a command was read, and everything else is arithmetic. A [`Clock`] keeps count,
//! [`Clock::plan`] divides the time among the moves, and a [`Budget`] limits a search to its share.

mod budget;
mod plan;
mod processor;

pub use budget::{Budget, Stop};
pub use plan::{Delays, Plan};
pub use processor::{process_time, thread_time};

use std::fmt;
use std::time::Duration;

/// How much time the players have.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum TimeControl {
    /// As much as they like.
    #[default]
    Unlimited,
    /// For the whole game.
    Absolute {
        /// In total.
        main: Duration,
    },
    /// After the main time, a number of stones for every period; a period that was used up makes
    /// room for the next.
    Canadian {
        /// Before the first period.
        main: Duration,
        /// For `stones` stones.
        period: Duration,
        /// At least one.
        stones: u32,
    },
    /// After the main time, a number of periods; a move within a period does not use it up.
    ByoYomi {
        /// Before the first period.
        main: Duration,
        /// For one move.
        period: Duration,
        /// At least one.
        periods: u32,
    },
    /// Every move earns an increment.
    Fischer {
        /// At the start.
        main: Duration,
        /// After each move.
        increment: Duration,
        /// The clock never shows more.
        limit: Option<Duration>,
        /// For any single move.
        most_per_move: Option<Duration>,
    },
}

impl TimeControl {
    /// Returns the main time.
    pub const fn main(&self) -> Option<Duration> {
        match *self {
            TimeControl::Unlimited => None,
            TimeControl::Absolute { main }
            | TimeControl::Canadian { main, .. }
            | TimeControl::ByoYomi { main, .. }
            | TimeControl::Fischer { main, .. } => Some(main),
        }
    }

    /// Returns the length of a period of overtime, and the stones or periods that a player has when
    /// overtime begins.
    const fn overtime(&self) -> (Duration, u32) {
        match *self {
            TimeControl::Canadian { period, stones, .. } => (period, stones),
            TimeControl::ByoYomi {
                period, periods, ..
            } => (period, periods),
            _ => (Duration::ZERO, 0),
        }
    }
}

/// What is left to one player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
    /// Stones left in the period (Canadian) or periods left (byo-yomi) once overtime has begun.
    overtime: Option<u32>,
}

impl Clock {
    /// A full clock.
    pub fn new(control: TimeControl) -> Clock {
        let main = control.main().unwrap_or_default();
        let (period, count) = control.overtime();
        let starts_in_overtime = main.is_zero() && count > 0;
        Clock {
            control,
            left: if starts_in_overtime { period } else { main },
            overtime: starts_in_overtime.then_some(count),
        }
    }

    /// The time control.
    pub const fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Returns the time left in the main time or in the present overtime period.
    pub const fn left(&self) -> Duration {
        self.left
    }

    /// Returns the stones or periods left in overtime; 0 before it.
    pub fn overtime_left(&self) -> u32 {
        self.overtime.unwrap_or(0)
    }

    /// Returns how long the next move may take without loss on time; `None` for no limit.
    pub fn longest_move(&self) -> Option<Duration> {
        let (period, all) = self.control.overtime();
        let periods_behind = match (self.control, self.overtime) {
            (TimeControl::Canadian { .. }, None) => 1,
            (TimeControl::ByoYomi { .. }, None) => all,
            (TimeControl::ByoYomi { .. }, Some(periods)) => periods.saturating_sub(1),
            _ => 0,
        };
        let longest = self
            .left
            .saturating_add(period.saturating_mul(periods_behind));
        match self.control {
            TimeControl::Unlimited => None,
            TimeControl::Fischer {
                most_per_move: Some(most),
                ..
            } => Some(most.min(longest)),
            _ => Some(longest),
        }
    }

    /// Sets what a controller says is left: the time and, in overtime, the stones or periods.
    pub fn set_left(&mut self, left: Duration, overtime: u32) {
        self.left = left;
        self.overtime = (overtime > 0).then_some(overtime);
    }

    /// Counts the time that a move has used.
    pub fn spend(&mut self, used: Duration) {
        match self.control {
            TimeControl::Unlimited => {}
            TimeControl::Absolute { .. } => self.left = self.left.saturating_sub(used),
            TimeControl::Fischer {
                increment, limit, ..
            } => {
                let left = self.left.saturating_sub(used).saturating_add(increment);
                self.left = limit.map_or(left, |limit| left.min(limit));
            }
            TimeControl::Canadian { .. } | TimeControl::ByoYomi { .. } => self.spend_period(used),
        }
    }

    /// Counts the time of a move that may have been made in overtime.
    fn spend_period(&mut self, used: Duration) {
        let (period, full) = self.control.overtime();
        let (left, used, count) = match self.overtime {
            Some(count) => (self.left, used, count),
            None if used < self.left => {
                self.left -= used;
                return;
            }
            None => (period, used.saturating_sub(self.left), full),
        };
        let (left, count) = match self.control {
            TimeControl::ByoYomi { .. } => {
                let lost = used.as_nanos().checked_div(period.as_nanos());
                let lost = u32::try_from(lost.unwrap_or(0)).unwrap_or(u32::MAX);
                // Whoever plays on after a loss on time has the last period.
                (period, count.saturating_sub(lost).max(1))
            }
            _ if count <= 1 => (period, full),
            _ => (left.saturating_sub(used), count - 1),
        };
        (self.left, self.overtime) = (left, Some(count));
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |time: Duration| format!("{} s", time.as_secs_f64());
        let main = seconds(self.main().unwrap_or_default());
        let period = seconds(self.overtime().0);
        match *self {
            TimeControl::Unlimited => write!(f, "no limit"),
            TimeControl::Absolute { .. } => write!(f, "absolute: {main}"),
            TimeControl::Canadian { stones, .. } => {
                write!(
                    f,
                    "canadian: {main}, then {stones} stones in every {period}"
                )
            }
            TimeControl::ByoYomi { periods, .. } => {
                write!(f, "byoyomi: {main}, then {periods} periods of {period}")
            }
            TimeControl::Fischer {
                increment,
                limit,
                most_per_move,
                ..
            } => {
                let increment = seconds(increment);
                write!(f, "fischer: {main}, and {increment} for each move")?;
                if let Some(limit) = limit {
                    write!(f, ", no more than {} in all", seconds(limit))?;
                }
                if let Some(most) = most_per_move {
                    write!(f, ", at most {} for a move", seconds(most))?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = self.left.as_secs_f64();
        match (self.control, self.overtime) {
            (TimeControl::Unlimited, _) => write!(f, "no limit"),
            (TimeControl::Canadian { .. }, Some(stones)) => {
                write!(f, "{left:.2} s for {stones} stones")
            }
            (TimeControl::ByoYomi { .. }, Some(periods)) => {
                write!(f, "{left:.2} s, {periods} periods")
            }
            _ => write!(f, "{left:.2} s"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn canadian_periods_are_refilled() {
        let mut clock = Clock::new(TimeControl::Canadian {
            main: secs(10),
            period: secs(30),
            stones: 3,
        });
        clock.spend(secs(4));
        assert_eq!((clock.left(), clock.overtime), (secs(6), None));
        clock.spend(secs(8));
        assert_eq!((clock.left(), clock.overtime), (secs(28), Some(2)));
        clock.spend(secs(20));
        clock.spend(secs(1));
        assert_eq!((clock.left(), clock.overtime), (secs(30), Some(3)));
    }

    #[test]
    fn byo_yomi_keeps_periods_that_were_not_used_up() {
        let mut clock = Clock::new(TimeControl::ByoYomi {
            main: secs(0),
            period: secs(10),
            periods: 3,
        });
        clock.spend(secs(9));
        assert_eq!((clock.left(), clock.overtime), (secs(10), Some(3)));
        clock.spend(secs(15));
        assert_eq!((clock.left(), clock.overtime), (secs(10), Some(2)));
        // A period is used up to its last moment.
        clock.spend(secs(10));
        assert_eq!((clock.left(), clock.overtime), (secs(10), Some(1)));
    }

    #[test]
    fn byo_yomi_never_ends_however_late_a_move_comes() {
        let control = TimeControl::ByoYomi {
            main: secs(5),
            period: Duration::from_nanos(1),
            periods: 3,
        };
        for used in [secs(5), secs(60), secs(1 << 33), Duration::MAX] {
            let mut clock = Clock::new(control);
            clock.spend(used);
            let left = if used == secs(5) { 3 } else { 1 };
            assert_eq!(clock.overtime, Some(left), "{used:?}");
            assert_eq!(clock.left(), Duration::from_nanos(1));
            assert_eq!(
                clock.longest_move(),
                Some(Duration::from_nanos(left.into()))
            );
            clock.spend(secs(7));
            assert_eq!(clock.overtime, Some(1), "{used:?}");
        }
        // 2^32 periods and none.
        let mut clock = Clock::new(TimeControl::ByoYomi {
            main: Duration::ZERO,
            period: Duration::from_nanos(1),
            periods: 3,
        });
        clock.spend(Duration::from_nanos(1 << 32));
        assert_eq!(clock.overtime, Some(1));
    }

    #[test]
    fn main_time_ends_in_the_move_that_uses_it_up() {
        let (main, period) = (secs(10), secs(4));
        let mut clock = Clock::new(TimeControl::ByoYomi {
            main,
            period,
            periods: 3,
        });
        clock.spend(secs(9));
        assert_eq!((clock.left(), clock.overtime), (secs(1), None));
        assert_eq!(clock.longest_move(), Some(secs(13)));
        // A second of main time and two periods.
        clock.spend(secs(9));
        assert_eq!((clock.left(), clock.overtime), (period, Some(1)));
        assert_eq!(clock.longest_move(), Some(period));
        let mut clock = Clock::new(TimeControl::Absolute { main });
        clock.spend(secs(11));
        assert_eq!(clock.left(), Duration::ZERO);
        clock.set_left(secs(3), 0);
        assert_eq!((clock.left(), clock.overtime_left()), (secs(3), 0));
    }

    #[test]
    fn fischer_adds_up_to_its_limit() {
        let control = TimeControl::Fischer {
            main: secs(20),
            increment: secs(5),
            limit: Some(secs(22)),
            most_per_move: Some(secs(3)),
        };
        let mut clock = Clock::new(control);
        clock.spend(secs(1));
        assert_eq!(clock.left(), secs(22));
        clock.spend(secs(10));
        assert_eq!(clock.left(), secs(17));
    }

    #[test]
    fn the_longest_move_uses_all_that_is_left() {
        let longest = |control| Clock::new(control).longest_move();
        let (main, period) = (secs(10), secs(4));
        assert_eq!(longest(TimeControl::Unlimited), None);
        assert_eq!(longest(TimeControl::Absolute { main }), Some(main));
        let canadian = |main| TimeControl::Canadian {
            main,
            period,
            stones: 3,
        };
        assert_eq!(longest(canadian(main)), Some(secs(14)));
        assert_eq!(longest(canadian(secs(0))), Some(period));
        let byo_yomi = |main| TimeControl::ByoYomi {
            main,
            period,
            periods: 3,
        };
        assert_eq!(longest(byo_yomi(main)), Some(secs(22)));
        assert_eq!(longest(byo_yomi(secs(0))), Some(secs(12)));
        let fischer = TimeControl::Fischer {
            main,
            increment: period,
            limit: None,
            most_per_move: Some(secs(7)),
        };
        assert_eq!(longest(fischer), Some(secs(7)));
        let mut clock = Clock::new(fischer);
        clock.set_left(secs(5), 0);
        assert_eq!(clock.longest_move(), Some(secs(5)));
    }
}
