//! Ends of lines that are certain from the stones alone, whatever is played afterwards.

use super::field::{Field, FieldState};
use super::patch::Mask;
use super::zone::Zone;
use crate::go::Color;

/// Why some stones of the target stay for ever: they are held from outside or live unconditionally (Benson 1976). Returns what
/// that rests on.
pub(crate) fn lives(field: &Field, state: &FieldState, owner: Color, target: Mask) -> Option<Zone> {
    let stones = state.stones[owner];
    for chain in field.patch.parts(stones) {
        if chain & target != 0 && field.is_held(chain, owner) {
            return Some(Zone::of(chain));
        }
    }
    field.unconditional_zone(state, owner, target).map(Zone::of)
}

/// Returns what it rests on that the owner cannot keep any chain of the target: each stands in a region between stones of his
/// opponent that cannot be captured, where he has room for one eye at most.
///
/// Points next to such stones never become eyes, and the opponent can play on each of them at any time. So once these are
/// filled, the chain has at most the two adjacent points that are left for liberties, which is one eye, and not enough
/// (Müller 1997 calls such regions one-vital).
pub(crate) fn dies(field: &Field, state: &FieldState, owner: Color, target: Mask) -> Option<Zone> {
    let opponent = !owner;
    let theirs = state.stones[opponent];
    let held = field
        .patch
        .parts(theirs)
        .filter(|&chain| field.is_held(chain, opponent))
        .fold(0, |held, chain| held | chain);
    let touched = field.patch.beside(held) | field.walls(opponent);
    let inside = field.patch.all() & !held;
    let mut zone = Zone::default();
    let mut left = target;
    while left != 0 {
        let first = left & left.wrapping_neg();
        let chain = field.patch.connected(first, state.stones[owner]);
        left &= !chain;
        let region = field.patch.connected(chain, inside);
        if region & (field.open() | field.walls(owner)) != 0 {
            return None;
        }
        let eyes = region & !touched & !chain;
        let is_one = match eyes.count_ones() {
            0 | 1 => true,
            2 => field.patch.beside(eyes) & eyes == eyes,
            _ => false,
        };
        if !is_one {
            return None;
        }
        let around = field.patch.beside(region) & held;
        zone.points |= region | field.patch.connected(around, theirs);
    }
    Some(zone)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Board, Point, PointSet};
    use crate::reading::field::Kos;

    #[test]
    fn life_rests_on_two_eyes_alone_whatever_else_is_enclosed() {
        let board: Board = "
            . X . X O . . . .
            X X X X O . . . ."
            .parse()
            .unwrap();
        let all: PointSet = board.points().collect();
        let field = Field::new(&board, &all, Kos::ThreatsOf(Color::White)).unwrap();
        let target = field
            .patch
            .mask(|at| board.color_at(at) == Some(Color::Black));
        let state = field.start(Color::White, target);
        let zone = lives(&field, &state, Color::Black, target).unwrap();
        let eyes = field.patch.mask(|at| {
            let eyes = ["A2", "C2"].map(|name| name.parse::<Point>().unwrap());
            eyes.contains(&at)
        });
        assert_eq!(zone.points, target | eyes);
    }

    #[test]
    fn life_rests_on_the_chains_around_its_eyes() {
        // Neither of Black's two chains has an eye of its own.
        let board: Board = "
            O O O O .
            X X O O .
            X . X O .
            . X X O ."
            .parse()
            .unwrap();
        let all: PointSet = board.points().collect();
        let field = Field::new(&board, &all, Kos::ThreatsOf(Color::White)).unwrap();
        let point = |name: &str| name.parse::<Point>().unwrap();
        let target = field
            .patch
            .mask(|at| board.chain(point("A2")).any(|stone| stone == at));
        let state = field.start(Color::White, target);
        let zone = lives(&field, &state, Color::Black, target).unwrap();
        let black = board.stone_set(Color::Black);
        let eyes = ["A1", "B2"].map(point);
        let needed = |at| black.contains(at) || eyes.contains(&at);
        assert_eq!(zone.points, field.patch.mask(needed));
    }
}
