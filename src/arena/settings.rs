//! What a match is: everything that its results depend on, as `match.json` keeps it.
//!
//! Number of jobs, patience and the like are not part of it: they may change when a match is
//! resumed.

use super::pace::Pace;
use super::schedule::Shard;
use crate::go::rules::Preset;
use crate::go::{Record, Rules, Size};
use crate::sgf;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// A program by name and command line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramLine {
    /// As in the table of the match.
    pub name: String,
    /// As it was given, without the name.
    pub command: String,
}

impl ProgramLine {
    /// `NAME=COMMAND LINE`, or a command line that is its own name.
    #[must_use]
    pub fn parse(text: &str) -> ProgramLine {
        let text = text.trim();
        let is_name = |name: &&str| !name.is_empty() && !name.contains(char::is_whitespace);
        let named = text
            .split_once('=')
            .filter(|(name, _)| is_name(name) && !name.starts_with(['-', '/', '.']));
        let (name, command) = named.unwrap_or((text, text));
        ProgramLine {
            name: name.to_owned(),
            command: command.trim().to_owned(),
        }
    }
}

/// Everything that the results depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The program that plays in every game.
    pub first: ProgramLine,
    /// Its opponents.
    pub opponents: Vec<ProgramLine>,
    /// The command line of the program that decides where the players disagree about dead stones.
    pub referee: Option<String>,
    /// Whether the players play on where they disagree about dead stones.
    pub play_out: bool,
    /// Games against each opponent.
    pub games: u32,
    /// The board, `9` or `19x13`.
    pub size: String,
    /// The name of the rule set.
    pub rules: String,
    /// White's points.
    pub komi: f64,
    /// Handicap stones, 0 or at least 2.
    pub handicap: usize,
    /// See [`Pace`].
    pub time: String,
    /// Seconds by which a program may exceed its time, for delays that are not its own.
    pub tolerance: f64,
    /// A game of so many moves is counted as it stands.
    pub max_moves: usize,
    /// Of all random numbers.
    pub seed: u64,
    /// A hash of the collection of openings, if there is one.
    pub openings: Option<String>,
    /// The two hypotheses of a sequential test.
    pub sprt: Option<[f64; 2]>,
    /// Which part of the match this is.
    pub shard: Option<Shard>,
}

/// Why there can be no such match.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SettingsError {
    /// A value that is none of its kind.
    #[error("{what} '{value}': {reason}")]
    BadValue {
        /// Which setting.
        what: &'static str,
        /// The value.
        value: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The folder holds another match.
    #[error("the folder holds a match with other settings: {0}")]
    Differ(String),
}

impl SettingsError {
    /// A value that is none of its kind.
    pub(super) fn bad(
        what: &'static str,
        value: &dyn fmt::Display,
        reason: &dyn fmt::Display,
    ) -> SettingsError {
        SettingsError::BadValue {
            what,
            value: value.to_string(),
            reason: reason.to_string(),
        }
    }
}

impl Settings {
    /// The board.
    ///
    /// # Errors
    /// There is no such board.
    pub fn size(&self) -> Result<Size, SettingsError> {
        let bad = |reason: &dyn fmt::Display| SettingsError::bad("size", &self.size, reason);
        let side = |text: &str| text.parse::<u64>().map_err(|error| bad(&error));
        let (width, height) = self
            .size
            .split_once('x')
            .unwrap_or((&self.size, &self.size));
        Size::new(side(width)?, side(height)?).map_err(|error| bad(&error))
    }

    /// The rules.
    ///
    /// # Errors
    /// There are none of the name.
    pub fn rules(&self) -> Result<Rules, SettingsError> {
        let preset = Preset::find(&self.rules);
        preset
            .map(|preset| preset.rules)
            .map_err(|error| SettingsError::bad("rules", &self.rules, &error))
    }

    /// The time control.
    ///
    /// # Errors
    /// It is not written as one.
    pub fn pace(&self) -> Result<Pace, SettingsError> {
        self.time.parse()
    }

    /// All games of the whole match, shards apart.
    #[must_use]
    pub fn total_games(&self) -> u32 {
        self.games * self.opponents.len() as u32
    }

    /// The same match, all of it.
    #[must_use]
    pub fn without_shard(&self) -> Settings {
        Settings {
            shard: None,
            ..self.clone()
        }
    }

    /// That these are the settings which a folder holds.
    ///
    /// # Errors
    /// They are not: the names and the values of those that differ.
    pub fn check_same(&self, stored: &Settings) -> Result<(), SettingsError> {
        let differences = differences(stored, self);
        if differences.is_empty() {
            return Ok(());
        }
        Err(SettingsError::Differ(differences.join("; ")))
    }
}

/// The settings that differ, each as a phrase.
fn differences(stored: &Settings, wanted: &Settings) -> Vec<String> {
    let values = |settings: &Settings| serde_json::to_value(settings).unwrap_or_default();
    let (Value::Object(stored), Value::Object(wanted)) = (values(stored), values(wanted)) else {
        return Vec::new();
    };
    let phrase = |(name, value): (&String, &Value)| {
        let before = stored.get(name).unwrap_or(&Value::Null);
        (before != value).then(|| format!("{name} is {before}, not {value}"))
    };
    wanted.iter().filter_map(phrase).collect()
}

/// A hash of bytes that is the same on every machine (FNV-1a, 64 bits), in hexadecimal digits.
#[must_use]
pub fn stable_hash(bytes: &[u8]) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in bytes {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}")
}

/// The hash of a collection of openings: of what is played, not of how the file is written.
#[must_use]
pub fn openings_hash(openings: &[Record]) -> String {
    let text: String = openings.iter().map(sgf::write).collect();
    stable_hash(text.as_bytes())
}

/// Settings for tests: two random players on a small board.
#[cfg(test)]
pub(super) fn example(games: u32) -> Settings {
    Settings {
        first: ProgramLine::parse("a=kosumi --player random"),
        opponents: vec![ProgramLine::parse("b=kosumi --player random")],
        referee: None,
        play_out: false,
        games,
        size: "5".to_owned(),
        rules: "tromp-taylor".to_owned(),
        komi: 7.5,
        handicap: 0,
        time: "none".to_owned(),
        tolerance: 0.2,
        max_moves: 200,
        seed: 1,
        openings: None,
        sprt: None,
        shard: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_may_have_a_name() {
        let parts = |text| {
            let line = ProgramLine::parse(text);
            (line.name, line.command)
        };
        let pair = |name: &str, command: &str| (name.to_owned(), command.to_owned());
        assert_eq!(parts("old=gnugo --level 0"), pair("old", "gnugo --level 0"));
        assert_eq!(parts("gnugo -x y=z"), pair("gnugo -x y=z", "gnugo -x y=z"));
        assert_eq!(parts("./a=b c"), pair("./a=b c", "./a=b c"));
    }

    #[test]
    fn what_differs_is_named() {
        let settings = example(4);
        assert_eq!(settings.check_same(&settings), Ok(()));
        let mut other = example(6);
        other.time = "move:1".to_owned();
        let error = other.check_same(&settings).unwrap_err().to_string();
        assert_eq!(
            error,
            "the folder holds a match with other settings: games is 4, not 6; \
             time is \"none\", not \"move:1\""
        );
    }

    #[test]
    fn senseless_values_are_refused() {
        let mut settings = example(2);
        settings.size = "9x".to_owned();
        assert!(
            settings
                .size()
                .unwrap_err()
                .to_string()
                .starts_with("size '9x': ")
        );
        settings.rules = "checkers".to_owned();
        assert!(settings.rules().is_err());
    }

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(stable_hash(b""), "cbf29ce484222325");
        assert_eq!(stable_hash(b"a"), "af63dc4c8601ec8c");
    }
}
