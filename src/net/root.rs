//! The roots of mean squares that points are divided by.

#![expect(
    clippy::inline_always,
    reason = "vector instructions are allowed only where a kernel is inlined"
)]

use super::lane::{LANE, Lane};
use super::machine::Machine;
use bytemuck::{cast_slice, cast_slice_mut};
use pulp::{Simd, WithSimd};

/// Finds what points are multiplied by to make the mean square of their channels 1 (root mean square normalization; Zhang
/// and Sennrich 2019).
#[derive(Clone, Copy, Debug)]
pub(super) struct RootNorm {
    channels: usize,
    epsilon: f32,
}

impl RootNorm {
    pub(super) const fn new(channels: usize, epsilon: f32) -> RootNorm {
        RootNorm { channels, epsilon }
    }

    /// Writes the factor of each of some points, whose rows have a width in lanes, and returns them.
    pub(super) fn factors<'a>(
        self,
        machine: Machine,
        rows: &[Lane],
        width: usize,
        factors: &'a mut Vec<f32>,
    ) -> &'a [f32] {
        factors.clear();
        factors.resize(rows.len() / width, 0.0);
        machine.dispatch(SumSquares {
            rows,
            width,
            sums: factors,
        });
        for sum in factors.iter_mut() {
            *sum = self.factor(*sum, 1);
        }
        factors
    }

    /// Divides the rows of each of some boards: by the root over all of its points if it is `spatial`, or else each point by
    /// its own.
    pub(super) fn divide(
        self,
        machine: Machine,
        spatial: bool,
        boards: usize,
        (rows, width): (&mut [Lane], usize),
        factors: &mut Vec<f32>,
    ) {
        let points = rows.len() / width / boards;
        self.factors(machine, rows, width, factors);
        if spatial {
            machine.dispatch(SumSquares {
                rows,
                width,
                sums: factors,
            });
            for factors in factors.chunks_exact_mut(points) {
                let sum = factors.iter().sum();
                factors.fill(self.factor(sum, points));
            }
        }
        machine.dispatch(Scale {
            rows,
            width,
            factors,
        });
    }

    /// The factor for a sum of squares over some points.
    #[expect(clippy::cast_precision_loss, reason = "boards and channels are small")]
    fn factor(self, sum: f32, points: usize) -> f32 {
        (sum / (self.channels * points) as f32 + self.epsilon)
            .sqrt()
            .recip()
    }
}

/// Writes the sum of the squares of each row.
struct SumSquares<'a> {
    rows: &'a [Lane],
    width: usize,
    sums: &'a mut [f32],
}

impl WithSimd for SumSquares<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let vectors = self.width * LANE / S::F32_LANES;
        let rows: &[S::f32s] = cast_slice(self.rows);
        for (row, result) in rows.chunks_exact(vectors).zip(self.sums) {
            let mut sum = simd.splat_f32s(0.0);
            for &vector in row {
                sum = simd.mul_add_e_f32s(vector, vector, sum);
            }
            *result = simd.reduce_sum_f32s(sum);
        }
    }
}

/// Multiplies each row by its factor.
struct Scale<'a> {
    rows: &'a mut [Lane],
    width: usize,
    factors: &'a [f32],
}

impl WithSimd for Scale<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let vectors = self.width * LANE / S::F32_LANES;
        let rows: &mut [S::f32s] = cast_slice_mut(self.rows);
        for (row, &factor) in rows.chunks_exact_mut(vectors).zip(self.factors) {
            let factor = simd.splat_f32s(factor);
            for vector in row {
                *vector = simd.mul_f32s(*vector, factor);
            }
        }
    }
}
