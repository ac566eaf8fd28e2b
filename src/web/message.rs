//! What a page asks for, as it comes in JSON.

use crate::go::{ByColor, Color};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A request. Its name is the field `do`; all points are [numbers](super::points).
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub(super) enum Message {
    /// What kosumi is and has.
    About {},
    /// A new game.
    New(Box<NewGame>),
    /// A game of a record.
    Load(Load),
    /// The games that are kept.
    Saved {},
    /// A game that is kept.
    Open { saved: String },
    /// Removes a game that is kept.
    Forget { saved: String },
    /// All of a table.
    State { table: String },
    /// Ends the work at a table, which stays kept.
    Close { table: String },
    /// Looks at another node.
    Go { table: String, node: usize },
    /// A move, or a pass where the point is null.
    Play {
        table: String,
        node: usize,
        #[serde(deserialize_with = "Option::deserialize")]
        point: Option<usize>,
    },
    /// Takes back the last move of a person and what followed.
    Undo { table: String },
    /// Gives up.
    Resign { table: String, color: Option<Color> },
    /// What kosumi would play.
    Hint { table: String },
    /// Who is ahead, and who owns what.
    Estimate { table: String, node: Option<usize> },
    /// Puts stones on the board and takes some off.
    Setup {
        table: String,
        node: usize,
        stones: Vec<(usize, SetupStone)>,
        turn: Option<Color>,
    },
    /// Changes what is said about a node.
    Edit {
        table: String,
        node: usize,
        comment: Option<String>,
        name: Option<String>,
        marks: Option<Vec<MarkOrder>>,
    },
    /// Removes a node and all behind it.
    Delete { table: String, node: usize },
    /// Makes the line of a node the main line.
    Promote { table: String, node: usize },
    /// Begins or ends the analysis of the node that is looked at.
    Analyze {
        table: String,
        #[serde(flatten)]
        order: AnalysisOrder,
    },
    /// Searches a node once.
    Deepen {
        table: String,
        node: usize,
        visits: u64,
    },
    /// Counts a position by all rules.
    Score {
        table: String,
        node: Option<usize>,
        dead: Option<Vec<usize>>,
    },
    /// What becomes of the group at a point, or of its connection with another one, and by which first moves.
    Solve {
        table: String,
        node: Option<usize>,
        point: usize,
        other: Option<usize>,
    },
    /// Marks stones as dead or alive when play has stopped.
    Dead { table: String, point: usize },
    /// Agrees with the dead stones; all persons do where no color is named.
    Accept { table: String, color: Option<Color> },
    /// Plays on after a dispute.
    Resume { table: String },
    /// Reviews the line of the node that is looked at.
    Review {
        table: String,
        visits: Option<u64>,
        seconds: Option<f64>,
    },
    /// Ends a review.
    Stop { table: String },
    /// Why a move was bad.
    Reasons { table: String, node: usize },
    /// The game as a text.
    Save {
        table: String,
        #[serde(default)]
        analysis: bool,
    },
    /// Changes facts of a game.
    Set(Box<Change>),
    /// The mistakes of somebody in all games that are kept, as problems; of all persons without a name.
    Problems {
        #[serde(default)]
        name: String,
        language: Option<String>,
    },
    /// A try to solve a problem.
    Attempt {
        problem: String,
        point: usize,
        language: Option<String>,
    },
    /// What is common to the games of somebody, or of all persons without a name.
    Statistics {
        #[serde(default)]
        name: String,
        language: Option<String>,
    },
}

/// A stone that is set up: `black`, `white`, or an empty text for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum SetupStone {
    /// A black stone.
    #[serde(rename = "black")]
    Black,
    /// A white stone.
    #[serde(rename = "white")]
    White,
    /// No stone.
    #[serde(rename = "")]
    Empty,
}

impl From<Option<Color>> for SetupStone {
    fn from(stone: Option<Color>) -> SetupStone {
        match stone {
            Some(Color::Black) => SetupStone::Black,
            Some(Color::White) => SetupStone::White,
            None => SetupStone::Empty,
        }
    }
}

impl From<SetupStone> for Option<Color> {
    fn from(stone: SetupStone) -> Option<Color> {
        match stone {
            SetupStone::Black => Some(Color::Black),
            SetupStone::White => Some(Color::White),
            SetupStone::Empty => None,
        }
    }
}

/// A mark: a point, its kind, and a text if it is a label.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum MarkOrder {
    /// With a text.
    Text(usize, String, String),
    /// Without one.
    Plain(usize, String),
}

/// What a table is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum TableMode {
    /// A game with sides and maybe clocks.
    Play,
    /// A tree of variations that anybody may change.
    #[default]
    Analyze,
}

/// Who makes the moves of a color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum PlayerSort {
    /// Somebody at a page.
    #[default]
    Person,
    /// kosumi.
    Kosumi,
}

/// A player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct TablePlayer {
    /// Who.
    pub(super) kind: PlayerSort,
    /// The name in records, maybe empty.
    pub(super) name: String,
    /// The rank that kosumi plays like; full strength without one.
    pub(super) rank: Option<String>,
}

/// A new game.
#[derive(Clone, Debug, Deserialize)]
#[serde(default)]
pub(super) struct NewGame {
    /// Columns of the board.
    pub(super) columns: u64,
    /// Rows of the board.
    pub(super) rows: u64,
    /// A rule set by name; the usual one without.
    pub(super) rules: Option<String>,
    /// White's points; those of the rules without.
    pub(super) komi: Option<f64>,
    /// Handicap stones.
    pub(super) handicap: usize,
    /// True if they stand on their traditional points, false if Black plays them.
    pub(super) fixed: bool,
    /// Black.
    pub(super) black: TablePlayer,
    /// White.
    pub(super) white: TablePlayer,
    /// The clocks; none without.
    pub(super) control: Option<ControlOrder>,
    /// What the table is for.
    pub(super) mode: TableMode,
    /// The language of sentences.
    pub(super) language: Option<String>,
}

impl Default for NewGame {
    fn default() -> NewGame {
        NewGame {
            columns: 19,
            rows: 19,
            rules: None,
            komi: None,
            handicap: 0,
            fixed: true,
            black: TablePlayer::default(),
            white: TablePlayer::default(),
            control: None,
            mode: TableMode::default(),
            language: None,
        }
    }
}

/// A record from somewhere: exactly one of the first three.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Load {
    /// As text.
    pub(super) sgf: Option<String>,
    /// As bytes in any encoding.
    pub base64: Option<String>,
    /// The name of a file in the folder that may be read.
    pub(super) path: Option<String>,
    /// Which game of several, counted from 0.
    pub(super) game: Option<usize>,
    /// The language of sentences.
    pub(super) language: Option<String>,
}

/// Clocks, in seconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct ControlOrder {
    /// One of [the names](super::clocks::CONTROLS).
    pub(super) kind: String,
    /// The main time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) main: Option<f64>,
    /// A period of overtime.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) period: Option<f64>,
    /// How many there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) periods: Option<u32>,
    /// The stones of a period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stones: Option<u32>,
    /// What each move earns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) increment: Option<f64>,
    /// The most that a clock shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) limit: Option<f64>,
    /// The most for a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) most: Option<f64>,
}

/// How a node is analyzed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct AnalysisOrder {
    /// True if it is.
    pub(super) on: bool,
    /// The visits at which it ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) visits: Option<u64>,
    /// The time after which it ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seconds: Option<f64>,
    /// True if reports have the ownership.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ownership: Option<bool>,
    /// Another network than the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) network: Option<String>,
    /// Whose moves a network of human play tells, such as `5k`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rank: Option<String>,
    /// Other rules than those of the game, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rules: Option<String>,
    /// Other points for White than those of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) komi: Option<f64>,
    /// Values of search parameters by name, written as for `kata-set-param`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) params: BTreeMap<String, String>,
}

impl AnalysisOrder {
    /// Returns true if it finds the same as another one, whatever both may cost.
    pub(super) fn is_alike(&self, other: &AnalysisOrder) -> bool {
        let what = |order: &AnalysisOrder| AnalysisOrder {
            on: false,
            visits: None,
            seconds: None,
            ownership: None,
            ..order.clone()
        };
        what(self) == what(other)
    }

    /// Returns true if it names nothing that differs from the game and the settings.
    pub(super) fn is_usual(&self) -> bool {
        self.is_alike(&AnalysisOrder::default())
    }
}

/// Facts that change; those that are not there stay.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Change {
    /// The table.
    pub(super) table: String,
    /// The language of sentences.
    pub(super) language: Option<String>,
    /// What the table is for.
    pub(super) mode: Option<TableMode>,
    /// Both players.
    pub(super) players: Option<ByColor<TablePlayer>>,
    /// Facts of the record by name.
    pub(super) info: Option<BTreeMap<String, String>>,
    /// White's points.
    pub(super) komi: Option<f64>,
    /// A rule set by name.
    pub(super) rules: Option<String>,
}
