//! The errors of a network by local patterns (subtree value bias correction of David Wu's KataGo).
//!
//! A network that misjudges a position misjudges most of those that differ from it only elsewhere. What a search has found
//! below a node corrects the evaluation of others after the same two moves and with the same stones around the last one.

use crate::go::{Board, Move, Point};
use crate::search::leaf::Leaf;
use crate::search::node_stats::{AtomicFloat, Error};

/// Sums of errors by what is alike. What falls into the same place by chance is mixed.
#[derive(Debug)]
pub(in crate::search) struct Biases(Box<[Bias]>);

/// Errors, and what they weigh together.
#[derive(Debug, Default)]
struct Bias {
    sum: AtomicFloat,
    weight: AtomicFloat,
}

/// The place of what is never corrected.
const NOWHERE: u32 = 0;

const PLACES: u32 = 1 << 16;

/// The part of its error that a node takes along when it is dropped.
const FORGOTTEN: f32 = 0.8;

/// Errors of so little weight mean nothing.
const LEAST_WEIGHT: f32 = 1e-3;

impl Biases {
    pub(in crate::search) fn new() -> Biases {
        Biases((0..PLACES).map(|_| Bias::default()).collect())
    }

    /// The place of a position, by the last two moves and what is around the last one.
    pub(super) fn place(leaf: &Leaf) -> u32 {
        let [Some(Move::Play(last)), before] = leaf.recent else {
            return NOWHERE;
        };
        let before = before.map_or(1, |mv| mv.point().map_or(0, Point::index));
        let numbers = [leaf.color as usize, before, last.index()];
        let numbers = numbers.map(|number| number as u64);
        let codes = surroundings(&leaf.board, last);
        let mixed = numbers.into_iter().chain(codes).fold(0, mix);
        (mixed >> 32) as u32 % (PLACES - 1) + 1
    }

    /// The mean error in a place; 0 if there is none.
    pub(super) fn mean(&self, place: u32) -> f32 {
        let Bias { sum, weight } = &self.0[place as usize];
        if place == NOWHERE || weight.get() < LEAST_WEIGHT {
            0.0
        } else {
            sum.get() / weight.get()
        }
    }

    /// Replaces the error of a node. Where two threads meet, one of them may be lost, which does little harm.
    pub(super) fn replace(&self, place: u32, (sum, weight): Error, new: Error) {
        let at = &self.0[place as usize];
        at.sum.set(at.sum.get() + new.0 - sum);
        at.weight.set((at.weight.get() + new.1 - weight).max(0.0));
    }

    /// Forgets most of the errors of nodes that were dropped, but keeps those of others, which are given.
    pub(super) fn keep(&self, kept: impl Iterator<Item = (u32, Error)>) {
        for place in &self.0 {
            place.sum.set(place.sum.get() * (1.0 - FORGOTTEN));
            place.weight.set(place.weight.get() * (1.0 - FORGOTTEN));
        }
        for (place, (sum, weight)) in kept {
            self.replace(place, (0.0, 0.0), (FORGOTTEN * sum, FORGOTTEN * weight));
        }
    }

    /// Forgets all.
    pub(in crate::search) fn clear(&self) {
        for place in &self.0 {
            place.sum.set(0.0);
            place.weight.set(0.0);
        }
    }
}

/// The stones in the 5x5 points around one, in parts that overlap.
fn surroundings(board: &Board, at: Point) -> impl Iterator<Item = u64> {
    let shift = |by: u8| by.wrapping_sub(1);
    let beside = [(1, 1), (0, 0), (2, 0), (0, 2), (2, 2)].map(|(x, y): (u8, u8)| {
        let column = at.column().wrapping_add(shift(x));
        let point = Point::new(column, at.row().wrapping_add(shift(y)));
        let point = point.filter(|&point| board.size().contains(point));
        point.map_or(u64::MAX, |point| board.neighborhood(point).0.into())
    });
    beside.into_iter()
}

/// Adds a number to a hash (the multiplication of Fowler, Noll and Vo, with a longer prime and a shift).
fn mix(hash: u64, number: u64) -> u64 {
    let mixed = (hash ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 29)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Color, Game, Rules, Size};
    use crate::search::root::Root;

    fn place(moves: &[&str]) -> u32 {
        let mut game = Game::new(Size::square(9), Rules::default());
        for mv in moves {
            let color = game.position().to_move();
            game.play(color, mv.parse().unwrap()).unwrap();
        }
        let color = game.position().to_move();
        Biases::place(&Leaf::new(&Root::new(&game, color, 0.0)))
    }

    #[test]
    fn a_place_is_told_by_two_moves_and_what_is_near() {
        let one = place(&["A9", "J9", "C3", "C4"]);
        assert_eq!(one, place(&["E9", "J1", "C3", "C4"]), "far away");
        let others: [&[&str]; 5] = [
            &["A9", "J9", "C3", "D4"],
            &["A9", "J9", "D3", "C4"],
            &["A9", "C6", "C3", "C4"],
            &["A9", "B3", "C3", "C4"],
            // The other player.
            &["A9", "C3", "C4"],
        ];
        for other in others {
            assert_ne!(one, place(other), "{other:?}");
        }
        assert!(one < PLACES && one != NOWHERE);
        assert_eq!([place(&[]), place(&["C3", "pass"])], [NOWHERE; 2]);
        assert_ne!(place(&["pass", "C3"]), place(&["C3"]));
        // In a corner most of the points around are beyond the edge.
        assert_ne!(place(&["A1"]), place(&["J9"]));
    }

    #[test]
    fn errors_are_replaced_and_most_of_what_is_dropped_is_forgotten() {
        let biases = Biases::new();
        let close = |found: f32, expected: f32| assert!((found - expected).abs() < 1e-5, "{found}");
        biases.replace(7, (0.0, 0.0), (0.2, 2.0));
        biases.replace(7, (0.0, 0.0), (0.6, 2.0));
        close(biases.mean(7), 0.2);
        biases.replace(7, (0.6, 2.0), (1.0, 3.0));
        close(biases.mean(7), 1.2 / 5.0);
        close(biases.mean(8), 0.0);
        // The first node is dropped, the second is kept.
        biases.keep([(7, (1.0, 3.0))].into_iter());
        close(biases.mean(7), (0.2 * 0.2 + 1.0) / (0.2 * 2.0 + 3.0));
        biases.clear();
        close(biases.mean(7), 0.0);
        biases.replace(NOWHERE, (0.0, 0.0), (0.5, 1.0));
        close(biases.mean(NOWHERE), 0.0);
    }

    #[test]
    fn the_color_makes_a_place() {
        let game = Game::new(Size::square(9), Rules::default());
        let mut leaf = Leaf::new(&Root::new(&game, Color::Black, 0.0));
        leaf.recent = [Some("C3".parse().unwrap()), None];
        let black = Biases::place(&leaf);
        leaf.color = Color::White;
        assert_ne!(black, Biases::place(&leaf));
    }
}
