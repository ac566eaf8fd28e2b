//! What a search spends its time on, for `kosumi bench search`.
//!
//! Workers tell a [`Probe`] what they are about to do. That of a search in earnest does nothing and
//! costs nothing; the one here asks the processor's clock each time.

use super::evaluator::Playouts;
use super::root::Root;
use super::tally::Tally;
use super::tree::{ROOT, Tree};
use super::worker::{Task, Worker};
use super::{Knobs, Overrides, Restriction};
use crate::clock::Budget;
use crate::go::{Color, Game};
use crate::playout::Local;
use crate::rng::Rng;
use crate::search::watch::Watch;
use std::fmt::Debug;
use std::time::{Duration, Instant};

/// A part of a playout's way through the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// From the root to a leaf.
    Descent,
    /// Finding the moves of a leaf with their priors.
    Expansion,
    /// From the leaf to the end of the game, counting included.
    Playout,
    /// Adding the result to the nodes.
    Backup,
}

impl Phase {
    /// All phases, in the order of a playout.
    pub const ALL: [Phase; 4] = [
        Phase::Descent,
        Phase::Expansion,
        Phase::Playout,
        Phase::Backup,
    ];
}

/// Listens to a worker.
pub(super) trait Probe: Debug {
    /// A phase begins, and the one before ends.
    fn enter(&mut self, phase: Phase);

    /// A playout of so many moves has ended, from the root on.
    fn end(&mut self, moves: usize);
}

/// Hears nothing.
#[derive(Debug)]
pub(super) struct Silent;

impl Probe for Silent {
    #[inline]
    fn enter(&mut self, _phase: Phase) {}

    #[inline]
    fn end(&mut self, _moves: usize) {}
}

/// Takes the time.
#[derive(Debug)]
struct Stopwatch {
    phase: Phase,
    since: Instant,
    times: [Duration; Phase::ALL.len()],
    moves: u64,
}

impl Stopwatch {
    fn new() -> Stopwatch {
        Stopwatch {
            phase: Phase::Descent,
            since: Instant::now(),
            times: [Duration::ZERO; Phase::ALL.len()],
            moves: 0,
        }
    }
}

impl Probe for Stopwatch {
    fn enter(&mut self, phase: Phase) {
        let now = Instant::now();
        self.times[self.phase as usize] += now - self.since;
        (self.phase, self.since) = (phase, now);
    }

    fn end(&mut self, moves: usize) {
        self.enter(Phase::Descent);
        self.moves += moves as u64;
    }
}

/// What a search in one thread was made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Playouts made.
    pub playouts: u64,
    /// Their moves from the root on, those in the tree included.
    pub moves: u64,
    /// Nodes of the tree at the end.
    pub nodes: u64,
    /// Bytes of a node.
    pub node_bytes: usize,
    /// The times of [`Phase::ALL`], those of taking them included (about 1 % of the whole).
    pub times: [Duration; Phase::ALL.len()],
}

/// Searches a position in this thread and takes the time of each phase.
#[must_use]
pub fn profile(game: &Game, color: Color, playouts: u64, rng: &mut Rng) -> Profile {
    let tree = Tree::new(MEMORY);
    let knobs = Knobs::new(game.board().size(), &Overrides::default());
    let root = Root::new(game, color, knobs.score_bonus);
    let budget = Budget::of_playouts(playouts);
    let watch = Watch::new(&tree, &budget, playouts, false);
    let mut stopwatch = Stopwatch::new();
    let unrestricted = Restriction::default();
    let task = Task {
        tree: &tree,
        root: &root,
        knobs: &knobs,
        restriction: &unrestricted,
    };
    let evaluator = Playouts::new(Local::new(&knobs), rng.split());
    let mut worker = Worker::new(task, evaluator, Tally::new(false), &mut stopwatch);
    worker.work(&watch);
    Profile {
        playouts: worker.finish().playouts,
        moves: stopwatch.moves,
        nodes: nodes_below(&tree, ROOT),
        node_bytes: std::mem::size_of::<super::node::Node>(),
        times: stopwatch.times,
    }
}

/// Bytes of the tree, more than a profile ever fills.
const MEMORY: u64 = 1 << 30;

/// The nodes from an index on, itself included.
fn nodes_below(tree: &Tree, index: u32) -> u64 {
    let (first, children) = tree.children(tree.node(index));
    let below = (0..children.len() as u32).map(|place| nodes_below(tree, first + place));
    1 + below.sum::<u64>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Rules, Size};

    #[test]
    fn every_phase_takes_time() {
        let game = Game::new(Size::square(5), Rules::default());
        let profile = profile(&game, Color::Black, 100, &mut Rng::new(1));
        assert!(profile.times.iter().all(|time| !time.is_zero()));
        assert!(profile.playouts <= 100 && profile.moves > 5 * profile.playouts);
        assert!(profile.nodes > 26);
    }
}
