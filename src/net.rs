//! A neural network that sees a whole position: how likely each move is, who wins, by how much, and
//! whose each point will be.
//!
//! [`Network::load`] reads files in KataGo's format, [`NetInput`] is what a network is given, and a
//! [`NetOutput`] what it says. It knows no tree and no protocol. Everything is computed here, on the
//! processor, with the widest vectors that it has.

mod amx;
mod area;
mod arithmetic;
mod bfloat;
mod direct;
mod forward;
mod inputs;
mod instructions;
mod lane;
mod layers;
mod machine;
mod model;
mod network;
mod norm;
mod output;
mod panels;
mod planes;
mod read;
mod rows;
mod scratch;
mod shares;
mod shorts;
mod training;
mod winograd;

pub use inputs::{NetInput, NetInputKey};
pub use instructions::Instructions;
pub use network::{LONGEST_SIDE, Network, Workspace};
pub use output::NetOutput;
pub use read::ModelError;
pub use shares::WorkKind;
pub use training::TrainingInputs;

#[cfg(test)]
pub(crate) mod tests;
