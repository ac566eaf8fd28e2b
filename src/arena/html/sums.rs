//! The games against one opponent in sum: tables and charts.

use super::games::class_of;
use super::tally_cells;
use crate::arena::plots::{self, Times};
use crate::arena::report::ENDINGS;
use crate::arena::series::{Series, SeriesSide};
use crate::arena::statistics::{GameResult, Z95};
use crate::go::Color;
use crate::html::{count_cell, figure, table};
use maud::{Markup, display, html};
use std::collections::HashMap;

/// Returns the table of results by color.
pub(super) fn colors(series: &Series<'_>) -> Markup {
    let results = series.results();
    let [black, white] = Color::ALL.map(|color| results.games[color]);
    let either = black + white.reversed();
    let rows = [
        ("as Black", black, black),
        ("as White", white, white),
        ("in all", results.all(), results.sample()),
        ("Black, either", either, either),
    ];
    let rows = html! {
        @for (name, games, sample) in rows { tr { th { (name) } (tally_cells(games, sample)) } }
    };
    let first = series.name(SeriesSide::First);
    table(
        "numbers",
        &[first, "Games", "Won", "Lost", "Drawn", "Score"],
        &rows,
    )
}

/// Returns the table that says how often games ended in which way, and for whom.
pub(super) fn endings(series: &Series<'_>) -> Markup {
    let count = |ending, wanted: Option<GameResult>| {
        let games = series.games().iter();
        games
            .filter(|game| game.ending == ending)
            .filter(|game| wanted.is_none_or(|wanted| game.first_result() == wanted))
            .count()
    };
    let rows = html! {
        @for (ending, name) in ENDINGS {
            @let all = count(ending, None);
            @if all > 0 {
                tr {
                    th { (name) }
                    (count_cell(all, class_of(ending)))
                    @for result in [GameResult::Win, GameResult::Loss, GameResult::Draw] {
                        (count_cell(count(ending, Some(result)), ""))
                    }
                }
            }
        }
    };
    let [first, opponent] = SeriesSide::ALL.map(|side| format!("{} won", series.name(side)));
    table(
        "numbers",
        &["Ending", "Games", &first, &opponent, "Nobody won"],
        &rows,
    )
}

/// Returns the table of what the programs spent.
pub(super) fn costs(series: &Series<'_>) -> Markup {
    let shown = |value: Option<f64>, show: fn(f64) -> String| value.map_or("–".to_owned(), show);
    let rows = html! {
        @for (side, class) in [(SeriesSide::First, "first"), (SeriesSide::Opponent, "opponent")] {
            @let cost = series.cost(side);
            tr {
                th { i class=(class) {} (series.name(side)) }
                td { (series.versions(side).join(", ")) }
                td { (cost.moves) }
                td { (shown(cost.seconds_a_move, plots::time)) }
                td { (shown(cost.cpu_a_move, plots::time)) }
                td { (shown(cost.visits_a_second, |speed| format!("{speed:.0}"))) }
                td { (plots::time(cost.longest_move)) }
            }
        }
    };
    let titles = [
        "Program",
        "Version",
        "Moves",
        "Time a move",
        "CPU a move",
        "Visits a second",
        "Longest move",
    ];
    table("numbers", &titles, &rows)
}

/// Returns a list of what else there is to know.
pub(super) fn notes(series: &Series<'_>, duplicates: &HashMap<u32, u32>) -> Markup {
    let results = series.results();
    let superiority = 100.0 * results.sample().superiority();
    let (normalized, error) = results.normalized_elo();
    let pairs = results.pairs;
    html! {
        ul {
            li { "Likelihood of superiority: " (format!("{superiority:.1} %")) }
            li { "Normalized difference: " (format!("{normalized} ± {:.0} Elo", Z95 * error)) }
            @if pairs.units() > 0 && results.is_paired() { li { "As if games of a pair were independent: " (display(results.all())) } }
            @if pairs.units() > 0 {
                li {
                    "Pairs of games with 0, ½, 1, 1½, 2 points: "
                    (pairs.0.map(|count| count.to_string()).join(", "))
                }
            }
            li class=[(!duplicates.is_empty()).then_some("known")] {
                "Duplicates: " (duplicates.len()) " of " (series.games().len()) " games"
            }
        }
    }
}

/// What the picture of times shows.
const TIMES: &str = "Mean time of a move in each game: box for the middle half, whiskers for all, \
                     dot for the longest move";

/// Returns the charts.
pub(super) fn pictures(series: &Series<'_>) -> Markup {
    let lengths: Vec<u32> = series.games().iter().map(|game| game.length).collect();
    let times = SeriesSide::ALL.map(|side| Times {
        name: series.name(side),
        means: series.seconds_a_move(side),
        longest: series.cost(side).longest_move,
    });
    let score = format!(
        "Score of {} with its 95 % interval",
        series.name(SeriesSide::First)
    );
    html! {
        div.pictures {
            (figure("wide", &score, &plots::score(&series.progress())))
            (figure("half", "Game lengths", &plots::lengths(&lengths)))
            (figure("half", TIMES, &plots::times(&times)))
        }
    }
}
