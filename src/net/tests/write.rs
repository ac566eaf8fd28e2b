//! Small random networks, and files of them.

#![expect(clippy::cast_precision_loss, reason = "all numbers are small")]

use crate::net::inputs::{GLOBALS, PLANES};
use crate::net::model::{
    Activation, AttentionWeights, BlockWeights, Convolution, DenseLayer, EncoderWeights,
    FeedForwardWeights, Matrix, NetworkWeights, NormWeights, PolicyWeights, PoolingWeights,
    RootWeights, RotationWeights, Scales, TipWeights, ValueWeights,
};
use crate::net::players::PLAYER_NUMBERS;
use crate::rng::Rng;

/// Makes the layers of a network with random weights.
pub(super) struct Maker {
    rng: Rng,
    version: u32,
}

impl Maker {
    fn weights(&mut self, count: usize, inputs: usize) -> Vec<f32> {
        let scale = 2.0 / (inputs as f32).sqrt();
        let mut weight = || (self.rng.below(2001) as f32 / 1000.0 - 1.0) * scale;
        (0..count).map(|_| weight()).collect()
    }

    fn convolution(&mut self, side: usize, inputs: usize, outputs: usize) -> Convolution {
        let count = side * side * inputs;
        Convolution {
            side,
            inputs,
            outputs,
            weights: self.weights(count * outputs, count),
        }
    }

    fn matrix(&mut self, inputs: usize, outputs: usize) -> Matrix {
        Matrix {
            inputs,
            outputs,
            weights: self.weights(inputs * outputs, inputs),
        }
    }

    fn activation(&mut self) -> Activation {
        match self.rng.below(4) {
            0 if self.version >= 11 => Activation::Identity,
            1 if self.version >= 11 => Activation::Mish,
            2 if self.version >= 11 => Activation::Silu,
            _ => Activation::Relu,
        }
    }

    fn stage(&mut self, channels: usize) -> NormWeights {
        NormWeights {
            factors: self
                .weights(channels, 4)
                .iter()
                .map(|x| 1.0 + 0.5 * x)
                .collect(),
            summands: self.weights(channels, 4),
            activation: self.activation(),
        }
    }

    fn root(&mut self, channels: usize) -> RootWeights {
        RootWeights {
            epsilon: 1e-3,
            factors: self.weights(channels, 4),
        }
    }

    /// An attention with a number of heads and of those of keys and values, and its feed-forward block.
    fn transformer(
        &mut self,
        (heads, shared_heads): (usize, usize),
        (size, value_size): (usize, usize),
        channels: usize,
    ) -> [BlockWeights; 2] {
        let rotation = match self.rng.below(3) {
            0 if size % 2 == 0 => Some(RotationWeights::Fixed { theta: 50.0 }),
            1 if size % 2 == 0 => Some(RotationWeights::Learned(
                self.weights(shared_heads * size, 4),
            )),
            _ => None,
        };
        let inner = channels + 3;
        [
            BlockWeights::Attention(AttentionWeights {
                norm: self.root(channels),
                heads,
                shared_heads,
                query: self.matrix(channels, heads * size),
                key: self.matrix(channels, shared_heads * size),
                value: self.matrix(channels, shared_heads * value_size),
                out: self.matrix(heads * value_size, channels),
                rotation,
            }),
            BlockWeights::FeedForward(FeedForwardWeights {
                norm: self.root(channels),
                first: self.matrix(channels, inner),
                gate: self.matrix(channels, inner),
                last: self.matrix(inner, channels),
            }),
        ]
    }

    /// All kinds of blocks. Those of transformers have heads of several sizes.
    fn blocks(&mut self, channels: usize) -> Vec<BlockWeights> {
        let mut blocks: Vec<_> = (0..3).map(|kind| self.block(kind, channels)).collect();
        if self.version >= 15 {
            for (heads, sizes) in [((3, 3), (40, 5)), ((4, 2), (32, 16)), ((6, 1), (7, 20))] {
                blocks.extend(self.transformer(heads, sizes, channels));
            }
            if let BlockWeights::Bottleneck { blocks, .. } = &mut blocks[2] {
                blocks.extend(self.transformer((2, 1), (4, 3), channels - 2));
            }
        }
        blocks
    }

    fn tip(&mut self, channels: usize) -> TipWeights {
        let roots = [None, Some((1e-3, false)), Some((1e-2, true))];
        TipWeights {
            root: roots[if self.version >= 15 {
                self.rng.below(3)
            } else {
                0
            }],
            stage: self.stage(channels),
        }
    }

    /// A block of a kind: 0 to 2.
    fn block(&mut self, kind: usize, channels: usize) -> BlockWeights {
        let inner = channels - 2;
        match kind {
            0 => BlockWeights::Residual {
                first: self.stage(channels),
                regular: self.convolution(3, channels, inner),
                pooling: None,
                middle: self.stage(inner),
                last: self.convolution(3, inner, channels),
            },
            1 => BlockWeights::Residual {
                first: self.stage(channels),
                regular: self.convolution(3, channels, inner),
                pooling: Some(PoolingWeights {
                    pooled: self.convolution(3, channels, 3),
                    stage: self.stage(3),
                    spread: self.matrix(9, inner),
                }),
                middle: self.stage(inner),
                last: self.convolution(3, inner, channels),
            },
            _ => BlockWeights::Bottleneck {
                first: self.stage(channels),
                narrow: self.convolution(1, channels, inner),
                blocks: vec![self.block(0, inner), self.block(1, inner)],
                middle: self.stage(inner),
                widen: self.convolution(1, inner, channels),
            },
        }
    }

    /// An encoder of players with hidden layers of two sizes.
    fn encoder(&mut self, channels: usize) -> EncoderWeights {
        EncoderWeights {
            first: self.matrix(PLAYER_NUMBERS, 9),
            hidden: [(9, 11), (11, channels)].map(|(inputs, outputs)| DenseLayer {
                bias: self.weights(inputs, 4),
                activation: self.activation(),
                last: self.matrix(inputs, outputs),
            }),
        }
    }

    fn policy(&mut self, channels: usize) -> PolicyWeights {
        let outputs = match self.version {
            17 if self.rng.below(2) == 0 => 2,
            16.. => 4,
            12.. => 2,
            _ => 1,
        };
        let has_layer = self.version >= 15;
        PolicyWeights {
            regular: self.convolution(1, channels, 5),
            pooling: PoolingWeights {
                pooled: self.convolution(1, channels, 4),
                stage: self.stage(4),
                spread: self.matrix(12, 5),
            },
            middle: self.stage(5),
            last: self.convolution(1, 5, outputs),
            pass: self.matrix(12, if has_layer { 5 } else { outputs }),
            pass_layer: has_layer.then(|| DenseLayer {
                bias: self.weights(5, 4),
                activation: self.activation(),
                last: self.matrix(5, outputs),
            }),
        }
    }

    fn value(&mut self, channels: usize) -> ValueWeights {
        let scores = if self.version >= 9 { 6 } else { 4 };
        ValueWeights {
            regular: self.convolution(1, channels, 4),
            stage: self.stage(4),
            pooled: self.matrix(12, 7),
            pooled_bias: self.weights(7, 4),
            activation: self.activation(),
            result: self.matrix(7, 3),
            result_bias: self.weights(3, 4),
            score: self.matrix(7, scores),
            score_bias: self.weights(scores, 4),
            owners: self.convolution(1, 4, 1),
        }
    }
}

/// A network of a version with one block of each kind.
pub(in crate::net) fn model(version: u32, channels: usize, seed: u64) -> NetworkWeights {
    let mut maker = Maker {
        rng: Rng::new(seed),
        version,
    };
    NetworkWeights {
        name: format!("tiny-{seed}"),
        version,
        scales: if version >= 13 {
            Scales {
                score: 11.0,
                deviation: 12.0,
                lead: 13.0,
                time_variance: 14.0,
                win_error: 0.5,
                score_error: 16.0,
            }
        } else {
            Scales::default()
        },
        lives_under_suicide: version >= 15,
        planes: maker.convolution(if seed.is_multiple_of(2) { 5 } else { 3 }, PLANES, channels),
        globals: maker.matrix(GLOBALS, channels),
        encoder: None,
        blocks: maker.blocks(channels),
        tip: maker.tip(channels),
        policy: maker.policy(channels),
        value: maker.value(channels),
        weights: 0,
    }
}

/// The same network, which asks who plays.
pub(in crate::net) fn with_players(mut model: NetworkWeights, seed: u64) -> NetworkWeights {
    let mut maker = Maker {
        rng: Rng::new(seed),
        version: model.version,
    };
    model.encoder = Some(maker.encoder(model.planes.outputs));
    model
}

/// Writes a network as a file has it.
pub(super) struct Writer {
    bytes: Vec<u8>,
    version: u32,
    is_binary: bool,
    floats: usize,
}

/// The file of a network, with weights as text or as binary numbers.
pub(super) fn file(model: &NetworkWeights, is_binary: bool) -> Vec<u8> {
    written(model, is_binary).bytes
}

/// How many floats a file of a network holds.
pub(super) fn floats_of(model: &NetworkWeights) -> usize {
    written(model, true).floats
}

fn written(model: &NetworkWeights, is_binary: bool) -> Writer {
    let mut writer = Writer {
        bytes: Vec::new(),
        version: model.version,
        is_binary,
        floats: 0,
    };
    writer.model(model);
    writer
}

impl Writer {
    fn words(&mut self, words: &[&dyn std::fmt::Display]) {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        self.bytes.extend(words.join(" ").bytes().chain([b'\n']));
    }

    fn floats(&mut self, floats: &[f32]) {
        self.floats += floats.len();
        if self.is_binary {
            self.bytes.extend(b"@BIN@");
            let bytes = floats.iter().flat_map(|x| x.to_le_bytes());
            self.bytes.extend(bytes.chain([b'\n']));
        } else {
            let words: Vec<&dyn std::fmt::Display> = floats.iter().map(|x| x as _).collect();
            self.words(&words);
        }
    }

    fn convolution(&mut self, layer: &Convolution) {
        let Convolution {
            side,
            inputs,
            outputs,
            ..
        } = layer;
        self.words(&[&"convolution", side, side, inputs, outputs, &1, &1]);
        self.floats(&layer.weights);
    }

    fn matrix(&mut self, layer: &Matrix) {
        self.words(&[&"matrix", &layer.inputs, &layer.outputs]);
        self.floats(&layer.weights);
    }

    fn bias(&mut self, bias: &[f32]) {
        self.words(&[&"bias", &bias.len()]);
        self.floats(bias);
    }

    fn activation(&mut self, activation: Activation) {
        self.words(&[&"activation"]);
        if self.version >= 11 {
            self.words(&[match activation {
                Activation::Identity => &"ACTIVATION_IDENTITY",
                Activation::Relu => &"ACTIVATION_RELU",
                Activation::Mish => &"ACTIVATION_MISH",
                Activation::Silu => &"ACTIVATION_SILU",
            }]);
        }
    }

    /// With a mean of 1 and a variance of 3 behind which factors and summands are hidden.
    fn stage(&mut self, stage: &NormWeights) {
        let count = stage.factors.len();
        self.words(&[&"norm", &count, &1.0, &1, &1]);
        self.floats(&vec![1.0; count]);
        self.floats(&vec![3.0; count]);
        let scales: Vec<f32> = stage.factors.iter().map(|x| x * 2.0).collect();
        self.floats(&scales);
        let pairs = stage.summands.iter().zip(&stage.factors);
        let biases: Vec<f32> = pairs.map(|(summand, factor)| summand + factor).collect();
        self.floats(&biases);
        self.activation(stage.activation);
    }

    fn pooling(&mut self, pooling: &PoolingWeights) {
        self.convolution(&pooling.pooled);
        self.stage(&pooling.stage);
        self.matrix(&pooling.spread);
    }

    fn block(&mut self, block: &BlockWeights) {
        match block {
            BlockWeights::Residual {
                first,
                regular,
                pooling,
                middle,
                last,
            } => {
                let (kind, name) = match pooling {
                    Some(_) => ("gpool_block", "gconv"),
                    None => ("ordinary_block", "rconv"),
                };
                self.words(&[&kind, &name]);
                self.stage(first);
                self.convolution(regular);
                if let Some(pooling) = pooling {
                    self.pooling(pooling);
                }
                self.stage(middle);
                self.convolution(last);
            }
            BlockWeights::Bottleneck {
                first,
                narrow,
                blocks,
                middle,
                widen,
            } => {
                self.words(&[&"nested_bottleneck_block", &"nconv", &blocks.len()]);
                self.stage(first);
                self.convolution(narrow);
                for block in blocks {
                    self.block(block);
                }
                self.stage(middle);
                self.convolution(widen);
            }
            BlockWeights::Attention(weights) => self.attention(weights),
            BlockWeights::FeedForward(weights) => {
                self.words(&[&"transformer_ffn_block", &"ffn"]);
                self.words(&[&weights.first.inputs, &weights.first.outputs, &1]);
                self.root(&weights.norm);
                for matrix in [&weights.first, &weights.gate, &weights.last] {
                    self.matrix(matrix);
                }
            }
        }
    }

    fn attention(&mut self, weights: &AttentionWeights) {
        let AttentionWeights {
            norm,
            heads,
            shared_heads,
            query,
            key,
            value,
            out,
            rotation,
        } = weights;
        let (size, value_size) = (query.outputs / heads, value.outputs / shared_heads);
        let is_learned = matches!(rotation, Some(RotationWeights::Learned(_)));
        self.words(&[&"transformer_attention_block", &"attention"]);
        self.words(&[heads, shared_heads, &size, &value_size]);
        self.words(&[&u8::from(rotation.is_some()), &u8::from(is_learned)]);
        self.root(norm);
        for matrix in [query, key, value, out] {
            self.matrix(matrix);
        }
        match rotation {
            Some(RotationWeights::Fixed { theta }) => self.words(&[&"rope", theta]),
            Some(RotationWeights::Learned(angles)) => {
                self.words(&[&"rope", shared_heads, &(size / 2), &2]);
                self.floats(angles);
            }
            None => {}
        }
    }

    fn root(&mut self, root: &RootWeights) {
        self.words(&[&"root", &root.factors.len(), &root.epsilon]);
        self.floats(&root.factors);
    }

    fn tip(&mut self, tip: &TipWeights) {
        let Some((epsilon, is_spatial)) = tip.root else {
            return self.stage(&tip.stage);
        };
        let stage = &tip.stage;
        self.words(&[&"tip", &stage.factors.len(), &epsilon]);
        self.words(&[&u8::from(is_spatial), &0]);
        self.floats(&stage.factors);
        self.floats(&stage.summands);
        self.activation(stage.activation);
    }

    fn model(&mut self, model: &NetworkWeights) {
        self.words(&[&model.name, &model.version, &PLANES, &GLOBALS]);
        if model.version >= 13 {
            let Scales {
                score,
                deviation,
                lead,
                time_variance,
                win_error,
                score_error,
            } = model.scales;
            self.words(&[&20.0, &score, &deviation, &lead]);
            self.words(&[&time_variance, &win_error, &score_error]);
        }
        if model.version >= 15 {
            let flag = u8::from(model.lives_under_suicide);
            let encoder = u8::from(model.encoder.is_some());
            self.words(&[&encoder, &flag, &0, &0, &0, &0, &0, &0]);
        }
        let channels = model.planes.outputs;
        let inner = channels - 2;
        let blocks = model.blocks.len();
        self.words(&[&"trunk", &blocks, &channels, &inner, &inner, &0, &3]);
        if model.version >= 15 {
            let tip = u8::from(model.tip.root.is_some());
            self.words(&[&tip, &0, &0, &0, &0, &0]);
        }
        self.convolution(&model.planes);
        self.matrix(&model.globals);
        if let Some(encoder) = &model.encoder {
            self.words(&[&"encoder", &PLAYER_NUMBERS]);
            self.matrix(&encoder.first);
            for layer in &encoder.hidden {
                self.bias(&layer.bias);
                self.activation(layer.activation);
                self.matrix(&layer.last);
            }
        }
        for block in &model.blocks {
            self.block(block);
        }
        self.tip(&model.tip);
        let policy = &model.policy;
        self.words(&[&"policy"]);
        if model.version >= 17 {
            self.words(&[&policy.last.outputs, &0, &0, &0]);
        }
        self.convolution(&policy.regular);
        self.pooling(&policy.pooling);
        self.stage(&policy.middle);
        self.convolution(&policy.last);
        self.matrix(&policy.pass);
        if let Some(layer) = &policy.pass_layer {
            self.bias(&layer.bias);
            self.activation(layer.activation);
            self.matrix(&layer.last);
        }
        let value = &model.value;
        self.words(&[&"value"]);
        if model.version >= 17 {
            self.words(&[&0, &0, &0]);
        }
        self.convolution(&value.regular);
        self.stage(&value.stage);
        self.matrix(&value.pooled);
        self.bias(&value.pooled_bias);
        self.activation(value.activation);
        self.matrix(&value.result);
        self.bias(&value.result_bias);
        self.matrix(&value.score);
        self.bias(&value.score_bias);
        self.convolution(&value.owners);
    }
}
