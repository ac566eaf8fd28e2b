//! Which shapes are worth a weight: those around moves that were often played.

use super::PatternSettings;
use super::replay::{ReplayedMove, replay};
use crate::go::Record;
use crate::pattern::features::{Extractor, ShapeKey, Shapes};
use crate::pattern::weights::SHAPE_GROUPS;
use std::collections::HashMap;

/// The shapes to know, for each of [`SHAPE_GROUPS`]. Value 0 of a group stands for the unknown, the
/// shapes have the values from 1 on.
#[derive(Debug)]
pub(super) struct Harvest {
    /// The keys of the shapes, those played most often first.
    pub(super) keys: [Vec<ShapeKey>; 3],
    /// For each value the value of the next smaller shape that it holds, 0 if there is none.
    pub(super) parents: [Vec<u16>; 3],
}

/// How often a shape was played, and the next smaller shape that it holds.
#[derive(Clone, Copy, Debug)]
struct ShapePlays {
    count: u32,
    parent: Option<ShapeKey>,
}

type Counts = HashMap<ShapeKey, ShapePlays>;

impl Harvest {
    /// The shapes of records that were played often.
    ///
    /// A larger shape is never played more often than the smaller one it holds, so a look-up may
    /// stop at the first unknown size.
    pub(super) fn of(records: &[&Record], settings: &PatternSettings) -> Harvest {
        let mut counts: [Counts; 3] = Default::default();
        let mut extractor = Extractor::new();
        for record in records {
            replay(record, |situation| {
                count(&mut extractor, situation, &mut counts);
            });
        }
        let keys = counts
            .each_ref()
            .map(|counts| most_played(counts, settings));
        let mut parents = [const { Vec::new() }; 3];
        for ((parents, keys), counts) in parents.iter_mut().zip(&keys).zip(&counts) {
            *parents = parents_of(keys, counts);
        }
        Harvest { keys, parents }
    }
}

/// Counts the shapes of a move.
fn count(extractor: &mut Extractor, situation: &ReplayedMove, counts: &mut [Counts; 3]) {
    let Some(point) = situation.played.point() else {
        return;
    };
    let (board, color) = (situation.board, situation.color);
    let mut smaller = [None; 3];
    extractor.keys(board, color, situation.recent, point, |group, key| {
        let Some(place) = SHAPE_GROUPS.iter().position(|&other| other == group) else {
            return;
        };
        let parent = smaller[place].replace(key);
        let first = ShapePlays { count: 0, parent };
        counts[place].entry(key).or_insert(first).count += 1;
    });
}

/// The order does not depend on that of the map.
fn most_played(counts: &Counts, settings: &PatternSettings) -> Vec<ShapeKey> {
    let often = counts
        .iter()
        .filter(|(_, plays)| plays.count >= settings.min_plays);
    let mut often: Vec<(u32, ShapeKey)> = often.map(|(&key, plays)| (plays.count, key)).collect();
    often.sort_unstable_by(|a, b| b.cmp(a));
    often.truncate(settings.max_shapes.min(usize::from(u16::MAX) - 1));
    often.into_iter().map(|(_, key)| key).collect()
}

fn parents_of(keys: &[ShapeKey], counts: &Counts) -> Vec<u16> {
    let known = Shapes::new(keys);
    let parent = |key: &ShapeKey| {
        let parent = counts.get(key).and_then(|plays| plays.parent);
        parent.map_or(0, |parent| known.value(parent))
    };
    std::iter::once(0).chain(keys.iter().map(parent)).collect()
}
