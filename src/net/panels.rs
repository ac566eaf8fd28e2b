//! The product of rows of channels with a matrix.

#![expect(
    clippy::inline_always,
    reason = "vector instructions are allowed only where a kernel is inlined"
)]

use super::arithmetic::{Arithmetic, InFloats, Kernel, NumberFormat};
use super::bfloat;
use super::lane::{LANE, Lane, floats, lanes_for};
use super::machine::Machine;
use super::model::{Convolution, Matrix};
use super::shorts;
use bytemuck::Zeroable;
use pulp::{Arch, Simd, WithSimd};

/// Lanes of outputs whose weights stand together on processors with the longest vectors, and on others. A tile of products has as
/// many, so that it reads one stream of weights.
const LONGEST_GROUP: usize = 3;
const SHORTER_GROUP: usize = 1;

/// A matrix of weights, in the order in which products need it: for each group of outputs and each word of inputs, the lanes of the
/// group.
#[derive(Clone, Debug, Default)]
pub(super) struct Panels {
    /// Words of inputs that have weights.
    words: usize,
    /// Words of inputs with those that only fill a lane.
    stride: usize,
    /// Lanes of outputs.
    pub(super) lanes: usize,
    /// Lanes of a group.
    group: usize,
    weights: Vec<Lane>,
    /// What the sum of each output is multiplied by: 1, unless weights had to be made whole numbers.
    factors: Vec<Lane>,
}

impl Panels {
    /// The matrix of several parts, whose outputs follow each other and each begin a lane. The weights are given for a
    /// part, an input and one of the part's outputs.
    pub(super) fn beside(
        inputs: usize,
        parts: &[usize],
        format: NumberFormat,
        weight: impl Fn(usize, usize, usize) -> f32,
    ) -> Panels {
        let in_word = format.in_word();
        let words = inputs.div_ceil(in_word);
        let places = places_of(parts);
        let weight = |part, input, output| {
            if input < inputs {
                weight(part, input, output)
            } else {
                0.0
            }
        };
        let scale = |part, output| {
            let weights = (0..inputs).map(|input| weight(part, input, output));
            match format {
                NumberFormat::Shorts => shorts::scale(weights),
                NumberFormat::Floats | NumberFormat::Bfloats => 1.0,
            }
        };
        let scales_of = |(part, &outputs): (usize, &usize)| -> Vec<f32> {
            (0..outputs).map(|output| scale(part, output)).collect()
        };
        let scales: Vec<Vec<f32>> = parts.iter().enumerate().map(scales_of).collect();
        let factors = places.iter().map(|place| {
            let mut factors = Lane::default();
            let scales = &scales[place.part][place.first..];
            for (factor, scale) in factors.0.iter_mut().zip(scales) {
                *factor = scale.recip();
            }
            factors
        });
        let factors = factors.collect();
        let group = group();
        let weights = in_words(&places, group, words, format, |part, input, output| {
            scales[part][output] * weight(part, input, output)
        });
        Panels {
            words,
            stride: lanes_for(inputs) * LANE / in_word,
            lanes: places.len(),
            group,
            weights,
            factors,
        }
    }

    /// The matrices of convolutions of one point from the same inputs.
    pub(super) fn of_points(parts: &[Convolution], format: NumberFormat) -> Panels {
        let outputs: Vec<usize> = parts.iter().map(|part| part.outputs).collect();
        let inputs = parts.first().map_or(0, |part| part.inputs);
        Panels::beside(inputs, &outputs, format, |part, input, output| {
            parts[part].weights[input * outputs[part] + output]
        })
    }

    /// Takes in a matrix for some words of inputs, whose outputs fill some lanes. `lane` gives the weights of a word for a
    /// lane of outputs, and `factors` what the sums of a lane are multiplied by.
    pub(super) fn refill(
        &mut self,
        words: usize,
        lanes: usize,
        lane: impl Fn(usize, usize) -> Lane,
        factors: impl Fn(usize) -> Lane,
    ) {
        self.words = words;
        self.stride = words.next_multiple_of(LANE);
        self.lanes = lanes;
        self.group = group();
        self.weights.clear();
        for first in (0..lanes).step_by(self.group) {
            let group = first..lanes.min(first + self.group);
            let each = |word| group.clone().map(move |output| (word, output));
            let all = (0..words).flat_map(each);
            let all = all.map(|(word, output)| lane(word, output));
            self.weights.extend(all);
        }
        self.factors.clear();
        self.factors.extend((0..lanes).map(factors));
    }

    /// Lanes of inputs, where these are floats.
    pub(super) const fn input_lanes(&self) -> usize {
        self.stride / LANE
    }

    /// Writes the products of rows of floats with the matrix to rows of outputs, or adds them there.
    pub(super) fn multiply(
        &self,
        machine: Machine,
        rows: &[Lane],
        products: &mut [Lane],
        adds: bool,
    ) {
        let operands = self.operands(floats(rows), products);
        self.multiply_floats(machine, Operands { adds, ..operands });
    }

    /// Writes the products of rows of words to rows of outputs. Words and weights are those of the
    /// [machine](Machine::format); what only fills the last lane ends each row.
    pub(super) fn multiply_words(&self, machine: Machine, rows: &[f32], products: &mut [Lane]) {
        machine.run(Multiply {
            panels: self,
            operands: self.operands(rows, products),
        });
    }

    /// Multiplies floats as the operands say.
    pub(super) fn multiply_floats(&self, machine: Machine, operands: Operands<'_>) {
        machine.dispatch(InFloats(Multiply {
            panels: self,
            operands,
        }));
    }

    /// Multiplies words of the [machine](Machine::format) as the operands say.
    pub(super) fn multiply_format(&self, machine: Machine, operands: Operands<'_>) {
        machine.run(Multiply {
            panels: self,
            operands,
        });
    }

    /// Rows that follow each other, and rows of products that do.
    pub(super) fn operands<'a>(&self, rows: &'a [f32], products: &'a mut [Lane]) -> Operands<'a> {
        debug_assert_eq!(
            rows.len() / self.stride,
            products.len() / self.lanes,
            "a row of outputs for each one of inputs"
        );
        Operands {
            count: rows.len() / self.stride,
            rows,
            stride: self.stride,
            scales: None,
            products,
            width: self.lanes,
            adds: false,
        }
    }
}

/// Rows that are multiplied with a matrix, and where the products go.
pub(super) struct Operands<'a> {
    /// Words, those of each row after those of the one before.
    pub(super) rows: &'a [f32],
    /// Words from the beginning of a row to that of the next one.
    pub(super) stride: usize,
    /// How many rows there are.
    pub(super) count: usize,
    /// By row, what its products are multiplied by.
    pub(super) scales: Option<&'a [f32]>,
    pub(super) products: &'a mut [Lane],
    /// Lanes from the beginning of a row of products to that of the next one.
    pub(super) width: usize,
    /// Whether products are added to what is there.
    pub(super) adds: bool,
}

impl From<&Matrix> for Panels {
    fn from(matrix: &Matrix) -> Panels {
        let (inputs, outputs) = (matrix.inputs, matrix.outputs);
        Panels::beside(
            inputs,
            &[outputs],
            NumberFormat::Floats,
            |_, input, output| matrix.weights[input * outputs + output],
        )
    }
}

/// Lanes of a group on this processor.
fn group() -> usize {
    /// Numbers of a vector.
    struct Length;

    impl WithSimd for Length {
        type Output = usize;

        #[inline(always)]
        fn with_simd<S: Simd>(self, _: S) -> usize {
            S::F32_LANES
        }
    }

    if Arch::new().dispatch(Length) == LANE {
        LONGEST_GROUP
    } else {
        SHORTER_GROUP
    }
}

/// A lane of outputs of one of several parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct OutputLane {
    part: usize,
    /// Outputs of the part.
    outputs: usize,
    /// The first one of the lane.
    first: usize,
}

/// The lanes of parts that follow each other, given by their numbers of outputs. Each part begins a lane.
pub(super) fn places_of(parts: &[usize]) -> Vec<OutputLane> {
    let parts = parts.iter().enumerate();
    let places = parts.flat_map(|(part, &outputs)| {
        let firsts = (0..outputs).step_by(LANE);
        firsts.map(move |first| OutputLane {
            part,
            outputs,
            first,
        })
    });
    places.collect()
}

/// Weights for lanes of outputs in words: for each `group` of lanes and each word of inputs, a lane of words for each
/// lane of the group. They are given for a part, an input and one of the part's outputs.
pub(super) fn in_words(
    places: &[OutputLane],
    group: usize,
    words: usize,
    format: NumberFormat,
    weight: impl Fn(usize, usize, usize) -> f32,
) -> Vec<Lane> {
    let mut lanes = Vec::with_capacity(words * places.len());
    for group in places.chunks(group) {
        for word in 0..words {
            for place in group {
                let at = |input, output| {
                    if output < place.outputs {
                        weight(place.part, input, output)
                    } else {
                        0.0
                    }
                };
                lanes.push(Lane(std::array::from_fn(|output| {
                    let output = place.first + output;
                    let round = match format {
                        NumberFormat::Floats => return at(word, output),
                        NumberFormat::Bfloats => bfloat::nearest,
                        NumberFormat::Shorts => shorts::nearest,
                    };
                    let [low, high] = [0, 1].map(|input| round(at(2 * word + input, output)));
                    f32::from_bits(u32::from(high) << 16 | u32::from(low))
                })));
            }
        }
    }
    lanes
}

struct Multiply<'a> {
    panels: &'a Panels,
    operands: Operands<'a>,
}

impl Kernel for Multiply<'_> {
    #[inline(always)]
    fn run<S: Simd, N: Arithmetic<S>>(self, simd: S, numbers: N) {
        // As many sums as the machine has registers for, beside the weights and a number of a row:
        // 27 of 32 for the longest vectors, 12 of 16 for others.
        if S::F32_LANES == LANE {
            self.in_tiles::<S, N, 9, 3>(simd, numbers);
        } else {
            self.in_tiles::<S, N, 6, 2>(simd, numbers);
        }
    }
}

impl Multiply<'_> {
    /// Multiplies tiles of at most `R` rows and `V` vectors of outputs.
    #[inline(always)]
    fn in_tiles<S: Simd, N: Arithmetic<S>, const R: usize, const V: usize>(
        mut self,
        simd: S,
        numbers: N,
    ) {
        let vectors = self.panels.lanes * LANE / S::F32_LANES;
        let mut first = 0;
        while first < vectors {
            let width = V.min(vectors - first);
            // The condition is always true. It keeps the compiler from making tiles that these vectors never take, as below.
            match width {
                3 if V >= 3 => self.column::<S, N, R, 3>(simd, numbers, first),
                2 => self.column::<S, N, R, 2>(simd, numbers, first),
                _ => self.column::<S, N, R, 1>(simd, numbers, first),
            }
            first += width;
        }
    }

    /// Multiplies all rows with some vectors of outputs.
    #[inline(always)]
    fn column<S: Simd, N: Arithmetic<S>, const R: usize, const V: usize>(
        &mut self,
        simd: S,
        numbers: N,
        vector: usize,
    ) {
        let count = self.operands.count;
        let mut first = 0;
        while first < count {
            // Equal steps: 25 rows are 9, 8 and 8, not 9, 9 and 7.
            let left = count - first;
            let rows = left.div_ceil(left.div_ceil(R));
            match rows {
                9 if R >= 9 => self.tile::<S, N, 9, V>(simd, numbers, first, vector),
                8 if R >= 8 => self.tile::<S, N, 8, V>(simd, numbers, first, vector),
                7 if R >= 7 => self.tile::<S, N, 7, V>(simd, numbers, first, vector),
                6 => self.tile::<S, N, 6, V>(simd, numbers, first, vector),
                5 => self.tile::<S, N, 5, V>(simd, numbers, first, vector),
                4 => self.tile::<S, N, 4, V>(simd, numbers, first, vector),
                3 => self.tile::<S, N, 3, V>(simd, numbers, first, vector),
                2 => self.tile::<S, N, 2, V>(simd, numbers, first, vector),
                _ => self.tile::<S, N, 1, V>(simd, numbers, first, vector),
            }
            first += rows;
        }
    }

    /// Multiplies `R` rows with `V` vectors of outputs.
    #[inline(always)]
    fn tile<S: Simd, N: Arithmetic<S>, const R: usize, const V: usize>(
        &mut self,
        simd: S,
        numbers: N,
        first: usize,
        vector: usize,
    ) {
        let per_lane = LANE / S::F32_LANES;
        let Panels {
            words,
            lanes,
            group,
            ref weights,
            ref factors,
            ..
        } = *self.panels;
        let Operands {
            rows,
            stride,
            scales,
            width: product_lanes,
            adds,
            ..
        } = self.operands;
        // The group where the vectors are, and its lanes.
        let first_lane = vector / per_lane / group * group;
        let width = group.min(lanes - first_lane);
        let weights: &[N::Words] =
            bytemuck::cast_slice(&weights[first_lane * words..][..width * words]);
        let place = vector - first_lane * per_lane;
        let step = width * per_lane;
        let rows = &rows[first * stride..];
        let rows: [&[f32]; R] = std::array::from_fn(|row| &rows[row * stride..][..words]);
        let mut sums = [[N::Sums::zeroed(); V]; R];
        // Two words at a time: what counts them, and looks whether they are there, would take a fifth of the time.
        let both = weights.chunks_exact(2 * step);
        let last = both.remainder();
        for (pair, weights) in both.enumerate() {
            let (low, high) = weights.split_at(step);
            let [low, high] = [low, high].map(|weights| &weights[place..][..V]);
            add_word(simd, numbers, &mut sums, &rows, 2 * pair, low);
            add_word(simd, numbers, &mut sums, &rows, 2 * pair + 1, high);
        }
        if !last.is_empty() {
            add_word(
                simd,
                numbers,
                &mut sums,
                &rows,
                words - 1,
                &last[place..][..V],
            );
        }
        let factors: &[S::f32s] = bytemuck::cast_slice(factors);
        let products: &mut [S::f32s] = bytemuck::cast_slice_mut(self.operands.products);
        for (row, sums) in sums.into_iter().enumerate() {
            let places = (first + row) * product_lanes * per_lane + vector;
            let places = &mut products[places..][..V];
            let scale = scales.map(|scales| simd.splat_f32s(scales[first + row]));
            for (output, (place, sums)) in places.iter_mut().zip(sums).enumerate() {
                let mut sum = numbers.floats(simd, sums);
                if N::GREATEST.is_some() {
                    sum = simd.mul_f32s(sum, factors[vector + output]);
                }
                if let Some(scale) = scale {
                    sum = simd.mul_f32s(sum, scale);
                }
                *place = if adds {
                    simd.add_f32s(*place, sum)
                } else {
                    sum
                };
            }
        }
    }
}

/// Adds the products of a word of each row with vectors of weights.
#[inline(always)]
fn add_word<S: Simd, N: Arithmetic<S>, const R: usize, const V: usize>(
    simd: S,
    numbers: N,
    sums: &mut [[N::Sums; V]; R],
    rows: &[&[f32]; R],
    word: usize,
    weights: &[N::Words],
) {
    let weights: [N::Words; V] = std::array::from_fn(|output| weights[output]);
    for (sums, row) in sums.iter_mut().zip(rows) {
        let x = numbers.splat(simd, row[word].to_bits());
        for (sum, weights) in sums.iter_mut().zip(weights) {
            *sum = numbers.add_products(simd, *sum, x, weights);
        }
    }
}
