//! Evaluations by position, so that none is made twice.

use crate::memory::{self, RESERVE};
use crate::net::{NetInputKey, NetOutput};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A table with one entry for each hash, the last that came there. Threads share it.
#[derive(Debug)]
pub(super) struct Cache {
    entries: Vec<CacheEntry>,
    /// Evaluations that came to an empty entry.
    taken: AtomicU32,
    /// True if no more empty entries are taken, since there is no memory.
    is_full: AtomicBool,
}

/// Room for an evaluation. Boxed, since most stay empty.
type CacheEntry = Mutex<Option<Box<(NetInputKey, Arc<NetOutput>)>>>;

/// About the bytes of an evaluation for the largest board, with its entry.
const ENTRY_BYTES: u64 = 5120;

/// Entries that are filled before it is asked again what memory is left.
const ENTRIES_PER_CHECK: u32 = 64;

impl Cache {
    /// An empty cache that takes a number of bytes when it is full.
    pub(super) fn new(bytes: u64) -> Cache {
        let entries = (bytes / ENTRY_BYTES).clamp(1, 1 << 20);
        Cache {
            entries: (0..entries).map(|_| Mutex::default()).collect(),
            taken: AtomicU32::new(0),
            is_full: AtomicBool::new(false),
        }
    }

    /// Returns true if an empty entry may be filled.
    fn may_grow(&self) -> bool {
        let taken = self.taken.fetch_add(1, Ordering::Relaxed);
        if taken.is_multiple_of(ENTRIES_PER_CHECK) {
            self.is_full
                .store(!memory::is_there(RESERVE), Ordering::Relaxed);
        }
        !self.is_full.load(Ordering::Relaxed)
    }

    fn entry(&self, key: &NetInputKey) -> &CacheEntry {
        let count = self.entries.len() as u64;
        &self.entries[(key.hash() % count) as usize]
    }

    /// The evaluation of a position, if it is there.
    pub(super) fn find(&self, key: &NetInputKey) -> Option<Arc<NetOutput>> {
        let entry = self.entry(key);
        let entry = entry.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, evaluation) = entry.as_deref()?;
        (known == key).then(|| evaluation.clone())
    }

    /// Keeps an evaluation, in the place of another one if its entry is filled.
    pub(super) fn insert(&self, key: NetInputKey, evaluation: Arc<NetOutput>) {
        let entry = self.entry(&key);
        let mut entry = entry.lock().unwrap_or_else(PoisonError::into_inner);
        if entry.take().is_some() || self.may_grow() {
            *entry = Some(Box::new((key, evaluation)));
        }
    }

    pub(super) fn clear(&self) {
        for entry in &self.entries {
            *entry.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Color, Game, Rules, Size};
    use crate::net::tests::tiny_network;
    use crate::net::{Instructions, NetInput, Workspace};
    use std::slice;

    #[test]
    fn a_cache_that_may_not_grow_forgets_one_thing_for_another() {
        let game = Game::new(Size::square(5), Rules::default());
        let input = NetInput::of(&game, Color::Black);
        let mut workspace = Workspace::new(Instructions::Best);
        let mut answers = tiny_network().evaluate(slice::from_ref(&input), &mut workspace);
        let answer = Arc::new(answers.swap_remove(0));
        let cache = Cache::new(1);
        // Not the first time that it is asked what is left.
        cache.taken.store(1, Ordering::Relaxed);
        cache.is_full.store(true, Ordering::Relaxed);
        cache.insert(input.key(), answer.clone());
        assert!(cache.find(&input.key()).is_none());
        cache.is_full.store(false, Ordering::Relaxed);
        cache.insert(input.key(), answer.clone());
        cache.is_full.store(true, Ordering::Relaxed);
        let other = NetInput::of(&game, Color::White);
        cache.insert(other.key(), answer);
        assert!(cache.find(&other.key()).is_some());
        assert!(cache.find(&input.key()).is_none());
    }
}
