//! The value of a position: the one door to networks and playouts.
//!
//! The search, the judge of dead stones, training and some GTP commands ask an [`Evaluator`]. Behind it are a [`Model`], a
//! [`Backend`] that computes it, batches of positions from several threads, and a cache. [`BACKENDS`] is the table of back ends,
//! and the only place where one is chosen. Where no network knows the board, [`Evaluator::network_for`] returns `None`, and
//! playouts evaluate instead.

mod backend;
mod backends;
mod batcher;
mod cache;
mod check;
mod evaluator;
#[cfg(feature = "gpu")]
mod fastest;
#[cfg(feature = "gpu")]
mod graphics;
mod model;
mod ownership;
mod processor;

pub use backend::Backend;
pub use backends::{BACKEND_NAMES, BACKENDS, BackendChoice, BackendError, BackendKind};
pub use evaluator::{Evaluator, NetEvaluator};
pub use model::{Model, NO_NAME, OWN_NAME};
