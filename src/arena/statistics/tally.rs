//! Wins, draws and losses.

use super::Sample;
use crate::go::Color;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

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
    /// The result for the program that played `color`, from who won.
    #[must_use]
    pub fn new(color: Color, winner: Option<Color>) -> GameResult {
        match winner {
            None => GameResult::Draw,
            Some(winner) if winner == color => GameResult::Win,
            Some(_) => GameResult::Loss,
        }
    }

    /// 0 for a loss, 1 for a draw, 2 for a win.
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
    /// All games.
    #[must_use]
    pub const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, a draw being half a point; one half if there are no games.
    #[must_use]
    pub fn score(self) -> f64 {
        self.sample().score()
    }

    /// The games as units of statistics.
    #[must_use]
    pub const fn sample(self) -> Sample {
        Sample::new([self.losses, 0, self.draws, 0, self.wins])
    }

    /// The same games for the opponent.
    #[must_use]
    pub const fn reversed(self) -> Tally {
        Tally {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }
}

impl From<GameResult> for Tally {
    fn from(result: GameResult) -> Tally {
        Tally {
            wins: u32::from(result == GameResult::Win),
            draws: u32::from(result == GameResult::Draw),
            losses: u32::from(result == GameResult::Loss),
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

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        *self = *self + other;
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), Add::add)
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
        let tally: Tally = results.map(Tally::from).into_iter().sum();
        assert_eq!(tally.to_string(), "2-0-2");
        assert!((tally.score() - 0.75).abs() < 1e-12);
        assert!((tally.reversed().score() - 0.25).abs() < 1e-12);
        assert!((Tally::default().score() - 0.5).abs() < 1e-12);
    }

    #[test]
    fn the_result_depends_on_the_color() {
        let result = |color| GameResult::new(color, Some(Color::White));
        assert_eq!(result(Color::White), GameResult::Win);
        assert_eq!(result(Color::Black), GameResult::Loss);
        assert_eq!(GameResult::new(Color::Black, None), GameResult::Draw);
    }
}
