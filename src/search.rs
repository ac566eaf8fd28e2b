//! Monte-Carlo tree search: by PUCT with a network, by RAVE with playouts.
//!
//! Coulom 2006, Kocsis and Szepesvári 2006; PUCT by Rosin 2011 in the form of `AlphaZero` (Silver et al. 2018), with much of David
//! Wu's `KataGo`; all-moves-as-first values in the tree (RAVE) by Gelly and Silver 2007 and 2011; a tree shared by threads
//! without locks by Enzenberger and Müller 2009.
//!
//! Values and statistics of a node are for the player who makes its move. A search keeps its tree between moves if the game
//! continues from its root.

mod branch;
mod evaluation;
mod leaf;
mod limits;
mod method;
mod node;
mod node_stats;
mod params;
mod playouts;
mod policy;
mod puct;
mod rave;
mod report;
mod request;
mod root;
mod tally;
mod tree;
mod twins;
mod worker;

pub use branch::Branch;
pub use params::{Overrides, SEARCH_PARAMS, SearchParam, SearchParamKind, SearchParams};
pub use policy::Policy;
pub use report::{HumanReport, LONGEST_LINE, MoveReport, PositionValue, Report};
pub use request::{Observer, Purpose, Request, Restriction};
pub use tally::Margins;

use crate::eval::Evaluator;
use crate::go::rules::Rules;
use crate::go::{Color, Counting, Game, Move, Points, Size};
use crate::rng::Rng;
use crate::threads::{Crew, processors, warn_of_fewer};
use leaf::Leaf;
use limits::Limits;
use method::{Method, Shared};
use node::Node;
use puct::{Biases, EvalCache, EvaluatedRoot, Puct};
use rave::Rave;
use root::Root;
use std::sync::Arc;
use std::{io, mem, thread};
use tally::Tally;
use tree::{ROOT, Tree};
use twins::Twins;
use worker::Worker;

/// Playouts where the budget sets no limit.
pub const DEFAULT_PLAYOUTS: u64 = 10_000;

/// Visits of a search with a network where the budget sets no limit.
pub const DEFAULT_VISITS: u64 = 400;

/// The parameter that is for analysis alone unless it is set.
const PRUNING: &str = "root_symmetry_pruning";

/// The part of the memory that the cache of evaluations may take.
const CACHE_SHARE: u64 = 4;

/// The most that people are taken to be for a pass where they can play, as in KataGo.
const MOST_OF_PASS: f32 = 0.95;

/// Visits of a node at which its sums are full, those of earlier searches included.
const MOST_VISITS: u32 = i32::MAX.cast_unsigned();

/// The visits for each leaf that a search asks about at once, at least.
const VISITS_OF_LEAF: u64 = 16;

/// How many leaves a search asks about at once, each from a thread that waits, if a back end wants some number of them. Where
/// few visits are asked for, so many would make it blind.
fn leaves_at_once(wanted: usize, visits: Option<u64>) -> usize {
    let enough = visits.unwrap_or(u64::MAX) / VISITS_OF_LEAF;
    let enough = usize::try_from(enough).unwrap_or(usize::MAX);
    wanted.min(enough.max(processors()))
}

/// A tree and what it was grown for.
#[derive(Debug)]
pub struct Search {
    overrides: Overrides,
    /// The most bytes of the tree.
    bytes: u64,
    tree: Tree,
    lineage: Option<Lineage>,
    evaluator: Evaluator,
    /// How the network errs; `None` until one is asked.
    biases: Option<Arc<Biases>>,
    /// What a network's searches have found in this game.
    known: EvalCache,
    /// As many as there are processors, or as a network wants, if it was not said.
    threads: Option<usize>,
    /// True if it was said that the system allows fewer.
    has_warned: bool,
}

impl Search {
    /// A search without a tree, for a number of threads and a bound of memory in bytes. It evaluates positions by the network
    /// where that knows the board, by playouts elsewhere.
    pub fn new(
        threads: impl Into<Option<usize>>,
        memory: u64,
        overrides: Overrides,
        evaluator: &Evaluator,
    ) -> Search {
        let of_cache = if evaluator.has_network() {
            memory / CACHE_SHARE
        } else {
            0
        };
        let memory = memory - of_cache;
        // While a tree is copied there are two, the second no more than half as large.
        let bytes = memory / 3 * 2;
        Search {
            overrides,
            bytes,
            tree: Tree::new(bytes),
            lineage: None,
            evaluator: evaluator.with_cache(of_cache),
            biases: None,
            known: EvalCache::default(),
            threads: threads.into(),
            has_warned: false,
        }
    }

    /// Forgets the tree.
    pub fn clear(&mut self) {
        self.tree.clear();
        self.lineage = None;
        self.evaluator.clear_cache();
        self.known.clear();
        if let Some(biases) = &self.biases {
            biases.clear();
        }
    }

    /// Returns true if a network evaluates positions on boards of a size, false if there are playouts.
    pub fn has_network_for(&self, size: Size) -> bool {
        self.evaluator.network_for(size).is_some()
    }

    /// The bytes that the tree takes now.
    pub fn bytes_in_use(&self) -> u64 {
        self.tree.bytes_in_use()
    }

    /// The part of the tree that was searched most: the moves with at least two visits and one in 500
    /// of all, each before its replies, the most visited of each node first.
    pub fn branches(&self) -> Vec<Branch> {
        branch::branches(&self.tree)
    }

    /// The moves from the root to each position below it that was visited, one way to each.
    pub fn ways(&self) -> Vec<Vec<Move>> {
        branch::ways(&self.tree)
    }

    /// Searches the position of a request within its budget, going on with the tree of the last search
    /// where the game goes on from there and the same moves are left out.
    pub fn run(&mut self, request: Request<'_>, rng: &mut Rng) -> Report {
        let Request { game, color, .. } = request;
        let size = game.board().size();
        let mut params = SearchParams::new(size, &self.overrides);
        if request.purpose.weighs_all() {
            // Reports have the real score, so the handicap bonus is off.
            params.handicap_points = 0.0;
        }
        if request.purpose == Purpose::Analyze {
            params.ignore_pre_root_history = params.analysis_ignore_pre_root_history;
        } else {
            params.wide_root_noise = 0.0;
            if !self.overrides.have(PRUNING) {
                // Games shall begin in any corner.
                params.root_symmetry_pruning = 0.0;
            }
        }
        let network = self.evaluator.network_for(size).cloned();
        if self.evaluator.has_network() && network.is_none() && self.lineage.is_none() {
            log::warn!("the network does not know boards of {size}: playouts instead");
        }
        if network.is_some() != self.tree.has_stats() {
            self.lineage = None;
            self.tree = if network.is_some() {
                Tree::with_stats(self.bytes)
            } else {
                Tree::new(self.bytes)
            };
        }
        self.go_on(Lineage::new(game, color, request.restriction.clone()));
        let human = self.human(game, color, &params, rng);
        if let Some(network) = &network {
            let wanted = || leaves_at_once(network.leaves_at_once(), request.budget.visits);
            let threads = self.threads.unwrap_or_else(wanted).max(1);
            let biases = self.biases.get_or_insert_with(|| Arc::new(Biases::new()));
            let start = EvaluatedRoot::new(network, (game, color), &params, rng);
            let mut known = mem::take(&mut self.known);
            let shared = (&*biases, &known);
            let puct = |_| Puct::new(network, shared, (game, color), start.clone(), &params, rng);
            let mut methods: Vec<Puct<'_>> = (0..threads).map(puct).collect();
            methods[0].recompute_all(&self.tree, color);
            let twins = if params.root_symmetry_pruning > 0.0 {
                Twins::of(game, color, &request.restriction)
            } else {
                Twins::default()
            };
            let is_whole = request.restriction.is_empty();
            let report = self.grow(request, &params, &twins, human.as_ref(), &mut methods);
            drop(methods);
            #[expect(clippy::cast_sign_loss, reason = "the range begins at 0")]
            let least_visits = params.eval_cache_min_visits as u32;
            if is_whole && least_visits > 0 {
                let root = Root::new(game, color, params.score_bonus);
                known.note(&root, &self.tree, least_visits);
            }
            self.known = known;
            report
        } else {
            let rave = |_| Rave::new(&params, size, rng.split());
            let threads = self.threads.unwrap_or_else(processors).max(1);
            let mut methods: Vec<Rave> = (0..threads).map(rave).collect();
            self.grow(
                request,
                &params,
                &Twins::default(),
                human.as_ref(),
                &mut methods,
            )
        }
    }

    /// Grows the tree by a method, of which each thread has one.
    fn grow<M: Method + Send>(
        &mut self,
        request: Request<'_>,
        params: &SearchParams,
        twins: &Twins,
        human: Option<&HumanReport>,
        methods: &mut [M],
    ) -> Report {
        let Request {
            game,
            color,
            purpose,
            budget,
            restriction,
            owners_by_move,
            mut observers,
            ..
        } = request;
        let root = Root::new(game, color, params.score_bonus).with_handicap(params.handicap_points);
        let mut policy = Policy::only_pass();
        methods[0].policy(&root, &mut Leaf::new(&root), &mut policy);
        policy.keep_legal(game, color);
        let plain = methods[0].plain_policy(&root);
        let plain = plain.unwrap_or_else(|| policy.clone());
        methods[0].begin(&self.tree, &policy);
        self.set_aside(twins);
        let unlimited = budget.deadline.is_none().then_some(M::DEFAULT_VISITS);
        let left = MOST_VISITS.saturating_sub(self.tree.node(ROOT).visits());
        let wanted = budget.visits.or(unlimited).unwrap_or(u64::MAX);
        let spends_all = budget.is_exact || (purpose.weighs_all() || purpose == Purpose::Ponder);
        let mut tally = Tally::new(owners_by_move);
        let most = wanted.min(left.into());
        let mut limits = Limits::new(&self.tree, &budget, M::PACE, most, spends_all);
        let report_of = |tree: &Tree, method: &M, tally: &Tally| Report {
            policy: plain.clone(),
            evaluation: method.root_evaluation(),
            human: human.cloned(),
            symmetries: twins.symmetries().to_vec(),
            ..Report::new(tree, &root, &policy, tally, &method.play_selection(tree))
        };
        let mut visits_at_pruning = None;
        loop {
            limits.resume(observers.iter().filter_map(Observer::due).min());
            let shared = Shared {
                tree: &self.tree,
                root: &root,
                params,
                restriction: &restriction,
                twins,
            };
            let refusal = sweep(shared, methods, &limits, &mut tally);
            if let Some((count, refusal)) = refusal.filter(|_| !self.has_warned) {
                warn_of_fewer(count, &refusal);
                self.has_warned = true;
            }
            limits.set_made(tally.visits);
            if limits.is_over() {
                break;
            }
            if self.tree.is_full() {
                if visits_at_pruning.replace(tally.visits) == Some(tally.visits) {
                    // Not even the pruned tree has memory for another visit.
                    break;
                }
                self.tree.promote(ROOT);
            }
            if limits.pauses() {
                let report = report_of(&self.tree, &methods[0], &tally);
                for observer in &mut observers {
                    observer.tell_if_due(&report);
                }
            }
        }
        Report {
            is_extended: limits.is_extended(),
            longest_gap: limits.longest_gap(),
            ..report_of(&self.tree, &methods[0], &tally)
        }
    }

    /// What people would play, if there is a network that tells it.
    fn human(
        &self,
        game: &Game,
        color: Color,
        params: &SearchParams,
        rng: &mut Rng,
    ) -> Option<HumanReport> {
        let network = self.evaluator.human_for(game.board().size())?;
        let evaluation = EvaluatedRoot::new(network, (game, color), params, rng).evaluation;
        let optimism = params.root_policy_optimism;
        let mut policy = Policy::of_network(&evaluation, optimism, game, color);
        policy.limit_pass(MOST_OF_PASS);
        Some(HumanReport { evaluation, policy })
    }

    /// Leaves moves of a kept root alone that other moves stand for, but for those that were searched already.
    fn set_aside(&self, twins: &Twins) {
        let (_, children) = self.tree.children(ROOT);
        let aside = children
            .iter()
            .filter(|child| twins.stands_aside(child.mv()));
        aside
            .filter(|child| child.visits() == 0)
            .for_each(Node::mark_illegal);
    }

    /// Makes the tree that of the present position.
    fn go_on(&mut self, lineage: Lineage) {
        let old = self.lineage.take();
        if old.as_ref().is_some_and(|old| !old.is_same_game(&lineage)) {
            self.known.clear();
        }
        let moves = old.and_then(|old| old.moves_to(&lineage));
        match moves.and_then(|moves| self.find(&moves)) {
            Some(ROOT) => {}
            Some(index) => self.tree.promote(index),
            None => self.tree.clear(),
        }
        self.lineage = Some(lineage);
    }

    /// The node after some moves from the root.
    fn find(&self, moves: &[Move]) -> Option<u32> {
        moves.iter().try_fold(ROOT, |index, &mv| {
            let (first, children) = self.tree.children(index);
            let place = children.iter().position(|child| child.mv() == mv)?;
            Some(first + place as u32)
        })
    }
}

/// Searches until the search is over or pauses, or the tree is full, in one thread for each method,
/// and sums up what the leaves were worth. If the system refuses threads, it returns how many there were, this one
/// among them, and why.
fn sweep(
    shared: Shared<'_>,
    methods: &mut [impl Method + Send],
    limits: &Limits<'_>,
    tally: &mut Tally,
) -> Option<(usize, io::Error)> {
    let empty = tally.emptied();
    let (own, others) = methods.split_first_mut()?;
    let mut own = Worker::new(shared, own, empty.clone());
    own.begin(limits);
    thread::scope(|scope| {
        // A worker takes a place in the tree, so that only one that has a thread is made.
        let works = others.iter_mut().map(|method| {
            let empty = empty.clone();
            move || Worker::new(shared, method, empty).work_to_end(limits)
        });
        let Crew { members, refusal } = Crew::start(scope, works);
        let count = 1 + members.len();
        tally.merge(&own.work_to_end(limits));
        for member in members {
            tally.merge(&member.join().expect("no evaluation panics"));
        }
        refusal.map(|refusal| (count, refusal))
    })
}

#[cfg(test)]
mod tests;

/// The way a game came to the root, and the moves that the search leaves out. Two of them show if the
/// later position lies in the tree of the earlier one, so that the search can go on with that tree.
#[derive(Clone, Debug, PartialEq)]
struct Lineage {
    size: Size,
    start: u64,
    rules: Rules,
    handed_to_white: Points,
    moves: Vec<(Color, Move)>,
    to_move: Color,
    restriction: Restriction,
}

impl Lineage {
    fn new(game: &Game, to_move: Color, restriction: Restriction) -> Lineage {
        Lineage {
            size: game.board().size(),
            start: game.position_after(0).board().hash(),
            rules: *game.rules(),
            handed_to_white: Counting::of(game).handed_to_white(),
            moves: game.moves().to_vec(),
            to_move,
            restriction,
        }
    }

    /// Returns true if a position of the same moves is worth the same.
    fn is_same_game(&self, other: &Lineage) -> bool {
        self.size == other.size
            && self.start == other.start
            && self.rules == other.rules
            && self.handed_to_white == other.handed_to_white
    }

    /// The moves from here to a later position of the same game; `None` if that is another game or if the
    /// players did not move in turn.
    fn moves_to(&self, later: &Lineage) -> Option<Vec<Move>> {
        let is_same_game = self.is_same_game(later) && self.restriction == later.restriction;
        let new = later.moves.strip_prefix(&self.moves[..])?;
        let mut turn = self.to_move;
        let in_turn = new.iter().all(|&(color, _)| {
            let fits = color == turn;
            turn = !turn;
            fits
        });
        (is_same_game && in_turn && turn == later.to_move)
            .then(|| new.iter().map(|&(_, mv)| mv).collect())
    }
}
