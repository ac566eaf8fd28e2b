//! A random game from a position to its end, and the owners of points there.

mod local;
mod ownership;
mod uniform;

pub use local::{Local, Trace};
pub use ownership::Ownership;
pub use uniform::{play_out, random_move};
