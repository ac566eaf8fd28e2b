//! Chains: their stones and liberties.

use super::Board;
use super::chain_word::ChainWord;
use super::neighborhood::{MASK, first_offset, shifted};
use crate::go::{Color, Point};
use std::ops::BitOr;

/// Up to `N` different liberties, in the order in which they were found.
#[derive(Clone, Copy, Debug)]
pub struct Liberties<const N: usize> {
    indices: [u16; N],
    count: usize,
}

impl<const N: usize> Liberties<N> {
    #[inline]
    pub(super) const fn none() -> Liberties<N> {
        Liberties {
            indices: [0; N],
            count: 0,
        }
    }

    /// The number of liberties if it is below `N`, else `N`.
    #[inline]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The liberties found.
    #[inline]
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.indices[..self.count.min(N)]
            .iter()
            .map(|&index| Point::from_index(usize::from(index)))
    }

    /// Adds a liberty unless it is in the list already. Returns true if the list is full afterwards; the
    /// caller must add nothing then. Has no branches, because a processor cannot predict well which
    /// liberties are in the list.
    #[inline]
    pub(super) fn push(&mut self, index: usize) -> bool {
        debug_assert!(self.count < N, "nothing is added to a full list");
        let index = index as u16;
        let is_known = self
            .indices
            .iter()
            .map(|&known| known == index)
            .fold(false, BitOr::bitor);
        self.indices[self.count.min(N - 1)] = index;
        self.count += usize::from(!is_known);
        self.count == N
    }
}

impl Board {
    /// The stones of the chain at a point, in no particular order; none if the point is empty.
    pub fn chain(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let start = point.index();
        let first = self.color_at(point).map(|_| start);
        std::iter::successors(first, move |&index| {
            let next = usize::from(self.links[index]);
            (next != start).then_some(next)
        })
        .map(Point::from_index)
    }

    /// The number of stones of the chain at an occupied point. O(1).
    #[inline]
    pub fn chain_size(&self, point: Point) -> usize {
        self.chain_word(point.index()).stones()
    }

    /// A point of the chain at an occupied point, the same for all its stones until the chain changes.
    #[inline]
    pub fn chain_id(&self, point: Point) -> Point {
        Point::from_index(usize::from(self.heads[point.index()]))
    }

    /// Returns true if the chain at an occupied point has exactly one liberty. O(1).
    #[inline]
    pub fn is_atari(&self, point: Point) -> bool {
        self.chain_word(point.index()).is_atari()
    }

    /// The only liberty of the chain at an occupied point, if it is in atari. O(1).
    pub fn atari_liberty(&self, point: Point) -> Option<Point> {
        let word = self.chain_word(point.index());
        word.is_atari()
            .then(|| Point::from_index(word.only_liberty()))
    }

    /// The liberties of the chain at an occupied point, but no more than `N`. Walks the chain until
    /// `N` are found, unless the chain is in atari.
    #[inline]
    pub fn liberties<const N: usize>(&self, point: Point) -> Liberties<N> {
        let mut found = Liberties::none();
        match self.atari_liberty(point) {
            Some(only) => {
                found.push(only.index());
            }
            None => self.gather(point.index(), [0; 2], &mut found),
        }
        found
    }

    /// Returns true if the chain at an occupied point has at least `N` liberties. O(1) for most chains
    /// that have many more, else walks the chain.
    #[inline]
    pub fn has_liberties<const N: usize>(&self, point: Point) -> bool {
        // No point is next to more than four stones.
        self.chain_word(point.index()).number() > 4 * (N as u64 - 1)
            || self.liberties::<N>(point).count() == N
    }

    /// The liberties of the chain at an occupied point if it has exactly two, else `None`. O(1) for most
    /// chains that have more, else walks the chain.
    #[inline]
    pub fn two_liberties(&self, point: Point) -> Option<[Point; 2]> {
        if self.chain_word(point.index()).surely_has_three() {
            return None;
        }
        let mut found = Liberties::<3>::none();
        self.gather(point.index(), [0; 2], &mut found);
        (found.count() == 2).then(|| {
            [found.indices[0], found.indices[1]].map(|index| Point::from_index(index.into()))
        })
    }

    /// Adds the liberties of the chain of the stone at `start`, without those at `except`, until the list
    /// is full.
    #[inline]
    pub(super) fn gather<const N: usize>(
        &self,
        start: usize,
        except: [usize; 2],
        found: &mut Liberties<N>,
    ) {
        let mut stone = start;
        loop {
            let mut directions = self.neighborhoods[stone].empty_directions();
            while directions != 0 {
                let near = shifted(stone, first_offset(directions));
                directions &= directions - 1;
                let is_excepted = (near == except[0]).bitor(near == except[1]);
                if !is_excepted && found.push(near) {
                    return;
                }
            }
            stone = usize::from(self.links[stone]) & MASK;
            if stone == start {
                return;
            }
        }
    }

    /// The exact number of liberties of the chain at an occupied point. Walks the chain.
    pub fn liberty_count(&self, point: Point) -> usize {
        self.liberty_set(point).len()
    }

    /// All liberties of the chain at an occupied point. Walks the chain.
    pub fn liberty_set(&self, point: Point) -> crate::go::PointSet {
        self.chain(point)
            .flat_map(|stone| self.neighbors(stone))
            .filter(|&near| self.is_empty_at(near))
            .collect()
    }

    /// One stone of every chain of a color, in the order of points. Walks the board.
    pub fn chains(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        self.points().filter(move |&point| {
            self.color_at(point) == Some(color) && self.chain_id(point) == point
        })
    }

    #[inline]
    pub(super) fn chain_word(&self, index: usize) -> ChainWord {
        self.chain_words[usize::from(self.heads[index]) & MASK]
    }
}
