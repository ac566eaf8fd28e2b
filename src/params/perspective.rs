//! For whom analysis reports chances.

use crate::go::Color;
use std::fmt;
use std::str::FromStr;

/// For whom chances, scores and ownership are positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Perspective {
    /// Those of the player to move.
    SideToMove,
    /// Always those of one player.
    Of(Color),
}

/// The text names no perspective.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("BLACK, WHITE or SIDETOMOVE expected, got '{0}'")]
pub struct ParsePerspectiveError(pub String);

impl Perspective {
    /// The words for them, as in KataGo.
    pub(super) const WORDS: &[&str] = &["SIDETOMOVE", "BLACK", "WHITE"];

    /// Whose view it is where `to_move` is to move.
    pub const fn color(self, to_move: Color) -> Color {
        match self {
            Perspective::SideToMove => to_move,
            Perspective::Of(color) => color,
        }
    }
}

impl fmt::Display for Perspective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Perspective::SideToMove => "SIDETOMOVE",
            Perspective::Of(Color::Black) => "BLACK",
            Perspective::Of(Color::White) => "WHITE",
        })
    }
}

impl FromStr for Perspective {
    type Err = ParsePerspectiveError;

    /// `BLACK`, `WHITE` or `SIDETOMOVE`, in any case.
    fn from_str(text: &str) -> Result<Perspective, ParsePerspectiveError> {
        match text.to_ascii_uppercase().as_str() {
            "SIDETOMOVE" => Ok(Perspective::SideToMove),
            "BLACK" => Ok(Perspective::Of(Color::Black)),
            "WHITE" => Ok(Perspective::Of(Color::White)),
            _ => Err(ParsePerspectiveError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_read_as_it_is_written() {
        for word in Perspective::WORDS {
            let perspective: Perspective = word.to_lowercase().parse().unwrap();
            assert_eq!(perspective.to_string(), *word);
        }
        assert!("GREEN".parse::<Perspective>().is_err());
    }

    #[test]
    fn only_that_of_the_side_to_move_depends_on_it() {
        for to_move in Color::ALL {
            assert_eq!(Perspective::SideToMove.color(to_move), to_move);
            for color in Color::ALL {
                assert_eq!(Perspective::Of(color).color(to_move), color);
            }
        }
    }
}
