//! How many products a machine makes in a second where nothing has to be loaded: what no layer can exceed.

#![expect(
    clippy::inline_always,
    reason = "vector instructions are allowed only where a kernel is inlined"
)]

use super::arithmetic::{Arithmetic, Kernel};
use super::lane::LANE;
use super::machine::Machine;
use bytemuck::Zeroable;
use pulp::Simd;
use std::hint::black_box;
use web_time::Instant;

/// Rounds of a measurement, a few milliseconds, and how many there are: the best counts.
const ROUNDS: usize = 200_000;
const MEASUREMENTS: usize = 7;

/// The multiply-adds that one thread makes in a second with vectors, in the numbers that these multiply fastest.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
pub(super) fn multiply_adds_per_second(machine: Machine) -> f64 {
    let measure = |_| {
        let mut products = 0;
        let start = Instant::now();
        machine.run(Work {
            products: &mut products,
        });
        (products * machine.format().in_word()) as f64 / start.elapsed().as_secs_f64()
    };
    (0..MEASUREMENTS).map(measure).fold(0.0, f64::max)
}

/// Products of numbers that stay in registers.
struct Work<'a> {
    /// How many words were multiplied.
    products: &'a mut usize,
}

impl Kernel for Work<'_> {
    #[inline(always)]
    fn run<S: Simd, N: Arithmetic<S>>(self, simd: S, numbers: N) {
        // As many sums as there are registers for, so that none waits for the one before.
        *self.products = if S::F32_LANES == LANE {
            multiply::<S, N, 24>(simd, numbers)
        } else {
            multiply::<S, N, 12>(simd, numbers)
        };
    }
}

/// Sums are multiplied themselves: if factors stayed the same, the compiler would compute their products once for all rounds.
#[inline(always)]
fn multiply<S: Simd, N: Arithmetic<S>, const SUMS: usize>(simd: S, numbers: N) -> usize {
    let factor = numbers.splat(simd, black_box(0));
    let mut sums: [N::Sums; SUMS] = std::array::from_fn(|_| black_box(N::Sums::zeroed()));
    for _ in 0..ROUNDS {
        for sum in &mut sums {
            *sum = numbers.add_products(simd, *sum, bytemuck::cast(*sum), factor);
        }
    }
    for sum in sums {
        black_box(numbers.floats(simd, sum));
    }
    ROUNDS * SUMS * S::F32_LANES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_peak_is_a_speed() {
        // How fast is not for a test, as machines are slowed down by others.
        let peak = multiply_adds_per_second(Machine::best());
        assert!(peak.is_finite() && peak > 1.0, "{peak}");
    }
}
