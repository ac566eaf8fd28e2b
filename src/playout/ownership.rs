//! Who owns each point at the end of playouts, on average.

use super::{owner, uniform::play_out};
use crate::go::point::CELLS;
use crate::go::{Board, Color, Point};
use crate::rng::Rng;

/// Sums over playouts: how often each point ended as Black's, less how often as White's.
#[derive(Clone, Debug)]
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
    /// Of no playouts yet.
    #[must_use]
    pub fn new() -> Ownership {
        Ownership {
            playouts: 0,
            sums: Box::new([0; CELLS]),
        }
    }

    /// Plays uniformly random games from a board and notes who owns what at their ends.
    #[must_use]
    pub fn sample(board: &Board, to_move: Color, playouts: u32, rng: &mut Rng) -> Ownership {
        let mut ownership = Ownership::new();
        let mut copy = board.clone();
        for _ in 0..playouts {
            copy.copy_from(board);
            play_out(&mut copy, to_move, rng);
            ownership.add(&copy);
        }
        ownership
    }

    /// Adds the end of a playout.
    pub fn add(&mut self, end: &Board) {
        self.playouts += 1;
        for point in end.points() {
            let color = end.color_at(point).or_else(|| owner(end, point));
            self.sums[point.index()] += color.map_or(0, Color::sign);
        }
    }

    /// Adds the playouts of another one.
    pub fn merge(&mut self, other: &Ownership) {
        self.playouts += other.playouts;
        for (sum, &more) in self.sums.iter_mut().zip(other.sums.iter()) {
            *sum += more;
        }
    }

    /// How many playouts it knows.
    #[must_use]
    pub const fn playouts(&self) -> u32 {
        self.playouts
    }

    /// The mean owner of a point: 1 always Black, -1 always White. 0 without playouts.
    #[must_use]
    pub fn at(&self, point: Point) -> f64 {
        f64::from(self.sums[point.index()]) / f64::from(self.playouts.max(1))
    }
}
