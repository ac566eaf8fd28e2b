//! Attention: each point takes from all points of its board what it finds there by the likeness of a query and a key
//! (Vaswani et al. 2017).
//!
//! The likeness of some queries with all keys, the softmax of it, and the mean of the values that follows are computed one after
//! the other for as many queries as a cache holds.

#![expect(
    clippy::inline_always,
    reason = "vector instructions are allowed only where a kernel is inlined"
)]

use super::dense::{Dense, Points};
use super::functions::exp;
use super::lane::{LANE, Lane, floats, floats_mut, lanes_for, sized};
use super::machine::Machine;
use super::model::{AttentionWeights, Convolution, Matrix, RootWeights};
use super::panels::{Operands, Panels};
use super::root::Root;
use super::rotation::{Heads, Rotation};
use super::scratch::Scratch;
use super::shares::WorkKind;
use bytemuck::cast_slice_mut;
use pulp::{Simd, WithSimd};

/// Queries whose likeness with all keys is computed before it is used: multiples of the rows of the products' tiles.
const QUERIES_AT_ONCE: usize = 36;

/// An attention block.
#[derive(Clone, Debug)]
pub(super) struct Attention {
    root: Root,
    /// Heads of queries, and those of keys and values.
    heads: usize,
    shared_heads: usize,
    /// Numbers of a query or key, and of a value. Each head begins a lane.
    size: usize,
    value_size: usize,
    rotation: Option<Rotation>,
    /// To the queries, keys and values of all heads.
    project: Dense,
    out: Dense,
}

/// Buffers of an attention.
#[derive(Debug, Default)]
pub(super) struct AttentionScratch {
    /// Queries, keys and values of all points.
    projected: Vec<Lane>,
    /// What each point took.
    taken: Vec<Lane>,
    /// The likeness of some queries with all keys.
    likeness: Vec<Lane>,
    /// By query, the reciprocal of the sum of the softmax.
    sums: Vec<f32>,
    keys: Panels,
    values: Panels,
}

impl Attention {
    pub(super) fn new(weights: &AttentionWeights) -> Attention {
        let AttentionWeights {
            heads,
            shared_heads,
            ..
        } = *weights;
        let size = weights.query.outputs / heads;
        let value_size = weights.value.outputs / shared_heads;
        let rotation = weights.rotation.as_ref();
        Attention {
            root: Root::new(weights.query.inputs, weights.norm.epsilon),
            heads,
            shared_heads,
            size,
            value_size,
            rotation: rotation.map(|rotation| Rotation::new(rotation, shared_heads, size / 2)),
            project: project(weights, size, value_size),
            out: out(weights, value_size),
        }
    }

    /// Adds what points take to the rows of some boards.
    pub(super) fn apply(
        &self,
        machine: Machine,
        sides: (usize, usize),
        (trunk, width): (&mut [Lane], usize),
        scratch: &mut Scratch,
    ) {
        let area = sides.0 * sides.1;
        let mut own = std::mem::take(&mut scratch.attention);
        for trunk in trunk.chunks_exact_mut(area * width) {
            let mut roots = std::mem::take(&mut scratch.roots);
            let scales = scratch.shares.time(WorkKind::Stages, || {
                self.root.factors(machine, trunk, width, &mut roots)
            });
            let points = Points {
                rows: trunk,
                width,
                scales: Some(scales),
            };
            let lanes = area * self.project.lanes;
            let projected = sized(&mut own.projected, lanes);
            self.project
                .apply(machine, points, projected, false, scratch);
            scratch.roots = roots;
            scratch.shares.time(WorkKind::Attention, || {
                self.rotate(machine, sides.0, &mut own.projected[..lanes]);
                self.take(machine, area, &mut own);
            });
            let width = self.heads * lanes_for(self.value_size);
            let points = Points {
                rows: &own.taken[..area * width],
                width,
                scales: None,
            };
            self.out.apply(machine, points, trunk, true, scratch);
        }
        scratch.attention = own;
    }

    /// Turns queries and keys.
    fn rotate(&self, machine: Machine, width: usize, rows: &mut [Lane]) {
        let Some(rotation) = &self.rotation else {
            return;
        };
        let lanes = lanes_for(self.size);
        let first = [0, self.heads * lanes];
        for (first, count) in first.into_iter().zip([self.heads, self.shared_heads]) {
            let heads = Heads {
                rows,
                width: self.project.lanes,
                first,
                count,
            };
            rotation.apply(machine, width, heads);
        }
    }

    /// Lets each of the points of a board take what it finds.
    fn take(&self, machine: Machine, area: usize, own: &mut AttentionScratch) {
        let AttentionScratch {
            projected,
            taken,
            likeness,
            sums,
            keys,
            values,
        } = own;
        let width = self.project.lanes;
        let projected = &projected[..area * width];
        let (key_lanes, value_lanes) = (lanes_for(self.size), lanes_for(self.value_size));
        let taken_width = self.heads * value_lanes;
        let taken = sized(taken, area * taken_width);
        let row = lanes_for(area);
        let likeness = sized(likeness, QUERIES_AT_ONCE * row);
        let share = self.heads / self.shared_heads;
        for head in 0..self.heads {
            if head % share == 0 {
                let shared = head / share;
                let first = (self.heads + shared) * key_lanes;
                refill_with_keys(keys, projected, width, first, self.size);
                let first = (self.heads + self.shared_heads) * key_lanes + shared * value_lanes;
                values.refill(area, value_lanes, |point, lane| {
                    projected[point * width + first + lane]
                });
            }
            for query in (0..area).step_by(QUERIES_AT_ONCE) {
                let count = QUERIES_AT_ONCE.min(area - query);
                let likeness = &mut likeness[..count * row];
                let operands = Operands {
                    rows: &floats(projected)[(query * width + head * key_lanes) * LANE..],
                    stride: width * LANE,
                    count,
                    scales: None,
                    products: likeness,
                    width: row,
                    adds: false,
                };
                keys.multiply_floats(machine, operands);
                sums.clear();
                sums.resize(count, 0.0);
                machine.dispatch(Softmax {
                    rows: likeness,
                    width: row,
                    count: area,
                    sums,
                });
                let operands = Operands {
                    rows: floats(likeness),
                    stride: row * LANE,
                    count,
                    scales: Some(sums),
                    products: &mut taken[query * taken_width + head * value_lanes..],
                    width: taken_width,
                    adds: false,
                };
                values.multiply_floats(machine, operands);
            }
        }
    }
}

/// Takes in keys that begin with a lane of each row, so that products with queries are their likeness.
fn refill_with_keys(
    keys: &mut Panels,
    projected: &[Lane],
    width: usize,
    first: usize,
    size: usize,
) {
    let rows = floats(projected);
    let area = projected.len() / width;
    keys.refill(size, lanes_for(area), |input, lane| {
        let mut weights = Lane::default();
        let points = lane * LANE..area.min((lane + 1) * LANE);
        for (weight, point) in weights.0.iter_mut().zip(points) {
            *weight = rows[(point * width + first) * LANE + input];
        }
        weights
    });
}

/// A matrix behind a division by a root, whose factors it takes over.
pub(super) fn behind_root(norm: &RootWeights, matrix: &Matrix) -> Convolution {
    let rows = matrix.weights.chunks_exact(matrix.outputs);
    let rows = rows.zip(&norm.factors);
    let weights = rows.flat_map(|(row, factor)| row.iter().map(move |weight| weight * factor));
    Convolution {
        side: 1,
        inputs: matrix.inputs,
        outputs: matrix.outputs,
        weights: weights.collect(),
    }
}

/// The matrices to all queries, keys and values, one for each head. The first numbers of all pairs of a query or key are
/// brought before the second ones. The root of their size, by which the likeness is divided, is divided out here.
fn project(weights: &AttentionWeights, size: usize, value_size: usize) -> Dense {
    #[expect(clippy::cast_precision_loss, reason = "heads are small")]
    let scale = (size as f32).sqrt().recip();
    let pairs = size / 2;
    let of_pairs = |place: usize| match (size % 2, place / pairs.max(1)) {
        (0, 0) => 2 * place,
        (0, _) => 2 * (place - pairs) + 1,
        _ => place,
    };
    let as_is = |place| place;
    let mut heads = Vec::new();
    for (matrix, size, scale, order) in [
        (
            &weights.query,
            size,
            scale,
            &of_pairs as &dyn Fn(usize) -> usize,
        ),
        (&weights.key, size, 1.0, &of_pairs),
        (&weights.value, value_size, 1.0, &as_is),
    ] {
        let whole = behind_root(&weights.norm, matrix);
        for first in (0..whole.outputs).step_by(size) {
            let rows = whole.weights.chunks_exact(whole.outputs);
            let row = |row: &[f32]| -> Vec<f32> {
                let places = (0..size).map(order);
                places.map(|place| scale * row[first + place]).collect()
            };
            heads.push(Convolution {
                side: 1,
                inputs: whole.inputs,
                outputs: size,
                weights: rows.flat_map(row).collect(),
            });
        }
    }
    Dense::new(heads.into())
}

/// The matrix from what all heads took, each of which begins a lane.
fn out(weights: &AttentionWeights, value_size: usize) -> Dense {
    let Matrix {
        inputs,
        outputs,
        ref weights,
    } = weights.out;
    let lanes = lanes_for(value_size);
    let mut rows = vec![0.0; inputs / value_size * lanes * LANE * outputs];
    let heads = rows.chunks_exact_mut(lanes * LANE * outputs);
    for (rows, weights) in heads.zip(weights.chunks_exact(value_size * outputs)) {
        rows[..weights.len()].copy_from_slice(weights);
    }
    let whole = Convolution {
        side: 1,
        inputs: rows.len() / outputs,
        outputs,
        weights: rows,
    };
    Dense::new([whole].into())
}

/// Makes the powers of the first numbers of rows, and the reciprocals of their sums.
struct Softmax<'a> {
    rows: &'a mut [Lane],
    width: usize,
    count: usize,
    sums: &'a mut [f32],
}

impl WithSimd for Softmax<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        for (lanes, result) in self.rows.chunks_exact_mut(self.width).zip(self.sums) {
            floats_mut(lanes)[self.count..].fill(f32::MIN);
            let row: &mut [S::f32s] = cast_slice_mut(lanes);
            let mut greatest = simd.splat_f32s(f32::MIN);
            for &vector in &*row {
                greatest = simd.max_f32s(greatest, vector);
            }
            let greatest = simd.splat_f32s(simd.reduce_max_f32s(greatest));
            let mut sum = simd.splat_f32s(0.0);
            for vector in row {
                *vector = exp(simd, simd.sub_f32s(*vector, greatest));
                sum = simd.add_f32s(sum, *vector);
            }
            *result = simd.reduce_sum_f32s(sum).recip();
        }
    }
}
