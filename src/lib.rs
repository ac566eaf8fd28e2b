//! kosumi
pub mod go;
pub mod rng;
pub mod playout;
pub mod sgf;
