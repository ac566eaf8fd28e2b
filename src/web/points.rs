//! Points as pages number them: from the top row down, each row from the left, from 0 on.

use crate::go::{Move, Point, Size};

/// The number of a point of a board.
pub(super) fn number(at: Point, size: Size) -> usize {
    size.place(at)
}

/// The point of a number; `None` if the board has none.
pub(super) fn point(number: usize, size: Size) -> Option<Point> {
    let width = usize::from(size.width());
    let (row, column) = (number / width, number % width);
    let from_bottom = usize::from(size.height()).checked_sub(row + 1)?;
    Point::new(column.try_into().ok()?, from_bottom.try_into().ok()?)
}

/// The number of a move; `None` is a pass.
pub(super) fn number_of(mv: Move, size: Size) -> Option<usize> {
    mv.point().map(|at| number(at, size))
}

/// The numbers of moves.
pub(super) fn numbers_of(moves: &[Move], size: Size) -> Vec<Option<usize>> {
    moves.iter().map(|&mv| number_of(mv, size)).collect()
}

/// The numbers of points, in the order of their numbers.
pub(super) fn sorted(points: impl IntoIterator<Item = Point>, size: Size) -> Vec<usize> {
    let mut numbers: Vec<usize> = points.into_iter().map(|at| number(at, size)).collect();
    numbers.sort_unstable();
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_has_a_number_and_every_number_a_point() {
        for size in [Size::square(2), Size::new(25, 7).unwrap(), Size::square(19)] {
            let points: Vec<Point> = size.points_from_top().collect();
            for (place, &at) in points.iter().enumerate() {
                assert_eq!((number(at, size), point(place, size)), (place, Some(at)));
            }
            assert_eq!(point(points.len(), size), None);
            assert_eq!(point(usize::MAX, size), None);
        }
        let size = Size::square(9);
        assert_eq!(point(0, size), Some("A9".parse().unwrap()));
        assert_eq!(numbers_of(&[Move::Pass], size), [None]);
    }
}
