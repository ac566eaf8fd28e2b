//! The moves of a position as they enter the tree: each with its probability by the policy, and with
//! imaginary lost visits if it looks like a mistake.

use super::opening::Opening;
use crate::go::rules::Rules;
use crate::go::{Board, Color, Move, Point};
use crate::knobs::Knobs;
use crate::search::leaf::{Leaf, is_allowed};
use crate::search::method::Shared;
use crate::search::node::{Children, Prior};
use crate::search::policy::Policy;
use crate::search::tree::{Allocator, ROOT};
use crate::tactics::nakade::fills_dead_shape;

/// Makes the children of nodes. What it holds is overwritten each time.
#[derive(Debug)]
pub(in crate::search) struct Expansion {
    policy: Policy,
    candidates: Vec<(Move, Prior)>,
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
            index == ROOT || f64::from(node.visits()) > f64::from(shared.knobs.expand_visits);
        if !is_due || node.children() != Children::None || !node.claim() {
            return;
        }
        write_policy(leaf, &mut self.policy);
        let (knobs, rules) = (shared.knobs, &shared.root.rules);
        self.find_candidates((knobs, rules), &leaf.board, leaf.color);
        shared.publish(allocator, node, leaf, &mut self.candidates);
    }

    fn find_candidates(&mut self, (knobs, rules): (&Knobs, &Rules), board: &Board, color: Color) {
        self.candidates.clear();
        let mut lost = 0.0;
        let is_used = knobs.prior_opening > 0.0;
        let opening = is_used.then(|| Opening::of(board)).flatten();
        for point in board.points().filter(|&at| board.is_empty_at(at)) {
            let is_eye = board.neighborhood(point).is_eye(color);
            if let Some(mut prior) = self.prior((knobs, rules), board, color, (point, is_eye)) {
                if opening.is_some_and(|opening| opening.is_out_of_place(board, point)) {
                    prior.lost += knobs.prior_opening;
                }
                self.candidates.push((Move::Play(point), prior));
                if !is_eye {
                    lost = knobs.prior_pass;
                }
            }
        }
        let pass = Prior {
            probability: 0.0,
            lost,
        };
        self.candidates.push((Move::Pass, pass));
    }

    /// Returns what is thought of a play, or `None` if it is not allowed. A play into an own eye gets no
    /// probability, because the policy gives all of it to such plays where no others are left.
    fn prior(
        &self,
        (knobs, rules): (&Knobs, &Rules),
        board: &Board,
        color: Color,
        (point, is_eye): (Point, bool),
    ) -> Option<Prior> {
        let mut prior = Prior::default();
        if !board.is_playable(point, color) {
            prior.lost = knobs.prior_eye;
            return is_allowed(rules, board, color, point).then_some(prior);
        }
        if is_eye {
            prior.lost += knobs.prior_eye;
        } else {
            let probability = self.policy.among_plays(point);
            let counts = probability >= knobs.prior_cutoff;
            prior.probability = if counts { probability } else { 0.0 };
        }
        if board.is_self_atari(point, color)
            && board.captures_of(point, color) == 0
            && !fills_dead_shape(board, point, color)
        {
            prior.lost += knobs.prior_self_atari;
        }
        Some(prior)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Size;
    use crate::go::rules::Suicide;
    use crate::knobs::Overrides;

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
        let knobs = Knobs::new(board.size(), &Overrides::default());
        let mut expansion = Expansion::default();
        expansion.find_candidates((&knobs, &Rules::default()), &board, Color::Black);
        let lost = |name: &str| {
            let mv = Move::Play(name.parse().unwrap());
            let (_, prior) = expansion.candidates.iter().find(|found| found.0 == mv)?;
            Some(prior.lost)
        };
        assert!(knobs.prior_opening > 0.0);
        assert_eq!(lost("D4"), Some(0.0));
        assert_eq!(lost("K10"), Some(knobs.prior_opening));
    }

    #[test]
    fn mistakes_enter_the_tree_with_lost_visits() {
        let board: Board = CORNERS.parse().unwrap();
        let knobs = Knobs::new(board.size(), &Overrides::default());
        let [eye, atari] = [knobs.prior_eye, knobs.prior_self_atari];
        assert!(eye > 0.0 && atari > 0.0);
        for (suicide, point, lost) in [
            (Suicide::Forbidden, "D3", Some(0.0)),
            (Suicide::Forbidden, "A6", Some(eye)),
            (Suicide::Forbidden, "F1", Some(atari)),
            (Suicide::Forbidden, "F6", Some(0.0)),
            (Suicide::Forbidden, "A1", None),
            (Suicide::SeveralStones, "A1", Some(eye)),
        ] {
            let rules = Rules {
                suicide,
                ..Rules::default()
            };
            let at: Point = point.parse().unwrap();
            let is_eye = board.neighborhood(at).is_eye(Color::Black);
            let prior =
                Expansion::default().prior((&knobs, &rules), &board, Color::Black, (at, is_eye));
            assert_eq!(prior.map(|prior| prior.lost), lost, "{point} {suicide:?}");
        }
    }
}
