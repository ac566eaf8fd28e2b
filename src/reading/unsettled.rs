//! Groups whose life the next move decides: each player gets his way if he moves first.

use super::proof::SolveLimits;
use super::solution::{candidates, shown_reach};
use super::solver::Solver;
use crate::go::{Board, ByColor, Color, Move, PointSet};
use crate::tactics::Reach;

/// Stones that are captured if their opponent moves first, and some of which stay if their owner does.
#[derive(Clone, Debug)]
pub struct UnsettledGroup {
    /// Whose stones they are.
    pub owner: Color,
    /// All of them.
    pub stones: PointSet,
    /// What comes of it if each player moves first.
    pub by_first: ByColor<FirstTurn>,
}

/// What a player reaches who moves first.
#[derive(Clone, Debug)]
pub struct FirstTurn {
    /// How surely he gets his way: that all of the stones are captured, or that some stay if they are his own.
    pub reach: Reach,
    /// A line that shows it, of the kind of ko that decides, if one does.
    pub line: Vec<(Color, Move)>,
}

/// The groups and single chains of a board with one of some stones whose life the next move decides, as far as that is
/// found out within limits for each question. No stone is in two of them; groups come before chains.
pub fn unsettled(board: &Board, asked: &PointSet, limits: SolveLimits) -> Vec<UnsettledGroup> {
    let mut found: Vec<UnsettledGroup> = Vec::new();
    for mut solver in candidates(board) {
        let target = solver.problem().target();
        let is_asked = target.iter().any(|at| asked.contains(at));
        let is_told = |group: &UnsettledGroup| target.iter().any(|at| group.stones.contains(at));
        if is_asked && !found.iter().any(is_told) {
            found.extend(UnsettledGroup::of(&mut solver, limits));
        }
    }
    found
}

impl UnsettledGroup {
    /// The target of a solver, if its life is known to be open.
    fn of(solver: &mut Solver, limits: SolveLimits) -> Option<UnsettledGroup> {
        let owner = solver.problem().owner();
        // Most groups live, so the opponent is asked first.
        let captured = FirstTurn::of(solver, !owner, limits)?;
        let kept = FirstTurn::of(solver, owner, limits)?;
        let [black, white] = match owner {
            Color::Black => [kept, captured],
            Color::White => [captured, kept],
        };
        Some(UnsettledGroup {
            owner,
            stones: solver.problem().target().clone(),
            by_first: ByColor { black, white },
        })
    }
}

impl FirstTurn {
    /// What a player reaches by a move of his own; `None` if he never gets his way, or that is too hard to read.
    fn of(solver: &mut Solver, first: Color, limits: SolveLimits) -> Option<FirstTurn> {
        let (reach, _, answer) = shown_reach(solver, first, None, limits)?;
        let line = answer.line;
        (reach != Reach::Never).then_some(FirstTurn { reach, line })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Point;

    const LIMITS: SolveLimits = SolveLimits {
        visits: 20_000,
        deadline: None,
    };

    fn found(diagram: &str) -> Vec<UnsettledGroup> {
        let board: Board = diagram.parse().unwrap();
        let all: PointSet = board.points().collect();
        unsettled(&board, &all, LIMITS)
    }

    fn first_move(group: &UnsettledGroup, color: Color) -> Option<Move> {
        group.by_first[color].line.first().map(|&(_, mv)| mv)
    }

    #[test]
    fn who_takes_the_vital_point_decides() {
        let three_in_a_row = "
            . . . O X . .
            O O O O X . .
            X X X X X . .
            . . . . . . .
            . . . . . . .";
        let groups = found(three_in_a_row);
        assert_eq!(groups.len(), 1);
        let vital: Point = "B5".parse().unwrap();
        for color in Color::ALL {
            assert_eq!(first_move(&groups[0], color), Some(Move::Play(vital)));
            assert_eq!(groups[0].by_first[color].reach, Reach::Surely);
        }
        assert_eq!((groups[0].owner, groups[0].stones.len()), (Color::White, 5));
    }

    #[test]
    fn what_lives_or_dies_anyway_is_settled() {
        let four_in_a_row = "
            . . . . O X .
            O O O O O X .
            X X X X X X .
            . . . . . . .";
        let two_in_a_row = "
            . . O X . . .
            O O O X . . .
            X X X X . . .
            . . . . . . .";
        for diagram in [four_in_a_row, two_in_a_row] {
            assert!(found(diagram).is_empty(), "{diagram}");
        }
    }

    #[test]
    fn only_stones_that_are_asked_for_are_read() {
        let board: Board = "
            . . . O X . .
            O O O O X . .
            X X X X X . .
            . . . . . . ."
            .parse()
            .unwrap();
        let black = board.stone_set(Color::Black);
        assert!(unsettled(&board, &black, LIMITS).is_empty());
        assert!(unsettled(&board, &PointSet::new(), LIMITS).is_empty());
    }
}
