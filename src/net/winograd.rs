//! Convolutions of 3x3 by the method of Winograd, F(4x4, 3x3) of Lavin and Gray 2016: tiles of 6x6
//! inputs become tiles of 4x4 outputs with a quarter of the multiplications.

#![expect(
    clippy::inline_always,
    reason = "vector instructions are allowed only where a kernel is inlined"
)]

use super::lanes::{LANE, Lane, Panels, sized};
use super::model::Convolution;
use super::shares::{Shares, Work};
use bytemuck::cast_slice;
use pulp::{Arch, Simd, WithSimd};

/// Rows and columns of the outputs of a tile.
const OUT: usize = 4;

/// Rows and columns of its inputs.
const IN: usize = OUT + 2;

/// The points of a tile after its transformation.
const POINTS: usize = IN * IN;

/// The tiles of a board, row by row. The last ones reach beyond its edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tiles {
    width: usize,
    height: usize,
    columns: usize,
    rows: usize,
}

impl Tiles {
    pub(super) const fn new(width: usize, height: usize) -> Tiles {
        Tiles {
            width,
            height,
            columns: width.div_ceil(OUT),
            rows: height.div_ceil(OUT),
        }
    }

    const fn count(self) -> usize {
        self.columns * self.rows
    }

    const fn area(self) -> usize {
        self.width * self.height
    }
}

/// A convolution of 3x3 with its weights transformed.
#[derive(Clone, Debug)]
pub(super) struct Winograd {
    /// For each point of a transformed tile.
    points: Vec<Panels>,
}

/// Buffers of a convolution, kept from one to the next.
#[derive(Debug, Default)]
pub(super) struct Room {
    inputs: Vec<Lane>,
    outputs: Vec<Lane>,
    pub(super) shares: Shares,
}

impl Winograd {
    pub(super) fn new(convolution: &Convolution) -> Winograd {
        const G: [[f64; 3]; IN] = [
            [1.0 / 4.0, 0.0, 0.0],
            [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
            [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
            [1.0 / 24.0, 1.0 / 12.0, 1.0 / 6.0],
            [1.0 / 24.0, -1.0 / 12.0, 1.0 / 6.0],
            [0.0, 0.0, 1.0],
        ];
        let Convolution {
            inputs,
            outputs,
            ref weights,
            ..
        } = *convolution;
        let transformed = |point: usize, input: usize, output: usize| {
            let mut sum = 0.0;
            for row in 0..3 {
                for column in 0..3 {
                    let weight = weights[((row * 3 + column) * inputs + input) * outputs + output];
                    sum += G[point / IN][row] * G[point % IN][column] * f64::from(weight);
                }
            }
            sum as f32
        };
        let panels = |point| Panels::new(inputs, outputs, |i, o| transformed(point, i, o));
        Winograd {
            points: (0..POINTS).map(panels).collect(),
        }
    }

    /// Writes the convolution of some boards to their outputs, or adds it there. All boards have the
    /// same tiles.
    pub(super) fn apply(
        &self,
        arch: Arch,
        tiles: Tiles,
        inputs: &[Lane],
        outputs: &mut [Lane],
        adds: bool,
        room: &mut Room,
    ) {
        let (before, after) = (self.points[0].input_lanes(), self.points[0].lanes());
        let boards = inputs.len() / (tiles.area() * before);
        let count = boards * tiles.count();
        let Room {
            inputs: transformed,
            outputs: products,
            shares,
        } = room;
        let transformed = sized(transformed, POINTS * count * before);
        let products = sized(products, POINTS * count * after);
        shares.time(Work::Transforms, || {
            arch.dispatch(ToTiles {
                tiles,
                lanes: before,
                boards: inputs,
                transformed,
            });
        });
        shares.time(Work::Products, || {
            let rows = transformed.chunks_exact(count * before);
            let pairs = rows.zip(products.chunks_exact_mut(count * after));
            for (panels, (rows, products)) in self.points.iter().zip(pairs) {
                panels.multiply(arch, rows, products, false);
            }
        });
        shares.time(Work::Transforms, || {
            arch.dispatch(FromTiles {
                tiles,
                lanes: after,
                products,
                boards: outputs,
                adds,
            });
        });
    }
}

/// Transforms boards to tiles.
struct ToTiles<'a> {
    tiles: Tiles,
    lanes: usize,
    boards: &'a [Lane],
    transformed: &'a mut [Lane],
}

impl WithSimd for ToTiles<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let ToTiles {
            tiles,
            lanes,
            boards,
            transformed,
        } = self;
        let vectors = lanes * LANE / S::F32_LANES;
        let boards: &[S::f32s] = cast_slice(boards);
        let transformed: &mut [S::f32s] = bytemuck::cast_slice_mut(transformed);
        let stride = transformed.len() / POINTS;
        let zero = simd.splat_f32s(0.0);
        for (board, points) in boards.chunks_exact(tiles.area() * vectors).enumerate() {
            for place in 0..tiles.count() {
                let (top, left) = (place / tiles.columns * OUT, place % tiles.columns * OUT);
                let to = (board * tiles.count() + place) * vectors;
                for vector in 0..vectors {
                    let mut tile = [[zero; IN]; IN];
                    for (row, line) in tile.iter_mut().enumerate() {
                        let y = (top + row).wrapping_sub(1);
                        if y >= tiles.height {
                            continue;
                        }
                        for (column, value) in line.iter_mut().enumerate() {
                            let x = (left + column).wrapping_sub(1);
                            if x < tiles.width {
                                *value = points[(y * tiles.width + x) * vectors + vector];
                            }
                        }
                    }
                    let half = tile.map(|line| input_line(simd, line));
                    for column in 0..IN {
                        let line = input_line(simd, half.map(|line| line[column]));
                        for (row, value) in line.into_iter().enumerate() {
                            transformed[(row * IN + column) * stride + to + vector] = value;
                        }
                    }
                }
            }
        }
    }
}

/// Multiplies with the matrix B of Lavin and Gray.
#[inline(always)]
fn input_line<S: Simd>(simd: S, d: [S::f32s; IN]) -> [S::f32s; IN] {
    let by = |factor: f32, x, sum| simd.mul_add_e_f32s(simd.splat_f32s(factor), x, sum);
    let (even, odd) = (by(-4.0, d[2], d[4]), by(-4.0, d[1], d[3]));
    let (even_rise, odd_rise) = (simd.sub_f32s(d[4], d[2]), simd.sub_f32s(d[3], d[1]));
    [
        by(4.0, d[0], by(-5.0, d[2], d[4])),
        simd.add_f32s(even, odd),
        simd.sub_f32s(even, odd),
        by(2.0, odd_rise, even_rise),
        by(-2.0, odd_rise, even_rise),
        by(4.0, d[1], by(-5.0, d[3], d[5])),
    ]
}

/// Transforms tiles back to boards.
struct FromTiles<'a> {
    tiles: Tiles,
    lanes: usize,
    products: &'a [Lane],
    boards: &'a mut [Lane],
    adds: bool,
}

impl WithSimd for FromTiles<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let FromTiles {
            tiles,
            lanes,
            products,
            boards,
            adds,
        } = self;
        let vectors = lanes * LANE / S::F32_LANES;
        let products: &[S::f32s] = cast_slice(products);
        let boards: &mut [S::f32s] = bytemuck::cast_slice_mut(boards);
        let stride = products.len() / POINTS;
        let each = boards.chunks_exact_mut(tiles.area() * vectors);
        for (board, points) in each.enumerate() {
            for place in 0..tiles.count() {
                let (top, left) = (place / tiles.columns * OUT, place % tiles.columns * OUT);
                let from = (board * tiles.count() + place) * vectors;
                for vector in 0..vectors {
                    let at = |point: usize| products[point * stride + from + vector];
                    let line = |row: usize| std::array::from_fn(|column| at(row * IN + column));
                    let half: [_; IN] = std::array::from_fn(|row| output_line(simd, line(row)));
                    for column in 0..OUT.min(tiles.width - left) {
                        let line = output_line(simd, half.map(|line| line[column]));
                        let line = line.into_iter().take(tiles.height - top);
                        for (row, value) in line.enumerate() {
                            let point = (top + row) * tiles.width + left + column;
                            let out = &mut points[point * vectors + vector];
                            *out = if adds {
                                simd.add_f32s(*out, value)
                            } else {
                                value
                            };
                        }
                    }
                }
            }
        }
    }
}

/// Multiplies with the matrix A of Lavin and Gray.
#[inline(always)]
fn output_line<S: Simd>(simd: S, m: [S::f32s; IN]) -> [S::f32s; OUT] {
    let by = |factor: f32, x, sum| simd.mul_add_e_f32s(simd.splat_f32s(factor), x, sum);
    let (sum, difference) = (simd.add_f32s(m[1], m[2]), simd.sub_f32s(m[1], m[2]));
    let (far_sum, far_difference) = (simd.add_f32s(m[3], m[4]), simd.sub_f32s(m[3], m[4]));
    [
        simd.add_f32s(m[0], simd.add_f32s(sum, far_sum)),
        by(2.0, far_difference, difference),
        by(4.0, far_sum, sum),
        by(8.0, far_difference, simd.add_f32s(difference, m[5])),
    ]
}
