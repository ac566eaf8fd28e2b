//! Whose each point is if the game ended here, as a network is told of it: unconditional life, and
//! stones and surrounded empty points as they stand.
//!
//! This is what KataGo feeds its networks with, so it has to be the same to the point. It is no verdict.

use crate::go::rules::Tax;
use crate::go::{Board, ByColor, Color, Point, PointSet};

/// The points of both players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Area {
    points: ByColor<PointSet>,
}

impl Area {
    /// The area of a board. `suicide` tells if several stones may be removed by their owner's own play.
    pub(super) fn of(board: &Board, tax: Tax, suicide: bool) -> Area {
        let plain = Area::without_tax(board, suicide);
        if tax == Tax::None {
            return plain;
        }
        let mut area = plain.without_seki(board);
        for color in Color::ALL {
            for at in board.stone_set(color).iter() {
                if plain.owner(at) == Some(color) {
                    area.give(at, color);
                }
            }
        }
        area
    }

    /// Whose a point is.
    pub(super) fn owner(&self, at: Point) -> Option<Color> {
        let owns = |&color: &Color| self.points[color].contains(at);
        Color::ALL.into_iter().find(owns)
    }

    fn give(&mut self, at: Point, color: Color) {
        self.points[color].insert(at);
        self.points[!color].remove(at);
    }

    fn without_tax(board: &Board, suicide: bool) -> Area {
        let mut area = Area::default();
        for color in Color::ALL {
            area.add_player(board, color, suicide);
        }
        for color in Color::ALL {
            for at in board.stone_set(color).iter() {
                if area.owner(at).is_none() {
                    area.give(at, color);
                }
            }
        }
        area
    }

    /// Gives a player his living chains and the regions that he surrounds.
    fn add_player(&mut self, board: &Board, color: Color, suicide: bool) {
        if board.stone_count(color) == 0 {
            return;
        }
        let regions = regions(board, color, suicide);
        let living = living_chains(board, color, &regions);
        for at in living.iter().flat_map(|&chain| board.chain(chain)) {
            self.give(at, color);
        }
        for region in regions {
            let is_safe = region.border.iter().all(|chain| living.contains(chain));
            if is_safe && (!region.has_stones || region.has_no_room) {
                for at in region.points.iter() {
                    self.give(at, color);
                }
            } else if !region.has_stones {
                for at in region.points.iter() {
                    if self.owner(at).is_none() {
                        self.give(at, color);
                    }
                }
            }
        }
    }

    /// The parts of this area that touch no dame and have no stone in atari.
    fn without_seki(&self, board: &Board) -> Area {
        let is_dame = |at: Point| board.is_empty_at(at) && self.owner(at).is_none();
        let mut independent = Area::default();
        for color in Color::ALL {
            let in_seki = |at: Point| {
                board.color_at(at) == Some(color) && board.is_atari(at)
                    || board.neighbors(at).any(is_dame)
            };
            for region in board.regions(|at| self.points[color].contains(at)) {
                if !region.points.iter().any(in_seki) {
                    independent.points[color].extend(region.points.iter());
                }
            }
        }
        independent
    }
}

/// A connected set of points without stones of one player, some of them empty.
struct Region {
    points: PointSet,
    /// Chains of the player around it, by [`Board::chain_id`].
    border: Vec<Point>,
    /// Those that all its points are next to, or all its empty points.
    vital_to: Vec<Point>,
    /// True if there are stones of the opponent in it.
    has_stones: bool,
    /// True if no more than one of its points is not next to the player's stones.
    has_no_room: bool,
}

fn regions(board: &Board, color: Color, suicide: bool) -> Vec<Region> {
    let chains_around = |at: Point| {
        let own = move |&near: &Point| board.color_at(near) == Some(color);
        board
            .neighbors(at)
            .filter(own)
            .map(|near| board.chain_id(near))
    };
    let regions = board
        .regions(|at| board.color_at(at) != Some(color))
        .into_iter();
    let regions = regions.filter(|region| region.points.iter().any(|at| board.is_empty_at(at)));
    regions
        .map(|region| {
            let mut border: Vec<Point> =
                region.border.iter().map(|at| board.chain_id(at)).collect();
            border.sort_unstable();
            border.dedup();
            let must_touch = |at: &Point| suicide || board.is_empty_at(*at);
            let is_vital = |chain: &Point| {
                let mut needed = region.points.iter().filter(must_touch);
                needed.all(|at| chains_around(at).any(|near| near == *chain))
            };
            let is_inside = |at: &Point| chains_around(*at).next().is_none();
            let vital_to = border.iter().copied().filter(is_vital).collect();
            let has_stones = region.points.iter().any(|at| !board.is_empty_at(at));
            let has_no_room = region.points.iter().filter(is_inside).take(2).count() < 2;
            Region {
                points: region.points,
                border,
                vital_to,
                has_stones,
                has_no_room,
            }
        })
        .collect()
}

/// The chains that live whatever happens (Benson 1976): each has two vital regions around which all
/// chains live.
fn living_chains(board: &Board, color: Color, regions: &[Region]) -> Vec<Point> {
    let mut living: Vec<Point> = board.chains(color).map(|at| board.chain_id(at)).collect();
    loop {
        let before = living.clone();
        living.retain(|chain| {
            let safe = |region: &&Region| region.border.iter().all(|near| before.contains(near));
            let vital = regions
                .iter()
                .filter(|region| region.vital_to.contains(chain));
            vital.filter(safe).take(2).count() == 2
        });
        if living.len() == before.len() {
            return living;
        }
    }
}
