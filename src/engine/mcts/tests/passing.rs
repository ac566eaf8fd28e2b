//! Passes in positions in which something is left to play for, and searches that find whether it is.

use super::super::Mcts;
use super::super::passing::{is_telling, preferred, worth_more};
use super::ask::{choose, report};
use super::{WITH_DAME, after_pass, game_of, name, settings};
use crate::clock::Budget;
use crate::engine::{FULL_LEVEL, Rank, Settings};
use crate::eval::Model;
use crate::go::record::Setup;
use crate::go::rules::Preset;
use crate::go::{Color, Game, Move, Size};
use crate::search::{Margins, MoveReport, Report};
use web_time::Instant;

/// A player of a level with kosumi's own network.
fn of_level(level: usize) -> Settings {
    Settings {
        model: Some(Model::Own),
        rank: Rank::of_level(level),
        resign: false,
        ..settings()
    }
}

/// Empty boards with handicap stones, and the middle of a game in which the bare count is a win for White.
fn open_games(rules: &str) -> Vec<Game> {
    let rules = Preset::find(rules).unwrap().rules;
    let mut handicap = Game::new(Size::square(9), rules);
    handicap.set_komi(0.5);
    let stones = handicap.board().size().fixed_handicap(5).unwrap();
    handicap.set_up(Setup::handicap(&stones)).unwrap();
    let mut middle = Game::new(Size::square(9), rules);
    middle.set_komi(7.5);
    let moves =
        "E5 E3 F7 E7 F6 C6 C5 B5 C4 B4 D6 C3 C7 B6 B3 D7 C8 D3 G3 G2 B7 D5 D4 E4 D5 B2 G4 G5 F5";
    for at in moves.split(' ') {
        let color = middle.position().to_move();
        middle.play(color, name(at)).unwrap();
    }
    vec![handicap, middle]
}

#[test]
fn nobody_passes_while_the_board_is_open() {
    for (rules, level) in [
        ("chinese", 1),
        ("japanese", 4),
        ("aga", 6),
        ("wmsg", 2),
        ("stones", FULL_LEVEL),
    ] {
        for game in open_games(rules) {
            let color = game.position().to_move();
            assert_eq!(color, Color::White);
            let choice = choose(&of_level(level), &game, color, 16);
            assert_ne!(
                choice.mv,
                Move::Pass,
                "{rules}, level {level}:\n{}",
                game.board()
            );
        }
    }
}

#[test]
fn a_lost_game_is_not_passed_without_a_network_while_there_is_room_for_life() {
    let game = &open_games("japanese")[0];
    for level in [1, FULL_LEVEL] {
        let player = Settings {
            model: None,
            ..of_level(level)
        };
        let choice = choose(&player, game, Color::White, 500);
        assert_ne!(choice.mv, Move::Pass, "level {level}");
    }
}

/// A report of a search with a network: moves with their visits, points and chances to win.
fn seen(moves: &[(&str, u32, f64, f64)]) -> (Game, Report) {
    let game = game_of(WITH_DAME, "chinese", 0.5, Color::Black);
    let mut report = report(&settings(), &game, Color::Black, 20);
    let found = |&(mv, visits, points, value): &(&str, u32, f64, f64)| MoveReport {
        mv: name(mv),
        visits,
        value,
        margins: Margins::exactly(points),
        ..report.moves[0].clone()
    };
    report.moves = moves.iter().map(found).collect();
    report.visits = moves.iter().map(|&(_, visits, ..)| u64::from(visits)).sum();
    report.has_network = true;
    (game, report)
}

#[test]
fn a_play_is_worth_more_by_two_points_if_it_was_visited_and_wins_as_often() {
    for (play, expected) in [
        (("D4", 5, 12.0, 0.9), true),
        (("D4", 5, 11.9, 0.9), false),
        (("D4", 4, 12.0, 0.9), false),
        (("D4", 5, 12.0, 0.85), true),
        (("D4", 5, 12.0, 0.79), false),
        // An eye.
        (("A7", 5, 12.0, 0.9), false),
    ] {
        let (game, report) = seen(&[("pass", 90, 10.0, 0.9), ("D3", 5, 11.0, 0.9), play]);
        let found = worth_more(&report, &game, Color::Black, 10.0);
        let expected = expected.then(|| name(play.0));
        assert_eq!(found.map(|found| found.mv), expected, "{play:?}");
    }
}

#[test]
fn only_a_large_search_tells_what_plays_are_worth() {
    for (visits, with_network, without) in [
        (399, false, false),
        (400, true, false),
        (10_000, true, true),
    ] {
        let (_, mut report) = seen(&[("D4", visits, 0.0, 0.5)]);
        assert_eq!(is_telling(&report), with_network);
        report.has_network = false;
        assert_eq!(is_telling(&report), without);
    }
}

#[test]
fn a_search_prefers_its_most_visited_move_that_fills_no_eye() {
    for (moves, expected) in [
        (["D4", "pass"], Some("D4")),
        (["A7", "D4"], Some("D4")),
        (["pass", "D4"], None),
        (["A7", "pass"], None),
    ] {
        let (game, report) = seen(&moves.map(|mv| (mv, 50, 0.0, 0.5)));
        let found = preferred(&report, &game, Color::Black);
        assert_eq!(found.map(|found| found.mv), expected.map(name), "{moves:?}");
    }
}

#[test]
fn a_pass_promises_what_the_opponent_leaves() {
    // Whoever plays at B7 decides about White's five stones in the corner and the three points beside them.
    let undecided = "
        . . . O X . X
        O O O O X X X
        X X X X X . X
        . X X X X X .
        X X X X X X X
        O O O O O O O
        . O . O . O .";
    let mut player = Mcts::new(1, &of_level(FULL_LEVEL));
    let mut promise = |color| {
        let game = game_of(undecided, "chinese", 0.0, color);
        let budget = Budget::default();
        player.promise_of_pass(&game, color, &budget).unwrap()
    };
    // Black has 27 points of 49 without the corner and 35 with it.
    let [black, white] = [promise(Color::Black), promise(Color::White)];
    assert!(
        (black - 5.0).abs() < 4.0 && (white + 21.0).abs() < 4.0,
        "{black} {white}"
    );
    // Where the board counts as it stands, a second pass ends the game, and White's stones live.
    let game = after_pass(undecided, "tromp-taylor", 0.0, Color::Black);
    let pass = player.promise_of_pass(&game, Color::Black, &Budget::default());
    assert_eq!(pass, Some(5.0));
    let spent = Budget {
        deadline: Some(Instant::now()),
        ..Budget::default()
    };
    let game = game_of(undecided, "chinese", 0.0, Color::Black);
    assert_eq!(player.promise_of_pass(&game, Color::Black, &spent), None);
}
