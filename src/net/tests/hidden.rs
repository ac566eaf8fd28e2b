//! What is hidden from a network when somebody asks for that, and what it sees besides.

#![expect(clippy::float_cmp, reason = "inputs are small exact numbers")]

use super::inputs::{features_of, game, play};
use crate::go::{Color, Move};
use crate::net::NetInput;

/// A ladder that the last moves have begun.
const LADDER: &str = "
    . . . . . . .
    . . . . . . .
    . . . O . . .
    . . O X . . .
    . . . O . . .
    . . . . . . .
    . . . . . . .
";

/// The places of the ones of a plane.
fn places(input: &NetInput, plane: u8) -> Vec<u16> {
    let ones = features_of(input).ones.into_iter();
    let mut places: Vec<u16> = ones
        .filter(|&(_, other)| other == plane)
        .map(|(place, _)| place)
        .collect();
    places.sort_unstable();
    places
}

#[test]
fn the_moves_before_a_position_are_hidden_and_later_ones_are_seen() {
    let mut game = game(LADDER, "tromp-taylor");
    play(&mut game, "E4 B7 pass A1");
    let color = game.position().to_move();
    let seen = NetInput::of(&game, color);
    let mut hidden = seen.clone();
    hidden.forget_past();
    assert!(places(&seen, 9).len() == 1 && features_of(&seen).globals[1] == 1.0);
    for plane in 9..14 {
        assert!(places(&hidden, plane).is_empty(), "{plane}");
    }
    assert_eq!(features_of(&hidden).globals[..5], [0.0; 5]);
    // The boards before are taken to be like this one.
    assert_ne!(places(&seen, 14), places(&seen, 16));
    for plane in [15, 16] {
        assert_eq!(places(&hidden, plane), places(&hidden, 14), "{plane}");
    }
    for plane in (0..9).chain([14, 17, 18, 19]) {
        assert_eq!(places(&hidden, plane), places(&seen, plane), "{plane}");
    }
    assert_ne!(hidden.key(), seen.key());
    let later: Vec<Move> = ["G1", "G7"].map(|mv| mv.parse().unwrap()).into();
    let mut below = hidden.clone();
    below.become_later(&hidden, later.iter().copied());
    assert!(places(&below, 9).len() == 1 && places(&below, 10).len() == 1);
    assert!(places(&below, 11).is_empty());
    let mut known = seen.clone();
    known.become_later(&seen, later.into_iter());
    assert_eq!(places(&known, 11).len(), 1);
    assert_eq!(places(&below, 16), places(&seen, 14));
}

#[test]
fn the_end_of_a_game_is_hidden_where_area_counts() {
    for (rules, is_hidden) in [("tromp-taylor", true), ("aga", true), ("japanese", false)] {
        let mut game = game(LADDER, rules);
        play(&mut game, "E4 pass");
        let mut input = NetInput::of(&game, Color::Black);
        input.go_on();
        let globals = features_of(&input).globals;
        assert_eq!(
            (globals[14], globals[0]),
            if is_hidden { (0.0, 0.0) } else { (1.0, 1.0) },
            "{rules}"
        );
        // Not so below the root.
        let mut later = input.clone();
        later.become_later(&input, [Move::Pass].into_iter());
        assert_eq!(features_of(&later).globals[0], 1.0, "{rules}");
    }
    let mut open = game(LADDER, "tromp-taylor");
    play(&mut open, "E4");
    let plain = NetInput::of(&open, Color::White);
    let mut input = plain.clone();
    input.go_on();
    assert_eq!(features_of(&input), features_of(&plain));
}

#[test]
fn an_advantage_is_that_of_the_player_to_move() {
    let game = game(LADDER, "tromp-taylor");
    for (stronger, to_move, doublings) in [
        (Color::Black, Color::Black, 0.75),
        (Color::Black, Color::White, -0.75),
        (Color::White, Color::White, 0.75),
    ] {
        let mut input = NetInput::of(&game, to_move);
        assert_eq!(features_of(&input).globals[15..17], [0.0, 0.0]);
        let plain = input.key();
        input.set_advantage(stronger, 1.5);
        assert_eq!(features_of(&input).globals[15..17], [1.0, doublings]);
        assert_ne!(input.key(), plain);
    }
}
