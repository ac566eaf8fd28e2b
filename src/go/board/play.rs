//! Placing and capturing stones, and the questions asked before: is it suicide, is it a ko.
//!
//! The hot path of every playout. Updates of the four neighbors go through scratch entries of
//! `chain_words` where there is no chain, because a wasted addition is cheaper than a mispredicted
//! branch.

use super::neighborhood::SHIFT_BACK;
use super::{Board, Cell, ChainWord, MASK, OFFSETS, key, shifted};
use crate::go::{Color, Point};

impl Board {
    /// Whether `color` may place a stone on an empty point without suicide and without retaking a
    /// simple ko. O(1).
    #[must_use]
    #[inline]
    pub fn is_playable(&self, point: Point, color: Color) -> bool {
        debug_assert!(self.is_empty_at(point));
        self.ko != ko_mark(point.index(), color)
            && (self.neighborhood(point).has_empty_neighbor() || self.has_breath(point, color))
    }

    /// Whether a stone of `color` on an empty point would be without liberty after all captures.
    /// O(1).
    #[must_use]
    pub fn is_suicide(&self, point: Point, color: Color) -> bool {
        !self.neighborhood(point).has_empty_neighbor() && !self.has_breath(point, color)
    }

    /// Whether a stone of `color` on a point captures a neighbor or joins a chain that keeps a
    /// liberty.
    #[inline]
    fn has_breath(&self, point: Point, color: Color) -> bool {
        OFFSETS[..4].iter().fold(false, |found, offset| {
            let near = shifted(point.index(), *offset);
            let is_atari = self.chain_word(near).is_atari();
            let joins = (self.cells[near] == Cell::stone(color)) & !is_atari;
            let captures = (self.cells[near] == Cell::stone(!color)) & is_atari;
            found | joins | captures
        })
    }

    /// The number of opposing stones that a stone of `color` on an empty point would capture. O(1).
    #[must_use]
    pub fn captures_of(&self, point: Point, color: Color) -> usize {
        self.captured_heads(point, color).map(|head| self.chain_word(head).stones()).sum()
    }

    /// The hash after a stone of `color` on an empty point, captures and suicide included. Walks
    /// the chains that would be removed.
    #[must_use]
    pub fn hash_after(&self, point: Point, color: Color) -> u64 {
        let mut hash = self.hash ^ key(color, point);
        for head in self.captured_heads(point, color) {
            hash ^= self.chain_hash(Point::from_index(head), !color);
        }
        if self.is_suicide(point, color) {
            hash ^= key(color, point);
            for head in self.neighbor_heads(point, color) {
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
        let index = point.index();
        self.ko = 0;
        self.add_stone(point, color);
        let foe = Cell::stone(!color);
        let is_dead = |board: &Board, near: usize| {
            (board.cells[near] == foe) & (board.chain_word(near).number() == 0)
        };
        if OFFSETS[..4].iter().fold(false, |any, &d| any | is_dead(self, shifted(index, d))) {
            let before = self.captured[color];
            for &offset in &OFFSETS[..4] {
                let near = shifted(index, offset);
                if is_dead(self, near) {
                    self.remove_chain(near, !color);
                    self.ko = near as u16;
                }
            }
            let is_ko = self.captured[color] == before + 1 && self.is_lone_in_atari(index);
            self.ko = if is_ko { ko_mark(usize::from(self.ko), !color) } else { 0 };
        } else if self.chain_word(index).number() == 0 {
            self.remove_chain(index, color);
        }
    }

    /// Makes a pass: a simple ko may be retaken from now on.
    #[inline]
    pub fn pass(&mut self) {
        self.ko = 0;
    }

    /// Puts a stone on an empty point or takes one away, as a setup: nothing is captured, no ko.
    /// Whether every chain still has a liberty is for the caller to see. Rebuilds the board.
    pub fn set(&mut self, point: Point, stone: Option<Color>) {
        let mut cells: Vec<(Point, Option<Color>)> =
            self.points().map(|point| (point, self.color_at(point))).collect();
        if let Some(cell) = cells.iter_mut().find(|(at, _)| *at == point) {
            cell.1 = stone;
        }
        let captured = self.captured;
        *self = Board::new(self.size);
        self.captured = captured;
        for (point, stone) in cells {
            if let Some(color) = stone {
                self.add_stone(point, color);
            }
        }
    }

    /// A stone on an empty point, joined with its neighbors; nothing is captured.
    #[inline]
    pub(super) fn add_stone(&mut self, point: Point, color: Color) {
        self.place(point.index(), color);
        self.join(point.index(), color);
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

    /// A new stone as a chain of its own, which takes a liberty from all its neighbors.
    #[inline]
    fn place(&mut self, index: usize, color: Color) {
        self.remove_empty(index);
        self.flip(index, color);
        self.cells[index] = Cell::stone(color);
        self.stones[color] += 1;
        let liberty = ChainWord::liberty(index);
        for &offset in &OFFSETS[..4] {
            let head = usize::from(self.heads[shifted(index, offset)]) & MASK;
            self.chain_words[head] = self.chain_words[head].minus(liberty);
        }
        self.chain_words[index] = ChainWord::STONE.plus(self.liberties_of_stone(index));
        self.heads[index] = index as u16;
        self.links[index] = index as u16;
    }

    /// Joins the chain at an index with the neighboring chains of its color.
    #[inline]
    fn join(&mut self, index: usize, color: Color) {
        for &offset in &OFFSETS[..4] {
            let near = shifted(index, offset);
            if self.cells[near] == Cell::stone(color) && self.heads[near] != self.heads[index] {
                self.merge(self.heads[near], self.heads[index]);
            }
        }
    }

    /// Makes two chains one, relabelling the smaller.
    #[inline]
    fn merge(&mut self, a: u16, b: u16) {
        let (a, b) = (usize::from(a) & MASK, usize::from(b) & MASK);
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
            for &offset in &OFFSETS[..4] {
                let head = usize::from(self.heads[shifted(index, offset)]) & MASK;
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
        for (&offset, shift) in OFFSETS.iter().zip(SHIFT_BACK) {
            self.neighborhoods[shifted(index, offset)].0 ^= cell << shift;
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

    /// Whether the chain at an index is one stone with one liberty.
    fn is_lone_in_atari(&self, index: usize) -> bool {
        let word = self.chain_word(index);
        word.stones() == 1 && word.number() == 1
    }

    /// The heads of the different chains of a color next to a point.
    fn neighbor_heads(&self, point: Point, color: Color) -> impl Iterator<Item = usize> + '_ {
        let head = move |offset: isize| {
            let near = shifted(point.index(), offset);
            (self.cells[near] == Cell::stone(color)).then(|| usize::from(self.heads[near]) & MASK)
        };
        (0..4).filter_map(move |d| {
            head(OFFSETS[d]).filter(|&this| !(0..d).any(|earlier| head(OFFSETS[earlier]) == Some(this)))
        })
    }

    /// The heads of the chains that a stone of `color` on an empty point would capture.
    fn captured_heads(&self, point: Point, color: Color) -> impl Iterator<Item = usize> + '_ {
        self.neighbor_heads(point, !color).filter(|&head| self.chain_word(head).is_atari())
    }

    fn chain_hash(&self, point: Point, color: Color) -> u64 {
        self.chain(point).fold(0, |hash, stone| hash ^ key(color, stone))
    }
}

/// How `Board::ko` marks a point as barred for a color.
#[inline]
const fn ko_mark(index: usize, color: Color) -> u16 {
    index as u16 | (color as u16) << 15
}
