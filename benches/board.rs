//! The cost of copying a board and of making checked moves.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use kosumi::clock::Budget;
use kosumi::engine::{Engine, PlayerKind, Settings};
use kosumi::go::{Board, Color, Game, Position, Rules, Size};
use kosumi::search::{Purpose, Request};
use std::hint::black_box;

const SEED: u64 = 1;

/// A whole game of random moves.
fn random_game(side: u8) -> Game {
    let mut game = Game::new(Size::square(side), Rules::default());
    let kind = PlayerKind::find("random").expect("a player");
    let mut engine = Engine::new(kind, SEED, &Settings::default());
    let mut color = Color::Black;
    while !game.position().is_over() && game.moves().len() < 2 * game.board().size().area() {
        let request = Request::new(&game, color, Purpose::Play, Budget::default());
        let mv = engine.think(request).choice.mv;
        game.play(color, mv).expect("a legal move");
        color = !color;
    }
    game
}

fn copy(criterion: &mut Criterion) {
    for side in [9, 13, 19] {
        let board = random_game(side).position_after(40).board().clone();
        let mut target = Board::new(board.size());
        criterion.bench_function(&format!("copy_{side}"), |bencher| {
            bencher.iter(|| target.copy_from(black_box(&board)));
        });
    }
}

/// Moves checked for positional superko and made, from the first to the last of a game.
fn checked_moves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("superko_game");
    for side in [9, 19] {
        let game = random_game(side);
        group.throughput(Throughput::Elements(game.moves().len() as u64));
        group.bench_function(side.to_string(), |bencher| {
            let start = || Position::new(game.board().size(), *game.rules());
            bencher.iter_batched(
                start,
                |mut position| {
                    for &(color, mv) in game.moves() {
                        position.play(color, mv).expect("a legal game");
                    }
                    position
                },
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, copy, checked_moves);
criterion_main!(benches);
