//! Batches: positions from several threads are evaluated together, which takes less time than one after the other.

#[cfg(all(loom, test))]
mod orders;

use super::backend::Backend;
use crate::net::{NetInput, NetOutput};
use crate::threads::checked::sync::{Arc, Mutex, MutexGuard};
use crate::threads::checked::thread::{self, Thread};
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::PoisonError;
use std::{iter, mem, slice};

/// Where any number of threads ask a back end. Clones share it.
///
/// No more evaluations run at once than the back end wants. A thread that finds one free evaluates its position itself.
/// Others wait, and a thread of the batcher, which ends when no thread waits any more, evaluates some of their positions at
/// once.
///
/// One lock guards all that threads share; there is no atomic number. That no thread waits in vain rests on four rules:
///
/// - Each evaluation has a place, of which there are as many as the back end wants. A place is taken under the lock. It is
///   given back under the lock, and only when no position waits; otherwise a thread of the batcher takes it over. So whoever
///   begins to wait has seen, under the same lock, a place whose owner will look at the queue again.
/// - An answer is there before its asker is woken. A wake that comes before the asker parks is kept by the system. As a wake may
///   also come without a reason, the asker looks for its answer after each one.
/// - An asker waits until it has its answer; nothing else removes its question. A search that is stopped meanwhile ends after
///   that, so that no answer is left over.
/// - A back end that panics leaves no answers, but wakes its askers all the same, and its place is given on.
///
/// The tests of loom in `batcher/orders.rs` break when one of these does.
#[derive(Clone, Debug)]
pub(super) struct Batcher {
    queue: Arc<Queue>,
}

#[derive(Debug)]
struct Queue {
    backend: Box<dyn Backend>,
    state: Mutex<QueueState>,
}

#[derive(Debug, Default)]
struct QueueState {
    /// In order of arrival.
    waiting: VecDeque<Pending>,
    /// By the number of the question, until it is fetched; `None` if the evaluation failed.
    answers: HashMap<u64, Option<NetOutput>>,
    /// Evaluations that run now, and positions in those of several.
    running: usize,
    positions: usize,
    /// Questions so far.
    asked: u64,
}

#[derive(Debug)]
struct Pending {
    number: u64,
    input: NetInput,
    asker: Thread,
}

impl Batcher {
    pub(super) fn new(backend: Box<dyn Backend>) -> Batcher {
        Batcher {
            queue: Arc::new(Queue {
                backend,
                state: Mutex::default(),
            }),
        }
    }

    /// The most positions that are worth evaluating together.
    pub(super) fn largest_batch(&self) -> usize {
        self.queue.backend.largest_batch()
    }

    /// About how many leaves of a search should be asked for at once.
    pub(super) fn leaves_at_once(&self) -> usize {
        self.queue.backend.leaves_at_once()
    }

    /// Evaluates a position. What is evaluated together with it does not change the answer.
    pub(super) fn evaluate(&self, input: &NetInput) -> NetOutput {
        let queue = &self.queue;
        let most = queue.most();
        let mut state = queue.state();
        if state.running < most {
            state.running += 1;
            drop(state);
            let slot = Slot(self);
            let output = queue.evaluate_one(input);
            drop(slot);
            return output;
        }
        let number = state.add(input.clone());
        drop(state);
        loop {
            thread::park();
            let answer = queue.state().answers.remove(&number);
            if let Some(answer) = answer {
                // It failed for any of its positions. The one to blame is found by its own thread.
                return answer.unwrap_or_else(|| queue.evaluate_one(input));
            }
        }
    }
}

/// The right to one of the evaluations that run at once.
struct Slot<'a>(&'a Batcher);

impl Drop for Slot<'_> {
    /// Gives it to a thread of the batcher if anybody waits.
    fn drop(&mut self) {
        let queue = &self.0.queue;
        let mut state = queue.state();
        if state.waiting.is_empty() {
            state.running -= 1;
            return;
        }
        drop(state);
        let server = queue.clone();
        let thread = thread::Builder::new().name("network".to_owned());
        if thread.spawn(move || server.serve()).is_err() {
            queue.serve();
        }
    }
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Evaluations at once: fewer or more where another back end had to take over.
    fn most(&self) -> usize {
        self.backend.batches_at_once().max(1)
    }

    /// Evaluates waiting positions until there are none, and leaves its place.
    fn serve(&self) {
        loop {
            let (most, largest) = (self.most(), self.backend.largest_batch());
            let mut state = self.state();
            let Some(batch) = state.batch(most, largest) else {
                state.running -= 1;
                return;
            };
            drop(state);
            let (askers, inputs): (Vec<(u64, Thread)>, Vec<NetInput>) = batch
                .into_iter()
                .map(|question| ((question.number, question.asker), question.input))
                .unzip();
            let answers = catch_unwind(AssertUnwindSafe(|| self.backend.evaluate(&inputs)));
            let mut state = self.state();
            state.positions -= inputs.len();
            let answers = answers.into_iter().flatten().map(Some);
            let answers = answers.chain(iter::repeat(None));
            for ((number, asker), answer) in askers.into_iter().zip(answers) {
                state.answers.insert(number, answer);
                asker.unpark();
            }
        }
    }

    fn evaluate_one(&self, input: &NetInput) -> NetOutput {
        self.backend.evaluate(slice::from_ref(input)).swap_remove(0)
    }
}

impl QueueState {
    /// Adds a question of this thread and returns its number.
    fn add(&mut self, input: NetInput) -> u64 {
        let number = self.asked;
        self.asked += 1;
        self.waiting.push_back(Pending {
            number,
            input,
            asker: thread::current(),
        });
        number
    }

    /// Takes the question that has waited longest and others on boards of its size, no more than the `largest` batch. It is
    /// as many as leaves some for the evaluation that ends next: if all were in one, the other processors would be idle.
    fn batch(&mut self, most: usize, largest: usize) -> Option<Vec<Pending>> {
        let share = (self.waiting.len() + self.positions).div_ceil(most + 1);
        let mut batch = vec![self.waiting.pop_front()?];
        let size = batch[0].input.size();
        for question in mem::take(&mut self.waiting) {
            if batch.len() < share.min(largest) && question.input.size() == size {
                batch.push(question);
            } else {
                self.waiting.push_back(question);
            }
        }
        self.positions += batch.len();
        Some(batch)
    }
}

#[cfg(test)]
mod tests {
    use super::super::processor::Processor;
    use super::*;
    use crate::go::rules::PRESETS;
    use crate::go::{Color, Game, Size};
    use crate::net::Instructions;
    use crate::net::tests::tiny_network;
    use std::fmt;
    use std::sync::{Arc, Mutex, mpsc};
    use std::thread::{self, ScopedJoinHandle};

    const LARGEST: usize = 16;

    /// A back end that is watched.
    struct Watched<F> {
        backend: Processor,
        at_once: usize,
        watch: F,
    }

    impl<F> fmt::Debug for Watched<F> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("Watched")
        }
    }

    impl<F: Fn(&[NetInput]) + Send + Sync> Backend for Watched<F> {
        fn evaluate(&self, inputs: &[NetInput]) -> Vec<NetOutput> {
            (self.watch)(inputs);
            self.backend.evaluate(inputs)
        }

        fn largest_batch(&self) -> usize {
            LARGEST
        }

        fn batches_at_once(&self) -> usize {
            self.at_once
        }
    }

    fn processor() -> Processor {
        Processor::new(Arc::new(tiny_network()), Instructions::Best)
    }

    fn batcher(at_once: usize, watch: impl Fn(&[NetInput]) + Send + Sync + 'static) -> Batcher {
        Batcher::new(Box::new(Watched {
            backend: processor(),
            at_once,
            watch,
        }))
    }

    /// The empty board of three rows, with a komi that distinguishes it from others.
    pub(super) fn input(columns: u64, number: u8) -> NetInput {
        let mut game = Game::new(Size::new(columns, 3).unwrap(), PRESETS[0].rules);
        // As much komi as networks see on boards of this size.
        game.set_komi(f64::from(number) / 2.0);
        NetInput::of(&game, Color::Black)
    }

    pub(super) fn alone(input: &NetInput) -> NetOutput {
        processor().evaluate(slice::from_ref(input)).swap_remove(0)
    }

    /// Waits until the state is as it should be.
    fn wait_for(batcher: &Batcher, is_so: impl Fn(&QueueState) -> bool) {
        while !is_so(&batcher.queue.state()) {
            thread::yield_now();
        }
    }

    /// Evaluates some positions, the first of them until the others wait. In each batch with the one that is
    /// `broken`, the evaluation panics. Returns the sizes of the batches and the answers.
    fn at_once(count: u8, broken: Option<u8>) -> (Vec<usize>, Vec<thread::Result<NetOutput>>) {
        let (sender, sizes) = mpsc::channel();
        let (go, wait) = mpsc::channel();
        let wait = Mutex::new(wait);
        let broken = broken.map(|number| input(4, number).key());
        let watch = move |inputs: &[NetInput]| {
            sender.send(inputs.len()).unwrap();
            if inputs[0].key() == input(4, 0).key() {
                let _: Result<(), _> = wait.lock().unwrap().recv();
            }
            let mut keys = inputs.iter().map(NetInput::key);
            assert!(!keys.any(|at| Some(at) == broken), "as it should");
        };
        let batcher = &batcher(1, watch);
        let answers = thread::scope(|scope| {
            let mut askers = Vec::new();
            for number in 0..count {
                let ask = move || batcher.evaluate(&input(4, number));
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
        let state = batcher.queue.state();
        assert!(state.waiting.is_empty() && state.answers.is_empty());
        assert_eq!(state.positions, 0);
        (sizes.try_iter().collect(), answers)
    }

    #[test]
    fn who_waits_is_evaluated_together() {
        let (sizes, answers) = at_once(6, None);
        assert_eq!(sizes, [1, 3, 1, 1]);
        for (answer, number) in answers.into_iter().zip(0..) {
            let right = alone(&input(4, number));
            assert_eq!(answer.unwrap(), right);
        }
    }

    #[test]
    fn large_batches_keep_their_order() {
        let (sizes, answers) = at_once(40, None);
        assert_eq!(sizes, [1, LARGEST, 12, 6, 3, 1, 1]);
        let answers: Vec<NetOutput> = answers.into_iter().map(Result::unwrap).collect();
        for (number, answer) in (0..).zip(&answers) {
            assert!(*answer == alone(&input(4, number)), "{number}");
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
            let right = alone(&input(4, number));
            assert_eq!(answer.ok(), (number != 2).then_some(right));
        }
    }

    #[test]
    fn everybody_gets_the_answer_to_his_own_question() {
        let (sender, seen) = mpsc::channel();
        let watch = move |inputs: &[NetInput]| {
            let sizes = inputs.iter().map(NetInput::size);
            sender.send(sizes.collect::<Vec<_>>()).unwrap();
        };
        let batcher = &batcher(2, watch);
        thread::scope(|scope| {
            for asker in 0..9 {
                scope.spawn(move || {
                    for question in 0..20 {
                        let input = input(4 + u64::from(asker % 3), 20 * asker + question);
                        assert_eq!(batcher.evaluate(&input), alone(&input));
                    }
                });
            }
        });
        wait_for(batcher, |state| state.running == 0);
        let state = batcher.queue.state();
        assert!(state.waiting.is_empty() && state.answers.is_empty());
        assert_eq!(state.positions, 0);
        for batch in seen.try_iter() {
            assert!(
                batch.len() <= 3,
                "no batch is larger than its share of nine"
            );
            assert!(batch.iter().all(|&size| size == batch[0]));
        }
    }
}
