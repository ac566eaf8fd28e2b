//! Exact numbers to test the rules with: legal positions, sequences of moves, and whole games of small
//! boards.
//!
//! The numbers of positions and games are those of Tromp and Farnebäck, Combinatorics of Go (2007,
//! revised 2016). "perft" is what chess programs call the same test.

use crate::go::rules::Suicide;
use crate::go::{Board, Color, Move, Point, Position, Size};

/// The number of legal sequences of exactly `depth` moves, passes included, from a position, the
/// players moving in turn. Nobody moves once the position is over. One position is made for each
/// sequence of `depth - 1` moves.
pub(super) fn moves(position: &Position, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.is_over() {
        return 0;
    }
    let color = position.to_move();
    if depth == 1 {
        return position.legal_points(color).count() as u64 + 1;
    }
    let plays = position.legal_points(color).map(Move::Play);
    plays
        .chain([Move::Pass])
        .map(|mv| moves(&after(position, color, mv), depth - 1))
        .sum()
}

fn after(position: &Position, color: Color, mv: Move) -> Position {
    let mut next = position.clone();
    next.play_unchecked(color, mv);
    next
}

/// The number of ways to fill a board with black, white and no stones such that every chain has a
/// liberty; `None` for boards of more than 40 points, where the number might not fit. Tries all 3^n ways,
/// some 80 million a second: 4x4 takes a second, 4x5 a minute, 5x5 three hours.
pub(super) fn legal_positions(size: Size) -> Option<u64> {
    let grid = Grid::new(size)?;
    Some(grid.legal_fillings(size.area(), 0, 0))
}

/// Sets of points as bits, row by row from `A1` on, and what is needed to find their neighbors.
struct Grid {
    width: u32,
    all: u64,
    first_column: u64,
    last_column: u64,
}

impl Grid {
    fn new(size: Size) -> Option<Grid> {
        let (width, area) = (u32::from(size.width()), size.area());
        if area > 40 {
            return None;
        }
        let rows = (0..u32::from(size.height())).map(|row| 1 << (row * width));
        let first_column: u64 = rows.sum();
        Some(Grid {
            width,
            all: (1 << area) - 1,
            first_column,
            last_column: first_column << (width - 1),
        })
    }

    /// The legal ways to fill the first `left` points where the others hold these stones.
    fn legal_fillings(&self, left: usize, black: u64, white: u64) -> u64 {
        let Some(left) = left.checked_sub(1) else {
            return u64::from(self.is_legal(black, white));
        };
        self.legal_fillings(left, black, white)
            + self.legal_fillings(left, black | 1 << left, white)
            + self.legal_fillings(left, black, white | 1 << left)
    }

    fn is_legal(&self, black: u64, white: u64) -> bool {
        let empty = self.all & !(black | white);
        self.all_breathe(black, empty) && self.all_breathe(white, empty)
    }

    /// Returns true if every stone is connected to one next to an empty point.
    fn all_breathe(&self, stones: u64, empty: u64) -> bool {
        let mut breathing = self.neighbors(empty) & stones;
        loop {
            let more = breathing | self.neighbors(breathing) & stones;
            if more == breathing {
                return breathing == stones;
            }
            breathing = more;
        }
    }

    fn neighbors(&self, points: u64) -> u64 {
        let sideways = (points & !self.first_column) >> 1 | (points & !self.last_column) << 1;
        sideways | points >> self.width | points << self.width
    }
}

/// The number of games on a board under positional superko. A game is a sequence of plays from the empty
/// board, the empty sequence included, none of which repeats a position. If the same player plays
/// twice in a row, the other has passed in between. A suicide of one stone repeats the position, so only
/// suicide of several stones may be allowed.
///
/// `None` for boards with more than 128 reachable positions, whose games take too long to count. A game
/// takes some 8 nanoseconds: 1x4 takes 20 seconds (2 098 407 841 games with suicide), 2x2 an hour
/// (386 356 909 593).
pub(super) fn games(size: Size, suicide: Suicide) -> Option<u64> {
    let graph = PlayGraph::new(size, suicide)?;
    Some(graph.paths(0, 1))
}

/// Which positions can follow which by one play.
struct PlayGraph {
    /// For each position the set of those that a play of either color leads to, itself left out.
    /// The first position is the empty board.
    following: Vec<u128>,
}

impl PlayGraph {
    fn new(size: Size, suicide: Suicide) -> Option<PlayGraph> {
        let mut boards = vec![Board::new(size)];
        let mut graph = PlayGraph {
            following: Vec::new(),
        };
        while let Some(board) = boards.get(graph.following.len()).cloned() {
            let mut following = 0;
            for next in plays(&board, suicide) {
                let known = boards.iter().position(|known| *known == next);
                let index = known.unwrap_or(boards.len());
                if known.is_none() {
                    boards.push(next);
                }
                following |= 1_u128.checked_shl(index as u32)?;
            }
            graph.following.push(following);
        }
        Some(graph)
    }

    /// The number of paths from a position on that avoid a set of positions, itself included.
    fn paths(&self, from: usize, avoided: u128) -> u64 {
        let mut next = self.following[from] & !avoided;
        let mut count = 1;
        while next != 0 {
            let to = next.trailing_zeros() as usize;
            next &= next - 1;
            count += self.paths(to, avoided | 1 << to);
        }
        count
    }
}

/// The boards that one play of either color leads to, if they differ from this one.
fn plays(board: &Board, suicide: Suicide) -> impl Iterator<Item = Board> + '_ {
    let all = Color::ALL
        .into_iter()
        .flat_map(|color| board.empty_points().map(move |at| (at, color)));
    let is_allowed = move |(at, color): &(Point, Color)| {
        suicide != Suicide::Forbidden || !board.is_suicide(*at, *color)
    };
    let after = |(at, color)| {
        let mut next = board.clone();
        next.play(at, color);
        next
    };
    all.filter(is_allowed)
        .map(after)
        .filter(move |next| next != board)
}
