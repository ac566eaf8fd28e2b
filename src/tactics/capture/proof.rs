//! What a proof of capture rests on.

use crate::go::{Board, Color, Point, PointSet};

/// A proof that a chain is captured.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    /// The attacker's first move.
    pub(super) at: Point,
    /// As long as these points are as they are, the attack goes through.
    pub(super) zone: PointSet,
    /// The number of moves that the owner of the chain has to spare in the longest line of the proof.
    free: usize,
}

impl Proof {
    /// A capture at once: all that counts is the chain and its last liberty, and for a single stone
    /// what could make a ko of it.
    pub(super) fn of_capture(board: &Board, chain: Point, liberty: Point) -> Proof {
        let mut zone: PointSet = board.chain(chain).collect();
        zone.insert(liberty);
        if board.chain_size(chain) == 1 {
            zone.extend(board.neighbors(liberty));
        }
        Proof {
            at: liberty,
            zone,
            free: 0,
        }
    }

    /// Adds the proof against another answer.
    pub(super) fn join(&mut self, other: &Proof) {
        self.zone.extend(other.zone.iter());
        self.free = self.free.max(other.free);
    }

    /// Adds an attacking move on a board: its point, what it captures, and the liberties without which
    /// it might become suicide.
    pub(super) fn begin_with(&mut self, board: &Board, at: Point, attacker: Color) {
        self.at = at;
        self.zone.insert(at);
        for captured in board.adjacent_chains(at, !attacker) {
            if board.is_atari(captured) {
                self.zone.extend(board.chain(captured));
            }
        }
        let liberties = board.liberties_after::<3>(at, attacker);
        if liberties.points().count() < 3 {
            self.zone.extend(liberties.points());
        }
    }

    /// Allows the owner a free move on a board. While he spends his free moves he may capture attacking
    /// chains in or next to the zone that have no more liberties than that, and one for the present
    /// move.
    pub(super) fn allow_free_move(&mut self, board: &Board, attacker: Color) {
        self.free += 1;
        let near = self
            .zone
            .iter()
            .flat_map(|at| board.neighbors(at).chain([at]))
            .filter(|&at| board.color_at(at) == Some(attacker))
            .map(|at| board.chain_id(at));
        let chains: PointSet = near.collect();
        for chain in chains.iter() {
            let liberties = board.liberty_set(chain);
            if liberties.len() <= self.free + 1 {
                self.zone.extend(liberties.iter());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(names: &str) -> PointSet {
        let points = names.split_whitespace().map(str::parse::<Point>);
        points.map(Result::unwrap).collect()
    }

    #[test]
    fn an_attack_rests_on_what_it_captures_and_on_few_liberties() {
        let board: Board = "
            . . . . . .
            . X X . . .
            X O O . . .
            . X X . . ."
            .parse()
            .unwrap();
        for (at, zone) in [
            ("D2", "D2 B2 C2"), // a capture
            ("A4", "A4 A3 B4"), // two liberties
            ("E1", "E1"),       // three
            ("E3", "E3"),       // four
        ] {
            let at: Point = at.parse().unwrap();
            let mut proof = Proof {
                at: "F1".parse().unwrap(),
                zone: PointSet::new(),
                free: 0,
            };
            proof.begin_with(&board, at, Color::Black);
            assert_eq!((proof.at, proof.zone), (at, points(zone)));
        }
    }

    #[test]
    fn a_proof_against_two_answers_rests_on_both() {
        let proof = |zone: &str, free| Proof {
            at: "A1".parse().unwrap(),
            zone: points(zone),
            free,
        };
        for (one, other) in [(1, 2), (2, 1)] {
            let mut joined = proof("A1 B2", one);
            joined.join(&proof("B2 C3", other));
            assert_eq!((joined.zone, joined.free), (points("A1 B2 C3"), 2));
        }
    }
}
