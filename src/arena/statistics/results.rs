//! The results of a match so far: by color, and by pair.

use super::{Elo, Sample};
use crate::go::{ByColor, Color};
use std::fmt;

/// How a game ended for one program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// It lost.
    Loss,
    /// Nobody won.
    Draw,
    /// It won.
    Win,
}

impl GameResult {
    /// Returns the result for the program that played `color`, from who won.
    pub fn new(color: Color, winner: Option<Color>) -> GameResult {
        match winner {
            None => GameResult::Draw,
            Some(winner) if winner == color => GameResult::Win,
            Some(_) => GameResult::Loss,
        }
    }

    /// Returns 0 for a loss, 1 for a draw, 2 for a win.
    pub const fn half_points(self) -> usize {
        self as usize
    }
}

/// The results of one program against another.
///
/// Shown like `61-39-0, 61.0 % ± 9.4, +78 Elo [+8, +147]`: the [`Sample::tally`] of all games, then the
/// [`Sample`] that the statistics take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// All games, by the color that the program played.
    pub games: ByColor<Sample>,
    /// The pairs, by their half points from 0 to 4.
    pub pairs: Sample,
}

impl Results {
    /// Adds a game that belongs to no pair; the program played `color`.
    pub fn add_game(&mut self, color: Color, result: GameResult) {
        self.games[color].count(2 * result.half_points());
    }

    /// Adds two games from one opening, one with each color.
    pub fn add_pair(&mut self, pair: ByColor<GameResult>) {
        for color in Color::ALL {
            self.add_game(color, pair[color]);
        }
        let half_points = pair.black.half_points() + pair.white.half_points();
        self.pairs.count(half_points);
    }

    /// Returns all games.
    pub fn all(&self) -> Sample {
        self.games.black + self.games.white
    }

    /// Returns the units of the statistics: pairs if every game belongs to one, otherwise games.
    ///
    /// Games of one opening resemble each other, so pairs are the honest unit; where the colors
    /// even each other out they also give the narrower interval.
    pub fn sample(&self) -> Sample {
        if self.is_paired() {
            self.pairs
        } else {
            self.all()
        }
    }

    /// Returns true if every game belongs to a pair.
    pub fn is_paired(&self) -> bool {
        self.all().units() == 2 * self.pairs.units()
    }

    /// Returns the [normalized difference](Elo::normalized) and its standard error. A pair is the mean of two games, so a
    /// game that varied by itself would have twice its variance.
    pub fn normalized_elo(&self) -> (Elo, f64) {
        let sample = self.sample();
        let games_a_unit = if self.is_paired() { 2.0 } else { 1.0 };
        let deviation = (games_a_unit * sample.variance()).sqrt();
        let error = Elo::NORMALIZED / f64::from(self.all().units()).sqrt();
        (Elo::normalized(sample.score(), deviation), error)
    }
}

impl fmt::Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.all().tally(), self.sample())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Z95;
    use super::*;
    use GameResult::{Draw, Loss, Win};

    fn pair(black: GameResult, white: GameResult) -> ByColor<GameResult> {
        ByColor { black, white }
    }

    #[test]
    fn pairs_are_counted_by_half_points() {
        let mut results = Results::default();
        for (black, white) in [
            (Win, Win),
            (Win, Loss),
            (Draw, Draw),
            (Draw, Loss),
            (Win, Draw),
        ] {
            results.add_pair(pair(black, white));
        }
        assert_eq!(results.pairs, Sample([0, 1, 2, 1, 1]));
        assert_eq!(results.sample(), results.pairs);
        assert_eq!(results.all().tally(), "4-2-4");
        assert_eq!(results.games[Color::Black].tally(), "3-0-2");
        assert_eq!(results.games[Color::White].tally(), "1-2-2");
    }

    #[test]
    fn a_game_without_a_pair_makes_games_the_units() {
        let mut results = Results::default();
        results.add_pair(pair(Win, Loss));
        results.add_game(Color::White, Win);
        assert_eq!(results.sample(), Sample([1, 0, 0, 0, 2]));
    }

    #[test]
    fn pairs_are_more_exact_when_black_always_wins() {
        let mut results = Results::default();
        for _ in 0..45 {
            results.add_pair(pair(Win, Loss));
        }
        for _ in 0..5 {
            results.add_pair(pair(Win, Win));
        }
        let of_pairs = results.sample();
        let of_games = results.all();
        assert!((of_pairs.score() - of_games.score()).abs() < 1e-12);
        assert!(of_pairs.standard_error() < of_games.standard_error() / 2.0);
        assert!(of_pairs.superiority() > of_games.superiority());
        assert_eq!(of_games.to_string(), "55.0 % ± 9.6, +35 Elo [-33, +103]");
        assert_eq!(of_pairs.to_string(), "55.0 % ± 4.8, +35 Elo [+7, +75]");
    }

    /// Differences and half the widths of their 95 % intervals from the tests of fastchess, normalized and not.
    #[test]
    fn differences_agree_with_another_program() {
        let of = |games: [u32; 5], pairs: [u32; 5]| Results {
            games: ByColor {
                black: Sample(games),
                white: Sample::default(),
            },
            pairs: Sample(pairs),
        };
        let games = |wins, losses, draws| of([losses, 0, draws, 0, wins], [0; 5]);
        let pairs = |pairs: [u32; 5]| {
            let of_pairs = pairs.iter().sum::<u32>();
            of([of_pairs, 0, 0, 0, of_pairs], pairs)
        };
        for (results, normalized, elo) in [
            (pairs([34, 54, 63, 64, 75]), (57.94, 28.28), (55.58, 27.65)),
            (
                pairs([332, 433, 498, 333, 334]),
                (-9.17, 10.96),
                (-8.64, 10.33),
            ),
            (
                pairs([7895, 8757, 5685, 568, 9999]),
                (-19.01, 2.65),
                (-21.04, 2.95),
            ),
            (games(136, 96, 111), (49.77, 36.77), (40.70, 30.43)),
        ] {
            let (found, error) = results.normalized_elo();
            let near = |found: f64, expected: f64| (found - expected).abs() < 0.01;
            assert!(
                near(found.0, normalized.0) && near(Z95 * error, normalized.1),
                "{found:?} {error}"
            );
            let sample = results.sample();
            // The other program transforms the ends of the interval; the slope is the same to a thousandth of it.
            let is_close = (Z95 * sample.elo_error() / elo.1 - 1.0).abs() < 0.01;
            assert!(near(sample.elo().0, elo.0) && is_close, "{sample:?}");
        }
        let (even, _) = pairs([0, 0, 9, 0, 0]).normalized_elo();
        assert_eq!(even, Elo(0.0));
        let (won, _) = pairs([0, 0, 0, 0, 9]).normalized_elo();
        assert_eq!(won, Elo(f64::INFINITY));
        let (unknown, error) = Results::default().normalized_elo();
        assert_eq!((unknown, error), (Elo(0.0), f64::INFINITY));
    }

    #[test]
    fn draws_count_half() {
        let mut results = Results::default();
        for result in [Win, Draw, Draw, Win] {
            results.add_game(Color::Black, result);
        }
        let games = results.games[Color::Black];
        assert_eq!(games.tally(), "2-0-2");
        assert!((games.score() - 0.75).abs() < 1e-12);
        assert!((games.reversed().score() - 0.25).abs() < 1e-12);
        assert!((Sample::default().score() - 0.5).abs() < 1e-12);
    }

    #[test]
    fn the_result_depends_on_the_color() {
        let result = |color| GameResult::new(color, Some(Color::White));
        assert_eq!(result(Color::White), GameResult::Win);
        assert_eq!(result(Color::Black), GameResult::Loss);
        assert_eq!(GameResult::new(Color::Black, None), GameResult::Draw);
    }

    #[test]
    fn the_text_is_a_line_of_a_report() {
        let mut results = Results::default();
        assert_eq!(results.to_string(), "0-0-0, no games");
        for game in 0..100 {
            results.add_game(Color::Black, if game < 61 { Win } else { Loss });
        }
        let text = "61-39-0, 61.0 % ± 9.4, +78 Elo [+8, +147]";
        assert_eq!(results.to_string(), text);
    }
}
