//! Reports of a search as lines of text, in the formats of Leela Zero and of KataGo.
//!
//! Leela Zero's numbers are integers, a probability of 1 is 10000; KataGo's are decimals. All values are those of the player to
//! move unless another perspective is asked for.

use super::arguments::{Arguments, Dialect, Extra};
use crate::clock::Stop;
use crate::engine::{Values, View};
use crate::go::{Game, Move};
use crate::gtp::output::Lines;
use crate::params::Params;
use crate::playout::Ownership;
use crate::search::{MoveReport, Observer, Report};
use std::fmt::Write;
use std::time::Duration;

/// What stands in the fields for the uncertainty of KataGo's network.
const UNKNOWN: f64 = -1.0;

/// Which parts of a report are written, and in which format.
#[derive(Clone, Debug)]
pub(in crate::gtp) struct LineFormat {
    view: View,
    dialect: Dialect,
    extras: Vec<Extra>,
    fewest: usize,
    most: usize,
    longest_line: usize,
}

impl LineFormat {
    /// What the arguments of a command ask for about a position.
    pub(in crate::gtp) fn new(
        game: &Game,
        arguments: &Arguments,
        dialect: Dialect,
        params: &Params,
    ) -> LineFormat {
        let color = arguments.color;
        let viewer = params.perspective.color(color);
        LineFormat {
            view: View::new(game.board().size(), color, viewer),
            dialect,
            extras: arguments.extras.clone(),
            fewest: arguments.fewest,
            most: arguments.most,
            longest_line: params.longest_line,
        }
    }

    /// Returns true if a report needs the ownership after each move.
    pub(in crate::gtp) fn wants_owners_by_move(&self) -> bool {
        self.has(Extra::MovesOwnership) || self.has(Extra::MovesOwnershipStdev)
    }

    fn has(&self, extra: Extra) -> bool {
        self.extras.contains(&extra)
    }

    /// A report as a line, a chosen move first; `None` if there is no move to report.
    pub(in crate::gtp) fn line(&self, report: &Report, chosen: Option<Move>) -> Option<String> {
        let moves = moves(report, chosen, self.fewest, self.most);
        let mut text = String::new();
        for (order, found) in moves.iter().enumerate() {
            let space = if order > 0 { " " } else { "" };
            text += space;
            match self.dialect {
                Dialect::Leela => self.write_leela(&mut text, order, found),
                Dialect::Kata => self.write_kata(&mut text, order, found),
            }
        }
        if self.has(Extra::RootInfo) {
            self.write_root(&mut text, report);
        }
        self.write_owners(
            &mut text,
            &report.ownership,
            [
                (Extra::Ownership, "ownership"),
                (Extra::OwnershipStdev, "ownershipStdev"),
            ],
        );
        (!moves.is_empty()).then_some(text)
    }

    fn write_leela(&self, text: &mut String, order: usize, found: &MoveReport) {
        let values = self.view.of_move(found);
        let _ = write!(
            text,
            "info move {} visits {} winrate {} prior {} lcb {} order {order}",
            found.mv,
            found.visits,
            per_ten_thousand(values.win_rate),
            per_ten_thousand(found.prior),
            per_ten_thousand(values.lower_bound),
        );
        self.write_list(text, "pv", &found.line);
    }

    fn write_kata(&self, text: &mut String, order: usize, found: &MoveReport) {
        let values = self.view.of_move(found);
        let (visits, prior) = (found.visits, found.prior);
        let _ = write!(
            text,
            "info move {} visits {visits} edgeVisits {visits}",
            found.mv
        );
        write_values(text, &values);
        if self.has(Extra::NoResultValue) {
            // No playout ends without a result.
            text.push_str(" noResultValue 0.000000");
        }
        let _ = write!(
            text,
            " prior {prior:.6} lcb {:.6} utilityLcb {:.6} weight {:.6}",
            values.lower_bound,
            values.lower_utility(),
            found.weight,
        );
        if let Some(twin) = found.twin_of {
            let _ = write!(text, " isSymmetryOf {twin}");
        }
        let _ = write!(text, " order {order}");
        self.write_list(text, "pv", &found.line);
        if self.has(Extra::PvVisits) {
            self.write_list(text, "pvVisits", &found.line_visits);
        }
        if self.has(Extra::PvEdgeVisits) {
            self.write_list(text, "pvEdgeVisits", &found.line_visits);
        }
        let owners = found.ownership.clone().unwrap_or_default();
        self.write_owners(
            text,
            &owners,
            [
                (Extra::MovesOwnership, "movesOwnership"),
                (Extra::MovesOwnershipStdev, "movesOwnershipStdev"),
            ],
        );
    }

    fn write_root(&self, text: &mut String, report: &Report) {
        let _ = write!(text, " rootInfo visits {}", report.visits);
        write_values(text, &self.view.of_position(report));
        let _ = write!(text, " weight {:.6}", report.weight);
        let raw = report
            .evaluation
            .as_deref()
            .map(|output| self.view.raw(output));
        for name in ["rawStWrError", "rawStScoreError", "rawVarTimeLeft"] {
            let mut known = raw.iter().flatten();
            let number = known.find(|(known, _)| *known == name);
            let number = number.map_or(UNKNOWN, |&(_, number)| number);
            let _ = write!(text, " {name} {number:.6}");
        }
    }

    /// A line of moves or what belongs to its moves, no longer than wanted.
    fn write_list<T: ToString>(&self, text: &mut String, name: &str, items: &[T]) {
        let _ = write!(text, " {name}");
        for item in items.iter().take(self.longest_line) {
            let _ = write!(text, " {}", item.to_string());
        }
    }

    /// The mean owner of each point and its deviation, each if it is asked for by its name.
    fn write_owners(&self, text: &mut String, owners: &Ownership, names: [(Extra, &str); 2]) {
        let [mean, deviation] = names;
        if self.has(mean.0) {
            let _ = write!(text, " {}", mean.1);
            for owner in self.view.owners(owners) {
                let _ = write!(text, " {owner:.6}");
            }
        }
        if self.has(deviation.0) {
            let _ = write!(text, " {}", deviation.1);
            for deviation in self.view.owner_deviations(owners) {
                let _ = write!(text, " {deviation:.6}");
            }
        }
    }
}

/// The moves to report, no fewer and no more than wanted: a chosen one first, then the best ones.
pub(super) fn moves(
    report: &Report,
    chosen: Option<Move>,
    fewest: usize,
    most: usize,
) -> Vec<MoveReport> {
    let mut moves = report.moves_with_twins();
    let missing = fewest.saturating_sub(moves.len());
    let is_new = |(mv, _): &&(Move, f64)| moves.iter().all(|found| found.mv != *mv);
    let others: Vec<_> = report
        .unvisited
        .iter()
        .filter(is_new)
        .take(missing)
        .collect();
    moves.extend(others.into_iter().map(|&(mv, _)| unvisited(report, mv)));
    if let Some(mv) = chosen {
        let place = moves.iter().position(|found| found.mv == mv);
        let found = place.map(|place| moves.remove(place));
        moves.insert(0, found.unwrap_or_else(|| unvisited(report, mv)));
    }
    moves.truncate(most);
    moves
}

/// A move without visits, as the policy has it.
fn unvisited(report: &Report, mv: Move) -> MoveReport {
    MoveReport {
        mv,
        visits: 0,
        weight: 0.0,
        play_selection: 0.0,
        value: report.value,
        utility: 2.0 * report.value - 1.0,
        deviation: None,
        prior: report.policy.probability(mv),
        amaf_visits: 0.0,
        amaf_value: 0.5,
        margins: report.margins,
        line: vec![mv],
        line_visits: vec![0],
        ownership: None,
        twin_of: None,
    }
}

fn write_values(text: &mut String, values: &Values) {
    for (name, number) in values.named() {
        let _ = write!(text, " {name} {number:.6}");
    }
}

#[expect(clippy::cast_sign_loss, reason = "never below 0")]
fn per_ten_thousand(probability: f64) -> u32 {
    (probability.clamp(0.0, 1.0) * 10_000.0).round() as u32
}

/// Writes reports as lines of a response.
#[derive(Debug)]
pub(in crate::gtp) struct Reporter {
    format: LineFormat,
    lines: Lines,
    has_reported: bool,
    /// Ends the search when its reports have no reader any more.
    stop: Stop,
}

impl Reporter {
    /// A reporter that writes reports in a format. `stop` is raised when they cannot
    /// be written.
    pub(in crate::gtp) fn new(format: LineFormat, lines: Lines, stop: Stop) -> Reporter {
        Reporter {
            format,
            lines,
            has_reported: false,
            stop,
        }
    }

    /// Returns true if reports need the ownership after each move.
    pub(in crate::gtp) fn wants_owners_by_move(&self) -> bool {
        self.format.wants_owners_by_move()
    }

    /// Reports at intervals while a search goes on.
    pub(in crate::gtp) fn observer(&mut self, interval: Option<Duration>) -> Option<Observer<'_>> {
        interval.map(|interval| Observer::new(interval, |report| self.report(report, None)))
    }

    /// Writes the last report: with a chosen move first, or without one if none has been written.
    pub(in crate::gtp) fn finish(&mut self, report: &Report, chosen: Option<Move>) {
        if chosen.is_some() || !self.has_reported {
            self.report(report, chosen);
        }
    }

    fn report(&mut self, report: &Report, chosen: Option<Move>) {
        let Some(line) = self.format.line(report, chosen) else {
            return;
        };
        self.has_reported = true;
        if !self.lines.write(&line) {
            self.stop.raise();
        }
    }
}
