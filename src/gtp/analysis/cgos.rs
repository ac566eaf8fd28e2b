//! A report as the server CGOS keeps it with a move: one line of JSON, everything as the player who
//! moved sees it (the document "GTP Extension for Move Analysis" of CGOS).

use super::arguments::{Arguments, Dialect};
use super::format::View;
use crate::go::{Color, Game, Move};
use crate::params::Params;
use crate::search::{MoveReport, Report};
use serde_json::{Value, json};

/// Moves that are told.
const MOST_MOVES: usize = 10;

/// How owners from -1 to 1 are written: the first 63 of these, of which the 32nd is 0.
const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The line of a report, the chosen move first.
pub(in crate::gtp) fn json(game: &Game, color: Color, report: &Report, chosen: Move) -> String {
    let arguments = Arguments {
        most: MOST_MOVES,
        ..Arguments::new(color)
    };
    let view = View::new(game, &arguments, Dialect::Kata, &Params::default());
    let moves: Vec<Value> = view
        .moves(report, Some(chosen))
        .iter()
        .map(of_move)
        .collect();
    let ownership: String = view.owners(&report.ownership).map(digit).collect();
    json!({
        "winrate": report.value,
        "score": report.margins.mean(),
        "visits": report.visits,
        "moves": moves,
        "ownership": ownership,
    })
    .to_string()
}

fn of_move(found: &MoveReport) -> Value {
    let after: Vec<String> = found.line.iter().skip(1).map(Move::to_string).collect();
    json!({
        "move": found.mv.to_string(),
        "winrate": found.value,
        "score": found.margins.mean(),
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
    use crate::clock::Budget;
    use crate::go::{Rules, Size};
    use crate::rng::Rng;
    use crate::search::{Overrides, Search};

    #[test]
    fn owners_are_digits() {
        let digits: String = [-1.0, -0.5, 0.0, 0.5, 1.0].into_iter().map(digit).collect();
        assert_eq!(digits, "AQfv+");
    }

    #[test]
    fn the_chosen_move_is_the_first() {
        let game = Game::new(Size::square(9), Rules::default());
        let mut search = Search::new(1, 16 << 20, Overrides::default());
        let budget = Budget::of_playouts(300);
        let report = search.run(&game, Color::White, &budget, &mut Rng::new(1));
        let chosen = report.moves[2].mv;
        let line = json(&game, Color::White, &report, chosen);
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
