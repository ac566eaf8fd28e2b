//! One thread of a search: it descends, expands, evaluates and backs up, again and again.

use super::backup::{FirstPlays, back_up};
use super::evaluator::{Evaluator, Leaf};
use super::expand::Expander;
use super::node::Node;
use super::root::Root;
use super::select::Selection;
use super::tally::Tally;
use super::tree::{Allocator, ROOT, Tree};
use super::watch::Watch;
use super::{Knobs, Restriction};

/// What the threads of a search share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task<'a> {
    pub(super) tree: &'a Tree,
    pub(super) root: &'a Root<'a>,
    pub(super) knobs: &'a Knobs,
    pub(super) restriction: &'a Restriction,
}

/// A thread with everything that it alone writes to.
#[derive(Debug)]
pub(super) struct Worker<'a, E> {
    tree: &'a Tree,
    root: &'a Root<'a>,
    selection: Selection,
    expander: Expander<'a>,
    with_rave: bool,
    evaluator: &'a mut E,
    allocator: Allocator,
    leaf: Leaf,
    plays: FirstPlays,
    tally: Tally,
}

impl<'a, E: Evaluator> Worker<'a, E> {
    pub(super) fn new(task: Task<'a>, evaluator: &'a mut E, tally: Tally) -> Worker<'a, E> {
        let Task {
            tree, root, knobs, ..
        } = task;
        Worker {
            tree,
            root,
            selection: Selection::new(knobs, E::TELLS_POLICY),
            expander: Expander::new(task),
            with_rave: knobs.rave > 0.0 && !E::TELLS_POLICY,
            evaluator,
            allocator: tree.take_place(),
            leaf: Leaf::new(root),
            plays: FirstPlays::new(),
            tally,
        }
    }

    /// Makes one playout if the root has no children yet. Threads that begin together would all
    /// stay at the root until one of them has made them.
    pub(super) fn begin(&mut self, watch: &Watch<'_>) {
        if self.tree.children(ROOT).1.is_empty() && self.goes_on(watch) {
            self.visit();
        }
    }

    /// Makes playouts until the search is over or the tree is full.
    pub(super) fn work(&mut self, watch: &Watch<'_>) {
        while self.goes_on(watch) {
            self.visit();
        }
    }

    /// Does the same, ends the work and returns what its leaves were worth.
    pub(super) fn work_to_end(mut self, watch: &Watch<'_>) -> Tally {
        self.work(watch);
        self.finish()
    }

    fn goes_on(&self, watch: &Watch<'_>) -> bool {
        watch.take(self.tree) && !self.tree.is_full()
    }

    /// Ends the work and returns what its leaves were worth.
    pub(super) fn finish(self) -> Tally {
        self.tree.give_back(self.allocator);
        self.tally
    }

    /// Descends to a leaf, evaluates it unless it can be counted, and learns from it.
    fn visit(&mut self) {
        self.descend();
        let (root, leaf) = (self.root, &mut self.leaf);
        let is_counted = leaf.is_counted(root);
        if is_counted {
            self.evaluator.count(root, leaf);
        } else {
            self.evaluator.evaluate(root, leaf);
            if E::TELLS_POLICY {
                let allocator = &mut self.allocator;
                self.expander.expand_evaluated(root, allocator, leaf);
            }
        }
        self.learn(!is_counted);
    }

    /// Follows the best moves from the root down to the next leaf, which may get children on the way.
    fn descend(&mut self) {
        let leaf = &mut self.leaf;
        leaf.return_to(self.root);
        let mut index = ROOT;
        loop {
            let node = self.tree.node(index);
            leaf.path.push(index);
            node.begin_visit();
            if E::TELLS_POLICY && node.visits() == 1 && index != ROOT {
                self.tree.identify(index, leaf.key(self.root));
            }
            if self.root.is_over(leaf.passes) && index != ROOT {
                return;
            }
            if !E::TELLS_POLICY {
                let allocator = &mut self.allocator;
                self.expander
                    .expand_if_due(self.evaluator, self.root, allocator, leaf);
            }
            let (first, children) = self.tree.children(index);
            let select = || self.selection.best(self.tree, index, children);
            let Some(best) = choose(select, self.root, leaf, children) else {
                return;
            };
            let (mv, visits) = (children[best].mv(), children[best].visits());
            // On another way to the same position the move may have repeated nothing.
            if E::TELLS_POLICY && visits > 0 && leaf.repeats(self.root, mv) {
                return;
            }
            if let Some(position) = self.tree.position(index) {
                position.note_visited(best);
            }
            index = first + best as u32;
            leaf.follow(self.root, mv);
        }
    }

    /// Adds what is known of the leaf to the tree and to the sums of the search.
    fn learn(&mut self, with_owners: bool) {
        let leaf = &self.leaf;
        let first = leaf.path.get(1);
        let first = first.map(|&index| self.tree.node(index).point_index());
        self.tally
            .add(first, leaf.color, &leaf.evaluation, with_owners);
        back_up(self.tree, self.root, leaf, &mut self.plays, self.with_rave);
        if let Some(appraiser) = self.evaluator.appraiser() {
            appraiser.learn(self.tree, leaf);
        }
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
    use crate::knobs::Overrides;
    use crate::rng::Rng;
    use crate::search::node::Prior;
    use crate::search::select::Formula;

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
        let formula = Formula::new(&Knobs::new(Size::square(5), &Overrides::default()));
        // Black may not take back at C4, which is the likelier move.
        let children = [("C4", 0.9), ("A1", 0.1)].map(|(mv, probability)| {
            let (node, lost) = (Node::default(), 0.0);
            node.reset(mv.parse().unwrap(), Prior { probability, lost });
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
