//! The most visited part of the tree, for people.

use super::report::LONGEST_LINE;
use super::tree::{ROOT, Tree};
use crate::go::Move;
use std::cmp::Reverse;

/// A move in the tree. In a list of branches every move comes before its replies, which are one deeper,
/// so that a list can hold a whole tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Branch {
    /// 1 for the moves of the root.
    pub depth: usize,
    /// The move.
    pub mv: Move,
    /// Its visits.
    pub visits: u32,
    /// Their mean value for the player who moves, 0 to 1.
    pub value: f64,
}

/// Moves with less than one in this many visits are left out.
const LEAST_SHARE: u32 = 500;

/// Moves with fewer visits than this are left out.
const LEAST_VISITS: u32 = 2;

/// The moves that were visited often, the most visited of each node first.
pub(super) fn branches(tree: &Tree) -> Vec<Branch> {
    let least_visits = (tree.node(ROOT).visits() / LEAST_SHARE).max(LEAST_VISITS);
    let mut found = Vec::new();
    let mut open = vec![(0, ROOT)];
    while let Some((depth, index)) = open.pop() {
        let node = tree.node(index);
        if depth > 0 {
            found.push(Branch {
                depth,
                mv: node.mv(),
                visits: node.visits(),
                value: tree.win_rate(index),
            });
        }
        if depth < LONGEST_LINE {
            let replies = replies(tree, index, least_visits);
            open.extend(replies.into_iter().rev().map(|index| (depth + 1, index)));
        }
    }
    found
}

/// The moves to each position below the root that was visited, one way to each.
pub(super) fn ways(tree: &Tree) -> Vec<Vec<Move>> {
    let mut found = Vec::new();
    let mut open = vec![(Vec::new(), ROOT)];
    while let Some((way, index)) = open.pop() {
        for reply in replies(tree, index, 1) {
            // Another way leads there, too, and to what is below.
            if tree.original(reply) != reply {
                continue;
            }
            let mut way = way.clone();
            way.push(tree.node(reply).mv());
            found.push(way.clone());
            open.push((way, reply));
        }
    }
    found
}

/// The children of a node with a number of visits or more, the most visited first.
fn replies(tree: &Tree, index: u32, least_visits: u32) -> Vec<u32> {
    let (first, children) = tree.children(index);
    let indices = (first..).zip(children);
    // Of equals the last, as in the best line of a report.
    let mut replies: Vec<Reverse<(u32, u32)>> = indices
        .filter(|(_, child)| !child.is_illegal() && child.visits() >= least_visits)
        .map(|(index, child)| Reverse((child.visits(), index)))
        .collect();
    replies.sort_unstable();
    replies
        .into_iter()
        .map(|Reverse((_, index))| index)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::node::MovePrior;
    use super::super::tree::Allocator;
    use super::*;

    #[test]
    fn branches_are_no_deeper_than_the_longest_line() {
        let tree = Tree::new(1 << 20);
        let mut allocator = Allocator::new();
        let mut parent = ROOT;
        for _ in 0..2 * LONGEST_LINE {
            let only = tree.allocate(&mut allocator, 1).unwrap();
            tree.node(only).reset(Move::Pass, MovePrior::default());
            tree.node(only).set_visits(LEAST_VISITS);
            tree.node(parent).publish(only, 1);
            parent = only;
        }
        let depths = branches(&tree).into_iter().map(|branch| branch.depth);
        assert!(depths.eq(1..=LONGEST_LINE));
    }
}
