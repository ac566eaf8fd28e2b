//! A review as text.

use super::words::{ReviewWords, filled};
use super::{Effort, FoundMoves, Grade, JudgedMove, Phase, PlayerSum, PositionValue, Review};
use crate::engine::{RANKS, Rank};
use crate::explain;
use crate::go::{Color, Move};
use std::fmt::Write;

/// Returns a share in percent.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Returns a lead in points as `B+2.5` or `W+2.5`, or a word for none.
pub(super) fn lead(points: f64, words: &ReviewWords) -> String {
    match explain::lead(points).as_str() {
        "0" => words.even.to_owned(),
        text => text.to_owned(),
    }
}

/// Returns a number of points with its noun.
pub(super) fn points(points: f64, words: &ReviewWords) -> String {
    let number = format!("{:.1}", (10.0 * points).round() / 10.0 + 0.0);
    let noun = if number == "1.0" {
        words.point
    } else {
        words.points
    };
    filled(noun, &[&number])
}

/// Returns the names of some moves.
pub(super) fn moves(line: &[Move], words: &ReviewWords) -> String {
    let names: Vec<String> = line.iter().map(|&mv| words.move_name(mv)).collect();
    names.join(" ")
}

/// Returns what each search has spent on a position.
pub(super) fn effort(effort: Effort, words: &ReviewWords) -> String {
    let spent = match effort {
        Effort::Visits(visits) => filled(words.visits, &[&visits.to_string()]),
        Effort::Time(time) => format!("{} s", time.as_secs_f64()),
    };
    filled(words.a_position, &[&spent])
}

/// Returns what a position is worth, in one line.
pub(super) fn position(estimate: &PositionValue, words: &ReviewWords) -> String {
    let values = [
        percent(estimate.chance),
        lead(estimate.lead, words),
        format!("{:.1}", estimate.deviation),
    ];
    filled(words.wins, &values.each_ref().map(String::as_str))
}

/// Returns what a move has lost, and what kosumi would have played, whether or not that was missed before at a place of
/// the game.
pub(super) fn verdict(
    judged: &JudgedMove,
    missed_before: Option<usize>,
    words: &ReviewWords,
) -> String {
    let Some(better) = &judged.better else {
        return words.same_choice.to_owned();
    };
    let mut text = match judged.grade() {
        Grade::Fine if judged.points_lost() < 0.05 => words.as_good.to_owned(),
        grade => filled(loses(grade, words), &[&loss(judged, words)]),
    };
    text.push(' ');
    text.push_str(&filled(words.instead, &[&words.move_name(better.line[0])]));
    if let Some(place) = missed_before {
        text.push_str(&filled(words.missed_already, &[&(place + 1).to_string()]));
    }
    text + "."
}

/// Returns a verdict with the reasons for it, each on a line of its own.
pub(super) fn with_reasons(verdict: String, judged: &JudgedMove) -> String {
    let reasons = judged.reasons.iter().map(|reason| reason.text.clone());
    let lines: Vec<String> = [verdict].into_iter().chain(reasons).collect();
    lines.join("\n")
}

/// A text about a position, and below it what the record itself says there.
pub(super) fn commented(text: &str, comment: &str) -> String {
    match comment.trim() {
        "" => text.to_owned(),
        comment => format!("{text}\n\n{comment}"),
    }
}

/// Returns what a move has lost, in points first.
pub(super) fn loss(judged: &JudgedMove, words: &ReviewWords) -> String {
    let points = points(judged.points_lost(), words);
    if judged.chance_lost() < 0.001 {
        return points;
    }
    filled(
        words.chance_to_win,
        &[&points, &percent(judged.chance_lost())],
    )
}

/// The sentence about a loss.
fn loses(grade: Grade, words: &ReviewWords) -> &'static str {
    match grade {
        Grade::BigMistake => words.loses_by_big_mistake,
        Grade::Mistake => words.loses_by_mistake,
        Grade::Doubtful => words.loses_doubtfully,
        Grade::Fine => words.loses,
    }
}

/// Returns a fact about a player as text.
type Tell = fn(&PlayerSum) -> String;

/// Returns the title of a fact.
type Title = fn(&ReviewWords) -> &'static str;

/// The facts about each player, with their titles.
pub(super) const SUMS: &[(Title, Tell)] = &[
    (|words| words.moves_title, |sum| sum.moves.to_string()),
    (|words| words.accuracy, |sum| percent(sum.accuracy())),
    (
        |words| words.points_lost_a_move,
        |sum| format!("{:.2}", sum.share(sum.points)),
    ),
    (
        |words| words.in_the_opening,
        |sum| in_phase(sum, Phase::Opening),
    ),
    (
        |words| words.in_the_middle,
        |sum| in_phase(sum, Phase::Middle),
    ),
    (|words| words.at_the_end, |sum| in_phase(sum, Phase::End)),
    (
        |words| words.chance_lost_a_move,
        |sum| percent(sum.share(sum.chances)),
    ),
    (
        |words| words.as_kosumi,
        |sum| {
            #[expect(clippy::cast_precision_loss, reason = "moves are few")]
            let agreed = sum.agreed as f64;
            percent(sum.share(agreed))
        },
    ),
    (|words| words.rank, rank),
    (|words| words.mistakes, |sum| sum.mistakes.to_string()),
    (
        |words| words.big_mistakes,
        |sum| sum.big_mistakes.to_string(),
    ),
];

/// The rank that a player's moves speak for, and how many ranks it may be higher or lower.
fn rank(sum: &PlayerSum) -> String {
    let place = |rank: &Rank| RANKS.iter().position(|known| known == rank);
    sum.evidence.estimate().map_or("–".to_owned(), |estimate| {
        let away = |other| {
            place(other)
                .zip(place(estimate.best))
                .map_or(0, |(a, b)| a.abs_diff(b))
        };
        let most = away(estimate.low).max(away(estimate.high));
        format!("{} ± {most}", estimate.best.name)
    })
}

fn in_phase(sum: &PlayerSum, phase: Phase) -> String {
    let lost = sum.in_phase(phase);
    lost.map_or("–".to_owned(), |points| format!("{points:.2}"))
}

/// Returns the review for a terminal: a table of the players and a list of the worst mistakes.
pub fn summary(review: &Review, mistakes: usize) -> String {
    let words = review.words();
    let sums = review.sums();
    let [black, white] = words.players;
    let mut text = format!("{:22}{black:>10}{white:>10}\n", "");
    for (title, value) in SUMS {
        let [black, white] = Color::ALL.map(|color| value(&sums[color]));
        let _ = writeln!(text, "{:22}{black:>10}{white:>10}", title(words));
    }
    let mut say = |sentence, found: &FoundMoves| {
        let _ = writeln!(
            text,
            "{}",
            filled(sentence, &[&position(&found.estimate, words)])
        );
    };
    say(words.at_first, &review.start);
    if let Some(last) = review.moves.last() {
        say(words.at_last, &last.after);
    }
    for place in review.worst(mistakes) {
        let judged = &review.moves[place];
        let (number, letter) = (place + 1, judged.color.letter());
        let mv = words.move_name(judged.mv);
        let verdict = verdict(judged, None, words);
        let _ = writeln!(text, "{number:>4} {letter} {mv:4} {verdict}");
        for reason in &judged.reasons {
            let _ = writeln!(text, "{:12}{}", "", reason.text);
        }
    }
    text
}
