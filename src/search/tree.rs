//! The tree: nodes in a slab of chunks that all threads share.
//!
//! The children of a node are one block inside a chunk. Each thread fills a chunk of its own and
//! takes the next free one when it is full, so threads do not meet. Chunks are made on first use
//! and kept. Nothing is freed singly: what is still wanted is copied into a fresh slab, which goes on
//! with the chunks of the old one. Where the machine has less memory than the slab may take, it grows
//! as far as there is some.
//!
//! Where stats are kept, it is a graph: moves that lead to the same position after as many moves share what is known
//! of it, and its children (transpositions; Childs et al. 2008, in the form of David Wu's page on graph search). Of
//! what is below a position, a move counts as much as was visited by itself.
//!
//! # What threads see of each other
//!
//! The number of a chunk is given to one thread by an atomic addition, which needs no order: the thread makes the chunk
//! itself, each `OnceLock` shows it whole, and no other thread has an index into it before a node there is published
//! ([`Node::publish`]) or named ([`NodeStats::set_original`](super::node_stats::NodeStats::set_original)), both of which
//! release. The bound `most` only falls; a thread that sees it late finds no memory itself. Everything else that threads
//! share here is behind a mutex that is held for a few instructions, and a new root has the tree for itself.

use super::evaluation::MOST_UTILITY;
use super::node::{Children, FIRST_INDEX, MovePrior, Node};
use super::node_stats::{NodeStats, Spread};
use crate::go::Move;
use crate::memory::{self, LEAST, RESERVE};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::mem;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

const CHUNK_BITS: u32 = 14;
const CHUNK: u32 = 1 << CHUNK_BITS;

/// A tree may take this many chunks whatever its bound is, and however little memory is left.
const FEWEST_CHUNKS: u32 = 4;

/// Chunks that are made between two checks of what memory is left.
const CHUNKS_PER_CHECK: u32 = 4;

/// The root is the first node that may have an index.
pub(super) const ROOT: u32 = FIRST_INDEX;

/// Chunks, each made when it is used first.
type Slab<T> = Box<[OnceLock<Box<[T]>>]>;

/// A chunk of nodes with the stats of these.
type Chunk = (Box<[Node]>, Option<Box<[NodeStats]>>);

/// The nodes and how many chunks of them are in use.
#[derive(Debug)]
pub(super) struct Tree {
    chunks: Slab<Node>,
    /// The stats of the nodes by the same places, if they are kept.
    stats: Option<Slab<NodeStats>>,
    /// The nodes that keep positions, by the keys of these.
    originals: Mutex<HashMap<u64, u32>>,
    used: AtomicU32,
    /// The number of chunks that there is memory for.
    most: AtomicU32,
    /// The bytes of memory that are left to others.
    reserve: usize,
    /// Chunks in use that no thread fills at present.
    spare: Mutex<Vec<Allocator>>,
    /// Chunks of an earlier tree, to be used instead of new ones: memory that the system has yet to find costs time.
    pool: Mutex<Vec<Chunk>>,
}

/// The place of one thread in the slab.
#[derive(Debug)]
pub(super) struct Allocator {
    next: u32,
    end: u32,
}

impl Allocator {
    /// A place without a chunk. The first allocation takes one.
    pub(super) const fn new() -> Allocator {
        Allocator { next: 0, end: 0 }
    }
}

impl Tree {
    /// A tree of a root alone, which never takes more than about `bytes`.
    pub(super) fn new(bytes: u64) -> Tree {
        Tree::within(bytes, false)
    }

    /// The same with an [`NodeStats`] of each node.
    pub(super) fn with_stats(bytes: u64) -> Tree {
        Tree::within(bytes, true)
    }

    fn within(bytes: u64, with_stats: bool) -> Tree {
        let chunks = (bytes / chunk_bytes(with_stats))
            .clamp(FEWEST_CHUNKS.into(), u64::from(u32::MAX / CHUNK) - 1);
        let tree = Tree::with_chunks(chunks as usize, with_stats);
        assert!(tree.make_chunk(0), "there is memory for a root");
        tree.node(ROOT).reset(Move::Pass, MovePrior::default());
        tree
    }

    /// A tree of playouts that has memory for its root alone.
    #[cfg(test)]
    pub(super) fn of_root_alone() -> Tree {
        let tree = Tree::with_chunks(1, false);
        assert!(tree.make_chunk(0));
        tree
    }

    /// A tree of a number of chunks at most, none of which is made yet.
    fn with_chunks(chunks: usize, with_stats: bool) -> Tree {
        let stats = with_stats.then(|| (0..chunks).map(|_| OnceLock::new()).collect());
        Tree {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            stats,
            originals: Mutex::default(),
            used: AtomicU32::new(1),
            most: AtomicU32::new(chunks as u32),
            reserve: RESERVE,
            spare: Mutex::default(),
            pool: Mutex::default(),
        }
    }

    /// Makes a chunk if it is not there yet. Returns false if there is no memory for it.
    fn make_chunk(&self, number: u32) -> bool {
        let place = &self.chunks[number as usize];
        if place.get().is_some() {
            return true;
        }
        let used_before = self.pool().pop();
        let Some((nodes, known)) = used_before.or_else(|| self.new_chunk(number)) else {
            return false;
        };
        // The chunk belongs to the thread that makes it; no other has set it.
        let stats = self.stats.as_ref().map(|slab| &slab[number as usize]);
        if let (Some(place), Some(known)) = (stats, known) {
            let _ = place.set(known);
        }
        let _ = place.set(nodes);
        true
    }

    /// A new chunk, if there is memory for it.
    fn new_chunk(&self, number: u32) -> Option<Chunk> {
        let is_check = number >= FEWEST_CHUNKS && number.is_multiple_of(CHUNKS_PER_CHECK);
        if is_check && !memory::is_there(self.reserve) {
            return None;
        }
        let nodes = new_slice()?;
        let stats = match self.stats {
            Some(_) => Some(new_slice()?),
            None => None,
        };
        Some((nodes, stats))
    }

    /// All chunks that were made.
    fn into_chunks(self) -> Vec<Chunk> {
        let mut stats = self
            .stats
            .map(|slab| slab.into_iter().map(OnceLock::into_inner));
        let nodes = self.chunks.into_iter().map(OnceLock::into_inner);
        let made = nodes.map(|nodes| (nodes, stats.as_mut().and_then(Iterator::next)));
        let made = made.filter_map(|(nodes, stats)| Some((nodes?, stats.flatten())));
        let pool = self
            .pool
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        made.chain(pool).collect()
    }

    fn pool(&self) -> MutexGuard<'_, Vec<Chunk>> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        *self.used.get_mut() = 1;
        self.spare().clear();
        self.originals().clear();
        self.node(ROOT).reset(Move::Pass, MovePrior::default());
        self.reset_stats(ROOT, 1);
    }

    fn chunk(&self, number: u32) -> &[Node] {
        let chunk = self.chunks[number as usize].get();
        chunk.expect("a chunk in use has been made")
    }

    /// The node at an index.
    #[inline]
    pub(super) fn node(&self, index: u32) -> &Node {
        &self.chunk(index >> CHUNK_BITS)[(index & (CHUNK - 1)) as usize]
    }

    /// Returns true if an stats of each node is kept.
    pub(super) fn has_stats(&self) -> bool {
        self.stats.is_some()
    }

    /// What is known of the node at an index, if that is kept.
    #[inline]
    pub(super) fn stats(&self, index: u32) -> Option<&NodeStats> {
        let chunk = &self.stats.as_ref()?[(index >> CHUNK_BITS) as usize];
        let chunk = chunk.get().expect("a chunk in use has been made");
        Some(&chunk[(index & (CHUNK - 1)) as usize])
    }

    /// The node that keeps the position after the move of a node, with its children: the first one that led there.
    #[inline]
    pub(super) fn original(&self, index: u32) -> u32 {
        let stats = self.stats(index);
        stats.and_then(NodeStats::original).unwrap_or(index)
    }

    /// What is known of the position after the move of a node, if that is kept.
    #[inline]
    pub(super) fn position(&self, index: u32) -> Option<&NodeStats> {
        self.stats(self.original(index))
    }

    /// The same if a visit by this move has ended.
    #[inline]
    pub(super) fn known_position(&self, index: u32) -> Option<&NodeStats> {
        let stats = self.stats(index).filter(|stats| stats.is_known())?;
        stats
            .original()
            .map_or(Some(stats), |original| self.stats(original))
    }

    /// Says which position a node leads to when it is visited first. Those of the same key are the same.
    pub(super) fn identify(&self, index: u32, key: u64) {
        let Some(stats) = self.stats(index) else {
            return;
        };
        let mut originals = self.originals();
        if originals.try_reserve(1).is_err() {
            return;
        }
        match originals.entry(key) {
            Entry::Vacant(place) => {
                place.insert(index);
            }
            Entry::Occupied(place) if *place.get() != index => stats.set_original(*place.get()),
            Entry::Occupied(_) => {}
        }
    }

    /// The keys of the positions below the root, and the nodes that keep these.
    pub(super) fn keys(&self) -> Vec<(u64, u32)> {
        let originals = self.originals();
        originals
            .iter()
            .map(|(&key, &index)| (key, index))
            .collect()
    }

    fn originals(&self) -> MutexGuard<'_, HashMap<u64, u32>> {
        self.originals
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The visits by the move of a node that have ended, and what they weigh and are worth on the mean: of the weight of
    /// its position their part, and its utility.
    #[expect(clippy::cast_precision_loss, reason = "visits are few")]
    pub(super) fn ended(&self, index: u32) -> (u32, f32, f32) {
        let Some(position) = self.known_position(index) else {
            return (0, 0.0, 0.0);
        };
        let count = self.stats(index).map_or(0, NodeStats::count);
        let (visits, weight) = (position.visits(), position.weight());
        let weight = if count < visits {
            weight * count as f32 / visits as f32
        } else {
            weight
        };
        (count, weight, position.utility())
    }

    /// The weight and the mean utility of the move of a node that a number of visits have begun with, if those that have not
    /// ended are lost.
    #[expect(clippy::cast_precision_loss, reason = "visits are few")]
    pub(super) fn with_pending(&self, index: u32, visits: u32) -> (f32, f32) {
        let (count, weight, utility) = self.ended(index);
        let pending = visits.saturating_sub(count) as f32;
        let total = weight + pending;
        if total > 0.0 {
            (total, (weight * utility - pending * MOST_UTILITY) / total)
        } else {
            (0.0, 0.0)
        }
    }

    /// The mean chance of winning of the player who makes the move of a node, 0 to 1; a half without visits.
    pub(super) fn win_rate(&self, index: u32) -> f64 {
        let stats = self.known_position(index);
        stats.map_or_else(|| self.node(index).mean(), |stats| stats.win().into())
    }

    /// How the utilities below a node are spread, if that is known.
    pub(super) fn spread(&self, index: u32) -> Option<Spread> {
        self.known_position(index).map(NodeStats::spread)
    }

    /// Forgets what is known of a block of nodes.
    pub(super) fn reset_stats(&self, first: u32, count: u16) {
        if self.stats.is_some() {
            let indices = first..first + u32::from(count);
            let stats = indices.filter_map(|index| self.stats(index));
            stats.for_each(|stats| stats.copy_from(&NodeStats::default()));
        }
    }

    /// A block of nodes.
    #[inline]
    pub(super) fn block(&self, first: u32, count: u16) -> &[Node] {
        let start = (first & (CHUNK - 1)) as usize;
        &self.chunk(first >> CHUNK_BITS)[start..start + usize::from(count)]
    }

    /// The children of a node, with the index of the first; none if there are none yet.
    #[inline]
    pub(super) fn children(&self, index: u32) -> (u32, &[Node]) {
        match self.node(self.original(index)).children() {
            Children::At { first, count } => (first, self.block(first, count)),
            _ => (0, &[]),
        }
    }

    /// Those of the children of a node that visits may have gone to, with the index of the first. The others have none.
    #[inline]
    pub(super) fn tried(&self, index: u32) -> (u32, &[Node]) {
        let (first, children) = self.children(index);
        let reach = self
            .position(index)
            .map_or(children.len(), NodeStats::reach);
        (first, &children[..reach.min(children.len())])
    }

    /// The place for a thread that begins to fill the slab.
    pub(super) fn take_place(&self) -> Allocator {
        self.spare().pop().unwrap_or(Allocator::new())
    }

    /// Takes the place back from a thread that has ended.
    pub(super) fn give_back(&self, place: Allocator) {
        self.spare().push(place);
    }

    fn spare(&self) -> MutexGuard<'_, Vec<Allocator>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Room for a block of nodes, or `None` if the slab is full.
    pub(super) fn allocate(&self, allocator: &mut Allocator, count: u16) -> Option<u32> {
        let count = u32::from(count);
        if allocator.end - allocator.next < count {
            let most = self.most.load(Ordering::Relaxed);
            let take = |used: u32| (used < most).then_some(used + 1);
            let chunk = self
                .used
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, take)
                .ok()?;
            if !self.make_chunk(chunk) {
                self.most.fetch_min(chunk, Ordering::Relaxed);
                return None;
            }
            allocator.next = chunk << CHUNK_BITS;
            allocator.end = allocator.next + CHUNK;
        }
        let first = allocator.next;
        allocator.next += count;
        Some(first)
    }

    /// The bytes of the chunks in use.
    pub(super) fn bytes_in_use(&self) -> u64 {
        let most = self.most.load(Ordering::Relaxed);
        let used = self.used.load(Ordering::Relaxed).min(most);
        u64::from(used) * chunk_bytes(self.stats.is_some())
    }

    /// Returns true if no chunk is left.
    pub(super) fn is_full(&self) -> bool {
        self.used.load(Ordering::Relaxed) >= self.most.load(Ordering::Relaxed)
    }

    /// Makes a node the root and drops everything that is not below it. If what is below would fill
    /// more than half of the slab, the children of rarely visited nodes are dropped, too.
    pub(super) fn promote(&mut self, root: u32) {
        let most = (self.most.load(Ordering::Relaxed) / 2).max(2);
        let mut least_visits = 0;
        loop {
            let mut fresh = Tree::with_chunks(self.chunks.len(), self.stats.is_some());
            fresh.reserve = LEAST;
            mem::swap(&mut *fresh.pool(), &mut *self.pool());
            if !fresh.make_chunk(0) {
                // No memory for two roots at once.
                self.clear();
                return;
            }
            if fresh.copy_below(self, root, least_visits, most) {
                fresh.reserve = RESERVE;
                let old = mem::replace(self, fresh).into_chunks();
                let used = self.used.load(Ordering::Relaxed) as usize;
                let mut pool = self.pool();
                pool.extend(old);
                pool.truncate(self.chunks.len().saturating_sub(used));
                if !memory::is_there(RESERVE) {
                    // Where memory is short, others need it first.
                    pool.clear();
                }
                return;
            }
            *self.pool() = fresh.into_chunks();
            least_visits = (2 * least_visits).max(16);
        }
    }

    /// Copies a node of another tree and what is below it to the root of this one. Returns true if that
    /// took no more than `most` chunks.
    fn copy_below(&self, other: &Tree, root: u32, least_visits: u32, most: u32) -> bool {
        let mut allocator = Allocator::new();
        let mut source = Copying::new(other);
        let root = other.original(root);
        self.copy_node(ROOT, root, &mut source);
        self.count_all_visits_of_root();
        let mut open = vec![(root, ROOT)];
        while let Some((from, to)) = open.pop() {
            let Children::At { first, count } = other.node(from).children() else {
                continue;
            };
            if other.node(from).visits() < least_visits {
                continue;
            }
            let Some(copy) = self.allocate(&mut allocator, count) else {
                return false;
            };
            if self.used.load(Ordering::Relaxed) > most {
                return false;
            }
            for place in 0..u32::from(count) {
                let (from, to) = (first + place, copy + place);
                if self.copy_node(to, from, &mut source) {
                    open.push((other.original(from), to));
                }
            }
            self.node(to).publish(copy, count);
        }
        true
    }

    /// Copies a node of another tree, without its children. Returns true if these are to follow: if it keeps a position that
    /// is known.
    fn copy_node(&self, to: u32, from: u32, source: &mut Copying<'_>) -> bool {
        let other = source.tree;
        self.node(to).copy_from(other.node(from));
        let (Some(copy), Some(moved), Some(position)) =
            (self.stats(to), other.stats(from), other.position(from))
        else {
            return true;
        };
        copy.copy_from(position);
        copy.set_count(moved.count());
        copy.set_original(0);
        if !moved.is_known() {
            return false;
        }
        let original = other.original(from);
        let place = *source.places.entry(original).or_insert(to);
        if place != to {
            copy.set_original(place);
        } else if let Some(&key) = source.keys.get(&original) {
            self.originals().insert(key, to);
        }
        place == to
    }

    /// Counts all visits of the position at the root as such of its move.
    fn count_all_visits_of_root(&self) {
        if let Some(stats) = self.stats(ROOT).filter(|stats| stats.is_known()) {
            stats.set_count(stats.visits());
            self.node(ROOT).set_visits(stats.visits());
        }
    }
}

/// A tree that is copied.
#[derive(Debug)]
struct Copying<'a> {
    tree: &'a Tree,
    /// The keys of the positions that its nodes keep.
    keys: HashMap<u32, u64>,
    /// Where the copies of these positions are kept.
    places: HashMap<u32, u32>,
}

impl<'a> Copying<'a> {
    fn new(tree: &'a Tree) -> Copying<'a> {
        let originals = tree.originals();
        Copying {
            tree,
            keys: originals
                .iter()
                .map(|(&key, &index)| (index, key))
                .collect(),
            places: HashMap::new(),
        }
    }
}

/// The nodes or the stats of a new chunk, if there is memory for them.
fn new_slice<T: Default>() -> Option<Box<[T]>> {
    let mut chunk = Vec::new();
    chunk.try_reserve_exact(CHUNK as usize).ok()?;
    chunk.extend((0..CHUNK).map(|_| T::default()));
    Some(chunk.into_boxed_slice())
}

/// The bytes of a chunk.
const fn chunk_bytes(with_stats: bool) -> u64 {
    let stats = if with_stats {
        size_of::<NodeStats>()
    } else {
        0
    };
    CHUNK as u64 * (size_of::<Node>() + stats) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree in which every node of some levels has children.
    fn full_tree(tree: &Tree, levels: u32, width: u16) -> usize {
        let mut allocator = Allocator::new();
        let mut level = vec![ROOT];
        let mut count = 1;
        for height in (0..levels as usize).rev() {
            let mut next = Vec::new();
            for parent in level {
                let Some(first) = tree.allocate(&mut allocator, width) else {
                    return count;
                };
                for child in tree.block(first, width) {
                    child.reset(Move::Pass, MovePrior::default());
                    for _ in 0..16 * height + count % 16 {
                        child.begin_visit();
                    }
                    count += 1;
                }
                tree.node(parent).publish(first, width);
                next.extend(first..first + u32::from(width));
            }
            level = next;
        }
        count
    }

    fn size_below(tree: &Tree, index: u32) -> usize {
        let (first, children) = tree.children(index);
        1 + (0..children.len() as u32)
            .map(|place| size_below(tree, first + place))
            .sum::<usize>()
    }

    #[test]
    fn what_is_below_a_new_root_is_kept() {
        let mut tree = Tree::new(64 << 20);
        assert_eq!(full_tree(&tree, 4, 10), 11111);
        assert_eq!(size_below(&tree, ROOT), 11111);
        let (first, children) = tree.children(ROOT);
        let visits = children[3].visits();
        tree.promote(first + 3);
        assert_eq!(size_below(&tree, ROOT), 1111);
        assert_eq!(tree.node(ROOT).visits(), visits);
    }

    #[test]
    fn what_fits_half_of_the_slab_is_kept_whole() {
        let mut tree = Tree::new(8 << 20);
        let size = full_tree(&tree, 5, 9);
        assert_eq!(size, (9_usize.pow(6) - 1) / 8);
        tree.promote(ROOT);
        assert_eq!(size_below(&tree, ROOT), size);
    }

    #[test]
    fn chunks_are_filled_to_the_end_and_count_from_the_first_use() {
        let tree = Tree::new(4 << 20);
        let mut place = tree.take_place();
        // A chunk has 2^14 nodes of 32 bytes, and the root is in one of its own.
        for (count, chunks) in [(0, 1), (1 << 13, 2), (1 << 13, 2), (1, 3)] {
            assert!(tree.allocate(&mut place, count).is_some());
            assert_eq!(tree.bytes_in_use(), chunks << (14 + 5));
        }
    }

    #[test]
    fn a_tree_without_memory_to_grow_is_full_and_can_be_pruned() {
        let mut tree = Tree::new(64 << 20);
        tree.reserve = usize::MAX;
        for _ in 0..1000 {
            tree.node(ROOT).begin_visit();
        }
        full_tree(&tree, 6, 12);
        let fewest = u64::from(FEWEST_CHUNKS) * chunk_bytes(false);
        assert!(tree.is_full());
        assert_eq!(tree.bytes_in_use(), fewest);
        tree.promote(ROOT);
        assert!(!tree.is_full() && tree.bytes_in_use() <= fewest / 2);
        assert!(size_below(&tree, ROOT) > 1000);
        assert_eq!(tree.reserve, RESERVE, "what is left is for the next nodes");
    }

    #[test]
    fn chunks_of_the_tree_before_are_used_again_within_the_bound() {
        let mut tree = Tree::new(5 << 20);
        let bound = tree.chunks.len();
        for _ in 0..20 {
            tree.node(ROOT).begin_visit();
        }
        let size = full_tree(&tree, 4, 15);
        let before = tree.used.load(Ordering::Relaxed) as usize;
        for _ in 0..5 {
            tree.promote(ROOT);
            assert_eq!(size_below(&tree, ROOT), size);
            let used = tree.used.load(Ordering::Relaxed) as usize;
            let idle = tree.pool().len();
            assert!(idle >= before.min(bound - used) && idle + used <= bound);
        }
        let idle = tree.pool().len();
        let mut place = tree.take_place();
        assert!(tree.allocate(&mut place, 300).is_some());
        assert_eq!(tree.pool().len(), idle - 1);
    }

    #[test]
    fn threads_go_on_where_others_have_ended() {
        let tree = Tree::new(64 << 20);
        for _ in 0..100 {
            let mut place = tree.take_place();
            assert!(tree.allocate(&mut place, 10).is_some());
            tree.give_back(place);
        }
        assert_eq!(tree.used.load(Ordering::Relaxed), 2);
    }

    #[test]
    fn a_full_tree_is_pruned_to_half() {
        let mut tree = Tree::new(4 << 20);
        for _ in 0..1000 {
            tree.node(ROOT).begin_visit();
        }
        full_tree(&tree, 6, 12);
        assert!(tree.is_full());
        tree.promote(ROOT);
        assert!(!tree.is_full() && tree.bytes_in_use() <= 2 << 20);
        assert!(size_below(&tree, ROOT) > 1000);
    }
}
