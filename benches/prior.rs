//! The prior of all moves over a whole game of likely moves, one thread.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kosumi::go::{Board, Color, Move, Point, Size};
use kosumi::pattern::prior::Prior;
use kosumi::rng::Rng;

const SEED: u64 = 1;

/// A position with the last two moves.
type Moment = (Board, Color, Option<Move>, Option<Move>);

/// The positions of a game of moves drawn from the prior until 70 % of the board is full.
fn game(side: u8) -> Vec<Moment> {
    let mut prior = Prior::new();
    let mut rng = Rng::new(SEED);
    let mut moves = Vec::new();
    let mut moments: Vec<Moment> = vec![(Board::new(Size::square(side)), Color::Black, None, None)];
    while let Some((board, color, last, before_last)) = moments.last().cloned() {
        if 10 * board.empty_count() < 3 * board.size().area() {
            break;
        }
        prior.moves(&board, color, last, before_last, &mut moves);
        let Some(point) = draw(&moves, &mut rng) else {
            break;
        };
        let mut next = board.clone();
        next.play(point, color);
        moments.push((next, !color, Some(Move::Play(point)), last));
    }
    moments
}

fn draw(moves: &[(Point, f32)], rng: &mut Rng) -> Option<Point> {
    let mut left = f32::from(rng.below(1000) as u16) / 1000.0;
    let drawn = moves.iter().find(|(_, probability)| {
        left -= probability;
        left < 0.0
    });
    drawn.or(moves.last()).map(|(point, _)| *point)
}

fn priors(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("prior");
    group.throughput(Throughput::Elements(1));
    for side in [9, 13, 19] {
        let moments = game(side);
        let mut prior = Prior::new();
        let mut moves = Vec::new();
        let mut next = moments.iter().cycle();
        group.bench_function(side.to_string(), |bencher| {
            bencher.iter(|| {
                let (board, color, last, before_last) = next.next().expect("a cycle");
                prior.moves(board, *color, *last, *before_last, &mut moves)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, priors);
criterion_main!(benches);
