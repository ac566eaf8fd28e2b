//! Convolutions of 3x3 by the method of Winograd (Lavin and Gray 2016): tiles of inputs are transformed
//! so that tiles of outputs take one product for each of their points, and are transformed back.

#![expect(
    clippy::inline_always,
    reason = "vector instructions are allowed only where a kernel is inlined"
)]

use super::arithmetic::{Arithmetic, Kernel, NumberFormat};
use super::functions::absolute;
use super::lane::{LANE, Lane, floats_mut, lanes_for, sized};
use super::machine::Machine;
use super::model::Convolution;
use super::panels::Panels;
use super::rows::Frame;
use super::scratch::Scratch;
use super::shares::WorkKind;
use bytemuck::{cast_slice, cast_slice_mut};
use pulp::{Scalar, Simd, WithSimd};
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

/// F(OUT x OUT, 3x3): tiles of `OUT` outputs a side and of `IN` inputs, two more.
///
/// Toom and Cook multiply polynomials by their values at some numbers. The transposed method is a convolution
/// of one dimension; in rows and then in columns, it is one of two. The numbers here are those with the
/// smallest errors of some that were tried.
trait TileMethod<const IN: usize, const OUT: usize> {
    /// The `IN - 1` numbers; infinity is one more.
    const NUMBERS: &[f64];

    /// Transforms a line of inputs. For each number they are multiplied by the coefficients of the product of
    /// `x - other` over all other numbers.
    fn inputs<S: Simd>(simd: S, line: [S::f32s; IN]) -> [S::f32s; IN];

    /// How many times as large as the greatest absolute value of a line that of each number of the transformed line can be.
    fn bounds() -> [f32; IN] {
        let lines: [[f32; IN]; IN] = std::array::from_fn(|one| {
            Self::inputs(
                Scalar::new(),
                std::array::from_fn(|other| if one == other { 1.0 } else { 0.0 }),
            )
        });
        std::array::from_fn(|place| lines.iter().map(|line| line[place].abs()).sum())
    }

    /// Transforms a line of products back. For each output they are multiplied by a power of the numbers,
    /// from 0 on.
    fn outputs<S: Simd>(simd: S, line: [S::f32s; IN]) -> [S::f32s; OUT];

    /// Transforms three weights: to the value of their polynomial at each number, divided by the product of its
    /// differences from the others.
    fn weights(line: [f64; 3]) -> [f64; IN] {
        std::array::from_fn(|place| {
            let Some(&number) = Self::NUMBERS.get(place) else {
                return line[2];
            };
            let others = Self::NUMBERS.iter().enumerate();
            let others = others.filter(|&(other, _)| other != place);
            let product: f64 = others.map(|(_, other)| number - other).product();
            ((line[2] * number + line[1]) * number + line[0]) / product
        })
    }
}

/// `x factor + sum`
#[inline(always)]
fn add_times<S: Simd>(simd: S, sum: S::f32s, factor: f32, x: S::f32s) -> S::f32s {
    simd.mul_add_e_f32s(simd.splat_f32s(factor), x, sum)
}

/// The sum of two vectors, and their difference.
#[inline(always)]
fn both<S: Simd>(simd: S, one: S::f32s, other: S::f32s) -> (S::f32s, S::f32s) {
    (simd.add_f32s(one, other), simd.sub_f32s(one, other))
}

/// F(3x3, 3x3).
struct Three;

impl TileMethod<5, 3> for Three {
    const NUMBERS: &[f64] = &[0.0, 1.0, -1.0, -2.0];

    #[inline(always)]
    fn inputs<S: Simd>(simd: S, d: [S::f32s; 5]) -> [S::f32s; 5] {
        // By x + 2.
        let mut s = [d[0]; 4];
        for (place, sum) in s.iter_mut().enumerate() {
            *sum = add_times(simd, d[place + 1], 2.0, d[place]);
        }
        let (up, down) = both(simd, s[2], s[1]);
        [
            simd.sub_f32s(s[2], s[0]),
            up,
            down,
            simd.sub_f32s(d[3], d[1]),
            simd.sub_f32s(s[3], s[1]),
        ]
    }

    #[inline(always)]
    fn outputs<S: Simd>(simd: S, m: [S::f32s; 5]) -> [S::f32s; 3] {
        let (sum, difference) = both(simd, m[1], m[2]);
        [
            simd.add_f32s(simd.add_f32s(m[0], m[3]), sum),
            add_times(simd, difference, -2.0, m[3]),
            add_times(simd, simd.add_f32s(sum, m[4]), 4.0, m[3]),
        ]
    }
}

/// F(4x4, 3x3).
struct Four;

impl TileMethod<6, 4> for Four {
    const NUMBERS: &[f64] = &[0.0, 1.0, -1.0, 2.0, -2.0];

    #[inline(always)]
    fn inputs<S: Simd>(simd: S, d: [S::f32s; 6]) -> [S::f32s; 6] {
        // By x² - 4, and by x² - 1.
        let (one, minus_one) = both(
            simd,
            add_times(simd, d[4], -4.0, d[2]),
            add_times(simd, d[3], -4.0, d[1]),
        );
        let (even, odd) = (simd.sub_f32s(d[4], d[2]), simd.sub_f32s(d[3], d[1]));
        [
            add_times(simd, add_times(simd, d[4], -5.0, d[2]), 4.0, d[0]),
            one,
            minus_one,
            add_times(simd, even, 2.0, odd),
            add_times(simd, even, -2.0, odd),
            add_times(simd, add_times(simd, d[5], -5.0, d[3]), 4.0, d[1]),
        ]
    }

    #[inline(always)]
    fn outputs<S: Simd>(simd: S, m: [S::f32s; 6]) -> [S::f32s; 4] {
        let (sum, difference) = both(simd, m[1], m[2]);
        let (far_sum, far_difference) = both(simd, m[3], m[4]);
        [
            simd.add_f32s(m[0], simd.add_f32s(sum, far_sum)),
            add_times(simd, difference, 2.0, far_difference),
            add_times(simd, sum, 4.0, far_sum),
            add_times(simd, simd.add_f32s(difference, m[5]), 8.0, far_difference),
        ]
    }
}

/// Rows and columns of outputs that tiles may have.
const SIDES: [usize; 2] = [3, 4];

/// What the weights of a point of a tile cost, in products of a row: the weights of a layer come from the
/// cache of the third level.
const LOADING: usize = 12;

/// The tiles of a board, row by row. The last ones may reach beyond its edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tiles {
    width: usize,
    height: usize,
    /// Rows and columns of the outputs of a tile.
    side: usize,
    columns: usize,
    rows: usize,
}

impl Tiles {
    /// The tiles that cost least. Larger ones need fewer products, but more weights.
    pub(super) fn new(width: usize, height: usize) -> Tiles {
        let tiles = SIDES.map(|side| Tiles {
            width,
            height,
            side,
            columns: width.div_ceil(side),
            rows: height.div_ceil(side),
        });
        let cheapest = tiles
            .into_iter()
            .min_by_key(|tiles| tiles.points() * (tiles.count() + LOADING));
        cheapest.unwrap_or(tiles[0])
    }

    const fn count(self) -> usize {
        self.columns * self.rows
    }

    /// Points of a transformed tile.
    const fn points(self) -> usize {
        (self.side + 2) * (self.side + 2)
    }

    /// Points of a board.
    const fn area(self) -> usize {
        self.width * self.height
    }

    /// All points that the tiles of a board cover.
    pub(super) const fn frame(self) -> Frame {
        Frame {
            width: self.columns * self.side + 2,
            height: self.rows * self.side + 2,
            margin: 1,
        }
    }
}

/// A convolution of 3x3.
#[derive(Clone, Debug)]
pub(super) struct Winograd {
    /// Convolutions of the same inputs, whose outputs stand beside each other.
    parts: Arc<[Convolution]>,
    lanes_before: usize,
    lanes_after: usize,
    /// The transformed weights for each of [`SIDES`], as floats and as whole numbers, made when they are needed: for each
    /// point of a tile.
    points: [[OnceLock<Vec<Panels>>; 2]; SIDES.len()],
}

/// Lanes of transformed inputs that are made at once: what a cache of the second level holds beside weights
/// and outputs.
const LANES_AT_ONCE: usize = 16 * 1024;

impl Winograd {
    pub(super) fn new(parts: Arc<[Convolution]>) -> Winograd {
        Winograd {
            lanes_before: parts.first().map_or(0, |part| lanes_for(part.inputs)),
            lanes_after: parts.iter().map(|part| lanes_for(part.outputs)).sum(),
            parts,
            points: Default::default(),
        }
    }

    /// Writes the convolution of some boards in frames to their outputs, or adds it there.
    pub(super) fn apply(
        &self,
        machine: Machine,
        tiles: Tiles,
        framed: &[Lane],
        outputs: &mut [Lane],
        adds: bool,
        scratch: &mut Scratch,
    ) {
        let mut work = |framed: &[Lane], outputs: &mut [Lane]| match tiles.side {
            3 => self.transform::<Three, 5, 3>(machine, tiles, framed, outputs, adds, scratch),
            _ => self.transform::<Four, 6, 4>(machine, tiles, framed, outputs, adds, scratch),
        };
        let each = tiles.points() * tiles.count() * self.lanes_before;
        let boards = (LANES_AT_ONCE / each).max(1);
        let (before, after) = (
            tiles.frame().area() * self.lanes_before,
            tiles.area() * self.lanes_after,
        );
        let some = framed.chunks(boards * before);
        for (framed, outputs) in some.zip(outputs.chunks_mut(boards * after)) {
            work(framed, outputs);
        }
    }

    fn transform<M: TileMethod<IN, OUT>, const IN: usize, const OUT: usize>(
        &self,
        machine: Machine,
        tiles: Tiles,
        framed: &[Lane],
        outputs: &mut [Lane],
        adds: bool,
        scratch: &mut Scratch,
    ) {
        let (before, after) = (self.lanes_before, self.lanes_after);
        let boards = framed.len() / (tiles.frame().area() * before);
        let count = boards * tiles.count();
        let Scratch {
            words: transformed,
            products,
            factors,
            shares,
            ..
        } = scratch;
        let format = machine.format();
        let words = IN * IN * count * before * LANE / format.in_word();
        factors.clear();
        factors.resize(count, 1.0);
        let transformed = floats_mut(sized(transformed, words.div_ceil(LANE)));
        let transformed = &mut transformed[..words];
        let products = sized(products, IN * IN * count * after);
        shares.time(WorkKind::Transforms, || {
            machine.run(ToTiles {
                tiles,
                lanes: before,
                boards: framed,
                transformed,
                factors,
                method: PhantomData::<M>,
            });
        });
        shares.time(WorkKind::Products, || {
            let panels = &self.points[OUT - SIDES[0]][usize::from(format != NumberFormat::Floats)];
            let panels = panels.get_or_init(|| self.prepare::<M, IN, OUT>(format));
            let rows = transformed.chunks_exact(words / (IN * IN));
            let pairs = rows.zip(products.chunks_exact_mut(count * after));
            for (panels, (rows, products)) in panels.iter().zip(pairs) {
                panels.multiply_words(machine, rows, products);
            }
        });
        shares.time(WorkKind::Transforms, || {
            machine.dispatch(FromTiles {
                tiles,
                lanes: after,
                products,
                factors,
                boards: outputs,
                adds,
                method: PhantomData::<M>,
            });
        });
    }

    /// Transforms the weights.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "weights are kept in single precision"
    )]
    fn prepare<M: TileMethod<IN, OUT>, const IN: usize, const OUT: usize>(
        &self,
        format: NumberFormat,
    ) -> Vec<Panels> {
        let bounds = M::bounds();
        let tile = |part: &Convolution, input: usize, output: usize| {
            let line = |row: usize| {
                let at =
                    |column| ((row * 3 + column) * part.inputs + input) * part.outputs + output;
                M::weights(std::array::from_fn(|column| {
                    f64::from(part.weights[at(column)])
                }))
            };
            let lines: [_; 3] = std::array::from_fn(line);
            let column = |column: usize| M::weights(lines.map(|line| line[column]));
            let columns: [_; IN] = std::array::from_fn(column);
            columns
        };
        let factor = |row: usize, column: usize| match format {
            NumberFormat::Shorts => f64::from(bounds[row] * bounds[column]),
            NumberFormat::Floats | NumberFormat::Bfloats => 1.0,
        };
        // By part, and point of the tile: a matrix of outputs by inputs.
        let matrices = |part: &Convolution| -> Vec<Vec<f32>> {
            let mut matrices = vec![vec![0.0; part.inputs * part.outputs]; IN * IN];
            let pairs = (0..part.inputs).flat_map(|i| (0..part.outputs).map(move |o| (i, o)));
            for (place, (input, output)) in pairs.enumerate() {
                let columns = tile(part, input, output);
                for (point, matrix) in matrices.iter_mut().enumerate() {
                    let (row, column) = (point / IN, point % IN);
                    matrix[place] = (factor(row, column) * columns[column][row]) as f32;
                }
            }
            matrices
        };
        let matrices: Vec<Vec<Vec<f32>>> = self.parts.iter().map(matrices).collect();
        let outputs: Vec<usize> = self.parts.iter().map(|part| part.outputs).collect();
        let panels = |point: usize| {
            Panels::beside(
                self.parts[0].inputs,
                &outputs,
                format,
                |part, input, output| matrices[part][point][input * outputs[part] + output],
            )
        };
        (0..IN * IN).map(panels).collect()
    }
}

/// The greatest absolute value.
#[inline(always)]
fn greatest<S: Simd, const LINES: usize>(simd: S, lines: [&[S::f32s]; LINES]) -> f32 {
    let mut greatest = simd.splat_f32s(0.0);
    // No iterators over both: the compiler would not inline them.
    for line in lines {
        for &vector in line {
            greatest = simd.max_f32s(greatest, absolute(simd, vector));
        }
    }
    simd.reduce_max_f32s(greatest)
}

/// Lines of vectors, more than a processor has registers for. No vector may lie across the border of two lines of the
/// cache.
#[repr(align(64))]
struct Tile<V, const LENGTH: usize, const LINES: usize>([[V; LENGTH]; LINES]);

impl<V: Copy, const LENGTH: usize, const LINES: usize> Tile<V, LENGTH, LINES> {
    /// A line across all lines. Closures over arrays would not be inlined with debug assertions on.
    #[inline(always)]
    fn line(&self, place: usize) -> [V; LINES] {
        let mut across = [self.0[0][place]; LINES];
        for (number, line) in across.iter_mut().zip(&self.0) {
            *number = line[place];
        }
        across
    }
}

/// Transforms boards to tiles: for each point of a tile, and each tile, a row.
struct ToTiles<'a, M, const IN: usize, const OUT: usize> {
    tiles: Tiles,
    lanes: usize,
    boards: &'a [Lane],
    /// Words, as they are multiplied.
    transformed: &'a mut [f32],
    /// By tile, what gives products their size again after the words had to be made whole numbers.
    factors: &'a mut [f32],
    method: PhantomData<M>,
}

impl<M: TileMethod<IN, OUT>, const IN: usize, const OUT: usize> Kernel for ToTiles<'_, M, IN, OUT> {
    #[inline(always)]
    fn run<S: Simd, N: Arithmetic<S>>(self, simd: S, numbers: N) {
        let tiles = self.tiles;
        let frame = tiles.frame();
        let vectors = self.lanes * LANE / S::F32_LANES;
        let boards: &[S::f32s] = cast_slice(self.boards);
        let transformed: &mut [N::Packed] = cast_slice_mut(self.transformed);
        let stride = transformed.len() / (IN * IN);
        let bounds = M::bounds();
        let mut factors = self.factors.iter_mut();
        // Made once, as each is filled as a whole.
        let mut columns = Tile([[simd.splat_f32s(0.0); IN]; IN]);
        let mut tile = Tile([[simd.splat_f32s(0.0); IN]; IN]);
        let mut to = 0;
        for points in boards.chunks_exact(frame.area() * vectors) {
            for place in 0..tiles.count() {
                let (row, column) = (place / tiles.columns, place % tiles.columns);
                let first = (row * OUT * frame.width + column * OUT) * vectors;
                let lines: [&[S::f32s]; IN] = std::array::from_fn(|row| {
                    &points[first + row * frame.width * vectors..][..IN * vectors]
                });
                let mut scales = [[1.0; IN]; IN];
                if let (Some(most), Some(factor)) = (N::GREATEST, factors.next()) {
                    let greatest = greatest(simd, lines);
                    *factor = greatest / most;
                    let scale = if greatest > 0.0 { most / greatest } else { 0.0 };
                    for (scales, row) in scales.iter_mut().zip(bounds) {
                        for (to, column) in scales.iter_mut().zip(bounds) {
                            *to = scale / (row * column);
                        }
                    }
                }
                for vector in 0..vectors {
                    for (column, numbers) in columns.0.iter_mut().enumerate() {
                        let mut points = *numbers;
                        for (point, line) in points.iter_mut().zip(lines) {
                            *point = line[vector + column * vectors];
                        }
                        *numbers = M::inputs(simd, points);
                    }
                    for (row, numbers) in tile.0.iter_mut().enumerate() {
                        *numbers = M::inputs(simd, columns.line(row));
                    }
                    let points = transformed.chunks_exact_mut(stride);
                    let values = tile.0.as_flattened().iter().zip(scales.as_flattened());
                    for (point, (&value, &scale)) in points.zip(values) {
                        let value = match N::GREATEST {
                            Some(_) => simd.mul_f32s(value, simd.splat_f32s(scale)),
                            None => value,
                        };
                        point[to + vector] = numbers.pack(simd, value);
                    }
                }
                to += vectors;
            }
        }
    }
}

/// Transforms tiles back to boards.
struct FromTiles<'a, M, const IN: usize, const OUT: usize> {
    tiles: Tiles,
    lanes: usize,
    products: &'a [Lane],
    /// By tile, what its products are to be multiplied by.
    factors: &'a [f32],
    boards: &'a mut [Lane],
    adds: bool,
    method: PhantomData<M>,
}

impl<M: TileMethod<IN, OUT>, const IN: usize, const OUT: usize> WithSimd
    for FromTiles<'_, M, IN, OUT>
{
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let tiles = self.tiles;
        let vectors = self.lanes * LANE / S::F32_LANES;
        let products: &[S::f32s] = cast_slice(self.products);
        let boards: &mut [S::f32s] = cast_slice_mut(self.boards);
        let stride = products.len() / (IN * IN);
        let mut factors = self.factors.iter();
        // Made once, as each is filled as a whole.
        let mut tile = Tile([[simd.splat_f32s(0.0); IN]; IN]);
        let mut half = Tile([[simd.splat_f32s(0.0); OUT]; IN]);
        let mut from = 0;
        for points in boards.chunks_exact_mut(tiles.area() * vectors) {
            for place in 0..tiles.count() {
                let (row, column) = (place / tiles.columns, place % tiles.columns);
                let (top, left) = (row * OUT, column * OUT);
                let (rows, columns) = (OUT.min(tiles.height - top), OUT.min(tiles.width - left));
                let factor = simd.splat_f32s(factors.next().copied().unwrap_or(1.0));
                for vector in 0..vectors {
                    let products = products.chunks_exact(stride);
                    for (number, products) in tile.0.as_flattened_mut().iter_mut().zip(products) {
                        *number = products[from + vector];
                    }
                    for (column, numbers) in half.0.iter_mut().enumerate() {
                        *numbers = M::outputs(simd, tile.line(column));
                    }
                    for row in 0..OUT {
                        let line = M::outputs(simd, half.line(row));
                        if row >= rows {
                            break;
                        }
                        let first = ((top + row) * tiles.width + left) * vectors + vector;
                        let points = points[first..].iter_mut().step_by(vectors).take(columns);
                        for (point, value) in points.zip(line) {
                            let value = simd.mul_f32s(value, factor);
                            *point = if self.adds {
                                simd.add_f32s(*point, value)
                            } else {
                                value
                            };
                        }
                    }
                }
                from += vectors;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Transforms all lines of numbers of one size, whatever their signs: the greatest results are the bounds.
    fn assert_bounds<M: TileMethod<IN, OUT>, const IN: usize, const OUT: usize>() {
        let mut greatest = [0.0_f32; IN];
        for signs in 0..1 << IN {
            let line = std::array::from_fn(|at| if signs >> at & 1 == 1 { 3.0 } else { -3.0 });
            let transformed = M::inputs(Scalar::new(), line);
            for (greatest, number) in greatest.iter_mut().zip(transformed) {
                *greatest = greatest.max(number.abs());
            }
        }
        for (bound, greatest) in M::bounds().into_iter().zip(greatest) {
            assert!((3.0 * bound - greatest).abs() < 1e-4, "{bound} {greatest}");
        }
    }

    #[test]
    fn no_number_of_a_transformed_line_is_beyond_its_bound_and_some_line_reaches_it() {
        assert_bounds::<Three, 5, 3>();
        assert_bounds::<Four, 6, 4>();
    }

    #[test]
    fn tiles_are_small_unless_the_board_is_large() {
        let side = |width, height| Tiles::new(width, height).side;
        assert_eq!([side(5, 5), side(9, 9), side(13, 13)], [3; 3]);
        // 36 points for 25 tiles, not 25 for 49.
        assert_eq!(side(19, 19), 4);
    }
}
