//! A network on a graphics card, by way of `wgpu` and kernels in WGSL.
//!
//! A [`CardPlan`](plan::CardPlan) says what has to be done for a network: arrays of numbers on the card, and the kernels that
//! make some of them from others. A [`CardProgram`] is a plan that is compiled, with the weights on the card. A [`Flight`] is a
//! batch on its way through it: one list of commands, and one answer that is read back. Several may be on their way at once.
//!
//! Rows of numbers stand behind each other point by point, as in the rest of this module: a convolution is a product of
//! matrices. A product applies what follows it (sums, a norm, an activation) before it writes. Sums are floats always; what
//! goes into products has 16 bits where the card has such numbers.

mod card;
mod flight;
mod kernels;
mod layers;
mod plan;
mod program;
#[cfg(test)]
mod tests;

pub use card::{Card, CardError};

use super::inputs::{Features, LONGEST_SIDE, NetInput};
use super::output::NetOutput;
use super::{Network, forward::Logits};
use crate::tactics::Ladders;
use card::OpenCard;
use flight::Flight;
use plan::Precision;
use program::CardProgram;
use std::sync::{Arc, Mutex, PoisonError};

/// Positions that a card gets at once at most: more do not make it faster.
const LARGEST_BATCH: usize = 256;

/// A network on a graphics card. All threads may ask at once.
#[derive(Debug)]
pub struct CardNetwork {
    network: Arc<Network>,
    card: OpenCard,
    program: CardProgram,
    largest_batch: usize,
    /// Those that are not in the air.
    flights: Mutex<Vec<Flight>>,
    ladders: Mutex<Vec<Ladders>>,
}

impl CardNetwork {
    /// Brings a network to a card. Compiles the kernels, which takes up to some seconds the first time.
    ///
    /// # Errors
    /// The card failed, for instance for lack of memory.
    pub fn new(card: &Card, network: Arc<Network>) -> Result<CardNetwork, CardError> {
        let card = card.open()?;
        let precision = if card.has_halves {
            Precision::Half
        } else {
            Precision::Float
        };
        CardNetwork::with_precision(card, network, precision)
    }

    fn with_precision(
        card: OpenCard,
        network: Arc<Network>,
        precision: Precision,
    ) -> Result<CardNetwork, CardError> {
        let program = CardProgram::new(&card, network.weights(), precision)?;
        let longest = usize::from(LONGEST_SIDE);
        let boards = program.most_points(&card) / (longest * longest);
        Ok(CardNetwork {
            network,
            card,
            program,
            largest_batch: boards.clamp(1, LARGEST_BATCH),
            flights: Mutex::default(),
            ladders: Mutex::default(),
        })
    }

    /// The most positions that a batch may have.
    #[must_use]
    pub const fn largest_batch(&self) -> usize {
        self.largest_batch
    }

    /// Evaluates some positions, all of them on boards of one size that [is known](Network::knows).
    ///
    /// # Errors
    /// The card failed.
    pub fn evaluate(&self, inputs: &[NetInput]) -> Result<Vec<NetOutput>, CardError> {
        let Some(size) = inputs.first().map(NetInput::size) else {
            return Ok(Vec::new());
        };
        debug_assert!(inputs.iter().all(|position| position.size() == size));
        let mut ladders = taken(&self.ladders).unwrap_or_else(Ladders::with_kos_for_owner);
        let features: Vec<Features> = inputs
            .iter()
            .map(|input| {
                let mut features = Features::default();
                self.network
                    .write_features(input, &mut ladders, &mut features);
                features
            })
            .collect();
        give_back(&self.ladders, ladders);
        let sides = (usize::from(size.width()), usize::from(size.height()));
        let all = self.logits(sides, &features)?;
        let each = inputs.iter().zip(all);
        Ok(each
            .map(|(position, logits)| self.network.output(position, logits))
            .collect())
    }

    /// Takes the card away.
    #[cfg(test)]
    pub(crate) fn lose(&self) {
        self.card.device.destroy();
    }

    fn logits(
        &self,
        sides: (usize, usize),
        positions: &[Features],
    ) -> Result<Vec<Logits>, CardError> {
        let (boards, points) = (positions.len(), positions.len() * sides.0 * sides.1);
        // One that is too small makes room for a larger one.
        let flight = taken(&self.flights).filter(|flight| flight.has_room(boards, points));
        let flight = flight.unwrap_or_else(|| {
            let most = boards
                .next_power_of_two()
                .min(self.largest_batch.max(boards));
            Flight::new(&self.card, &self.program, (most, points / boards * most))
        });
        let logits = flight.run(&self.card, &self.program, sides, positions)?;
        give_back(&self.flights, flight);
        Ok(logits)
    }
}

fn taken<T>(spare: &Mutex<Vec<T>>) -> Option<T> {
    spare.lock().unwrap_or_else(PoisonError::into_inner).pop()
}

fn give_back<T>(spare: &Mutex<Vec<T>>, one: T) {
    spare
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(one);
}
