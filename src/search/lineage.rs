//! The way a game came to the root of a tree.

use super::restriction::Restriction;
use crate::go::rules::Rules;
use crate::go::{Color, Counting, Game, Move, Points, Size};

/// The way a game came to the root, and the moves that the search leaves out. Two of them show if the
/// later position lies in the tree of the earlier one, so that the search can go on with that tree.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lineage {
    size: Size,
    start: u64,
    rules: Rules,
    handed_to_white: Points,
    moves: Vec<(Color, Move)>,
    to_move: Color,
    restriction: Restriction,
}

impl Lineage {
    pub(super) fn new(game: &Game, to_move: Color, restriction: Restriction) -> Lineage {
        Lineage {
            size: game.board().size(),
            start: game.position_after(0).board().hash(),
            rules: *game.rules(),
            handed_to_white: Counting::of(game).handed_to_white(),
            moves: game.moves().to_vec(),
            to_move,
            restriction,
        }
    }

    /// The moves from here to a later position of the same game; `None` if that is another game or if the
    /// players did not move in turn.
    pub(super) fn moves_to(&self, later: &Lineage) -> Option<Vec<Move>> {
        let is_same_game = self.size == later.size
            && self.start == later.start
            && self.rules == later.rules
            && self.restriction == later.restriction
            && self.handed_to_white == later.handed_to_white;
        let new = later.moves.strip_prefix(&self.moves[..])?;
        let mut turn = self.to_move;
        let in_turn = new.iter().all(|&(color, _)| {
            let fits = color == turn;
            turn = !turn;
            fits
        });
        (is_same_game && in_turn && turn == later.to_move)
            .then(|| new.iter().map(|&(_, mv)| mv).collect())
    }
}
