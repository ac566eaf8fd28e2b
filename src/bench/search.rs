//! The speed of the tree search from the empty board.

#![expect(
    clippy::cast_precision_loss,
    reason = "counts of a benchmark are far below 2^53"
)]

use super::{SEED, add, seconds_per_call};
use crate::clock::Budget;
use crate::eval::Evaluator;
use crate::go::{Color, Game, Rules, Size};
use crate::rng::Rng;
use crate::search::Overrides;
use crate::search::{Purpose, Report, Request, Search};
use std::time::Instant;

/// Playouts of one search, by the side of the board: about a second of one thread.
fn playouts(side: u8) -> u64 {
    2_000_000 / u64::from(side).pow(2)
}

const MEMORY: u64 = 256 << 20;

/// Searches of each number of threads, in turn; the best counts.
const RACES: usize = 2;

/// Adds the lines of one size of board.
pub(super) fn add_to(report: &mut String, side: u8) {
    let game = Game::new(Size::square(side), Rules::default());
    let mut add = |name: &str, value: f64, unit: &str| {
        add(report, &format!("search_{name}_{side}"), value, unit);
    };
    add("playouts", playouts_per_second(&game, side), "playouts/s");
    add("two_threads", speed_up(&game, side), "times one thread");
}

/// Playouts in a second of processor time, from an empty tree on.
fn playouts_per_second(game: &Game, side: u8) -> f64 {
    let mut search = Search::new(1, MEMORY, Overrides::default(), &Evaluator::default());
    let mut rng = Rng::new(SEED);
    let search = || {
        search.clear();
        let report = run(&mut search, game, side, &mut rng);
        u32::try_from(report.new_visits).unwrap_or(u32::MAX)
    };
    seconds_per_call(search).recip()
}

/// How many times as fast two threads are as one, by the wall clock. Says little on a machine that
/// does other work.
fn speed_up(game: &Game, side: u8) -> f64 {
    let best = (0..RACES).fold([f64::INFINITY; 2], |best, _| {
        let once = |threads| seconds_per_playout(game, side, threads);
        [best[0].min(once(1)), best[1].min(once(2))]
    });
    best[0] / best[1]
}

fn seconds_per_playout(game: &Game, side: u8, threads: usize) -> f64 {
    let mut search = Search::new(threads, MEMORY, Overrides::default(), &Evaluator::default());
    let start = Instant::now();
    let report = run(&mut search, game, side, &mut Rng::new(SEED));
    start.elapsed().as_secs_f64() / report.new_visits as f64
}

fn run(search: &mut Search, game: &Game, side: u8, rng: &mut Rng) -> Report {
    let budget = Budget::of_visits(playouts(side));
    let request = Request::new(game, Color::Black, Purpose::Play, budget);
    search.run(request, rng)
}
