//! A thread that searches one position after the other.

use super::Outlet;
use super::format::ReportFormat;
use super::query::ReportExtra;
use super::queue::{PositionQueue, QueuedPosition};
use super::{Config, internal_error};
use crate::clock::Budget;
use crate::search::{Observer, Purpose, Report};
use crate::session::{Question, Session, Start};
use crate::threads::{InternalError, contained};
use std::sync::Arc;
use web_time::Instant;

/// A searching thread with everything that is its own.
#[derive(Debug)]
pub(super) struct QueryWorker {
    queue: Arc<PositionQueue>,
    outlet: Outlet,
    session: Session,
}

impl QueryWorker {
    pub(super) fn new(config: &Config, queue: &Arc<PositionQueue>, outlet: &Outlet) -> QueryWorker {
        QueryWorker {
            session: Session::new(Start {
                seed: config.seed,
                params: config.params.clone(),
                ..Start::default()
            }),
            queue: queue.clone(),
            outlet: outlet.clone(),
        }
    }

    /// Searches positions until none will come any more.
    pub(super) fn work(mut self) {
        while let Some(task) = self.queue.take() {
            // A panic, which would be a bug of kosumi, costs one position.
            let line = contained(&task.query.id, || self.analyze(&task));
            let line = line.and_then(|line| line);
            self.queue.done(&task);
            self.outlet
                .say(line.unwrap_or_else(|_| internal_error(&task)));
        }
    }

    /// The last report of a position.
    fn analyze(&mut self, task: &QueuedPosition) -> Result<String, InternalError> {
        let query = &task.query;
        let format = ReportFormat::new(task);
        let wants_owners = query.wants(ReportExtra::MovesOwnership)
            || query.wants(ReportExtra::MovesOwnershipDeviation);
        let tell = |report: &Report| {
            if self.outlet.has_room() {
                self.outlet.say(format.line(report, false));
            }
        };
        let observer = query
            .reports
            .map(|times| Observer::new(times.every, tell).first_after(times.first));
        let session = &mut self.session;
        session.game = format.game().clone();
        session.params = query.settings.params.clone();
        // Always an empty tree and the same numbers: neither other queries nor other workers change an
        // answer.
        session.engine.reset(session.engine.seed());
        let question = Question {
            restriction: query.restriction.clone(),
            owners_by_move: wants_owners,
            observers: observer.into_iter().collect(),
            ..Question::new(format.to_move(), Purpose::Analyze)
        };
        let thought = session.think(question, budget(task))?;
        let report = thought.report.expect("an analysis has a report");
        Ok(format.line(&report, true))
    }
}

fn budget(task: &QueuedPosition) -> Budget {
    let params = &task.query.settings.params;
    let deadline = params
        .time
        .and_then(|time| Instant::now().checked_add(time));
    Budget {
        visits: params.visits,
        deadline,
        stop: task.stop.clone(),
        ..Budget::default()
    }
}
