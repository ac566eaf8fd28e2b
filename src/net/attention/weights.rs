//! The matrices of an attention, in the order in which it needs them.

use super::super::dense::Dense;
use super::super::lane::{LANE, lanes_for};
use super::super::model::{AttentionWeights, Convolution, Matrix, RootWeights};

/// A matrix behind a division by a root, whose factors it takes over.
pub(in crate::net) fn behind_root(norm: &RootWeights, matrix: &Matrix) -> Convolution {
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
pub(super) fn project(weights: &AttentionWeights, size: usize, value_size: usize) -> Dense {
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
pub(super) fn out(weights: &AttentionWeights, value_size: usize) -> Dense {
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
