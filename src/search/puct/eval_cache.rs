//! What searches have found of positions, for later searches that come to these another time: after moves were taken back, or on
//! another way. A move that a network does not expect, and that was shown once, is remembered (as with `useEvalCache` of David
//! Wu's KataGo).

use crate::go::Move;
use crate::search::leaf::Leaf;
use crate::search::node_stats::NodeStats;
use crate::search::root::Root;
use crate::search::tree::{ROOT, Tree};
use std::collections::HashMap;

/// The most positions that are kept. Of more, those with the fewest visits are forgotten.
const MOST_POSITIONS: usize = 1 << 16;

/// The power of the visits of an earlier search by which its value weighs in a later one: a search from another place has
/// seen the moves before with other eyes.
const WEIGHT_POWER: f32 = 0.5;

/// The values that searches have found, by the [keys](Leaf::key) of positions.
#[derive(Debug, Default)]
pub(in crate::search) struct EvalCache(HashMap<u64, Remembered>);

/// What a search has found of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::search) struct Remembered {
    visits: u32,
    /// The chance of winning of the player to move.
    pub(super) win: f32,
}

impl Remembered {
    /// What its value weighs in another search.
    #[expect(clippy::cast_precision_loss, reason = "visits are few")]
    pub(super) fn weight(self) -> f32 {
        (self.visits as f32).powf(WEIGHT_POWER)
    }

    /// Of the statistics of a position, if it has had enough visits. These are for the player who moved there.
    fn of(stats: &NodeStats, least_visits: u32) -> Option<Remembered> {
        let visits = stats.visits();
        (stats.is_known() && visits >= least_visits).then(|| Remembered {
            visits,
            win: 1.0 - stats.win(),
        })
    }
}

impl EvalCache {
    /// Forgets everything.
    pub(in crate::search) fn clear(&mut self) {
        self.0.clear();
    }

    /// Takes over the positions of a tree that have had a number of visits, unless an earlier search has made more there.
    pub(in crate::search) fn note(&mut self, root: &Root<'_>, tree: &Tree, least_visits: u32) {
        let at_root = (Leaf::new(root).key(root), ROOT);
        for (key, index) in tree.keys().into_iter().chain([at_root]) {
            let found = tree.stats(index);
            let Some(found) = found.and_then(|stats| Remembered::of(stats, least_visits)) else {
                continue;
            };
            let known = self.0.entry(key).or_insert(found);
            if known.visits <= found.visits {
                *known = found;
            }
        }
        self.forget_beyond(MOST_POSITIONS);
    }

    /// If there are more positions than `most`, keeps half as many, those with the most visits. Of positions with as many, the
    /// same are kept in every game.
    fn forget_beyond(&mut self, most: usize) {
        if self.0.len() <= most {
            return;
        }
        let known = self.0.iter().map(|(&key, known)| (known.visits, key));
        let mut known: Vec<(u32, u64)> = known.collect();
        known.sort_unstable();
        for (_, key) in &known[..known.len() - most / 2] {
            self.0.remove(key);
        }
    }

    /// What is remembered of the position of a leaf.
    pub(super) fn get(&self, root: &Root<'_>, leaf: &Leaf) -> Option<Remembered> {
        if self.0.is_empty() {
            return None;
        }
        self.0.get(&leaf.key(root)).copied()
    }

    /// The moves of the player at the root that lead to positions which are remembered.
    pub(in crate::search) fn moves(&self, root: &Root<'_>) -> Vec<Move> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let mut leaf = Leaf::new(root);
        let plays = leaf.plays(root).clone();
        let moves = plays.possible.iter().filter(|&at| plays.is_legal(at));
        let leads_to_known = |mv: &Move| {
            leaf.return_to(root);
            leaf.follow(root, *mv);
            self.get(root, &leaf).is_some()
        };
        moves.map(Move::Play).filter(leads_to_known).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache(visits: &[u32]) -> EvalCache {
        let known = visits.iter().map(|&visits| Remembered { visits, win: 0.5 });
        EvalCache((0..).zip(known).collect())
    }

    fn left(mut cache: EvalCache, most: usize) -> Vec<u64> {
        cache.forget_beyond(most);
        let mut keys: Vec<u64> = cache.0.into_keys().collect();
        keys.sort_unstable();
        keys
    }

    #[test]
    fn the_positions_with_the_most_visits_are_kept() {
        assert_eq!(left(cache(&[5, 9, 7, 8, 6]), 4), [1, 3]);
        assert_eq!(left(cache(&[5, 9, 7, 8]), 4), [0, 1, 2, 3]);
        // Where all have as many, not all are forgotten.
        assert_eq!(left(cache(&[6; 9]), 8), [5, 6, 7, 8]);
    }
}
