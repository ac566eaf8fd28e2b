//! The parts of a board about which an estimate is not sure.

use crate::go::{Board, Color, Point, PointSet};
use crate::life::Estimate;

/// Chains that stay in this share of the playouts, or in as few as that leaves, are out of doubt, unless they are in
/// atari or stand in a seki.
const SURE: f64 = 0.85;

/// Chains next to one in doubt that do not live unconditionally need so many liberties to be out of doubt.
const MANY_LIBERTIES: usize = 4;

/// Parts with more empty points have too many lines of play.
const MOST_EMPTY: usize = 12;

/// The parts of a board in which chains are in doubt, with everything that touches them and does not surely live.
/// Parts that are too large to be read are left out.
#[must_use]
pub fn doubtful_parts(board: &Board, estimate: &Estimate) -> Vec<PointSet> {
    let mut parts: Vec<PointSet> = Vec::new();
    let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
    for chain in chains.filter(|&chain| is_doubtful(board, estimate, chain)) {
        let is_new = !parts.iter().any(|part| part.contains(chain));
        if is_new && let Some(part) = grown(board, estimate, chain) {
            parts.push(part);
        }
    }
    parts
}

fn is_doubtful(board: &Board, estimate: &Estimate, chain: Point) -> bool {
    let survival = estimate.survival(board, chain);
    let is_open = (1.0 - SURE..SURE).contains(&survival);
    is_open || board.is_atari(chain) || estimate.seki().contains(chain)
}

/// A chain with the empty regions that it touches, the chains there and next to it that do not surely live, and so on;
/// `None` if that is too large.
fn grown(board: &Board, estimate: &Estimate, chain: Point) -> Option<PointSet> {
    let lives = |chain: Point| {
        let is_strong =
            board.liberty_set(chain).len() >= MANY_LIBERTIES || estimate.is_unconditional(chain);
        is_strong && estimate.survival(board, chain) >= SURE && !is_doubtful(board, estimate, chain)
    };
    let mut part = PointSet::new();
    let mut empty = 0;
    let mut open: Vec<Point> = board.chain(chain).collect();
    part.extend(open.iter().copied());
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
                Some(_) if !lives(near) => {
                    let stones: Vec<Point> = board.chain(near).collect();
                    part.extend(stones.iter().copied());
                    open.extend(stones);
                }
                Some(_) => {}
            }
        }
        if empty > MOST_EMPTY {
            return None;
        }
    }
    Some(part)
}
