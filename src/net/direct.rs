//! Convolutions as sums of products of matrices, for machines with a matrix unit: one matrix for each point of the window.
//!
//! The points of a board stand in a frame of zeros, a row of numbers each. A neighbor is a fixed number of rows away from every
//! point, so the unit reads its operands in place. It also computes what lies between the boards, which is never read.

#![expect(
    clippy::inline_always,
    reason = "vector instructions are allowed only where a kernel is inlined"
)]

use super::amx::{Amx, INPUTS, OUTPUT_LANES, ROWS, Steps, WEIGHTS};
use super::arithmetic::{NumberFormat, Packer, Packing};
use super::functions::gated;
use super::lane::{LANE, Lane, lanes_for, sized};
use super::machine::Machine;
use super::model::Convolution;
use super::panels::{in_words, places_of};
use super::rows::Frame;
use super::shares::{Shares, WorkKind};
use bytemuck::{cast_slice, cast_slice_mut};
use pulp::{Simd, WithSimd};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// Convolutions of the same inputs and of the same side, an odd number, whose outputs stand beside each other.
#[derive(Clone, Debug)]
pub(super) struct Direct {
    parts: Arc<[Convolution]>,
    side: usize,
    /// Lanes of words of a point.
    pub(super) stride: usize,
    /// Lanes of outputs.
    pub(super) lanes_after: usize,
    /// Made when they are needed: for each lane of outputs and each step, a lane for each word of inputs.
    weights: OnceLock<Vec<Lane>>,
}

impl Direct {
    pub(super) fn new(parts: Arc<[Convolution]>) -> Direct {
        Direct {
            side: parts.first().map_or(1, |part| part.side),
            stride: parts.first().map_or(0, |part| part.inputs.div_ceil(INPUTS)),
            lanes_after: parts.iter().map(|part| lanes_for(part.outputs)).sum(),
            parts,
            weights: OnceLock::new(),
        }
    }

    /// The frame of a board. What follows the last column and the last row stands before those of the next row and the
    /// next board.
    pub(super) const fn frame(&self, (width, height): (usize, usize)) -> Frame {
        let margin = self.side / 2;
        Frame {
            width: width + margin,
            height: height + margin,
            margin,
        }
    }

    /// Lanes behind the last frame that have to be zero, and those with what is read and not used besides.
    pub(super) fn behind(&self, frame: Frame, boards: usize) -> (usize, usize) {
        let zeros = frame.margin * (frame.width + 1);
        let read = points(frame, boards) + 2 * frame.margin * (frame.width + 1);
        let all = read.saturating_sub(boards * frame.area()).max(zeros);
        (zeros * self.stride, all * self.stride)
    }

    /// Writes the convolution of some boards in frames of words to their outputs, or adds it there. What is
    /// [behind](Direct::behind) the last frame belongs to the words. The last argument is a buffer, and where the time goes.
    pub(super) fn apply(
        &self,
        (machine, amx): (Machine, Amx),
        frame: Frame,
        words: &[Lane],
        outputs: &mut [Lane],
        adds: bool,
        (products, shares): (&mut Vec<Lane>, &mut Shares),
    ) {
        let area = (frame.width - frame.margin) * (frame.height - frame.margin);
        let boards = outputs.len() / (area * self.lanes_after);
        let weights = self.weights.get_or_init(|| self.prepare());
        let steps = self.steps(frame);
        let group = OUTPUT_LANES * steps.count() * WEIGHTS;
        let products = sized(products, ROWS * OUTPUT_LANES);
        let mut session = amx.begin();
        for first in (0..points(frame, boards)).step_by(ROWS) {
            let words = &words[first * self.stride..];
            let lanes = (0..self.lanes_after).step_by(OUTPUT_LANES);
            for (lane, weights) in lanes.zip(weights.chunks_exact(group)) {
                shares.time(WorkKind::Products, || {
                    session.multiply(&steps, words, weights, products, OUTPUT_LANES);
                });
                shares.time(WorkKind::Transforms, || {
                    machine.dispatch(FromFrames {
                        frame,
                        first,
                        products,
                        boards: outputs,
                        width: self.lanes_after,
                        lanes: lane..self.lanes_after.min(lane + OUTPUT_LANES),
                        adds,
                    });
                });
            }
        }
    }

    /// Writes the inputs of a next matrix, rounded: the activation of the first lane of each two lanes of outputs, times the
    /// gates in the second one. These convolutions see one point only.
    pub(super) fn apply_gated(
        &self,
        amx: Amx,
        words: &[Lane],
        gated: RoundedRows<'_>,
        (products, shares): (&mut Vec<Lane>, &mut Shares),
    ) {
        let RoundedRows { rows, stride } = gated;
        let weights = self.weights.get_or_init(|| self.prepare());
        let steps = Steps::new(0..self.stride, self.stride);
        let group = OUTPUT_LANES * steps.count() * WEIGHTS;
        let products = sized(products, ROWS * OUTPUT_LANES);
        if self.lanes_after / OUTPUT_LANES * LANE < stride * INPUTS {
            rows.fill(Lane::default());
        }
        let mut session = amx.begin();
        for (rows, words) in rows
            .chunks_mut(ROWS * stride)
            .zip(words.chunks(ROWS * self.stride))
        {
            for (lane, weights) in weights.chunks_exact(group).enumerate() {
                shares.time(WorkKind::Products, || {
                    session.multiply(&steps, words, weights, products, OUTPUT_LANES);
                });
                shares.time(WorkKind::Stages, || {
                    amx.bfloats().run(RoundGated {
                        products,
                        rows,
                        stride,
                        lane,
                    });
                });
            }
        }
    }

    /// Where what a point depends on begins, from the first of it on.
    fn steps(&self, frame: Frame) -> Steps {
        let lines = (0..self.side).flat_map(|row| (0..self.side).map(move |column| (row, column)));
        let first = lines.map(|(row, column)| (row * frame.width + column) * self.stride);
        let starts = first.flat_map(|first| first..first + self.stride);
        Steps::new(starts, self.stride)
    }

    fn prepare(&self) -> Vec<Lane> {
        let outputs: Vec<usize> = self.parts.iter().map(|part| part.outputs).collect();
        let inputs = self.stride * INPUTS;
        let words = self.side * self.side * inputs / 2;
        let weight = |part: usize, input, output| {
            let part = &self.parts[part];
            let (point, input) = (input / inputs, input % inputs);
            if input < part.inputs {
                part.weights[(point * part.inputs + input) * part.outputs + output]
            } else {
                0.0
            }
        };
        let places = places_of(&outputs);
        let mut weights = in_words(&places, 1, words, NumberFormat::Bfloats, weight);
        // Outputs that are not used, where there is an odd number of lanes.
        weights.resize(
            self.lanes_after.next_multiple_of(OUTPUT_LANES) * words,
            Lane::default(),
        );
        weights
    }
}

/// Points of the frames of some boards for which something is computed.
fn points(frame: Frame, boards: usize) -> usize {
    // Not for the last rows of the last frame, which lie behind its board.
    let points = boards * frame.area() - frame.margin * frame.width;
    points.next_multiple_of(ROWS)
}

/// Rows of numbers that were rounded for a unit for products of matrices.
#[derive(Debug)]
pub(super) struct RoundedRows<'a> {
    pub(super) rows: &'a mut [Lane],
    /// Lanes of words of a row.
    pub(super) stride: usize,
}

/// Rounds the activation of a lane of numbers, times their gates, in rows of words.
struct RoundGated<'a> {
    /// In each row a lane of numbers, and one of gates.
    products: &'a [Lane],
    rows: &'a mut [Lane],
    /// Lanes of a row.
    stride: usize,
    /// Which lane of numbers these are.
    lane: usize,
}

impl Packer for RoundGated<'_> {
    #[inline(always)]
    fn run<S: Simd, P: Packing<S>>(self, simd: S, packing: P) {
        let per_lane = LANE / S::F32_LANES;
        let products: &[S::f32s] = cast_slice(self.products);
        let products = products.chunks_exact(OUTPUT_LANES * per_lane);
        let stride = self.stride * size_of::<Lane>() / size_of::<P::Packed>();
        let rows: &mut [P::Packed] = cast_slice_mut(self.rows);
        for (row, products) in rows.chunks_exact_mut(stride).zip(products) {
            let (numbers, gates) = products.split_at(per_lane);
            let row = &mut row[self.lane * per_lane..][..per_lane];
            for ((word, &numbers), &gates) in row.iter_mut().zip(numbers).zip(gates) {
                *word = packing.pack(simd, gated(simd, numbers, gates));
            }
        }
    }
}

/// Takes some lanes of the outputs of boards from those of some points of their frames.
struct FromFrames<'a> {
    frame: Frame,
    /// The first of the points.
    first: usize,
    /// Rows of [`OUTPUT_LANES`] lanes.
    products: &'a [Lane],
    boards: &'a mut [Lane],
    /// Lanes of a point of a board, and those that are written.
    width: usize,
    lanes: Range<usize>,
    adds: bool,
}

impl WithSimd for FromFrames<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let per_lane = LANE / S::F32_LANES;
        let (width, first) = (self.width * per_lane, self.lanes.start * per_lane);
        let vectors = self.lanes.len() * per_lane;
        let products: &[S::f32s] = cast_slice(self.products);
        let outputs: &mut [S::f32s] = cast_slice_mut(self.boards);
        let frame = self.frame;
        let columns = frame.width - frame.margin;
        let rows = frame.height - frame.margin;
        let end = self.first + ROWS;
        // Row by row of the frames: the points that are on a board stand together in both.
        for line in self.first / frame.width..end.div_ceil(frame.width) {
            let (board, row) = (line / frame.height, line % frame.height);
            let start = line * frame.width;
            let from = self.first.max(start);
            let to = end.min(start + columns);
            let line = (board * rows + row) * columns;
            if row >= rows || from >= to || line * width >= outputs.len() {
                continue;
            }
            let outputs = &mut outputs[(line + from - start) * width..][..(to - from) * width];
            let products = products[(from - self.first) * OUTPUT_LANES * per_lane..]
                .chunks_exact(OUTPUT_LANES * per_lane);
            for (outputs, products) in outputs.chunks_exact_mut(width).zip(products) {
                let outputs = &mut outputs[first..][..vectors];
                for (output, &product) in outputs.iter_mut().zip(products) {
                    *output = if self.adds {
                        simd.add_f32s(*output, product)
                    } else {
                        product
                    };
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::arithmetic::ToFloats;
    use crate::net::bfloat;
    use crate::net::lane::floats;
    use crate::net::tests::reference::convolve;
    use crate::rng::Rng;

    #[test]
    fn what_lies_between_boards_is_left_out() {
        // Two boards of 3x2.
        let frame = Frame {
            width: 4,
            height: 3,
            margin: 1,
        };
        let (boards, width, lanes) = (2, 3, 1..3);
        let mut outputs = vec![Lane([1.0; LANE]); boards * 3 * 2 * width];
        let number = |point: usize, lane: usize| f32::from((10 * point + lane) as u16);
        for first in (0..points(frame, boards)).step_by(ROWS) {
            let products: Vec<Lane> = (first..first + ROWS)
                .flat_map(|point| {
                    (0..OUTPUT_LANES).map(move |lane| Lane([number(point, lane); LANE]))
                })
                .collect();
            Machine::best().dispatch(FromFrames {
                frame,
                first,
                products: &products,
                boards: &mut outputs,
                width,
                lanes: lanes.clone(),
                adds: true,
            });
        }
        for (place, lanes) in outputs.chunks_exact(width).enumerate() {
            let (board, row, column) = (place / 6, place % 6 / 3, place % 3);
            let point = (board * frame.height + row) * frame.width + column;
            let found: Vec<f32> = lanes.iter().map(|lane| lane.0[LANE - 1]).collect();
            let expected = [1.0, 1.0 + number(point, 0), 1.0 + number(point, 1)];
            assert_eq!(found, expected, "{place}");
        }
    }

    #[test]
    fn numbers_are_activated_and_multiplied_with_their_gates() {
        let (count, stride) = (3, 2);
        let mut rng = Rng::new(4);
        let mut rows = vec![Lane::default(); count * stride];
        for lane in 0..stride {
            let mut number = || f32::from(rng.below(160) as u8) / 20.0 - 4.0;
            let mut numbers = || Lane(std::array::from_fn(|_| number()));
            let products: Vec<Lane> = (0..count * OUTPUT_LANES).map(|_| numbers()).collect();
            Machine::best().dispatch(ToFloats(RoundGated {
                products: &products,
                rows: &mut rows,
                stride,
                lane,
            }));
            for (row, pair) in rows
                .chunks_exact(stride)
                .zip(products.chunks_exact(OUTPUT_LANES))
            {
                for ((&found, x), gate) in row[lane].0.iter().zip(pair[0].0).zip(pair[1].0) {
                    let expected = x / (1.0 + (-x).exp()) * gate;
                    assert!((found - expected).abs() < 1e-4, "{found} {expected}");
                }
            }
        }
    }

    #[test]
    fn each_weight_stands_once_among_those_that_are_prepared() {
        let (side, inputs, outputs) = (3, 5, 20);
        // No two are equal, and each is a number of its format.
        let weights: Vec<f32> = (0..side * side * inputs * outputs)
            .map(|number| f32::from_bits((0x3000 + number as u32) << 16))
            .collect();
        let part = Convolution {
            side,
            inputs,
            outputs,
            weights: weights.clone(),
        };
        let prepared = Direct::new(vec![part].into()).prepare();
        let mut found: Vec<u16> = cast_slice(&prepared).to_vec();
        found.retain(|&number| number != 0);
        found.sort_unstable();
        let expected: Vec<u16> = weights
            .iter()
            .map(|&weight| bfloat::nearest(weight))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn convolutions_of_small_whole_numbers_are_exact() {
        let Some(amx) = Amx::find() else {
            return;
        };
        let mut rng = Rng::new(3);
        for round in 0..60 {
            let sides @ (width, height) = (1 + rng.below(19), 1 + rng.below(19));
            let boards = 1 + rng.below(4);
            let (side, inputs) = ([1, 3, 5][round % 3], 1 + rng.below(70));
            let mut number = || f32::from(rng.below(17) as u8) - 8.0;
            let parts: Vec<Convolution> = [1 + round, 70 - round]
                .into_iter()
                .map(|outputs| Convolution {
                    side,
                    inputs,
                    outputs,
                    weights: (0..side * side * inputs * outputs)
                        .map(|_| number())
                        .collect(),
                })
                .collect();
            let area = width * height;
            let numbers: Vec<f32> = (0..boards * area * inputs).map(|_| number()).collect();
            let direct = Direct::new(parts.clone().into());
            let frame = direct.frame(sides);
            // What is read and not used is no number.
            let (zeros, behind) = direct.behind(frame, boards);
            let inside = boards * frame.area() * direct.stride;
            let mut words = vec![Lane::default(); inside + zeros];
            words.resize(inside + behind, Lane([f32::NAN; LANE]));
            let halves: &mut [u16] = cast_slice_mut(&mut words);
            for (place, channels) in numbers.chunks_exact(inputs).enumerate() {
                let (board, point) = (place / area, place % area);
                let (row, column) = (point / width + frame.margin, point % width + frame.margin);
                let place = (board * frame.height + row) * frame.width + column;
                for (channel, &number) in channels.iter().enumerate() {
                    halves[place * direct.stride * INPUTS + channel] = bfloat::nearest(number);
                }
            }
            let mut outputs = vec![Lane([1.0; LANE]); boards * area * direct.lanes_after];
            for adds in [false, true] {
                direct.apply(
                    (amx.into(), amx),
                    frame,
                    &words,
                    &mut outputs,
                    adds,
                    (&mut Vec::new(), &mut Shares::default()),
                );
            }
            let each = outputs.chunks_exact(area * direct.lanes_after);
            for (outputs, numbers) in each.zip(numbers.chunks_exact(area * inputs)) {
                let rows = numbers.chunks_exact(inputs);
                let rows = rows.map(|row| row.iter().map(|&x| f64::from(x)).collect());
                let rows = rows.collect();
                let mut lane = 0;
                for part in &parts {
                    let right = convolve(part, width, &rows);
                    for (row, right) in outputs.chunks_exact(direct.lanes_after).zip(right) {
                        let found = floats(&row[lane..])[..part.outputs].iter();
                        let found: Vec<f64> = found.map(|&x| f64::from(x)).collect();
                        let twice: Vec<f64> = right.iter().map(|x| 2.0 * x).collect();
                        assert_eq!(found, twice, "{width}x{height}, side {side}");
                    }
                    lane += lanes_for(part.outputs);
                }
            }
        }
    }
}
