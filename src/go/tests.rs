//! Tests of the whole of [`crate::go`]: against the naive board, against fixtures of the rule texts,
//! against numbers of the literature.

mod counts;
mod fixtures;
mod foresight;
mod games;
mod japanese;
mod laws;
mod naive;
mod perft;
mod properties;
mod scores;
mod script;
mod superko;

use crate::go::record::Setup;
use crate::go::rules::{KoRule, Rules, Suicide};
use crate::go::{Board, Color, Game, Move, Point, PointSet, Points};
use proptest::test_runner::Config as ProptestConfig;

const KO_RULES: [KoRule; 4] = [
    KoRule::Simple,
    KoRule::Positional,
    KoRule::Situational,
    KoRule::NaturalSituational,
];

const SUICIDE_RULES: [Suicide; 3] = [Suicide::Forbidden, Suicide::SeveralStones, Suicide::Any];

/// Tromp-Taylor with other rules of repetition and suicide.
fn rules(ko: KoRule, suicide: Suicide) -> Rules {
    Rules {
        ko,
        suicide,
        ..Rules::default()
    }
}

/// A number of points on the board as a score.
fn whole(count: usize) -> Points {
    Points::whole(i32::try_from(count).expect("a board"))
}

fn point(name: &str) -> Point {
    name.parse().expect("a point")
}

fn points(names: &str) -> PointSet {
    names.split_whitespace().map(point).collect()
}

/// A move as the specification writes it: `B D4`, `W pass`.
fn step(text: &str) -> (Color, Move) {
    let (color, vertex) = text.trim().split_once(' ').expect("a color and a vertex");
    (
        color.parse().expect("a color"),
        vertex.parse().expect("a vertex"),
    )
}

fn board(diagram: &str) -> Board {
    diagram.parse().expect("a diagram")
}

/// The boards of diagrams side by side, each row of each with its number.
fn boards(diagrams: &str) -> Vec<Board> {
    let mut texts: Vec<String> = Vec::new();
    for line in diagrams.lines() {
        let mut index = 0;
        for word in line.split_whitespace() {
            let is_number = word.parse::<u8>().is_ok();
            index += usize::from(is_number);
            texts.resize(texts.len().max(index), String::new());
            texts[index - 1] += if is_number { "\n" } else { word };
        }
    }
    texts.iter().map(|text| board(text)).collect()
}

/// G1 is a dame that puts who fills it in atari. Black can prepare it at E1, White at G4. White's stones at C3 and D3 are
/// dead.
pub(crate) const DAME_TO_PREPARE: &str = "
    . . X X O . .
    . . X O O . .
    . . X O . O .
    . . X X O O .
    . X O O X X O
    . . X . X O O
    . . . . . X .";

/// White's chain and the black one inside of it share E2 and E3, and neither can take the other.
pub(crate) const SEKI: &str = "
    . X . X X X X
    X X X X X X X
    O O O O O O X
    O X X X . O X
    O X X X . O X
    O O O O O O X";

/// The last board of a triple ko, with White to move (F28 c).
pub(crate) const END_OF_TRIPLE_KO: &str = "
    . . . . . . . . .
    X X X X X X X . .
    O O O O O O X . .
    . O . O X O X X .
    O X O X . X O X .
    X X X X X X O X X
    . O O O O O O O O
    O O . O . O . O .
    . O O O O O O O O";

/// A game from a diagram.
pub(crate) fn game(start: &Board, to_move: Color, rules: Rules) -> Game {
    let stones = start
        .points()
        .map(|point| (point, start.color_at(point)))
        .collect();
    let mut game = Game::new(start.size(), rules);
    game.set_up(Setup {
        stones,
        to_move: Some(to_move),
    })
    .expect("a diagram of living chains");
    game
}

/// Makes moves written as `B D4, W pass`, each of which must be legal.
fn play(game: &mut Game, moves: &str) {
    for text in moves.split(',') {
        let (color, mv) = step(text);
        let result = game.play(color, mv);
        assert_eq!(result, Ok(()), "{text}\n{}", game.board());
    }
}

fn is_legal(game: &Game, text: &str) -> bool {
    let (color, mv) = step(text);
    game.check(color, mv).is_ok()
}

/// Asserts that two boards agree in everything that a player or a playout can ask for.
fn assert_same_board(a: &Board, b: &Board) {
    assert_eq!(a, b);
    assert_eq!(
        (a.hash(), a.ko(), a.empty_count()),
        (b.hash(), b.ko(), b.empty_count())
    );
    assert!(
        a.empty_points().eq(b.empty_points()),
        "order of empty points"
    );
    for color in Color::ALL {
        assert_eq!(a.stone_count(color), b.stone_count(color));
        assert_eq!(a.captured_by(color), b.captured_by(color));
    }
    for point in a.points() {
        assert_eq!(a.neighborhood(point), b.neighborhood(point));
        assert_eq!(a.chain_id(point), b.chain_id(point));
        assert!(a.chain(point).eq(b.chain(point)), "chain at {point}");
    }
}

/// How long the properties are tried.
fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 400,
        max_shrink_iters: 20_000,
        failure_persistence: None, // a failure found becomes a test of its own
        ..ProptestConfig::default()
    }
}

fn play_all(board: &mut Board, moves: &[(Color, Move)]) {
    for &(color, mv) in moves {
        match mv {
            Move::Play(point) => board.play(point, color),
            Move::Pass => board.pass(),
        }
    }
}

/// A color of a diagram in one of its [forms](forms()).
pub(crate) fn in_form(color: Color, is_swapped: bool) -> Color {
    if is_swapped { !color } else { color }
}

/// A diagram in its eight symmetric forms, each in both colors. The flags are true where the colors are swapped.
pub(crate) fn forms(diagram: &str) -> Vec<(Board, bool)> {
    fn swapped(cell: &str) -> &str {
        match cell {
            "X" => "O",
            "O" => "X",
            other => other,
        }
    }
    let rows = diagram.trim().lines();
    let mut rows: Vec<Vec<&str>> = rows.map(|row| row.split_whitespace().collect()).collect();
    let board = |rows: &[Vec<&str>], cell: fn(&str) -> &str| -> Board {
        let row = |cells: &Vec<&str>| {
            cells
                .iter()
                .copied()
                .map(cell)
                .collect::<Vec<_>>()
                .join(" ")
        };
        let rows: Vec<String> = rows.iter().map(row).collect();
        rows.join("\n").parse().unwrap()
    };
    let mut forms = Vec::new();
    for turn in 0..8 {
        forms.push((board(&rows, |cell| cell), false));
        forms.push((board(&rows, swapped), true));
        // Turned by a quarter, and once mirrored.
        rows = (0..rows[0].len())
            .map(|column| rows.iter().rev().map(|row| row[column]).collect())
            .collect();
        if turn == 3 {
            rows.reverse();
        }
    }
    forms
}
