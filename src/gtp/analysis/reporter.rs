//! Writes what a search finds while it goes on.

use super::format::View;
use crate::clock::Stop;
use crate::go::Move;
use crate::gtp::output::Lines;
use crate::search::{Observer, Report, Stage};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Writes reports as lines of a response. Clones write to the same response.
#[derive(Clone, Debug)]
pub(in crate::gtp) struct Reporter(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    view: View,
    lines: Lines,
    has_reported: bool,
    /// Ends the search when nobody can hear it any more.
    stop: Stop,
}

impl State {
    fn report(&mut self, report: &Report, chosen: Option<Move>) {
        let Some(line) = self.view.line(report, chosen) else {
            return;
        };
        self.has_reported = true;
        if !self.lines.write(&line) {
            self.stop.raise();
        }
    }
}

impl Reporter {
    /// Reports as a view has them. `stop` is raised when they cannot be written.
    pub(in crate::gtp) fn new(view: View, lines: Lines, stop: Stop) -> Reporter {
        Reporter(Arc::new(Mutex::new(State {
            view,
            lines,
            has_reported: false,
            stop,
        })))
    }

    /// Reports at intervals while a search goes on.
    pub(in crate::gtp) fn observer(&self, interval: Option<Duration>) -> Observer {
        let reporter = self.clone();
        Observer {
            interval,
            wants_owners_by_move: reporter.state(|state| state.view.wants_owners_by_move()),
            tell: Box::new(move |report, stage| {
                if stage == Stage::Running {
                    reporter.state(|state| state.report(report, None));
                }
            }),
        }
    }

    /// The last report: with a chosen move first, or without one if none has been written.
    pub(in crate::gtp) fn finish(&self, report: &Report, chosen: Option<Move>) {
        self.state(|state| {
            if chosen.is_some() || !state.has_reported {
                state.report(report, chosen);
            }
        });
    }

    fn state<R>(&self, work: impl FnOnce(&mut State) -> R) -> R {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
