//! What a game record holds: the initial conditions, the moves and setups in order, the result.

use crate::go::{ByColor, Color, Move, Outcome, Point, Size};
use std::time::Duration;

/// Stones put on or taken off the board other than by moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// What is on each named point afterwards; later entries win.
    pub stones: Vec<(Point, Option<Color>)>,
    /// Whose turn it is afterwards; `None` leaves it to the stones.
    pub to_move: Option<Color>,
}

impl Setup {
    /// Returns the setup of a handicap: black stones on some points, with White to move.
    #[must_use]
    pub fn handicap(points: &[Point]) -> Setup {
        let black = |&point| (point, Some(Color::Black));
        Setup {
            stones: points.iter().map(black).collect(),
            to_move: Some(Color::White),
        }
    }
}

/// One step of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A move.
    Move(Color, Move),
    /// A setup.
    Setup(Setup),
}

/// One step of a record with what was said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What happened.
    pub action: Action,
    /// A comment, empty if there is none.
    pub comment: String,
    /// What was left on the clock after the move, if the record tells.
    pub time_left: Option<TimeLeft>,
}

/// What is left on a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// Of the main time or of a period.
    pub time: Duration,
    /// Stones or periods in overtime, 0 before it.
    pub overtime: u32,
}

impl From<Action> for Node {
    fn from(action: Action) -> Node {
        Node {
            action,
            comment: String::new(),
            time_left: None,
        }
    }
}

/// A whole game as a file keeps it. It may hold moves that no rules allow.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The board.
    pub size: Size,
    /// White's points as written, if they are.
    pub komi: Option<f64>,
    /// The name of the rule set as written.
    pub rules: Option<String>,
    /// The number of handicap stones as written, for information: the stones themselves are a setup.
    pub handicap: Option<usize>,
    /// The players' names, empty if not given.
    pub players: ByColor<String>,
    /// The result, if it is known.
    pub result: Option<Outcome>,
    /// When it was played, as written.
    pub date: Option<String>,
    /// A comment on the whole game.
    pub comment: String,
    /// Setups and moves of the main line.
    pub nodes: Vec<Node>,
}

impl Record {
    /// A record without steps.
    #[must_use]
    pub fn new(size: Size) -> Record {
        Record {
            size,
            komi: None,
            rules: None,
            handicap: None,
            players: ByColor::default(),
            result: None,
            date: None,
            comment: String::new(),
            nodes: Vec::new(),
        }
    }

    /// The moves in order, without the setups.
    pub fn moves(&self) -> impl Iterator<Item = (Color, Move)> + '_ {
        self.nodes.iter().filter_map(|node| match node.action {
            Action::Move(color, mv) => Some((color, mv)),
            Action::Setup(_) => None,
        })
    }
}
