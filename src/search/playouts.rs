//! Evaluation of leaves by playouts.

use super::leaf::Leaf;
use super::root::Root;
use crate::go::score::owner_at_end;
use crate::go::{ByColor, Move, Points};
use crate::playout::Local;
use crate::rng::Rng;

/// Makes one playout from a leaf to the end of the game.
#[derive(Debug)]
pub(super) struct Playouts {
    local: Local,
    rng: Rng,
}

impl Playouts {
    pub(super) fn new(rng: Rng) -> Playouts {
        Playouts {
            local: Local::default(),
            rng,
        }
    }

    fn write(root: &Root<'_>, margin: Points, leaf: &mut Leaf) {
        let evaluation = &mut leaf.evaluation;
        evaluation.value = root.value(margin, leaf.color);
        evaluation.win = root.win_share(margin, leaf.color);
        evaluation.score = (margin * leaf.color.sign()).as_f64() as f32;
    }

    /// Makes the end of a playout the evaluation of a leaf, whose board becomes that end. The game is not over in it,
    /// unless the players still have to agree about dead stones.
    pub(super) fn evaluate(&mut self, root: &Root<'_>, leaf: &mut Leaf) {
        let stones = leaf
            .counts_stones(root)
            .then(|| ByColor::new_with(|color| leaf.board.stone_set(color)));
        let (board, color) = (&mut leaf.board, leaf.color);
        let balance = root.counting.balance(board);
        let recent = leaf.recent.map(|mv| mv.and_then(Move::point));
        self.local
            .play_out(board, color, recent, &mut self.rng, &mut leaf.trace);
        let margin = match stones {
            Some(stones) => root
                .counting
                .margin_of_stones(&stones, |at, owner| owner_at_end(board, at) == Some(owner)),
            None => root.counting.margin_after_playout(board, balance),
        };
        for at in board.points() {
            leaf.evaluation.owners[at.index()] = match owner_at_end(board, at) {
                Some(owner) if owner == color => 1.0,
                Some(_) => -1.0,
                None => 0.0,
            };
        }
        Playouts::write(root, margin, leaf);
    }

    /// Makes the count of a game that is over the evaluation of a leaf. The owners are not written.
    pub(super) fn count(root: &Root<'_>, leaf: &mut Leaf) {
        Playouts::write(root, leaf.margin(root), leaf);
    }
}
