//! The trait of back ends, which compute networks.

use crate::net::{NetInput, NetOutput};
use crate::threads::processors;
use std::fmt::Debug;
use std::time::Duration;

/// Something that evaluates positions with one network: a processor with its vectors, or a graphics card.
///
/// All threads share a back end. A batcher stands before it, which makes batches of what
/// several threads ask.
pub trait Backend: Debug + Send + Sync {
    /// Evaluates positions on boards of one size that the network knows. The answers come in the order of the inputs, and
    /// each is the same to the last bit whatever else is in the batch.
    fn evaluate(&self, inputs: &[NetInput]) -> Vec<NetOutput>;

    /// The most positions that are worth evaluating together.
    fn largest_batch(&self) -> usize;

    /// How many calls of [`evaluate`](Backend::evaluate) should run at once: as many as there are processors.
    fn batches_at_once(&self) -> usize {
        processors()
    }

    /// About how many leaves of a search should be asked for at once: as many as there are processors.
    fn leaves_at_once(&self) -> usize {
        processors()
    }

    /// Returns true if another device than the processor computes, so that processor time does not tell how long it takes.
    fn is_elsewhere(&self) -> bool {
        false
    }

    /// The multiply-adds that one thread makes in a second at most. `None` where that cannot be measured.
    fn peak(&self) -> Option<f64> {
        None
    }

    /// How the time of an evaluation is spent, by kinds of work. Empty where that cannot be measured.
    fn profile(&self, _inputs: &[NetInput]) -> Vec<(&'static str, Duration)> {
        Vec::new()
    }
}
