//! The moves of a position as they enter the tree: each with its probability by the policy, and with
//! imaginary lost visits if it looks like a mistake.

use super::evaluator::{Evaluator, Leaf};
use super::node::{Children, Node, Prior};
use super::opening::Opening;
use super::root::Root;
use super::tree::{Allocator, ROOT, Tree};
use super::worker::Task;
use super::{Knobs, Policy, Restriction};
use crate::go::rules::{Rules, Suicide};
use crate::go::{Board, Color, Move, Point};
use crate::tactics::nakade::fills_dead_shape;

/// Makes the children of nodes.
#[derive(Debug)]
pub(super) struct Expander<'a> {
    tree: &'a Tree,
    knobs: &'a Knobs,
    rules: &'a Rules,
    restriction: &'a Restriction,
    policy: Policy,
    candidates: Vec<(Move, Prior)>,
}

impl<'a> Expander<'a> {
    pub(super) fn new(task: Task<'a>) -> Expander<'a> {
        Expander {
            tree: task.tree,
            knobs: task.knobs,
            rules: &task.root.rules,
            restriction: task.restriction,
            policy: Policy::only_pass(),
            candidates: Vec::new(),
        }
    }

    /// Gives children to the last node on the way to a leaf if it has none and is due to get them: the
    /// root at once, other nodes after some visits. If the tree is full, the node stays without.
    pub(super) fn expand_if_due(
        &mut self,
        evaluator: &mut impl Evaluator,
        root: &Root<'_>,
        allocator: &mut Allocator,
        leaf: &mut Leaf,
    ) {
        let Some(&index) = leaf.path.last() else {
            return;
        };
        let node = self.tree.node(index);
        let is_due =
            index == ROOT || f64::from(node.visits()) > f64::from(self.knobs.expand_visits);
        if !is_due || node.children() != Children::None || !node.claim() {
            return;
        }
        evaluator.policy(root, leaf, &mut self.policy);
        self.find_candidates(&leaf.board, leaf.color);
        self.publish(allocator, node, leaf);
    }

    /// Gives children to the last node on the way to a leaf that was evaluated with a policy, if it has none.
    pub(super) fn expand_evaluated(
        &mut self,
        root: &Root<'_>,
        allocator: &mut Allocator,
        leaf: &Leaf,
    ) {
        let Some(&index) = leaf.path.last() else {
            return;
        };
        let node = self.tree.node(self.tree.original(index));
        if node.children() != Children::None || !node.claim() {
            return;
        }
        let policy = &leaf.evaluation.policy;
        let plays = leaf.plays(root).possible.iter().map(Move::Play);
        let candidates = plays.chain([Move::Pass]).map(|mv| {
            let probability = policy.probability(mv) as f32;
            (
                mv,
                Prior {
                    probability,
                    lost: 0.0,
                },
            )
        });
        self.candidates.clear();
        self.candidates.extend(candidates);
        // The likeliest first: selection relies on it.
        self.candidates
            .sort_by(|(_, a), (_, b)| b.probability.total_cmp(&a.probability));
        self.publish(allocator, node, leaf);
    }

    /// Makes the candidates the children of a claimed node.
    fn publish(&mut self, allocator: &mut Allocator, node: &Node, leaf: &Leaf) {
        self.restrict(leaf);
        let count = self.candidates.len() as u16;
        let Some(first) = self.tree.allocate(allocator, count) else {
            node.disclaim();
            return;
        };
        let children = self.tree.block(first, count);
        for (child, &(mv, prior)) in children.iter().zip(&self.candidates) {
            child.reset(mv, prior);
        }
        self.tree.reset_insights(first, count);
        node.publish(first, count);
    }

    /// Drops the moves that are left out. If that is all of them, a pass remains.
    fn restrict(&mut self, leaf: &Leaf) {
        let (restriction, color, depth) = (self.restriction, leaf.color, leaf.path.len());
        self.candidates
            .retain(|&(mv, _)| !restriction.forbids(color, mv, depth));
        if self.candidates.is_empty() {
            self.candidates.push((Move::Pass, Prior::default()));
        }
    }

    fn find_candidates(&mut self, board: &Board, color: Color) {
        self.candidates.clear();
        let mut lost = 0.0;
        let is_used = self.knobs.prior_opening > 0.0;
        let opening = is_used.then(|| Opening::of(board)).flatten();
        for point in board.points().filter(|&at| board.is_empty_at(at)) {
            let is_eye = board.neighborhood(point).is_eye(color);
            if let Some(mut prior) = self.prior(board, color, point, is_eye) {
                if opening.is_some_and(|opening| opening.is_out_of_place(board, point)) {
                    prior.lost += self.knobs.prior_opening;
                }
                self.candidates.push((Move::Play(point), prior));
                if !is_eye {
                    lost = self.knobs.prior_pass;
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
    fn prior(&self, board: &Board, color: Color, point: Point, is_eye: bool) -> Option<Prior> {
        let knobs = self.knobs;
        let mut prior = Prior::default();
        if !board.is_playable(point, color) {
            prior.lost = knobs.prior_eye;
            return is_allowed(self.rules, board, color, point).then_some(prior);
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

/// Returns true if a play is legal but for repetition. A suicide has to be allowed and to change the board.
pub(super) fn is_allowed(rules: &Rules, board: &Board, color: Color, at: Point) -> bool {
    let allows_suicide =
        || rules.suicide != Suicide::Forbidden && board.neighborhood(at).touches(color);
    board.is_playable(at, color) || board.is_suicide(at, color) && allows_suicide()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Size;
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

    /// What expands a tree without a restriction.
    fn expander<'a>(
        tree: &'a Tree,
        knobs: &'a Knobs,
        rules: &'a Rules,
        restriction: &'a Restriction,
    ) -> Expander<'a> {
        Expander {
            tree,
            knobs,
            rules,
            restriction,
            policy: Policy::only_pass(),
            candidates: Vec::new(),
        }
    }

    #[test]
    fn plays_out_of_place_in_the_opening_enter_the_tree_with_lost_visits() {
        let board = Board::new(Size::square(19));
        let knobs = Knobs::new(board.size(), &Overrides::default());
        let (tree, restriction) = (Tree::new(0), Restriction::default());
        let rules = Rules::default();
        let mut expander = expander(&tree, &knobs, &rules, &restriction);
        expander.find_candidates(&board, Color::Black);
        let lost = |name: &str| {
            let mv = Move::Play(name.parse().unwrap());
            let (_, prior) = expander.candidates.iter().find(|found| found.0 == mv)?;
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
        let (tree, restriction) = (Tree::new(0), Restriction::default());
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
            let expander = expander(&tree, &knobs, &rules, &restriction);
            let at: Point = point.parse().unwrap();
            let is_eye = board.neighborhood(at).is_eye(Color::Black);
            let prior = expander.prior(&board, Color::Black, at, is_eye);
            assert_eq!(prior.map(|prior| prior.lost), lost, "{point} {suicide:?}");
        }
    }
}
