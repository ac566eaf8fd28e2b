//! The parts of a board in which an estimate is uncertain.

use crate::go::{Board, Color, Point, PointSet};
use crate::life::Estimate;
use crate::life::estimate::rivals;

/// A chain that stays with at least this chance, or is taken with at least this chance, is out of doubt, unless it is in
/// atari, stands in a seki, or may come to stand in one.
const SURE: f64 = 0.85;

/// Chains with more liberties are not close to being captured.
const FEW_LIBERTIES: usize = 4;

/// Parts with more empty points have too many lines of play.
const MOST_EMPTY: usize = 12;

/// The parts of a board in which chains are in doubt, with everything that touches them and does not surely live.
/// Parts that are too large to be read are left out.
pub fn doubtful_parts(board: &Board, estimate: &Estimate) -> Vec<PointSet> {
    let mut parts: Vec<PointSet> = Vec::new();
    let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
    for chain in chains.filter(|&chain| is_doubtful(board, estimate, chain)) {
        let is_new = !parts.iter().any(|part| part.contains(chain));
        if is_new && let Some(part) = part_around(board, estimate, chain) {
            parts.push(part);
        }
    }
    parts
}

fn is_doubtful(board: &Board, estimate: &Estimate, chain: Point) -> bool {
    let survival = estimate.survival(board, chain);
    let is_open = (1.0 - SURE..SURE).contains(&survival);
    let is_special = board.is_atari(chain) || estimate.seki().contains(chain);
    is_open || is_special || shares_its_last_liberties(board, chain)
}

/// Returns true if a chain has few liberties and shares two of them with an opposing chain that has few: this may be
/// a seki, which playouts do not see.
fn shares_its_last_liberties(board: &Board, chain: Point) -> bool {
    let liberties = board.liberty_set(chain);
    liberties.len() <= FEW_LIBERTIES
        && rivals(board, chain).any(|rival| {
            let theirs = board.liberty_set(rival);
            let shared = theirs.iter().filter(|&at| liberties.contains(at)).count();
            theirs.len() <= FEW_LIBERTIES && shared >= 2
        })
}

/// A chain with the empty regions that it touches, the chains there and next to it that do not surely live, and so on;
/// `None` if that is too large to be read.
pub fn part_around(board: &Board, estimate: &Estimate, chain: Point) -> Option<PointSet> {
    let lives = |chain: Point| {
        estimate.is_unconditional(chain)
            || estimate.survival(board, chain) >= SURE && !is_doubtful(board, estimate, chain)
    };
    let mut part = PointSet::new();
    let mut empty = 0;
    let mut open: Vec<Point> = board.chain(chain).collect();
    part.extend(open.iter().copied());
    loop {
        while let Some(at) = open.pop() {
            for near in board.neighbors(at) {
                if part.contains(near) {
                    continue;
                }
                match board.color_at(near) {
                    None => {
                        empty += 1;
                        part.insert(near);
                        open.push(near);
                    }
                    Some(_) if lives(near) => {}
                    Some(_) => {
                        part.extend(board.chain(near));
                        open.extend(board.chain(near));
                    }
                }
            }
            if empty > MOST_EMPTY {
                return None;
            }
        }
        let Some(wall) = dependent_wall(board, estimate, &part) else {
            return Some(part);
        };
        open.extend(board.chain(wall));
        part.extend(board.chain(wall));
    }
}

/// A chain next to a part that has but one liberty outside of it, or none: whether that one lives is decided inside.
fn dependent_wall(board: &Board, estimate: &Estimate, part: &PointSet) -> Option<Point> {
    let is_outside = |&at: &Point| !part.contains(at);
    let mut around = part.iter().flat_map(|at| board.neighbors(at));
    around.find(|&at| {
        is_outside(&at)
            && !board.is_empty_at(at)
            && !estimate.is_unconditional(at)
            && board.liberty_set(at).iter().filter(is_outside).count() <= 1
    })
}
