//! Aligned rows of channels.
//!
//! All values of a layer stand in rows of [`Lane`]s, a row for each point. Channels that fill no whole
//! lane are followed by zeros.

use bytemuck::{Pod, Zeroable};

/// The number of floats in a [`Lane`].
pub(super) const LANE: usize = 16;

/// The floats of the widest vector of any machine that is known, aligned for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C, align(64))]
pub(super) struct Lane(pub(super) [f32; LANE]);

/// Lanes for a number of channels.
pub(super) const fn lanes_for(channels: usize) -> usize {
    channels.div_ceil(LANE)
}

/// Lanes as single floats.
pub(super) fn floats(lanes: &[Lane]) -> &[f32] {
    bytemuck::cast_slice(lanes)
}

/// Lanes as single floats that may be changed.
pub(super) fn floats_mut(lanes: &mut [Lane]) -> &mut [f32] {
    bytemuck::cast_slice_mut(lanes)
}

/// Makes a buffer hold at least as many lanes and returns these. What is in them is left from before.
pub(super) fn sized(buffer: &mut Vec<Lane>, lanes: usize) -> &mut [Lane] {
    if buffer.len() < lanes {
        buffer.resize(lanes, Lane::default());
    }
    &mut buffer[..lanes]
}

/// Numbers for each channel, followed by zeros.
pub(super) fn row_of(numbers: &[f32]) -> Vec<Lane> {
    let mut row = vec![Lane::default(); lanes_for(numbers.len())];
    floats_mut(&mut row)[..numbers.len()].copy_from_slice(numbers);
    row
}
