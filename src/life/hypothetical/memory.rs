//! What was read before, because most of a board is the same after a move.

use super::finding::{Finding, ReadingLimits};
use super::reader::{fates_in, settled_in};
use crate::go::rules::KoPass;
use crate::go::{Board, Color, PointSet};
use crate::reading::field::{Field, Kos};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The most answers that are kept; with more, all are forgotten. One takes less than two kilobytes.
const MOST_KEPT: usize = 512;

/// The answers for parts of boards, by all that they depend on. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Memory(Arc<Mutex<FxHashMap<MemoryKey, Vec<Finding>>>>);

#[derive(Debug, PartialEq, Eq, Hash)]
struct MemoryKey {
    field: Field,
    positions: usize,
    decisive: Option<u32>,
}

impl Memory {
    /// The fates of the chains in a part of a board, save those that are too hard. `None` if the part is empty or too
    /// large.
    ///
    /// `part` holds whole chains and at most 128 points. Stones next to it are taken to live, and empty points next to it
    /// are out of play: who touches such a point, or a stone of his own outside, cannot be captured.
    pub fn fates(
        &self,
        board: &Board,
        part: &PointSet,
        ko_pass: KoPass,
        limits: ReadingLimits,
    ) -> Option<Vec<Finding>> {
        let field = Field::new(board, part, Kos::Passes(ko_pass))?;
        Some(self.recall(field, limits, |field| fates_in(field, limits)))
    }

    /// The chains in a part of a board whose end does not depend on who moves first, nor on who has more threats for kos:
    /// [`Fate::Kept`](super::Fate::Kept) or [`Fate::Lost`](super::Fate::Lost). `None` if the part is empty or too large. The part is as for [`fates`](Memory::fates). Suicide is
    /// left out.
    pub fn settled(
        &self,
        board: &Board,
        part: &PointSet,
        limits: ReadingLimits,
    ) -> Option<Vec<Finding>> {
        let field = Field::new(board, part, Kos::ThreatsOf(Color::Black))?;
        Some(self.recall(field, limits, |field| settled_in(field.clone(), limits)))
    }

    /// What is known of a question, or else what reading finds. What time did not suffice for is not kept.
    fn recall(
        &self,
        field: Field,
        limits: ReadingLimits,
        read: impl FnOnce(&Field) -> Vec<Finding>,
    ) -> Vec<Finding> {
        let question = MemoryKey {
            field,
            positions: limits.positions,
            decisive: limits.decisive,
        };
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept().get(&question) {
            return known.clone();
        }
        let found = read(&question.field);
        if !limits.are_out_of_time() {
            let mut kept = kept();
            if kept.len() >= MOST_KEPT {
                kept.clear();
            }
            kept.insert(question, found.clone());
        }
        found
    }
}
