//! The points that a proof rests on.
//!
//! A proof that a player reaches his aim looks at some points only. If the board differs elsewhere, it still holds: the player
//! answers moves in its zone as the proof says, and any other move as a pass. So a move outside the zone of a proof against a
//! pass needs no proof of its own (relevance zones: Thomsen 2000, Shih, Wu, Wei and Wu 2022). A zone here is the set of all
//! points that were looked at to decide legality, captures and ends of lines, which makes that true by construction.

use super::field::{Field, FieldView};
use super::patch::Mask;
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
    pub(crate) fn closed(self, view: &FieldView<'_>, player: Color) -> Zone {
        let mut points = self.points;
        loop {
            let mut grown = points;
            let chains = view.chains[player].iter();
            for chain in chains.filter(|chain| chain.stones & points != 0) {
                grown |= chain.stones;
                if chain.liberties & grown == 0 && !chain.is_held {
                    grown |= first(chain.liberties);
                }
            }
            if grown & view.state.stones[player] == points & view.state.stones[player] {
                return Zone::of(grown);
            }
            points = grown;
        }
    }

    /// What a play rests on: what it captures, what it does not, and whether a ko arises.
    pub(crate) fn of_play(view: &FieldView<'_>, at: usize) -> Zone {
        let mover = view.state.to_move;
        let patch = &view.field.patch;
        let near = patch.near(at);
        let mut points = near | 1 << at;
        for chain in view.chains_beside(!mover, at) {
            points |= chain.stones;
            let liberties = chain.liberties & !(1 << at);
            if liberties != 0 {
                points |= first(liberties);
            } else if !chain.is_held {
                points |= patch.beside(chain.stones);
            }
        }
        // That it is no suicide.
        let (mut own, mut liberties) = (1 << at, near & view.empty);
        for chain in view.chains_beside(mover, at) {
            own |= chain.stones;
            liberties |= chain.liberties;
        }
        points |= own;
        if !view.field.is_held(own, mover) {
            points |= first(liberties & !(1 << at));
        }
        Zone::of(points)
    }

    /// What the illegality of a play rests on: that all around the new chain is taken by stones that have a liberty elsewhere,
    /// or a ban on retaking.
    pub(crate) fn of_illegal(view: &FieldView<'_>, at: usize) -> Zone {
        let mover = view.state.to_move;
        let own = view.chains_beside(mover, at);
        let chain = own.fold(1 << at, |chain, joined| chain | joined.stones);
        let around = view.field.patch.beside(chain);
        let mut points = chain | around;
        for theirs in view.chains[!mover]
            .iter()
            .filter(|it| it.stones & around != 0)
        {
            points |= theirs.stones | first(theirs.liberties & !(1 << at));
        }
        Zone::of(points)
    }
}

/// The first point of a set, if it has any.
pub(super) const fn first(set: Mask) -> Mask {
    set & set.wrapping_neg()
}
