//! Monte-Carlo tree search: playouts from the leaves of a tree that grows where they promise most.
//!
//! Coulom 2006, Kocsis and Szepesvári 2006; all-moves-as-first values in the tree (RAVE) by Gelly and
//! Silver 2007 and 2011; a tree shared by threads without locks by Enzenberger and Müller 2009.
//!
//! Values and statistics of a node are for the player who makes its move. A search keeps its tree
//! between moves as long as the game goes on from where it was.

mod backup;
mod expand;
mod knobs;
mod node;
mod profile;
mod report;
mod root;
mod select;
mod tree;
mod watch;
mod worker;

pub use knobs::{KNOBS, Knob, Knobs, Overrides};
pub use profile::{Phase, Profile, profile};
pub use report::{MoveReport, Report};

use crate::clock::Budget;
use crate::go::{Color, Game, Move};
use crate::playout::Ownership;
use crate::rng::Rng;
use profile::Silent;
use root::{Root, Trunk};
use std::thread;
use tree::{ROOT, Tree};
use watch::Watch;
use worker::Worker;

/// Playouts where the budget sets no limit.
const DEFAULT_PLAYOUTS: u64 = 10_000;

/// A tree and what it was grown for.
#[derive(Debug)]
pub struct Search {
    threads: usize,
    overrides: Overrides,
    tree: Tree,
    trunk: Option<Trunk>,
}

impl Search {
    /// A search without a tree, for a number of threads and a bound of memory in bytes.
    #[must_use]
    pub fn new(threads: usize, memory: u64, overrides: Overrides) -> Search {
        Search {
            // While a tree is copied there are two, the second no more than half as large.
            tree: Tree::new(memory / 3 * 2),
            threads,
            overrides,
            trunk: None,
        }
    }

    /// Forgets the tree.
    pub fn clear(&mut self) {
        self.tree.clear();
        self.trunk = None;
    }

    /// Searches the moves of `color` in the present position of a game within a budget, going on
    /// with the tree of the last search where the game goes on from there.
    pub fn run(&mut self, game: &Game, color: Color, budget: &Budget, rng: &mut Rng) -> Report {
        let knobs = Knobs::new(game.board().size(), &self.overrides);
        self.go_on(game, color);
        let root = Root::new(game, color);
        let unlimited = budget.deadline.is_none().then_some(DEFAULT_PLAYOUTS);
        let most = budget.playouts.or(unlimited).unwrap_or(u64::MAX);
        let mut ownership = Ownership::new();
        let watch = Watch::new(&self.tree, budget, most);
        let mut done = 0;
        loop {
            for (playouts, owners) in self.sweep(&root, &knobs, &watch, rng) {
                done += playouts;
                ownership.merge(&owners);
            }
            watch.set_made(done);
            if watch.is_over() || !self.tree.is_full() {
                break;
            }
            self.tree.promote(ROOT);
        }
        if log::log_enabled!(log::Level::Debug) {
            report::log_root(&self.tree);
        }
        Report::new(&self.tree, done, ownership)
    }

    /// Makes the tree that of the present position.
    fn go_on(&mut self, game: &Game, color: Color) {
        let trunk = Trunk::new(game, color);
        let moves = self.trunk.take().and_then(|old| old.moves_to(&trunk));
        match moves.and_then(|moves| self.find(&moves)) {
            Some(ROOT) => {}
            Some(index) => self.tree.promote(index),
            None => self.tree.clear(),
        }
        self.trunk = Some(trunk);
    }

    /// The node after some moves from the root.
    fn find(&self, moves: &[Move]) -> Option<u32> {
        moves.iter().try_fold(ROOT, |index, &mv| {
            let (first, children) = self.tree.children(self.tree.node(index));
            let place = children.iter().position(|child| child.mv() == mv)?;
            Some(first + place as u32)
        })
    }

    /// Searches until the search is over or the tree is full. Returns for each thread the playouts made
    /// and what they ended with.
    fn sweep(
        &self,
        root: &Root,
        knobs: &Knobs,
        watch: &Watch<'_>,
        rng: &mut Rng,
    ) -> Vec<(u64, Ownership)> {
        let tree = &self.tree;
        let work = |stream: Rng| {
            let mut probe = Silent;
            let mut worker = Worker::new(tree, root, knobs, stream, &mut probe);
            worker.work(watch);
            worker.finish()
        };
        if self.threads <= 1 {
            vec![work(rng.split())]
        } else {
            thread::scope(|scope| {
                let workers: Vec<_> = (0..self.threads)
                    .map(|_| {
                        let stream = rng.split();
                        let work = &work;
                        scope.spawn(move || work(stream))
                    })
                    .collect();
                workers
                    .into_iter()
                    .map(|worker| worker.join().expect("no playout panics"))
                    .collect()
            })
        }
    }
}
