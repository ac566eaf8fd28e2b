//! Those who hear what happens at a table.

use super::views::TableEvent;
use std::fmt;
use std::time::Duration;
use web_time::Instant;

/// An event of a table, as listeners hear it.
#[derive(Clone, Debug)]
pub struct EventText {
    /// The event in JSON, on one line.
    pub text: String,
    /// True if it may be lost, because the next one replaces it.
    pub is_passing: bool,
}

/// A listener. Returns false once it is gone.
pub type Listener = Box<dyn FnMut(&EventText) -> bool + Send>;

/// How long a table without listeners goes on: a page that is loaded anew is away for a moment.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// The listeners of a table.
#[derive(Default)]
pub(super) struct Listeners {
    all: Vec<Listener>,
    /// When the last one has left.
    left: Option<Instant>,
}

impl fmt::Debug for Listeners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listeners")
            .field("count", &self.all.len())
            .finish_non_exhaustive()
    }
}

impl Listeners {
    /// No listener yet; the first one may take a while.
    pub(super) fn since(now: Instant) -> Listeners {
        Listeners {
            all: Vec::new(),
            left: Some(now),
        }
    }

    /// Adds one.
    pub(super) fn add(&mut self, listener: Listener) {
        self.all.push(listener);
        self.left = None;
    }

    /// The number of listeners, as far as is known.
    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    /// Tells an event.
    pub(super) fn tell(&mut self, event: &TableEvent<'_>) {
        if self.all.is_empty() {
            return;
        }
        let text = match serde_json::to_string(event) {
            Ok(text) => text,
            Err(error) => {
                log::error!("an event cannot be written: {error}");
                return;
            }
        };
        let is_passing = matches!(event, TableEvent::Report(report) if !report.done);
        self.pass_on(&EventText { text, is_passing });
    }

    fn pass_on(&mut self, event: &EventText) {
        self.all.retain_mut(|listener| listener(event));
        if self.all.is_empty() {
            self.left = Some(Instant::now());
        }
    }

    /// Asks whether the listeners are still there.
    pub(super) fn look_around(&mut self) {
        if !self.all.is_empty() {
            let nothing = EventText {
                text: String::new(),
                is_passing: true,
            };
            self.pass_on(&nothing);
        }
    }

    /// Returns how long there has been no listener.
    pub(super) fn silence(&self, now: Instant) -> Option<Duration> {
        self.left.map(|left| now.saturating_duration_since(left))
    }

    /// Returns true if there is no listener, and has been none for a while.
    pub(super) fn are_gone(&self, now: Instant) -> bool {
        self.silence(now).is_some_and(|silence| silence >= PATIENCE)
    }
}
