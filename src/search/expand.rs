//! The moves of a position as they enter the tree, each with imaginary visits for what it looks like.
//!
//! Every move begins with a few visits, half of them won; what the learned prior expects adds won
//! visits, and moves that look like mistakes get lost ones.

use super::criticality::Criticality;
use super::node::{Children, PriorVisits};
use super::root::Recent;
use super::tree::{Allocator, ROOT, Tree};
use super::worker::Task;
use super::{Knobs, Restriction};
use crate::go::rules::{Rules, Suicide};
use crate::go::{Board, Color, Move, Point};
use crate::pattern::prior;
use crate::tactics::nakade::fills_dead_shape;

/// Whose move is looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub color: Color,
    pub recent: Recent,
    /// 1 for the moves of the root.
    pub depth: usize,
}

/// Makes children.
#[derive(Debug)]
pub(super) struct Expander<'a> {
    knobs: &'a Knobs,
    rules: &'a Rules,
    restriction: &'a Restriction,
    criticality: &'a Criticality,
    learned: prior::Prior,
    probabilities: Vec<(Point, f32)>,
    candidates: Vec<(Move, PriorVisits)>,
}

impl<'a> Expander<'a> {
    pub(super) fn new(task: Task<'a>) -> Expander<'a> {
        Expander {
            knobs: task.knobs,
            rules: &task.root.rules,
            restriction: task.restriction,
            criticality: task.criticality,
            learned: prior::Prior::new(),
            probabilities: Vec::new(),
            candidates: Vec::new(),
        }
    }

    /// Gives a node children if it is time for it and it has none: the root at once, other nodes
    /// after some visits. If the tree is full it stays without.
    pub(super) fn expand_if_due(
        &mut self,
        tree: &Tree,
        allocator: &mut Allocator,
        index: u32,
        board: &Board,
        turn: Turn,
    ) {
        let node = tree.node(index);
        let is_due =
            index == ROOT || f64::from(node.visits()) > f64::from(self.knobs.expand_visits);
        if !is_due || node.children() != Children::None || !node.claim() {
            return;
        }
        self.find_candidates(board, turn);
        self.restrict(turn);
        let count = self.candidates.len() as u16;
        let Some(first) = tree.allocate(allocator, count) else {
            node.disclaim();
            return;
        };
        for (child, &(mv, prior)) in tree.block(first, count).iter().zip(&self.candidates) {
            child.reset(mv, prior);
        }
        node.publish(first, count);
    }

    /// Drops what is banned. If that is everything, a pass is left.
    fn restrict(&mut self, turn: Turn) {
        if self.restriction.is_empty() {
            return;
        }
        let restriction = self.restriction;
        self.candidates
            .retain(|&(mv, _)| !restriction.forbids(turn.color, mv, turn.depth));
        if self.candidates.is_empty() {
            self.candidates.push((Move::Pass, self.even()));
        }
    }

    fn find_candidates(&mut self, board: &Board, turn: Turn) {
        let Turn { color, recent, .. } = turn;
        self.candidates.clear();
        for point in board.points() {
            if board.is_empty_at(point)
                && let Some(prior) = self.prior(board, color, point)
            {
                self.candidates.push((Move::Play(point), prior));
            }
        }
        self.add_learned(board, color, recent);
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

    /// Adds won visits by what the learned prior expects: a multiple of the square root of the
    /// probability, which tempers its overconfidence (as in Pachi). Own eyes get nothing: where only
    /// they are left, they would share all of the probability.
    fn add_learned(&mut self, board: &Board, color: Color, recent: Recent) {
        let [last, before_last] = recent;
        self.learned
            .moves(board, color, last, before_last, &mut self.probabilities);
        let mut plays = self.candidates.iter_mut();
        for &(point, probability) in &self.probabilities {
            let found = plays.find(|(mv, _)| *mv == Move::Play(point));
            if let Some((_, prior)) = found
                && probability >= self.knobs.prior_cutoff
                && !board.neighborhood(point).is_eye(color)
            {
                prior.add(self.knobs.prior_learned * probability.sqrt(), 1.0);
            }
        }
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
        if knobs.prior_criticality > 0.0 {
            let share = self.criticality.at(point).max(0.0);
            prior.add(knobs.prior_criticality * share, 1.0);
        }
        if board.is_self_atari(point, color)
            && board.captures_of(point, color) == 0
            && !fills_dead_shape(board, point, color)
        {
            prior.add(knobs.prior_self_atari, 0.0);
        }
        Some(prior)
    }

    /// Whether a suicide may be a move worth a thought: one that changes the board.
    fn allows_suicide(&self, board: &Board, color: Color, point: Point) -> bool {
        self.rules.suicide != Suicide::Forbidden && board.neighborhood(point).touches(color)
    }
}
