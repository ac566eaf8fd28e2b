//! Scores and komi, exact to half a point.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Mul, Neg, Sub};
use std::str::FromStr;

/// A number of half points. A difference is always Black minus White.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(into = "f64", from = "f64")]
pub struct Points(i32);

impl From<Points> for f64 {
    fn from(points: Points) -> f64 {
        points.as_f64()
    }
}

impl From<f64> for Points {
    fn from(points: f64) -> Points {
        Points::from_komi(points)
    }
}

impl Points {
    /// No points.
    pub const ZERO: Points = Points(0);

    /// Whole points.
    pub const fn whole(points: i32) -> Points {
        Points(2 * points)
    }

    /// As many points as things were counted.
    ///
    /// # Panics
    /// There are more than a billion.
    pub fn count(things: usize) -> Points {
        Points::whole(i32::try_from(things).expect("far fewer things on any board"))
    }

    /// Half points: `halves(15)` is 7.5.
    pub const fn halves(halves: i32) -> Points {
        Points(halves)
    }

    /// The number of half points.
    pub const fn as_halves(self) -> i32 {
        self.0
    }

    /// The value as a float, exactly.
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / 2.0
    }

    /// The half points that decide every game as `komi` does. Where `komi` lies strictly between
    /// two half points, that is the odd one next to it, because board scores are whole: 7.1 acts as
    /// 7.5, 6.9 as 6.5. Values beyond a million act as a million; no board comes near.
    pub fn from_komi(komi: f64) -> Points {
        let halves = komi.clamp(-1e6, 1e6) * 2.0;
        if halves.fract() == 0.0 {
            Points(halves as i32)
        } else {
            Points(2 * komi.clamp(-1e6, 1e6).floor() as i32 + 1)
        }
    }
}

/// The largest komi that anybody is given; the least is its negative. Beyond it the stones would hardly matter.
pub const MOST_KOMI: f64 = 400.0;

/// Returns true if a number can be a komi: it is one, and not beyond [`MOST_KOMI`].
#[must_use]
pub fn is_komi(number: f64) -> bool {
    number.abs() <= MOST_KOMI
}

impl Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points(self.0 + other.0)
    }
}

impl Sub for Points {
    type Output = Points;

    fn sub(self, other: Points) -> Points {
        Points(self.0 - other.0)
    }
}

impl Neg for Points {
    type Output = Points;

    fn neg(self) -> Points {
        Points(-self.0)
    }
}

impl Mul<i32> for Points {
    type Output = Points;

    fn mul(self, factor: i32) -> Points {
        Points(self.0 * factor)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(values: I) -> Points {
        values.fold(Points::ZERO, Add::add)
    }
}

impl fmt::Display for Points {
    /// Without needless decimals: `7`, `7.5`, `-0.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let half = if self.0 % 2 == 0 { "" } else { ".5" };
        f.pad(&format!("{sign}{}{half}", self.0.unsigned_abs() / 2))
    }
}

/// The text is no finite decimal number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("number expected, got '{0}'")]
pub struct ParsePointsError(pub String);

impl FromStr for Points {
    type Err = ParsePointsError;

    /// A decimal number, taken as [`Points::from_komi`] does.
    fn from_str(text: &str) -> Result<Points, ParsePointsError> {
        match text.parse::<f64>() {
            Ok(komi) if komi.is_finite() => Ok(Points::from_komi(komi)),
            _ => Err(ParsePointsError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_komi_decides_as_written() {
        for komi in [-7.3, -0.1, 0.0, 0.2, 6.5, 6.9, 7.0, 7.1, 7.5, 375.123] {
            let exact = Points::from_komi(komi);
            for margin in -400..400 {
                let written = f64::from(margin) - komi;
                let halves = Points::whole(margin) - exact;
                assert_eq!(
                    written.partial_cmp(&0.0),
                    halves.partial_cmp(&Points::ZERO),
                    "{komi}"
                );
            }
        }
        assert_eq!(Points::from_komi(1e9), Points::whole(1_000_000));
    }

    #[test]
    fn text_round_trips() {
        for halves in -30..30 {
            let points = Points::halves(halves);
            assert_eq!(points.to_string().parse(), Ok(points));
        }
        assert_eq!(Points::halves(-1).to_string(), "-0.5");
        assert_eq!(Points::ZERO.to_string(), "0");
        assert!("inf".parse::<Points>().is_err() && "x".parse::<Points>().is_err());
    }
}
