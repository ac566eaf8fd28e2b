//! The way to the client: lines wait until they are written.
//!
//! There is no bound on answers that wait, so a client may send all its requests before it reads the
//! first answer. Reports during a search are dropped while the client is far behind.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};

/// Lines that wait while reports during a search are still added.
const MOST_WAITING: usize = 256;

/// Takes lines to be written; a copy for everybody who has something to say.
#[derive(Clone, Debug)]
pub(super) struct Outlet {
    sender: Sender<String>,
    waiting: Arc<AtomicUsize>,
}

/// Gives the lines to whoever writes them.
#[derive(Debug)]
pub(super) struct Inlet {
    receiver: Receiver<String>,
    waiting: Arc<AtomicUsize>,
}

/// Both ends.
pub(super) fn pipe() -> (Outlet, Inlet) {
    let (sender, receiver) = mpsc::channel();
    let waiting = Arc::new(AtomicUsize::new(0));
    let outlet = Outlet {
        sender,
        waiting: waiting.clone(),
    };
    (outlet, Inlet { receiver, waiting })
}

impl Outlet {
    /// Adds a line. Without anybody to write it, it is lost.
    pub(super) fn say(&self, line: String) {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let _ = self.sender.send(line);
    }

    /// Returns true if a line that the client can do without may be added.
    pub(super) fn has_room(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) < MOST_WAITING
    }
}

impl Inlet {
    /// The next line; `None` when nobody is left to say anything.
    pub(super) fn next(&self) -> Option<String> {
        let line = self.receiver.recv().ok()?;
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_in_order_and_room_returns() {
        let (outlet, inlet) = pipe();
        for number in 0..MOST_WAITING {
            assert!(outlet.has_room());
            outlet.say(number.to_string());
        }
        assert!(!outlet.has_room());
        assert_eq!(inlet.next().unwrap(), "0");
        assert!(outlet.has_room());
        drop(outlet);
        let rest: Vec<String> = std::iter::from_fn(|| inlet.next()).collect();
        assert_eq!(rest.len(), MOST_WAITING - 1);
        assert_eq!(rest.last().unwrap(), "255");
    }
}
