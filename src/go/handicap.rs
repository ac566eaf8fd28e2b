//! Star points and the traditional handicap placement of GTP 2 (section 4.1.1).

use crate::go::{Point, Size};

/// Shorter sides have no star points.
const SMALLEST_WITH_STARS: u8 = 7;

/// Shorter sides do not mark the center.
const SMALLEST_WITH_CENTER: u8 = 9;

/// From this many lines on, corners are marked on the fourth line instead of the third, and the middles of sides are
/// marked, too.
const FOURTH_LINE_FROM: u8 = 13;

/// The line on which the corners of a side are marked, counted from 0.
const fn corner_line(side: u8) -> u8 {
    if side >= FOURTH_LINE_FROM { 3 } else { 2 }
}

/// What a line of the board has to do with star points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StarLine {
    /// It goes through the star points of two corners.
    Corner,
    /// It goes through the center.
    Middle,
}

impl StarLine {
    /// What a line is, counted from 0, of as many as a side has.
    fn of(line: u8, side: u8) -> Option<StarLine> {
        let from_edge = line.min(side.checked_sub(line + 1)?);
        if from_edge == corner_line(side) {
            Some(StarLine::Corner)
        } else {
            (2 * line + 1 == side).then_some(StarLine::Middle)
        }
    }
}

impl Size {
    /// How many handicap stones have a traditional place: 9, 4, or 0 on boards that are not square,
    /// smaller than 7 or larger than 25.
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
    pub fn fixed_handicap(self, stones: usize) -> Option<Vec<Point>> {
        if !(2..=self.max_fixed_handicap()).contains(&stones) {
            return None;
        }
        let mut points = self.traditional_points();
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

    /// The traditional points in the order corners, center, sides, as many as a board of the size has.
    fn traditional_points(self) -> Vec<Point> {
        let side = self.width();
        let low = corner_line(side);
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

    /// Returns true if diagrams mark the point: the corners, the center from 9 lines on, and the middles of the
    /// sides from 13 lines on, as boards, Sabaki and GNU Go have them. Boards with a side below 7 have none.
    pub fn is_star_point(self, point: Point) -> bool {
        let line =
            |at: u8, side: u8| StarLine::of(at, side).filter(|_| side >= SMALLEST_WITH_STARS);
        let lines = (
            line(point.column(), self.width()),
            line(point.row(), self.height()),
        );
        match lines {
            (None, _) | (_, None) => false,
            (Some(StarLine::Corner), Some(StarLine::Corner)) => true,
            (Some(StarLine::Middle), Some(StarLine::Middle)) => {
                self.width() >= SMALLEST_WITH_CENTER && self.height() >= SMALLEST_WITH_CENTER
            }
            (Some(StarLine::Middle), Some(StarLine::Corner)) => self.width() >= FOURTH_LINE_FROM,
            (Some(StarLine::Corner), Some(StarLine::Middle)) => self.height() >= FOURTH_LINE_FROM,
        }
    }

    /// The points that diagrams mark.
    pub fn star_points(self) -> impl Iterator<Item = Point> {
        self.points()
            .filter(move |&point| self.is_star_point(point))
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
            for stones in 0..12 {
                let points = size.fixed_handicap(stones);
                assert_eq!(points.is_some(), (2..=most).contains(&stones));
                assert!(points.is_none_or(|points| points.len() == stones));
            }
        }
        assert_eq!(Size::new(19, 13).unwrap().max_fixed_handicap(), 0);
    }

    fn stars(width: u8, height: u8) -> String {
        let points = Size::new(width.into(), height.into())
            .unwrap()
            .star_points();
        points
            .map(|point| point.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn star_points_are_those_that_boards_have() {
        let count = |side| match side {
            0..7 => 0,
            7 => 4,
            side if side % 2 == 0 => 4,
            9 | 11 => 5,
            _ => 9,
        };
        for side in 1..=25 {
            assert_eq!(
                Size::square(side).star_points().count(),
                count(side),
                "{side}"
            );
        }
        assert_eq!(stars(7, 7), "C3 E3 C5 E5");
        assert_eq!(stars(9, 9), "C3 G3 E5 C7 G7");
        assert_eq!(stars(11, 11), "C3 J3 F6 C9 J9");
        assert_eq!(stars(13, 13), "D4 G4 K4 D7 G7 K7 D10 G10 K10");
        assert_eq!(stars(19, 19), "D4 K4 Q4 D10 K10 Q10 D16 K16 Q16");
    }

    #[test]
    fn each_side_of_a_rectangle_has_the_lines_of_its_length() {
        assert_eq!(stars(9, 19), "C4 G4 C10 E10 G10 C16 G16");
        assert_eq!(stars(19, 13), "D4 K4 Q4 D7 K7 Q7 D10 K10 Q10");
        assert_eq!(stars(13, 8), "D3 G3 K3 D6 G6 K6");
        assert_eq!(stars(13, 7), "D3 G3 K3 D5 G5 K5");
        assert_eq!(stars(19, 6), "");
    }
}
