//! The sequential probability ratio test: when a question is decided.

use super::{Elo, Interval, Sample};
use std::fmt;

/// A sequential test of two hypotheses about the difference of strength (Wald 1945).
///
/// Hypothesis 0 is that the difference is `elo0`, hypothesis 1 that it is `elo1`. After each unit
/// the log-likelihood ratio decides whether to go on; the results may be tested as often as one
/// likes. If the truth lies beyond a hypothesis, errors are rarer still; if it lies between the two,
/// either answer will do, and the match is the longest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: Elo,
    elo1: Elo,
    alpha: f64,
    beta: f64,
}

/// The numbers make no test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are equal, in the wrong order, or beyond all measure.
    #[error("elo0 must be below elo1, got {0} and {1}")]
    Hypotheses(f64, f64),
    /// The probabilities of an error are not positive or leave no room for a decision.
    #[error("alpha and beta must be above 0 and below 1 together, got {0} and {1}")]
    Errors(f64, f64),
}

/// What to do after the results so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtDecision {
    /// Stop: hypothesis 1 is accepted.
    Accept,
    /// Stop: hypothesis 1 is rejected, hypothesis 0 accepted.
    Reject,
    /// Play on.
    Continue,
}

/// A decision and its reason. Shown as a sentence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtVerdict {
    /// What to do.
    pub decision: SprtDecision,
    /// The log-likelihood ratio, positive for hypothesis 1.
    pub ratio: f64,
    sprt: Sprt,
}

impl Sprt {
    /// A test of `elo0` against the larger `elo1`; hypothesis 1 is accepted with a probability of
    /// `alpha` when hypothesis 0 holds, and rejected with `beta` when it holds itself.
    ///
    /// # Errors
    ///
    /// If the hypotheses are not ordered, or `alpha` and `beta` are not positive or sum to 1.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        let (score0, score1) = (Elo(elo0).score(), Elo(elo1).score());
        if !(0.0 < score0 && score0 < score1 && score1 < 1.0) {
            return Err(SprtError::Hypotheses(elo0, elo1));
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::Errors(alpha, beta));
        }
        Ok(Sprt {
            elo0: Elo(elo0),
            elo1: Elo(elo1),
            alpha,
            beta,
        })
    }

    /// Between these log-likelihood ratios the match goes on: `ln(beta / (1 - alpha))` and
    /// `ln((1 - beta) / alpha)` (Wald's approximation, which errs on the safe side).
    pub fn bounds(&self) -> Interval<f64> {
        Interval {
            low: (self.beta / (1.0 - self.alpha)).ln(),
            high: ((1.0 - self.beta) / self.alpha).ln(),
        }
    }

    /// Returns the log-likelihood ratio of hypothesis 1 to hypothesis 0; 0 if there are no units.
    ///
    /// The generalized test (Van den Bergh): both hypotheses take the most likely probabilities of
    /// the classes that have their mean. Without draws nothing is left to choose and this is
    /// Wald's `wins ln(p1 / p0) + losses ln((1 - p1) / (1 - p0))`.
    pub fn ratio(&self, sample: &Sample) -> f64 {
        let (mean0, mean1) = (self.elo0.score(), self.elo1.score());
        let (tilt0, tilt1) = (sample.tilt(mean0), sample.tilt(mean1));
        let of_score =
            |score: f64| (tilt0 * (score - mean0)).ln_1p() - (tilt1 * (score - mean1)).ln_1p();
        let classes = sample.classes();
        classes.map(|(score, count)| count * of_score(score)).sum()
    }

    /// Returns what the results so far ask for.
    pub fn verdict(&self, sample: &Sample) -> SprtVerdict {
        let ratio = self.ratio(sample);
        let bounds = self.bounds();
        let decision = if ratio >= bounds.high {
            SprtDecision::Accept
        } else if ratio <= bounds.low {
            SprtDecision::Reject
        } else {
            SprtDecision::Continue
        };
        SprtVerdict {
            decision,
            ratio,
            sprt: *self,
        }
    }
}

impl fmt::Display for SprtVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interval { low, high } = self.sprt.bounds();
        let (elo0, elo1) = (self.sprt.elo0.0, self.sprt.elo1.0);
        let ratio = self.ratio;
        let (word, bound, better, worse) = match self.decision {
            SprtDecision::Accept => ("accept", high, elo1, elo0),
            SprtDecision::Reject => ("reject", low, elo0, elo1),
            SprtDecision::Continue => {
                return write!(
                    f,
                    "continue: the log-likelihood ratio {ratio:.2} lies between {low:.2} and \
                     {high:.2}, so neither {elo0:+} Elo nor {elo1:+} Elo is decided"
                );
            }
        };
        write!(
            f,
            "{word}: the log-likelihood ratio {ratio:.2} reached {bound:.2}, \
             so {better:+} Elo explains the results better than {worse:+} Elo"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05).unwrap()
    }

    #[test]
    fn bounds_are_those_of_wald() {
        let Interval { low, high } = sprt(0.0, 10.0).bounds();
        assert!((high - 2.944).abs() < 1e-3 && (low + 2.944).abs() < 1e-3);
        let uneven = Sprt::new(0.0, 10.0, 0.01, 0.1).unwrap().bounds();
        assert!((uneven.low - (0.1_f64 / 0.99).ln()).abs() < 1e-12);
        assert!((uneven.high - 90_f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn without_draws_the_ratio_is_the_exact_one() {
        for (losses, wins) in [(40, 60), (0, 7), (3, 0), (99, 1), (5000, 5100)] {
            let sample = Sample([losses, 0, 0, 0, wins]);
            for (elo0, elo1) in [(0.0, 50.0), (-5.0, 5.0), (-300.0, 400.0)] {
                let (p0, p1) = (Elo(elo0).score(), Elo(elo1).score());
                let exact = f64::from(wins) * (p1 / p0).ln()
                    + f64::from(losses) * ((1.0 - p1) / (1.0 - p0)).ln();
                let ratio = sprt(elo0, elo1).ratio(&sample);
                assert!((ratio - exact).abs() < 1e-9 * exact.abs().max(1.0));
            }
        }
    }

    #[test]
    fn ratios_agree_with_values_by_hand() {
        // 60 ln(0.571463 / 0.5) + 40 ln(0.428537 / 0.5) = 60 * 0.133593 - 40 * 0.154231.
        let sample = Sample([40, 0, 0, 0, 60]);
        assert!((sprt(0.0, 50.0).ratio(&sample) - 1.8464).abs() < 1e-3);
    }

    /// Counts and ratios from the tests of fastchess, which computes them by other means.
    #[test]
    fn ratios_agree_with_another_program() {
        let cases = [
            (0.5, 2.5, [21184, 0, 40708, 0, 21404], -1.57),
            (0.0, 2.0, [57030, 0, 106_593, 0, 57433], -2.59),
            (0.5, 2.5, [223, 9863, 21279, 10037, 246], -3.07),
            (0.0, 2.0, [871, 26175, 55983, 26678, 821], -4.98),
        ];
        for (elo0, elo1, counts, expected) in cases {
            let (sprt, sample) = (sprt(elo0, elo1), Sample(counts));
            assert!((sprt.ratio(&sample) - expected).abs() < 0.01, "{counts:?}");
        }
    }

    #[test]
    fn draws_alone_speak_against_a_difference() {
        let draws = Sample([0, 0, 1000, 0, 0]);
        assert_eq!(
            sprt(0.0, 10.0).verdict(&draws).decision,
            SprtDecision::Reject
        );
        assert!(sprt(-10.0, 10.0).ratio(&draws).abs() < 1e-9);
    }

    #[test]
    fn the_verdict_says_why() {
        let text = |wins| {
            let sample = Sample([40, 0, 0, 0, wins]);
            sprt(0.0, 50.0).verdict(&sample).to_string()
        };
        assert_eq!(
            text(60),
            "continue: the log-likelihood ratio 1.85 lies between -2.94 and 2.94, \
             so neither +0 Elo nor +50 Elo is decided"
        );
        assert_eq!(
            text(70),
            "accept: the log-likelihood ratio 3.18 reached 2.94, \
             so +50 Elo explains the results better than +0 Elo"
        );
        assert_eq!(
            text(20),
            "reject: the log-likelihood ratio -3.50 reached -2.94, \
             so +0 Elo explains the results better than +50 Elo"
        );
    }

    #[test]
    fn nothing_is_known_at_first() {
        let verdict = sprt(0.0, 10.0).verdict(&Sample::default());
        assert_eq!(verdict.decision, SprtDecision::Continue);
        assert!(verdict.ratio.abs() < 1e-12);
    }

    #[test]
    fn senseless_tests_are_refused() {
        for (elo0, elo1) in [(0.0, 0.0), (10.0, 0.0), (f64::NAN, 1.0), (0.0, 1e9)] {
            let error = Sprt::new(elo0, elo1, 0.05, 0.05).unwrap_err();
            assert!(matches!(error, SprtError::Hypotheses(..)));
        }
        for (alpha, beta) in [(0.0, 0.1), (0.1, -0.1), (0.5, 0.5), (f64::NAN, 0.1)] {
            let error = Sprt::new(0.0, 10.0, alpha, beta).unwrap_err();
            assert!(matches!(error, SprtError::Errors(..)));
        }
    }
}
