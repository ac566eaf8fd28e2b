//! The number types of products, and the inner loops that are written for any of them.

#![expect(
    clippy::inline_always,
    reason = "vector instructions are allowed only where a kernel is inlined"
)]

use bytemuck::{Pod, Zeroable};
use pulp::{Simd, WithSimd};

/// What stands in the words of 32 bits that are multiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberFormat {
    /// A float.
    Floats,
    /// Two whole numbers, the first one in the lower bits.
    Shorts,
    /// Two numbers in bfloat16, likewise.
    Bfloats,
}

impl NumberFormat {
    /// How many numbers stand in a word.
    pub(super) const fn in_word(self) -> usize {
        match self {
            NumberFormat::Floats => 1,
            NumberFormat::Shorts | NumberFormat::Bfloats => 2,
        }
    }
}

/// Numbers that floats are rounded to.
pub(super) trait Packing<S: Simd>: Copy {
    /// A vector of floats, as numbers that follow each other in words of 32 bits.
    type Packed: Pod;

    /// The greatest number, if numbers are whole: then rows are multiplied by a factor before they are packed.
    const GREATEST: Option<f32>;

    /// Rounds floats to these numbers.
    fn pack(self, simd: S, floats: S::f32s) -> Self::Packed;
}

/// The numbers that are multiplied, in words of 32 bits: a float, or two numbers of 16 bits.
pub(super) trait Arithmetic<S: Simd>: Packing<S> {
    /// A vector of words.
    type Words: Pod;
    /// A vector of sums of products.
    type Sums: Pod;

    /// A vector of one word, given by its bits.
    fn splat(self, simd: S, word: u32) -> Self::Words;

    /// Adds the products of all numbers in the words of two vectors.
    fn add_products(
        self,
        simd: S,
        sums: Self::Sums,
        words: Self::Words,
        weights: Self::Words,
    ) -> Self::Sums;

    /// Sums as floats.
    fn floats(self, simd: S, sums: Self::Sums) -> S::f32s;
}

/// The inner loops of a layer, written for any vectors and for any numbers that are multiplied.
pub(super) trait Kernel {
    fn run<S: Simd, N: Arithmetic<S>>(self, simd: S, numbers: N);
}

/// The inner loops of what stands between layers, written for any vectors and for any numbers that come out.
pub(super) trait Packer {
    fn run<S: Simd, P: Packing<S>>(self, simd: S, packing: P);
}

/// Rounds a row of floats, each times a factor. Behind them the row of numbers is filled with zeros.
#[inline(always)]
pub(super) fn pack_row<S: Simd, P: Packing<S>>(
    simd: S,
    packing: P,
    (row, factor): (&[S::f32s], f32),
    numbers: &mut [P::Packed],
) {
    let factor = simd.splat_f32s(factor);
    let (numbers, rest) = numbers.split_at_mut(row.len());
    rest.fill(P::Packed::zeroed());
    for (number, &vector) in numbers.iter_mut().zip(row) {
        *number = packing.pack(simd, simd.mul_f32s(vector, factor));
    }
}

/// Floats, which every machine can multiply.
#[derive(Clone, Copy, Debug)]
struct Floats;

impl<S: Simd> Packing<S> for Floats {
    type Packed = S::f32s;

    const GREATEST: Option<f32> = None;

    #[inline(always)]
    fn pack(self, _: S, floats: S::f32s) -> S::f32s {
        floats
    }
}

impl<S: Simd> Arithmetic<S> for Floats {
    type Words = S::f32s;
    type Sums = S::f32s;

    #[inline(always)]
    fn splat(self, simd: S, word: u32) -> S::f32s {
        simd.splat_f32s(f32::from_bits(word))
    }

    #[inline(always)]
    fn add_products(self, simd: S, sums: S::f32s, words: S::f32s, weights: S::f32s) -> S::f32s {
        simd.mul_add_e_f32s(words, weights, sums)
    }

    #[inline(always)]
    fn floats(self, _: S, sums: S::f32s) -> S::f32s {
        sums
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

/// Work whose results are the numbers that are multiplied.
pub(super) struct ToNumbers<P>(pub(super) P);

impl<P: Packer> Kernel for ToNumbers<P> {
    #[inline(always)]
    fn run<S: Simd, N: Arithmetic<S>>(self, simd: S, numbers: N) {
        self.0.run(simd, numbers);
    }
}

/// Work whose results are floats.
pub(super) struct ToFloats<P>(pub(super) P);

impl<P: Packer> WithSimd for ToFloats<P> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        self.0.run(simd, Floats);
    }
}
