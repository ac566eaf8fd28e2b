//! The way to the client: lines wait until they are written.
//!
//! A client may send many requests before it reads the first answer, but their answers must not fill the memory. Beyond a limit
//! writers wait, and then no more requests are read. Reports during a search are dropped while the client is far behind.

use crate::lines::Room;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};

/// Lines that wait while reports during a search are still added.
const MOST_WAITING: usize = 256;

/// Bytes of lines that wait.
const WAITING_BYTES: usize = 32 << 20;

/// Bytes that a line takes beside its own.
const OVERHEAD: usize = 64;

/// Takes lines to be written; a copy for everybody who has something to say.
#[derive(Clone, Debug)]
pub(super) struct Outlet {
    sender: Sender<String>,
    waiting: Arc<AtomicUsize>,
    room: Arc<Room>,
}

/// Gives the lines to whoever writes them.
#[derive(Debug)]
pub(super) struct Inlet {
    receiver: Receiver<String>,
    waiting: Arc<AtomicUsize>,
    room: Arc<Room>,
}

/// Both ends.
pub(super) fn pipe() -> (Outlet, Inlet) {
    let (sender, receiver) = mpsc::channel();
    let waiting = Arc::new(AtomicUsize::new(0));
    let room = Arc::new(Room::new(WAITING_BYTES));
    let outlet = Outlet {
        sender,
        waiting: waiting.clone(),
        room: room.clone(),
    };
    let inlet = Inlet {
        receiver,
        waiting,
        room,
    };
    (outlet, inlet)
}

impl Outlet {
    /// Adds a line, as soon as there is room for it. Without anybody to write it, it is lost.
    pub(super) fn say(&self, line: String) {
        self.room.take(line.len() + OVERHEAD);
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let _ = self.sender.send(line);
    }

    /// Returns true if a line that the client can do without may be added.
    pub(super) fn has_room(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) < MOST_WAITING && !self.room.is_full()
    }
}

impl Inlet {
    /// The next line; `None` when there are no writers left.
    pub(super) fn next(&self) -> Option<String> {
        let line = self.receiver.recv().ok()?;
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        self.room.give_back(line.len() + OVERHEAD);
        Some(line)
    }
}

impl Drop for Inlet {
    fn drop(&mut self) {
        self.room.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;
    use std::time::Duration;

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

    #[test]
    fn what_nobody_reads_takes_bounded_memory() {
        let (outlet, inlet) = pipe();
        let said = Arc::new(AtomicUsize::new(0));
        let saying = {
            let said = said.clone();
            thread::spawn(move || {
                for _ in 0..100 {
                    outlet.say("x".repeat(1 << 20));
                    said.fetch_add(1, Ordering::Relaxed);
                }
            })
        };
        thread::sleep(Duration::from_millis(300));
        let most = WAITING_BYTES >> 20;
        assert!(said.load(Ordering::Relaxed) < most && !saying.is_finished());
        assert_eq!(std::iter::from_fn(|| inlet.next()).count(), 100);
        saying.join().unwrap();
    }

    #[test]
    fn nobody_waits_for_a_client_that_has_left() {
        let (outlet, inlet) = pipe();
        drop(inlet);
        for _ in 0..100 {
            outlet.say("x".repeat(1 << 20));
        }
    }
}
