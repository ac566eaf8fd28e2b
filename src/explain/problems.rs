//! What is said around the solutions of problems of life and death: whose move it is, what it took, and how many came out in which
//! way.

use super::Language;
use super::words::{SolveText, Text};
use crate::go::{Color, Move, Point};
use crate::reading::{ProblemError, Unsolved};
use crate::sgf::{AnswerMark, RecordedAnswer};
use std::path::Path;
use std::time::Duration;

/// How many problems came out in which way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProblemTally {
    /// All that were tried.
    pub problems: usize,
    /// Those that the first move decides.
    pub solved: usize,
    /// Those of them whose solution holds only if other stones live.
    pub presuming: usize,
    /// Those of them whose solution holds within a frame alone.
    pub framed: usize,
    /// Those that end alike whoever moves first.
    pub settled: usize,
    /// Those whose record says something about first moves of the player in question.
    pub compared: usize,
    /// The names of those of them that are not right in it.
    pub disagreeing: Vec<String>,
}

impl ProblemTally {
    /// A line about them, without what did not occur, and one for each whose record does not agree.
    pub fn text(&self, language: Language) -> String {
        let part = |text, count: usize, all: usize| {
            let words = word(text, language).replace("{count}", &count.to_string());
            words.replace("{all}", &all.to_string())
        };
        let mut text = part(SolveText::Solved, self.solved, self.problems);
        if self.presuming > 0 {
            text += &part(SolveText::Presuming, self.presuming, self.solved);
        }
        if self.framed > 0 {
            text += &part(SolveText::Framed, self.framed, self.solved);
        }
        if self.settled > 0 {
            text += &part(SolveText::EndAlike, self.settled, self.problems);
        }
        if self.compared > 0 {
            text += &part(
                SolveText::Agreeing,
                self.compared.saturating_sub(self.disagreeing.len()),
                self.compared,
            );
        }
        if !self.disagreeing.is_empty() {
            text += "\n";
            text += word(SolveText::Disagreeing, language);
        }
        for name in &self.disagreeing {
            text += "\n  ";
            text += name;
        }
        text
    }
}

/// Who moves first.
pub fn to_play(first: Color, language: Language) -> String {
    word(SolveText::ToPlay, language).replace("{player}", language.word(Text::Player(first)))
}

/// That a problem was not solved in some time, and why.
pub fn unsolved(why: Unsolved, took: Duration, language: Language) -> String {
    let word = |text| word(text, language);
    let at_points = |text, at: Point, other: Point| {
        let reason = word(text).replace("{at}", &at.to_string());
        reason.replace("{other}", &other.to_string())
    };
    let reason = match why {
        Unsolved::TooHard => word(SolveText::TooHard).to_owned(),
        Unsolved::NoStones => word(SolveText::NoStones).to_owned(),
        Unsolved::NoProblem(error) => match error {
            ProblemError::NoStone(at) => at_points(SolveText::NoStone, at, at),
            ProblemError::TwoColors(at, other) => at_points(SolveText::TwoColors, at, other),
            ProblemError::OneChain(at, other) => at_points(SolveText::OneChain, at, other),
        },
    };
    let seconds = format!("{:.1}", took.as_secs_f64());
    word(SolveText::Unsolved)
        .replace("{seconds}", &seconds)
        .replace("{reason}", &reason)
}

/// The time and the visits that a problem took.
pub fn effort(took: Duration, visits: u64, language: Language) -> String {
    let seconds = format!("{:.2}", took.as_secs_f64());
    word(SolveText::Effort, language)
        .replace("{seconds}", &seconds)
        .replace("{visits}", &visits.to_string())
}

/// What a record says about first moves, beside those that work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// Whether all that the record has for right works, and nothing that it calls wrong.
    pub agrees: bool,
    /// A sentence for each move of the record that was compared, and for each that works as well.
    pub lines: Vec<String>,
}

/// Compares what a record says about first moves of a player with those that work. If the record marks none as right, its first one
/// counts as its answer. `None` if there is nothing to compare.
pub fn comparison(
    answers: &[RecordedAnswer],
    works: &[Move],
    language: Language,
) -> Option<Comparison> {
    let marked = |mark| answers.iter().filter(move |answer| answer.mark == mark);
    let mut right: Vec<Move> = marked(AnswerMark::Right).map(|answer| answer.mv).collect();
    let texts = if right.is_empty() {
        let first = answers
            .first()
            .filter(|answer| answer.mark == AnswerMark::Unmarked);
        right.extend(first.map(|answer| answer.mv));
        [SolveText::BeginningAgrees, SolveText::BeginningDisagrees]
    } else {
        [SolveText::RightAgrees, SolveText::RightDisagrees]
    };
    let wrong: Vec<Move> = marked(AnswerMark::Wrong).map(|answer| answer.mv).collect();
    if right.is_empty() && wrong.is_empty() {
        return None;
    }
    let say = |text, mv| word(text, language).replace("{move}", &language.move_name(mv));
    let mut lines = Vec::new();
    for &mv in &right {
        lines.push(say(texts[usize::from(!works.contains(&mv))], mv));
    }
    let works_nevertheless = wrong.iter().filter(|mv| works.contains(mv));
    lines.extend(works_nevertheless.map(|&mv| say(SolveText::WrongWorks, mv)));
    let agrees =
        right.iter().all(|mv| works.contains(mv)) && !wrong.iter().any(|mv| works.contains(mv));
    // Where the record's answer fails, the solution itself names those that do not.
    if agrees && !right.is_empty() {
        let others = works.iter().filter(|mv| !right.contains(mv));
        lines.extend(others.map(|&mv| say(SolveText::WorksToo, mv)));
    }
    Some(Comparison { agrees, lines })
}

/// Where the proof of a solution is.
pub fn proof_file(path: &Path, language: Language) -> String {
    let tree = word(SolveText::Tree, language);
    format!("{tree}{} {}", language.colon(), path.display())
}

fn word(text: SolveText, language: Language) -> &'static str {
    language.word(Text::Solve(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_leaves_out_what_did_not_occur() {
        let tally = ProblemTally {
            problems: 9,
            solved: 5,
            ..ProblemTally::default()
        };
        let texts = Language::ALL.map(|language| tally.text(language));
        assert_eq!(
            texts,
            [
                "5 of 9 problems solved",
                "Problemas resueltos: 5 de 9",
                "Problèmes résolus : 5 sur 9",
            ]
        );
        let all = ProblemTally {
            presuming: 1,
            framed: 2,
            settled: 3,
            compared: 4,
            disagreeing: ["one.sgf, game 2", "two.sgf", "three.sgf"]
                .map(str::to_owned)
                .to_vec(),
            ..tally
        };
        let texts = Language::ALL.map(|language| all.text(language));
        assert_eq!(
            texts,
            [
                "5 of 9 problems solved, 1 of them if other stones live, 2 of them within a frame; 3 of 9 end alike whoever moves first; \
                 1 of 4 agree with the record\nNot in agreement:\n  one.sgf, game 2\n  two.sgf\n  three.sgf",
                "Problemas resueltos: 5 de 9, 1 de ellos si viven otras piedras, 2 de ellos dentro de un marco; 3 de 9 acaban igual mueva quien mueva primero; \
                 1 de 4 coinciden con el registro\nNo coinciden:\n  one.sgf, game 2\n  two.sgf\n  three.sgf",
                "Problèmes résolus : 5 sur 9, dont 1 si d'autres pierres vivent, dont 2 dans un cadre ; 3 sur 9 finissent pareil, qui que ce soit qui commence ; \
                 1 sur 4 concordent avec la partie enregistrée\nPas de concordance :\n  one.sgf, game 2\n  two.sgf\n  three.sgf",
            ]
        );
    }

    #[test]
    fn it_is_said_why_there_is_no_solution() {
        let took = Duration::from_millis(1_250);
        let point = |name: &str| name.parse::<Point>().unwrap();
        for why in [
            Unsolved::TooHard,
            Unsolved::NoStones,
            ProblemError::NoStone(point("D4")).into(),
            ProblemError::TwoColors(point("D4"), point("C3")).into(),
            ProblemError::OneChain(point("D4"), point("C3")).into(),
        ] {
            // GTP has the same reason in its errors.
            assert_eq!(
                unsolved(why, took, Language::English),
                format!("Not solved in 1.2 s: {why}.")
            );
        }
        let french = unsolved(Unsolved::NoStones, took, Language::French);
        assert_eq!(french, "Non résolu en 1.2 s : il n'y a pas de pierres.");
    }

    #[test]
    fn a_pass_has_a_word_in_each_language() {
        let answers = [answer(Move::Pass, AnswerMark::Unmarked)];
        let words = ["with pass,", "con paso,", "par passe,"];
        for (language, words) in Language::ALL.into_iter().zip(words) {
            let lines = comparison(&answers, &[], language).unwrap().lines;
            assert!(lines[0].contains(words), "{lines:?}");
        }
    }

    /// A first move of Black in a record.
    fn answer(mv: Move, mark: AnswerMark) -> RecordedAnswer {
        let color = Color::Black;
        RecordedAnswer { color, mv, mark }
    }

    fn at(name: &str) -> Move {
        Move::Play(name.parse().unwrap())
    }

    /// Whether a record agrees, and the sentences, with moves that are marked by letters in front: `+` for right, `-` for wrong.
    fn compared(answers: &[&str], works: &[&str]) -> Option<(bool, Vec<String>)> {
        let answers: Vec<_> = answers
            .iter()
            .map(|said| match said.split_at(1) {
                ("+", name) => answer(at(name), AnswerMark::Right),
                ("-", name) => answer(at(name), AnswerMark::Wrong),
                _ => answer(at(said), AnswerMark::Unmarked),
            })
            .collect();
        let works: Vec<_> = works.iter().map(|name| at(name)).collect();
        let found = comparison(&answers, &works, Language::English)?;
        Some((found.agrees, found.lines))
    }

    #[test]
    fn the_first_move_of_a_record_without_marks_is_its_answer() {
        let lines = |lines: &[&str]| lines.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(compared(&[], &["B2"]), None);
        assert_eq!(
            compared(&["B2", "A1"], &["B2"]),
            Some((true, lines(&["The record begins with B2, which agrees."])))
        );
        assert_eq!(
            compared(&["A1", "B2"], &["B2"]),
            Some((
                false,
                lines(&["The record begins with A1, which does not agree."])
            ))
        );
        assert_eq!(
            compared(&["A1", "B2"], &["B2", "A1"]),
            Some((
                true,
                lines(&[
                    "The record begins with A1, which agrees.",
                    "B2 works as well, which the record does not say.",
                ])
            ))
        );
    }

    #[test]
    fn each_marked_move_of_a_record_is_compared() {
        let lines = |lines: &[&str]| lines.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(
            compared(&["C1", "-A1", "+B2"], &["B2"]),
            Some((true, lines(&["The record calls B2 right, which agrees."])))
        );
        assert_eq!(
            compared(&["+B2", "+A1"], &["A1"]),
            Some((
                false,
                lines(&[
                    "The record calls B2 right, which does not agree.",
                    "The record calls A1 right, which agrees.",
                ])
            ))
        );
        assert_eq!(
            compared(&["+B2", "-A1"], &["A1", "B2", "C1"]),
            Some((
                false,
                lines(&[
                    "The record calls B2 right, which agrees.",
                    "The record calls A1 wrong, but it works.",
                ])
            ))
        );
        // A record that names nothing but mistakes has no answer.
        assert_eq!(compared(&["-A1", "B2"], &["B2"]), Some((true, Vec::new())));
    }

    #[test]
    fn each_line_is_said_in_each_language() {
        let path = Path::new("solved/one.sgf");
        let unmarked = ["A1", "B2"].map(|name| answer(at(name), AnswerMark::Unmarked));
        let marked = [
            ("B2", AnswerMark::Right),
            ("A2", AnswerMark::Right),
            ("C1", AnswerMark::Wrong),
        ];
        let marked = marked.map(|(name, mark)| answer(at(name), mark));
        let works = ["B2", "C1"].map(at);
        let lines = Language::ALL.map(|language| {
            let mut lines = vec![
                to_play(Color::White, language),
                effort(Duration::from_millis(30), 120, language),
            ];
            for (answers, works) in [
                (&unmarked[..1], &works[..1]),
                (&unmarked[1..], &works[..]),
                (&marked[..], &works[..]),
            ] {
                lines.extend(comparison(answers, works, language).unwrap().lines);
            }
            lines.push(proof_file(path, language));
            lines
        });
        let expected = [
            [
                "White to play",
                "0.03 s, 120 visits",
                "The record begins with A1, which does not agree.",
                "The record begins with B2, which agrees.",
                "C1 works as well, which the record does not say.",
                "The record calls B2 right, which agrees.",
                "The record calls A2 right, which does not agree.",
                "The record calls C1 wrong, but it works.",
                "Tree: solved/one.sgf",
            ],
            [
                "juega Blanco",
                "0.03 s, 120 visitas",
                "El registro empieza con A1, que no coincide.",
                "El registro empieza con B2, que coincide.",
                "C1 también funciona, lo que el registro no dice.",
                "El registro da B2 por correcta, lo que coincide.",
                "El registro da A2 por correcta, lo que no coincide.",
                "El registro da C1 por incorrecta, pero funciona.",
                "Árbol: solved/one.sgf",
            ],
            [
                "à Blanc de jouer",
                "0.03 s, 120 visites",
                "La partie enregistrée commence par A1, ce qui ne concorde pas.",
                "La partie enregistrée commence par B2, ce qui concorde.",
                "C1 marche aussi, ce que la partie enregistrée ne dit pas.",
                "La partie enregistrée donne B2 pour juste, ce qui concorde.",
                "La partie enregistrée donne A2 pour juste, ce qui ne concorde pas.",
                "La partie enregistrée donne C1 pour faux, mais ce coup marche.",
                "Arbre : solved/one.sgf",
            ],
        ];
        assert_eq!(lines, expected.map(|of| of.map(str::to_owned).to_vec()));
    }
}
