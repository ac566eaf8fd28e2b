//! `kosumi bench`: the speed of this machine, one figure a line, and a checksum of play.
//!
//! The [`checksum()`] changes if and only if kosumi plays differently, so two builds that should play alike can be compared.

#![expect(
    clippy::cast_precision_loss,
    reason = "counts of a benchmark are far below 2^53"
)]

mod checksum;
#[cfg(test)]
mod tests;

pub use checksum::checksum;

use crate::clock::{Budget, thread_time};
use crate::engine::{Engine, PlayerKind, Settings};
use crate::eval::{Backend, BackendChoice, Evaluator, Model};
use crate::go::{Board, Color, Game, Position, Rules, Size};
use crate::net::NetInput;
use crate::playout::play_out;
use crate::rng::Rng;
use crate::search::{Overrides, Purpose, Report, Request, Search};
use std::fmt::Write;
use std::hint::black_box;
use std::str::FromStr;
use std::time::Duration;
use web_time::Instant;

/// What to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suite {
    /// Single operations of boards and positions.
    Board,
    /// Random games.
    Playout,
    /// The tree search.
    Search,
    /// Everything.
    All,
}

/// The word names no suite.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("board, playout, search or all expected, got '{0}'")]
pub struct UnknownSuite(String);

impl FromStr for Suite {
    type Err = UnknownSuite;

    fn from_str(word: &str) -> Result<Suite, UnknownSuite> {
        match word {
            "board" => Ok(Suite::Board),
            "playout" => Ok(Suite::Playout),
            "search" => Ok(Suite::Search),
            "all" => Ok(Suite::All),
            _ => Err(UnknownSuite(word.to_owned())),
        }
    }
}

/// Each figure is measured for about so long, several times, in processor time of this thread; the
/// best counts, because other programs can only slow this one down.
const SLICE: Duration = Duration::from_millis(200);
const SLICES: usize = 5;

const SEED: u64 = 1;

/// Measures and returns lines of `name<TAB>value<TAB>unit`, the checksum last.
pub fn run(suite: Suite) -> String {
    let mut report = String::new();
    let is_wanted = |part| suite == part || suite == Suite::All;
    if is_wanted(Suite::Board) {
        for side in [9, 19] {
            add(
                &mut report,
                &format!("copy_{side}"),
                1e9 * copy_seconds(side),
                "ns",
            );
            add(
                &mut report,
                &format!("superko_move_{side}"),
                1e9 * move_seconds(side),
                "ns",
            );
        }
    }
    if is_wanted(Suite::Playout) {
        for side in [9, 13, 19] {
            add(
                &mut report,
                &format!("playout_random_{side}"),
                playouts_per_second(side),
                "playouts/s",
            );
        }
    }
    if is_wanted(Suite::Search) {
        for side in [9, 13, 19] {
            add_to(&mut report, side);
        }
    }
    let _ = writeln!(report, "checksum\t{:016x}\thash", checksum());
    report
}

fn add(report: &mut String, name: &str, value: f64, unit: &str) {
    let decimals = usize::from(value < 1000.0);
    let _ = writeln!(report, "{name}\t{value:.decimals$}\t{unit}");
}

/// The least processor time of one call, over slices of many calls. `work` returns how many calls it made.
fn seconds_per_call(work: impl FnMut() -> u32) -> f64 {
    seconds_per_call_by(thread_time, work)
}

/// The same by another clock.
fn seconds_per_call_by(clock: impl Fn() -> Duration, mut work: impl FnMut() -> u32) -> f64 {
    let slice = |_| {
        let start = clock();
        let elapsed = || clock().saturating_sub(start);
        let mut calls: u32 = 0;
        while elapsed() < SLICE {
            calls += work();
        }
        elapsed().as_secs_f64() / f64::from(calls)
    };
    (0..SLICES).map(slice).fold(f64::INFINITY, f64::min)
}

fn copy_seconds(side: u8) -> f64 {
    let board = Board::new(Size::square(side));
    let mut copy = board.clone();
    seconds_per_call(|| {
        for _ in 0..1000 {
            copy.copy_from(black_box(&board));
            black_box(&mut copy);
        }
        1000
    })
}

/// A move checked for positional superko and made, on average over a whole random game.
fn move_seconds(side: u8) -> f64 {
    let mut game = Game::new(Size::square(side), Rules::default());
    let kind = PlayerKind::find("random").expect("a player");
    let mut engine = Engine::new(kind, SEED, &Settings::default());
    let mut color = Color::Black;
    let limit = 2 * game.board().size().area();
    while !game.position().is_over() && game.moves().len() < limit {
        let request = Request::new(&game, color, Purpose::Play, Budget::default());
        let mv = engine.think(request).choice.mv;
        game.play(color, mv).expect("the engine makes legal moves");
        color = !color;
    }
    seconds_per_call(|| {
        let mut position = Position::new(game.board().size(), *game.rules());
        for &(color, mv) in game.moves() {
            position.play(color, mv).expect("the game is legal");
        }
        black_box(&position);
        game.moves().len() as u32
    })
}

fn playouts_per_second(side: u8) -> f64 {
    let start = Board::new(Size::square(side));
    let mut board = start.clone();
    let mut rng = Rng::new(SEED);
    let playouts = 100;
    seconds_per_call(|| {
        for _ in 0..playouts {
            board.copy_from(&start);
            play_out(&mut board, Color::Black, &mut rng);
            black_box(&board);
        }
        playouts
    })
    .recip()
}

/// Positions that are evaluated together, up to the largest batch of the back end.
const BATCHES: [u32; 5] = [1, 4, 16, 64, 256];

/// Measures a network on a back end and returns lines of `name<TAB>value<TAB>unit`: evaluations a second by the side of the
/// board and the size of the batch, which share of the processor's products they reach at best, and how the time of one
/// evaluation is spent. The time is that of the processor, or that of the wall clock if another device computes.
pub fn run_network(model: &Model, backend: &BackendChoice) -> String {
    let network = model.network();
    let backend = backend.open(network);
    let mut report = String::new();
    let peak = backend.peak();
    if let Some(peak) = peak {
        add(&mut report, "peak", 1e-9 * peak, "G multiply-adds/s");
    }
    for side in [9, 13, 19] {
        let cost = network.multiply_adds(Size::square(side));
        add_evaluations(&mut report, backend.as_ref(), side, cost, peak);
    }
    report
}

/// Adds the lines of one size of board. One evaluation costs `cost` multiply-adds there, and a thread makes at most `peak` of them
/// a second, if that is known.
fn add_evaluations(
    report: &mut String,
    backend: &dyn Backend,
    side: u8,
    cost: f64,
    peak: Option<f64>,
) {
    let game = Game::new(Size::square(side), Rules::default());
    let input = NetInput::of(&game, Color::Black);
    add(report, &format!("multiply_adds_{side}"), 1e-9 * cost, "G");
    let mut most = 0.0_f64;
    let most_together = backend.largest_batch();
    for batch in BATCHES
        .into_iter()
        .filter(|&batch| batch as usize <= most_together)
    {
        let inputs = vec![input.clone(); batch as usize];
        let work = || {
            black_box(backend.evaluate(&inputs));
            batch
        };
        let seconds = if backend.is_elsewhere() {
            // The first batch makes room for itself.
            black_box(backend.evaluate(&inputs));
            let start = Instant::now();
            seconds_per_call_by(|| start.elapsed(), work)
        } else {
            seconds_per_call(work)
        };
        let name = format!("evaluations_{side}_batch_{batch}");
        add(report, &name, seconds.recip(), "evaluations/s");
        most = most.max(seconds.recip());
    }
    if let Some(peak) = peak {
        let share = 100.0 * most * cost / peak;
        add(report, &format!("share_of_peak_{side}"), share, "%");
    }
    let times = backend.profile(&[input]);
    let total: Duration = times.iter().map(|(_, time)| *time).sum();
    for (kind, time) in times {
        let share = 100.0 * time.as_secs_f64() / total.as_secs_f64();
        add(report, &format!("share_{kind}_{side}"), share, "%");
    }
}

/// Playouts of one search, by the side of the board: about a second of one thread.
fn playouts(side: u8) -> u64 {
    2_000_000 / u64::from(side).pow(2)
}

const MEMORY: u64 = 256 << 20;

/// Searches of each number of threads, in turn; the best counts.
const RACES: usize = 2;

/// Adds the lines of one size of board.
fn add_to(report: &mut String, side: u8) {
    let game = Game::new(Size::square(side), Rules::default());
    let mut add = |name: &str, value: f64, unit: &str| {
        add(report, &format!("search_{name}_{side}"), value, unit);
    };
    add("playouts", searched_per_second(&game, side), "playouts/s");
    add("two_threads", speed_up(&game, side), "times one thread");
}

/// Playouts in a second of processor time, from an empty tree on.
fn searched_per_second(game: &Game, side: u8) -> f64 {
    let mut search = Search::new(1, MEMORY, Overrides::default(), &Evaluator::default());
    let mut rng = Rng::new(SEED);
    let search = || {
        search.clear();
        let report = run_search(&mut search, game, side, &mut rng);
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
    let report = run_search(&mut search, game, side, &mut Rng::new(SEED));
    start.elapsed().as_secs_f64() / report.new_visits as f64
}

fn run_search(search: &mut Search, game: &Game, side: u8, rng: &mut Rng) -> Report {
    let budget = Budget::of_visits(playouts(side));
    let request = Request::new(game, Color::Black, Purpose::Play, budget);
    search.run(request, rng)
}
