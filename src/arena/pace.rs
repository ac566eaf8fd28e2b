//! The speed of play, as a word on the command line.
//!
//! | text | meaning |
//! |---|---|
//! | `none` | no limit |
//! | `absolute:300` | 300 seconds for the whole game |
//! | `canadian:60:30:10` | main time, then 30 seconds for every 10 stones |
//! | `byoyomi:60:10:3` | main time, then 3 periods of 10 seconds |
//! | `fischer:60:5`, `fischer:60:5:90:20` | main time and increment; the most on the clock and for a move |
//! | `move:2` | two seconds a move, which is Canadian time of one stone |
//! | `visits:1000` | visits a move and no clock |

use super::BadSetting;
use crate::clock::TimeControl;
use std::str::FromStr;
use std::time::Duration;

/// A time control, or a number of visits for each move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MatchPace {
    /// The clocks.
    pub control: TimeControl,
    /// Visits for a move.
    pub visits: Option<u64>,
}

impl FromStr for MatchPace {
    type Err = BadSetting;

    fn from_str(text: &str) -> Result<MatchPace, BadSetting> {
        let expected = "none, absolute:M, canadian:M:PERIOD:STONES, byoyomi:M:PERIOD:PERIODS, \
                        fischer:M:INCREMENT[:LIMIT:MOST], move:SECONDS or visits:N expected";
        let words: Vec<&str> = text.split(':').collect();
        let mut pace = MatchPace::default();
        let read = match words[..] {
            ["visits" | "playouts", text] => {
                positive(text).map(|visits| pace.visits = Some(visits))
            }
            _ => control(&words).map(|control| pace.control = control),
        };
        read.map(|()| pace)
            .ok_or_else(|| BadSetting::new("time", &text, &expected))
    }
}

fn control(words: &[&str]) -> Option<TimeControl> {
    Some(match *words {
        ["none"] => TimeControl::Unlimited,
        ["absolute", main] => TimeControl::Absolute {
            main: some_seconds(main)?,
        },
        ["canadian", main, period, stones] => TimeControl::Canadian {
            main: seconds(main)?,
            period: some_seconds(period)?,
            stones: positive(stones)?,
        },
        ["move", period] => return control(&["canadian", "0", period, "1"]),
        ["byoyomi", main, period, periods] => TimeControl::ByoYomi {
            main: seconds(main)?,
            period: some_seconds(period)?,
            periods: positive(periods)?,
        },
        ["fischer", main, increment, ref caps @ ..] => {
            let (main, increment) = (seconds(main)?, seconds(increment)?);
            let (limit, most_per_move) = match *caps {
                [] => (None, None),
                [limit, most] => (Some(some_seconds(limit)?), Some(some_seconds(most)?)),
                _ => return None,
            };
            if limit.is_some_and(|limit| limit < main) {
                return None;
            }
            TimeControl::Fischer {
                main,
                increment,
                limit,
                most_per_move,
            }
        }
        _ => return None,
    })
}

/// The longest time, far beyond any match.
const MOST_SECONDS: f64 = 1e6;

fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (0.0..=MOST_SECONDS)
        .contains(&seconds)
        .then(|| Duration::from_secs_f64(seconds))
}

fn some_seconds(text: &str) -> Option<Duration> {
    seconds(text).filter(|time| !time.is_zero())
}

fn positive<T: FromStr + Default + PartialOrd>(text: &str) -> Option<T> {
    let number = text.parse().ok();
    number.filter(|number| *number > T::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_system_is_understood() {
        let fixed: MatchPace = "move:2.5".parse().unwrap();
        let expected = TimeControl::Canadian {
            main: Duration::ZERO,
            period: Duration::from_millis(2500),
            stones: 1,
        };
        assert_eq!(fixed.control, expected);
        for text in ["visits:100", "playouts:100"] {
            let pace: MatchPace = text.parse().unwrap();
            assert_eq!(pace.visits, Some(100));
        }
        for text in [
            "none",
            "absolute:300",
            "canadian:0:30:10",
            "byoyomi:60:10:3",
            "fischer:60:5",
            "fischer:60:5:90:20",
        ] {
            assert!(text.parse::<MatchPace>().is_ok(), "{text}");
        }
    }

    #[test]
    fn everything_else_is_refused() {
        for text in [
            "",
            "60",
            "absolute",
            "absolute:0",
            "absolute:-1",
            "absolute:nan",
            "canadian:1:2",
            "canadian:1:2:0",
            "byoyomi:1:0:3",
            "fischer:9:1:5:2",
            "visits:0",
            "move:0",
            "move:1:2",
            "hourglass:5",
        ] {
            assert!(text.parse::<MatchPace>().is_err(), "{text}");
        }
    }
}
