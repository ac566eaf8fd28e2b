//! A neural network that sees a whole position: how likely each move is, who wins, by how much, and
//! whose each point will be.
//!
//! [`Network::load`] reads files in KataGo's format, [`Situation`] is what a network is told, and a
//! [`Prediction`] what it says. It knows no tree and no protocol. Everything is computed here, on the
//! processor, with the widest vectors that it has.

mod amx;
mod area;
mod arithmetic;
mod bfloat;
mod direct;
mod forward;
mod inputs;
mod instructions;
mod lane;
mod layers;
mod machine;
mod model;
mod norm;
mod panels;
mod planes;
mod read;
mod rows;
mod scratch;
mod shares;
mod shorts;
mod training;
mod winograd;

pub use inputs::{Situation, Standing};
pub use instructions::Instructions;
pub use read::ModelError;
pub use shares::Work;
pub use training::Inputs;

use crate::files;
use crate::go::{Move, Point, Size};
use crate::tactics::Ladders;
use forward::{Buffers, Layers, Logits};
use inputs::{Features, GLOBALS, PLANES};
use machine::Machine;
use model::{NetworkWeights, Scales};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::time::Duration;

/// About the bytes that a weight takes: as it was read, and transformed for the instructions that are used.
const BYTES_OF_WEIGHT: u64 = 16;

/// The longest side of a board that networks know.
pub const LONGEST_SIDE: u8 = 19;

/// A network, ready to be used by any number of threads at once.
#[derive(Clone, Debug)]
pub struct Network {
    name: String,
    version: u32,
    scales: Scales,
    lives_under_suicide: bool,
    layers: Layers,
    bytes: u64,
}

/// What an evaluation needs besides the network, kept from one to the next.
#[derive(Debug)]
pub struct Desk {
    machine: Machine,
    ladders: Ladders,
    features: Vec<Features>,
    buffers: Buffers,
}

impl Default for Desk {
    /// A desk that works with the best instruction set.
    fn default() -> Desk {
        Desk::new(Instructions::Best)
    }
}

impl Desk {
    /// A desk that works with an instruction set, or the best one if the processor does not have it.
    #[must_use]
    pub fn new(instructions: Instructions) -> Desk {
        Desk {
            machine: instructions.or_best(),
            ladders: Ladders::with_kos_for_owner(),
            features: Vec::new(),
            buffers: Buffers::default(),
        }
    }

    /// Takes the time of each kind of work from now on.
    pub fn begin_timing(&mut self) {
        self.buffers.scratch.shares.begin();
    }

    /// The time that each kind of work has taken since then, as in [`Work::ALL`].
    pub fn end_timing(&mut self) -> [Duration; Work::ALL.len()] {
        self.buffers.scratch.shares.end()
    }
}

impl Network {
    /// Reads the network in a file, compressed by gzip or not.
    ///
    /// # Errors
    /// It cannot be read, is no network, is damaged, or has something that is not known here.
    pub fn load(path: &Path) -> Result<Network, ModelError> {
        Network::read(BufReader::new(files::open(path)?))
    }

    /// Reads a network.
    ///
    /// # Errors
    /// As for [`Network::load`].
    pub fn read(source: impl BufRead) -> Result<Network, ModelError> {
        Ok(Network::new(&read::read(source)?))
    }

    fn new(model: &NetworkWeights) -> Network {
        Network {
            name: model.name.clone(),
            version: model.version,
            scales: model.scales,
            lives_under_suicide: model.lives_under_suicide,
            layers: Layers::new(model),
            bytes: BYTES_OF_WEIGHT * model.weights as u64,
        }
    }

    /// About the bytes of memory that it takes once it is used.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Its name for itself.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The version of its format.
    #[must_use]
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// Returns true if it knows boards of a size.
    #[must_use]
    pub fn knows(size: Size) -> bool {
        size.width().max(size.height()) <= LONGEST_SIDE
    }

    /// Evaluates some positions, all of them on boards of one size that [is known](Network::knows).
    #[must_use]
    pub fn evaluate(&self, situations: &[Situation], desk: &mut Desk) -> Vec<Prediction> {
        let Some(size) = situations.first().map(Situation::size) else {
            return Vec::new();
        };
        debug_assert!(situations.iter().all(|position| position.size() == size));
        let (ladders, shares) = (&mut desk.ladders, &mut desk.buffers.scratch.shares);
        desk.features
            .resize_with(situations.len(), Features::default);
        shares.time(Work::Inputs, || {
            for (position, features) in situations.iter().zip(&mut desk.features) {
                position.write_features(self.lives_under_suicide, ladders, features);
            }
        });
        let sides = (usize::from(size.width()), usize::from(size.height()));
        let all = self
            .layers
            .apply(desk.machine, sides, &desk.features, &mut desk.buffers);
        let each = situations.iter().zip(all);
        each.map(|(position, logits)| Prediction::new(position, &logits, self.scales))
            .collect()
    }
}

/// What a network says of a position. Everything is for the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
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

impl Prediction {
    fn new(position: &Situation, logits: &Logits, scales: Scales) -> Prediction {
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
        Prediction {
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
    /// optimistic policy, too, which likes moves that may turn out better than they look; `optimism`, 0 to 1, is its
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

#[cfg(test)]
pub(crate) mod tests;
