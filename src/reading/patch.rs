//! Some points of a board, few enough to be the bits of a word.

use crate::go::{Board, Point, PointSet};

/// A set of points of a patch: bit `n` stands for the n-th one.
pub(crate) type Mask = u128;

/// The most points of a patch.
pub(crate) const MOST_POINTS: usize = Mask::BITS as usize;

/// The bits of one of the two words of a mask.
const HALF: usize = u64::BITS as usize;

/// The points of a mask, in order.
pub(crate) const fn bits(mask: Mask) -> Bits {
    Bits(mask)
}

/// Iterates over the points of a mask, from either end.
#[derive(Clone, Debug)]
pub(crate) struct Bits(Mask);

impl Iterator for Bits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let at = self.0.trailing_zeros() as usize;
        (self.0 != 0).then(|| {
            self.0 &= self.0 - 1;
            at
        })
    }
}

impl DoubleEndedIterator for Bits {
    fn next_back(&mut self) -> Option<usize> {
        (self.0 != 0).then(|| {
            let at = self.0.ilog2() as usize;
            self.0 &= !(1 << at);
            at
        })
    }
}

/// Points of a board, and which of them are next to each other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Patch {
    points: Vec<Point>,
    near: Vec<Mask>,
}

impl Patch {
    /// The patch of some points; `None` if there are none, or more than a mask has bits.
    pub(crate) fn new(board: &Board, points: &PointSet) -> Option<Patch> {
        let points: Vec<Point> = points.iter().collect();
        if points.is_empty() || points.len() > MOST_POINTS {
            return None;
        }
        let near = Vec::new();
        let mut patch = Patch { points, near };
        let near_to =
            |&at: &Point| patch.mask(|other| board.neighbors(at).any(|near| near == other));
        patch.near = patch.points.iter().map(near_to).collect();
        Some(patch)
    }

    /// The points that satisfy a condition.
    pub(crate) fn mask(&self, is_in: impl Fn(Point) -> bool) -> Mask {
        let all = self.points.iter().enumerate();
        all.filter(|&(_, &at)| is_in(at))
            .fold(0, |mask, (index, _)| mask | 1 << index)
    }

    pub(crate) fn point(&self, index: usize) -> Point {
        self.points[index]
    }

    /// The place of a point; `None` if it is not in the patch.
    pub(crate) fn index(&self, at: Point) -> Option<usize> {
        self.points.iter().position(|&point| point == at)
    }

    pub(crate) fn all(&self) -> Mask {
        Mask::MAX >> (Mask::BITS as usize - self.points.len())
    }

    /// The points next to one.
    pub(crate) fn near(&self, at: usize) -> Mask {
        self.near[at]
    }

    /// The points next to those of a set, some of them perhaps in the set.
    pub(crate) fn beside(&self, set: Mask) -> Mask {
        let (low, high) = self.near.split_at(HALF.min(self.near.len()));
        let near = |mut half: u64, near: &[Mask]| {
            let mut found = 0;
            while half != 0 {
                found |= near[half.trailing_zeros() as usize];
                half &= half - 1;
            }
            found
        };
        near(set as u64, low) | near((set >> HALF) as u64, high)
    }

    /// The points that are connected with some of a set within that set.
    pub(crate) fn connected(&self, from: Mask, within: Mask) -> Mask {
        self.connected_and_beside(from, within).0
    }

    /// The points that are connected with some of a set within that set, and all points [beside](Patch::beside) them.
    pub(crate) fn connected_and_beside(&self, from: Mask, within: Mask) -> (Mask, Mask) {
        let (mut found, mut beside, mut new) = (from, 0, from);
        while new != 0 {
            let near = self.beside(new);
            beside |= near;
            new = near & within & !found;
            found |= new;
        }
        (found, beside)
    }

    /// The connected parts of a set.
    pub(crate) fn parts(&self, set: Mask) -> impl Iterator<Item = Mask> {
        self.parts_and_beside(set).map(|(part, _)| part)
    }

    /// The connected parts of a set, each with all points [beside](Patch::beside) it.
    pub(crate) fn parts_and_beside(&self, set: Mask) -> impl Iterator<Item = (Mask, Mask)> {
        let mut left = set;
        std::iter::from_fn(move || {
            let first = left & left.wrapping_neg();
            (first != 0).then(|| {
                let (part, beside) = self.connected_and_beside(first, set);
                left &= !part;
                (part, beside)
            })
        })
    }
}
