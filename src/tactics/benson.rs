//! Unconditional life: chains that the opponent cannot capture even if their owner always passes,
//! and the points that are safe with them.
//!
//! Benson, "Life in the game of Go", 1976. The chains are found exactly. Of the points, only those of
//! regions without room for two eyes are found (Müller 1997), not those of large enclosed regions.

use crate::go::board::Region;
use crate::go::{Board, ByColor, Color, Point, PointSet};

/// The chains and points of both players that are safe whatever happens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unconditional {
    stones: ByColor<PointSet>,
    points: ByColor<PointSet>,
}

impl Unconditional {
    /// Reads a board. Walks it a few times for each player.
    pub fn of(board: &Board) -> Unconditional {
        let stones = Unconditional::stones_without(board, &PointSet::new());
        let points = ByColor::new_with(|color| held_points(board, &stones[color]));
        Unconditional { stones, points }
    }

    /// The stones of each player that cannot be captured whatever both play in a part of the board, as they do not need that
    /// part to live. They all lie outside of it.
    pub fn stones_without(board: &Board, part: &PointSet) -> ByColor<PointSet> {
        ByColor::new_with(|color| {
            let is_own = |at: Point| board.color_at(at) == Some(color) && !part.contains(at);
            let mut regions = board.regions(|at| !is_own(at));
            // A region that reaches into the part is vital to no chain.
            regions.retain(|region| !region.points.iter().any(|at| part.contains(at)));
            living_stones(board, &regions, false)
        })
    }

    /// The stones of a player that cannot be captured.
    pub fn stones(&self, color: Color) -> &PointSet {
        &self.stones[color]
    }

    /// The points between such stones where the opponent cannot live: empty, or under stones that
    /// are dead or the player's own.
    pub fn points(&self, color: Color) -> &PointSet {
        &self.points[color]
    }

    /// The player whose a point is whatever happens, if there is one.
    pub fn owner(&self, point: Point) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&color| self.stones[color].contains(point) || self.points[color].contains(point))
    }
}

/// The chains around a region without stones of their player.
struct Enclosure {
    /// By [`Board::chain_id`].
    chains: Vec<Point>,
    /// Those that cannot be captured without a play in the region.
    vital_to: Vec<Point>,
}

impl Enclosure {
    fn of(board: &Board, region: &Region, suicide: bool) -> Enclosure {
        let mut chains: Vec<Point> = region.border.iter().map(|at| board.chain_id(at)).collect();
        chains.sort_unstable();
        chains.dedup();
        let touches = |at: Point, chain: Point| {
            let mut own = board
                .neighbors(at)
                .filter(|&near| region.border.contains(near));
            own.any(|near| board.chain_id(near) == chain)
        };
        let is_vital = |chain: &Point| {
            let mut needed = region
                .points
                .iter()
                .filter(|&at| suicide || board.is_empty_at(at));
            needed.all(|at| touches(at, *chain))
        };
        let vital_to = chains.iter().copied().filter(is_vital).collect();
        Enclosure { chains, vital_to }
    }
}

/// Benson's algorithm: the stones of a player that cannot be captured by play in `regions`, which are without his stones.
///
/// A region is vital to a chain that all its empty points touch, or all its points where the opponent may take off
/// several stones of his own by `suicide`. Chains with fewer than two vital regions and regions that touch such a chain
/// are left out until nothing changes.
pub(crate) fn living_stones(board: &Board, regions: &[Region], suicide: bool) -> PointSet {
    let around = |region| Enclosure::of(board, region, suicide);
    let mut regions: Vec<Enclosure> = regions.iter().map(around).collect();
    let all = regions.iter().flat_map(|region| &region.chains);
    let mut living: Vec<Point> = all.copied().collect();
    living.sort_unstable();
    living.dedup();
    loop {
        let before = living.len();
        living.retain(|chain| {
            let vital = regions
                .iter()
                .filter(|region| region.vital_to.contains(chain));
            vital.take(2).count() == 2
        });
        if living.len() == before {
            return living
                .iter()
                .flat_map(|&chain| board.chain(chain))
                .collect();
        }
        regions.retain(|region| region.chains.iter().all(|chain| living.contains(chain)));
    }
}

/// The regions between the living stones of a player in which the opponent has no room for two
/// eyes: an eye is not next to those stones, and two eyes are not next to each other.
fn held_points(board: &Board, living: &PointSet) -> PointSet {
    if living.is_empty() {
        return PointSet::new();
    }
    let touches_living = |at: Point| board.neighbors(at).any(|near| living.contains(near));
    let has_no_room = |region: &PointSet| {
        let mut eyes = region.iter().filter(|&at| !touches_living(at));
        match (eyes.next(), eyes.next(), eyes.next()) {
            (None, ..) | (_, None, _) => true,
            (Some(one), Some(other), None) => board.neighbors(one).any(|near| near == other),
            _ => false,
        }
    };
    let mut held = PointSet::new();
    for region in board.regions(|at| !living.contains(at)) {
        if has_no_room(&region.points) {
            held.extend(region.points.iter());
        }
    }
    held
}

#[cfg(test)]
mod tests;
