//! What a position is worth: the one door to networks and playouts.
//!
//! An [`Evaluator`] is asked by the search, the judge of life and death, training, and the commands that show what a network
//! says. Behind it are a [`Model`], a [`Backend`] that computes it, batches of positions that several threads ask about, and a
//! cache. [`BACKENDS`] is the table of back ends; which one is used is chosen there and nowhere else. Where no network knows
//! the board, [`Evaluator::network_for`] says so, and playouts answer instead.

mod backend;
mod backends;
mod batcher;
mod cache;
mod check;
mod evaluator;
mod model;
mod ownership;
mod processor;

pub use backend::Backend;
pub use backends::{BACKEND_NAMES, BACKENDS, BackendError, BackendKind};
pub use evaluator::{Evaluator, NetEvaluator};
pub use model::{Model, NO_NAME, OWN_NAME};
