//! What differs between a search with a network and one by playouts.

use super::leaf::Leaf;
use super::limits::Pace;
use super::node::{MovePrior, Node};
use super::policy::Policy;
use super::report::PlaySelection;
use super::request::Restriction;
use super::root::Root;
use super::tree::{Allocator, Tree};
use super::twins::Twins;
use crate::go::Move;
use crate::net::NetOutput;
use crate::search::params::SearchParams;
use std::fmt::Debug;
use std::sync::Arc;

/// What the threads of a search share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared<'a> {
    pub(super) tree: &'a Tree,
    pub(super) root: &'a Root<'a>,
    pub(super) params: &'a SearchParams,
    pub(super) restriction: &'a Restriction,
    pub(super) twins: &'a Twins,
}

/// How a tree grows: which move a visit follows, when nodes get children, what a leaf is worth, and what the nodes above it
/// learn of that. Each thread of a search has one of its own.
///
/// [`Puct`](super::puct::Puct) is the method with a network, [`Rave`](super::rave::Rave) the one by playouts.
pub(super) trait Method: Debug {
    /// Visits of a search whose budget sets no limit.
    const DEFAULT_VISITS: u64;

    /// How often a search asks whether it shall end.
    const PACE: Pace;

    /// Overwrites a policy with that of a position.
    fn policy(&mut self, root: &Root<'_>, leaf: &mut Leaf, policy: &mut Policy);

    /// The policy of the root before a temperature that is for the root alone, if there is one.
    fn plain_policy(&self, _root: &Root<'_>) -> Option<Policy> {
        None
    }

    /// What a network says of the root, if one does.
    fn root_evaluation(&self) -> Option<Arc<NetOutput>> {
        None
    }

    /// What the visits of the root say about its moves; nothing but their numbers without a network.
    fn play_selection(&self, _tree: &Tree) -> PlaySelection {
        PlaySelection::default()
    }

    /// Prepares the root before the first visit of a search. `policy` is that of its legal moves.
    fn begin(&mut self, _tree: &Tree, _policy: &Policy) {}

    /// Meets the last node on the way to a leaf, before a move is selected there.
    fn enter(&mut self, shared: &Shared<'_>, allocator: &mut Allocator, leaf: &mut Leaf);

    /// The place of the best of the children of a node; `None` if there is none that can be played.
    fn select(&self, tree: &Tree, parent: u32, children: &[Node]) -> Option<usize>;

    /// Returns true if a visit goes on with the move of a selected child, false if it ends before.
    fn goes_on(&self, _root: &Root<'_>, _leaf: &Leaf, _child: &Node) -> bool {
        true
    }

    /// Evaluates a leaf. The game is not over in it, unless the players still have to agree about dead stones.
    fn evaluate(&mut self, shared: &Shared<'_>, allocator: &mut Allocator, leaf: &mut Leaf);

    /// Makes the count of a game that is over the evaluation of a leaf. The owners are not written.
    fn count(&self, root: &Root<'_>, leaf: &mut Leaf);

    /// Adds the evaluation of a leaf to what is known of the nodes on the way to it.
    fn back_up(&mut self, shared: &Shared<'_>, leaf: &Leaf);
}

impl Shared<'_> {
    /// Makes candidates the children of a claimed node to which a leaf belongs, but for the moves that are left out and
    /// those of the root that others stand for. If
    /// that is all of them, a pass remains. If the tree is full, the node stays without children.
    pub(super) fn publish(
        &self,
        allocator: &mut Allocator,
        node: &Node,
        leaf: &Leaf,
        candidates: &mut Vec<(Move, MovePrior)>,
    ) {
        let depth = leaf.path.len();
        candidates.retain(|&(mv, _)| {
            let is_twin = depth == 1 && self.twins.stands_aside(mv);
            !is_twin && !self.restriction.forbids(leaf.color, mv, depth)
        });
        if candidates.is_empty() {
            candidates.push((Move::Pass, MovePrior::default()));
        }
        let count = candidates.len() as u16;
        let Some(first) = self.tree.allocate(allocator, count) else {
            node.disclaim();
            return;
        };
        let children = self.tree.block(first, count);
        for (child, &(mv, prior)) in children.iter().zip(&*candidates) {
            child.reset(mv, prior);
        }
        self.tree.reset_stats(first, count);
        node.publish(first, count);
    }
}

/// Ends the visits of the nodes on the way to a leaf with its value.
pub(super) fn end_visits(tree: &Tree, leaf: &Leaf) {
    // The last node was reached by a move of the opponent.
    let mut mover = !leaf.color;
    for &index in leaf.path.iter().rev() {
        tree.node(index).end_visit(leaf.value_for(mover));
        mover = !mover;
    }
}
