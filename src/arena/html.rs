//! The report of a match as a web page: tables, charts, and every game with what went wrong.

mod games;
mod sums;
#[cfg(test)]
mod tests;

use super::report::GameReport;
use super::series::{Series, SeriesSide};
use super::statistics::{Sample, Z95};
use crate::go::{Color, Game};
use crate::html::{self, count_cell, table, viewer};
use maud::{Markup, display, html};
use std::collections::BTreeMap;
use std::iter::once;

const STYLE: &str = include_str!("style.css");

/// Lists of more games than these are closed at first.
const OPEN_GAMES: usize = 200;

/// The most games that a page holds with all moves: some ten thousand bytes each.
pub const SHOWN_GAMES: usize = 200;

/// What a page shows besides the results.
#[derive(Debug)]
pub struct AboutMatch {
    /// Its title.
    pub title: String,
    /// What the results depend on, by name.
    pub facts: Vec<(String, String)>,
    /// The games that can be seen on a board, by their index.
    pub games: BTreeMap<u32, Game>,
}

/// Returns the page about the games of a match, for the folder in which their records are.
///
/// The same games make the same page, in whatever order they come.
pub fn page<'a>(about: &AboutMatch, reports: impl IntoIterator<Item = &'a GameReport>) -> String {
    let title = &about.title;
    let all = Series::new(reports);
    let opponents = all.by_opponent();
    let is_gauntlet = opponents.len() > 1;
    let body = html! {
        header {
            h1 { (title) }
            @match &opponents[..] {
                [] => p.verdict { "No games" },
                [series] => (verdict(series)),
                _ => p class="verdict open" {
                    (all.name(SeriesSide::First)) " against " (opponents.len()) " opponents "
                    (display(all.results()))
                },
            }
        }
        @if is_gauntlet { (gauntlet(&opponents)) }
        (viewer::shown())
        @for (number, series) in opponents.iter().enumerate() {
            section id={ "opponent-" (number) } {
                @if is_gauntlet {
                    h2 { (series.name(SeriesSide::First)) " against " (series.name(SeriesSide::Opponent)) }
                    (verdict(series))
                }
                (section(series, all.games().len() <= OPEN_GAMES))
            }
        }
        h2 { "The match" }
        (facts(about, &all, &opponents))
        @for report in all.games() {
            @if let Some(game) = about.games.get(&report.index) { (games::waiting(report, game)) }
        }
        @if !all.games().is_empty() { (viewer::script()) }
    };
    html::page(title, &format!("{}{STYLE}", viewer::style()), &body)
}

/// What the results depend on, and which versions of the programs have played.
fn facts(about: &AboutMatch, all: &Series<'_>, opponents: &[Series<'_>]) -> Markup {
    let sides = opponents
        .iter()
        .map(|series| (series, SeriesSide::Opponent));
    html! {
        dl.facts {
            @for (name, value) in &about.facts { dt { (name) } dd { (value) } }
            @for (series, side) in once((all, SeriesSide::First)).chain(sides) {
                @for version in series.versions(side) {
                    dt { (series.name(side)) } dd { "version " (version) }
                }
            }
        }
    }
}

/// Returns a line that says who is stronger.
fn verdict(series: &Series<'_>) -> Markup {
    let results = series.results();
    let interval = results.sample().interval(Z95);
    let (class, verb, end) = if interval.low > 0.5 {
        ("good", " beats ", "")
    } else if interval.high < 0.5 {
        ("bad", " loses to ", "")
    } else {
        ("open", " against ", ": not decided")
    };
    html! {
        p class={ "verdict " (class) } {
            (series.name(SeriesSide::First)) (verb) (series.name(SeriesSide::Opponent)) " " (display(results)) (end)
        }
    }
}

/// Returns a table with a row for each opponent.
fn gauntlet(opponents: &[Series<'_>]) -> Markup {
    let rows = html! {
        @for (number, series) in opponents.iter().enumerate() {
            @let results = series.results();
            @let sample = results.sample();
            tr {
                th { a href={ "#opponent-" (number) } { (series.name(SeriesSide::Opponent)) } }
                (tally_cells(results.all(), sample))
                td { (display(sample.elo())) }
                td { (display(sample.elo_interval(Z95))) }
                @for color in Color::ALL { td { (results.games[color].tally()) } }
                (count_cell(games::problems(series).len(), "fail"))
            }
        }
    };
    let titles = [
        "Opponent", "Games", "Won", "Lost", "Drawn", "Score", "Elo", "95 %", "As Black",
        "As White", "Problems",
    ];
    table("numbers", &titles, &rows)
}

/// Returns all about the games against one opponent.
fn section(series: &Series<'_>, is_open: bool) -> Markup {
    let duplicates = series.duplicates();
    html! {
        div.tables { (sums::colors(series)) (sums::endings(series)) }
        (sums::costs(series))
        (sums::notes(series, &duplicates))
        (games::problem_list(series))
        (sums::pictures(series))
        details open[is_open] {
            summary { "All games " small { (series.games().len()) } }
            (games::games(series, &duplicates))
        }
    }
}

/// Returns the cells of a table for the games, those won, lost and drawn, and the score of a sample
/// with half the width of its interval.
fn tally_cells(games: Sample, sample: Sample) -> Markup {
    let [lost, _, drawn, _, won] = games.0;
    let interval = sample.interval(Z95);
    let margin = 50.0 * (interval.high - interval.low);
    html! {
        @for count in [games.units(), won, lost, drawn] { td { (count) } }
        @if games.units() == 0 {
            td.none { "–" }
        } @else {
            td {
                (format!("{:.1} % ", 100.0 * sample.score()))
                small { (format!("±\u{a0}{margin:.1}")) }
            }
        }
    }
}
