//! Playouts beside the evaluations of a network: a small network misses captures and races that playouts find, and knows
//! shapes that playouts do not (Silver et al. 2016).

use super::utility::Utility;
use crate::rng::Rng;
use crate::search::evaluation::Evaluation;
use crate::search::leaf::Leaf;
use crate::search::params::SearchParams;
use crate::search::playouts::Playouts;
use crate::search::root::Root;
use crate::search::value::Value;

/// Playouts from each leaf.
const PLAYOUTS: u8 = 4;

/// Playouts whose mean is mixed into the evaluation of a leaf, but for its policy and deviation.
#[derive(Debug)]
pub(super) struct Mixture {
    playouts: Playouts,
    /// What the playouts together weigh; the network weighs the rest of 1.
    share: f32,
    /// Where the playouts are played.
    scratch: Option<Leaf>,
}

impl Mixture {
    /// The playouts that are asked for, if there are any.
    pub(super) fn new(params: &SearchParams, rng: &mut Rng) -> Option<Mixture> {
        (params.mixture > 0.0).then(|| Mixture {
            playouts: Playouts::new(rng.split()),
            share: params.mixture,
            scratch: None,
        })
    }

    /// Mixes playouts into the evaluation of a leaf.
    pub(super) fn add(&mut self, utility: &Utility, root: &Root<'_>, leaf: &mut Leaf) {
        let share = self.share / f32::from(PLAYOUTS);
        let scratch = self.scratch.get_or_insert_with(|| Leaf::new(root));
        leaf.evaluation.scale(1.0 - self.share);
        for _ in 0..PLAYOUTS {
            scratch.stand_at(leaf);
            self.playouts.evaluate(root, scratch);
            utility.settle(scratch);
            leaf.evaluation.add(&scratch.evaluation, share);
        }
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
