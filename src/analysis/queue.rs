//! Positions that wait for a search, and those that are being searched.

use super::query::Query;
use crate::clock::Stop;
use crate::lines::{Held, Room};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A position of a query.
#[derive(Clone, Debug)]
pub(super) struct QueuedPosition {
    pub(super) query: Arc<Query>,
    /// Moves before it.
    pub(super) turn: usize,
    /// Raised to end the search.
    pub(super) stop: Stop,
    /// Counts from 0 in order of arrival.
    number: u64,
    /// The memory of its query.
    _held: Arc<Held>,
}

/// Which positions a termination means.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Target {
    /// Those of queries with this id, or of all.
    pub(super) id: Option<String>,
    /// Those after a number of moves, or all.
    pub(super) turns: Option<Vec<i64>>,
}

impl Target {
    fn means(&self, task: &QueuedPosition) -> bool {
        let is_turn = |&turn: &i64| usize::try_from(turn) == Ok(task.turn);
        self.id.as_ref().is_none_or(|id| *id == task.query.id)
            && (self.turns.as_ref()).is_none_or(|turns| turns.iter().any(is_turn))
    }
}

/// Bytes of queries that wait or are being searched.
const WAITING_BYTES: usize = 32 << 20;

/// Bytes that a position takes in the waiting line, at most.
const OF_A_TASK: usize = 2 * size_of::<QueuedPosition>();

/// The waiting line of a server.
#[derive(Debug)]
pub(super) struct PositionQueue {
    state: Mutex<State>,
    has_news: Condvar,
    room: Arc<Room>,
}

impl Default for PositionQueue {
    fn default() -> PositionQueue {
        PositionQueue {
            state: Mutex::default(),
            has_news: Condvar::new(),
            room: Arc::new(Room::new(WAITING_BYTES)),
        }
    }
}

#[derive(Debug, Default)]
struct State {
    /// By priority, the highest first, then by arrival.
    waiting: BTreeMap<(Reverse<i64>, u64), QueuedPosition>,
    running: Vec<QueuedPosition>,
    arrived: u64,
    /// True if nothing more will arrive.
    is_closed: bool,
}

impl PositionQueue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the positions of a query, as soon as there is room for them.
    pub(super) fn push(&self, query: Query) {
        let size = query.bytes() + OF_A_TASK * query.turns.len();
        let held = Arc::new(self.room.hold(size));
        let query = Arc::new(query);
        let mut state = self.state();
        for &(turn, priority) in &query.turns {
            let number = state.arrived;
            state.arrived += 1;
            let task = QueuedPosition {
                query: query.clone(),
                turn,
                stop: Stop::default(),
                number,
                _held: held.clone(),
            };
            state.waiting.insert((Reverse(priority), number), task);
        }
        drop(state);
        self.has_news.notify_all();
    }

    /// Waits for a position to search; `None` if none will come any more.
    pub(super) fn take(&self) -> Option<QueuedPosition> {
        let mut state = self.state();
        loop {
            if let Some((_, task)) = state.waiting.pop_first() {
                state.running.push(task.clone());
                return Some(task);
            }
            if state.is_closed {
                return None;
            }
            state = self
                .has_news
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A position that was taken has been searched.
    pub(super) fn done(&self, task: &QueuedPosition) {
        let mut state = self.state();
        state.running.retain(|other| other.number != task.number);
    }

    /// Ends searches as soon as possible. Returns the positions that were still waiting, which nobody
    /// will search.
    pub(super) fn terminate(&self, target: &Target) -> Vec<QueuedPosition> {
        let mut state = self.state();
        for task in state.running.iter().filter(|task| target.means(task)) {
            task.stop.raise();
        }
        let (ended, left) = std::mem::take(&mut state.waiting)
            .into_iter()
            .partition::<BTreeMap<_, _>, _>(|(_, task)| target.means(task));
        state.waiting = left;
        ended.into_values().collect()
    }

    /// Nothing more will arrive; what is there will be searched.
    pub(super) fn finish(&self) {
        self.state().is_closed = true;
        self.has_news.notify_all();
    }

    /// Gives everything up.
    pub(super) fn quit(&self) {
        self.terminate(&Target::default());
        self.finish();
        self.room.close();
    }
}

#[cfg(test)]
mod tests {
    use super::super::query::tests::query;
    use super::*;

    fn push(queue: &PositionQueue, id: &str, turns: &[(usize, i64)]) {
        let mut query = query(&format!(
            r#"{{"id":"{id}","moves":[],"rules":"aga","boardXSize":9,"boardYSize":9}}"#
        ));
        query.turns = turns.to_vec();
        queue.push(query);
    }

    fn name(task: &QueuedPosition) -> String {
        format!("{}{}", task.query.id, task.turn)
    }

    fn names(queue: &PositionQueue) -> Vec<String> {
        queue.finish();
        std::iter::from_fn(|| queue.take())
            .map(|task| name(&task))
            .collect()
    }

    #[test]
    fn the_highest_priority_comes_first_then_the_earliest() {
        let queue = PositionQueue::default();
        push(&queue, "a", &[(0, 0), (1, 5), (2, -1)]);
        push(&queue, "b", &[(0, 5), (1, 0), (2, i64::MIN), (3, i64::MAX)]);
        assert_eq!(names(&queue), ["b3", "a1", "b0", "a0", "b1", "a2", "b2"]);
    }

    #[test]
    fn a_query_waits_for_room_and_takes_it_until_it_is_done() {
        let queue = Arc::new(PositionQueue::default());
        let turns: Vec<(usize, i64)> = vec![(0, 0); WAITING_BYTES / OF_A_TASK];
        push(&queue, "a", &turns);
        assert!(queue.room.is_full());
        let waiting = {
            let queue = queue.clone();
            std::thread::spawn(move || push(&queue, "b", &[(0, 0)]))
        };
        std::thread::sleep(std::time::Duration::from_millis(50));
        assert!(!waiting.is_finished());
        let running = queue.take().unwrap();
        drop(queue.terminate(&Target::default()));
        queue.done(&running);
        drop(running);
        waiting.join().unwrap();
        assert_eq!(names(&queue), ["b0"]);
    }

    #[test]
    fn a_termination_means_ids_and_turns() {
        let queue = PositionQueue::default();
        push(&queue, "a", &[(0, 0), (1, 0), (2, 0)]);
        push(&queue, "b", &[(1, 0), (2, 0)]);
        let running = queue.take().unwrap();
        assert_eq!(name(&running), "a0");
        let terminate = |id: Option<&str>, turns: Option<&[i64]>| {
            let target = Target {
                id: id.map(str::to_owned),
                turns: turns.map(<[i64]>::to_vec),
            };
            let ended = queue.terminate(&target);
            ended.iter().map(name).collect::<Vec<_>>()
        };
        assert!(terminate(Some("c"), None).is_empty());
        assert_eq!(terminate(Some("a"), Some(&[2, -7, 2])), ["a2"]);
        assert!(!running.stop.is_raised());
        assert_eq!(terminate(None, Some(&[1])), ["a1", "b1"]);
        assert!(!running.stop.is_raised());
        assert!(terminate(Some("a"), None).is_empty());
        assert!(running.stop.is_raised());
        queue.done(&running);
        assert!(queue.state().running.is_empty());
        assert_eq!(names(&queue), ["b2"]);
    }
}
