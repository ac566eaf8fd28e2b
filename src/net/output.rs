//! What a network says of a position.

use super::forward::Logits;
use super::inputs::NetInput;
use super::model::Scales;
use crate::go::{Move, Point, Size};

/// What a network says of a position. Everything is for the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct NetOutput {
    size: Size,
    plays: Vec<f32>,
    pass: f32,
    /// Plays and pass of the optimistic policy, if the network has one.
    optimistic: Option<(Vec<f32>, f32)>,
    /// The chance of winning, 0 to 1.
    pub win: f64,
    /// The chance of losing.
    pub loss: f64,
    /// The chance that the game has no result.
    pub no_result: f64,
    /// The expected margin at the end of self-play, in points.
    pub score: f64,
    /// The standard deviation of the margin, in points.
    pub deviation: f64,
    /// The points by which komi would have to change for an even game.
    pub lead: f64,
    owners: Vec<f32>,
}

impl NetOutput {
    pub(super) fn new(position: &NetInput, logits: &Logits, scales: Scales) -> NetOutput {
        let (size, symmetry) = (position.size(), position.symmetry());
        let restored = |values: &[f32]| {
            let values = symmetry.restored(values, size).into_iter();
            values.map(sane).collect::<Vec<f32>>()
        };
        let optimistic = logits.optimistic.as_ref();
        let mut results = logits.result.map(|logit| f64::from(sane(logit)));
        if !position.can_have_no_result() {
            results[2] = f64::NEG_INFINITY;
        }
        let highest = results.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let powers = results.map(|result| (result - highest).exp());
        let total: f64 = powers.iter().sum();
        let [win, loss, no_result] = powers.map(|power| power / total);
        let [score, deviation, lead, _] = logits.score.map(|logit| f64::from(sane(logit)));
        let has_result = 1.0 - no_result;
        NetOutput {
            size,
            plays: restored(&logits.plays),
            pass: sane(logits.pass),
            optimistic: optimistic.map(|(plays, pass)| (restored(plays), sane(*pass))),
            win,
            loss,
            no_result,
            score: score * f64::from(scales.score) * has_result,
            deviation: softplus(deviation) * f64::from(scales.deviation),
            lead: lead * f64::from(scales.lead) * has_result,
            owners: restored(&logits.owners)
                .into_iter()
                .map(f32::tanh)
                .collect(),
        }
    }

    /// The expected owner of a point: 1 for the player to move, -1 for the opponent.
    #[must_use]
    pub fn owner(&self, at: Point) -> f32 {
        self.owners[self.size.place(at)]
    }

    /// The probabilities of the moves that are legal, the pass among them. They add up to 1. Newer networks have an
    /// optimistic policy, too, which favors moves that may turn out better than they seem; `optimism`, 0 to 1, is its
    /// part of the logits.
    #[must_use]
    pub fn policy(&self, optimism: f32, is_legal: impl Fn(Point) -> bool) -> Vec<(Move, f32)> {
        let optimistic = self.optimistic.as_ref();
        let mixed = |plain: f32, other: Option<f32>| {
            other.map_or(plain, |other| plain + (other - plain) * optimism)
        };
        let logit = |at: Point| {
            let place = self.size.place(at);
            mixed(self.plays[place], optimistic.map(|(plays, _)| plays[place]))
        };
        let pass = mixed(self.pass, optimistic.map(|&(_, pass)| pass));
        let plays = self.size.points().filter(|&at| is_legal(at));
        let plays = plays.map(|at| (Move::Play(at), logit(at)));
        let mut policy: Vec<(Move, f32)> = plays.chain([(Move::Pass, pass)]).collect();
        let highest = policy.iter().map(|&(_, x)| x).fold(f32::MIN, f32::max);
        let mut total = 0.0;
        for (_, x) in &mut policy {
            *x = (*x - highest).exp();
            total += *x;
        }
        for (_, x) in &mut policy {
            *x /= total;
        }
        policy
    }
}

/// No network that was trained says more than this.
const MOST_SURE: f32 = 1000.0;

/// What a network says, or nothing where its weights are so wild that this is no number.
fn sane(logit: f32) -> f32 {
    if logit.is_nan() {
        0.0
    } else {
        logit.clamp(-MOST_SURE, MOST_SURE)
    }
}

/// `ln(1 + e^x)`.
fn softplus(x: f64) -> f64 {
    if x > 40.0 { x } else { x.exp().ln_1p() }
}
