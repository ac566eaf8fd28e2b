//! A review as comments, values and variations of a record.

use super::text::{SUMS, effort, moves, position, verdict, with_reasons};
use super::words::{ReviewWords, filled};
use super::{Grade, JudgedMove, Review};
use crate::explain::Language;
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
            .map(|(judged, missed)| of_move(judged, missed, review.words()))
            .collect(),
    }
}

/// Returns true if a record holds a review of kosumi's, of whatever version: its comment has a line of one.
pub fn is_reviewed(record: &Record) -> bool {
    let is_of_review = |line: &str| {
        Language::ALL.into_iter().any(|language| {
            let words = ReviewWords::of(language);
            line.starts_with(around(words.review_by)[0])
                && line.contains(around(words.a_position)[1])
                && line.contains(around(words.komi)[0])
        })
    };
    record.comment.lines().any(is_of_review)
}

/// What stands before the first braces of a text and behind the last ones.
fn around(text: &str) -> [&str; 2] {
    let before = text.split_once("{}").map_or(text, |(before, _)| before);
    [
        before,
        text.rsplit_once("{}").map_or(text, |(_, after)| after),
    ]
}

fn whole(review: &Review, mistakes: usize) -> String {
    let (words, sums) = (review.words(), review.sums());
    let values = [
        env!("CARGO_PKG_VERSION").to_owned(),
        effort(review.effort, words),
        words.rules_of(&review.rules.name),
        filled(words.komi, &[&review.komi.to_string()]),
    ];
    let beginning = filled(words.review_by, &values.each_ref().map(String::as_str));
    let start = position(&review.start.estimate, words);
    let mut text = format!("{beginning}\n{start}.\n");
    for color in Color::ALL {
        let facts: Vec<String> = SUMS
            .iter()
            .map(|(title, value)| {
                format!("{} {}", title(words).to_lowercase(), value(&sums[color]))
            })
            .collect();
        let _ = writeln!(text, "{}: {}.", review.name(color), facts.join(", "));
    }
    let worst = review.worst(mistakes);
    if !worst.is_empty() {
        let list: Vec<String> = worst
            .iter()
            .map(|&place| {
                let name = words.move_name(review.moves[place].mv);
                format!("{} ({name})", place + 1)
            })
            .collect();
        let _ = writeln!(text, "{}", filled(words.worst_moves, &[&list.join(", ")]));
    }
    text.trim_end().to_owned()
}

fn of_move(judged: &JudgedMove, missed_before: Option<usize>, words: &ReviewWords) -> Annotation {
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
            position(after, words),
            with_reasons(verdict(judged, missed_before, words), judged)
        ),
        value: Some(after.lead),
        chance: Some(after.chance),
        quality,
        variation: judged
            .is_mistake()
            .then(|| variation(judged, words))
            .flatten(),
    }
}

fn variation(judged: &JudgedMove, words: &ReviewWords) -> Option<Variation> {
    let better = judged.better.as_ref()?;
    let turns = [judged.color, !judged.color].into_iter().cycle();
    let worth = position(&better.estimate, words);
    Some(Variation {
        comment: format!(
            "{}.\n{}",
            filled(words.instead, &[&worth]),
            moves(&better.line, words)
        ),
        moves: turns.zip(better.line.iter().copied()).collect(),
        triangle: judged.mv.point(),
    })
}
