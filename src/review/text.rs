//! A review in words.

use super::{Effort, Estimate, Judged, MISTAKE, Review, Sum};
use crate::go::{Color, Move};
use std::fmt::Write;

/// Returns a share in percent.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Returns a lead in points as `B+2.5` or `W+2.5`, or `even`.
pub(super) fn lead(points: f64) -> String {
    match points {
        0.05.. => format!("B+{points:.1}"),
        ..=-0.05 => format!("W+{:.1}", -points),
        _ => "even".to_owned(),
    }
}

/// Returns a number of points with its noun.
pub(super) fn points(points: f64) -> String {
    let text = format!("{:.1}", (10.0 * points).round() / 10.0 + 0.0);
    let noun = if text == "1.0" { "point" } else { "points" };
    format!("{text} {noun}")
}

/// Returns what a move costs in points. By chance that may be less than nothing, which is shown as
/// none.
fn cost(lost: f64) -> String {
    if lost < 0.05 {
        "no points".to_owned()
    } else {
        points(lost)
    }
}

/// Returns the names of some moves.
pub(super) fn moves(line: &[Move]) -> String {
    let names: Vec<String> = line.iter().map(ToString::to_string).collect();
    names.join(" ")
}

/// Returns what each search has spent.
pub(super) fn effort(effort: Effort) -> String {
    match effort {
        Effort::Playouts(playouts) => format!("{playouts} playouts"),
        Effort::Time(time) => format!("{} s", time.as_secs_f64()),
    }
}

/// Returns what a position is worth, in one line.
pub(super) fn position(estimate: &Estimate) -> String {
    format!(
        "Black wins {}, {} ± {:.1}",
        percent(estimate.chance),
        lead(estimate.lead),
        estimate.deviation
    )
}

/// Returns what a move has cost, and what kosumi would have played.
pub(super) fn verdict(judged: &Judged) -> String {
    let Some(better) = &judged.better else {
        return "kosumi’s choice, too.".to_owned();
    };
    let instead = better.line[0];
    let cost = match judged.loss() {
        MISTAKE.. => format!(
            "{} loses {} and {}.",
            grade(judged),
            percent(judged.loss()),
            cost(judged.points_lost())
        ),
        loss @ 0.001.. => format!("Loses {}.", percent(loss)),
        _ => "As good as kosumi’s choice.".to_owned(),
    };
    format!("{cost} kosumi: {instead}.")
}

/// Returns what a mistake is called.
pub(super) fn grade(judged: &Judged) -> &'static str {
    if judged.is_big_mistake() {
        "Big mistake:"
    } else {
        "Mistake:"
    }
}

/// Returns whole sentences about a mistake.
pub(super) fn sentences(judged: &Judged) -> String {
    let Some(better) = &judged.better else {
        return String::new();
    };
    let (color, mv) = (judged.color, judged.mv);
    let name = color.name();
    let mut text = format!(
        "{name} plays {mv}. With {}, {name} would win {} of the games; now it is {}. The move costs {}.",
        better.line[0],
        percent(better.estimate.of(color).chance),
        percent(judged.after.of(color).chance),
        cost(judged.points_lost()),
    );
    if !judged.reply.is_empty() {
        let _ = write!(text, " kosumi expects {} after it.", moves(&judged.reply));
    }
    text
}

/// Returns a fact about a player as text.
type Tell = fn(&Sum) -> String;

/// The facts that are told about each player, with their titles.
pub(super) const SUMS: &[(&str, Tell)] = &[
    ("Moves", |sum| sum.moves.to_string()),
    ("Mean loss", |sum| percent(sum.share(sum.loss))),
    ("Mean loss in points", |sum| {
        format!("{:.2}", sum.share(sum.points) + 0.0)
    }),
    ("As kosumi", |sum| {
        #[expect(clippy::cast_precision_loss, reason = "moves are few")]
        let agreed = sum.agreed as f64;
        percent(sum.share(agreed))
    }),
    ("Mistakes", |sum| sum.mistakes.to_string()),
    ("Big mistakes", |sum| sum.big_mistakes.to_string()),
];

/// Returns the review for a terminal: a table of the players and a list of the worst mistakes.
#[must_use]
pub fn summary(review: &Review, mistakes: usize) -> String {
    let sums = review.sums();
    let mut text = format!("{:22}{:>10}{:>10}\n", "", "Black", "White");
    for (title, value) in SUMS {
        let [black, white] = Color::ALL.map(|color| value(&sums[color]));
        let _ = writeln!(text, "{title:22}{black:>10}{white:>10}");
    }
    let _ = writeln!(text, "At first: {}", position(&review.start));
    if let Some(last) = review.moves.last() {
        let _ = writeln!(text, "At last: {}", position(&last.after));
    }
    for place in review.worst(mistakes) {
        let judged = &review.moves[place];
        let (number, letter, mv) = (place + 1, judged.color.letter(), judged.mv);
        let verdict = verdict(judged);
        let _ = writeln!(text, "{number:>4} {letter} {mv:4} {verdict}");
    }
    text
}
