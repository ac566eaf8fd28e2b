//! The inputs of networks, position by position.

#![expect(clippy::float_cmp, reason = "inputs are small exact numbers")]

use crate::go::record::Setup;
use crate::go::rules::{DeadStones, GameEnd, PRESETS, Passes, Preset, Rules, Scoring};
use crate::go::{Board, Color, Game, Move, Point, Size, Symmetry};
use crate::net::NetInput;
use crate::net::inputs::{Features, GLOBALS};
use crate::rng::Rng;
use crate::tactics::Ladders;

pub(super) fn game(diagram: &str, rules: &str) -> Game {
    let board: Board = diagram.parse().unwrap();
    let mut game = Game::new(board.size(), Preset::find(rules).unwrap().rules);
    let stones = board.points().map(|at| (at, board.color_at(at))).collect();
    let to_move = Some(Color::Black);
    game.set_up(Setup { stones, to_move }).unwrap();
    game
}

pub(super) fn play(game: &mut Game, moves: &str) {
    for mv in moves.split_whitespace() {
        let color = game.position().to_move();
        game.play(color, mv.parse().unwrap()).unwrap();
    }
}

pub(super) fn features_of(input: &NetInput) -> Features {
    let mut features = Features::default();
    input.write_features(false, &mut Ladders::with_kos_for_owner(), &mut features);
    features
}

fn features(game: &Game, color: Color) -> Features {
    features_of(&NetInput::of(game, color))
}

/// The points of a plane, as people name them, in alphabetical order.
fn plane(game: &Game, color: Color, plane: u8) -> String {
    let features = features(game, color);
    let width = usize::from(game.board().size().width());
    let mut names: Vec<String> = features
        .ones
        .iter()
        .filter(|&&(_, other)| other == plane)
        .map(|&(place, _)| {
            let (row, column) = (usize::from(place) / width, usize::from(place) % width);
            let row = usize::from(game.board().size().height()) - 1 - row;
            let at = Point::new(column as u8, row as u8).unwrap();
            Move::Play(at).to_string()
        })
        .collect();
    names.sort();
    names.join(" ")
}

#[test]
fn the_empty_board_is_a_plane_of_points_and_the_rules() {
    let game = Game::new(Size::square(9), Preset::find("tromp-taylor").unwrap().rules);
    for (color, komi, wave) in [(Color::Black, -7.5, -0.5), (Color::White, 7.5, 0.5)] {
        let features = features(&game, color);
        let points: Vec<(u16, u8)> = (0..81).map(|place| (place, 0)).collect();
        let mut ones = features.ones.clone();
        ones.sort_unstable();
        assert_eq!(ones, points);
        let mut globals = [0.0; GLOBALS];
        globals[5] = komi / 20.0;
        (globals[6], globals[7], globals[8]) = (1.0, 0.5, 1.0);
        globals[18] = wave;
        assert_eq!(features.globals, globals, "{color}");
    }
}

#[test]
fn stones_and_their_liberties_are_told() {
    let game = game(
        "
        X O . . .
        . . . . .
        . . X X .
        . O O X .
        . . . . .",
        "chinese",
    );
    for (color, planes) in [
        (
            Color::Black,
            ["A5 C3 D2 D3", "B2 B5 C2", "A5", "B5", "B2 C2"],
        ),
        (
            Color::White,
            ["B2 B5 C2", "A5 C3 D2 D3", "A5", "B5", "B2 C2"],
        ),
    ] {
        for (place, expected) in (1..).zip(planes) {
            // The white chain at B2 has four liberties, B5 two; A5 has one.
            let expected = if place == 5 { "" } else { expected };
            assert_eq!(plane(&game, color, place), expected, "{color} {place}");
        }
    }
}

#[test]
fn the_last_five_moves_are_told_as_far_as_players_moved_in_turn() {
    let mut game = Game::new(Size::square(9), PRESETS[0].rules);
    play(&mut game, "A1 B2 C3 pass E5 F6");
    let seen = |game: &Game, color| {
        let planes: Vec<String> = (9..14).map(|place| plane(game, color, place)).collect();
        let passes = features(game, color).globals[..5].to_vec();
        (planes.join("/"), passes)
    };
    assert_eq!(
        seen(&game, Color::Black),
        ("F6/E5//C3/B2".to_string(), vec![0.0, 0.0, 1.0, 0.0, 0.0])
    );
    // White moves again: her own last move is no answer to anything.
    assert_eq!(
        seen(&game, Color::White),
        ("////".to_string(), vec![0.0; 5])
    );
    game.play(Color::White, "G7".parse().unwrap()).unwrap();
    assert_eq!(seen(&game, Color::Black).0, "G7////");
    play(&mut game, "pass pass");
    assert_eq!(
        seen(&game, Color::Black),
        ("////".to_string(), vec![1.0, 0.0, 0.0, 0.0, 0.0]),
        "a game that is over has one last move"
    );
}

#[test]
fn a_pass_that_ends_the_game_is_told() {
    let mut game = Game::new(Size::square(5), PRESETS[0].rules);
    play(&mut game, "A1");
    assert!(features(&game, Color::White).globals[14] == 0.0);
    play(&mut game, "pass");
    assert!(features(&game, Color::Black).globals[14] == 1.0);
}

/// What a network is given, in an order of its own.
fn seen(game: &Game) -> Features {
    let mut seen = features(game, game.position().to_move());
    seen.ones.sort_unstable();
    seen
}

#[test]
fn a_pass_that_offers_to_stop_is_not_told_where_players_agree_on_dead_stones() {
    for preset in PRESETS {
        let rules = preset.rules;
        let mut played = Game::new(Size::square(9), rules);
        // E5 is in a ladder since the last play, so that the boards before it differ.
        play(&mut played, "D5 E5 E6 pass F5 pass E4");
        play(&mut played, "pass");
        let seen_of_play = seen(&played);
        assert_eq!(
            seen_of_play.globals[14],
            f32::from(u8::from(hides_nothing(&rules)))
        );
        // The same board without a past.
        let mut fresh = Game::new(Size::square(9), rules);
        let stones = played.board().points();
        let stones = stones.map(|at| (at, played.board().color_at(at))).collect();
        let to_move = Some(Color::Black);
        fresh.set_up(Setup { stones, to_move }).unwrap();
        let mut expected = seen(&fresh);
        // Passes and stones that were taken are in the points that a count of territory needs.
        expected.globals[5] = seen_of_play.globals[5];
        expected.globals[17] = seen_of_play.globals[17];
        expected.globals[18] = seen_of_play.globals[18];
        assert_eq!(
            seen_of_play == expected,
            !hides_nothing(&rules),
            "{}",
            preset.name
        );
        // A play makes the pass one of the last moves.
        play(&mut played, "A1");
        let after = seen(&played).globals;
        assert_eq!(
            (after[0], after[1], after[14]),
            (0.0, 1.0, 0.0),
            "{}",
            preset.name
        );
        play(&mut played, "pass pass");
        if played.position().is_over() {
            let over = seen(&played).globals;
            assert_eq!(
                (over[0], over[1], over[14]),
                (1.0, 0.0, 1.0),
                "{}",
                preset.name
            );
        }
    }
}

#[test]
fn a_pass_after_two_is_told_where_an_open_ko_keeps_the_game_going() {
    let diagram = "
        . X O . .
        X . X O .
        . X O . .
        . . . . .
        . . . . .";
    for rules in ["chinese", "japanese"] {
        let game = game(diagram, rules);
        let setup = Setup {
            stones: game
                .board()
                .points()
                .map(|at| (at, game.board().color_at(at)))
                .collect(),
            to_move: Some(Color::Black),
        };
        let rules = Rules {
            end: GameEnd::TwoPassesKoClosed,
            ..*game.rules()
        };
        let mut game = Game::new(Size::square(5), rules);
        game.set_up(setup).unwrap();
        play(&mut game, "pass pass");
        assert!(!game.position().is_over());
        // This is no offer any more.
        let globals = seen(&game).globals;
        assert_eq!((globals[0], globals[1], globals[14]), (1.0, 1.0, 1.0));
    }
}

/// Returns true if a network is given under some rules that a second pass ends the game.
fn hides_nothing(rules: &Rules) -> bool {
    let is_area = rules.scoring != Scoring::Territory || rules.passes == Passes::Stones;
    !is_area || rules.dead_stones == DeadStones::AsItStands
}

#[test]
fn which_rules_keep_a_pass_from_the_network() {
    for (rules, ends) in [
        ("tromp-taylor", 1.0),
        ("cgos", 1.0),
        ("japanese", 1.0),
        ("korean", 1.0),
        ("chinese", 0.0),
        ("aga", 0.0),
        ("aga-territory", 0.0),
        ("new-zealand", 0.0),
        ("ing", 0.0),
    ] {
        let mut game = Game::new(Size::square(9), Preset::find(rules).unwrap().rules);
        play(&mut game, "D5 pass");
        let globals = seen(&game).globals;
        assert_eq!((globals[0], globals[14]), (ends, ends), "{rules}");
    }
}

#[test]
fn points_that_ko_rules_forbid_are_told() {
    let diagram = "
        . X O . .
        X . X O .
        . X O . .
        . . . . .
        . . . . .";
    for rules in ["japanese", "tromp-taylor", "aga"] {
        let mut game = game(diagram, rules);
        game.set_to_move(Color::White);
        play(&mut game, "B4");
        assert_eq!(plane(&game, Color::Black, 6), "C4", "{rules}");
        assert_eq!(plane(&game, Color::White, 6), "", "{rules}");
        play(&mut game, "E1 D1");
        assert_eq!(plane(&game, Color::Black, 6), "", "{rules}");
    }
}

#[test]
fn ladders_are_told_with_the_moves_that_begin_them() {
    let mut game = game(
        "
        . . . . .
        . . . . .
        . . . X .
        . . X O .
        . . . . .",
        "chinese",
    );
    // Black begins at either liberty of D2, and White dies on the edge.
    let seen = |game: &Game, color| [14, 15, 16, 17].map(|place| plane(game, color, place));
    assert_eq!(seen(&game, Color::Black), ["D2", "D2", "D2", "D1 E2"]);
    assert_eq!(
        seen(&game, Color::White),
        ["D2", "D2", "D2", ""],
        "her own chain"
    );
    play(&mut game, "A3");
    assert_eq!(seen(&game, Color::White), ["D2", "D2", "D2", ""]);
    play(&mut game, "D1 A4");
    // In atari it is lost already; with D1 and C1 she had got away.
    assert_eq!(seen(&game, Color::White)[0], caught(&game));
    play(&mut game, "C1");
    assert_eq!(seen(&game, Color::Black)[0], caught(&game));
}

/// The points of all chains that a ladder catches, one question for each stone.
fn caught(game: &Game) -> String {
    let (board, mut ladders) = (game.board(), Ladders::new());
    let mut names: Vec<String> = board
        .points()
        .filter(|&at| board.color_at(at).is_some())
        .filter(|&at| {
            ladders.captures(board, at).is_some()
                || board.is_atari(at) && !ladders.escapes(board, at)
        })
        .map(|at| Move::Play(at).to_string())
        .collect();
    names.sort();
    names.join(" ")
}

#[test]
fn area_is_told_where_it_counts() {
    // Black lives with four eyes and White with three; D3 is a dame.
    let diagram = "
        . X X O .
        X . X O O
        . X X . O
        X X O O .
        . X O . O";
    let mine = |rules: &str| {
        let game = game(diagram, rules);
        [Color::Black, Color::White].map(|color| plane(&game, color, 18))
    };
    let [black, white] = mine("chinese");
    assert_eq!(black, "A1 A2 A3 A4 A5 B1 B2 B3 B4 B5 C3 C4 C5");
    assert_eq!(white, "C1 C2 D1 D2 D4 D5 E1 E2 E3 E4 E5");
    assert_eq!(mine("japanese"), ["", ""]);
    assert_eq!(mine("aga-territory"), mine("aga"));
    // Both touch the dame, so neither lives without it: only stones count.
    let [black, white] = mine("ming");
    assert_eq!(black, "A2 A4 B1 B2 B3 B5 C3 C4 C5");
    assert_eq!(white, "C1 C2 D2 D4 D5 E1 E3 E4");
}

#[test]
fn every_rule_set_is_told_as_one_that_networks_know() {
    // Repetition, suicide, territory, tax, button.
    for (rules, expected) in [
        ("tromp-taylor", [1.0, 0.5, 1.0, 0.0, 0.0, 0.0, 0.0]),
        ("cgos", [1.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0]),
        ("chinese", [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
        ("japanese", [0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0]),
        ("aga", [1.0, -0.5, 0.0, 0.0, 0.0, 0.0, 0.0]),
        ("aga-territory", [1.0, -0.5, 0.0, 0.0, 0.0, 0.0, 0.0]),
        ("aga-button", [1.0, -0.5, 0.0, 0.0, 0.0, 0.0, 1.0]),
        ("french", [1.0, -0.5, 0.0, 0.0, 0.0, 0.0, 0.0]),
        ("new-zealand", [1.0, -0.5, 1.0, 0.0, 0.0, 0.0, 0.0]),
        ("stones", [0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0]),
    ] {
        let game = Game::new(Size::square(9), Preset::find(rules).unwrap().rules);
        let globals = features(&game, Color::Black).globals;
        assert_eq!(globals[12..14], [0.0, 0.0], "no later phases");
        let found = [6, 7, 8, 9, 10, 11, 17].map(|place: usize| globals[place]);
        assert_eq!(found, expected, "{rules}");
    }
}

#[test]
fn komi_is_that_of_the_margin_by_area() {
    let komi = |game: &Game, color| features(game, color).globals[5] * 20.0;
    for (rules, moves, expected) in [
        ("chinese", "", 7.5),
        ("chinese", "A1 B1 C1", 7.5),
        // Black has played one stone more, which area counts and territory does not.
        ("japanese", "A1 B5 C1", 7.5),
        ("japanese", "A1 B5 C1 D5", 6.5),
        ("japanese", "pass B5 pass D5", 4.5),
        // A captured stone was played as well.
        ("japanese", "A1 B1 E5 A2", 6.5),
        ("aga-button", "A1 pass", 7.5),
        ("aga-button", "pass A1", 6.5),
        ("wmsg", "pass", 6.5),
        ("wmsg", "A1 B5 C1 pass", 7.5),
        // White may wait for another handicap stone.
        ("wmsg", "A1 pass", 6.5),
        ("ing", "", 7.5),
    ] {
        let mut game = Game::new(Size::square(5), Preset::find(rules).unwrap().rules);
        play(&mut game, moves);
        let found = [Color::White, Color::Black].map(|color| komi(&game, color));
        assert_eq!(found, [expected, -expected], "{rules} {moves}");
    }
    let mut game = Game::new(Size::square(5), Preset::find("chinese").unwrap().rules);
    game.set_komi(100.0);
    assert_eq!(komi(&game, Color::White), 45.0, "cut off");
}

#[test]
fn the_wave_of_komi_rises_around_what_can_be_drawn() {
    // On 25 points only odd komi can be drawn.
    for (komi, wave) in [
        (5.0, 0.0),
        (5.5, 0.5),
        (6.0, 0.0),
        (6.5, -0.5),
        (7.0, 0.0),
        (7.5, 0.5),
    ] {
        let mut game = Game::new(Size::square(5), Preset::find("chinese").unwrap().rules);
        game.set_komi(komi);
        assert_eq!(features(&game, Color::White).globals[18], wave, "{komi}");
        assert_eq!(features(&game, Color::Black).globals[18], -wave, "{komi}");
    }
}

#[test]
fn a_board_by_itself_is_that_of_a_game_that_begins_with_it() {
    let mut game = game(
        ". X O . .
         X . X O .
         X X O O .
         . . . . .
         . . . . .",
        "chinese",
    );
    game.set_komi(0.0);
    for color in Color::ALL {
        let alone = NetInput::of_board(game.board(), color, *game.rules());
        let alone = features_of(&alone);
        assert_eq!(alone, features(&game, color));
    }
}

#[test]
fn a_situation_that_becomes_later_is_that_of_the_game() {
    for preset in PRESETS {
        for seed in 0..4 {
            let mut rng = Rng::new(seed);
            let size = Size::new(4 + seed % 2, 4).unwrap();
            let mut game = Game::new(size, preset.rules);
            // From each of the last positions on.
            let mut starts = vec![NetInput::of(&game, Color::Black)];
            let mut input = starts[0].clone();
            let mut moves = Vec::new();
            for _ in 0..60 {
                let color = input.color();
                let points = game.board().points().map(Move::Play);
                let legal = points.filter(|&mv| game.check(color, mv).is_ok());
                let legal: Vec<Move> = legal.chain([Move::Pass]).collect();
                let mv = legal[rng.below(legal.len())];
                game.play(color, mv).unwrap();
                moves.push(mv);
                let seen = |input: &NetInput| {
                    let mut seen = features_of(input);
                    seen.ones.sort_unstable();
                    seen
                };
                let fresh = NetInput::of(&game, !color);
                for (start, back) in starts.iter().zip((0..starts.len()).rev()) {
                    let last = &moves[moves.len() - 1 - back..];
                    input.become_later(start, last.iter().copied());
                    input.ban(|at| game.check(!color, Move::Play(at)).is_err());
                    if game.position().is_over() {
                        input.end();
                    }
                    assert_eq!(seen(&input), seen(&fresh), "{} {seed}", preset.name);
                    assert_eq!(input.key(), fresh.key());
                }
                starts.push(fresh);
                if starts.len() > 5 {
                    starts.remove(0);
                }
                if game.position().is_over() {
                    break;
                }
            }
        }
    }
}

#[test]
fn a_board_that_is_turned_is_told_turned() {
    let mut game = game(
        "
        X O . . .
        . . . . .
        . . X X .
        . O O X .
        . . . . .",
        "chinese",
    );
    play(&mut game, "E1 A1");
    let plain = features(&game, Color::Black);
    for number in 0..8 {
        let symmetry = Symmetry::new(number, Size::square(5));
        let mut input = NetInput::of(&game, Color::Black);
        input.turn(symmetry);
        let turned = features_of(&input);
        assert_eq!(turned.globals, plain.globals);
        let moved = |&(place, plane): &(u16, u8)| {
            let place = symmetry.moved(place.into(), Size::square(5));
            (place as u16, plane)
        };
        assert_eq!(
            turned.ones,
            plain.ones.iter().map(moved).collect::<Vec<_>>()
        );
    }
}

#[test]
fn a_point_where_two_ladders_begin_is_told_once() {
    // D2 captures D3 and the two stones below it, each in a ladder.
    let mut game = Game::new(Size::square(5), Preset::find("chinese").unwrap().rules);
    play(&mut game, "C3 E2 B1 D3 D4 D1 C2 C1");
    assert_eq!(plane(&game, Color::Black, 14), "B1 C1 D1 D3");
    assert_eq!(plane(&game, Color::Black, 17), "D2");
}
