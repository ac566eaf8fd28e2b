//! The processor as a back end.

use super::backend::Backend;
use crate::net::{Instructions, NetInput, NetOutput, Network, WorkKind, Workspace};
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
    workspaces: Mutex<Vec<Workspace>>,
}

impl Processor {
    pub(super) fn new(network: Arc<Network>, instructions: Instructions) -> Processor {
        Processor {
            network,
            instructions,
            workspaces: Mutex::default(),
        }
    }

    fn with_workspace<T>(&self, work: impl FnOnce(&mut Workspace) -> T) -> T {
        let workspaces = || {
            self.workspaces
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        let spare = workspaces().pop();
        let mut workspace = spare.unwrap_or_else(|| Workspace::new(self.instructions));
        let result = work(&mut workspace);
        workspaces().push(workspace);
        result
    }
}

impl Backend for Processor {
    fn evaluate(&self, inputs: &[NetInput]) -> Vec<NetOutput> {
        self.with_workspace(|workspace| self.network.evaluate(inputs, workspace))
    }

    fn largest_batch(&self) -> usize {
        LARGEST_BATCH
    }

    fn peak(&self) -> Option<f64> {
        self.with_workspace(|workspace| workspace.peak())
    }

    fn profile(&self, inputs: &[NetInput]) -> Vec<(&'static str, Duration)> {
        self.with_workspace(|workspace| {
            // The first evaluation puts weights into order.
            black_box(self.network.evaluate(inputs, workspace));
            workspace.begin_timing();
            for _ in 0..PROFILED {
                black_box(self.network.evaluate(inputs, workspace));
            }
            WorkKind::ALL
                .into_iter()
                .map(WorkKind::name)
                .zip(workspace.end_timing())
                .collect()
        })
    }
}
