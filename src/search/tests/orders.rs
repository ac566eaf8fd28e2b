//! What one thread may see of what another has written, in every order that the memory model allows.
//!
//! loom runs each test once for every way in which the threads may take turns, and for every old value that a load without
//! order may still see. `scripts/sanitize.sh loom` builds these tests with `--cfg loom`; without it there are none.

use crate::go::Move;
use crate::search::evaluation::{Evaluation, Value};
use crate::search::node::{Children, MovePrior, Node};
use crate::search::node_stats::NodeStats;
use loom::sync::Arc;
use loom::thread;

/// The index of the only block of children.
const FIRST: u32 = 16;

/// A node, and room for children in which an earlier tree has left its own.
#[derive(Default)]
struct Family {
    parent: Node,
    children: [Node; 2],
}

fn play(name: &str) -> Move {
    Move::Play(name.parse().unwrap())
}

fn prior(probability: f32) -> MovePrior {
    let lost = 0.0;
    MovePrior { probability, lost }
}

fn family() -> Arc<Family> {
    let family = Family::default();
    for child in &family.children {
        child.reset(Move::Pass, prior(0.5));
        child.begin_visit();
    }
    Arc::new(family)
}

/// Makes the children, if this thread is the first to claim that.
fn expand(family: &Family) -> bool {
    let claims = family.parent.children() == Children::None && family.parent.claim();
    if claims {
        for (child, name) in family.children.iter().zip(["C3", "D4"]) {
            child.reset(play(name), prior(1.0));
        }
        family.parent.publish(FIRST, 2);
    }
    claims
}

/// Looks at the children if they are shown. Returns true if they are.
fn look(family: &Family) -> bool {
    let Children::At { first, count } = family.parent.children() else {
        return false;
    };
    assert_eq!((first, count), (FIRST, 2));
    for (child, name) in family.children.iter().zip(["C3", "D4"]) {
        assert_eq!(child.mv(), play(name));
        assert!(child.prior() > 0.99 && child.visits() == 0);
        assert_eq!(child.children(), Children::None);
    }
    true
}

#[test]
fn children_are_made_once_and_seen_whole() {
    loom::model(|| {
        let family = family();
        let other = {
            let family = family.clone();
            thread::spawn(move || {
                let has_made = expand(&family);
                let has_seen = look(&family);
                assert!(has_seen || !has_made);
                has_made
            })
        };
        let has_seen = look(&family);
        let has_made = expand(&family);
        assert!(!(has_seen && has_made));
        assert_ne!(has_made, other.join().unwrap(), "one of both");
        assert!(look(&family));
    });
}

#[test]
fn a_claim_that_is_given_back_can_be_taken() {
    loom::model(|| {
        let family = family();
        let other = {
            let family = family.clone();
            thread::spawn(move || {
                if family.parent.claim() {
                    family.parent.disclaim();
                }
            })
        };
        let has_made = expand(&family);
        other.join().unwrap();
        assert!(has_made || expand(&family));
        assert!(look(&family));
    });
}

#[test]
fn visits_and_values_add_up() {
    loom::model(|| {
        let node = Arc::new(Node::default());
        let other = {
            let node = node.clone();
            thread::spawn(move || {
                node.begin_visit();
                node.end_visit(Value::WIN);
            })
        };
        node.begin_visit();
        node.end_visit(Value(0));
        other.join().unwrap();
        assert_eq!((node.visits(), node.mean()), (2, 0.5));
    });
}

#[test]
fn an_evaluation_is_seen_whole_or_not_at_all() {
    loom::model(|| {
        let stats = Arc::new(NodeStats::default());
        let note = |stats: &NodeStats, win: f32, place: u32| {
            let evaluation = Evaluation {
                win,
                final_score: 10.0 * win,
                deviation: win,
                weight: 2.0,
                ..Evaluation::default()
            };
            stats.note(&evaluation, place);
        };
        let look = |stats: &NodeStats| {
            if stats.is_evaluated() {
                let (balance, score, deviation) = stats.evaluation();
                let win = if stats.place() == 7 { 0.25 } else { 0.75 };
                assert_eq!((deviation, score), (win, -10.0 * win));
                assert_eq!(balance, 1.0 - 2.0 * win);
                assert!(stats.own_weight() >= 2.0);
            }
        };
        let other = {
            let stats = stats.clone();
            thread::spawn(move || {
                note(&stats, 0.25, 7);
                look(&stats);
            })
        };
        note(&stats, 0.75, 8);
        look(&stats);
        other.join().unwrap();
        assert!(stats.is_evaluated());
        assert_eq!(stats.ends(), 2);
        look(&stats);
    });
}

#[test]
fn a_node_that_keeps_a_position_is_seen_as_by_the_thread_that_named_it() {
    loom::model(|| {
        let stats = Arc::new(NodeStats::default());
        let family = family();
        let other = {
            let (stats, family) = (stats.clone(), family.clone());
            thread::spawn(move || {
                expand(&family);
                stats.set_original(FIRST);
            })
        };
        if stats.original().is_some() {
            assert!(look(&family));
        }
        other.join().unwrap();
        assert_eq!(stats.original(), Some(FIRST));
    });
}
