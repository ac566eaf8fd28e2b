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

/// Lanes of outputs whose weights stand together, so that a product reads one stream of them.
const GROUP: usize = 3;

/// A matrix of weights, in the order in which products need it: for each [`GROUP`] of outputs and each input,
/// the lanes of the group.
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
        Panels::beside(inputs, &[outputs], |_, input, output| weight(input, output))
    }

    /// The matrix of several parts, whose outputs follow each other and each begin a lane. The weights are
    /// given for a part, an input and one of the part's outputs.
    pub(super) fn beside(
        inputs: usize,
        parts: &[usize],
        weight: impl Fn(usize, usize, usize) -> f32,
    ) -> Panels {
        let lanes_of = |(part, &outputs): (usize, &usize)| {
            (0..lanes_for(outputs)).map(move |lane| (part, outputs, lane * LANE))
        };
        let lanes: Vec<_> = parts.iter().enumerate().flat_map(lanes_of).collect();
        let mut weights = Vec::with_capacity(inputs * lanes.len());
        for group in lanes.chunks(GROUP) {
            for input in 0..inputs {
                for &(part, outputs, first) in group {
                    weights.push(Lane(std::array::from_fn(|place| {
                        let output = first + place;
                        if output < outputs {
                            weight(part, input, output)
                        } else {
                            0.0
                        }
                    })));
                }
            }
        }
        Panels {
            inputs,
            lanes: lanes.len(),
            weights,
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
        // As many sums as the machine has registers for, beside the weights and a number of a row:
        // 27 of 32 for the longest vectors, 12 of 16 for others.
        if S::F32_LANES == LANE {
            self.in_tiles::<S, 9, 3>(simd);
        } else {
            self.in_tiles::<S, 6, 2>(simd);
        }
    }
}

impl Multiply<'_> {
    /// Multiplies tiles of at most `R` rows and `V` vectors of outputs.
    #[inline(always)]
    fn in_tiles<S: Simd, const R: usize, const V: usize>(mut self, simd: S) {
        let vectors = self.panels.lanes * LANE / S::F32_LANES;
        let mut first = 0;
        while first < vectors {
            let width = V.min(vectors - first);
            match width {
                3 => self.column::<S, R, 3>(simd, first),
                2 => self.column::<S, R, 2>(simd, first),
                _ => self.column::<S, R, 1>(simd, first),
            }
            first += width;
        }
    }

    /// Multiplies all rows with some vectors of outputs.
    #[inline(always)]
    fn column<S: Simd, const R: usize, const V: usize>(&mut self, simd: S, vector: usize) {
        let count = floats(self.rows).len() / self.stride();
        let mut first = 0;
        while first < count {
            // Equal steps: 25 rows are 9, 8 and 8, not 9, 9 and 7.
            let left = count - first;
            let rows = left.div_ceil(left.div_ceil(R));
            match rows {
                9 => self.tile::<S, 9, V>(simd, first, vector),
                8 => self.tile::<S, 8, V>(simd, first, vector),
                7 => self.tile::<S, 7, V>(simd, first, vector),
                6 => self.tile::<S, 6, V>(simd, first, vector),
                5 => self.tile::<S, 5, V>(simd, first, vector),
                4 => self.tile::<S, 4, V>(simd, first, vector),
                3 => self.tile::<S, 3, V>(simd, first, vector),
                2 => self.tile::<S, 2, V>(simd, first, vector),
                _ => self.tile::<S, 1, V>(simd, first, vector),
            }
            first += rows;
        }
    }

    /// Floats in a row of inputs.
    #[inline(always)]
    const fn stride(&self) -> usize {
        self.panels.input_lanes() * LANE
    }

    /// Multiplies `R` rows with `V` vectors of outputs.
    #[inline(always)]
    fn tile<S: Simd, const R: usize, const V: usize>(
        &mut self,
        simd: S,
        first: usize,
        vector: usize,
    ) {
        let per_lane = LANE / S::F32_LANES;
        let Panels {
            inputs,
            lanes,
            ref weights,
        } = *self.panels;
        // The group where the vectors are, and its lanes.
        let first_lane = vector / per_lane / GROUP * GROUP;
        let width = GROUP.min(lanes - first_lane);
        let weights: &[S::f32s] =
            bytemuck::cast_slice(&weights[first_lane * inputs..][..width * inputs]);
        let weights = &weights[vector - first_lane * per_lane..];
        let step = width * per_lane;
        let stride = self.stride();
        let rows = &floats(self.rows)[first * stride..];
        let rows: [&[f32]; R] = std::array::from_fn(|row| &rows[row * stride..][..inputs]);
        let mut sums = [[simd.splat_f32s(0.0); V]; R];
        for input in 0..inputs {
            let weights: [S::f32s; V] = std::array::from_fn(|place| weights[input * step + place]);
            for (sums, row) in sums.iter_mut().zip(rows) {
                let x = simd.splat_f32s(row[input]);
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum = simd.mul_add_e_f32s(x, weight, *sum);
                }
            }
        }
        let products: &mut [S::f32s] = bytemuck::cast_slice_mut(self.products);
        for (row, sums) in sums.into_iter().enumerate() {
            let places = &mut products[(first + row) * lanes * per_lane + vector..][..V];
            for (place, sum) in places.iter_mut().zip(sums) {
                *place = if self.adds {
                    simd.add_f32s(*place, sum)
                } else {
                    sum
                };
            }
        }
    }
}
