//! A thread that searches one position after the other.

use super::Config;
use super::answer;
use super::format::Format;
use super::outlet::Outlet;
use super::query::Extra;
use super::queue::{Queue, Task};
use crate::clock::Budget;
use crate::engine::{Engine, Settings};
use crate::search::{Observer, Purpose, Report, Request};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

/// A searching thread with everything that is its own.
#[derive(Debug)]
pub(super) struct Worker {
    config: Arc<Config>,
    queue: Arc<Queue>,
    outlet: Outlet,
    engine: Engine,
}

impl Worker {
    pub(super) fn new(config: &Arc<Config>, queue: &Arc<Queue>, outlet: &Outlet) -> Worker {
        let settings = settings(config, &config.params.player);
        Worker {
            engine: Engine::tree_search(config.seed, &settings),
            config: config.clone(),
            queue: queue.clone(),
            outlet: outlet.clone(),
        }
    }

    /// Searches positions until none will come any more.
    pub(super) fn work(mut self) {
        while let Some(task) = self.queue.take() {
            // A panic, which would be a bug of kosumi, costs one position.
            let search = AssertUnwindSafe(|| self.analyze(&task));
            let line = catch_unwind(search).unwrap_or_else(|_| {
                log::error!("internal error in query {}", task.query.id);
                answer::internal_error(&task)
            });
            self.queue.done(&task);
            self.outlet.say(line);
        }
    }

    /// The last report of a position.
    fn analyze(&mut self, task: &Task) -> String {
        let query = &task.query;
        let format = Format::new(task);
        let wants_owners =
            query.wants(Extra::MovesOwnership) || query.wants(Extra::MovesOwnershipDeviation);
        let tell = |report: &Report| {
            if self.outlet.has_room() {
                self.outlet.say(format.line(report, false));
            }
        };
        let observer = query.interval.map(|interval| Observer::new(interval, tell));
        let engine = &mut self.engine;
        engine.set(&settings(&self.config, &query.settings.params.player));
        // Always an empty tree and the same numbers: neither other queries nor other workers change an
        // answer.
        engine.reset(self.config.seed);
        let thought = engine.think(Request {
            restriction: query.restriction.clone(),
            owners_by_move: wants_owners,
            observers: observer.into_iter().collect(),
            ..Request::new(
                format.game(),
                format.to_move(),
                Purpose::Analyze,
                budget(task),
            )
        });
        let report = thought.report.expect("an analysis has a report");
        format.line(&report, true)
    }
}

/// The settings of a search that shares the memory with the others.
fn settings(config: &Config, settings: &Settings) -> Settings {
    Settings {
        sharers: config.workers,
        ..settings.clone()
    }
}

fn budget(task: &Task) -> Budget {
    let params = &task.query.settings.params;
    let deadline = params
        .time
        .and_then(|time| Instant::now().checked_add(time));
    Budget {
        playouts: params.playouts,
        deadline,
        stop: task.stop.clone(),
        ..Budget::default()
    }
}
