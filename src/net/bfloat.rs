//! Products of numbers in the format bfloat16, a float without the last 16 bits of its mantissa, for processors that
//! multiply two of them in the time of one float.
//!
//! The factors of 3x3 convolutions are rounded in their tiles; sums and everything else stay floats. The chances of winning
//! that kosumi's own network tells change by less than a hundredth, as the root of the mean square of 3,000 positions on
//! 19x19. They differ from those of a stronger network by twenty times as much.
//!
//! The `unsafe` code here is that of these instructions, which no crate offers without it.

#[cfg(target_arch = "x86_64")]
pub(super) use avx512::Bfloats;
#[cfg(not(target_arch = "x86_64"))]
pub(super) use nowhere::Bfloats;

/// The bits of the nearest number in bfloat16, of two the even one.
pub(super) const fn nearest(number: f32) -> u16 {
    let bits = number.to_bits();
    let half = 0x7fff + (bits >> 16 & 1);
    (bits.wrapping_add(half) >> 16) as u16
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    #![expect(
        clippy::inline_always,
        reason = "vector instructions are allowed only where a kernel is inlined"
    )]

    use crate::net::machine::{Kernel, Numbers};
    use pulp::x86::V4;
    use pulp::{Arch, Simd, f32x16, u16x16, u32x16};
    use std::arch::x86_64::{__m256bh, __m512, __m512bh, _mm512_cvtneps_pbh, _mm512_dpbf16_ps};
    use std::mem::transmute;

    pulp::simd_type! {
        /// AVX-512 as the widest vectors of pulp have it, and the instructions for bfloat16.
        struct Instructions {
            bmi1: "bmi1",
            bmi2: "bmi2",
            fma: "fma",
            avx512f: "avx512f",
            avx512bw: "avx512bw",
            avx512cd: "avx512cd",
            avx512dq: "avx512dq",
            avx512vl: "avx512vl",
            avx512bf16: "avx512bf16",
        }
    }

    /// A proof that the processor has instructions for bfloat16.
    #[derive(Clone, Copy, Debug)]
    pub(in crate::net) struct Bfloats {
        simd: V4,
        instructions: Instructions,
    }

    impl Bfloats {
        /// The proof, on a processor that has them.
        pub(in crate::net) fn find() -> Option<Bfloats> {
            Some(Bfloats {
                simd: V4::try_new()?,
                instructions: Instructions::try_new()?,
            })
        }

        pub(in crate::net) const fn arch(self) -> Arch {
            Arch::V4(self.simd)
        }

        pub(in crate::net) fn run(self, kernel: impl Kernel) {
            self.instructions.vectorize(
                #[inline(always)]
                || kernel.run(self.simd, self),
            );
        }
    }

    impl Numbers<V4> for Bfloats {
        type Words = u32x16;
        type Packed = u16x16;

        #[inline(always)]
        fn splat(self, simd: V4, word: u32) -> u32x16 {
            simd.splat_u32s(word)
        }

        #[inline(always)]
        #[expect(unsafe_code, reason = "instructions that no crate offers")]
        fn add_products(self, _: V4, sum: f32x16, words: u32x16, weights: u32x16) -> f32x16 {
            let sum: __m512 = pulp::cast!(sum);
            // SAFETY: `self` is made only where the processor has this instruction, and any 512 bits are 32 numbers.
            let sum = unsafe {
                let words = transmute::<u32x16, __m512bh>(words);
                let weights = transmute::<u32x16, __m512bh>(weights);
                _mm512_dpbf16_ps(sum, words, weights)
            };
            pulp::cast!(sum)
        }

        #[inline(always)]
        #[expect(unsafe_code, reason = "instructions that no crate offers")]
        fn pack(self, _: V4, floats: f32x16) -> u16x16 {
            let floats: __m512 = pulp::cast!(floats);
            // SAFETY: `self` is made only where the processor has this instruction, and 16 numbers are 256 bits.
            unsafe { transmute::<__m256bh, u16x16>(_mm512_cvtneps_pbh(floats)) }
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod nowhere {
    use crate::net::machine::Kernel;
    use pulp::Arch;

    /// A proof that cannot be given.
    #[derive(Clone, Copy, Debug)]
    pub(in crate::net) enum Bfloats {}

    impl Bfloats {
        pub(in crate::net) const fn find() -> Option<Bfloats> {
            None
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
    use super::super::instructions::Instructions;
    use super::super::lanes::{Lane, Panels, floats, floats_mut, lanes_for};
    use super::super::machine::{Kernel, Machine, Numbers};
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
        fn run<S: Simd, N: Numbers<S>>(self, simd: S, numbers: N) {
            let packed: &mut [N::Packed] = cast_slice_mut(self.packed);
            let floats: &[S::f32s] = cast_slice(self.floats);
            for (packed, &floats) in packed.iter_mut().zip(floats) {
                *packed = numbers.pack(simd, floats);
            }
        }
    }

    fn packed(machine: Machine, lanes: &[Lane]) -> Vec<f32> {
        let mut packed = vec![0.0; floats(lanes).len() / machine.numbers_in_word()];
        machine.run(Pack {
            floats: lanes,
            packed: &mut packed,
        });
        packed
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
        for (number, bits) in [
            (1.0, 0x3f80),
            (-1.0, 0xbf80),
            (0.0, 0),
            // Halves of the last bit.
            (1.0 + 1.0 / 256.0, 0x3f80),
            (1.0 + 3.0 / 256.0, 0x3f82),
            (1.0 + 1.1 / 256.0, 0x3f81),
            (255.5, 0x4380),
        ] {
            assert_eq!(nearest(number), bits, "{number}");
        }
    }

    #[test]
    fn the_processor_rounds_as_the_weights_are_rounded() {
        let Some(bfloats) = Bfloats::find() else {
            return;
        };
        let mut rng = Rng::new(1);
        // All but the least and the greatest exponents, which the processor treats in its own way.
        let mut number = || {
            let mut below = |end: u32| rng.below(end as usize) as u32;
            f32::from_bits(below(2) << 31 | (below(200) + 20) << 23 | below(1 << 23))
        };
        let mut lanes = rows(16, 1000, &mut number);
        for number in floats_mut(&mut lanes).iter_mut().step_by(3) {
            *number = f32::from_bits(number.to_bits() & !0xffff | 0x8000);
        }
        let words = packed(bfloats.into(), &lanes);
        for (numbers, word) in floats(&lanes).chunks_exact(2).zip(words) {
            let [low, high] = [0, 1].map(|place| u32::from(nearest(numbers[place])));
            assert_eq!(word.to_bits(), high << 16 | low, "{numbers:?}");
        }
    }

    #[test]
    fn products_of_small_whole_numbers_are_exact_on_every_machine() {
        let mut rng = Rng::new(2);
        for _ in 0..40 {
            let (inputs, outputs, count) = (1 + rng.below(40), 1 + rng.below(70), rng.below(30));
            let mut number = || f32::from(rng.below(33) as u8) - 16.0;
            let weights: Vec<f32> = (0..inputs * outputs).map(|_| number()).collect();
            let rows = rows(inputs, count, &mut number);
            for set in Instructions::WORDS {
                let Some(set) = Instructions::find(set) else {
                    continue;
                };
                let machine = set.or_best();
                let panels = Panels::beside(
                    inputs,
                    &[outputs],
                    machine.numbers_in_word(),
                    |_, input, output| weights[input * outputs + output],
                );
                let mut products = vec![Lane::default(); count * panels.lanes()];
                panels.multiply_words(machine, &packed(machine, &rows), &mut products);
                let products = floats(&products).chunks_exact(16 * lanes_for(outputs));
                for (row, products) in floats(&rows)
                    .chunks_exact(16 * lanes_for(inputs))
                    .zip(products)
                {
                    for (output, &product) in products[..outputs].iter().enumerate() {
                        let terms = (0..inputs).map(|at| row[at] * weights[at * outputs + output]);
                        assert_eq!(product.to_bits(), (terms.sum::<f32>() + 0.0).to_bits());
                    }
                }
            }
        }
    }
}
