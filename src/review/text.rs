//! A review as text.

use super::{Effort, Grade, JudgedMove, Phase, PlayerSum, PositionValue, Review};
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

/// Returns the names of some moves.
pub(super) fn moves(line: &[Move]) -> String {
    let names: Vec<String> = line.iter().map(ToString::to_string).collect();
    names.join(" ")
}

/// Returns what each search has spent.
pub(super) fn effort(effort: Effort) -> String {
    match effort {
        Effort::Visits(visits) => format!("{visits} visits"),
        Effort::Time(time) => format!("{} s", time.as_secs_f64()),
    }
}

/// Returns what a position is worth, in one line.
pub(super) fn position(estimate: &PositionValue) -> String {
    format!(
        "Black wins {}, {} ± {:.1}",
        percent(estimate.chance),
        lead(estimate.lead),
        estimate.deviation
    )
}

/// Returns what a move has lost, and what kosumi would have played, whether or not that was missed before at a place of
/// the game.
pub(super) fn verdict(judged: &JudgedMove, missed_before: Option<usize>) -> String {
    let Some(better) = &judged.better else {
        return "kosumi’s choice, too.".to_owned();
    };
    let instead = better.line[0];
    let mut text = match judged.grade() {
        Grade::Fine if judged.points_lost() < 0.05 => "As good as kosumi’s choice.".to_owned(),
        grade => format!("{}oses {}.", beginning(grade), loss(judged)),
    };
    let _ = write!(text, " kosumi: {instead}");
    if let Some(place) = missed_before {
        let _ = write!(text, ", missed at move {} already", place + 1);
    }
    text + "."
}

/// Returns a verdict with the reasons for it, each on a line of its own.
pub(super) fn with_reasons(verdict: String, judged: &JudgedMove) -> String {
    let reasons = judged.reasons.iter().map(|reason| reason.text.clone());
    let lines: Vec<String> = [verdict].into_iter().chain(reasons).collect();
    lines.join("\n")
}

/// Returns what a move has lost, in points first.
pub(super) fn loss(judged: &JudgedMove) -> String {
    let mut text = points(judged.points_lost());
    if judged.chance_lost() >= 0.001 {
        let chance = percent(judged.chance_lost());
        let _ = write!(text, " and {chance} of the chance to win");
    }
    text
}

/// How a sentence about a loss begins.
fn beginning(grade: Grade) -> &'static str {
    match grade {
        Grade::BigMistake => "Big mistake: l",
        Grade::Mistake => "Mistake: l",
        Grade::Doubtful => "Doubtful: l",
        Grade::Fine => "L",
    }
}

/// Returns a fact about a player as text.
type Tell = fn(&PlayerSum) -> String;

/// The facts about each player, with their titles.
pub(super) const SUMS: &[(&str, Tell)] = &[
    ("Moves", |sum| sum.moves.to_string()),
    ("Accuracy", |sum| percent(sum.accuracy())),
    ("Points lost a move", |sum| {
        format!("{:.2}", sum.share(sum.points))
    }),
    ("In the opening", |sum| in_phase(sum, Phase::Opening)),
    ("In the middle", |sum| in_phase(sum, Phase::Middle)),
    ("At the end", |sum| in_phase(sum, Phase::End)),
    ("Chance lost a move", |sum| percent(sum.share(sum.chances))),
    ("As kosumi", |sum| {
        #[expect(clippy::cast_precision_loss, reason = "moves are few")]
        let agreed = sum.agreed as f64;
        percent(sum.share(agreed))
    }),
    ("Mistakes", |sum| sum.mistakes.to_string()),
    ("Big mistakes", |sum| sum.big_mistakes.to_string()),
];

/// What the numbers about players mean.
pub(super) const EXPLAINED: &str = "Accuracy is 100 % for a player who loses no points, and a quarter less for each point \
    that moves lose on the mean. A mistake loses two points, a big one five; 15 % of the chance to win count like two \
    points. A better move that is missed several times counts as one mistake.";

fn in_phase(sum: &PlayerSum, phase: Phase) -> String {
    let lost = sum.in_phase(phase);
    lost.map_or("–".to_owned(), |points| format!("{points:.2}"))
}

/// Returns the review for a terminal: a table of the players and a list of the worst mistakes.
pub fn summary(review: &Review, mistakes: usize) -> String {
    let sums = review.sums();
    let mut text = format!("{:22}{:>10}{:>10}\n", "", "Black", "White");
    for (title, value) in SUMS {
        let [black, white] = Color::ALL.map(|color| value(&sums[color]));
        let _ = writeln!(text, "{title:22}{black:>10}{white:>10}");
    }
    let _ = writeln!(text, "At first: {}", position(&review.start.estimate));
    if let Some(last) = review.moves.last() {
        let _ = writeln!(text, "At last: {}", position(&last.after.estimate));
    }
    for place in review.worst(mistakes) {
        let judged = &review.moves[place];
        let (number, letter, mv) = (place + 1, judged.color.letter(), judged.mv);
        let verdict = verdict(judged, None);
        let _ = writeln!(text, "{number:>4} {letter} {mv:4} {verdict}");
        for reason in &judged.reasons {
            let _ = writeln!(text, "{:12}{}", "", reason.text);
        }
    }
    text
}
