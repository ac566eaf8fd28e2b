//! Zobrist keys, made at compile time: one 64-bit number for each stone on each point.
//!
//! The hash of a board is the XOR of the keys of its stones (Zobrist 1970). Equal boards have equal
//! hashes; unequal ones collide with probability 2^-64 each.

use crate::go::point::CELLS;
use crate::go::{Board, Color, Point};

static KEYS: [[u64; CELLS]; 2] = {
    let mut keys = [[0; CELLS]; 2];
    let mut state = 0x6b6f_7375_6d69_0001;
    let mut color = 0;
    while color < 2 {
        let mut index = 0;
        while index < CELLS {
            keys[color][index] = mix(state);
            state = state.wrapping_add(STEP);
            index += 1;
        }
        color += 1;
    }
    keys
};

/// What `SplitMix64` adds to its state at each step.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The output of `SplitMix64` (Steele, Lea and Flood 2014) for a state: a number that looks random.
pub(crate) const fn mix(state: u64) -> u64 {
    let z = state.wrapping_add(STEP);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The key of a stone.
#[inline]
pub(crate) fn key(color: Color, point: Point) -> u64 {
    KEYS[color as usize][point.index()]
}

/// A key that stands for the player himself, to hash a position together with whose turn it is or
/// who created it.
pub(crate) const fn player_key(color: Color) -> u64 {
    match color {
        Color::Black => 0,
        Color::White => 0x5bd1_e995_97f4_a7c3,
    }
}

impl Board {
    /// The least hash among the mirror images and rotations of the board: the same for all of them.
    /// Walks the board eight times; rotations by a quarter only where the board is square.
    pub fn invariant_hash(&self) -> u64 {
        let (width, height) = (self.size().width(), self.size().height());
        let images = (0..8).filter(|image| image & 4 == 0 || width == height);
        let image_hash = |image: u8| {
            let stones = self
                .points()
                .filter_map(|point| Some((point, self.color_at(point)?)));
            stones.fold(0, |hash, (point, color)| {
                let (mut column, mut row) = (point.column(), point.row());
                if image & 1 != 0 {
                    column = width - 1 - column;
                }
                if image & 2 != 0 {
                    row = height - 1 - row;
                }
                if image & 4 != 0 {
                    (column, row) = (row, column);
                }
                let image = Point::from_index(super::index_of(column, row));
                hash ^ key(color, image)
            })
        };
        images.map(image_hash).min().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn keys_differ() {
        let keys: HashSet<u64> = KEYS.iter().flatten().copied().collect();
        assert_eq!(keys.len(), 2 * CELLS);
        assert!(!keys.contains(&0));
    }

    #[test]
    fn the_invariant_hash_is_the_least_among_the_images() {
        let board = |rows: &str| rows.replace(' ', "\n").parse::<Board>().unwrap();
        for images in [
            &["..."][..],
            &[".X."],
            &["X.O", "O.X"],
            &["X.. .O.", "..X .O.", ".O. X..", ".O. ..X"],
            &[
                "X.. ..O ...",
                "..X O.. ...",
                "... ..O X..",
                "... O.. ..X",
                "X.. ... .O.",
                "..X ... .O.",
                ".O. ... X..",
                ".O. ... ..X",
            ],
        ] {
            let least = images.iter().map(|image| board(image).hash()).min();
            for image in images {
                assert_eq!(Some(board(image).invariant_hash()), least, "{image}");
            }
        }
        let hash = |rows| board(rows).invariant_hash();
        assert_ne!(hash("X.. ..O ..."), hash("X.. ... ..O"));
    }
}
