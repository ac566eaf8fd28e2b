//! Uniformly random play: every playable point that is no own eye with the same probability.

use crate::go::{Board, Color, Point};
use crate::rng::Rng;

/// A random point where `color` may play without suicide and without retaking a ko, and that is no
/// own eye; each with the same probability. `None` if there is none.
#[inline]
pub fn random_move(board: &mut Board, color: Color, rng: &mut Rng) -> Option<Point> {
    random_empty_point(board, rng, |board, point| {
        !board.neighborhood(point).is_eye(color) && board.is_playable(point, color)
    })
}

/// A random one of the empty points that satisfy a condition, each with the same probability. `None` if
/// none does.
///
/// Draws from the list of empty points and puts those that it refuses aside, so the list changes its
/// order, but nothing else changes.
#[inline]
pub(super) fn random_empty_point(
    board: &mut Board,
    rng: &mut Rng,
    is_wanted: impl Fn(&Board, Point) -> bool,
) -> Option<Point> {
    let mut left = board.empty_count();
    while left > 0 {
        let place = rng.below(left);
        let point = board.empty_point(place);
        if is_wanted(board, point) {
            return Some(point);
        }
        left -= 1;
        board.swap_empty_points(place, left);
    }
    None
}

/// Plays random moves in turn until both players have nothing but eyes left, or three moves for
/// every point of the board have been made. Returns the number of moves, passes included.
pub fn play_out(board: &mut Board, to_move: Color, rng: &mut Rng) -> usize {
    let mut moves = 0;
    alternate(board, to_move, |board, color| {
        moves += 1;
        random_move(board, color, rng)
    });
    moves
}

/// Plays moves of both players in turn, beginning with `to_move`, until both pass because nothing sensible
/// is left, or three moves for every point of the board have been made.
#[inline]
pub(super) fn alternate(
    board: &mut Board,
    mut to_move: Color,
    mut choose: impl FnMut(&mut Board, Color) -> Option<Point>,
) {
    let mut passes = 0;
    for _ in 0..3 * board.size().area() {
        if let Some(point) = choose(board, to_move) {
            board.play(point, to_move);
            passes = 0;
        } else {
            board.pass();
            passes += 1;
            if passes == 2 {
                break;
            }
        }
        to_move = !to_move;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Size;

    #[test]
    fn every_candidate_is_moves_equally_often() {
        let mut board: Board = "
            . X . O O
            X X O O .
            . X X O .
            X . X O O
            . X X O .
        "
        .parse()
        .unwrap();
        let candidates: Vec<Point> = board
            .clone()
            .empty_points()
            .filter(|&at| {
                !board.neighborhood(at).is_eye(Color::Black) && board.is_playable(at, Color::Black)
            })
            .collect();
        assert!(candidates.len() >= 2 && candidates.len() < board.empty_count());
        let mut rng = Rng::new(3);
        let draws: u32 = 30_000;
        let moves: Vec<Point> = (0..draws)
            .map(|_| random_move(&mut board, Color::Black, &mut rng).unwrap())
            .collect();
        let expected = f64::from(draws) / f64::from(candidates.len() as u32);
        for candidate in &candidates {
            let times = moves.iter().filter(|&at| at == candidate).count() as u32;
            let times = f64::from(times);
            assert!(
                (times - expected).abs() < 5.0 * expected.sqrt(),
                "{candidate}: {times}"
            );
        }
        assert!(moves.iter().all(|at| candidates.contains(at)));
        board.validate();
    }

    #[test]
    fn playouts_end_with_eyes_only_and_have_the_known_length() {
        let mut rng = Rng::new(1);
        let start = Board::new(Size::square(9));
        let mut board = start.clone();
        let games: u32 = 2000;
        let mut moves = 0;
        for _ in 0..games {
            board.copy_from(&start);
            moves += play_out(&mut board, Color::Black, &mut rng);
        }
        board.validate();
        assert!(
            board
                .empty_points()
                .all(|at| !board.neighborhood(at).has_empty_neighbor())
        );
        // About 111 moves with these rules on 9x9 (as libego's light playouts).
        let mean = f64::from(moves as u32) / f64::from(games);
        assert!((109.0..113.0).contains(&mean), "{mean}");
    }
}
