//! A review as one web page that needs nothing else.

use super::diagram::Diagram;
use super::text::{SUMS, effort, grade, lead, moves, percent, points, sentences};
use super::{Judged, Review, plots};
use crate::go::{Board, Color, Game, Move, Strictness};
use crate::html::{self, escaped, table};
use std::fmt::Write;

const STYLE: &str = include_str!("style.css");

/// Moves before a mistake whose numbers are shown.
const NUMBERED: usize = 4;

/// The page about a review with so many of the worst mistakes at most.
#[must_use]
pub fn page(review: &Review, mistakes: usize) -> String {
    let [black, white] = Color::ALL.map(|color| review.name(color));
    let title = format!("{black} – {white}");
    let worst = review.worst(mistakes);
    let mut body = header(review, &title);
    body += &sums(review);
    body += "<div class=\"pictures\">\n";
    for (caption, picture) in [
        ("Black’s chance to win", plots::chances(review, &worst)),
        (
            "Black’s lead in points, with the deviation of single playouts",
            plots::leads(review, &worst),
        ),
    ] {
        let _ = writeln!(
            body,
            "<figure><figcaption>{caption}</figcaption>\n{picture}</figure>"
        );
    }
    body += "</div>\n<h2>The worst mistakes</h2>\n";
    if worst.is_empty() {
        body += "<p>None: no move loses much of the chance to win.</p>\n";
    }
    for place in worst {
        body += &mistake(review, place);
    }
    body += &all_moves(review);
    html::page(&title, STYLE, &body)
}

fn header(review: &Review, title: &str) -> String {
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
    format!(
        "<header>\n<h1>{}</h1>\n<p>{}</p>\n<p><small>Reviewed by kosumi {}, {} a position. \
         Differences of a few percent mean little.</small></p>\n</header>\n",
        escaped(title),
        escaped(&facts.join(", ")),
        env!("CARGO_PKG_VERSION"),
        effort(review.effort),
    )
}

/// How well the players have played.
fn sums(review: &Review) -> String {
    let sums = review.sums();
    let mut rows = String::new();
    for color in Color::ALL {
        let _ = write!(
            rows,
            "<tr><th><i class=\"{}\"></i>{}</th>",
            class(color),
            escaped(review.name(color))
        );
        for (_, value) in SUMS {
            let _ = write!(rows, "<td>{}</td>", value(&sums[color]));
        }
        rows += "</tr>\n";
    }
    let titles: Vec<&str> = ["Player"]
        .into_iter()
        .chain(SUMS.iter().map(|&(title, _)| title))
        .collect();
    table("sums", &titles, &rows)
}

/// A mistake in words and two diagrams.
fn mistake(review: &Review, place: usize) -> String {
    let judged = &review.moves[place];
    let number = place + 1;
    let rules = review.preset.rules;
    let game = Game::replay(&review.record, rules, place, Strictness::Lenient);
    let Some((better, game)) = judged.better.as_ref().zip(game.ok()) else {
        return String::new();
    };
    let (color, mv) = (class(judged.color), judged.mv);
    format!(
        "<article id=\"move-{number}\">\n<h3><i class=\"{color}\"></i>Move {number}: {mv} <small>{} \
         {}, {}</small></h3>\n<p>{}</p>\n<div class=\"diagrams\">\n{}{}</div>\n</article>\n",
        grade(judged),
        percent(-judged.loss()),
        points(-judged.points_lost()),
        sentences(judged),
        played(review, place, game.board()),
        instead(review, place, game.board(), &better.line),
    )
}

/// The mistake after the last moves.
fn played(review: &Review, place: usize, board: &Board) -> String {
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
    diagram.ring(judged.mv.point());
    let caption = format!("Played: {} {}", place + 1, judged.mv);
    figure(&diagram, &caption)
}

/// What was to be played.
fn instead(review: &Review, place: usize, board: &Board, line: &[Move]) -> String {
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
    diagram.cross(judged.mv.point().filter(|&at| is_free(at)));
    let last = place.checked_sub(1).map(|last| review.moves[last].mv);
    diagram.dot(last.and_then(Move::point));
    figure(&diagram, &caption)
}

fn figure(diagram: &Diagram<'_>, caption: &str) -> String {
    let caption = escaped(caption);
    format!(
        "<figure>{}<figcaption>{caption}</figcaption></figure>\n",
        diagram.svg(&caption)
    )
}

/// The table of all moves, closed at first.
fn all_moves(review: &Review) -> String {
    let mut rows = String::new();
    for (number, judged) in (1..).zip(&review.moves) {
        let (class, instead) = match &judged.better {
            Some(better) => ("", better.line[0].to_string()),
            None => ("none", String::new()),
        };
        let class = if judged.is_mistake() { "fail" } else { class };
        let _ = writeln!(
            rows,
            "<tr><td>{number}</td><td>{} {}</td><td>{}</td><td>{} <small>± {:.1}</small></td>\
             <td class=\"{class}\">{}</td><td class=\"{class}\">{:.1}</td><td>{instead}</td></tr>",
            judged.color.letter(),
            judged.mv,
            percent(judged.after.chance),
            lead(judged.after.lead),
            judged.after.deviation,
            percent(judged.loss()),
            judged.points_lost() + 0.0,
        );
    }
    let titles = [
        "Move",
        "Played",
        "Black wins",
        "Lead",
        "Loss",
        "Points",
        "kosumi",
    ];
    format!(
        "<details>\n<summary>All moves <small>{}</small></summary>\n{}</details>\n",
        review.moves.len(),
        table("moves", &titles, &rows)
    )
}

const fn class(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}
