//! Solutions of problems of life and death and of connections, in words.

use super::words::{Notice, ProblemText, Text};
use super::{Language, first_moves};
use crate::go::{Color, Move, Point};
use crate::reading::{ProblemGoal, Solution};
use crate::tactics::Reach;

/// The most moves of a line that are shown.
const LONGEST_LINE: usize = 12;

/// The most first moves that were not read to the end and are named.
const MOST_UNREAD: usize = 20;

/// What a first move does that reaches its aim so surely, in words behind the name of its player.
pub fn first_move(solution: &Solution, reach: Reach, language: Language) -> String {
    let problem = solution.problem();
    let is_owner = problem.owner() == solution.first;
    let (way, failure) = match (problem.goal().is_life(), is_owner) {
        (true, true) => (ProblemText::Lives, ProblemText::Dies),
        (true, false) => (ProblemText::Captures, ProblemText::Fails),
        (false, true) => (ProblemText::Connects, ProblemText::Fails),
        (false, false) => (ProblemText::Cuts, ProblemText::Fails),
    };
    let word = |text| language.word(Text::Problem(text));
    match by_ko(reach, solution.first, language) {
        _ if reach == Reach::Never => word(failure).to_owned(),
        Some(ko) => format!("{} {ko}", word(way)),
        None => word(way).to_owned(),
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

/// A sentence about a first move that reaches its aim so surely, with the condition on which that holds: `Black captures.`
pub fn about_first_move(solution: &Solution, reach: Reach, language: Language) -> String {
    let player = language.word(Text::Player(solution.first));
    let result = first_move(solution, reach, language);
    let condition = condition(solution, language);
    let condition = condition.map_or_else(String::new, |it| format!(", {it}"));
    format!("{player} {result}{condition}.")
}

/// Sentences about a problem, a line for each first move that was read to the end, and one with those that were not.
pub fn solution(solution: &Solution, language: Language) -> String {
    let mut text = sentences(solution, language).join("\n") + "\n";
    for found in &solution.moves {
        let result = first_move(solution, found.reach, language);
        let what = format!("  {:<4}{result}{}", found.at, language.colon());
        text += &format_line(&what, &found.line, language);
    }
    if let Some(unread) = unread(solution, language) {
        text = text + "  " + &unread + "\n";
    }
    text
}

/// What comes of a problem, and on which condition: `White's 6 stones at C1: Black captures, with B2.` If the end is the same whoever
/// moves first, the last sentence leads to the first moves of who does not get his way.
pub fn sentences(solution: &Solution, language: Language) -> Vec<String> {
    let word = |text| language.word(Text::Problem(text));
    let player = language.word(Text::Player(solution.first));
    let mut told = vec![if solution.is_settled() {
        settled(solution, language)
    } else {
        decided(solution, language)
    }];
    if let Some(condition) = condition(solution, language) {
        told.push(word(ProblemText::Holds).replace("{condition}", &condition));
    }
    if solution.is_settled() && !solution.moves.is_empty() {
        told.push(word(ProblemText::FirstMoves).replace("{player}", player));
    }
    told
}

/// The first moves that were not read to the end, if there are any: `not read to the end: A1 B1`, or only how many they are.
pub fn unread(solution: &Solution, language: Language) -> Option<String> {
    let moves: Vec<String> = solution.unread.iter().map(ToString::to_string).collect();
    let moves = match moves.len() {
        0 => return None,
        1..=MOST_UNREAD => moves.join(" "),
        many => {
            let text = language.word(Text::Problem(ProblemText::ManyMoves));
            text.replace("{moves}", &many.to_string())
        }
    };
    let what = language.word(Text::Problem(ProblemText::Unread));
    Some(format!("{what}{} {moves}", language.colon()))
}

/// What the first move decides.
fn decided(solution: &Solution, language: Language) -> String {
    let word = |text| language.word(Text::Problem(text));
    let moves: Vec<String> = solution.solutions().map(|it| it.at.to_string()).collect();
    let with = match moves.as_slice() {
        [] => String::new(),
        moves => word(ProblemText::With).replace("{moves}", &moves.join(word(ProblemText::Or))),
    };
    word(ProblemText::Decided)
        .replace("{target}", &target(solution, language))
        .replace("{player}", language.word(Text::Player(solution.first)))
        .replace("{result}", &first_move(solution, solution.reach, language))
        .replace("{with}", &with)
}

/// What no first move changes: `White's 6 stones at C1 live whoever moves first.`
fn settled(solution: &Solution, language: Language) -> String {
    let problem = solution.problem();
    let is_one = problem.target().len() == 1;
    let is_owner = solution.first == problem.owner();
    let text = match (problem.goal().is_life(), is_owner, is_one) {
        (true, true, true) => ProblemText::OneDies,
        (true, true, false) => ProblemText::ManyDie,
        (true, false, true) => ProblemText::OneLives,
        (true, false, false) => ProblemText::ManyLive,
        (false, true, _) => ProblemText::AreCut,
        (false, false, _) => ProblemText::AreConnected,
    };
    let text = language.word(Text::Problem(text));
    text.replace("{target}", &target(solution, language))
}

/// The stones that a problem is about: `White's 6 stones at C1`, or `White's stones at C1 and E2`.
fn target(solution: &Solution, language: Language) -> String {
    let problem = solution.problem();
    let stones = problem.target();
    let first = stones.iter().next();
    let (text, at, other) = match problem.goal() {
        ProblemGoal::Connect([one, other]) => (ProblemText::TwoChains, Some(one), Some(other)),
        _ if stones.len() == 1 => (ProblemText::OneStone, first, None),
        _ => (ProblemText::ManyStones, first, None),
    };
    let name = |at: Option<Point>| at.map_or_else(String::new, |at| at.to_string());
    language
        .word(Text::Problem(text))
        .replace("{owner}", language.word(Text::Player(problem.owner())))
        .replace("{stones}", &stones.len().to_string())
        .replace("{at}", &name(at))
        .replace("{other}", &name(other))
}

/// The condition on which a solution holds, if there is one: `if all that White can reach only over more than 2 empty points is
/// Black's and lives`, or `if the chains at C3 and F4 live`.
fn condition(solution: &Solution, language: Language) -> Option<String> {
    let word = |text| language.word(Text::Problem(text));
    if let Some(distance) = solution.frame {
        let owner = solution.problem().owner();
        let text = word(ProblemText::Frame);
        let text = text.replace("{owner}", language.word(Text::Player(owner)));
        let text = text.replace("{opponent}", language.word(Text::Player(!owner)));
        return Some(text.replace("{distance}", &distance.to_string()));
    }
    let names: Vec<String> = solution.presumed.iter().map(Point::to_string).collect();
    match names.as_slice() {
        [] => None,
        [name] => Some(word(ProblemText::IfChain).replace("{at}", name)),
        [names @ .., last] => {
            let text = word(ProblemText::IfChains).replace("{at}", &names.join(", "));
            Some(text.replace("{other}", last))
        }
    }
}

fn format_line(what: &str, line: &[(Color, Move)], language: Language) -> String {
    format!("{what}{}\n", first_moves(line, LONGEST_LINE, language))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Board;
    use crate::reading::{SolutionTarget, SolveLimits};

    /// What comes of White's stones in a corner if Black moves first, on a board with nothing else.
    fn solved(corner: &str) -> Solution {
        let board: Board = format!("{corner}\n. . . . . . . .").parse().unwrap();
        let stone = board.chains(Color::White).next();
        let limits = SolveLimits {
            visits: 100_000,
            deadline: None,
        };
        Solution::of(&board, Color::Black, stone.into(), limits).unwrap()
    }

    /// What is said of that.
    fn told(corner: &str, language: Language) -> Vec<String> {
        sentences(&solved(corner), language)
    }

    #[test]
    fn a_problem_is_told_in_each_language() {
        for (language, text) in [
            (
                Language::English,
                "White's 5 stones at A3: Black captures, with B4.",
            ),
            (
                Language::Spanish,
                "Las 5 piedras de Blanco en A3: Negro captura, con B4.",
            ),
            (
                Language::French,
                "Les 5 pierres de Blanc en A3 : Noir prend, avec B4.",
            ),
        ] {
            let three = ". . . O X . . .\nO O O O X . . .\nX X X X X . . .";
            assert_eq!(told(three, language), [text]);
        }
    }

    /// What comes of Black's stones at B1 and D1 below a white wall.
    fn connection(rows: &str, first: Color) -> Solution {
        let wall = ". . . . . . .\n. . . . . . .\nO O O O O O O";
        let board: Board = format!("{wall}\n{rows}").parse().unwrap();
        let stones = ["B1", "D1"].map(|name| name.parse().unwrap());
        let limits = SolveLimits {
            visits: 100_000,
            deadline: None,
        };
        Solution::of(&board, first, SolutionTarget::Connection(stones), limits).unwrap()
    }

    #[test]
    fn a_connection_is_told_in_each_language() {
        let apart = ". . O . . . .\n. X . X . . .";
        let cut = ". X O X . . .\nO X O X . O O";
        let bamboo = "O X . X . . O\nO X . X . . O";
        for (language, texts) in [
            (
                Language::English,
                [
                    "Black's stones at B1 and D1: Black connects, with C1.",
                    "Black's stones at B1 and D1: White cuts, with C1.",
                    "Black's stones at B1 and D1 are cut off from each other whoever moves first.",
                    "Black's stones at B1 and D1 are connected whoever moves first.",
                ],
            ),
            (
                Language::Spanish,
                [
                    "Las piedras de Negro en B1 y D1: Negro conecta, con C1.",
                    "Las piedras de Negro en B1 y D1: Blanco corta, con C1.",
                    "Las piedras de Negro en B1 y D1 quedan cortadas mueva quien mueva primero.",
                    "Las piedras de Negro en B1 y D1 quedan conectadas mueva quien mueva primero.",
                ],
            ),
            (
                Language::French,
                [
                    "Les pierres de Noir en B1 et D1 : Noir relie, avec C1.",
                    "Les pierres de Noir en B1 et D1 : Blanc coupe, avec C1.",
                    "Les pierres de Noir en B1 et D1 sont coupées, qui que ce soit qui commence.",
                    "Les pierres de Noir en B1 et D1 sont reliées, qui que ce soit qui commence.",
                ],
            ),
        ] {
            let told = [
                (apart, Color::Black),
                (apart, Color::White),
                (cut, Color::Black),
                (bamboo, Color::White),
            ]
            .map(|(rows, first)| sentences(&connection(rows, first), language)[0].clone());
            assert_eq!(told, texts);
        }
    }

    #[test]
    fn a_first_move_that_does_not_connect_or_cut_fails() {
        for (first, way) in [(Color::Black, "connects"), (Color::White, "cuts")] {
            let solution = connection(". . O . . . .\n. X . X . . .", first);
            let text = |reach| first_move(&solution, reach, Language::English);
            assert_eq!(text(Reach::Surely), way);
            assert_eq!(text(Reach::Never), "fails");
        }
    }

    #[test]
    fn a_frame_and_what_was_not_read_are_told_in_each_language() {
        let mut solution = solved(". . . O X . . .\nO O O O X . . .\nX X X X X . . .");
        assert_eq!(unread(&solution, Language::English), None);
        solution.frame = Some(3);
        solution.unread = ["A1", "B1"].map(|at| at.parse().unwrap()).to_vec();
        for (language, frame, rest, all) in [
            (
                Language::English,
                "That holds if all that White can reach only over more than 3 empty points is Black's and lives.",
                "not read to the end: A1 B1",
                "not read to the end: 21 moves",
            ),
            (
                Language::Spanish,
                "Eso vale si todo lo que Blanco solo alcanza a través de más de 3 puntos vacíos es de Negro y vive.",
                "sin leer hasta el final: A1 B1",
                "sin leer hasta el final: 21 jugadas",
            ),
            (
                Language::French,
                "Cela vaut si tout ce que Blanc n'atteint que par plus de 3 intersections vides est à Noir et vit.",
                "pas lus jusqu'au bout : A1 B1",
                "pas lus jusqu'au bout : 21 coups",
            ),
        ] {
            assert_eq!(sentences(&solution, language)[1..], [frame]);
            assert_eq!(unread(&solution, language).as_deref(), Some(rest));
            let mut many = solved(". . . O X . . .\nO O O O X . . .\nX X X X X . . .");
            many.unread = solution.unread.repeat(10);
            let names = unread(&many, language).unwrap();
            assert_eq!(names.matches("A1").count(), 10, "{names}");
            many.unread.extend(&solution.unread[..1]);
            assert_eq!(unread(&many, language).as_deref(), Some(all));
        }
    }

    #[test]
    fn chains_that_have_to_live_are_named_in_each_language() {
        let mut solution = solved(". . . O X . . .\nO O O O X . . .\nX X X X X . . .");
        let [one, two, three] = ["C3", "F4", "H9"].map(|at| at.parse().unwrap());
        for (language, texts) in [
            (
                Language::English,
                [
                    "That holds if the chain at C3 lives.",
                    "That holds if the chains at C3 and F4 live.",
                    "That holds if the chains at C3, F4 and H9 live.",
                ],
            ),
            (
                Language::Spanish,
                [
                    "Eso vale si la cadena en C3 vive.",
                    "Eso vale si las cadenas en C3 y F4 viven.",
                    "Eso vale si las cadenas en C3, F4 y H9 viven.",
                ],
            ),
            (
                Language::French,
                [
                    "Cela vaut si la chaîne en C3 vit.",
                    "Cela vaut si les chaînes en C3 et F4 vivent.",
                    "Cela vaut si les chaînes en C3, F4 et H9 vivent.",
                ],
            ),
        ] {
            let presumed = [vec![one], vec![one, two], vec![one, two, three]];
            for (presumed, text) in presumed.into_iter().zip(texts) {
                solution.presumed = presumed;
                assert_eq!(sentences(&solution, language)[1..], [text]);
            }
        }
    }

    #[test]
    fn what_is_settled_leads_to_the_moves_of_who_does_not_get_his_way() {
        let dead = ". X . O X . . .\nO O O O X . . .\nX X X X X . . .";
        let four = ". . . . O X . .\nO O O O O X . .\nX X X X X X . .";
        let eyes = ". O . O X . . .\nO O O O X . . .\nX X X X X . . .";
        for (corner, texts) in [
            (
                dead,
                &[
                    "White's 5 stones at A3 die whoever moves first.",
                    "White's first moves:",
                ][..],
            ),
            (
                four,
                &[
                    "White's 6 stones at A3 live whoever moves first.",
                    "Black's first moves:",
                ],
            ),
            (eyes, &["White's 6 stones at A3 live whoever moves first."]),
        ] {
            assert_eq!(told(corner, Language::English), texts);
        }
        let one = "O X . . . . . .\n. X . . . . . .\nX X . . . . . .";
        for (language, text) in [
            (
                Language::English,
                "White's stone at A4 dies whoever moves first.",
            ),
            (
                Language::French,
                "La pierre de Blanc en A4 meurt, qui que ce soit qui commence.",
            ),
        ] {
            assert_eq!(told(one, language)[0], text);
        }
    }

    #[test]
    fn long_lines_are_cut() {
        let passes = |length| vec![(Color::Black, Move::Pass); length];
        let line = |length| format_line("  B2  captures:", &passes(length), Language::English);
        assert_eq!(line(1), "  B2  captures: pass\n");
        assert!(line(12).ends_with(" pass\n"));
        assert!(line(13).ends_with(" pass ...\n"));
        assert_eq!(line(13).matches("pass").count(), 12);
        let french = format_line("  B2  prend :", &passes(2), Language::French);
        assert_eq!(french, "  B2  prend : passe passe\n");
    }
}
