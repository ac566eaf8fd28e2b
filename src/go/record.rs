//! A game record: initial conditions, moves and setups in order, and the result.

use crate::go::{Board, ByColor, Color, Move, Outcome, Point, PointSet, Size};
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
    /// What was left on the clock after the move, if the record has it.
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
    /// The points that are marked as a player's at its end, those under dead stones included.
    pub territory: ByColor<PointSet>,
}

impl Record {
    /// A record without steps.
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
            territory: ByColor::default(),
        }
    }

    /// The stones of a board that stand on points marked as the opponent's: those that the players took for dead. `None` if
    /// no territory is marked.
    pub fn marked_dead(&self, board: &Board) -> Option<PointSet> {
        let [black, white] = Color::ALL.map(|color| &self.territory[color]);
        if black.is_empty() && white.is_empty() {
            return None;
        }
        let dead = Color::ALL.into_iter().flat_map(|owner| {
            let marked = self.territory[owner].iter();
            marked.filter(move |&at| board.color_at(at) == Some(!owner))
        });
        Some(dead.collect())
    }

    /// Leaves only what comes before a move, counted from 1, and no territory, which is that of the end.
    pub fn cut_before(&mut self, number: usize) {
        let is_move = |(_, node): &(usize, &Node)| matches!(node.action, Action::Move(..));
        let moves = self.nodes.iter().enumerate().filter(is_move);
        let place = moves.map(|(place, _)| place).nth(number.saturating_sub(1));
        if let Some(place) = place {
            self.nodes.truncate(place);
            self.territory = ByColor::default();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_can_be_cut_before_a_move() {
        let at = |name: &str| Move::Play(name.parse().unwrap());
        let mut record = Record::new(Size::square(5));
        record.territory.black.insert("A1".parse().unwrap());
        record.nodes = vec![
            Action::Setup(Setup::handicap(&["C3".parse().unwrap()])).into(),
            Action::Move(Color::White, at("A1")).into(),
            Action::Setup(Setup::default()).into(),
            Action::Move(Color::Black, at("B1")).into(),
        ];
        let mut whole = record.clone();
        whole.cut_before(3);
        assert_eq!(whole, record);
        record.cut_before(2);
        assert_eq!(record.nodes.len(), 3);
        assert!(record.territory.black.is_empty());
        record.cut_before(1);
        assert_eq!(record.nodes.len(), 1);
    }

    #[test]
    fn stones_on_points_of_the_opponent_were_taken_for_dead() {
        let board: Board = "
            . X O .
            X X O O
            . . . .
            . O . X"
            .parse()
            .unwrap();
        let mut record = Record::new(board.size());
        assert_eq!(record.marked_dead(&board), None);
        let points = |names: &str| names.split(' ').map(|name| name.parse().unwrap()).collect();
        record.territory.black = points("A4 B1 B3");
        assert_eq!(record.marked_dead(&board), Some(points("B1")));
        record.territory.white = points("D1 D4");
        assert_eq!(record.marked_dead(&board), Some(points("B1 D1")));
    }
}
