//! The points that a proof rests on.
//!
//! A proof that a player reaches his aim looks at some points only. If the board differs elsewhere, it still holds: the player
//! answers moves in its zone as the proof says, and any other move as a pass. So a move outside the zone of a proof against a
//! pass needs no proof of its own (relevance zones: Thomsen 2000, Shih, Wu, Wei and Wu 2022). A zone here is the set of all
//! points that were looked at to decide legality, captures and ends of lines, which makes that true by construction.

use super::field::{Field, FieldState};
use super::patch::{Mask, bits};
use crate::go::Color;

/// The points that a proof rests on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Zone {
    pub(crate) points: Mask,
}

impl Zone {
    /// Rests on everything.
    pub(crate) fn whole(field: &Field) -> Zone {
        Zone::of(field.patch.all())
    }

    pub(crate) fn of(points: Mask) -> Zone {
        Zone { points }
    }

    pub(crate) fn with(self, other: Zone) -> Zone {
        Zone::of(self.points | other.points)
    }

    pub(crate) fn has(self, at: usize) -> bool {
        self.points >> at & 1 == 1
    }

    /// The zone with the chains of a player that reach into it and a liberty of each, so that no move outside of it captures
    /// one of them.
    pub(crate) fn closed(self, field: &Field, state: &FieldState, player: Color) -> Zone {
        let occupied = state.stones.black | state.stones.white;
        let mut points = self.points;
        loop {
            let within = points & state.stones[player];
            let mut left = within;
            let mut grown = points;
            while left != 0 {
                let first = left & left.wrapping_neg();
                let chain = field.patch.connected(first, state.stones[player]);
                left &= !chain;
                grown |= chain;
                let liberties = field.patch.beside(chain) & !occupied;
                if liberties & grown == 0 && !field.is_held(chain, player) {
                    grown |= liberties & liberties.wrapping_neg();
                }
            }
            if grown & state.stones[player] == points & state.stones[player] {
                return Zone::of(grown);
            }
            points = grown;
        }
    }

    /// What a play rests on: what it captures, what it does not, and whether a ko arises.
    pub(crate) fn of_play(field: &Field, state: &FieldState, at: usize) -> Zone {
        let mover = state.to_move;
        let occupied = state.stones.black | state.stones.white | 1 << at;
        let near = field.patch.beside(1 << at);
        let mut points = near | 1 << at;
        for other in bits(near & state.stones[!mover]) {
            let chain = field.patch.connected(1 << other, state.stones[!mover]);
            points |= chain;
            let liberties = field.patch.beside(chain) & !occupied;
            if liberties != 0 {
                points |= liberties & liberties.wrapping_neg();
            } else if !field.is_held(chain, !mover) {
                points |= field.patch.beside(chain);
            }
        }
        // That it is no suicide.
        let own = field
            .patch
            .connected(1 << at, state.stones[mover] | 1 << at);
        points |= own;
        if !field.is_held(own, mover) {
            let liberties = field.patch.beside(own) & !occupied;
            points |= liberties & liberties.wrapping_neg();
        }
        Zone::of(points)
    }

    /// What the illegality of a play rests on: that all around the new chain is taken by stones that have a liberty elsewhere,
    /// or a ban on retaking.
    pub(crate) fn of_illegal(field: &Field, state: &FieldState, at: usize) -> Zone {
        let mover = state.to_move;
        let occupied = state.stones.black | state.stones.white | 1 << at;
        let chain = field
            .patch
            .connected(1 << at, state.stones[mover] | 1 << at);
        let around = field.patch.beside(chain);
        let mut points = chain | around;
        for other in bits(around & state.stones[!mover]) {
            let theirs = field.patch.connected(1 << other, state.stones[!mover]);
            let liberties = field.patch.beside(theirs) & !occupied;
            points |= theirs | liberties & liberties.wrapping_neg();
        }
        Zone::of(points)
    }
}
