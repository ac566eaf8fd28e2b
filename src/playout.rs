//! One random game to its end.
mod uniform;
pub use uniform::*;
