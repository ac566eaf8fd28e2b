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
mod report;
mod root;
mod select;
mod tree;
mod worker;

pub use knobs::{KNOBS, Knob, Knobs, Overrides};
pub use report::{MoveReport, Report};

use crate::clock::Budget;
use crate::go::{Color, Game, Move};
use crate::playout::Ownership;
use crate::rng::Rng;
use root::{Root, Trunk};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use tree::{ROOT, Tree};
use worker::Worker;

/// Playouts where the budget sets no limit.
const DEFAULT_PLAYOUTS: u64 = 10_000;

/// Playouts between two looks at the clock and at the lead of the best move.
const PLAYOUTS_PER_LOOK: u64 = 64;

/// A tree and what it was grown for.
#[derive(Debug)]
pub struct Search {
    threads: usize,
    overrides: Overrides,
    tree: Tree,
    trunk: Option<Trunk>,
    ownership: Ownership,
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
            ownership: Ownership::new(),
        }
    }

    /// Forgets the tree.
    pub fn clear(&mut self) {
        self.tree.clear();
        self.trunk = None;
        self.ownership = Ownership::new();
    }

    /// Searches the moves of `color` in the present position of a game within a budget, going on
    /// with the tree of the last search where the game goes on from there.
    pub fn run(&mut self, game: &Game, color: Color, budget: &Budget, rng: &mut Rng) -> Report {
        let knobs = Knobs::new(game.board().size(), &self.overrides);
        self.go_on(game, color);
        let root = Root::new(game, color);
        let unlimited = budget.deadline.is_none().then_some(DEFAULT_PLAYOUTS);
        let most = budget.playouts.or(unlimited).unwrap_or(u64::MAX);
        self.ownership = Ownership::new();
        let mut done = 0;
        loop {
            done += self.sweep(&root, &knobs, most - done, budget, rng);
            if !self.tree.is_full() || done >= most || budget.is_out_of_time() {
                break;
            }
            self.tree.promote(ROOT);
        }
        if log::log_enabled!(log::Level::Debug) {
            report::log_root(&self.tree);
        }
        Report::new(&self.tree, done, self.ownership.clone())
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

    /// Searches until the playouts are made, time is out, nothing can change any more or the tree is
    /// full. Returns the playouts made.
    fn sweep(
        &mut self,
        root: &Root,
        knobs: &Knobs,
        playouts: u64,
        budget: &Budget,
        rng: &mut Rng,
    ) -> u64 {
        let tree = &self.tree;
        let started = AtomicU64::new(0);
        let work = |mut worker: Worker| {
            worker.work(playouts, &started, budget);
            worker.finish()
        };
        let outcomes: Vec<(u64, Ownership)> = if self.threads <= 1 {
            let stream = rng.split();
            vec![work(Worker::new(tree, root, knobs, stream))]
        } else {
            thread::scope(|scope| {
                let workers: Vec<_> = (0..self.threads)
                    .map(|_| {
                        let stream = rng.split();
                        let work = &work;
                        scope.spawn(move || work(Worker::new(tree, root, knobs, stream)))
                    })
                    .collect();
                workers
                    .into_iter()
                    .map(|worker| worker.join().expect("no playout panics"))
                    .collect()
            })
        };
        let mut done = 0;
        for (playouts, ownership) in &outcomes {
            done += playouts;
            self.ownership.merge(ownership);
        }
        done
    }
}

/// Takes the next playout out of a number of them, for whichever thread asks.
fn take(started: &AtomicU64, most: u64) -> Option<u64> {
    let number = started.fetch_add(1, Ordering::Relaxed);
    (number < most).then_some(number)
}
