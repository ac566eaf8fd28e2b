//! When a game is given up, by what a search reports.

use super::super::resign::Resignation;
use super::ask::report;
use super::{SETTLED, game_of, settings};
use crate::engine::Settings;
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

/// Returns true if a player resigns at the second search of a game that seems hopeless twice.
fn resigns(game: &Game, color: Color) -> bool {
    let mut resignation = Resignation::new(&settings());
    let report = hopeless_report(game, color);
    assert!(
        !resignation.is_due(game, color, &report),
        "the first search"
    );
    let mut later = game.clone();
    later.play(color, Move::Pass).unwrap();
    later.play(!color, Move::Pass).unwrap();
    resignation.is_due(&later, color, &report)
}

/// A game on 7x7 after a number of moves. All its stones are those of a diagram in which Black has 28
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
    // Of 49 points; the second search comes two moves later.
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

/// Black's searches of a hopeless game: the moves before each, and its chance.
type Reports<'a> = &'a [(usize, f64)];

/// Returns true if Black resigns after the last of some searches.
fn resigns_at_last(resignation: &mut Resignation, reports: Reports<'_>) -> bool {
    reports.iter().fold(false, |_, &(moves, value)| {
        let game = after_moves(moves, 60.5);
        let mut report = hopeless_report(&game, Color::Black);
        report.moves[0].value = value;
        resignation.is_due(&game, Color::Black, &report)
    })
}

#[test]
fn a_game_must_look_lost_at_two_moves_in_a_row() {
    let reports: [(Reports<'_>, bool); 9] = [
        (&[(20, 0.04), (22, 0.04)], true),
        (&[(20, 0.04), (22, 0.06)], false),
        (&[(20, 0.04), (22, 0.05)], false),
        (&[(20, 0.04), (22, 0.06), (24, 0.04)], false),
        // The same move is searched again.
        (&[(20, 0.0), (20, 0.0)], false),
        (&[(20, 0.0), (20, 0.0), (22, 0.0)], true),
        (&[(20, 0.0), (22, 0.0), (22, 0.0)], true),
        // A move in between was made without a search, or some were taken back.
        (&[(20, 0.0), (24, 0.0)], false),
        (&[(20, 0.0), (18, 0.0)], false),
    ];
    for (reports, resigns) in reports {
        let mut resignation = Resignation::new(&settings());
        assert_eq!(
            resigns_at_last(&mut resignation, reports),
            resigns,
            "{reports:?}"
        );
    }
}

#[test]
fn what_was_seen_of_another_game_is_forgotten() {
    let mut resignation = Resignation::new(&settings());
    assert!(!resigns_at_last(&mut resignation, &[(20, 0.0)]));
    resignation.forget();
    assert!(!resigns_at_last(&mut resignation, &[(22, 0.0)]));
}

#[test]
fn nobody_resigns_by_few_visits_or_without_leave() {
    let game = after_moves(20, 60.5);
    // An evaluation says more than a playout.
    for (allowed, visits, has_network, resigns) in [
        (true, 200, false, true),
        (true, 199, false, false),
        (false, 200, false, false),
        (true, 10, true, true),
        (true, 9, true, false),
        (false, 10, true, false),
    ] {
        let mut resignation = Resignation::new(&Settings {
            resign: allowed,
            ..settings()
        });
        let mut report = hopeless_report(&game, Color::Black);
        report.moves.truncate(1);
        report.moves[0].visits = visits;
        report.has_network = has_network;
        assert!(!resignation.is_due(&game, Color::Black, &report));
        let later = after_moves(22, 60.5);
        let is_due = resignation.is_due(&later, Color::Black, &report);
        assert_eq!(is_due, resigns, "{allowed} {visits} {has_network}");
    }
}

#[test]
fn a_small_search_that_promises_little_asks_for_a_larger_one() {
    let game = after_moves(20, 60.5);
    for (allowed, visits, value, wants_more) in [
        (true, 199, 0.2, true),
        (true, 200, 0.2, false),
        (true, 199, 0.25, false),
        (false, 199, 0.2, false),
    ] {
        let resignation = Resignation::new(&Settings {
            resign: allowed,
            ..settings()
        });
        let mut report = hopeless_report(&game, Color::Black);
        report.moves.truncate(1);
        report.moves[0].visits = visits;
        report.value = value;
        assert_eq!(
            resignation.wants_more(&report),
            wants_more,
            "{allowed} {visits} {value}"
        );
    }
}

#[test]
fn stones_on_the_board_are_no_points_where_territory_counts() {
    let mut game = game_of(SETTLED, "japanese", 0.5, Color::Black);
    for _ in 0..20 {
        let color = game.position().to_move();
        game.play(color, Move::Pass).unwrap();
    }
    // Black has 8 points and White 4.
    for (komi, loser) in [(3.5, Color::White), (4.5, Color::Black)] {
        game.set_komi(komi);
        assert!(resigns(&game, loser), "{loser} with komi {komi}");
        assert!(!resigns(&game, !loser), "{} with komi {komi}", !loser);
    }
}
