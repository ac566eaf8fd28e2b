//! Proofs about stones: whether one player can capture what the other one wants to keep, or keep apart what he wants to connect.
//!
//! A [`ReadingProblem`] names the stones, a [`Solver`] answers questions about them, and a [`Solution`] has the first moves that work,
//! and [`unsettled()`] finds the groups whose life the next move decides.
//!
//! A question is asked of some points of a board that are in play (`field`), with what surrounds them taken as given. Proof
//! search (`proof`) answers it by lines of play alone. It counts no liberties and knows no shapes but two bounds that hold
//! whatever is played (`bounds`). What has not been read to the end is unknown, never guessed.

pub(crate) mod bounds;
mod connection;
pub(crate) mod field;
mod lines;
pub(crate) mod patch;
mod problem;
pub(crate) mod proof;
mod solution;
mod solver;
mod support;
pub(crate) mod table;
mod unsettled;
pub(crate) mod zone;

pub use lines::TreeMove;
pub use problem::{ProblemError, ProblemGoal, ReadingProblem};
pub use proof::SolveLimits;
pub use solution::{FirstMove, Solution, SolutionTarget, Unsolved};
pub use solver::{KoView, Solver, SolverAnswer, SolverQuestion};
pub use unsettled::{FirstTurn, UnsettledGroup, unsettled};
