//! Tests of the report about a back end. They do not judge how fast it is.

use super::*;
use crate::net::NetOutput;
use std::collections::BTreeSet;
use std::sync::Mutex;

/// A back end that computes nothing. It takes four positions together, says how it spends its time, and keeps the sizes of the
/// batches that it was given.
#[derive(Debug, Default)]
struct Idle {
    batches: Mutex<BTreeSet<usize>>,
}

impl Backend for Idle {
    fn evaluate(&self, inputs: &[NetInput]) -> Vec<NetOutput> {
        self.batches.lock().unwrap().insert(inputs.len());
        Vec::new()
    }

    fn largest_batch(&self) -> usize {
        4
    }

    fn profile(&self, _: &[NetInput]) -> Vec<(&'static str, Duration)> {
        [("products", 3), ("rest", 1)]
            .map(|(kind, seconds)| (kind, Duration::from_secs(seconds)))
            .to_vec()
    }
}

#[test]
fn a_back_end_is_measured_as_far_as_it_takes_batches() {
    let (backend, mut report) = (Idle::default(), String::new());
    let (cost, peak) = (2e9, 4e12);
    add_evaluations(&mut report, &backend, 5, cost, Some(peak));
    let lines: Vec<Vec<&str>> = report
        .lines()
        .map(|line| line.split('\t').collect())
        .collect();
    let [operations, one, four, share, products, rest] = &lines[..] else {
        panic!("{report}");
    };
    assert_eq!(operations[..], ["multiply_adds_5", "2.0", "G"]);
    assert_eq!(products[..], ["share_products_5", "75.0", "%"]);
    assert_eq!(rest[..], ["share_rest_5", "25.0", "%"]);
    let speed = |line: &[&str], batch: u32| -> f64 {
        assert_eq!(line[0], format!("evaluations_5_batch_{batch}"));
        line[1].parse().unwrap()
    };
    let best = speed(one, 1).max(speed(four, 4));
    assert_eq!(share[0], "share_of_peak_5");
    let error = share[1].parse::<f64>().unwrap() / (100.0 * best * cost / peak) - 1.0;
    // Figures are rounded.
    assert!(error.abs() < 1e-3, "{report}");
    assert_eq!(*backend.batches.lock().unwrap(), BTreeSet::from([1, 4]));
}
