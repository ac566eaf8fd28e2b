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

    /// Takes the chains off the board that setups leave without a liberty, since no position can hold them. Setups that follow
    /// each other are one, so that what they leave at their end decides. The player to move loses chains first, as if the
    /// opponent had moved last. Returns a stone of each chain with the number of moves before it. At most `most` stones are
    /// repeated in setups.
    pub fn take_off_breathless(&mut self, mut most: usize) -> Vec<(usize, Point)> {
        let sets_stones =
            |node: &Node| matches!(&node.action, Action::Setup(setup) if !setup.stones.is_empty());
        let end = self.nodes.iter().rposition(sets_stones);
        let mut board = Board::new(self.size);
        let mut row = SetupRow::default();
        let (mut found, mut made) = (Vec::new(), 0);
        let next = self.next_movers();
        let nodes = self.nodes.iter_mut().zip(next);
        for (node, next) in nodes.take(end.map_or(0, |end| end + 1)) {
            match &mut node.action {
                &mut Action::Move(color, mv) => {
                    found.extend(row.end().map(|chain| (made, chain)));
                    made += 1;
                    if mv.point().is_none_or(|at| board.is_empty_at(at)) {
                        board.make(mv, color);
                    }
                }
                Action::Setup(setup) => board = row.add(setup, board, next, &mut most),
            }
        }
        found.extend(row.end().map(|chain| (made, chain)));
        found
    }

    /// The player of the next move behind each node, if there is one.
    fn next_movers(&self) -> Vec<Option<Color>> {
        let mut next = None;
        let back = self.nodes.iter().rev().map(|node| match node.action {
            Action::Move(color, _) => next.replace(color),
            Action::Setup(_) => next,
        });
        let mut movers: Vec<_> = back.collect();
        movers.reverse();
        movers
    }

    /// The moves in order, without the setups.
    pub fn moves(&self) -> impl Iterator<Item = (Color, Move)> + '_ {
        self.nodes.iter().filter_map(|node| match node.action {
            Action::Move(color, mv) => Some((color, mv)),
            Action::Setup(_) => None,
        })
    }
}

/// Setups without a move between them, and what they leave without a liberty.
#[derive(Debug, Default)]
struct SetupRow {
    to_move: Option<Color>,
    /// A stone of each chain.
    chains: Vec<Point>,
    /// All stones of the chains.
    taken: Vec<(Point, Option<Color>)>,
}

impl SetupRow {
    /// Adds a setup, which puts what was taken off back on the board and takes off what then has no liberty. `next` is the
    /// player of the next move. Returns the board behind it.
    fn add(
        &mut self,
        setup: &mut Setup,
        board: Board,
        next: Option<Color>,
        most: &mut usize,
    ) -> Board {
        self.to_move = setup.to_move.or(self.to_move);
        if setup.stones.is_empty() {
            return board;
        }
        self.chains.clear();
        let named: PointSet = setup.stones.iter().map(|&(at, _)| at).collect();
        let mut again = std::mem::take(&mut self.taken);
        again.retain(|&(at, _)| !named.contains(at));
        if let Some(left) = most.checked_sub(again.len()) {
            *most = left;
            setup.stones.splice(0..0, again);
            setup.stones.sort_by_key(|&(at, _)| at);
        }
        let mut board = with_setup(&board, &setup.stones);
        let to_move = self.to_move.or(next).unwrap_or(Color::Black);
        for color in [to_move, !to_move] {
            let chains: Vec<Point> = board.breathless_chains(color).collect();
            let stones: Vec<Point> = chains.iter().flat_map(|&at| board.chain(at)).collect();
            let off: Vec<_> = stones.iter().map(|&at| (at, None)).collect();
            board = with_setup(&board, &off);
            self.chains.extend(chains);
            self.taken
                .extend(stones.into_iter().map(|at| (at, Some(color))));
        }
        if !self.taken.is_empty() {
            let gone: PointSet = self.taken.iter().map(|&(at, _)| at).collect();
            setup.stones.retain(|&(at, _)| !gone.contains(at));
            setup.stones.extend(gone.iter().map(|at| (at, None)));
            setup.stones.sort_by_key(|&(at, _)| at);
        }
        board
    }

    /// Ends the row before a move. Returns a stone of each chain that it leaves without a liberty.
    fn end(&mut self) -> std::vec::IntoIter<Point> {
        std::mem::take(self).chains.into_iter()
    }
}

/// Returns a board with other stones on some points, whether chains have liberties or not; later entries win.
fn with_setup(board: &Board, changes: &[(Point, Option<Color>)]) -> Board {
    if changes.is_empty() {
        return board.clone();
    }
    let mut stones = ByColor::new_with(|color| board.stone_set(color));
    for &(at, stone) in changes {
        for color in Color::ALL {
            stones[color].remove(at);
        }
        if let Some(color) = stone {
            stones[color].insert(at);
        }
    }
    let color_at = |at| {
        Color::ALL
            .into_iter()
            .find(|&color| stones[color].contains(at))
    };
    Board::with_stones(board.size(), color_at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Game, Rules, Strictness};

    /// Setups, a row for each: the stones as `B A1`, and whose turn it is; a row with `play` is a move.
    fn rows(text: &str) -> Record {
        let mut record = Record::new(Size::square(3));
        for row in text.split(';') {
            let words: Vec<&str> = row.split_whitespace().collect();
            let point = |name: &str| name.parse::<Point>().unwrap();
            let action = match &words[..] {
                ["play", color, at] => Action::Move(color.parse().unwrap(), Move::Play(point(at))),
                words => Action::Setup(Setup {
                    stones: words
                        .chunks_exact(2)
                        .map(|pair| (point(pair[1]), pair[0].parse().ok()))
                        .collect(),
                    to_move: words
                        .last()
                        .filter(|_| words.len() % 2 == 1)
                        .map(|word| word.parse().unwrap()),
                }),
            };
            record.nodes.push(action.into());
        }
        record
    }

    #[test]
    fn chains_without_liberties_are_taken_off() {
        for (text, found, left) in [
            ("B A1 W B1 W A2 B C3", "0 A1", "C3"),
            // The next setup makes it breathe, or does not.
            ("B A1 W B1 W A2; - A2", "", "A1"),
            ("B A1; W B1; W A2", "0 A1", ""),
            ("B A1; W B1; W A2; W; play w c3", "0 A1", ""),
            ("B A1 W B1 W A2; B C3; - B1", "", "A1 C3"),
            ("play b a1; play w b1; W A2; play b c3; W C1", "2 A1", "C3"),
            // Each takes the other's last liberty: who is to move loses.
            ("B A1 W B1 W A2 B C1 B B2 B A3 B", "0 A1", "C1 B2 A3"),
            (
                "B A1 W B1 W A2 B C1 B B2 B A3 W",
                "0 A2 0 B1",
                "A1 C1 B2 A3",
            ),
        ] {
            let mut record = rows(text);
            let said = record.take_off_breathless(100);
            let said: Vec<String> = said
                .iter()
                .map(|(made, at)| format!("{made} {at}"))
                .collect();
            let mut words: Vec<&str> = found.split(' ').collect();
            words.retain(|word| !word.is_empty());
            assert_eq!(
                said.join(" ").split_whitespace().collect::<Vec<_>>().len(),
                words.len(),
                "{text}: {said:?}"
            );
            for pair in words.chunks(2) {
                assert!(said.contains(&pair.join(" ")), "{text}: {said:?}");
            }
            let game = Game::replay(&record, Rules::default(), usize::MAX, Strictness::Lenient);
            let black = game.expect(text).board().stone_set(Color::Black);
            let left: PointSet = left
                .split_whitespace()
                .map(|at| at.parse().unwrap())
                .collect();
            assert_eq!(black, left, "{text}");
            assert!(record.clone().take_off_breathless(100).is_empty());
        }
    }

    #[test]
    fn setups_repeat_no_more_stones_than_asked() {
        let all: Vec<String> = Size::square(3)
            .points()
            .map(|at| format!("B {at}"))
            .collect();
        let text = all.join(" ") + &"; - A1; B A1".repeat(50);
        let stones = |most: usize| {
            let mut record = rows(&text);
            record.take_off_breathless(most);
            let of = |node: &Node| match &node.action {
                Action::Setup(setup) => setup.stones.len(),
                Action::Move(..) => 0,
            };
            record.nodes.iter().map(of).sum::<usize>()
        };
        assert!(stones(1000) > 400, "{}", stones(1000));
        assert!(stones(20) < 200, "{}", stones(20));
    }

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
