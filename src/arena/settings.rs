//! What a match is: everything that its results depend on, as `match.json` keeps it.
//!
//! Number of jobs, patience and the like are not part of it: they may change when a match is
//! resumed.

use super::BadSetting;
use super::pace::MatchPace;
use super::statistics::Sprt;
use crate::go::rules::Preset;
use crate::go::{Record, Rules, Size, SizeError};
use crate::sgf;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A program by name and command line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramLine {
    /// The name in the tables of the match.
    pub name: String,
    /// The command line as it was given, without the name.
    pub command: String,
}

impl ProgramLine {
    /// Reads `NAME=COMMAND LINE`, or a command line that is its own name.
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

/// The probability of each wrong decision of a sequential test.
const SPRT_ERROR: f64 = 0.05;

/// Everything that the results depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchSettings {
    /// The program that plays in every game.
    pub first: ProgramLine,
    /// Its opponents.
    pub opponents: Vec<ProgramLine>,
    /// The command line of the program that decides where the players disagree about dead stones.
    pub referee: Option<String>,
    /// True if the players play on where they disagree about dead stones.
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
    /// The time control or the number of visits, as [`MatchPace`] reads it.
    pub time: String,
    /// Seconds by which a program may exceed its time, for delays that are not its own.
    pub tolerance: f64,
    /// A game of this many moves is counted as it stands.
    pub max_moves: usize,
    /// The seed of all random numbers.
    pub seed: u64,
    /// A hash of the collection of openings, if there is one.
    pub openings: Option<String>,
    /// The two hypotheses of a sequential test.
    pub sprt: Option<[f64; 2]>,
    /// Which part of the match this is.
    pub shard: Option<Shard>,
}

impl MatchSettings {
    /// Returns the board.
    ///
    /// # Errors
    /// Returns an error if there is no such board.
    pub fn size(&self) -> Result<Size, BadSetting> {
        let size = self.size.parse();
        size.map_err(|error: SizeError| BadSetting::new("size", &self.size, &error))
    }

    /// Returns the rules.
    ///
    /// # Errors
    /// Returns an error if there are no rules of the name.
    pub fn rules(&self) -> Result<Rules, BadSetting> {
        let preset = Preset::find(&self.rules);
        preset
            .map(|preset| preset.rules)
            .map_err(|error| BadSetting::new("rules", &self.rules, &error))
    }

    /// Returns the time control.
    ///
    /// # Errors
    /// Returns an error if it is not written as one.
    pub fn pace(&self) -> Result<MatchPace, BadSetting> {
        self.time.parse()
    }

    /// What the results depend on, by name.
    pub fn facts(&self) -> Vec<(String, String)> {
        let mut facts: Vec<(&str, String)> = vec![
            ("Board", self.size.clone()),
            ("Rules", self.rules.clone()),
            ("Komi", self.komi.to_string()),
        ];
        if self.handicap > 0 {
            facts.push(("Handicap", format!("{} stones", self.handicap)));
        }
        facts.push(("Time", self.time.clone()));
        facts.push(("Games against each opponent", self.games.to_string()));
        facts.push(("Seed", self.seed.to_string()));
        if let Some(openings) = &self.openings {
            facts.push(("Openings, by their checksum", openings.clone()));
        }
        if let Some(referee) = &self.referee {
            facts.push(("Judge of disputes", referee.clone()));
        }
        let programs = std::iter::once(&self.first).chain(&self.opponents);
        let facts = facts
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value));
        facts
            .chain(programs.map(|program| (program.name.clone(), program.command.clone())))
            .collect()
    }

    /// Returns the komi that is usual for the rules, without handicap or with it.
    ///
    /// # Errors
    /// Returns an error if there are no rules of the name.
    pub fn usual_komi(&self) -> Result<f64, BadSetting> {
        let rules = self.rules()?;
        let komi = match self.handicap {
            0 => rules.komi,
            _ => rules.handicap_komi,
        };
        Ok(komi.as_f64())
    }

    /// Returns the sequential test, if the match is one.
    ///
    /// # Errors
    /// Returns an error if the hypotheses make no test.
    pub fn sprt(&self) -> Result<Option<Sprt>, BadSetting> {
        let test = |[elo0, elo1]: [f64; 2]| {
            let bad = |error| BadSetting::new("sprt", &format!("{elo0},{elo1}"), &error);
            Sprt::new(elo0, elo1, SPRT_ERROR, SPRT_ERROR).map_err(bad)
        };
        self.sprt.map(test).transpose()
    }

    /// Returns the settings of the whole match that this one is a part of.
    #[must_use]
    pub fn without_shard(&self) -> MatchSettings {
        MatchSettings {
            shard: None,
            ..self.clone()
        }
    }

    /// Compares these settings with those that a folder holds.
    ///
    /// # Errors
    /// Returns the names and the values of those that differ.
    pub fn check_same(&self, stored: &MatchSettings) -> Result<(), String> {
        let values = |settings| serde_json::to_value(settings).unwrap_or_default();
        let (stored, wanted) = (values(stored), values(self));
        let differences: Vec<String> = wanted
            .as_object()
            .into_iter()
            .flatten()
            .filter(|&(name, value)| stored[name] != *value)
            .map(|(name, value)| format!("{name} is {}, not {value}", stored[name]))
            .collect();
        if differences.is_empty() {
            return Ok(());
        }
        let differences = differences.join("; ");
        Err(format!(
            "the folder holds a match with other settings: {differences}"
        ))
    }
}

/// Returns a hash of bytes that is the same on every machine (FNV-1a, 64 bits), in hexadecimal
/// digits.
pub fn stable_hash(bytes: &[u8]) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in bytes {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}")
}

/// Returns the hash of a collection of openings: of what is played, not of how the file is written.
pub fn openings_hash(openings: &[Record]) -> String {
    let text: String = openings.iter().map(sgf::write).collect();
    stable_hash(text.as_bytes())
}

/// A part of a match: one pair in a number of pairs. Written `1/4` to `4/4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Shard {
    /// The number of the part, from 1.
    number: u32,
    of: u32,
}

impl FromStr for Shard {
    type Err = BadSetting;

    fn from_str(text: &str) -> Result<Shard, BadSetting> {
        let parts = text.split_once('/');
        let numbers = parts.and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        numbers
            .filter(|&(number, of)| (1..=of).contains(&number))
            .map(|(number, of)| Shard { number, of })
            .ok_or_else(|| BadSetting::new("shard", &text, &"1/n to n/n expected"))
    }
}

impl TryFrom<String> for Shard {
    type Error = BadSetting;

    fn try_from(text: String) -> Result<Shard, BadSetting> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl Shard {
    /// The number of the part from 0, and that of all parts.
    pub const fn part(self) -> (usize, usize) {
        (self.number as usize - 1, self.of as usize)
    }

    /// Returns true if it plays a pair of games.
    pub(super) const fn has_pair(self, pair: u32) -> bool {
        pair % self.of == self.number - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::tests::example;

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
    fn facts_are_those_on_which_results_depend() {
        let mut settings = example(4);
        settings.handicap = 2;
        settings.openings = Some("1234".to_owned());
        settings.referee = Some("gnugo".to_owned());
        let facts = settings.facts();
        let facts: Vec<(&str, &str)> = facts.iter().map(|(a, b)| (&**a, &**b)).collect();
        let expected = [
            ("Board", "5"),
            ("Rules", "tromp-taylor"),
            ("Komi", "7.5"),
            ("Handicap", "2 stones"),
            ("Time", "none"),
            ("Games against each opponent", "4"),
            ("Seed", "1"),
            ("Openings, by their checksum", "1234"),
            ("Judge of disputes", "gnugo"),
            ("a", "kosumi --player random"),
            ("b", "kosumi --player random"),
        ];
        assert_eq!(facts, expected);
    }

    #[test]
    fn komi_is_that_of_the_rules_and_less_with_a_handicap() {
        let mut settings = example(4);
        settings.rules = "japanese".to_owned();
        let komi = |settings: &MatchSettings| settings.usual_komi().unwrap().to_string();
        assert_eq!(komi(&settings), "6.5");
        settings.handicap = 2;
        assert_eq!(komi(&settings), "0.5");
    }

    #[test]
    fn what_differs_is_named() {
        let settings = example(4);
        assert_eq!(settings.check_same(&settings), Ok(()));
        let mut other = example(6);
        other.time = "move:1".to_owned();
        let error = other.check_same(&settings).unwrap_err();
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

    #[test]
    fn parts_are_counted_from_none() {
        let part = |text: &str| text.parse::<Shard>().unwrap().part();
        assert_eq!(["1/1", "3/8", "8/8"].map(part), [(0, 1), (2, 8), (7, 8)]);
    }

    #[test]
    fn shards_are_written_as_they_are_read() {
        let shard: Shard = "2/3".parse().unwrap();
        assert_eq!(shard.to_string(), "2/3");
        for text in ["", "1", "0/3", "4/3", "1/0", "a/b", "-1/2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
