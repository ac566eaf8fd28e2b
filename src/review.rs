//! What was good and bad in a game.
//!
//! Every position of a game is searched. A move is judged by two searches that are alike: one of the
//! position after it, and one of the position after the move that kosumi chooses instead. Both spend
//! the same budget in full, begin with an empty tree, and stand one move behind the position in
//! question; so neither looks deeper than the other, and the choice of the best of many moves does
//! not flatter it, because the search that chose it is not the one that judges it. The loss is the
//! difference: 0 for the move that kosumi chooses, and below 0 for one that turns out better.
//!
//! The value of a position is that of the best move found in it. The score is the mean margin of the
//! playouts that begin with that move, and its deviation that of a single playout: how open the game
//! is, not how sure the mean.
//!
//! Positions are independent of each other: several threads search them, each with streams of random
//! numbers that depend on the seed and the place in the game alone.

mod diagram;
mod html;
mod judge;
mod notes;
mod plots;
#[cfg(test)]
mod tests;
mod text;

pub use html::page;
pub use judge::review;
pub use notes::annotations;
pub use text::summary;

use crate::clock::Budget;
use crate::engine::Model;
use crate::go::rules::Preset;
use crate::go::{ByColor, Color, Move, Record};
use std::time::{Duration, Instant};

/// A move that loses so much of the chance to win is a mistake. Less may be chance: two searches of
/// some thousand playouts differ by a few percent.
pub const MISTAKE: f64 = 0.05;

/// A move that loses so much is a big mistake.
pub const BIG_MISTAKE: f64 = 0.15;

/// What a review costs.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// What each search may spend.
    pub effort: Effort,
    /// Threads, each of which searches positions of its own.
    pub jobs: usize,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The network that looks at the positions; without one there are playouts.
    pub model: Option<Model>,
}

/// What a search may spend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effort {
    /// Playouts: the same review on every machine.
    Playouts(u64),
    /// Time.
    Time(Duration),
}

impl Effort {
    /// Returns the budget of a search that begins now.
    fn budget(self) -> Budget {
        match self {
            Effort::Playouts(playouts) => Budget::of_playouts(playouts),
            Effort::Time(time) => Budget {
                deadline: Instant::now().checked_add(time),
                ..Budget::default()
            },
        }
    }
}

/// What a position is worth for Black.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The chance to win, 0 to 1.
    pub chance: f64,
    /// The mean margin in points.
    pub lead: f64,
    /// The standard deviation of the margin.
    pub deviation: f64,
}

impl Estimate {
    /// Returns what the position is worth for a player.
    #[must_use]
    pub fn of(self, color: Color) -> Estimate {
        match color {
            Color::Black => self,
            Color::White => Estimate {
                chance: 1.0 - self.chance,
                lead: -self.lead,
                ..self
            },
        }
    }
}

/// A move that kosumi would have made instead.
#[derive(Clone, Debug, PartialEq)]
pub struct Better {
    /// The position after it.
    pub estimate: Estimate,
    /// The best line, the move first.
    pub line: Vec<Move>,
}

/// A move of the game and what it was worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Whose move.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// The position after it.
    pub after: Estimate,
    /// The best line after it.
    pub reply: Vec<Move>,
    /// What kosumi would have played, if not the same.
    pub better: Option<Better>,
}

impl Judged {
    /// Returns how much of the chance to win the move has lost, from -1 to 1.
    #[must_use]
    pub fn loss(&self) -> f64 {
        self.lost(|estimate| estimate.chance)
    }

    /// Returns how many points the move has lost.
    #[must_use]
    pub fn points_lost(&self) -> f64 {
        self.lost(|estimate| estimate.lead)
    }

    fn lost(&self, value: fn(Estimate) -> f64) -> f64 {
        let of = |estimate: Estimate| value(estimate.of(self.color));
        let better = self.better.as_ref();
        better.map_or(0.0, |better| of(better.estimate) - of(self.after))
    }

    /// Returns true if the move is a mistake.
    #[must_use]
    pub fn is_mistake(&self) -> bool {
        self.loss() >= MISTAKE
    }

    /// Returns true if the move is a big mistake.
    #[must_use]
    pub fn is_big_mistake(&self) -> bool {
        self.loss() >= BIG_MISTAKE
    }
}

/// A game that has been reviewed.
#[derive(Clone, Debug)]
pub struct Review {
    /// The game.
    pub record: Record,
    /// The rules.
    pub preset: &'static Preset,
    /// White's points that were taken into account.
    pub komi: f64,
    /// What each search has spent.
    pub effort: Effort,
    /// The position before the first move.
    pub start: Estimate,
    /// The moves in order.
    pub moves: Vec<Judged>,
}

/// How well a player has played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum {
    /// Moves.
    pub moves: usize,
    /// Moves that kosumi would have made, too.
    pub agreed: usize,
    /// The loss of all moves in chances to win; that of single moves may be below 0.
    pub loss: f64,
    /// The loss of all moves in points.
    pub points: f64,
    /// Mistakes, the big ones among them.
    pub mistakes: usize,
    /// Big mistakes.
    pub big_mistakes: usize,
}

impl Sum {
    /// Divides by the number of moves; returns 0 if there are none.
    #[must_use]
    pub fn share(&self, of: f64) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "moves are few")]
        let moves = self.moves.max(1) as f64;
        of / moves
    }
}

impl Review {
    /// Returns how well each player has played.
    #[must_use]
    pub fn sums(&self) -> ByColor<Sum> {
        let mut sums: ByColor<Sum> = ByColor::default();
        for judged in &self.moves {
            let sum = &mut sums[judged.color];
            sum.moves += 1;
            sum.agreed += usize::from(judged.better.is_none());
            sum.loss += judged.loss();
            sum.points += judged.points_lost();
            sum.mistakes += usize::from(judged.is_mistake());
            sum.big_mistakes += usize::from(judged.is_big_mistake());
        }
        sums
    }

    /// Returns the places of the worst mistakes among the moves, the worst first.
    #[must_use]
    pub fn worst(&self, most: usize) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.moves.len())
            .filter(|&place| self.moves[place].is_mistake())
            .collect();
        places.sort_by(|&a, &b| self.moves[b].loss().total_cmp(&self.moves[a].loss()));
        places.truncate(most);
        places
    }

    /// Returns a player's name, or the color if the record has none.
    #[must_use]
    pub fn name(&self, color: Color) -> &str {
        match self.record.players[color].as_str() {
            "" => color.name(),
            name => name,
        }
    }
}
