//! Boards of the rule texts: adjacency, chains, liberties, captures, suicide, ko (F01 to F22 and G1
//! to G6 of the specification).

use super::{
    KO_RULES, SUICIDE_RULES, board, boards, game, is_legal, play, point, points, rules, step,
};
use crate::go::board::ParseBoardError;
use crate::go::rules::{KoRule, Rules, Suicide};
use crate::go::{Board, Color, Game, IllegalMove, Move, Point, PointSet, Points, Size, score};

/// Every combination of repetition and suicide rules.
fn every_rules() -> impl Iterator<Item = Rules> {
    KO_RULES
        .into_iter()
        .flat_map(|ko| SUICIDE_RULES.map(|suicide| rules(ko, suicide)))
}

/// Plays moves from the first diagram under every rule set; each must give the next diagram.
fn assert_line(diagrams: &str, moves: &[&str]) {
    let boards = boards(diagrams);
    assert_eq!(boards.len(), moves.len() + 1);
    for rules in every_rules() {
        let mut game = game(&boards[0], step(moves[0]).0, rules);
        for (mv, after) in moves.iter().zip(&boards[1..]) {
            play(&mut game, mv);
            assert_eq!(game.board(), after, "{mv}\n{}", game.board());
        }
    }
}

/// The stones that a play takes.
fn taken(start: &Board, mv: &str) -> PointSet {
    let (color, mv) = step(mv);
    let mut after = start.clone();
    after.play(mv.point().unwrap(), color);
    start
        .points()
        .filter(|&at| start.color_at(at).is_some() && after.is_empty_at(at))
        .collect()
}

fn chain(board: &Board, at: &str) -> PointSet {
    board.chain(point(at)).collect()
}

fn liberties(board: &Board, at: &str) -> PointSet {
    board.liberty_set(point(at))
}

#[test]
fn f01_adjacency() {
    let board = Board::new(Size::square(5));
    let is_adjacent = |a, b| board.neighbors(point(a)).any(|near| near == point(b));
    assert!(is_adjacent("B2", "C2") && is_adjacent("A1", "A2"));
    assert!(!is_adjacent("A2", "C2") && !is_adjacent("C3", "D4"));
    assert_eq!(board.neighbors(point("A1")).count(), 2);
    assert_eq!(board.neighbors(point("E3")).count(), 3);
    let size = Size::new(2, 3).unwrap();
    let from_top = ["A3", "B3", "A2", "B2", "A1", "B1"].map(point);
    assert!(size.points_from_top().eq(from_top));
    assert!(from_top.iter().map(|&at| size.place(at)).eq(0..6));
}

#[test]
fn f02_to_f04_chains() {
    let [f02, f03] = &boards(
        "5 . X . . X    5 . . . . .
         4 X X . O X    4 k j i h g
         3 . . O . .    3 . X X X f
         2 O . O X O    2 . X a X e
         1 . X O O .    1 X X b c d",
    )[..] else {
        panic!()
    };
    assert_eq!(chain(f03, "A1"), points("A1 B1 B2 B3 C3 D3 D2"));
    assert_eq!(
        (f03.chains(Color::Black).count(), f03.empty_count()),
        (1, 18)
    );
    for color in Color::ALL {
        assert_eq!(f02.chains(color).count(), 4);
    }
    for stones in [
        "B5 A4 B4",
        "E5 E4",
        "D2",
        "B1",
        "C3 C2 C1 D1",
        "D4",
        "A2",
        "E2",
    ] {
        let stones = points(stones);
        assert!(
            stones
                .iter()
                .all(|at| f02.chain(at).collect::<PointSet>() == stones)
        );
    }
}

#[test]
fn f05_and_f06_liberties() {
    let [f05, f06] = &boards(
        "5 . . d O c    5 . . f O e
         4 . e X X X    4 a g X X X
         3 O X X X b    3 O X h O d
         2 O O X O .    2 O O X X X
         1 . O a . .    1 b O c O X",
    )[..] else {
        panic!()
    };
    assert_eq!(f05.chains(Color::Black).count(), 1);
    assert_eq!(liberties(f05, "C4"), points("C1 E3 E5 C5 B4"));
    for (stones, free) in [
        ("C2 D2 E2 E1", "C1 E3 C3"),
        ("C4 D4 E4", "E3 E5 C5 B4 C3"),
        ("B3", "B4 C3"),
        ("A3 A2 B2 B1", "A4 A1 C1"),
        ("D1", "C1"),
        ("D3", "E3 C3"),
        ("D5", "E5 C5"),
    ] {
        let first = stones.split(' ').next().unwrap();
        assert_eq!(
            (chain(f06, first), liberties(f06, first)),
            (points(stones), points(free))
        );
        assert_eq!(f06.is_atari(point(first)), free.len() == 2);
    }
}

#[test]
fn f07_and_f08_ordinary_moves() {
    let mut empty = Game::new(Size::square(5), Rules::default());
    play(&mut empty, "B D4, W C3");
    assert_eq!(*empty.board(), board(".....\n...X.\n..O..\n.....\n....."));
    assert_line(
        "5 . . . O .    5 . . . O .
         4 . X . X .    4 . X X X .
         3 . . O . .    3 . . O . .
         2 O . . . .    2 O . . . .
         1 . . . X .    1 . . . X .",
        &["B C4"],
    );
}

#[test]
fn f09_to_f12_captures() {
    let boards = boards(
        "5 . . . . .    5 . . . . .    5 . O . . .    5 . . . . .
         4 . . X . .    4 X . . . .    4 O X a . .    4 . . . . .
         3 . X O a .    3 O X . . .    3 O X X O .    3 . . . X X
         2 . . X . .    2 a . . . .    2 . O X O .    2 . . X O O
         1 . . . . .    1 . . . . .    1 . . O . .    1 . . X O a",
    );
    let captures = ["B D3", "B A2", "W C4", "B E1"];
    for ((board, mv), stones) in
        boards
            .iter()
            .zip(captures)
            .zip(["C3", "A3", "B4 B3 C3 C2", "D2 E2 D1"])
    {
        assert_eq!(taken(board, mv), points(stones), "{mv}");
    }
    let mut f12 = boards[3].clone();
    f12.play(point("E1"), Color::Black);
    assert_eq!(liberties(&f12, "E1"), points("D1 E2"));
}

#[test]
fn f13_captures_back_to_back_are_no_ko() {
    assert_line(
        "5 . . . . .    5 . . . . .    5 . . . . .
         4 . . X . .    4 . . X . .    4 . . X . .
         3 . O O O .    3 . O O O .    3 . O O O .
         2 . . X X O    2 . . X X O    2 . . X X O
         1 . X O O a    1 . X . . X    1 . X . O .",
        &["B E1", "W D1"],
    );
}

#[test]
fn f14_three_chains_at_once() {
    let text = "5 . . X X .    5 . . X X .
                4 O O . O .    4 O O . O .
                3 O X O X O    3 O . O . O
                2 X a X X O    2 . O . . O
                1 X X O O .    1 . . O O .";
    // D3 joins D2 and C2; B3 stands alone; A2, A1 and B1 hang together.
    assert_eq!(
        taken(&boards(text)[0], "W B2"),
        points("B3 D3 D2 C2 A2 A1 B1")
    );
    assert_line(text, &["W B2"]);
}

#[test]
fn f15_capture_comes_before_suicide() {
    let f15 = board(".....\n.....\nXXXXX\nXOOOO\nXO.XX");
    assert_eq!(taken(&f15, "B C1"), points("B2 C2 D2 E2 B1"));
    for rules in every_rules() {
        assert!(is_legal(&game(&f15, Color::Black, rules), "B C1"));
    }
}

#[test]
fn f16_suicide_of_one() {
    let f16 = board(".....\n..X..\nX.X..\nOO...\n.O...");
    for rules in every_rules() {
        let mut game = game(&f16, Color::Black, rules);
        let verdict = game.check(Color::Black, step("B A1").1);
        match (rules.suicide, rules.ko) {
            (Suicide::Any, KoRule::Positional) => {
                assert_eq!(
                    verdict,
                    Err(IllegalMove::Superko {
                        point: point("A1"),
                        after: 0
                    })
                );
            }
            (Suicide::Any, _) => {
                play(&mut game, "B A1");
                assert_eq!(*game.board(), f16);
                assert_eq!(game.board().captured_by(Color::White), 1);
                assert_eq!(game.position().passes_in_a_row(), 0, "it is no pass");
                // After a pass it would recreate what he himself has just left to White.
                play(&mut game, "W pass");
                assert!(!is_legal(&game, "B A1"), "{:?}", rules.ko);
            }
            _ => assert_eq!(verdict, Err(IllegalMove::Suicide(point("A1")))),
        }
    }
}

#[test]
fn f17_suicide_of_several() {
    let diagrams = boards(
        "5 . . O . .    5 . . O . .
         4 . . X . .    4 . . X . .
         3 . X O O O    3 . X O O O
         2 . O X a O    2 . O . . O
         1 X . O X X    1 X . O . .",
    );
    for rules in every_rules() {
        let mut game = game(&diagrams[0], Color::Black, rules);
        if rules.suicide == Suicide::Forbidden {
            let verdict = game.check(Color::Black, step("B D2").1);
            assert_eq!(verdict, Err(IllegalMove::Suicide(point("D2"))));
        } else {
            play(&mut game, "B D2");
            assert_eq!(*game.board(), diagrams[1]);
            assert_eq!(game.board().captured_by(Color::White), 4);
        }
    }
}

/// A capture gives the second diagram, which no rule allows to retake at once.
fn assert_ko(diagrams: &str, takes: &str, takes_back: &str) {
    let boards = boards(diagrams);
    for rules in every_rules() {
        let mut game = game(&boards[0], step(takes).0, rules);
        play(&mut game, takes);
        assert_eq!(*game.board(), boards[1]);
        let (color, mv) = step(takes_back);
        let at = mv.point().unwrap();
        assert_eq!(game.board().ko(), Some((at, color)));
        let expected = match rules.ko {
            KoRule::Simple => IllegalMove::Ko(at),
            _ => IllegalMove::Superko {
                point: at,
                after: 0,
            },
        };
        assert_eq!(game.play(color, mv), Err(expected));
        assert_eq!(*game.board(), boards[1], "a refused move changes nothing");
    }
}

#[test]
fn f18_and_f19_ko() {
    assert_ko(
        "5 . X O . .    5 . X O . .
         4 X O . O .    4 X . X O .
         3 . X O . .    3 . X O . .
         2 . . X O .    2 . . X O .
         1 . . . . .    1 . . . . .",
        "B C4",
        "W B4",
    );
    assert_ko(
        "5 . . . . .    5 . . . . .
         4 . X X . .    4 . X X . .
         3 . . O . .    3 . . O . .
         2 . . . O X    2 . . . O X
         1 . . O X .    1 . . O . O",
        "W E1",
        "B D1",
    );
}

#[test]
fn f20_three_for_one_is_no_ko() {
    assert_line(
        "5 . O O X X    5 . O O X X    5 . O O X X    5 . O O X X
         4 O . O O X    4 O . O O X    4 O . O O X    4 O . O O X
         3 . O O X X    3 . O O X X    3 X O O X X    3 . O O X X
         2 . X X . X    2 O X X . X    2 . X X . X    2 O X X . X
         1 O O X X X    1 O O X X X    1 . . X X X    1 . . X X X",
        &["W A2", "B A3", "W A2"],
    );
}

#[test]
fn f21_snapback() {
    assert_line(
        "5 O O O . .    5 O O O . .    5 O O O . .    5 O O O . .
         4 X X . O O    4 X X . O O    4 X X X O O    4 . . . O O
         3 O X . X X    3 O X O X X    3 O X . X X    3 O . O X X
         2 O O X X .    2 O O X X .    2 O O X X .    2 O O X X .
         1 . . X . X    1 . . X . X    1 . . X . X    1 . . X . X",
        &["W C3", "B C4", "W C3"],
    );
}

#[test]
fn f22_ko_threat() {
    let start = "5 X . X O O    5 X . X O O    5 X . X O O
                 4 . X X O .    4 . X X O .    4 . X X O .
                 3 X X O O .    3 X X O O .    3 X X O O X
                 2 X . X O .    2 X O . O .    2 X O . O .
                 1 X X O O .    1 X X O O .    1 X X O O .";
    let answered = "5 X . X O O    5 X . X O O    5 X . X O O    5 X . X O O    5 X . X O O
                    4 . X X O .    4 . X X O .    4 . X X O .    4 . X X O O    4 . X X O O
                    3 X X O O X    3 X X O O X    3 X X O O X    3 X X O O .    3 X X O O .
                    2 X O . O .    2 X O . O O    2 X . X O O    2 X . X O O    2 X X X O O
                    1 X X O O .    1 X X O O .    1 X X O O .    1 X X O O .    1 X X O O .";
    assert_line(start, &["W B2", "B E3"]);
    assert_line(answered, &["W E2", "B C2", "W E4", "B B2"]);
    for rules in every_rules() {
        let mut game = game(&boards(start)[0], Color::White, rules);
        play(&mut game, "W B2");
        assert!(!is_legal(&game, "B C2"));
        play(&mut game, "B E3");
        let mut mistake = game.clone();
        play(&mut mistake, "W C2, B E2");
        assert_eq!(*mistake.board(), board("X.XOO\n.XXO.\nXXOOX\nXOOOX\nXXOO."));
        play(&mut game, "W E2, B C2");
        assert!(!is_legal(&game, "W B2"));
        play(&mut game, "W E4, B B2, W pass, B pass");
        assert!(game.position().is_over());
        let score = score::count(
            game.position(),
            &PointSet::new(),
            &PointSet::new(),
            Points::ZERO,
            0,
        );
        assert_eq!(
            Color::ALL.map(|color| score.total(color)),
            [13, 12].map(Points::whole)
        );
    }
}

/// Whichever black stone next to the white chain is played last, it makes the capture.
fn assert_taken_by_the_last_stone(diagram: &str, white: &str, neighbors: usize) {
    assert!(matches!(
        diagram.parse::<Board>(),
        Err(ParseBoardError::NoLiberty(_))
    ));
    let rows: Vec<&str> = diagram.lines().collect();
    let mut found = 0;
    for (row, line) in rows.iter().enumerate() {
        for (column, _) in line.char_indices().filter(|(_, cell)| *cell == 'X') {
            let mut open: Vec<String> = rows.iter().copied().map(str::to_owned).collect();
            open[row].replace_range(column..=column, ".");
            let Ok(board) = open.join("\n").parse::<Board>() else {
                continue;
            };
            let at = Point::new(column as u8, (rows.len() - 1 - row) as u8).unwrap();
            assert_eq!(taken(&board, &format!("B {at}")), points(white));
            found += 1;
        }
    }
    assert_eq!(found, neighbors);
}

#[test]
fn g1_to_g4_chains_without_liberty_come_off() {
    assert_taken_by_the_last_stone(
        "..XXXX..\n.XOOOOX.\n.XXOOX..\n..XXX...",
        "C3 D3 E3 F3 D2 E2",
        10,
    );
    assert_taken_by_the_last_stone("..X..\n.XOX.\n..X..", "C2", 4);
    assert_taken_by_the_last_stone(".XOX.\n..X..\n.....", "C3", 3);
    assert_taken_by_the_last_stone("...\nX..\nOX.", "A1", 2);
}

#[test]
fn g5_suicide_at_the_edge() {
    let g5 = board("..XX.\n.XO.X\nXOOOX\n.XOX.\n.XOOX\n..XX.");
    let game = game(&g5, Color::White, rules(KoRule::Simple, Suicide::Forbidden));
    let is_suicide =
        |&at: &Point| game.check(Color::White, Move::Play(at)) == Err(IllegalMove::Suicide(at));
    assert_eq!(
        g5.empty_points().filter(is_suicide).collect::<PointSet>(),
        points("D5 E6 E1")
    );
    assert_eq!(liberties(&g5, "C5"), points("D5"));
    assert_eq!(g5.chain_size(point("C5")), 7);
}

#[test]
fn g6_ko_at_the_edge() {
    assert_ko(
        "3 . X . X O .   3 . X O . O .
         2 . . X O . .   2 . . X O . .
         1 . . . . . .   1 . . . . . .",
        "W C3",
        "B D3",
    );
}
