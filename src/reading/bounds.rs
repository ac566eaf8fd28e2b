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
    let living = field.unconditional(state, owner);
    if living & target == 0 {
        return None;
    }
    let regions = field.patch.parts(field.patch.all() & !stones);
    let closed = regions.filter(|region| field.patch.beside(*region) & stones & !living == 0);
    let points = closed.fold(living, |points, region| points | region);
    Some(Zone::of(points))
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
