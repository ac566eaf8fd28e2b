//! What a stone would lead to, told without placing it: its liberties, whether it is self-atari.

use super::chain::Liberties;
use super::neighborhood::{OFFSETS, first_offset};
use super::{Board, Cell, MASK, shifted};
use crate::go::{Color, Point};

impl Board {
    /// The liberties that the chain of a stone of `color` on an empty point would have, but no more
    /// than `N`. Points of captured stones count where they are next to the new stone only, so a
    /// large capture can give more. Walks the joined chains until `N` are found.
    #[must_use]
    #[inline]
    pub fn liberties_after<const N: usize>(&self, point: Point, color: Color) -> Liberties<N> {
        let index = point.index();
        let code = self.neighborhoods[index];
        let mut found = Liberties::none();
        let mut directions = code.empty_directions();
        while directions != 0 {
            let near = shifted(index, first_offset(directions));
            directions &= directions - 1;
            if found.push(near) {
                return found;
            }
        }
        let mut directions = code.directions_of(!color);
        while directions != 0 {
            let near = shifted(index, first_offset(directions));
            directions &= directions - 1;
            if self.chain_word(near).is_atari() && found.push(near) {
                return found;
            }
        }
        let mut directions = code.directions_of(color);
        let mut joined = [0; 4];
        while directions != 0 {
            let near = shifted(index, first_offset(directions));
            let slot = (directions.trailing_zeros() as usize / 2) & 3;
            directions &= directions - 1;
            let head = self.heads[near] & MASK as u16;
            if joined.contains(&head) {
                continue;
            }
            joined[slot] = head;
            if !self.chain_words[usize::from(head) & MASK].is_atari() {
                self.gather(usize::from(head), index, &mut found);
                if found.count() == N {
                    return found;
                }
            }
        }
        found
    }

    /// Whether a stone of `color` on an empty point would be, alone or with the chains that it joins,
    /// in atari. A capture of several stones is none: there is room to grow into.
    #[must_use]
    #[inline]
    pub fn is_self_atari(&self, point: Point, color: Color) -> bool {
        let free = self.neighborhoods[point.index()].empty_directions();
        if free & free.wrapping_sub(1) != 0 {
            return false;
        }
        self.liberties_after::<2>(point, color).count() < 2 && self.captures_of(point, color) < 2
    }

    /// The number of stones in the chain of a stone of `color` on an empty point. O(1).
    #[must_use]
    pub fn chain_size_after(&self, point: Point, color: Color) -> usize {
        let joined = self.neighbor_heads(point, color);
        1 + joined
            .map(|head| self.chain_word(head).stones())
            .sum::<usize>()
    }

    /// The different chains of a color next to a point, one stone of each.
    #[inline]
    pub fn adjacent_chains(&self, point: Point, color: Color) -> impl Iterator<Item = Point> + '_ {
        self.neighbor_heads(point, color).map(Point::from_index)
    }

    /// The points of the chains in atari next to the chain at an occupied point where its owner takes
    /// them, but no more than `N`. Walks the chain.
    #[must_use]
    pub fn counterattacks<const N: usize>(&self, point: Point) -> Liberties<N> {
        let mut found = Liberties::none();
        let Some(color) = self.color_at(point) else {
            return found;
        };
        let start = point.index();
        let mut stone = start;
        loop {
            let mut directions = self.neighborhoods[stone].directions_of(!color);
            while directions != 0 {
                let near = shifted(stone, first_offset(directions));
                directions &= directions - 1;
                let word = self.chain_word(near);
                if word.is_atari() && found.push(word.only_liberty()) {
                    return found;
                }
            }
            stone = usize::from(self.links[stone]) & MASK;
            if stone == start {
                return found;
            }
        }
    }

    /// Whether at most three of the eight cells around a point are empty, as in a small eye space of
    /// any shape but a cross.
    #[must_use]
    #[inline]
    pub fn is_walled_in(&self, point: Point) -> bool {
        let code = self.neighborhoods[point.index()].0;
        let occupied = (code | code >> 1) & 0x5555;
        occupied.count_ones() >= 5
    }

    /// The empty points among the eight around a point.
    #[inline]
    pub fn surrounding_empty_points(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        OFFSETS
            .iter()
            .map(move |&offset| shifted(point.index(), offset))
            .filter(|&near| self.cells[near] == Cell::EMPTY)
            .map(Point::from_index)
    }
}
