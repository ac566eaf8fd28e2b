//! Which points decide the game: those whose owner tends to be the winner.
//!
//! The criticality of a point is the covariance of owning it and winning over the playouts of a
//! search (Coulom 2009; Pellegrino, Hubert, Drake and Li 2009).

#![expect(
    clippy::cast_precision_loss,
    reason = "means of sums that stay below 2^24"
)]

use crate::go::point::CELLS;
use crate::go::{Board, Color, Point, Points};
use crate::playout::owner_at_end;
use std::sync::atomic::{AtomicI32, Ordering};

/// With fewer playouts than this nothing is known.
const TELLING_PLAYOUTS: i32 = 64;

/// Sums over playouts, 1 for Black and -1 for White. All threads add to them without locks.
#[derive(Debug)]
pub(super) struct Criticality {
    playouts: AtomicI32,
    winners: AtomicI32,
    owners: Box<[AtomicI32]>,
    /// Owner times winner.
    products: Box<[AtomicI32]>,
}

impl Criticality {
    /// Of no playouts yet.
    pub(super) fn new() -> Criticality {
        let zeros = || (0..CELLS).map(|_| AtomicI32::new(0)).collect();
        Criticality {
            playouts: AtomicI32::new(0),
            winners: AtomicI32::new(0),
            owners: zeros(),
            products: zeros(),
        }
    }

    /// Forgets all playouts.
    pub(super) fn clear(&mut self) {
        *self = Criticality::new();
    }

    /// Adds the end of a playout and Black's margin.
    pub(super) fn add(&self, end: &Board, margin: Points) {
        let won = margin.as_halves().signum();
        self.playouts.fetch_add(1, Ordering::Relaxed);
        self.winners.fetch_add(won, Ordering::Relaxed);
        for point in end.points() {
            let owner = owner_at_end(end, point).map_or(0, Color::sign);
            self.owners[point.index()].fetch_add(owner, Ordering::Relaxed);
            self.products[point.index()].fetch_add(owner * won, Ordering::Relaxed);
        }
    }

    /// The criticality of a point, from -1 to 1; 0 while little is known.
    pub(super) fn at(&self, point: Point) -> f32 {
        let playouts = self.playouts.load(Ordering::Relaxed);
        if playouts < TELLING_PLAYOUTS {
            return 0.0;
        }
        let mean = |sum: &AtomicI32| sum.load(Ordering::Relaxed) as f32 / playouts as f32;
        let index = point.index();
        mean(&self.products[index]) - mean(&self.owners[index]) * mean(&self.winners)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(diagram: &str) -> Board {
        diagram.parse().unwrap()
    }

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    #[test]
    fn the_point_that_goes_with_the_game_is_critical() {
        let mut criticality = Criticality::new();
        let ends = [
            ("X X . O\nX . X O\nX X X O\nX X X O", 1),
            ("X X . O\n. X O O\nX X O O\nX X O O", -3),
        ];
        assert!(criticality.at(point("C2")).abs() < 1e-6);
        for _ in 0..TELLING_PLAYOUTS {
            for (end, halves) in ends {
                criticality.add(&board(end), Points::halves(halves));
            }
        }
        // C2 is always the winner's, A1 always Black's.
        assert!((criticality.at(point("C2")) - 1.0).abs() < 1e-6);
        assert!(criticality.at(point("A1")).abs() < 1e-6);
        criticality.clear();
        assert!(criticality.at(point("C2")).abs() < 1e-6);
    }

    #[test]
    fn a_point_that_the_loser_owns_is_the_opposite_of_critical() {
        let criticality = Criticality::new();
        for (end, halves) in [("X . X\nX X X\n. X X", -5), ("O . O\nO O O\n. O O", 5)] {
            for _ in 0..TELLING_PLAYOUTS {
                criticality.add(&board(end), Points::halves(halves));
            }
        }
        assert!((criticality.at(point("B2")) + 1.0).abs() < 1e-6);
    }
}
