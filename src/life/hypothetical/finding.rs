//! What a question may cost, and what is found out.

use crate::go::{Color, Move, Point};
use web_time::Instant;

/// What reading makes of a chain: the first four by hypothetical play ([`Memory::fates`](super::Memory::fates)), the others without
/// ([`Memory::settled`](super::Memory::settled)), or by proof search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Alive: it cannot be captured.
    Uncapturable,
    /// Alive: when it is captured, a new stone of its owner stays where it stood (a snapback).
    Replaced,
    /// Alive: when it is captured, a new stone of its owner stays there or where its capture made room.
    Enabling,
    /// None of these.
    Dead,
    /// Alive: it cannot be captured even if its opponent moves first and wins every ko.
    Kept,
    /// Dead: even if its owner moves first and wins every ko, it is captured, and no new stone stays.
    Lost,
}

impl Fate {
    /// Returns true if a chain with this fate stays on the board.
    pub fn is_alive(self) -> bool {
        !matches!(self, Fate::Dead | Fate::Lost)
    }
}

/// What a question may cost.
#[derive(Clone, Copy, Debug)]
pub struct ReadingLimits {
    /// The most positions that are read for one question.
    pub positions: usize,
    /// Where they do not suffice, a capture of this many stones at once decides for who made it, which is no proof.
    /// `None` to leave such questions open.
    pub decisive: Option<u32>,
    /// The moment at which all questions that are still open are left so. `None` for no limit.
    pub deadline: Option<Instant>,
}

impl Default for ReadingLimits {
    /// Some tenths of a second for each question.
    fn default() -> ReadingLimits {
        ReadingLimits {
            positions: 50_000,
            decisive: Some(5),
            deadline: None,
        }
    }
}

impl ReadingLimits {
    /// Asks the clock, if there is a deadline.
    pub(super) fn are_out_of_time(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Moves one after another, and whose they are.
pub type MoveLine = Vec<(Color, Move)>;

/// What was found out about a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// A stone of the chain.
    pub chain: Point,
    /// Its fate.
    pub fate: Fate,
    /// False if the capture of many stones was taken to decide.
    pub is_proved: bool,
    /// A line that shows it, in which who does not get his way holds out as long as he can: up to the capture of the chain and,
    /// where that decides, to the new stones that stay or cannot, or until nothing can capture it. A pass for a ko is a pass.
    /// Empty where it takes lines without end.
    pub line: MoveLine,
}
