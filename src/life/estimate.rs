//! The likely owner of each point at the end: by unconditional life, and elsewhere by playouts and a network.

use super::Judge;
use super::canonical::Canonical;
use crate::go::{Board, Color, Point, PointSet};
use crate::playout::Ownership;
use crate::tactics::Unconditional;
use crate::tactics::nakade::fills_dead_shape;

/// How likely each player is to own each point at the end. The same for the same stones and judge, from all sides and with
/// the colors exchanged.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// The canonical form of the board.
    pub(super) form: Canonical,
    unconditional: Unconditional,
    ownership: Ownership,
    seki: PointSet,
    /// True if a network was asked, too.
    is_by_network: bool,
}

impl Estimate {
    /// Estimates a board by what the judge's [evaluator](crate::eval::Evaluator::ownership) says of it. It does not matter
    /// whose turn it is.
    pub fn of(board: &Board, judge: &Judge) -> Estimate {
        let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
        let mut stand_off: Vec<Point> = chains.filter(|&chain| is_seki(board, chain)).collect();
        let canonical = Canonical::of(board);
        let (ownership, is_by_network) =
            judge
                .evaluator
                .ownership(&canonical.board, judge.playouts, || judge.is_out_of_time());
        let mut estimate = Estimate {
            unconditional: Unconditional::of(board),
            ownership: canonical.restored(board, &ownership),
            form: canonical,
            seki: PointSet::new(),
            is_by_network,
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

    /// The estimate of the canonical form of the board.
    pub(super) fn of_form(&self) -> Estimate {
        let form = &self.form;
        Estimate {
            form: form.itself(),
            unconditional: Unconditional::of(&form.board),
            ownership: form.turned(&self.ownership),
            seki: form.points(&self.seki),
            is_by_network: self.is_by_network,
        }
    }

    /// Returns true if an opposing chain that shares liberties with a chain is in seki too, and no opposing
    /// chain next to it is dead, because the capture of that one would end the seki.
    fn is_held(&self, board: &Board, chain: Point) -> bool {
        let foe = board.color_at(chain).map(|color| !color);
        let near = |at: Point| {
            board
                .neighbors(at)
                .filter(move |&near| board.color_at(near) == foe)
        };
        let mut touching = board.chain(chain).flat_map(near);
        rivals(board, chain).any(|stone| self.seki.contains(stone))
            && !touching.any(|stone| self.is_dead(board, stone))
    }

    /// How likely a point ends as a player's, 0 to 1: by playouts, of which those in which neither player owns the point count half,
    /// and by a network, if one was asked.
    pub fn share(&self, point: Point, color: Color) -> f64 {
        let balance = match self.unconditional.owner(point) {
            Some(owner) => f64::from(owner.sign()),
            None => self.ownership.at(point),
        };
        f64::midpoint(1.0, balance * f64::from(color.sign()))
    }

    /// The chance, 0 to 1, that a chain stays on the board: the mean share of its points, or 1 in a
    /// seki, which playouts destroy. A stone that can be taken in a ko stays like those that take it back: playouts
    /// fight every ko, but who passes leaves it to its owner.
    pub fn survival(&self, board: &Board, chain: Point) -> f64 {
        let Some(color) = board.color_at(chain) else {
            return 0.0;
        };
        if self.seki.contains(chain) {
            return 1.0;
        }
        let total: f64 = board.chain(chain).map(|at| self.share(at, color)).sum();
        let mean = total / f64::from(board.chain_size(chain) as u32);
        let Some(capture) = ko_capture(board, chain) else {
            return mean;
        };
        let others = board.neighbors(capture).filter(|&at| at != chain);
        // Of two kos that guard each other neither counts.
        let guards = others.filter(|&at| ko_capture(board, at).is_none());
        let guarded = guards.map(|at| self.survival(board, at));
        guarded
            .reduce(f64::min)
            .map_or(mean, |least| least.max(mean))
    }

    /// Returns true if the stone at a point lives unconditionally.
    pub fn is_unconditional(&self, stone: Point) -> bool {
        let stones = |color: &Color| self.unconditional.stones(*color).contains(stone);
        Color::ALL.iter().any(stones)
    }

    /// Returns true if a network was asked, too, and not only playouts were made.
    pub const fn is_by_network(&self) -> bool {
        self.is_by_network
    }

    /// Returns true if a chain is more likely to be captured than to stay.
    pub fn is_dead(&self, board: &Board, chain: Point) -> bool {
        self.survival(board, chain) < 0.5
    }

    /// The stones that stand in a seki that the estimate recognizes.
    pub const fn seki(&self) -> &PointSet {
        &self.seki
    }
}

/// Returns true if a chain seems to be in seki: it shares liberties with the opponent, and neither can
/// fill any of its liberties without putting himself into atari, or kill by doing so.
fn is_seki(board: &Board, chain: Point) -> bool {
    let Some(color) = board.color_at(chain) else {
        return false;
    };
    let liberties = board.liberty_set(chain);
    let is_barred = |at: Point| Color::ALL.iter().all(|&player| !is_safe(board, at, player));
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

/// The opposing stones next to liberties of a chain, some more than once.
pub(super) fn rivals(board: &Board, chain: Point) -> impl Iterator<Item = Point> + '_ {
    let foe = board.color_at(chain).map(|color| !color);
    let liberties: Vec<Point> = board.liberty_set(chain).iter().collect();
    let near = liberties.into_iter().flat_map(|at| board.neighbors(at));
    near.filter(move |&at| board.color_at(at) == foe)
}

/// Where the opponent can take a single stone in a ko, with a stone that could be taken back at once. `None` if the stones
/// of the chain cannot be taken so, or if the point is empty.
pub(super) fn ko_capture(board: &Board, chain: Point) -> Option<Point> {
    let owner = board.color_at(chain)?;
    let at = board.atari_liberty(chain)?;
    let is_ko = board.chain_size(chain) == 1
        && board.captures_of(at, !owner) == 1
        && !board.neighborhood(at).touches(!owner);
    is_ko.then_some(at)
}

/// Returns true if `color` may play on an empty point and the chain of the stone then has two liberties
/// or more. Unlike [`Board::is_self_atari`], a capture of several stones does not make it safe by itself.
pub(super) fn is_safe(board: &Board, point: Point, color: Color) -> bool {
    board.is_playable(point, color) && {
        let mut after = board.clone();
        after.play(point, color);
        !after.is_atari(point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::NetEvaluator;
    use crate::go::tests::{END_OF_TRIPLE_KO, SEKI, forms, in_form};
    use crate::net::tests::tiny_network;

    /// How a White group in the corner of a 9x9 board survives that Black encloses, with its eye space in
    /// the rows of `inside`.
    fn survival(inside: &str) -> f64 {
        let alive = "
            X X X X X X X X X
            X . X . X X X X X
            X X X X X X X X X
            X X X X X X X X X
            O O O O O O X X X";
        let board: Board = format!("{alive}{inside}").parse().unwrap();
        Estimate::of(&board, &Judge::of_playouts(1000)).survival(&board, "A5".parse().unwrap())
    }

    /// A board on which nothing is settled, in a form that differs from all its turns.
    const OPEN: &str = "
        . . . . .
        . X . O .
        . . X . .
        . O . . .
        . . . . .";

    fn judge_with_network(playouts: u32) -> Judge {
        Judge {
            evaluator: NetEvaluator::from(tiny_network()).into(),
            ..Judge::of_playouts(playouts)
        }
    }

    #[test]
    fn an_estimate_is_the_same_from_all_sides_and_however_the_stones_came_there() {
        for judge in [Judge::of_playouts(60), judge_with_network(60)] {
            let shares = |board: &Board, color| -> Vec<f64> {
                let estimate = Estimate::of(board, &judge);
                board.points().map(|at| estimate.share(at, color)).collect()
            };
            let sorted = |mut shares: Vec<f64>| {
                shares.sort_by(f64::total_cmp);
                shares
            };
            let board: Board = OPEN.parse().unwrap();
            let expected = shares(&board, Color::Black);
            for (form, is_swapped) in forms(OPEN) {
                let color = in_form(Color::Black, is_swapped);
                assert_eq!(sorted(shares(&form, color)), sorted(expected.clone()));
            }
            // The same stones after a capture, which leaves the empty points in another order.
            let mut played = Board::new(board.size());
            for (name, color) in [
                ("A1", Color::White),
                ("A2", Color::Black),
                ("B1", Color::Black),
            ] {
                played.play(name.parse().unwrap(), color);
            }
            for name in ["A2", "B1"] {
                played.set(name.parse().unwrap(), None);
            }
            for at in board.points().rev() {
                if let Some(color) = board.color_at(at) {
                    played.play(at, color);
                }
            }
            assert_eq!(shares(&played, Color::Black), expected);
        }
    }

    #[test]
    fn a_chain_with_two_eyes_of_its_own_is_not_in_seki() {
        // Nobody can fill A5 or C5 without loss, but no opponent shares them.
        let board: Board = "
            . X . X O
            X X X X O
            O O O O O
            . O . O .
            O O O O O"
            .parse()
            .unwrap();
        for at in ["B4", "B3"] {
            assert!(!is_seki(&board, at.parse().unwrap()), "{at}");
        }
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
    fn two_chains_that_nobody_can_attack_stand_in_seki() {
        let board: Board = SEKI.parse().unwrap();
        let estimate = Estimate::of(&board, &Judge::of_playouts(2));
        let chains = ["A1", "B2"].map(|name| name.parse().unwrap());
        let stones: PointSet = chains.iter().flat_map(|&at| board.chain(at)).collect();
        assert_eq!(*estimate.seki(), stones);
        for chain in chains {
            assert!(!estimate.is_dead(&board, chain));
        }
    }

    #[test]
    fn a_stone_in_a_ko_stays_like_those_that_guard_it() {
        let board: Board = END_OF_TRIPLE_KO.parse().unwrap();
        let estimate = Estimate::of(&board, &Judge::of_playouts(100));
        for name in ["A5", "C5", "E6"] {
            let at = name.parse().unwrap();
            assert!(ko_capture(&board, at).is_some(), "{name}");
            assert!(estimate.survival(&board, at) > 0.9, "{name}");
        }
        assert_eq!(ko_capture(&board, "A7".parse().unwrap()), None);
        // Only the black stones that guard it are dead, and White needs no ko.
        let board: Board = "
            . O . O X . X . O
            O O O X . X O O O
            O O O O X O O . O
            . . O O . O O O O"
            .parse()
            .unwrap();
        let estimate = Estimate::of(&board, &Judge::of_playouts(100));
        let at = "D3".parse().unwrap();
        assert_eq!(ko_capture(&board, at), Some("E3".parse().unwrap()));
        assert!(estimate.is_dead(&board, at));
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
        let estimate = Estimate::of(&board, &Judge::default());
        let survival = |name: &str| estimate.survival(&board, name.parse().unwrap());
        assert!(estimate.seki().is_empty());
        assert!(survival("J3") < 0.5 && survival("B1") < 0.5 && survival("H1") > 0.5);
    }
}
