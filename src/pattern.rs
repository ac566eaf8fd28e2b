//! What a move looks like: the reading of ladders, local shapes, and what they are worth.
//!
//! Nothing here plays or searches; the playouts and the tree ask.

pub mod features;
pub mod ladder;
pub mod nakade;
pub mod prior;
mod shape;
pub mod weights;

pub use shape::Shapes3x3;
