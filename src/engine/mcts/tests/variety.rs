//! How games with a network differ.

use super::super::vary::vary;
use super::super::{Settings, Temperature};
use super::ask::report;
use super::{name, settings};
use crate::clock::Budget;
use crate::engine::{Alternatives, Choice, Engine};
use crate::eval::Model;
use crate::go::{Color, Game, Move, Rules, Size};
use crate::rng::Rng;
use crate::search::{MoveReport, Purpose, Report, Request};
use std::collections::HashSet;

fn empty_game() -> Game {
    Game::new(Size::square(9), Rules::default())
}

/// A report with some moves and their visits, with a network or with playouts.
fn report_with(game: &Game, moves: &[(&str, u32)], has_network: bool) -> Report {
    let mut report = report(&settings(), game, Color::Black, 20);
    let found = |&(mv, visits): &(&str, u32)| MoveReport {
        mv: name(mv),
        visits,
        play_selection: visits.into(),
        ..report.moves[0].clone()
    };
    report.moves = moves.iter().map(found).collect();
    report.has_network = has_network;
    report
}

/// How often each move takes the place of the best one.
fn counts(game: &Game, report: &Report, best: &str) -> Vec<usize> {
    let choose = |seed| {
        let found = Alternatives {
            best: Choice::at_once(name(best)),
            game,
            color: Color::Black,
            report,
        };
        vary(found, &Temperature::default(), &mut Rng::new(seed)).mv
    };
    let chosen: Vec<Move> = (0..1000).map(choose).collect();
    let count = |found: &MoveReport| chosen.iter().filter(|mv| **mv == found.mv).count();
    report.moves.iter().map(count).collect()
}

#[test]
fn openings_with_a_network_vary_by_play_selection_values() {
    let mut game = empty_game();
    let moves = [("E5", 100), ("C3", 50), ("G3", 10)];
    let seen = report_with(&game, &moves, true);
    // The squares: 10,000, 2,500 and 100.
    let found = counts(&game, &seen, "E5");
    assert!(
        (720..870).contains(&found[0]) && (140..260).contains(&found[1]),
        "{found:?}"
    );
    // Visits of a move that turned out worse say nothing.
    let mut worse = seen.clone();
    worse.moves[1].play_selection = 1.0;
    assert!(counts(&game, &worse, "E5")[1] < 10);
    // Another reason than the search has chosen.
    assert_eq!(counts(&game, &seen, "C3"), [0, 1000, 0]);
    let passing = report_with(&game, &[("pass", 100), ("C3", 90)], true);
    assert_eq!(counts(&game, &passing, "pass"), [1000, 0]);
    // Playouts differ by themselves.
    let played = report_with(&game, &moves, false);
    assert_eq!(counts(&game, &played, "E5"), [1000, 0, 0]);
    for _ in 0..30 {
        game.play(game.position().to_move(), Move::Pass).unwrap();
    }
    assert_eq!(counts(&game, &seen, "E5"), [1000, 0, 0]);
}

#[test]
fn a_choice_with_a_network_varies_only_where_games_are_to_differ() {
    // Many first moves are about as good.
    let game = Game::new(Size::square(19), Rules::default());
    let settings = Settings {
        model: Some(Model::Own),
        ..settings()
    };
    let choices = |varies| -> HashSet<String> {
        let choose = |seed| {
            let request = Request {
                varies,
                ..Request::new(&game, Color::Black, Purpose::Play, Budget::of_visits(20))
            };
            let thought = Engine::tree_search(seed, &settings).think(request);
            thought.choice.mv.to_string()
        };
        (0..12).map(choose).collect()
    };
    let (varied, best) = (choices(true), choices(false));
    assert!(varied.len() > best.len(), "{varied:?} {best:?}");
}

#[test]
fn the_choice_is_freest_at_the_first_move() {
    let mut game = empty_game();
    for expected in [0.5, 0.25, 0.125] {
        let found = Temperature::default().at(&game);
        assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        for _ in 0..9 {
            game.play(game.position().to_move(), Move::Pass).unwrap();
        }
    }
}
