//! The report of a match as one web page: tables, pictures, and every game with what went wrong.

mod games;
mod sums;
#[cfg(test)]
mod tests;

use super::encounter::{Encounter, Side, encounters};
use super::report::GameReport;
use super::statistics::{Results, Sample, Tally, Z95};
use crate::go::Color;
use crate::html::{self, escaped, table};
use std::fmt::Write;

const STYLE: &str = include_str!("style.css");

/// Lists of more games than these are closed at first.
const OPEN_GAMES: usize = 200;

/// The page about the games of a match, for the folder in which their records are.
///
/// The same games make the same page, in whatever order they come.
#[must_use]
pub fn page(title: &str, reports: &[GameReport]) -> String {
    let encounters = encounters(reports);
    let mut body = format!("<header>\n<h1>{}</h1>\n", escaped(title));
    match &encounters[..] {
        [] => body += "<p class=\"verdict\">No games</p>\n",
        [encounter] => body += &verdict(encounter),
        _ => body += &summary(&encounters),
    }
    body += "</header>\n";
    if encounters.len() > 1 {
        body += &gauntlet(&encounters);
    }
    let open = if reports.len() <= OPEN_GAMES {
        " open"
    } else {
        ""
    };
    for (number, encounter) in encounters.iter().enumerate() {
        let _ = writeln!(body, "<section id=\"opponent-{number}\">");
        if encounters.len() > 1 {
            let title = names(encounter, " against ");
            let _ = writeln!(body, "<h2>{title}</h2>\n{}", verdict(encounter));
        }
        body += &section(encounter, open);
        body += "</section>\n";
    }
    html::page(title, STYLE, &body)
}

/// Both names with words between them.
fn names(encounter: &Encounter<'_>, between: &str) -> String {
    let [first, opponent] = Side::ALL.map(|side| escaped(encounter.name(side)));
    format!("{first}{between}{opponent}")
}

/// Who is stronger.
fn verdict(encounter: &Encounter<'_>) -> String {
    let results = encounter.results();
    let interval = results.sample().interval(Z95);
    let (class, verb, end) = if interval.low > 0.5 {
        ("good", " beats ", "")
    } else if interval.high < 0.5 {
        ("bad", " loses to ", "")
    } else {
        ("open", " against ", ": not decided")
    };
    let names = names(encounter, verb);
    format!("<p class=\"verdict {class}\">{names} {results}{end}</p>\n")
}

/// All encounters together.
fn summary(encounters: &[Encounter<'_>]) -> String {
    let mut results = Results::default();
    for encounter in encounters {
        encounter.add_to(&mut results);
    }
    let name = escaped(encounters.first().map_or("", |one| one.name(Side::First)));
    let count = encounters.len();
    format!("<p class=\"verdict open\">{name} against {count} opponents {results}</p>\n")
}

/// One row for each opponent.
fn gauntlet(encounters: &[Encounter<'_>]) -> String {
    let mut rows = String::new();
    for (number, encounter) in encounters.iter().enumerate() {
        let results = encounter.results();
        let (tally, sample) = (results.tally(), results.sample());
        let name = escaped(encounter.name(Side::Opponent));
        let _ = writeln!(
            rows,
            "<tr><th><a href=\"#opponent-{number}\">{name}</a></th>{}<td>{}</td><td>{}</td>\
             <td>{}</td><td>{}</td>{}</tr>",
            tally_cells(tally, sample),
            sample.elo(),
            sample.elo_interval(Z95),
            results.by_color(Color::Black),
            results.by_color(Color::White),
            count_cell(games::problems(encounter).len(), "fail"),
        );
    }
    table(
        "summary",
        &[
            "Opponent", "Games", "Won", "Lost", "Drawn", "Score", "Elo", "95 %", "As Black",
            "As White", "Problems",
        ],
        &rows,
    )
}

fn section(encounter: &Encounter<'_>, open: &str) -> String {
    let duplicates = encounter.duplicates();
    let mut text = "<div class=\"tables\">\n".to_owned();
    text += &sums::colors(encounter);
    text += &sums::endings(encounter);
    text += "</div>\n";
    text += &sums::efforts(encounter);
    text += &sums::notes(encounter, &duplicates);
    text += &games::problem_list(encounter);
    text += &sums::pictures(encounter);
    let count = encounter.games().len();
    let _ = writeln!(
        text,
        "<details{open}>\n<summary>All games <small>{count}</small></summary>"
    );
    text += &games::games(encounter, &duplicates);
    text + "</details>\n"
}

/// Games, won, lost, drawn, and the score with half the width of its interval.
fn tally_cells(tally: Tally, sample: Sample) -> String {
    let Tally {
        wins,
        losses,
        draws,
    } = tally;
    let games = tally.games();
    let mut text = format!("<td>{games}</td><td>{wins}</td><td>{losses}</td><td>{draws}</td>");
    if games == 0 {
        return text + "<td class=\"none\">–</td>";
    }
    let interval = sample.interval(Z95);
    let (percent, margin) = (
        100.0 * sample.score(),
        50.0 * (interval.high - interval.low),
    );
    let _ = write!(
        text,
        "<td>{percent:.1} % <small>±&nbsp;{margin:.1}</small></td>"
    );
    text
}

fn count_cell(count: usize, class: &str) -> String {
    let class = if count == 0 { "none" } else { class };
    format!("<td class=\"{class}\">{count}</td>")
}
