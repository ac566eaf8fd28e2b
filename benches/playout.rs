//! Games played to their end from the empty board, one thread: at random, and by the policy of the search.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kosumi::go::{Board, Color, Size};
use kosumi::playout::{Local, Trace, play_out};
use kosumi::rng::Rng;

const SEED: u64 = 1;

fn random_playouts(criterion: &mut Criterion) {
    time(criterion, "playout_random", |board, rng| {
        play_out(board, Color::Black, rng);
    });
}

fn local_playouts(criterion: &mut Criterion) {
    let local = Local::default();
    let mut trace = Trace::new();
    time(criterion, "playout_local", |board, rng| {
        trace.clear();
        local.play_out(board, Color::Black, [None; 2], rng, &mut trace);
    });
}

fn time(criterion: &mut Criterion, name: &str, mut play: impl FnMut(&mut Board, &mut Rng)) {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(1));
    for side in [9, 13, 19] {
        let start = Board::new(Size::square(side));
        let mut board = start.clone();
        let mut rng = Rng::new(SEED);
        group.bench_function(side.to_string(), |bencher| {
            bencher.iter(|| {
                board.copy_from(&start);
                play(&mut board, &mut rng);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, random_playouts, local_playouts);
criterion_main!(benches);
