//! The atomic numbers of the tree: those of the standard library, or in tests built with `--cfg loom` those of loom, which
//! tries every order that the memory of a processor may show (`src/search/tests/orders.rs`).

#[cfg(all(loom, test))]
pub(super) use loom::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering};
#[cfg(not(all(loom, test)))]
pub(super) use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering};
