//! A report as the server CGOS keeps it with a move: one line of JSON, from the view of the player who moved (the document "GTP
//! Extension for Move Analysis" of CGOS).

use super::format;
use crate::engine::View;
use crate::go::{Color, Move, Size};
use crate::search::{MoveReport, Report};
use serde_json::{Value, json};

/// Moves in a report.
const MOST_MOVES: usize = 10;

/// How owners from -1 to 1 are written: the first 63 of these, of which the 32nd is 0.
const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The line of a report, the chosen move first.
pub(in crate::gtp) fn json(size: Size, color: Color, report: &Report, chosen: Move) -> String {
    let view = View::new(size, color, color);
    let moves = format::moves(report, Some(chosen), 0, MOST_MOVES);
    let moves: Vec<Value> = moves.iter().map(|found| of_move(view, found)).collect();
    let ownership: String = view.owners(&report.ownership).map(digit).collect();
    let values = view.of_position(report);
    json!({
        "winrate": values.win_rate,
        "score": values.lead,
        "visits": report.visits,
        "moves": moves,
        "ownership": ownership,
    })
    .to_string()
}

fn of_move(view: View, found: &MoveReport) -> Value {
    let after: Vec<String> = found.line.iter().skip(1).map(Move::to_string).collect();
    let values = view.of_move(found);
    json!({
        "move": found.mv.to_string(),
        "winrate": values.win_rate,
        "score": values.lead,
        "prior": found.prior,
        "visits": found.visits,
        "pv": after.join(" "),
    })
}

#[expect(clippy::cast_sign_loss, reason = "never below 0")]
fn digit(owner: f64) -> char {
    let share = f64::midpoint(owner, 1.0).clamp(0.0, 1.0);
    char::from(DIGITS[(share * 62.0).round() as usize])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tests::report_of;
    use crate::go::{Game, Rules};

    #[test]
    fn owners_are_digits() {
        let digits: String = [-1.0, -0.5, 0.0, 0.5, 1.0].into_iter().map(digit).collect();
        assert_eq!(digits, "AQfv+");
    }

    #[test]
    fn the_chosen_move_is_the_first() {
        let game = Game::new(Size::square(9), Rules::default());
        let report = report_of(&game, Color::White, 2000);
        let chosen = report.moves[2].mv;
        let line = json(game.board().size(), Color::White, &report, chosen);
        let value: Value = serde_json::from_str(&line).unwrap();
        assert!(!line.contains('\n'));
        assert_eq!(value["moves"][0]["move"], chosen.to_string());
        assert_eq!(value["moves"].as_array().unwrap().len(), MOST_MOVES);
        assert_eq!(value["ownership"].as_str().unwrap().len(), 81);
        let pv = value["moves"][1]["pv"].as_str().unwrap();
        assert!(!pv.starts_with(&report.moves[0].mv.to_string()));
        for name in ["winrate", "score", "visits"] {
            assert!(value[name].is_number(), "{name}");
        }
    }
}
