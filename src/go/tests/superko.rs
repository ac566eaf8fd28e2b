//! Repetition: the micro-tests K1 to K7 of the specification, long cycles, and hashes that collide.

use super::{
    END_OF_TRIPLE_KO, KO_RULES, SUICIDE_RULES, board, game, is_legal, play, points, rules, step,
};
use crate::go::board::key;
use crate::go::rules::{KoRule, LongCycle, Preset, Rules, Suicide};
use crate::go::{Board, Color, Game, IllegalMove, Move, Outcome, Point, PointSet, Position, Size};
use std::collections::HashSet;

/// Makes all moves but the last under every rule set; whether the last one is legal under simple
/// ko, positional, situational and natural situational superko.
fn assert_last(
    start: &Board,
    to_move: Color,
    suicide: &[Suicide],
    moves: &str,
    expected: [bool; 4],
) {
    let (earlier, last) = moves.rsplit_once(", ").unwrap();
    for &suicide in suicide {
        let verdicts = KO_RULES.map(|ko| {
            let mut game = game(start, to_move, rules(ko, suicide));
            play(&mut game, earlier);
            is_legal(&game, last)
        });
        assert_eq!(verdicts, expected, "{moves}, {suicide:?}");
    }
}

fn empty(width: u64, height: u64) -> Board {
    Board::new(Size::new(width, height).unwrap())
}

#[test]
fn the_points_of_open_kos_are_found() {
    let board: Board = "
        . X O . .
        X . X O .
        . X O . .
        . . . . X
        . . . X ."
        .parse()
        .unwrap();
    let mut points = board.ko_points();
    assert_eq!(points.next(), Some("B4".parse().unwrap()));
    assert_eq!(points.next(), None);
}

#[test]
fn k1_to_k5_from_the_empty_board() {
    let (yes, no) = (true, false);
    for (width, height, moves, expected) in [
        (3, 1, "B A1, W B1, B pass, W C1, B A1", [yes, no, no, no]),
        (3, 1, "B A1, W C1, B B1, W C1, B A1", [yes, no, yes, yes]),
        (
            2,
            2,
            "B A1, W A2, B pass, W B2, B B1, W pass, B B2, W A2, B A1",
            [yes, no, no, yes],
        ),
        (4, 1, "B B1, W C1, B D1, W C1", [no, no, no, no]),
        (4, 1, "B B1, W C1, B pass, W A1, B B1", [no, no, no, yes]),
    ] {
        assert_last(
            &empty(width, height),
            Color::Black,
            &SUICIDE_RULES,
            moves,
            expected,
        );
    }
}

#[test]
fn k6_suicide_of_three_back_to_the_empty_board() {
    let moves = "B pass, W A1, B B1, W pass, B A1, W pass, B C1";
    let suicide = [Suicide::SeveralStones, Suicide::Any];
    assert_last(
        &empty(3, 1),
        Color::Black,
        &suicide,
        moves,
        [true, false, false, true],
    );
    assert_last(
        &empty(3, 1),
        Color::Black,
        &[Suicide::Forbidden],
        moves,
        [false; 4],
    );
}

#[test]
fn a_move_out_of_turn_stands_for_a_pass_before_it() {
    let (yes, no) = (true, false);
    for (width, height, moves, expected) in [
        (3, 1, "B A1, W B1, W C1, B A1", [yes, no, no, no]),
        (
            2,
            2,
            "B A1, W A2, W B2, B B1, B B2, W A2, B A1",
            [yes, no, no, yes],
        ),
        (4, 1, "B B1, W C1, W A1, B B1", [no, no, no, yes]),
    ] {
        assert_last(
            &empty(width, height),
            Color::Black,
            &SUICIDE_RULES,
            moves,
            expected,
        );
    }
    let suicide = [Suicide::SeveralStones, Suicide::Any];
    let moves = "W A1, B B1, B A1, B C1";
    assert_last(
        &empty(3, 1),
        Color::Black,
        &suicide,
        moves,
        [true, false, false, true],
    );
}

#[test]
fn a_refused_move_names_the_position_it_repeats() {
    let mut game = Game::new(
        Size::new(3, 1).unwrap(),
        rules(KoRule::Positional, Suicide::Any),
    );
    play(&mut game, "B A1, W B1, B pass, W C1");
    let (color, mv) = step("B A1");
    let error = game.play(color, mv).unwrap_err();
    assert_eq!(
        error,
        IllegalMove::Superko {
            point: mv.point().unwrap(),
            after: 1
        }
    );
    assert_eq!(error.to_string(), "A1 repeats the position after move 1");
}

/// F28 a. Kos: A5/A6 and C5/C6 held by White, E5/E6 by Black.
const TRIPLE_KO: &str = "
    9 . . . . . . . . .
    8 X X X X X X X . .
    7 O O O O O O X . .
    6 . O . O X O X X .
    5 O X O X . X O X .
    4 X X X X X X O X X
    3 . O O O O O O O O
    2 O O . O . . . O .
    1 . . . O . . . O .";

#[test]
fn k7_triple_ko() {
    let round = "B A6, W E5, B C6, W A5, B E6, W C5";
    let none = [Suicide::Forbidden];
    let (yes, no) = (true, false);
    let start = board(TRIPLE_KO);
    assert_last(&start, Color::Black, &none, round, [yes, no, no, no]);
    let passed = format!("W pass, {round}");
    assert_last(&start, Color::White, &none, &passed, [yes, no, no, yes]);
    let mut game = game(
        &start,
        Color::White,
        rules(KoRule::NaturalSituational, Suicide::Forbidden),
    );
    play(&mut game, &passed);
    assert_eq!(*game.board(), start);
    assert!(!is_legal(&game, "B A6"));
    assert_eq!(
        Color::ALL.map(|color| game.board().captured_by(color)),
        [3, 3]
    );
}

#[test]
fn triple_ko_has_no_result_under_simple_ko() {
    let cycle = |name: &str| {
        let mut game = game(
            &board(TRIPLE_KO),
            Color::Black,
            Preset::find(name).unwrap().rules,
        );
        for turn in "B A6, W E5, B C6, W A5, B E6".split(", ") {
            play(&mut game, turn);
            assert_eq!(game.position().long_cycle(), None);
        }
        play(&mut game, "W C5");
        game.position().long_cycle()
    };
    assert_eq!(cycle("japanese"), Some(Outcome::NoResult));
    assert_eq!(cycle("korean"), Some(Outcome::Draw));
    assert_eq!(
        cycle("japanese-2003"),
        Some(Outcome::Draw),
        "three stones each"
    );
}

/// Each player in turn lets two stones be taken.
const ETERNAL_LIFE: &str = "
    3 . X O .
    2 X X O O
    1 O O . .";

#[test]
fn eternal_life() {
    let round = "B C1, W A1, B D1, W B1";
    assert_last(
        &board(ETERNAL_LIFE),
        Color::Black,
        &SUICIDE_RULES,
        round,
        [true, false, false, false],
    );
    for (name, result) in [
        ("japanese", Outcome::NoResult),
        ("korean", Outcome::Draw),
        ("japanese-2003", Outcome::Draw),
    ] {
        let mut game = game(
            &board(ETERNAL_LIFE),
            Color::Black,
            Preset::find(name).unwrap().rules,
        );
        play(&mut game, round);
        assert_eq!(*game.board(), board(ETERNAL_LIFE));
        assert_eq!(game.position().long_cycle(), Some(result));
        assert_eq!(
            Color::ALL.map(|color| game.board().captured_by(color)),
            [2, 2]
        );
    }
}

/// Black sends two by `A1` and takes one back at `B1`.
const SEND_TWO: &str = "
    3 . . . .
    2 O O X X
    1 . X . X";

#[test]
fn send_two_return_one() {
    let start = board(SEND_TWO);
    let (yes, no) = (true, false);
    let once = "B A1, W C1, B B1";
    assert_last(
        &start,
        Color::Black,
        &SUICIDE_RULES,
        once,
        [yes, no, yes, yes],
    );
    // If the returner does not pass but answers elsewhere, the board differs from then on.
    let elsewhere = "B A1, W C1, B B1, W A3, B A1, W C1, B B1";
    for ko in [
        KoRule::Situational,
        KoRule::NaturalSituational,
        KoRule::Simple,
    ] {
        play(
            &mut game(&start, Color::Black, rules(ko, Suicide::Forbidden)),
            elsewhere,
        );
    }
    let again = "B A1, W C1, B B1, W pass, B A1";
    for (ko, expected) in KO_RULES
        .into_iter()
        .zip([yes, no, no, no])
        .filter(|(ko, _)| *ko != KoRule::Positional)
    {
        let mut game = game(&start, Color::Black, rules(ko, Suicide::Forbidden));
        let (earlier, last) = again.rsplit_once(", ").unwrap();
        play(&mut game, earlier);
        assert_eq!(*game.board(), start);
        assert_eq!(is_legal(&game, last), expected, "{ko:?}");
    }
}

#[test]
fn send_two_return_one_with_the_other_color_and_to_the_sender() {
    let start = board("....\nXXOO\n.O.O");
    assert_last(
        &start,
        Color::White,
        &SUICIDE_RULES,
        "W A1, B C1, W B1",
        [true, false, true, true],
    );
    // The sender created the first position: now even natural situational superko forbids it.
    let before = board("....\nXXOO\n...O");
    let moves = "W B1, B pass, W A1, B C1, W B1";
    assert_last(
        &before,
        Color::White,
        &SUICIDE_RULES,
        moves,
        [true, false, false, false],
    );
}

#[test]
fn sending_two_costs_the_sender_under_the_model_of_2003() {
    let cycle = |long_cycle| {
        let simple = Rules {
            long_cycle,
            ..rules(KoRule::Simple, Suicide::Forbidden)
        };
        let mut game = game(&board(SEND_TWO), Color::Black, simple);
        play(&mut game, "B A1, W C1, B B1, W pass");
        assert_eq!(
            game.position().long_cycle(),
            None,
            "a pass completes no cycle"
        );
        play(&mut game, "B A1");
        game.position().long_cycle()
    };
    assert_eq!(
        cycle(LongCycle::MoreCaptures),
        Some(Outcome::Win(Color::White))
    );
    assert_eq!(cycle(LongCycle::NoResult), Some(Outcome::NoResult));
    assert_eq!(cycle(LongCycle::Draw), Some(Outcome::Draw));
}

#[test]
fn suicide_of_one_is_a_repetition_only_where_the_same_player_moves_next() {
    let start = board("...\nX..\n.X.");
    let one = [Suicide::Any];
    let (yes, no) = (true, false);
    assert_last(
        &start,
        Color::Black,
        &one,
        "B C3, W A1",
        [yes, no, yes, yes],
    );
    assert_last(&start, Color::Black, &one, "B pass, W A1", [no, no, no, no]);
    for ko in KO_RULES {
        let game = game(&start, Color::Black, rules(ko, Suicide::Any));
        assert!(!is_legal(&game, "W A1"), "Black's pass goes before it");
    }
    let several = [Suicide::Forbidden, Suicide::SeveralStones];
    assert_last(&start, Color::Black, &several, "B C3, W A1", [no; 4]);
}

#[test]
fn no_ko_rule_confuses_boards_of_different_hashes() {
    for ko in KO_RULES {
        for mover in Color::ALL {
            let keys = (0..64).map(|bit| Position::key_after(ko, 1 << bit, mover));
            assert_eq!(keys.collect::<HashSet<u64>>().len(), 64, "{ko:?} {mover}");
        }
    }
}

/// Points whose black stones together leave the hash as it is: 65 words of 64 bits are linearly
/// dependent. No two of them are neighbors, and the lowest rows are free.
fn colliding_points(size: Size) -> PointSet {
    let spread = size
        .points()
        .filter(|at| at.row() >= 3 && (at.row() + at.column()) % 2 == 0);
    let spread: Vec<Point> = spread.take(65).collect();
    let mut basis: Vec<(u64, u128)> = Vec::new();
    for (index, &point) in spread.iter().enumerate() {
        let (mut hash, mut members) = (key(Color::Black, point), 1 << index);
        for &(other, others) in &basis {
            if hash ^ other < hash {
                (hash, members) = (hash ^ other, members ^ others);
            }
        }
        if hash == 0 {
            let is_member = |(index, _): &(usize, &Point)| members >> index & 1 == 1;
            return spread
                .iter()
                .enumerate()
                .filter(is_member)
                .map(|(_, &point)| point)
                .collect();
        }
        basis.push((hash, members));
        basis.sort_unstable_by(|a, b| b.cmp(a));
    }
    unreachable!("65 vectors of 64 dimensions are dependent")
}

#[test]
fn colliding_hashes_are_no_repetition() {
    let mut start = empty(19, 19);
    for corner in points("A2 B1").iter() {
        start.set(corner, Some(Color::Black));
    }
    let mut game = game(
        &start,
        Color::Black,
        rules(KoRule::Positional, Suicide::Any),
    );
    let colliding: Vec<Point> = colliding_points(start.size()).iter().collect();
    let (&last, others) = colliding.split_last().unwrap();
    for at in others {
        play(&mut game, &format!("B {at}"));
    }
    let mv = Move::Play(last);
    let hit = IllegalMove::Superko {
        point: last,
        after: 0,
    };
    assert_eq!(
        game.position().check(Color::Black, mv),
        Err(hit),
        "by the hash"
    );
    assert_eq!(game.check(Color::Black, mv), Ok(()), "by the stones");
    game.play(Color::Black, mv).unwrap();
    assert_eq!(game.board().hash(), start.hash());
    assert_ne!(*game.board(), start);
    // This repeats the present board, whose hash occurred before on another one.
    let (color, suicide) = step("W A1");
    let repeated = IllegalMove::Superko {
        point: "A1".parse().unwrap(),
        after: colliding.len(),
    };
    assert_eq!(game.check(color, suicide), Err(repeated));
}

/// White's best result by the board as it stands when both have passed, found by trying all moves on the kos and the points
/// beside them, and one elsewhere for each player. A game that goes round in circles is a draw.
fn best_result(game: &mut Game, alpha: i32, beta: i32) -> i32 {
    let stands = |at: &str| game.board().color_at(at.parse().unwrap()).is_some();
    if game.last_moves() == [Some(Move::Pass); 2] {
        let winner = game.score(&PointSet::new()).outcome().winner();
        return if winner == Some(Color::White) { 1 } else { -1 };
    }
    if game.position().long_cycle().is_some() {
        return 0;
    }
    if !(stands("B6") && stands("B5")) {
        return if stands("B6") { 1 } else { -1 };
    }
    let color = game.position().to_move();
    let elsewhere = match color {
        Color::Black => "H8",
        Color::White => "G2",
    };
    let (mut alpha, mut beta) = (alpha, beta);
    for mv in ["A5", "A6", "C5", "C6", "E5", "E6", "A3", "pass", elsewhere] {
        if alpha >= beta || game.play(color, mv.parse().unwrap()).is_err() {
            continue;
        }
        let result = best_result(game, alpha, beta);
        game.undo(1).unwrap();
        match color {
            Color::White => alpha = alpha.max(result),
            Color::Black => beta = beta.min(result),
        }
    }
    match color {
        Color::White => alpha,
        Color::Black => beta,
    }
}

#[test]
fn the_last_board_of_the_triple_ko_is_lost_by_superko_unless_passes_lift_it() {
    for (name, expected) in [
        ("chinese-kgs", [-1, -1, -1, -1]),
        ("aga", [-1, -1, -1, -1]),
        ("french", [1, 1, -1, -1]),
        ("chinese", [0, 0, 0, 0]),
    ] {
        let results = ["pass", "E5", "A3", "G2"].map(|mv| {
            let rules = Preset::find(name).unwrap().rules;
            let mut game = game(&board(END_OF_TRIPLE_KO), Color::White, rules);
            game.set_komi(0.0);
            play(&mut game, &format!("W {mv}"));
            best_result(&mut game, -1, 1)
        });
        assert_eq!(results, expected, "{name}");
    }
}
