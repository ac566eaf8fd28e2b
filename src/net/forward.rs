//! One pass through a network, for several positions on boards of one size.

use super::attention::Attention;
use super::encoder::Encoder;
use super::feed_forward::FeedForward;
use super::inputs::{Features, GLOBALS};
use super::lane::{Lane, floats, floats_mut, lanes_for, sized};
use super::layers::Layer;
use super::machine::Machine;
use super::model::{
    BlockWeights, Convolution, DenseLayer, NetworkWeights, PolicyWeights, PoolingWeights,
    ValueWeights,
};
use super::norm::{Norm, Third};
use super::panels::Panels;
use super::planes::PlaneFilter;
use super::root::RootNorm;
use super::rows::Rows;
use super::scratch::Scratch;
use super::shares::WorkKind;
use std::iter;
use std::ops::{Deref, DerefMut};

/// What a network says of a position, before it is given a meaning.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Logits {
    /// For each point, row by row from the top.
    pub(super) plays: Vec<f32>,
    pub(super) pass: f32,
    /// Plays and pass of the optimistic policy, if the network has one.
    pub(super) optimistic: Option<(Vec<f32>, f32)>,
    /// Win, loss, no result.
    pub(super) result: [f32; 3],
    /// Mean and deviation of the score, lead, variance of the time left.
    pub(super) score: [f32; 4],
    /// The short-term errors of the balance of chances and of the score, if the network tells them.
    pub(super) errors: Option<[f32; 2]>,
    /// For each point, like the plays.
    pub(super) owners: Vec<f32>,
}

/// The layers of a network, prepared.
#[derive(Clone, Debug)]
pub(super) struct Layers {
    planes: PlaneFilter,
    globals: Panels,
    encoder: Option<Encoder>,
    channels: usize,
    blocks: Vec<Block>,
    /// What the trunk is divided by before the heads, and whether this is one root for all points of a board.
    tip: Option<(RootNorm, bool)>,
    heads: OutputHeads,
}

#[derive(Clone, Debug)]
enum Block {
    Residual {
        /// To channels for the last layer, and channels that are pooled.
        first: Layer,
        pooling: Option<Pooling>,
        last: Layer,
    },
    Bottleneck {
        narrow: Layer,
        blocks: Vec<Block>,
        widen: Layer,
    },
    Attention(Attention),
    FeedForward(FeedForward),
}

/// Channels that are pooled over the board to one row of summands for other channels.
#[derive(Clone, Debug)]
struct Pooling {
    channels: usize,
    norm: Norm,
    spread: Panels,
}

/// Both heads. Their first convolutions are one.
#[derive(Clone, Debug)]
struct OutputHeads {
    /// To channels for the policy, channels that are pooled for it, and channels for the value.
    first: Layer,
    policy: PolicyHead,
    value: ValueHead,
}

#[derive(Clone, Debug)]
struct PolicyHead {
    policies: usize,
    pooling: Pooling,
    last: Layer,
    pass: Panels,
    pass_layer: Option<(Norm, Panels)>,
}

#[derive(Clone, Debug)]
struct ValueHead {
    channels: usize,
    norm: Norm,
    pooled: Panels,
    dense: Norm,
    result: Panels,
    result_bias: Vec<f32>,
    score: Panels,
    score_bias: Vec<f32>,
    owners: Layer,
}

/// Buffers of a pass, kept from one to the next.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    trunk: Vec<Lane>,
    /// What is not in use.
    spare: Vec<Buffer>,
    pub(super) scratch: Scratch,
}

impl Buffers {
    /// A buffer of a number of lanes. What is in them is left from before.
    fn take(&mut self, lanes: usize) -> Buffer {
        let room = |buffer: &Buffer| buffer.room.len();
        let numbered = || self.spare.iter().map(room).enumerate();
        // The smallest that is large enough, or else the largest, which grows.
        let fits = numbered().filter(|&(_, room)| room >= lanes);
        let best = fits.min_by_key(|&(_, room)| room);
        let best = best.or_else(|| numbered().max_by_key(|&(_, room)| room));
        let mut buffer = best.map_or_else(Buffer::default, |(at, _)| self.spare.swap_remove(at));
        sized(&mut buffer.room, lanes);
        buffer.lanes = lanes;
        buffer
    }

    fn give_back<const N: usize>(&mut self, buffers: [Buffer; N]) {
        self.spare.extend(buffers);
    }
}

/// The first lanes of some room.
#[derive(Debug, Default)]
struct Buffer {
    room: Vec<Lane>,
    lanes: usize,
}

impl Deref for Buffer {
    type Target = [Lane];

    fn deref(&self) -> &[Lane] {
        &self.room[..self.lanes]
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [Lane] {
        &mut self.room[..self.lanes]
    }
}

/// What all layers of a pass need.
struct Pass<'a> {
    machine: Machine,
    sides: (usize, usize),
    boards: usize,
    buffers: &'a mut Buffers,
}

impl Pass<'_> {
    /// What a layer makes of some rows.
    fn layer(&mut self, layer: &Layer, rows: Rows<'_>) -> Buffer {
        let mut outputs = self.buffers.take(rows.points() * layer.lanes());
        let scratch = &mut self.buffers.scratch;
        layer.apply(self.machine, self.sides, rows, &mut outputs, false, scratch);
        outputs
    }

    /// Adds what a layer makes of some rows to others.
    fn add_layer(&mut self, layer: &Layer, rows: Rows<'_>, sums: &mut [Lane]) {
        let scratch = &mut self.buffers.scratch;
        layer.apply(self.machine, self.sides, rows, sums, true, scratch);
    }

    /// Pools rows of channels, board by board.
    fn pooled(&mut self, norm: &Norm, rows: Rows<'_>, channels: usize, third: Third) -> Buffer {
        let width = lanes_for(3 * channels);
        let mut results = self.buffers.take(self.boards * width);
        results.fill(Lane::default());
        self.buffers.scratch.shares.time(WorkKind::Pooling, || {
            for (board, row) in results.chunks_exact_mut(width).enumerate() {
                norm.pool(
                    self.machine,
                    rows.of_board(board, self.boards),
                    channels,
                    third,
                    row,
                );
            }
        });
        results
    }

    fn multiplied(&mut self, panels: &Panels, rows: &[Lane]) -> Buffer {
        let count = rows.len() / panels.input_lanes();
        let mut results = self.buffers.take(count * panels.lanes);
        panels.multiply(self.machine, rows, &mut results, false);
        results
    }

    /// What was pooled of some rows, and the summands that it gives.
    fn spread(&mut self, pooling: &Pooling, rows: Rows<'_>) -> (Buffer, Buffer) {
        let pooled = self.pooled(&pooling.norm, rows, pooling.channels, Third::Highest);
        let summands = self.multiplied(&pooling.spread, &pooled);
        (pooled, summands)
    }

    fn blocks(&mut self, blocks: &[Block], trunk: &mut [Lane], width: usize) {
        for block in blocks {
            self.block(block, trunk, width);
        }
    }

    /// Adds to a trunk, which has `width` lanes a point.
    fn block(&mut self, block: &Block, trunk: &mut [Lane], width: usize) {
        let start = Rows::new(trunk, width, 0);
        match block {
            Block::Residual {
                first,
                pooling,
                last,
            } => {
                let half = self.layer(first, start);
                let rows = Rows::new(&half, first.lanes(), 0);
                if let Some(pooling) = pooling {
                    let behind = first.lanes() - pooling.norm.lanes();
                    let behind = Rows::new(&half, first.lanes(), behind);
                    let (pooled, summands) = self.spread(pooling, behind);
                    self.add_layer(last, rows.shifted(&summands), trunk);
                    self.buffers.give_back([pooled, summands]);
                } else {
                    self.add_layer(last, rows, trunk);
                }
                self.buffers.give_back([half]);
            }
            Block::Bottleneck {
                narrow,
                blocks,
                widen,
            } => {
                let mut half = self.layer(narrow, start);
                self.blocks(blocks, &mut half, narrow.lanes());
                self.add_layer(widen, Rows::new(&half, narrow.lanes(), 0), trunk);
                self.buffers.give_back([half]);
            }
            Block::Attention(attention) => {
                let scratch = &mut self.buffers.scratch;
                attention.apply(self.machine, self.sides, (trunk, width), scratch);
            }
            Block::FeedForward(layers) => {
                layers.apply(self.machine, (trunk, width), &mut self.buffers.scratch);
            }
        }
    }

    fn heads(&mut self, heads: &OutputHeads, trunk: Rows<'_>, logits: &mut [Logits]) {
        let width = heads.first.lanes();
        let half = self.layer(&heads.first, trunk);
        let behind = width - heads.value.norm.lanes();
        self.value(&heads.value, Rows::new(&half, width, behind), logits);
        let behind = behind - heads.policy.pooling.norm.lanes();
        let pooled = Rows::new(&half, width, behind);
        self.policy(&heads.policy, Rows::new(&half, width, 0), pooled, logits);
        self.buffers.give_back([half]);
    }

    fn policy(
        &mut self,
        head: &PolicyHead,
        rows: Rows<'_>,
        to_pool: Rows<'_>,
        logits: &mut [Logits],
    ) {
        let (pooled, summands) = self.spread(&head.pooling, to_pool);
        let plays = self.layer(&head.last, rows.shifted(&summands));
        let mut passes = self.multiplied(&head.pass, &pooled);
        if let Some((dense, last)) = &head.pass_layer {
            dense.apply_here(self.machine, &mut passes);
            let outputs = self.multiplied(last, &passes);
            self.buffers
                .give_back([std::mem::replace(&mut passes, outputs)]);
        }
        for (board, logits) in logits.iter_mut().enumerate() {
            let passes = floats(&passes[passes.len() / self.boards * board..]);
            let policy = |channel| (self.channel(&plays, board, channel), passes[channel]);
            (logits.plays, logits.pass) = policy(0);
            logits.optimistic = (head.policies > 1).then(|| policy(1));
        }
        self.buffers.give_back([pooled, summands, plays, passes]);
    }

    fn value(&mut self, head: &ValueHead, rows: Rows<'_>, logits: &mut [Logits]) {
        let pooled = self.pooled(&head.norm, rows, head.channels, Third::Squared);
        let mut dense = self.multiplied(&head.pooled, &pooled);
        head.dense.apply_here(self.machine, &mut dense);
        let results = self.multiplied(&head.result, &dense);
        let scores = self.multiplied(&head.score, &dense);
        let owners = self.layer(&head.owners, rows);
        for (board, logits) in logits.iter_mut().enumerate() {
            let result = floats(&results[board..]);
            logits.result = std::array::from_fn(|place| result[place] + head.result_bias[place]);
            let score = floats(&scores[board..]);
            let score = |place: usize| score[place] + head.score_bias[place];
            logits.score = std::array::from_fn(score);
            logits.errors = (head.score_bias.len() > 4).then(|| [score(4), score(5)]);
            logits.owners = self.channel(&owners, board, 0);
        }
        self.buffers
            .give_back([pooled, dense, results, scores, owners]);
    }

    /// A channel of the points of one board, where all channels fill one lane.
    fn channel(&self, rows: &[Lane], board: usize, channel: usize) -> Vec<f32> {
        let each = rows.len() / self.boards;
        let rows = &rows[board * each..(board + 1) * each];
        rows.iter().map(|lane| lane.0[channel]).collect()
    }
}

impl Layers {
    pub(super) fn new(model: &NetworkWeights) -> Layers {
        Layers {
            planes: PlaneFilter::new(&model.planes),
            globals: Panels::from(&model.globals),
            encoder: model.encoder.as_ref().map(Encoder::new),
            channels: model.planes.outputs,
            blocks: model.blocks.iter().map(Block::new).collect(),
            tip: model.tip.root.map(|(epsilon, is_spatial)| {
                let root = RootNorm::new(model.planes.outputs, epsilon);
                (root, is_spatial)
            }),
            heads: OutputHeads::new(model),
        }
    }

    /// Evaluates some positions. All of them have boards of the same size.
    pub(super) fn apply(
        &self,
        machine: Machine,
        sides: (usize, usize),
        positions: &[Features],
        buffers: &mut Buffers,
    ) -> Vec<Logits> {
        let boards = positions.len();
        let area = sides.0 * sides.1;
        let mut trunk = std::mem::take(&mut buffers.trunk);
        let lanes = lanes_for(self.channels);
        let rows = sized(&mut trunk, boards * area * lanes);
        for (position, rows) in positions.iter().zip(rows.chunks_exact_mut(area * lanes)) {
            let mut globals = [Lane::default(); lanes_for(GLOBALS)];
            floats_mut(&mut globals)[..GLOBALS].copy_from_slice(&position.globals);
            let mut summands = buffers.take(lanes);
            self.globals
                .multiply(machine, &globals, &mut summands, false);
            if let Some(encoder) = &self.encoder {
                encoder.add(machine, &position.players, &mut summands);
            }
            let (ones, scratch) = (&position.ones, &mut buffers.scratch);
            self.planes
                .apply(machine, sides, ones, &summands, rows, scratch);
            buffers.give_back([summands]);
        }
        let mut logits = vec![Logits::default(); boards];
        let mut pass = Pass {
            machine,
            sides,
            boards,
            buffers,
        };
        pass.blocks(&self.blocks, rows, lanes);
        if let Some((root, is_spatial)) = self.tip {
            let roots = &mut pass.buffers.scratch.roots;
            root.divide(machine, is_spatial, boards, (rows, lanes), roots);
        }
        pass.heads(&self.heads, Rows::new(rows, lanes, 0), &mut logits);
        buffers.trunk = trunk;
        logits
    }
}

impl Block {
    fn new(block: &BlockWeights) -> Block {
        match block {
            BlockWeights::Residual {
                first,
                regular,
                pooling,
                middle,
                last,
            } => {
                let pooled = pooling.iter().map(|pooling| &pooling.pooled);
                let convolutions: Vec<&Convolution> = iter::once(regular).chain(pooled).collect();
                Block::Residual {
                    first: Layer::new(first, &convolutions),
                    pooling: pooling.as_ref().map(Pooling::new),
                    last: Layer::new(middle, &[last]),
                }
            }
            BlockWeights::Bottleneck {
                first,
                narrow,
                blocks,
                middle,
                widen,
            } => Block::Bottleneck {
                narrow: Layer::new(first, &[narrow]),
                blocks: blocks.iter().map(Block::new).collect(),
                widen: Layer::new(middle, &[widen]),
            },
            BlockWeights::Attention(weights) => Block::Attention(Attention::new(weights)),
            BlockWeights::FeedForward(weights) => Block::FeedForward(FeedForward::new(weights)),
        }
    }
}

impl Pooling {
    fn new(weights: &PoolingWeights) -> Pooling {
        Pooling {
            channels: weights.pooled.outputs,
            norm: Norm::new(&weights.stage),
            spread: Panels::from(&weights.spread),
        }
    }
}

impl OutputHeads {
    fn new(model: &NetworkWeights) -> OutputHeads {
        let (policy, value) = (&model.policy, &model.value);
        let first = [&policy.regular, &policy.pooling.pooled, &value.regular];
        OutputHeads {
            first: Layer::of_head(&model.tip.stage, &first),
            policy: PolicyHead::new(policy),
            value: ValueHead::new(value),
        }
    }
}

impl PolicyHead {
    fn new(head: &PolicyWeights) -> PolicyHead {
        let layer = |layer: &DenseLayer| {
            let dense = Norm::of_bias(&layer.bias, layer.activation);
            (dense, Panels::from(&layer.last))
        };
        PolicyHead {
            policies: head.last.outputs,
            pooling: Pooling::new(&head.pooling),
            last: Layer::of_head(&head.middle, &[&head.last]),
            pass: Panels::from(&head.pass),
            pass_layer: head.pass_layer.as_ref().map(layer),
        }
    }
}

impl ValueHead {
    fn new(head: &ValueWeights) -> ValueHead {
        ValueHead {
            channels: head.regular.outputs,
            norm: Norm::new(&head.stage),
            pooled: Panels::from(&head.pooled),
            dense: Norm::of_bias(&head.pooled_bias, head.activation),
            result: Panels::from(&head.result),
            result_bias: head.result_bias.clone(),
            score: Panels::from(&head.score),
            score_bias: head.score_bias.clone(),
            owners: Layer::of_head(&head.stage, &[&head.owners]),
        }
    }
}
