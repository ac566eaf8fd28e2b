//! Records move by move.

use crate::go::record::{Action, Setup};
use crate::go::{Board, Color, Move, Record};
use crate::pattern::features::Recent;

/// A position of a record and the move that was made in it.
#[derive(Debug)]
pub(super) struct ReplayedMove<'a> {
    pub(super) board: &'a Board,
    pub(super) color: Color,
    pub(super) recent: Recent,
    pub(super) played: Move,
}

/// Shows all positions of a record. A game ends early at a move that its board does not allow; a
/// setup begins it anew.
pub(super) fn replay(record: &Record, mut visit: impl FnMut(&ReplayedMove)) {
    let mut board = Board::new(record.size);
    let mut recent = Recent::default();
    for node in &record.nodes {
        match &node.action {
            Action::Setup(setup) => {
                recent = Recent::default();
                if !set_up(&mut board, setup) {
                    return;
                }
            }
            &Action::Move(color, played) => {
                if !is_possible(&board, color, played) {
                    return;
                }
                visit(&ReplayedMove {
                    board: &board,
                    color,
                    recent,
                    played,
                });
                board.make(played, color);
                recent = Recent {
                    last: Some(played),
                    before_last: recent.last,
                };
            }
        }
    }
}

fn is_possible(board: &Board, color: Color, played: Move) -> bool {
    played
        .point()
        .is_none_or(|point| board.is_empty_at(point) && board.is_playable(point, color))
}

/// Puts stones on the board. Returns true if every chain has a liberty then.
fn set_up(board: &mut Board, setup: &Setup) -> bool {
    for &(point, stone) in &setup.stones {
        if board.size().contains(point) {
            board.set(point, stone);
        }
    }
    board.breathless_chain().is_none()
}
