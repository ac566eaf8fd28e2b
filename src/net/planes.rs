//! The first convolution, for planes of zeros and ones: it reads only the ones.

#![expect(
    clippy::inline_always,
    reason = "vector instructions are allowed only where a kernel is inlined"
)]

use super::amx::INPUTS;
use super::bfloat;
use super::direct::Direct;
use super::lane::{LANE, Lane, lanes_for, row_of, sized};
use super::machine::Machine;
use super::model::Convolution;
use super::scratch::Scratch;
use super::shares::WorkKind;
use bytemuck::{cast_slice, cast_slice_mut};
use pulp::{Simd, WithSimd};

/// The first convolution.
#[derive(Clone, Debug)]
pub(super) struct PlaneFilter {
    side: usize,
    inputs: usize,
    lanes: usize,
    /// By row, column and plane, a row of outputs each.
    weights: Vec<Lane>,
    /// With a unit for products of matrices, which is faster though it multiplies the zeros, too.
    direct: Direct,
}

impl PlaneFilter {
    pub(super) fn new(convolution: &Convolution) -> PlaneFilter {
        let rows = convolution.weights.chunks_exact(convolution.outputs);
        PlaneFilter {
            side: convolution.side,
            inputs: convolution.inputs,
            lanes: lanes_for(convolution.outputs),
            weights: rows.flat_map(row_of).collect(),
            direct: Direct::new([convolution.clone()].into()),
        }
    }

    /// Writes the convolution of one board and a summand for every point to its outputs. `ones` are points,
    /// row by row, and planes.
    pub(super) fn apply(
        &self,
        machine: Machine,
        sides: (usize, usize),
        ones: &[(u16, u8)],
        summands: &[Lane],
        outputs: &mut [Lane],
        scratch: &mut Scratch,
    ) {
        let Scratch {
            framed,
            products,
            shares,
            ..
        } = scratch;
        if let Some(amx) = machine.amx {
            let words = shares.time(WorkKind::Planes, || {
                for output in outputs.chunks_exact_mut(summands.len()) {
                    output.copy_from_slice(summands);
                }
                self.framed(sides, ones, framed)
            });
            let frame = self.direct.frame(sides);
            let machine = (machine, amx);
            self.direct
                .apply(machine, frame, words, outputs, true, (products, shares));
            return;
        }
        shares.time(WorkKind::Planes, || {
            machine.dispatch(Gather {
                filter: self,
                sides,
                ones,
                summands,
                outputs,
            });
        });
    }

    /// The planes of a board in words, in a frame.
    fn framed<'a>(
        &self,
        sides: (usize, usize),
        ones: &[(u16, u8)],
        framed: &'a mut Vec<Lane>,
    ) -> &'a [Lane] {
        let frame = self.direct.frame(sides);
        let (_, behind) = self.direct.behind(frame, 1);
        let words = sized(framed, frame.area() * self.direct.stride + behind);
        words.fill(Lane::default());
        let numbers: &mut [u16] = cast_slice_mut(words);
        let each = self.direct.stride * INPUTS;
        let one = bfloat::nearest(1.0);
        for &(point, plane) in ones {
            let (row, column) = (usize::from(point) / sides.0, usize::from(point) % sides.0);
            let place = (row + frame.margin) * frame.width + column + frame.margin;
            numbers[place * each + usize::from(plane)] = one;
        }
        words
    }
}

/// The planes that are 1 at each point.
struct Planes {
    all: Vec<u8>,
    /// Where those of each point end, and the next ones begin.
    ends: Vec<usize>,
}

impl Planes {
    fn of(area: usize, ones: &[(u16, u8)]) -> Planes {
        let mut ends = vec![0; area];
        for &(point, _) in ones {
            ends[usize::from(point)] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            // For now where they begin.
            (*end, sum) = (sum, sum + *end);
        }
        let mut all = vec![0; sum];
        for &(point, plane) in ones {
            let end = &mut ends[usize::from(point)];
            all[*end] = plane;
            *end += 1;
        }
        Planes { all, ends }
    }

    fn at(&self, point: usize) -> &[u8] {
        let start = point.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[start..self.ends[point]]
    }
}

struct Gather<'a> {
    filter: &'a PlaneFilter,
    sides: (usize, usize),
    ones: &'a [(u16, u8)],
    summands: &'a [Lane],
    outputs: &'a mut [Lane],
}

impl WithSimd for Gather<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let (width, height) = self.sides;
        let PlaneFilter {
            side,
            inputs,
            lanes,
            ref weights,
            ..
        } = *self.filter;
        let planes = Planes::of(width * height, self.ones);
        let vectors = lanes * LANE / S::F32_LANES;
        let weights: &[S::f32s] = cast_slice(weights);
        let summands: &[S::f32s] = cast_slice(self.summands);
        let outputs: &mut [S::f32s] = cast_slice_mut(self.outputs);
        let reach = side / 2;
        // Where the rows of weights begin that a point adds up.
        let mut rows = Vec::new();
        for (point, output) in outputs.chunks_exact_mut(vectors).enumerate() {
            rows.clear();
            let (x, y) = (point % width, point / width);
            for row in 0..side {
                let from_y = (y + row).wrapping_sub(reach);
                if from_y >= height {
                    continue;
                }
                for column in 0..side {
                    let from_x = (x + column).wrapping_sub(reach);
                    if from_x >= width {
                        continue;
                    }
                    let first = (row * side + column) * inputs;
                    let planes = planes.at(from_y * width + from_x).iter();
                    rows.extend(planes.map(|&plane| (first + usize::from(plane)) * vectors));
                }
            }
            let mut first = 0;
            while first < vectors {
                let left = vectors - first;
                let (output, summands) = (&mut output[first..], &summands[first..]);
                first += match left {
                    1 => add_rows::<S, 1>(simd, &rows, &weights[first..], summands, output),
                    2..4 => add_rows::<S, 2>(simd, &rows, &weights[first..], summands, output),
                    4..6 => add_rows::<S, 4>(simd, &rows, &weights[first..], summands, output),
                    _ => add_rows::<S, 6>(simd, &rows, &weights[first..], summands, output),
                };
            }
        }
    }
}

/// Adds the first `V` vectors of some rows of weights and of the summands, and returns `V`.
#[inline(always)]
fn add_rows<S: Simd, const V: usize>(
    simd: S,
    rows: &[usize],
    weights: &[S::f32s],
    summands: &[S::f32s],
    output: &mut [S::f32s],
) -> usize {
    let mut sums: [S::f32s; V] = std::array::from_fn(|vector| summands[vector]);
    for &row in rows {
        for (sum, &weight) in sums.iter_mut().zip(&weights[row..][..V]) {
            *sum = simd.add_f32s(*sum, weight);
        }
    }
    output[..V].copy_from_slice(&sums);
    V
}
