//! How the tests in this folder ask a search.

use crate::clock::Budget;
use crate::go::{Color, Game};
use crate::rng::Rng;
use crate::search::params::Overrides;
use crate::search::{Purpose, Report, Request, Restriction, Search};

/// A search with one thread and a small tree.
pub(super) fn search() -> Search {
    Search::new(
        1,
        4 << 20,
        Overrides::default(),
        &crate::eval::Evaluator::default(),
    )
}

/// The report of a search of a game after a number of new visits, all of which are made. It keeps its tree
/// between calls.
pub(super) fn report(search: &mut Search, game: &Game, color: Color, visits: u64) -> Report {
    restricted_report(search, game, color, visits, Restriction::default())
}

/// The same without some moves.
pub(super) fn restricted_report(
    search: &mut Search,
    game: &Game,
    color: Color,
    visits: u64,
    restriction: Restriction,
) -> Report {
    let budget = Budget::of_visits(visits);
    let request = Request {
        restriction,
        ..Request::new(game, color, Purpose::Analyze, budget)
    };
    search.run(request, &mut Rng::new(1))
}

/// The report of a new search that chooses a move within a budget.
pub(super) fn play_report(game: &Game, color: Color, budget: Budget) -> Report {
    let request = Request::new(game, color, Purpose::Play, budget);
    search().run(request, &mut Rng::new(1))
}
