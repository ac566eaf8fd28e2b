//! The game of Go: colors, points, board, rules, repetition, score and record.
//!
//! Pure: no I/O, clock, log, thread or randomness. Three states build on each other: [`Board`]
//! (stones), [`Position`] (a board under rules, with the positions seen), [`Game`] (the record over
//! a position).

pub mod board;
mod color;
mod handicap;
pub mod point;

pub use board::{Board, Neighborhood, Size, SizeError};
pub use color::{ByColor, Color, ParseColorError};
pub use point::{MAX_SIDE, Move, ParseVertexError, Point, PointSet};
