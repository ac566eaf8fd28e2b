//! Buffers of layers, reused from one to the next.

use super::attention::AttentionScratch;
use super::lane::Lane;
use super::shares::Shares;

/// What is in them is left from before.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// Boards in frames.
    pub(super) framed: Vec<Lane>,
    pub(super) products: Vec<Lane>,
    /// Words that are multiplied: transformed tiles, or rows.
    pub(super) words: Vec<Lane>,
    /// What the products of each tile are multiplied by.
    pub(super) factors: Vec<f32>,
    /// By point, what the root of a mean square multiplies it by.
    pub(super) roots: Vec<f32>,
    /// Between the layers of a feed-forward block.
    pub(super) inner: Vec<Lane>,
    pub(super) attention: AttentionScratch,
    /// Where the time goes.
    pub(super) shares: Shares,
}
