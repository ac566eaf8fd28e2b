//! The ways to turn a board over, in which a network may look at it.

use crate::go::Size;

/// One of the eight turns and reflections of a square board. Other boards only have the first four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symmetry(u8);

impl Symmetry {
    /// How many a board has.
    #[must_use]
    pub fn count(size: Size) -> u8 {
        if size.width() == size.height() { 8 } else { 4 }
    }

    /// The symmetry of a number. The first one changes nothing; of the number, 1 is a reflection of the rows, 2
    /// one of the columns, and 4 exchanges rows and columns after these.
    #[must_use]
    pub fn new(number: u8, size: Size) -> Symmetry {
        Symmetry(number % Symmetry::count(size))
    }

    /// Where a place comes to be, with places counted row by row.
    pub(super) fn moved(self, place: usize, size: Size) -> usize {
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        let (mut row, mut column) = (place / width, place % width);
        if self.0 & 1 != 0 {
            row = height - 1 - row;
        }
        if self.0 & 2 != 0 {
            column = width - 1 - column;
        }
        if self.0 & 4 != 0 {
            (row, column) = (column, row);
        }
        row * width + column
    }

    /// Puts what was found of the places of a turned board where they are on the board itself.
    pub(super) fn restored(self, found: &[f32], size: Size) -> Vec<f32> {
        let places = 0..found.len();
        places.map(|place| found[self.moved(place, size)]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_symmetry_keeps_neighbors_together_and_differs_from_the_others() {
        for (width, height) in [(3, 3), (4, 2), (19, 19)] {
            let size = Size::new(width, height).unwrap();
            let area = size.area();
            let width = usize::from(size.width());
            let at = |place: usize| (place / width, place % width);
            let distance = |a: usize, b: usize| {
                let (a, b) = (at(a), at(b));
                a.0.abs_diff(b.0) + a.1.abs_diff(b.1)
            };
            let mut seen = HashSet::new();
            for number in 0..Symmetry::count(size) {
                let symmetry = Symmetry::new(number, size);
                let moved: Vec<usize> = (0..area).map(|at| symmetry.moved(at, size)).collect();
                assert!(moved.iter().all(|&at| at < area));
                for one in 0..area {
                    for other in 0..area {
                        let after = distance(moved[one], moved[other]);
                        assert_eq!(after, distance(one, other), "{number}");
                    }
                }
                assert!(number > 0 || moved.is_sorted());
                seen.insert(moved);
            }
            assert_eq!(seen.len(), usize::from(Symmetry::count(size)));
        }
    }

    #[test]
    fn what_is_restored_is_where_it_was() {
        let size = Size::square(5);
        for number in 0..8 {
            let symmetry = Symmetry::new(number, size);
            let mut turned = vec![0.0; 25];
            for place in 0..25_u8 {
                turned[symmetry.moved(place.into(), size)] = f32::from(place);
            }
            let restored = symmetry.restored(&turned, size);
            assert!(restored.is_sorted(), "{number}");
        }
    }
}
