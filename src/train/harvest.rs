//! Which shapes are worth a weight: those around moves that were often played.

use super::Settings;
use super::replay::replay;
use crate::go::Record;
use crate::pattern::features::{Extractor, ShapeKey};
use crate::pattern::weights::SHAPE_GROUPS;
use std::collections::HashMap;

/// The keys of the shapes to know, those played most often first, for each of [`SHAPE_GROUPS`].
///
/// A larger shape is never played more often than the smaller one it holds, so the look-up may stop
/// at the first unknown size.
pub(super) fn keys(records: &[&Record], settings: &Settings) -> [Vec<ShapeKey>; 3] {
    let mut counts: [HashMap<ShapeKey, u32>; 3] = Default::default();
    let mut extractor = Extractor::new();
    for record in records {
        replay(record, |situation| {
            let Some(point) = situation.played.point() else {
                return;
            };
            let (board, color) = (situation.board, situation.color);
            extractor.keys(board, color, situation.recent, point, |group, key| {
                if let Some(place) = SHAPE_GROUPS.iter().position(|&other| other == group) {
                    *counts[place].entry(key).or_default() += 1;
                }
            });
        });
    }
    counts.map(|counts| most_played(&counts, settings))
}

/// The order does not depend on that of the map.
fn most_played(counts: &HashMap<ShapeKey, u32>, settings: &Settings) -> Vec<ShapeKey> {
    let often = counts
        .iter()
        .filter(|&(_, &count)| count >= settings.min_plays);
    let mut often: Vec<(u32, ShapeKey)> = often.map(|(&key, &count)| (count, key)).collect();
    often.sort_unstable_by(|a, b| b.cmp(a));
    often.truncate(settings.max_shapes.min(usize::from(u16::MAX) - 1));
    often.into_iter().map(|(_, key)| key).collect()
}
