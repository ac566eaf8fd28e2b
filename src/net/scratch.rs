//! Buffers of layers, reused from one to the next.

use super::lane::Lane;
use super::panels::Panels;
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

/// Buffers of an attention.
#[derive(Debug, Default)]
pub(super) struct AttentionScratch {
    /// Queries, keys and values of all points.
    pub(super) projected: Vec<Lane>,
    /// The same in the numbers that are multiplied, if these are not floats.
    pub(super) packed: Vec<Lane>,
    pub(super) factors: PackedFactors,
    /// What each point took.
    pub(super) taken: Vec<Lane>,
    /// The likeness of some queries with all keys, and its powers in the numbers that are multiplied.
    pub(super) likeness: Vec<Lane>,
    pub(super) powers: Vec<Lane>,
    /// By query, what gives the sum of values its size.
    pub(super) sums: Vec<f32>,
    pub(super) keys: Panels,
    pub(super) values: Panels,
    /// In place of these panels, where a unit for products of matrices multiplies.
    pub(super) unit: UnitScratch,
}

/// What a unit for products of matrices multiplies for a head of an attention, and what comes out.
#[derive(Debug, Default)]
pub(super) struct UnitScratch {
    /// In tiles.
    pub(super) keys: Vec<Lane>,
    pub(super) values: Vec<Lane>,
    /// What some points take, before it gets its size.
    pub(super) products: Vec<Lane>,
}

/// What gives packed numbers their size again.
#[derive(Debug, Default)]
pub(super) struct PackedFactors {
    /// By head and point, for queries and then for keys.
    pub(super) heads: Vec<f32>,
    /// By number of a value.
    pub(super) values: Vec<Lane>,
}
