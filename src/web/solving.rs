//! What a page shows of a problem of life and death.

use super::points::{number, numbers_of, sorted};
use crate::explain::{self, Language};
use crate::go::{Color, Move, Size};
use crate::reading::{FirstMove, Solution};
use crate::tactics::Reach;
use serde::Serialize;

/// What was found out about a group.
#[derive(Clone, Debug, Serialize)]
pub(super) struct SolutionView {
    /// Its stones; none if that is too hard.
    points: Vec<usize>,
    /// What comes of it, in sentences.
    text: String,
    /// Who makes the first moves.
    first: Color,
    /// The first moves that were read to the end, the best ones first.
    moves: Vec<FirstMoveView>,
    /// Those that were not, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    unread: Option<String>,
}

/// A first move.
#[derive(Clone, Debug, Serialize)]
struct FirstMoveView {
    /// Its name, such as `B2`.
    name: String,
    /// Where it is.
    point: usize,
    /// What it does, behind the name of the move.
    text: String,
    /// Whether its player gets his way, if only by a ko.
    works: bool,
    /// The move and what follows.
    line: Vec<Option<usize>>,
}

impl SolutionView {
    pub(super) fn of(solution: &Solution, size: Size, language: Language) -> SolutionView {
        let view = |found: &FirstMove| {
            let moves: Vec<Move> = found.line.iter().map(|&(_, mv)| mv).collect();
            FirstMoveView {
                name: found.at.to_string(),
                point: number(found.at, size),
                text: explain::first_move(solution, found.reach, language),
                works: found.reach != Reach::Never,
                line: numbers_of(&moves, size),
            }
        };
        SolutionView {
            points: sorted(solution.problem().target().iter(), size),
            text: explain::sentences(solution, language).join(" "),
            first: solution.first,
            moves: solution.moves.iter().map(view).collect(),
            unread: explain::unread(solution, language),
        }
    }

    /// Nothing could be found out.
    pub(super) fn too_hard(first: Color, language: Language) -> SolutionView {
        SolutionView {
            points: Vec::new(),
            text: explain::fight(first, None, language),
            first,
            moves: Vec::new(),
            unread: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_what_is_too_hard_a_page_shows_a_sentence_alone() {
        let view = SolutionView::too_hard(Color::Black, Language::English);
        assert_eq!(
            view.text,
            "Black begins: it is too hard to tell how that ends."
        );
        assert!(view.points.is_empty() && view.moves.is_empty() && view.unread.is_none());
    }
}
