//! Shapes of growing size around a point as hashes that are the same for all mirror images and
//! rotations.
//!
//! A size is a *gridcular* distance |dx| + |dy| + max(|dx|, |dy|), whose balls lie between diamonds
//! and squares (Stern, Herbrich and Graepel 2006). Stones are the mover's or the opponent's; the
//! border is a third kind of cell. Eight hashes, one a symmetry, grow side by side ring by ring; the
//! least one stands for all.

use crate::go::board::mix;
use crate::go::point::{CELLS, STRIDE};
use crate::go::{Board, Color, Point};
use std::sync::LazyLock;

/// The sizes of shapes, from the eight neighbors to 72 points.
pub(crate) const SIZES: std::ops::RangeInclusive<usize> = 3..=10;

/// How far the points of the largest shape reach along a line.
const REACH: i32 = 5;

/// What is on a cell, for the player to move. [`DiamondView`] holds these.
pub(super) const OWN: u8 = 1;
pub(super) const FOE: u8 = 2;
const BORDER: u8 = 3;

/// One hash for each symmetry.
pub(super) type Hashes = [u64; 8];

/// The gridcular distance of two points that differ by a number of columns and rows.
pub(super) const fn distance(dx: i32, dy: i32) -> usize {
    let (dx, dy) = (dx.unsigned_abs(), dy.unsigned_abs());
    (dx + dy + if dx > dy { dx } else { dy }) as usize
}

/// The hashes of a cell at an offset from the center, for all symmetries. `kind` is what is
/// there; different families of shapes use different kinds.
pub(super) const fn cell_hashes(dx: i32, dy: i32, kind: u8) -> Hashes {
    let images = [
        (dx, dy),
        (-dx, dy),
        (dx, -dy),
        (-dx, -dy),
        (dy, dx),
        (-dy, dx),
        (dy, -dx),
        (-dy, -dx),
    ];
    let mut hashes = [0; 8];
    let mut image = 0;
    while image < 8 {
        let (x, y) = images[image];
        let place = ((x + 64) * 128 + y + 64).unsigned_abs() as u64;
        hashes[image] = mix(mix(place) ^ mix(kind as u64 + 0x1000));
        image += 1;
    }
    hashes
}

/// Adds a cell to a shape.
#[inline]
pub(super) fn add(hashes: &mut Hashes, cell: &Hashes) {
    for (hash, key) in hashes.iter_mut().zip(cell) {
        *hash ^= key;
    }
}

/// The hash that all symmetries of a shape have in common, different for each `family` of shapes.
#[inline]
pub(super) fn canonical(hashes: &Hashes, family: u64) -> u64 {
    let least = hashes.iter().fold(u64::MAX, |least, &hash| least.min(hash));
    mix(least ^ mix(family))
}

/// A cell of a ring: its grid offset and its hashes for each thing that may be there. Those of
/// nothing are 0, so that looking at a cell needs no branch.
struct RingCell {
    offset: isize,
    hashes: [Hashes; 4],
}

/// The cells at each distance up to the largest size.
static RINGS: LazyLock<Vec<Vec<RingCell>>> = LazyLock::new(|| {
    let cells_at = |size: usize| {
        let rows = -REACH..=REACH;
        let all = rows.flat_map(|dy| (-REACH..=REACH).map(move |dx| (dx, dy)));
        all.filter(|&(dx, dy)| distance(dx, dy) == size)
            .map(|(dx, dy)| RingCell {
                offset: dy as isize * STRIDE.cast_signed() + dx as isize,
                hashes: [0, OWN, FOE, BORDER].map(|kind| match kind {
                    0 => [0; 8],
                    _ => cell_hashes(dx, dy, kind),
                }),
            })
            .collect()
    };
    (0..=*SIZES.end()).map(cells_at).collect()
});

/// The board as the player to move sees it: on every grid cell nothing (0), an own or an opposing
/// stone, or border.
#[derive(Clone, Debug)]
pub(super) struct DiamondView {
    cells: [u8; CELLS],
}

impl DiamondView {
    pub(super) const fn new() -> DiamondView {
        DiamondView {
            cells: [BORDER; CELLS],
        }
    }

    /// Reads another position. Walks the board.
    pub(super) fn update(&mut self, board: &Board, color: Color) {
        self.cells = [BORDER; CELLS];
        for point in board.points() {
            self.cells[point.index()] = match board.color_at(point) {
                None => 0,
                Some(stone) if stone == color => OWN,
                Some(_) => FOE,
            };
        }
    }

    /// What is on the cell at a grid offset from a point. The grid has so much border that shapes
    /// never reach over it to another part of the board.
    #[inline]
    pub(super) fn at(&self, point: Point, offset: isize) -> u8 {
        self.cells[point.index().wrapping_add_signed(offset) & (CELLS - 1)]
    }

    /// Adds the ring of cells at a distance from a point to a shape.
    #[inline]
    pub(super) fn add_ring(&self, hashes: &mut Hashes, center: Point, distance: usize) {
        for cell in &RINGS[distance] {
            let kind = self.at(center, cell.offset);
            add(hashes, &cell.hashes[usize::from(kind & 3)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_have_the_known_numbers_of_points() {
        let counts: Vec<usize> = RINGS.iter().map(Vec::len).collect();
        assert_eq!(counts, [1, 0, 4, 4, 4, 8, 8, 8, 12, 12, 12]);
    }

    #[test]
    fn the_grid_has_border_enough() {
        for side in [1, 19, 25] {
            let board = Board::new(crate::go::Size::square(side));
            let mut view = DiamondView::new();
            view.update(&board, Color::Black);
            for point in board.points() {
                for dy in -REACH..=REACH {
                    for dx in -REACH..=REACH {
                        let column = i32::from(point.column()) + dx;
                        let row = i32::from(point.row()) + dy;
                        let sides = 0..i32::from(side);
                        let is_on = sides.contains(&column) && sides.contains(&row);
                        let offset = dy as isize * STRIDE.cast_signed() + dx as isize;
                        assert_eq!(view.at(point, offset) == 0, is_on, "{point} {dx} {dy}");
                    }
                }
            }
        }
    }

    #[test]
    fn images_have_one_hash_and_other_shapes_another() {
        let shape = |cells: &[(i32, i32, u8)]| {
            let mut hashes = [0; 8];
            for &(dx, dy, kind) in cells {
                add(&mut hashes, &cell_hashes(dx, dy, kind));
            }
            canonical(&hashes, 1)
        };
        let hash = shape(&[(1, 0, OWN), (1, 2, FOE)]);
        for image in [
            [(-1, 0, OWN), (-1, 2, FOE)],
            [(0, 1, OWN), (2, 1, FOE)],
            [(0, -1, OWN), (-2, -1, FOE)],
        ] {
            assert_eq!(shape(&image), hash);
        }
        assert_ne!(shape(&[(1, 0, FOE), (1, 2, OWN)]), hash);
        assert_ne!(shape(&[(1, 0, OWN), (2, 1, FOE)]), hash);
    }
}
