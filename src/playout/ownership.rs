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

impl Ownership {
    /// Plays uniformly random games from a board and notes who owns what at their ends.
    #[must_use]
    pub fn sample(board: &Board, to_move: Color, playouts: u32, rng: &mut Rng) -> Ownership {
        let mut ownership = Ownership {
            playouts,
            sums: Box::new([0; CELLS]),
        };
        let mut copy = board.clone();
        for _ in 0..playouts {
            copy.copy_from(board);
            play_out(&mut copy, to_move, rng);
            ownership.add(&copy);
        }
        ownership
    }

    fn add(&mut self, end: &Board) {
        for point in end.points() {
            let color = end.color_at(point).or_else(|| owner(end, point));
            self.sums[point.index()] += color.map_or(0, Color::sign);
        }
    }

    /// The mean owner of a point: 1 always Black, -1 always White. 0 without playouts.
    #[must_use]
    pub fn at(&self, point: Point) -> f64 {
        f64::from(self.sums[point.index()]) / f64::from(self.playouts.max(1))
    }
}
