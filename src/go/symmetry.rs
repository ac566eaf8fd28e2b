//! The rotations and reflections of a board.

use super::{Point, Size};

/// One of the eight turns and reflections of a board. Of a board that is not square the last four exchange the sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All of them.
    pub const ALL: [Symmetry; 8] = [
        Symmetry(0),
        Symmetry(1),
        Symmetry(2),
        Symmetry(3),
        Symmetry(4),
        Symmetry(5),
        Symmetry(6),
        Symmetry(7),
    ];

    /// How many leave a board its sides.
    pub fn count(size: Size) -> u8 {
        if size.width() == size.height() { 8 } else { 4 }
    }

    /// The symmetry of a number. The first one changes nothing; of the number, 1 is a reflection of the rows, 2
    /// one of the columns, and 4 exchanges rows and columns after these.
    pub fn new(number: u8, size: Size) -> Symmetry {
        Symmetry(number % Symmetry::count(size))
    }

    /// The size of a turned board.
    pub fn size(self, size: Size) -> Size {
        if self.0 & 4 == 0 {
            size
        } else {
            size.transposed()
        }
    }

    /// Where a point of a board of such a size comes to be.
    ///
    /// # Panics
    /// The board has no such point. Some of those yield a wrong point instead.
    pub fn point(self, at: Point, size: Size) -> Point {
        let place = self.moved(size.place(at), size);
        let turned = self.size(size);
        let width = usize::from(turned.width());
        let row = usize::from(turned.height()) - 1 - place / width;
        Point::new((place % width) as u8, row as u8).expect("a point of the turned board")
    }

    /// Where a place comes to be, with places counted as by [`Size::place`].
    pub(crate) fn moved(self, place: usize, size: Size) -> usize {
        let (mut width, height) = (usize::from(size.width()), usize::from(size.height()));
        let (mut row, mut column) = (place / width, place % width);
        if self.0 & 1 != 0 {
            row = height - 1 - row;
        }
        if self.0 & 2 != 0 {
            column = width - 1 - column;
        }
        if self.0 & 4 != 0 {
            (row, column) = (column, row);
            width = height;
        }
        row * width + column
    }

    /// Puts what was found of the places of a turned board where they are on the board itself.
    pub(crate) fn restored(self, found: &[f32], size: Size) -> Vec<f32> {
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
            let distance = |a: usize, b: usize, size: Size| {
                let width = usize::from(size.width());
                let [a, b] = [a, b].map(|place| (place / width, place % width));
                a.0.abs_diff(b.0) + a.1.abs_diff(b.1)
            };
            let mut seen = HashSet::new();
            for symmetry in Symmetry::ALL {
                let turned = symmetry.size(size);
                let moved: Vec<usize> = (0..area).map(|at| symmetry.moved(at, size)).collect();
                assert!(moved.iter().all(|&at| at < area));
                for one in 0..area {
                    for other in 0..area {
                        let after = distance(moved[one], moved[other], turned);
                        assert_eq!(after, distance(one, other, size), "{symmetry:?}");
                    }
                }
                for at in size.points() {
                    let place = turned.place(symmetry.point(at, size));
                    assert_eq!(place, moved[size.place(at)], "{symmetry:?}");
                }
                assert!(symmetry != Symmetry::default() || moved.is_sorted());
                seen.insert((turned.width(), moved));
            }
            assert_eq!(seen.len(), 8);
            for number in 0..Symmetry::count(size) {
                assert_eq!(Symmetry::new(number, size).size(size), size);
            }
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
