//! What the games against one opponent sum up to: tables and pictures.

use super::games::class_of;
use super::{count_cell, tally_cells};
use crate::arena::encounter::{Encounter, Side, result};
use crate::arena::plots::{self, Times};
use crate::arena::report::Ending;
use crate::arena::statistics::GameResult;
use crate::go::Color;
use crate::html::{escaped, table};
use std::collections::HashMap;
use std::fmt::Write;

/// The results by color.
pub(super) fn colors(encounter: &Encounter<'_>) -> String {
    let results = encounter.results();
    let [black, white] = Color::ALL.map(|color| results.by_color(color));
    let either = black + white.reversed();
    let first = escaped(encounter.name(Side::First));
    let mut rows = String::new();
    for (name, tally, sample) in [
        ("as Black", black, black.sample()),
        ("as White", white, white.sample()),
        ("in all", results.tally(), results.sample()),
        ("Black, either", either, either.sample()),
    ] {
        let cells = tally_cells(tally, sample);
        let _ = writeln!(rows, "<tr><th>{name}</th>{cells}</tr>");
    }
    table(
        "summary",
        &[&first, "Games", "Won", "Lost", "Drawn", "Score"],
        &rows,
    )
}

/// How often games ended in which way, and for whom.
pub(super) fn endings(encounter: &Encounter<'_>) -> String {
    let [first, opponent] = Side::ALL.map(|side| format!("{} won", escaped(encounter.name(side))));
    let mut rows = String::new();
    for ending in Ending::ALL {
        let games = || {
            encounter
                .games()
                .iter()
                .filter(|game| game.ending == ending)
        };
        if games().count() == 0 {
            continue;
        }
        let _ = write!(
            rows,
            "<tr><th>{ending}</th>{}",
            count_cell(games().count(), class_of(ending))
        );
        for won in [GameResult::Win, GameResult::Loss, GameResult::Draw] {
            let count = games().filter(|game| result(game) == won).count();
            rows += &count_cell(count, "");
        }
        rows += "</tr>\n";
    }
    table(
        "summary",
        &["Ending", "Games", &first, &opponent, "Nobody won"],
        &rows,
    )
}

/// What the programs spent.
pub(super) fn efforts(encounter: &Encounter<'_>) -> String {
    let mut rows = String::new();
    for (side, class) in [(Side::First, "first"), (Side::Opponent, "opponent")] {
        let effort = encounter.effort(side);
        let name = escaped(encounter.name(side));
        let versions = escaped(&encounter.versions(side).join(", "));
        let told = |value: Option<f64>, show: fn(f64) -> String| value.map_or("–".to_owned(), show);
        let _ = writeln!(
            rows,
            "<tr><th><i class=\"{class}\"></i>{name}</th><td>{versions}</td><td>{}</td>\
             <td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            effort.moves,
            told(effort.seconds_a_move, plots::time),
            told(effort.cpu_a_move, plots::time),
            told(effort.playouts_a_second, |speed| format!("{speed:.0}")),
            plots::time(effort.longest_move),
        );
    }
    table(
        "summary",
        &[
            "Program",
            "Version",
            "Moves",
            "Time a move",
            "CPU a move",
            "Playouts a second",
            "Longest move",
        ],
        &rows,
    )
}

/// What else there is to know.
pub(super) fn notes(encounter: &Encounter<'_>, duplicates: &HashMap<u32, u32>) -> String {
    let results = encounter.results();
    let superiority = 100.0 * results.sample().superiority();
    let mut text = format!("<ul>\n<li>Likelihood of superiority: {superiority:.1} %</li>\n");
    let pairs = results.pairs();
    if pairs.units() > 0 {
        let counts = pairs.counts().map(|count| count.to_string()).join(", ");
        let _ = writeln!(
            text,
            "<li>Pairs of games with 0, ½, 1, 1½, 2 points: {counts}</li>"
        );
    }
    let (count, games) = (duplicates.len(), encounter.games().len());
    let mark = if count > 0 { " class=\"known\"" } else { "" };
    let _ = writeln!(
        text,
        "<li{mark}>Duplicates: {count} of {games} games</li>\n</ul>"
    );
    text
}

/// What the picture of times shows.
const TIMES: &str = "Mean time of a move in each game: box for the middle half, whiskers for all, \
                     dot for the longest move";

pub(super) fn pictures(encounter: &Encounter<'_>) -> String {
    let lengths: Vec<u32> = encounter.games().iter().map(|game| game.length).collect();
    let times = Side::ALL.map(|side| Times {
        name: encounter.name(side),
        means: encounter.seconds_a_move(side),
        longest: encounter.effort(side).longest_move,
    });
    let first = escaped(encounter.name(Side::First));
    let mut text = "<div class=\"pictures\">\n".to_owned();
    text += &figure(
        "wide",
        &plots::score(&encounter.progress()),
        &format!("Score of {first} with its 95 % interval"),
    );
    text += &figure("half", &plots::lengths(&lengths), "Game lengths");
    text += &figure("half", &plots::times(&times), TIMES);
    text + "</div>\n"
}

/// A picture, if there is one, and its title.
fn figure(class: &str, picture: &str, title: &str) -> String {
    if picture.is_empty() {
        return String::new();
    }
    format!("<figure class=\"{class}\">\n<figcaption>{title}</figcaption>\n{picture}</figure>\n")
}
