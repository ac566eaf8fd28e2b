//! How a machine computes: with which vectors, and with which numbers in the products of convolutions.

#![expect(
    clippy::inline_always,
    reason = "vector instructions are allowed only where a kernel is inlined"
)]

use super::amx::Amx;
use super::bfloat::Bfloats;
use bytemuck::Pod;
use pulp::{Arch, Simd, WithSimd};

/// The vectors of a machine and, if it has instructions for them, the shorter numbers of its products and a unit for
/// products of matrices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Machine {
    arch: Arch,
    bfloats: Option<Bfloats>,
    amx: Option<Amx>,
}

impl Machine {
    /// The best that this machine can be.
    pub(super) fn best() -> Machine {
        let bfloats = || Bfloats::find().map_or_else(|| Arch::new().into(), Machine::from);
        Amx::find().map_or_else(bfloats, Machine::from)
    }

    /// Its unit for products of matrices, if it has one.
    pub(super) const fn amx(self) -> Option<Amx> {
        self.amx
    }

    /// Does work that knows no numbers but floats.
    pub(super) fn dispatch<W: WithSimd>(self, work: W) -> W::Output {
        self.arch.dispatch(work)
    }

    /// Runs a kernel with the shortest numbers that this machine can multiply.
    pub(super) fn run(self, kernel: impl Kernel) {
        match self.bfloats {
            Some(bfloats) => bfloats.run(kernel),
            None => self.arch.dispatch(InFloats(kernel)),
        }
    }

    /// How many of the numbers that a kernel of [`Machine::run`] multiplies stand in a word of 32 bits.
    pub(super) const fn numbers_in_word(self) -> usize {
        if self.bfloats.is_some() { 2 } else { 1 }
    }
}

impl From<Arch> for Machine {
    fn from(arch: Arch) -> Machine {
        Machine {
            arch,
            bfloats: None,
            amx: None,
        }
    }
}

impl From<Bfloats> for Machine {
    fn from(bfloats: Bfloats) -> Machine {
        Machine {
            arch: bfloats.arch(),
            bfloats: Some(bfloats),
            amx: None,
        }
    }
}

impl From<Amx> for Machine {
    fn from(amx: Amx) -> Machine {
        Machine {
            amx: Some(amx),
            ..amx.bfloats().into()
        }
    }
}

/// The numbers that are multiplied, in words of 32 bits: a float, or two numbers of 16 bits.
pub(super) trait Numbers<S: Simd>: Copy {
    /// A vector of words.
    type Words: Pod;
    /// A vector of floats, as numbers that follow each other in words.
    type Packed: Pod;

    /// A vector of one word, given by its bits.
    fn splat(self, simd: S, word: u32) -> Self::Words;

    /// Adds the products of all numbers in the words of two vectors.
    fn add_products(
        self,
        simd: S,
        sum: S::f32s,
        words: Self::Words,
        weights: Self::Words,
    ) -> S::f32s;

    /// Rounds floats to these numbers.
    fn pack(self, simd: S, floats: S::f32s) -> Self::Packed;
}

/// The inner loops of a layer, written for any vectors and for any numbers that are multiplied.
pub(super) trait Kernel {
    fn run<S: Simd, N: Numbers<S>>(self, simd: S, numbers: N);
}

/// Floats, which every machine can multiply.
#[derive(Clone, Copy, Debug)]
struct Floats;

impl<S: Simd> Numbers<S> for Floats {
    type Words = S::f32s;
    type Packed = S::f32s;

    #[inline(always)]
    fn splat(self, simd: S, word: u32) -> S::f32s {
        simd.splat_f32s(f32::from_bits(word))
    }

    #[inline(always)]
    fn add_products(self, simd: S, sum: S::f32s, words: S::f32s, weights: S::f32s) -> S::f32s {
        simd.mul_add_e_f32s(words, weights, sum)
    }

    #[inline(always)]
    fn pack(self, _: S, floats: S::f32s) -> S::f32s {
        floats
    }
}

/// A kernel that multiplies floats, whatever else the machine could multiply.
pub(super) struct InFloats<K>(pub(super) K);

impl<K: Kernel> WithSimd for InFloats<K> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        self.0.run(simd, Floats);
    }
}
