//! Exact solutions of small boards: the second means by which `play/*.tst` is checked.
//!
//! | file | what |
//! |---|---|
//! | [`grid`] | stones as bits, Tromp-Taylor play and score, unconditional life |
//! | [`search`] | who wins the whole game under positional superko |
//! | [`ladder`] | whether a chain is caught by atari after atari, on boards that are too large for the bits |
//! | [`capture`] | whether stones are captured by any play, with kos won by a player: what `kosumi solve` proves |
//!
//! Nothing here uses kosumi's board or its reading (`kosumi::tactics`), not even for ladders: the player
//! whose moves `play/*.tst` judges is guided by that reading, so a fault of it would pass unseen if it
//! proved the expectations, too. For the same reason the two are worth comparing, which the tests below do.

pub(crate) mod capture;
pub(crate) mod grid;
pub(crate) mod ladder;
pub(crate) mod search;

use std::fs;

use grid::{BLACK, Grid, Stones, WHITE};
use kosumi::go::{Board, Color, Game, Move, Point, PointSet, Rules, Size, Strictness};
use kosumi::rng::Rng;
use kosumi::sgf;
use kosumi::tactics::Ladders;
use search::{Solver, Value};

use crate::files_of;
use crate::proofs::{bit_of, cell_of, index_of, ladder_of, stones_of};

/// Both boards through a random game: the same stones, legal moves and scores.
fn compare_random_game(size: Size, rng: &mut Rng) {
    let grid = Grid::new(size.width().into(), size.height().into()).unwrap();
    let mut game = Game::new(size, Rules::default());
    let mut line = vec![Stones::NONE];
    for at in 0..3 * size.area() {
        let color = Color::ALL[at % 2];
        let legal: Vec<_> = game.position().legal_points(color).collect();
        let solver = Solver::new(grid, 1, &line, 0);
        assert_eq!(solver.legal(at % 2).len(), legal.len());
        let Some(&point) = legal.get(rng.below(legal.len())) else {
            break;
        };
        game.play(color, Move::Play(point)).unwrap();
        let bit = bit_of(&grid, point);
        assert_eq!(grid.place(bit), (point.column().into(), point.row().into()));
        line.push(grid.play(line[line.len() - 1], at % 2, bit));
        let stones = stones_of(&grid, game.board());
        assert_eq!(line.last(), Some(&stones));
        game.set_komi(0.0);
        let margin = game.score(&PointSet::new()).margin().as_f64();
        assert!((margin - f64::from(grid.score(stones))).abs() < 0.1);
    }
}

#[test]
fn two_boards_agree() {
    let mut rng = Rng::new(1);
    for (width, height) in [(1, 4), (2, 2), (3, 2), (4, 4), (5, 3), (9, 9), (10, 11)] {
        for _ in 0..20 {
            compare_random_game(Size::new(width, height).unwrap(), &mut rng);
        }
    }
}

/// Both readers of ladders about every chain of one or two liberties; how many are caught and get away.
fn compare_ladders(board: &Board, ladders: &mut Ladders) -> [usize; 2] {
    let mut counts = [0; 2];
    for owner in Color::ALL {
        let index = index_of(owner);
        for chain in board.chains(owner) {
            let (cells, ladder) = ladder_of(board, chain, owner);
            let is_caught_by = |at| ladder.is_captured_after(&cells, 1 - index, at);
            let is_caught = match board.liberty_count(chain) {
                1 => {
                    let is_caught = !ladders.escapes(board, chain);
                    assert_eq!(is_caught, is_caught_by(None), "{chain}\n{board}");
                    is_caught
                }
                2 => {
                    let liberties = board.two_liberties(chain).unwrap();
                    let traps = ladders.traps_at_both(board, chain);
                    for (at, traps) in liberties.into_iter().zip(traps) {
                        let truth =
                            board.is_playable(at, !owner) && is_caught_by(Some(cell_of(board, at)));
                        assert_eq!(traps, truth, "{chain} {at}\n{board}");
                    }
                    traps.contains(&true)
                }
                _ => continue,
            };
            counts[usize::from(!is_caught)] += 1;
        }
    }
    counts
}

#[test]
fn two_readers_of_ladders_agree() {
    let mut rng = Rng::new(2);
    let mut ladders = Ladders::new();
    let mut counts = [0; 2];
    for _ in 0..100 {
        let mut board = Board::new(Size::square(9));
        for at in 0..60 {
            let color = Color::ALL[at % 2];
            let legal = board
                .empty_points()
                .filter(|&at| board.is_playable(at, color));
            let legal: Vec<Point> = legal.collect();
            board.play(legal[rng.below(legal.len())], color);
            // The readers of the tests do not know which ko was taken just now.
            let mut calm = board.clone();
            calm.pass();
            let found = compare_ladders(&calm, &mut ladders);
            counts = [counts[0] + found[0], counts[1] + found[1]];
        }
    }
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
}

#[test]
fn two_readers_agree_on_long_ladders() {
    let mut ladders = Ladders::new();
    let mut counts = [0; 2];
    for path in files_of("play/sgf", "sgf") {
        let record = sgf::read_first(&fs::read(&path).unwrap()).unwrap();
        let game = Game::replay(&record, Rules::default(), usize::MAX, Strictness::Strict).unwrap();
        if game.board().size() == Size::square(19) {
            let found = compare_ladders(game.board(), &mut ladders);
            counts = [counts[0] + found[0], counts[1] + found[1]];
        }
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

/// The first moves that win an empty board for Black at a komi, doubled; 0 is a pass.
fn winning_first_moves(width: u32, height: u32, doubled_komi: i32) -> Vec<(u32, u32)> {
    let grid = Grid::new(width, height).unwrap();
    let mut solver = Solver::new(grid, doubled_komi, &[Stones::NONE], 3_000_000);
    let mut moves = solver.legal(BLACK);
    moves.push(0);
    moves.retain(|&point| match solver.value_of(BLACK, point, false) {
        Value::Unknown => panic!("{:?} is not solved", grid.place(point)),
        value => value == Value::Win,
    });
    moves.into_iter().map(|point| grid.place(point)).collect()
}

#[test]
fn known_values_are_found() {
    // spec: 1x3 +3, 2x4 +8, 3x3 +9, each by the middle alone.
    assert_eq!(winning_first_moves(3, 1, 5), [(1, 0)]);
    assert_eq!(winning_first_moves(3, 3, 17), [(1, 1)]);
    assert_eq!(
        winning_first_moves(4, 2, 15),
        [(1, 0), (2, 0), (1, 1), (2, 1)]
    );
    assert!(winning_first_moves(3, 1, 7).is_empty());
}

#[test]
fn living_stones_are_counted() {
    let grid = Grid::new(4, 2).unwrap();
    let [a1, c1] = [0, 2].map(|column| grid.point(column, 0));
    let top = (0..4).fold(0, |row, column| row | grid.point(column, 1));
    let alive = |black, white, color| {
        let (alive, regions) = grid.alive(Stones([black, white]), color);
        (alive.count_ones(), regions.len())
    };
    // One eye; two; the same with a stone in the larger one.
    assert_eq!(alive(top, 0, BLACK), (0, 0));
    assert_eq!(alive(top | c1, 0, BLACK), (5, 2));
    assert_eq!(alive(top | c1, a1, BLACK), (5, 2));
    assert_eq!(alive(top | c1, a1, WHITE), (0, 0));
}
