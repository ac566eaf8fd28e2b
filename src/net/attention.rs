//! Attention: each point takes from all points of its board what it finds there by the likeness of a query and a key
//! (Vaswani et al. 2017).
//!
//! The likeness of some queries with all keys, the softmax of it, and the mean of the values that follows are computed one after
//! the other for as many queries as a cache holds.

mod kernels;
mod unit;
mod weights;

use super::arithmetic::{NumberFormat, ToNumbers};
use super::dense::{Dense, PointRows};
use super::lane::{LANE, Lane, floats, floats_mut, lanes_for, sized};
use super::machine::Machine;
use super::model::AttentionWeights;
use super::panels::{Operands, Panels};
use super::root::RootNorm;
use super::rotation::{HeadRows, Rotation};
use super::scratch::{AttentionScratch, PackedFactors, Scratch};
use super::shares::WorkKind;
use bytemuck::cast_slice;
use kernels::{PackHeads, Softmax};
use std::ops::Range;

pub(super) use weights::behind_root;

/// Queries whose likeness with all keys is computed before it is used: multiples of the rows of the products' tiles.
const QUERIES_AT_ONCE: usize = 36;

/// An attention block.
#[derive(Clone, Debug)]
pub(super) struct Attention {
    root: RootNorm,
    /// Heads of queries, and those of keys and values.
    heads: usize,
    shared_heads: usize,
    /// Numbers of a query or key, and of a value. Each head begins a lane.
    size: usize,
    value_size: usize,
    rotation: Option<Rotation>,
    /// To the queries, keys and values of all heads.
    project: Dense,
    out: Dense,
}

/// Queries, keys and values in the numbers that are multiplied.
#[derive(Clone, Copy)]
struct PackedHeads<'a> {
    words: &'a [f32],
    /// Points of the board.
    area: usize,
    format: NumberFormat,
    /// Only of whole numbers.
    factors: Option<&'a PackedFactors>,
}

impl Attention {
    pub(super) fn new(weights: &AttentionWeights) -> Attention {
        let AttentionWeights {
            heads,
            shared_heads,
            ..
        } = *weights;
        let size = weights.query.outputs / heads;
        let value_size = weights.value.outputs / shared_heads;
        let rotation = weights.rotation.as_ref();
        Attention {
            root: RootNorm::new(weights.query.inputs, weights.norm.epsilon),
            heads,
            shared_heads,
            size,
            value_size,
            rotation: rotation.map(|rotation| Rotation::new(rotation, shared_heads, size / 2)),
            project: weights::project(weights, size, value_size),
            out: weights::out(weights, value_size),
        }
    }

    /// Adds what points take to the rows of some boards.
    pub(super) fn apply(
        &self,
        machine: Machine,
        sides: (usize, usize),
        (trunk, width): (&mut [Lane], usize),
        scratch: &mut Scratch,
    ) {
        let area = sides.0 * sides.1;
        let mut own = std::mem::take(&mut scratch.attention);
        for trunk in trunk.chunks_exact_mut(area * width) {
            let mut roots = std::mem::take(&mut scratch.roots);
            let scales = scratch.shares.time(WorkKind::Stages, || {
                self.root.factors(machine, trunk, width, &mut roots)
            });
            let points = PointRows {
                rows: trunk,
                width,
                scales: Some(scales),
            };
            let lanes = area * self.project.lanes;
            let projected = sized(&mut own.projected, lanes);
            self.project
                .apply(machine, points, projected, false, scratch);
            scratch.roots = roots;
            scratch.shares.time(WorkKind::Attention, || {
                self.rotate(machine, sides.0, &mut own.projected[..lanes]);
                match machine.amx {
                    Some(amx) => self.take_by_unit(amx, area, &mut own),
                    None => self.take_by_vectors(machine, area, &mut own),
                }
            });
            let width = self.heads * lanes_for(self.value_size);
            let points = PointRows {
                rows: &own.taken[..area * width],
                width,
                scales: None,
            };
            self.out.apply(machine, points, trunk, true, scratch);
        }
        scratch.attention = own;
    }

    /// Turns queries and keys.
    fn rotate(&self, machine: Machine, width: usize, rows: &mut [Lane]) {
        let Some(rotation) = &self.rotation else {
            return;
        };
        let lanes = lanes_for(self.size);
        let first = [0, self.heads * lanes];
        for (first, count) in first.into_iter().zip([self.heads, self.shared_heads]) {
            let heads = HeadRows {
                rows,
                width: self.project.lanes,
                first,
                count,
            };
            rotation.apply(machine, width, heads);
        }
    }

    /// Lets each of the points of a board take what it finds.
    fn take_by_vectors(&self, machine: Machine, area: usize, own: &mut AttentionScratch) {
        let format = machine.format();
        self.pack(machine, area, own);
        let AttentionScratch {
            projected,
            packed,
            factors,
            taken,
            likeness,
            powers,
            sums,
            keys,
            values,
            unit: _,
        } = own;
        let is_packed = format != NumberFormat::Floats;
        let rows = floats(if is_packed { packed } else { projected });
        let rows = PackedHeads {
            words: &rows[..area * words_in(self.project.lanes, format)],
            area,
            format,
            factors: is_packed.then_some(&*factors),
        };
        let value_lanes = lanes_for(self.value_size);
        let taken_width = self.heads * value_lanes;
        let taken = sized(taken, area * taken_width);
        let row = lanes_for(area);
        let likeness = sized(likeness, QUERIES_AT_ONCE * row);
        let powers = floats_mut(sized(powers, QUERIES_AT_ONCE * row));
        let words = words_in(row, format);
        for head in 0..self.heads {
            let share = self.heads / self.shared_heads;
            if head % share == 0 {
                self.refill_keys(rows, head / share, keys);
                self.refill_values(rows, head / share, values);
            }
            for query in (0..area).step_by(QUERIES_AT_ONCE) {
                let count = QUERIES_AT_ONCE.min(area - query);
                let likeness = &mut likeness[..count * row];
                let queries = self.queries(rows, head, query..query + count, likeness);
                keys.multiply_format(machine, queries);
                sums.clear();
                sums.resize(count, 0.0);
                let powers = &mut powers[..count * words];
                machine.run(ToNumbers(Softmax {
                    rows: likeness,
                    powers,
                    width: row,
                    count: area,
                    sums,
                }));
                let operands = Operands {
                    rows: powers,
                    stride: words,
                    count,
                    scales: Some(sums),
                    products: &mut taken[query * taken_width + head * value_lanes..],
                    width: taken_width,
                    adds: false,
                };
                values.multiply_format(machine, operands);
            }
        }
    }

    /// Makes whole numbers of queries, keys and values, if such are multiplied.
    fn pack(&self, machine: Machine, area: usize, own: &mut AttentionScratch) {
        let format = machine.format();
        if format == NumberFormat::Floats {
            return;
        }
        let lanes = area * self.project.lanes;
        let heads = self.heads + self.shared_heads;
        let factors = &mut own.factors;
        factors.heads.resize(area * heads, 0.0);
        let values = self.shared_heads * lanes_for(self.value_size);
        factors.values.resize(values, Lane::default());
        let words = floats_mut(sized(&mut own.packed, lanes));
        machine.run(PackHeads {
            rows: &own.projected[..lanes],
            width: self.project.lanes,
            size: lanes_for(self.size),
            queries: self.heads,
            heads,
            words: &mut words[..words_in(lanes, format)],
            factors,
        });
    }

    /// The queries of a head at some points, and where their likeness goes.
    fn queries<'a>(
        &self,
        rows: PackedHeads<'a>,
        head: usize,
        points: Range<usize>,
        likeness: &'a mut [Lane],
    ) -> Operands<'a> {
        let width = words_in(self.project.lanes, rows.format);
        let first = words_in(head * lanes_for(self.size), rows.format);
        let factors = |factors: &'a PackedFactors| {
            let factors = &factors.heads[head * rows.area..];
            &factors[points.clone()]
        };
        Operands {
            rows: &rows.words[points.start * width + first..],
            stride: width,
            count: points.len(),
            scales: rows.factors.map(factors),
            width: likeness.len() / points.len(),
            products: likeness,
            adds: false,
        }
    }

    /// Takes in the keys of a shared head, so that products with queries are their likeness.
    fn refill_keys(&self, rows: PackedHeads<'_>, head: usize, keys: &mut Panels) {
        let PackedHeads { area, format, .. } = rows;
        let head = self.heads + head;
        let width = words_in(self.project.lanes, format);
        let first = words_in(head * lanes_for(self.size), format);
        let key =
            |word, lane| of_points(lane, area, |point| rows.words[point * width + first + word]);
        let factor = |lane| match rows.factors {
            Some(factors) => of_points(lane, area, |point| factors.heads[head * area + point]),
            None => Lane::default(),
        };
        let words = self.size.div_ceil(format.in_word());
        keys.refill(words, lanes_for(area), key, factor);
    }

    /// Takes in the values of a shared head.
    fn refill_values(&self, rows: PackedHeads<'_>, head: usize, values: &mut Panels) {
        let PackedHeads {
            words,
            area,
            format,
            factors,
        } = rows;
        let lanes = lanes_for(self.value_size);
        let width = words_in(self.project.lanes, format);
        let heads = (self.heads + self.shared_heads) * lanes_for(self.size);
        let value = |word: usize, lane: usize| {
            let first = words_in(heads + head * lanes + lane, format);
            match format {
                NumberFormat::Floats => {
                    let row = &words[word * width + first..][..LANE];
                    Lane(std::array::from_fn(|place| row[place]))
                }
                _ => pairs(words, width, first, 2 * word, area),
            }
        };
        let factor = |lane| factors.map_or(Lane::default(), |all| all.values[head * lanes + lane]);
        values.refill(area.div_ceil(format.in_word()), lanes, value, factor);
    }
}

/// Words in some lanes of numbers.
const fn words_in(lanes: usize, format: NumberFormat) -> usize {
    lanes * LANE / format.in_word()
}

/// A number for each of the points of a lane, which may reach beyond the last point.
#[inline]
fn of_points(lane: usize, area: usize, number: impl Fn(usize) -> f32) -> Lane {
    let mut numbers = Lane::default();
    let points = lane * LANE..area.min((lane + 1) * LANE);
    for (place, point) in numbers.0.iter_mut().zip(points) {
        *place = number(point);
    }
    numbers
}

/// Words of a number of a point and of the next one each, from a word of their rows on. Behind the last point there are zeros.
fn pairs(words: &[f32], width: usize, first: usize, point: usize, area: usize) -> Lane {
    let row = |point: usize| -> [u16; LANE] {
        if point >= area {
            return [0; LANE];
        }
        let numbers: &[u16] = cast_slice(&words[point * width + first..][..LANE / 2]);
        std::array::from_fn(|place| numbers[place])
    };
    let (low, high) = (row(point), row(point + 1));
    let word = |place| u32::from(high[place]) << 16 | u32::from(low[place]);
    Lane(std::array::from_fn(|place| f32::from_bits(word(place))))
}
