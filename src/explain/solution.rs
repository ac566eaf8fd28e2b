//! Solutions of problems of life and death, in words.

use super::words::{Notice, Text};
use super::{Language, first_moves};
use crate::go::{Color, Move};
use crate::reading::Solution;
use crate::tactics::Reach;

/// The most moves of a line that are shown.
const LONGEST_LINE: usize = 12;

/// What a first move does that reaches its aim so surely, in words behind the name of its player.
pub fn first_move(solution: &Solution, reach: Reach) -> String {
    let (way, failure) = if solution.problem().owner() == solution.first {
        ("lives", "dies")
    } else {
        ("captures", "fails")
    };
    match by_ko(reach, solution.first, Language::English) {
        _ if reach == Reach::Never => failure.to_owned(),
        Some(ko) => format!("{way} {ko}"),
        None => way.to_owned(),
    }
}

/// By which ko a player gets his way who moves first, if it takes one: `by a ko in which White needs the first threat`.
pub(super) fn by_ko(reach: Reach, first: Color, language: Language) -> Option<String> {
    let needing = match reach {
        Reach::ByKo => !first,
        Reach::WithThreat => first,
        Reach::Surely | Reach::Never => return None,
    };
    let words = language.word(Text::Notice(Notice::ByKo));
    Some(words.replace("{player}", language.word(Text::Player(needing))))
}

/// A sentence about a problem, a line for each first move that was read to the end, and one with those that were not.
pub fn solution(solution: &Solution) -> String {
    let mut text = if solution.is_settled() {
        settled(solution)
    } else {
        decided(solution)
    };
    if let Some(frame) = frame(solution) {
        text = text + "That holds " + &frame + ".\n";
    }
    if solution.is_settled() && !solution.moves.is_empty() {
        text = text + solution.first.name() + "'s first moves:\n";
    }
    for found in &solution.moves {
        let result = first_move(solution, found.reach);
        text += &format_line(&format!("  {:<4}{result}:", found.at), &found.line);
    }
    if !solution.unread.is_empty() {
        let unread: Vec<String> = solution.unread.iter().map(ToString::to_string).collect();
        text = text + "  not read to the end: " + &unread.join(" ") + "\n";
    }
    text
}

/// What the first move decides: `White's 6 stones at C1: Black captures, with B2.`
fn decided(solution: &Solution) -> String {
    let target = target(solution);
    let [first, result] = [solution.first.name(), &first_move(solution, solution.reach)];
    let solving: Vec<String> = solution.solutions().map(|it| it.at.to_string()).collect();
    let with = match solving.as_slice() {
        [] => String::new(),
        solving => format!(", with {}", solving.join(" or ")),
    };
    format!("{target}: {first} {result}{with}.\n")
}

/// What no first move changes: `White's 6 stones at C1 live whoever moves first.`
fn settled(solution: &Solution) -> String {
    let target = target(solution);
    let problem = solution.problem();
    let ends = match (solution.first == problem.owner(), problem.target().len()) {
        (true, 1) => "dies",
        (true, _) => "die",
        (false, 1) => "lives",
        (false, _) => "live",
    };
    format!("{target} {ends} whoever moves first.\n")
}

/// The stones that a problem is about: `White's 6 stones at C1`.
fn target(solution: &Solution) -> String {
    let problem = solution.problem();
    let (owner, target) = (problem.owner().name(), problem.target());
    let at = target.iter().next().map(|at| at.to_string());
    format!(
        "{owner}'s {} at {}",
        stones(target.len()),
        at.unwrap_or_default()
    )
}

/// The condition of a solution that holds within a frame alone: `if all that White can reach only over more than 2 empty points is
/// Black's and lives`.
pub fn frame(solution: &Solution) -> Option<String> {
    let distance = solution.frame?;
    let owner = solution.problem().owner();
    Some(format!(
        "if all that {} can reach only over more than {distance} empty points is {}'s and lives",
        owner.name(),
        (!owner).name()
    ))
}

/// A number of stones, behind the name of their owner.
fn stones(count: usize) -> String {
    match count {
        1 => "stone".to_owned(),
        count => format!("{count} stones"),
    }
}

fn format_line(what: &str, line: &[(Color, Move)]) -> String {
    format!("{what}{}\n", first_moves(line, LONGEST_LINE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_stone_has_no_number() {
        assert_eq!([1, 2].map(stones), ["stone", "2 stones"]);
    }

    #[test]
    fn long_lines_are_cut() {
        let line =
            |length| format_line("  B2  captures:", &vec![(Color::Black, Move::Pass); length]);
        assert_eq!(line(1), "  B2  captures: pass\n");
        assert!(line(12).ends_with(" pass\n"));
        assert!(line(13).ends_with(" pass ...\n"));
        assert_eq!(line(13).matches("pass").count(), 12);
    }
}
