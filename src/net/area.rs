//! An input of networks: whose each point is if the game ended here, by unconditional life, and by stones and surrounded empty
//! points as they stand.
//!
//! KataGo's networks get this, so it has to be the same to the point. It is no verdict.

use crate::go::rules::Tax;
use crate::go::{Board, ByColor, Color, Point, PointSet};
use crate::tactics::benson::living_stones;

/// The area of a board. With `suicide`, several stones may be removed by their owner's own play.
pub(super) fn area(board: &Board, tax: Tax, suicide: bool) -> ByColor<PointSet> {
    let plain = without_tax(board, suicide);
    if tax == Tax::None {
        return plain;
    }
    let mut area = without_seki(board, &plain);
    for color in Color::ALL {
        for at in board.stone_set(color).iter() {
            if owner(&plain, at) == Some(color) {
                give(&mut area, at, color);
            }
        }
    }
    area
}

/// Whose a point is.
pub(super) fn owner(area: &ByColor<PointSet>, at: Point) -> Option<Color> {
    let owns = |&color: &Color| area[color].contains(at);
    Color::ALL.into_iter().find(owns)
}

fn give(area: &mut ByColor<PointSet>, at: Point, color: Color) {
    area[color].insert(at);
    area[!color].remove(at);
}

fn without_tax(board: &Board, suicide: bool) -> ByColor<PointSet> {
    let mut area = ByColor::default();
    for color in Color::ALL {
        add_player(&mut area, board, color, suicide);
    }
    for color in Color::ALL {
        for at in board.stone_set(color).iter() {
            if owner(&area, at).is_none() {
                give(&mut area, at, color);
            }
        }
    }
    area
}

/// Gives a player his living chains and the regions that he surrounds.
fn add_player(area: &mut ByColor<PointSet>, board: &Board, color: Color, suicide: bool) {
    if board.stone_count(color) == 0 {
        return;
    }
    let regions = board.regions(|at| board.color_at(at) != Some(color));
    let living = living_stones(board, &regions, suicide);
    for at in living.iter() {
        give(area, at, color);
    }
    for region in regions {
        let is_safe = region.border.iter().all(|at| living.contains(at));
        let has_stones = region.points.iter().any(|at| !board.is_empty_at(at));
        let is_inside = |at: Point| !board.neighbors(at).any(|near| region.border.contains(near));
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
            if is_held || !has_stones && owner(area, at).is_none() {
                give(area, at, color);
            }
        }
    }
}

/// The parts of an area that touch no dame and have no stone in atari.
fn without_seki(board: &Board, area: &ByColor<PointSet>) -> ByColor<PointSet> {
    let is_dame = |at: Point| board.is_empty_at(at) && owner(area, at).is_none();
    ByColor::new_with(|color| {
        let in_seki = |at: Point| {
            board.color_at(at) == Some(color) && board.is_atari(at)
                || board.neighbors(at).any(is_dame)
        };
        let mut regions = board.regions(|at| area[color].contains(at));
        regions.retain(|region| !region.points.iter().any(in_seki));
        regions
            .iter()
            .flat_map(|region| region.points.iter())
            .collect()
    })
}
