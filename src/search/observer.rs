//! Somebody who listens to a search.

use super::Report;
use std::fmt;
use std::time::{Duration, Instant};

/// Whether a search goes on after a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It does.
    Running,
    /// This is its last report.
    Done,
}

/// Takes a report.
pub type Tell = Box<dyn FnMut(&Report, Stage) + Send>;

/// Hears what a search has found, at intervals and at its end.
pub struct Observer {
    /// Between two reports, at least one playout long; `None` for one report at the end.
    pub interval: Option<Duration>,
    /// Whether reports tell the owners of points for each move.
    pub wants_owners_by_move: bool,
    /// Called in the thread of the search, which waits meanwhile.
    pub tell: Tell,
}

impl Observer {
    /// When the next report is due if the last one was now.
    #[must_use]
    pub fn next(&self) -> Option<Instant> {
        Instant::now().checked_add(self.interval?)
    }
}

impl fmt::Debug for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Observer")
            .field("interval", &self.interval)
            .finish_non_exhaustive()
    }
}
