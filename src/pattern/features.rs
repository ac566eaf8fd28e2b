//! What is known of a move before anything is searched: its features.
//!
//! Every move of a position is a *team* of features, one of each [`Group`]: what it captures, saves
//! and puts in atari, how far it is from the last two moves and from the border, its local shape.
//! The features are the same for mirror images, rotations and exchanged colors, but for a ladder whose
//! reading is given up: how far it came depends on the order of the moves.
//! They do not depend on the size of the board. The team model is Coulom's ("Computing Elo ratings of move patterns in the
//! game of Go", 2007); the choice of features is ours.

mod diamond;
mod extract;
mod tactics;
#[cfg(test)]
mod tests;

pub(crate) use extract::pass_team;
pub use extract::{Extractor, Recent};

use crate::go::Point;

/// The kinds of features; a team has one of each. Value 0 always means "none" or "unknown".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Group {
    /// What is captured: how many stones, whether they could have escaped, whether that saves an
    /// own chain, whether the last move is among them, whether it begins a ko.
    Capture,
    /// An own chain in atari is extended: its size, whether it gets out, whether the last move gave
    /// the atari.
    Escape,
    /// The liberties of the new chain: self-atari by size, two liberties with and without a ladder.
    Liberties,
    /// A chain of the opponent is put in atari: its size, whether a ladder captures it.
    Atari,
    /// An own chain of two liberties that a ladder would capture is extended.
    Defense,
    /// How many different chains of either color the stone touches.
    Touch,
    /// Distance to the last move.
    Last,
    /// Distance to the move before it.
    BeforeLast,
    /// The line, counted from the border, in the opening, the middle game and the endgame.
    Line,
    /// The stones around, in the largest diamond that is known.
    Shape,
    /// The direct neighbors with their liberties and the diagonal ones.
    Contact,
    /// The last move with the stones around it, seen from there.
    Reply,
    /// For a pass: if the opponent has passed, and how full the board is.
    Pass,
}

/// The number of groups.
pub const GROUPS: usize = 13;

impl Group {
    /// All groups in the order of [`Team::features`].
    pub const ALL: [Group; GROUPS] = [
        Group::Capture,
        Group::Escape,
        Group::Liberties,
        Group::Atari,
        Group::Defense,
        Group::Touch,
        Group::Last,
        Group::BeforeLast,
        Group::Line,
        Group::Shape,
        Group::Contact,
        Group::Reply,
        Group::Pass,
    ];

    /// The number of values of a group whose values are fixed; `None` for the groups whose values
    /// are the shapes that are known.
    pub const fn fixed_values(self) -> Option<usize> {
        match self {
            Group::Capture => Some(34),
            Group::Escape => Some(17),
            Group::Liberties | Group::Atari => Some(15),
            Group::Defense => Some(13),
            Group::Touch => Some(16),
            Group::Last | Group::BeforeLast => Some(18),
            Group::Line => Some(19),
            Group::Pass => Some(9),
            Group::Shape | Group::Contact | Group::Reply => None,
        }
    }
}

/// A move and its features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Team {
    /// Where the stone goes; `None` for a pass.
    pub point: Option<Point>,
    /// The value of each group, in the order of [`Group::ALL`].
    pub features: [u16; GROUPS],
}

/// The shapes that are known, for each group that asks for shapes.
#[derive(Clone, Debug, Default)]
pub struct KnownShapes {
    /// Of [`Group::Shape`].
    pub shape: Shapes,
    /// Of [`Group::Contact`].
    pub contact: Shapes,
    /// Of [`Group::Reply`].
    pub reply: Shapes,
}

/// A shape, up to mirror images, rotations and exchanged colors; see [`Shapes`]. Two shapes share
/// one key with probability 2^-32.
pub type ShapeKey = u32;

/// The shapes that have weights, each with a value from 1 on.
///
/// A hash table with open addressing: a look-up is one or two reads. The order of the keys makes the
/// values, so equal lists make equal tables.
#[derive(Clone, Debug, Default)]
pub struct Shapes {
    /// Key and value; value 0 marks a free slot. A power of two, at most half of it in use.
    slots: Vec<(ShapeKey, u16)>,
}

impl Shapes {
    /// The table of a list of keys: the first one has value 1. A key that is there already counts
    /// once, and so does everything after the 65535th.
    pub fn new(keys: &[ShapeKey]) -> Shapes {
        let mut shapes = Shapes {
            slots: vec![(0, 0); (2 * keys.len()).next_power_of_two().max(2)],
        };
        for (value, &key) in (1..=u16::MAX).zip(keys) {
            let slot = shapes.slot(key);
            if shapes.slots[slot].1 == 0 {
                shapes.slots[slot] = (key, value);
            }
        }
        shapes
    }

    /// The value of a shape, 0 if it is not known.
    #[inline]
    pub fn value(&self, key: ShapeKey) -> u16 {
        self.slots.get(self.slot(key)).map_or(0, |slot| slot.1)
    }

    /// The slot of a key, or the free one where it would be.
    #[inline]
    fn slot(&self, key: ShapeKey) -> usize {
        let mask = self.slots.len().wrapping_sub(1);
        let mut slot = key as usize & mask;
        while let Some(&(other, value)) = self.slots.get(slot) {
            if value == 0 || other == key {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }
}
