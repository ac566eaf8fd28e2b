//! What is said around the solutions of problems of life and death: whose move it is, what it took, and how many came out in which
//! way.

use super::Language;
use super::words::{SolveText, Text};
use crate::go::{Color, Move};
use crate::reading::Unsolved;
use std::path::Path;
use std::time::Duration;

/// How many problems came out in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProblemTally {
    /// All that were tried.
    pub problems: usize,
    /// Those that the first move decides.
    pub solved: usize,
    /// Those of them whose solution holds within a frame alone.
    pub framed: usize,
    /// Those that end alike whoever moves first.
    pub settled: usize,
    /// Those whose record begins with a move of the player in question.
    pub compared: usize,
    /// Those of them whose move works.
    pub agreeing: usize,
}

impl ProblemTally {
    /// A line about them, without what did not occur.
    pub fn text(&self, language: Language) -> String {
        let part = |text, count: usize, all: usize| {
            let words = word(text, language).replace("{count}", &count.to_string());
            words.replace("{all}", &all.to_string())
        };
        let mut text = part(SolveText::Solved, self.solved, self.problems);
        if self.framed > 0 {
            text += &part(SolveText::Framed, self.framed, self.solved);
        }
        if self.settled > 0 {
            text += &part(SolveText::EndAlike, self.settled, self.problems);
        }
        if self.compared > 0 {
            text += &part(SolveText::Agreeing, self.agreeing, self.compared);
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
    let reason = match why {
        Unsolved::TooHard => word(SolveText::TooHard).to_owned(),
        Unsolved::NoStones => word(SolveText::NoStones).to_owned(),
        Unsolved::NoStone(at) => word(SolveText::NoStone).replace("{at}", &at.to_string()),
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

/// Whether the first move of a record is one of those that work.
pub fn agreement(mv: Move, agrees: bool, language: Language) -> String {
    let text = if agrees {
        SolveText::Agrees
    } else {
        SolveText::Disagrees
    };
    word(text, language).replace("{move}", &language.move_name(mv))
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
            framed: 2,
            settled: 3,
            compared: 4,
            agreeing: 1,
            ..tally
        };
        let texts = Language::ALL.map(|language| all.text(language));
        assert_eq!(
            texts,
            [
                "5 of 9 problems solved, 2 of them within a frame; 3 of 9 end alike whoever moves first; \
                 1 of 4 agree with the record",
                "Problemas resueltos: 5 de 9, 2 de ellos dentro de un marco; 3 de 9 acaban igual mueva quien mueva primero; \
                 1 de 4 coinciden con el registro",
                "Problèmes résolus : 5 sur 9, dont 2 dans un cadre ; 3 sur 9 finissent pareil, qui que ce soit qui commence ; \
                 1 sur 4 concordent avec la partie enregistrée",
            ]
        );
    }

    #[test]
    fn it_is_said_why_there_is_no_solution() {
        let took = Duration::from_millis(1_250);
        for why in [
            Unsolved::TooHard,
            Unsolved::NoStones,
            Unsolved::NoStone("D4".parse().unwrap()),
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
        let lines = Language::ALL.map(|language| agreement(Move::Pass, false, language));
        let words = ["with pass,", "con paso,", "par passe,"];
        for (line, words) in lines.iter().zip(words) {
            assert!(line.contains(words), "{line}");
        }
    }

    #[test]
    fn each_line_is_said_in_each_language() {
        let at = |name: &str| Move::Play(name.parse().unwrap());
        let path = Path::new("solved/one.sgf");
        let lines = Language::ALL.map(|language| {
            [
                to_play(Color::White, language),
                effort(Duration::from_millis(30), 120, language),
                agreement(at("B2"), true, language),
                agreement(at("A1"), false, language),
                proof_file(path, language),
            ]
        });
        let expected = [
            [
                "White to play",
                "0.03 s, 120 visits",
                "The record begins with B2, which agrees.",
                "The record begins with A1, which does not agree.",
                "Tree: solved/one.sgf",
            ],
            [
                "juega Blanco",
                "0.03 s, 120 visitas",
                "El registro empieza con B2, que coincide.",
                "El registro empieza con A1, que no coincide.",
                "Árbol: solved/one.sgf",
            ],
            [
                "à Blanc de jouer",
                "0.03 s, 120 visites",
                "La partie enregistrée commence par B2, ce qui concorde.",
                "La partie enregistrée commence par A1, ce qui ne concorde pas.",
                "Arbre : solved/one.sgf",
            ],
        ];
        assert_eq!(lines, expected.map(|of| of.map(str::to_owned)));
    }
}
