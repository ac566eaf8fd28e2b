//! A graphics card as a back end.

use super::backend::Backend;
use super::processor::Processor;
use crate::net::{Card, CardError, CardNetwork, NetInput, NetOutput, Network};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Batches on their way at once: while the card computes one, the processor prepares another.
const AT_ONCE: usize = 2;

/// Leaves of a search that are asked about at once: as many as make both batches worth the way.
const LEAVES: usize = 64;

/// A network on a graphics card. If that fails, the processor goes on in its place.
#[derive(Debug)]
pub(super) struct Graphics {
    network: CardNetwork,
    processor: Processor,
    has_failed: AtomicBool,
}

impl Graphics {
    /// Brings a network to a card, by its name as [`Card::find`] takes it.
    pub(super) fn new(network: &Arc<Network>, card: Option<&str>) -> Result<Graphics, CardError> {
        let card = Card::find(card)?;
        let graphics = Graphics {
            network: CardNetwork::new(&card, network.clone())?,
            processor: Processor::new(network.clone(), crate::net::Instructions::Best),
            has_failed: AtomicBool::new(false),
        };
        log::info!("the network is on {}", card.name());
        Ok(graphics)
    }

    fn works(&self) -> bool {
        !self.has_failed.load(Ordering::Relaxed)
    }
}

impl Backend for Graphics {
    fn evaluate(&self, inputs: &[NetInput]) -> Vec<NetOutput> {
        if self.works() {
            match self.network.evaluate(inputs) {
                Ok(outputs) => return outputs,
                Err(error) => {
                    if !self.has_failed.swap(true, Ordering::Relaxed) {
                        log::error!("{error}; the processor goes on");
                    }
                }
            }
        }
        self.processor.evaluate(inputs)
    }

    fn largest_batch(&self) -> usize {
        if self.works() {
            self.network.largest_batch()
        } else {
            self.processor.largest_batch()
        }
    }

    fn batches_at_once(&self) -> usize {
        if self.works() {
            AT_ONCE
        } else {
            self.processor.batches_at_once()
        }
    }

    fn leaves_at_once(&self) -> usize {
        if self.works() {
            LEAVES
        } else {
            self.processor.leaves_at_once()
        }
    }
}
