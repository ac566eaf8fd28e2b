//! What an answer rests on where lines have no end: positions in circles, whose zones have to hold for all of them.

use super::field::FieldState;
use super::table::StateKey;
use super::zone::Zone;
use rustc_hash::FxHashMap;

/// The positions that an answer rests on.
#[derive(Debug, Default)]
pub(super) struct Support {
    pub(super) nodes: Vec<SupportNode>,
    places: FxHashMap<StateKey, usize>,
    /// Places whose zone has to be made once more.
    pub(super) open: Vec<usize>,
}

#[derive(Debug)]
pub(super) struct SupportNode {
    pub(super) state: FieldState,
    pub(super) key: StateKey,
    pub(super) zone: Zone,
    /// The positions before it, the first one on the way from the beginning.
    before: Vec<usize>,
}

impl Support {
    /// Adds a position, if it is new, after another one. Returns its zone as far as it is known.
    pub(super) fn add(&mut self, state: FieldState, key: StateKey, before: Option<usize>) -> Zone {
        let place = *self.places.entry(key).or_insert_with(|| {
            self.nodes.push(SupportNode {
                state,
                key,
                zone: Zone::default(),
                before: Vec::new(),
            });
            self.open.push(self.nodes.len() - 1);
            self.nodes.len() - 1
        });
        let node = &mut self.nodes[place];
        node.before
            .extend(before.filter(|before| !node.before.contains(before)));
        node.zone
    }

    /// Sets the zone of a position, and opens those before it if it has grown.
    pub(super) fn widen(&mut self, place: usize, zone: Zone) {
        if self.nodes[place].zone != zone {
            self.nodes[place].zone = zone;
            let before = self.nodes[place].before.clone();
            self.open.extend(before);
        }
    }

    /// The keys of the positions on the way to one, without its own.
    pub(super) fn way_to(&self, place: usize) -> Vec<StateKey> {
        let first = |&place: &usize| {
            let before = self.nodes[place].before.first().copied();
            before.filter(|&before| before < place)
        };
        let places = std::iter::successors(first(&place), first);
        places.map(|place| self.nodes[place].key).collect()
    }
}
