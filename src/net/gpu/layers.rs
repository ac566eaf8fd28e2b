//! The layers of a network as steps on a card.

use super::super::inputs::{GLOBALS, PLANES};
use super::super::model::{
    Activation, AttentionWeights, BlockWeights, Convolution, FeedForwardWeights, Matrix,
    NetworkWeights, NormWeights, PolicyWeights, PoolingWeights, RootWeights, ValueWeights,
};
use super::super::players::PLAYER_NUMBERS;
use super::super::rotation::Rotation;
use super::kernels::{HeadShape, Product, Sums};
use super::plan::{Array, CardPlan, Draft, PlanInputs, PlanOutputs, Precision, RowOf, VECTOR};

/// Rows of a trunk: floats that blocks add to, and what the next block makes of them first.
#[derive(Clone, Copy)]
struct Trunk {
    sums: Array,
    channels: usize,
    start: Array,
}

/// No bias, and no activation.
const PLAIN: (&[f32], Activation) = (&[], Activation::Identity);

struct Planner {
    draft: Draft,
    /// How what is not summed up is kept.
    precision: Precision,
}

/// What has to be done for a network. With halves, weights and what goes into products are numbers of 16 bits, but for the
/// heads.
pub(super) fn plan(model: &NetworkWeights, precision: Precision) -> CardPlan {
    let planner = Planner {
        draft: Draft::default(),
        precision,
    };
    planner.network(model)
}

/// The norm with which a block begins, if it is not a root.
const fn entry(block: &BlockWeights) -> Option<&NormWeights> {
    match block {
        BlockWeights::Residual { first, .. } | BlockWeights::Bottleneck { first, .. } => {
            Some(first)
        }
        BlockWeights::Attention(_) | BlockWeights::FeedForward(_) => None,
    }
}

/// The factors of a root as a norm.
fn factors(root: &RootWeights) -> NormWeights {
    NormWeights {
        factors: root.factors.clone(),
        summands: vec![0.0; root.factors.len()],
        activation: Activation::Identity,
    }
}

fn convolution(matrix: &Matrix) -> Convolution {
    Convolution {
        side: 1,
        inputs: matrix.inputs,
        outputs: matrix.outputs,
        weights: matrix.weights.clone(),
    }
}

impl Planner {
    fn points(&mut self, channels: usize) -> Array {
        self.draft.take(RowOf::Point, channels, self.precision)
    }

    fn floats(&mut self, row_of: RowOf, channels: usize) -> Array {
        self.draft.take(row_of, channels, Precision::Float)
    }

    fn network(mut self, model: &NetworkWeights) -> CardPlan {
        let words = self.floats(RowOf::Point, 1);
        let globals = self.floats(RowOf::Board, GLOBALS);
        let channels = model.planes.outputs;
        let summands = self.floats(RowOf::Board, channels);
        self.draft
            .dense(&model.globals, globals, PLAIN, (summands, false));
        let players = model.encoder.as_ref().map(|encoder| {
            let players = self.floats(RowOf::Board, PLAYER_NUMBERS);
            let [first, second] = &encoder.hidden;
            let one = self.floats(RowOf::Board, encoder.first.outputs);
            let bias = (&first.bias[..], first.activation);
            self.draft
                .dense(&encoder.first, players, bias, (one, false));
            let other = self.floats(RowOf::Board, first.last.outputs);
            let bias = (&second.bias[..], second.activation);
            self.draft.dense(&first.last, one, bias, (other, false));
            self.draft
                .dense(&second.last, other, PLAIN, (summands, true));
            self.draft.give_back([one, other]);
            players
        });
        let planes = self.points(PLANES);
        self.draft.expand(words, planes);
        let trunk = Trunk {
            sums: self.floats(RowOf::Point, channels),
            channels,
            start: self.points(channels),
        };
        let end = model.tip.root.is_none().then_some(&model.tip.stage);
        let after = model.blocks.first().map_or(end, entry);
        self.draft.product(&Product {
            filter: &model.planes,
            weights: self.precision,
            inputs: planes,
            summands: Some(summands),
            sums: Sums::Begin(trunk.sums),
            results: after.map(|norm| (trunk.start, Some(norm))),
        });
        self.draft.give_back([planes]);
        self.blocks(&model.blocks, trunk, end);
        if let Some((epsilon, is_spatial)) = model.tip.root {
            let root = (channels, epsilon, is_spatial);
            self.draft
                .root(trunk.sums, root, &model.tip.stage, trunk.start);
        }
        let (plays, passes) = self.policy(&model.policy, trunk.start);
        let (results, scores, owners) = self.value(&model.value, trunk.start);
        self.draft.finish(
            PlanInputs {
                words,
                globals,
                players,
            },
            PlanOutputs {
                plays,
                passes,
                results,
                scores,
                owners,
                policies: model.policy.last.outputs,
                has_errors: model.value.score.outputs > 4,
            },
        )
    }

    /// Blocks. Each makes what the next one begins with, or the last one what follows all of them.
    fn blocks(&mut self, blocks: &[BlockWeights], trunk: Trunk, end: Option<&NormWeights>) {
        for (place, block) in blocks.iter().enumerate() {
            let after = blocks.get(place + 1).map_or(end, entry);
            self.block(block, trunk, after);
        }
    }

    /// Adds what a convolution makes of some rows to a trunk.
    fn add(
        &mut self,
        filter: &Convolution,
        inputs: Array,
        trunk: Trunk,
        after: Option<&NormWeights>,
    ) {
        self.draft.product(&Product {
            filter,
            weights: self.precision,
            inputs,
            summands: None,
            sums: Sums::Add(trunk.sums),
            results: after.map(|norm| (trunk.start, Some(norm))),
        });
    }

    /// What a convolution makes of some rows.
    fn rows(
        &mut self,
        filter: &Convolution,
        inputs: Array,
        summands: Option<Array>,
        norm: Option<&NormWeights>,
    ) -> Array {
        let kept = self.precision;
        self.convolved(filter, inputs, (summands, norm), [kept, kept])
    }

    /// What a convolution makes of some rows, with what is added to it and what follows. The precisions are those of its weights
    /// and of the results.
    fn convolved(
        &mut self,
        filter: &Convolution,
        inputs: Array,
        (summands, norm): (Option<Array>, Option<&NormWeights>),
        [weights, kept]: [Precision; 2],
    ) -> Array {
        let results = self.draft.take(RowOf::Point, filter.outputs, kept);
        self.draft.product(&Product {
            filter,
            weights,
            inputs,
            summands,
            sums: Sums::None,
            results: Some((results, norm)),
        });
        results
    }

    fn block(&mut self, block: &BlockWeights, trunk: Trunk, after: Option<&NormWeights>) {
        match block {
            BlockWeights::Residual {
                regular,
                pooling,
                middle,
                last,
                ..
            } => {
                let pooled = pooling
                    .as_ref()
                    .map(|pooling| self.spread(pooling, trunk.start, self.precision));
                let summands = pooled.map(|(_, summands)| summands);
                let half = self.rows(regular, trunk.start, summands, Some(middle));
                self.add(last, half, trunk, after);
                self.draft.give_back([half]);
                if let Some((pooled, summands)) = pooled {
                    self.draft.give_back([pooled, summands]);
                }
            }
            BlockWeights::Bottleneck {
                narrow,
                blocks,
                middle,
                widen,
                ..
            } => {
                let inner = Trunk {
                    sums: self.floats(RowOf::Point, narrow.outputs),
                    channels: narrow.outputs,
                    start: self.points(narrow.outputs),
                };
                let first = blocks.first().map_or(Some(middle), entry);
                self.draft.product(&Product {
                    filter: narrow,
                    weights: self.precision,
                    inputs: trunk.start,
                    summands: None,
                    sums: Sums::Begin(inner.sums),
                    results: first.map(|norm| (inner.start, Some(norm))),
                });
                self.blocks(blocks, inner, Some(middle));
                self.add(widen, inner.start, trunk, after);
                self.draft.give_back([inner.sums, inner.start]);
            }
            BlockWeights::Attention(weights) => self.attention(weights, trunk, after),
            BlockWeights::FeedForward(weights) => self.feed_forward(weights, trunk, after),
        }
    }

    /// What is pooled of some rows, and the summands that it gives.
    fn spread(
        &mut self,
        pooling: &PoolingWeights,
        start: Array,
        weights: Precision,
    ) -> (Array, Array) {
        let precisions = [weights, Precision::Float];
        let follows = (None, Some(&pooling.stage));
        let rows = self.convolved(&pooling.pooled, start, follows, precisions);
        let pooled = self.draft.pool(rows, true);
        let summands = self.floats(RowOf::Board, pooling.spread.outputs);
        let spread = pooled_matrix(&pooling.spread, rows.width);
        self.draft.dense(&spread, pooled, PLAIN, (summands, false));
        self.draft.give_back([rows]);
        (pooled, summands)
    }

    fn attention(&mut self, weights: &AttentionWeights, trunk: Trunk, after: Option<&NormWeights>) {
        let size = weights.query.outputs / weights.heads;
        let value_size = weights.value.outputs / weights.shared_heads;
        let heads = HeadShape {
            count: weights.heads,
            shared: weights.shared_heads,
            vectors: size.div_ceil(VECTOR),
            value_vectors: value_size.div_ceil(VECTOR),
        };
        let root = (trunk.channels, weights.norm.epsilon, false);
        self.draft
            .root(trunk.sums, root, &factors(&weights.norm), trunk.start);
        let rows = self.rows(&project(weights, heads), trunk.start, None, None);
        if let Some(rotation) = &weights.rotation {
            let rotation = Rotation::new(rotation, weights.shared_heads, size / 2);
            let [along, down] = rotation.angles(heads.vectors * VECTOR / 2);
            self.draft
                .rotate(rows, heads, rotation.heads(), [&along, &down]);
        }
        let taken = self.points(heads.count * heads.value_vectors * VECTOR);
        self.draft.attend(rows, heads, taken);
        let out = spread_heads(&weights.out, value_size, heads.value_vectors * VECTOR);
        self.add(&out, taken, trunk, after);
        self.draft.give_back([rows, taken]);
    }

    fn feed_forward(
        &mut self,
        weights: &FeedForwardWeights,
        trunk: Trunk,
        after: Option<&NormWeights>,
    ) {
        let root = (trunk.channels, weights.norm.epsilon, false);
        self.draft
            .root(trunk.sums, root, &factors(&weights.norm), trunk.start);
        let both = side_by_side(&[&weights.first, &weights.gate]);
        let rows = self.rows(&both, trunk.start, None, None);
        let inner = self.points(weights.first.outputs);
        self.draft.gate(rows, inner);
        self.add(&convolution(&weights.last), inner, trunk, after);
        self.draft.give_back([rows, inner]);
    }

    /// A convolution of a head, in floats.
    fn exact(
        &mut self,
        filter: &Convolution,
        inputs: Array,
        summands: Option<Array>,
        norm: Option<&NormWeights>,
    ) -> Array {
        self.convolved(filter, inputs, (summands, norm), [Precision::Float; 2])
    }

    /// The logits of plays and passes.
    fn policy(&mut self, head: &PolicyWeights, start: Array) -> (Array, Array) {
        let (pooled, summands) = self.spread(&head.pooling, start, Precision::Float);
        let half = self.exact(&head.regular, start, Some(summands), Some(&head.middle));
        let plays = self.exact(&head.last, half, None, None);
        let channels = pooled.width / 3;
        let pass = pooled_matrix(&head.pass, channels);
        let first = self.floats(RowOf::Board, pass.outputs);
        let Some(layer) = &head.pass_layer else {
            self.draft.dense(&pass, pooled, PLAIN, (first, false));
            return (plays, first);
        };
        let bias = (&layer.bias[..], layer.activation);
        self.draft.dense(&pass, pooled, bias, (first, false));
        let passes = self.floats(RowOf::Board, layer.last.outputs);
        self.draft.dense(&layer.last, first, PLAIN, (passes, false));
        (plays, passes)
    }

    /// Results, scores and owners.
    fn value(&mut self, head: &ValueWeights, start: Array) -> (Array, Array, Array) {
        let rows = self.exact(&head.regular, start, None, Some(&head.stage));
        let pooled = self.draft.pool(rows, false);
        let dense = self.floats(RowOf::Board, head.pooled.outputs);
        let matrix = pooled_matrix(&head.pooled, rows.width);
        let bias = (&head.pooled_bias[..], head.activation);
        self.draft.dense(&matrix, pooled, bias, (dense, false));
        let results = self.floats(RowOf::Board, head.result.outputs);
        let bias = (&head.result_bias[..], Activation::Identity);
        self.draft
            .dense(&head.result, dense, bias, (results, false));
        let scores = self.floats(RowOf::Board, head.score.outputs);
        let bias = (&head.score_bias[..], Activation::Identity);
        self.draft.dense(&head.score, dense, bias, (scores, false));
        let owners = self.exact(&head.owners, rows, None, None);
        (results, scores, owners)
    }
}

/// A matrix of three numbers of each channel, where the channels of each kind take a wider row.
fn pooled_matrix(matrix: &Matrix, width: usize) -> Matrix {
    let channels = matrix.inputs / 3;
    let outputs = matrix.outputs;
    let mut weights = vec![0.0; 3 * width * outputs];
    let kinds = matrix.weights.chunks_exact(channels * outputs);
    for (kind, filled) in kinds.zip(weights.chunks_exact_mut(width * outputs)) {
        filled[..kind.len()].copy_from_slice(kind);
    }
    Matrix {
        inputs: 3 * width,
        outputs,
        weights,
    }
}

/// Matrices of the same inputs as one, where the outputs of each take whole vectors.
fn side_by_side(matrices: &[&Matrix]) -> Convolution {
    let inputs = matrices[0].inputs;
    let mut weights = Vec::new();
    for input in 0..inputs {
        for matrix in matrices {
            weights.extend_from_slice(&matrix.weights[input * matrix.outputs..][..matrix.outputs]);
            weights.resize(weights.len().next_multiple_of(VECTOR), 0.0);
        }
    }
    Convolution {
        side: 1,
        inputs,
        outputs: weights.len() / inputs,
        weights,
    }
}

/// The matrices to all queries, keys and values, where each head takes whole vectors. The root of their size, by which the
/// likeness is divided, is divided out here.
fn project(weights: &AttentionWeights, heads: HeadShape) -> Convolution {
    let size = weights.query.outputs / weights.heads;
    #[expect(clippy::cast_precision_loss, reason = "heads are small")]
    let scale = (size as f32).sqrt().recip();
    let mut each = Vec::new();
    for (matrix, count, scale) in [
        (&weights.query, heads.count, scale),
        (&weights.key, heads.shared, 1.0),
        (&weights.value, heads.shared, 1.0),
    ] {
        let size = matrix.outputs / count;
        for head in 0..count {
            let rows = matrix.weights.chunks_exact(matrix.outputs);
            let row = |row: &[f32]| -> Vec<f32> {
                row[head * size..][..size]
                    .iter()
                    .map(|x| scale * x)
                    .collect()
            };
            each.push(Matrix {
                inputs: matrix.inputs,
                outputs: size,
                weights: rows.flat_map(row).collect(),
            });
        }
    }
    side_by_side(&each.iter().collect::<Vec<_>>())
}

/// The matrix from what all heads took, where each head takes whole vectors.
fn spread_heads(matrix: &Matrix, size: usize, width: usize) -> Convolution {
    let outputs = matrix.outputs;
    let mut weights = vec![0.0; matrix.inputs / size * width * outputs];
    let heads = matrix.weights.chunks_exact(size * outputs);
    for (head, filled) in heads.zip(weights.chunks_exact_mut(width * outputs)) {
        filled[..head.len()].copy_from_slice(head);
    }
    Convolution {
        side: 1,
        inputs: weights.len() / outputs,
        outputs,
        weights,
    }
}
