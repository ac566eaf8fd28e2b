//! Numbers in bfloat16, a float without the last 16 bits of its mantissa, which the matrix unit multiplies
//! ([`amx`](super::amx)).
//!
//! The `unsafe` code here is that of the instruction that rounds floats to them, which no crate offers without it.

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

    use crate::net::arithmetic::{Packer, Packing};
    use pulp::x86::V4;
    use pulp::{Arch, f32x16, u16x16};
    use std::arch::x86_64::{__m256bh, __m512, _mm512_cvtneps_pbh};
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

        pub(in crate::net) fn run(self, packer: impl Packer) {
            self.instructions.vectorize(
                #[inline(always)]
                || packer.run(self.simd, self),
            );
        }
    }

    impl Packing<V4> for Bfloats {
        type Packed = u16x16;

        const GREATEST: Option<f32> = None;

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
    use crate::net::arithmetic::Packer;
    use pulp::Arch;

    /// What is never found. It is not an empty type, so that what follows it in code for all machines is not shown to be
    /// out of reach.
    #[derive(Clone, Copy, Debug)]
    pub(in crate::net) struct Bfloats(());

    impl Bfloats {
        #[cfg(test)]
        pub(in crate::net) const fn find() -> Option<Bfloats> {
            None
        }

        pub(in crate::net) fn arch(self) -> Arch {
            debug_assert_eq!(self.0, (), "there is none");
            Arch::new()
        }

        pub(in crate::net) fn run(self, _: impl Packer) {
            debug_assert_eq!(self.0, (), "there is none");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::arithmetic::{Packer, Packing};
    use super::super::lane::{Lane, floats, floats_mut};
    use super::*;
    use crate::rng::Rng;
    use bytemuck::{cast_slice, cast_slice_mut};
    use pulp::Simd;

    /// Rounds floats.
    struct Pack<'a> {
        floats: &'a [Lane],
        packed: &'a mut [u16],
    }

    impl Packer for Pack<'_> {
        fn run<S: Simd, P: Packing<S>>(self, simd: S, packing: P) {
            let packed: &mut [P::Packed] = cast_slice_mut(self.packed);
            let floats: &[S::f32s] = cast_slice(self.floats);
            for (packed, &floats) in packed.iter_mut().zip(floats) {
                *packed = packing.pack(simd, floats);
            }
        }
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
        let mut lanes = vec![Lane::default(); 1000];
        floats_mut(&mut lanes).fill_with(&mut number);
        for number in floats_mut(&mut lanes).iter_mut().step_by(3) {
            *number = f32::from_bits(number.to_bits() & !0xffff | 0x8000);
        }
        // Aligned like floats.
        let mut packed = vec![Lane::default(); 500];
        bfloats.run(Pack {
            floats: &lanes,
            packed: cast_slice_mut(&mut packed),
        });
        for (&number, &bits) in floats(&lanes).iter().zip(cast_slice::<_, u16>(&packed)) {
            assert_eq!(bits, nearest(number), "{number}");
        }
    }
}
