//! How the tests in this folder ask a search: the one place to change with the interface of the search.

use crate::clock::Budget;
use crate::go::{Color, Game};
use crate::rng::Rng;
use crate::search::{Overrides, Report, Search};

/// A search with one thread and a small tree.
pub(super) fn search() -> Search {
    Search::new(1, 4 << 20, Overrides::default())
}

/// What a search tells about a game after so many more playouts. It keeps its tree between calls.
pub(super) fn report(search: &mut Search, game: &Game, color: Color, playouts: u64) -> Report {
    let budget = Budget {
        // All playouts are made, also if one move is far ahead.
        is_for_analysis: true,
        ..Budget::of_playouts(playouts)
    };
    search.run(game, color, &budget, &mut Rng::new(1))
}

/// What a new search tells that is made to choose a move and stops when the choice is clear.
pub(super) fn play_report(game: &Game, color: Color, playouts: u64) -> Report {
    let budget = Budget::of_playouts(playouts);
    search().run(game, color, &budget, &mut Rng::new(1))
}
