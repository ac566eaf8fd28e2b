//! What a move looks like: local shapes and tactics.

mod distance;
mod shape;

pub use distance::Distances;
pub use shape::Shapes;
