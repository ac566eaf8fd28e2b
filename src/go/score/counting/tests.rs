//! Margins beside the exact count, after playouts and on the way.

use super::*;
use crate::go::rules::Preset;
use crate::go::{Move, Position, score};
use crate::playout::{play_out, random_move};
use crate::rng::Rng;

/// The margin by the exact count of a position in which no stone is dead.
fn exact_margin(game: &Game, position: &Position) -> Points {
    let none = PointSet::new();
    score::count(position, &none, &none, game.exact_komi(), 0).margin()
}

#[test]
fn a_finished_playout_counts_as_the_rules_do() {
    let mut rng = Rng::new(7);
    for (name, counted, side) in [
        ("tromp-taylor", "tromp-taylor", 9),
        ("chinese", "chinese", 13),
        ("aga", "aga", 5),
        ("ming", "ming", 7),
        // Both will fill what their groups do not need.
        ("stones", "ancient-area", 7),
    ] {
        let rules = Preset::find(name).unwrap().rules;
        let counted = Preset::find(counted).unwrap().rules;
        for _ in 0..50 {
            let game = Game::new(Size::square(side), rules);
            let mut board = game.board().clone();
            play_out(&mut board, Color::Black, &mut rng);
            let mut position = Position::from_board(board.clone(), Color::Black, counted);
            position.play_unchecked(Color::Black, Move::Pass);
            let found = Counting::of(&game).margin(&board);
            assert_eq!(found, exact_margin(&game, &position), "{board}");
        }
    }
}

#[test]
fn an_unfinished_board_counts_as_it_stands() {
    let mut rng = Rng::new(8);
    for name in ["tromp-taylor", "basic", "stones", "ming"] {
        let rules = Preset::find(name).unwrap().rules;
        for moves in 0..100 {
            let game = Game::new(Size::square(7), rules);
            let mut board = game.board().clone();
            let mut color = Color::Black;
            for _ in 0..moves {
                match random_move(&mut board, color, &mut rng) {
                    Some(at) => board.play(at, color),
                    None => board.pass(),
                }
                color = !color;
            }
            let position = Position::from_board(board.clone(), color, rules);
            let found = Counting::of(&game).margin_as_it_stands(&board);
            assert_eq!(found, exact_margin(&game, &position), "{board}");
        }
    }
}

#[test]
fn handicap_stones_are_compensated_as_the_rules_say() {
    for (rules, points) in [("chinese", 3), ("aga", 2), ("japanese", 0)] {
        let mut game = Game::new(Size::square(9), Preset::find(rules).unwrap().rules);
        game.set_komi(0.5);
        for at in ["C3", "G7", "C7"] {
            game.play(Color::Black, at.parse().unwrap()).unwrap();
        }
        assert_eq!(game.handicap(), 3);
        let handed = Counting::of(&game).handed_to_white();
        assert_eq!(handed, Points::halves(1) + Points::whole(points), "{rules}");
    }
}

#[test]
fn a_tie_goes_to_whom_the_rules_say() {
    for (rules, share) in [("chinese", 0.5), ("ing", 1.0), ("beginners-area", 0.0)] {
        let game = Game::new(Size::square(9), Preset::find(rules).unwrap().rules);
        let found = Counting::of(&game).win_share(Points::ZERO);
        assert!((found - share).abs() < f32::EPSILON, "{rules}: {found}");
    }
}
