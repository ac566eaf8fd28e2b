//! A game as controllers lead it: setups, turns, lenient moves, beginning again.

use super::{board, game, play, point, rules, step};
use crate::go::record::Setup;
use crate::go::rules::{KoRule, Preset, Suicide};
use crate::go::{Color, Game, IllegalMove, Move, NothingToUndo, Rules, Size, Strictness};

fn new_game() -> Game {
    Game::new(Size::square(5), Rules::default())
}

#[test]
fn a_setup_gives_white_the_turn_only_for_black_stones_before_the_first_move() {
    let black = ("A1", Some(Color::Black));
    let white = ("E5", Some(Color::White));
    for (moves, stones, expected) in [
        ("", &[][..], Color::Black),
        ("", &[black], Color::White),
        ("", &[black, white], Color::Black),
        ("B C3, W pass", &[black], Color::Black),
        ("B C3", &[white], Color::White),
    ] {
        let mut game = new_game();
        if !moves.is_empty() {
            play(&mut game, moves);
        }
        let setup = Setup {
            stones: stones
                .iter()
                .map(|&(at, stone)| (point(at), stone))
                .collect(),
            to_move: None,
        };
        game.set_up(setup).unwrap();
        let to_move = game.position().to_move();
        assert_eq!(to_move, expected, "'{moves}' {stones:?}");
    }
}

#[test]
fn stones_live_after_a_dispute_as_the_rules_say() {
    let at_once = "B C3, W D4, B pass, W pass, B pass, W pass";
    let later = "B C3, W D4, B pass, W pass, B C4, W pass, B pass";
    for (rules, first, at_once_all, later_all) in [
        ("tromp-taylor", true, true, true),
        ("chinese", false, false, false),
        ("wagc", false, false, false),
        ("japanese", false, false, false),
        ("new-zealand", false, false, false),
        ("aga", false, true, false),
        ("french", false, true, false),
        // The first pass takes the button, so the fourth is the third that counts.
        ("aga-button", false, false, false),
        ("ing", false, true, false),
        ("beginners-territory", false, true, false),
        ("simplified-ing", false, true, true),
        ("wmsg", false, true, true),
    ] {
        let rules = Preset::find(rules).unwrap();
        let all_live = |moves: &str| {
            let mut game = Game::new(Size::square(5), rules.rules);
            play(&mut game, moves);
            game.position().all_live()
        };
        let stopped = "B C3, W D4, B pass, W pass";
        let found = [stopped, at_once, later].map(all_live);
        assert_eq!(found, [first, at_once_all, later_all], "{}", rules.name);
        // One pass more is not yet the next stop.
        assert_eq!(all_live("B pass, W pass, B pass"), first, "{}", rules.name);
    }
}

#[test]
fn a_record_tells_the_handicap_if_there_is_one() {
    for (moves, handicap) in [
        ("B C3, W D4", None),
        ("B C3, B D4, W B2", Some(2)),
        ("B C3, B pass, W B2", None),
        ("B C3, W pass, B D4, W pass, B B2, W A1", Some(3)),
        ("B C3, W pass, B pass", None),
    ] {
        let mut game = new_game();
        play(&mut game, moves);
        assert_eq!(game.record().handicap, handicap, "{moves}");
    }
}

#[test]
fn a_cleared_game_keeps_rules_and_komi_alone() {
    let rules = Preset::find("japanese").unwrap().rules;
    let mut game = game(&board("X . .\n. . .\n. . ."), Color::White, rules);
    game.set_komi(5.5);
    play(&mut game, "W B2, B C3");
    game.clear(Size::square(7));
    let mut fresh = Game::new(Size::square(7), rules);
    fresh.set_komi(5.5);
    assert_eq!(game.board(), fresh.board());
    assert_eq!(game.position().to_move(), Color::Black);
    assert_eq!(game.rules(), fresh.rules());
    assert_eq!(game.record(), fresh.record());
    assert_eq!(game.undo(1), Err(NothingToUndo));
}

#[test]
fn lenient_moves_may_be_suicide_of_several_stones_or_retake_a_ko() {
    let start = board(
        "X X X X .
         O . X . X",
    );
    let strict = game(
        &start,
        Color::White,
        rules(KoRule::Simple, Suicide::Forbidden),
    );
    for (mv, strictly, leniently) in [
        ("W B1", Err(IllegalMove::Suicide(point("B1"))), true),
        ("W D1", Err(IllegalMove::Suicide(point("D1"))), false),
        ("W C1", Err(IllegalMove::Occupied(point("C1"))), false),
        ("W F1", Err(IllegalMove::OffBoard(point("F1"))), false),
        ("W pass", Ok(()), true),
    ] {
        let (color, mv) = step(mv);
        assert_eq!(strict.check(color, mv), strictly);
        let mut lenient = strict.clone();
        assert_eq!(lenient.play_leniently(color, mv).is_ok(), leniently, "{mv}");
        assert_eq!(lenient.moves().len(), usize::from(leniently), "{mv}");
    }
    let mut ko = Game::new(Size::new(4, 1).unwrap(), *strict.rules());
    play(&mut ko, "B B1, W C1, B D1");
    let (color, retake) = step("W C1");
    assert_eq!(ko.check(color, retake), Err(IllegalMove::Ko(point("C1"))));
    assert_eq!(ko.play_leniently(color, retake), Ok(()));
}

#[test]
fn a_turn_that_is_given_away_lasts_until_undo() {
    let mut game = new_game();
    play(&mut game, "B C3, W D4");
    game.set_to_move(Color::White);
    assert_eq!(game.position().to_move(), Color::White);
    assert_eq!(game.moves().len(), 2, "no pass is made");
    game.undo(2).unwrap();
    assert_eq!(game.position().to_move(), Color::Black);
}

#[test]
fn the_last_moves_are_those_since_the_setup() {
    let mut game = new_game();
    let play_c3 = Some(Move::Play(point("C3")));
    assert_eq!(game.last_moves(), [None, None]);
    play(&mut game, "B C3");
    assert_eq!(game.last_moves(), [play_c3, None]);
    play(&mut game, "W pass");
    assert_eq!(game.last_moves(), [Some(Move::Pass), play_c3]);
    game.set_up(Setup::default()).unwrap();
    assert_eq!(game.last_moves(), [None, None]);
}

#[test]
fn handicap_stones_are_what_a_record_names_or_what_black_begins_with() {
    for (named, setup, moves, expected) in [
        (None, "A1 B1", "W C3", 2),
        (None, "A1 B1", "", 2),
        (None, "A1 B1", "B C3, W D4", 0),
        (None, "", "B A1, W pass, B B1, W C3", 2),
        (None, "", "B A1, W C3", 0),
        (Some(0), "A1 B1", "W C3", 0),
        (Some(2), "A1", "B B1, W C3", 2),
        (Some(1), "", "B A1, W C3", 1),
    ] {
        let mut game = new_game();
        if !setup.is_empty() {
            let points: Vec<_> = setup.split(' ').map(point).collect();
            let setup = Setup {
                to_move: None,
                ..Setup::handicap(&points)
            };
            game.set_up(setup).unwrap();
        }
        if !moves.is_empty() {
            play(&mut game, moves);
        }
        let mut record = game.record();
        record.handicap = named;
        let rules = Preset::find("chinese").unwrap().rules;
        let mut again = Game::replay(&record, rules, usize::MAX, Strictness::Strict).unwrap();
        let name = format!("{named:?} {setup} {moves}");
        assert_eq!(again.handicap(), expected, "{name}");
        // What is written says the same, and another game begins without it.
        let written = Game::replay(&again.record(), rules, usize::MAX, Strictness::Strict);
        assert_eq!(written.unwrap().handicap(), expected, "{name}");
        again.clear(Size::square(5));
        assert_eq!(again.handicap(), 0);
    }
}

#[test]
fn a_record_is_cut_before_what_cannot_be_played() {
    let mut game = new_game();
    play(&mut game, "B C3, W D4, B B2");
    let mut record = game.record();
    let rules = Rules::default();
    assert_eq!(Game::cut_to_possible(&mut record, rules), Ok(None));
    record.nodes.swap(1, 2);
    record.nodes[1] = record.nodes[0].clone();
    let reason = Game::cut_to_possible(&mut record, rules).unwrap().unwrap();
    assert_eq!(reason.to_string(), "move 2: C3 is occupied");
    assert_eq!(record.moves().count(), 1);
    assert_eq!(Game::cut_to_possible(&mut record, rules), Ok(None));
}

#[test]
fn there_is_one_zero() {
    let mut game = new_game();
    game.set_komi(-0.0);
    assert_eq!(game.komi().to_string(), "0");
    let mut record = game.record();
    record.komi = Some(-0.0);
    let game = Game::replay(&record, Rules::default(), 0, Strictness::Strict).unwrap();
    assert!(game.komi().is_sign_positive());
}
