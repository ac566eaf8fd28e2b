//! Moves of a chain and against it, by its liberties: in atari, or with two.

use crate::go::{Board, Color, Point};
use crate::rng::Rng;

/// Moves to choose from.
pub(super) struct Candidates {
    points: [Point; Candidates::MOST],
    count: usize,
}

impl Candidates {
    const MOST: usize = 24;

    #[inline]
    pub(super) fn new(any: Point) -> Candidates {
        Candidates {
            points: [any; Candidates::MOST],
            count: 0,
        }
    }

    #[inline]
    pub(super) fn push(&mut self, point: Point) {
        if self.count < Candidates::MOST {
            self.points[self.count] = point;
            self.count += 1;
        }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.count == 0
    }

    #[inline]
    pub(super) fn any(&self, rng: &mut Rng) -> Option<Point> {
        match self.count {
            0 => None,
            1 => Some(self.points[0]),
            count => Some(self.points[rng.below(count) % Candidates::MOST]),
        }
    }
}

/// Adds the ways to save a chain in atari: to take a chain around it, or to extend.
pub(super) fn add_escapes(board: &Board, chain: Point, color: Color, candidates: &mut Candidates) {
    for point in board.counterattacks::<4>(chain).points() {
        if board.is_playable(point, color) {
            candidates.push(point);
        }
    }
    if let Some(liberty) = board.atari_liberty(chain)
        && board.has_liberties_after::<2>(liberty, color)
    {
        candidates.push(liberty);
    }
}

/// Adds the ataris that a chain of two liberties does not survive by extending at once.
pub(super) fn add_attacks(board: &Board, chain: Point, color: Color, candidates: &mut Candidates) {
    let Some([a, b]) = board.two_liberties(chain) else {
        return;
    };
    for (atari, extension) in [(a, b), (b, a)] {
        if is_caught(board, chain, atari, extension, !color) && !board.is_self_atari(atari, color) {
            candidates.push(atari);
        }
    }
}

/// Adds the moves that save a chain of two liberties from an atari that it would not survive.
pub(super) fn add_defences(board: &Board, chain: Point, color: Color, candidates: &mut Candidates) {
    let Some([a, b]) = board.two_liberties(chain) else {
        return;
    };
    let is_threat = |atari: Point, extension: Point| {
        is_caught(board, chain, atari, extension, color) && !board.is_self_atari(atari, !color)
    };
    if !is_threat(a, b) && !is_threat(b, a) {
        return;
    }
    for point in board.counterattacks::<2>(chain).points() {
        if board.is_playable(point, color) {
            candidates.push(point);
        }
    }
    for point in [a, b] {
        if board.has_liberties_after::<3>(point, color) {
            candidates.push(point);
        }
    }
}

/// Returns true if a chain of `owner` with these two liberties has two or fewer after an atari at one and
/// an extension at the other.
#[inline]
fn is_caught(board: &Board, chain: Point, atari: Point, extension: Point, owner: Color) -> bool {
    let gained = board.liberties_gained::<3>(chain, extension, atari, owner);
    gained.count() < 3
}
