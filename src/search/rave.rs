//! Search with playouts: means over visits, mixed with all-moves-as-first values and with prior visits by a learned policy.
//!
//! Coulom 2006, Kocsis and Szepesvári 2006; all-moves-as-first values in the tree (RAVE) by Gelly and Silver 2007 and 2011.

mod backup;
mod expansion;
mod opening;
mod prior;
mod selection;

use super::leaf::Leaf;
use super::limits::Pace;
use super::method::{Method, Shared, end_visits};
use super::node::Node;
use super::params::SearchParams;
use super::playouts::Playouts;
use super::policy::Policy;
use super::root::Root;
use super::tree::{Allocator, Tree};
use crate::go::Size;
use crate::rng::Rng;
use backup::FirstPlays;
use expansion::Expansion;
use prior::LearnedPrior;
use selection::RaveFormula;

/// One thread's part of a search by playouts.
#[derive(Debug)]
pub(super) struct Rave {
    selection: RaveFormula,
    expansion: Expansion,
    prior: LearnedPrior,
    playouts: Playouts,
    first_plays: FirstPlays,
}

impl Rave {
    pub(super) fn new(params: &SearchParams, size: Size, rng: Rng) -> Rave {
        Rave {
            selection: RaveFormula::new(params, size),
            expansion: Expansion::default(),
            prior: LearnedPrior::new(),
            playouts: Playouts::new(rng),
            first_plays: FirstPlays::new(),
        }
    }
}

impl Method for Rave {
    const DEFAULT_VISITS: u64 = super::DEFAULT_PLAYOUTS;

    const PACE: Pace = Pace::OF_PLAYOUTS;

    fn policy(&mut self, _: &Root<'_>, leaf: &mut Leaf, policy: &mut Policy) {
        self.prior
            .write(&leaf.board, leaf.color, leaf.recent, policy);
    }

    fn enter(&mut self, shared: &Shared<'_>, allocator: &mut Allocator, leaf: &mut Leaf) {
        if !leaf.is_over(shared.root) {
            let prior = &mut self.prior;
            self.expansion
                .expand_if_due(shared, allocator, leaf, |leaf, policy| {
                    prior.write(&leaf.board, leaf.color, leaf.recent, policy);
                });
        }
    }

    fn select(&self, tree: &Tree, parent: u32, children: &[Node]) -> Option<usize> {
        self.selection.best(tree.node(parent), children)
    }

    fn evaluate(&mut self, shared: &Shared<'_>, _: &mut Allocator, leaf: &mut Leaf) {
        self.playouts.evaluate(shared.root, leaf);
    }

    fn count(&self, root: &Root<'_>, leaf: &mut Leaf) {
        Playouts::count(root, leaf);
    }

    fn back_up(&mut self, shared: &Shared<'_>, leaf: &Leaf) {
        end_visits(shared.tree, leaf);
        self.first_plays.back_up(shared.tree, shared.root, leaf);
    }
}

#[cfg(test)]
pub(super) mod tests {
    pub(in crate::search) use super::selection::RaveFormula;
    use super::*;

    /// Expands as playouts do, with another policy.
    pub(in crate::search) fn expand_by(
        rave: &mut Rave,
        shared: &Shared<'_>,
        allocator: &mut Allocator,
        leaf: &mut Leaf,
        write_policy: impl FnOnce(&mut Leaf, &mut Policy),
    ) {
        if !leaf.is_over(shared.root) {
            rave.expansion
                .expand_if_due(shared, allocator, leaf, write_policy);
        }
    }
}
