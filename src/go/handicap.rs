//! Star points and the traditional handicap placement of GTP 2 (section 4.1.1).

use crate::go::{Point, Size};

impl Size {
    /// How many handicap stones have a traditional place: 9, 4, or 0 on boards that are not square,
    /// smaller than 7 or larger than 25.
    #[must_use]
    pub const fn max_fixed_handicap(self) -> usize {
        match (self.width(), self.height()) {
            (width, height) if width != height || width < 7 => 0,
            (7, _) => 4,
            (width, _) if width % 2 == 0 => 4,
            _ => 9,
        }
    }

    /// The traditional points for `stones` handicap stones, or `None` if there are none for that
    /// number: lower left, upper right, upper left, lower right, left, right, bottom, top; the
    /// center is the last stone of an odd number from 5 on.
    #[must_use]
    pub fn fixed_handicap(self, stones: usize) -> Option<Vec<Point>> {
        if !(2..=self.max_fixed_handicap()).contains(&stones) {
            return None;
        }
        let mut points = self.star_points();
        let center = (stones >= 5 && stones % 2 == 1).then(|| points.remove(4));
        let around = points
            .into_iter()
            .filter(|&point| center.is_some() || !self.is_center(point));
        let mut chosen: Vec<Point> = around
            .take(stones - usize::from(center.is_some()))
            .collect();
        chosen.extend(center);
        Some(chosen)
    }

    /// Returns true if diagrams mark the point.
    #[must_use]
    pub fn is_star_point(self, point: Point) -> bool {
        self.star_points().contains(&point)
    }

    /// The star points in the order corners, center, sides, as many as a board of the size has.
    fn star_points(self) -> Vec<Point> {
        let side = self.width();
        let low = if side >= 13 { 3 } else { 2 };
        let (high, middle) = (side.saturating_sub(low + 1), side / 2);
        let places = [
            (low, low),
            (high, high),
            (low, high),
            (high, low),
            (middle, middle),
            (low, middle),
            (high, middle),
            (middle, low),
            (middle, high),
        ];
        let points = places
            .iter()
            .filter_map(|&(column, row)| Point::new(column, row));
        points.take(self.max_fixed_handicap()).collect()
    }

    fn is_center(self, point: Point) -> bool {
        (point.column(), point.row()) == (self.width() / 2, self.height() / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(side: u8, stones: usize) -> String {
        let points = Size::square(side).fixed_handicap(stones).unwrap();
        points
            .iter()
            .map(Point::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn nineteen_by_nineteen_as_in_the_specification() {
        assert_eq!(names(19, 2), "D4 Q16");
        assert_eq!(names(19, 3), "D4 Q16 D16");
        assert_eq!(names(19, 4), "D4 Q16 D16 Q4");
        assert_eq!(names(19, 5), "D4 Q16 D16 Q4 K10");
        assert_eq!(names(19, 6), "D4 Q16 D16 Q4 D10 Q10");
        assert_eq!(names(19, 7), "D4 Q16 D16 Q4 D10 Q10 K10");
        assert_eq!(names(19, 8), "D4 Q16 D16 Q4 D10 Q10 K4 K16");
        assert_eq!(names(19, 9), "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
    }

    #[test]
    fn other_sizes() {
        assert_eq!(names(7, 4), "C3 E5 C5 E3");
        assert_eq!(names(8, 4), "C3 F6 C6 F3");
        assert_eq!(names(9, 9), "C3 G7 C7 G3 C5 G5 E3 E7 E5");
        assert_eq!(names(12, 4), "C3 K10 C10 K3");
        assert_eq!(names(13, 6), "D4 K10 D10 K4 D7 K7");
        assert_eq!(names(17, 8), "D4 O14 D14 O4 D9 O9 J4 J14");
        for side in 1..=25 {
            let size = Size::square(side);
            let most = size.max_fixed_handicap();
            assert_eq!(
                most,
                if side < 7 {
                    0
                } else if side == 7 || side % 2 == 0 {
                    4
                } else {
                    9
                }
            );
            let stars = size.points().filter(|&point| size.is_star_point(point));
            assert_eq!(stars.count(), most);
            for stones in 0..12 {
                let points = size.fixed_handicap(stones);
                assert_eq!(points.is_some(), (2..=most).contains(&stones));
                assert!(points.is_none_or(|points| points.len() == stones));
            }
        }
        assert_eq!(Size::new(19, 13).unwrap().max_fixed_handicap(), 0);
    }
}
