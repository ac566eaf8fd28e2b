//! `kosumi bench`: the speed of this machine, one figure a line, and a checksum of play.
//!
//! The [`checksum()`] changes if and only if kosumi plays differently, so two builds that should play alike can be compared.

mod checksum;
mod net;
mod search;

pub use checksum::checksum;
pub use net::run_network;

use crate::clock::Budget;
use crate::engine::{Engine, PlayerKind, Settings};
use crate::go::{Board, Color, Game, Position, Rules, Size};
use crate::playout::play_out;
use crate::rng::Rng;
use crate::search::{Purpose, Request};
use cpu_time::ThreadTime;
use std::fmt::Write;
use std::hint::black_box;
use std::str::FromStr;
use std::time::Duration;

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
#[must_use]
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
            search::add_to(&mut report, side);
        }
    }
    let _ = writeln!(report, "checksum\t{:016x}\thash", checksum());
    report
}

fn add(report: &mut String, name: &str, value: f64, unit: &str) {
    let decimals = usize::from(value < 1000.0);
    let _ = writeln!(report, "{name}\t{value:.decimals$}\t{unit}");
}

/// The least time of one call, over slices of many calls. `work` returns how many calls it made.
fn seconds_per_call(mut work: impl FnMut() -> u32) -> f64 {
    let slice = |_| {
        let start = ThreadTime::now();
        let mut calls: u32 = 0;
        while start.elapsed() < SLICE {
            calls += work();
        }
        start.elapsed().as_secs_f64() / f64::from(calls)
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
