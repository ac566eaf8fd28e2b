//! What a search has found.

use super::tree::{ROOT, Tree};
use crate::go::Move;
use crate::playout::Ownership;

/// A move at the root.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveReport {
    /// The move.
    pub mv: Move,
    /// Its visits.
    pub visits: u32,
    /// Their mean value for the player who moves, 0 to 1.
    pub value: f64,
    /// The best line from this move on, itself first.
    pub line: Vec<Move>,
}

/// The moves at the root and who owns what at the end of playouts.
#[derive(Clone, Debug)]
pub struct Report {
    /// Moves that were visited, most visits first.
    pub moves: Vec<MoveReport>,
    /// Playouts made in this search.
    pub playouts: u64,
    /// The owners of the points at the end of these playouts.
    pub ownership: Ownership,
    /// Bytes of the tree.
    pub bytes: u64,
}

/// Moves of the root that are worth logging.
const MOST_LOGGED: usize = 12;

/// Moves of a best line that are worth telling.
const LONGEST_LINE: usize = 20;

impl Report {
    pub(super) fn new(tree: &Tree, playouts: u64, ownership: Ownership) -> Report {
        let (first, children) = tree.children(tree.node(ROOT));
        let visited = children
            .iter()
            .enumerate()
            .filter(|(_, child)| !child.is_illegal() && child.visits() > 0);
        let mut moves: Vec<MoveReport> = visited
            .map(|(place, child)| MoveReport {
                mv: child.mv(),
                visits: child.visits(),
                value: child.mean(),
                line: line(tree, first + place as u32),
            })
            .collect();
        moves.sort_by_key(|report| std::cmp::Reverse(report.visits));
        Report {
            moves,
            playouts,
            ownership,
            bytes: tree.bytes_in_use(),
        }
    }
}

/// Everything known of the moves at the root, for diagnosis.
pub(super) fn log_root(tree: &Tree) {
    let (_, children) = tree.children(tree.node(ROOT));
    let mut order: Vec<_> = children.iter().collect();
    order.sort_by_key(|child| std::cmp::Reverse(child.visits()));
    for child in order.into_iter().take(MOST_LOGGED) {
        let numbers = child.numbers();
        log::debug!(
            "{:4} {:7} visits, value {:.3}, with priors {:.3} of {:.0}, first plays {:.3} of {:.0}",
            child.mv(),
            child.visits(),
            child.mean(),
            numbers.wins / numbers.visits,
            numbers.visits,
            numbers.amaf_wins / numbers.amaf.max(1.0),
            numbers.amaf,
        );
    }
}

/// The most visited moves from a node on, its own first.
fn line(tree: &Tree, index: u32) -> Vec<Move> {
    let next = |&index: &u32| {
        let (first, children) = tree.children(tree.node(index));
        let best = (0..children.len()).max_by_key(|&place| children[place].visits())?;
        (children[best].visits() > 0).then_some(first + best as u32)
    };
    std::iter::successors(Some(index), next)
        .take(LONGEST_LINE)
        .map(|index| tree.node(index).mv())
        .collect()
}
