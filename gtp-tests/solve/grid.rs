//! Stones as sets of bits, and the rules of Tromp and Taylor on them.
//!
//! Written apart from the board of kosumi and much simpler, so that a fault of one is not a fault of the other. A
//! row of the grid is one bit wider than the board: the spare bit is never set, so neighbors are plain shifts.

/// A set of points. One with a single point is a power of two, and so stands for the point.
pub(crate) type Bits = u128;

/// The index of a color in [`Stones`].
pub(crate) const BLACK: usize = 0;
/// The other one; `1 - color` is the opponent.
pub(crate) const WHITE: usize = 1;

/// The stones of both colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Stones(pub(crate) [Bits; 2]);

impl Stones {
    /// No stones.
    pub(crate) const NONE: Stones = Stones([0; 2]);
    /// Every bit of both colors, which no board has.
    pub(crate) const FULL: Stones = Stones([!0; 2]);

    /// The stones of both sets.
    pub(crate) fn and(self, other: Stones) -> Stones {
        Stones([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    /// The stones of either set.
    pub(crate) fn or(self, other: Stones) -> Stones {
        Stones([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// Returns true if every stone is one of `other`.
    pub(crate) fn is_within(self, other: Stones) -> bool {
        self.and(other) == self
    }

    /// The points with a stone.
    pub(crate) fn occupied(self) -> Bits {
        self.0[0] | self.0[1]
    }
}

/// The points of a set, each as a set of its own, lowest first.
pub(crate) fn each(mut set: Bits) -> impl Iterator<Item = Bits> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// A board without stones: which points there are and which are neighbors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    width: u32,
    height: u32,
    all: Bits,
}

impl Grid {
    /// A board of at most 128 bits, that is 10 columns and 11 rows; `None` if it is larger.
    pub(crate) fn new(width: u32, height: u32) -> Option<Grid> {
        if (width + 1) * height > Bits::BITS {
            return None;
        }
        let row = (1 << width) - 1;
        let all = (0..height).fold(0, |all, at| all | row << (at * (width + 1)));
        Some(Grid { width, height, all })
    }

    /// All points.
    pub(crate) fn all(&self) -> Bits {
        self.all
    }

    /// The point of a column and a row, both counted from 0 at A1.
    pub(crate) fn point(&self, column: u32, row: u32) -> Bits {
        debug_assert!(column < self.width && row < self.height);
        1 << (row * (self.width + 1) + column)
    }

    /// Column and row of a point.
    pub(crate) fn place(&self, point: Bits) -> (u32, u32) {
        let index = point.trailing_zeros();
        (index % (self.width + 1), index / (self.width + 1))
    }

    /// The points next to those of a set; some may be in the set themselves.
    pub(crate) fn around(&self, set: Bits) -> Bits {
        let stride = self.width + 1;
        (set << 1 | set >> 1 | set << stride | set >> stride) & self.all
    }

    /// The connected part of `within` that contains the point `seed`.
    pub(crate) fn connected(&self, seed: Bits, within: Bits) -> Bits {
        let mut part = seed & within;
        loop {
            let larger = part | self.around(part) & within;
            if larger == part {
                return part;
            }
            part = larger;
        }
    }

    /// The connected parts of a set.
    pub(crate) fn parts(&self, mut set: Bits) -> impl Iterator<Item = Bits> {
        std::iter::from_fn(move || {
            let part = self.connected(set & set.wrapping_neg(), set);
            set &= !part;
            (part != 0).then_some(part)
        })
    }

    /// The liberties of a connected set of stones.
    pub(crate) fn liberties(&self, stones: Stones, chain: Bits) -> Bits {
        self.around(chain) & !stones.occupied()
    }

    /// The stones after a play on an empty point: first the opponent's chains without liberty go, then one's own.
    pub(crate) fn play(&self, stones: Stones, color: usize, point: Bits) -> Stones {
        let mut next = stones;
        next.0[color] |= point;
        let theirs = next.0[1 - color];
        for neighbor in each(self.around(point) & theirs) {
            let chain = self.connected(neighbor, theirs);
            if self.liberties(next, chain) == 0 {
                next.0[1 - color] &= !chain;
            }
        }
        let chain = self.connected(point, next.0[color]);
        if self.liberties(next, chain) == 0 {
            next.0[color] &= !chain;
        }
        next
    }

    /// Black's area minus White's on the board as it stands.
    pub(crate) fn score(&self, stones: Stones) -> i32 {
        let count = |set: Bits| set.count_ones().cast_signed();
        let mut score = count(stones.0[BLACK]) - count(stones.0[WHITE]);
        for region in self.parts(self.all & !stones.occupied()) {
            let border = self.around(region);
            let touches = stones.0.map(|own| border & own != 0);
            score += match touches {
                [true, false] => count(region),
                [false, true] => -count(region),
                _ => 0,
            };
        }
        score
    }

    /// The unconditionally alive stones of a player (Benson 1976), and the regions between them and no others.
    pub(crate) fn alive(&self, stones: Stones, color: usize) -> (Bits, Vec<Bits>) {
        let own = stones.0[color];
        let mut chains: Vec<Bits> = self.parts(own).collect();
        let mut regions: Vec<Bits> = self.parts(self.all & !own).collect();
        loop {
            let before = chains.len();
            chains.retain(|&chain| {
                let next_to = self.around(chain);
                let is_vital = |region: &&Bits| {
                    **region & next_to != 0 && **region & !stones.0[1 - color] & !next_to == 0
                };
                regions.iter().filter(is_vital).count() >= 2
            });
            let alive = chains.iter().fold(0, |alive, chain| alive | chain);
            regions.retain(|&region| self.around(region) & own & !alive == 0);
            if chains.len() == before {
                return (alive, regions);
            }
        }
    }
}
