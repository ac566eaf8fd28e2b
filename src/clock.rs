//! Time controls, the clock of a player, and the budget of one move.
//!
//! Time enters as the instant at which a command was read; everything else is arithmetic: a
//! [`Clock`] keeps count, [`Clock::plan`] shares out what it shows, a [`Budget`] holds a search to it.

mod budget;
mod plan;

pub use budget::{Budget, Stop};
pub use plan::{Delays, Plan};

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
    /// The main time.
    #[must_use]
    pub const fn main(&self) -> Option<Duration> {
        match *self {
            TimeControl::Unlimited => None,
            TimeControl::Absolute { main }
            | TimeControl::Canadian { main, .. }
            | TimeControl::ByoYomi { main, .. }
            | TimeControl::Fischer { main, .. } => Some(main),
        }
    }

    /// Stones or periods that a player has when overtime begins.
    const fn overtime_count(&self) -> u32 {
        match *self {
            TimeControl::Canadian { stones, .. } => stones,
            TimeControl::ByoYomi { periods, .. } => periods,
            _ => 0,
        }
    }

    const fn overtime(&self) -> Duration {
        match *self {
            TimeControl::Canadian { period, .. } | TimeControl::ByoYomi { period, .. } => period,
            _ => Duration::ZERO,
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
    #[must_use]
    pub fn new(control: TimeControl) -> Clock {
        let main = control.main().unwrap_or_default();
        let starts_in_overtime = main.is_zero() && control.overtime_count() > 0;
        Clock {
            control,
            left: if starts_in_overtime {
                control.overtime()
            } else {
                main
            },
            overtime: starts_in_overtime.then(|| control.overtime_count()),
        }
    }

    /// The time control.
    #[must_use]
    pub const fn control(&self) -> &TimeControl {
        &self.control
    }

    /// The time left in the main time or in the present overtime period.
    #[must_use]
    pub const fn left(&self) -> Duration {
        self.left
    }

    /// The stones or periods left in overtime; 0 before it.
    #[must_use]
    pub fn overtime_left(&self) -> u32 {
        self.overtime.unwrap_or(0)
    }

    /// The longest that the next move may take without loss on time; `None` for no limit.
    #[must_use]
    pub fn longest_move(&self) -> Option<Duration> {
        let periods = |count: u32| {
            self.control
                .overtime()
                .checked_mul(count)
                .unwrap_or(Duration::MAX)
        };
        Some(match (self.control, self.overtime) {
            (TimeControl::Unlimited, _) => return None,
            (TimeControl::Absolute { .. }, _) | (TimeControl::Canadian { .. }, Some(_)) => {
                self.left
            }
            (TimeControl::Canadian { .. }, None) => self.left.saturating_add(periods(1)),
            (TimeControl::ByoYomi { periods: all, .. }, None) => {
                self.left.saturating_add(periods(all))
            }
            (TimeControl::ByoYomi { .. }, Some(left)) => {
                self.left.saturating_add(periods(left.saturating_sub(1)))
            }
            (TimeControl::Fischer { most_per_move, .. }, _) => {
                most_per_move.map_or(self.left, |most| most.min(self.left))
            }
        })
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
            TimeControl::Canadian { period, stones, .. } => {
                self.spend_canadian(used, period, stones);
            }
            TimeControl::ByoYomi {
                period, periods, ..
            } => self.spend_byo_yomi(used, period, periods),
        }
    }

    fn spend_canadian(&mut self, used: Duration, period: Duration, stones: u32) {
        let Some(stones_left) = self.overtime else {
            if used < self.left {
                self.left -= used;
            } else {
                let over = used.saturating_sub(self.left);
                (self.left, self.overtime) = (period, Some(stones));
                self.spend_canadian(over, period, stones);
            }
            return;
        };
        if stones_left <= 1 {
            (self.left, self.overtime) = (period, Some(stones));
        } else {
            self.left = self.left.saturating_sub(used);
            self.overtime = Some(stones_left - 1);
        }
    }

    fn spend_byo_yomi(&mut self, used: Duration, period: Duration, periods: u32) {
        let mut used = used;
        let mut overtime = self.overtime;
        if overtime.is_none() {
            if used < self.left {
                self.left -= used;
                return;
            }
            used = used.saturating_sub(self.left);
            overtime = Some(periods);
        }
        let lost = if period.is_zero() {
            0
        } else {
            (used.as_nanos() / period.as_nanos()) as u32
        };
        self.left = period;
        self.overtime = Some(overtime.unwrap_or(periods).saturating_sub(lost).max(1));
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |time: Duration| format!("{} s", time.as_secs_f64());
        match *self {
            TimeControl::Unlimited => write!(f, "no limit"),
            TimeControl::Absolute { main } => write!(f, "absolute: {}", seconds(main)),
            TimeControl::Canadian {
                main,
                period,
                stones,
            } => write!(
                f,
                "canadian: {}, then {stones} stones in every {}",
                seconds(main),
                seconds(period)
            ),
            TimeControl::ByoYomi {
                main,
                period,
                periods,
            } => write!(
                f,
                "byoyomi: {}, then {periods} periods of {}",
                seconds(main),
                seconds(period)
            ),
            TimeControl::Fischer {
                main,
                increment,
                limit,
                most_per_move,
            } => {
                write!(
                    f,
                    "fischer: {}, and {} for each move",
                    seconds(main),
                    seconds(increment)
                )?;
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
        match (self.control, self.overtime) {
            (TimeControl::Unlimited, _) => write!(f, "no limit"),
            (TimeControl::Canadian { .. }, Some(stones)) => {
                write!(f, "{:.2} s for {stones} stones", self.left.as_secs_f64())
            }
            (TimeControl::ByoYomi { .. }, Some(periods)) => {
                write!(f, "{:.2} s, {periods} periods", self.left.as_secs_f64())
            }
            _ => write!(f, "{:.2} s", self.left.as_secs_f64()),
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
    }
}
