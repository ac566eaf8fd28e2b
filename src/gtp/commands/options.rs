//! Parameters under Leela Zero's names.

use super::{Answer, Args, Conversation, GtpError, lines};
use crate::engine::Settings;
use crate::names::{did_you_mean, nearest};
use crate::params::{Kind, Param, ParamError, Params};

/// An option of Leela Zero: a whole number between two bounds, or true or false as 1 or 0.
struct LzOption {
    name: &'static str,
    /// The name of the parameter behind it.
    param: &'static str,
    /// How many of its units are one unit of the parameter.
    scale: f64,
    least: i32,
    most: i32,
}

/// More visits than anybody waits for.
const MOST_VISITS: i32 = 1_000_000_000;

/// The parameter behind the percentage of resignation.
const RESIGNATION: &str = "resign_threshold";

const OPTIONS: &[LzOption] = &[
    option("Visits", "maxVisits", 1.0, 0, MOST_VISITS),
    option("Playouts", "maxVisits", 1.0, 0, MOST_VISITS),
    option("Lagbuffer", "lagBuffer", 100.0, 0, 3000),
    // 0 for never, -1 for the usual percentage.
    option("Resign Percentage", RESIGNATION, 100.0, -1, 50),
    option("Pondering", "ponderingEnabled", 1.0, 0, 1),
    option("Maximum Memory Use (MiB)", "memory_mb", 1.0, 1, 1 << 20),
];

const fn option(
    name: &'static str,
    param: &'static str,
    scale: f64,
    least: i32,
    most: i32,
) -> LzOption {
    LzOption {
        name,
        param,
        scale,
        least,
        most,
    }
}

impl LzOption {
    fn param(&self) -> &'static Param {
        Param::find(self.param).expect("options have parameters")
    }

    fn get(&self, params: &Params) -> i32 {
        let text = self.param().get(params);
        match text.as_str() {
            _ if self.param == RESIGNATION && !params.player.resign => 0,
            "true" => 1,
            number => (number.parse().unwrap_or(0.0) * self.scale).round() as i32,
        }
    }

    fn set(&self, params: &mut Params, value: i32) -> Result<(), ParamError> {
        let mut number = f64::from(value) / self.scale;
        if self.param == RESIGNATION {
            params.player.resign = value != 0;
            if value <= 0 {
                number = Settings::default().resign_threshold;
            }
        }
        self.param().set(params, &number.to_string())
    }

    fn is_check(&self) -> bool {
        matches!(self.param().kind, Kind::Flag)
    }

    /// A line of the list.
    fn line(&self) -> String {
        let default = self.get(&Params::default());
        let (name, least, most) = (self.name, self.least, self.most);
        if self.is_check() {
            format!("option name {name} type check default {}", default != 0)
        } else {
            format!("option name {name} type spin default {default} min {least} max {most}")
        }
    }

    fn bad_value(&self) -> GtpError {
        GtpError::new(if self.is_check() {
            "invalid value: true or false is expected".to_owned()
        } else {
            let (least, most) = (self.least, self.most);
            format!("invalid value: a whole number from {least} to {most} is expected")
        })
    }

    fn parse(&self, text: &str) -> Option<i32> {
        if self.is_check() {
            let text = text.to_ascii_lowercase();
            return text.parse().ok().map(|is_on: bool| is_on.into());
        }
        let value = text.parse().ok()?;
        (self.least..=self.most).contains(&value).then_some(value)
    }
}

/// Sets `name NAME value VALUE`, or lists the options.
pub(super) fn lz_setoption(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let text = args.remainder();
    if text.is_empty() {
        return Ok(lines(OPTIONS.iter().map(LzOption::line)));
    }
    let words = || text.strip_prefix("name ")?.rsplit_once(" value ");
    let (name, value) = words().ok_or_else(|| GtpError::expected("name and value", text))?;
    let option = OPTIONS
        .iter()
        .find(|option| option.name.eq_ignore_ascii_case(name.trim()))
        .ok_or_else(|| {
            let near = nearest(name.trim(), OPTIONS.iter().map(|option| option.name));
            GtpError::expected("option", name).followed_by(&did_you_mean(near))
        })?;
    let value = option.parse(value.trim());
    let value = value.ok_or_else(|| option.bad_value())?;
    option.set(&mut talk.session.params, value)?;
    Ok(String::new())
}

pub(super) fn lz_memory_report(talk: &mut Conversation) -> String {
    let most = talk.session.params.player.memory >> 20;
    let search = talk.session.engine.search();
    let used = search.map_or(0, |search| search.bytes_in_use() >> 20);
    format!("Estimated total memory consumption: {most} MiB.\nSearch tree: {used} MiB")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_round_trip() {
        let mut params = Params::default();
        for option in OPTIONS {
            let before = option.get(&params);
            option.set(&mut params, before).unwrap();
            assert_eq!(params, Params::default(), "{}", option.name);
            for bad in ["", "x", "-2", "1e3", "99999999999999"] {
                assert_eq!(option.parse(bad), None, "{} {bad}", option.name);
            }
        }
        assert_eq!(OPTIONS[4].parse("True"), Some(1));
    }

    #[test]
    fn resignation_is_a_percentage() {
        let (mut params, option) = (Params::default(), &OPTIONS[3]);
        option.set(&mut params, 0).unwrap();
        assert!(!params.player.resign && option.get(&params) == 0);
        option.set(&mut params, 12).unwrap();
        assert!(params.player.resign && option.get(&params) == 12);
        option.set(&mut params, -1).unwrap();
        assert_eq!(params, Params::default());
    }
}
