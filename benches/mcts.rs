//! The tree search, one thread: visits from an empty tree on the empty board.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kosumi::clock::Budget;
use kosumi::eval::Evaluator;
use kosumi::go::{Color, Game, Rules, Size};
use kosumi::rng::Rng;
use kosumi::search::Overrides;
use kosumi::search::{Purpose, Request, Search};

const SEED: u64 = 1;
const VISITS: u64 = 500;
const MEMORY: u64 = 64 << 20;

fn visits(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("mcts");
    group.throughput(Throughput::Elements(VISITS));
    group.sample_size(20);
    for side in [9, 13, 19] {
        let game = Game::new(Size::square(side), Rules::default());
        let mut search = Search::new(1, MEMORY, Overrides::default(), &Evaluator::default());
        group.bench_function(side.to_string(), |bencher| {
            bencher.iter(|| {
                search.clear();
                let budget = Budget::of_visits(VISITS);
                let request = Request::new(&game, Color::Black, Purpose::Play, budget);
                search.run(request, &mut Rng::new(SEED))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, visits);
criterion_main!(benches);
