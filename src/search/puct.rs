//! Search with a network: each visit evaluates a leaf, whose moves enter the tree with their priors.
//!
//! PUCT is by Rosin 2011, in the form of `AlphaZero` (Silver et al. 2018). Most of what goes beyond that is from David Wu's
//! `KataGo`.

mod backup;
mod bias;
mod eval_cache;
mod evaluated_root;
mod mirror;
mod selection;
mod utility;

pub(super) use bias::Biases;
pub(super) use eval_cache::EvalCache;
pub(super) use evaluated_root::EvaluatedRoot;

use super::leaf::Leaf;
use super::limits::Pace;
use super::method::{Method, Shared, end_visits};
use super::node::{Children, MovePrior, Node};
use super::policy::Policy;
use super::report::PlaySelection;
use super::root::Root;
use super::tree::{Allocator, ROOT, Tree};
use crate::eval::NetEvaluator;
use crate::go::{ByColor, Color, Counting, Game, Move, Point, Points};
use crate::net::{NetInput, NetOutput};
use crate::rng::Rng;
use crate::search::evaluation::{Evaluation, Value};
use crate::search::params::SearchParams;
use crate::search::playouts::Playouts;
use backup::Backup;
use mirror::{Mirror, Reflection};
use selection::PuctFormula;
use std::sync::Arc;
use utility::Utility;

/// One thread's part of a search with a network.
#[derive(Debug)]
pub(super) struct Puct<'a> {
    network: &'a NetEvaluator,
    /// The root, and what the network says of it.
    start: EvaluatedRoot,
    /// The position of the last leaf.
    present: NetInput,
    /// How [optimistic](NetOutput::policy) the policy of the root is.
    optimism_root: f32,
    /// The same for positions below it.
    optimism: f32,
    /// The temperature of policies.
    temperature: f32,
    utility: Utility,
    selection: PuctFormula,
    backup: Backup,
    mixture: Option<Mixture>,
    /// The opponent, if he mirrors and that matters, and how the next choice changes by it.
    mirror: Option<Mirror>,
    reflection: Option<Reflection>,
    /// What earlier searches have found.
    known: &'a EvalCache,
    /// Moves of the root to positions that are known, each of which is tried.
    shown: Vec<Move>,
    candidates: Vec<(Move, MovePrior)>,
    /// Black's least and greatest margin at the end, where the rules bound it. A network may expect more than there is on
    /// boards of a size that it does not know.
    range: Option<[f64; 2]>,
}

impl<'a> Puct<'a> {
    /// The part of a thread in a search from the present position of a game. Boards below the root are never turned: a
    /// small network says something else of a board that is turned, which hides by how much moves differ.
    pub(super) fn new(
        network: &'a NetEvaluator,
        (biases, known): (&Arc<Biases>, &'a EvalCache),
        (game, color): (&Game, Color),
        start: EvaluatedRoot,
        params: &SearchParams,
        rng: &mut Rng,
    ) -> Puct<'a> {
        let size = game.board().size();
        let range = Counting::of(game).range(size);
        let range = range.map(|range| range.map(Points::as_f64));
        let expected = bounded(range, start.evaluation.score, color);
        let expected = (expected * f64::from(color.sign())) as f32;
        let utility = Utility::new(params, size, expected, start.evaluation.errors.is_some());
        let fights_mirror = params.anti_mirror > 0.0;
        let mirror = fights_mirror.then(|| Mirror::of(game, color)).flatten();
        Puct {
            network,
            present: start.input.clone(),
            start,
            optimism_root: params.root_policy_optimism,
            optimism: params.policy_optimism,
            temperature: params.nn_policy_temperature,
            utility,
            selection: PuctFormula::new(params),
            backup: if mirror.is_some() {
                Backup::plain(utility, biases.clone())
            } else {
                Backup::new(utility, params, biases.clone())
            },
            mixture: Mixture::new(params, rng),
            mirror,
            reflection: None,
            known,
            shown: Vec::new(),
            candidates: Vec::new(),
            range,
        }
    }

    /// Makes the statistics of a kept tree those of this search. `to_move` is the player at the root.
    pub(super) fn recompute_all(&mut self, tree: &Tree, to_move: Color) {
        self.backup.recompute_all(tree, to_move);
    }

    /// The position of a leaf below the root.
    fn input(&mut self, root: &Root<'_>, leaf: &Leaf) -> &NetInput {
        let moves = leaf
            .trace
            .iter()
            .map(|mv| mv.map_or(Move::Pass, Move::Play));
        let input = &mut self.present;
        input.become_later(&self.start.input, moves);
        input.ban(|at| leaf.plays(root).repeating.contains(at));
        if leaf.is_over(root) {
            input.end();
        }
        input
    }

    fn write(&self, root: &Root<'_>, output: &NetOutput, leaf: &mut Leaf) {
        let plays = leaf.plays(root).clone();
        let (board, evaluation) = (&leaf.board, &mut leaf.evaluation);
        let (balance, score, deviation) = (
            (output.win - output.loss) as f32,
            bounded(self.range, output.score, leaf.color) as f32,
            output.deviation as f32,
        );
        evaluation.score = bounded(self.range, output.lead, leaf.color) as f32;
        evaluation.final_score = score;
        evaluation.deviation = deviation;
        evaluation.weight = self.utility.weight(output.errors, score, leaf.color);
        for at in board.points() {
            evaluation.owners[at.index()] = output.owner(at);
        }
        let swayed = self.mirror.and_then(|mirror| mirror.sway(leaf, balance));
        let (balance, evaluation) = (swayed.unwrap_or(balance), &mut leaf.evaluation);
        evaluation.value = self.utility.value(balance, score, deviation, leaf.color);
        evaluation.win = f32::midpoint(balance, 1.0);
        let is_root = leaf.trace.is_empty();
        let optimism = if is_root {
            self.optimism_root
        } else {
            self.optimism
        };
        let policy = &mut evaluation.policy;
        policy.write_of_network(output, optimism, |at| plays.is_legal(at));
        policy.temper(self.temperature);
        if is_root {
            policy.temper(self.start.temperature);
        }
        if leaf.counts_stones(root) {
            let stones = ByColor::new_with(|color| leaf.board.stone_set(color));
            let stays = |at: Point, owner: Color| (output.owner(at) > 0.0) == (owner == leaf.color);
            let margin = root.counting.margin_of_stones(&stones, stays);
            self.write_margin(root, margin, leaf);
        }
    }

    /// Gives a leaf the value of a game that has ended with Black's margin.
    fn write_margin(&self, root: &Root<'_>, margin: Points, leaf: &mut Leaf) {
        leaf.evaluation.win = root.win_share(margin, leaf.color);
        leaf.evaluation.score = (margin * leaf.color.sign()).as_f64() as f32;
        self.utility.settle(leaf);
    }

    /// Makes what the network says of a leaf its evaluation.
    fn ask_network(&mut self, root: &Root<'_>, leaf: &mut Leaf) {
        let network = self.network;
        let output = if leaf.trace.is_empty() {
            self.start.evaluation.clone()
        } else {
            network.evaluate(self.input(root, leaf))
        };
        self.write(root, &output, leaf);
        if !leaf.trace.is_empty()
            && let Some(known) = self.known.get(root, leaf)
        {
            let evaluation = &mut leaf.evaluation;
            let (score, deviation) = (evaluation.final_score, evaluation.deviation);
            let balance = 2.0 * known.win - 1.0;
            evaluation.win = known.win;
            evaluation.value = self.utility.value(balance, score, deviation, leaf.color);
            evaluation.weight = known.weight();
        }
    }

    /// Gives children to the last node on the way to an evaluated leaf, if it has none.
    fn expand(&mut self, shared: &Shared<'_>, allocator: &mut Allocator, leaf: &Leaf) {
        let Some(&index) = leaf.path.last() else {
            return;
        };
        let node = shared.tree.node(shared.tree.original(index));
        if node.children() != Children::None || !node.claim() {
            return;
        }
        let policy = &leaf.evaluation.policy;
        let plays = leaf.plays(shared.root).possible.iter().map(Move::Play);
        let candidates = plays.chain([Move::Pass]).map(|mv| {
            let (probability, lost) = (policy.probability(mv) as f32, 0.0);
            (mv, MovePrior { probability, lost })
        });
        self.candidates.clear();
        self.candidates.extend(candidates);
        // The likeliest first: selection relies on it.
        self.candidates
            .sort_by(|(_, a), (_, b)| b.probability.total_cmp(&a.probability));
        shared.publish(allocator, node, leaf, &mut self.candidates);
    }
}

/// A player's margin that a network expects, within the range of Black's.
fn bounded(range: Option<[f64; 2]>, margin: f64, player: Color) -> f64 {
    match (range, player) {
        (None, _) => margin,
        (Some([least, most]), Color::Black) => margin.clamp(least, most),
        (Some([least, most]), Color::White) => margin.clamp(-most, -least),
    }
}

impl Method for Puct<'_> {
    const DEFAULT_VISITS: u64 = super::DEFAULT_VISITS;

    const PACE: Pace = Pace::OF_EVALUATIONS;

    fn policy(&mut self, root: &Root<'_>, leaf: &mut Leaf, policy: &mut Policy) {
        self.ask_network(root, leaf);
        policy.clone_from(&leaf.evaluation.policy);
        self.shown = self.known.moves(root);
    }

    fn plain_policy(&self, root: &Root<'_>) -> Option<Policy> {
        let is_tempered = self.start.temperature.total_cmp(&1.0).is_ne();
        is_tempered.then(|| {
            let (seen, optimism) = (&self.start.evaluation, self.optimism_root);
            let mut policy = Policy::of_network(seen, optimism, root.game, root.to_move);
            policy.temper(self.temperature);
            policy
        })
    }

    fn root_evaluation(&self) -> Option<Arc<NetOutput>> {
        Some(self.start.evaluation.clone())
    }

    fn play_selection(&self, tree: &Tree) -> PlaySelection {
        self.selection.play_selection(tree)
    }

    fn begin(&mut self, tree: &Tree, policy: &Policy) {
        // In a kept tree they have the probabilities of replies, which are more optimistic.
        let (_, children) = tree.children(ROOT);
        for child in children {
            child.set_probability(policy.probability(child.mv()) as f32);
        }
    }

    fn enter(&mut self, shared: &Shared<'_>, _: &mut Allocator, leaf: &mut Leaf) {
        self.reflection = self
            .mirror
            .and_then(|mirror| mirror.reflection(shared.root, leaf));
        let Some(&index) = leaf.path.last().filter(|&&index| index != ROOT) else {
            return;
        };
        if shared.tree.node(index).visits() == 1 {
            shared.tree.identify(index, leaf.key(shared.root));
        }
    }

    fn select(&self, tree: &Tree, parent: u32, children: &[Node]) -> Option<usize> {
        let is_untried = |child: &Node| {
            child.visits() == 0 && !child.is_illegal() && self.shown.contains(&child.mv())
        };
        let untried = if parent == ROOT && !self.shown.is_empty() {
            children.iter().position(is_untried)
        } else {
            None
        };
        let best = || {
            self.selection
                .best(tree, parent, children, self.reflection.as_ref())
        };
        untried.or_else(best)
    }

    fn goes_on(&self, root: &Root<'_>, leaf: &Leaf, child: &Node) -> bool {
        // On another way to the same position the move may have repeated nothing.
        child.visits() == 0 || !leaf.repeats(root, child.mv())
    }

    fn evaluate(&mut self, shared: &Shared<'_>, allocator: &mut Allocator, leaf: &mut Leaf) {
        self.ask_network(shared.root, leaf);
        if let Some(mixture) = &mut self.mixture {
            mixture.add(&self.utility, shared.root, leaf);
        }
        self.expand(shared, allocator, leaf);
    }

    fn count(&self, root: &Root<'_>, leaf: &mut Leaf) {
        self.write_margin(root, leaf.margin(root), leaf);
    }

    fn back_up(&mut self, shared: &Shared<'_>, leaf: &Leaf) {
        end_visits(shared.tree, leaf);
        self.backup.add(shared.tree, leaf);
    }
}

/// Playouts from each leaf.
const PLAYOUTS: u8 = 4;

/// Playouts whose mean is mixed into the evaluation of a leaf, but for its policy and deviation: a small network misses
/// captures and races that playouts find, and knows shapes that playouts do not (Silver et al. 2016).
#[derive(Debug)]
struct Mixture {
    playouts: Playouts,
    /// What the playouts together weigh; the network weighs the rest of 1.
    share: f32,
    /// Where the playouts are played.
    scratch: Option<Leaf>,
}

impl Mixture {
    /// The playouts that are asked for, if there are any.
    fn new(params: &SearchParams, rng: &mut Rng) -> Option<Mixture> {
        (params.mixture > 0.0).then(|| Mixture {
            playouts: Playouts::new(rng.split()),
            share: params.mixture,
            scratch: None,
        })
    }

    /// Mixes playouts into the evaluation of a leaf.
    fn add(&mut self, utility: &Utility, root: &Root<'_>, leaf: &mut Leaf) {
        let share = self.share / f32::from(PLAYOUTS);
        let scratch = self.scratch.get_or_insert_with(|| Leaf::new(root));
        leaf.evaluation.scale(1.0 - self.share);
        for _ in 0..PLAYOUTS {
            scratch.stand_at(leaf);
            self.playouts.evaluate(root, scratch);
            utility.settle(scratch);
            leaf.evaluation.add(&scratch.evaluation, share);
        }
    }
}

impl Evaluation {
    /// Leaves a part of everything but the policy and the deviation.
    fn scale(&mut self, part: f32) {
        self.value = self.value.times(part);
        self.win *= part;
        self.score *= part;
        self.final_score *= part;
        for owner in self.owners.iter_mut() {
            *owner *= part;
        }
    }

    /// Adds a part of another one, but for the policy and the deviation.
    fn add(&mut self, other: &Evaluation, part: f32) {
        self.value = Value(self.value.0 + other.value.times(part).0).min(Value::WIN);
        self.win += part * other.win;
        self.score += part * other.score;
        self.final_score += part * other.final_score;
        for (owner, other) in self.owners.iter_mut().zip(other.owners.iter()) {
            *owner += part * other;
        }
    }
}
