//! Numbers of positions, move sequences and games, computed elsewhere or by the naive board.

use super::naive::Naive;
use super::perft::{games, legal_positions, moves};
use super::{KO_RULES, SUICIDE_RULES, rules};
use crate::go::rules::{GameEnd, KoRule, PRESETS, Passes, Rules, Suicide};
use crate::go::{Board, Color, Move, Position, Size};

fn size(width: u64, height: u64) -> Size {
    Size::new(width, height).unwrap()
}

/// Legal positions of boards up to 14 points (Tromp and Farnebäck; recomputed by transfer matrix).
const LEGAL: &[(u64, u64, u64)] = &[
    (1, 1, 1),
    (1, 2, 5),
    (1, 3, 15),
    (1, 4, 41),
    (1, 5, 113),
    (1, 6, 313),
    (1, 7, 867),
    (1, 8, 2_401),
    (1, 9, 6_649),
    (1, 10, 18_413),
    (1, 11, 50_991),
    (1, 12, 141_209),
    (2, 2, 57),
    (2, 3, 489),
    (2, 4, 4_125),
    (2, 5, 35_117),
    (2, 6, 299_681),
    (2, 7, 2_557_605),
    (3, 3, 12_675),
    (3, 4, 321_689),
];

#[test]
fn legal_positions_of_small_boards() {
    for &(width, height, count) in LEGAL {
        assert_eq!(
            legal_positions(size(width, height)),
            Some(count),
            "{width}x{height}"
        );
        assert_eq!(
            legal_positions(size(height, width)),
            Some(count),
            "{height}x{width}"
        );
    }
    assert_eq!(legal_positions(size(19, 19)), None);
    assert_eq!(legal_positions(size(25, 2)), None);
}

#[test]
fn the_board_finds_the_same_positions_legal() {
    for &(width, height, count) in LEGAL
        .iter()
        .filter(|(width, height, _)| width * height <= 9)
    {
        let mut board = Board::new(size(width, height));
        assert_eq!(fillings(&mut board, 0), count, "{width}x{height}");
    }
}

/// The ways to set up the points from `from` on that leave no chain without liberty.
fn fillings(board: &mut Board, from: usize) -> u64 {
    let Some(point) = board.points().nth(from) else {
        return u64::from(board.breathless_chain().is_none());
    };
    let stones = [Some(Color::Black), Some(Color::White), None];
    let fill = |stone| {
        board.set(point, stone);
        fillings(board, from + 1)
    };
    stones.into_iter().map(fill).sum()
}

#[test]
#[ignore = "seconds"]
fn legal_positions_of_4x4_and_3x5() {
    assert_eq!(legal_positions(size(3, 5)), Some(8_180_343));
    assert_eq!(legal_positions(size(4, 4)), Some(24_318_165));
    assert_eq!(legal_positions(size(2, 8)), Some(21_826_045));
}

#[test]
#[ignore = "minutes"]
fn legal_positions_of_4x5_and_3x6() {
    assert_eq!(legal_positions(size(3, 6)), Some(208_144_601));
    assert_eq!(legal_positions(size(4, 5)), Some(1_840_058_693));
}

#[test]
fn games_on_a_line() {
    for suicide in SUICIDE_RULES {
        assert_eq!(games(size(1, 1), suicide), Some(1));
        assert_eq!(games(size(2, 1), suicide), Some(9));
        assert_eq!(games(size(1, 3), suicide), Some(907));
    }
    assert_eq!(games(size(3, 3), Suicide::Any), None);
}

#[test]
#[ignore = "a minute"]
fn games_on_1x4() {
    assert_eq!(games(size(1, 4), Suicide::Forbidden), Some(719_178_893));
    assert_eq!(
        games(size(1, 4), Suicide::SeveralStones),
        Some(2_098_407_841)
    );
    assert_eq!(games(size(4, 1), Suicide::Any), Some(2_098_407_841));
}

#[test]
#[ignore = "an hour"]
fn games_on_2x2() {
    assert_eq!(games(size(2, 2), Suicide::Forbidden), Some(386_356_909_593));
}

/// [`moves`] by the naive board, where two passes end the game.
fn naive_moves(naive: &Naive, size: Size, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    if naive.has_two_passes() {
        return 0;
    }
    let color = naive.to_move();
    let plays = size
        .points()
        .filter(|&point| naive.is_legal(color, point))
        .map(Move::Play);
    let count = |mv| {
        let mut next = naive.clone();
        next.play(color, mv);
        naive_moves(&next, size, depth - 1)
    };
    plays.chain([Move::Pass]).map(count).sum()
}

#[test]
fn perft_equals_naive_perft() {
    let depths = [
        (1, 1, 8),
        (2, 1, 9),
        (4, 1, 6),
        (2, 2, 7),
        (3, 2, 5),
        (3, 3, 4),
        (5, 4, 3),
    ];
    for (width, height, depth) in depths {
        let size = size(width, height);
        for ko in KO_RULES {
            for suicide in SUICIDE_RULES {
                let rules = rules(ko, suicide);
                let count = moves(&Position::new(size, rules), depth);
                let naive = naive_moves(&Naive::new(size, &rules), size, depth);
                assert_eq!(count, naive, "{size} to depth {depth}, {ko:?}, {suicide:?}");
            }
        }
    }
}

#[test]
fn perft_equals_naive_perft_in_every_rule_set() {
    let size = size(2, 2);
    let ends_plainly =
        |rules: &&Rules| rules.passes != Passes::Button && rules.end == GameEnd::TwoPasses;
    for rules in PRESETS
        .iter()
        .map(|preset| &preset.rules)
        .filter(ends_plainly)
    {
        let naive = naive_moves(&Naive::new(size, rules), size, 5);
        assert_eq!(moves(&Position::new(size, *rules), 5), naive);
    }
}

#[test]
fn perft_of_an_empty_board() {
    let position = Position::new(size(19, 19), Rules::default());
    assert_eq!(moves(&position, 0), 1);
    assert_eq!(moves(&position, 1), 362);
    // 361 answers to each play, 362 to the pass.
    assert_eq!(moves(&position, 2), 361 * 361 + 362);
    // After two passes no move is made.
    let none = rules(KoRule::Positional, Suicide::Any);
    assert_eq!(moves(&Position::new(size(1, 1), none), 2), 1);
    assert_eq!(moves(&Position::new(size(1, 1), none), 3), 0);
}
