//! The table of back ends.

use super::backend::Backend;
use super::check::Check;
use super::processor::Processor;
use crate::net::{Instructions, Network};
use std::sync::Arc;

/// A back end that can be asked for by name.
#[derive(Clone, Copy, Debug)]
pub struct BackendKind {
    /// Its name.
    pub name: &'static str,
    /// What it computes with, for people.
    pub doc: &'static str,
    /// Returns true if this machine has it.
    is_present: fn() -> bool,
    /// Makes it ready to evaluate with a network.
    open: fn(&Arc<Network>) -> Box<dyn Backend>,
}

/// A row for an instruction set of the processor.
macro_rules! processor {
    ($name:literal, $set:ident, $doc:literal) => {
        BackendKind {
            name: $name,
            doc: $doc,
            is_present: || Instructions::$set.is_present(),
            open: |network| Box::new(Processor::new(network.clone(), Instructions::$set)),
        }
    };
}

/// All back ends; the first is the default. One for a graphics card would be one more row.
pub const BACKENDS: &[BackendKind] = &[
    processor!("best", Best, "the fastest instructions of the processor"),
    processor!("portable", Portable, "no vectors"),
    processor!("avx2", Avx2, "vectors of 8 numbers on x86"),
    processor!("avx512", Avx512, "vectors of 16 numbers on x86"),
    processor!(
        "int16",
        Int16,
        "the widest vectors on x86 with whole numbers of 16 bits"
    ),
    processor!(
        "amx",
        Amx,
        "AVX-512 with a unit for products of matrices, on Linux"
    ),
    processor!("neon", Neon, "vectors of 4 numbers on ARM"),
    processor!("simd128", Simd128, "vectors of 4 numbers in WebAssembly"),
    BackendKind {
        name: "check",
        doc: "the best one, compared with the portable one: the largest difference is logged",
        is_present: || true,
        open: |network| {
            Box::new(Check::new(
                (BACKENDS[0].open)(network),
                (BACKENDS[1].open)(network),
            ))
        },
    },
];

/// The names of all back ends.
pub const BACKEND_NAMES: &[&str] = &{
    let mut names = [""; BACKENDS.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = BACKENDS[index].name;
        index += 1;
    }
    names
};

/// This machine has no back end of a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this machine has no back end {0}, but {present}", present = BackendKind::present().join(", "))]
pub struct BackendError(pub String);

impl BackendKind {
    /// The back end of a name.
    ///
    /// # Errors
    /// There is none, or this machine does not have it.
    pub fn find(name: &str) -> Result<&'static BackendKind, BackendError> {
        let mut kinds = BACKENDS.iter();
        let found = kinds.find(|kind| kind.name == name && (kind.is_present)());
        found.ok_or_else(|| BackendError(name.to_owned()))
    }

    /// Makes it ready to evaluate with a network. Costs nothing; the first evaluation puts weights into order.
    #[must_use]
    pub fn open(&self, network: &Arc<Network>) -> Box<dyn Backend> {
        (self.open)(network)
    }

    /// The names of those that this machine has.
    fn present() -> Vec<&'static str> {
        let present = BACKENDS.iter().filter(|kind| (kind.is_present)());
        present.map(|kind| kind.name).collect()
    }
}

impl Default for &'static BackendKind {
    fn default() -> &'static BackendKind {
        &BACKENDS[0]
    }
}

impl PartialEq for BackendKind {
    fn eq(&self, other: &BackendKind) -> bool {
        self.name == other.name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ_and_two_back_ends_are_always_there() {
        for (index, kind) in BACKENDS.iter().enumerate() {
            assert!(
                BACKENDS[..index]
                    .iter()
                    .all(|other| other.name != kind.name)
            );
            assert_eq!(BACKEND_NAMES[index], kind.name);
            assert_eq!(BackendKind::find(kind.name).is_ok(), (kind.is_present)());
        }
        let present = BackendKind::present();
        assert!(present.contains(&"best") && present.contains(&"portable"));
        let error = BackendKind::find("mmx").unwrap_err().to_string();
        assert!(error.contains("mmx, but best, portable"), "{error}");
    }
}
