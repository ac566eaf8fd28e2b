//! A part of a match that is played by itself.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A part of a match: one pair in a number of pairs. Written `1/4` to `4/4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Shard {
    /// The number of the part, from 1.
    number: u32,
    of: u32,
}

/// The text names no part of a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("shard '{0}': 1/n to n/n expected")]
pub struct ParseShardError(String);

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Shard, ParseShardError> {
        let parts = text.split_once('/');
        let numbers = parts.and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        numbers
            .filter(|&(number, of)| (1..=of).contains(&number))
            .map(|(number, of)| Shard { number, of })
            .ok_or_else(|| ParseShardError(text.to_owned()))
    }
}

impl TryFrom<String> for Shard {
    type Error = ParseShardError;

    fn try_from(text: String) -> Result<Shard, ParseShardError> {
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
    #[must_use]
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
