//! Chains: their size and liberties.
//!
//! A chain keeps *pseudo-liberties*: one for each pair of a stone and an empty neighbor, so that a
//! liberty shared by two stones of the chain counts twice. Their number, the sum of their grid
//! indices and the sum of the squares of those indices live, with the number of stones, in one
//! word, so that placing, joining and capturing are additions. All pseudo-liberties are at the same
//! point exactly if number * squares = sum * sum (Cauchy-Schwarz): the chain is in atari. The idea
//! of the sums is from libego (Lew).

use super::neighborhood::first_offset;
use super::{Board, MASK, OFFSETS, shifted};
use crate::go::{Color, Point};
use std::ops::BitOr;

/// Stones and pseudo-liberties of one chain.
///
/// From the lowest bit: 10 bits stones, 11 bits number of pseudo-liberties, 12 bits sum, the rest
/// squares. The first two never overflow (625 stones, 1200 edges of the 25 x 25 grid). The sums may
/// run over, but the word is one integer: while at most four pseudo-liberties remain, as many as
/// one point can give, every field again holds its true value (4 * 1023 < 2^12, 4 * 1023^2 < 2^31).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ChainWord(u64);

impl ChainWord {
    const NUMBER_AT: u32 = 10;
    const SUM_AT: u32 = 21;
    const SQUARES_AT: u32 = 33;

    pub(super) const STONE: ChainWord = ChainWord(1);

    /// One pseudo-liberty at a grid index.
    #[inline]
    pub(super) const fn liberty(index: usize) -> ChainWord {
        let index = index as u64;
        ChainWord(
            1 << Self::NUMBER_AT | index << Self::SUM_AT | (index * index) << Self::SQUARES_AT,
        )
    }

    /// The pseudo-liberties that a stone at a grid index has in a set of orthogonal directions, as
    /// [`Neighborhood`] gives it: with `n` neighbors at offsets `d`, the sum is `n i + Σd` and the
    /// squares are `n i² + 2 i Σd + Σd²`, whose last parts are known beforehand.
    ///
    /// [`Neighborhood`]: super::Neighborhood
    #[inline]
    pub(super) const fn around(index: usize, directions: u16) -> ChainWord {
        let [count, offsets, squares] = OFFSET_SUMS[directions as usize & 127];
        let per_offset = 1 << Self::SUM_AT | (index as u64) << (Self::SQUARES_AT + 1);
        let all = Self::liberty(index).0.wrapping_mul(count);
        ChainWord(
            all.wrapping_add(per_offset.wrapping_mul(offsets))
                .wrapping_add(squares),
        )
    }

    #[inline]
    pub(super) const fn plus(self, other: ChainWord) -> ChainWord {
        ChainWord(self.0.wrapping_add(other.0))
    }

    #[inline]
    pub(super) const fn minus(self, other: ChainWord) -> ChainWord {
        ChainWord(self.0.wrapping_sub(other.0))
    }

    #[inline]
    pub(super) const fn stones(self) -> usize {
        self.0 as usize & ((1 << Self::NUMBER_AT) - 1)
    }

    /// The number of pseudo-liberties.
    #[inline]
    pub(super) const fn number(self) -> u64 {
        self.0 >> Self::NUMBER_AT & ((1 << (Self::SUM_AT - Self::NUMBER_AT)) - 1)
    }

    const fn sum(self) -> u64 {
        self.0 >> Self::SUM_AT & ((1 << (Self::SQUARES_AT - Self::SUM_AT)) - 1)
    }

    /// Returns true if there is exactly one liberty. The chain must have a liberty.
    #[inline]
    #[expect(
        clippy::needless_bitwise_bool,
        reason = "a mispredicted branch costs more"
    )]
    pub(super) const fn is_atari(self) -> bool {
        let (number, sum) = (self.number(), self.sum());
        (number * (self.0 >> Self::SQUARES_AT) == sum * sum) & (number <= 4)
    }

    /// Returns true if there are certainly three liberties or more; false for all chains with fewer, and
    /// for some chains with more.
    ///
    /// Two liberties have at most eight neighbors, so they give at most eight pseudo-liberties. And the
    /// two liberties of a chain of several stones give no more pseudo-liberties than the chain has stones:
    /// a stone next to both is counted twice, but it needs another stone to be connected by, which is next
    /// to neither.
    #[inline]
    pub(super) fn surely_has_three(self) -> bool {
        self.number() > self.stones().clamp(2, 8) as u64
    }

    /// The grid index of the only liberty of a chain in atari.
    pub(super) const fn only_liberty(self) -> usize {
        (self.sum() / self.number()) as usize
    }
}

/// For every set of orthogonal directions, bit `2 * d` for direction `d`: how many they are, the sum
/// of their offsets, and the sum of their squared offsets at its place in a [`ChainWord`].
static OFFSET_SUMS: [[u64; 3]; 128] = {
    let mut sums = [[0_u64; 3]; 128];
    let mut set = 0;
    while set < 128 {
        let mut direction = 0;
        while direction < 4 {
            if set >> (2 * direction) & 1 == 1 {
                let offset = OFFSETS[direction].cast_unsigned() as u64;
                sums[set][0] += 1;
                sums[set][1] = sums[set][1].wrapping_add(offset);
                sums[set][2] += offset.wrapping_mul(offset) << ChainWord::SQUARES_AT;
            }
            direction += 1;
        }
        set += 1;
    }
    sums
};

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
    #[must_use]
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
    #[must_use]
    #[inline]
    pub fn chain_size(&self, point: Point) -> usize {
        self.chain_word(point.index()).stones()
    }

    /// A point of the chain at an occupied point, the same for all its stones until the chain changes.
    #[must_use]
    #[inline]
    pub fn chain_id(&self, point: Point) -> Point {
        Point::from_index(usize::from(self.heads[point.index()]))
    }

    /// Returns true if the chain at an occupied point has exactly one liberty. O(1).
    #[must_use]
    #[inline]
    pub fn is_atari(&self, point: Point) -> bool {
        self.chain_word(point.index()).is_atari()
    }

    /// The only liberty of the chain at an occupied point, if it is in atari. O(1).
    #[must_use]
    pub fn atari_liberty(&self, point: Point) -> Option<Point> {
        let word = self.chain_word(point.index());
        word.is_atari()
            .then(|| Point::from_index(word.only_liberty()))
    }

    /// The liberties of the chain at an occupied point, but no more than `N`. Walks the chain until
    /// `N` are found, unless the chain is in atari.
    #[must_use]
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
    #[must_use]
    #[inline]
    pub fn has_liberties<const N: usize>(&self, point: Point) -> bool {
        // No point is next to more than four stones.
        self.chain_word(point.index()).number() > 4 * (N as u64 - 1)
            || self.liberties::<N>(point).count() == N
    }

    /// The liberties of the chain at an occupied point if it has exactly two, else `None`. O(1) for most
    /// chains that have more, else walks the chain.
    #[must_use]
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
    #[must_use]
    pub fn liberty_count(&self, point: Point) -> usize {
        self.liberty_set(point).len()
    }

    /// All liberties of the chain at an occupied point. Walks the chain.
    #[must_use]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_recover_after_running_over() {
        let all: Vec<usize> = (33..863).collect();
        let mut word = all.iter().fold(ChainWord::STONE, |word, &i| {
            word.plus(ChainWord::liberty(i))
        });
        assert!(!word.is_atari());
        for &index in &all[1..] {
            assert!(!word.is_atari());
            word = word.minus(ChainWord::liberty(index));
        }
        assert!(word.is_atari());
        assert_eq!(
            (word.only_liberty(), word.stones(), word.number()),
            (33, 1, 1)
        );
    }

    #[test]
    fn atari_means_one_point() {
        for (points, is_atari) in [
            (&[100, 100][..], true),
            (&[862; 4], true),
            (&[99, 101], false),
            (&[100, 100, 101], false),
            (&[33, 862, 400, 500], false),
            (&[100; 5], false), // no point has five neighbors
        ] {
            let word = points.iter().fold(ChainWord::STONE, |word, &i| {
                word.plus(ChainWord::liberty(i))
            });
            assert_eq!(word.is_atari(), is_atari, "{points:?}");
        }
    }
}
