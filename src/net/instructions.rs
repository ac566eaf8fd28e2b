//! The instruction sets that a network may be evaluated with.

use super::amx::Amx;
use super::machine::Machine;
use super::shorts::Shorts;
use pulp::Arch;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// An instruction set. The results of two differ in rounding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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
}

impl Instructions {
    /// The words for them.
    pub const WORDS: &[&str] = &["best", "portable", "avx2", "avx512", "int16", "amx", "neon"];

    /// All of them, in the order of their words.
    const ALL: [Instructions; 7] = [
        Instructions::Best,
        Instructions::Portable,
        Instructions::Avx2,
        Instructions::Avx512,
        Instructions::Int16,
        Instructions::Amx,
        Instructions::Neon,
    ];

    /// The instruction set of a word, if there is one and this processor has it.
    #[must_use]
    pub fn find(word: &str) -> Option<Instructions> {
        let found = Instructions::ALL
            .into_iter()
            .find(|set| set.to_string() == word)?;
        found.machine().map(|_| found)
    }

    /// What computes with these instructions, or the best that this processor can do if it does not have them.
    pub(super) fn or_best(self) -> Machine {
        self.machine().unwrap_or_else(Machine::best)
    }

    /// Those that the processor has, in words.
    fn present() -> String {
        let present = Instructions::ALL.into_iter().zip(Instructions::WORDS);
        let present = present.filter(|(set, _)| set.machine().is_some());
        let words: Vec<&str> = present.map(|(_, word)| *word).collect();
        words.join(", ")
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
            _ => None,
        }
    }
}

/// A word names no instruction set that the processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this processor has {}", Instructions::present())]
pub struct InstructionsError;

impl FromStr for Instructions {
    type Err = InstructionsError;

    fn from_str(word: &str) -> Result<Instructions, InstructionsError> {
        Instructions::find(word).ok_or(InstructionsError)
    }
}

impl fmt::Display for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Instructions::WORDS[*self as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_names_one_set_and_two_are_always_there() {
        for (set, word) in Instructions::ALL.into_iter().zip(Instructions::WORDS) {
            assert_eq!(set.to_string(), *word);
            assert!(Instructions::find(word).is_none_or(|found| found == set));
        }
        for word in ["best", "portable"] {
            assert!(Instructions::find(word).is_some());
        }
        assert_eq!(Instructions::find("mmx"), None);
        assert_eq!("mmx".parse::<Instructions>(), Err(InstructionsError));
    }
}
