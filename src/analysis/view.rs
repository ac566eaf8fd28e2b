//! What a search has found, as its client sees it.

use super::query::Extra;
use super::queue::Task;
use crate::go::{Color, Game, Move, Point};
use crate::pattern::prior::Prior;
use crate::playout::Ownership;
use crate::search::{Margins, MoveReport, Report, Stage};
use serde_json::{Map, Value, json};

/// A position and how reports on it look.
#[derive(Debug)]
pub(super) struct View {
    task: Task,
    game: Game,
    to_move: Color,
    /// Whose chances, leads and points are positive.
    viewer: Color,
    policy: Policy,
}

impl View {
    pub(super) fn new(task: &Task) -> View {
        let game = task.query.game(task.turn);
        let to_move = game.position().to_move();
        View {
            task: task.clone(),
            to_move,
            viewer: task.query.settings.params.perspective.color(to_move),
            policy: Policy::new(&game, to_move),
            game,
        }
    }

    pub(super) const fn game(&self) -> &Game {
        &self.game
    }

    pub(super) const fn to_move(&self) -> Color {
        self.to_move
    }

    fn wants(&self, extra: Extra) -> bool {
        self.task.query.wants(extra)
    }

    /// The line of a report.
    pub(super) fn line(&self, report: &Report, stage: Stage) -> String {
        let mut object = object(json!({
            "id": self.task.query.id,
            "isDuringSearch": stage == Stage::Running,
            "turnNumber": self.task.turn,
            "moveInfos": self.moves(report),
            "rootInfo": self.root(report),
        }));
        let owners = Some(&report.ownership);
        self.add_owners(
            &mut object,
            owners,
            Extra::Ownership,
            Extra::OwnershipDeviation,
        );
        if self.wants(Extra::Policy) {
            object.insert("policy".to_owned(), self.policy.all(&self.game));
        }
        Value::Object(object).to_string()
    }

    /// What was found of each move that may be made, the best first.
    fn moves(&self, report: &Report) -> Vec<Value> {
        let restriction = &self.task.query.restriction;
        let is_allowed = |found: &&MoveReport| !restriction.forbids(self.to_move, found.mv, 1);
        let legal = report.legal_moves(&self.game, self.to_move);
        let moves = legal.filter(is_allowed).enumerate();
        moves
            .map(|(order, found)| self.of_move(order, found))
            .collect()
    }

    fn of_move(&self, order: usize, found: &MoveReport) -> Value {
        let longest = self.task.query.settings.line + 1;
        let line: Vec<String> = found.line.iter().map(Move::to_string).collect();
        let visits = &found.line_visits[..found.line_visits.len().min(longest)];
        let lower = found.lower_bound();
        let mut object = object(json!({
            "move": found.mv.to_string(),
            "order": order,
            "visits": found.visits,
            "edgeVisits": found.visits,
            "weight": found.visits,
            "edgeWeight": found.visits,
            "playSelectionValue": found.visits,
            "prior": round(self.policy.of(found.mv)),
            "lcb": round(self.chance(lower)),
            "utilityLcb": round(self.utility(lower)),
            "pv": &line[..line.len().min(longest)],
        }));
        self.add_values(&mut object, found.value, found.margins);
        if self.wants(Extra::LineVisits) {
            object.insert("pvVisits".to_owned(), json!(visits));
            object.insert("pvEdgeVisits".to_owned(), json!(visits));
        }
        if self.wants(Extra::NoResult) {
            // Playouts always end with a result.
            object.insert("noResultValue".to_owned(), json!(0.0));
        }
        let owners = found.ownership.as_ref();
        self.add_owners(
            &mut object,
            owners,
            Extra::MovesOwnership,
            Extra::MovesOwnershipDeviation,
        );
        Value::Object(object)
    }

    fn root(&self, report: &Report) -> Value {
        let (this, symmetric) = hashes(&self.game, self.to_move);
        let mut object = object(json!({
            "currentPlayer": self.to_move.letter().to_string(),
            "visits": report.visits,
            "weight": report.visits,
            "thisHash": format!("{this:016X}"),
            "symHash": format!("{symmetric:016X}"),
        }));
        self.add_values(&mut object, report.value, report.margins);
        Value::Object(object)
    }

    /// A chance and a lead, both of the player to move, as the viewer sees them.
    fn add_values(&self, object: &mut Map<String, Value>, value: f64, margins: Margins) {
        let lead = if self.is_turned() {
            margins.flipped().mean()
        } else {
            margins.mean()
        };
        for (name, number) in [
            ("winrate", self.chance(value)),
            ("utility", self.utility(value)),
            ("scoreLead", lead),
            ("scoreMean", lead),
            ("scoreSelfplay", lead),
            ("scoreStdev", margins.deviation()),
        ] {
            object.insert(name.to_owned(), json!(round(number)));
        }
    }

    /// Owners of points from the top left on, as far as they are asked for and known.
    fn add_owners(
        &self,
        object: &mut Map<String, Value>,
        owners: Option<&Ownership>,
        mean: Extra,
        deviation: Extra,
    ) {
        let Some(owners) = owners else { return };
        let sign = f64::from(self.viewer.sign());
        let numbers = |number: &dyn Fn(Point) -> f64| {
            let points = self.game.board().size().points_from_top();
            json!(points.map(|at| round(number(at))).collect::<Vec<f64>>())
        };
        if self.wants(mean) {
            object.insert("ownership".to_owned(), numbers(&|at| sign * owners.at(at)));
        }
        if self.wants(deviation) {
            let spread = numbers(&|at| owners.deviation_at(at));
            object.insert("ownershipStdev".to_owned(), spread);
        }
    }

    /// Whether the viewer is the opponent of the player to move.
    fn is_turned(&self) -> bool {
        self.viewer != self.to_move
    }

    fn chance(&self, value: f64) -> f64 {
        if self.is_turned() { 1.0 - value } else { value }
    }

    fn utility(&self, value: f64) -> f64 {
        2.0 * self.chance(value) - 1.0
    }
}

/// What the learned prior expects before any search: chances of legal plays and of a pass, 1 in all.
#[derive(Debug)]
struct Policy {
    moves: Vec<(Move, f64)>,
}

impl Policy {
    fn new(game: &Game, color: Color) -> Policy {
        let mut plays = Vec::new();
        let [last, before_last] = game.last_moves();
        let pass =
            f64::from(Prior::new().moves(game.board(), color, last, before_last, &mut plays));
        // A superko rule may forbid what the prior does not know of.
        plays.retain(|&(at, _)| game.check(color, Move::Play(at)).is_ok());
        let total: f64 = plays.iter().map(|&(_, chance)| f64::from(chance)).sum();
        let share = |chance: f32| f64::from(chance) / total * (1.0 - pass);
        let mut moves: Vec<_> = plays
            .iter()
            .map(|&(at, chance)| (Move::Play(at), share(chance)))
            .collect();
        let pass = if moves.is_empty() { 1.0 } else { pass };
        moves.push((Move::Pass, pass));
        Policy { moves }
    }

    fn of(&self, mv: Move) -> f64 {
        let found = self.moves.iter().find(|&&(known, _)| known == mv);
        found.map_or(0.0, |&(_, chance)| chance)
    }

    /// Of all points from the top left on, -1 for illegal ones, then of a pass.
    fn all(&self, game: &Game) -> Value {
        let color = game.position().to_move();
        let of_point = |at| {
            let mv = Move::Play(at);
            let is_legal = game.check(color, mv).is_ok();
            if is_legal { self.of(mv) } else { -1.0 }
        };
        let points = game.board().size().points_from_top().map(of_point);
        json!(points.chain([self.of(Move::Pass)]).collect::<Vec<f64>>())
    }
}

/// Numbers that tell positions apart by stones, player to move and simple ko: one of the position, and
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

    #[test]
    fn a_policy_is_of_legal_moves() {
        let game = game("B2 C2 A3 D3 B4 C4 C3 B3");
        let policy = Policy::new(&game, Color::Black);
        assert!(policy.of("C3".parse().unwrap()).abs() < 1e-12, "a ko");
        let sum: f64 = policy.moves.iter().map(|&(_, chance)| chance).sum();
        assert!((sum - 1.0).abs() < 1e-6 && policy.of(Move::Pass) > 0.0);
    }
}
