//! Feed-forward blocks: two layers for each point alone, the first of which is multiplied by a gate (Shazeer 2020).

#![expect(
    clippy::inline_always,
    reason = "vector instructions are allowed only where a kernel is inlined"
)]

use super::attention::behind_root;
use super::dense::{Dense, PointRows};
use super::functions::{Function, Silu};
use super::lane::{LANE, Lane, lanes_for, sized};
use super::machine::Machine;
use super::model::{Convolution, FeedForwardWeights};
use super::root::RootNorm;
use super::scratch::Scratch;
use super::shares::WorkKind;
use bytemuck::cast_slice_mut;
use pulp::{Simd, WithSimd};

/// Points that are computed at once, so that what stands between the layers stays in a cache.
const POINTS_AT_ONCE: usize = 45;

/// A feed-forward block.
#[derive(Clone, Debug)]
pub(super) struct FeedForward {
    root: RootNorm,
    /// Lanes between the layers.
    inner_lanes: usize,
    /// To the inner numbers, and to their gates.
    first: Dense,
    last: Dense,
}

impl FeedForward {
    pub(super) fn new(weights: &FeedForwardWeights) -> FeedForward {
        let first = [&weights.first, &weights.gate];
        let last = &weights.last;
        let last = Convolution {
            side: 1,
            inputs: last.inputs,
            outputs: last.outputs,
            weights: last.weights.clone(),
        };
        FeedForward {
            root: RootNorm::new(weights.first.inputs, weights.norm.epsilon),
            inner_lanes: lanes_for(weights.first.outputs),
            first: Dense::new(
                first
                    .map(|matrix| behind_root(&weights.norm, matrix))
                    .into(),
            ),
            last: Dense::new([last].into()),
        }
    }

    /// Adds to the rows of points.
    pub(super) fn apply(
        &self,
        machine: Machine,
        (trunk, width): (&mut [Lane], usize),
        scratch: &mut Scratch,
    ) {
        let mut roots = std::mem::take(&mut scratch.roots);
        let mut inner = std::mem::take(&mut scratch.inner);
        for trunk in trunk.chunks_mut(POINTS_AT_ONCE * width) {
            let scales = scratch.shares.time(WorkKind::Stages, || {
                self.root.factors(machine, trunk, width, &mut roots)
            });
            let inner = sized(&mut inner, scales.len() * self.first.lanes);
            let points = PointRows {
                rows: trunk,
                width,
                scales: Some(scales),
            };
            self.first.apply(machine, points, inner, false, scratch);
            scratch.shares.time(WorkKind::Stages, || {
                machine.dispatch(Gate {
                    rows: inner,
                    lanes: self.inner_lanes,
                });
            });
            let points = PointRows {
                rows: inner,
                width: self.first.lanes,
                scales: None,
            };
            self.last.apply(machine, points, trunk, true, scratch);
        }
        (scratch.roots, scratch.inner) = (roots, inner);
    }
}

/// Multiplies the activation of the first half of each row by the second half.
struct Gate<'a> {
    rows: &'a mut [Lane],
    /// Lanes of half a row.
    lanes: usize,
}

impl WithSimd for Gate<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let vectors = self.lanes * LANE / S::F32_LANES;
        let rows: &mut [S::f32s] = cast_slice_mut(self.rows);
        for row in rows.chunks_exact_mut(2 * vectors) {
            let (numbers, gates) = row.split_at_mut(vectors);
            for (number, &gate) in numbers.iter_mut().zip(&*gates) {
                *number = simd.mul_f32s(Silu::of(simd, *number), gate);
            }
        }
    }
}
