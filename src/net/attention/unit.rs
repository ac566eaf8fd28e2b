//! Attention with a unit for products of matrices, in bfloat16.

#![expect(
    clippy::inline_always,
    reason = "vector instructions are allowed only where a kernel is inlined"
)]

use super::super::amx::{Amx, INPUTS, OUTPUT_LANES, ROWS, Steps, WEIGHTS};
use super::super::arithmetic::{Packer, Packing};
use super::super::lane::{LANE, Lane, floats, floats_mut, lanes_for, sized};
use super::super::scratch::{AttentionScratch, UnitScratch};
use super::kernels::Softmax;
use super::{Attention, pairs};
use bytemuck::{Zeroable, cast_slice, cast_slice_mut};
use pulp::Simd;
use std::ops::Range;

/// Where the rounded queries, keys and values of a point stand, in lanes of words.
#[derive(Clone, Copy, Debug)]
struct HeadWords {
    /// Queries, and then keys.
    heads: usize,
    /// Lanes of words of each of them.
    steps: usize,
    /// Lanes of floats of a query or key before it is rounded, and of all values.
    size: usize,
    values: usize,
}

impl HeadWords {
    /// Lanes of a row.
    const fn width(self) -> usize {
        self.heads * self.steps + self.values.div_ceil(2)
    }
}

impl Attention {
    /// Lets each of the points of a board take what it finds.
    pub(super) fn take_by_unit(&self, amx: Amx, area: usize, own: &mut AttentionScratch) {
        let value_lanes = lanes_for(self.value_size);
        let rounded = HeadWords {
            heads: self.heads + self.shared_heads,
            steps: self.size.div_ceil(INPUTS),
            size: lanes_for(self.size),
            values: self.shared_heads * value_lanes,
        };
        let UnitScratch {
            words,
            keys,
            values,
            products,
        } = &mut own.unit;
        // The unit reads whole tiles of queries: what is behind the last one is not used.
        let width = rounded.width();
        let words = sized(words, area.next_multiple_of(ROWS) * width);
        amx.bfloats().run(RoundHeads {
            rows: &own.projected[..area * self.project.lanes],
            width: self.project.lanes,
            rounded,
            words,
        });
        // Lanes of points, and lanes of words of their powers.
        let row = lanes_for(area).next_multiple_of(OUTPUT_LANES);
        let powers_row = row * LANE / INPUTS;
        let likeness = sized(&mut own.likeness, ROWS * row);
        let powers = sized(&mut own.powers, ROWS * powers_row);
        let products_row = value_lanes.next_multiple_of(OUTPUT_LANES);
        let products = sized(products, ROWS * products_row);
        let taken_row = self.heads * value_lanes;
        let taken = sized(&mut own.taken, area * taken_row);
        own.sums.clear();
        own.sums.resize(ROWS, 0.0);
        let to_likeness = Steps::new(0..rounded.steps, width);
        let to_values = Steps::new(0..powers_row, powers_row);
        let mut session = amx.begin();
        for head in 0..self.heads {
            let share = self.heads / self.shared_heads;
            if head % share == 0 {
                let shared = head / share;
                let key = (self.heads + shared) * rounded.steps;
                tiles_of_keys(words, (area, width), key..key + rounded.steps, row, keys);
                let first = rounded.heads * rounded.steps * LANE + shared * value_lanes * LANE / 2;
                let place = (first, value_lanes, products_row);
                tiles_of_values(words, (area, width), place, powers_row, values);
            }
            for query in (0..area).step_by(ROWS) {
                let count = ROWS.min(area - query);
                let queries = &words[query * width + head * rounded.steps..];
                let each = OUTPUT_LANES * rounded.steps * WEIGHTS;
                for (lane, keys) in (0..).step_by(OUTPUT_LANES).zip(keys.chunks_exact(each)) {
                    session.multiply(&to_likeness, queries, keys, &mut likeness[lane..], row);
                }
                amx.bfloats().run(Softmax {
                    rows: &mut likeness[..count * row],
                    powers: floats_mut(powers),
                    width: row,
                    count: area,
                    sums: &mut own.sums,
                });
                let each = OUTPUT_LANES * powers_row * WEIGHTS;
                for (lane, values) in (0..).step_by(OUTPUT_LANES).zip(values.chunks_exact(each)) {
                    session.multiply(
                        &to_values,
                        powers,
                        values,
                        &mut products[lane..],
                        products_row,
                    );
                }
                let rows = taken[query * taken_row..].chunks_exact_mut(taken_row);
                let products = products.chunks_exact(products_row).zip(&own.sums);
                for (taken, (products, sum)) in rows.zip(products).take(count) {
                    let taken = &mut taken[head * value_lanes..][..value_lanes];
                    for (taken, product) in taken.iter_mut().zip(products) {
                        *taken = Lane(product.0.map(|product| product * sum));
                    }
                }
            }
        }
    }
}

/// The keys of a board, in tiles of words: outputs are points. `key` are their lanes in rows of `width` lanes.
fn tiles_of_keys(
    words: &[Lane],
    (area, width): (usize, usize),
    key: Range<usize>,
    lanes: usize,
    tiles: &mut Vec<Lane>,
) {
    let each = key.len() * LANE;
    tiles.clear();
    tiles.resize(lanes * each, Lane::default());
    for (point, row) in words.chunks_exact(width).take(area).enumerate() {
        let tiles = &mut tiles[point / LANE * each..][..each];
        for (tile, &word) in tiles.iter_mut().zip(floats(&row[key.clone()])) {
            tile.0[point % LANE] = word;
        }
    }
}

/// The values of a head, in tiles of words: inputs are points. `first` is the word where they begin in rows of `width` lanes;
/// they fill some lanes of floats, which are followed by empty ones.
fn tiles_of_values(
    words: &[Lane],
    (area, width): (usize, usize),
    (first, filled, lanes): (usize, usize, usize),
    steps: usize,
    tiles: &mut Vec<Lane>,
) {
    tiles.clear();
    for lane in 0..lanes {
        let words = floats(words);
        tiles.extend((0..steps * WEIGHTS).map(|word| {
            if lane < filled {
                pairs(words, width * LANE, first + lane * LANE / 2, 2 * word, area)
            } else {
                Lane::default()
            }
        }));
    }
}

/// Rounds queries, keys and values.
struct RoundHeads<'a> {
    rows: &'a [Lane],
    /// Lanes of a row.
    width: usize,
    rounded: HeadWords,
    words: &'a mut [Lane],
}

impl Packer for RoundHeads<'_> {
    #[inline(always)]
    fn run<S: Simd, P: Packing<S>>(self, simd: S, packing: P) {
        let per_lane = LANE / S::F32_LANES;
        let HeadWords {
            heads,
            steps,
            size,
            values,
        } = self.rounded;
        let (width, size, values) = (self.width * per_lane, size * per_lane, values * per_lane);
        let rows: &[S::f32s] = cast_slice(self.rows);
        let per_word_lane = size_of::<Lane>() / size_of::<P::Packed>();
        let (stride, step) = (self.rounded.width() * per_word_lane, steps * per_word_lane);
        let words: &mut [P::Packed] = cast_slice_mut(self.words);
        let round = |words: &mut [P::Packed], row: &[S::f32s]| {
            let (words, rest) = words.split_at_mut(row.len());
            rest.fill(P::Packed::zeroed());
            for (word, &vector) in words.iter_mut().zip(row) {
                *word = packing.pack(simd, vector);
            }
        };
        for (row, words) in rows.chunks_exact(width).zip(words.chunks_exact_mut(stride)) {
            let (to_heads, to_values) = words.split_at_mut(heads * step);
            let (from_heads, from_values) = row.split_at(heads * size);
            let pairs = from_heads
                .chunks_exact(size)
                .zip(to_heads.chunks_exact_mut(step));
            for (row, words) in pairs {
                round(words, row);
            }
            round(to_values, &from_values[..values]);
        }
    }
}
