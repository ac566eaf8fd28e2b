//! Positions as the fit sees them: the features of all moves, and the move that was made.

use super::replay::{ReplayedMove, replay};
use crate::go::Record;
use crate::pattern::features::{Extractor, GROUPS, Group, KnownShapes, ShapeKey, Team, pass_team};
use crate::pattern::weights::known;
use crate::rng::Rng;
use std::ops::Range;

/// Decisions, with the features in columns: one for each group, the moves of one decision after the
/// other.
#[derive(Debug)]
pub(super) struct Decisions {
    /// Where the moves of each decision begin, and the end of the last one.
    starts: Vec<usize>,
    /// For each decision, the move that was made.
    winners: Vec<usize>,
    columns: [Vec<u16>; GROUPS],
}

impl Decisions {
    /// Takes a sample of about `wanted` positions of the records, or all of them if there are
    /// fewer.
    pub(super) fn sample(
        records: &[&Record],
        keys: &[Vec<ShapeKey>; 3],
        wanted: usize,
        rng: &mut Rng,
    ) -> Decisions {
        let available: usize = records.iter().map(|record| record.moves().count()).sum();
        let known = known(keys);
        let mut decisions = Decisions::empty();
        let mut extractor = Extractor::new();
        let mut teams = Vec::new();
        for record in records {
            replay(record, |situation| {
                if rng.chance(wanted.min(available), available) {
                    candidates(&mut extractor, situation, &known, &mut teams);
                    decisions.add(situation, &teams);
                }
            });
        }
        decisions
    }

    /// Adds a position unless the move made is not among the candidates.
    fn add(&mut self, situation: &ReplayedMove, teams: &[Team]) {
        let played = situation.played.point();
        if let Some(winner) = teams.iter().position(|team| team.point == played) {
            self.push(teams, winner);
        }
    }

    /// Adds a position by its teams and the place of the winner among them.
    pub(super) fn push(&mut self, teams: &[Team], winner: usize) {
        self.winners.push(self.moves() + winner);
        for team in teams {
            for (column, value) in self.columns.iter_mut().zip(team.features) {
                column.push(value);
            }
        }
        self.starts.push(self.columns[0].len());
    }

    pub(super) fn empty() -> Decisions {
        Decisions {
            starts: vec![0],
            winners: Vec::new(),
            columns: Default::default(),
        }
    }

    /// The number of positions.
    pub(super) const fn len(&self) -> usize {
        self.winners.len()
    }

    /// The number of moves of all positions together.
    pub(super) const fn moves(&self) -> usize {
        self.columns[0].len()
    }

    /// For each decision its moves and the one that was made.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Range<usize>, usize)> + '_ {
        let ranges = self.starts.windows(2).map(|ends| ends[0]..ends[1]);
        ranges.zip(self.winners.iter().copied())
    }

    /// The values of a group, one for each move.
    pub(super) fn column(&self, group: Group) -> &[u16] {
        &self.columns[group as usize]
    }
}

/// All moves of a position, the pass last.
pub(super) fn candidates(
    extractor: &mut Extractor,
    situation: &ReplayedMove,
    known: &KnownShapes,
    teams: &mut Vec<Team>,
) {
    let (board, recent) = (situation.board, situation.recent);
    extractor.teams(board, situation.color, recent, known, teams);
    teams.push(pass_team(board, recent.last));
}
