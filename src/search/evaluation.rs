//! The evaluation of a leaf.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "shares between 0 and 1"
)]

use super::policy::Policy;
use crate::go::point::CELLS;

/// The worth of a position.
#[derive(Debug)]
pub(super) struct Evaluation {
    /// What the position is worth to the player to move: the chance of winning with some regard to the score.
    pub(super) value: Value,
    /// His chance of winning, 0 to 1.
    pub(super) win: f32,
    /// His expected margin in points.
    pub(super) score: f32,
    /// The expected margin in points that his utility is made of. A network distinguishes it from the lead.
    pub(super) final_score: f32,
    /// The standard deviation of his margin in points.
    pub(super) deviation: f32,
    /// What a visit weighs that ends with it, 1 where nothing tells how far off it may be.
    pub(super) weight: f32,
    /// The expected owner of each point of the grid: 1 for the player to move, -1 for the opponent.
    pub(super) owners: Box<[f32; CELLS]>,
    /// The policy, if the method has it here.
    pub(super) policy: Policy,
}

impl Default for Evaluation {
    fn default() -> Evaluation {
        Evaluation {
            value: Value(0),
            win: 0.0,
            score: 0.0,
            final_score: 0.0,
            deviation: 0.0,
            weight: 1.0,
            owners: Box::new([0.0; CELLS]),
            policy: Policy::only_pass(),
        }
    }
}

/// The greatest utility of a position; the least is as far below 0. A [`Value`] holds utilities as a share between them.
pub(super) const MOST_UTILITY: f32 = 1.4;

/// A result as a whole number: 0 a loss, [`Value::WIN`] a win. Sums of it lose nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Value(pub u32);

impl Value {
    pub(super) const WIN: Value = Value(1 << 16);

    /// From a share of a win, 0 to 1.
    pub(super) fn new(share: f32) -> Value {
        Value((share.clamp(0.0, 1.0) * Value::WIN.0 as f32) as u32)
    }

    /// A part of it.
    pub(super) fn times(self, part: f32) -> Value {
        Value((self.0 as f32 * part) as u32)
    }

    /// The same result for the opponent.
    pub(super) const fn flipped(self) -> Value {
        Value(Value::WIN.0 - self.0)
    }
}
