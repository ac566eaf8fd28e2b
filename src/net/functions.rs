//! Functions of one number between linear layers, in vectors.

#![expect(
    clippy::inline_always,
    reason = "vector instructions are allowed only where a kernel is inlined"
)]

use super::arithmetic::{Packer, ToFloats};
use super::machine::Machine;
use super::model::Activation;
use pulp::Simd;

/// A function of one number in vectors. Zero stays zero.
pub(super) trait Function {
    fn of<S: Simd>(simd: S, x: S::f32s) -> S::f32s;
}

/// The bit of a float that is its sign.
const SIGN: u32 = 1 << 31;

pub(super) struct Identity;

impl Function for Identity {
    #[inline(always)]
    fn of<S: Simd>(_: S, x: S::f32s) -> S::f32s {
        x
    }
}

pub(super) struct Relu;

impl Function for Relu {
    #[inline(always)]
    fn of<S: Simd>(simd: S, x: S::f32s) -> S::f32s {
        simd.max_f32s(x, simd.splat_f32s(0.0))
    }
}

pub(super) struct Mish;

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

pub(super) struct Silu;

impl Function for Silu {
    /// `x / (1 + e^-x)`
    #[inline(always)]
    fn of<S: Simd>(simd: S, x: S::f32s) -> S::f32s {
        let power = exp(simd, simd.min_f32s(simd.neg_f32s(x), simd.splat_f32s(80.0)));
        simd.div_f32s(x, simd.add_f32s(power, simd.splat_f32s(1.0)))
    }
}

/// Numbers without their signs. That of the library is not inlined with debug assertions on, and took a quarter of the time of
/// an evaluation there.
#[inline(always)]
pub(super) fn absolute<S: Simd>(simd: S, x: S::f32s) -> S::f32s {
    simd.and_f32s(simd.splat_f32s(f32::from_bits(!SIGN)), x)
}

/// The activation of numbers, times their gates.
#[inline(always)]
pub(super) fn gated<S: Simd>(simd: S, numbers: S::f32s, gates: S::f32s) -> S::f32s {
    simd.mul_f32s(Silu::of(simd, numbers), gates)
}

/// `e^x` for x up to 80, to about two units in the last place: a power of two and a polynomial.
#[inline(always)]
pub(super) fn exp<S: Simd>(simd: S, x: S::f32s) -> S::f32s {
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

/// Work with an activation, which the compiler has to know.
pub(super) struct With<W, F>(pub(super) W, F);

/// Does some work with an activation, and with words for results or with floats.
pub(super) fn run<W>(work: W, machine: Machine, activation: Activation, in_words: bool)
where
    With<W, Identity>: Packer,
    With<W, Relu>: Packer,
    With<W, Mish>: Packer,
    With<W, Silu>: Packer,
{
    fn pack(machine: Machine, in_words: bool, packer: impl Packer) {
        match machine.amx {
            Some(amx) if in_words => amx.bfloats().run(packer),
            _ => machine.dispatch(ToFloats(packer)),
        }
    }
    match activation {
        Activation::Identity => pack(machine, in_words, With(work, Identity)),
        Activation::Relu => pack(machine, in_words, With(work, Relu)),
        Activation::Mish => pack(machine, in_words, With(work, Mish)),
        Activation::Silu => pack(machine, in_words, With(work, Silu)),
    }
}
