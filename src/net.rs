//! A neural network that evaluates a whole position: policy, chance of winning, lead and ownership.
//!
//! [`Network::load`] reads files in KataGo's format. The input is a [`NetInput`], the output a [`NetOutput`]. Nothing here
//! knows of trees or protocols. Everything is computed on the processor, with the widest vectors that it has, or on a graphics
//! card (feature `gpu`).

mod amx;
mod area;
mod arithmetic;
mod attention;
mod bfloat;
mod dense;
mod direct;
mod encoder;
mod feed_forward;
mod forward;
mod functions;
#[cfg(feature = "gpu")]
mod gpu;
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
mod peak;
mod planes;
mod players;
mod read;
mod root;
mod rotation;
mod rows;
mod scratch;
mod shares;
mod shorts;
mod training;
mod winograd;

#[cfg(feature = "gpu")]
pub use gpu::{Card, CardError, CardNetwork};
pub use inputs::{LONGEST_SIDE, NetInput, NetInputKey};
pub use instructions::Instructions;
pub use network::{Network, Workspace};
pub use output::{NetOutput, ShortTermErrors};
pub use players::{Era, InverseRank, ParseProfileError, Profile};
pub use read::ModelError;
pub use shares::WorkKind;
pub use training::TrainingInputs;

#[cfg(test)]
pub(crate) mod tests;
