//! The score of independent units and its interval.

use std::array;
use std::fmt;
use std::ops::Add;

/// Standard errors to either side that hold 95 % of a normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// From `low` to `high`, both included. Shown as `[low, high]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval<T> {
    /// The lower end.
    pub low: T,
    /// The upper end.
    pub high: T,
}

impl<T: fmt::Display> fmt::Display for Interval<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.low, self.high)
    }
}

/// How many units scored 0, 1/4, 1/2, 3/4 and 1 ([`Sample::SCORES`]): games with all but the second and fourth, or pairs
/// of games.
///
/// Shown like `61.0 % ± 9.4, +78 Elo [+8, +147]`, where ± is half the width of the 95 % interval of
/// the score, and the brackets are the same interval in Elo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sample(pub [u32; Sample::SCORES.len()]);

impl Sample {
    /// The possible scores of a unit.
    pub const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// Adds a unit with a score in quarters.
    ///
    /// # Panics
    ///
    /// If there are more than 4.
    pub fn count(&mut self, quarters: usize) {
        self.0[quarters] += 1;
    }

    /// Returns the wins, losses and draws of a sample of games, like `61-39-0`.
    pub fn tally(self) -> String {
        let [losses, _, draws, _, wins] = self.0;
        format!("{wins}-{losses}-{draws}")
    }

    /// Returns the same units as the opponent sees them.
    #[must_use]
    pub fn reversed(mut self) -> Sample {
        self.0.reverse();
        self
    }

    /// How many there are.
    pub fn units(&self) -> u32 {
        self.0.iter().sum()
    }

    /// The scores that occurred, each with the number of its units.
    pub(super) fn classes(&self) -> impl Iterator<Item = (f64, f64)> {
        let counts = self.0.into_iter().map(f64::from);
        Sample::SCORES
            .into_iter()
            .zip(counts)
            .filter(|&(_, count)| count > 0.0)
    }

    /// The mean of a function of the score; `None` if there are no units.
    fn mean(&self, of: impl Fn(f64) -> f64) -> Option<f64> {
        let sum: f64 = self.classes().map(|(score, count)| count * of(score)).sum();
        (self.units() > 0).then(|| sum / f64::from(self.units()))
    }

    /// The mean score; one half if there are no units.
    pub fn score(&self) -> f64 {
        self.mean(|score| score).unwrap_or(0.5)
    }

    /// The variance of the score of one unit, as observed (divided by n); infinite if there
    /// are no units.
    pub fn variance(&self) -> f64 {
        let center = self.score();
        let mean = self.mean(|score| (score - center).powi(2));
        mean.unwrap_or(f64::INFINITY)
    }

    /// The standard error of the mean score; infinite if there are no units.
    pub fn standard_error(&self) -> f64 {
        (self.variance() / f64::from(self.units())).sqrt()
    }

    /// How far the likelihood must be tilted for the mean score to be `mean`, between 0 and 1.
    ///
    /// The most likely probabilities with that mean are `count / (n (1 + tilt (score - mean)))`
    /// (Van den Bergh; empirical likelihood in Owen 1988). What they lack to 1, when all units lie
    /// on one side, goes to a score of 0 or 1. Their variance is `(self.score() - mean) / tilt`.
    /// The tilt falls while `mean` grows, and is 0 at the observed score.
    pub(super) fn tilt(&self, mean: f64) -> f64 {
        debug_assert!(0.0 < mean && mean < 1.0);
        let pull = |tilt: f64| -> f64 {
            self.classes()
                .map(|(score, count)| {
                    let distance = score - mean;
                    count * distance / (1.0 + tilt * distance)
                })
                .sum()
        };
        bisect(-1.0 / (1.0 - mean), 1.0 / mean, |tilt| pull(tilt) > 0.0)
    }

    /// How many standard errors the observed score lies above a supposed mean; the variance is the
    /// one that belongs to the supposed mean (Rao 1948).
    fn deviation(&self, mean: f64) -> f64 {
        let difference = self.score() - mean;
        let squared = f64::from(self.units()) * difference * self.tilt(mean);
        squared.max(0.0).sqrt().copysign(difference)
    }

    /// The interval of the mean score at `z` standard errors, such as [`Z95`]: all means from which
    /// the observed score deviates by at most `z`.
    ///
    /// Without draws it is Wilson's (1927), with wins, draws and losses Tango's (1998), and for
    /// pairs the same with five classes. It never leaves 0 to 1 and is never empty, and if all
    /// units scored the same it still has a width. All of 0 to 1 if there are no units.
    pub fn interval(&self, z: f64) -> Interval<f64> {
        let score = self.score();
        let low = bisect(0.0, score, |mean| self.deviation(mean) > z);
        let high = bisect(score, 1.0, |mean| self.deviation(mean) >= -z);
        match self.units() {
            0 => Interval {
                low: 0.0,
                high: 1.0,
            },
            _ => Interval { low, high },
        }
    }

    /// The difference of strength at which the observed score is the expected one.
    pub fn elo(&self) -> Elo {
        Elo::from_score(self.score())
    }

    /// [`Sample::interval`] in Elo.
    pub fn elo_interval(&self, z: f64) -> Interval<Elo> {
        let Interval { low, high } = self.interval(z);
        Interval {
            low: Elo::from_score(low),
            high: Elo::from_score(high),
        }
    }

    /// The standard error of [`Sample::elo`], in Elo, from that of the score and the slope there;
    /// infinite where the Elo is.
    pub fn elo_error(&self) -> f64 {
        let slope = Elo::slope(self.score());
        if slope.is_infinite() {
            return f64::INFINITY;
        }
        slope * self.standard_error()
    }

    /// The likelihood of superiority: how sure it is, from 0 to 1, that the program is the stronger
    /// one.
    ///
    /// For games it is the usual normal distribution of `(wins - losses) / sqrt(wins + losses)`.
    pub fn superiority(&self) -> f64 {
        normal_cdf(self.deviation(0.5))
    }
}

impl Add for Sample {
    type Output = Sample;

    fn add(self, other: Sample) -> Sample {
        Sample(array::from_fn(|score| self.0[score] + other.0[score]))
    }
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.units() == 0 {
            return f.write_str("no games");
        }
        let Interval { low, high } = self.interval(Z95);
        let (percent, margin) = (100.0 * self.score(), 50.0 * (high - low));
        let (elo, elo_interval) = (self.elo(), self.elo_interval(Z95));
        write!(f, "{percent:.1} % ± {margin:.1}, {elo} Elo {elo_interval}")
    }
}

/// Where a condition that holds at `from` and no longer at `to` ends. If it holds nowhere between
/// them, `from`; if everywhere, `to`.
fn bisect(mut from: f64, mut to: f64, holds: impl Fn(f64) -> bool) -> f64 {
    /// Each halves the range: enough for every digit.
    const STEPS: u32 = 60;
    for _ in 0..STEPS {
        let middle = f64::midpoint(from, to);
        if middle <= from || middle >= to {
            break;
        }
        if holds(middle) {
            from = middle;
        } else {
            to = middle;
        }
    }
    f64::midpoint(from, to)
}

/// The share of the standard normal distribution below `z`, to 14 digits (series of Marsaglia
/// 2004).
fn normal_cdf(z: f64) -> f64 {
    /// The rest is less than 1e-15.
    const FAR: f64 = 8.0;
    if z.abs() > FAR {
        return if z > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut sum, mut term, mut odd) = (z, z, 1.0);
    while term.abs() > f64::EPSILON * sum.abs() {
        odd += 2.0;
        term *= z * z / odd;
        sum += term;
    }
    let density = (-z * z / 2.0).exp() / std::f64::consts::TAU.sqrt();
    0.5 + sum * density
}

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
    pub fn from_score(score: f64) -> Elo {
        debug_assert!((0.0..=1.0).contains(&score));
        Elo(400.0 * (score / (1.0 - score)).log10())
    }

    /// Returns the normalized difference of a score, with the standard deviation that a single game has: its distance
    /// from one half in such deviations, on a scale on which it is near Elo's where half of the games are won and half lost
    /// (Van den Bergh). The number of games that show a normalized difference is the same for all openings, opponents and
    /// shares of draws. Infinite if there is no deviation.
    pub fn normalized(score: f64, deviation: f64) -> Elo {
        if (score - 0.5).abs() < f64::EPSILON {
            return Elo(0.0);
        }
        Elo(Elo::NORMALIZED * (score - 0.5) / deviation)
    }

    /// What a normalized difference of one standard deviation is worth.
    pub const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;

    /// Returns the expected score.
    pub fn score(self) -> f64 {
        1.0 / (1.0 + 10_f64.powf(-self.0 / 400.0))
    }

    /// Returns how many points of Elo one unit of score is worth near a score; at least 695 (at
    /// 0.5).
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
