//! Whether a chain can be captured, or saved, by reading.
//!
//! The attacker moves, the owner answers, and the question is whether the stones come off the board.
//! Moves that put the chain into atari are forcing and cost nothing but a place in the line, so
//! ladders are read to their end. Every other move of the attacker is *quiet*: the owner may do what
//! he likes afterwards. Reading begins without quiet moves and allows one more at a time up to
//! [`MOST_QUIET`], which finds nets, snapbacks, short races and approach moves in the order of their
//! length.
//!
//! After a quiet move the owner passes first. If the attack then fails, so did the quiet move. If it
//! succeeds, the proof names its *zone*: the points that it rests on, the liberties of attacking
//! chains that could be captured meanwhile included. A move outside of the zone changes nothing that
//! the proof needs, so only moves inside are tried as answers. Zones are those of relevance-zone
//! search (Thomsen 2000 for lambda search; Shih et al. 2022), here without a goal of life. So what is
//! said to be captured is proved to be against every answer; what is said to be safe is safe as far
//! as the attacks that were tried, [`MOST_QUIET`] and [`MOST_MOVES`] go.
//!
//! Ko: who may retake at once is fixed for a whole reading, see [`Reach`]. Suicide is not allowed.

mod reader;
#[cfg(test)]
mod tests;
mod trace;
mod zone;

pub use reader::{MOST_MOVES, MOST_QUIET, Reader};
pub use trace::{Reading, Try};

use crate::go::Point;

/// How surely an aim is reached, from worst to best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// Not at all.
    Never,
    /// With a ko threat of one's own: one has to retake a ko that the opponent takes first.
    WithThreat,
    /// With a ko in which the opponent needs the first threat: it has to be ignored.
    ByKo,
    /// Whatever kos and threats there are.
    Surely,
}

/// What reading has found for the player who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How surely he reaches his aim.
    pub reach: Reach,
    /// The move that does; `None` if there is none, or if none is needed.
    pub mv: Option<Point>,
}

impl Finding {
    const NEVER: Finding = Finding {
        reach: Reach::Never,
        mv: None,
    };
}
