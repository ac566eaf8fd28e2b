//! Intersections, sets of them, and moves.
//!
//! A [`Point`] is an index into a grid of 32 columns whose row 0 and column 0 are border, so that
//! `B3` is the same number on every board, a point parses and prints without a board, and its
//! neighbors are at fixed distances. Column 1 is `A`, row 1 is the bottom line.

use std::fmt;
use std::str::FromStr;

/// The longest side of a board: GTP has 25 column letters.
pub const MAX_SIDE: u8 = 25;

/// Distance between a point and the one above it: the columns of the grid, a power of two.
pub(crate) const STRIDE: usize = 32;

/// Entries of an array indexed by point: a power of two above every index in use (27 rows of 32),
/// so that an index masked with `CELLS - 1` needs no bounds check.
pub(crate) const CELLS: usize = 1024;

const LETTERS: &[u8; MAX_SIDE as usize] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// An intersection of the largest board, 25 x 25. A smaller board need not have it, see
/// [`Size::contains`](crate::go::Size::contains).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// The point in a column (0 = `A`) and row (0 = bottom line), or `None` where no board has it.
    pub const fn new(column: u8, row: u8) -> Option<Point> {
        if column < MAX_SIDE && row < MAX_SIDE {
            Some(Point((row as u16 + 1) * STRIDE as u16 + column as u16 + 1))
        } else {
            None
        }
    }

    /// The point of a grid index that is known to be one.
    pub(crate) const fn from_index(index: usize) -> Point {
        debug_assert!(index > STRIDE && index < CELLS);
        Point(index as u16)
    }

    /// The grid index, below [`CELLS`].
    pub(crate) const fn index(self) -> usize {
        self.0 as usize & (CELLS - 1)
    }

    /// The column, 0 for `A`.
    pub const fn column(self) -> u8 {
        (self.0 as usize % STRIDE) as u8 - 1
    }

    /// The row, 0 for the bottom line.
    pub const fn row(self) -> u8 {
        (self.0 as usize / STRIDE) as u8 - 1
    }

    /// The distance to another point along the lines of the board.
    pub const fn distance(self, other: Point) -> u8 {
        self.column().abs_diff(other.column()) + self.row().abs_diff(other.row())
    }

    /// The four orthogonal neighbors that some board has; on a given board some may be off it.
    pub fn neighbors(self) -> impl Iterator<Item = Point> {
        let (column, row) = (self.column(), self.row());
        [(0, 1), (1, 0), (0, -1), (-1, 0)]
            .into_iter()
            .filter_map(move |(dx, dy)| {
                Point::new(column.checked_add_signed(dx)?, row.checked_add_signed(dy)?)
            })
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = LETTERS[usize::from(self.column())] as char;
        f.pad(&format!("{letter}{}", self.row() + 1))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text names no point and is no pass.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("vertex expected, got '{0}'")]
pub struct ParseVertexError(pub String);

impl FromStr for Point {
    type Err = ParseVertexError;

    /// A letter without `I` and a row in decimal, in any case: `D4`, `q16`, `A01`.
    fn from_str(text: &str) -> Result<Point, ParseVertexError> {
        parse_point(text).ok_or_else(|| ParseVertexError(text.to_owned()))
    }
}

fn parse_point(text: &str) -> Option<Point> {
    let (letter, digits) = text.split_at_checked(1)?;
    let letter = letter.bytes().next()?.to_ascii_uppercase();
    let column = LETTERS.iter().position(|&known| known == letter)?;
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let row: u8 = digits.parse().ok()?;
    Point::new(column as u8, row.checked_sub(1)?)
}

/// What a player does on a turn. Resigning is no move: it leaves the position as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A stone on a point.
    Play(Point),
    /// No stone.
    Pass,
}

impl Move {
    /// The point of a play, `None` for a pass.
    pub const fn point(self) -> Option<Point> {
        match self {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Play(point) => fmt::Display::fmt(point, f),
            Move::Pass => f.pad("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseVertexError;

    /// A GTP vertex: a point or `pass`, in any case.
    fn from_str(text: &str) -> Result<Move, ParseVertexError> {
        if text.eq_ignore_ascii_case("pass") {
            Ok(Move::Pass)
        } else {
            text.parse().map(Move::Play)
        }
    }
}

/// A set of points: one bit for each grid index.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PointSet([u64; CELLS / 64]);

impl PointSet {
    /// The empty set.
    pub const fn new() -> PointSet {
        PointSet([0; CELLS / 64])
    }

    /// Returns true if the point is in the set.
    pub const fn contains(&self, point: Point) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 == 1
    }

    /// Adds the point. Returns true if it was not in the set before.
    pub fn insert(&mut self, point: Point) -> bool {
        let is_new = !self.contains(point);
        self.0[point.index() / 64] |= 1 << (point.index() % 64);
        is_new
    }

    /// Takes the point out.
    pub fn remove(&mut self, point: Point) {
        self.0[point.index() / 64] &= !(1 << (point.index() % 64));
    }

    /// The number of points in the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns true if no point is in the set.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The points from the bottom row up, each row from `A` on.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.0.iter().enumerate().flat_map(|(word, &bits)| {
            std::iter::successors(Some(bits), |bits| Some(bits & (bits - 1)))
                .take(bits.count_ones() as usize)
                .map(move |bits| Point::from_index(word * 64 + bits.trailing_zeros() as usize))
        })
    }
}

impl Default for PointSet {
    fn default() -> PointSet {
        PointSet::new()
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::new();
        set.extend(points);
        set
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_point() -> impl Iterator<Item = Point> {
        (0..MAX_SIDE)
            .flat_map(|row| (0..MAX_SIDE).filter_map(move |column| Point::new(column, row)))
    }

    #[test]
    fn text_round_trips() {
        assert_eq!(every_point().count(), 625);
        for point in every_point() {
            assert_eq!(point.to_string().parse(), Ok(point));
            assert_eq!(
                point.to_string().to_lowercase().parse(),
                Ok(Move::Play(point))
            );
        }
        assert_eq!("pAsS".parse(), Ok(Move::Pass));
        assert_eq!("A01".parse::<Point>().unwrap().to_string(), "A1");
        assert_eq!("j11".parse::<Point>().unwrap(), Point::new(8, 10).unwrap());
    }

    #[test]
    fn bad_text_is_refused() {
        for text in [
            "",
            "D",
            "4",
            "4D",
            "I9",
            "i1",
            "A0",
            "A26",
            "Z99",
            "A99999999999",
            "A-1",
            "A1.5",
            "(3,3)",
            "aa",
            "A+1",
            "é4",
            "resign",
            "A 1",
        ] {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
    }

    #[test]
    fn neighbors_share_a_side() {
        let name = |point: &str| point.parse::<Point>().unwrap();
        let of = |point: &str| name(point).neighbors().collect::<PointSet>();
        assert!(of("B2").contains(name("C2")) && of("A1").contains(name("A2")));
        assert!(!of("A2").contains(name("C2")) && !of("C3").contains(name("D4")));
        assert_eq!(
            (
                of("A1").len(),
                of("A2").len(),
                of("Z25").len(),
                of("H8").len()
            ),
            (2, 3, 2, 4)
        );
    }

    #[test]
    fn a_set_lists_what_was_put_in() {
        let set: PointSet = every_point().step_by(7).collect();
        assert!(set.iter().eq(every_point().step_by(7)));
        assert_eq!(set.len(), every_point().step_by(7).count());
        let mut copy = set.clone();
        for point in set.iter() {
            assert!(!copy.insert(point));
            copy.remove(point);
        }
        assert!(copy.is_empty() && copy.iter().next().is_none());
    }
}
