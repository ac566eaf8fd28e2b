//! Single games: all of them, and those in which something went wrong.

use crate::arena::encounter::{Encounter, Side, color, player};
use crate::arena::plots;
use crate::arena::report::{Ending, GameReport, Winner};
use crate::html::{escaped, table};
use std::collections::HashMap;
use std::fmt::Write;

/// Beyond these, problems are only marked in the list of all games.
const LISTED_PROBLEMS: usize = 20;

/// How bad an ending is, as a class of the style: nothing for the usual ones.
pub(super) const fn class_of(ending: Ending) -> &'static str {
    match ending {
        Ending::Counted | Ending::Resigned => "",
        Ending::TooLong | Ending::NoResult => "known",
        _ => "fail",
    }
}

/// The games in which something went wrong.
pub(super) fn problems<'a>(encounter: &Encounter<'a>) -> Vec<&'a GameReport> {
    let games = encounter.games().iter().copied();
    games
        .filter(|game| !class_of(game.ending).is_empty() || !game.remark.is_empty())
        .collect()
}

pub(super) fn problem_list(encounter: &Encounter<'_>) -> String {
    let problems = problems(encounter);
    if problems.is_empty() {
        return String::new();
    }
    let mut text = "<h3>Problems</h3>\n<ul>\n".to_owned();
    for game in problems.iter().take(LISTED_PROBLEMS) {
        let (title, class) = (game.ending, class_of(game.ending));
        let class = if class.is_empty() { "known" } else { class };
        let (index, result, remark) = (game.index, escaped(&game.result), escaped(&game.remark));
        let _ = writeln!(
            text,
            "<li><a href=\"#game-{index}\">Game {index}</a> <span class=\"status {class}\">{title}\
             </span> {result} {remark}</li>"
        );
    }
    if problems.len() > LISTED_PROBLEMS {
        let rest = problems.len() - LISTED_PROBLEMS;
        let _ = writeln!(text, "<li>and {rest} more in the list of all games</li>");
    }
    text + "</ul>\n"
}

/// All games.
pub(super) fn games(encounter: &Encounter<'_>, duplicates: &HashMap<u32, u32>) -> String {
    let mut rows = String::new();
    for game in encounter.games() {
        rows += &game_row(game, duplicates.get(&game.index));
    }
    table(
        "games",
        &[
            "Game",
            "Black",
            "White",
            "Result",
            "Ending",
            "Moves",
            "Black’s time",
            "White’s time",
            "Record",
            "Remark",
        ],
        &rows,
    )
}

fn game_row(game: &GameReport, duplicate_of: Option<&u32>) -> String {
    let (title, class) = (game.ending, class_of(game.ending));
    let (index, length, seed) = (game.index, game.length, game.seed);
    let class = match (class, game.remark.as_str()) {
        ("", "") => "",
        ("", _) => "known",
        _ => class,
    };
    let name = |winner: Winner| {
        let side = if color(game, Side::First) == winner.into() {
            Side::First
        } else {
            Side::Opponent
        };
        let name = escaped(&player(game, side).name);
        if game.winner == Some(winner) {
            return format!("<strong>{name}</strong>");
        }
        name
    };
    let mut remark = escaped(&game.remark);
    if let Some(other) = duplicate_of {
        let between = if remark.is_empty() { "" } else { "; " };
        let _ = write!(
            remark,
            "{between}same moves as <a href=\"#game-{other}\">game {other}</a>"
        );
    }
    let mark = if class.is_empty() {
        title.to_string()
    } else {
        format!("<span class=\"status {class}\">{title}</span>")
    };
    format!(
        "<tr id=\"game-{index}\" class=\"{class}\"><td title=\"seed {seed}\">{index}</td><td>{}</td>\
         <td>{}</td><td>{}</td><td>{mark}</td><td>{length}</td><td>{}</td><td>{}</td>\
         <td>{}</td><td>{remark}</td></tr>\n",
        name(Winner::Black),
        name(Winner::White),
        escaped(&game.result),
        plots::time(game.black.seconds),
        plots::time(game.white.seconds),
        link(&game.sgf),
    )
}

/// A link to a record, from the folder of the match. Nothing in it can lead out of this machine.
fn link(path: &str) -> String {
    if path.is_empty() {
        return String::new();
    }
    let mut address = "./".to_owned();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            address.push(byte.into());
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
    format!("<a href=\"{address}\">{}</a>", escaped(path))
}
