//! The evaluation of a leaf.

use super::policy::Policy;
use super::value::Value;
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
            owners: Box::new([0.0; CELLS]),
            policy: Policy::only_pass(),
        }
    }
}
