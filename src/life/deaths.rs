//! Chains whose death is proved: they are captured although their owner moves first and wins all kos, and none of his stones
//! stays in their place.
//!
//! Of what surrounds them only that is taken to live whose life is proved, with the points that it rests on. What was only read
//! in a small part may need the same points: a group that has to fill its own eye to capture two stones does not capture them.
//! One move may threaten two things: where a point matters to the capture and to the life of a chain around, that chain
//! comes into play, too.

use super::hypothetical::MoveLine;
use super::proving::{LifeProofs, walls};
use crate::go::{Board, Point, PointSet};
use crate::reading::{KoView, ReadingProblem, SolveLimits, Solver, SolverQuestion};
use web_time::Instant;

/// Positions that are visited for one chain.
const VISITS: u64 = 500;

/// A chain that is captured for good.
pub(super) struct ProvedDeath {
    pub(super) chain: Point,
    /// A line in which its owner tries to save it.
    pub(super) line: MoveLine,
    /// True if what surrounds it lives unconditionally.
    pub(super) is_surely_enclosed: bool,
}

/// Those of some chains that are captured for good, if other chains live by their proofs. Without a deadline the same always.
pub(super) fn prove_deaths(
    board: &Board,
    proofs: &LifeProofs,
    asked: impl Iterator<Item = Point>,
    deadline: Option<Instant>,
) -> Vec<ProvedDeath> {
    let limits = SolveLimits {
        visits: VISITS,
        deadline,
    };
    let living = proofs.stones(board);
    asked
        .filter_map(|chain| death(board, chain, proofs, living.clone(), limits))
        .collect()
}

/// The proof that a chain is captured for good, if there is one. It leans on some stones that live by their proofs.
fn death(
    board: &Board,
    chain: Point,
    proofs: &LifeProofs,
    mut living: PointSet,
    limits: SolveLimits,
) -> Option<ProvedDeath> {
    let problem = ReadingProblem::of_chain(board, chain)?.for_good();
    let owner = problem.owner();
    let question = SolverQuestion {
        first: owner,
        played: None,
        kos: KoView::WonBy(owner),
    };
    loop {
        let problem = problem.clone().with_walls_alone(living.clone());
        let mut solver = Solver::new(problem);
        let answer = solver.answer(question, limits)?;
        if !answer.is_lost {
            return None;
        }
        let walls = walls(solver.problem(), !owner, &answer.zone);
        let Err(refused) = proofs.needed(&answer.zone, &walls) else {
            return Some(ProvedDeath {
                chain,
                line: answer.line,
                is_surely_enclosed: walls.is_empty(),
            });
        };
        for stone in refused.iter().flat_map(|&wall| board.chain(wall)) {
            living.remove(stone);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Color;
    use crate::life::hypothetical::fight;
    use crate::life::tests::{EVERY_LINE, random_board, random_boards};
    use crate::rng::Rng;
    use crate::tactics::Unconditional;
    use proptest::prelude::*;

    /// The chains of a board whose death is proved if only what lives unconditionally is known to live.
    fn proved(board: &Board) -> Vec<Point> {
        let unconditional = Unconditional::of(board);
        let mut proofs = LifeProofs::default();
        for color in Color::ALL {
            let points = unconditional.points(color).clone();
            proofs.insert(board, unconditional.stones(color), points);
        }
        let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
        let deaths = prove_deaths(board, &proofs, chains, None);
        deaths.iter().map(|death| death.chain).collect()
    }

    /// How many deaths are proved. Reading every line has to find that each of these chains is captured, however many threats for kos
    /// its owner has.
    fn compare(board: &Board) -> usize {
        let is_same = |&chain: &Point| {
            let is_captured = is_captured(board, chain);
            // Some are too hard to read in this way.
            assert!(is_captured.unwrap_or(true), "{chain}\n{board}");
            is_captured.is_some()
        };
        proved(board).iter().filter(|&chain| is_same(chain)).count()
    }

    /// Whether a chain is captured once although its owner moves first, and although he has threats for kos. `None` if that is too
    /// hard to read.
    fn is_captured(board: &Board, chain: Point) -> Option<bool> {
        let all: PointSet = board.points().collect();
        let owner = board.color_at(chain).unwrap();
        let found = fight(board, &all, chain, owner, EVERY_LINE)?;
        Some(found.is_captured && found.lead.is_none())
    }

    #[test]
    fn many_deaths_are_proved_and_none_is_wrong() {
        let same: usize = random_boards(250).map(|board| compare(&board)).sum();
        assert!(same > 80, "{same}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn what_is_proved_to_die_is_captured(seed in any::<u64>()) {
            compare(&random_board(&mut Rng::new(seed)));
        }
    }

    #[test]
    fn a_death_leans_on_proved_lives_that_rest_on_other_points() {
        let board: Board = "
            . . . . . . .
            . . . . . . .
            O O O O . . .
            . . . O . . .
            X . . O . . ."
            .parse()
            .unwrap();
        let at = |name: &str| name.parse::<Point>().unwrap();
        let wall: PointSet = board.chain(at("A3")).collect();
        // Without a proof the wall may die, and where it needs the points inside, it comes into play.
        for (zone, expected) in [(None, None), (Some("G5"), Some(false)), (Some("B1"), None)] {
            let mut proofs = LifeProofs::default();
            if let Some(zone) = zone {
                proofs.insert(&board, &wall, PointSet::from_iter([at(zone)]));
            }
            let deaths = prove_deaths(&board, &proofs, [at("A1")].into_iter(), None);
            let found = deaths.first().map(|death| death.is_surely_enclosed);
            assert_eq!(found, expected, "{zone:?}");
        }
    }

    #[test]
    fn a_chain_is_not_dead_where_a_new_stone_comes_back() {
        // Black takes two stones, but White can play there again.
        let board: Board = "
            X . O O
            X X X .
            X O O ."
            .parse()
            .unwrap();
        let chain = board.chain_id("B1".parse().unwrap());
        assert_eq!(is_captured(&board, chain), Some(true));
        assert!(!proved(&board).contains(&chain));
    }
}
