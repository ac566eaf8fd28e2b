//! How the tests in this folder ask an engine.

use crate::clock::Budget;
use crate::engine::{Choice, Engine, Settings, Thought};
use crate::go::{Color, Game};
use crate::search::{Purpose, Report, Request};

/// What a new engine with seed 1 thinks.
fn think(settings: &Settings, game: &Game, color: Color, purpose: Purpose, visits: u64) -> Thought {
    let budget = Budget::of_visits(visits);
    let request = Request::new(game, color, purpose, budget);
    Engine::tree_search(1, settings).think(request)
}

/// What it chooses for the game.
pub(super) fn choose(settings: &Settings, game: &Game, color: Color, visits: u64) -> Choice {
    think(settings, game, color, Purpose::Play, visits).choice
}

/// What it chooses when all dead stones are to be captured.
pub(super) fn clean_up(settings: &Settings, game: &Game, color: Color, visits: u64) -> Choice {
    think(settings, game, color, Purpose::CleanUp, visits).choice
}

/// What it finds when it analyzes.
pub(super) fn report(settings: &Settings, game: &Game, color: Color, visits: u64) -> Report {
    let thought = think(settings, game, color, Purpose::Analyze, visits);
    thought.report.expect("an analysis has a report")
}
