//! The instruction sets that a network may be evaluated with.

use super::amx::Amx;
use super::machine::Machine;
use super::shorts::Shorts;
use pulp::Arch;

/// An instruction set. The results of two differ in rounding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Instructions {
    /// The fastest that the processor has.
    #[default]
    Best,
    /// No vectors.
    Portable,
    /// Vectors of 8 numbers on x86, with fused multiplication and addition.
    Avx2,
    /// Vectors of 16 numbers on x86.
    Avx512,
    /// The widest vectors on x86, with products of pairs of whole numbers of 16 bits.
    Int16,
    /// Vectors of 16 numbers on x86 and a unit for products of matrices, on Linux.
    Amx,
    /// Vectors of 4 numbers on ARM.
    Neon,
    /// Vectors of 4 numbers in WebAssembly.
    Simd128,
}

impl Instructions {
    /// Returns true if this processor has it.
    #[must_use]
    pub fn is_present(self) -> bool {
        self.machine().is_some()
    }

    /// What computes with these instructions, or the best that this processor can do if it does not have them.
    pub(super) fn or_best(self) -> Machine {
        self.machine().unwrap_or_else(Machine::best)
    }

    fn machine(self) -> Option<Machine> {
        match self {
            Instructions::Best => Some(Machine::best()),
            Instructions::Portable => Some(Arch::Scalar.into()),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Instructions::Avx2 => pulp::x86::V3::try_new().map(|simd| Arch::V3(simd).into()),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Instructions::Avx512 => pulp::x86::V4::try_new().map(|simd| Arch::V4(simd).into()),
            Instructions::Int16 => Shorts::find().map(Machine::from),
            Instructions::Amx => Amx::find().map(Machine::from),
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon => {
                pulp::aarch64::Neon::try_new().map(|simd| Arch::Neon(simd).into())
            }
            // A module has the instructions that it was compiled with: there is no asking at run time.
            #[cfg(target_arch = "wasm32")]
            Instructions::Simd128 => {
                pulp::wasm::Simd128::try_new().map(|simd| Arch::Simd128(simd).into())
            }
            _ => None,
        }
    }
}
