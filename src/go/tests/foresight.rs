//! What the board foresees of a stone, against the board after it is placed.

use super::{assert_same_board, board, point};
use crate::go::{Board, Color, Neighborhood, Point, PointSet, Size};
use crate::playout::random_move;
use crate::rng::Rng;

/// Compares every question about a point with the board after the stone.
fn compare(board: &Board, point: Point, color: Color) {
    let mut after = board.clone();
    after.play(point, color);
    let liberties = after.liberty_set(point);
    let foreseen = board.liberties_after::<8>(point, color);
    let captured = board.captures_of(point, color);
    if captured <= 1 && foreseen.count() < 8 {
        assert_eq!(
            foreseen.count(),
            liberties.len(),
            "{point} {color}\n{board}"
        );
    }
    assert!(foreseen.points().all(|at| liberties.contains(at)));
    assert_eq!(
        board.chain_size_after(point, color),
        after.chain_size(point)
    );
    assert_eq!(
        board.has_liberties_after::<2>(point, color),
        foreseen.count() >= 2
    );
    assert_eq!(
        board.has_liberties_after::<3>(point, color),
        foreseen.count() >= 3
    );
    if captured <= 1 {
        let is_in_atari = after.is_atari(point);
        assert_eq!(
            board.is_self_atari(point, color),
            is_in_atari,
            "{point}\n{board}"
        );
    }
    assert_eq!(
        board.adjacent_chains(point, !color).count(),
        board
            .neighbors(point)
            .filter(|&near| board.color_at(near) == Some(!color))
            .map(|near| board.chain_id(near))
            .collect::<PointSet>()
            .len()
    );
}

/// Compares what is known of chains with two liberties with the set of them, and with the board after
/// an extension.
fn compare_two_liberties(board: &Board, chain: Point, color: Color) {
    let liberties = board.liberty_set(chain);
    let two = board.two_liberties(chain);
    assert_eq!(two.is_some(), liberties.len() == 2, "{chain}\n{board}");
    let Some([a, b]) = two else { return };
    assert_eq!(PointSet::from_iter([a, b]), liberties);
    for (at, other) in [(a, b), (b, a)] {
        let gained = board.liberties_gained::<19>(chain, at, other, color);
        let after = board.liberties_after::<20>(at, color);
        let all: PointSet = after.points().filter(|&point| point != other).collect();
        assert_eq!(gained.points().collect::<PointSet>(), all);
    }
}

/// Compares the set of empty points around a point with those on the board, taken out in any order.
fn compare_surroundings(board: &Board, point: Point) {
    let fits = |code: Neighborhood| !code.touches(Color::Black);
    let wanted: Vec<Point> = board
        .surrounding_empty_points(point)
        .filter(|&near| fits(board.neighborhood(near)))
        .collect();
    for first in 0..wanted.len() {
        let mut around = board.empty_around(point, fits);
        assert_eq!(around.len(), wanted.len());
        let mut taken = vec![around.remove(first).unwrap()];
        assert_eq!(taken[0], wanted[first]);
        taken.extend(std::iter::from_fn(|| around.remove(0)));
        assert_eq!(taken.len(), wanted.len());
        assert!(wanted.iter().all(|point| taken.contains(point)));
    }
    assert_eq!(
        board.empty_around(point, fits).is_empty(),
        wanted.is_empty()
    );
    assert!(
        board.empty_neighbors(point).eq(board
            .neighbors(point)
            .filter(|&near| board.is_empty_at(near)))
    );
}

/// The points where the owner of a chain takes attackers, found by looking everywhere.
fn slow_counterattacks(board: &Board, chain: Point) -> PointSet {
    let color = board.color_at(chain).unwrap();
    board
        .chains(!color)
        .filter(|&attacker| board.is_atari(attacker))
        .filter(|&attacker| {
            let mut stones = board.chain(attacker);
            stones.any(|stone| {
                let mut near = board.neighbors(stone);
                near.any(|near| {
                    board.color_at(near) == Some(color)
                        && board.chain_id(near) == board.chain_id(chain)
                })
            })
        })
        .filter_map(|attacker| board.atari_liberty(attacker))
        .collect()
}

#[test]
fn what_is_foreseen_comes_true() {
    let mut rng = Rng::new(11);
    for round in 0..60 {
        let mut board = Board::new(Size::square(3 + round % 7));
        let mut color = Color::Black;
        for _ in 0..120 {
            for point in board.points().filter(|&point| board.is_empty_at(point)) {
                if board.is_playable(point, color) {
                    compare(&board, point, color);
                } else {
                    assert!(board.is_self_atari(point, color), "{point}\n{board}");
                }
            }
            for chain in board.chains(color) {
                let found = board.counterattacks::<16>(chain);
                let all = slow_counterattacks(&board, chain);
                assert!(found.points().all(|at| all.contains(at)));
                assert_eq!(found.count(), all.len(), "{chain}\n{board}");
                assert_eq!(
                    board.has_liberties::<3>(chain),
                    board.liberty_count(chain) >= 3
                );
                compare_two_liberties(&board, chain, color);
            }
            for point in board.points() {
                compare_surroundings(&board, point);
            }
            match random_move(&mut board, color, &mut rng) {
                Some(point) => board.play(point, color),
                None => board.pass(),
            }
            color = !color;
        }
    }
}

#[test]
fn a_stone_in_one_of_two_eyes_leaves_one_liberty() {
    let eyes = board(
        "X X X X X
         X . X . X
         X X X X X",
    );
    let [stone, eye] = ["A1", "B2"].map(point);
    assert!(eyes.has_liberties::<2>(stone) && !eyes.has_liberties::<3>(stone));
    assert!(!eyes.has_liberties_after::<2>(eye, Color::Black));
    assert!(eyes.is_self_atari(eye, Color::Black));
    let eyes = board(
        "X X X X X X X
         X . X . X . X
         X X X X X X X",
    );
    assert!(eyes.has_liberties::<3>(stone) && !eyes.has_liberties::<4>(stone));
    assert!(eyes.has_liberties_after::<2>(eye, Color::Black));
    assert!(!eyes.has_liberties_after::<3>(eye, Color::Black));
    assert!(!eyes.is_self_atari(eye, Color::Black));
}

#[test]
fn a_capture_of_several_stones_is_no_self_atari() {
    for (line, expected) in [(". O X .", true), (". O O X .", false)] {
        let is_self_atari = board(line).is_self_atari(point("A1"), Color::Black);
        assert_eq!(is_self_atari, expected, "{line}");
    }
}

#[test]
fn three_empty_cells_around_a_point_wall_it_in() {
    for (at, expected) in [("A3", true), ("B3", false), ("C2", true), ("B2", false)] {
        let walls = board(
            ". . X
             . . .
             O X .",
        );
        assert_eq!(walls.is_walled_in(point(at)), expected, "{at}");
    }
}

#[test]
fn a_capture_is_beside_the_neighbors_of_the_chain() {
    let atari = board(
        ". X .
         X O .",
    );
    for (at, color, expected) in [
        ("B2", Color::Black, Some("C1")),
        ("A1", Color::Black, Some("C1")),
        ("B2", Color::White, None),
        ("C2", Color::Black, None),
        ("C2", Color::White, None),
    ] {
        let capture = atari.capture_beside(point(at), color);
        assert_eq!(capture, expected.map(point), "{at} {color}");
    }
}

#[test]
fn a_board_of_another_size_is_copied_whole() {
    let small = board(
        ". X .
         X O .",
    );
    let mut copy = Board::new(Size::square(5));
    copy.copy_from(&small);
    copy.validate();
    assert_same_board(&copy, &small);
}
