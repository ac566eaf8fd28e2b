//! kosumi
pub mod bench;
pub mod cli;
pub mod clock;
pub mod go;
pub mod gtp;
pub mod life;
pub mod params;
pub mod player;
pub mod playout;
pub mod rng;
pub mod sgf;
