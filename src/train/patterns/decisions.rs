//! Positions as the fit sees them: the features of all moves, and the move that was made.

use super::PatternSettings;
use crate::go::record::{Action, Setup};
use crate::go::{Board, Color, Move, Record};
use crate::pattern::features::{
    Extractor, GROUPS, Group, KnownShapes, Recent, ShapeKey, Shapes, Team, pass_team,
};
use crate::pattern::weights::{SHAPE_GROUPS, Weights, known};
use crate::rng::Rng;
use std::collections::HashMap;
use std::fmt;
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

/// A position of a record and the move that was made in it.
#[derive(Debug)]
pub(super) struct ReplayedMove<'a> {
    pub(super) board: &'a Board,
    pub(super) color: Color,
    pub(super) recent: Recent,
    pub(super) played: Move,
}

/// Shows all positions of a record. A game ends early at a move that its board does not allow; a
/// setup begins it anew.
pub(super) fn replay(record: &Record, mut visit: impl FnMut(&ReplayedMove)) {
    let mut board = Board::new(record.size);
    let mut recent = Recent::default();
    for node in &record.nodes {
        match &node.action {
            Action::Setup(setup) => {
                recent = Recent::default();
                if !set_up(&mut board, setup) {
                    return;
                }
            }
            &Action::Move(color, played) => {
                if !is_possible(&board, color, played) {
                    return;
                }
                visit(&ReplayedMove {
                    board: &board,
                    color,
                    recent,
                    played,
                });
                board.make(played, color);
                recent = Recent {
                    last: Some(played),
                    before_last: recent.last,
                };
            }
        }
    }
}

fn is_possible(board: &Board, color: Color, played: Move) -> bool {
    played
        .point()
        .is_none_or(|point| board.is_empty_at(point) && board.is_playable(point, color))
}

/// Puts stones on the board. Returns true if every chain has a liberty then.
fn set_up(board: &mut Board, setup: &Setup) -> bool {
    for &(point, stone) in &setup.stones {
        if board.size().contains(point) {
            board.set(point, stone);
        }
    }
    board.breathless_chain().is_none()
}

/// The shapes to know, for each of [`SHAPE_GROUPS`]. Value 0 of a group stands for the unknown, the
/// shapes have the values from 1 on.
#[derive(Debug)]
pub(super) struct Harvest {
    /// The keys of the shapes, those played most often first.
    pub(super) keys: [Vec<ShapeKey>; 3],
    /// For each value the value of the next smaller shape that it holds, 0 if there is none.
    pub(super) parents: [Vec<u16>; 3],
}

/// How often a shape was played, and the next smaller shape that it holds.
#[derive(Clone, Copy, Debug)]
struct ShapePlays {
    count: u32,
    parent: Option<ShapeKey>,
}

type Counts = HashMap<ShapeKey, ShapePlays>;

impl Harvest {
    /// The shapes of records that were played often.
    ///
    /// A larger shape is never played more often than the smaller one it holds, so a look-up may
    /// stop at the first unknown size.
    pub(super) fn of(records: &[&Record], settings: &PatternSettings) -> Harvest {
        let mut counts: [Counts; 3] = Default::default();
        let mut extractor = Extractor::new();
        for record in records {
            replay(record, |situation| {
                count(&mut extractor, situation, &mut counts);
            });
        }
        let keys = counts
            .each_ref()
            .map(|counts| most_played(counts, settings));
        let mut parents = [const { Vec::new() }; 3];
        for ((parents, keys), counts) in parents.iter_mut().zip(&keys).zip(&counts) {
            *parents = parents_of(keys, counts);
        }
        Harvest { keys, parents }
    }
}

/// Counts the shapes of a move.
fn count(extractor: &mut Extractor, situation: &ReplayedMove, counts: &mut [Counts; 3]) {
    let Some(point) = situation.played.point() else {
        return;
    };
    let (board, color) = (situation.board, situation.color);
    let mut smaller = [None; 3];
    extractor.keys(board, color, situation.recent, point, |group, key| {
        let Some(place) = SHAPE_GROUPS.iter().position(|&other| other == group) else {
            return;
        };
        let parent = smaller[place].replace(key);
        let first = ShapePlays { count: 0, parent };
        counts[place].entry(key).or_insert(first).count += 1;
    });
}

/// The order does not depend on that of the map.
fn most_played(counts: &Counts, settings: &PatternSettings) -> Vec<ShapeKey> {
    let often = counts
        .iter()
        .filter(|(_, plays)| plays.count >= settings.min_plays);
    let mut often: Vec<(u32, ShapeKey)> = often.map(|(&key, plays)| (plays.count, key)).collect();
    often.sort_unstable_by(|a, b| b.cmp(a));
    often.truncate(settings.max_shapes.min(usize::from(u16::MAX) - 1));
    often.into_iter().map(|(_, key)| key).collect()
}

fn parents_of(keys: &[ShapeKey], counts: &Counts) -> Vec<u16> {
    let known = Shapes::new(keys);
    let parent = |key: &ShapeKey| {
        let parent = counts.get(key).and_then(|plays| plays.parent);
        parent.map_or(0, |parent| known.value(parent))
    };
    std::iter::once(0).chain(keys.iter().map(parent)).collect()
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_that_were_played_most_often_are_known() {
        let played = [(7, 30), (5, 50), (9, 10), (3, 40), (4, 40)];
        let plays = |count| ShapePlays {
            count,
            parent: None,
        };
        let counts: Counts = played.map(|(key, count)| (key, plays(count))).into();
        let known = |min_plays, max_shapes| {
            let settings = PatternSettings {
                min_plays,
                max_shapes,
                ..crate::train::patterns::tests::settings()
            };
            most_played(&counts, &settings)
        };
        assert_eq!(known(1, 100), [5, 4, 3, 7, 9]);
        assert_eq!(known(30, 100), [5, 4, 3, 7]);
        assert_eq!(known(1, 2), [5, 4]);
    }
}
