//! A thread of a search: it selects, expands, evaluates and backs up, again and again.

use super::leaf::Leaf;
use super::limits::Limits;
use super::method::{Method, Shared};
use super::node::Node;
use super::root::Root;
use super::tally::Tally;
use super::tree::{Allocator, ROOT};

/// A thread with everything that it alone writes to.
#[derive(Debug)]
pub(super) struct Worker<'a, M> {
    shared: Shared<'a>,
    method: &'a mut M,
    allocator: Allocator,
    leaf: Leaf,
    tally: Tally,
}

impl<'a, M: Method> Worker<'a, M> {
    pub(super) fn new(shared: Shared<'a>, method: &'a mut M, tally: Tally) -> Worker<'a, M> {
        Worker {
            shared,
            method,
            allocator: shared.tree.take_place(),
            leaf: Leaf::new(shared.root),
            tally,
        }
    }

    /// Makes one visit if the root has no children yet. Threads that begin together would all
    /// stay at the root until one of them has made them.
    pub(super) fn begin(&mut self, limits: &Limits<'_>) {
        if self.shared.tree.children(ROOT).1.is_empty() && self.goes_on(limits) {
            self.visit();
        }
    }

    /// Makes visits until the search is over or the tree is full.
    pub(super) fn work(&mut self, limits: &Limits<'_>) {
        while self.goes_on(limits) {
            self.visit();
        }
    }

    /// Does the same, ends the work and returns what its leaves were worth.
    pub(super) fn work_to_end(mut self, limits: &Limits<'_>) -> Tally {
        self.work(limits);
        self.finish()
    }

    fn goes_on(&self, limits: &Limits<'_>) -> bool {
        limits.take(self.shared.tree) && !self.shared.tree.is_full()
    }

    /// Ends the work and returns what its leaves were worth.
    pub(super) fn finish(self) -> Tally {
        self.shared.tree.give_back(self.allocator);
        self.tally
    }

    /// Descends to a leaf, evaluates it unless it can be counted, and learns from it.
    fn visit(&mut self) {
        self.descend();
        let (root, leaf) = (self.shared.root, &mut self.leaf);
        let is_counted = leaf.is_counted(root);
        if is_counted {
            self.method.count(root, leaf);
        } else {
            self.method
                .evaluate(&self.shared, &mut self.allocator, leaf);
        }
        self.learn(!is_counted);
    }

    /// Follows the best moves from the root down to the next leaf, which may get children on the way.
    fn descend(&mut self) {
        let Shared { tree, root, .. } = self.shared;
        let (method, leaf) = (&mut *self.method, &mut self.leaf);
        leaf.return_to(root);
        let mut index = ROOT;
        loop {
            leaf.path.push(index);
            tree.node(index).begin_visit();
            method.enter(&self.shared, &mut self.allocator, leaf);
            if leaf.is_over(root) {
                return;
            }
            let (first, children) = tree.children(index);
            let select = || method.select(tree, index, children);
            let Some(best) = choose(select, root, leaf, children) else {
                return;
            };
            if !method.goes_on(root, leaf, &children[best]) {
                return;
            }
            if let Some(position) = tree.position(index) {
                position.note_visited(best);
            }
            index = first + best as u32;
            leaf.follow(root, children[best].mv());
        }
    }

    /// Adds what is known of the leaf to the tree and to the sums of the search.
    fn learn(&mut self, with_owners: bool) {
        let leaf = &self.leaf;
        let first = leaf.path.get(1);
        let first = first.map(|&index| self.shared.tree.node(index).point_index());
        self.tally
            .add(first, leaf.color, &leaf.evaluation, with_owners);
        self.method.back_up(&self.shared, leaf);
    }
}

/// Returns the place of the best child whose move repeats no position. Children whose moves do are marked
/// on the way.
fn choose(
    select: impl Fn() -> Option<usize>,
    root: &Root<'_>,
    leaf: &Leaf,
    children: &[Node],
) -> Option<usize> {
    loop {
        let best = select()?;
        let child = &children[best];
        if child.visits() > 0 || !leaf.repeats(root, child.mv()) {
            return Some(best);
        }
        child.mark_illegal();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::rules::KoRule;
    use crate::go::{Color, Game, Move, Rules, Size};
    use crate::rng::Rng;
    use crate::search::node::MovePrior;
    use crate::search::params::{Overrides, SearchParams};
    use crate::search::rave::tests::RaveFormula;

    #[test]
    fn a_move_that_repeats_a_position_is_never_chosen() {
        let mut game = Game::new(Size::square(5), Rules::default());
        for mv in ["B5", "C5", "A4", "D4", "B3", "C3", "C4", "B4"] {
            let color = game.position().to_move();
            game.play(color, mv.parse().unwrap()).unwrap();
        }
        let root = Root::new(&game, Color::Black, 0.0);
        let (leaf, parent) = (Leaf::new(&root), Node::default());
        parent.set_visits(1);
        let formula = RaveFormula::new(
            &SearchParams::new(Size::square(5), &Overrides::default()),
            Size::square(5),
        );
        // Black may not take back at C4, which is the likelier move.
        let children = [("C4", 0.9), ("A1", 0.1)].map(|(mv, probability)| {
            let (node, lost) = (Node::default(), 0.0);
            node.reset(mv.parse().unwrap(), MovePrior { probability, lost });
            node
        });
        assert_eq!(formula.best(&parent, &children), Some(0));
        let chosen = choose(|| formula.best(&parent, &children), &root, &leaf, &children);
        assert_eq!((chosen, children[0].is_illegal()), (Some(1), true));
    }

    #[test]
    fn paths_of_the_tree_know_what_the_ko_rules_forbid() {
        for ko in [
            KoRule::Positional,
            KoRule::Situational,
            KoRule::NaturalSituational,
        ] {
            let forbidden: usize = (0..1000).map(|seed| forbidden_on_a_path(ko, seed)).sum();
            assert!(forbidden > 100, "{ko:?}: {forbidden}");
        }
        let forbidden: usize = (0..100)
            .map(|seed| forbidden_on_a_path(KoRule::Simple, seed))
            .sum();
        assert_eq!(forbidden, 0, "the board itself knows a simple ko");
    }

    /// Makes random moves, the first in a game and the others in a tree, and compares after each what
    /// may be played. Returns how many moves were forbidden.
    fn forbidden_on_a_path(ko: KoRule, seed: u64) -> usize {
        let mut rng = Rng::new(seed);
        let rules = Rules {
            ko,
            ..Rules::default()
        };
        let mut game = Game::new(Size::new(3, 2).unwrap(), rules);
        let mut color = Color::Black;
        for _ in 0..4 {
            let mv = any_move(&game, color, &mut rng);
            game.play(color, mv).unwrap();
            color = !color;
        }
        let start = game.clone();
        let root = Root::new(&start, color, 0.0);
        let mut leaf = Leaf::new(&root);
        let mut forbidden = 0;
        for _ in 0..12 {
            for point in game.board().points() {
                if game.board().is_empty_at(point) && leaf.board.is_playable(point, leaf.color) {
                    let mv = Move::Play(point);
                    let is_legal = game.check(leaf.color, mv).is_ok();
                    assert_eq!(leaf.repeats(&root, mv), !is_legal, "{ko:?} {seed} {mv}");
                    forbidden += usize::from(!is_legal);
                }
            }
            let mv = any_move(&game, leaf.color, &mut rng);
            game.play(leaf.color, mv).unwrap();
            leaf.follow(&root, mv);
        }
        forbidden
    }

    /// A random legal move, passes as likely as others.
    fn any_move(game: &Game, color: Color, rng: &mut Rng) -> Move {
        let plays = game.board().points().map(Move::Play);
        let legal: Vec<Move> = plays
            .chain([Move::Pass])
            .filter(|&mv| game.check(color, mv).is_ok())
            .collect();
        legal[rng.below(legal.len())]
    }
}
