//! Wins, draws and losses.

use super::Sample;
use crate::go::Color;
use std::fmt;
use std::ops::Add;

/// How a game ended for one program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// It won.
    Win,
    /// Nobody won.
    Draw,
    /// It lost.
    Loss,
}

impl GameResult {
    /// Returns the result for the program that played `color`, from who won.
    #[must_use]
    pub fn new(color: Color, winner: Option<Color>) -> GameResult {
        match winner {
            None => GameResult::Draw,
            Some(winner) if winner == color => GameResult::Win,
            Some(_) => GameResult::Loss,
        }
    }

    /// Returns 0 for a loss, 1 for a draw, 2 for a win.
    #[must_use]
    pub const fn half_points(self) -> usize {
        match self {
            GameResult::Loss => 0,
            GameResult::Draw => 1,
            GameResult::Win => 2,
        }
    }
}

/// How many games one program won, drew and lost. Shown as `wins-losses-draws`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games that nobody won.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Tally {
    /// Returns the number of all games.
    #[must_use]
    pub const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Counts one more game.
    pub fn count(&mut self, result: GameResult) {
        match result {
            GameResult::Win => self.wins += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Loss => self.losses += 1,
        }
    }

    /// Returns the games as units of statistics.
    #[must_use]
    pub const fn sample(self) -> Sample {
        Sample([self.losses, 0, self.draws, 0, self.wins])
    }

    /// Returns the same games as the opponent sees them.
    #[must_use]
    pub const fn reversed(self) -> Tally {
        Tally {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }
}

impl Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.wins, self.losses, self.draws)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_count_half() {
        let results = [
            GameResult::Win,
            GameResult::Draw,
            GameResult::Draw,
            GameResult::Win,
        ];
        let mut tally = Tally::default();
        for result in results {
            tally.count(result);
        }
        assert_eq!(tally.to_string(), "2-0-2");
        assert!((tally.sample().score() - 0.75).abs() < 1e-12);
        assert!((tally.reversed().sample().score() - 0.25).abs() < 1e-12);
        assert!((Tally::default().sample().score() - 0.5).abs() < 1e-12);
    }

    #[test]
    fn the_result_depends_on_the_color() {
        let result = |color| GameResult::new(color, Some(Color::White));
        assert_eq!(result(Color::White), GameResult::Win);
        assert_eq!(result(Color::Black), GameResult::Loss);
        assert_eq!(GameResult::new(Color::Black, None), GameResult::Draw);
    }
}
