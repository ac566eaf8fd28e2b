//! The speed of a network, from the empty board.

use super::{add, seconds_per_call};
use crate::eval::{BackendKind, Model};
use crate::go::{Color, Game, Rules, Size};
use crate::net::NetInput;
use std::hint::black_box;
use std::time::Duration;

/// Positions that are evaluated together.
const BATCHES: [u32; 3] = [1, 4, 16];

/// Measures a network on a back end and returns lines of `name<TAB>value<TAB>unit`: evaluations a second by the side of the
/// board and the size of the batch, and how the time of one evaluation is spent.
#[must_use]
pub fn run_network(model: &Model, backend: &BackendKind) -> String {
    let backend = backend.open(model.network());
    let mut report = String::new();
    for side in [9, 13, 19] {
        let game = Game::new(Size::square(side), Rules::default());
        let input = NetInput::of(&game, Color::Black);
        for batch in BATCHES {
            let inputs = vec![input.clone(); batch as usize];
            let seconds = seconds_per_call(|| {
                black_box(backend.evaluate(&inputs));
                batch
            });
            let name = format!("evaluations_{side}_batch_{batch}");
            add(&mut report, &name, seconds.recip(), "evaluations/s");
        }
        let times = backend.profile(&[input]);
        let total: Duration = times.iter().map(|(_, time)| *time).sum();
        for (kind, time) in times {
            let share = 100.0 * time.as_secs_f64() / total.as_secs_f64();
            add(&mut report, &format!("share_{kind}_{side}"), share, "%");
        }
    }
    report
}
