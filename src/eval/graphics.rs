//! A graphics card as a back end.

use super::backend::Backend;
use super::processor::Processor;
use crate::net::{Card, CardError, CardNetwork, Instructions, NetInput, NetOutput, Network};
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
    /// Brings a network to a card.
    pub(super) fn new(network: &Arc<Network>, card: &Card) -> Result<Graphics, CardError> {
        let graphics = Graphics {
            network: CardNetwork::new(card, network.clone())?,
            processor: Processor::new(network.clone(), Instructions::Best),
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

    fn is_elsewhere(&self) -> bool {
        self.works()
    }

    fn leaves_at_once(&self) -> usize {
        if self.works() {
            LEAVES
        } else {
            self.processor.leaves_at_once()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Color, Game, Rules, Size};
    use crate::net::tests::tiny_network;

    #[test]
    fn the_processor_takes_over_from_a_lost_card() {
        let network = Arc::new(tiny_network());
        let Ok(card) = Card::find(None) else {
            assert!(Card::all().is_empty(), "there is a card");
            return;
        };
        let graphics = Graphics::new(&network, &card).unwrap();
        let game = Game::new(Size::square(9), Rules::default());
        let inputs = [NetInput::of(&game, Color::Black)];
        let of_card = graphics.evaluate(&inputs).remove(0);
        let right = graphics.processor.evaluate(&inputs);
        assert!((of_card.win - right[0].win).abs() < 0.01);
        assert_eq!(graphics.leaves_at_once(), LEAVES);
        graphics.network.lose();
        assert_eq!(graphics.evaluate(&inputs), right);
        let processor = &graphics.processor;
        let of_processor = (
            processor.leaves_at_once(),
            processor.batches_at_once(),
            processor.largest_batch(),
        );
        let now = (
            graphics.leaves_at_once(),
            graphics.batches_at_once(),
            graphics.largest_batch(),
        );
        assert_eq!(now, of_processor);
    }
}
