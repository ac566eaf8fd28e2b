//! Parameters under the names that Leela Zero gives them.

use super::{Answer, Args, GtpError, Session};
use crate::engine::Settings;
use crate::params::Params;
use std::time::Duration;

/// An option of Leela Zero and the parameter behind it.
struct LzOption {
    name: &'static str,
    kind: LzKind,
    get: fn(&Params) -> i32,
    set: fn(&mut Params, i32),
}

/// What an option can be.
enum LzKind {
    /// A whole number between two bounds.
    Spin(i32, i32),
    /// True or false, as 1 or 0.
    Check,
}

/// More playouts than anybody waits for.
const MOST_PLAYOUTS: i32 = 1_000_000_000;

const OPTIONS: &[LzOption] = &[
    LzOption {
        name: "Visits",
        kind: LzKind::Spin(0, MOST_PLAYOUTS),
        get: playouts,
        set: set_playouts,
    },
    LzOption {
        name: "Playouts",
        kind: LzKind::Spin(0, MOST_PLAYOUTS),
        get: playouts,
        set: set_playouts,
    },
    // In hundredths of a second.
    LzOption {
        name: "Lagbuffer",
        kind: LzKind::Spin(0, 3000),
        get: |params| at_most(params.lag.as_millis() / 10),
        set: |params, value| params.lag = Duration::from_millis(10 * number(value)),
    },
    // 0 for never, -1 for the usual percentage.
    LzOption {
        name: "Resign Percentage",
        kind: LzKind::Spin(-1, 50),
        get: resign_percentage,
        set: set_resign_percentage,
    },
    LzOption {
        name: "Pondering",
        kind: LzKind::Check,
        get: |params| i32::from(params.pondering),
        set: |params, value| params.pondering = value != 0,
    },
    LzOption {
        name: "Maximum Memory Use (MiB)",
        kind: LzKind::Spin(1, 1 << 20),
        get: |params| at_most(mebibytes(params.player.memory)),
        set: |params, value| params.player.memory = number(value) << 20,
    },
];

fn playouts(params: &Params) -> i32 {
    at_most(params.playouts.unwrap_or(0))
}

fn set_playouts(params: &mut Params, value: i32) {
    params.playouts = Some(number(value)).filter(|&playouts| playouts > 0);
}

fn resign_percentage(params: &Params) -> i32 {
    if params.player.resign {
        (params.player.resign_threshold * 100.0).round() as i32
    } else {
        0
    }
}

fn set_resign_percentage(params: &mut Params, value: i32) {
    params.player.resign = value != 0;
    params.player.resign_threshold = match value {
        ..=0 => Settings::default().resign_threshold,
        _ => f64::from(value) / 100.0,
    };
}

/// A number, or the largest there is.
fn at_most(number: impl TryInto<i32>) -> i32 {
    number.try_into().unwrap_or(i32::MAX)
}

/// A number that is not negative.
fn number(value: i32) -> u64 {
    value.unsigned_abs().into()
}

const fn mebibytes(bytes: u64) -> u64 {
    bytes >> 20
}

impl LzOption {
    /// A line of the list.
    fn line(&self) -> String {
        let default = (self.get)(&Params::default());
        let name = self.name;
        match self.kind {
            LzKind::Spin(least, most) => {
                format!("option name {name} type spin default {default} min {least} max {most}")
            }
            LzKind::Check => format!("option name {name} type check default {}", default != 0),
        }
    }

    fn parse(&self, text: &str) -> Option<i32> {
        match self.kind {
            LzKind::Spin(least, most) => {
                let value = text.parse().ok()?;
                (least..=most).contains(&value).then_some(value)
            }
            LzKind::Check => text
                .to_ascii_lowercase()
                .parse()
                .ok()
                .map(i32::from as fn(bool) -> i32),
        }
    }
}

/// Sets `name NAME value VALUE`, or lists the options.
pub(super) fn lz_setoption(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let text = args.remainder();
    if text.is_empty() {
        let lines: Vec<String> = OPTIONS.iter().map(LzOption::line).collect();
        return Ok(lines.join("\n"));
    }
    let words = || text.strip_prefix("name ")?.rsplit_once(" value ");
    let (name, value) = words().ok_or_else(|| GtpError::expected("name and value", text))?;
    let option = OPTIONS
        .iter()
        .find(|option| option.name.eq_ignore_ascii_case(name.trim()))
        .ok_or_else(|| GtpError::expected("option", name))?;
    let value = option.parse(value.trim());
    (option.set)(
        &mut session.params,
        value.ok_or_else(|| GtpError::new("invalid value"))?,
    );
    Ok(String::new())
}

pub(super) fn lz_memory_report(session: &mut Session) -> String {
    let most = mebibytes(session.params.player.memory);
    let search = session.engine.search();
    let used = search.map_or(0, |search| mebibytes(search.bytes_in_use()));
    format!("Estimated total memory consumption: {most} MiB.\nSearch tree: {used} MiB")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_round_trip() {
        let mut params = Params::default();
        for option in OPTIONS {
            let before = (option.get)(&params);
            (option.set)(&mut params, before);
            assert_eq!(params, Params::default(), "{}", option.name);
            for bad in ["", "x", "-2", "1e3", "99999999999999"] {
                assert_eq!(option.parse(bad), None, "{} {bad}", option.name);
            }
        }
        assert_eq!(OPTIONS[4].parse("True"), Some(1));
    }

    #[test]
    fn resignation_is_a_percentage() {
        let mut params = Params::default();
        set_resign_percentage(&mut params, 0);
        assert!(!params.player.resign && resign_percentage(&params) == 0);
        set_resign_percentage(&mut params, 12);
        assert!(params.player.resign && resign_percentage(&params) == 12);
        set_resign_percentage(&mut params, -1);
        assert_eq!(params, Params::default());
    }
}
