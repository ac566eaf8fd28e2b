//! Uniformly random games.
use crate::go::*;
use crate::rng::Rng;

/// A random playable point that is no own eye.
#[inline]
pub fn random_point(board: &mut Board, color: Color, rng: &mut Rng) -> Option<Point> {
    let mut left = board.empty_count();
    while left > 0 {
        let place = rng.below(left);
        let point = board.empty_point(place);
        if !board.neighborhood(point).is_eye(color) && board.is_playable(point, color) {
            return Some(point);
        }
        left -= 1;
        board.swap_empty_points(place, left);
    }
    None
}

/// Plays to the end; number of moves.
pub fn uniform(board: &mut Board, mut color: Color, rng: &mut Rng) -> usize {
    let cap = 3 * board.size().area();
    let mut passes = 0;
    let mut moves = 0;
    while passes < 2 && moves < cap {
        if let Some(point) = random_point(board, color, rng) {
            board.play(point, color);
            passes = 0;
        } else {
            board.pass();
            passes += 1;
        }
        color = !color;
        moves += 1;
    }
    moves
}
