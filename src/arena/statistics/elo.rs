//! Differences of strength on Elo's scale.

use std::fmt;

/// A difference of strength: 400 points are odds of ten to one (logistic curve; Elo 1978).
///
/// Infinite for a score of 0 or 1. Shown as a whole number with its sign, or with as many decimals
/// as the format asks for.
///
/// ```
/// use kosumi::arena::statistics::Elo;
/// assert_eq!(Elo::from_score(0.76).to_string(), "+200");
/// assert_eq!(Elo::from_score(0.0).to_string(), "-inf");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Elo(pub f64);

impl Elo {
    /// Returns the difference at which a score, from 0 to 1, is the expected one.
    #[must_use]
    pub fn from_score(score: f64) -> Elo {
        debug_assert!((0.0..=1.0).contains(&score));
        Elo(400.0 * (score / (1.0 - score)).log10())
    }

    /// Returns the normalized difference of a score, with the standard deviation that a single game has: its distance
    /// from one half in such deviations, on a scale on which it is near Elo's where half of the games are won and half lost
    /// (Van den Bergh). The number of games that show a normalized difference is the same for all openings, opponents and
    /// shares of draws. Infinite if there is no deviation.
    #[must_use]
    pub fn normalized(score: f64, deviation: f64) -> Elo {
        if (score - 0.5).abs() < f64::EPSILON {
            return Elo(0.0);
        }
        Elo(Elo::NORMALIZED * (score - 0.5) / deviation)
    }

    /// What a normalized difference of one standard deviation is worth.
    pub const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;

    /// Returns the expected score.
    #[must_use]
    pub fn score(self) -> f64 {
        1.0 / (1.0 + 10_f64.powf(-self.0 / 400.0))
    }

    /// Returns how many points of Elo one unit of score is worth near a score; at least 695 (at
    /// 0.5).
    #[must_use]
    pub fn slope(score: f64) -> f64 {
        400.0 / std::f64::consts::LN_10 / (score * (1.0 - score))
    }
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = f.precision().unwrap_or(0);
        let digits = format!("{:.decimals$}", self.0.abs());
        let is_zero = digits.chars().all(|letter| "0.".contains(letter));
        let sign = if self.0 < 0.0 && !is_zero { '-' } else { '+' };
        write!(f, "{sign}{digits}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_known_values() {
        for (score, elo) in [
            (0.5, 0.0),
            (0.76, 200.2),
            (0.64, 100.0),
            (10.0 / 11.0, 400.0),
        ] {
            assert!((Elo::from_score(score).0 - elo).abs() < 0.05, "{score}");
            assert!(
                (Elo::from_score(1.0 - score).0 + elo).abs() < 0.05,
                "{score}"
            );
        }
        assert!((Elo(200.0).score() - 0.7597).abs() < 1e-4);
        assert!((Elo::slope(0.5) - 694.87).abs() < 0.01);
    }

    #[test]
    fn a_score_and_its_elo_go_both_ways() {
        for percent in 0..=100 {
            let score = f64::from(percent) / 100.0;
            assert!((Elo::from_score(score).score() - score).abs() < 1e-12);
        }
    }

    #[test]
    fn the_text_has_a_sign() {
        let shown = [77.7, -77.7, 0.4, -0.4, f64::INFINITY].map(|elo| Elo(elo).to_string());
        assert_eq!(shown, ["+78", "-78", "+0", "+0", "+inf"]);
        assert_eq!(format!("{:.1}", Elo(-12.34)), "-12.3");
    }
}
