//! The clocks of a table.
//!
//! Instants come in as arguments; nothing here asks for the time. A clock stands still while a table has no listener.

use super::error::{WebError, WebResult};
use super::message::ControlOrder;
use super::report::rounded;
use super::views::{ClockView, TimeView};
use crate::clock::{Clock, TimeControl};
use crate::go::{ByColor, Color};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use web_time::Instant;

/// Time controls by name, with the fields that they have.
pub(super) const CONTROLS: [(&str, &[&str]); 5] = [
    ("none", &[]),
    ("absolute", &["main"]),
    ("byo-yomi", &["main", "period", "periods"]),
    ("canadian", &["main", "period", "stones"]),
    ("fischer", &["main", "increment", "limit", "most"]),
];

/// The longest time of a control, in seconds: a month.
const MOST_SECONDS: f64 = 2_678_400.0;

/// The most periods, and stones in a period.
const MOST_PERIODS: u32 = 1000;

impl ControlOrder {
    /// The time control; `None` for no clocks.
    pub(super) fn control(&self) -> WebResult<Option<TimeControl>> {
        let seconds = |name: &str, value: Option<f64>| {
            let value = value.unwrap_or(0.0);
            if (0.0..=MOST_SECONDS).contains(&value) {
                return Ok(Duration::from_secs_f64(value));
            }
            Err(WebError::Refused(format!(
                "{name}: from 0 to {MOST_SECONDS} seconds are expected"
            )))
        };
        let count = |name: &str, value: Option<u32>| match value.unwrap_or(1) {
            number @ 1..=MOST_PERIODS => Ok(number),
            _ => Err(WebError::Refused(format!(
                "{name}: from 1 to {MOST_PERIODS} are expected"
            ))),
        };
        let main = seconds("main", self.main)?;
        let period = seconds("period", self.period)?;
        let control = match self.kind.as_str() {
            "none" | "" => return Ok(None),
            "absolute" => TimeControl::Absolute { main },
            "byo-yomi" => TimeControl::ByoYomi {
                main,
                period,
                periods: count("periods", self.periods)?,
            },
            "canadian" => TimeControl::Canadian {
                main,
                period,
                stones: count("stones", self.stones)?,
            },
            "fischer" => TimeControl::Fischer {
                main,
                increment: seconds("increment", self.increment)?,
                limit: self
                    .limit
                    .map(|limit| seconds("limit", Some(limit)))
                    .transpose()?,
                most_per_move: self
                    .most
                    .map(|most| seconds("most", Some(most)))
                    .transpose()?,
            },
            other => return Err(WebError::Refused(format!("unknown time control '{other}'"))),
        };
        if Clock::new(control)
            .longest_move()
            .is_some_and(|most| most.is_zero())
        {
            return Err(WebError::refused(
                "the clocks would leave no time for a move",
            ));
        }
        Ok(Some(control))
    }
}

/// What is left on a clock, for files.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct TimeNote {
    seconds: f64,
    overtime: u32,
    /// Seconds that the move in progress has taken.
    used: f64,
}

/// Both clocks, of which one may run.
#[derive(Clone, Debug)]
pub(super) struct GameClocks {
    pub(super) order: ControlOrder,
    clocks: ByColor<Clock>,
    /// What the moves in progress have used before the clock was started last.
    used: ByColor<Duration>,
    running: Option<(Color, Instant)>,
}

impl GameClocks {
    /// Full clocks; `None` if none are asked for.
    pub(super) fn new(order: &ControlOrder) -> WebResult<Option<GameClocks>> {
        Ok(order.control()?.map(|control| GameClocks {
            order: order.clone(),
            clocks: ByColor::new_with(|_| Clock::new(control)),
            used: ByColor::default(),
            running: None,
        }))
    }

    /// Starts the clock of a player and stops the other one.
    pub(super) fn run(&mut self, color: Color, now: Instant) {
        if self.running.is_none_or(|(running, _)| running != color) {
            self.stop(now);
            self.running = Some((color, now));
        }
    }

    /// Stops both clocks; the move in progress goes on.
    pub(super) fn stop(&mut self, now: Instant) {
        if let Some((color, since)) = self.running.take() {
            self.used[color] += now.saturating_duration_since(since);
        }
    }

    /// Returns true if one of them runs.
    pub(super) const fn runs(&self) -> bool {
        self.running.is_some()
    }

    /// Ends a move.
    pub(super) fn press(&mut self, color: Color, now: Instant) {
        self.stop(now);
        let used = std::mem::take(&mut self.used[color]);
        self.clocks[color].spend(used);
    }

    /// The time that the move in progress of a player has taken.
    fn used(&self, color: Color, now: Instant) -> Duration {
        let running = self.running.filter(|(running, _)| *running == color);
        let since = running.map_or(Duration::ZERO, |(_, since)| {
            now.saturating_duration_since(since)
        });
        self.used[color] + since
    }

    /// Returns the player whose time is over.
    pub(super) fn fallen(&self, now: Instant) -> Option<Color> {
        let (color, _) = self.running?;
        let most = self.clocks[color].longest_move()?;
        (self.used(color, now) >= most).then_some(color)
    }

    /// A player's clock as it was before the move in progress, and when that has begun.
    pub(super) fn clock(&self, color: Color, now: Instant) -> (Clock, Instant) {
        let used = self.used(color, now);
        (self.clocks[color], now.checked_sub(used).unwrap_or(now))
    }

    /// The clocks at an instant, which is a number of milliseconds since 1970.
    pub(super) fn view(&self, now: Instant, millis: u64) -> ClockView {
        let time = |color| time_view(&self.clocks[color], self.used(color, now));
        ClockView {
            control: self.clocks.black.control().to_string(),
            black: time(Color::Black),
            white: time(Color::White),
            running: self.running.map(|(color, _)| color),
            at: millis,
        }
    }

    /// What files keep.
    pub(super) fn notes(&self, now: Instant) -> ByColor<TimeNote> {
        ByColor::new_with(|color| TimeNote {
            seconds: self.clocks[color].left().as_secs_f64(),
            overtime: self.clocks[color].overtime_left(),
            used: self.used(color, now).as_secs_f64(),
        })
    }

    /// Sets what files have kept.
    pub(super) fn restore(&mut self, notes: &ByColor<TimeNote>) {
        let seconds = |value: f64| Duration::try_from_secs_f64(value).unwrap_or_default();
        for color in Color::ALL {
            let TimeNote {
                seconds: left,
                overtime,
                used,
            } = notes[color];
            self.clocks[color].set_left(seconds(left), overtime);
            self.used[color] = seconds(used);
        }
    }
}

/// What a clock shows while a move takes time.
fn time_view(clock: &Clock, used: Duration) -> TimeView {
    let control = clock.control();
    let (name, period, full) = match *control {
        TimeControl::Canadian { period, stones, .. } => ("canadian", period, stones),
        TimeControl::ByoYomi {
            period, periods, ..
        } => ("byo-yomi", period, periods),
        _ => ("main", Duration::ZERO, 0),
    };
    let most = clock.longest_move().unwrap_or_default();
    let left = most.saturating_sub(used);
    let is_in_overtime = clock.overtime_left() > 0 || full > 0 && used >= clock.left();
    if !is_in_overtime {
        let shown = if full > 0 {
            clock.left().saturating_sub(used)
        } else {
            left
        };
        return TimeView {
            seconds: rounded(shown.as_secs_f64(), 2),
            period: "main",
            text: String::new(),
        };
    }
    let (seconds, count, word) = if name == "byo-yomi" && !period.is_zero() {
        // The last moment of a period belongs to it.
        let behind = left.as_nanos().saturating_sub(1) / period.as_nanos();
        let behind = u32::try_from(behind).unwrap_or(0);
        (left.saturating_sub(period * behind), behind + 1, "period")
    } else {
        let stones = if clock.overtime_left() > 0 {
            clock.overtime_left()
        } else {
            full
        };
        (left, stones, "stone")
    };
    let plural = if count == 1 { "" } else { "s" };
    TimeView {
        seconds: rounded(seconds.as_secs_f64(), 2),
        period: name,
        text: format!("{count} {word}{plural}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks(order: &ControlOrder) -> GameClocks {
        GameClocks::new(order).unwrap().unwrap()
    }

    fn order(kind: &str, main: f64) -> ControlOrder {
        ControlOrder {
            kind: kind.to_owned(),
            main: Some(main),
            period: Some(10.0),
            periods: Some(3),
            stones: Some(5),
            increment: Some(2.0),
            ..ControlOrder::default()
        }
    }

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn only_one_clock_runs_and_none_while_they_stand() {
        let start = Instant::now();
        let mut clocks = clocks(&order("absolute", 60.0));
        clocks.run(Color::Black, start);
        clocks.stop(start + seconds(10));
        clocks.run(Color::Black, start + seconds(100));
        let shown = |clocks: &GameClocks, color, now| {
            let view = clocks.view(now, 0);
            let time = if color == Color::Black {
                view.black
            } else {
                view.white
            };
            format!("{} {}", time.seconds, time.text)
        };
        let now = start + seconds(105);
        assert_eq!(shown(&clocks, Color::Black, now), "45 ");
        clocks.press(Color::Black, start + seconds(105));
        clocks.run(Color::White, start + seconds(105));
        assert_eq!(clocks.fallen(start + seconds(164)), None);
        assert_eq!(clocks.fallen(start + seconds(165)), Some(Color::White));
        let (clock, since) = clocks.clock(Color::White, start + seconds(110));
        assert_eq!((clock.left(), since), (seconds(60), start + seconds(105)));
        let notes = clocks.notes(start + seconds(110));
        let mut other = self::clocks(&order("absolute", 60.0));
        other.restore(&notes);
        let now = Instant::now();
        assert_eq!(shown(&other, Color::White, now), "55 ");
        assert_eq!(shown(&other, Color::Black, now), "45 ");
    }

    #[test]
    fn periods_are_counted_down() {
        let start = Instant::now();
        let mut clocks = clocks(&order("byo-yomi", 5.0));
        clocks.run(Color::Black, start);
        let shown = |clocks: &GameClocks, after| {
            let TimeView { seconds, text, .. } = clocks.view(start + self::seconds(after), 0).black;
            format!("{seconds} {text}")
        };
        assert_eq!(shown(&clocks, 4), "1 ");
        assert_eq!(shown(&clocks, 8), "7 3 periods");
        assert_eq!(shown(&clocks, 28), "7 1 period");
        assert_eq!(clocks.fallen(start + seconds(34)), None);
        assert_eq!(clocks.fallen(start + seconds(35)), Some(Color::Black));
        clocks.press(Color::Black, start + seconds(28));
        assert_eq!(shown(&clocks, 28), "10 1 period");
    }

    #[test]
    fn orders_that_make_no_sense_are_refused() {
        let none = ControlOrder::default();
        assert!(GameClocks::new(&none).unwrap().is_none());
        for (kind, main) in [
            ("sundial", 1.0),
            ("absolute", 0.0),
            ("absolute", -1.0),
            ("fischer", 1e300),
            ("absolute", f64::NAN),
        ] {
            assert!(
                GameClocks::new(&order(kind, main)).is_err(),
                "{kind} {main}"
            );
        }
        let endless = ControlOrder {
            stones: Some(0),
            ..order("canadian", 1.0)
        };
        assert!(GameClocks::new(&endless).is_err());
        for (kind, _) in &CONTROLS[1..] {
            assert!(GameClocks::new(&order(kind, 5.0)).unwrap().is_some());
        }
    }
}
