//! Life and death by hypothetical play, as Japanese rules have it, for parts of a board that are small enough to look
//! at every line of play.
//!
//! A chain of the final position is alive if its opponent, who moves first, cannot force its capture, or if its
//! capture lets its owner play a new stone that stays (J1989, article 7; the model follows J2003, v35a). There are
//! no ko threats: who was taken in a ko takes back only after a pass for that ko. Lines of play may be endless, so the
//! questions are games on a graph: to capture is a reachability game, to leave no stone that stays is a generalized
//! Büchi game.
//!
//! Each chain is read by itself. What lies around the part of the board stays as it is; it is taken to live.
//!
//! Where rules know no hypothetical play, the same questions are asked with kos that either player may win: [`Memory::settled`].
//! How many threats for kos it takes to win a fight is what [`fight()`] counts.

mod finding;
mod graph;
mod memory;
mod parts;
mod reader;
#[cfg(test)]
pub(super) mod tests;

pub use finding::{Fate, Finding, MoveLine, ReadingLimits};
pub use memory::Memory;
pub use parts::{doubtful_parts, part_around};
pub(crate) use reader::LARGEST_LEAD;
pub use reader::capturing_play;
pub use reader::{Fight, ThreatLead, fight};
