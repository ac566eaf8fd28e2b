//! `overrideSettings`: the settings of a query.

use super::Config;
use super::fields::{Remark, count, whole};
use crate::params::{Param, Params, ParsePerspectiveError};
use serde_json::{Map, Value};

/// The field they come in.
const FIELD: &str = "overrideSettings";

/// Moves of a best line after its first.
const DEFAULT_LINE: usize = 15;

/// The longest line that may be asked for.
pub(super) const LONGEST_LINE: usize = 1000;

/// Parameters that a query may set, besides the numbers of the search and those of play like people; the others are for the whole
/// program, or for playing.
const PARAMS: &[&str] = &["maxVisits", "maxTime"];

/// How the positions of a query are searched and reported.
#[derive(Clone, Debug)]
pub(super) struct QuerySettings {
    pub(super) params: Params,
    /// Moves of a best line after its first.
    pub(super) line: usize,
}

impl QuerySettings {
    /// Those of the server, but for what a query says. Names that mean nothing are returned.
    pub(super) fn new(
        config: &Config,
        overrides: &Map<String, Value>,
    ) -> Result<(QuerySettings, Vec<String>), Remark> {
        let mut settings = QuerySettings {
            params: Params {
                sandbox: None,
                ..config.params.clone()
            },
            line: DEFAULT_LINE,
        };
        let mut unknown = Vec::new();
        for (name, value) in overrides {
            let result = settings.set(name, value);
            if !result.map_err(|reason| bad(name, &reason))? {
                unknown.push(name.clone());
            }
        }
        let vain = settings.params.asks_people_in_vain();
        if let Some(reason) = vain.filter(|_| config.params.asks_people_in_vain() != vain) {
            return Err(Remark::new(
                FIELD,
                format!("Could not set settings: {reason}"),
            ));
        }
        // A query may say what it costs, within the time of the sandbox.
        let times = settings
            .params
            .time
            .into_iter()
            .chain(config.params.sandbox);
        settings.params.time = times.min();
        Ok((settings, unknown))
    }

    /// Sets one of them; false if there is none of the name.
    pub(super) fn set(&mut self, name: &str, value: &Value) -> Result<bool, String> {
        match name {
            "reportAnalysisWinratesAs" => {
                let perspective = text(value).parse();
                self.params.perspective =
                    perspective.map_err(|reason: ParsePerspectiveError| reason.to_string())?;
            }
            "analysisPVLen" => {
                let line = count(value, LONGEST_LINE);
                self.line = line.ok_or("an integer from 1 to 1000 expected")?;
            }
            _ => {
                let is_for_query = |param: &&Param| {
                    param.is_tuned() || param.is_about_people() || PARAMS.contains(&param.name)
                };
                let Some(param) = Param::find(name).ok().filter(is_for_query) else {
                    return Ok(false);
                };
                let result = param.set(&mut self.params, &text(value));
                result.map_err(|reason| reason.to_string())?;
            }
        }
        Ok(true)
    }
}

fn bad(name: &str, reason: &str) -> Remark {
    Remark::new(FIELD, format!("Could not set settings: {name}: {reason}"))
}

/// A value as parameters are written: `500.0` is `500`.
fn text(value: &Value) -> String {
    match (value, whole(value)) {
        (_, Some(number)) => number.to_string(),
        (Value::String(text), _) => text.clone(),
        _ => value.to_string(),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::AtEnd;
    use super::*;
    use crate::go::Color;
    use crate::params::Perspective;
    use serde_json::json;
    use std::time::Duration;

    /// A server for tests.
    pub(in crate::analysis) fn config() -> Config {
        let mut params = Params {
            visits: Some(30),
            perspective: Perspective::Of(Color::Black),
            ..Params::default()
        };
        params.player.threads = 1;
        params.player.model = None;
        params.player.memory = 16 << 20;
        Config {
            params,
            workers: 2,
            seed: 1,
            at_end: AtEnd::Finish,
        }
    }

    fn settings(value: &Value) -> Result<(QuerySettings, Vec<String>), Remark> {
        QuerySettings::new(&config(), value.as_object().unwrap())
    }

    #[test]
    fn settings_have_kosumis_names_and_katagos() {
        let (settings, unknown) = settings(&json!({
            "maxVisits": 77.0, "maxTime": 8.5, "exploration": 0.25, "analysisPVLen": 3,
            "reportAnalysisWinratesAs": "sidetomove", "wideRootNoise": 0.04, "threads": 3, "nonsense": 1,
        }))
        .unwrap();
        assert_eq!(settings.params.visits, Some(77));
        assert_eq!(settings.params.time, Some(Duration::from_millis(8500)));
        assert_eq!(settings.params.perspective, Perspective::SideToMove);
        assert_eq!(settings.line, 3);
        assert_ne!(settings.params.player, config().params.player);
        assert_eq!(unknown, ["nonsense", "threads"]);
    }

    #[test]
    fn bad_values_are_refused() {
        for (name, value) in [
            ("maxVisits", json!(-1)),
            ("maxVisits", json!("many")),
            ("maxTime", json!([1])),
            ("exploration", json!(99)),
            ("analysisPVLen", json!(0)),
            ("reportAnalysisWinratesAs", json!("GREEN")),
        ] {
            let error = settings(&json!({ name: value })).unwrap_err();
            assert_eq!(error.field, "overrideSettings");
            assert!(error.text.contains(name), "{}", error.text);
        }
    }
}
