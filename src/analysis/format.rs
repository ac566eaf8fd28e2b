//! The report of a search as an answer.

use super::query::ReportExtra;
use super::queue::QueuedPosition;
use crate::engine::{Values, View};
use crate::go::{Color, Game, Move};
use crate::playout::Ownership;
use crate::search::{MoveReport, Policy, Report};
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// A position and the form of its reports.
#[derive(Debug)]
pub(super) struct ReportFormat {
    task: QueuedPosition,
    game: Game,
    to_move: Color,
    view: View,
}

impl ReportFormat {
    pub(super) fn new(task: &QueuedPosition) -> ReportFormat {
        let game = task.query.game(task.turn);
        let to_move = game.position().to_move();
        let viewer = task.query.settings.params.perspective.color(to_move);
        ReportFormat {
            task: task.clone(),
            to_move,
            view: View::new(game.board().size(), to_move, viewer),
            game,
        }
    }

    pub(super) const fn game(&self) -> &Game {
        &self.game
    }

    pub(super) const fn to_move(&self) -> Color {
        self.to_move
    }

    fn wants(&self, extra: ReportExtra) -> bool {
        self.task.query.wants(extra)
    }

    /// The line of a report, which is the last one or comes during the search.
    pub(super) fn line(&self, report: &Report, is_last: bool) -> String {
        let mut object = object(json!({
            "id": self.task.query.id,
            "isDuringSearch": !is_last,
            "turnNumber": self.task.turn,
            "moveInfos": self.moves(report),
            "rootInfo": self.root(report),
        }));
        let owners = Some(&report.ownership);
        self.add_owners(
            &mut object,
            owners,
            ReportExtra::Ownership,
            ReportExtra::OwnershipDeviation,
        );
        if self.wants(ReportExtra::Policy) {
            object.insert("policy".to_owned(), self.policy(&report.policy));
            if let Some(human) = &report.human {
                object.insert("humanPolicy".to_owned(), self.policy(&human.policy));
            }
        }
        Value::Object(object).to_string()
    }

    /// What was found of each move that may be made, the best first. If none may, the search passes, but
    /// that pass is not reported.
    fn moves(&self, report: &Report) -> Vec<Value> {
        let restriction = &self.task.query.restriction;
        let is_allowed = |found: &&MoveReport| !restriction.forbids(self.to_move, found.mv, 1);
        let player = &self.task.query.settings.params.player;
        let preferences =
            (player.chosen).preferences(&self.game, self.to_move, report, restriction);
        let preferences: HashMap<Move, f64> = preferences.into_iter().flatten().collect();
        let preference = |found: &MoveReport| {
            let known = preferences.get(&found.twin_of.unwrap_or(found.mv));
            known.map_or(f64::from(found.visits), |&known| known)
        };
        let all = report.moves_with_twins();
        let moves = all.iter().filter(is_allowed);
        let mut moves: Vec<_> = moves.map(|found| (found, preference(found))).collect();
        if !preferences.is_empty() {
            moves.sort_by(|one, other| other.1.total_cmp(&one.1));
        }
        let human = report.human.as_ref();
        let each = moves.into_iter().enumerate();
        each.map(|(order, (found, preference))| {
            let mut object = self.of_move(order, found);
            if !preferences.is_empty() {
                object.insert("playSelectionValue".to_owned(), json!(round(preference)));
            }
            if let Some(human) = human {
                let prior = round(human.policy.probability(found.mv));
                object.insert("humanPrior".to_owned(), json!(prior));
            }
            Value::Object(object)
        })
        .collect()
    }

    fn of_move(&self, order: usize, found: &MoveReport) -> Map<String, Value> {
        let longest = self.task.query.settings.line + 1;
        let line: Vec<String> = found.line.iter().map(Move::to_string).collect();
        let visits = &found.line_visits[..found.line_visits.len().min(longest)];
        let values = self.view.of_move(found);
        let mut object = object(json!({
            "move": found.mv.to_string(),
            "order": order,
            "visits": found.visits,
            "edgeVisits": found.visits,
            "weight": round(found.weight),
            "edgeWeight": round(found.weight),
            "playSelectionValue": round(found.play_selection),
            "prior": round(found.prior),
            "lcb": round(values.lower_bound),
            "utilityLcb": round(values.lower_utility()),
            "pv": &line[..line.len().min(longest)],
        }));
        add_values(&mut object, &values);
        if let Some(twin) = found.twin_of {
            object.insert("isSymmetryOf".to_owned(), json!(twin.to_string()));
        }
        if self.wants(ReportExtra::LineVisits) {
            object.insert("pvVisits".to_owned(), json!(visits));
            object.insert("pvEdgeVisits".to_owned(), json!(visits));
        }
        if self.wants(ReportExtra::NoResult) {
            // Playouts always end with a result.
            object.insert("noResultValue".to_owned(), json!(0.0));
        }
        let owners = found.ownership.as_ref();
        self.add_owners(
            &mut object,
            owners,
            ReportExtra::MovesOwnership,
            ReportExtra::MovesOwnershipDeviation,
        );
        object
    }

    fn root(&self, report: &Report) -> Value {
        let (this, symmetric) = hashes(&self.game, self.to_move);
        let mut object = object(json!({
            "currentPlayer": self.to_move.letter().to_string(),
            "visits": report.root_visits(),
            "weight": round(report.weight),
            "thisHash": format!("{this:016X}"),
            "symHash": format!("{symmetric:016X}"),
        }));
        let values = self.view.of_position(report);
        object.insert("lcb".to_owned(), json!(round(values.lower_bound)));
        object.insert(
            "utilityLcb".to_owned(),
            json!(round(values.lower_utility())),
        );
        add_values(&mut object, &values);
        let raw = report.evaluation.as_deref();
        let raw = raw.into_iter().flat_map(|output| self.view.raw(output));
        let human = report.human.iter();
        let human = human.flat_map(|human| self.view.human(&human.evaluation));
        for (name, number) in raw.chain(human) {
            object.insert(name.to_owned(), json!(round(number)));
        }
        Value::Object(object)
    }

    /// Owners of points from the top left on, as far as they are asked for and known.
    fn add_owners(
        &self,
        object: &mut Map<String, Value>,
        owners: Option<&Ownership>,
        mean: ReportExtra,
        deviation: ReportExtra,
    ) {
        let Some(owners) = owners else { return };
        let rounded = |numbers: &mut dyn Iterator<Item = f64>| {
            let numbers: Vec<f64> = numbers.map(round).collect();
            json!(numbers)
        };
        if self.wants(mean) {
            let owners = rounded(&mut self.view.owners(owners));
            object.insert("ownership".to_owned(), owners);
        }
        if self.wants(deviation) {
            let deviations = rounded(&mut self.view.owner_deviations(owners));
            object.insert("ownershipStdev".to_owned(), deviations);
        }
    }

    /// The policy of all points from the top left on, -1 for illegal moves, then that of a pass.
    fn policy(&self, policy: &Policy) -> Value {
        let of_move = |mv| {
            let is_legal = self.game.check(self.to_move, mv).is_ok();
            if is_legal {
                policy.probability(mv)
            } else {
                -1.0
            }
        };
        let plays = self.game.board().size().points_from_top().map(Move::Play);
        json!(plays.chain([Move::Pass]).map(of_move).collect::<Vec<f64>>())
    }
}

/// What a position or a move is worth.
fn add_values(object: &mut Map<String, Value>, values: &Values) {
    for (name, number) in values.named() {
        object.insert(name.to_owned(), json!(round(number)));
    }
}

/// Numbers that distinguish positions by stones, player to move and simple ko: one of the position, and
/// one of it and its mirror images.
fn hashes(game: &Game, to_move: Color) -> (u64, u64) {
    const WHITE: u64 = 0x9d39_247e_3377_6d41;
    const KO: u64 = 0x2af7_3980_05aa_a5c7;
    let mut board = game.board().clone();
    let size = u64::from(board.size().width()) << 8 | u64::from(board.size().height());
    let mut tag = size.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    if to_move == Color::White {
        tag ^= WHITE;
    }
    if let Some((at, color)) = board.ko() {
        // A stone in the ko stands for the ban.
        board.set(at, Some(color));
        tag ^= KO;
    }
    (board.hash() ^ tag, board.invariant_hash() ^ tag)
}

/// Six decimals are more than any of this is worth.
fn round(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Rules, Size};

    fn game(moves: &str) -> Game {
        let mut game = Game::new(Size::square(5), Rules::default());
        for mv in moves.split_whitespace() {
            let color = game.position().to_move();
            game.play(color, mv.parse().unwrap()).unwrap();
        }
        game
    }

    fn hashes_of(moves: &str) -> (u64, u64) {
        let game = game(moves);
        hashes(&game, game.position().to_move())
    }

    #[test]
    fn hashes_tell_positions_apart() {
        let (this, symmetric) = hashes_of("B2 C3 D2");
        assert_eq!(hashes_of("D2 C3 B2"), (this, symmetric));
        let mirrored = hashes_of("B4 C3 D4");
        assert_ne!(mirrored.0, this);
        assert_eq!(mirrored.1, symmetric);
        let passed = hashes_of("B2 C3 D2 pass");
        assert_ne!((passed.0, passed.1), (this, symmetric));
        assert_ne!(passed.0, this);
        let ko = hashes_of("B2 C2 A3 D3 B4 C4 C3 B3");
        let no_ko = hashes_of("B2 C2 A3 D3 B4 C4 C3 B3 pass pass");
        assert_ne!(ko.0, no_ko.0);
        assert_ne!(ko.1, no_ko.1);
    }
}
