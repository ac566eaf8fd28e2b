//! How the time of an evaluation is spent.

use std::time::Duration;
use web_time::Instant;

/// A kind of work in an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkKind {
    /// Finding out what the network is given.
    Inputs,
    /// The first layer, or putting the planes where a unit for products of matrices finds them.
    Planes,
    /// Tiles of convolutions to and fro, or outputs out of their frames.
    Transforms,
    /// Products with matrices of weights.
    Products,
    /// Normalizations and activations.
    Stages,
    /// What is pooled over the board.
    Pooling,
    /// What points take from others, once its queries, keys and values are there.
    Attention,
}

impl WorkKind {
    /// All kinds, in the order in which a position meets them.
    pub const ALL: [WorkKind; 7] = [
        WorkKind::Inputs,
        WorkKind::Planes,
        WorkKind::Transforms,
        WorkKind::Products,
        WorkKind::Stages,
        WorkKind::Pooling,
        WorkKind::Attention,
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        [
            "inputs",
            "planes",
            "transforms",
            "products",
            "stages",
            "pooling",
            "attention",
        ][self as usize]
    }
}

/// The time of each kind of work, if it is taken at all.
#[derive(Debug, Default)]
pub(super) struct Shares {
    times: Option<[Duration; WorkKind::ALL.len()]>,
}

impl Shares {
    /// Takes times from now on.
    pub(super) fn begin(&mut self) {
        self.times = Some(Default::default());
    }

    /// The time so far for each kind of work; nothing is taken any more.
    pub(super) fn end(&mut self) -> [Duration; WorkKind::ALL.len()] {
        self.times.take().unwrap_or_default()
    }

    /// Does some work and adds its time.
    pub(super) fn time<T>(&mut self, kind: WorkKind, work: impl FnOnce() -> T) -> T {
        let Some(times) = &mut self.times else {
            return work();
        };
        let start = Instant::now();
        let result = work();
        times[kind as usize] += start.elapsed();
        result
    }
}
