//! What the results of a match are worth: scores, intervals, Elo, tests. Pure arithmetic.
//!
//! Everything is from the viewpoint of one program. A score lies between 0 and 1, and a draw counts
//! half. A *unit* is what the statistics take to be independent: a game, or a pair of games with
//! one opening and the colors swapped.
//!
//! One model serves all: the units fall into at most five classes (win, draw and loss of a game; 0
//! to 4 half points of a pair) with unknown probabilities, of which only the mean score is of
//! interest. For a supposed mean the probabilities are the most likely ones that have it. From them
//! follow the interval ([`Sample::interval`]), the likelihood of superiority
//! ([`Sample::superiority`]) and the sequential test ([`Sprt`]). Without draws these are, digit for
//! digit, the interval of Wilson and the test of Wald.
//!
//! Sources:
//! - E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
//! - A. Wald, "Sequential tests of statistical hypotheses", 1945.
//! - C. R. Rao, "Large sample tests of statistical hypotheses", 1948: the score test.
//! - A. E. Elo, "The Rating of Chessplayers, Past and Present", 1978.
//! - T. Tango, "Equivalence test and confidence interval for the difference in proportions for the
//!   paired-sample design", 1998: the interval for wins, draws and losses.
//! - M. Van den Bergh, "A practical introduction to the GSPRT" and "Comments on normalized Elo",
//!   notes for the testing of Stockfish, about 2019: the generalized test, pairs of games.

mod results;
mod sample;
mod sprt;
#[cfg(test)]
mod tests;

pub use results::{GameResult, Results};
pub use sample::{Elo, Interval, Sample, Z95};
pub use sprt::{Sprt, SprtDecision, SprtError, SprtVerdict};
