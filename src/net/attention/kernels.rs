//! What stands between the products of an attention.

#![expect(
    clippy::inline_always,
    reason = "vector instructions are allowed only where a kernel is inlined"
)]

use super::super::arithmetic::{Arithmetic, Kernel, Packer, Packing};
use super::super::functions::{absolute, exp};
use super::super::lane::{LANE, Lane, floats_mut};
use super::super::scratch::PackedFactors;
use super::super::shorts;
use bytemuck::{cast_slice, cast_slice_mut};
use pulp::Simd;

/// Makes whole numbers of queries, keys and values. Sums over the numbers of a query, and over all points, have to fit: so the
/// numbers of a query are small together, as the powers of a likeness are, and the others as large as they can be.
pub(super) struct PackHeads<'a> {
    pub(super) rows: &'a [Lane],
    /// Lanes of a row, and of each of its queries and keys.
    pub(super) width: usize,
    pub(super) size: usize,
    /// How many queries a row has, and how many queries and keys.
    pub(super) queries: usize,
    pub(super) heads: usize,
    pub(super) words: &'a mut [f32],
    pub(super) factors: &'a mut PackedFactors,
}

impl Kernel for PackHeads<'_> {
    #[inline(always)]
    fn run<S: Simd, N: Arithmetic<S>>(self, simd: S, numbers: N) {
        let Some(most) = N::GREATEST else { return };
        let per_lane = LANE / S::F32_LANES;
        let (width, size) = (self.width * per_lane, self.size * per_lane);
        let rows: &[S::f32s] = cast_slice(self.rows);
        let words: &mut [N::Packed] = cast_slice_mut(self.words);
        let values: &mut [S::f32s] = cast_slice_mut(&mut self.factors.values);
        let first = self.heads * size;
        // Never 0, by which nothing can be divided.
        values.fill(simd.splat_f32s(f32::MIN_POSITIVE * most));
        for row in rows.chunks_exact(width) {
            for (greatest, &vector) in values.iter_mut().zip(&row[first..]) {
                *greatest = simd.max_f32s(*greatest, absolute(simd, vector));
            }
        }
        for greatest in values.iter_mut() {
            *greatest = simd.div_f32s(*greatest, simd.splat_f32s(most));
        }
        let points = self.rows.len() / self.width;
        #[expect(clippy::cast_precision_loss, reason = "heads are small")]
        let together = shorts::together((self.size * LANE) as f32);
        let pairs = rows.chunks_exact(width).zip(words.chunks_exact_mut(width));
        for (point, (row, words)) in pairs.enumerate() {
            for head in 0..self.heads {
                let (row, words) = (
                    &row[head * size..][..size],
                    &mut words[head * size..][..size],
                );
                let (mut sum, mut greatest) = (simd.splat_f32s(0.0), simd.splat_f32s(0.0));
                for &vector in row {
                    let absolute = absolute(simd, vector);
                    sum = simd.add_f32s(sum, absolute);
                    greatest = simd.max_f32s(greatest, absolute);
                }
                let mut factor = simd.reduce_max_f32s(greatest) / most;
                if head < self.queries {
                    factor = factor.max(simd.reduce_sum_f32s(sum) / together);
                }
                self.factors.heads[head * points + point] = factor;
                let scale = if factor > 0.0 { factor.recip() } else { 0.0 };
                let scale = simd.splat_f32s(scale.min(f32::MAX));
                for (word, &vector) in words.iter_mut().zip(row) {
                    *word = numbers.pack(simd, simd.mul_f32s(vector, scale));
                }
            }
            let values = values.iter().zip(&row[first..]);
            for (word, (&factor, &vector)) in words[first..].iter_mut().zip(values) {
                *word = numbers.pack(simd, simd.div_f32s(vector, factor));
            }
        }
    }
}

/// Makes the powers of the first numbers of rows, and what gives sums of values by them their size: the reciprocals of their
/// sums, but for the factor that makes them whole numbers.
pub(super) struct Softmax<'a> {
    pub(super) rows: &'a mut [Lane],
    /// In rows of as many numbers.
    pub(super) powers: &'a mut [f32],
    /// Lanes of a row, and the numbers in it.
    pub(super) width: usize,
    pub(super) count: usize,
    pub(super) sums: &'a mut [f32],
}

impl Packer for Softmax<'_> {
    #[inline(always)]
    fn run<S: Simd, P: Packing<S>>(self, simd: S, packing: P) {
        let vectors = self.width * LANE / S::F32_LANES;
        let powers: &mut [P::Packed] = cast_slice_mut(self.powers);
        let rows = self.rows.chunks_exact_mut(self.width);
        let pairs = rows.zip(powers.chunks_exact_mut(vectors));
        #[expect(clippy::cast_precision_loss, reason = "boards are small")]
        let together = shorts::together(self.count as f32);
        for ((lanes, powers), result) in pairs.zip(self.sums) {
            floats_mut(lanes)[self.count..].fill(f32::MIN);
            let row: &mut [S::f32s] = cast_slice_mut(lanes);
            let mut greatest = simd.splat_f32s(f32::MIN);
            for &vector in &*row {
                greatest = simd.max_f32s(greatest, vector);
            }
            let greatest = simd.splat_f32s(simd.reduce_max_f32s(greatest));
            let mut sum = simd.splat_f32s(0.0);
            let Some(most) = P::GREATEST else {
                // There is no range to fill, so that powers need not wait for their sum.
                for (power, &vector) in powers.iter_mut().zip(&*row) {
                    let vector = exp(simd, simd.sub_f32s(vector, greatest));
                    sum = simd.add_f32s(sum, vector);
                    *power = packing.pack(simd, vector);
                }
                *result = simd.reduce_sum_f32s(sum).recip();
                continue;
            };
            for vector in &mut *row {
                *vector = exp(simd, simd.sub_f32s(*vector, greatest));
                sum = simd.add_f32s(sum, *vector);
            }
            let sum = simd.reduce_sum_f32s(sum);
            // The greatest power is 1.
            let scale = most.min(together / sum);
            *result = (sum * scale).recip();
            let scale = simd.splat_f32s(scale);
            for (power, &vector) in powers.iter_mut().zip(&*row) {
                *power = packing.pack(simd, simd.mul_f32s(vector, scale));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::arithmetic::ToNumbers;
    use super::super::super::lane::{floats, row_of};
    use super::super::super::machine::Machine;
    use super::*;
    use pulp::Arch;

    #[test]
    fn powers_are_those_of_the_distance_to_the_greatest_number_however_large_it_is() {
        let mut rows = row_of(&[200.0, 199.0, -200.0]);
        let mut powers = [Lane::default()];
        let mut sums = [0.0];
        Machine::from(Arch::new()).run(ToNumbers(Softmax {
            rows: &mut rows,
            powers: floats_mut(&mut powers),
            width: 1,
            count: 3,
            sums: &mut sums,
        }));
        let e = std::f32::consts::E;
        let expected = [e / (e + 1.0), 1.0 / (e + 1.0), 0.0, 0.0];
        for (power, expected) in floats(&powers).iter().zip(expected) {
            assert!(
                (power * sums[0] - expected).abs() < 1e-6,
                "{powers:?} {sums:?}"
            );
        }
    }
}
