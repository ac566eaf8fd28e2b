//! Who owns each point at the end of playouts, on average.

use super::owner_at_end;
use crate::go::point::CELLS;
use crate::go::{Board, Color, Point};

/// Sums over playouts: how often each point ended as Black's, less how often as White's.
#[derive(Clone, Debug, PartialEq)]
pub struct Ownership {
    playouts: u32,
    sums: Box<[i32; CELLS]>,
}

impl Default for Ownership {
    fn default() -> Ownership {
        Ownership::new()
    }
}

impl Ownership {
    /// The ownership after no playouts.
    #[must_use]
    pub fn new() -> Ownership {
        Ownership {
            playouts: 0,
            sums: Box::new([0; CELLS]),
        }
    }

    /// Adds the end of a playout.
    pub fn add(&mut self, end: &Board) {
        self.playouts += 1;
        for point in end.points() {
            let color = owner_at_end(end, point);
            self.sums[point.index()] += color.map_or(0, Color::sign);
        }
    }

    /// Adds the playouts of another sum.
    pub fn merge(&mut self, other: &Ownership) {
        self.playouts += other.playouts;
        for (sum, &more) in self.sums.iter_mut().zip(other.sums.iter()) {
            *sum += more;
        }
    }

    /// The standard deviation, from 0 to 1, of the owner of a point, who counts as 1 or -1. The few playouts
    /// in which nobody owns the point make it a little too high.
    #[must_use]
    pub fn deviation_at(&self, point: Point) -> f64 {
        let owner = self.at(point);
        (1.0 - owner * owner).max(0.0).sqrt()
    }

    /// The mean owner of a point: 1 always Black, -1 always White. 0 without playouts.
    #[must_use]
    pub fn at(&self, point: Point) -> f64 {
        f64::from(self.sums[point.index()]) / f64::from(self.playouts.max(1))
    }
}
