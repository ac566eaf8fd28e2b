//! Turns of searches: a few run at once, the others wait in order.
//!
//! A search that somebody waits for, such as that for a move, comes before those that run on for themselves, such as an analysis.
//! The latter give way after a [while](SLICE) if anybody waits, and queue again.

use crate::clock::Stop;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use web_time::Instant;

/// How long a search that runs on for itself keeps its turn while others wait.
const SLICE: Duration = Duration::from_millis(400);

/// The same where whoever waits cannot queue: they are asked for after each turn.
const SHORT_SLICE: Duration = Duration::from_millis(60);

/// How often one who waits looks whether it is still to wait.
const LOOK: Duration = Duration::from_millis(50);

/// How soon a search is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Urgency {
    /// Somebody waits for it.
    Now,
    /// It runs on for itself.
    Whenever,
}

#[derive(Debug, Default)]
struct TurnQueue {
    running: usize,
    /// The next number.
    next: u64,
    /// The numbers of those who wait, with their urgency, in order.
    waiting: Vec<(u64, bool)>,
}

impl TurnQueue {
    /// Whose turn is next.
    fn first(&self) -> Option<u64> {
        let urgent = self.waiting.iter().find(|(_, is_urgent)| *is_urgent);
        urgent.or(self.waiting.first()).map(|&(number, _)| number)
    }
}

/// The queue of all searches.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    queue: Arc<(Mutex<TurnQueue>, Condvar)>,
    most: usize,
    /// True if the only thread has other things to do between turns.
    is_alone: bool,
}

/// The right to search, until it is dropped.
#[derive(Debug)]
pub(super) struct SearchTurn {
    turns: Turns,
    since: Instant,
}

impl Turns {
    /// A queue that lets a number of searches run at once.
    pub(super) fn new(most: usize) -> Turns {
        Turns {
            queue: Arc::default(),
            most: most.max(1),
            is_alone: false,
        }
    }

    /// A queue of the only thread, which gives way after each short turn.
    pub(super) fn of_one_thread() -> Turns {
        Turns {
            is_alone: true,
            ..Turns::new(1)
        }
    }

    fn lock(&self) -> MutexGuard<'_, TurnQueue> {
        // Numbers are never half changed.
        self.queue.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a turn; `None` if the search is not wanted any more.
    pub(super) fn take(&self, urgency: Urgency, stop: &Stop) -> Option<SearchTurn> {
        let mut queue = self.lock();
        let number = queue.next;
        queue.next += 1;
        queue.waiting.push((number, urgency == Urgency::Now));
        loop {
            let is_wanted = !stop.is_raised();
            let is_next = queue.running < self.most && queue.first() == Some(number);
            if !is_wanted || is_next {
                queue.waiting.retain(|&(waiting, _)| waiting != number);
                queue.running += usize::from(is_wanted);
                self.queue.1.notify_all();
                drop(queue);
                // One that is made and dropped would count as a turn that ends.
                return is_wanted.then(|| SearchTurn {
                    turns: self.clone(),
                    since: Instant::now(),
                });
            }
            let waited = self.queue.1.wait_timeout(queue, LOOK);
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl SearchTurn {
    /// Returns true if somebody waits.
    fn is_wanted(&self) -> bool {
        !self.turns.lock().waiting.is_empty()
    }

    /// Returns true if a search that runs on for itself is to give way.
    pub(super) fn is_over(&self) -> bool {
        let length = self.since.elapsed();
        if self.turns.is_alone {
            length >= SHORT_SLICE
        } else {
            length >= SLICE && self.is_wanted()
        }
    }
}

impl Drop for SearchTurn {
    fn drop(&mut self) {
        self.turns.lock().running -= 1;
        self.turns.queue.1.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use std::thread;

    #[test]
    fn as_many_run_as_may_and_the_urgent_come_first() {
        let turns = Turns::new(1);
        let first = turns.take(Urgency::Whenever, &Stop::default()).unwrap();
        assert!(!first.is_wanted());
        let (sender, order) = channel();
        let wait = |name: &'static str, urgency| {
            let (waiting, sender) = (turns.clone(), sender.clone());
            let before = turns.lock().waiting.len();
            let thread = thread::spawn(move || {
                let turn = waiting.take(urgency, &Stop::default()).unwrap();
                sender.send(name).unwrap();
                drop(turn);
            });
            while turns.lock().waiting.len() == before {
                thread::yield_now();
            }
            thread
        };
        let threads = [
            wait("a", Urgency::Whenever),
            wait("b", Urgency::Whenever),
            wait("move", Urgency::Now),
        ];
        assert!(first.is_wanted() && order.try_recv().is_err());
        drop(first);
        for thread in threads {
            thread.join().unwrap();
        }
        assert_eq!(order.try_iter().collect::<Vec<_>>(), ["move", "a", "b"]);
        assert_eq!(turns.lock().running, 0);
    }

    #[test]
    fn the_only_thread_gives_way_though_nobody_waits() {
        let stop = Stop::default();
        let [shared, alone] = [Turns::new(1), Turns::of_one_thread()]
            .map(|turns| turns.take(Urgency::Whenever, &stop).unwrap());
        thread::sleep(SHORT_SLICE);
        assert!(alone.is_over() && !shared.is_over());
    }

    #[test]
    fn one_who_is_not_wanted_any_more_leaves_the_queue() {
        let turns = Turns::new(1);
        let _first = turns.take(Urgency::Now, &Stop::default()).unwrap();
        let stop = Stop::default();
        stop.raise();
        assert!(turns.take(Urgency::Now, &stop).is_none());
        assert!(turns.lock().waiting.is_empty());
    }
}
