//! A network as an evaluator.

use super::Knobs;
use super::appraise::Appraiser;
use super::bias::Biases;
use super::evaluator::{Evaluator, Leaf};
use super::policy::Policy;
use super::reserve::{self, RESERVE};
use super::root::Root;
use super::tree::Tree;
use super::utility::Utility;
use crate::go::{ByColor, Color, Counting, Game, Move, Point, Points};
use crate::net::{Batcher, Instructions, Prediction, Situation, Standing};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What one thread of a search sees with: one look of a network at each leaf.
#[derive(Debug)]
pub(super) struct Sight<'a> {
    eyes: &'a Eyes,
    /// The position of the root.
    start: Situation,
    /// The position of the last leaf.
    present: Situation,
    /// How [optimistic](Prediction::policy) the policy of the root is.
    optimism_root: f32,
    /// The same for positions below it.
    optimism: f32,
    utility: Utility,
    appraiser: Appraiser,
    /// Black's least and greatest margin at the end, where the rules bound it. A network may see more than there is on
    /// boards of a size that it does not know.
    range: Option<[f64; 2]>,
}

/// A network with what it has seen, and how it errs.
#[derive(Clone, Debug)]
pub(super) struct Eyes {
    network: Batcher,
    instructions: Instructions,
    memory: Arc<Memory>,
    biases: Arc<Biases>,
}

impl Eyes {
    /// A network that remembers as many predictions as there is room for in so many bytes.
    pub(super) fn new(network: Batcher, instructions: Instructions, bytes: u64) -> Eyes {
        Eyes {
            network,
            instructions,
            memory: Arc::new(Memory::new(bytes)),
            biases: Arc::new(Biases::new()),
        }
    }

    /// Forgets what it has seen.
    pub(super) fn forget(&self) {
        self.memory.clear();
        self.biases.clear();
    }

    /// What the network says of a position, at which it looks unless it remembers it.
    pub(super) fn see(&self, situation: &Situation) -> Arc<Prediction> {
        let standing = situation.standing();
        if let Some(seen) = self.memory.find(&standing) {
            return seen;
        }
        let seen = Arc::new(self.network.look(situation, self.instructions));
        self.memory.keep(standing, seen.clone());
        seen
    }
}

impl<'a> Sight<'a> {
    /// The sight of a thread in a search from the present position of a game. Boards are never turned: a
    /// small network says something else of a board that is turned, which hides by how much moves differ.
    pub(super) fn new(eyes: &'a Eyes, game: &Game, color: Color, knobs: &Knobs) -> Sight<'a> {
        let start = Situation::of(game, color);
        let size = game.board().size();
        let range = Counting::of(game).range(size);
        let range = range.map(|range| range.map(Points::as_f64));
        let expected = bounded(range, eyes.see(&start).score, color) * f64::from(color.sign());
        let utility = Utility::new(knobs, size, expected as f32);
        Sight {
            range,
            eyes,
            present: start.clone(),
            start,
            optimism_root: knobs.puct_optimism_root,
            optimism: knobs.puct_optimism,
            utility,
            appraiser: Appraiser::new(utility, knobs, eyes.biases.clone()),
        }
    }

    /// Makes the insights of a tree those of this search. `to_move` is the player at the root.
    pub(super) fn appraise_all(&mut self, tree: &Tree, to_move: Color) {
        self.appraiser.appraise_all(tree, to_move);
    }

    /// The position of a leaf.
    fn situation(&mut self, root: &Root<'_>, leaf: &Leaf) -> &Situation {
        let moves = leaf
            .trace
            .iter()
            .map(|mv| mv.map_or(Move::Pass, Move::Play));
        let situation = &mut self.present;
        situation.become_later(&self.start, moves);
        if !leaf.trace.is_empty() {
            situation.ban(|at| leaf.plays(root).repeating.contains(at));
            if root.is_over(leaf.passes) {
                situation.end();
            }
        }
        situation
    }

    fn write(&self, root: &Root<'_>, seen: &Prediction, leaf: &mut Leaf) {
        let plays = leaf.plays(root).clone();
        let (board, evaluation) = (&leaf.board, &mut leaf.evaluation);
        let (balance, score, deviation) = (
            (seen.win - seen.loss) as f32,
            bounded(self.range, seen.score, leaf.color) as f32,
            seen.deviation as f32,
        );
        evaluation.value = self.utility.value(balance, score, deviation, leaf.color);
        evaluation.win = f32::midpoint(balance, 1.0);
        evaluation.score = bounded(self.range, seen.lead, leaf.color) as f32;
        evaluation.final_score = score;
        evaluation.deviation = deviation;
        for at in board.points() {
            evaluation.owners[at.index()] = seen.owner(at);
        }
        let optimism = if leaf.trace.is_empty() {
            self.optimism_root
        } else {
            self.optimism
        };
        let policy = &mut evaluation.policy;
        policy.write_seen(seen, optimism, |at| plays.is_legal(at));
        if leaf.counts_stones(root) {
            let stones = ByColor::new_with(|color| leaf.board.stone_set(color));
            let stays = |at: Point, owner: Color| (seen.owner(at) > 0.0) == (owner == leaf.color);
            let margin = root.counting.margin_of_stones(&stones, stays);
            self.write_margin(root, margin, leaf);
        }
    }

    /// Gives a leaf the value of a game that has ended with Black's margin.
    fn write_margin(&self, root: &Root<'_>, margin: Points, leaf: &mut Leaf) {
        leaf.evaluation.win = root.win_share(margin, leaf.color);
        leaf.evaluation.score = (margin * leaf.color.sign()).as_f64() as f32;
        self.settle(leaf);
    }
}

/// A player's margin that a network has seen, within the range of Black's.
fn bounded(range: Option<[f64; 2]>, seen: f64, player: Color) -> f64 {
    match (range, player) {
        (None, _) => seen,
        (Some([least, most]), Color::Black) => seen.clamp(least, most),
        (Some([least, most]), Color::White) => seen.clamp(-most, -least),
    }
}

impl Sight<'_> {
    /// Gives a leaf the value of a game that has ended with its score.
    pub(super) fn settle(&self, leaf: &mut Leaf) {
        let (utility, color) = (&self.utility, leaf.color);
        let evaluation = &mut leaf.evaluation;
        let balance = 2.0 * evaluation.win - 1.0;
        evaluation.deviation = 0.0;
        evaluation.final_score = evaluation.score;
        evaluation.value = utility.value(balance, evaluation.score, 0.0, color);
    }
}

impl Evaluator for Sight<'_> {
    const TELLS_POLICY: bool = true;

    fn appraiser(&mut self) -> Option<&mut Appraiser> {
        Some(&mut self.appraiser)
    }

    fn policy(&mut self, root: &Root<'_>, leaf: &mut Leaf, policy: &mut Policy) {
        self.evaluate(root, leaf);
        policy.clone_from(&leaf.evaluation.policy);
    }

    fn evaluate(&mut self, root: &Root<'_>, leaf: &mut Leaf) {
        let eyes = self.eyes;
        let seen = eyes.see(self.situation(root, leaf));
        self.write(root, &seen, leaf);
    }

    fn count(&self, root: &Root<'_>, leaf: &mut Leaf) {
        self.write_margin(root, leaf.margin(root), leaf);
    }
}

/// Predictions by what matters of their positions, each at the one place that its hash gives it.
#[derive(Debug)]
struct Memory {
    places: Vec<Place>,
    /// Predictions that came to an empty place.
    taken: AtomicU32,
    /// True if no more empty places are taken, since there is no memory.
    is_full: AtomicBool,
}

/// A place for a prediction. Boxed, since most stay empty.
type Place = Mutex<Option<Box<(Standing, Arc<Prediction>)>>>;

/// About the bytes of a prediction for the largest board, with its place.
const BYTES_OF_PREDICTION: u64 = 5120;

/// Predictions between two looks at what memory is left.
const TAKEN_PER_LOOK: u32 = 64;

impl Memory {
    fn new(bytes: u64) -> Memory {
        let places = (bytes / BYTES_OF_PREDICTION).clamp(1, 1 << 20);
        Memory {
            places: (0..places).map(|_| Mutex::default()).collect(),
            taken: AtomicU32::new(0),
            is_full: AtomicBool::new(false),
        }
    }

    /// Returns true if an empty place may be taken.
    fn may_grow(&self) -> bool {
        let taken = self.taken.fetch_add(1, Ordering::Relaxed);
        if taken.is_multiple_of(TAKEN_PER_LOOK) {
            self.is_full
                .store(!reserve::is_there(RESERVE), Ordering::Relaxed);
        }
        !self.is_full.load(Ordering::Relaxed)
    }

    fn place(&self, standing: &Standing) -> &Place {
        let count = self.places.len() as u64;
        &self.places[(standing.hash() % count) as usize]
    }

    fn find(&self, standing: &Standing) -> Option<Arc<Prediction>> {
        let place = self.place(standing);
        let place = place.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, prediction) = place.as_deref()?;
        (known == standing).then(|| prediction.clone())
    }

    fn keep(&self, standing: Standing, prediction: Arc<Prediction>) {
        let place = self.place(&standing);
        let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
        if place.take().is_some() || self.may_grow() {
            *place = Some(Box::new((standing, prediction)));
        }
    }

    fn clear(&self) {
        for place in &self.places {
            *place.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Rules, Size};
    use crate::net::tests::tiny_network;

    #[test]
    fn a_memory_that_may_not_grow_forgets_one_thing_for_another() {
        let game = Game::new(Size::square(5), Rules::default());
        let situation = Situation::of(&game, Color::Black);
        let seen = Arc::new(Batcher::new(tiny_network()).look(&situation, Instructions::Best));
        let memory = Memory::new(1);
        // Not the first of its looks at what is left.
        memory.taken.store(1, Ordering::Relaxed);
        memory.is_full.store(true, Ordering::Relaxed);
        memory.keep(situation.standing(), seen.clone());
        assert!(memory.find(&situation.standing()).is_none());
        memory.is_full.store(false, Ordering::Relaxed);
        memory.keep(situation.standing(), seen.clone());
        memory.is_full.store(true, Ordering::Relaxed);
        let other = Situation::of(&game, Color::White);
        memory.keep(other.standing(), seen);
        assert!(memory.find(&other.standing()).is_some());
        assert!(memory.find(&situation.standing()).is_none());
    }
}
