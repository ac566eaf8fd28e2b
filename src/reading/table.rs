//! What a proof search knows of the positions that it has seen.

use super::zone::Zone;
use rustc_hash::FxHashMap;

/// Names a position: two independent hashes of 64 bits of everything that its future depends on.
pub(crate) type StateKey = u128;

/// Stands for "no number of moves suffices".
pub(crate) const INFINITE: u32 = u32::MAX / 4;

/// Proof and disproof number of a position, both seen by its player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    /// How much is left to do to show that the player to move gets his way.
    pub(crate) phi: u32,
    /// How much is left to do to show that he does not.
    pub(crate) delta: u32,
}

impl Numbers {
    pub(crate) const WON: Numbers = Numbers {
        phi: 0,
        delta: INFINITE,
    };
    pub(crate) const LOST: Numbers = Numbers {
        phi: INFINITE,
        delta: 0,
    };
    /// Of a position about which nothing can be found out.
    pub(crate) const UNKNOWABLE: Numbers = Numbers {
        phi: INFINITE - 1,
        delta: INFINITE - 1,
    };

    pub(crate) fn is_won(self) -> bool {
        self.phi == 0
    }

    pub(crate) fn is_lost(self) -> bool {
        self.delta == 0
    }

    pub(crate) fn is_solved(self) -> bool {
        self.is_won() || self.is_lost()
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProofEntry {
    pub(crate) numbers: Numbers,
    /// What the answer rests on, if there is one.
    pub(crate) zone: Zone,
    /// The place of the move that wins; [`ProofEntry::PASS`] for a pass, and where none is known.
    pub(crate) best: u8,
    /// The most moves until the aim is reached or the line ends, as far as the proof goes.
    pub(crate) length: u16,
    /// Positions that were visited to find this out, up to the largest number.
    pub(crate) work: u32,
}

impl ProofEntry {
    pub(crate) const PASS: u8 = u8::MAX;

    /// What is known of a position that was not read yet.
    pub(crate) const UNREAD: ProofEntry = ProofEntry {
        numbers: Numbers { phi: 1, delta: 1 },
        zone: Zone { points: 0 },
        best: ProofEntry::PASS,
        length: 0,
        work: 0,
    };
}

/// Entries by position, of which the least work is forgotten when there are too many.
#[derive(Clone, Debug)]
pub(crate) struct ProofTable {
    entries: FxHashMap<StateKey, ProofEntry>,
    most: usize,
}

impl ProofTable {
    /// A table of up to `most` positions, about 100 bytes each.
    pub(crate) fn new(most: usize) -> ProofTable {
        ProofTable {
            entries: FxHashMap::default(),
            most,
        }
    }

    pub(crate) fn get(&self, key: StateKey) -> Option<&ProofEntry> {
        self.entries.get(&key)
    }

    pub(crate) fn insert(&mut self, key: StateKey, entry: ProofEntry) {
        if self.entries.len() >= self.most {
            self.forget();
        }
        self.entries.insert(key, entry);
    }

    pub(crate) fn remove(&mut self, key: StateKey) {
        self.entries.remove(&key);
    }

    /// Forgets what took the least work until half of the positions are left.
    fn forget(&mut self) {
        let mut most_work: u32 = 1;
        while self.entries.len() > self.most / 2 {
            self.entries.retain(|_, entry| entry.work > most_work);
            most_work = most_work.saturating_mul(2).saturating_add(1);
        }
    }
}
