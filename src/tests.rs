//! What holds of the sources themselves: who may import what.

mod circles;
mod layers;
mod sources;
