//! The moves of a position as they enter the tree: each with its prior, and with lost prior visits if it resembles a mistake.

use super::opening::Opening;
use crate::go::rules::Rules;
use crate::go::{Board, Color, Move, Point, Size};
use crate::search::leaf::{Leaf, is_allowed};
use crate::search::method::Shared;
use crate::search::node::{Children, MovePrior};
use crate::search::policy::Policy;
use crate::search::tree::{Allocator, ROOT};
use crate::tactics::nakade::fills_dead_shape;

/// Lost prior visits of a self-atari, of a move into an own eye or a suicide, and of a pass.
const SELF_ATARI: f32 = 10.0;
const EYE: f32 = 40.0;
const PASS: f32 = 20.0;

/// Lost prior visits of a play far from all stones that is not in a corner, or later on a side, in the opening, by the class
/// of the board.
const OUT_OF_PLACE: [f32; Size::CLASSES] = [0.0, 0.0, 40.0, 40.0];

/// The probability below which the policy adds nothing, by the class of the board.
const CUTOFF: [f32; Size::CLASSES] = [0.003, 0.003, 0.003, 0.001];

/// Makes the children of nodes. What it holds is overwritten each time.
#[derive(Debug)]
pub(in crate::search) struct Expansion {
    policy: Policy,
    candidates: Vec<(Move, MovePrior)>,
}

impl Default for Expansion {
    fn default() -> Expansion {
        Expansion {
            policy: Policy::only_pass(),
            candidates: Vec::new(),
        }
    }
}

impl Expansion {
    /// Gives children to the last node on the way to a leaf if it has none and is due to get them: the
    /// root at once, other nodes after some visits. `write_policy` overwrites a policy with that of the position.
    pub(in crate::search) fn expand_if_due(
        &mut self,
        shared: &Shared<'_>,
        allocator: &mut Allocator,
        leaf: &mut Leaf,
        write_policy: impl FnOnce(&mut Leaf, &mut Policy),
    ) {
        let Some(&index) = leaf.path.last() else {
            return;
        };
        let node = shared.tree.node(index);
        let is_due =
            index == ROOT || f64::from(node.visits()) > f64::from(shared.params.expand_visits);
        if !is_due || node.children() != Children::None || !node.claim() {
            return;
        }
        write_policy(leaf, &mut self.policy);
        self.find_candidates(&shared.root.rules, &leaf.board, leaf.color);
        shared.publish(allocator, node, leaf, &mut self.candidates);
    }

    fn find_candidates(&mut self, rules: &Rules, board: &Board, color: Color) {
        let out_of_place = OUT_OF_PLACE[board.size().class()];
        self.candidates.clear();
        let mut lost = 0.0;
        let is_used = out_of_place > 0.0;
        let opening = is_used.then(|| Opening::of(board)).flatten();
        for point in board.points().filter(|&at| board.is_empty_at(at)) {
            let is_eye = board.neighborhood(point).is_eye(color);
            if let Some(mut prior) = self.prior(rules, board, color, (point, is_eye)) {
                if opening.is_some_and(|opening| opening.is_out_of_place(board, point)) {
                    prior.lost += out_of_place;
                }
                self.candidates.push((Move::Play(point), prior));
                if !is_eye {
                    lost = PASS;
                }
            }
        }
        let pass = MovePrior {
            probability: 0.0,
            lost,
        };
        self.candidates.push((Move::Pass, pass));
    }

    /// Returns what is thought of a play, or `None` if it is not allowed. A play into an own eye gets no
    /// probability, because the policy gives all of it to such plays where no others are left.
    fn prior(
        &self,
        rules: &Rules,
        board: &Board,
        color: Color,
        (point, is_eye): (Point, bool),
    ) -> Option<MovePrior> {
        let mut prior = MovePrior::default();
        if !board.is_playable(point, color) {
            prior.lost = EYE;
            return is_allowed(rules, board, color, point).then_some(prior);
        }
        if is_eye {
            prior.lost += EYE;
        } else {
            let probability = self.policy.among_plays(point);
            let counts = probability >= CUTOFF[board.size().class()];
            prior.probability = if counts { probability } else { 0.0 };
        }
        if board.is_self_atari(point, color)
            && board.captures_of(point, color) == 0
            && !fills_dead_shape(board, point, color)
        {
            prior.lost += SELF_ATARI;
        }
        Some(prior)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::rules::Suicide;

    /// A corner for each thing that Black may do wrong. At A6 he has an eye, at A1
    /// he takes his own last liberty; at F1 he puts himself into atari, at F6 he does so with a capture.
    const CORNERS: &str = "
        . X . X O .
        X X . . X O
        . . . . . .
        O O O . . .
        X X O . . .
        . O O . O .
    ";

    #[test]
    fn plays_out_of_place_in_the_opening_enter_the_tree_with_lost_visits() {
        let board = Board::new(Size::square(19));
        let mut expansion = Expansion::default();
        expansion.find_candidates(&Rules::default(), &board, Color::Black);
        let lost = |name: &str| {
            let mv = Move::Play(name.parse().unwrap());
            let (_, prior) = expansion.candidates.iter().find(|found| found.0 == mv)?;
            Some(prior.lost)
        };
        assert_eq!(lost("D4"), Some(0.0));
        assert_eq!(lost("K10"), Some(OUT_OF_PLACE[3]));
    }

    #[test]
    fn mistakes_enter_the_tree_with_lost_visits() {
        let board: Board = CORNERS.parse().unwrap();
        for (suicide, point, lost) in [
            (Suicide::Forbidden, "D3", Some(0.0)),
            (Suicide::Forbidden, "A6", Some(EYE)),
            (Suicide::Forbidden, "F1", Some(SELF_ATARI)),
            (Suicide::Forbidden, "F6", Some(0.0)),
            (Suicide::Forbidden, "A1", None),
            (Suicide::SeveralStones, "A1", Some(EYE)),
        ] {
            let rules = Rules {
                suicide,
                ..Rules::default()
            };
            let at: Point = point.parse().unwrap();
            let is_eye = board.neighborhood(at).is_eye(Color::Black);
            let prior = Expansion::default().prior(&rules, &board, Color::Black, (at, is_eye));
            assert_eq!(prior.map(|prior| prior.lost), lost, "{point} {suicide:?}");
        }
    }
}
