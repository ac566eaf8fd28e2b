//! The report of a finished game: one line of JSON.

use crate::go::{ByColor, Color};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameEnding {
    /// Two passes and a count.
    Counted,
    /// A player gave up.
    Resigned,
    /// A player's clock ran out.
    TimeLoss,
    /// A player chose a move that the rules forbid.
    IllegalMove,
    /// A player's program ended.
    Crashed,
    /// A player's program did not answer.
    Hung,
    /// A player's program did not follow the protocol.
    BrokenProtocol,
    /// A player's program refused a command, such as a legal move of its opponent.
    Refused,
    /// The game became too long and was counted as it stood.
    TooLong,
    /// A cycle without result.
    NoResult,
}

/// All endings and how they are called, the usual ones first.
pub const ENDINGS: [(GameEnding, &str); 10] = [
    (GameEnding::Counted, "counted"),
    (GameEnding::Resigned, "resigned"),
    (GameEnding::TimeLoss, "loss on time"),
    (GameEnding::IllegalMove, "illegal move"),
    (GameEnding::Crashed, "crash"),
    (GameEnding::Hung, "no answer"),
    (GameEnding::BrokenProtocol, "broken protocol"),
    (GameEnding::Refused, "refused command"),
    (GameEnding::TooLong, "too long"),
    (GameEnding::NoResult, "cycle"),
];

impl GameEnding {
    /// Returns true if a program did something wrong.
    pub const fn is_fault(self) -> bool {
        !matches!(
            self,
            GameEnding::Counted | GameEnding::Resigned | GameEnding::TooLong | GameEnding::NoResult
        )
    }

    /// Returns true if a program did not play the game: it ended, hung, or knew no rules or no protocol. A player who was
    /// slow has played.
    #[must_use]
    pub const fn is_failure(self) -> bool {
        self.is_fault() && !matches!(self, GameEnding::TimeLoss)
    }
}

impl fmt::Display for GameEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = ENDINGS.iter().find(|(ending, _)| ending == self);
        f.pad(name.map_or("", |(_, name)| name))
    }
}

/// A player of a finished game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayerReport {
    /// As in the table of the match.
    pub name: String,
    /// What the program says of its version, empty if it was not asked or said nothing.
    pub version: String,
    /// Moves generated.
    pub moves: u32,
    /// Wall clock seconds for them.
    pub seconds: f64,
    /// Processor seconds for them, if the program reports them.
    pub cpu_seconds: Option<f64>,
    /// Visits for them, if the program reports them.
    #[serde(alias = "playouts")]
    pub visits: Option<u64>,
    /// The longest move, in seconds.
    pub longest_move: f64,
    /// The result as the program sees it, in the form of `final_score`.
    pub own_score: Option<String>,
}

impl PlayerReport {
    /// Returns the report of a player who has not moved yet.
    pub fn new(name: &str) -> PlayerReport {
        PlayerReport {
            name: name.to_owned(),
            ..PlayerReport::default()
        }
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameReport {
    /// Its place in the schedule, from 0. Games 2n and 2n + 1 are a pair: the same opening with
    /// colors swapped.
    pub index: u32,
    /// True if the first program of the match is Black.
    pub first_is_black: bool,
    /// Who played with which color.
    #[serde(flatten)]
    pub players: ByColor<PlayerReport>,
    /// The winner.
    pub winner: Option<Color>,
    /// The result as SGF writes it.
    pub result: String,
    /// Why it ended.
    pub ending: GameEnding,
    /// What a person should know about the ending; empty if all went well.
    pub remark: String,
    /// Moves made, opening moves included.
    pub length: u32,
    /// A hash of the moves, equal for equal games.
    pub moves_hash: String,
    /// The seed of the game.
    pub seed: u64,
    /// The name of the record in the folder of the match.
    pub sgf: String,
}
