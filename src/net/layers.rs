//! The layers of a network, prepared for a machine: convolutions behind normalizations and activations,
//! and pooling, over rows of channels.

#![expect(
    clippy::inline_always,
    reason = "vector instructions are allowed only where a kernel is inlined"
)]

use super::amx::Amx;
use super::direct::Direct;
use super::lanes::{LANE, Lane, Panels, floats, floats_mut, lanes_for, sized};
use super::machine::{Format, Machine, Packer, Packing, ToFloats};
use super::model::{Activation, Convolution, Matrix, Stage};
use super::shares::{Shares, Work};
use super::winograd::{self, Tiles, Winograd};
use bytemuck::{Zeroable, cast_slice, cast_slice_mut};
use pulp::Simd;
use std::borrow::Cow;
use std::sync::Arc;

/// A convolution inside of the network, or several of the same inputs: the channels of each begin a lane.
#[derive(Clone, Debug)]
struct Filter {
    /// With a unit for products of matrices.
    direct: Direct,
    /// With vectors.
    vectors: Vectors,
}

#[derive(Clone, Debug)]
enum Vectors {
    /// Of one point.
    Point(Panels),
    /// Of 3x3.
    Square(Winograd),
}

impl Filter {
    fn new(parts: &[&Convolution]) -> Filter {
        let sees_a_point = parts.iter().all(|part| part.side == 1);
        let raised = |part: &&Convolution| {
            if sees_a_point {
                Convolution::clone(part)
            } else {
                square(part)
            }
        };
        let parts: Arc<[Convolution]> = parts.iter().map(raised).collect();
        let vectors = if sees_a_point {
            let outputs: Vec<usize> = parts.iter().map(|part| part.outputs).collect();
            let weight = |part: usize, input: usize, output: usize| {
                parts[part].weights[input * outputs[part] + output]
            };
            Vectors::Point(Panels::beside(
                parts[0].inputs,
                &outputs,
                Format::Floats,
                weight,
            ))
        } else {
            Vectors::Square(Winograd::new(Arc::clone(&parts)))
        };
        Filter {
            direct: Direct::new(parts),
            vectors,
        }
    }

    /// Lanes of outputs.
    fn lanes(&self) -> usize {
        match &self.vectors {
            Vectors::Point(panels) => panels.lanes(),
            Vectors::Square(winograd) => winograd.lanes(),
        }
    }
}

/// A convolution as one of 3x3.
fn square(part: &Convolution) -> Convolution {
    if part.side == 3 {
        return part.clone();
    }
    let size = part.weights.len();
    let mut weights = vec![0.0; 9 * size];
    weights[4 * size..5 * size].copy_from_slice(&part.weights);
    Convolution {
        side: 3,
        weights,
        ..*part
    }
}

impl From<&Matrix> for Panels {
    fn from(matrix: &Matrix) -> Panels {
        Panels::of_rows(matrix.inputs, matrix.outputs, &matrix.weights)
    }
}

/// Numbers for each channel, followed by zeros.
pub(super) fn row_of(numbers: &[f32]) -> Vec<Lane> {
    let mut row = vec![Lane::default(); lanes_for(numbers.len())];
    floats_mut(&mut row)[..numbers.len()].copy_from_slice(numbers);
    row
}

/// Channels of the points of some boards: some lanes of longer rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows<'a> {
    all: &'a [Lane],
    /// Lanes of a whole row.
    width: usize,
    /// The lane of a row where they begin.
    first: usize,
    /// What is added to the channels of each board before they are used, if anything is.
    shifts: Option<&'a [Lane]>,
}

impl<'a> Rows<'a> {
    pub(super) const fn new(all: &'a [Lane], width: usize, first: usize) -> Rows<'a> {
        let shifts = None;
        Rows {
            all,
            width,
            first,
            shifts,
        }
    }

    /// The same channels with a summand for each on each board.
    pub(super) const fn shifted(self, summands: &'a [Lane]) -> Rows<'a> {
        let shifts = Some(summands);
        Rows { shifts, ..self }
    }

    /// The number of points.
    pub(super) const fn points(self) -> usize {
        self.all.len() / self.width
    }

    /// The rows of one of some boards.
    pub(super) fn of_board(self, board: usize, boards: usize) -> Rows<'a> {
        let piece = |all: &'a [Lane]| &all[board * (all.len() / boards)..][..all.len() / boards];
        Rows {
            all: piece(self.all),
            shifts: self.shifts.map(piece),
            ..self
        }
    }
}

/// A board with points around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Rows above the board and columns to its left.
    pub(super) margin: usize,
}

impl Frame {
    /// A board alone.
    const fn around((width, height): (usize, usize)) -> Frame {
        Frame {
            width,
            height,
            margin: 0,
        }
    }

    pub(super) const fn area(self) -> usize {
        self.width * self.height
    }
}

/// How a stage leaves the points of boards for what follows.
#[derive(Clone, Copy, Debug)]
struct Layout {
    sides: (usize, usize),
    /// Each board gets one, filled with zeros.
    frame: Frame,
    /// Lanes of a point; what is not used of them is zero.
    stride: usize,
    /// Whether the numbers are those that the machine multiplies, in words, or floats.
    in_words: bool,
}

impl Layout {
    const fn of_floats(sides: (usize, usize), frame: Frame, stride: usize) -> Layout {
        Layout {
            sides,
            frame,
            stride,
            in_words: false,
        }
    }

    const fn of_words(sides: (usize, usize), frame: Frame, stride: usize) -> Layout {
        Layout {
            in_words: true,
            ..Layout::of_floats(sides, frame, stride)
        }
    }
}

/// A function of one number in vectors. Zero stays zero.
trait Function {
    fn of<S: Simd>(simd: S, x: S::f32s) -> S::f32s;
}

struct Identity;

impl Function for Identity {
    #[inline(always)]
    fn of<S: Simd>(_: S, x: S::f32s) -> S::f32s {
        x
    }
}

struct Relu;

impl Function for Relu {
    #[inline(always)]
    fn of<S: Simd>(simd: S, x: S::f32s) -> S::f32s {
        simd.max_f32s(x, simd.splat_f32s(0.0))
    }
}

struct Mish;

impl Function for Mish {
    /// `x tanh(ln(1 + e^x))`, without logarithm: the tangent is `n / (n + 2)` with `n = e^x (e^x + 2)`.
    #[inline(always)]
    fn of<S: Simd>(simd: S, x: S::f32s) -> S::f32s {
        let two = simd.splat_f32s(2.0);
        let power = exp(simd, simd.min_f32s(x, simd.splat_f32s(20.0)));
        let n = simd.mul_f32s(power, simd.add_f32s(power, two));
        simd.mul_f32s(x, simd.div_f32s(n, simd.add_f32s(n, two)))
    }
}

/// `e^x` for x up to 80, to about two units in the last place: a power of two and a polynomial.
#[inline(always)]
fn exp<S: Simd>(simd: S, x: S::f32s) -> S::f32s {
    /// Adding it rounds a small number to an integer, which then stands in the last bits.
    const ROUND: f32 = 12_582_912.0;
    let all = |x| simd.splat_f32s(x);
    let x = simd.max_f32s(x, all(-80.0));
    let shifted = simd.mul_add_e_f32s(x, all(std::f32::consts::LOG2_E), all(ROUND));
    let whole = simd.sub_f32s(shifted, all(ROUND));
    // The logarithm of 2 in two parts, the first one with few digits.
    let rest = simd.mul_add_e_f32s(whole, all(-0.693_359_4), x);
    let rest = simd.mul_add_e_f32s(whole, all(2.121_944_4e-4), rest);
    let mut sum = all(1.0 / 720.0);
    for coefficient in [1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        sum = simd.mul_add_e_f32s(sum, rest, all(coefficient));
    }
    let exponent =
        simd.wrapping_dyn_shl_u32s(simd.transmute_u32s_f32s(shifted), simd.splat_u32s(23));
    let scale = simd.add_u32s(exponent, simd.splat_u32s(0x3f80_0000));
    simd.mul_f32s(sum, simd.transmute_f32s_u32s(scale))
}

/// A [`Stage`] in lanes.
#[derive(Clone, Debug)]
pub(super) struct Norm {
    factors: Vec<Lane>,
    summands: Vec<Lane>,
    activation: Activation,
}

impl Norm {
    pub(super) fn new(stage: &Stage) -> Norm {
        Norm {
            factors: row_of(&stage.factors),
            summands: row_of(&stage.summands),
            activation: stage.activation,
        }
    }

    /// A bias and an activation.
    pub(super) fn of_bias(bias: &[f32], activation: Activation) -> Norm {
        Norm {
            factors: row_of(&vec![1.0; bias.len()]),
            summands: row_of(bias),
            activation,
        }
    }

    /// Lanes of channels.
    pub(super) const fn lanes(&self) -> usize {
        self.factors.len()
    }

    /// Writes what becomes of the boards of some rows, each one into a frame of zeros.
    fn apply(&self, machine: Machine, rows: Rows<'_>, layout: Layout, results: &mut [Lane]) {
        let each = layout.frame.area() * layout.stride;
        let boards = results.len() / each;
        for (board, results) in results.chunks_exact_mut(each).enumerate() {
            let rows = rows.of_board(board, boards);
            let work = Normalize {
                factors: &self.factors,
                summands: &self.summands_for(rows.shifts),
                rows,
                layout,
                results,
            };
            work.run(machine, self.activation, layout.in_words);
        }
    }

    /// The summands for channels that are shifted before.
    fn summands_for(&self, shifts: Option<&[Lane]>) -> Cow<'_, [Lane]> {
        let Some(shifts) = shifts else {
            return Cow::Borrowed(&self.summands);
        };
        let mut summands = self.summands.clone();
        for ((summand, factor), shift) in summands.iter_mut().zip(&self.factors).zip(shifts) {
            for place in 0..LANE {
                summand.0[place] += shift.0[place] * factor.0[place];
            }
        }
        Cow::Owned(summands)
    }

    /// Applies it to rows of single vectors.
    pub(super) fn apply_here(&self, machine: Machine, rows: &mut [Lane]) {
        let copy = rows.to_vec();
        let all = Rows::new(&copy, self.lanes(), 0);
        let sides = (all.points(), 1);
        let layout = Layout::of_floats(sides, Frame::around(sides), self.lanes());
        self.apply(machine, all, layout, rows);
    }

    /// Pools what becomes of the rows of one board to one row of three numbers for each channel (Wu 2019,
    /// with the square root of the number of points as the side): all first ones, then all second, then all
    /// third.
    pub(super) fn pool(
        &self,
        machine: Machine,
        rows: Rows<'_>,
        channels: usize,
        third: Third,
        row: &mut [Lane],
    ) {
        let (mut sums, mut highest) = (
            vec![Lane::default(); self.lanes()],
            vec![Lane::default(); self.lanes()],
        );
        let work = Sum {
            norm: self,
            rows,
            sums: &mut sums,
            highest: &mut highest,
        };
        work.run(machine, self.activation, false);
        #[expect(clippy::cast_possible_truncation, reason = "a board has few points")]
        let count = f32::from(rows.points() as u16);
        let side = (count.sqrt() - 14.0) * 0.1;
        let (sums, highest) = (floats(&sums), floats(&highest));
        let row = floats_mut(row);
        for channel in 0..channels {
            let mean = sums[channel] / count;
            row[channel] = mean;
            row[channels + channel] = mean * side;
            row[2 * channels + channel] = match third {
                Third::Highest => highest[channel],
                Third::Squared => mean * (side * side - 0.1),
            };
        }
    }
}

/// What pooling gives besides the mean and the mean times the side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Third {
    /// The highest value.
    Highest,
    /// The mean times the square of the side.
    Squared,
}

/// Work with an activation, which the compiler has to know.
struct With<W, F>(W, F);

trait WithActivation: Sized
where
    With<Self, Identity>: Packer,
    With<Self, Relu>: Packer,
    With<Self, Mish>: Packer,
{
    /// Runs it with words for results, or with floats.
    fn run(self, machine: Machine, activation: Activation, in_words: bool) {
        fn run(machine: Machine, in_words: bool, packer: impl Packer) {
            match machine.amx() {
                Some(amx) if in_words => amx.bfloats().run(packer),
                _ => machine.dispatch(ToFloats(packer)),
            }
        }
        match activation {
            Activation::Identity => run(machine, in_words, With(self, Identity)),
            Activation::Relu => run(machine, in_words, With(self, Relu)),
            Activation::Mish => run(machine, in_words, With(self, Mish)),
        }
    }
}

impl WithActivation for Normalize<'_> {}

impl WithActivation for Sum<'_> {}

struct Normalize<'a> {
    factors: &'a [Lane],
    summands: &'a [Lane],
    rows: Rows<'a>,
    layout: Layout,
    results: &'a mut [Lane],
}

impl<F: Function> Packer for With<Normalize<'_>, F> {
    #[inline(always)]
    fn run<S: Simd, P: Packing<S>>(self, simd: S, packing: P) {
        let Normalize {
            factors,
            summands,
            rows,
            layout,
            results,
        } = self.0;
        let Layout {
            sides: (width, height),
            frame,
            stride,
            ..
        } = layout;
        let per_lane = LANE / S::F32_LANES;
        let vectors = factors.len() * per_lane;
        let stride = stride * size_of::<Lane>() / size_of::<P::Packed>();
        let factors: &[S::f32s] = cast_slice(factors);
        let summands: &[S::f32s] = &cast_slice(summands)[..vectors];
        let all: &[S::f32s] = cast_slice(rows.all);
        let results: &mut [P::Packed] = cast_slice_mut(results);
        let zero = P::Packed::zeroed();
        let mut points = all.chunks_exact(rows.width * per_lane);
        for (row, line) in results.chunks_exact_mut(frame.width * stride).enumerate() {
            if row.wrapping_sub(frame.margin) >= height {
                line.fill(zero);
                continue;
            }
            let (left, rest) = line.split_at_mut(frame.margin * stride);
            let (middle, right) = rest.split_at_mut(width * stride);
            left.fill(zero);
            right.fill(zero);
            for result in middle.chunks_exact_mut(stride) {
                let (result, rest) = result.split_at_mut(vectors);
                rest.fill(zero);
                let Some(point) = points.next() else { return };
                let point = &point[rows.first * per_lane..][..vectors];
                for vector in 0..vectors {
                    let y = simd.mul_add_e_f32s(point[vector], factors[vector], summands[vector]);
                    result[vector] = packing.pack(simd, F::of(simd, y));
                }
            }
        }
    }
}

struct Sum<'a> {
    norm: &'a Norm,
    rows: Rows<'a>,
    sums: &'a mut [Lane],
    highest: &'a mut [Lane],
}

impl<F: Function> Packer for With<Sum<'_>, F> {
    #[inline(always)]
    fn run<S: Simd, P: Packing<S>>(self, simd: S, _: P) {
        let Sum {
            norm,
            rows,
            sums,
            highest,
        } = self.0;
        let per_lane = LANE / S::F32_LANES;
        let factors: &[S::f32s] = cast_slice(&norm.factors);
        let summands: &[S::f32s] = cast_slice(&norm.summands);
        let all: &[S::f32s] = cast_slice(rows.all);
        let sums: &mut [S::f32s] = cast_slice_mut(sums);
        let highest: &mut [S::f32s] = cast_slice_mut(highest);
        for (vector, (sum, highest)) in sums.iter_mut().zip(highest).enumerate() {
            *highest = simd.splat_f32s(f32::NEG_INFINITY);
            for point in all[rows.first * per_lane + vector..]
                .iter()
                .step_by(rows.width * per_lane)
            {
                let y = simd.mul_add_e_f32s(*point, factors[vector], summands[vector]);
                let y = F::of(simd, y);
                *sum = simd.add_f32s(*sum, y);
                *highest = simd.max_f32s(*highest, y);
            }
        }
    }
}

/// A convolution behind a stage.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    norm: Norm,
    filter: Filter,
}

/// Buffers of a layer, kept from one to the next.
#[derive(Debug, Default)]
pub(super) struct Room {
    framed: Vec<Lane>,
    products: Vec<Lane>,
    tiles: winograd::Room,
}

impl Room {
    pub(super) const fn shares(&mut self) -> &mut Shares {
        &mut self.tiles.shares
    }

    /// Buffers for boards in frames and for products, and where the time goes.
    pub(super) const fn parts(&mut self) -> (&mut Vec<Lane>, &mut Vec<Lane>, &mut Shares) {
        (&mut self.framed, &mut self.products, &mut self.tiles.shares)
    }
}

impl Layer {
    pub(super) fn new(stage: &Stage, convolutions: &[&Convolution]) -> Layer {
        Layer {
            norm: Norm::new(stage),
            filter: Filter::new(convolutions),
        }
    }

    /// Lanes of outputs.
    pub(super) fn lanes(&self) -> usize {
        self.filter.lanes()
    }

    /// Writes the outputs for rows of channels, or adds them there.
    pub(super) fn apply(
        &self,
        machine: Machine,
        sides: (usize, usize),
        rows: Rows<'_>,
        outputs: &mut [Lane],
        adds: bool,
        room: &mut Room,
    ) {
        match machine.amx() {
            Some(amx) => self.apply_direct((machine, amx), sides, rows, outputs, adds, room),
            None => self.apply_vectors(machine, sides, rows, outputs, adds, room),
        }
    }

    fn apply_direct(
        &self,
        (machine, amx): (Machine, Amx),
        sides: (usize, usize),
        rows: Rows<'_>,
        outputs: &mut [Lane],
        adds: bool,
        room: &mut Room,
    ) {
        let direct = &self.filter.direct;
        let boards = rows.points() / (sides.0 * sides.1);
        let layout = Layout::of_words(sides, direct.frame(sides), direct.stride());
        let frame = layout.frame;
        let inside = boards * frame.area() * layout.stride;
        let (zeros, behind) = direct.behind(frame, boards);
        let (framed, products, shares) = room.parts();
        let words = sized(framed, inside + behind);
        shares.time(Work::Stages, || {
            self.norm.apply(machine, rows, layout, &mut words[..inside]);
            words[inside..][..zeros].fill(Lane::default());
        });
        let rest = (products, shares);
        direct.apply((machine, amx), frame, words, outputs, adds, rest);
    }

    fn apply_vectors(
        &self,
        machine: Machine,
        sides: (usize, usize),
        rows: Rows<'_>,
        outputs: &mut [Lane],
        adds: bool,
        room: &mut Room,
    ) {
        let tiles = Tiles::new(sides.0, sides.1);
        let frame = match self.filter.vectors {
            Vectors::Point(_) => Frame::around(sides),
            Vectors::Square(_) => tiles.frame(),
        };
        let layout = Layout::of_floats(sides, frame, self.norm.lanes());
        let boards = rows.points() / (sides.0 * sides.1);
        let framed = sized(&mut room.framed, boards * frame.area() * self.norm.lanes());
        room.tiles.shares.time(Work::Stages, || {
            self.norm.apply(machine, rows, layout, framed);
        });
        match &self.filter.vectors {
            Vectors::Point(panels) => room.tiles.shares.time(Work::Products, || {
                panels.multiply(machine, framed, outputs, adds);
            }),
            Vectors::Square(winograd) => {
                winograd.apply(machine, tiles, framed, outputs, adds, &mut room.tiles);
            }
        }
    }
}
