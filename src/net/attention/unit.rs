//! Attention with a unit for products of matrices, in bfloat16.

#![expect(
    clippy::inline_always,
    reason = "vector instructions are allowed only where a kernel is inlined"
)]

use super::super::amx::{Amx, AmxSession, INPUTS, OUTPUT_LANES, ROWS, Steps, WEIGHTS};
use super::super::arithmetic::NumberFormat::Bfloats;
use super::super::arithmetic::{Packer, Packing, pack_row};
use super::super::lane::{LANE, Lane, floats, floats_mut, lanes_for, sized};
use super::super::scratch::{AttentionScratch, UnitScratch};
use super::kernels::Softmax;
use super::{Attention, pairs, words_in};
use bytemuck::{cast_slice, cast_slice_mut};
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

    /// The word of a row where the values begin.
    const fn first_value(self) -> usize {
        self.heads * self.steps * LANE
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
        // The unit reads whole tiles of queries and keys: what is behind the last point is not used.
        let width = rounded.width();
        let words = sized(&mut own.packed, area.next_multiple_of(ROWS) * width);
        amx.bfloats().run(RoundHeads {
            rows: &own.projected[..area * self.project.lanes],
            width: self.project.lanes,
            rounded,
            words,
        });
        let UnitScratch {
            keys,
            values,
            products,
        } = &mut own.unit;
        // Lanes of points, and lanes of words of their powers.
        let row = lanes_for(area).next_multiple_of(OUTPUT_LANES);
        let powers_row = row * LANE / INPUTS;
        let likeness = sized(&mut own.likeness, ROWS * row);
        let powers = sized(&mut own.powers, ROWS * powers_row);
        let products_row = value_lanes.next_multiple_of(OUTPUT_LANES);
        let products = sized(products, ROWS * products_row);
        let keys = sized(keys, row * rounded.steps * WEIGHTS);
        let values = sized(values, products_row * powers_row * WEIGHTS);
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
                let key = self.heads + head / share;
                let key = key * rounded.steps..(key + 1) * rounded.steps;
                fill_tiles_of_keys(words, width, key, keys);
                let first = rounded.first_value() + head / share * words_in(value_lanes, Bfloats);
                let values = values.chunks_exact_mut(powers_row * WEIGHTS);
                fill_tiles_of_values(words, (area, width), first, values.take(value_lanes));
            }
            for query in (0..area).step_by(ROWS) {
                let queries = &words[query * width + head * rounded.steps..];
                multiply(&mut session, &to_likeness, queries, keys, (likeness, row));
                let count = ROWS.min(area - query);
                amx.bfloats().run(Softmax {
                    rows: &mut likeness[..count * row],
                    powers: floats_mut(powers),
                    width: row,
                    count: area,
                    sums: &mut own.sums,
                });
                let to = (&mut *products, products_row);
                multiply(&mut session, &to_values, powers, values, to);
                let rows = taken[query * taken_row..].chunks_exact_mut(taken_row);
                let products = products.chunks_exact(products_row).zip(&own.sums);
                for (taken, (products, sum)) in rows.zip(products) {
                    let taken = &mut taken[head * value_lanes..][..value_lanes];
                    for (taken, product) in taken.iter_mut().zip(products) {
                        *taken = Lane(product.0.map(|product| product * sum));
                    }
                }
            }
        }
    }
}

/// Multiplies [`ROWS`] rows of words with all tiles, and writes the sums to rows of some lanes.
fn multiply(
    session: &mut AmxSession,
    steps: &Steps,
    words: &[Lane],
    tiles: &[Lane],
    (sums, width): (&mut [Lane], usize),
) {
    let tiles = tiles.chunks_exact(OUTPUT_LANES * steps.count() * WEIGHTS);
    for (lane, tiles) in (0..).step_by(OUTPUT_LANES).zip(tiles) {
        session.multiply(steps, words, tiles, &mut sums[lane..], width);
    }
}

/// Fills tiles with the keys of a head, which are some lanes in rows of `width` lanes of words: points are their outputs.
fn fill_tiles_of_keys(words: &[Lane], width: usize, key: Range<usize>, tiles: &mut [Lane]) {
    let lanes = tiles.chunks_exact_mut(key.len() * WEIGHTS);
    for (tiles, points) in lanes.zip(words.chunks_exact(LANE * width)) {
        for (place, row) in points.chunks_exact(width).enumerate() {
            for (tile, &word) in tiles.iter_mut().zip(floats(&row[key.clone()])) {
                tile.0[place] = word;
            }
        }
    }
}

/// Fills tiles, those of a lane of outputs after those of another, with the values of a head: points are their inputs. `first`
/// is the word where the values begin in rows of `width` lanes.
fn fill_tiles_of_values<'a>(
    words: &[Lane],
    (area, width): (usize, usize),
    first: usize,
    lanes: impl Iterator<Item = &'a mut [Lane]>,
) {
    for (lane, tiles) in lanes.enumerate() {
        let first = first + words_in(lane, Bfloats);
        for (pair, tile) in tiles.iter_mut().enumerate() {
            *tile = pairs(floats(words), width * LANE, first, 2 * pair, area);
        }
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
        for (row, words) in rows.chunks_exact(width).zip(words.chunks_exact_mut(stride)) {
            let (to_heads, to_values) = words.split_at_mut(heads * step);
            let (from_heads, from_values) = row.split_at(heads * size);
            let pairs = from_heads
                .chunks_exact(size)
                .zip(to_heads.chunks_exact_mut(step));
            for (row, words) in pairs {
                pack_row(simd, packing, (row, 1.0), words);
            }
            pack_row(simd, packing, (&from_values[..values], 1.0), to_values);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytemuck::Zeroable;

    #[test]
    fn a_tile_of_values_has_two_points_in_each_row() {
        // Three points of two lanes of words, each word two numbers.
        let (area, width) = (3, 2);
        let number = |point: usize, at: usize| (100 * point + at) as u16;
        let numbers: Vec<u16> = (0..area)
            .flat_map(|point| (0..2 * width * LANE).map(move |at| number(point, at)))
            .collect();
        let mut words = vec![Lane::zeroed(); area * width];
        cast_slice_mut::<Lane, u16>(&mut words).copy_from_slice(&numbers);
        let first = 4;
        let mut tiles = [[Lane::zeroed(); 2]; 2];
        let lanes = tiles.iter_mut().map(|tile| &mut tile[..]);
        fill_tiles_of_values(&words, (area, width), first, lanes);
        for (lane, tile) in tiles.iter().enumerate() {
            for (pair, row) in tile.iter().enumerate() {
                let row: &[u16] = cast_slice(std::slice::from_ref(row));
                for (place, pair_of_numbers) in row.chunks_exact(2).enumerate() {
                    let at = 2 * first + lane * LANE + place;
                    let of_point = |point| if point < area { number(point, at) } else { 0 };
                    let expected = [of_point(2 * pair), of_point(2 * pair + 1)];
                    assert_eq!(pair_of_numbers, expected, "{lane} {pair} {place}");
                }
            }
        }
    }
}
