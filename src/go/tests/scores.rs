//! Counting fixtures: F23 to F28 and the numbers of text 003, as S5 and S9.

use super::{END_OF_TRIPLE_KO, board, boards, game, play, points};
use crate::go::rules::{DeadStones, Passes, Preset, Rules, Scoring, Tax};
use crate::go::score::TermKind::{DeadStones as Dead, Prisoners, Stones, Tax as Taxed, Territory};
use crate::go::score::{self, TermKind};
use crate::go::{Board, Color, Game, PointSet, Points, Position, Score, Size};

pub(super) fn preset(name: &str) -> Rules {
    Preset::find(name).unwrap().rules
}

/// Area of the position as it stands.
pub(super) fn area() -> Rules {
    preset("tromp-taylor")
}

/// The count of a board without komi, the given stones being dead.
pub(super) fn count(board: &Board, rules: Rules, dead: &str) -> Score {
    let position = Position::from_board(board.clone(), Color::Black, rules);
    score::count(&position, &points(dead), &PointSet::new(), Points::ZERO, 0)
}

/// Black's total, White's total and the number of neutral points.
pub(super) fn totals(score: &Score) -> (i32, i32, usize) {
    let [black, white] = Color::ALL.map(|color| score.total(color).as_halves() / 2);
    (black, white, score.dame)
}

/// What each player has of one kind.
pub(super) fn both(score: &Score, kind: TermKind) -> (i32, i32) {
    let [black, white] = Color::ALL.map(|color| score.term(kind, color).as_halves() / 2);
    (black, white)
}

/// Black's and White's Japanese totals without komi.
pub(super) fn japanese(board: &Board, dead: &str) -> (i32, i32) {
    let (black, white, _) = totals(&count(board, preset("japanese"), dead));
    (black, white)
}

const F23: &str = "
    9 . . X i X e . d c
    8 . X h X O . . O .
    7 . X X O O . . . O
    6 . . X X O . O O X
    5 . . X O . . O X X
    4 . x x b O O X j X
    3 . x X . O X X X X
    2 . x X O O O X f O
    1 . x a X g O X O k";

const F25: &str = "
    9 . . X X X O . . .
    8 . X . X O . . O .
    7 . X X O O . . . O
    6 . . X X O . O O X
    5 . . X O . . O X X
    4 . X O O O O X . X
    3 . . X O O X X X X
    2 . . X O O O X c O
    1 . . X X X O X O .";

#[test]
fn f23_to_f25_territory_and_score() {
    let mut game = game(&board(F23), Color::White, area());
    assert_eq!(totals(&count(game.board(), area(), "")), (26, 20, 35));
    play(&mut game, "W F9");
    assert_eq!(totals(&count(game.board(), area(), "")), (26, 33, 22));
    play(&mut game, "B D9, W C4, B B4, W D4, B C1, W D3, B E1");
    assert_eq!(*game.board(), board(F25));
    let score = count(game.board(), area(), "");
    assert_eq!(totals(&score), (44, 36, 1));
    assert_eq!(
        (both(&score, Stones), both(&score, Territory)),
        ((27, 23), (17, 13))
    );
    let score = count(game.board(), preset("korean"), "");
    assert_eq!(totals(&score).0 - totals(&score).1, 4);
    assert_eq!(
        (both(&score, Territory), both(&score, Taxed)),
        ((17, 13), (-1, -1))
    );
    assert_eq!(japanese(game.board(), ""), (16, 12));
}

#[test]
fn f25_with_the_first_pass_of_white() {
    let mut game = game(&board(F25), Color::White, preset("wmsg"));
    play(&mut game, "W pass, B pass");
    assert_eq!(game.score(&points("")).outcome().to_string(), "B+0.5");
    let mut game = super::game(&board(F25), Color::Black, preset("wmsg"));
    play(&mut game, "B pass, W pass");
    assert_eq!(game.score(&points("")).outcome().to_string(), "B+1.5");
}

#[test]
fn passes_between_handicap_stones_are_nobodys_first() {
    let end = "W E5, B pass, W pass";
    for (rules, handicap, margin) in [
        // White answers the first stone, and Black passes first: no point for White.
        ("wmsg", "B B2", 1.0 - 1.0 - 6.5),
        ("wmsg", "B B2, W pass, B D4", 2.0 - 1.0 - 6.5),
        // Two points for two handicap stones.
        ("chinese", "B B2, W pass, B D4", 2.0 - 1.0 - 7.5 - 2.0),
    ] {
        let mut game = Game::new(Size::square(5), preset(rules));
        play(&mut game, &format!("{handicap}, {end}"));
        let margin_found = game.score(&points("")).margin().as_f64();
        assert!(
            (margin_found - margin).abs() < 1e-9,
            "{rules} {handicap} {margin_found}"
        );
    }
    // Without any stone of White's it is a pass like any other.
    let mut game = Game::new(Size::square(5), preset("wmsg"));
    play(&mut game, "B B2, W pass, B pass");
    assert_eq!(game.position().first_passer(), Some(Color::White));
}

#[test]
fn f26_and_f27_seki() {
    let seki = boards(
        "5 O O X X X    5 O . X c X
         4 O O X X X    4 . O X X X
         3 O . O X .    3 X X O O O
         2 O O O X X    2 c X O . O
         1 O O c X X    1 X X O O .",
    );
    assert_eq!(totals(&count(&seki[0], area(), "")), (12, 12, 1));
    assert_eq!(japanese(&seki[0], ""), (0, 0));
    assert_eq!(totals(&count(&seki[1], area(), "")), (12, 11, 2));
    assert_eq!(japanese(&seki[1], ""), (0, 2));
    // One eye each in seki costs one point each.
    assert_eq!(
        both(&count(&seki[0], preset("ancient-area"), ""), Taxed),
        (-1, -1)
    );
}

#[test]
fn f28_final_board_of_the_triple_ko() {
    let c = board(END_OF_TRIPLE_KO);
    assert_eq!(totals(&count(&c, area(), "")), (39, 41, 1));
}

const S5: &str = "
    9 . . . O X . . . .
    8 . . . O X . . . .
    7 . . . O X . . X X
    6 . . O O X X X X O
    5 O O O O X O O O O
    4 X X X X X O . . .
    3 . . . . X O . . .
    2 . . . . X O . . .
    1 . . . . X O . . .";

#[test]
fn s5_the_same_board_in_every_way_of_counting() {
    let s5 = board(S5);
    assert_eq!(
        s5.chains(Color::Black)
            .map(|at| s5.chain_size(at))
            .collect::<Vec<_>>(),
        [18]
    );
    assert_eq!(
        s5.chains(Color::White)
            .map(|at| s5.chain_size(at))
            .collect::<Vec<_>>(),
        [9, 9]
    );
    let score = count(&s5, area(), "");
    assert_eq!(totals(&score), (40, 41, 0));
    assert_eq!(
        (both(&score, Stones), both(&score, Territory)),
        ((18, 18), (22, 23))
    );
    assert_eq!(japanese(&s5, ""), (22, 23));
    let taxed = count(&s5, preset("ancient-area"), "");
    assert_eq!(
        (totals(&taxed), both(&taxed, Taxed)),
        ((38, 37, 0), (-2, -4))
    );
    assert_eq!(
        totals(&count(&s5, preset("ancient-territory"), "")),
        (20, 19, 0)
    );
    assert_eq!(taxed.outcome().to_string(), "B+1.0");
    assert_eq!(score.outcome().to_string(), "W+1.0");
}

#[test]
fn s5_filled_up_for_stone_scoring() {
    let mut game = game(&board(S5), Color::Black, preset("stones"));
    let eyes = points("A1 J9 A9 A6 G4 J1");
    let owned = |names: &str| {
        points(names)
            .iter()
            .filter(|at| !eyes.contains(*at))
            .collect::<Vec<_>>()
    };
    let black = owned("A1 A2 A3 B1 B2 B3 C1 C2 C3 D1 D2 D3 F7 F8 F9 G7 G8 G9 H8 H9 J8 J9");
    let white = owned("A6 A7 A8 A9 B6 B7 B8 B9 C7 C8 C9 G1 G2 G3 G4 H1 H2 H3 H4 J1 J2 J3 J4");
    assert_eq!((black.len(), white.len()), (20, 19));
    for (turn, at) in black.iter().enumerate() {
        let answer = white
            .get(turn)
            .map_or("pass".to_owned(), ToString::to_string);
        play(&mut game, &format!("B {at}, W {answer}"));
    }
    play(&mut game, "B pass");
    assert!(game.position().is_over());
    assert_eq!(totals(&game.score(&points(""))), (38, 37, 0));
    assert_eq!(game.board().empty_points().collect::<PointSet>(), eyes);
}

#[test]
fn s9_dead_stones_by_agreement() {
    let s9 = board(
        "9 . . . O X . . . .
         8 . X . O X . O . .
         7 . X . O X X . X X
         6 O . O O X X X X O
         5 O O O O X O O O O
         4 X X X X X O O . .
         3 . . . . X O . . .
         2 . O . . X O . X .
         1 . . . . X O . . .",
    );
    let dead = "B8 B7 H2 G8 B2";
    assert_eq!(totals(&count(&s9, area(), "")), (22, 22, 37));
    assert_eq!(
        count(&s9, area(), dead),
        count(&s9, area(), ""),
        "no dead stones as it stands"
    );
    let score = count(&s9, preset("chinese"), dead);
    assert_eq!(totals(&score), (40, 41, 0));
    assert_eq!(
        (both(&score, Stones), both(&score, Territory)),
        ((19, 20), (21, 21))
    );
    // 21 - 3 against 21 - 2 in the text, where prisoners are filled in: the same difference.
    for name in ["japanese", "wagc", "korean", "beginners-territory"] {
        let score = count(&s9, preset(name), dead);
        assert_eq!(
            (both(&score, Territory), both(&score, Dead)),
            ((21, 21), (2, 3)),
            "{name}"
        );
        assert_eq!(
            (totals(&score), both(&score, Prisoners)),
            ((23, 24, 0), (0, 0)),
            "{name}"
        );
    }
}

#[test]
fn terms_that_passes_and_handicap_add() {
    let mut game = game(&board(S5), Color::Black, preset("aga"));
    play(&mut game, "B pass, W pass");
    assert_eq!(game.score(&points("")).margin(), Points::halves(-17));
    let mut button = Game::new(crate::go::Size::square(1), preset("aga-button"));
    play(&mut button, "B pass, W pass");
    assert!(
        !button.position().is_over(),
        "the first pass takes the button"
    );
    play(&mut button, "B pass");
    assert!(button.position().is_over());
    assert_eq!(button.score(&points("")).margin(), Points::halves(1 - 14));
    let rules = Rules {
        passes: Passes::Stones,
        scoring: Scoring::Territory,
        tax: Tax::None,
        ..area()
    };
    assert_eq!(rules.dead_stones, DeadStones::AsItStands);
    let mut game = Game::new(crate::go::Size::square(2), rules);
    play(&mut game, "B A1, W pass, B pass");
    let passed = |color| game.score(&points("")).term(TermKind::PassStones, color);
    assert_eq!(
        Color::ALL.map(passed),
        [2, 1].map(Points::whole),
        "White passes once more"
    );
}

const DEAD_STONE: &str = "
    . X . O .
    O X . O O";

#[test]
fn spaces_are_what_living_stones_of_one_player_surround() {
    let position = Position::from_board(board(DEAD_STONE), Color::Black, preset("chinese"));
    for (dead, black) in [("A1", "A1 A2"), ("", "")] {
        let spaces = score::spaces(&position, &points(dead));
        assert_eq!(spaces[Color::Black], points(black), "dead: {dead}");
        assert_eq!(spaces[Color::White], points("E2"), "dead: {dead}");
    }
}

#[test]
fn a_score_is_told_term_by_term() {
    let position = Position::from_board(board(DEAD_STONE), Color::Black, preset("chinese"));
    let score = score::count(
        &position,
        &points("A1"),
        &PointSet::new(),
        Points::halves(15),
        2,
    );
    let table = score.to_string();
    let rows = table.lines().map(|row| {
        let words: Vec<&str> = row.split_whitespace().collect();
        words.join(" ")
    });
    assert_eq!(
        rows.collect::<Vec<_>>(),
        [
            "Black White",
            "stones 2 3",
            "territory 2 1",
            "komi 0 7.5",
            "handicap compensation 0 2",
            "total 4 13.5",
            "dame 2",
            "result W+9.5",
        ]
    );
}
