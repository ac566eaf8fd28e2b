//! What holds of the sources themselves: who may import what, and what they may be built from.

mod circles;
mod layers;
#[cfg(feature = "cli")]
mod licenses;
mod mutants;
mod release;
mod security;
mod sources;
