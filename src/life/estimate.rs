//! Whose every point is likely to be at the end: unconditional life first, playouts for the rest.

use super::benson::Unconditional;
use crate::go::{Board, Color, Point, PointSet};
use crate::playout::{Local, Ownership, Rates, Trace};
use crate::rng::Rng;
use crate::tactics::nakade::fills_dead_shape;

/// How often each point ends as whose. The same for the same board and number of playouts.
#[derive(Clone, Debug)]
pub struct Estimate {
    unconditional: Unconditional,
    ownership: Ownership,
    seki: PointSet,
}

impl Estimate {
    /// Plays a board out with the policy of the search, half of the games with either player to move,
    /// so that it does not matter whose turn it is.
    #[must_use]
    pub fn of(board: &Board, playouts: u32) -> Estimate {
        let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
        let mut stand_off: Vec<Point> = chains.filter(|&chain| is_seki(board, chain)).collect();
        let mut estimate = Estimate {
            unconditional: Unconditional::of(board),
            ownership: sample(board, playouts),
            seki: PointSet::new(),
        };
        loop {
            let stones = stand_off.iter().flat_map(|&chain| board.chain(chain));
            estimate.seki = stones.collect();
            let before = stand_off.len();
            stand_off.retain(|&chain| estimate.is_held(board, chain));
            if stand_off.len() == before {
                return estimate;
            }
        }
    }

    /// Whether an opposing chain that shares liberties with a chain stands in seki too, and none that
    /// touches it is dead, whose capture would set it free.
    fn is_held(&self, board: &Board, chain: Point) -> bool {
        let foe = board.color_at(chain).map(|color| !color);
        let near = |at: Point| {
            board
                .neighbors(at)
                .filter(move |&near| board.color_at(near) == foe)
        };
        let liberties = board.liberty_set(chain);
        let mut sharing = liberties.iter().flat_map(near);
        let mut touching = board.chain(chain).flat_map(near);
        sharing.any(|stone| self.seki.contains(stone))
            && !touching.any(|stone| self.is_dead(board, stone))
    }

    /// The share of playouts, 0 to 1, in which a point ends as a player's; nobody's counts half.
    #[must_use]
    pub fn share(&self, point: Point, color: Color) -> f64 {
        let balance = match self.unconditional.owner(point) {
            Some(owner) => f64::from(owner.sign()),
            None => self.ownership.at(point),
        };
        f64::midpoint(1.0, balance * f64::from(color.sign()))
    }

    /// The chance, 0 to 1, that a chain stays on the board: the mean share of its points, or 1 in a
    /// seki, which playouts destroy.
    #[must_use]
    pub fn survival(&self, board: &Board, chain: Point) -> f64 {
        let Some(color) = board.color_at(chain) else {
            return 0.0;
        };
        if self.seki.contains(chain) {
            return 1.0;
        }
        let total: f64 = board.chain(chain).map(|at| self.share(at, color)).sum();
        total / f64::from(board.chain_size(chain) as u32)
    }

    /// Whether a chain is more likely to be taken than to stay.
    #[must_use]
    pub fn is_dead(&self, board: &Board, chain: Point) -> bool {
        self.survival(board, chain) < 0.5
    }

    /// The stones in a seki that can be seen.
    #[must_use]
    pub const fn seki(&self) -> &PointSet {
        &self.seki
    }
}

/// Who owns what at the ends of playouts.
fn sample(board: &Board, playouts: u32) -> Ownership {
    let mut rng = Rng::new(board.hash());
    let local = Local::new(Rates::default());
    let mut ownership = Ownership::new();
    let mut copy = board.clone();
    let mut trace = Trace::new();
    for number in 0..playouts.max(2) {
        copy.copy_from(board);
        // Ko is forgotten: nobody has moved last.
        copy.pass();
        trace.clear();
        let first = Color::ALL[number as usize % 2];
        local.play_out(&mut copy, first, [None; 2], &mut rng, &mut trace);
        ownership.add(&copy);
    }
    ownership
}

/// Whether a chain stands in a seki that can be seen: it shares liberties with the opponent, and
/// nobody can fill any of its liberties without putting himself into atari, nor kill by doing so.
fn is_seki(board: &Board, chain: Point) -> bool {
    let Some(color) = board.color_at(chain) else {
        return false;
    };
    let liberties = board.liberty_set(chain);
    let is_barred = |at: Point| {
        Color::ALL
            .iter()
            .all(|&player| is_self_atari(board, at, player))
    };
    let kills = |at: Point| {
        Color::ALL
            .iter()
            .any(|&player| fills_dead_shape(board, at, player))
    };
    liberties
        .iter()
        .any(|at| board.neighborhood(at).touches(!color))
        && liberties.iter().all(is_barred)
        && !liberties.iter().any(kills)
}

/// Whether a stone on an empty point would have fewer than two liberties, or could not be placed.
pub(super) fn is_self_atari(board: &Board, point: Point, color: Color) -> bool {
    if !board.is_playable(point, color) {
        return true;
    }
    let mut after = board.clone();
    after.play(point, color);
    after.color_at(point).is_none() || after.is_atari(point)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A White group in the corner of a 9x9 board that Black encloses, its eye space in the rows of
    /// `inside`, and how it survives.
    fn survival(inside: &str) -> f64 {
        let alive = "
            X X X X X X X X X
            X . X . X X X X X
            X X X X X X X X X
            X X X X X X X X X
            O O O O O O X X X";
        let board: Board = format!("{alive}{inside}").parse().unwrap();
        Estimate::of(&board, 1000).survival(&board, "A5".parse().unwrap())
    }

    #[test]
    fn eye_spaces_filled_with_a_dead_shape_die() {
        let vital_point_of_a_bulky_five = "
            O . . O O O X X X
            O . X . O O X X X
            O O O O O O X X X
            X X X X X X X X X";
        let middle_of_three = "
            O O O O O O X X X
            O . X . O O X X X
            O O O O O O X X X
            X X X X X X X X X";
        let square = "
            O . . O O O X X X
            O . . O O O X X X
            O O O O O O X X X
            X X X X X X X X X";
        for inside in [vital_point_of_a_bulky_five, middle_of_three, square] {
            let survival = survival(inside);
            assert!(survival < 0.3, "{survival}{inside}");
        }
    }

    #[test]
    fn eye_spaces_filled_with_another_shape_live() {
        let straight_four = "
            O O O O O O O X X
            O . . . . O O X X
            O O O O O O O X X
            X X X X X X X X X";
        let straight_three_in_five = "
            O O O O O O O X X
            O X X X . . O X X
            O O O O O O O X X
            X X X X X X X X X";
        for inside in [straight_four, straight_three_in_five] {
            let survival = survival(inside);
            assert!(survival > 0.7, "{survival}{inside}");
        }
    }

    #[test]
    fn what_dead_stones_hold_is_no_seki() {
        // The white chain at the right edge is dead, which frees the two black stones at H1 and kills
        // the white group beside them.
        let board: Board = "
            O . O O O X . X .
            O O . O X . X X .
            . O O O X X . O .
            O O O X X X X O O
            X X O X . . X O .
            X X X X X X X X O
            X O X X O X X O O
            O O O X O O O X O
            . O O O O O . X ."
            .parse()
            .unwrap();
        let estimate = Estimate::of(&board, 2000);
        let survival = |name: &str| estimate.survival(&board, name.parse().unwrap());
        assert!(estimate.seki().is_empty());
        assert!(survival("J3") < 0.5 && survival("B1") < 0.5 && survival("H1") > 0.5);
    }
}
