//! What a proof search has found, as moves.

use super::field::FieldState;
use super::proof::{ProofSearch, ProofStep};
use super::table::ProofEntry;
use crate::go::{Color, Move};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// A move in a tree of all that a proof rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeMove {
    /// The place of the move before it; `None` at the beginning.
    pub parent: Option<usize>,
    /// Who plays.
    pub color: Color,
    /// What.
    pub mv: Move,
}

/// The moves from a position that was solved on to its end, in which who does not get his way holds out as long as the
/// proof allows.
pub(super) fn line(search: &ProofSearch, state: &FieldState) -> Vec<(Color, Move)> {
    let mut line = Vec::new();
    let mut met = FxHashSet::default();
    let mut state = *state;
    while met.insert(state.key()) {
        let entry = search.known(&state, state.key());
        if !entry.numbers.is_solved() || entry.length == 0 {
            break;
        }
        let steps = search.steps(&search.field().view(&state));
        let next = if entry.numbers.is_won() {
            steps.iter().find(|step| step.at == entry.best)
        } else {
            let asked = steps
                .iter()
                .filter(|step| step.at == ProofEntry::PASS || entry.zone.has(usize::from(step.at)));
            asked.max_by_key(|step| {
                let after = step.next.map(|next| search.known(&next, step.key));
                let after = after.filter(|after| after.numbers.is_won());
                after.map_or(0, |after| after.length)
            })
        };
        let Some((at, next)) = next.and_then(|step| Some((step.at, step.next?))) else {
            break;
        };
        line.push((state.to_move, search.move_at(at)));
        state = next;
    }
    line
}

/// The moves that the answer of a solved position rests on, nearest first, up to `most` of them.
pub(super) fn tree(search: &ProofSearch, state: &FieldState, most: usize) -> Vec<TreeMove> {
    let mut tree: Vec<TreeMove> = Vec::new();
    let mut open = VecDeque::from([(*state, None)]);
    let mut met = FxHashSet::default();
    while let Some((state, parent)) = open.pop_front() {
        let entry = search.known(&state, state.key());
        if !entry.numbers.is_solved() || !met.insert(state.key()) {
            continue;
        }
        for (at, next) in answered(search, &state, &entry) {
            if tree.len() >= most {
                return tree;
            }
            tree.push(TreeMove {
                parent,
                color: state.to_move,
                mv: search.move_at(at),
            });
            open.push_back((next, Some(tree.len() - 1)));
        }
    }
    tree
}

/// The moves that the answer of a solved position rests on, and the positions after them: the one that wins, or all that have
/// to fail and were read, a pass only if it is the only one.
fn answered(search: &ProofSearch, state: &FieldState, entry: &ProofEntry) -> Vec<(u8, FieldState)> {
    if entry.length == 0 {
        return Vec::new();
    }
    let steps = search.steps(&search.field().view(state));
    let is_asked = |step: &&ProofStep| {
        if entry.numbers.is_won() {
            return step.at == entry.best;
        }
        let after = step.next.map(|next| search.known(&next, step.key));
        let is_refuted = after.is_some_and(|after| after.numbers.is_won());
        is_refuted && (step.at == ProofEntry::PASS || entry.zone.has(usize::from(step.at)))
    };
    let asked = steps.iter().filter(is_asked);
    let mut moves: Vec<(u8, FieldState)> = asked
        .filter_map(|step| Some((step.at, step.next?)))
        .collect();
    if moves.len() > 1 {
        moves.retain(|&(at, _)| at != ProofEntry::PASS);
    }
    moves
}
