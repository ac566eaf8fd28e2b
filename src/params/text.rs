//! Parameters from files: kosumi's own in TOML, and KataGo's.

use super::{ParamError, Params};
use thiserror::Error;

/// A text does not set parameters.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// It is no TOML.
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    /// A parameter cannot be set so.
    #[error("parameter {name}={value}: {reason}")]
    Param {
        /// Its name.
        name: String,
        /// What it was to be.
        value: String,
        /// Why not.
        reason: ParamError,
    },
}

/// What was passed over in a file of KataGo's, and why, if there is a reason.
pub type PassedOver<'a> = (&'a str, Option<&'static str>);

impl Params {
    /// Sets parameters by `name = value` in TOML.
    ///
    /// # Errors
    /// It is no TOML, a name is not known, or a value cannot be set; others may have been set by then.
    pub fn apply_toml(&mut self, text: &str) -> Result<(), SettingsError> {
        let table: toml::Table = text.parse()?;
        for (name, value) in table {
            let value = match value {
                toml::Value::String(text) => text,
                value => value.to_string(),
            };
            self.apply(&name, &value)?;
        }
        Ok(())
    }

    /// Sets parameters by `name = value` between separators, line ends or commas, as KataGo has them: what stands behind `#`
    /// is a comment. Returns what is passed over: names that kosumi does not know, what has no value, and settings of
    /// KataGo's that kosumi refuses, each with its reason if there is one.
    ///
    /// # Errors
    /// A value cannot be set; what came before it is set.
    pub fn apply_katago<'a>(
        &mut self,
        text: &'a str,
        separator: char,
    ) -> Result<Vec<PassedOver<'a>>, SettingsError> {
        let mut unknown = Vec::new();
        for pair in katago_pairs(text, separator) {
            let parts = pair.split_once('=');
            let parts = parts.map(|(name, value)| (name.trim(), value.trim()));
            let is_whole = |(name, value): &(&str, &str)| !name.is_empty() && !value.is_empty();
            let Some((name, value)) = parts.filter(is_whole) else {
                unknown.push((pair, None));
                continue;
            };
            match self.apply(name, value) {
                Err(SettingsError::Param {
                    reason: ParamError::Unknown { .. },
                    ..
                }) => unknown.push((name, None)),
                Err(SettingsError::Param {
                    reason: ParamError::Refused { reason, .. },
                    ..
                }) => unknown.push((name, Some(reason))),
                applied => applied?,
            }
        }
        Ok(unknown)
    }

    fn apply(&mut self, name: &str, value: &str) -> Result<(), SettingsError> {
        self.set(name, value)
            .map_err(|reason| SettingsError::Param {
                name: name.to_owned(),
                value: value.to_owned(),
                reason,
            })
    }
}

/// What stands between two separators without the comments, which begin with `#`.
fn katago_pairs(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let lines = text.split(separator);
    let pairs = lines.map(|line| line.split('#').next().unwrap_or_default().trim());
    pairs.filter(|pair| !pair.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toml_sets_what_it_names_and_knows_no_other_names() {
        let mut params = Params::default();
        let text = "playouts = 77 # a comment\nmodel = \"none\"\ntime = 1.5\npondering = true\n";
        params.apply_toml(text).unwrap();
        assert_eq!((params.visits, params.pondering), (Some(77), true));
        assert!(params.player.model.is_none());
        for text in [
            "nonsense = 1",
            "playouts = -1",
            "playouts",
            "[playouts]\nx = 1",
        ] {
            let mut params = params.clone();
            assert!(params.apply_toml(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_file_of_katago_sets_what_kosumi_knows() {
        let mut params = Params::default();
        let text = "# Logs\nlogDir = gtp_logs\n\nmaxVisits = 500 # visits\n#maxTime = 60\nallowResignation = false\n\
            numSearchThreads=2\nreportAnalysisWinratesAs = SIDETOMOVE\nodd line\nempty =\n";
        let unknown = params.apply_katago(text, '\n').unwrap();
        let reason = "the flags -v and --log say what is logged";
        assert_eq!(
            unknown,
            [
                ("logDir", Some(reason)),
                ("odd line", None),
                ("empty =", None)
            ]
        );
        assert_eq!((params.visits, params.player.threads()), (Some(500), 2));
        assert!(!params.player.resign && params.time.is_none());
        let more = "maxVisits=7,nonsense=/tmp/x,numSearchThreads=3,useGraphSearch=true";
        let unknown = params.apply_katago(more, ',').unwrap();
        assert_eq!(unknown, [("nonsense", None)]);
        assert_eq!((params.visits, params.player.threads()), (Some(7), 3));
        let error = params.apply_katago("maxVisits=x", ',').unwrap_err();
        assert_eq!(
            error.to_string(),
            "parameter maxVisits=x: invalid value: a whole number of 0 or more is expected"
        );
    }
}
