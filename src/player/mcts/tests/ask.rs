//! How the tests in this folder ask a player and a search: the one place to change with their interface.

use crate::clock::Budget;
use crate::go::{Color, Game};
use crate::player::mcts::Mcts;
use crate::player::{Choice, Player, Settings};
use crate::rng::Rng;
use crate::search::Report;

/// What a new player with seed 1 chooses.
pub(super) fn choose(settings: &Settings, game: &Game, color: Color, playouts: u64) -> Choice {
    Mcts::new(1, settings).choose(game, color, &Budget::of_playouts(playouts))
}

/// What a new player with seed 1 chooses when all dead stones are to be captured.
pub(super) fn clean_up(settings: &Settings, game: &Game, color: Color, playouts: u64) -> Choice {
    Mcts::new(1, settings).clean_up(game, color, &Budget::of_playouts(playouts))
}

/// What a new search finds.
pub(super) fn report(settings: &Settings, game: &Game, color: Color, playouts: u64) -> Report {
    let mut search = settings.search();
    search.run(
        game,
        color,
        &Budget::of_playouts(playouts),
        &mut Rng::new(1),
    )
}
