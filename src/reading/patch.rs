//! Some points of a board, few enough to be the bits of a word.

use crate::go::{Board, Point, PointSet};

/// A set of points of a patch: bit `n` stands for the n-th one.
pub(crate) type Mask = u128;

/// The most points of a patch.
pub(crate) const MOST_POINTS: usize = Mask::BITS as usize;

/// The points of a mask, in order.
pub(crate) fn bits(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            at
        })
    })
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

    /// The points next to those of a set, some of them perhaps in the set.
    pub(crate) fn beside(&self, set: Mask) -> Mask {
        bits(set).fold(0, |found, at| found | self.near[at])
    }

    /// The points that are connected with some of a set within that set.
    pub(crate) fn connected(&self, from: Mask, within: Mask) -> Mask {
        let (mut found, mut new) = (from, from);
        while new != 0 {
            new = self.beside(new) & within & !found;
            found |= new;
        }
        found
    }

    /// The connected parts of a set.
    pub(crate) fn parts(&self, set: Mask) -> impl Iterator<Item = Mask> {
        let mut left = set;
        std::iter::from_fn(move || {
            let first = left & left.wrapping_neg();
            (first != 0).then(|| {
                let part = self.connected(first, set);
                left &= !part;
                part
            })
        })
    }
}
