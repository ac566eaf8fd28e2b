//! Who lives at the end of a game.
//!
//! Rule sets that count the board as it stands have no dead stones. For the others, a [`Verdict`] says of each chain what
//! becomes of it and on what ground: life that nothing can take, what reading proves, or an
//! estimate from playouts and a network. It depends on the stones and the [`Judge`] alone, so the same position always gets the same
//! answer, unless the judge is short of time.

mod aftermath;
mod alternating;
mod canonical;
mod count;
mod estimate;
mod filling;
pub mod hypothetical;
mod open;
mod verdict;

pub use aftermath::{Filled, Need, dame, open_kos, preparing_moves, safe_dame, shared_liberties};
pub use count::{Count, CountedPoint};
pub use estimate::Estimate;
pub use filling::{fillable, safe_chains};
pub use verdict::{Ground, Verdict};

use crate::eval::Evaluator;
use hypothetical::Memory;
use std::time::Instant;

/// What becomes of a chain at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It stays, and its group has room for two eyes.
    Alive,
    /// It stays, without two eyes, because nobody can attack it without loss.
    Seki,
    /// It is taken off the board.
    Dead,
}

/// Playouts behind a verdict by default.
pub const DEFAULT_PLAYOUTS: u32 = 2000;

/// What the stones of a game are judged with.
#[derive(Clone, Debug)]
pub struct Judge {
    /// Playouts behind a verdict, of which a quarter are made where a network is asked, too, but two at least.
    pub playouts: u32,
    /// What says who is likely to own each point.
    pub evaluator: Evaluator,
    /// The moment at which reading ends, and playouts and evaluations beyond the fewest: what has not been found out by
    /// then is estimated. The same position may be judged in another way the next time then.
    pub deadline: Option<Instant>,
    /// What was read before.
    pub memory: Memory,
}

impl Judge {
    /// Returns true if the time to judge is over. Asks the clock, if there is a deadline.
    fn is_out_of_time(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// A judge with a number of playouts and without a network.
    pub fn of_playouts(playouts: u32) -> Judge {
        Judge {
            playouts,
            evaluator: Evaluator::default(),
            deadline: None,
            memory: Memory::default(),
        }
    }
}

impl Default for Judge {
    fn default() -> Judge {
        Judge::of_playouts(DEFAULT_PLAYOUTS)
    }
}
