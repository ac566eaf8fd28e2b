//! How the time on a clock is divided among the moves.
//!
//! The main time follows Shih-Chieh Huang, Rémi Coulom and Shun-Shii Lin 2010 (Erica). A move gets a share of what is left,
//! `left / (C + max(M - ply, 0))`, so the middle game gets more than the opening. The longest time of a move is half of what is
//! left, or five times its share if that is less.

use super::{Clock, TimeControl};
use crate::go::Size;
use std::time::Duration;
use web_time::Instant;

/// Time for the next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What it should take.
    pub desired: Duration,
    /// What it may take if there is reason to think on; at least `desired`.
    pub worst: Duration,
    /// True if time that is not used is left for later moves.
    pub is_saved: bool,
}

impl Plan {
    /// Plans a time that is there for this move alone.
    pub const fn fixed(time: Duration) -> Plan {
        Plan {
            desired: time,
            worst: time,
            is_saved: false,
        }
    }

    /// Plans about `part` of a time that later moves need as well: `usable` is all that there is.
    fn saved(part: Duration, usable: Duration) -> Plan {
        let worst = (usable / 2).min(part.saturating_mul(MOST_PARTS));
        Plan {
            desired: part.min(worst),
            worst,
            is_saved: true,
        }
    }

    /// Returns the same plan with at least `free`, a time that costs later moves nothing.
    fn at_least(self, free: Duration) -> Plan {
        Plan {
            desired: self.desired.max(free),
            worst: self.worst.max(free),
            ..self
        }
    }

    fn at_most(self, most: Duration) -> Plan {
        Plan {
            desired: self.desired.min(most),
            worst: self.worst.min(most),
            ..self
        }
    }
}

/// The greatest number of parts that a move may take.
const MOST_PARTS: u32 = 5;

/// C and M of the formula above for the [classes](Size::class) of boards. Ray has a C of 20, 30 and 60; with
/// that, two fifths of a clock were left after a game, because searches that are settled stop early.
const PARTS: [(f64, f64); Size::CLASSES] = [(12.0, 0.0), (12.0, 0.0), (20.0, 30.0), (42.0, 80.0)];

/// The points of the largest board for which the formula is meant; larger ones get more parts.
const LARGEST: f64 = 361.0;

/// What is used of an increment at once.
const INCREMENT_PART: f64 = 0.9;

/// The number of parts into which the main time is divided before a move.
fn parts(size: Size, ply: usize) -> f64 {
    let (least, opening) = PARTS[size.class()];
    let scale = (f64::from(size.area() as u32) / LARGEST).max(1.0);
    scale * (least + (opening - f64::from(ply as u32)).max(0.0))
}

/// What is lost between the end of thinking and the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Delays {
    /// Kept back for the way to the controller and back.
    pub lag: Duration,
    /// By how much answers came too late of late, or could have: a maximum that fades.
    pub overrun: Duration,
}

/// A single delay counts for no more: a suspended computer says nothing about the next move.
const MOST_OVERRUN: Duration = Duration::from_secs(1);

impl Delays {
    /// Notes when a move was done that should have been done at a moment. `gap` is the longest time in which thinking did
    /// not look at the clock: had it come last, the move had been so late.
    pub fn note(&mut self, due: Option<Instant>, done: Instant, gap: Duration) {
        let late = due.map(|due| done.saturating_duration_since(due).max(gap));
        let late = late.unwrap_or_default().min(MOST_OVERRUN);
        self.overrun = late.max(self.overrun / 16 * 15);
    }

    /// The lag that is kept back unless another one is set.
    pub const USUAL_LAG: Duration = Duration::from_millis(200);

    /// Returns what can be used of a time: without the lag, but at least four fifths of it, or half where somebody has
    /// asked for more than the usual lag; and of that without twice what comes too late, since the next delay may be longer
    /// than those before, but at least a quarter.
    fn usable(self, time: Duration) -> Duration {
        let parts = if self.lag > Delays::USUAL_LAG { 2 } else { 5 };
        let in_time = time.saturating_sub(self.lag.min(time / parts));
        in_time.saturating_sub((2 * self.overrun).min(in_time / 4 * 3))
    }
}

impl Clock {
    /// Returns how long the next move may think; `None` for no limit. `moves_made` counts the moves of both
    /// players.
    pub fn plan(&self, size: Size, moves_made: usize, delays: Delays) -> Option<Plan> {
        let usable = delays.usable(self.left);
        let in_time = |part: Duration| part.saturating_sub(delays.overrun);
        let saved = |part| Plan::saved(in_time(part), usable);
        let part = usable.div_f64(parts(size, moves_made));
        Some(match (self.control, self.overtime) {
            (TimeControl::Unlimited, _) => return None,
            (TimeControl::Absolute { .. }, _) => saved(part),
            (TimeControl::Canadian { .. }, Some(0 | 1))
            | (TimeControl::ByoYomi { .. }, Some(_)) => Plan::fixed(usable),
            (TimeControl::Canadian { .. }, Some(stones)) => {
                saved(usable.div_f64(f64::from(stones)))
            }
            (TimeControl::Canadian { period, stones, .. }, None) => {
                let free = delays.usable(period).div_f64(f64::from(stones.max(1)));
                saved(part).at_least(in_time(free))
            }
            (TimeControl::ByoYomi { period, .. }, None) => {
                saved(part).at_least(delays.usable(period))
            }
            (
                TimeControl::Fischer {
                    increment,
                    most_per_move,
                    ..
                },
                _,
            ) => {
                let most = most_per_move.map_or(usable, |most| delays.usable(most));
                saved(part.saturating_add(increment.mul_f64(INCREMENT_PART))).at_most(most)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYSTEMS: [TimeControl; 6] = [
        TimeControl::Absolute { main: secs(60) },
        TimeControl::Canadian {
            main: secs(20),
            period: secs(10),
            stones: 5,
        },
        TimeControl::ByoYomi {
            main: secs(20),
            period: secs(5),
            periods: 3,
        },
        TimeControl::Fischer {
            main: secs(20),
            increment: secs(1),
            limit: None,
            most_per_move: None,
        },
        TimeControl::Fischer {
            main: secs(20),
            increment: secs(5),
            limit: Some(secs(22)),
            most_per_move: Some(secs(3)),
        },
        TimeControl::Canadian {
            main: secs(0),
            period: secs(2),
            stones: 1,
        },
    ];

    const DELAYS: Delays = Delays {
        lag: Duration::from_millis(100),
        overrun: Duration::from_millis(20),
    };

    const fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn no_clock_runs_out_even_if_every_move_takes_its_worst() {
        for control in SYSTEMS {
            for (side, worst) in [(9, false), (9, true), (19, false), (19, true), (25, true)] {
                let size = Size::square(side);
                let mut clock = Clock::new(control);
                for ply in (0..3 * size.area()).step_by(2) {
                    let plan = clock.plan(size, ply, DELAYS).unwrap();
                    assert!(plan.desired <= plan.worst, "{control:?} {plan:?}");
                    let used = if worst { plan.worst } else { plan.desired };
                    let delay = Duration::from_micros(100);
                    assert!(
                        clock.longest_move().unwrap() >= used + delay,
                        "{control:?} after {ply} moves: {plan:?}, {clock}"
                    );
                    clock.spend(used + delay);
                    // Periods of byo-yomi are for accidents.
                    if let TimeControl::ByoYomi { periods, .. } = control {
                        assert!([0, periods].contains(&clock.overtime_left()));
                    }
                }
            }
        }
    }

    #[test]
    fn most_of_the_time_is_used_and_the_opening_gets_less() {
        let mut clock = Clock::new(TimeControl::Absolute { main: secs(600) });
        let first = clock.plan(Size::square(19), 0, DELAYS).unwrap().desired;
        let mut longest = Duration::ZERO;
        for ply in (0..250).step_by(2) {
            let used = clock.plan(Size::square(19), ply, DELAYS).unwrap().desired;
            longest = longest.max(used);
            clock.spend(used);
        }
        assert!(clock.left() < secs(200), "{clock}");
        assert!(longest > first.mul_f64(1.3), "{longest:?} {first:?}");
    }

    #[test]
    fn overtime_is_used_up_and_time_for_one_move_is_not_saved() {
        let byo_yomi = Clock::new(TimeControl::ByoYomi {
            main: secs(0),
            period: secs(10),
            periods: 3,
        });
        let lag = Delays {
            lag: secs(1),
            overrun: secs(0),
        };
        let fixed = Plan::fixed(secs(9));
        assert_eq!(byo_yomi.plan(Size::square(9), 0, lag), Some(fixed));
        let canadian = |stones| {
            let period = secs(11);
            let main = secs(0);
            let control = TimeControl::Canadian {
                main,
                period,
                stones,
            };
            Clock::new(control).plan(Size::square(9), 0, lag).unwrap()
        };
        assert_eq!(canadian(1), Plan::fixed(secs(10)));
        let saved = Plan {
            desired: secs(2),
            worst: secs(5),
            is_saved: true,
        };
        assert_eq!(canadian(5), saved);
    }

    #[test]
    fn short_times_leave_time_to_think_whatever_the_lag() {
        let tenth = Duration::from_millis(100);
        let clock = Clock::new(TimeControl::Canadian {
            main: secs(0),
            period: tenth,
            stones: 1,
        });
        let lag = Delays {
            lag: secs(2),
            overrun: secs(0),
        };
        assert_eq!(
            clock.plan(Size::square(9), 0, lag),
            Some(Plan::fixed(tenth / 2))
        );
        let usual = Delays {
            lag: Delays::USUAL_LAG,
            overrun: secs(0),
        };
        assert_eq!(
            clock.plan(Size::square(9), 0, usual),
            Some(Plan::fixed(tenth / 5 * 4))
        );
        let late = Delays {
            overrun: secs(1),
            ..lag
        };
        assert_eq!(
            clock.plan(Size::square(9), 0, late),
            Some(Plan::fixed(tenth / 8))
        );
    }

    #[test]
    fn no_time_left_means_at_once_and_huge_values_do_not_overflow() {
        let clock = Clock::new(TimeControl::Absolute { main: secs(0) });
        let none = clock.plan(Size::square(19), 0, DELAYS).unwrap();
        assert_eq!((none.desired, none.worst), (secs(0), secs(0)));
        let long = secs(1 << 31);
        let mut clock = Clock::new(TimeControl::Canadian {
            main: long,
            period: long,
            stones: 1,
        });
        clock.spend(long * 3);
        assert!(clock.plan(Size::square(19), 0, DELAYS).is_some());
        let unlimited = Clock::new(TimeControl::Unlimited);
        assert_eq!(unlimited.plan(Size::square(19), 0, DELAYS), None);
    }

    #[test]
    fn an_overrun_fades() {
        let now = Instant::now();
        let mut delays = Delays::default();
        delays.note(Some(now), now + secs(100), Duration::ZERO);
        assert_eq!(delays.overrun, MOST_OVERRUN);
        delays.note(Some(now), now + Duration::from_millis(950), Duration::ZERO);
        assert_eq!(delays.overrun, Duration::from_millis(950));
        for _ in 0..100 {
            delays.note(None, now, secs(1));
        }
        assert!(delays.overrun < Duration::from_millis(10));
        // A move in time that could have been late.
        delays.note(Some(now), now, secs(1) / 2);
        assert_eq!(delays.overrun, secs(1) / 2);
    }
}
