//! How far points are from the last move, where stones of one chain are at the same place: distances
//! in the common fate graph (Graepel, Goutrié, Krüger and Herbrich 2001).

use crate::go::point::CELLS;
use crate::go::{Board, Point};

/// Distances from one point, up to a small bound.
#[derive(Clone, Debug)]
pub struct Distances {
    /// One more than the distance; 0 where it is beyond the bound.
    marks: Box<[u8; CELLS]>,
    reached: Vec<Point>,
}

impl Default for Distances {
    fn default() -> Distances {
        Distances::new()
    }
}

impl Distances {
    /// Distances beyond this are not told.
    pub const MOST: u8 = 4;

    /// Nothing measured yet.
    #[must_use]
    pub fn new() -> Distances {
        Distances {
            marks: Box::new([0; CELLS]),
            reached: Vec::new(),
        }
    }

    /// Measures from a point, or forgets everything if there is none. Walks the points within reach.
    pub fn measure(&mut self, board: &Board, from: Option<Point>) {
        for point in self.reached.drain(..) {
            self.marks[point.index()] = 0;
        }
        let Some(from) = from else { return };
        self.mark(board, from, 1);
        let mut next = 0;
        while let Some(&point) = self.reached.get(next) {
            next += 1;
            let mark = self.marks[point.index()];
            if mark <= Distances::MOST {
                for near in board.neighbors(point) {
                    if self.marks[near.index()] == 0 {
                        self.mark(board, near, mark + 1);
                    }
                }
            }
        }
    }

    /// Marks a point and the rest of its chain.
    fn mark(&mut self, board: &Board, point: Point, mark: u8) {
        if board.is_empty_at(point) {
            self.marks[point.index()] = mark;
            self.reached.push(point);
            return;
        }
        for stone in board.chain(point) {
            self.marks[stone.index()] = mark;
            self.reached.push(stone);
        }
    }

    /// The distance of a point, `None` if it is far away.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<u8> {
        self.marks[point.index()].checked_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_is_one_place() {
        let board: Board = "
            . . . . . . .
            . . . . . . .
            O X X X X . .
            . . . . . . .
            . . . . . . ."
            .parse()
            .unwrap();
        let mut distances = Distances::new();
        let at = |distances: &Distances, name: &str| distances.at(name.parse().unwrap());
        distances.measure(&board, Some("B3".parse().unwrap()));
        assert_eq!(at(&distances, "E3"), Some(0));
        assert_eq!(at(&distances, "F3"), Some(1));
        assert_eq!(at(&distances, "E2"), Some(1));
        assert_eq!(at(&distances, "G3"), Some(2));
        assert_eq!(at(&distances, "A3"), Some(1));
        assert_eq!(at(&distances, "G5"), Some(4));
        distances.measure(&board, None);
        assert_eq!(at(&distances, "E3"), None);
    }
}
