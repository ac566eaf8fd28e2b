//! Products of 16-bit integers, for x86 processors: one instruction multiplies twice as many of them as floats, and adds them in
//! pairs to sums of 32 bits.
//!
//! Rows and weights of 3x3 convolutions are scaled to the largest range that fits, and rounded. The numbers of a tile share
//! one factor and a bound for each of its points; the weights of each output share one factor. Sums are exact, so every
//! instruction gives the same ones.
//!
//! The `unsafe` code here is that of one instruction, which no crate offers without it.

#[cfg(not(target_arch = "x86_64"))]
pub(super) use nowhere::Shorts;
#[cfg(target_arch = "x86_64")]
pub(super) use x86::Shorts;

impl Shorts {
    /// The best that the processor has.
    pub(super) fn find() -> Option<Shorts> {
        Shorts::all().next()
    }
}

/// The greatest number.
const GREATEST: f32 = i16::MAX as f32;

/// The most that the absolute weights of an output may be together: the greatest sum, 2^31 - 1, by the greatest number.
const MOST_TOGETHER: f32 = 65_538.0;

/// What the weights of an output are multiplied by before they are rounded: as much as there is room for. Not a number if
/// their sum is none.
pub(super) fn scale(weights: impl Iterator<Item = f32>) -> f32 {
    let (mut count, mut most, mut sum) = (0.0_f32, 0.0_f32, 0.0);
    for weight in weights {
        count += 1.0;
        most = most.max(weight.abs());
        sum += weight.abs();
    }
    if sum == 0.0 {
        return 1.0;
    }
    if !sum.is_finite() {
        return f32::NAN;
    }
    (together(count) / sum).min(GREATEST / most)
}

/// The most that a number of absolute factors of the greatest number may be together before they are rounded, which adds at
/// most a half to each.
pub(super) const fn together(count: f32) -> f32 {
    (MOST_TOGETHER - 0.5 * count).max(1.0)
}

/// From this number on, every float up to twice as large is whole.
const WHOLE: f32 = 8_388_608.0;

/// The bits of the nearest number, of two the even one.
///
/// Numbers are rounded by adding so much that a float has no room for fractions: a program for all processors of this kind
/// would call a function for each.
#[expect(clippy::cast_possible_truncation, reason = "what is too large is cut")]
pub(super) fn nearest(number: f32) -> u16 {
    let within = number.clamp(-WHOLE / 2.0, WHOLE / 2.0);
    let rounded = (within + 1.5 * WHOLE) - 1.5 * WHOLE;
    (rounded as i16).cast_unsigned()
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    #![expect(
        clippy::inline_always,
        reason = "vector instructions are allowed only where a kernel is inlined"
    )]

    use super::GREATEST;
    use crate::net::arithmetic::{Arithmetic, Kernel, Packing};
    use pulp::x86::{V3, V4};
    use pulp::{Arch, Simd, f32x8, f32x16, i32x8, i32x16, u16x8, u16x16, u32x8, u32x16};
    use std::arch::x86_64::{__m256i, __m512i, _mm256_dpwssds_avx_epi32, _mm512_dpwssds_epi32};

    pulp::simd_type! {
        /// The widest vectors of pulp, and an instruction that multiplies and adds.
        struct Instructions {
            fma: "fma",
            bmi1: "bmi1",
            bmi2: "bmi2",
            lzcnt: "lzcnt",
            avx512f: "avx512f",
            avx512bw: "avx512bw",
            avx512cd: "avx512cd",
            avx512dq: "avx512dq",
            avx512vl: "avx512vl",
            avx512vnni: "avx512vnni",
        }
    }

    /// The instructions of a processor for these numbers.
    #[derive(Clone, Copy, Debug)]
    pub(in crate::net) enum Shorts {
        /// Vectors of 32 numbers.
        Wide(Wide),
        /// Vectors of 16 numbers, with one instruction that multiplies and adds.
        Fused(Narrow<true>),
        /// Vectors of 16 numbers, with one that multiplies and one that adds.
        Plain(Narrow<false>),
    }

    /// A proof that the processor has AVX-512 with VNNI.
    #[derive(Clone, Copy, Debug)]
    pub(in crate::net) struct Wide {
        simd: V4,
        instructions: Instructions,
    }

    /// A proof that the processor has AVX2 and, if products and sums are fused, AVX-VNNI.
    #[derive(Clone, Copy, Debug)]
    pub(in crate::net) struct Narrow<const FUSED: bool>(V3);

    impl Shorts {
        /// All that the processor has, the best first.
        pub(in crate::net) fn all() -> impl Iterator<Item = Shorts> {
            let wide = V4::try_new().zip(Instructions::try_new());
            let narrow = V3::try_new();
            let fused = narrow.filter(|_| std::arch::is_x86_feature_detected!("avxvnni"));
            [
                wide.map(|(simd, instructions)| Shorts::Wide(Wide { simd, instructions })),
                fused.map(|simd| Shorts::Fused(Narrow(simd))),
                narrow.map(|simd| Shorts::Plain(Narrow(simd))),
            ]
            .into_iter()
            .flatten()
        }

        pub(in crate::net) const fn arch(self) -> Arch {
            match self {
                Shorts::Wide(proof) => Arch::V4(proof.simd),
                Shorts::Fused(Narrow(simd)) | Shorts::Plain(Narrow(simd)) => Arch::V3(simd),
            }
        }

        pub(in crate::net) fn run(self, kernel: impl Kernel) {
            match self {
                Shorts::Wide(proof) => proof.instructions.vectorize(
                    #[inline(always)]
                    || kernel.run(proof.simd, proof),
                ),
                Shorts::Fused(proof) => proof.run(kernel),
                Shorts::Plain(proof) => proof.0.vectorize(
                    #[inline(always)]
                    || kernel.run(proof.0, proof),
                ),
            }
        }
    }

    impl Narrow<true> {
        #[expect(unsafe_code, reason = "instructions that no crate offers")]
        fn run(self, kernel: impl Kernel) {
            #[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt,avxvnni")]
            fn run(proof: Narrow<true>, kernel: impl Kernel) {
                kernel.run(proof.0, proof);
            }
            // SAFETY: `self` is made only where the processor has these instructions.
            unsafe { run(self, kernel) }
        }
    }

    impl Packing<V4> for Wide {
        type Packed = u16x16;

        const GREATEST: Option<f32> = Some(GREATEST);

        #[inline(always)]
        fn pack(self, simd: V4, floats: f32x16) -> u16x16 {
            let whole = simd.avx512f._mm512_cvtps_epi32(pulp::cast!(floats));
            pulp::cast!(simd.avx512f._mm512_cvtsepi32_epi16(whole))
        }
    }

    impl Arithmetic<V4> for Wide {
        type Words = u32x16;
        type Sums = i32x16;

        #[inline(always)]
        fn splat(self, simd: V4, word: u32) -> u32x16 {
            simd.splat_u32s(word)
        }

        // The instruction that cuts sums at the greatest one, though none comes there: the compiler takes the other one apart.
        #[inline(always)]
        #[expect(unsafe_code, reason = "an instruction that no crate offers")]
        fn add_products(self, _: V4, sums: i32x16, words: u32x16, weights: u32x16) -> i32x16 {
            let [sums, words, weights]: [__m512i; 3] =
                [pulp::cast!(sums), pulp::cast!(words), pulp::cast!(weights)];
            // SAFETY: `self` is made only where the processor has this instruction.
            pulp::cast!(unsafe { _mm512_dpwssds_epi32(sums, words, weights) })
        }

        #[inline(always)]
        fn floats(self, simd: V4, sums: i32x16) -> f32x16 {
            pulp::cast!(simd.avx512f._mm512_cvtepi32_ps(pulp::cast!(sums)))
        }
    }

    impl<const FUSED: bool> Packing<V3> for Narrow<FUSED> {
        type Packed = u16x8;

        const GREATEST: Option<f32> = Some(GREATEST);

        #[inline(always)]
        fn pack(self, simd: V3, floats: f32x8) -> u16x8 {
            let whole = simd.avx._mm256_cvtps_epi32(pulp::cast!(floats));
            let low = simd.avx._mm256_castsi256_si128(whole);
            let high = simd.avx2._mm256_extracti128_si256::<1>(whole);
            pulp::cast!(simd.sse2._mm_packs_epi32(low, high))
        }
    }

    impl<const FUSED: bool> Arithmetic<V3> for Narrow<FUSED> {
        type Words = u32x8;
        type Sums = i32x8;

        #[inline(always)]
        fn splat(self, simd: V3, word: u32) -> u32x8 {
            simd.splat_u32s(word)
        }

        #[inline(always)]
        #[expect(unsafe_code, reason = "an instruction that no crate offers")]
        fn add_products(self, simd: V3, sums: i32x8, words: u32x8, weights: u32x8) -> i32x8 {
            let [sums, words, weights]: [__m256i; 3] =
                [pulp::cast!(sums), pulp::cast!(words), pulp::cast!(weights)];
            let sums = if FUSED {
                // SAFETY: such a `self` is made only where the processor has this instruction.
                unsafe { _mm256_dpwssds_avx_epi32(sums, words, weights) }
            } else {
                let products = simd.avx2._mm256_madd_epi16(words, weights);
                simd.avx2._mm256_add_epi32(sums, products)
            };
            pulp::cast!(sums)
        }

        #[inline(always)]
        fn floats(self, simd: V3, sums: i32x8) -> f32x8 {
            pulp::cast!(simd.avx._mm256_cvtepi32_ps(pulp::cast!(sums)))
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod nowhere {
    use crate::net::arithmetic::Kernel;
    use pulp::Arch;

    /// Instructions that there are not.
    #[derive(Clone, Copy, Debug)]
    pub(in crate::net) enum Shorts {}

    impl Shorts {
        pub(in crate::net) fn all() -> impl Iterator<Item = Shorts> {
            std::iter::empty()
        }

        pub(in crate::net) const fn arch(self) -> Arch {
            match self {}
        }

        pub(in crate::net) fn run(self, _: impl Kernel) {
            match self {}
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(
        clippy::cast_precision_loss,
        clippy::float_cmp,
        reason = "all numbers are small, and what is exact is compared exactly"
    )]

    use super::super::arithmetic::{Arithmetic, Kernel, NumberFormat};
    use super::super::lane::{LANE, Lane, floats, floats_mut, lanes_for};
    use super::super::machine::Machine;
    use super::super::panels::Panels;
    use super::*;
    use crate::rng::Rng;
    use bytemuck::{cast_slice, cast_slice_mut};
    use pulp::Simd;

    /// Rounds floats as a machine does.
    struct Pack<'a> {
        floats: &'a [Lane],
        packed: &'a mut [f32],
    }

    impl Kernel for Pack<'_> {
        fn run<S: Simd, N: Arithmetic<S>>(self, simd: S, numbers: N) {
            let packed: &mut [N::Packed] = cast_slice_mut(self.packed);
            let floats: &[S::f32s] = cast_slice(self.floats);
            for (packed, &floats) in packed.iter_mut().zip(floats) {
                *packed = numbers.pack(simd, floats);
            }
        }
    }

    fn packed(machine: Machine, lanes: &[Lane]) -> Vec<f32> {
        let words = floats(lanes).len() / machine.format().in_word();
        // Aligned like floats.
        let mut packed = vec![Lane::default(); words.div_ceil(LANE)];
        let packed = &mut floats_mut(&mut packed)[..words];
        machine.run(Pack {
            floats: lanes,
            packed,
        });
        packed.to_vec()
    }

    /// Machines with these numbers, and machines without.
    fn machines() -> impl Iterator<Item = Machine> {
        let floats = [pulp::Arch::Scalar, pulp::Arch::new()].map(Machine::from);
        Shorts::all().map(Machine::from).chain(floats)
    }

    /// Rows of numbers, each begun anew in a lane.
    fn rows(width: usize, count: usize, mut number: impl FnMut() -> f32) -> Vec<Lane> {
        let lanes = lanes_for(width);
        let mut rows = vec![Lane::default(); count * lanes];
        for row in rows.chunks_exact_mut(lanes) {
            floats_mut(row)[..width].fill_with(&mut number);
        }
        rows
    }

    #[test]
    fn the_nearest_number_is_found_and_of_two_the_even_one() {
        for (number, nearest_one) in [
            (0.5, 0),
            (1.5, 2),
            (-2.5, -2),
            (-2.6, -3),
            (1e9, i16::MAX),
            (f32::NAN, 0),
        ] {
            assert_eq!(nearest(number).cast_signed(), nearest_one, "{number}");
        }
    }

    #[test]
    fn the_processor_rounds_as_the_weights_are_rounded() {
        let mut rng = Rng::new(1);
        let mut number = || (rng.below(1 << 20) as f32 - 524_288.0) / 16.0;
        let lanes = rows(LANE, 1000, &mut number);
        for shorts in Shorts::all() {
            let words = packed(shorts.into(), &lanes);
            for (numbers, word) in floats(&lanes).chunks_exact(2).zip(words) {
                let [low, high] = [0, 1].map(|place| u32::from(nearest(numbers[place])));
                assert_eq!(word.to_bits(), high << 16 | low, "{numbers:?}");
            }
        }
    }

    #[test]
    fn products_of_whole_numbers_are_exact_on_every_machine() {
        let mut rng = Rng::new(2);
        for round in 0..60 {
            let (inputs, outputs, count) = (1 + rng.below(90), 1 + rng.below(70), rng.below(30));
            // Also the greatest numbers, and all of one sign, whose sums are the greatest.
            let mut number = |most: usize| match round % 3 {
                0 => most as f32,
                1 => -(most as f32),
                _ => rng.below(2 * most + 1) as f32 - most as f32,
            };
            let weights: Vec<f32> = (0..inputs * outputs).map(|_| number(100)).collect();
            for machine in machines() {
                let is_whole = machine.format() == NumberFormat::Shorts;
                let most = if is_whole { 32_767 } else { 16 };
                let rows = rows(inputs, count, || number(most));
                let weight = |input, output| weights[input * outputs + output];
                let panels =
                    Panels::beside(inputs, &[outputs], machine.format(), |_, i, o| weight(i, o));
                let mut products = vec![Lane::default(); count * panels.lanes];
                panels.multiply_words(machine, &packed(machine, &rows), &mut products);
                let products = floats(&products).chunks_exact(LANE * lanes_for(outputs));
                for (row, products) in floats(&rows)
                    .chunks_exact(LANE * lanes_for(inputs))
                    .zip(products)
                {
                    for (output, &product) in products[..outputs].iter().enumerate() {
                        let scale = if is_whole {
                            scale((0..inputs).map(|input| weight(input, output)))
                        } else {
                            1.0
                        };
                        let term = |input: usize| {
                            let whole = (scale * weight(input, output)).round_ties_even();
                            row[input] as i64 * whole as i64
                        };
                        let sum = (0..inputs).map(term).sum::<i64>();
                        assert!(i32::try_from(sum).is_ok());
                        assert_eq!(product, sum as f32 * scale.recip(), "{inputs} {outputs}");
                    }
                }
            }
        }
    }

    #[test]
    fn weights_are_made_as_large_as_there_is_room_for() {
        // One weight may be the greatest number, many are small together.
        assert_eq!(scale([0.5, 0.0].into_iter()), 2.0 * GREATEST);
        let many = scale([0.5; 200].into_iter());
        assert!((many * 100.0 + 100.0 - MOST_TOGETHER).abs() < 0.1, "{many}");
        assert_eq!(scale([0.0; 3].into_iter()), 1.0);
        // What is no number, or too large, makes no product that is one.
        for wild in [f32::NAN, f32::INFINITY] {
            assert!(scale([1.0, wild].into_iter()).is_nan());
        }
    }
}
