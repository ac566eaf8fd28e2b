//! A review as comments, values and variations of a record.

use super::text::{SUMS, effort, moves, position, verdict, with_reasons};
use super::{Grade, JudgedMove, Review};
use crate::go::{Color, Record};
use crate::sgf::{Annotation, Annotations, Quality, Variation};
use std::fmt::Write;

/// Returns what is written into the record: a comment and a value at each move, better moves as
/// variations at all mistakes, and the worst of them in the comment on the game.
pub fn annotations(review: &Review, mistakes: usize) -> Annotations {
    let missed_before = review.missed_before();
    let moves = review.moves.iter().zip(missed_before);
    Annotations {
        comment: whole(review, mistakes),
        moves: moves
            .map(|(judged, missed)| of_move(judged, missed))
            .collect(),
    }
}

/// How the comment on a game begins that has been reviewed.
const BEGINNING: &str = "Review by kosumi ";

/// Returns true if a record holds a review of kosumi's, of whatever version: its comment has a line of one.
pub fn is_reviewed(record: &Record) -> bool {
    let is_of_review = |line: &str| {
        let rest = line.strip_prefix(BEGINNING);
        rest.is_some_and(|rest| rest.contains(" a position, ") && rest.contains(" rules, komi "))
    };
    record.comment.lines().any(is_of_review)
}

fn whole(review: &Review, mistakes: usize) -> String {
    let sums = review.sums();
    let mut text = format!(
        "{BEGINNING}{}, {} a position, {} rules, komi {}.\n{}.\n",
        env!("CARGO_PKG_VERSION"),
        effort(review.effort),
        review.rules.name,
        review.komi,
        position(&review.start.estimate),
    );
    for color in Color::ALL {
        let facts: Vec<String> = SUMS
            .iter()
            .map(|(title, value)| format!("{} {}", title.to_lowercase(), value(&sums[color])))
            .collect();
        let _ = writeln!(text, "{}: {}.", review.name(color), facts.join(", "));
    }
    let worst = review.worst(mistakes);
    if !worst.is_empty() {
        let list: Vec<String> = worst
            .iter()
            .map(|&place| format!("{} ({})", place + 1, review.moves[place].mv))
            .collect();
        let _ = writeln!(text, "The worst mistakes are moves {}.", list.join(", "));
    }
    text.trim_end().to_owned()
}

fn of_move(judged: &JudgedMove, missed_before: Option<usize>) -> Annotation {
    let after = &judged.after.estimate;
    let quality = match judged.grade() {
        Grade::BigMistake => Some(Quality::VeryBad),
        Grade::Mistake => Some(Quality::Bad),
        Grade::Doubtful => Some(Quality::Doubtful),
        Grade::Fine => judged.is_found().then_some(Quality::Good),
    };
    Annotation {
        comment: format!(
            "{}.\n{}",
            position(after),
            with_reasons(verdict(judged, missed_before), judged)
        ),
        value: Some(after.lead),
        chance: Some(after.chance),
        quality,
        variation: judged.is_mistake().then(|| variation(judged)).flatten(),
    }
}

fn variation(judged: &JudgedMove) -> Option<Variation> {
    let better = judged.better.as_ref()?;
    let turns = [judged.color, !judged.color].into_iter().cycle();
    Some(Variation {
        comment: format!(
            "kosumi: {}.\n{}",
            position(&better.estimate),
            moves(&better.line)
        ),
        moves: turns.zip(better.line.iter().copied()).collect(),
        triangle: judged.mv.point(),
    })
}
