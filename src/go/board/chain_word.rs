//! The size and the liberties of a chain in one word.
//!
//! A chain keeps *pseudo-liberties*: one for each pair of a stone and an empty neighbor, so that a
//! liberty shared by two stones of the chain counts twice. Their number, the sum of their grid
//! indices and the sum of the squares of those indices live, with the number of stones, in one
//! word, so that placing, joining and capturing are additions. All pseudo-liberties are at the same
//! point exactly if number * squares = sum * sum (Cauchy-Schwarz): the chain is in atari. The idea
//! of the sums is from libego (Lew).

use super::neighborhood::OFFSETS;

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
                // By way of 64 bits: an offset may be negative, and a machine may have 32.
                let offset = (OFFSETS[direction] as i64).cast_unsigned();
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
