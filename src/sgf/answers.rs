//! What records of problems say about their first moves.

use super::tree::{SgfNode, SgfProperty, SgfTree};
use crate::go::record::Action;
use crate::go::{Color, Move};

/// What a record says about a first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerMark {
    /// It solves the problem.
    Right,
    /// It does not.
    Wrong,
    /// It is in the record, which does not say why.
    Unmarked,
}

/// A first move of a problem, and what its record says about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedAnswer {
    /// Who makes it.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// What the record says.
    pub mark: AnswerMark,
}

/// The first moves of all variations of a problem, the main line first, each once.
///
/// A move is right if anything in its variations says so, whoever answers there in which way: the word `RIGHT` of
/// [GoProblems](https://www.goproblems.com), a comment that begins with such a word as "correct" in English, Japanese, Chinese or
/// Korean, or `TE` at the move itself. It is wrong if nothing says so, and a comment begins with such a word as "wrong" or the move itself has `BM` or
/// `DO`. Takes time in proportion to the record.
///
/// # Examples
/// ```
/// use kosumi::sgf::{AnswerMark, load_trees, recorded_answers};
/// let text = b"(;SZ[9]AB[aa](;B[bb];W[cc]C[Wrong.])(;B[cc];W[bb];B[dd]C[RIGHT]))";
/// let tree = load_trees(text, 1, 1000).remove(0)?;
/// let marks: Vec<_> = recorded_answers(&tree).iter().map(|answer| answer.mark).collect();
/// assert_eq!(marks, [AnswerMark::Wrong, AnswerMark::Right]);
/// # Ok::<(), kosumi::sgf::SgfError>(())
/// ```
pub fn recorded_answers(tree: &SgfTree) -> Vec<RecordedAnswer> {
    let mut answers: Vec<RecordedAnswer> = Vec::new();
    // Which answer each node belongs to; none before the first move.
    let mut belongs = vec![None; tree.nodes.len()];
    for (place, node) in tree.nodes.iter().enumerate() {
        let parent = node.parent.filter(|&parent| parent < place);
        let before = parent.and_then(|parent| belongs[parent]);
        let moves = node.moves(tree.size).unwrap_or_default();
        let first = moves.into_iter().find_map(|action| match action {
            Action::Move(color, mv) => Some((color, mv)),
            Action::Setup(_) => None,
        });
        let begins = first.filter(|_| before.is_none());
        let answer = match (before, begins) {
            (Some(answer), _) => answer,
            (None, Some((color, mv))) => place_of(&mut answers, color, mv),
            (None, None) => continue,
        };
        belongs[place] = Some(answer);
        let known = &mut answers[answer].mark;
        match mark_of(node, begins.is_some()) {
            AnswerMark::Right => *known = AnswerMark::Right,
            AnswerMark::Wrong if *known == AnswerMark::Unmarked => *known = AnswerMark::Wrong,
            _ => {}
        }
    }
    answers
}

/// The place of an answer among those that are known, to which it is added.
fn place_of(answers: &mut Vec<RecordedAnswer>, color: Color, mv: Move) -> usize {
    let is_same = |known: &RecordedAnswer| (known.color, known.mv) == (color, mv);
    answers.iter().position(is_same).unwrap_or_else(|| {
        answers.push(RecordedAnswer {
            color,
            mv,
            mark: AnswerMark::Unmarked,
        });
        answers.len() - 1
    })
}

/// What a node says about the first move that it belongs to, which may be its own.
fn mark_of(node: &SgfNode, is_first: bool) -> AnswerMark {
    let comment = node.find("C").map(SgfProperty::text);
    let comment = comment.unwrap_or_default();
    let mut words = comment.split(|letter: char| !letter.is_alphanumeric());
    let has = |name| is_first && node.find(name).is_some();
    // GoProblems writes its mark in capitals, anywhere in a comment.
    if words.any(|word| word == "RIGHT") || begins_with(&comment, &RIGHT) || has("TE") {
        AnswerMark::Right
    } else if begins_with(&comment, &WRONG) || has("BM") || has("DO") {
        AnswerMark::Wrong
    } else {
        AnswerMark::Unmarked
    }
}

/// What comments of solutions begin with in English, Japanese, Chinese (of both scripts) and Korean.
const RIGHT: [&str; 8] = [
    "correct", "right", "success", "solution", "正解", "正确", "正確", "정답",
];

/// What comments of other first moves begin with.
const WRONG: [&str; 8] = [
    "wrong",
    "incorrect",
    "failure",
    "fails",
    "失敗",
    "失败",
    "不正解",
    "실패",
];

/// Whether a comment begins with one of some words. Those of the East are not followed by spaces.
fn begins_with(comment: &str, words: &[&str]) -> bool {
    let comment = comment.trim_start().to_lowercase();
    words.iter().any(|word| {
        let rest = comment.strip_prefix(word);
        rest.is_some_and(|rest| !word.is_ascii() || !rest.starts_with(char::is_alphanumeric))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::load_trees;

    /// The first moves of a record with a black stone on a board of nine lines, and their marks.
    fn answers(rest: &str) -> Vec<(String, AnswerMark)> {
        let text = format!("(;SZ[9]AB[aa]{rest})");
        let tree = load_trees(text.as_bytes(), 1, 1000).remove(0).unwrap();
        let answers = recorded_answers(&tree).into_iter();
        let named = answers.map(|answer| {
            let name = format!("{} {}", answer.color.letter(), answer.mv);
            (name, answer.mark)
        });
        named.collect()
    }

    fn expect(rest: &str, expected: &[(&str, AnswerMark)]) {
        let expected: Vec<_> = expected
            .iter()
            .map(|&(name, mark)| (name.to_owned(), mark))
            .collect();
        assert_eq!(answers(rest), expected, "{rest}");
    }

    use AnswerMark::{Right, Unmarked, Wrong};

    #[test]
    fn the_first_moves_of_all_variations_are_found_once() {
        expect("", &[]);
        expect(";B[bb];W[cc]", &[("B B8", Unmarked)]);
        expect(
            "(;B[bb];W[cc])(;W[cc])",
            &[("B B8", Unmarked), ("W C7", Unmarked)],
        );
        expect(
            "(;B[bb];W[cc])(;B[])(;B[bb];W[dd])",
            &[("B B8", Unmarked), ("B pass", Unmarked)],
        );
        // Setups and comments may stand before the first move.
        expect(
            ";AW[hh]C[Right or wrong?];PL[W];W[bb]",
            &[("W B8", Unmarked)],
        );
    }

    #[test]
    fn a_variation_is_right_if_anything_in_it_says_so() {
        let right = [("B B8", Right), ("B C7", Unmarked)];
        for said in [
            "RIGHT",
            "Now two eyes. RIGHT",
            "Correct!",
            " right",
            "Solution: two eyes",
            "正解。",
            "Success",
            "正确答案",
            "正確",
            "정답",
        ] {
            expect(&format!("(;B[bb];W[cc];B[dd]C[{said}])(;B[cc])"), &right);
        }
        expect("(;B[bb]TE[1];W[cc])(;B[cc])", &right);
        // The answers that fail to refute it are called wrong, too.
        expect(
            "(;B[bb](;W[cc]C[Wrong])(;W[dd];B[ee]C[RIGHT]))(;B[cc])",
            &right,
        );
        expect(
            "(;B[bb](;W[cc];B[ee]C[RIGHT])(;W[dd]C[Wrong]))(;B[cc])",
            &right,
        );
    }

    #[test]
    fn a_variation_is_wrong_if_something_says_so_alone() {
        let wrong = [("B B8", Wrong), ("B C7", Right)];
        for said in [
            "Wrong.",
            "Incorrect",
            "Failure",
            "fails: W lives",
            "失敗",
            "失败",
            "不正解",
            "실패",
        ] {
            expect(&format!("(;B[bb];W[cc]C[{said}])(;B[cc]C[RIGHT])"), &wrong);
        }
        expect("(;B[bb]BM[1])(;B[cc]TE[2])", &wrong);
        expect("(;B[bb]DO[])(;B[cc]TE[2])", &wrong);
        // A bad answer is no mark of the first move.
        expect("(;B[bb];W[cc]BM[1])", &[("B B8", Unmarked)]);
    }

    #[test]
    fn words_within_others_are_no_marks() {
        for said in [
            "Brightly",
            "UPRIGHT",
            "on the right side",
            "Corrections",
            "Wrongly?",
            "Righteous",
        ] {
            expect(&format!(";B[bb]C[{said}]"), &[("B B8", Unmarked)]);
        }
    }
}
