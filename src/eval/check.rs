//! A back end that compares two others during play (as lc0's `check` does).

use super::backend::Backend;
use crate::net::{NetInput, NetOutput};
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// Answers as one back end does, and compares with another one. Each difference that is larger than all before is logged.
#[derive(Debug)]
pub(super) struct Check {
    checked: Box<dyn Backend>,
    reference: Box<dyn Backend>,
    largest: Mutex<Difference>,
}

/// By how much two predictions differ: the largest differences of the chances of winning, of the probabilities of a move and
/// of owners, and that of the leads in points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Difference {
    win: f64,
    policy: f64,
    ownership: f64,
    lead: f64,
}

impl Check {
    pub(super) fn new(checked: Box<dyn Backend>, reference: Box<dyn Backend>) -> Check {
        Check {
            checked,
            reference,
            largest: Mutex::default(),
        }
    }

    fn largest(&self) -> Difference {
        *self.largest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, difference: Difference) {
        let mut largest = self.largest.lock().unwrap_or_else(PoisonError::into_inner);
        let widened = largest.or_larger(difference);
        if *largest != widened {
            *largest = widened;
            log::info!("the back ends differ by {widened}");
        }
    }
}

impl Difference {
    fn between(one: &NetOutput, other: &NetOutput, input: &NetInput) -> Difference {
        let policies = one.policy(0.0, |_| true).into_iter();
        let policies = policies.zip(other.policy(0.0, |_| true));
        let owners = input.size().points();
        let owners = owners.map(|at| f64::from(one.owner(at) - other.owner(at)).abs());
        Difference {
            win: (one.win - other.win).abs(),
            policy: policies
                .map(|((_, one), (_, other))| f64::from(one - other).abs())
                .fold(0.0, f64::max),
            ownership: owners.fold(0.0, f64::max),
            lead: (one.lead - other.lead).abs(),
        }
    }

    fn or_larger(self, other: Difference) -> Difference {
        Difference {
            win: self.win.max(other.win),
            policy: self.policy.max(other.policy),
            ownership: self.ownership.max(other.ownership),
            lead: self.lead.max(other.lead),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:.6} in the chance of winning, {:.6} in the policy, {:.6} in ownership and {:.4} points",
            self.win, self.policy, self.ownership, self.lead
        )
    }
}

impl Backend for Check {
    fn evaluate(&self, inputs: &[NetInput]) -> Vec<NetOutput> {
        let answers = self.checked.evaluate(inputs);
        let others = self.reference.evaluate(inputs);
        for ((answer, other), input) in answers.iter().zip(&others).zip(inputs) {
            self.note(Difference::between(answer, other, input));
        }
        answers
    }

    fn largest_batch(&self) -> usize {
        self.checked
            .largest_batch()
            .min(self.reference.largest_batch())
    }

    fn batches_at_once(&self) -> usize {
        self.checked.batches_at_once()
    }

    fn is_elsewhere(&self) -> bool {
        self.checked.is_elsewhere()
    }

    fn leaves_at_once(&self) -> usize {
        self.checked.leaves_at_once()
    }
}

impl Drop for Check {
    fn drop(&mut self) {
        log::info!("the back ends differed by {} at most", self.largest());
    }
}

#[cfg(test)]
mod tests {
    use super::super::processor::Processor;
    use super::*;
    use crate::go::{Color, Game, Rules, Size};
    use crate::net::Instructions;
    use crate::net::tests::{network_of_komi, tiny_network};
    use std::slice;
    use std::sync::Arc;

    fn checked(reference: crate::net::Network) -> (Vec<NetOutput>, Difference) {
        let portable =
            |network| Box::new(Processor::new(Arc::new(network), Instructions::Portable));
        let check = Check::new(portable(tiny_network()), portable(reference));
        let input = NetInput::of(&Game::new(Size::square(5), Rules::default()), Color::Black);
        let answers = check.evaluate(slice::from_ref(&input));
        (answers, check.largest())
    }

    #[test]
    fn back_ends_that_agree_differ_by_nothing_and_others_are_found_out() {
        let (same, nothing) = checked(tiny_network());
        assert_eq!(nothing, Difference::default());
        let (answers, difference) = checked(network_of_komi());
        assert_eq!(answers, same, "the first one answers");
        assert!(
            difference.win > 1e-3 || difference.lead > 1e-3,
            "{difference}"
        );
    }
}
