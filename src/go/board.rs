//! The stones on the board: fast, copied for every playout, without a history.
//!
//! Everything that a playout needs is kept up to date move by move: chains with their liberties, the list of empty points, 3x3
//! neighborhood codes, the Zobrist hash, the point of a simple ko. The grid has a border ring and a fixed stride (see
//! [`crate::go::point`]), so all sizes share the code.
//!
//! A board checks suicide and simple ko only; other rules are for [`Position`](crate::go::Position).

mod chain;
mod chain_word;
mod foresight;
mod neighborhood;
mod play;
mod regions;
#[cfg(test)]
mod tests;
mod text;
mod zobrist;

pub use chain::Liberties;
pub use foresight::Around;
pub use neighborhood::Neighborhood;
pub(crate) use regions::Region;
pub use text::ParseBoardError;
pub(crate) use zobrist::{key, mix, player_key};

use crate::go::point::{CELLS, STRIDE};
use crate::go::{ByColor, Color, MAX_SIDE, Point, PointSet};
use chain_word::ChainWord;
use neighborhood::{Cell, MASK, OFFSETS, shifted};

/// Width and height of a board in points, each 1 to 25.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

/// A side is 0 or longer than 25.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board has 1 to 25 columns and rows, not {0}x{1}")]
pub struct SizeError(pub u64, pub u64);

impl Size {
    /// A rectangle.
    ///
    /// # Errors
    /// A side is 0 or longer than 25.
    pub fn new(width: u64, height: u64) -> Result<Size, SizeError> {
        let sides = 1..=u64::from(MAX_SIDE);
        if sides.contains(&width) && sides.contains(&height) {
            Ok(Size {
                width: width as u8,
                height: height as u8,
            })
        } else {
            Err(SizeError(width, height))
        }
    }

    /// A square.
    ///
    /// # Panics
    /// The side is not 1 to 25.
    pub fn square(side: u8) -> Size {
        Size::new(side.into(), side.into()).expect("a side of 1 to 25")
    }

    /// Columns.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Rows.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// The board with its sides exchanged.
    pub(crate) const fn transposed(self) -> Size {
        Size {
            width: self.height,
            height: self.width,
        }
    }

    /// Intersections.
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// How many classes of boards there are for numbers that depend on the size.
    pub const CLASSES: usize = 4;

    /// The class of the board: 0 up to 5x5, 1 up to 11x11, 2 up to 15x15, and 3 beyond.
    pub const fn class(self) -> usize {
        match self.area() {
            0..=25 => 0,
            26..=121 => 1,
            122..=225 => 2,
            _ => 3,
        }
    }

    /// Returns true if the board has the point.
    pub const fn contains(self, point: Point) -> bool {
        point.column() < self.width && point.row() < self.height
    }

    /// All points from the bottom row up, each row from `A` on.
    pub fn points(self) -> impl DoubleEndedIterator<Item = Point> {
        (0..self.height).flat_map(move |row| self.row_points(row))
    }

    /// All points as a person reads them: from the top row down, each row from `A` on.
    pub fn points_from_top(self) -> impl Iterator<Item = Point> {
        (0..self.height)
            .rev()
            .flat_map(move |row| self.row_points(row))
    }

    /// Where a point comes among [`Size::points_from_top`], from 0 on.
    pub fn place(self, at: Point) -> usize {
        let row = self.height - 1 - at.row();
        usize::from(row) * usize::from(self.width) + usize::from(at.column())
    }

    fn row_points(self, row: u8) -> impl DoubleEndedIterator<Item = Point> {
        (0..self.width).map(move |column| Point::from_index(index_of(column, row)))
    }
}

/// Reads what `Display` writes, `19x13` with the columns first, or a single number for a square.
impl std::str::FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Size, SizeError> {
        let (width, height) = text.split_once('x').unwrap_or((text, text));
        let [width, height] = [width, height].map(|side| side.parse().unwrap_or(0));
        Size::new(width, height)
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

const fn index_of(column: u8, row: u8) -> usize {
    (row as usize + 1) * STRIDE + column as usize + 1
}

/// Stones, chains and everything derived from them. See the [module](self).
///
/// Two boards are equal if they have the same size and the same stones.
#[derive(Clone, Debug)]
pub struct Board {
    size: Size,
    hash: u64,
    /// The index where a simple ko bars a play, with the barred color in the highest bit; 0 if none.
    ko: u16,
    empty_count: u16,
    stones: ByColor<u16>,
    /// Stones captured *by* each color.
    captured: ByColor<u32>,
    cells: [Cell; CELLS],
    neighborhoods: [Neighborhood; CELLS],
    /// For a stone, the index that names its chain; for another cell, its own index.
    heads: [u16; CELLS],
    /// For a stone, the next one of its chain, in a circle; for an empty point, its place in `empties`.
    links: [u16; CELLS],
    /// Valid at the heads of chains. Nobody reads the other entries, but updates write to them, which saves
    /// a branch.
    chain_words: [ChainWord; CELLS],
    /// The first `empty_count` entries are the empty points in arbitrary order.
    empties: [u16; MAX_SIDE as usize * MAX_SIDE as usize],
}

impl Board {
    /// The empty board.
    pub fn new(size: Size) -> Board {
        let mut board = Board {
            size,
            hash: 0,
            ko: 0,
            empty_count: 0,
            stones: ByColor::default(),
            captured: ByColor::default(),
            cells: [Cell::BORDER; CELLS],
            neighborhoods: [Neighborhood::default(); CELLS],
            heads: std::array::from_fn(|index| index as u16),
            links: [0; CELLS],
            chain_words: [ChainWord::default(); CELLS],
            empties: [0; 625],
        };
        for point in size.points() {
            board.cells[point.index()] = Cell::EMPTY;
            board.links[point.index()] = board.empty_count;
            board.empties[usize::from(board.empty_count)] = point.index() as u16;
            board.empty_count += 1;
        }
        for point in size.points() {
            board.neighborhoods[point.index()] = board.surroundings(point);
        }
        board
    }

    /// Makes this board equal to another one, in every field. Much cheaper than a clone if both have
    /// the same size, because only the rows in use are copied.
    pub fn copy_from(&mut self, other: &Board) {
        if self.size != other.size {
            self.clone_from(other);
            return;
        }
        let rows = STRIDE..(usize::from(self.size.height) + 1) * STRIDE;
        let empties = 0..usize::from(other.empty_count);
        self.hash = other.hash;
        self.ko = other.ko;
        self.empty_count = other.empty_count;
        self.stones = other.stones;
        self.captured = other.captured;
        self.cells[rows.clone()].copy_from_slice(&other.cells[rows.clone()]);
        self.neighborhoods[rows.clone()].copy_from_slice(&other.neighborhoods[rows.clone()]);
        self.heads[rows.clone()].copy_from_slice(&other.heads[rows.clone()]);
        self.links[rows.clone()].copy_from_slice(&other.links[rows.clone()]);
        self.chain_words[rows.clone()].copy_from_slice(&other.chain_words[rows]);
        self.empties[empties.clone()].copy_from_slice(&other.empties[empties]);
    }

    /// Width and height.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The XOR of the keys of all stones. Equal boards of one size have equal hashes.
    #[inline]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// All points from the bottom row up, each row from `A` on.
    pub fn points(&self) -> impl DoubleEndedIterator<Item = Point> + use<> {
        self.size.points()
    }

    /// The neighbors of a point that are on this board: 2 to 4 on boards wider than a line.
    #[inline]
    pub fn neighbors(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        OFFSETS[..4]
            .iter()
            .map(move |&offset| shifted(point.index(), offset))
            .filter(|&near| self.cells[near] != Cell::BORDER)
            .map(Point::from_index)
    }

    /// The stone on a point; `None` if it is empty or not on this board.
    #[inline]
    pub fn color_at(&self, point: Point) -> Option<Color> {
        match self.cells[point.index()].0 {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }

    /// Returns true if the point is on this board and empty.
    #[inline]
    pub fn is_empty_at(&self, point: Point) -> bool {
        self.cells[point.index()] == Cell::EMPTY
    }

    /// The 3x3 neighborhood of a point of this board. O(1).
    #[inline]
    pub fn neighborhood(&self, point: Point) -> Neighborhood {
        self.neighborhoods[point.index()]
    }

    /// The number of empty points.
    #[inline]
    pub const fn empty_count(&self) -> usize {
        self.empty_count as usize
    }

    /// The empty points in an arbitrary order that the moves so far determine.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.empties[..self.empty_count()]
            .iter()
            .map(|&index| Point::from_index(index.into()))
    }

    /// The number of stones of a color.
    #[inline]
    pub fn stone_count(&self, color: Color) -> usize {
        usize::from(self.stones[color])
    }

    /// The stones of a color.
    pub fn stone_set(&self, color: Color) -> PointSet {
        self.points()
            .filter(|&point| self.color_at(point) == Some(color))
            .collect()
    }

    /// The number of stones captured *by* a color, the opponent's suicides included.
    pub fn captured_by(&self, color: Color) -> u32 {
        self.captured[color]
    }

    /// The point where a simple ko bars a play, and for whom.
    pub fn ko(&self) -> Option<(Point, Color)> {
        let color = if self.ko >> 15 == 0 {
            Color::Black
        } else {
            Color::White
        };
        (self.ko != 0).then(|| (Point::from_index(usize::from(self.ko) & MASK), color))
    }

    /// The eight cells around a point, read one by one.
    fn surroundings(&self, point: Point) -> Neighborhood {
        Neighborhood::from_cells(OFFSETS.map(|offset| self.cells[shifted(point.index(), offset)]))
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.size == other.size && self.hash == other.hash && self.cells == other.cells
    }
}

impl Eq for Board {}
