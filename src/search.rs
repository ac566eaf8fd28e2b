//! Monte-Carlo tree search: playouts from the leaves of a tree that grows where they promise most.
//!
//! Coulom 2006, Kocsis and Szepesvári 2006; all-moves-as-first values in the tree (RAVE) by Gelly and
//! Silver 2007 and 2011; a tree shared by threads without locks by Enzenberger and Müller 2009.
//!
//! Values and statistics of a node are for the player who makes its move. A search keeps its tree
//! between moves as long as the game goes on from where it was.

mod backup;
mod branch;
mod criticality;
mod expand;
mod node;
mod observer;
mod profile;
mod report;
mod restriction;
mod root;
mod select;
mod tally;
mod tree;
mod watch;
mod worker;

pub use crate::knobs::{KNOBS, Knob, Knobs, Overrides};
pub use branch::Branch;
pub use observer::{Observer, Stage, Tell};
pub use profile::{Phase, Profile, profile};
pub use report::{LONGEST_LINE, MoveReport, Report};
pub use restriction::Restriction;
pub use tally::Margins;

use crate::clock::Budget;
use crate::go::{Color, Game, Move};
use crate::rng::Rng;
use criticality::Criticality;
use profile::Silent;
use root::{Root, Trunk};
use std::thread::{self, ScopedJoinHandle};
use tally::Tally;
use tree::{ROOT, Tree};
use watch::Watch;
use worker::{Task, Worker};

/// Playouts where the budget sets no limit.
const DEFAULT_PLAYOUTS: u64 = 10_000;

/// Visits of a node at which its sums are full, those of earlier searches included.
const MOST_VISITS: u32 = i32::MAX.cast_unsigned();

/// A tree and what it was grown for.
#[derive(Debug)]
pub struct Search {
    threads: usize,
    overrides: Overrides,
    tree: Tree,
    trunk: Option<Trunk>,
    restriction: Restriction,
    observer: Option<Observer>,
    criticality: Criticality,
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
            restriction: Restriction::default(),
            observer: None,
            criticality: Criticality::new(),
        }
    }

    /// Forgets the tree.
    pub fn clear(&mut self) {
        self.tree.clear();
        self.trunk = None;
    }

    /// The bytes that the tree takes now.
    #[must_use]
    pub fn bytes_in_use(&self) -> u64 {
        self.tree.bytes_in_use()
    }

    /// The part of the tree that was searched most: the moves with at least two visits and one in 500
    /// of all, each before its replies, the most visited of each node first.
    #[must_use]
    pub fn branches(&self) -> Vec<Branch> {
        branch::branches(&self.tree)
    }

    /// Leaves out some moves from now on. A tree that was grown otherwise is forgotten.
    pub fn restrict(&mut self, restriction: Restriction) {
        if self.restriction != restriction {
            self.restriction = restriction;
            self.clear();
        }
    }

    /// The moves that are left out.
    #[must_use]
    pub const fn restriction(&self) -> &Restriction {
        &self.restriction
    }

    /// Lets somebody listen to every search from now on, or nobody.
    pub fn observe(&mut self, observer: Option<Observer>) {
        self.observer = observer;
    }

    /// Searches the moves of `color` in the present position of a game within a budget, going on
    /// with the tree of the last search where the game goes on from there.
    pub fn run(&mut self, game: &Game, color: Color, budget: &Budget, rng: &mut Rng) -> Report {
        let knobs = Knobs::new(game.board().size(), &self.overrides);
        self.go_on(game, color);
        let root = Root::new(game, color);
        let unlimited = budget.deadline.is_none().then_some(DEFAULT_PLAYOUTS);
        let left = MOST_VISITS.saturating_sub(self.tree.node(ROOT).visits());
        let wanted = budget.playouts.or(unlimited).unwrap_or(u64::MAX);
        let most = wanted.min(left.into());
        let mut observer = self.observer.take();
        let wants_owners = |observer: &Observer| observer.wants_owners_by_move;
        let mut tally = Tally::new(observer.as_ref().is_some_and(wants_owners));
        let mut watch = Watch::new(&self.tree, budget, most);
        watch.resume(observer.as_ref().and_then(Observer::next));
        loop {
            self.sweep(&root, &knobs, &watch, rng, &mut tally);
            watch.set_made(tally.playouts);
            if watch.is_over() {
                break;
            }
            if self.tree.is_full() {
                self.tree.promote(ROOT);
            }
            if let Some(observer) = &mut observer
                && watch.pauses()
            {
                (observer.tell)(&Report::new(&self.tree, &root, &tally), Stage::Running);
                watch.resume(observer.next());
            }
        }
        if log::log_enabled!(log::Level::Debug) {
            report::log_root(&self.tree);
        }
        let report = Report::new(&self.tree, &root, &tally);
        if let Some(observer) = &mut observer {
            (observer.tell)(&report, Stage::Done);
        }
        self.observer = observer;
        report
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
        self.criticality.clear();
    }

    /// The node after some moves from the root.
    fn find(&self, moves: &[Move]) -> Option<u32> {
        moves.iter().try_fold(ROOT, |index, &mv| {
            let (first, children) = self.tree.children(self.tree.node(index));
            let place = children.iter().position(|child| child.mv() == mv)?;
            Some(first + place as u32)
        })
    }

    /// Searches until the search is over or pauses, or the tree is full, and counts what the playouts
    /// end with.
    fn sweep(
        &self,
        root: &Root,
        knobs: &Knobs,
        watch: &Watch<'_>,
        rng: &mut Rng,
        tally: &mut Tally,
    ) {
        let task = Task {
            tree: &self.tree,
            root,
            knobs,
            restriction: &self.restriction,
            criticality: &self.criticality,
        };
        let work = |stream: Rng| {
            let mut probe = Silent;
            let mut worker = Worker::new(task, stream, tally.of_no_playouts(), &mut probe);
            worker.work(watch);
            worker.finish()
        };
        let parts = if self.threads <= 1 {
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
                let join =
                    |worker: ScopedJoinHandle<'_, Tally>| worker.join().expect("no playout panics");
                workers.into_iter().map(join).collect()
            })
        };
        for part in &parts {
            tally.merge(part);
        }
    }
}

#[cfg(test)]
mod tests;
