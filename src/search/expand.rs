//! The moves of a position as they enter the tree, each with imaginary visits for what it looks like.
//!
//! Every move begins with a few visits, half of them won; what the learned prior expects adds won
//! visits, and moves that look like mistakes get lost ones.

use super::evaluator::{Evaluator, Leaf};
use super::node::{Children, PriorVisits};
use super::tree::{Allocator, ROOT, Tree};
use super::worker::Task;
use super::{Knobs, Policy, Restriction};
use crate::go::rules::{Rules, Suicide};
use crate::go::{Board, Color, Move, Point};
use crate::pattern::nakade::fills_dead_shape;

/// Makes children.
#[derive(Debug)]
pub(super) struct Expander<'a> {
    tree: &'a Tree,
    knobs: &'a Knobs,
    rules: &'a Rules,
    restriction: &'a Restriction,
    policy: Policy,
    candidates: Vec<(Move, PriorVisits)>,
}

impl<'a> Expander<'a> {
    pub(super) fn new(task: Task<'a>) -> Expander<'a> {
        Expander {
            tree: task.tree,
            knobs: task.knobs,
            rules: &task.root.rules,
            restriction: task.restriction,
            policy: Policy::only_pass(),
            candidates: Vec::new(),
        }
    }

    /// Gives the last node on the way to a leaf children if it is time for it and it has none: the root
    /// at once, other nodes after some visits. If the tree is full it stays without.
    pub(super) fn expand_if_due(
        &mut self,
        evaluator: &mut impl Evaluator,
        allocator: &mut Allocator,
        leaf: &Leaf,
    ) {
        let Some(&index) = leaf.path.last() else {
            return;
        };
        let node = self.tree.node(index);
        let is_due =
            index == ROOT || f64::from(node.visits()) > f64::from(self.knobs.expand_visits);
        if !is_due || node.children() != Children::None || !node.claim() {
            return;
        }
        evaluator.policy(&leaf.board, leaf.color, leaf.recent, &mut self.policy);
        self.find_candidates(&leaf.board, leaf.color);
        self.restrict(leaf);
        let count = self.candidates.len() as u16;
        let Some(first) = self.tree.allocate(allocator, count) else {
            node.disclaim();
            return;
        };
        let children = self.tree.block(first, count);
        for (child, &(mv, prior)) in children.iter().zip(&self.candidates) {
            child.reset(mv, prior);
        }
        node.publish(first, count);
    }

    /// Drops the moves that are left out. If that is all of them, a pass remains.
    fn restrict(&mut self, leaf: &Leaf) {
        let (restriction, color, depth) = (self.restriction, leaf.color, leaf.path.len());
        self.candidates
            .retain(|&(mv, _)| !restriction.forbids(color, mv, depth));
        if self.candidates.is_empty() {
            self.candidates.push((Move::Pass, self.even()));
        }
    }

    fn find_candidates(&mut self, board: &Board, color: Color) {
        self.candidates.clear();
        for point in board.points() {
            if board.is_empty_at(point)
                && let Some(prior) = self.prior(board, color, point)
            {
                self.candidates.push((Move::Play(point), prior));
            }
        }
        let is_eye = |&(mv, _): &(Move, PriorVisits)| {
            mv.point()
                .is_some_and(|at| board.neighborhood(at).is_eye(color))
        };
        let mut pass = self.even();
        if !self.candidates.iter().all(is_eye) {
            pass.add(self.knobs.prior_pass, 0.0);
        }
        self.candidates.push((Move::Pass, pass));
    }

    fn even(&self) -> PriorVisits {
        let mut prior = PriorVisits::default();
        prior.add(self.knobs.prior_even, 0.5);
        prior
    }

    /// The imaginary visits of a play, or `None` if it is not allowed.
    fn prior(&self, board: &Board, color: Color, point: Point) -> Option<PriorVisits> {
        let knobs = self.knobs;
        let mut prior = self.even();
        if !board.is_playable(point, color) {
            let is_allowed =
                board.is_suicide(point, color) && self.allows_suicide(board, color, point);
            prior.add(knobs.prior_eye, 0.0);
            return is_allowed.then_some(prior);
        }
        if board.neighborhood(point).is_eye(color) {
            prior.add(knobs.prior_eye, 0.0);
        }
        if board.is_self_atari(point, color)
            && board.captures_of(point, color) == 0
            && !fills_dead_shape(board, point, color)
        {
            prior.add(knobs.prior_self_atari, 0.0);
        }
        if !board.neighborhood(point).is_eye(color) {
            prior.add(self.learned(point), 1.0);
        }
        Some(prior)
    }

    /// The won visits of a play by what the policy expects: a multiple of the square root of the
    /// probability, which tempers its overconfidence (as in Pachi). Own eyes get none: where only they
    /// are left, they would share all of the probability.
    fn learned(&self, point: Point) -> f32 {
        let probability = self.policy.among_plays(point);
        if probability < self.knobs.prior_cutoff {
            return 0.0;
        }
        self.knobs.prior_learned * probability.sqrt()
    }

    /// Returns true if a suicide is allowed and changes the board.
    fn allows_suicide(&self, board: &Board, color: Color, point: Point) -> bool {
        self.rules.suicide != Suicide::Forbidden && board.neighborhood(point).touches(color)
    }
}
