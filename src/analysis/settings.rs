//! `overrideSettings`: the settings of a query.

use super::Config;
use super::fields::{Remark, count, whole};
use crate::params::{Kind, Param, ParamError, Params};
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

const PERSPECTIVE: &str = "reportAnalysisWinratesAs";
const LINE: &str = "analysisPVLen";

/// Why a query may not set the others.
const OF_THE_SERVER: &str = "it is for the whole server, or for moves that are played";

/// The parameter that KataGo's queries name for what is one of analysis alone here.
const HISTORY: &str = "ignorePreRootHistory";
const HISTORY_OF_ANALYSIS: &str = "analysisIgnorePreRootHistory";

/// What was not set, and why, if the name is known.
pub(super) type Unset = (String, Option<&'static str>);

/// How the positions of a query are searched and reported.
#[derive(Clone, Debug)]
pub(super) struct QuerySettings {
    pub(super) params: Params,
    /// Moves of a best line after its first.
    pub(super) line: usize,
}

impl QuerySettings {
    /// Those of the server, but for what a query says. What was not set is returned.
    pub(super) fn new(
        config: &Config,
        overrides: &Map<String, Value>,
    ) -> Result<(QuerySettings, Vec<Unset>), Remark> {
        let mut settings = QuerySettings {
            params: Params {
                sandbox: None,
                ..config.params.clone()
            },
            line: DEFAULT_LINE,
        };
        let mut unset = Vec::new();
        for (name, value) in overrides {
            match settings.set(name, value) {
                Ok(()) => {}
                Err(ParamError::Unknown { .. }) => unset.push((name.clone(), None)),
                Err(ParamError::Refused { reason, .. }) => unset.push((name.clone(), Some(reason))),
                Err(reason) => return Err(bad(name, &reason)),
            }
        }
        let vain = settings.params.asks_people_in_vain();
        if let Some(reason) = vain.filter(|_| config.params.asks_people_in_vain() != vain) {
            return Err(Remark::new(
                FIELD,
                format!("Could not set settings: {reason}"),
            ));
        }
        settings.share_history();
        let checked = settings.params.check();
        checked
            .map_err(|reason| Remark::new(FIELD, format!("Could not set settings: {reason}")))?;
        // A query may say what it costs, within the time of the sandbox.
        let times = settings
            .params
            .time
            .into_iter()
            .chain(config.params.sandbox);
        settings.params.time = times.min();
        Ok((settings, unset))
    }

    /// Makes what KataGo calls by one name in its analysis that of analysis here.
    fn share_history(&mut self) {
        let [plain, of_analysis] = [HISTORY, HISTORY_OF_ANALYSIS].map(Param::find);
        if let (Ok(plain), Ok(of_analysis)) = (plain, of_analysis)
            && plain.is_set(&self.params)
        {
            let value = plain.get(&self.params);
            of_analysis
                .set(&mut self.params, &value)
                .expect("both are of one kind");
        }
    }

    /// Sets one of them.
    ///
    /// # Errors
    /// There is none of the name, or it is not for queries, or it cannot have the value.
    pub(super) fn set(&mut self, name: &str, value: &Value) -> Result<(), ParamError> {
        let text = text(value);
        let is_for_query = |param: &Param| {
            let is_named = PARAMS.contains(&param.name);
            is_named
                || param.is_tuned()
                || param.is_about_people()
                || param.name == PERSPECTIVE
                || param.name == LINE
        };
        match Param::find(name) {
            Ok(param) if !is_for_query(param) => Err(ParamError::Refused {
                name: name.to_owned(),
                reason: OF_THE_SERVER,
            }),
            Ok(param) if param.name == LINE => {
                let expected = ParamError::BadValue(Kind::Number(1, LONGEST_LINE as u64));
                self.line = count(value, LONGEST_LINE).ok_or(expected)?;
                Ok(())
            }
            _ => self.params.set(name, &text),
        }
    }
}

fn bad(name: &str, reason: &ParamError) -> Remark {
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
        params.player.threads = Some(1);
        params.player.model = None;
        params.player.memory = 16 << 20;
        Config {
            params,
            workers: 2,
            seed: 1,
            at_end: AtEnd::Finish,
        }
    }

    fn settings(value: &Value) -> Result<(QuerySettings, Vec<Unset>), Remark> {
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
        let expected = [("nonsense", None), ("threads", Some(OF_THE_SERVER))];
        assert_eq!(
            unknown,
            expected.map(|(name, reason)| (name.to_owned(), reason))
        );
    }

    #[test]
    fn katagos_name_of_history_is_for_analysis_here() {
        let (settings, unset) = settings(&json!({"ignorePreRootHistory": true})).unwrap();
        let param = Param::find(HISTORY_OF_ANALYSIS).unwrap();
        assert_eq!(
            (param.get(&settings.params), unset),
            ("true".to_owned(), Vec::new())
        );
    }

    #[test]
    fn bad_values_are_refused() {
        for (name, value) in [
            ("maxVisits", json!(-1)),
            ("maxVisits", json!("many")),
            ("maxTime", json!([1])),
            ("exploration", json!(99)),
            ("analysisPVLen", json!(0)),
            ("rootNumSymmetriesToSample", json!(9)),
            ("rootNumSymmetriesToSample", json!(1.5)),
            ("antiMirror", json!("perhaps")),
            // There is no network that could have learned it.
            ("playoutDoublingAdvantage", json!(1.5)),
            ("reportAnalysisWinratesAs", json!("GREEN")),
        ] {
            let error = settings(&json!({ name: value })).unwrap_err();
            assert_eq!(error.field, "overrideSettings");
            assert!(error.text.contains(name), "{}", error.text);
        }
    }
}
