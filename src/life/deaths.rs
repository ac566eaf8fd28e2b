//! Chains whose death is proved: they are captured although their owner moves first and wins all kos, and none of his stones
//! stays in their place.
//!
//! Of what surrounds them only that is taken to live whose life is proved, with the points that it rests on. What was only read
//! in a small part may need the same points: a group that has to fill its own eye to capture two stones does not capture them.
//! One move may threaten two things: where a point matters to the capture and to the life of a chain around, that chain
//! comes into play, too.

use super::hypothetical::MoveLine;
use super::proving::LifeProofs;
use crate::go::{Board, Point, PointSet};
use crate::reading::{KoView, LifeProblem, SolveLimits, Solver, SolverQuestion};
use crate::tactics::Unconditional;
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
    around: &LifeProofs,
    asked: impl Iterator<Item = Point>,
    deadline: Option<Instant>,
) -> Vec<ProvedDeath> {
    let limits = SolveLimits {
        visits: VISITS,
        deadline,
    };
    asked
        .filter_map(|chain| death(board, around, chain, limits))
        .collect()
}

fn death(
    board: &Board,
    around: &LifeProofs,
    chain: Point,
    limits: SolveLimits,
) -> Option<ProvedDeath> {
    let owner = board.color_at(chain)?;
    let mut living = around.stones(board);
    let problem = LifeProblem::of_chain(board, chain)?.for_good();
    let question = SolverQuestion {
        first: owner,
        played: None,
        kos: KoView::WonBy(owner),
    };
    loop {
        let all = board.points().filter(|&at| !board.is_empty_at(at));
        let doubtful = all.filter(|&at| !living.contains(at)).collect();
        let problem = problem.clone().with_walls(living.clone());
        let problem = problem.with_doubtful(doubtful);
        let answer = Solver::new(problem).answer(question, limits)?;
        if !answer.is_captured {
            return None;
        }
        let zone = &answer.zone;
        let beside = zone.iter().flat_map(|at| board.neighbors(at));
        let is_wall = |&at: &Point| board.color_at(at) == Some(!owner) && living.contains(at);
        let walls = beside.filter(is_wall).map(|at| board.chain_id(at));
        // Nothing has to be answered for those that live without the zone.
        let free = Unconditional::stones_without(board, zone);
        let needed: PointSet = walls.filter(|&wall| !free[!owner].contains(wall)).collect();
        let refused = around.refused(zone, &needed);
        if refused.is_empty() {
            return Some(ProvedDeath {
                chain,
                line: answer.line,
                is_surely_enclosed: needed.is_empty(),
            });
        }
        for stone in refused.iter().flat_map(|&wall| board.chain(wall)) {
            living.remove(stone);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Color;
    use crate::life::hypothetical::{ReadingLimits, fight};
    use crate::life::tests::random_board;
    use crate::rng::Rng;
    use proptest::prelude::*;

    /// The chains of a board whose death is proved if only what lives unconditionally is known to live.
    fn proved(board: &Board) -> Vec<Point> {
        let unconditional = Unconditional::of(board);
        let mut around = LifeProofs::default();
        for color in Color::ALL {
            let points = unconditional.points(color).clone();
            around.insert(board, unconditional.stones(color), points);
        }
        let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
        let deaths = prove_deaths(board, &around, chains, None);
        deaths.iter().map(|death| death.chain).collect()
    }

    /// How many chains are proved to die as reading every line finds, too, whoever has threats for kos.
    fn compare(board: &Board) -> usize {
        let all: PointSet = board.points().collect();
        let limits = ReadingLimits {
            positions: 200_000,
            decisive: None,
            deadline: None,
        };
        let is_same = |&chain: &Point| {
            let owner = board.color_at(chain).unwrap();
            let found = fight(board, &all, chain, owner, limits);
            // Some are too hard to read in this way.
            let is_lost = found.as_ref().map(|it| it.is_captured && it.lead.is_none());
            assert!(is_lost.unwrap_or(true), "{chain} {found:?}\n{board}");
            is_lost.is_some()
        };
        proved(board).iter().filter(|&chain| is_same(chain)).count()
    }

    #[test]
    fn many_deaths_are_proved_and_none_is_wrong() {
        let mut rng = Rng::new(1);
        let same: usize = (0..250).map(|_| compare(&random_board(&mut rng))).sum();
        assert!(same > 80, "{same}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn what_is_proved_to_die_is_captured(seed in any::<u64>()) {
            compare(&random_board(&mut Rng::new(seed)));
        }
    }
}
