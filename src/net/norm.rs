//! Normalizations with activations, and pooling, over rows of channels.

#![expect(
    clippy::inline_always,
    reason = "vector instructions are allowed only where a kernel is inlined"
)]

use super::arithmetic::{Packer, Packing};
use super::functions::{Function, With, run};
use super::lane::{LANE, Lane, floats, floats_mut, row_of};
use super::machine::Machine;
use super::model::{Activation, NormWeights};
use super::rows::{Frame, Layout, Rows};
use bytemuck::{Zeroable, cast_slice, cast_slice_mut};
use pulp::Simd;
use std::borrow::Cow;

/// A [`NormWeights`] in lanes.
#[derive(Clone, Debug)]
pub(super) struct Norm {
    factors: Vec<Lane>,
    summands: Vec<Lane>,
    activation: Activation,
}

impl Norm {
    pub(super) fn new(stage: &NormWeights) -> Norm {
        Norm {
            factors: row_of(&stage.factors),
            summands: row_of(&stage.summands),
            activation: stage.activation,
        }
    }

    /// A bias and an activation.
    pub(super) fn of_bias(bias: &[f32], activation: Activation) -> Norm {
        Norm {
            factors: row_of(&vec![1.0; bias.len()]),
            summands: row_of(bias),
            activation,
        }
    }

    /// Lanes of channels.
    pub(super) const fn lanes(&self) -> usize {
        self.factors.len()
    }

    /// Writes what becomes of the boards of some rows, each one into a frame of zeros.
    pub(super) fn apply(
        &self,
        machine: Machine,
        rows: Rows<'_>,
        layout: Layout,
        results: &mut [Lane],
    ) {
        let each = layout.frame.area() * layout.stride;
        let boards = results.len() / each;
        for (board, results) in results.chunks_exact_mut(each).enumerate() {
            let rows = rows.of_board(board, boards);
            let work = Normalize {
                factors: &self.factors,
                summands: &self.summands_for(rows.shifts),
                rows,
                layout,
                results,
            };
            run(work, machine, self.activation, layout.in_words);
        }
    }

    /// The summands for channels that are shifted before.
    fn summands_for(&self, shifts: Option<&[Lane]>) -> Cow<'_, [Lane]> {
        let Some(shifts) = shifts else {
            return Cow::Borrowed(&self.summands);
        };
        let mut summands = self.summands.clone();
        for ((summand, factor), shift) in summands.iter_mut().zip(&self.factors).zip(shifts) {
            for place in 0..LANE {
                summand.0[place] += shift.0[place] * factor.0[place];
            }
        }
        Cow::Owned(summands)
    }

    /// Applies it to rows of single vectors.
    pub(super) fn apply_here(&self, machine: Machine, rows: &mut [Lane]) {
        let copy = rows.to_vec();
        let all = Rows::new(&copy, self.lanes(), 0);
        let sides = (all.points(), 1);
        let layout = Layout {
            sides,
            frame: Frame::around(sides),
            stride: self.lanes(),
            in_words: false,
        };
        self.apply(machine, all, layout, rows);
    }

    /// Pools what becomes of the rows of one board to one row of three numbers for each channel (Wu 2019,
    /// with the square root of the number of points as the side): all first ones, then all second, then all
    /// third.
    pub(super) fn pool(
        &self,
        machine: Machine,
        rows: Rows<'_>,
        channels: usize,
        third: Third,
        row: &mut [Lane],
    ) {
        let (mut sums, mut highest) = (
            vec![Lane::default(); self.lanes()],
            vec![Lane::default(); self.lanes()],
        );
        let work = PoolSums {
            norm: self,
            rows,
            sums: &mut sums,
            highest: &mut highest,
        };
        run(work, machine, self.activation, false);
        #[expect(clippy::cast_possible_truncation, reason = "a board has few points")]
        let count = f32::from(rows.points() as u16);
        let side = (count.sqrt() - 14.0) * 0.1;
        let (sums, highest) = (floats(&sums), floats(&highest));
        let row = floats_mut(row);
        for channel in 0..channels {
            let mean = sums[channel] / count;
            row[channel] = mean;
            row[channels + channel] = mean * side;
            row[2 * channels + channel] = match third {
                Third::Highest => highest[channel],
                Third::Squared => mean * (side * side - 0.1),
            };
        }
    }
}

/// What pooling gives besides the mean and the mean times the side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Third {
    /// The highest value.
    Highest,
    /// The mean times the square of the side.
    Squared,
}

struct Normalize<'a> {
    factors: &'a [Lane],
    summands: &'a [Lane],
    rows: Rows<'a>,
    layout: Layout,
    results: &'a mut [Lane],
}

impl<F: Function> Packer for With<Normalize<'_>, F> {
    #[inline(always)]
    fn run<S: Simd, P: Packing<S>>(self, simd: S, packing: P) {
        let Normalize {
            factors,
            summands,
            rows,
            layout,
            results,
        } = self.0;
        let Layout {
            sides: (width, height),
            frame,
            stride,
            ..
        } = layout;
        let per_lane = LANE / S::F32_LANES;
        let vectors = factors.len() * per_lane;
        let stride = stride * size_of::<Lane>() / size_of::<P::Packed>();
        let factors: &[S::f32s] = cast_slice(factors);
        let summands: &[S::f32s] = &cast_slice(summands)[..vectors];
        let all: &[S::f32s] = cast_slice(rows.all);
        let results: &mut [P::Packed] = cast_slice_mut(results);
        let zero = P::Packed::zeroed();
        let mut points = all.chunks_exact(rows.width * per_lane);
        for (row, line) in results.chunks_exact_mut(frame.width * stride).enumerate() {
            if row.wrapping_sub(frame.margin) >= height {
                line.fill(zero);
                continue;
            }
            let (left, rest) = line.split_at_mut(frame.margin * stride);
            let (middle, right) = rest.split_at_mut(width * stride);
            left.fill(zero);
            right.fill(zero);
            for result in middle.chunks_exact_mut(stride) {
                let (result, rest) = result.split_at_mut(vectors);
                rest.fill(zero);
                let Some(point) = points.next() else { return };
                let point = &point[rows.first * per_lane..][..vectors];
                for vector in 0..vectors {
                    let y = simd.mul_add_e_f32s(point[vector], factors[vector], summands[vector]);
                    result[vector] = packing.pack(simd, F::of(simd, y));
                }
            }
        }
    }
}

struct PoolSums<'a> {
    norm: &'a Norm,
    rows: Rows<'a>,
    sums: &'a mut [Lane],
    highest: &'a mut [Lane],
}

impl<F: Function> Packer for With<PoolSums<'_>, F> {
    #[inline(always)]
    fn run<S: Simd, P: Packing<S>>(self, simd: S, _: P) {
        let PoolSums {
            norm,
            rows,
            sums,
            highest,
        } = self.0;
        let per_lane = LANE / S::F32_LANES;
        let factors: &[S::f32s] = cast_slice(&norm.factors);
        let summands: &[S::f32s] = cast_slice(&norm.summands);
        let all: &[S::f32s] = cast_slice(rows.all);
        let sums: &mut [S::f32s] = cast_slice_mut(sums);
        let highest: &mut [S::f32s] = cast_slice_mut(highest);
        for (vector, (sum, highest)) in sums.iter_mut().zip(highest).enumerate() {
            *highest = simd.splat_f32s(f32::NEG_INFINITY);
            for point in all[rows.first * per_lane + vector..]
                .iter()
                .step_by(rows.width * per_lane)
            {
                let y = simd.mul_add_e_f32s(*point, factors[vector], summands[vector]);
                let y = F::of(simd, y);
                *sum = simd.add_f32s(*sum, y);
                *highest = simd.max_f32s(*highest, y);
            }
        }
    }
}
