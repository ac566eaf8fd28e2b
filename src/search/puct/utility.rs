//! The utility of a position: the chance of winning, and a little for the score, so that a search neither gives points away in a
//! won game nor plays aimlessly in a lost one.
//!
//! The utility is `win - loss + a S(0) + b S(c)`, where S is the expected value of `2/pi atan((score - c) / s)` over a normal
//! distribution of the score: of the absolute score, and of the score relative to the present expectation (David Wu's KataGo).

#![expect(clippy::cast_precision_loss, reason = "an area is small")]

use crate::go::{Color, Size};
use crate::net::ShortTermErrors;
use crate::search::evaluation::{MOST_UTILITY, Value};
use crate::search::leaf::Leaf;
use crate::search::params::SearchParams;
use std::f32::consts::FRAC_2_PI;

/// The points at which a standard normal distribution is evaluated, and their weights (Gauss and Hermite).
const NODES: [(f32, f32); 5] = [
    (-2.856_97, 0.011_257_4),
    (-1.355_626, 0.222_075_9),
    (0.0, 0.533_333_3),
    (1.355_626, 0.222_075_9),
    (2.856_97, 0.011_257_4),
];

/// The score, in sides of the board, at which half of what is possible is reached.
const ABSOLUTE_REACH: f32 = 2.0;

/// What a visit weighs at most, in a game that has ended.
const MOST_WEIGHT: f32 = 8.0;

/// The formula for one search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Utility {
    winning: f32,
    absolute: f32,
    relative: f32,
    /// The score beside the center at which half of what is possible is reached, in sides of the board.
    relative_reach: f32,
    /// The side of a square board of as many points.
    side: f32,
    /// The score around which points matter most, for Black.
    center: f32,
    /// About the error of utility at which a visit weighs 1; 0 if all weigh 1.
    uncertainty: f32,
}

impl Utility {
    /// The formula for a search from a position with an expected score for Black, with a network that may tell its
    /// errors.
    pub(super) fn new(
        params: &SearchParams,
        size: Size,
        expected: f32,
        tells_errors: bool,
    ) -> Utility {
        let length = (size.area() as f32).sqrt();
        let reach = length * params.dynamic_score_center_scale;
        let center = expected * (1.0 - params.dynamic_score_center_zero_weight);
        Utility {
            winning: params.win_loss_utility_factor,
            relative_reach: params.dynamic_score_center_scale,
            absolute: params.static_score_utility_factor,
            relative: params.dynamic_score_utility_factor,
            side: length,
            center: center.clamp(expected - reach, expected + reach),
            uncertainty: if tells_errors {
                params.uncertainty_coeff
            } else {
                0.0
            },
        }
    }

    /// The score around which points matter most to a player.
    fn center(&self, player: Color) -> f32 {
        match player {
            Color::Black => self.center,
            Color::White => -self.center,
        }
    }

    /// The greatest utility there is, which is [`MOST_UTILITY`] unless more is asked for.
    pub(super) fn most(&self) -> f32 {
        MOST_UTILITY.max(self.winning + self.absolute + self.relative)
    }

    /// What a position is worth to a player, from -[`Utility::most`] to [`Utility::most`]. `balance` is his chance to win less that to
    /// lose; the score is his as well.
    pub(super) fn worth(&self, balance: f32, score: f32, deviation: f32, player: Color) -> f32 {
        let center = self.center(player);
        let absolute = expected(score, deviation, self.side * ABSOLUTE_REACH);
        let relative = expected(score - center, deviation, self.side * self.relative_reach);
        self.winning * balance + self.absolute * absolute + self.relative * relative
    }

    /// The same as a share of a win.
    pub(super) fn value(&self, balance: f32, score: f32, deviation: f32, player: Color) -> Value {
        let worth = self.worth(balance, score, deviation, player);
        Value::new(f32::midpoint(worth / MOST_UTILITY, 1.0))
    }

    /// What a visit weighs that ends with a score for a player which may be off by some errors: the less the farther off its
    /// utility may be.
    pub(super) fn weight(&self, errors: Option<ShortTermErrors>, score: f32, player: Color) -> f32 {
        let Some(errors) = errors.filter(|_| self.uncertainty > 0.0) else {
            return 1.0;
        };
        let slope = |score: f32, reach: f32| FRAC_2_PI * reach / (reach * reach + score * score);
        let absolute = slope(score, self.side * ABSOLUTE_REACH);
        let relative = slope(score - self.center(player), self.side * self.relative_reach);
        let of_points = self.absolute * absolute + self.relative * relative;
        // The balance of chances is off by twice as much as one of them.
        let error = 2.0 * errors.win as f32 + of_points * errors.score as f32;
        self.uncertainty / (error + self.uncertainty / MOST_WEIGHT)
    }

    /// Gives a leaf the value of a game that has ended with its score.
    pub(super) fn settle(&self, leaf: &mut Leaf) {
        let evaluation = &mut leaf.evaluation;
        let balance = 2.0 * evaluation.win - 1.0;
        evaluation.deviation = 0.0;
        evaluation.weight = if self.uncertainty > 0.0 {
            MOST_WEIGHT
        } else {
            1.0
        };
        evaluation.final_score = evaluation.score;
        evaluation.value = self.value(balance, evaluation.score, 0.0, leaf.color);
    }
}

/// The expected value of `2/pi atan(x / reach)` over a normal distribution of x.
fn expected(mean: f32, deviation: f32, reach: f32) -> f32 {
    let terms = NODES
        .iter()
        .map(|(at, weight)| weight * FRAC_2_PI * ((mean + at * deviation) / reach).atan());
    terms.sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::params::Overrides;

    fn utility(expected: f32) -> Utility {
        let size = Size::square(9);
        Utility::new(
            &SearchParams::new(size, &Overrides::default()),
            size,
            expected,
            true,
        )
    }

    #[test]
    fn what_one_player_gains_the_other_loses() {
        for (balance, score, deviation) in [(0.3, 5.0, 3.0), (-1.0, -40.0, 0.0), (0.0, 0.5, 20.0)] {
            for expected in [-30.0, 0.0, 4.0] {
                let utility = utility(expected);
                let black = utility.worth(balance, score, deviation, Color::Black);
                let white = utility.worth(-balance, -score, deviation, Color::White);
                assert!((black + white).abs() < 1e-3, "{black} {white}");
            }
        }
    }

    #[test]
    fn what_may_be_far_off_weighs_less() {
        let utility = utility(3.0);
        let weight = |win, score, at, player| {
            utility.weight(Some(ShortTermErrors { win, score }), at, player)
        };
        // By the slope of the worth of the score, which the expectation over a deviation of 0 has.
        let (at, player) = (5.0, Color::White);
        let worth = |score| utility.worth(0.0, score, 0.0, player);
        let slope = (worth(at + 0.01) - worth(at - 0.01)) / 0.02;
        let error = 2.0 * 0.1 + slope * 4.0;
        let expected = 0.25 / (error + 0.25 / 8.0);
        let found = weight(0.1, 4.0, at, player);
        assert!((found - expected).abs() < 0.01, "{found} {expected}");
        assert!((weight(0.0, 0.0, at, player) - 8.0).abs() < 1e-4);
        assert!(weight(0.2, 4.0, at, player) < found && weight(0.1, 6.0, at, player) < found);
        // The same for both players, and 1 where a network tells no errors.
        assert!((weight(0.1, 4.0, -at, Color::Black) - found).abs() < 1e-6);
        assert!((utility.weight(None, at, player) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn the_expectation_is_that_of_a_normal_distribution() {
        let utility = Utility {
            winning: 1.0,
            absolute: 0.0,
            relative: 1.4,
            relative_reach: 0.75,
            side: 9.0,
            center: 2.0,
            uncertainty: 0.0,
        };
        for (score, deviation) in [(2.0, 5.0), (10.0, 3.0), (-6.0, 12.0)] {
            let (mut sum, mut weights) = (0.0, 0.0);
            for step in -600..=600 {
                let at = step as f32 / 100.0;
                let weight = (-at * at / 2.0).exp();
                let reach = 9.0 * 0.75;
                sum += weight * FRAC_2_PI * ((score + at * deviation - 2.0) / reach).atan();
                weights += weight;
            }
            let expected = 1.4 * sum / weights;
            let found = utility.worth(0.0, score, deviation, Color::Black);
            assert!((found - expected).abs() < 0.03, "{found} {expected}");
        }
    }

    #[test]
    fn more_points_are_better_and_winning_is_better_than_points() {
        let utility = utility(3.0);
        let mut last = -9.0;
        for score in [-60.0, -8.0, 0.0, 2.0, 9.0, 60.0] {
            let now = utility.worth(0.0, score, 5.0, Color::Black);
            assert!(now > last, "{score}");
            last = now;
        }
        let winning = utility.worth(1.0, 0.5, 0.0, Color::Black);
        let losing = utility.worth(-1.0, 80.0, 0.0, Color::Black);
        assert!(winning > losing + 1.0, "{winning} {losing}");
        assert!(utility.worth(1.0, 400.0, 0.0, Color::Black) <= MOST_UTILITY);
        let even = f64::from(utility.value(0.0, 0.0, 9.0, Color::White).0);
        let worth = f64::from(utility.worth(0.0, 0.0, 9.0, Color::White) / MOST_UTILITY);
        assert!((even / f64::from(Value::WIN.0) - f64::midpoint(worth, 1.0)).abs() < 1e-4);
    }
}
