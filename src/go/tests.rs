//! Tests of the whole of [`crate::go`]: against the naive board, against fixtures of the rule texts,
//! against numbers of the literature.

mod properties;
mod script;

use crate::go::rules::{KoRule, Rules, Suicide};
use crate::go::{Board, Color, Move, Point, Size};

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

fn point(name: &str) -> Point {
    name.parse().expect("a point")
}

/// Moves as the specification writes them: `B D4, W pass`.
fn moves(text: &str) -> Vec<(Color, Move)> {
    let read = |step: &str| {
        let (color, vertex) = step.trim().split_once(' ').expect("a color and a vertex");
        (
            color.parse().expect("a color"),
            vertex.parse().expect("a vertex"),
        )
    };
    text.split(',')
        .filter(|step| !step.trim().is_empty())
        .map(read)
        .collect()
}

/// Whether every field of two boards is the same that a player or a playout can ask for.
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

fn square(side: u8) -> Size {
    Size::square(side)
}
