//! Aligned rows of channels, and their product with a matrix.
//!
//! All values of a layer stand in rows of [`Lane`]s, a row for each point. Channels that fill no whole
//! lane are followed by zeros.

#![expect(
    clippy::inline_always,
    reason = "vector instructions are allowed only where a kernel is inlined"
)]

use bytemuck::{Pod, Zeroable};
use pulp::{Arch, Simd, WithSimd};

/// The number of floats in a [`Lane`].
pub(super) const LANE: usize = 16;

/// The floats of the widest vector of any machine that is known, aligned for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C, align(64))]
pub(super) struct Lane(pub(super) [f32; LANE]);

/// Lanes for so many channels.
pub(super) const fn lanes_for(channels: usize) -> usize {
    channels.div_ceil(LANE)
}

/// Lanes as single floats.
pub(super) fn floats(lanes: &[Lane]) -> &[f32] {
    bytemuck::cast_slice(lanes)
}

/// Lanes as single floats that may be changed.
pub(super) fn floats_mut(lanes: &mut [Lane]) -> &mut [f32] {
    bytemuck::cast_slice_mut(lanes)
}

/// Makes a buffer hold at least so many lanes and returns these. What is in them is left from before.
pub(super) fn sized(buffer: &mut Vec<Lane>, lanes: usize) -> &mut [Lane] {
    if buffer.len() < lanes {
        buffer.resize(lanes, Lane::default());
    }
    &mut buffer[..lanes]
}

/// Rows that a kernel multiplies at once, at most: their sums and two vectors of the matrix fill the
/// sixteen registers of AVX2.
const ROWS: usize = 6;

/// A matrix of weights, in the order in which products need it: for each lane of outputs a panel, in it a
/// lane for each input.
#[derive(Clone, Debug)]
pub(super) struct Panels {
    inputs: usize,
    lanes: usize,
    weights: Vec<Lane>,
}

impl Panels {
    /// The matrix with these weights for an input and an output.
    pub(super) fn new(
        inputs: usize,
        outputs: usize,
        weight: impl Fn(usize, usize) -> f32,
    ) -> Panels {
        let lanes = lanes_for(outputs);
        let lane = |panel: usize, input: usize| {
            Lane(std::array::from_fn(|place| {
                let output = panel * LANE + place;
                if output < outputs {
                    weight(input, output)
                } else {
                    0.0
                }
            }))
        };
        let all = (0..lanes).flat_map(|panel| (0..inputs).map(move |input| (panel, input)));
        Panels {
            inputs,
            lanes,
            weights: all.map(|(panel, input)| lane(panel, input)).collect(),
        }
    }

    /// The matrix with weights by input and output.
    pub(super) fn of_rows(inputs: usize, outputs: usize, weights: &[f32]) -> Panels {
        Panels::new(inputs, outputs, |input, output| {
            weights[input * outputs + output]
        })
    }

    /// Lanes of outputs.
    pub(super) const fn lanes(&self) -> usize {
        self.lanes
    }

    /// Lanes of inputs.
    pub(super) const fn input_lanes(&self) -> usize {
        lanes_for(self.inputs)
    }

    /// Writes the products of rows of inputs with the matrix to rows of outputs, or adds them there.
    pub(super) fn multiply(&self, arch: Arch, rows: &[Lane], products: &mut [Lane], adds: bool) {
        debug_assert_eq!(
            rows.len() / self.input_lanes(),
            products.len() / self.lanes,
            "a row of outputs for each one of inputs"
        );
        arch.dispatch(Multiply {
            panels: self,
            rows,
            products,
            adds,
        });
    }
}

struct Multiply<'a> {
    panels: &'a Panels,
    rows: &'a [Lane],
    products: &'a mut [Lane],
    adds: bool,
}

impl WithSimd for Multiply<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Multiply {
            panels,
            rows,
            products,
            adds,
        } = self;
        let (stride, lanes) = (panels.input_lanes() * LANE, panels.lanes);
        let rows = floats(rows);
        let count = rows.len() / stride;
        for (lane, panel) in panels.weights.chunks_exact(panels.inputs).enumerate() {
            let mut first = 0;
            while first < count {
                // Equal steps: 25 rows are five times five, not four times six and one.
                let left = count - first;
                let step = left.div_ceil(left.div_ceil(ROWS));
                let some = &rows[first * stride..(first + step) * stride];
                let out = &mut products[first * lanes..(first + step) * lanes];
                match step {
                    6 => kernel::<S, 6>(simd, some, stride, panel, out, lanes, lane, adds),
                    5 => kernel::<S, 5>(simd, some, stride, panel, out, lanes, lane, adds),
                    4 => kernel::<S, 4>(simd, some, stride, panel, out, lanes, lane, adds),
                    3 => kernel::<S, 3>(simd, some, stride, panel, out, lanes, lane, adds),
                    2 => kernel::<S, 2>(simd, some, stride, panel, out, lanes, lane, adds),
                    _ => kernel::<S, 1>(simd, some, stride, panel, out, lanes, lane, adds),
                }
                first += step;
            }
        }
    }
}

/// Multiplies `R` rows with one panel.
#[inline(always)]
#[expect(
    clippy::too_many_arguments,
    reason = "an inner loop in a function of its own"
)]
fn kernel<S: Simd, const R: usize>(
    simd: S,
    rows: &[f32],
    stride: usize,
    panel: &[Lane],
    products: &mut [Lane],
    lanes: usize,
    lane: usize,
    adds: bool,
) {
    // A lane is one, two, four or sixteen vectors; the inner loop takes two of them.
    let vectors: &[S::f32s] = bytemuck::cast_slice(panel);
    let per_lane = LANE / S::F32_LANES;
    let rows: [&[f32]; R] = std::array::from_fn(|row| &rows[row * stride..][..panel.len()]);
    if per_lane == 1 {
        let mut sums = [simd.splat_f32s(0.0); R];
        for (input, &weights) in vectors.iter().enumerate() {
            for row in 0..R {
                let x = simd.splat_f32s(rows[row][input]);
                sums[row] = simd.mul_add_e_f32s(x, weights, sums[row]);
            }
        }
        for (row, sum) in sums.into_iter().enumerate() {
            let place: &mut [S::f32s] =
                bytemuck::cast_slice_mut(std::slice::from_mut(&mut products[row * lanes + lane]));
            place[0] = if adds {
                simd.add_f32s(place[0], sum)
            } else {
                sum
            };
        }
        return;
    }
    for pair in 0..per_lane / 2 {
        let mut sums = [[simd.splat_f32s(0.0); 2]; R];
        for (input, weights) in vectors.chunks_exact(per_lane).enumerate() {
            let weights = [weights[2 * pair], weights[2 * pair + 1]];
            for row in 0..R {
                let x = simd.splat_f32s(rows[row][input]);
                sums[row][0] = simd.mul_add_e_f32s(x, weights[0], sums[row][0]);
                sums[row][1] = simd.mul_add_e_f32s(x, weights[1], sums[row][1]);
            }
        }
        for (row, sum) in sums.into_iter().enumerate() {
            let place: &mut [S::f32s] =
                bytemuck::cast_slice_mut(std::slice::from_mut(&mut products[row * lanes + lane]));
            for (place, sum) in place[2 * pair..].iter_mut().zip(sum) {
                *place = if adds {
                    simd.add_f32s(*place, sum)
                } else {
                    sum
                };
            }
        }
    }
}
