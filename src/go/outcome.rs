//! Who won a game, and how.

use crate::go::{Color, Points};
use std::fmt;

/// Who won and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// By counting, with the margin. It is zero if the scores are equal and the rules give such games to one
    /// player.
    Points(Color, Points),
    /// By counting stones as in China, with the margin in quarters of a stone, which is worth two points: `B+1.75`. Only
    /// records say so.
    Quarters(Color, u16),
    /// The opponent resigned.
    Resignation(Color),
    /// The opponent ran out of time.
    Time(Color),
    /// The opponent broke the rules or did not appear.
    Forfeit(Color),
    /// A win without further detail.
    Win(Color),
    /// Nobody won.
    Draw,
    /// The game does not count.
    NoResult,
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(&self) -> Option<Color> {
        match self {
            Outcome::Points(color, _)
            | Outcome::Quarters(color, _)
            | Outcome::Resignation(color)
            | Outcome::Time(color)
            | Outcome::Forfeit(color)
            | Outcome::Win(color) => Some(*color),
            Outcome::Draw | Outcome::NoResult => None,
        }
    }

    /// The winner's points more than the loser's, if the game was counted; none for a draw.
    pub const fn margin(&self) -> Option<Points> {
        match self {
            Outcome::Points(_, margin) => Some(*margin),
            // A quarter of a stone is half a point.
            Outcome::Quarters(_, quarters) => Some(Points::halves(*quarters as i32)),
            Outcome::Draw => Some(Points::ZERO),
            _ => None,
        }
    }
}

impl fmt::Display for Outcome {
    /// As GTP's `final_score` and SGF's `RE` write it: `B+3.5`, `W+R`, `0`. A score has one decimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let win = |color: &Color, how: &str| format!("{}+{how}", color.letter());
        f.pad(&match self {
            Outcome::Points(color, points) => win(color, &format!("{:.1}", points.as_f64())),
            Outcome::Quarters(color, quarters) => {
                win(color, &format!("{:.2}", f64::from(*quarters) / 4.0))
            }
            Outcome::Resignation(color) => win(color, "R"),
            Outcome::Time(color) => win(color, "T"),
            Outcome::Forfeit(color) => win(color, "F"),
            Outcome::Win(color) => win(color, ""),
            Outcome::Draw => "0".to_owned(),
            Outcome::NoResult => "Void".to_owned(),
        })
    }
}
