//! The tree search player.

use super::{Choice, Player, Settings, any_of, is_won_by_passing, sensible_points};
use crate::clock::Budget;
use crate::go::{Color, Game, Move};
use crate::rng::Rng;
use crate::search::{Report, Search};

/// Plays the move that the tree search visits most.
#[derive(Debug)]
pub struct Mcts {
    rng: Rng,
    search: Search,
}

impl Mcts {
    /// A player with the random numbers of a seed. With one thread and a budget of playouts it plays
    /// the same whenever the seed is the same.
    #[must_use]
    pub fn new(seed: u64, settings: &Settings) -> Mcts {
        let Settings {
            threads,
            memory,
            ref overrides,
        } = *settings;
        Mcts {
            rng: Rng::new(seed),
            search: Search::new(threads, memory, overrides.clone()),
        }
    }
}

impl Player for Mcts {
    fn choose(&mut self, game: &Game, color: Color, budget: &Budget) -> Choice {
        if is_won_by_passing(game, color) {
            return Choice::at_once(Move::Pass);
        }
        if budget.is_out_of_time() {
            return Choice::at_once(any_of(&sensible_points(game, color), &mut self.rng));
        }
        let report = self.search.run(game, color, budget, &mut self.rng);
        decide(game, color, &report)
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
