//! A thread that searches one position after the other.

use super::Config;
use super::answer;
use super::outlet::Outlet;
use super::query::{Extra, Query};
use super::queue::{Queue, Task};
use super::view::View;
use crate::clock::Budget;
use crate::player::Settings;
use crate::rng::Rng;
use crate::search::{Observer, Report, Search, Stage};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

/// A searching thread with everything that is its own.
#[derive(Debug)]
pub(super) struct Worker {
    config: Arc<Config>,
    queue: Arc<Queue>,
    outlet: Outlet,
    search: Search,
    /// What the search was made with.
    settings: Settings,
}

impl Worker {
    pub(super) fn new(config: &Arc<Config>, queue: &Arc<Queue>, outlet: &Outlet) -> Worker {
        let settings = config.params.player.clone();
        Worker {
            search: new_search(config, &settings),
            settings,
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
                self.search = new_search(&self.config, &self.settings);
                answer::internal_error(&task)
            });
            self.queue.done(&task);
            self.outlet.say(line);
        }
    }

    /// The last report of a position.
    fn analyze(&mut self, task: &Task) -> String {
        let query = &task.query;
        let view = Arc::new(View::new(task));
        self.make_ready(query);
        self.search.observe(Some(self.observer(query, &view)));
        let budget = budget(task);
        // Always the same numbers: neither other queries nor other workers change an answer.
        let mut rng = Rng::new(self.config.seed);
        let report = self
            .search
            .run(view.game(), view.to_move(), &budget, &mut rng);
        self.search.observe(None);
        view.line(&report, Stage::Done)
    }

    /// An empty search that is made for a query.
    fn make_ready(&mut self, query: &Query) {
        let settings = &query.settings.params.player;
        if self.settings != *settings {
            self.settings = settings.clone();
            self.search = new_search(&self.config, settings);
        }
        self.search.clear();
        self.search.restrict(query.restriction.clone());
    }

    /// Says what a search has found so far, if that is asked for.
    fn observer(&self, query: &Query, view: &Arc<View>) -> Observer {
        let (outlet, view) = (self.outlet.clone(), view.clone());
        let wants_owners =
            query.wants(Extra::MovesOwnership) || query.wants(Extra::MovesOwnershipDeviation);
        Observer {
            interval: query.interval,
            wants_owners_by_move: wants_owners,
            tell: Box::new(move |report: &Report, stage| {
                if stage == Stage::Running && outlet.has_room() {
                    outlet.say(view.line(report, stage));
                }
            }),
        }
    }
}

/// A search with its share of the memory.
fn new_search(config: &Config, settings: &Settings) -> Search {
    let memory = settings.memory / config.workers.max(1) as u64;
    Search::new(settings.threads, memory, settings.overrides.clone())
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
        is_for_analysis: true,
        ..Budget::default()
    }
}
