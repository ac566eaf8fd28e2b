//! When a game is given up, by what a search reports.

use super::super::resign::Resignation;
use super::ask::report;
use super::{SETTLED, game_of, settings};
use crate::go::record::Setup;
use crate::go::{Color, Game, Move, Size};
use crate::playout::Ownership;
use crate::search::Report;

/// What a search would report that sees no chance for `color`, while the points end as they stand in
/// the game.
fn hopeless_report(game: &Game, color: Color) -> Report {
    let mut report = report(&settings(), game, color, 20);
    report.ownership = Ownership::new();
    report.ownership.add_end(game.board());
    for found in &mut report.moves {
        found.value = 0.0;
    }
    report.moves[0].visits = 1000;
    report.value = 0.0;
    report
}

/// Returns true if a player resigns at the second look at a game that looks hopeless twice.
fn resigns(game: &Game, color: Color) -> bool {
    let mut resignation = Resignation::new(&settings());
    let report = hopeless_report(game, color);
    assert!(!resignation.is_due(game, color, &report), "the first look");
    let mut later = game.clone();
    later.play(color, Move::Pass).unwrap();
    later.play(!color, Move::Pass).unwrap();
    resignation.is_due(&later, color, &report)
}

/// A game on 7x7 after so many moves. All its stones are those of a diagram in which Black has 28
/// points and White 21.
fn after_moves(count: usize, komi: f64) -> Game {
    let mut game = game_of(SETTLED, "chinese", komi, Color::Black);
    for _ in 0..count {
        let color = game.position().to_move();
        game.play(color, Move::Pass).unwrap();
    }
    game
}

#[test]
fn nobody_resigns_while_the_points_are_enough() {
    // Black is ahead by 7 on the board.
    for (komi, loser) in [(6.5, Color::White), (7.5, Color::Black)] {
        let game = after_moves(30, komi);
        assert!(resigns(&game, loser), "{loser} with komi {komi}");
        assert!(!resigns(&game, !loser), "{} with komi {komi}", !loser);
    }
    // A draw is not lost.
    let drawn = after_moves(30, 7.0);
    assert!(!resigns(&drawn, Color::White) && !resigns(&drawn, Color::Black));
}

#[test]
fn nobody_resigns_before_a_fifth_of_the_points_could_be_played() {
    // Of 49 points; the second look comes two moves later.
    for (moves, resigns) in [(0, false), (6, false), (7, true), (8, true)] {
        let game = after_moves(moves, 60.5);
        assert_eq!(self::resigns(&game, Color::Black), resigns, "{moves}");
    }
}

#[test]
fn nobody_resigns_before_two_fifths_of_the_points_against_a_handicap() {
    // Two stones for Black, who is far ahead; of 25 points.
    let mut start = Game::new(Size::square(5), crate::go::Rules::default());
    let stones = ["B2", "D4"].map(|at| (at.parse().unwrap(), Some(Color::Black)));
    start
        .set_up(Setup {
            stones: stones.to_vec(),
            to_move: Some(Color::White),
        })
        .unwrap();
    assert_eq!(start.handicap(), 2);
    for (moves, resigns) in [(0, false), (7, false), (8, true)] {
        let mut game = start.clone();
        for _ in 0..moves {
            let color = game.position().to_move();
            game.play(color, Move::Pass).unwrap();
        }
        game.set_komi(-30.5);
        assert_eq!(self::resigns(&game, Color::White), resigns, "{moves}");
    }
}
