//! A method that makes no playouts.

#![expect(clippy::cast_precision_loss, reason = "points of a small board")]

use crate::clock::Budget;
use crate::go::{Color, Game, Move, Point, Rules, Size};
use crate::rng::Rng;
use crate::search::evaluation::Value;
use crate::search::leaf::Leaf;
use crate::search::limits::{Limits, Pace};
use crate::search::method::{Method, Shared, end_visits};
use crate::search::node::Node;
use crate::search::params::{Overrides, SearchParams};
use crate::search::policy::Policy;
use crate::search::rave::{Rave, tests::expand_by};
use crate::search::report::Report;
use crate::search::root::Root;
use crate::search::tally::Tally;
use crate::search::tree::{Allocator, ROOT, Tree};
use crate::search::twins::Twins;
use crate::search::{Restriction, sweep};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Likes stones on the third row, and thinks of one point before all others.
#[derive(Debug)]
struct Taste {
    favorite: Move,
    rave: Rave,
}

impl Taste {
    fn new(favorite: Move, params: &SearchParams) -> Taste {
        let rave = Rave::new(params, Size::square(5), Rng::new(1));
        Taste { favorite, rave }
    }

    fn write_policy(favorite: Move, leaf: &Leaf, policy: &mut Policy) {
        let board = &leaf.board;
        let empty = board.points().filter(|&at| board.is_empty_at(at));
        let empty: Vec<Point> = empty.collect();
        // Three quarters of the probability beside what all get.
        let even = 0.25 / empty.len() as f32;
        let liked = |at| {
            if Move::Play(at) == favorite {
                0.75
            } else {
                0.0
            }
        };
        policy.set(empty.into_iter().map(|at| (at, even + liked(at))), 0.01);
    }
}

impl Method for Taste {
    const DEFAULT_VISITS: u64 = 1;

    const PACE: Pace = Pace::OF_PLAYOUTS;

    fn policy(&mut self, _: &Root<'_>, leaf: &mut Leaf, policy: &mut Policy) {
        Taste::write_policy(self.favorite, leaf, policy);
    }

    fn enter(&mut self, shared: &Shared<'_>, allocator: &mut Allocator, leaf: &mut Leaf) {
        let favorite = self.favorite;
        expand_by(&mut self.rave, shared, allocator, leaf, |leaf, policy| {
            Taste::write_policy(favorite, leaf, policy);
        });
    }

    fn select(&self, tree: &Tree, parent: u32, children: &[Node]) -> Option<usize> {
        self.rave.select(tree, parent, children)
    }

    fn evaluate(&mut self, _: &Shared<'_>, _: &mut Allocator, leaf: &mut Leaf) {
        let stones = |color: Color| {
            let on_row = |at: &_| leaf.board.color_at(*at) == Some(color);
            let row = leaf.board.points().filter(|at| at.row() == 2);
            row.filter(on_row).count() as f32
        };
        let balance = stones(leaf.color) - stones(!leaf.color);
        leaf.evaluation.value = Value::new(0.5 + 0.1 * balance);
        leaf.evaluation.score = 3.0 * balance;
        leaf.evaluation.owners.fill(balance.clamp(-1.0, 1.0));
    }

    fn count(&self, _: &Root<'_>, _: &mut Leaf) {}

    fn back_up(&mut self, shared: &Shared<'_>, leaf: &Leaf) {
        end_visits(shared.tree, leaf);
    }
}

/// After some evaluations either has a fault or waits for that of the other thread, so that both have their turn.
#[derive(Debug)]
struct Faulty<'a> {
    taste: Taste,
    left: u32,
    faults: bool,
    has_happened: &'a AtomicBool,
}

impl Method for Faulty<'_> {
    const DEFAULT_VISITS: u64 = Taste::DEFAULT_VISITS;

    const PACE: Pace = Taste::PACE;

    fn policy(&mut self, root: &Root<'_>, leaf: &mut Leaf, policy: &mut Policy) {
        self.taste.policy(root, leaf, policy);
    }

    fn enter(&mut self, shared: &Shared<'_>, allocator: &mut Allocator, leaf: &mut Leaf) {
        self.taste.enter(shared, allocator, leaf);
    }

    fn select(&self, tree: &Tree, parent: u32, children: &[Node]) -> Option<usize> {
        self.taste.select(tree, parent, children)
    }

    fn evaluate(&mut self, shared: &Shared<'_>, allocator: &mut Allocator, leaf: &mut Leaf) {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 && self.faults {
            self.has_happened.store(true, Ordering::Relaxed);
            panic!("a fault for a test");
        }
        while self.left == 0 && !self.has_happened.load(Ordering::Relaxed) {
            thread::yield_now();
        }
        self.taste.evaluate(shared, allocator, leaf);
    }

    fn count(&self, root: &Root<'_>, leaf: &mut Leaf) {
        self.taste.count(root, leaf);
    }

    fn back_up(&mut self, shared: &Shared<'_>, leaf: &Leaf) {
        self.taste.back_up(shared, leaf);
    }
}

/// Numbers by which a leaf gets children at its second visit, and nothing is learned from later moves.
fn params(game: &Game) -> SearchParams {
    SearchParams {
        expand_visits: 1.0,
        prior_learned: 20.0,
        ..SearchParams::new(game.board().size(), &Overrides::default())
    }
}

/// The report of a search in some threads.
fn report(game: &Game, color: Color, threads: usize, favorite: &str) -> Report {
    let favorite = favorite.parse().unwrap();
    let taste = |_| Taste::new(favorite, &params(game));
    let mut methods: Vec<Taste> = (0..threads).map(taste).collect();
    search(game, color, &mut methods)
}

/// The report of a search of 3,000 visits by these methods.
fn search(game: &Game, color: Color, methods: &mut [impl Method + Send]) -> Report {
    let params = params(game);
    let tree = Tree::new(16 << 20);
    let root = Root::new(game, color, params.score_bonus);
    let shared = Shared {
        tree: &tree,
        root: &root,
        params: &params,
        restriction: &Restriction::default(),
        twins: &Twins::default(),
    };
    let mut policy = Policy::only_pass();
    methods[0].policy(&root, &mut Leaf::new(&root), &mut policy);
    policy.keep_legal(game, color);
    let budget = Budget::of_visits(3000);
    let limits = Limits::new(&tree, &budget, Pace::OF_PLAYOUTS, 3000, true);
    let mut tally = Tally::new(false);
    sweep(shared, methods, &limits, &mut tally);
    assert_eq!((tally.visits, tree.node(ROOT).visits()), (3000, 3000));
    Report::new(
        &tree,
        &root,
        &policy,
        &tally,
        &methods[0].play_selection(&tree),
    )
}

#[test]
fn a_tree_grows_from_evaluations_without_playouts() {
    let game = Game::new(Size::square(5), Rules::default());
    for threads in [1, 2] {
        for color in Color::ALL {
            let report = report(&game, color, threads, "B2");
            let best = report.moves[0].mv.point().unwrap();
            assert_eq!(best.row(), 2, "{threads} {color}: {best}");
            assert!(report.moves.iter().all(|found| found.amaf_visits <= 0.0));
            // Whoever moves first has the better of it, and all visits have ended.
            assert!(report.value > 0.5 && report.margins.mean() > 0.0);
            let (center, sign) = ("C3".parse().unwrap(), f64::from(color.sign()));
            assert!(sign * report.ownership.at(center) > 0.0);
            let visits: u64 = report
                .moves
                .iter()
                .map(|found| u64::from(found.visits))
                .sum();
            // The root has children before the first of them is chosen.
            assert_eq!(visits, 3000);
        }
    }
}

#[test]
fn what_the_policy_likes_is_tried_first() {
    let game = Game::new(Size::square(5), Rules::default());
    for favorite in ["A1", "E2", "C5"] {
        let report = report(&game, Color::Black, 1, favorite);
        let visits = |mv: Move| report.of(mv).map_or(0, |found| found.visits);
        let favorite: Move = favorite.parse().unwrap();
        let others = report.moves.iter().filter(|found| {
            found.mv != favorite && found.mv.point().is_some_and(|at| at.row() != 2)
        });
        let most = others.map(|found| found.visits).max().unwrap_or(0);
        assert!(visits(favorite) > most, "{favorite}: {most}");
    }
}

#[test]
fn a_fault_in_any_thread_ends_the_search_and_is_told() {
    let game = Game::new(Size::square(5), Rules::default());
    let taste = || Taste::new("B2".parse().unwrap(), &params(&game));
    for faulty in 0..2 {
        let has_happened = AtomicBool::new(false);
        let method = |number| Faulty {
            taste: taste(),
            left: 10,
            faults: number == faulty,
            has_happened: &has_happened,
        };
        let mut methods: Vec<Faulty<'_>> = (0..2).map(method).collect();
        let searching = AssertUnwindSafe(|| search(&game, Color::Black, &mut methods));
        assert!(catch_unwind(searching).is_err(), "thread {faulty}");
    }
}
