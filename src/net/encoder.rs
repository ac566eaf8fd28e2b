//! What a network of human play makes of what it sees of the players: a summand for each channel of the trunk.

use super::lane::{Lane, floats_mut, lanes_for};
use super::machine::Machine;
use super::model::{DenseLayer, EncoderWeights};
use super::norm::Norm;
use super::panels::Panels;
use super::players::PLAYER_NUMBERS;

/// Matrices with biases and activations between them.
#[derive(Clone, Debug)]
pub(super) struct Encoder {
    first: Panels,
    hidden: Vec<(Norm, Panels)>,
}

impl Encoder {
    pub(super) fn new(weights: &EncoderWeights) -> Encoder {
        let hidden = |layer: &DenseLayer| {
            let norm = Norm::of_bias(&layer.bias, layer.activation);
            (norm, Panels::from(&layer.last))
        };
        Encoder {
            first: Panels::from(&weights.first),
            hidden: weights.hidden.iter().map(hidden).collect(),
        }
    }

    /// Adds what it makes of the numbers of the players to the channels of the trunk.
    pub(super) fn add(&self, machine: Machine, players: &[f32], sums: &mut [Lane]) {
        let mut row = vec![Lane::default(); lanes_for(PLAYER_NUMBERS)];
        floats_mut(&mut row)[..players.len()].copy_from_slice(players);
        let mut matrix = &self.first;
        for (norm, next) in &self.hidden {
            let mut products = vec![Lane::default(); matrix.lanes];
            matrix.multiply(machine, &row, &mut products, false);
            norm.apply_here(machine, &mut products);
            (row, matrix) = (products, next);
        }
        matrix.multiply(machine, &row, sums, true);
    }
}
