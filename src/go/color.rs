//! The two players, and a pair of values with one for each of them.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Index, IndexMut, Not};
use std::str::FromStr;

/// One of the two players. There is no third value: an empty point is `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Color {
    /// The player who moves first in an even game.
    Black = 0,
    /// The player who receives komi.
    White = 1,
}

impl Color {
    /// Both colors, Black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// The letter that GTP and SGF use: `B` or `W`.
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }

    /// `Black` or `White`: the player's name, as it begins a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Color::Black => "Black",
            Color::White => "White",
        }
    }

    /// +1 for Black and -1 for White: the sign of a score, which is always Black minus White.
    pub const fn sign(self) -> i32 {
        match self {
            Color::Black => 1,
            Color::White => -1,
        }
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}

/// The text was none of `b`, `black`, `w`, `white` in any case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("color expected, got '{0}'")]
pub struct ParseColorError(pub String);

impl FromStr for Color {
    type Err = ParseColorError;

    fn from_str(text: &str) -> Result<Color, ParseColorError> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Color::Black),
            "w" | "white" => Ok(Color::White),
            _ => Err(ParseColorError(text.to_owned())),
        }
    }
}

/// One value for each player, indexed by [`Color`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ByColor<T> {
    /// The value of Black.
    pub black: T,
    /// The value of White.
    pub white: T,
}

impl<T> ByColor<T> {
    /// Both values made by the same function.
    pub fn new_with(mut make: impl FnMut(Color) -> T) -> ByColor<T> {
        ByColor {
            black: make(Color::Black),
            white: make(Color::White),
        }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_every_spelling_of_gtp() {
        for text in ["b", "B", "black", "Black", "BLACK"] {
            assert_eq!(text.parse(), Ok(Color::Black));
        }
        assert_eq!("wHiTe".parse(), Ok(Color::White));
        for text in ["", "x", "bl", "empty", "b "] {
            assert!(text.parse::<Color>().is_err());
        }
    }

    #[test]
    fn the_opponent_of_the_opponent_is_oneself() {
        for color in Color::ALL {
            assert_ne!(!color, color);
            assert_eq!(!!color, color);
            assert_eq!((!color).sign(), -color.sign());
        }
    }
}
