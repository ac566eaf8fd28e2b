//! The cells of the grid, and the 3x3 neighborhood of a point, packed into 16 bits.
//!
//! Two bits a neighbor: 0 empty, 1 Black, 2 White, 3 border. The orthogonal neighbors take the low
//! byte in the order north, east, south, west; the diagonal ones the high byte in the order
//! north-east, south-east, south-west, north-west. North is towards higher rows.

use crate::go::Color;
use crate::go::point::{CELLS, STRIDE};

/// An index masked with this is inside every array of [`CELLS`] entries.
pub(super) const MASK: usize = CELLS - 1;

/// The grid index at an offset.
#[inline]
pub(super) const fn shifted(index: usize, offset: isize) -> usize {
    index.wrapping_add_signed(offset) & MASK
}

/// What is on a grid cell, as the two bits of the neighborhood codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell(pub(super) u8);

impl Cell {
    pub(super) const EMPTY: Cell = Cell(0);
    pub(super) const BORDER: Cell = Cell(3);

    #[inline]
    pub(super) const fn stone(color: Color) -> Cell {
        Cell(color as u8 + 1)
    }
}

/// How far each neighbor is from the point, in the order of the bit pairs.
pub(super) const OFFSETS: [isize; 8] = {
    const S: isize = STRIDE.cast_signed();
    [S, 1, -S, -1, S + 1, 1 - S, -S - 1, S - 1]
};

/// For each neighbor, the bit position at which the point stands in *that neighbor's* code.
pub(super) const SHIFT_BACK: [u32; 8] = [4, 6, 0, 2, 12, 14, 8, 10];

const LOW_BITS: u16 = 0x55;

const ALL_BITS: u16 = 0x5555;

/// The offset of the first direction of a set that is not empty: bit `2 * d` for direction `d`.
#[inline]
pub(super) const fn first_offset(directions: u16) -> isize {
    OFFSETS[(directions.trailing_zeros() as usize / 2) & 3]
}

/// Returns true if at least `N` bits of a set are 1. Cheaper than counting them all where there is no
/// instruction for that.
#[inline]
pub(super) const fn has_at_least<const N: usize>(mut set: u16) -> bool {
    let mut left = N;
    while left > 1 {
        set &= set.wrapping_sub(1);
        left -= 1;
    }
    set != 0
}

/// What surrounds a point, without the point itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Neighborhood(pub u16);

impl Neighborhood {
    /// Returns true if one of the four orthogonal neighbors is empty.
    #[inline]
    pub const fn has_empty_neighbor(self) -> bool {
        self.empty_directions() != 0
    }

    /// The orthogonal directions in which the neighbor is empty: bit `2 * d` for direction `d`.
    #[inline]
    pub(super) const fn empty_directions(self) -> u16 {
        self.empty_cells() & LOW_BITS
    }

    /// Returns true if the point looks like an eye of `color`: every orthogonal neighbor is its stone or
    /// border, and the opponent holds at most one diagonal point, or none where the point touches the
    /// border. This is the usual definition of programs with playouts. It takes some false eyes for
    /// real, those that only more distant stones make false.
    #[inline]
    pub const fn is_eye(self, color: Color) -> bool {
        let own = LOW_BITS << (color as u16);
        if self.0 & own != own {
            return false;
        }
        let diagonals = self.0 >> 8;
        let foe_low = !(diagonals >> (color as u16));
        let foe = (diagonals >> (1 - color as u16)) & foe_low & LOW_BITS;
        let border = diagonals & diagonals >> 1 & LOW_BITS;
        foe & foe.wrapping_sub(1) == 0 && (foe == 0 || border == 0)
    }

    /// Returns true if at least `N` of the eight cells are border or stones of `color`, and one of them is
    /// a stone, as around a point inside a small eye space.
    #[inline]
    pub const fn has_walls<const N: usize>(self, color: Color) -> bool {
        let walls = self.0 >> (color as u16) & ALL_BITS;
        let border = self.0 & self.0 >> 1 & ALL_BITS;
        walls != border && has_at_least::<N>(walls)
    }

    /// The directions, diagonal ones included, in which the cell is empty: bit `2 * d` for direction
    /// `d`.
    #[inline]
    pub(super) const fn empty_cells(self) -> u16 {
        !(self.0 | self.0 >> 1) & ALL_BITS
    }

    /// The orthogonal directions in which there is neither border nor a stone of `color`: bit `2 * d`
    /// for direction `d`.
    #[inline]
    pub(super) const fn open_directions(self, color: Color) -> u16 {
        !(self.0 >> (color as u16)) & LOW_BITS
    }

    /// Returns true if a stone of `color` is on an orthogonal neighbor.
    #[inline]
    pub const fn touches(self, color: Color) -> bool {
        self.directions_of(color) != 0
    }

    /// The orthogonal directions in which a stone of `color` is: bit `2 * d` for direction `d`.
    #[inline]
    pub(super) const fn directions_of(self, color: Color) -> u16 {
        let other = self.0 >> (1 - color as u16);
        self.0 >> (color as u16) & !other & LOW_BITS
    }

    /// What stands in one of the eight directions.
    #[cfg(test)]
    pub(super) const fn cell(self, direction: usize) -> Cell {
        Cell((self.0 >> (2 * direction)) as u8 & 3)
    }

    /// The code from the eight cells around a point, in the order of the bit pairs.
    pub(super) fn from_cells(cells: [Cell; 8]) -> Neighborhood {
        Neighborhood(cells.iter().enumerate().fold(0, |code, (direction, cell)| {
            code | u16::from(cell.0) << (2 * direction)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slow_is_eye(code: Neighborhood, color: Color) -> bool {
        let own = Cell::stone(color);
        let foe = Cell::stone(!color);
        let is_walled = (0..4).all(|d| [own, Cell::BORDER].contains(&code.cell(d)));
        let foes = (4..8).filter(|&d| code.cell(d) == foe).count();
        let at_border = (4..8).any(|d| code.cell(d) == Cell::BORDER);
        is_walled && foes <= usize::from(!at_border)
    }

    fn slow_has_walls(code: Neighborhood, color: Color, least: usize) -> bool {
        let count = |wanted: Cell| (0..8).filter(|&d| code.cell(d) == wanted).count();
        let own = count(Cell::stone(color));
        own > 0 && own + count(Cell::BORDER) >= least
    }

    #[test]
    fn every_code_is_judged_as_by_the_definition() {
        for code in (0..=u16::MAX).map(Neighborhood) {
            assert_eq!(
                code.has_empty_neighbor(),
                (0..4).any(|d| code.cell(d) == Cell::EMPTY)
            );
            for color in Color::ALL {
                assert_eq!(
                    code.touches(color),
                    (0..4).any(|d| code.cell(d) == Cell::stone(color))
                );
                assert_eq!(
                    code.is_eye(color),
                    slow_is_eye(code, color),
                    "{code:?} {color}"
                );
                assert_eq!(code.has_walls::<3>(color), slow_has_walls(code, color, 3));
                assert_eq!(code.has_walls::<5>(color), slow_has_walls(code, color, 5));
            }
        }
    }

    #[test]
    fn back_shifts_point_at_the_opposite_direction() {
        for (direction, offset) in OFFSETS.iter().enumerate() {
            let opposite = OFFSETS.iter().position(|back| *back == -offset).unwrap();
            assert_eq!(SHIFT_BACK[direction], 2 * opposite as u32);
        }
    }
}
