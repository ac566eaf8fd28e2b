//! How soon an analysis begins, how soon the line that ends it is answered, and how often it reports.
//!
//! Figures of a quiet machine, so the test is not part of the suite:
//! `cargo test --release --test gtp -- --ignored latency`.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::directory;
use crate::engine::{self, Engine};

/// Analyses that are begun and interrupted.
const ROUNDS: usize = 1000;

/// What 99 of 100 must keep.
const TARGET: Duration = Duration::from_millis(50);

/// A program on a full board with many points to think about, and no end of playouts.
fn conversation() -> Engine {
    let mut engine = Engine::start(engine::command(&directory("games"), 1_000_000_000));
    engine.ask("boardsize 19").unwrap();
    engine
}

/// The 99th percentile, and a line with it.
fn percentile(what: &str, mut times: Vec<Duration>) -> Duration {
    times.sort();
    let (median, p99) = (times[times.len() / 2], times[times.len() * 99 / 100]);
    let most = times.last().copied().unwrap_or_default();
    // Not worth a failure if nobody listens.
    let _ = writeln!(
        io::stderr(),
        "{what}: median {median:?}, p99 {p99:?}, most {most:?}"
    );
    p99
}

#[test]
#[ignore = "a measurement, for a quiet machine"]
fn latency_of_analysis() {
    let mut engine = conversation();
    let (mut begins, mut ends) = (Vec::new(), Vec::new());
    let mut answers = 1;
    let mut seen = 0;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        engine.send(b"lz-analyze b 1\n");
        engine
            .wait_until(|stdout| stdout[seen..].starts_with(b"=\n"))
            .unwrap();
        begins.push(start.elapsed());
        engine
            .wait_until(|stdout| stdout[seen..].windows(6).any(|part| part == b"\ninfo "))
            .unwrap();
        let start = Instant::now();
        engine.send(b"name\n");
        engine
            .wait_until(|stdout| stdout[seen..].ends_with(b"\n\n= kosumi\n\n"))
            .unwrap();
        ends.push(start.elapsed());
        answers += 2;
        seen = engine.written();
    }
    engine.send(b"quit\n");
    let responses = engine.finish().unwrap().responses().unwrap();
    assert_eq!(responses.len(), answers);
    assert!(percentile("begin", begins) <= TARGET);
    assert!(percentile("end", ends) <= TARGET);
}

#[test]
#[ignore = "a measurement, for a quiet machine"]
fn latency_between_reports() {
    for centiseconds in [5_u32, 20, 50] {
        let mut engine = conversation();
        let interval = Duration::from_millis(u64::from(centiseconds) * 10);
        engine.send(format!("kata-analyze b {centiseconds}\n").as_bytes());
        let start = Instant::now();
        let mut times: Vec<Instant> = Vec::new();
        while start.elapsed() < 10 * interval {
            let count = times.len();
            let reports =
                |stdout: &[u8]| stdout.windows(6).filter(|part| *part == b"\ninfo ").count();
            engine.wait_until(|stdout| reports(stdout) > count).unwrap();
            times.push(Instant::now());
        }
        engine.send(b"quit\n");
        let responses = engine.finish().unwrap().responses().unwrap();
        assert_eq!(responses.len(), 2);
        // No more than fit, and none much too soon; readers and writers may be late by a moment.
        let most = (start.elapsed().as_secs_f64() / interval.as_secs_f64()).ceil();
        assert!(
            u32::try_from(times.len()).is_ok_and(|count| f64::from(count) <= most),
            "{} reports at {interval:?}",
            times.len()
        );
        let least = times
            .windows(2)
            .map(|pair| pair[1] - pair[0])
            .min()
            .unwrap();
        assert!(
            least >= interval / 2,
            "two reports within {least:?} at {interval:?}"
        );
    }
}
