//! Positions that several threads ask about, evaluated together: that takes less time than one after the other.

use super::{Desk, Instructions, Network, Prediction, Situation};
use crate::go::Size;
use std::collections::{HashMap, VecDeque};
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::{iter, mem, slice};

/// The most positions that are evaluated together. More take hardly less time for each.
pub const LARGEST_BATCH: usize = 16;

/// Something that evaluates positions on boards of one size.
pub trait Evaluate: Send + Sync + 'static {
    /// What is said of each of them.
    fn evaluate(&self, situations: &[Situation], desk: &mut Desk) -> Vec<Prediction>;
}

/// Where any number of threads ask a network. Clones share it.
///
/// No more evaluations run at once than there are processors. A thread that finds one free evaluates its
/// position itself. Others wait, and a thread of the batcher, which ends when nobody waits any more, evaluates
/// some of their positions at once.
#[derive(Debug)]
pub struct Batcher<E = Network> {
    shared: Arc<Shared<E>>,
}

#[derive(Debug)]
struct Shared<E> {
    evaluator: E,
    /// Evaluations at once.
    most: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// In order of arrival.
    waiting: VecDeque<Question>,
    /// By the number of the question, until it is fetched; `None` if the evaluation failed.
    answers: HashMap<u64, Option<Prediction>>,
    /// Evaluations that run now, and positions in those of several.
    running: usize,
    positions: usize,
    /// Questions so far.
    asked: u64,
    /// Those that are not in use.
    desks: Vec<Desk>,
}

#[derive(Debug)]
struct Question {
    number: u64,
    situation: Situation,
    instructions: Instructions,
    asker: Thread,
}

impl Question {
    /// What all positions of a batch have in common.
    fn kind(&self) -> (Size, Instructions) {
        (self.situation.size(), self.instructions)
    }
}

impl<E> Clone for Batcher<E> {
    fn clone(&self) -> Batcher<E> {
        Batcher {
            shared: self.shared.clone(),
        }
    }
}

impl<E> PartialEq for Batcher<E> {
    /// Two are the same if they share a network.
    fn eq(&self, other: &Batcher<E>) -> bool {
        Arc::ptr_eq(&self.shared, &other.shared)
    }
}

impl Batcher {
    /// Evaluates positions with a network, as many batches at once as there are processors.
    #[must_use]
    pub fn new(network: Network) -> Batcher {
        let processors = thread::available_parallelism();
        Batcher::with(network, processors.map_or(1, NonZero::get))
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.shared.evaluator
    }

    /// What the network says of a position on a board that [it knows](Network::knows). Positions that are
    /// evaluated together with it do not change that.
    #[must_use]
    pub fn look(&self, situation: &Situation, instructions: Instructions) -> Prediction {
        self.ask(situation, instructions)
    }
}

impl<E: Evaluate> Batcher<E> {
    fn with(evaluator: E, most: usize) -> Batcher<E> {
        let state = Mutex::default();
        let shared = Shared {
            evaluator,
            most,
            state,
        };
        Batcher {
            shared: Arc::new(shared),
        }
    }

    fn ask(&self, situation: &Situation, instructions: Instructions) -> Prediction {
        let shared = &self.shared;
        let mut state = shared.state();
        if state.running < shared.most {
            state.running += 1;
            drop(state);
            let place = Place(self);
            let prediction = shared.evaluate_one(situation, instructions);
            drop(place);
            return prediction;
        }
        let number = state.add(situation.clone(), instructions);
        drop(state);
        loop {
            thread::park();
            let answer = shared.state().answers.remove(&number);
            if let Some(answer) = answer {
                // It failed for any of its positions. The one to blame is found by its own thread.
                return answer.unwrap_or_else(|| shared.evaluate_one(situation, instructions));
            }
        }
    }
}

/// The right to one of the evaluations that run at once.
struct Place<'a, E: Evaluate>(&'a Batcher<E>);

impl<E: Evaluate> Drop for Place<'_, E> {
    /// Gives it to a thread of the batcher if anybody waits.
    fn drop(&mut self) {
        let shared = &self.0.shared;
        let mut state = shared.state();
        if state.waiting.is_empty() {
            state.running -= 1;
            return;
        }
        drop(state);
        let server = shared.clone();
        let thread = thread::Builder::new().name("network".to_owned());
        if thread.spawn(move || server.serve()).is_err() {
            shared.serve();
        }
    }
}

impl<E: Evaluate> Shared<E> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Evaluates those who wait until nobody does, and leaves its place.
    fn serve(&self) {
        loop {
            let mut state = self.state();
            let Some(batch) = state.batch(self.most) else {
                state.running -= 1;
                return;
            };
            let mut desk = state.desk(batch[0].instructions);
            drop(state);
            let situation = |question: &Question| question.situation.clone();
            let situations: Vec<Situation> = batch.iter().map(situation).collect();
            let evaluate = AssertUnwindSafe(|| self.evaluator.evaluate(&situations, &mut desk));
            let answers = catch_unwind(evaluate);
            let mut state = self.state();
            state.positions -= batch.len();
            if answers.is_ok() {
                state.desks.push(desk);
            }
            let answers = answers.into_iter().flatten().map(Some);
            let answers = answers.chain(iter::repeat(None));
            for (question, answer) in batch.into_iter().zip(answers) {
                state.answers.insert(question.number, answer);
                question.asker.unpark();
            }
        }
    }

    fn evaluate_one(&self, situation: &Situation, instructions: Instructions) -> Prediction {
        let mut desk = self.state().desk(instructions);
        let mut predictions = self
            .evaluator
            .evaluate(slice::from_ref(situation), &mut desk);
        self.state().desks.push(desk);
        predictions.swap_remove(0)
    }
}

impl State {
    /// Adds a question of this thread and returns its number.
    fn add(&mut self, situation: Situation, instructions: Instructions) -> u64 {
        let number = self.asked;
        self.asked += 1;
        self.waiting.push_back(Question {
            number,
            situation,
            instructions,
            asker: thread::current(),
        });
        number
    }

    /// Takes the question that has waited longest and others of its kind. It is as many as leaves some for the
    /// evaluation that ends next: if all were in one, the other processors would be idle.
    fn batch(&mut self, most: usize) -> Option<Vec<Question>> {
        let share = (self.waiting.len() + self.positions).div_ceil(most + 1);
        let mut batch = vec![self.waiting.pop_front()?];
        for question in mem::take(&mut self.waiting) {
            if batch.len() < share.min(LARGEST_BATCH) && question.kind() == batch[0].kind() {
                batch.push(question);
            } else {
                self.waiting.push_back(question);
            }
        }
        self.positions += batch.len();
        Some(batch)
    }

    /// A desk for an instruction set.
    fn desk(&mut self, instructions: Instructions) -> Desk {
        let mut desk = self.desks.pop().unwrap_or_else(|| Desk::new(instructions));
        desk.machine = instructions.or_best();
        desk
    }
}

impl Evaluate for Network {
    fn evaluate(&self, situations: &[Situation], desk: &mut Desk) -> Vec<Prediction> {
        Network::evaluate(self, situations, desk)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::tiny_network;
    use super::*;
    use crate::go::rules::PRESETS;
    use crate::go::{Color, Game};
    use std::sync::mpsc;
    use std::thread::ScopedJoinHandle;

    /// A network that is watched.
    struct Watched<F>(Network, F);

    impl<F: Fn(&[Situation]) + Send + Sync + 'static> Evaluate for Watched<F> {
        fn evaluate(&self, situations: &[Situation], desk: &mut Desk) -> Vec<Prediction> {
            self.1(situations);
            self.0.evaluate(situations, desk)
        }
    }

    /// The empty board of three rows, with a komi that tells it from others.
    fn situation(columns: u64, number: u8) -> Situation {
        let mut game = Game::new(Size::new(columns, 3).unwrap(), PRESETS[0].rules);
        // As much komi as networks are told of on boards of this size.
        game.set_komi(f64::from(number) / 2.0);
        Situation::of(&game, Color::Black)
    }

    fn alone(situation: &Situation, instructions: Instructions) -> Prediction {
        let situations = slice::from_ref(situation);
        let mut answers = tiny_network().evaluate(situations, &mut Desk::new(instructions));
        answers.swap_remove(0)
    }

    /// Waits until the state is as it should be.
    fn wait_for<E: Evaluate>(batcher: &Batcher<E>, is_so: impl Fn(&State) -> bool) {
        while !is_so(&batcher.shared.state()) {
            thread::yield_now();
        }
    }

    /// Evaluates some positions, the first of them until the others wait. In each batch with the one that is
    /// `broken`, the evaluation panics. Returns the sizes of the batches and the answers.
    fn at_once(count: u8, broken: Option<u8>) -> (Vec<usize>, Vec<thread::Result<Prediction>>) {
        let (sender, sizes) = mpsc::channel();
        let (go, wait) = mpsc::channel();
        let wait = Mutex::new(wait);
        let broken = broken.map(|number| situation(4, number).standing());
        let watch = move |situations: &[Situation]| {
            sender.send(situations.len()).unwrap();
            if situations[0].standing() == situation(4, 0).standing() {
                let _: Result<(), _> = wait.lock().unwrap().recv();
            }
            let mut standings = situations.iter().map(Situation::standing);
            assert!(!standings.any(|at| Some(at) == broken), "as it should");
        };
        let batcher = &Batcher::with(Watched(tiny_network(), watch), 1);
        let answers = thread::scope(|scope| {
            let mut askers = Vec::new();
            for number in 0..count {
                let ask = move || batcher.ask(&situation(4, number), Instructions::Best);
                askers.push(scope.spawn(ask));
                let waiting = usize::from(number);
                wait_for(batcher, |state| {
                    state.running == 1 && state.waiting.len() == waiting
                });
            }
            go.send(()).unwrap();
            let answers = askers.into_iter().map(ScopedJoinHandle::join);
            answers.collect()
        });
        wait_for(batcher, |state| state.running == 0);
        let state = batcher.shared.state();
        assert!(state.waiting.is_empty() && state.answers.is_empty());
        assert_eq!(state.positions, 0);
        (sizes.try_iter().collect(), answers)
    }

    #[test]
    fn who_waits_is_evaluated_together() {
        let (sizes, answers) = at_once(6, None);
        assert_eq!(sizes, [1, 3, 1, 1]);
        for (answer, number) in answers.into_iter().zip(0..) {
            let right = alone(&situation(4, number), Instructions::Best);
            assert_eq!(answer.unwrap(), right);
        }
    }

    #[test]
    fn large_batches_keep_their_order() {
        let (sizes, answers) = at_once(40, None);
        assert_eq!(sizes, [1, LARGEST_BATCH, 12, 6, 3, 1, 1]);
        let answers: Vec<Prediction> = answers.into_iter().map(Result::unwrap).collect();
        for (number, answer) in (0..).zip(&answers) {
            assert!(
                *answer == alone(&situation(4, number), Instructions::Best),
                "{number}"
            );
            // Nobody could be given that of another.
            assert_eq!(answers.iter().filter(|&other| other == answer).count(), 1);
        }
    }

    #[test]
    fn an_evaluation_that_panics_costs_nobody_else_his_answer() {
        let (sizes, answers) = at_once(6, Some(2));
        // The three of the second batch are evaluated again.
        assert_eq!(sizes.len(), 7, "{sizes:?}");
        for (answer, number) in answers.into_iter().zip(0..) {
            let right = alone(&situation(4, number), Instructions::Best);
            assert_eq!(answer.ok(), (number != 2).then_some(right));
        }
    }

    #[test]
    fn everybody_gets_the_answer_to_his_own_question() {
        let (sender, seen) = mpsc::channel();
        let watch = move |situations: &[Situation]| {
            let sizes = situations.iter().map(Situation::size);
            sender.send(sizes.collect::<Vec<_>>()).unwrap();
        };
        let batcher = &Batcher::with(Watched(tiny_network(), watch), 2);
        let sets = [Instructions::Best, Instructions::Portable];
        thread::scope(|scope| {
            for asker in 0..9 {
                scope.spawn(move || {
                    let set = sets[usize::from(asker % 2)];
                    for question in 0..20 {
                        let situation = situation(4 + u64::from(asker % 3), 20 * asker + question);
                        assert_eq!(batcher.ask(&situation, set), alone(&situation, set));
                    }
                });
            }
        });
        wait_for(batcher, |state| state.running == 0);
        let state = batcher.shared.state();
        assert!(state.waiting.is_empty() && state.answers.is_empty());
        assert_eq!(state.positions, 0);
        for batch in seen.try_iter() {
            assert!(batch.len() <= 3, "nobody takes more than his share of nine");
            assert!(batch.iter().all(|&size| size == batch[0]));
        }
    }
}
