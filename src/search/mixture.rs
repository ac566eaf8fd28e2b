//! A network and playouts together as an evaluator: a small network misses captures and races that
//! playouts find, and sees shapes that playouts do not (Silver et al. 2016).

use super::Knobs;
use super::appraise::Appraiser;
use super::evaluator::{Evaluation, Evaluator, Leaf, Playouts};
use super::node::Value;
use super::policy::Policy;
use super::root::Root;
use super::sight::Sight;

/// The mean of what a network sees in a leaf and of some playouts from there. The policy is that of the network.
#[derive(Debug)]
pub(super) struct Mixture<'a> {
    sight: Sight<'a>,
    playouts: Playouts,
    /// Playouts from each leaf.
    count: u32,
    /// What the playouts together weigh; the network weighs the rest of 1.
    share: f32,
    /// Where the playouts are played.
    scratch: Option<Leaf>,
}

impl<'a> Mixture<'a> {
    pub(super) fn new(sight: Sight<'a>, playouts: Playouts, knobs: &Knobs) -> Mixture<'a> {
        Mixture {
            sight,
            playouts,
            count: u32::from(knobs.mixture_playouts),
            share: knobs.mixture,
            scratch: None,
        }
    }
}

impl Evaluator for Mixture<'_> {
    const TELLS_POLICY: bool = true;

    fn appraiser(&mut self) -> Option<&mut Appraiser> {
        self.sight.appraiser()
    }

    fn policy(&mut self, root: &Root<'_>, leaf: &mut Leaf, policy: &mut Policy) {
        self.sight.policy(root, leaf, policy);
    }

    fn evaluate(&mut self, root: &Root<'_>, leaf: &mut Leaf) {
        self.sight.evaluate(root, leaf);
        #[expect(clippy::cast_precision_loss, reason = "a few playouts")]
        let share = self.share / self.count as f32;
        let scratch = self.scratch.get_or_insert_with(|| Leaf::new(root));
        leaf.evaluation.scale(1.0 - self.share);
        for _ in 0..self.count {
            scratch.stand_at(leaf);
            self.playouts.evaluate(root, scratch);
            self.sight.settle(scratch);
            leaf.evaluation.add(&scratch.evaluation, share);
        }
    }

    fn count(&self, root: &Root<'_>, leaf: &mut Leaf) {
        self.sight.count(root, leaf);
    }
}

impl Evaluation {
    /// Leaves a part of everything but the policy and the deviation.
    fn scale(&mut self, part: f32) {
        self.value = self.value.times(part);
        self.win *= part;
        self.score *= part;
        self.final_score *= part;
        for owner in self.owners.iter_mut() {
            *owner *= part;
        }
    }

    /// Adds a part of another one, but for the policy and the deviation.
    fn add(&mut self, other: &Evaluation, part: f32) {
        self.value = Value(self.value.0 + other.value.times(part).0).min(Value::WIN);
        self.win += part * other.win;
        self.score += part * other.score;
        self.final_score += part * other.final_score;
        for (owner, other) in self.owners.iter_mut().zip(other.owners.iter()) {
            *owner += part * other;
        }
    }
}
