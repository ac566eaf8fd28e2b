//! The layers of a network, prepared for a machine: convolutions, stages and pooling over rows of
//! channels.

#![expect(
    clippy::inline_always,
    reason = "vector instructions are allowed only where a kernel is inlined"
)]

use super::lanes::{LANE, Lane, Panels, floats, floats_mut, lanes_for};
use super::model::{Activation, Convolution, Matrix, Stage};
use super::shares::Work;
use super::winograd::{Room, Tiles, Winograd};
use pulp::{Arch, Simd, WithSimd};

/// A convolution inside of the network.
#[derive(Clone, Debug)]
pub(super) enum Filter {
    /// Of one point.
    Point(Panels),
    /// Of 3x3.
    Square(Winograd),
}

impl Filter {
    pub(super) fn new(convolution: &Convolution) -> Filter {
        if convolution.side == 3 {
            return Filter::Square(Winograd::new(convolution));
        }
        let Convolution {
            inputs,
            outputs,
            ref weights,
            ..
        } = *convolution;
        Filter::Point(Panels::of_rows(inputs, outputs, weights))
    }

    /// Writes the convolution of some boards to their outputs, or adds it there.
    pub(super) fn apply(
        &self,
        arch: Arch,
        tiles: Tiles,
        inputs: &[Lane],
        outputs: &mut [Lane],
        adds: bool,
        room: &mut Room,
    ) {
        match self {
            Filter::Point(panels) => room.shares.time(Work::Products, || {
                panels.multiply(arch, inputs, outputs, adds);
            }),
            Filter::Square(winograd) => winograd.apply(arch, tiles, inputs, outputs, adds, room),
        }
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

    /// Writes what becomes of rows of channels.
    pub(super) fn apply(&self, arch: Arch, rows: &[Lane], results: &mut [Lane]) {
        let width = self.factors.len();
        arch.dispatch(InVectors(
            #[inline(always)]
            || {
                let each = rows
                    .chunks_exact(width)
                    .zip(results.chunks_exact_mut(width));
                for (row, result) in each {
                    let scales = self.factors.iter().zip(&self.summands);
                    for ((result, x), (factor, summand)) in result.iter_mut().zip(row).zip(scales) {
                        for place in 0..LANE {
                            result.0[place] = x.0[place] * factor.0[place] + summand.0[place];
                        }
                    }
                }
            },
        ));
        activate(arch, self.activation, results);
    }
}

/// Runs a function whose loops the compiler turns into those of the machine's vectors.
pub(super) struct InVectors<F>(pub(super) F);

impl<F: FnOnce()> WithSimd for InVectors<F> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        (self.0)();
    }
}

/// Applies an activation to every channel. Those that are zero stay so.
pub(super) fn activate(arch: Arch, activation: Activation, rows: &mut [Lane]) {
    match activation {
        Activation::Identity => {}
        Activation::Relu => arch.dispatch(InVectors(
            #[inline(always)]
            || {
                for x in floats_mut(rows) {
                    *x = x.max(0.0);
                }
            },
        )),
        Activation::Mish => arch.dispatch(InVectors(
            #[inline(always)]
            || {
                for x in floats_mut(rows) {
                    *x = mish(*x);
                }
            },
        )),
    }
}

/// `x tanh(ln(1 + e^x))`, without logarithm: the tangent is `n / (n + 2)` with `n = e^x (e^x + 2)`.
#[inline(always)]
fn mish(x: f32) -> f32 {
    let power = exp(x.min(20.0));
    let n = power * (power + 2.0);
    x * (n / (n + 2.0))
}

/// `e^x` for x up to 80, to about two units in the last place: a power of two and a polynomial.
#[inline(always)]
fn exp(x: f32) -> f32 {
    /// Adding it rounds a small number to an integer, which then stands in the last bits.
    const ROUND: f32 = 12_582_912.0;
    let x = x.max(-80.0);
    let shifted = x * std::f32::consts::LOG2_E + ROUND;
    let whole = shifted - ROUND;
    // The logarithm of 2 in two parts, the first one with few digits.
    let rest = (x - whole * 0.693_359_4) - whole * -2.121_944_4e-4;
    let mut sum = 1.0 / 720.0;
    for coefficient in [1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        sum = sum * rest + coefficient;
    }
    sum * f32::from_bits((shifted.to_bits() << 23).wrapping_add(0x3f80_0000))
}

/// Adds a row to every row.
pub(super) fn add_to_all(arch: Arch, rows: &mut [Lane], row: &[Lane]) {
    arch.dispatch(InVectors(
        #[inline(always)]
        || {
            for sums in rows.chunks_exact_mut(row.len()) {
                for (sum, x) in sums.iter_mut().zip(row) {
                    for place in 0..LANE {
                        sum.0[place] += x.0[place];
                    }
                }
            }
        },
    ));
}

/// What pooling gives besides the mean and the mean times the side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Third {
    /// The highest value.
    Highest,
    /// The mean times the square of the side.
    Squared,
}

/// Reduces the rows of one board to one row of three numbers for each channel (Wu 2019, with the square
/// root of the number of points as the side): all first ones, then all second, then all third.
pub(super) fn pool(rows: &[Lane], channels: usize, third: Third, row: &mut [Lane]) {
    let lanes = lanes_for(channels);
    let count = f32::from((rows.len() / lanes) as u16);
    let mut sums = vec![Lane::default(); lanes];
    let mut highest = vec![Lane([f32::NEG_INFINITY; LANE]); lanes];
    for point in rows.chunks_exact(lanes) {
        for ((sum, high), x) in sums.iter_mut().zip(&mut highest).zip(point) {
            for place in 0..LANE {
                sum.0[place] += x.0[place];
                high.0[place] = high.0[place].max(x.0[place]);
            }
        }
    }
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

/// The first convolution, for planes of zeros and ones: it only looks at the ones.
#[derive(Clone, Debug)]
pub(super) struct PlaneFilter {
    side: usize,
    inputs: usize,
    lanes: usize,
    /// By row, column and plane, a row of outputs each.
    weights: Vec<Lane>,
}

impl PlaneFilter {
    pub(super) fn new(convolution: &Convolution) -> PlaneFilter {
        let rows = convolution.weights.chunks_exact(convolution.outputs);
        PlaneFilter {
            side: convolution.side,
            inputs: convolution.inputs,
            lanes: lanes_for(convolution.outputs),
            weights: rows.flat_map(row_of).collect(),
        }
    }

    /// Adds the convolution of one board to its outputs. `ones` are points, row by row, and planes.
    pub(super) fn add(
        &self,
        arch: Arch,
        (width, height): (usize, usize),
        ones: &[(u16, u8)],
        outputs: &mut [Lane],
    ) {
        let reach = self.side / 2;
        arch.dispatch(InVectors(
            #[inline(always)]
            || {
                for &(point, plane) in ones {
                    let (x, y) = (usize::from(point) % width, usize::from(point) / width);
                    // The output at (x + reach - column, y + reach - row) sees the input at (x, y).
                    for row in 0..self.side {
                        let to_y = (y + reach).wrapping_sub(row);
                        if to_y >= height {
                            continue;
                        }
                        for column in 0..self.side {
                            let to_x = (x + reach).wrapping_sub(column);
                            if to_x >= width {
                                continue;
                            }
                            let place =
                                (row * self.side + column) * self.inputs + usize::from(plane);
                            let weights = &self.weights[place * self.lanes..][..self.lanes];
                            let to = (to_y * width + to_x) * self.lanes;
                            for (sum, x) in outputs[to..][..self.lanes].iter_mut().zip(weights) {
                                for place in 0..LANE {
                                    sum.0[place] += x.0[place];
                                }
                            }
                        }
                    }
                }
            },
        ));
    }
}
