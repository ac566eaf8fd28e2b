//! The owner of each point at the end of the game, on average.

use crate::go::point::CELLS;
use crate::go::score::owner_at_end;
use crate::go::{Board, Color, Point, Size, Symmetry};

/// The sums of the owners of each point: 1 for Black, -1 for White. Sums of whole numbers are exact.
#[derive(Clone, Debug, PartialEq)]
pub struct Ownership {
    count: u32,
    sums: Box<[f64; CELLS]>,
}

impl Default for Ownership {
    fn default() -> Ownership {
        Ownership::new()
    }
}

impl Ownership {
    /// Owners of which nothing is known yet.
    pub fn new() -> Ownership {
        Ownership {
            count: 0,
            sums: Box::new([0.0; CELLS]),
        }
    }

    /// The ownership in which each point of a board has this mean owner, from -1 to 1.
    pub fn of(size: Size, owner: impl Fn(Point) -> f64) -> Ownership {
        let mut ownership = Ownership::new();
        ownership.count = 1;
        for at in size.points() {
            ownership.sums[at.index()] = owner(at);
        }
        ownership
    }

    /// Adds the owners of all points of the grid, 1 where `color` owns them and -1 where the opponent
    /// does.
    pub fn add(&mut self, owners: &[f32; CELLS], color: Color) {
        self.count += 1;
        let sign = f64::from(color.sign());
        for (sum, &owner) in self.sums.iter_mut().zip(owners) {
            *sum += sign * f64::from(owner);
        }
    }

    /// Adds the owners of the points at the end of a playout.
    pub fn add_end(&mut self, end: &Board) {
        self.count += 1;
        for point in end.points() {
            let owner = owner_at_end(end, point).map_or(0, Color::sign);
            self.sums[point.index()] += f64::from(owner);
        }
    }

    /// Adds what another one has summed up.
    pub fn merge(&mut self, other: &Ownership) {
        self.count += other.count;
        for (sum, &more) in self.sums.iter_mut().zip(other.sums.iter()) {
            *sum += more;
        }
    }

    /// The mean of two ownerships, each with half of the say, however many playouts it comes from.
    #[must_use]
    pub fn average(&self, other: &Ownership) -> Ownership {
        let halves = [self, other].map(|one| 0.5 / f64::from(one.count.max(1)));
        let both = self.sums.iter().zip(other.sums.iter());
        let mut average = Ownership::new();
        average.count = 1;
        for (sum, (one, other)) in average.sums.iter_mut().zip(both) {
            *sum = halves[0] * one + halves[1] * other;
        }
        average
    }

    /// The owners of the points of a board of a size that is turned.
    #[must_use]
    pub fn turned(&self, turn: Symmetry, size: Size) -> Ownership {
        let mut turned = Ownership::new();
        turned.count = self.count;
        for at in size.points() {
            turned.sums[turn.point(at, size).index()] = self.sums[at.index()];
        }
        turned
    }

    /// The standard deviation of the owner of a point, from 0 to 1, as if every game gave it to one of the
    /// players. The few that leave it to neither make it a little too high.
    pub fn deviation_at(&self, point: Point) -> f64 {
        let owner = self.at(point);
        (1.0 - owner * owner).max(0.0).sqrt()
    }

    /// The mean owner of a point: 1 always Black, -1 always White. 0 if nothing is known.
    pub fn at(&self, point: Point) -> f64 {
        self.sums[point.index()] / f64::from(self.count.max(1))
    }
}
