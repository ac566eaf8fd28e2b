//! What chooses a move.
//!
//! A player is one small trait; [`PLAYERS`] lists those that can be asked for by name. A new one is
//! one file here and one row there.

mod ending;
mod flat;
mod level;
mod mcts;
mod random;

pub use flat::Flat;
pub use level::{FULL_LEVEL, LEVELS, Level};
pub use mcts::Mcts;
pub use random::Random;

use crate::clock::Budget;
use crate::go::{Color, Game, Move, Point};
use crate::life::{self, Judge};
use crate::rng::Rng;
use crate::search::{MoveReport, Overrides, Report, Search};
use std::fmt::Debug;

/// Chooses moves.
pub trait Player: Debug + Send {
    /// A legal move for `color`, whoever's turn it is. Returns within the budget, as far as one
    /// playout is long; without any limit, after a number of playouts that the player thinks fit.
    fn choose(&mut self, game: &Game, color: Color, budget: &Budget) -> Choice;

    /// A legal move for `color` that helps to capture every dead stone of the opponent, who does not
    /// agree that they are dead; no pass before they are gone. The board will count as it stands.
    fn clean_up(&mut self, game: &Game, color: Color, budget: &Budget) -> Choice {
        self.choose(game, color, budget)
    }

    /// Thinks ahead about a position in which `color` is to move, which may come up, until the budget
    /// ends. A player that remembers nothing has no use for it.
    fn ponder(&mut self, _game: &Game, _color: Color, _budget: &Budget) {}

    /// The tree search that it chooses by, if there is one, for others to use.
    fn search(&mut self) -> Option<&mut Search> {
        None
    }

    /// Forgets what it knows of earlier positions and begins the random numbers of a seed anew.
    fn reset(&mut self, seed: u64);
}

/// What a player has chosen and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// Whether the player would rather resign than make it.
    pub resigns: bool,
    /// Playouts made for it.
    pub playouts: u64,
    /// The share of playouts that the player won after the move, if there were any.
    pub win_rate: Option<f64>,
}

impl Choice {
    /// A move that was not thought about.
    #[must_use]
    pub const fn at_once(mv: Move) -> Choice {
        Choice {
            mv,
            resigns: false,
            playouts: 0,
            win_rate: None,
        }
    }

    /// A move that a tree search has found.
    #[must_use]
    fn found(found: &MoveReport, report: &Report) -> Choice {
        Choice {
            mv: found.mv,
            resigns: false,
            playouts: report.playouts,
            win_rate: Some(found.value),
        }
    }
}

/// What players are made with. Each takes what it knows.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Threads that think.
    pub threads: usize,
    /// Bytes for what is remembered.
    pub memory: u64,
    /// From 1 to [`FULL_LEVEL`].
    pub level: usize,
    /// Numbers of the search that are not the defaults.
    pub overrides: Overrides,
    /// Playouts that tell dead stones from living ones.
    pub dead_playouts: u32,
    /// Whether it may resign.
    pub resign: bool,
    /// It resigns below such a chance of winning.
    pub resign_threshold: f64,
}

impl Default for Settings {
    /// All cores, 512 MiB, full strength; resigns below 5 %.
    fn default() -> Settings {
        Settings {
            threads: std::thread::available_parallelism().map_or(1, Into::into),
            memory: 512 << 20,
            level: FULL_LEVEL,
            overrides: Overrides::default(),
            dead_playouts: life::DEFAULT_PLAYOUTS,
            resign: true,
            resign_threshold: 0.05,
        }
    }
}

impl Settings {
    /// A tree search with these threads, this memory and these numbers.
    #[must_use]
    pub fn search(&self) -> Search {
        Search::new(self.threads, self.memory, self.overrides.clone())
    }

    /// What tells dead stones from living ones.
    #[must_use]
    pub fn judge(&self) -> Judge {
        Judge {
            playouts: self.dead_playouts,
            overrides: self.overrides.clone(),
        }
    }
}

/// A player that can be asked for by name.
#[derive(Clone, Copy, Debug)]
pub struct PlayerKind {
    /// Its name.
    pub name: &'static str,
    /// What it does, for people.
    pub doc: &'static str,
    /// Makes one from a seed.
    pub make: fn(u64, &Settings) -> Box<dyn Player>,
}

/// All players; the first is the default.
pub const PLAYERS: &[PlayerKind] = &[
    PlayerKind {
        name: "mcts",
        doc: "Monte-Carlo tree search: playouts where they promise most; by far the strongest",
        make: |seed, settings| Box::new(Mcts::new(seed, settings)),
    },
    PlayerKind {
        name: "flat",
        doc: "flat Monte-Carlo: the same number of random playouts for every move, the best mean wins",
        make: |seed, settings| Box::new(Flat::new(seed, settings)),
    },
    PlayerKind {
        name: "random",
        doc: "uniformly random among the legal moves that fill no own eye",
        make: |seed, _| Box::new(Random::new(seed)),
    },
];

impl PlayerKind {
    /// The player of a name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static PlayerKind> {
        PLAYERS.iter().find(|kind| kind.name == name)
    }
}

/// The points where `color` may legally play, exactly, and that are no own eyes.
fn sensible_points(game: &Game, color: Color) -> Vec<Point> {
    let is_sensible = |&at: &Point| {
        !game.board().neighborhood(at).is_eye(color) && game.check(color, Move::Play(at)).is_ok()
    };
    game.board()
        .points()
        .filter(|&at| game.board().is_empty_at(at))
        .filter(is_sensible)
        .collect()
}

/// A random one of some points, or a pass if there are none.
fn any_of(points: &[Point], rng: &mut Rng) -> Move {
    points
        .get(rng.below(points.len()))
        .map_or(Move::Pass, |&at| Move::Play(at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::KNOBS;

    #[test]
    fn the_judge_heeds_what_was_set() {
        let mut settings = Settings {
            dead_playouts: 7,
            ..Settings::default()
        };
        settings.overrides.set(&KNOBS[0], Some(2.0));
        let judge = settings.judge();
        assert_eq!((judge.playouts, judge.overrides), (7, settings.overrides));
    }
}
