//! kosumi's side of the table: its moves, its hints and its judgement.

use crate::clock::{Budget, Clock, TimeControl};
use crate::go::{Color, Game, PointSet};
use crate::gtp::Config;
use crate::life::Verdict;
use crate::params::{Param, ParamError, Params};
use crate::player::{Choice, FULL_LEVEL, Player, PlayerKind};
use crate::rng::Rng;
use crate::search::MoveReport;
use std::time::{Duration, Instant};

/// A player with what it was made from.
#[derive(Debug)]
pub(super) struct Engine {
    kind: &'static PlayerKind,
    seed: u64,
    params: Params,
    player: Box<dyn Player>,
}

impl Engine {
    pub(super) fn new(config: &Config) -> Engine {
        log::info!("player {}, seed {}", config.player.name, config.seed);
        Engine {
            kind: config.player,
            seed: config.seed,
            player: (config.player.make)(config.seed, &config.params.player),
            params: config.params.clone(),
        }
    }

    /// A move, or resignation.
    pub(super) fn choose(&mut self, game: &Game, color: Color) -> Choice {
        let budget = budget(&self.params, game);
        let choice = self.player.choose(game, color, &budget);
        log::info!("{color} {choice:?}");
        choice
    }

    /// The moves that a tree search at full strength looks at most, the best first. Takes as long as a
    /// move.
    pub(super) fn hints(&self, game: &Game, color: Color, most: usize) -> Vec<MoveReport> {
        let mut params = self.params.clone();
        params.player.level = FULL_LEVEL;
        let mut search = params.player.search();
        let budget = budget(&params, game);
        let report = search.run(game, color, &budget, &mut Rng::new(self.seed));
        let legal = report.legal_moves(game, color);
        legal.take(most).cloned().collect()
    }

    /// The stones that are dead by the rules of the game, as far as playouts can tell.
    pub(super) fn dead(&self, game: &Game) -> PointSet {
        Verdict::of(game, &self.params.player.judge())
            .dead()
            .clone()
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
        self.renew();
        Ok(())
    }

    /// Plays on to the end from now on.
    pub(super) fn never_resign(&mut self) {
        self.params.player.resign = false;
        self.renew();
    }

    fn renew(&mut self) {
        self.player = (self.kind.make)(self.seed, &self.params.player);
    }
}

/// What a move may cost from now on; there are no clocks at the table.
fn budget(params: &Params, game: &Game) -> Budget {
    let clock = Clock::new(TimeControl::Unlimited);
    params.budget(game, &clock, Duration::ZERO, Instant::now())
}
