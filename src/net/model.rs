//! The parts of a network as its file gives them: weights, and nothing derived from them.
//!
//! A network is a trunk of blocks over planes of the board, each of which adds to it, with heads for policy and value. Blocks
//! are convolutions (He et al. 2016, pre-activation), in which global pooling carries information about the whole board
//! (Wu 2019), or those of a transformer (Vaswani et al. 2017).

/// A network.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NetworkWeights {
    pub(super) name: String,
    pub(super) version: u32,
    pub(super) scales: Scales,
    /// True if the planes of unconditional life are to be made as if suicide were legal.
    pub(super) lives_under_suicide: bool,
    pub(super) planes: Convolution,
    pub(super) globals: Matrix,
    /// What a network of human play makes of the players.
    pub(super) encoder: Option<EncoderWeights>,
    pub(super) blocks: Vec<BlockWeights>,
    pub(super) tip: TipWeights,
    pub(super) policy: PolicyWeights,
    pub(super) value: ValueWeights,
    /// The number of all weights.
    pub(super) weights: usize,
}

/// What the outputs of the value head are multiplied by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scales {
    /// For the mean of the score, in points.
    pub(super) score: f32,
    /// For its standard deviation.
    pub(super) deviation: f32,
    /// For the lead.
    pub(super) lead: f32,
    /// For the variance of the time left.
    pub(super) time_variance: f32,
    /// For the square of the short-term error of the balance of chances, and for that of the score.
    pub(super) win_error: f32,
    pub(super) score_error: f32,
}

impl Default for Scales {
    /// Those of the versions that do not name them.
    fn default() -> Scales {
        Scales {
            score: 20.0,
            deviation: 20.0,
            lead: 20.0,
            time_variance: 40.0,
            win_error: 0.25,
            score_error: 30.0,
        }
    }
}

/// A square convolution, padded with zeros so that a board stays a board.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Convolution {
    /// Rows and columns, odd.
    pub(super) side: usize,
    pub(super) inputs: usize,
    pub(super) outputs: usize,
    /// By row, column, input and output.
    pub(super) weights: Vec<f32>,
}

/// A matrix that inputs are multiplied with.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Matrix {
    pub(super) inputs: usize,
    pub(super) outputs: usize,
    /// By input and output.
    pub(super) weights: Vec<f32>,
}

/// A function of one number between linear layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Activation {
    Identity,
    /// The positive part.
    Relu,
    /// `x tanh(ln(1 + e^x))` (Misra 2019).
    Mish,
    /// `x / (1 + e^-x)` (Hendrycks and Gimpel 2016).
    Silu,
}

/// A batch normalization, reduced to a factor and a summand for each channel, and an activation.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NormWeights {
    pub(super) factors: Vec<f32>,
    pub(super) summands: Vec<f32>,
    pub(super) activation: Activation,
}

/// Divides the channels of a point by the root of their mean square, and multiplies each by a factor (root mean square
/// normalization; Zhang and Sennrich 2019).
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RootWeights {
    /// What is added to the mean before the root.
    pub(super) epsilon: f32,
    pub(super) factors: Vec<f32>,
}

/// What stands between the trunk and the heads.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TipWeights {
    /// If the channels are divided by a root before: what is added to the mean square, and whether this is the mean over
    /// all points of the board.
    pub(super) root: Option<(f32, bool)>,
    pub(super) stage: NormWeights,
}

/// Channels that are pooled over the board and added to others.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PoolingWeights {
    pub(super) pooled: Convolution,
    pub(super) stage: NormWeights,
    /// From three numbers for each pooled channel to a summand for each of the others.
    pub(super) spread: Matrix,
}

/// Adds something to the trunk.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum BlockWeights {
    /// Two convolutions, with pooling between them or not.
    Residual {
        first: NormWeights,
        regular: Convolution,
        pooling: Option<PoolingWeights>,
        middle: NormWeights,
        last: Convolution,
    },
    /// Blocks of fewer channels between two convolutions.
    Bottleneck {
        first: NormWeights,
        narrow: Convolution,
        blocks: Vec<BlockWeights>,
        middle: NormWeights,
        widen: Convolution,
    },
    Attention(AttentionWeights),
    FeedForward(FeedForwardWeights),
}

/// Each point takes from all points of the board what it finds there by the likeness of a query and a key. Several heads of
/// queries may share one of keys and values (Ainslie et al. 2023).
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AttentionWeights {
    pub(super) norm: RootWeights,
    /// Heads of queries, and heads of keys and values, by which the former can be divided.
    pub(super) heads: usize,
    pub(super) shared_heads: usize,
    /// To the queries of all heads, one head behind the other, and likewise the others.
    pub(super) query: Matrix,
    pub(super) key: Matrix,
    pub(super) value: Matrix,
    pub(super) out: Matrix,
    pub(super) rotation: Option<RotationWeights>,
}

/// By which angles pairs of numbers of queries and keys are turned, so that their products depend on the way from one point to
/// the other (rotary embedding; Su et al. 2021).
#[derive(Clone, Debug, PartialEq)]
pub(super) enum RotationWeights {
    /// Half of the pairs are turned by the row, the others by the column, each by less than the one before.
    Fixed {
        /// The period of the slowest pair, but for a factor of 2 pi.
        theta: f32,
    },
    /// For each shared head and each pair, the angles by which a column and a row more turn it.
    Learned(Vec<f32>),
}

/// Two layers for each point alone, the first of which is multiplied by a gate (Shazeer 2020).
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FeedForwardWeights {
    pub(super) norm: RootWeights,
    pub(super) first: Matrix,
    pub(super) gate: Matrix,
    pub(super) last: Matrix,
}

/// From the trunk to a logit for each point and one for the pass.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PolicyWeights {
    pub(super) regular: Convolution,
    pub(super) pooling: PoolingWeights,
    pub(super) middle: NormWeights,
    /// The first of its outputs is the policy, the second the optimistic one: that of games in which the player did
    /// better than the network had expected. Further ones are other policies.
    pub(super) last: Convolution,
    pub(super) pass: Matrix,
    /// A layer between the pooled channels and the logit of the pass.
    pub(super) pass_layer: Option<DenseLayer>,
}

/// A bias and an activation for what a matrix has given, and another matrix.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DenseLayer {
    pub(super) bias: Vec<f32>,
    pub(super) activation: Activation,
    pub(super) last: Matrix,
}

/// From the numbers of the players to summands for the channels of the trunk.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct EncoderWeights {
    pub(super) first: Matrix,
    pub(super) hidden: [DenseLayer; 2],
}

/// From the trunk to result, score and owners.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ValueWeights {
    pub(super) regular: Convolution,
    pub(super) stage: NormWeights,
    pub(super) pooled: Matrix,
    pub(super) pooled_bias: Vec<f32>,
    pub(super) activation: Activation,
    /// Logits of win, loss and no result.
    pub(super) result: Matrix,
    pub(super) result_bias: Vec<f32>,
    /// Mean and deviation of the score, lead, and more.
    pub(super) score: Matrix,
    pub(super) score_bias: Vec<f32>,
    pub(super) owners: Convolution,
}

/// How many products an evaluation adds up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MultiplyAdds {
    /// For each point, but for the points of convolutions that lie beside the board.
    pub(super) of_point: usize,
    /// For each pair of points, in attention.
    pub(super) of_pair: usize,
}

impl NetworkWeights {
    /// All but those of the few layers that see a whole board at once.
    pub(super) fn multiply_adds(&self) -> MultiplyAdds {
        let heads = [
            &self.planes,
            &self.policy.regular,
            &self.policy.pooling.pooled,
            &self.policy.last,
            &self.value.regular,
            &self.value.owners,
        ];
        let mut cost = MultiplyAdds::default();
        cost.of_point += heads.map(|layer| layer.weights.len()).iter().sum::<usize>();
        cost.add(&self.blocks);
        cost
    }
}

impl MultiplyAdds {
    fn add(&mut self, blocks: &[BlockWeights]) {
        for block in blocks {
            match block {
                BlockWeights::Residual {
                    regular,
                    pooling,
                    last,
                    ..
                } => {
                    let pooled = pooling.as_ref().map(|pooling| &pooling.pooled);
                    let layers = [Some(regular), pooled, Some(last)];
                    let layers = layers.into_iter().flatten();
                    self.of_point += layers.map(|layer| layer.weights.len()).sum::<usize>();
                }
                BlockWeights::Bottleneck {
                    narrow,
                    blocks,
                    widen,
                    ..
                } => {
                    self.of_point += narrow.weights.len() + widen.weights.len();
                    self.add(blocks);
                }
                BlockWeights::Attention(weights) => {
                    let matrices = [&weights.query, &weights.key, &weights.value, &weights.out];
                    self.of_point += matrices
                        .map(|matrix| matrix.weights.len())
                        .iter()
                        .sum::<usize>();
                    // A likeness, and a part of what is taken.
                    self.of_pair += weights.query.outputs + weights.out.inputs;
                }
                BlockWeights::FeedForward(weights) => {
                    let matrices = [&weights.first, &weights.gate, &weights.last];
                    self.of_point += matrices
                        .map(|matrix| matrix.weights.len())
                        .iter()
                        .sum::<usize>();
                }
            }
        }
    }
}
