//! Placing and capturing stones, and the questions asked before: is it suicide, is it a ko.
//!
//! Every playout spends most of its time here. Where a neighbor belongs to no chain, an update of the
//! four neighbors changes an unused entry of `chain_words`, because a wasted addition is
//! cheaper than a mispredicted branch.

use super::neighborhood::{SHIFT_BACK, first_offset};
use super::{Board, Cell, ChainWord, MASK, Neighborhood, OFFSETS, STRIDE, key, shifted};
use crate::go::{Color, Move, Point, Size};
use std::ops::BitOr;

impl Board {
    /// Returns true if a stone of `color` on an empty point is neither suicide nor retakes a simple ko.
    /// O(1).
    #[inline]
    pub fn is_playable(&self, point: Point, color: Color) -> bool {
        debug_assert!(self.is_empty_at(point));
        self.ko != ko_mark(point.index(), color)
            && (self.neighborhood(point).has_empty_neighbor() || self.has_breath(point, color))
    }

    /// Returns true if a stone of `color` on an empty point would have no liberty after all captures.
    /// O(1).
    pub fn is_suicide(&self, point: Point, color: Color) -> bool {
        !self.neighborhood(point).has_empty_neighbor() && !self.has_breath(point, color)
    }

    /// Returns true if a stone of `color` on a point captures a neighbor or joins a chain that keeps a
    /// liberty.
    #[inline]
    #[expect(
        clippy::needless_bitwise_bool,
        reason = "a mispredicted branch costs more"
    )]
    fn has_breath(&self, point: Point, color: Color) -> bool {
        self.around(point.index())
            .into_iter()
            .fold(false, |found, (cell, head)| {
                let is_atari = self.chain_words[head].is_atari();
                let joins = (cell == Cell::stone(color)) & !is_atari;
                let captures = (cell == Cell::stone(!color)) & is_atari;
                found | joins | captures
            })
    }

    /// The number of opposing stones that a stone of `color` on an empty point would capture. O(1).
    pub fn captures_of(&self, point: Point, color: Color) -> usize {
        self.captured_heads(point, color)
            .map(|head| self.chain_word(head).stones())
            .sum()
    }

    /// The points where either player could take a ko, from the bottom row up. Walks the board.
    pub fn ko_points(&self) -> impl Iterator<Item = Point> + '_ {
        let takes_ko = |at: Point, color: Color| {
            self.captures_of(at, color) == 1 && {
                let mut after = self.clone();
                after.play(at, color);
                after.ko().is_some()
            }
        };
        self.points().filter(move |&at| {
            self.is_empty_at(at) && Color::ALL.iter().any(|&color| takes_ko(at, color))
        })
    }

    /// The hash after a stone of `color` on an empty point, captures and suicide included. Walks
    /// the chains that would be removed.
    pub fn hash_after(&self, point: Point, color: Color) -> u64 {
        let mut hash = self.hash ^ key(color, point);
        for head in self.captured_heads(point, color) {
            hash ^= self.chain_hash(Point::from_index(head), !color);
        }
        if self.is_suicide(point, color) {
            hash ^= key(color, point);
            for head in self.neighbor_heads(point.index(), color) {
                hash ^= self.chain_hash(Point::from_index(head), color);
            }
        }
        hash
    }

    /// Places a stone of `color` on an empty point, removes what it captures, or, if it captures
    /// nothing and has no liberty, its own chain. Sets the ko.
    ///
    /// The caller has checked what the rules forbid; see [`Self::is_playable`].
    #[inline]
    pub fn play(&mut self, point: Point, color: Color) {
        debug_assert!(self.is_empty_at(point));
        self.ko = 0;
        if self.add_stone(point, color) {
            self.capture_around(point, color);
        } else if self.chain_word(point.index()).number() == 0 {
            self.remove_chain(point.index(), color);
        }
    }

    /// Removes the neighboring chains that a new stone has left without liberty, and sets the ko. Not
    /// inlined, like [`Self::merge`]: the usual move does without, and runs faster in less code.
    #[inline(never)]
    fn capture_around(&mut self, point: Point, color: Color) {
        let before = self.captured[color];
        let mut last = 0;
        for &offset in &OFFSETS[..4] {
            let near = shifted(point.index(), offset);
            if self.cells[near] == Cell::stone(!color) && self.chain_word(near).number() == 0 {
                self.remove_chain(near, !color);
                last = near;
            }
        }
        if self.captured[color] == before + 1 && self.is_lone_in_atari(point.index()) {
            self.ko = ko_mark(last, !color);
        }
    }

    /// Makes a pass, after which a simple ko may be retaken.
    #[inline]
    pub fn pass(&mut self) {
        self.ko = 0;
    }

    /// Makes a move: [`Self::play`] or [`Self::pass`].
    #[inline]
    pub fn make(&mut self, mv: Move, color: Color) {
        match mv {
            Move::Play(point) => self.play(point, color),
            Move::Pass => self.pass(),
        }
    }

    /// Puts a stone on a point or takes it away, as a setup: nothing is captured, and there is no ko. It
    /// may leave a chain without liberties, see [`Self::breathless_chain`]. Rebuilds the board.
    pub fn set(&mut self, point: Point, stone: Option<Color>) {
        let color_at = |at: Point| {
            if at == point {
                stone
            } else {
                self.color_at(at)
            }
        };
        let captured = self.captured;
        *self = Board::with_stones(self.size, color_at);
        self.captured = captured;
    }

    /// A board with stones as a setup: nothing is captured, and there is no ko. Chains may be without liberties, see
    /// [`Self::breathless_chain`]. The same stones always make the same board, however they came to stand there.
    pub fn with_stones(size: Size, color_at: impl Fn(Point) -> Option<Color>) -> Board {
        let mut board = Board::new(size);
        for point in size.points() {
            if let Some(color) = color_at(point) {
                board.add_stone(point, color);
            }
        }
        board
    }

    /// Puts a stone on an empty point and joins it with its neighbors, but captures nothing yet. Returns
    /// true if it has taken the last liberty of an opposing chain.
    #[inline]
    pub(super) fn add_stone(&mut self, point: Point, color: Color) -> bool {
        let captures = self.place(point.index(), color);
        self.join(point.index(), color);
        captures
    }

    /// The empty point at a place of the list of empty points, `place < empty_count`.
    #[inline]
    pub(crate) fn empty_point(&self, place: usize) -> Point {
        Point::from_index(usize::from(self.empties[place]))
    }

    /// Exchanges two places of the list of empty points.
    #[inline]
    pub(crate) fn swap_empty_points(&mut self, a: usize, b: usize) {
        self.empties.swap(a, b);
        self.links[usize::from(self.empties[a]) & MASK] = a as u16;
        self.links[usize::from(self.empties[b]) & MASK] = b as u16;
    }

    /// Makes a new stone a chain of its own, which takes a liberty from all its neighbors. Returns true if
    /// that was the last liberty of an opposing chain.
    #[inline]
    fn place(&mut self, index: usize, color: Color) -> bool {
        self.remove_empty(index);
        self.flip(index, color);
        self.stones[color] += 1;
        self.cells[index] = Cell::stone(color);
        self.heads[index] = index as u16;
        self.links[index] = index as u16;
        let liberty = ChainWord::liberty(index);
        let mut captures = false;
        for (cell, head) in self.around(index) {
            let word = self.chain_words[head].minus(liberty);
            self.chain_words[head] = word;
            captures |= (cell == Cell::stone(!color)) & (word.number() == 0);
        }
        let liberties = ChainWord::around(index, self.neighborhoods[index].empty_directions());
        self.chain_words[index] = ChainWord::STONE.plus(liberties);
        captures
    }

    /// The cell and the head of the four orthogonal neighbors, read at once.
    #[inline]
    fn around(&self, index: usize) -> [(Cell, usize); 4] {
        let south = index - STRIDE;
        let cells: &[Cell; 2 * STRIDE + 1] = window(&self.cells, south);
        let heads: &[u16; 2 * STRIDE + 1] = window(&self.heads, south);
        [2 * STRIDE, STRIDE + 1, 0, STRIDE - 1].map(|at| (cells[at], usize::from(heads[at]) & MASK))
    }

    /// Joins a new stone, which still is a chain of its own, with the neighboring chains of its color.
    #[inline]
    fn join(&mut self, index: usize, color: Color) {
        let same = self.neighborhoods[index].directions_of(color);
        if same == 0 {
            return;
        }
        // The first one simply takes the stone in; there is nothing to walk.
        let first = shifted(index, first_offset(same));
        let head = usize::from(self.heads[first]) & MASK;
        self.heads[index] = head as u16;
        self.links.swap(head, index);
        self.chain_words[head] = self.chain_words[head].plus(self.chain_words[index]);
        let mut others = same & same.wrapping_sub(1);
        while others != 0 {
            let near = shifted(index, first_offset(others));
            others &= others - 1;
            if self.heads[near] != self.heads[index] {
                self.merge(
                    usize::from(self.heads[near]),
                    usize::from(self.heads[index]),
                );
            }
        }
    }

    /// Makes two chains one, relabelling the smaller.
    #[inline(never)]
    fn merge(&mut self, a: usize, b: usize) {
        let (a, b) = (a & MASK, b & MASK);
        let is_smaller = self.chain_words[a].stones() < self.chain_words[b].stones();
        let (kept, gone) = if is_smaller { (b, a) } else { (a, b) };
        let mut stone = gone;
        loop {
            self.heads[stone] = kept as u16;
            stone = usize::from(self.links[stone]) & MASK;
            if stone == gone {
                break;
            }
        }
        self.links.swap(kept, gone);
        self.chain_words[kept] = self.chain_words[kept].plus(self.chain_words[gone]);
    }

    /// Takes the chain of `color` at an index off the board; its opponent holds the stones.
    fn remove_chain(&mut self, start: usize, color: Color) {
        let mut index = start;
        loop {
            let next = usize::from(self.links[index]) & MASK;
            self.cells[index] = Cell::EMPTY;
            self.heads[index] = index as u16;
            self.flip(index, color);
            self.insert_empty(index);
            let liberty = ChainWord::liberty(index);
            for (_, head) in self.around(index) {
                self.chain_words[head] = self.chain_words[head].plus(liberty);
            }
            self.stones[color] -= 1;
            self.captured[!color] += 1;
            index = next;
            if index == start {
                break;
            }
        }
    }

    /// Adds or removes a stone in the hash and in the codes around it.
    #[inline]
    fn flip(&mut self, index: usize, color: Color) {
        self.hash ^= key(color, Point::from_index(index));
        let cell = u16::from(Cell::stone(color).0);
        let start = index - STRIDE - 1;
        let window: &mut [Neighborhood; 2 * STRIDE + 3] = (&mut self.neighborhoods
            [start..start + 2 * STRIDE + 3])
            .try_into()
            .expect("the length");
        for (offset, shift) in OFFSETS.iter().zip(SHIFT_BACK) {
            window[(STRIDE + 1).wrapping_add_signed(*offset)].0 ^= cell << shift;
        }
    }

    #[inline]
    fn remove_empty(&mut self, index: usize) {
        self.empty_count -= 1;
        let last = self.empties[usize::from(self.empty_count)];
        self.empties[usize::from(self.links[index])] = last;
        self.links[usize::from(last) & MASK] = self.links[index];
    }

    #[inline]
    fn insert_empty(&mut self, index: usize) {
        self.links[index] = self.empty_count;
        self.empties[usize::from(self.empty_count)] = index as u16;
        self.empty_count += 1;
    }

    /// Returns true if the chain at an index is one stone with one liberty.
    fn is_lone_in_atari(&self, index: usize) -> bool {
        let word = self.chain_word(index);
        word.stones() == 1 && word.number() == 1
    }

    /// The heads of the different chains of a color next to an index.
    #[inline]
    pub(super) fn neighbor_heads(
        &self,
        index: usize,
        color: Color,
    ) -> impl Iterator<Item = usize> + Clone + use<> {
        let mut heads = Heads(0);
        let mut shift = 0;
        let mut directions = self.neighborhoods[index].directions_of(color);
        while directions != 0 {
            let near = shifted(index, first_offset(directions));
            directions &= directions - 1;
            let head = u64::from(self.heads[near]);
            let is_known = (0..4)
                .map(|place| heads.0 >> (16 * place) & 0xffff == head)
                .fold(false, BitOr::bitor);
            heads.0 |= (u64::from(!is_known) * head) << shift;
            shift += 16 * u32::from(!is_known);
        }
        heads
    }

    /// The heads of the chains that a stone of `color` on an empty point would capture.
    fn captured_heads(&self, point: Point, color: Color) -> impl Iterator<Item = usize> + '_ {
        self.neighbor_heads(point.index(), !color)
            .filter(|&head| self.chain_word(head).is_atari())
    }

    fn chain_hash(&self, point: Point, color: Color) -> u64 {
        self.chain(point)
            .fold(0, |hash, stone| hash ^ key(color, stone))
    }
}

/// Up to four heads of chains, 16 bits each from the lowest on; 0, which is border, ends them.
#[derive(Clone, Debug)]
struct Heads(u64);

impl Iterator for Heads {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let head = self.0 as usize & MASK;
        self.0 >>= 16;
        (head != 0).then_some(head)
    }
}

/// How `Board::ko` marks a point as barred for a color.
#[inline]
const fn ko_mark(index: usize, color: Color) -> u16 {
    index as u16 | (color as u16) << 15
}

/// `N` entries of a grid array, so that the neighbors of a point are at constant places of it.
#[inline]
fn window<T, const N: usize>(grid: &[T], start: usize) -> &[T; N] {
    grid[start..start + N].try_into().expect("the length is N")
}
