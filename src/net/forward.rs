//! One pass through a network, for several positions on boards of one size.

use super::lanes::{Lane, Panels, floats, floats_mut, lanes_for, sized};
use super::layers::{Filter, Norm, PlaneFilter, Third, activate, add_to_all, pool, row_of};
use super::model::{self, Activation, Matrix, Model};
use super::shares::Work;
use super::winograd::{Room, Tiles};
use super::{Features, GLOBALS};
use pulp::Arch;

/// What a network says of a position, before it is given a meaning.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Logits {
    /// For each point, row by row from the top.
    pub(super) plays: Vec<f32>,
    pub(super) pass: f32,
    /// Win, loss, no result.
    pub(super) result: [f32; 3],
    /// Mean and deviation of the score, lead, variance of the time left.
    pub(super) score: [f32; 4],
    /// For each point, like the plays.
    pub(super) owners: Vec<f32>,
}

/// The layers of a network, prepared.
#[derive(Clone, Debug)]
pub(super) struct Layers {
    planes: PlaneFilter,
    globals: Panels,
    channels: usize,
    blocks: Vec<Block>,
    tip: Norm,
    policy: PolicyHead,
    value: ValueHead,
}

#[derive(Clone, Debug)]
enum Block {
    Ordinary {
        first: Norm,
        regular: Filter,
        middle: Norm,
        inner: usize,
        last: Filter,
    },
    Pooling {
        first: Norm,
        regular: Filter,
        inner: usize,
        pooling: Pooling,
        middle: Norm,
        last: Filter,
    },
    Bottleneck {
        first: Norm,
        narrow: Filter,
        inner: usize,
        blocks: Vec<Block>,
        middle: Norm,
        widen: Filter,
    },
}

/// Channels that are pooled over the board to one row of summands for other channels.
#[derive(Clone, Debug)]
struct Pooling {
    filter: Filter,
    channels: usize,
    norm: Norm,
    spread: Panels,
}

#[derive(Clone, Debug)]
struct PolicyHead {
    regular: Filter,
    inner: usize,
    pooling: Pooling,
    middle: Norm,
    last: Filter,
    outputs: usize,
    pass: Panels,
    pass_layer: Option<(Dense, Panels)>,
}

/// A bias and an activation behind a matrix.
#[derive(Clone, Debug)]
struct Dense {
    bias: Vec<Lane>,
    activation: Activation,
}

#[derive(Clone, Debug)]
struct ValueHead {
    regular: Filter,
    channels: usize,
    norm: Norm,
    pooled: Panels,
    dense: Dense,
    result: Panels,
    result_bias: Vec<f32>,
    score: Panels,
    score_bias: Vec<f32>,
    owners: Filter,
}

/// Buffers of a pass, kept from one to the next.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    trunk: Vec<Lane>,
    /// What is not in use.
    spare: Vec<Vec<Lane>>,
    pub(super) room: Room,
}

impl Buffers {
    fn take(&mut self, lanes: usize) -> Vec<Lane> {
        let mut buffer = self.spare.pop().unwrap_or_default();
        buffer.resize(lanes, Lane::default());
        buffer
    }

    fn give_back<const N: usize>(&mut self, buffers: [Vec<Lane>; N]) {
        self.spare.extend(buffers);
    }
}

/// What all layers of a pass need.
struct Pass<'a> {
    arch: Arch,
    tiles: Tiles,
    /// Points of all boards together.
    points: usize,
    boards: usize,
    buffers: &'a mut Buffers,
}

impl Pass<'_> {
    fn normalized(&mut self, norm: &Norm, rows: &[Lane]) -> Vec<Lane> {
        let mut results = self.buffers.take(rows.len());
        let shares = &mut self.buffers.room.shares;
        shares.time(Work::Stages, || norm.apply(self.arch, rows, &mut results));
        results
    }

    fn filtered(&mut self, filter: &Filter, rows: &[Lane], channels: usize) -> Vec<Lane> {
        let mut results = self.buffers.take(self.points * lanes_for(channels));
        let room = &mut self.buffers.room;
        filter.apply(self.arch, self.tiles, rows, &mut results, false, room);
        results
    }

    fn add_filtered(&mut self, filter: &Filter, rows: &[Lane], sums: &mut [Lane]) {
        let room = &mut self.buffers.room;
        filter.apply(self.arch, self.tiles, rows, sums, true, room);
    }

    /// Pools rows of channels, board by board.
    fn pooled(&mut self, rows: &[Lane], channels: usize, third: Third) -> Vec<Lane> {
        let width = lanes_for(3 * channels);
        let mut results = self.buffers.take(self.boards * width);
        results.fill(Lane::default());
        let each = rows.chunks_exact(rows.len() / self.boards);
        let each = each.zip(results.chunks_exact_mut(width));
        self.buffers.room.shares.time(Work::Pooling, || {
            for (board, row) in each {
                pool(board, channels, third, row);
            }
        });
        results
    }

    fn multiplied(&mut self, panels: &Panels, rows: &[Lane]) -> Vec<Lane> {
        let count = rows.len() / panels.input_lanes();
        let mut results = self.buffers.take(count * panels.lanes());
        panels.multiply(self.arch, rows, &mut results, false);
        results
    }

    /// Adds the summands that pooling finds in some rows to others, and returns what was pooled.
    fn spread(&mut self, pooling: &Pooling, rows: &[Lane], sums: &mut [Lane]) -> Vec<Lane> {
        let filtered = self.filtered(&pooling.filter, rows, pooling.channels);
        let normalized = self.normalized(&pooling.norm, &filtered);
        let pooled = self.pooled(&normalized, pooling.channels, Third::Highest);
        let summands = self.multiplied(&pooling.spread, &pooled);
        let width = summands.len() / self.boards;
        let each = sums.chunks_exact_mut(sums.len() / self.boards);
        for (board, row) in each.zip(summands.chunks_exact(width)) {
            add_to_all(self.arch, board, row);
        }
        self.buffers.give_back([filtered, normalized, summands]);
        pooled
    }

    fn blocks(&mut self, blocks: &[Block], trunk: &mut [Lane]) {
        for block in blocks {
            self.block(block, trunk);
        }
    }

    fn block(&mut self, block: &Block, trunk: &mut [Lane]) {
        match block {
            Block::Ordinary {
                first,
                regular,
                middle,
                inner,
                last,
            } => {
                let start = self.normalized(first, trunk);
                let half = self.filtered(regular, &start, *inner);
                let end = self.normalized(middle, &half);
                self.add_filtered(last, &end, trunk);
                self.buffers.give_back([start, half, end]);
            }
            Block::Pooling {
                first,
                regular,
                inner,
                pooling,
                middle,
                last,
            } => {
                let start = self.normalized(first, trunk);
                let mut half = self.filtered(regular, &start, *inner);
                let pooled = self.spread(pooling, &start, &mut half);
                let end = self.normalized(middle, &half);
                self.add_filtered(last, &end, trunk);
                self.buffers.give_back([start, half, pooled, end]);
            }
            Block::Bottleneck {
                first,
                narrow,
                inner,
                blocks,
                middle,
                widen,
            } => {
                let start = self.normalized(first, trunk);
                let mut half = self.filtered(narrow, &start, *inner);
                self.blocks(blocks, &mut half);
                let end = self.normalized(middle, &half);
                self.add_filtered(widen, &end, trunk);
                self.buffers.give_back([start, half, end]);
            }
        }
    }

    fn policy(&mut self, head: &PolicyHead, trunk: &[Lane], logits: &mut [Logits]) {
        let mut half = self.filtered(&head.regular, trunk, head.inner);
        let pooled = self.spread(&head.pooling, trunk, &mut half);
        let end = self.normalized(&head.middle, &half);
        let plays = self.filtered(&head.last, &end, head.outputs);
        let mut passes = self.multiplied(&head.pass, &pooled);
        if let Some((dense, last)) = &head.pass_layer {
            dense.apply(self.arch, &mut passes);
            let outputs = self.multiplied(last, &passes);
            self.buffers
                .give_back([std::mem::replace(&mut passes, outputs)]);
        }
        for (board, logits) in logits.iter_mut().enumerate() {
            logits.plays = self.first_channel(&plays, board);
            logits.pass = floats(&passes[passes.len() / self.boards * board..])[0];
        }
        self.buffers.give_back([half, pooled, end, plays, passes]);
    }

    fn value(&mut self, head: &ValueHead, trunk: &[Lane], logits: &mut [Logits]) {
        let filtered = self.filtered(&head.regular, trunk, head.channels);
        let normalized = self.normalized(&head.norm, &filtered);
        let pooled = self.pooled(&normalized, head.channels, Third::Squared);
        let mut dense = self.multiplied(&head.pooled, &pooled);
        head.dense.apply(self.arch, &mut dense);
        let results = self.multiplied(&head.result, &dense);
        let scores = self.multiplied(&head.score, &dense);
        let owners = self.filtered(&head.owners, &normalized, 1);
        for (board, logits) in logits.iter_mut().enumerate() {
            let result = floats(&results[board..]);
            logits.result = std::array::from_fn(|place| result[place] + head.result_bias[place]);
            let score = floats(&scores[board..]);
            logits.score = std::array::from_fn(|place| score[place] + head.score_bias[place]);
            logits.owners = self.first_channel(&owners, board);
        }
        self.buffers
            .give_back([filtered, normalized, pooled, dense]);
        self.buffers.give_back([results, scores, owners]);
    }

    /// The first channel of the points of one board, where all channels fill one lane.
    fn first_channel(&self, rows: &[Lane], board: usize) -> Vec<f32> {
        let each = rows.len() / self.boards;
        let rows = &rows[board * each..(board + 1) * each];
        rows.iter().map(|lane| lane.0[0]).collect()
    }
}

impl Dense {
    fn apply(&self, arch: Arch, rows: &mut [Lane]) {
        add_to_all(arch, rows, &self.bias);
        activate(arch, self.activation, rows);
    }
}

impl Layers {
    pub(super) fn new(model: &Model) -> Layers {
        Layers {
            planes: PlaneFilter::new(&model.planes),
            globals: Panels::from(&model.globals),
            channels: model.planes.outputs,
            blocks: model.blocks.iter().map(Block::new).collect(),
            tip: Norm::new(&model.tip),
            policy: PolicyHead::new(&model.policy),
            value: ValueHead::new(&model.value),
        }
    }

    /// Evaluates some positions. All of them have boards of the same size.
    pub(super) fn apply(
        &self,
        arch: Arch,
        (width, height): (usize, usize),
        positions: &[Features],
        buffers: &mut Buffers,
    ) -> Vec<Logits> {
        let boards = positions.len();
        let points = boards * width * height;
        let mut trunk = std::mem::take(&mut buffers.trunk);
        let lanes = lanes_for(self.channels);
        let rows = sized(&mut trunk, points * lanes);
        for (position, rows) in positions
            .iter()
            .zip(rows.chunks_exact_mut(points / boards * lanes))
        {
            let mut globals = [Lane::default(); lanes_for(GLOBALS)];
            floats_mut(&mut globals)[..GLOBALS].copy_from_slice(&position.globals);
            let mut summands = buffers.take(lanes);
            self.globals.multiply(arch, &globals, &mut summands, false);
            rows.chunks_exact_mut(lanes)
                .for_each(|row| row.copy_from_slice(&summands));
            buffers.give_back([summands]);
            buffers.room.shares.time(Work::Planes, || {
                self.planes.add(arch, (width, height), &position.ones, rows);
            });
        }
        let mut logits = vec![Logits::default(); boards];
        let mut pass = Pass {
            arch,
            tiles: Tiles::new(width, height),
            points,
            boards,
            buffers,
        };
        pass.blocks(&self.blocks, rows);
        let tip = pass.normalized(&self.tip, rows);
        pass.policy(&self.policy, &tip, &mut logits);
        pass.value(&self.value, &tip, &mut logits);
        buffers.give_back([tip]);
        buffers.trunk = trunk;
        logits
    }
}

impl Block {
    fn new(block: &model::Block) -> Block {
        match block {
            model::Block::Ordinary {
                first,
                regular,
                middle,
                last,
            } => Block::Ordinary {
                first: Norm::new(first),
                regular: Filter::new(regular),
                middle: Norm::new(middle),
                inner: regular.outputs,
                last: Filter::new(last),
            },
            model::Block::Pooling {
                first,
                regular,
                pooled,
                pooled_stage,
                spread,
                middle,
                last,
            } => Block::Pooling {
                first: Norm::new(first),
                regular: Filter::new(regular),
                inner: regular.outputs,
                pooling: Pooling::new(pooled, pooled_stage, spread),
                middle: Norm::new(middle),
                last: Filter::new(last),
            },
            model::Block::Bottleneck {
                first,
                narrow,
                blocks,
                middle,
                widen,
            } => Block::Bottleneck {
                first: Norm::new(first),
                narrow: Filter::new(narrow),
                inner: narrow.outputs,
                blocks: blocks.iter().map(Block::new).collect(),
                middle: Norm::new(middle),
                widen: Filter::new(widen),
            },
        }
    }
}

impl Pooling {
    fn new(filter: &model::Convolution, stage: &model::Stage, spread: &Matrix) -> Pooling {
        Pooling {
            filter: Filter::new(filter),
            channels: filter.outputs,
            norm: Norm::new(stage),
            spread: Panels::from(spread),
        }
    }
}

impl PolicyHead {
    fn new(head: &model::PolicyHead) -> PolicyHead {
        let layer = |layer: &model::PassLayer| {
            let dense = Dense {
                bias: row_of(&layer.bias),
                activation: layer.activation,
            };
            (dense, Panels::from(&layer.last))
        };
        PolicyHead {
            regular: Filter::new(&head.regular),
            inner: head.regular.outputs,
            pooling: Pooling::new(&head.pooled, &head.pooled_stage, &head.spread),
            middle: Norm::new(&head.middle),
            last: Filter::new(&head.last),
            outputs: head.last.outputs,
            pass: Panels::from(&head.pass),
            pass_layer: head.pass_layer.as_ref().map(layer),
        }
    }
}

impl ValueHead {
    fn new(head: &model::ValueHead) -> ValueHead {
        ValueHead {
            regular: Filter::new(&head.regular),
            channels: head.regular.outputs,
            norm: Norm::new(&head.stage),
            pooled: Panels::from(&head.pooled),
            dense: Dense {
                bias: row_of(&head.pooled_bias),
                activation: head.activation,
            },
            result: Panels::from(&head.result),
            result_bias: head.result_bias.clone(),
            score: Panels::from(&head.score),
            score_bias: head.score_bias.clone(),
            owners: Filter::new(&head.owners),
        }
    }
}
