//! The speed of a network, from the empty board.

use super::{add, seconds_per_call};
use crate::go::{Color, Game, Rules, Size};
use crate::net::{Desk, Instructions, Network, Situation, Work};
use std::hint::black_box;
use std::time::Duration;

/// Positions that are evaluated together.
const BATCHES: [u32; 3] = [1, 4, 16];

/// Measures a network with an instruction set and returns lines of `name<TAB>value<TAB>unit`: evaluations a second by the side
/// of the board and the size of the batch, and how the time of one evaluation is spent.
#[must_use]
pub fn run_network(network: &Network, instructions: Instructions) -> String {
    let mut report = String::new();
    for side in [9, 13, 19] {
        let game = Game::new(Size::square(side), Rules::default());
        for batch in BATCHES {
            let situations = vec![Situation::of(&game, Color::Black); batch as usize];
            let mut desk = Desk::new(instructions);
            let seconds = seconds_per_call(|| {
                black_box(network.evaluate(&situations, &mut desk));
                batch
            });
            let name = format!("evaluations_{side}_batch_{batch}");
            add(&mut report, &name, seconds.recip(), "evaluations/s");
        }
        add_shares(
            &mut report,
            network,
            &Situation::of(&game, Color::Black),
            instructions,
            side,
        );
    }
    report
}

/// Adds what part of the time each kind of work takes.
fn add_shares(
    report: &mut String,
    network: &Network,
    situation: &Situation,
    instructions: Instructions,
    side: u8,
) {
    let situations = std::slice::from_ref(situation);
    let mut desk = Desk::new(instructions);
    black_box(network.evaluate(situations, &mut desk));
    desk.begin_timing();
    for _ in 0..20 {
        black_box(network.evaluate(situations, &mut desk));
    }
    let times = desk.end_timing();
    let total: Duration = times.iter().sum();
    for (kind, time) in Work::ALL.into_iter().zip(times) {
        let name = format!("share_{kind:?}_{side}").to_lowercase();
        let share = 100.0 * time.as_secs_f64() / total.as_secs_f64();
        add(report, &name, share, "%");
    }
}
