//! Buffers of layers, reused from one to the next.

use super::lane::Lane;
use super::shares::Shares;

/// What is in them is left from before.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// Boards in frames.
    pub(super) framed: Vec<Lane>,
    pub(super) products: Vec<Lane>,
    /// Transformed tiles.
    pub(super) tiles: Vec<Lane>,
    /// What the products of each tile are multiplied by.
    pub(super) factors: Vec<f32>,
    /// Where the time goes.
    pub(super) shares: Shares,
}
