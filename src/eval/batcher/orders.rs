//! No thread waits in vain for an evaluation, in whatever order threads take their turns.
//!
//! loom runs each test once for every such order, and fails where all threads wait. `scripts/sanitize.sh loom` builds these
//! tests with `--cfg loom`. As three threads may take turns in too many ways, a thread is interrupted where it could go on
//! no more than a few times in all.

use super::tests::{alone, input};
use super::*;
use crate::clock::Stop;
use std::panic::resume_unwind;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How often a thread is interrupted in one order: all that was ever found is found with three.
const INTERRUPTIONS: usize = 4;

/// Positions, and what the network says of them.
static KNOWN: LazyLock<Vec<(NetInput, NetOutput)>> = LazyLock::new(|| {
    let known = |number| {
        let input = input(4, number);
        let output = alone(&input);
        (input, output)
    };
    (0..3).map(known).collect()
});

/// A back end that looks the answers up, and panics at the position of one number.
#[derive(Debug, Default)]
struct LookUp {
    broken: Option<usize>,
    at_once: usize,
    running: Mutex<usize>,
    /// The most evaluations at once so far, which loom need not see.
    most: Arc<AtomicUsize>,
}

impl Backend for LookUp {
    fn evaluate(&self, inputs: &[NetInput]) -> Vec<NetOutput> {
        let running = |change: isize| {
            let mut running = self.running.lock().unwrap();
            *running = running.strict_add_signed(change);
            self.most.fetch_max(*running, Ordering::Relaxed);
        };
        running(1);
        let find = |input: &NetInput| {
            KNOWN
                .iter()
                .position(|(known, _)| known.key() == input.key())
        };
        let numbers: Vec<usize> = inputs.iter().filter_map(find).collect();
        running(-1);
        if numbers.iter().any(|&number| Some(number) == self.broken) {
            // A panic of which nothing is printed.
            resume_unwind(Box::new(()));
        }
        numbers
            .iter()
            .map(|&number| KNOWN[number].1.clone())
            .collect()
    }

    fn largest_batch(&self) -> usize {
        2
    }

    fn batches_at_once(&self) -> usize {
        self.at_once
    }
}

/// Runs a test in all orders.
fn in_all_orders(test: impl Fn() + Send + Sync + 'static) {
    // The network is no part of what is tried.
    LazyLock::force(&KNOWN);
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(INTERRUPTIONS);
    model.check(test);
}

/// Asks for the position of a number. Returns true if the answer came, which must be the right one.
fn asks(batcher: &Batcher, number: usize) -> bool {
    let (input, right) = &KNOWN[number];
    let answer = catch_unwind(AssertUnwindSafe(|| batcher.evaluate(input)));
    answer.is_ok_and(|answer| {
        assert!(answer == *right, "the answer to another question");
        true
    })
}

/// Waits until nothing runs, and asserts that nothing is left.
fn ends_empty(batcher: &Batcher) {
    while batcher.queue.state().running > 0 {
        thread::yield_now();
    }
    let state = batcher.queue.state();
    assert!(state.waiting.is_empty() && state.answers.is_empty());
    assert_eq!(state.positions, 0);
}

/// Three threads ask one question each. Returns who got an answer, and the most evaluations that ran at once.
fn three_ask(at_once: usize, broken: Option<usize>) -> ([bool; 3], usize) {
    let most = Arc::new(AtomicUsize::new(0));
    let batcher = Batcher::new(Box::new(LookUp {
        broken,
        at_once,
        most: most.clone(),
        ..LookUp::default()
    }));
    let others = [1, 2].map(|number| {
        let batcher = batcher.clone();
        thread::spawn(move || asks(&batcher, number))
    });
    let first = asks(&batcher, 0);
    let [second, third] = others.map(|other| other.join().unwrap());
    ends_empty(&batcher);
    ([first, second, third], most.load(Ordering::Relaxed))
}

#[test]
fn each_thread_is_woken_with_the_answer_to_its_own_question() {
    for at_once in [1, 2] {
        in_all_orders(move || {
            let (answered, most) = three_ask(at_once, None);
            assert_eq!(answered, [true; 3]);
            assert!(most <= at_once, "{most} at once");
        });
    }
}

#[test]
fn a_panic_leaves_no_thread_waiting() {
    for broken in [0, 1] {
        in_all_orders(move || {
            let (answered, _) = three_ask(1, Some(broken));
            assert_eq!(answered, [0, 1, 2].map(|number| number != broken));
        });
    }
}

#[test]
fn a_search_that_is_stopped_while_it_waits_ends_with_its_answer() {
    in_all_orders(|| {
        let batcher = Batcher::new(Box::new(LookUp {
            at_once: 1,
            ..LookUp::default()
        }));
        let stop = Stop::default();
        let search = {
            let (batcher, stop) = (batcher.clone(), stop.clone());
            thread::spawn(move || {
                assert!(asks(&batcher, 1));
                // Each visit lets others take their turn.
                while !stop.is_raised() {
                    thread::yield_now();
                }
            })
        };
        stop.raise();
        assert!(asks(&batcher, 0));
        search.join().unwrap();
        // Others still are answered.
        assert!(asks(&batcher, 2));
        ends_empty(&batcher);
    });
}
