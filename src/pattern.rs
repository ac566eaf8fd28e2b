//! The learned prior of moves: features of moves, local shapes, and their weights.
//!
//! Nothing here plays or searches; playouts and the tree use it.

pub mod features;
pub mod prior;
mod shape;
pub mod weights;

pub use shape::Shapes3x3;
