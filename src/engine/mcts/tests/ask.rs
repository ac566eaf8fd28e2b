//! How the tests in this folder ask an engine.

use crate::clock::Budget;
use crate::engine::{Choice, Engine, Settings, Thought};
use crate::go::{Color, Game};
use crate::search::{Purpose, Report, Request};

/// What a new engine with seed 1 thinks.
fn think(
    settings: &Settings,
    game: &Game,
    color: Color,
    purpose: Purpose,
    playouts: u64,
) -> Thought {
    let budget = Budget::of_playouts(playouts);
    let request = Request::new(game, color, purpose, budget);
    Engine::tree_search(1, settings).think(request)
}

/// What it chooses for the game.
pub(super) fn choose(settings: &Settings, game: &Game, color: Color, playouts: u64) -> Choice {
    think(settings, game, color, Purpose::Play, playouts).choice
}

/// What it chooses when all dead stones are to be captured.
pub(super) fn clean_up(settings: &Settings, game: &Game, color: Color, playouts: u64) -> Choice {
    think(settings, game, color, Purpose::CleanUp, playouts).choice
}

/// What it finds when it analyzes.
pub(super) fn report(settings: &Settings, game: &Game, color: Color, playouts: u64) -> Report {
    let thought = think(settings, game, color, Purpose::Analyze, playouts);
    thought.report.expect("an analysis has a report")
}
