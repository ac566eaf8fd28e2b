//! The learned prior of moves: features of moves, local shapes, and their weights.
//!
//! Nothing here plays or searches; the playouts and the tree ask.

pub mod features;
pub mod prior;
mod shape;
pub mod weights;

pub use shape::Shapes3x3;
