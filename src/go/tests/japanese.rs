//! Counting fixtures of the Japanese family, JF1 to JF5 and J01 to J11, the dead stones given.

use super::scores::{area, both, count, japanese, preset, totals};
use super::{board, boards, game, play};
use crate::go::score::TermKind::{DeadStones as Dead, Prisoners, Territory};
use crate::go::{Color, Move, Position};

const JF1: &str = "
    9 . . . . X O . . .
    8 . . . . X O . . .
    7 . . . . X O . . .
    6 X X X X X O . . .
    5 X X X . X O . . .
    4 O O X . X O . . .
    3 . O X X X O . . .
    2 X O O O X O . . .
    1 X X . O X O . . .";

#[test]
fn jf1_bent_four() {
    let dead = "A4 B4 B3 B2 C2 D2 D1";
    let score = count(&board(JF1), preset("japanese"), dead);
    assert_eq!(
        (both(&score, Territory), both(&score, Dead)),
        ((23, 27), (7, 0))
    );
    assert_eq!(totals(&score), (30, 27, 0));
    assert_eq!(totals(&count(&board(JF1), area(), "")), (36, 43, 2));
    assert_eq!(
        totals(&count(&board(JF1), preset("chinese"), dead)),
        (45, 36, 0)
    );
}

#[test]
fn jf2_antiseki() {
    let jf2 = board(
        "9 X O . X O . . . .
         8 . X X X O . . . .
         7 X X O O O . . . .
         6 O O O . . . . . .
         5 O O O O O O O O O
         4 X X X X X X X X X
         3 . . . . . . . . .
         2 . . . . . . . . .
         1 . . . . . . . . .",
    );
    let dead = "A9 B9 D9 D8 C8 B8 B7 A7";
    assert_eq!(japanese(&jf2, dead), (27, 18));
    assert_eq!(both(&count(&jf2, preset("japanese"), dead), Dead), (0, 0));
    assert_eq!(totals(&count(&jf2, area(), "")), (44, 36, 1));
    let mut game = game(&jf2, Color::Black, preset("japanese"));
    play(&mut game, "B C9");
    let score = count(game.board(), preset("japanese"), "");
    assert_eq!(
        (both(&score, Territory), both(&score, Prisoners)),
        ((29, 18), (1, 0))
    );
    assert_eq!(totals(&score), (30, 18, 0));
    assert_eq!(totals(&count(game.board(), area(), "")), (46, 35, 0));
}

#[test]
fn jf3_torazu_sanmoku() {
    let jf3 = board(
        "9 . . . . X O . . .
         8 . . . . X O . . .
         7 . . . . X O . . .
         6 . . . . X O . . .
         5 X X X X X O . . .
         4 X X X O O O . . .
         3 O O X O . . . . .
         2 O O X O . . . . .
         1 . X O O . . . . .",
    );
    assert_eq!(japanese(&jf3, ""), (16, 33));
    assert_eq!(totals(&count(&jf3, area(), "")), (31, 49, 1));
}

#[test]
fn jf4_missing_protective_move() {
    let [open, closed] = &boards(
        "9 . . . . X O . . .  9 . . . . X O . . .
         8 . . . . X O . . .  8 . . . . X O . . .
         7 . . . . X O . . .  7 . . . . X O . . .
         6 . . . . X O . . .  6 . . . . X O . . .
         5 X X X X X O . . .  5 X X X X X O . . .
         4 X X O O O O . . .  4 X X O O O O . . .
         3 X . X O . . . . .  3 X X X O . . . . .
         2 O X X O . . . . .  2 O X X O . . . . .
         1 O O O O . . . . .  1 O O O O . . . . .",
    )[..] else {
        panic!()
    };
    assert_eq!(japanese(open, "C3 C2 B2"), (0, 33));
    assert_eq!(japanese(closed, ""), (16, 33));
    for board in [open, closed] {
        assert_eq!(totals(&count(board, area(), "")), (32, 49, 0));
    }
}

#[test]
fn jf5_half_point_ko() {
    let [open, closed] = &boards(
        "9 . . . . X O . . .  9 . . . . X O . . .
         8 . . . . X O . . .  8 . . . . X O . . .
         7 . . . . X O . . .  7 . . . . X O . . .
         6 . . . . X O . . .  6 . . . . X O . . .
         5 . . . X . X O . .  5 . . . X X X O . .
         4 . . . . X O . . .  4 . . . . X O . . .
         3 . . . . X O . . .  3 . . . . X O . . .
         2 . . . . X O . . .  2 . . . . X O . . .
         1 . . . . X O . . .  1 . . . . X O . . .",
    )[..] else {
        panic!()
    };
    assert_eq!(japanese(closed, ""), (35, 26));
    assert_eq!(japanese(open, "F5"), (0, 26));
    assert_eq!(japanese(open, ""), (36, 26));
    for board in [open, closed] {
        assert_eq!(totals(&count(board, area(), "")), (46, 35, 0));
    }
    let mut position = Position::from_board(open.clone(), Color::Black, preset("japanese"));
    assert!(position.has_open_ko());
    for passes in 1..=4 {
        let color = position.to_move();
        position.play(color, Move::Pass).unwrap();
        assert_eq!(position.is_over(), passes == 4, "{passes}");
    }
    let position = Position::from_board(closed.clone(), Color::Black, preset("japanese"));
    assert!(!position.has_open_ko());
}

/// Fragments whose surroundings, here empty, are neutral because both walls touch them.
#[test]
fn seki_and_antiseki_count_for_nobody() {
    for (name, diagram, dead) in [
        ("J03", "_____\nXXXOO\nXOOXO\nXO.XO\nXO.XO", ""),
        ("J06", "_____\nXXX__\nOOX__\nOOXO_\n.XOO_", ""),
        ("J07", ".OOOOOX_\nOO.OXOX_\nXXOX.XO_\n.XXXXXO_", "C2 E3"),
        ("J09", "_____\nXXOO_\nX.XO_\nOXXO_\nOOOO_", "C3 C2 B2"),
    ] {
        let score = count(&board(diagram), preset("japanese"), dead);
        assert_eq!(japanese(&board(diagram), dead), (0, 0), "{name}\n{score}");
        assert_eq!(both(&score, Dead), (0, 0), "{name}");
    }
}

/// Fragments with one wall: the surroundings belong to it.
#[test]
fn walls_own_what_they_surround() {
    for (name, diagram, dead, expected) in [
        (
            "J04",
            "XO.XO_\n.XXXO_\nXXOOO_\nOOO___",
            "A4 D4 D3 C3 B3 B2 A2 B4",
            (0, 6),
        ),
        ("J05", "O..XO_\nXXXXO_\nOOOOO_", "A3 A2 B2 C2 D2 D3", (0, 3)),
        (
            "J08b",
            "______\nXXXXX_\nOOOX__\n.O.OX_",
            "A2 B2 C2 B1 D1",
            (17 + 5, 0),
        ),
        ("J11", "_____\nXXXX_\n..OX_\n...X_", "C2", (6 + 8 + 1, 0)),
        (
            "J01",
            "XXX___\nOOX___\n.OXXX_\nXOOOX_\nXX.OX_",
            "A4 B4 B3 B2 C2 D2 D1",
            (18 + 7, 0),
        ),
    ] {
        assert_eq!(japanese(&board(diagram), dead), expected, "{name}");
    }
}

#[test]
fn only_a_group_that_needs_an_open_dame_pays_for_it() {
    // D4 is left open between both. Black has one eye of six points and one of seven, then two, then one.
    for (diagram, territory) in [
        (
            "4 . . X . O . .
             3 . . X O O . .
             2 . . X O . . .
             1 X X X O . . .",
            (0, 10),
        ),
        (
            "4 . . X . O . .
             3 . . X O O . .
             2 . . X O . . .
             1 . X X O . . .",
            (7, 10),
        ),
        (
            "4 . X X . O . .
             3 X X X O O . .
             2 . X X O . . .
             1 X X X O . . .",
            (2, 10),
        ),
        (
            "4 . X X . O . .
             3 X X X O O . .
             2 X X X O . . .
             1 X X X O . . .",
            (0, 10),
        ),
    ] {
        assert_eq!(japanese(&board(diagram), ""), territory, "{diagram}");
    }
}
