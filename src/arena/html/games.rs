//! Single games: all of them, and those in which something went wrong.

use crate::arena::plots;
use crate::arena::report::{GameEnding, GameReport};
use crate::arena::series::Series;
use crate::go::{Color, Game};
use crate::html::table;
use crate::html::viewer::{self, Labels, Viewer};
use maud::{Markup, display, html};
use std::collections::HashMap;
use std::fmt::Write;

/// Beyond these, problems are only marked in the list of all games.
const LISTED_PROBLEMS: usize = 20;

/// Returns how bad an ending is, as a class of the style: nothing for the usual ones.
pub(super) const fn class_of(ending: GameEnding) -> &'static str {
    match ending {
        GameEnding::Counted | GameEnding::Resigned => "",
        _ if ending.is_fault() => "fail",
        _ => "known",
    }
}

/// Returns how bad a game was: a usual ending with a remark deserves attention, too.
fn class_of_game(game: &GameReport) -> &'static str {
    match class_of(game.ending) {
        "" if !game.remark.is_empty() => "known",
        class => class,
    }
}

/// Returns the games in which something went wrong.
pub(super) fn problems<'a>(series: &Series<'a>) -> Vec<&'a GameReport> {
    let games = series.games().iter().copied();
    games
        .filter(|game| !class_of_game(game).is_empty())
        .collect()
}

/// Returns a list of the games in which something went wrong.
pub(super) fn problem_list(series: &Series<'_>) -> Markup {
    let problems = problems(series);
    html! {
        @if !problems.is_empty() {
            h3 { "Problems" }
            ul {
                @for game in problems.iter().take(LISTED_PROBLEMS) {
                    li {
                        a href={ "#game-" (game.index) } { "Game " (game.index) } " "
                        (status(game)) " " (game.result) " " (game.remark)
                    }
                }
                @if problems.len() > LISTED_PROBLEMS {
                    li { "and " (problems.len() - LISTED_PROBLEMS) " more in the list of all games" }
                }
            }
        }
    }
}

/// Returns the table of all games.
pub(super) fn games(series: &Series<'_>, duplicates: &HashMap<u32, u32>) -> Markup {
    let rows = html! {
        @for game in series.games() { (row(game, duplicates.get(&game.index))) }
    };
    let titles = [
        "Game",
        "Black",
        "White",
        "Result",
        "Ending",
        "Moves",
        "Black’s time",
        "White’s time",
        "Record",
        "Moves on a board",
        "Remark",
    ];
    table("games", &titles, &rows)
}

/// What the viewer of a game is called on the page.
fn name(game: &GameReport) -> String {
    format!("game {}", game.index)
}

/// The viewer of a game, which is laid out when it is asked for.
pub(super) fn waiting(report: &GameReport, game: &Game) -> Markup {
    let numbered = |number, color: Color, mv| format!("{}. {} {mv}", number + 1, color.name());
    let viewer = Viewer::of_game(game, numbered);
    let [black, white] = Color::ALL.map(|color| &report.players[color].name);
    let beside = html! {
        h3 { "Game " (report.index) }
        p { i.black {} (black) " – " i.white {} (white) }
        p { (report.result) ", " (display(report.ending)) @if !report.remark.is_empty() { ": " (report.remark) } }
    };
    viewer::waiting(&name(report), &viewer.markup(0, Labels::ENGLISH, &beside))
}

fn row(game: &GameReport, duplicate_of: Option<&u32>) -> Markup {
    html! {
        tr id={ "game-" (game.index) } class=(class_of_game(game)) {
            td title={ "seed " (game.seed) } { (game.index) }
            @for color in Color::ALL {
                @let name = &game.players[color].name;
                td {
                    @if game.winner == Some(color) { strong { (name) } } @else { (name) }
                }
            }
            td { (game.result) }
            td { (status(game)) }
            td { (game.length) }
            @for color in Color::ALL { td { (plots::time(game.players[color].seconds)) } }
            td { @if !game.sgf.is_empty() { a href=(address(&game.sgf)) { (game.sgf) } } }
            td { (viewer::button(&name(game), "Board")) }
            td {
                (game.remark)
                @if let Some(other) = duplicate_of {
                    @if !game.remark.is_empty() { "; " }
                    "same moves as " a href={ "#game-" (other) } { "game " (other) }
                }
            }
        }
    }
}

/// Returns how a game ended, marked if that deserves attention.
fn status(game: &GameReport) -> Markup {
    html! {
        @match class_of_game(game) {
            "" => (display(game.ending)),
            class => span class={ "status " (class) } { (display(game.ending)) },
        }
    }
}

/// Returns the address of a record, seen from the folder of the match. Nothing in it can lead out of
/// this machine.
fn address(path: &str) -> String {
    let mut address = "./".to_owned();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            address.push(byte.into());
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address
}
