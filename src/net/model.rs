//! The parts of a network as its file gives them: weights and nothing that was derived from them.
//!
//! A network is a trunk of residual blocks over planes of the board (He et al. 2016, pre-activation),
//! with heads for policy and value. Global pooling carries what concerns the whole board (Wu 2019).

/// A network.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Model {
    pub(super) name: String,
    pub(super) version: u32,
    pub(super) scales: Scales,
    /// True if the planes of unconditional life are to be made as if suicide were legal.
    pub(super) lives_under_suicide: bool,
    pub(super) planes: Convolution,
    pub(super) globals: Matrix,
    pub(super) blocks: Vec<Block>,
    pub(super) tip: Stage,
    pub(super) policy: PolicyHead,
    pub(super) value: ValueHead,
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
}

impl Default for Scales {
    /// Those of the versions that do not name them.
    fn default() -> Scales {
        Scales {
            score: 20.0,
            deviation: 20.0,
            lead: 20.0,
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
}

/// A batch normalization, reduced to a factor and a summand for each channel, and an activation.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stage {
    pub(super) factors: Vec<f32>,
    pub(super) summands: Vec<f32>,
    pub(super) activation: Activation,
}

/// Adds something to the trunk.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Block {
    /// Two convolutions.
    Ordinary {
        first: Stage,
        regular: Convolution,
        middle: Stage,
        last: Convolution,
    },
    /// Two convolutions; between them, some channels are pooled over the board and added to the others.
    Pooling {
        first: Stage,
        regular: Convolution,
        pooled: Convolution,
        pooled_stage: Stage,
        /// From three numbers for each pooled channel to a summand for each regular one.
        spread: Matrix,
        middle: Stage,
        last: Convolution,
    },
    /// Blocks of fewer channels between two convolutions.
    Bottleneck {
        first: Stage,
        narrow: Convolution,
        blocks: Vec<Block>,
        middle: Stage,
        widen: Convolution,
    },
}

impl Block {
    /// The number of its weights, without those of normalizations.
    fn weights(&self) -> usize {
        match self {
            Block::Ordinary { regular, last, .. } => regular.weights.len() + last.weights.len(),
            Block::Pooling {
                regular,
                pooled,
                spread,
                last,
                ..
            } => {
                regular.weights.len()
                    + pooled.weights.len()
                    + spread.weights.len()
                    + last.weights.len()
            }
            Block::Bottleneck {
                narrow,
                blocks,
                widen,
                ..
            } => {
                narrow.weights.len()
                    + widen.weights.len()
                    + blocks.iter().map(Block::weights).sum::<usize>()
            }
        }
    }
}

impl Model {
    /// The number of the weights of its trunk, which has nearly all of them.
    pub(super) fn weights(&self) -> usize {
        self.planes.weights.len() + self.blocks.iter().map(Block::weights).sum::<usize>()
    }
}

/// From the trunk to a logit for each point and one for the pass.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PolicyHead {
    pub(super) regular: Convolution,
    pub(super) pooled: Convolution,
    pub(super) pooled_stage: Stage,
    pub(super) spread: Matrix,
    pub(super) middle: Stage,
    /// The first of its outputs is the policy, the second the optimistic one: that of games in which the player did
    /// better than the network had expected. Further ones are other policies.
    pub(super) last: Convolution,
    pub(super) pass: Matrix,
    /// A layer between the pooled channels and the logit of the pass.
    pub(super) pass_layer: Option<PassLayer>,
}

/// What comes between [`PolicyHead::pass`] and the logit.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PassLayer {
    pub(super) bias: Vec<f32>,
    pub(super) activation: Activation,
    pub(super) last: Matrix,
}

/// From the trunk to result, score and owners.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ValueHead {
    pub(super) regular: Convolution,
    pub(super) stage: Stage,
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
