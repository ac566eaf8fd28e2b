//! How well weights predict moves of games that they have not learned from.

use super::decisions::candidates;
use super::replay::{ReplayedMove, replay};
use crate::go::Record;
use crate::pattern::features::{Extractor, Team};
use crate::pattern::weights::Weights;
use std::fmt;

/// The ranks that are reported.
const RANKS: [usize; 5] = [1, 2, 3, 5, 10];

/// Predictions compared with moves made. Positions in which the move was a pass only count for the
/// probability of passes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FitReport {
    positions: u32,
    /// Moves made that were among the most probable ones, for each of [`RANKS`].
    pub(super) within: [u32; RANKS.len()],
    log_evidence: f64,
    /// Number and summed probability of a pass, where a stone was played and where a pass was made.
    passes: [(u32, f64); 2],
}

impl FitReport {
    /// Returns the report on all positions of the records.
    pub fn of<'a>(weights: &Weights, records: impl Iterator<Item = &'a Record>) -> FitReport {
        let mut report = FitReport::default();
        let mut extractor = Extractor::new();
        let mut teams = Vec::new();
        for record in records {
            replay(record, |situation| {
                candidates(&mut extractor, situation, weights.known(), &mut teams);
                report.add(weights, situation, &teams);
            });
        }
        report
    }

    /// Returns the number of positions in which a stone was played.
    pub const fn positions(&self) -> u32 {
        self.positions
    }

    fn add(&mut self, weights: &Weights, situation: &ReplayedMove, teams: &[Team]) {
        let model = weights.model(situation.board.size());
        let strengths: Vec<f32> = teams.iter().map(|team| model.strength(team)).collect();
        let Some((pass, plays)) = strengths.split_last() else {
            return;
        };
        let total: f32 = plays.iter().sum();
        let passes = &mut self.passes[usize::from(situation.played.point().is_none())];
        passes.0 += 1;
        passes.1 += f64::from(pass / (pass + total));
        let played = situation.played.point();
        let made = teams.iter().position(|team| team.point == played);
        if let Some(made) = made.filter(|_| played.is_some()) {
            self.add_play(plays, total, made);
        }
    }

    fn add_play(&mut self, plays: &[f32], total: f32, made: usize) {
        self.positions += 1;
        self.log_evidence += f64::from(plays[made] / total).ln();
        let rank = 1 + plays.iter().filter(|&&other| other > plays[made]).count();
        for (within, bound) in self.within.iter_mut().zip(RANKS) {
            *within += u32::from(rank <= bound);
        }
    }
}

impl fmt::Display for FitReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |part: f64, whole: u32| 100.0 * part / f64::from(whole.max(1));
        writeln!(f, "positions           {}", self.positions)?;
        for (within, rank) in self.within.iter().zip(RANKS) {
            let part = percent(f64::from(*within), self.positions);
            writeln!(f, "{:<20}{part:.2} %", format!("among first {rank}"))?;
        }
        let mean = self.log_evidence / f64::from(self.positions.max(1));
        writeln!(f, "mean log-evidence   {mean:.4}")?;
        for ((count, sum), what) in self.passes.iter().zip(["stone", "pass"]) {
            let part = percent(*sum, *count);
            writeln!(f, "P(pass) at a {what:<7}{part:.2} % ({count})")?;
        }
        Ok(())
    }
}
