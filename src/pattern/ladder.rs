//! Ladders read to their end.
//!
//! In a ladder the attacker gives atari at every move and the owner of the chain answers every
//! atari: by extending at the last liberty, or by capturing attacking stones that are in atari
//! themselves. With three liberties the chain is out; with two the attacker goes on with one of
//! them; with one it is captured. Within these bounds the search is exhaustive and follows the rules
//! of [`Board`]: a ko may not be retaken at once, so an atari that needs a forbidden retake does not
//! exist, and a chain whose last liberty is a forbidden retake has got away for now.
//!
//! What is said to be captured is proved to be; a search that grows beyond [`MAX_PLIES`] or
//! [`MAX_MOVES`] is given up, and the chain counts as not captured.

#[cfg(test)]
mod tests;

use crate::go::{Board, Color, Point, PointSet};

/// Moves in a row that are followed at most. A ladder right across 19x19 takes about 75.
pub const MAX_PLIES: usize = 120;

/// Moves that one question may try at most, all variations together.
pub const MAX_MOVES: usize = 2000;

/// The atari that captures a chain of two liberties in a ladder, if there is one and its opponent
/// moves first. `None` for a chain with fewer or more liberties. For many questions a [`Reader`] is
/// quicker.
///
/// # Examples
/// ```
/// use kosumi::go::Board;
/// use kosumi::pattern::ladder;
///
/// let board: Board = "
///     . . . . .
///     . . . . .
///     . . . X .
///     . . X O .
///     . . . X .
/// ".parse()?;
/// let white = "D2".parse()?;
/// assert_eq!(ladder::captures(&board, white), None); // one liberty: no ladder, just a capture
/// assert!(!ladder::escapes(&board, white));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn captures(board: &Board, chain: Point) -> Option<Point> {
    Reader::new().captures(board, chain)
}

/// Whether a chain in atari gets out of the ladder if its owner moves first; true for a chain that
/// is not in atari. For many questions a [`Reader`] is quicker.
#[must_use]
pub fn escapes(board: &Board, chain: Point) -> bool {
    Reader::new().escapes(board, chain)
}

/// What becomes of a chain in a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is captured, whoever moves first.
    Captured,
    /// It is captured or gets away, as its opponent or its owner moves first.
    Unsettled,
    /// It cannot be captured in a ladder.
    Escaped,
}

/// What becomes of the chain at an occupied point in a ladder.
#[must_use]
pub fn fate(board: &Board, chain: Point) -> Fate {
    let mut reader = Reader::new();
    if let Some(liberty) = board.atari_liberty(chain) {
        let is_barred = board.ko().is_some_and(|(at, _)| at == liberty);
        return match (reader.escapes(board, chain), is_barred) {
            (true, true) => Fate::Escaped,
            (true, false) => Fate::Unsettled,
            (false, _) => Fate::Captured,
        };
    }
    if reader.captures(board, chain).is_none() {
        return Fate::Escaped;
    }
    let counterattacks = board.counterattacks::<8>(chain);
    let liberties = board.liberties::<2>(chain);
    let mut moves = counterattacks.points().chain(liberties.points());
    let owner = board.color_at(chain);
    let survives = |at| {
        owner.is_some_and(|owner| board.is_playable(at, owner)) && reader.survives(board, chain, at)
    };
    if moves.any(survives) {
        Fate::Unsettled
    } else {
        Fate::Captured
    }
}

/// Reads ladders, and keeps the boards it needs for that from one question to the next.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    /// The boards of the variations open at a time. A variation that is the last one to try goes on
    /// upon the board where it began, so there are as many boards as choices, not as moves.
    boards: Vec<Board>,
    /// Moves tried for the question so far.
    moves: usize,
}

/// Where the reading stands: a board of the reader and the number of moves that led to it.
#[derive(Clone, Copy)]
struct Node {
    level: usize,
    ply: usize,
}

impl Reader {
    /// A reader without boards; the first questions make them.
    #[must_use]
    pub const fn new() -> Reader {
        Reader {
            boards: Vec::new(),
            moves: 0,
        }
    }

    /// The atari that captures a chain of two liberties in a ladder; see [`captures`]. About 0.1 µs
    /// where no ladder begins, 0.3 µs for each move of one that does.
    pub fn captures(&mut self, board: &Board, chain: Point) -> Option<Point> {
        let attacker = !board.color_at(chain)?;
        let liberties = board.two_liberties(chain)?;
        let starts = [(0, 1), (1, 0)].map(|(at, other)| (liberties[at], liberties[other]));
        starts
            .into_iter()
            .find(|&(at, other)| {
                is_promising(board, chain, at, other) && self.traps(board, chain, at, attacker)
            })
            .map(|(at, _)| at)
    }

    /// For each liberty of a chain of two, in the order in which the board lists them, whether an
    /// atari there captures the chain in a ladder.
    pub fn traps_at_both(&mut self, board: &Board, chain: Point) -> [bool; 2] {
        let (Some(owner), Some([a, b])) = (board.color_at(chain), board.two_liberties(chain))
        else {
            return [false; 2];
        };
        [(a, b), (b, a)].map(|(at, other)| {
            is_promising(board, chain, at, other) && self.traps(board, chain, at, !owner)
        })
    }

    /// Whether a chain in atari gets out of the ladder; see [`escapes`].
    pub fn escapes(&mut self, board: &Board, chain: Point) -> bool {
        if board.color_at(chain).is_none() || !board.is_atari(chain) {
            return true;
        }
        self.begin(board);
        !self.is_lost(Node { level: 0, ply: 0 }, chain)
    }

    /// Whether a chain of two liberties is lost in a ladder that begins with an atari at a point,
    /// which `attacker` may play.
    pub fn traps(&mut self, board: &Board, chain: Point, at: Point, attacker: Color) -> bool {
        self.begin(board);
        self.boards[0].play(at, attacker);
        self.is_lost(Node { level: 0, ply: 1 }, chain)
    }

    /// Whether a chain in atari is out of the ladder after a move of its owner, who may play there.
    pub fn survives(&mut self, board: &Board, chain: Point, at: Point) -> bool {
        let Some(owner) = board.color_at(chain) else {
            return false;
        };
        self.begin(board);
        self.boards[0].play(at, owner);
        !self.is_caught(Node { level: 0, ply: 1 }, chain)
    }

    /// Whether the chain of a new stone of `color`, who may play there, has two liberties or more and
    /// no ladder captures it.
    pub fn stands(&mut self, board: &Board, at: Point, color: Color) -> bool {
        self.begin(board);
        self.boards[0].play(at, color);
        !self.is_caught(Node { level: 0, ply: 1 }, at)
    }

    /// Takes up a question.
    fn begin(&mut self, board: &Board) {
        self.moves = 0;
        match self.boards.first_mut() {
            Some(first) => first.copy_from(board),
            None => self.boards.push(board.clone()),
        }
    }

    /// Makes a move: in place if no other is to be tried from here, otherwise on the next board.
    fn play(&mut self, node: Node, at: Point, color: Color, is_last: bool) -> Node {
        self.moves += 1;
        let level = if is_last { node.level } else { node.level + 1 };
        if !is_last {
            if self.boards.len() == level {
                self.boards.push(self.boards[node.level].clone());
            } else {
                let (before, after) = self.boards.split_at_mut(level);
                after[0].copy_from(&before[node.level]);
            }
        }
        self.boards[level].play(at, color);
        Node {
            level,
            ply: node.ply + 1,
        }
    }

    fn is_exhausted(&self, node: Node) -> bool {
        node.ply >= MAX_PLIES || self.moves >= MAX_MOVES
    }

    /// Whether a chain in atari is lost, its owner to move.
    fn is_lost(&mut self, node: Node, chain: Point) -> bool {
        if self.is_exhausted(node) {
            return false;
        }
        let board = &self.boards[node.level];
        let (Some(owner), Some(liberty)) = (board.color_at(chain), board.atari_liberty(chain))
        else {
            return board.is_empty_at(chain); // no atari is no attack; a suicide was fatal
        };
        if !board.is_playable(liberty, !owner) {
            return false; // a ko that may not be retaken
        }
        let answers = answers(board, chain, liberty, owner);
        let mut left = answers.len();
        for at in answers.iter() {
            left -= 1;
            let next = self.play(node, at, owner, left == 0);
            if !self.is_caught(next, chain) {
                return false;
            }
        }
        true
    }

    /// Whether a chain is lost, its opponent to move.
    fn is_caught(&mut self, node: Node, chain: Point) -> bool {
        if self.is_exhausted(node) {
            return false;
        }
        let board = &self.boards[node.level];
        let Some(owner) = board.color_at(chain) else {
            return true;
        };
        if let Some(liberty) = board.atari_liberty(chain) {
            return board.is_playable(liberty, !owner);
        }
        let Some([a, b]) = board.two_liberties(chain) else {
            return false;
        };
        let tries = [(a, b), (b, a)].map(|(at, other)| is_promising(board, chain, at, other));
        for (at, is_last) in [(a, !tries[1]), (b, true)] {
            if tries[usize::from(at == b)] {
                let next = self.play(node, at, !owner, is_last);
                if self.is_lost(next, chain) {
                    return true;
                }
            }
        }
        false
    }
}

/// Whether an atari at one of the two liberties of a chain is worth a try: it is allowed, and an
/// extension at the other one would not have three liberties by its new stone alone.
fn is_promising(board: &Board, chain: Point, at: Point, other: Point) -> bool {
    let Some(owner) = board.color_at(chain) else {
        return false;
    };
    let open = board
        .neighbors(other)
        .filter(|&near| near != at && board.is_empty_at(near))
        .count();
    open < 3 && board.is_playable(at, !owner)
}

/// The moves that may save a chain in atari: captures of attacking stones next to it, and the
/// extension at its liberty.
fn answers(board: &Board, chain: Point, liberty: Point, owner: Color) -> PointSet {
    let near = board.chain(chain).flat_map(|stone| board.neighbors(stone));
    near.filter(|&near| board.color_at(near) == Some(!owner))
        .filter_map(|attacker| board.atari_liberty(attacker))
        .chain([liberty])
        .filter(|&at| board.is_playable(at, owner))
        .collect()
}
