//! Unconditional life beside every line of play on small boards, and beside random play.

use super::*;
use crate::go::Size;
use crate::playout::{play_out, random_move};
use crate::rng::Rng;
use std::collections::HashSet;

fn read(diagram: &str) -> (Board, Unconditional) {
    let board: Board = diagram.parse().unwrap();
    let result = Unconditional::of(&board);
    (board, result)
}

#[test]
fn two_eyes_live_and_hold_them() {
    let (board, result) = read(
        ". X . X O .
         X X X X O .
         O O O O O .
         . . . . . .",
    );
    assert_eq!(*result.stones(Color::Black), board.stone_set(Color::Black));
    assert_eq!(result.points(Color::Black).len(), 2);
    assert!(result.stones(Color::White).is_empty());
    assert_eq!(result.owner("A4".parse().unwrap()), Some(Color::Black));
    assert_eq!(result.owner("F1".parse().unwrap()), None);
}

#[test]
fn what_needs_an_eye_in_a_part_is_not_safe_without_it() {
    let board: Board = "
        . X . X . X O
        X X X X X X O
        O O O O O O O
        . . . . . . ."
        .parse()
        .unwrap();
    let safe_without = |names: &str| {
        let part = names.split(' ').map(|name| name.parse().unwrap()).collect();
        Unconditional::stones_without(&board, &part).black
    };
    assert_eq!(safe_without("A4"), board.stone_set(Color::Black));
    assert!(safe_without("A4 C4").is_empty());
    assert!(safe_without("A4 B4 C4 E3").is_empty());
}

#[test]
fn chains_that_share_two_eyes_live_together() {
    let (board, result) = read(
        ". X X . X .
         X X O X X O
         X O O O O O
         . X X X O .
         X X O O O .",
    );
    assert!(result.stones(Color::White).is_empty());
    let (_, one_eye) = read(
        ". X O
         X X O
         O O .",
    );
    assert!(one_eye.stones(Color::Black).is_empty());
    assert!(result.stones(Color::Black).len() < board.stone_count(Color::Black));
}

#[test]
fn a_stone_in_a_small_region_is_dead_and_a_large_region_is_open() {
    let (_, result) = read(
        ". X . O X X . .
         X X X X X . . .
         . . . . . . . .
         . . . . . . . .",
    );
    assert_eq!(result.owner("D4".parse().unwrap()), Some(Color::Black));
    assert_eq!(result.owner("H1".parse().unwrap()), None);
}

#[test]
fn a_region_without_room_for_two_eyes_is_held() {
    // Of the points in the region of C3 that Black does not touch there are two beside each other,
    // two apart, and three in a row.
    for (diagram, owner) in [
        (
            "X X X X X X X X
             X . . . . X . X
             X . . . . X X X
             X . . . . X . X
             X X X X X X X X",
            Some(Color::Black),
        ),
        (
            "X X X X X X X X X X X
             X . . . X . . . X . X
             X . . . X . . . X X X
             X . . . . . . . X . X
             X X X X X X X X X X X",
            None,
        ),
        (
            "X X X X X X X X X
             X . . . . . X . X
             X . . . . . X X X
             X . . . . . X . X
             X X X X X X X X X",
            None,
        ),
    ] {
        let (board, result) = read(diagram);
        assert_eq!(result.owner("C3".parse().unwrap()), owner, "{board}");
    }
}

/// What a player can capture if the opponent always passes: every position is tried.
fn captured_while_passing(board: &Board, attacker: Color) -> PointSet {
    let mut seen = HashSet::new();
    let mut open = vec![board.clone()];
    let mut captured = PointSet::new();
    while let Some(mut now) = open.pop() {
        now.pass();
        captured.extend(
            board
                .stone_set(!attacker)
                .iter()
                .filter(|&at| now.color_at(at) != Some(!attacker)),
        );
        for point in board.points() {
            if now.is_empty_at(point) && now.is_playable(point, attacker) {
                let mut next = now.clone();
                next.play(point, attacker);
                if seen.insert(next.hash()) {
                    open.push(next);
                }
            }
        }
    }
    captured
}

fn random_board(size: Size, rng: &mut Rng) -> Board {
    let mut board = Board::new(size);
    let mut color = Color::Black;
    for _ in 0..rng.below(2 * size.area()) {
        match random_move(&mut board, color, rng) {
            Some(at) => board.play(at, color),
            None => board.pass(),
        }
        color = !color;
    }
    board
}

#[test]
fn exactly_the_chains_that_cannot_be_captured_live() {
    let mut rng = Rng::new(11);
    let mut living = 0;
    for _ in 0..300 {
        let size = Size::new(4, 3).unwrap();
        let mut board = random_board(size, &mut rng);
        if rng.below(2) == 0 {
            play_out(&mut board, Color::White, &mut rng);
        }
        let result = Unconditional::of(&board);
        for color in Color::ALL {
            let captured = captured_while_passing(&board, !color);
            let stones = board.stone_set(color);
            let expected: PointSet = stones.iter().filter(|&at| !captured.contains(at)).collect();
            assert_eq!(*result.stones(color), expected, "{color}\n{board}");
            living += expected.len();
        }
    }
    assert!(living > 300, "{living}");
}

#[test]
fn what_is_held_is_never_lost_in_random_play() {
    let mut rng = Rng::new(12);
    let mut held = 0;
    for _ in 0..300 {
        let mut board = random_board(Size::square(7), &mut rng);
        let result = Unconditional::of(&board);
        held += result.points(Color::Black).len();
        for _ in 0..3 {
            let mut end = board.clone();
            play_out(&mut end, Color::Black, &mut rng);
            for at in board.points() {
                if let Some(owner) = result.owner(at) {
                    assert_ne!(end.color_at(at), Some(!owner), "{at}\n{board}\n{end}");
                }
            }
        }
        board.pass();
    }
    assert!(held > 0);
}
