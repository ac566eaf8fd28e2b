//! Tests of clocks and of thinking in the opponent's time.
//!
//! Margins are generous: they tell a program that keeps its time from one that does not look at it.

use crate::directory;
use crate::engine::{self, Engine, PLAYOUTS};
use std::thread;
use std::time::{Duration, Instant};

/// A program on a small board that is not limited in playouts.
fn conversation(settings: &[&str]) -> Engine {
    let mut engine = Engine::start(engine::command(&directory("games"), PLAYOUTS));
    for line in ["kata-set-param playouts 0", "boardsize 9"]
        .iter()
        .chain(settings)
    {
        assert!(!engine.ask(line).unwrap().is_failure(), "{line}");
    }
    engine
}

/// The number in an answer.
fn number(engine: &mut Engine, command: &str) -> f64 {
    let answer = engine.ask(command).unwrap();
    let mut words = answer.text().split_whitespace();
    words.find_map(|word| word.parse().ok()).unwrap()
}

/// Plays a game against itself of so many moves at most.
fn play(engine: &mut Engine, moves: usize) {
    for turn in 0..moves {
        let color = ["b", "w"][turn % 2];
        let mv = engine.ask(&format!("genmove {color}")).unwrap();
        if mv.text() == "resign" {
            break;
        }
    }
}

#[test]
fn a_clock_is_kept_without_being_told() {
    for settings in [
        "absolute 1",
        "canadian 0.2 0.4 5",
        "byoyomi 0.2 0.1 3",
        "fischer 0.5 0.02",
    ] {
        engine::assert_soon(Duration::from_secs(20), settings, || time_of_game(settings));
    }
}

/// Plays a game and returns how long that took, or for ever if a clock ran out, as it may on a busy machine.
fn time_of_game(settings: &str) -> Duration {
    let mut engine = conversation(&[&format!("kata-time_settings {settings}")]);
    let start = Instant::now();
    play(&mut engine, 60);
    let elapsed = start.elapsed();
    assert!(
        elapsed > Duration::from_millis(300),
        "{settings}: {elapsed:?}"
    );
    let clocks = engine.ask("kosumi-clock").unwrap();
    let is_out = clocks.text().contains(" 0.00 s");
    engine.ask("quit").unwrap();
    engine.finish().unwrap();
    if is_out { Duration::MAX } else { elapsed }
}

#[test]
fn moves_that_are_asked_for_ahead_have_their_time() {
    let mut engine = conversation(&["kata-set-param time 0.3"]);
    engine.send(b"genmove b\ngenmove w\ngomill-explain_last_move\n");
    let answers = engine.finish().unwrap().responses().unwrap();
    let text = answers.last().unwrap().text();
    let playouts = text.split_whitespace().nth(2).unwrap();
    assert!(playouts.parse::<u64>().unwrap() > PLAYOUTS.into(), "{text}");
}

#[test]
fn thinking_ahead_ends_with_the_next_line() {
    let mut engine = conversation(&["kata-set-param time 0.05", "kata-set-param pondering true"]);
    engine.ask("genmove b").unwrap();
    let before = number(&mut engine, "cputime");
    // It thinks again after each of these.
    let mut after = before;
    let begun = Instant::now();
    while after <= before + 0.05 {
        assert!(begun.elapsed() < engine::PATIENCE, "{before} to {after}");
        engine::assert_soon(Duration::from_secs(1), "the next line", || {
            thread::sleep(Duration::from_millis(300));
            let start = Instant::now();
            after = number(&mut engine, "cputime");
            start.elapsed()
        });
    }
    // The position of the opponent's move is known well, wherever he plays.
    engine.ask("genmove w").unwrap();
    engine.ask("undo").unwrap();
    let before = number(&mut engine, "cputime");
    thread::sleep(Duration::from_millis(300));
    let after = number(&mut engine, "cputime");
    assert!(after < before + 0.05, "{before} to {after} after an undo");
    engine.ask("genmove w").unwrap();
    // By itself it would think for ten minutes.
    engine.ask("quit").unwrap();
    engine.finish().unwrap();
}

#[test]
fn thinking_ahead_ends_with_the_game_and_the_input() {
    let settings = ["kata-set-param pondering true", "kata-set-param time 0.05"];
    let mut engine = conversation(&settings);
    engine.ask("genmove b").unwrap();
    engine.ask("kgs-game_over").unwrap();
    let before = number(&mut engine, "cputime");
    thread::sleep(Duration::from_millis(300));
    assert!(number(&mut engine, "cputime") < before + 0.05);
    engine.ask("genmove w").unwrap();
    engine.finish().unwrap();
}
