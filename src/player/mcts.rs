//! The tree search player.

use super::{Choice, Level, Player, Settings, is_won_by_passing};
use crate::clock::Budget;
use crate::go::{Color, Game, Move};
use crate::rng::Rng;
use crate::search::{Report, Search};

/// Plays the move that the tree search visits most.
#[derive(Debug)]
pub struct Mcts {
    rng: Rng,
    search: Search,
    /// `None` for full strength.
    level: Option<&'static Level>,
}

impl Mcts {
    /// A player with the random numbers of a seed. With one thread and a budget of playouts it plays
    /// the same whenever the seed is the same.
    #[must_use]
    pub fn new(seed: u64, settings: &Settings) -> Mcts {
        let Settings {
            threads,
            memory,
            level,
            ref overrides,
        } = *settings;
        Mcts {
            rng: Rng::new(seed),
            search: Search::new(threads, memory, overrides.clone()),
            level: Level::find(level),
        }
    }
}

impl Player for Mcts {
    fn choose(&mut self, game: &Game, color: Color, budget: &Budget) -> Choice {
        if is_won_by_passing(game, color) {
            return Choice::at_once(Move::Pass);
        }
        let limited = self.level.map(|level| level.limit(budget));
        let budget = limited.as_ref().unwrap_or(budget);
        let report = self.search.run(game, color, budget, &mut self.rng);
        let choice = decide(game, color, &report);
        match self.level {
            Some(level) => level.soften(choice, game, color, &report, &mut self.rng),
            None => choice,
        }
    }

    fn ponder(&mut self, game: &Game, color: Color, budget: &Budget) {
        if self.level.is_none() {
            let _ = self.search.run(game, color, budget, &mut self.rng);
        }
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.search.clear();
    }
}

/// The most visited move that is legal.
fn decide(game: &Game, color: Color, report: &Report) -> Choice {
    let legal = report
        .moves
        .iter()
        .find(|found| game.check(color, found.mv).is_ok());
    legal.map_or(Choice::at_once(Move::Pass), |found| Choice {
        mv: found.mv,
        playouts: report.playouts,
        win_rate: Some(found.value),
    })
}
