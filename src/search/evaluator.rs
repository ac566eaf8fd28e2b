//! What a position is worth before its moves are searched.
//!
//! The tree asks an [`Evaluator`] at two places: for the [`Policy`] of a position whose moves enter
//! the tree, and for the [`Evaluation`] of the leaves that it comes to. [`Playouts`] is one. A network
//! would be another, and a mixture of both a third; one that is faster with several positions at once
//! asks for batches.

use super::node::Value;
use super::policy::{LearnedPrior, Policy};
use super::root::{Recent, Root};
use crate::go::point::CELLS;
use crate::go::rules::DeadStones;
use crate::go::{Board, Color, Move};
use crate::playout::{Local, Trace, owner_at_end};
use crate::rng::Rng;
use std::fmt::Debug;

/// Something that judges positions. Each thread of a search has one of its own.
pub(super) trait Evaluator: Debug {
    /// The number of leaves that it wants to evaluate together.
    fn batch(&self) -> usize {
        1
    }

    /// Overwrites a policy with that of a position in which `color` is to move.
    fn policy(&mut self, board: &Board, color: Color, recent: Recent, policy: &mut Policy);

    /// Writes the evaluations of some leaves. The game is not over in them, but for leaves where the players
    /// still have to agree about dead stones.
    fn evaluate(&mut self, root: &Root<'_>, leaves: &mut [Leaf]);
}

/// The worth of a position.
#[derive(Debug)]
pub(super) struct Evaluation {
    /// The chance of winning of the player to move, the bonus for the score included.
    pub(super) value: Value,
    /// The expected margin of the player to move in points.
    pub(super) score: f32,
    /// The expected owner of each point of the grid: 1 for the player to move, -1 for the opponent.
    pub(super) owners: Box<[f32; CELLS]>,
}

/// The end of a way down the tree, and what it is worth.
#[derive(Debug)]
pub(super) struct Leaf {
    /// The position. An evaluator may change it: a playout is played on this board.
    pub(super) board: Board,
    /// Who is to move.
    pub(super) color: Color,
    /// Passes in a row before it.
    pub(super) passes: usize,
    has_button: bool,
    pub(super) recent: Recent,
    /// The nodes from the root to here.
    pub(super) path: Vec<u32>,
    /// The moves from the root to here, and those of a playout from here on, for what is learned of moves
    /// that come later (all moves as first). An evaluator that plays no moves adds none.
    pub(super) trace: Trace,
    /// The keys of those positions on the way that the ko rule compares.
    keys: Vec<u64>,
    pub(super) evaluation: Evaluation,
}

impl Leaf {
    pub(super) fn new(root: &Root<'_>) -> Leaf {
        Leaf {
            board: root.board.clone(),
            color: root.to_move,
            passes: root.passes,
            has_button: root.has_button,
            recent: root.recent,
            path: Vec::new(),
            trace: Trace::new(),
            keys: Vec::new(),
            evaluation: Evaluation {
                value: Value(0),
                score: 0.0,
                owners: Box::new([0.0; CELLS]),
            },
        }
    }

    /// Goes back to the root.
    pub(super) fn return_to(&mut self, root: &Root<'_>) {
        self.board.copy_from(&root.board);
        self.color = root.to_move;
        self.passes = root.passes;
        self.has_button = root.has_button;
        self.recent = root.recent;
        self.path.clear();
        self.trace.clear();
        self.keys.clear();
    }

    /// Makes a move of the tree.
    pub(super) fn follow(&mut self, root: &Root<'_>, mv: Move) {
        self.board.make(mv, self.color);
        self.trace.push(mv.point());
        if root.remembers(mv) {
            self.keys.push(root.key(self.board.hash(), self.color));
        }
        self.color = !self.color;
        match mv {
            Move::Play(_) => self.passes = 0,
            Move::Pass if self.has_button => self.has_button = false,
            Move::Pass => self.passes += 1,
        }
        self.recent = [Some(mv), self.recent[0]];
    }

    /// Returns true if a move brings back a position that the ko rule forbids.
    pub(super) fn repeats(&self, root: &Root<'_>, mv: Move) -> bool {
        match mv {
            Move::Play(point) if root.forbids_repetition() => {
                let hash = self.board.hash_after(point, self.color);
                let key = root.key(hash, self.color);
                root.has_seen(key) || self.keys.contains(&key)
            }
            _ => false,
        }
    }

    /// Returns true if the game is over here and is counted as it stands. Where players agree on dead
    /// stones, the evaluator has to find them after the last pass.
    pub(super) fn is_counted(&self, root: &Root<'_>) -> bool {
        self.path.len() > 1
            && root.is_over(self.passes)
            && root.rules.dead_stones == DeadStones::AsItStands
    }

    /// Makes the count of a game that is over its evaluation. The owners are not written.
    pub(super) fn count(&mut self, root: &Root<'_>) {
        let margin = root.counting.margin_as_it_stands(&self.board);
        self.evaluation.value = root.value(margin, self.color);
        self.evaluation.score = (margin * self.color.sign()).as_f64() as f32;
    }
}

/// One playout from each leaf to the end of the game, with the learned prior as policy.
#[derive(Debug)]
pub(super) struct Playouts {
    local: Local,
    prior: LearnedPrior,
    rng: Rng,
}

impl Playouts {
    pub(super) fn new(local: Local, rng: Rng) -> Playouts {
        Playouts {
            local,
            prior: LearnedPrior::new(),
            rng,
        }
    }
}

impl Evaluator for Playouts {
    fn policy(&mut self, board: &Board, color: Color, recent: Recent, policy: &mut Policy) {
        self.prior.write(board, color, recent, policy);
    }

    fn evaluate(&mut self, root: &Root<'_>, leaves: &mut [Leaf]) {
        for leaf in leaves {
            let (board, color) = (&mut leaf.board, leaf.color);
            let balance = root.counting.balance(board);
            let recent = leaf.recent.map(|mv| mv.and_then(Move::point));
            self.local
                .play_out(board, color, recent, &mut self.rng, &mut leaf.trace);
            let margin = root.counting.margin_after_playout(board, balance);
            leaf.evaluation.value = root.value(margin, color);
            leaf.evaluation.score = (margin * color.sign()).as_f64() as f32;
            for at in board.points() {
                leaf.evaluation.owners[at.index()] = match owner_at_end(board, at) {
                    Some(owner) if owner == color => 1.0,
                    Some(_) => -1.0,
                    None => 0.0,
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Game, Rules, Size};

    #[test]
    fn a_finished_game_is_counted_below_the_root_if_it_counts_as_it_stands() {
        use DeadStones::{AsItStands, HypotheticalPlay};
        for (dead_stones, passes, nodes, is_counted) in [
            (AsItStands, 2, 2, true),
            (AsItStands, 2, 3, true),
            (AsItStands, 2, 1, false),
            (AsItStands, 1, 2, false),
            (HypotheticalPlay, 2, 2, false),
        ] {
            let rules = Rules {
                dead_stones,
                ..Rules::default()
            };
            let game = Game::new(Size::square(5), rules);
            let root = Root::new(&game, Color::Black, 0.0);
            let mut leaf = Leaf::new(&root);
            leaf.passes = passes;
            leaf.path = vec![0; nodes];
            assert_eq!(leaf.is_counted(&root), is_counted, "{passes} {nodes}");
        }
    }
}
