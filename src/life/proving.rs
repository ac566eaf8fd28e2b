//! Chains whose life is proved one after another: each by reading, with those before it taken to live.
//!
//! The chains of a finished group are often not connected yet, but can connect at either of two points. A chain that can always
//! connect with a living one lives, so each proof shortens the next one. The opponent moves first in each and wins all
//! kos, and all points that are not read are his.
//!
//! One move may threaten two things. So a proof may lean on another one only if no point matters to both: then a player answers
//! each move in the proof that it concerns.

use super::hypothetical::MoveLine;
use crate::go::{Board, Color, Point, PointSet};
use crate::reading::{KoView, ReadingProblem, SolveLimits, Solver, SolverQuestion};
use crate::tactics::Unconditional;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use web_time::Instant;

/// Positions that are visited for one chain in each round. In a round all chains are asked until nothing more is proved.
const ROUNDS: [u64; 2] = [150, 1_500];

/// A chain that lives.
pub(super) struct ProvedLife {
    pub(super) chain: Point,
    /// A line in which its opponent tries to capture it.
    pub(super) line: MoveLine,
    /// The points that matter to the proof, and the proofs that it needs.
    zone: PointSet,
    needed: BTreeSet<usize>,
}

/// Proofs that chains live.
#[derive(Default)]
pub(super) struct LifeProofs {
    proofs: Vec<LifeProof>,
    /// The places of proofs in the list by the [`Board::chain_id`] of chains.
    places: FxHashMap<Point, usize>,
}

/// A way to keep some chains.
struct LifeProof {
    /// The points that matter to it: its player answers moves there.
    zone: PointSet,
    /// The places of all proofs that it needs, its own among them. No point matters to two of them.
    needed: BTreeSet<usize>,
}

impl LifeProofs {
    /// Adds the chains of some stones, which live as long as their owner answers in a zone.
    pub(super) fn insert(&mut self, board: &Board, stones: &PointSet, zone: PointSet) {
        self.insert_leaning(board, stones, zone, BTreeSet::new());
    }

    fn insert_leaning(
        &mut self,
        board: &Board,
        stones: &PointSet,
        zone: PointSet,
        mut needed: BTreeSet<usize>,
    ) {
        let place = self.proofs.len();
        needed.insert(place);
        self.proofs.push(LifeProof { zone, needed });
        let ids = stones.iter().map(|stone| board.chain_id(stone));
        self.places.extend(ids.map(|id| (id, place)));
    }

    /// All stones that live by a proof.
    pub(super) fn stones(&self, board: &Board) -> PointSet {
        let chains = self.places.keys();
        chains.flat_map(|&chain| board.chain(chain)).collect()
    }

    /// What a proof in a zone needs that leans on some chains, or else those of them on which it cannot lean, because a
    /// point matters twice.
    pub(super) fn needed(
        &self,
        zone: &PointSet,
        walls: &PointSet,
    ) -> Result<BTreeSet<usize>, Vec<Point>> {
        let mut needed = BTreeSet::new();
        let mut taken = zone.clone();
        let mut refused = Vec::new();
        for wall in walls.iter() {
            let Some(&place) = self.places.get(&wall) else {
                refused.push(wall);
                continue;
            };
            let new: Vec<usize> = self.proofs[place]
                .needed
                .difference(&needed)
                .copied()
                .collect();
            let zones = || new.iter().flat_map(|&new| self.proofs[new].zone.iter());
            if zones().any(|at| taken.contains(at)) {
                refused.push(wall);
            } else {
                taken.extend(zones());
                needed.extend(new);
            }
        }
        if refused.is_empty() {
            Ok(needed)
        } else {
            Err(refused)
        }
    }
}

/// A chain whose life is not proved yet.
struct OpenChain {
    chain: Point,
    solver: Solver,
    /// What may come into play, and what is next to that.
    around: PointSet,
    /// Stones of living chains on which it cannot lean.
    refused: PointSet,
    /// True if it was read in this round, with all that lives now.
    is_read: bool,
}

/// Those of some chains that their opponents cannot capture, whose proofs join those that were there. Without a deadline the same
/// always.
pub(super) fn prove_life(
    board: &Board,
    living: &mut LifeProofs,
    asked: impl Iterator<Item = Point>,
    deadline: Option<Instant>,
) -> Vec<ProvedLife> {
    let mut proved = Vec::new();
    let stones = living.stones(board);
    let mut open: Vec<OpenChain> = asked
        .filter_map(|chain| OpenChain::new(board, chain, &stones))
        .collect();
    for visits in ROUNDS {
        let limits = SolveLimits { visits, deadline };
        loop {
            // Those with the fewest points around are read soonest, and help the others.
            open.sort_by_key(|it| (it.around.len(), it.chain));
            let found: Vec<ProvedLife> = open
                .iter_mut()
                .filter_map(|it| it.life(living, limits))
                .collect();
            if found.is_empty() {
                break;
            }
            for life in &found {
                let (zone, needed) = (life.zone.clone(), life.needed.clone());
                living.insert_leaning(board, &PointSet::from_iter([life.chain]), zone, needed);
            }
            let new: PointSet = found
                .iter()
                .flat_map(|life| board.chain(life.chain))
                .collect();
            proved.extend(found);
            open.retain(|it| !new.contains(it.chain));
            let stones = living.stones(board);
            for it in &mut open {
                if it.around.iter().any(|at| new.contains(at)) {
                    it.lean_on(&stones);
                    it.is_read = false;
                }
            }
        }
        for it in &mut open {
            it.is_read = false;
        }
    }
    proved
}

impl OpenChain {
    fn new(board: &Board, chain: Point, living: &PointSet) -> Option<OpenChain> {
        let problem = ReadingProblem::of_chain(board, chain)?.with_walls(living.clone());
        let solver = Solver::new(problem);
        let mut around = solver.widest();
        around.extend(solver.widest().iter().flat_map(|at| board.neighbors(at)));
        Some(OpenChain {
            chain,
            solver,
            around,
            refused: PointSet::new(),
            is_read: false,
        })
    }

    /// The proof that it lives, if there is one that was not looked for yet.
    fn life(&mut self, living: &LifeProofs, limits: SolveLimits) -> Option<ProvedLife> {
        if std::mem::replace(&mut self.is_read, true) {
            return None;
        }
        let opponent = !self.solver.problem().owner();
        let question = SolverQuestion {
            first: opponent,
            played: None,
            kos: KoView::WonBy(opponent),
        };
        loop {
            let answer = self.solver.kept_within(question, limits)?;
            let problem = self.solver.problem();
            let walls = walls(problem, problem.owner(), &answer.zone);
            let needed = living.needed(&answer.zone, &walls);
            match needed {
                Ok(needed) => {
                    return Some(ProvedLife {
                        chain: self.chain,
                        line: answer.line,
                        zone: answer.zone,
                        needed,
                    });
                }
                Err(refused) => {
                    let board = self.solver.problem().board();
                    let stones = refused.iter().flat_map(|&chain| board.chain(chain));
                    self.refused.extend(stones);
                    let walls = self.solver.problem().walls().clone();
                    self.lean_on(&walls);
                }
            }
        }
    }

    /// Begins again with other stones that live.
    fn lean_on(&mut self, living: &PointSet) {
        let walls = living.iter().filter(|&at| !self.refused.contains(at));
        let problem = self.solver.problem().clone();
        self.solver = Solver::new(problem.with_walls(walls.collect()));
    }
}

/// The chains of a player that an answer leans on: those next to its zone that are taken to live.
pub(super) fn walls(problem: &ReadingProblem, player: Color, zone: &PointSet) -> PointSet {
    let board = problem.board();
    let around = zone.iter().flat_map(|at| board.neighbors(at));
    let is_wall = |&at: &Point| board.color_at(at) == Some(player) && problem.walls().contains(at);
    let walls: PointSet = around
        .filter(is_wall)
        .map(|at| board.chain_id(at))
        .collect();
    // Nothing has to be answered for those.
    let free = Unconditional::stones_without(board, zone);
    walls
        .iter()
        .filter(|&wall| !free[player].contains(wall))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::life::alternating::{blocks, safe_stones};
    use crate::life::hypothetical::{Fate, capturing_play};
    use crate::life::tests::{EVERY_LINE, every_fate, random_board, random_boards};
    use crate::rng::Rng;
    use proptest::prelude::*;

    /// The chains of a board whose life is proved, with those of one color that are safe under alternating play for a beginning.
    fn proved(board: &Board, color: Color) -> Vec<Point> {
        let none = PointSet::new();
        let safe = safe_stones(board, color, &board.stone_set(color), &none);
        let mut proofs = LifeProofs::default();
        for block in blocks(board, &safe, &none) {
            proofs.insert(board, &block.chains, block.points);
        }
        let asked = board.chains(color).filter(|&chain| !safe.contains(chain));
        let proved = prove_life(board, &mut proofs, asked, None);
        proved.iter().map(|life| life.chain).collect()
    }

    /// How many chains are proved to live as reading every line finds, too. None can be captured.
    fn compare(board: &Board) -> usize {
        let all: PointSet = board.points().collect();
        let chains = Color::ALL
            .into_iter()
            .flat_map(|color| proved(board, color));
        let chains: Vec<Point> = chains.collect();
        if chains.is_empty() {
            return 0;
        }
        let fates = every_fate(board, EVERY_LINE);
        let is_same = |&&chain: &&Point| {
            assert_eq!(
                capturing_play(board, &all, chain, EVERY_LINE),
                None,
                "{chain}\n{board}"
            );
            // Some are too hard to read in this way.
            let fate = fates(chain);
            assert!(
                fate.is_none_or(|fate| fate == Fate::Kept),
                "{chain}\n{board}"
            );
            fate.is_some()
        };
        chains.iter().filter(is_same).count()
    }

    #[test]
    fn no_point_matters_to_two_proofs_that_are_needed() {
        let board: Board = "
            X . X . X
            . . . . ."
            .parse()
            .unwrap();
        let points = |names: &[&str]| -> PointSet {
            names
                .iter()
                .map(|name| name.parse::<Point>().unwrap())
                .collect()
        };
        let mut proofs = LifeProofs::default();
        proofs.insert(&board, &points(&["A2"]), points(&["A1"]));
        for (chain, zone) in [("C2", ["B1", "C1"]), ("E2", ["C1", "D1"])] {
            proofs.insert_leaning(
                &board,
                &points(&[chain]),
                points(&zone),
                BTreeSet::from([0]),
            );
        }
        let needed = |zone: &str, walls: &[&str]| proofs.needed(&points(&[zone]), &points(walls));
        assert_eq!(needed("E1", &["A2", "C2"]), Ok(BTreeSet::from([0, 1])));
        // C2 itself needs what A1 matters to.
        assert_eq!(needed("A1", &["C2"]), Err(vec!["C2".parse().unwrap()]));
        // C1 matters to both.
        assert_eq!(
            needed("E1", &["C2", "E2"]),
            Err(vec!["E2".parse().unwrap()])
        );
        assert_eq!(needed("E1", &["B2"]), Err(vec!["B2".parse().unwrap()]));
    }

    #[test]
    fn who_can_always_connect_with_a_living_chain_lives() {
        // The chain in the second row connects at A3 or at C3.
        let [both, one] = [". O .", "O O ."].map(|row| -> Board {
            let rows = [
                ". X . X O .",
                "X X X X O O",
                &format!("{row} O O ."),
                "X X X O . O",
                "O O O O O .",
            ];
            rows.join("\n").parse().unwrap()
        });
        let chain = both.chain_id("A2".parse().unwrap());
        assert_eq!(proved(&both, Color::Black), [chain]);
        assert_eq!(proved(&one, Color::Black), []);
    }

    #[test]
    fn one_move_against_two_chains_is_seen() {
        // White plays at F1. E1 can connect at E2, but not save G1 as well.
        let board: Board = "
            O . X . . . X
            . X X O X . X"
            .parse()
            .unwrap();
        let found = proved(&board, Color::Black);
        let name = |name: &str| board.chain_id(name.parse().unwrap());
        assert!(found.contains(&name("E1")), "{found:?}");
        assert!(!found.contains(&name("G1")), "{found:?}");
    }

    #[test]
    fn many_proofs_lean_on_others_and_none_is_wrong() {
        let same: usize = random_boards(250).map(|board| compare(&board)).sum();
        assert!(same > 80, "{same}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn what_is_proved_cannot_be_captured(seed in any::<u64>()) {
            compare(&random_board(&mut Rng::new(seed)));
        }
    }
}
