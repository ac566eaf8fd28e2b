//! A review as one web page that needs nothing else.

use super::diagram::Diagram;
use super::text::{SUMS, effort, grade, lead, moves, percent, points, sentences};
use super::{Judged, Review, plots};
use crate::go::{Board, Color, Game, Move, Strictness};
use crate::html::{self, board, figure, table};
use maud::{Markup, html};
use std::fmt::Write;
use std::iter::once;

const STYLE: &str = include_str!("style.css");

/// Moves before a mistake whose numbers are shown.
const NUMBERED: usize = 4;

const LEADS: &str = "Black’s lead in points, with the deviation of single playouts";

/// Returns the page about a review with so many of the worst mistakes at most.
#[must_use]
pub fn page(review: &Review, mistakes: usize) -> String {
    let [black, white] = Color::ALL.map(|color| review.name(color));
    let title = format!("{black} – {white}");
    let worst = review.worst(mistakes);
    let body = html! {
        (header(review, &title))
        (sums(review))
        div.pictures {
            (figure("", "Black’s chance to win", &plots::chances(review, &worst)))
            (figure("", LEADS, &plots::leads(review, &worst)))
        }
        h2 { "The worst mistakes" }
        @if worst.is_empty() { p { "None: no move loses much of the chance to win." } }
        @for place in worst { (mistake(review, place)) }
        (all_moves(review))
    };
    html::page(&title, &format!("{}{STYLE}", board::STYLE), &body)
}

fn header(review: &Review, title: &str) -> Markup {
    let record = &review.record;
    let mut facts = vec![
        record.size.to_string(),
        format!("{} rules", review.preset.name),
        format!("komi {}", review.komi),
        format!("{} moves", review.moves.len()),
    ];
    facts.extend(record.handicap.map(|stones| format!("handicap {stones}")));
    facts.extend(record.result.as_ref().map(ToString::to_string));
    facts.extend(record.date.clone());
    html! {
        header {
            h1 { (title) }
            p { (facts.join(", ")) }
            p {
                small {
                    "Reviewed by kosumi " (env!("CARGO_PKG_VERSION")) ", " (effort(review.effort))
                    " a position. Differences of a few percent mean little."
                }
            }
        }
    }
}

/// Returns the table that says how well the players have played.
fn sums(review: &Review) -> Markup {
    let sums = review.sums();
    let rows = html! {
        @for color in Color::ALL {
            tr {
                th { i class=(color.to_string()) {} (review.name(color)) }
                @for (_, value) in SUMS { td { (value(&sums[color])) } }
            }
        }
    };
    let titles: Vec<&str> = once("Player")
        .chain(SUMS.iter().map(|(title, _)| *title))
        .collect();
    table("numbers", &titles, &rows)
}

/// Returns a mistake in words and two diagrams.
fn mistake(review: &Review, place: usize) -> Markup {
    let judged = &review.moves[place];
    let rules = review.preset.rules;
    let game = Game::replay(&review.record, rules, place, Strictness::Lenient).ok();
    html! {
        @if let Some((better, game)) = judged.better.as_ref().zip(game) {
            article id={ "move-" (place + 1) } {
                h3 {
                    i class=(judged.color.to_string()) {}
                    "Move " (place + 1) ": " (judged.mv.to_string()) " "
                    small {
                        (grade(judged)) " " (percent(-judged.loss())) ", " (points(-judged.points_lost()))
                    }
                }
                p { (sentences(judged)) }
                div.diagrams {
                    (played(review, place, game.board()))
                    (instead(review, place, game.board(), &better.line))
                }
            }
        }
    }
}

/// Returns a diagram of the mistake after the last moves.
fn played(review: &Review, place: usize, board: &Board) -> Markup {
    let judged = &review.moves[place];
    let mut diagram = Diagram::new(board);
    let recent = place.saturating_sub(NUMBERED)..place;
    for number in recent.rev() {
        let Judged { color, mv, .. } = review.moves[number];
        if let Some(at) = mv.point()
            && board.color_at(at) == Some(color)
        {
            diagram.number(at, color, number + 1);
        }
    }
    if let Some(at) = judged.mv.point() {
        diagram.number(at, judged.color, place + 1);
    }
    diagram.ring = judged.mv.point();
    diagram.figure(&format!("Played: {} {}", place + 1, judged.mv))
}

/// Returns a diagram of what kosumi would have played instead.
fn instead(review: &Review, place: usize, board: &Board, line: &[Move]) -> Markup {
    let judged = &review.moves[place];
    let mut diagram = Diagram::new(board);
    let mut caption = format!("Better: {}", moves(line));
    let mut turn = judged.color;
    for (number, mv) in (1..).zip(line) {
        if let Move::Play(at) = *mv
            && let Some(other) = diagram.number(at, turn, number)
        {
            let _ = write!(caption, "; {number} at {other}");
        }
        turn = !turn;
    }
    let is_free = |at| board.color_at(at).is_none() && !line.contains(&Move::Play(at));
    diagram.cross = judged.mv.point().filter(|&at| is_free(at));
    let last = place.checked_sub(1).map(|last| review.moves[last].mv);
    diagram.dot = last.and_then(Move::point);
    diagram.figure(&caption)
}

/// Returns the table of all moves, closed at first.
fn all_moves(review: &Review) -> Markup {
    let rows = html! {
        @for (number, judged) in (1..).zip(&review.moves) {
            @let class = match &judged.better {
                _ if judged.is_mistake() => "fail",
                Some(_) => "",
                None => "none",
            };
            tr {
                td { (number) }
                td { (judged.color.letter()) " " (judged.mv.to_string()) }
                td { (percent(judged.after.chance)) }
                td { (lead(judged.after.lead)) " " small { (format!("± {:.1}", judged.after.deviation)) } }
                td class=(class) { (percent(judged.loss())) }
                td class=(class) { (format!("{:.1}", judged.points_lost() + 0.0)) }
                td { @if let Some(better) = &judged.better { (better.line[0].to_string()) } }
            }
        }
    };
    let titles = [
        "Move",
        "Played",
        "Black wins",
        "Lead",
        "Loss",
        "Points",
        "kosumi",
    ];
    html! {
        details {
            summary { "All moves " small { (review.moves.len()) } }
            (table("moves", &titles, &rows))
        }
    }
}
