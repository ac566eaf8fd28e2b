//! Whose each point is if the game ended here, as a network is told of it: unconditional life, and
//! stones and surrounded empty points as they stand.
//!
//! This is what KataGo feeds its networks with, so it has to be the same to the point. It is no verdict.

use crate::go::rules::Tax;
use crate::go::{Board, ByColor, Color, Point, PointSet};
use crate::tactics::benson::living_stones;

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
        let regions = board.regions(|at| board.color_at(at) != Some(color));
        let living = living_stones(board, &regions, suicide);
        for at in living.iter() {
            self.give(at, color);
        }
        for region in regions {
            let is_safe = region.border.iter().all(|at| living.contains(at));
            let has_stones = region.points.iter().any(|at| !board.is_empty_at(at));
            let is_inside =
                |at: Point| !board.neighbors(at).any(|near| region.border.contains(near));
            let has_no_room = || {
                region
                    .points
                    .iter()
                    .filter(|&at| is_inside(at))
                    .take(2)
                    .count()
                    < 2
            };
            let is_held = is_safe && (!has_stones || has_no_room());
            for at in region.points.iter() {
                if is_held || !has_stones && self.owner(at).is_none() {
                    self.give(at, color);
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
