//! kosumi's side of the table: its moves, its hints and its judgement.

use crate::clock::{Budget, Clock, TimeControl};
use crate::engine::{Choice, Engine};
use crate::go::{Color, Game};
use crate::gtp::Config;
use crate::life::Verdict;
use crate::params::{Param, ParamError, Params};
use crate::search::{MoveReport, Purpose, Request};
use std::time::{Duration, Instant};

/// An engine with its parameters.
#[derive(Debug)]
pub(super) struct Opponent {
    params: Params,
    engine: Engine,
}

impl Opponent {
    pub(super) fn new(config: &Config) -> Opponent {
        log::info!("player {}, seed {}", config.player.name, config.seed);
        Opponent {
            engine: Engine::new(config.player, config.seed, &config.params.player),
            params: config.params.clone(),
        }
    }

    /// A move, or resignation.
    pub(super) fn choose(&mut self, game: &Game, color: Color) -> Choice {
        let budget = budget(&self.params, game);
        let request = Request {
            varies: true,
            ..Request::new(game, color, Purpose::Play, budget)
        };
        let choice = self.engine.think(request).choice;
        log::info!("{color} {choice:?}");
        choice
    }

    /// The moves that a tree search at full strength looks at most, the best first. Takes as long as a
    /// move.
    pub(super) fn hints(&self, game: &Game, color: Color, most: usize) -> Vec<MoveReport> {
        let mut engine = Engine::tree_search(self.engine.seed(), &self.params.player);
        let budget = budget(&self.params, game);
        let request = Request::new(game, color, Purpose::Analyze, budget);
        let report = engine.think(request).report;
        let mut moves = report.map_or(Vec::new(), |report| report.moves);
        moves.truncate(most);
        moves
    }

    /// Which stones are dead by the rules of the game, and why, as far as the judge can tell.
    pub(super) fn judge(&self, game: &Game) -> Verdict {
        Verdict::of(game, &self.params.player.judge())
    }

    pub(super) fn level(&self) -> usize {
        self.params.player.level
    }

    /// Changes the strength.
    ///
    /// # Errors
    /// There is no such level.
    pub(super) fn set_level(&mut self, level: &str) -> Result<(), ParamError> {
        Param::find("level")?.set(&mut self.params, level)?;
        self.engine.set(&self.params.player);
        Ok(())
    }

    /// Plays on to the end from now on.
    pub(super) fn never_resign(&mut self) {
        self.params.player.resign = false;
        self.engine.set(&self.params.player);
    }
}

/// What a move may cost from now on; there are no clocks at the table.
fn budget(params: &Params, game: &Game) -> Budget {
    let clock = Clock::new(TimeControl::Unlimited);
    params.budget(game, &clock, Duration::ZERO, Instant::now())
}
