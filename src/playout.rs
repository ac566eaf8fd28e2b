//! One random game from a position to its end, and who owns what there.

mod local;
mod ownership;
mod uniform;

pub use local::{Local, Trace};
pub use ownership::Ownership;
pub use uniform::{play_out, random_move};
