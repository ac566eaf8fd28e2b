//! The processor as a back end.

use super::backend::Backend;
use crate::net::{Desk, Instructions, Network, Prediction, Situation, Work};
use std::hint::black_box;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// More positions take hardly less time for each.
const LARGEST_BATCH: usize = 16;

/// Evaluations behind a profile.
const PROFILED: usize = 20;

/// A network on the processor, with one of its instruction sets.
#[derive(Debug)]
pub(super) struct Processor {
    network: Arc<Network>,
    instructions: Instructions,
    /// Those that are not in use. One that was in use when an evaluation panicked does not come back.
    desks: Mutex<Vec<Desk>>,
}

impl Processor {
    pub(super) fn new(network: Arc<Network>, instructions: Instructions) -> Processor {
        Processor {
            network,
            instructions,
            desks: Mutex::default(),
        }
    }

    fn with_desk<T>(&self, work: impl FnOnce(&mut Desk) -> T) -> T {
        let desks = || self.desks.lock().unwrap_or_else(PoisonError::into_inner);
        let spare = desks().pop();
        let mut desk = spare.unwrap_or_else(|| Desk::new(self.instructions));
        let result = work(&mut desk);
        desks().push(desk);
        result
    }
}

impl Backend for Processor {
    fn evaluate(&self, inputs: &[Situation]) -> Vec<Prediction> {
        self.with_desk(|desk| self.network.evaluate(inputs, desk))
    }

    fn largest_batch(&self) -> usize {
        LARGEST_BATCH
    }

    fn profile(&self, inputs: &[Situation]) -> Vec<(&'static str, Duration)> {
        self.with_desk(|desk| {
            // The first evaluation puts weights into order.
            black_box(self.network.evaluate(inputs, desk));
            desk.begin_timing();
            for _ in 0..PROFILED {
                black_box(self.network.evaluate(inputs, desk));
            }
            Work::ALL
                .into_iter()
                .map(Work::name)
                .zip(desk.end_timing())
                .collect()
        })
    }
}
