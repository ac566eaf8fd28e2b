//! The game of Go: colors, points, board, rules, repetition, score and record.
//!
//! Pure: no I/O, clock, log, thread or randomness. Three states build on each other: [`Board`]
//! (stones), [`Position`] (a board under rules, with the positions seen), [`Game`] (the record over
//! a position).

pub mod board;
mod color;
mod game;
mod handicap;
mod outcome;
pub mod point;
mod points;
mod position;
pub mod record;
pub mod rules;
pub mod score;
mod symmetry;
#[cfg(test)]
pub(crate) mod tests;

pub use board::{Board, Neighborhood, Size, SizeError};
pub use color::{ByColor, Color, ParseColorError};
pub use game::{Game, NothingToUndo, ReplayError, SetupError, Strictness};
pub use outcome::Outcome;
pub use point::{MAX_SIDE, Move, ParseVertexError, Point, PointSet};
pub use points::{MOST_KOMI, ParsePointsError, Points, is_komi};
pub use position::{IllegalMove, Position};
pub use record::Record;
pub use rules::Rules;
pub use score::{Counting, Score};
pub use symmetry::Symmetry;
