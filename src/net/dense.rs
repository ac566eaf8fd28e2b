//! Products of the channels of each point with a matrix, in the numbers that the machine multiplies fastest.

#![expect(
    clippy::inline_always,
    reason = "vector instructions are allowed only where a kernel is inlined"
)]

use super::amx::{Amx, INPUTS};
use super::arithmetic::{Arithmetic, Kernel, NumberFormat, Packer, Packing, pack_row};
use super::direct::{Direct, RoundedRows};
use super::functions::absolute;
use super::lane::{LANE, Lane, floats, floats_mut, lanes_for, sized};
use super::machine::Machine;
use super::model::Convolution;
use super::panels::{Operands, Panels};
use super::rows::Frame;
use super::scratch::Scratch;
use super::shares::WorkKind;
use bytemuck::{cast_slice, cast_slice_mut};
use pulp::Simd;
use std::sync::{Arc, OnceLock};

/// A matrix, or several of the same inputs: the outputs of each begin a lane.
#[derive(Clone, Debug)]
pub(super) struct Dense {
    /// Convolutions of one point.
    parts: Arc<[Convolution]>,
    /// Lanes of inputs and of outputs.
    lanes_before: usize,
    pub(super) lanes: usize,
    /// As floats and as whole numbers, made when they are needed.
    panels: [OnceLock<Panels>; 2],
    /// For a unit for products of matrices.
    direct: Direct,
}

/// The channels of some points: some lanes of longer rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointRows<'a> {
    pub(super) rows: &'a [Lane],
    /// Lanes of a whole row, of which the first ones are used.
    pub(super) width: usize,
    /// By point, what the products are multiplied by.
    pub(super) scales: Option<&'a [f32]>,
}

impl Dense {
    pub(super) fn new(parts: Arc<[Convolution]>) -> Dense {
        Dense {
            lanes_before: parts.first().map_or(0, |part| lanes_for(part.inputs)),
            lanes: parts.iter().map(|part| lanes_for(part.outputs)).sum(),
            panels: Default::default(),
            direct: Direct::new(Arc::clone(&parts)),
            parts,
        }
    }

    /// Writes the products of some points to rows of outputs, or adds them there.
    pub(super) fn apply(
        &self,
        machine: Machine,
        points: PointRows<'_>,
        outputs: &mut [Lane],
        adds: bool,
        scratch: &mut Scratch,
    ) {
        if let Some(amx) = machine.amx {
            self.apply_direct((machine, amx), points, outputs, adds, scratch);
            return;
        }
        let format = machine.format();
        let panels = &self.panels[usize::from(format != NumberFormat::Floats)];
        let panels = panels.get_or_init(|| Panels::of_points(&self.parts, format));
        let count = outputs.len() / self.lanes;
        let operands = Operands {
            rows: floats(points.rows),
            stride: points.width * LANE,
            count,
            scales: points.scales,
            products: outputs,
            width: self.lanes,
            adds,
        };
        let Scratch {
            words,
            factors,
            shares,
            ..
        } = scratch;
        if format == NumberFormat::Floats {
            shares.time(WorkKind::Products, || {
                panels.multiply_floats(machine, operands);
            });
            return;
        }
        let stride = self.lanes_before * LANE / format.in_word();
        let words = sized(words, (count * stride).div_ceil(LANE));
        let words = &mut floats_mut(words)[..count * stride];
        factors.clear();
        factors.resize(count, 1.0);
        shares.time(WorkKind::Stages, || {
            machine.run(PackRows {
                points,
                lanes: self.lanes_before,
                words,
                factors,
            });
        });
        shares.time(WorkKind::Products, || {
            let operands = Operands {
                rows: words,
                stride,
                scales: Some(factors),
                ..operands
            };
            panels.multiply_format(machine, operands);
        });
    }

    fn apply_direct(
        &self,
        machine: (Machine, Amx),
        points: PointRows<'_>,
        outputs: &mut [Lane],
        adds: bool,
        scratch: &mut Scratch,
    ) {
        let count = outputs.len() / self.lanes;
        let mut words = std::mem::take(&mut scratch.words);
        self.round(machine.1, points, count, &mut words, scratch);
        self.apply_rounded(machine, &words, outputs, adds, scratch);
        scratch.words = words;
    }

    /// Rounds the inputs of some points for a unit for products of matrices.
    fn round(
        &self,
        amx: Amx,
        points: PointRows<'_>,
        count: usize,
        words: &mut Vec<Lane>,
        scratch: &mut Scratch,
    ) {
        let RoundedRows { stride, rows } = self.room_for(count, words);
        scratch.shares.time(WorkKind::Stages, || {
            amx.bfloats().run(RoundRows {
                points,
                lanes: self.lanes_before,
                stride,
                words: rows,
            });
        });
    }

    /// The room for rounded inputs of some points. Whoever fills it leaves zeros behind the inputs of a point.
    pub(super) fn room_for<'a>(&self, count: usize, words: &'a mut Vec<Lane>) -> RoundedRows<'a> {
        let stride = self.direct.stride;
        let (_, behind) = self.direct.behind(line(count), 1);
        RoundedRows {
            rows: &mut sized(words, count * stride + behind)[..count * stride],
            stride,
        }
    }

    /// [Applies](Dense::apply) it to inputs that are rounded already, in [the room for them](Dense::room_for).
    pub(super) fn apply_rounded(
        &self,
        machine: (Machine, Amx),
        words: &[Lane],
        outputs: &mut [Lane],
        adds: bool,
        scratch: &mut Scratch,
    ) {
        let frame = line(outputs.len() / self.lanes);
        let rest = (&mut scratch.products, &mut scratch.shares);
        self.direct
            .apply(machine, frame, words, outputs, adds, rest);
    }

    /// Writes the inputs of a next matrix, rounded: the activation of the first lane of each two lanes of outputs, times the
    /// gates in the second one.
    pub(super) fn apply_gated(
        &self,
        amx: Amx,
        points: PointRows<'_>,
        gated: RoundedRows<'_>,
        scratch: &mut Scratch,
    ) {
        let count = gated.rows.len() / gated.stride;
        let mut words = std::mem::take(&mut scratch.words);
        self.round(amx, points, count, &mut words, scratch);
        let rest = (&mut scratch.products, &mut scratch.shares);
        self.direct.apply_gated(amx, &words, gated, rest);
        scratch.words = words;
    }
}

/// Points as one line of a board without a margin.
const fn line(points: usize) -> Frame {
    Frame::around((points, 1))
}

/// Makes whole numbers of the channels of points, as large as there is room for.
struct PackRows<'a> {
    points: PointRows<'a>,
    /// Lanes of channels.
    lanes: usize,
    words: &'a mut [f32],
    /// By point, what gives products their size again, and their scale.
    factors: &'a mut [f32],
}

impl Kernel for PackRows<'_> {
    #[inline(always)]
    fn run<S: Simd, N: Arithmetic<S>>(self, simd: S, numbers: N) {
        let per_lane = LANE / S::F32_LANES;
        let vectors = self.lanes * per_lane;
        let rows: &[S::f32s] = cast_slice(self.points.rows);
        let words: &mut [N::Packed] = cast_slice_mut(self.words);
        let most = N::GREATEST.unwrap_or(1.0);
        let lines = rows.chunks_exact(self.points.width * per_lane);
        let pairs = lines.zip(words.chunks_exact_mut(vectors));
        for (point, ((row, words), factor)) in pairs.zip(self.factors).enumerate() {
            let row = &row[..vectors];
            let mut greatest = simd.splat_f32s(0.0);
            for &vector in row {
                greatest = simd.max_f32s(greatest, absolute(simd, vector));
            }
            let greatest = simd.reduce_max_f32s(greatest);
            let scale = if greatest > 0.0 { most / greatest } else { 0.0 };
            *factor = greatest / most;
            if let Some(scales) = self.points.scales {
                *factor *= scales[point];
            }
            let scale = simd.splat_f32s(scale);
            for (word, &vector) in words.iter_mut().zip(row) {
                *word = numbers.pack(simd, simd.mul_f32s(vector, scale));
            }
        }
    }
}

/// Rounds the channels of points, times their scale.
struct RoundRows<'a> {
    points: PointRows<'a>,
    lanes: usize,
    /// Lanes of a row of words.
    stride: usize,
    words: &'a mut [Lane],
}

impl Packer for RoundRows<'_> {
    #[inline(always)]
    fn run<S: Simd, P: Packing<S>>(self, simd: S, packing: P) {
        let per_lane = LANE / S::F32_LANES;
        let vectors = self.lanes * per_lane;
        debug_assert!(self.lanes * LANE <= self.stride * INPUTS);
        let rows: &[S::f32s] = cast_slice(self.points.rows);
        let stride = self.stride * size_of::<Lane>() / size_of::<P::Packed>();
        let words: &mut [P::Packed] = cast_slice_mut(self.words);
        let lines = rows.chunks_exact(self.points.width * per_lane);
        for (point, (row, words)) in lines.zip(words.chunks_exact_mut(stride)).enumerate() {
            let scale = self.points.scales.map_or(1.0, |scales| scales[point]);
            pack_row(simd, packing, (&row[..vectors], scale), words);
        }
    }
}
