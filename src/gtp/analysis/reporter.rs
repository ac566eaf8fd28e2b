//! Writes reports during a search.

use super::format::LineFormat;
use crate::clock::Stop;
use crate::go::Move;
use crate::gtp::output::Lines;
use crate::search::{Observer, Report};
use std::time::Duration;

/// Writes reports as lines of a response.
#[derive(Debug)]
pub(in crate::gtp) struct Reporter {
    format: LineFormat,
    lines: Lines,
    has_reported: bool,
    /// Ends the search when its reports have no reader any more.
    stop: Stop,
}

impl Reporter {
    /// A reporter that writes reports in a format. `stop` is raised when they cannot
    /// be written.
    pub(in crate::gtp) fn new(format: LineFormat, lines: Lines, stop: Stop) -> Reporter {
        Reporter {
            format,
            lines,
            has_reported: false,
            stop,
        }
    }

    /// Returns true if reports need the ownership after each move.
    pub(in crate::gtp) fn wants_owners_by_move(&self) -> bool {
        self.format.wants_owners_by_move()
    }

    /// Reports at intervals while a search goes on.
    pub(in crate::gtp) fn observer(&mut self, interval: Option<Duration>) -> Option<Observer<'_>> {
        interval.map(|interval| Observer::new(interval, |report| self.report(report, None)))
    }

    /// Writes the last report: with a chosen move first, or without one if none has been written.
    pub(in crate::gtp) fn finish(&mut self, report: &Report, chosen: Option<Move>) {
        if chosen.is_some() || !self.has_reported {
            self.report(report, chosen);
        }
    }

    fn report(&mut self, report: &Report, chosen: Option<Move>) {
        let Some(line) = self.format.line(report, chosen) else {
            return;
        };
        self.has_reported = true;
        if !self.lines.write(&line) {
            self.stop.raise();
        }
    }
}
