//! Reports of searches as pages see them.

use super::points::{number_of, numbers_of};
use super::views::{CandidateView, ReportView};
use crate::go::{Color, Move, Size};
use crate::search::{MoveReport, Report};

/// The most candidates of a report.
const MOST_CANDIDATES: usize = 20;

/// The most moves of its policy.
const MOST_LIKELY: usize = 30;

/// The most moves of a line.
const MOST_OF_LINE: usize = 20;

/// Candidates that are kept in files, and moves of their lines.
const KEPT: (usize, usize) = (5, 8);

impl ReportView {
    /// What a search for the player to move has found at a node.
    pub(super) fn of(node: usize, report: &Report, color: Color) -> ReportView {
        let size = report.size;
        let value = report.worth(color, report.moves.first());
        let candidates = report.moves.iter().take(MOST_CANDIDATES);
        ReportView {
            node,
            visits: report.root_visits(),
            is_other: false,
            chance: rounded(value.chance, 4),
            lead: rounded(value.lead, 2),
            deviation: rounded(value.deviation, 2),
            ownership: Vec::new(),
            candidates: candidates
                .map(|found| candidate(found, color, size))
                .collect(),
            policy: likeliest(
                report.moves.iter().map(|found| (found.mv, found.prior)),
                report.unvisited.iter().copied(),
                size,
            ),
            people: report.human.as_ref().map_or(Vec::new(), |human| {
                let known = report.moves.iter().map(|found| found.mv);
                let all = known.chain(report.unvisited.iter().map(|&(mv, _)| mv));
                let likely = all.map(|mv| (mv, human.policy.probability(mv)));
                likeliest(likely, std::iter::empty(), size)
            }),
            done: false,
        }
    }

    /// The same with who will own each point, as the search has found it.
    #[must_use]
    pub(super) fn with_ownership(self, report: &Report) -> ReportView {
        let owner = |at| {
            #[expect(clippy::cast_possible_truncation, reason = "two decimals are left")]
            let owner = rounded(report.ownership.at(at), 2) as f32;
            owner
        };
        ReportView {
            ownership: report.size.points_from_top().map(owner).collect(),
            ..self
        }
    }

    /// What files keep of it.
    #[must_use]
    pub(super) fn in_short(&self) -> ReportView {
        let (most, longest) = KEPT;
        let shorter = |candidate: &CandidateView| CandidateView {
            line: candidate.line.iter().copied().take(longest).collect(),
            ..candidate.clone()
        };
        ReportView {
            ownership: Vec::new(),
            candidates: self.candidates.iter().take(most).map(shorter).collect(),
            policy: Vec::new(),
            people: Vec::new(),
            ..self.clone()
        }
    }
}

fn candidate(found: &MoveReport, color: Color, size: Size) -> CandidateView {
    let line = &found.line[..found.line.len().min(MOST_OF_LINE)];
    CandidateView {
        point: number_of(found.mv, size),
        visits: found.visits,
        chance: rounded(of_black(found.value, color), 4),
        lead: rounded(found.margins.for_color(color).mean(), 2),
        prior: rounded(found.prior, 4),
        lower: rounded(of_black(found.lower_bound(), color), 4),
        line: numbers_of(line, size),
    }
}

/// Black's chance where a player has one.
pub(super) fn of_black(chance: f64, color: Color) -> f64 {
    match color {
        Color::Black => chance,
        Color::White => 1.0 - chance,
    }
}

/// The likeliest moves of two lists.
fn likeliest(
    some: impl Iterator<Item = (Move, f64)>,
    others: impl Iterator<Item = (Move, f64)>,
    size: Size,
) -> Vec<(Option<usize>, f64)> {
    let mut all: Vec<(Move, f64)> = some.chain(others).collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    let likely = all.iter().take(MOST_LIKELY);
    likely
        .map(|&(mv, chance)| (number_of(mv, size), rounded(chance, 4)))
        .collect()
}

/// Rounds to a number of decimals, so that texts are short.
pub(super) fn rounded(value: f64, decimals: i32) -> f64 {
    // How exact `powi` is depends on the machine; these products are exact.
    let unit: f64 = (0..decimals).map(|_| 10.0).product();
    let rounded = (value * unit).round() / unit;
    if rounded.is_finite() {
        rounded + 0.0
    } else {
        0.0
    }
}
