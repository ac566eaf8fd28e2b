//! Uniformly random games to the end, one thread.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kosumi::go::{Board, Color, Size};
use kosumi::playout::play_out;
use kosumi::rng::Rng;

const SEED: u64 = 1;

fn random_playouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("playout_random");
    group.throughput(Throughput::Elements(1));
    for side in [9, 13, 19] {
        let start = Board::new(Size::square(side));
        let mut board = start.clone();
        let mut rng = Rng::new(SEED);
        group.bench_function(side.to_string(), |bencher| {
            bencher.iter(|| {
                board.copy_from(&start);
                play_out(&mut board, Color::Black, &mut rng)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, random_playouts);
criterion_main!(benches);
