//! A network as an evaluator.

use super::Knobs;
use super::appraise::Appraiser;
use super::bias::Biases;
use super::evaluator::{Evaluator, Leaf};
use super::policy::Policy;
use super::root::Root;
use super::tree::Tree;
use super::utility::Utility;
use crate::eval::NetEvaluator;
use crate::go::{ByColor, Color, Counting, Game, Move, Point, Points};
use crate::net::{Prediction, Situation};
use std::sync::Arc;

/// What one thread of a search sees with: one look of a network at each leaf.
#[derive(Debug)]
pub(super) struct Sight<'a> {
    network: &'a NetEvaluator,
    /// The position of the root.
    start: Situation,
    /// The position of the last leaf.
    present: Situation,
    /// How [optimistic](Prediction::policy) the policy of the root is.
    optimism_root: f32,
    /// The same for positions below it.
    optimism: f32,
    utility: Utility,
    appraiser: Appraiser,
    /// Black's least and greatest margin at the end, where the rules bound it. A network may see more than there is on
    /// boards of a size that it does not know.
    range: Option<[f64; 2]>,
}

impl<'a> Sight<'a> {
    /// The sight of a thread in a search from the present position of a game. Boards are never turned: a
    /// small network says something else of a board that is turned, which hides by how much moves differ.
    pub(super) fn new(
        network: &'a NetEvaluator,
        biases: &Arc<Biases>,
        game: &Game,
        color: Color,
        knobs: &Knobs,
    ) -> Sight<'a> {
        let start = Situation::of(game, color);
        let size = game.board().size();
        let range = Counting::of(game).range(size);
        let range = range.map(|range| range.map(Points::as_f64));
        let expected =
            bounded(range, network.evaluate(&start).score, color) * f64::from(color.sign());
        let utility = Utility::new(knobs, size, expected as f32);
        Sight {
            range,
            network,
            present: start.clone(),
            start,
            optimism_root: knobs.puct_optimism_root,
            optimism: knobs.puct_optimism,
            utility,
            appraiser: Appraiser::new(utility, knobs, biases.clone()),
        }
    }

    /// Makes the insights of a tree those of this search. `to_move` is the player at the root.
    pub(super) fn appraise_all(&mut self, tree: &Tree, to_move: Color) {
        self.appraiser.appraise_all(tree, to_move);
    }

    /// The position of a leaf.
    fn situation(&mut self, root: &Root<'_>, leaf: &Leaf) -> &Situation {
        let moves = leaf
            .trace
            .iter()
            .map(|mv| mv.map_or(Move::Pass, Move::Play));
        let situation = &mut self.present;
        situation.become_later(&self.start, moves);
        if !leaf.trace.is_empty() {
            situation.ban(|at| leaf.plays(root).repeating.contains(at));
            if root.is_over(leaf.passes) {
                situation.end();
            }
        }
        situation
    }

    fn write(&self, root: &Root<'_>, seen: &Prediction, leaf: &mut Leaf) {
        let plays = leaf.plays(root).clone();
        let (board, evaluation) = (&leaf.board, &mut leaf.evaluation);
        let (balance, score, deviation) = (
            (seen.win - seen.loss) as f32,
            bounded(self.range, seen.score, leaf.color) as f32,
            seen.deviation as f32,
        );
        evaluation.value = self.utility.value(balance, score, deviation, leaf.color);
        evaluation.win = f32::midpoint(balance, 1.0);
        evaluation.score = bounded(self.range, seen.lead, leaf.color) as f32;
        evaluation.final_score = score;
        evaluation.deviation = deviation;
        for at in board.points() {
            evaluation.owners[at.index()] = seen.owner(at);
        }
        let optimism = if leaf.trace.is_empty() {
            self.optimism_root
        } else {
            self.optimism
        };
        let policy = &mut evaluation.policy;
        policy.write_seen(seen, optimism, |at| plays.is_legal(at));
        if leaf.counts_stones(root) {
            let stones = ByColor::new_with(|color| leaf.board.stone_set(color));
            let stays = |at: Point, owner: Color| (seen.owner(at) > 0.0) == (owner == leaf.color);
            let margin = root.counting.margin_of_stones(&stones, stays);
            self.write_margin(root, margin, leaf);
        }
    }

    /// Gives a leaf the value of a game that has ended with Black's margin.
    fn write_margin(&self, root: &Root<'_>, margin: Points, leaf: &mut Leaf) {
        leaf.evaluation.win = root.win_share(margin, leaf.color);
        leaf.evaluation.score = (margin * leaf.color.sign()).as_f64() as f32;
        self.settle(leaf);
    }
}

/// A player's margin that a network has seen, within the range of Black's.
fn bounded(range: Option<[f64; 2]>, seen: f64, player: Color) -> f64 {
    match (range, player) {
        (None, _) => seen,
        (Some([least, most]), Color::Black) => seen.clamp(least, most),
        (Some([least, most]), Color::White) => seen.clamp(-most, -least),
    }
}

impl Sight<'_> {
    /// Gives a leaf the value of a game that has ended with its score.
    pub(super) fn settle(&self, leaf: &mut Leaf) {
        let (utility, color) = (&self.utility, leaf.color);
        let evaluation = &mut leaf.evaluation;
        let balance = 2.0 * evaluation.win - 1.0;
        evaluation.deviation = 0.0;
        evaluation.final_score = evaluation.score;
        evaluation.value = utility.value(balance, evaluation.score, 0.0, color);
    }
}

impl Evaluator for Sight<'_> {
    const TELLS_POLICY: bool = true;

    fn appraiser(&mut self) -> Option<&mut Appraiser> {
        Some(&mut self.appraiser)
    }

    fn policy(&mut self, root: &Root<'_>, leaf: &mut Leaf, policy: &mut Policy) {
        self.evaluate(root, leaf);
        policy.clone_from(&leaf.evaluation.policy);
    }

    fn evaluate(&mut self, root: &Root<'_>, leaf: &mut Leaf) {
        let network = self.network;
        let seen = network.evaluate(self.situation(root, leaf));
        self.write(root, &seen, leaf);
    }

    fn count(&self, root: &Root<'_>, leaf: &mut Leaf) {
        self.write_margin(root, leaf.margin(root), leaf);
    }
}
