//! A search that is made to answer questions about a position, not to play.

use crate::clock::Budget;
use crate::go::{Color, Game};
use crate::player::Settings;
use crate::rng::Rng;
use crate::search::{Branch, Report, Restriction, Search};

/// What a search has found, and in which position. The same for the same position and parameters.
#[derive(Debug)]
pub(super) struct Survey {
    game: Game,
    color: Color,
    settings: Settings,
    budget: Budget,
    pub(super) report: Report,
    /// The part of the tree that was searched most.
    pub(super) branches: Vec<Branch>,
}

impl Survey {
    /// Searches the moves of a player, in one thread and with fixed random numbers.
    pub(super) fn of(
        game: &Game,
        color: Color,
        settings: &Settings,
        budget: &Budget,
        restriction: Restriction,
    ) -> Survey {
        let mut search = Search::new(1, settings.memory, settings.overrides.clone());
        search.restrict(restriction);
        let report = search.run(game, color, budget, &mut Rng::new(0));
        Survey {
            branches: search.branches(),
            game: game.clone(),
            color,
            settings: settings.clone(),
            budget: budget.clone(),
            report,
        }
    }

    /// Whether it still answers for a position.
    pub(super) fn is_of(
        &self,
        game: &Game,
        color: Color,
        settings: &Settings,
        playouts: u64,
    ) -> bool {
        let (own, other) = (&self.game, game);
        let is_same_position = own.board() == other.board()
            && own.board().ko() == other.board().ko()
            && own.moves() == other.moves()
            && own.rules() == other.rules()
            && own.exact_komi() == other.exact_komi();
        is_same_position
            && self.color == color
            && self.settings.overrides == settings.overrides
            && self.budget.playouts == Some(playouts)
            && !self.budget.stop.is_raised()
    }
}
