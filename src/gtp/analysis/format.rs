//! Reports of a search as lines of text, in the words of Leela Zero and of KataGo.
//!
//! Leela Zero's numbers are integers, a probability of 1 is 10000; KataGo's are decimals. All values
//! are those of the player to move unless another perspective is asked for.

use super::arguments::{Arguments, Dialect, Extra};
use crate::go::{Color, Game, Move};
use crate::params::Params;
use crate::playout::Ownership;
use crate::search::{Margins, MoveReport, Report};
use std::fmt::Write;

/// What there is to say where a program with a network would tell its own doubts.
const UNKNOWN: f64 = -1.0;

/// Which parts of a report are told, and to whom.
#[derive(Clone, Debug)]
pub(in crate::gtp) struct View {
    game: Game,
    /// Whose moves these are.
    color: Color,
    /// Whose chances are told.
    perspective: Color,
    dialect: Dialect,
    extras: Vec<Extra>,
    fewest: usize,
    most: usize,
    longest_line: usize,
}

/// The numbers of a position or a move, as the perspective wants them.
struct Values {
    win_rate: f64,
    lower_bound: f64,
    margins: Margins,
}

impl View {
    /// What the arguments of a command ask for about a position.
    pub(in crate::gtp) fn new(
        game: &Game,
        arguments: &Arguments,
        dialect: Dialect,
        params: &Params,
    ) -> View {
        View {
            game: game.clone(),
            color: arguments.color,
            perspective: params.perspective.color(arguments.color),
            dialect,
            extras: arguments.extras.clone(),
            fewest: arguments.fewest,
            most: arguments.most,
            longest_line: params.longest_line,
        }
    }

    /// Whether a report has to tell the owners of points for each move.
    pub(in crate::gtp) fn wants_owners_by_move(&self) -> bool {
        self.has(Extra::MovesOwnership) || self.has(Extra::MovesOwnershipStdev)
    }

    fn has(&self, extra: Extra) -> bool {
        self.extras.contains(&extra)
    }

    /// A report as a line, a chosen move first; `None` if there is no move to tell.
    pub(in crate::gtp) fn line(&self, report: &Report, chosen: Option<Move>) -> Option<String> {
        let moves = self.moves(report, chosen);
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

    /// The legal moves to tell, the best first.
    pub(in crate::gtp) fn moves(&self, report: &Report, chosen: Option<Move>) -> Vec<MoveReport> {
        let is_legal = |mv: Move| self.game.check(self.color, mv).is_ok();
        let legal = report.legal_moves(&self.game, self.color);
        let mut moves: Vec<MoveReport> = legal.cloned().collect();
        let others = report.unvisited.iter().filter(|&&(mv, _)| is_legal(mv));
        let missing = self.fewest.saturating_sub(moves.len());
        moves.extend(others.take(missing).map(|&other| unvisited(report, other)));
        if let Some(mv) = chosen {
            let place = moves.iter().position(|found| found.mv == mv);
            let found = place.map(|place| moves.remove(place));
            moves.insert(0, found.unwrap_or_else(|| unvisited_move(report, mv)));
        }
        moves.truncate(self.most);
        moves
    }

    fn values(&self, win_rate: f64, lower_bound: f64, margins: Margins) -> Values {
        if self.perspective == self.color {
            return Values {
                win_rate,
                lower_bound,
                margins,
            };
        }
        Values {
            win_rate: 1.0 - win_rate,
            lower_bound: 1.0 - lower_bound,
            margins: margins.flipped(),
        }
    }

    fn values_of(&self, found: &MoveReport) -> Values {
        self.values(found.value, found.lower_bound(), found.margins)
    }

    fn write_leela(&self, text: &mut String, order: usize, found: &MoveReport) {
        let values = self.values_of(found);
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
        let values = self.values_of(found);
        let (visits, prior) = (found.visits, found.prior);
        let lower_bound = values.lower_bound;
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
            " prior {prior:.6} lcb {lower_bound:.6} utilityLcb {:.6} weight {:.6} order {order}",
            utility(lower_bound),
            f64::from(visits),
        );
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
        let visits = report.visits;
        let _ = write!(text, " rootInfo visits {visits}");
        write_values(
            text,
            &self.values(report.value, report.value, report.margins),
        );
        let _ = write!(
            text,
            " weight {visits}.000000 rawStWrError {UNKNOWN:.6} rawStScoreError {UNKNOWN:.6} \
             rawVarTimeLeft {UNKNOWN:.6}",
        );
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
            for owner in self.owners(owners) {
                let _ = write!(text, " {owner:.6}");
            }
        }
        if self.has(deviation.0) {
            let _ = write!(text, " {}", deviation.1);
            for at in self.game.board().size().points_from_top() {
                let _ = write!(text, " {:.6}", owners.deviation_at(at));
            }
        }
    }

    /// The mean owner of each point from the top left: 1 always the player's whose perspective it is,
    /// -1 always the opponent's.
    pub(in crate::gtp) fn owners(&self, owners: &Ownership) -> impl Iterator<Item = f64> {
        let sign = f64::from(self.perspective.sign());
        let points = self.game.board().size().points_from_top();
        // The sum turns a negative zero into a positive one.
        points.map(move |at| sign * owners.at(at) + 0.0)
    }
}

/// A move without visits, as its prior has it.
fn unvisited(report: &Report, (mv, prior): (Move, f64)) -> MoveReport {
    MoveReport {
        mv,
        visits: 0,
        value: report.value,
        prior,
        amaf_visits: 0.0,
        amaf_value: 0.5,
        margins: report.margins,
        line: vec![mv],
        line_visits: vec![0],
        ownership: None,
    }
}

fn unvisited_move(report: &Report, mv: Move) -> MoveReport {
    let known = report.unvisited.iter().find(|&&(other, _)| other == mv);
    unvisited(report, known.copied().unwrap_or((mv, 0.0)))
}

fn write_values(text: &mut String, values: &Values) {
    let (win_rate, mean) = (values.win_rate, values.margins.mean() + 0.0);
    let _ = write!(
        text,
        " utility {:.6} winrate {win_rate:.6} scoreMean {mean:.6} scoreStdev {:.6} \
         scoreLead {mean:.6} scoreSelfplay {mean:.6}",
        utility(win_rate),
        values.margins.deviation(),
    );
}

/// What a chance of winning is worth, from -1 to 1. The search prefers wins; margins hardly count.
fn utility(win_rate: f64) -> f64 {
    2.0 * win_rate - 1.0
}

#[expect(clippy::cast_sign_loss, reason = "never below 0")]
fn per_ten_thousand(probability: f64) -> u32 {
    (probability.clamp(0.0, 1.0) * 10_000.0).round() as u32
}
