//! Feed-forward blocks: two layers for each point alone, the first of which is multiplied by a gate (Shazeer 2020).

#![expect(
    clippy::inline_always,
    reason = "vector instructions are allowed only where a kernel is inlined"
)]

use super::amx::ROWS;
use super::attention::behind_root;
use super::dense::{Dense, PointRows};
use super::functions::gated;
use super::lane::{LANE, Lane, lanes_for, sized};
use super::machine::Machine;
use super::model::{Convolution, FeedForwardWeights};
use super::root::RootNorm;
use super::scratch::Scratch;
use super::shares::WorkKind;
use bytemuck::cast_slice_mut;
use pulp::{Simd, WithSimd};

/// Points that are computed at once, so that what stands between the layers stays in a cache: a multiple of the rows of the
/// products' tiles.
const POINTS_AT_ONCE: usize = 45;

/// The same where a unit for products of matrices computes them, whose tiles have other rows.
const POINTS_AT_ONCE_BY_UNIT: usize = 3 * ROWS;

/// Points that fill a tile of the products. Fewer are not computed by themselves.
const TILE: usize = 9;

/// How many of the points that are left are computed next. If few would remain after them, these come along, as all weights are
/// read each time.
const fn points_at_once(left: usize, at_once: usize) -> usize {
    if left < at_once + TILE { left } else { at_once }
}

/// A feed-forward block.
#[derive(Clone, Debug)]
pub(super) struct FeedForward {
    root: RootNorm,
    /// Lanes between the layers.
    inner_lanes: usize,
    /// To the inner numbers and to their gates: a lane of these behind each lane of those.
    first: Dense,
    last: Dense,
}

impl FeedForward {
    pub(super) fn new(weights: &FeedForwardWeights) -> FeedForward {
        let both = [&weights.first, &weights.gate].map(|matrix| behind_root(&weights.norm, matrix));
        let lanes = (0..weights.first.outputs).step_by(LANE);
        let lanes = lanes.flat_map(|first| both.each_ref().map(|whole| lane_of(whole, first)));
        let first: Vec<Convolution> = lanes.collect();
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
            first: Dense::new(first.into()),
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
        let at_once = match machine.amx {
            Some(_) => POINTS_AT_ONCE_BY_UNIT,
            None => POINTS_AT_ONCE,
        };
        let mut left = trunk;
        while !left.is_empty() {
            let count = points_at_once(left.len() / width, at_once);
            let (trunk, behind) = left.split_at_mut(count * width);
            left = behind;
            let scales = scratch.shares.time(WorkKind::Stages, || {
                self.root.factors(machine, trunk, width, &mut roots)
            });
            let points = PointRows {
                rows: trunk,
                width,
                scales: Some(scales),
            };
            if let Some(amx) = machine.amx {
                let gated = self.last.room_for(scales.len(), &mut inner);
                self.first.apply_gated(amx, points, gated, scratch);
                self.last
                    .apply_rounded((machine, amx), &inner, trunk, true, scratch);
                continue;
            }
            let inner = sized(&mut inner, scales.len() * self.first.lanes);
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

/// The matrix to a lane of outputs, from the first of them on.
fn lane_of(whole: &Convolution, first: usize) -> Convolution {
    let outputs = LANE.min(whole.outputs - first);
    let rows = whole.weights.chunks_exact(whole.outputs);
    Convolution {
        outputs,
        weights: rows
            .flat_map(|row| &row[first..][..outputs])
            .copied()
            .collect(),
        ..*whole
    }
}

/// Multiplies the activation of the first lane of each two by the second one. The products begin the row.
struct Gate<'a> {
    rows: &'a mut [Lane],
    /// Lanes of products of a row.
    lanes: usize,
}

impl WithSimd for Gate<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let per_lane = LANE / S::F32_LANES;
        let rows: &mut [S::f32s] = cast_slice_mut(self.rows);
        for row in rows.chunks_exact_mut(2 * self.lanes * per_lane) {
            for lane in 0..self.lanes {
                // No product is written behind what is still to be read.
                for place in 0..per_lane {
                    let number = 2 * lane * per_lane + place;
                    row[lane * per_lane + place] = gated(simd, row[number], row[number + per_lane]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_points_that_would_be_left_come_along() {
        let pieces = |points: usize| {
            let left = |&left: &usize| Some(left - points_at_once(left, 45)).filter(|&it| it > 0);
            let left = std::iter::successors(Some(points), left);
            left.map(|left| points_at_once(left, 45))
                .collect::<Vec<usize>>()
        };
        assert_eq!(pieces(81), [45, 36]);
        assert_eq!(pieces(361), [45, 45, 45, 45, 45, 45, 45, 46]);
        assert_eq!(pieces(53), [53]);
        assert_eq!(pieces(54), [45, 9]);
        assert_eq!(pieces(1), [1]);
    }
}
