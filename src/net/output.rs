//! What a network says of a position.

use super::forward::Logits;
use super::inputs::NetInput;
use super::model::Scales;
use crate::go::{Move, Point, Size};
use std::sync::Arc;

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
    /// The variance of the turns that are left.
    pub time_variance: f64,
    /// By how much the evaluations of the next moves will differ from this one; networks before model version 9 do not tell.
    pub errors: Option<ShortTermErrors>,
    owners: Vec<f32>,
}

/// How uncertain a network is in the short term.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShortTermErrors {
    /// Of the chance of winning.
    pub win: f64,
    /// Of the score, in points.
    pub score: f64,
}

impl ShortTermErrors {
    /// What logits mean in a model version, as KataGo has it.
    fn new(logits: [f32; 2], version: u32, scales: Scales) -> ShortTermErrors {
        let [win, score] = logits.map(|logit| f64::from(sane(logit)));
        let scales = [scales.win_error, scales.score_error].map(|scale| f64::from(scale).sqrt());
        // That of the balance of chances, which has twice the range.
        let [balance, score] = match version {
            ..=9 => [softplus(win), 10.0 * softplus(score)],
            10..14 => [
                scales[0] * softplus(win).sqrt(),
                scales[1] * softplus(score).sqrt(),
            ],
            14.. => [
                scales[0] * softplus(0.5 * win),
                scales[1] * softplus(0.5 * score),
            ],
        };
        ShortTermErrors {
            win: balance / 2.0,
            score,
        }
    }
}

impl NetOutput {
    pub(super) fn new(
        position: &NetInput,
        logits: &Logits,
        version: u32,
        scales: Scales,
    ) -> NetOutput {
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
        let [score, deviation, lead, time] = logits.score.map(|logit| f64::from(sane(logit)));
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
            time_variance: softplus(time) * f64::from(scales.time_variance),
            errors: logits
                .errors
                .map(|errors| ShortTermErrors::new(errors, version, scales)),
            owners: restored(&logits.owners)
                .into_iter()
                .map(f32::tanh)
                .collect(),
        }
    }

    /// The mean of what a network says of one position on several boards that are turned. Its policies are as
    /// [optimistic](NetOutput::policy) as is asked for, whatever is asked of the mean.
    ///
    /// # Panics
    /// There are no outputs, or they are of boards of different sizes.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "no more than eight")]
    pub fn mean(
        outputs: &[Arc<NetOutput>],
        optimism: f32,
        is_legal: impl Fn(Point) -> bool,
    ) -> NetOutput {
        let first = &*outputs[0];
        let count = outputs.len() as f64;
        let of = |number: &dyn Fn(&NetOutput) -> f64| {
            outputs.iter().map(|output| number(output)).sum::<f64>() / count
        };
        let mut plays = vec![0.0; first.plays.len()];
        let mut pass = 0.0;
        for output in outputs {
            for (mv, probability) in output.policy(optimism, &is_legal) {
                *mv.point()
                    .map_or(&mut pass, |at| &mut plays[first.size.place(at)]) += probability;
            }
        }
        let owner = |place: usize| of(&|output| output.owners[place].into()) as f32;
        let mut mean = NetOutput {
            // Logits, of which those of what is impossible are the least.
            plays: plays
                .into_iter()
                .map(|sum: f32| sum.ln().max(-MOST_SURE))
                .collect(),
            pass: pass.ln().max(-MOST_SURE),
            optimistic: None,
            win: of(&|output| output.win),
            loss: of(&|output| output.loss),
            no_result: of(&|output| output.no_result),
            score: of(&|output| output.score),
            lead: of(&|output| output.lead),
            time_variance: of(&|output| output.time_variance),
            errors: first.errors.map(|_| ShortTermErrors {
                win: of(&|output| output.errors.map_or(0.0, |errors| errors.win)),
                score: of(&|output| output.errors.map_or(0.0, |errors| errors.score)),
            }),
            owners: (0..first.owners.len()).map(owner).collect(),
            ..first.clone()
        };
        let has_result = (1.0 - mean.no_result).max(f64::MIN_POSITIVE);
        let (square, score) = (of(&NetOutput::score_square), mean.score / has_result);
        mean.deviation = (square / has_result - score * score).max(0.0).sqrt();
        mean
    }

    /// The mean square of the margin, where no result counts as 0.
    #[must_use]
    pub fn score_square(&self) -> f64 {
        let has_result = 1.0 - self.no_result;
        if has_result <= 0.0 {
            return 0.0;
        }
        let score = self.score / has_result;
        (score * score + self.deviation * self.deviation) * has_result
    }

    /// The standard deviation of the margin, where no result counts as 0.
    #[must_use]
    pub fn whole_deviation(&self) -> f64 {
        let variance = self.score_square() - self.score * self.score;
        variance.max(0.0).sqrt()
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
