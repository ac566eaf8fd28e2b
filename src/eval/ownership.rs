//! The ownership of a board without a history.

use super::{Evaluator, NetEvaluator};
use crate::go::point::CELLS;
use crate::go::rules::Preset;
use crate::go::{Board, Color, Symmetry};
use crate::net::NetInput;
use crate::playout::{Local, Ownership, Trace};
use crate::rng::Rng;

/// Playouts that are made however late it is, unless fewer are asked for.
const FEWEST_PLAYOUTS: u32 = 200;

impl Evaluator {
    /// Who owns what at the end, whoever moves first: by playouts, or where a network knows the board half by a quarter of
    /// the playouts and half by the network. Ends early once it is late. Also returns true if the network was asked.
    ///
    /// It is the same whoever's turn it is, but depends on how the board is turned where `is_late` cuts it short.
    #[must_use]
    pub fn ownership(
        &self,
        board: &Board,
        playouts: u32,
        is_late: impl Fn() -> bool,
    ) -> (Ownership, bool) {
        match self.network_for(board.size()) {
            Some(network) => {
                let played = by_playouts(board, playouts / 4, &is_late);
                (played.average(&by_network(board, network, &is_late)), true)
            }
            None => (by_playouts(board, playouts, &is_late), false),
        }
    }
}

/// Who owns what by a network, from all sides, with either player to move and without komi. Once it is late no other side is
/// asked about, but as many for one player as for the other.
pub(super) fn by_network(
    board: &Board,
    network: &NetEvaluator,
    is_late: impl Fn() -> bool,
) -> Ownership {
    let rules = Preset::find("chinese").expect("a rule set").rules;
    let size = board.size();
    let mut ownership = Ownership::new();
    let mut owners = [0.0; CELLS];
    let mut sides = Symmetry::count(size);
    for color in Color::ALL {
        for number in 0..sides {
            let mut input = NetInput::of_board(board, color, rules);
            input.turn(Symmetry::new(number, size));
            let evaluation = network.evaluate(&input);
            for at in board.points() {
                owners[at.index()] = evaluation.owner(at);
            }
            ownership.add(&owners, color);
            if color == Color::ALL[0] && is_late() {
                sides = number + 1;
                break;
            }
        }
    }
    ownership
}

/// Who owns what at the ends of playouts. Black begins half of them and White the others.
fn by_playouts(board: &Board, playouts: u32, is_late: impl Fn() -> bool) -> Ownership {
    let local = Local::default();
    let mut rng = Rng::new(board.hash());
    let mut ownership = Ownership::new();
    let mut copy = board.clone();
    let mut trace = Trace::new();
    for number in 0..playouts.max(2) {
        copy.copy_from(board);
        // Ko is forgotten: there is no last move.
        copy.pass();
        trace.clear();
        let first = Color::ALL[number as usize % 2];
        local.play_out(&mut copy, first, [None; 2], &mut rng, &mut trace);
        ownership.add_end(&copy);
        // Both players have begun as often.
        if number + 1 >= FEWEST_PLAYOUTS && number % 2 == 1 && is_late() {
            break;
        }
    }
    ownership
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Size;
    use crate::go::tests::forms;
    use crate::net::tests::tiny_network;

    /// A board on which nothing is settled, in a form that differs from all its turns.
    const OPEN: &str = "
        . . . . .
        . X . O .
        . . X . .
        . O . . .
        . . . . .";

    #[test]
    fn a_network_says_the_same_from_all_sides_and_for_both_players() {
        let network = NetEvaluator::from(tiny_network());
        let mut all: Vec<Vec<f64>> = Vec::new();
        for (board, is_swapped) in forms(OPEN) {
            let sign = if is_swapped { -1.0 } else { 1.0 };
            let ownership = by_network(&board, &network, || false);
            let mut owners: Vec<f64> = board.points().map(|at| sign * ownership.at(at)).collect();
            owners.sort_by(f64::total_cmp);
            all.push(owners);
        }
        assert_eq!(all.len(), 16);
        assert!(all[0][24] - all[0][0] > 0.01, "{:?}", all[0]);
        for owners in &all {
            let pairs = owners.iter().zip(&all[0]);
            let widest = pairs
                .map(|(one, other)| (one - other).abs())
                .fold(0.0, f64::max);
            assert!(widest < 1e-5, "{widest}");
        }
    }

    #[test]
    fn a_network_has_as_much_say_as_a_quarter_of_the_playouts() {
        let network = NetEvaluator::from(tiny_network());
        let evaluator = Evaluator::from(network.clone());
        let board: Board = OPEN.parse().unwrap();
        let (both, is_by_network) = evaluator.ownership(&board, 40, || false);
        let (played, is_not) = Evaluator::default().ownership(&board, 10, || false);
        assert!(is_by_network && !is_not);
        let alone = by_network(&board, &network, || false);
        for at in board.points() {
            let expected = f64::midpoint(played.at(at), alone.at(at));
            assert!((both.at(at) - expected).abs() < 1e-9, "{at}");
        }
        let large = Board::new(Size::square(25));
        assert!(!evaluator.ownership(&large, 2, || false).1);
    }
}
