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
mod deaths;
mod estimate;
mod filling;
pub mod hypothetical;
mod open;
mod proving;
mod unsettled;
mod verdict;

pub use aftermath::{Filled, Need, dame, open_kos, preparing_moves, safe_dame, shared_liberties};
pub use count::{Count, CountedPoint};
pub use estimate::Estimate;
pub use filling::{fillable, safe_chains};
pub use unsettled::all_unsettled;
pub use verdict::{Ground, Verdict};

use crate::eval::Evaluator;
use hypothetical::Memory;
use web_time::Instant;

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

#[cfg(test)]
mod tests {
    use super::hypothetical::{Fate, ReadingLimits};
    use super::*;
    use crate::go::{Board, Point, PointSet};
    use crate::rng::Rng;

    /// A board on which most points are one player's stones.
    pub(super) fn random_board(rng: &mut Rng) -> Board {
        let (width, height) = [(4, 3), (3, 4), (5, 3), (4, 4), (7, 2), (6, 2)][rng.below(6)];
        loop {
            let share = 50 + 5 * rng.below(6);
            let cells = (0..width * height).map(|_| match rng.below(100) {
                below if below < share => "X",
                below if below < share + 12 => "O",
                _ => ".",
            });
            let cells: Vec<&str> = cells.collect();
            let rows: Vec<String> = cells.chunks(width).map(|row| row.join(" ")).collect();
            if let Ok(board) = rows.join("\n").parse::<Board>() {
                return board;
            }
        }
    }

    /// Some [random boards](random_board), the same always.
    pub(super) fn random_boards(count: usize) -> impl Iterator<Item = Board> {
        let mut rng = Rng::new(1);
        (0..count).map(move |_| random_board(&mut rng))
    }

    /// Enough for small boards.
    pub(super) const EVERY_LINE: ReadingLimits = ReadingLimits {
        positions: 200_000,
        decisive: None,
        deadline: None,
    };

    /// What reading of every line on a small board finds: the fate of the chain at a point if its end does not depend on who moves
    /// first, and if the limits suffice.
    pub(super) fn every_fate(
        board: &Board,
        limits: ReadingLimits,
    ) -> impl Fn(Point) -> Option<Fate> {
        let all: PointSet = board.points().collect();
        let found = Memory::default().settled(board, &all, limits).unwrap();
        let ids = found.iter().map(|finding| board.chain_id(finding.chain));
        let fates: Vec<(Point, Fate)> = ids.zip(found.iter().map(|finding| finding.fate)).collect();
        let board = board.clone();
        move |at| {
            let id = board.chain_id(at);
            fates
                .iter()
                .find(|(chain, _)| *chain == id)
                .map(|(_, fate)| *fate)
        }
    }
}
