//! Connected regions of points.

use super::Board;
use crate::go::{Point, PointSet};

/// A maximal connected set of points that satisfy a condition.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    /// The points.
    pub(crate) points: PointSet,
    /// Their neighbors that do not satisfy it.
    pub(crate) border: PointSet,
}

impl Board {
    /// The regions of the points that satisfy a condition, in the order of points. Walks the board.
    pub(crate) fn regions(&self, member: impl Fn(Point) -> bool) -> Vec<Region> {
        let mut done = PointSet::new();
        let mut regions = Vec::new();
        for start in self.points().filter(|&at| member(at)) {
            if !done.insert(start) {
                continue;
            }
            let mut region = Region {
                points: PointSet::from_iter([start]),
                border: PointSet::new(),
            };
            let mut open = vec![start];
            while let Some(at) = open.pop() {
                for near in self.neighbors(at) {
                    if !member(near) {
                        region.border.insert(near);
                    } else if done.insert(near) {
                        region.points.insert(near);
                        open.push(near);
                    }
                }
            }
            regions.push(region);
        }
        regions
    }
}
