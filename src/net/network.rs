//! A network that is ready to be used, and the buffers that its evaluation needs.

use super::forward::{Buffers, Layers, Logits};
use super::inputs::{Features, LONGEST_SIDE, NetInput};
use super::instructions::Instructions;
use super::machine::Machine;
use super::model::{MultiplyAdds, NetworkWeights, Scales};
use super::output::NetOutput;
use super::peak;
use super::read::{self, ModelError};
use super::shares::WorkKind;
use crate::files;
use crate::go::Size;
use crate::tactics::Ladders;
use std::io::{BufRead, BufReader};
use std::path::Path;
#[cfg(feature = "gpu")]
use std::sync::Arc;
use std::time::Duration;

/// About the bytes that a weight takes: as it was read, and transformed for the instructions that are used.
const BYTES_OF_WEIGHT: u64 = if cfg!(feature = "gpu") { 20 } else { 16 };

/// A network, ready to be used by any number of threads at once.
#[derive(Clone, Debug)]
pub struct Network {
    name: String,
    version: u32,
    scales: Scales,
    lives_under_suicide: bool,
    asks_for_players: bool,
    layers: Layers,
    /// As they were read, for graphics cards.
    #[cfg(feature = "gpu")]
    weights: Arc<NetworkWeights>,
    bytes: u64,
    cost: MultiplyAdds,
}

/// What an evaluation needs besides the network, kept from one to the next.
#[derive(Debug)]
pub struct Workspace {
    machine: Machine,
    pub(super) ladders: Ladders,
    features: Vec<Features>,
    buffers: Buffers,
}

impl Default for Workspace {
    /// A workspace that works with the best instruction set.
    fn default() -> Workspace {
        Workspace::new(Instructions::Best)
    }
}

impl Workspace {
    /// A workspace that works with an instruction set, or the best one if the processor does not have it.
    #[must_use]
    pub fn new(instructions: Instructions) -> Workspace {
        Workspace {
            machine: instructions.or_best(),
            ladders: Ladders::with_kos_for_owner(),
            features: Vec::new(),
            buffers: Buffers::default(),
        }
    }

    /// The multiply-adds that a thread of this processor makes in a second at most, in the numbers of the products. Takes
    /// some milliseconds. `None` with a unit for products of matrices.
    pub fn peak(&self) -> Option<f64> {
        let has_unit = self.machine.amx.is_some();
        (!has_unit).then(|| peak::multiply_adds_per_second(self.machine))
    }

    /// Takes the time of each kind of work from now on.
    pub fn begin_timing(&mut self) {
        self.buffers.scratch.shares.begin();
    }

    /// The time that each kind of work has taken since then, as in [`WorkKind::ALL`].
    pub fn end_timing(&mut self) -> [Duration; WorkKind::ALL.len()] {
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
        Ok(Network::from(read::read(source)?))
    }

    /// The multiply-adds of an evaluation on a board of a size, as the layers define them: a method that saves some, as
    /// Winograd's does, makes fewer.
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    pub fn multiply_adds(&self, size: Size) -> f64 {
        let area = size.area();
        (area * self.cost.of_point + area * area * self.cost.of_pair) as f64
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

    /// Returns true if it plays like people who are [introduced](NetInput::introduce).
    #[must_use]
    pub const fn asks_for_players(&self) -> bool {
        self.asks_for_players
    }

    /// Returns true if it knows boards of a size.
    #[must_use]
    pub fn knows(size: Size) -> bool {
        size.width().max(size.height()) <= LONGEST_SIDE
    }

    /// Evaluates some positions, all of them on boards of one size that [is known](Network::knows).
    #[must_use]
    pub fn evaluate(&self, inputs: &[NetInput], workspace: &mut Workspace) -> Vec<NetOutput> {
        let Some(size) = inputs.first().map(NetInput::size) else {
            return Vec::new();
        };
        debug_assert!(inputs.iter().all(|position| position.size() == size));
        let (ladders, shares) = (
            &mut workspace.ladders,
            &mut workspace.buffers.scratch.shares,
        );
        workspace
            .features
            .resize_with(inputs.len(), Features::default);
        shares.time(WorkKind::Inputs, || {
            for (position, features) in inputs.iter().zip(&mut workspace.features) {
                self.write_features(position, ladders, features);
            }
        });
        let sides = (usize::from(size.width()), usize::from(size.height()));
        let all = self.layers.apply(
            workspace.machine,
            sides,
            &workspace.features,
            &mut workspace.buffers,
        );
        let each = inputs.iter().zip(all);
        each.map(|(position, logits)| self.output(position, logits))
            .collect()
    }

    /// Writes all that the network asks for.
    pub(super) fn write_features(
        &self,
        position: &NetInput,
        ladders: &mut Ladders,
        features: &mut Features,
    ) {
        position.write_features(self.lives_under_suicide, ladders, features);
        if self.asks_for_players {
            position.write_players(features);
        }
    }

    /// What logits mean in a position.
    pub(super) fn output(&self, position: &NetInput, mut logits: Logits) -> NetOutput {
        if self.asks_for_players {
            // People are imitated, not hoped to do better (as in KataGo).
            logits.optimistic = None;
        }
        NetOutput::new(position, &logits, self.version, self.scales)
    }

    /// The weights as they were read.
    #[cfg(feature = "gpu")]
    pub(super) const fn weights(&self) -> &Arc<NetworkWeights> {
        &self.weights
    }
}

impl From<NetworkWeights> for Network {
    fn from(model: NetworkWeights) -> Network {
        Network {
            name: model.name.clone(),
            version: model.version,
            scales: model.scales,
            lives_under_suicide: model.lives_under_suicide,
            asks_for_players: model.encoder.is_some(),
            layers: Layers::new(&model),
            bytes: BYTES_OF_WEIGHT * model.weights as u64,
            cost: model.multiply_adds(),
            #[cfg(feature = "gpu")]
            weights: Arc::new(model),
        }
    }
}
