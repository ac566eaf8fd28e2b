//! Search with playouts: means over visits, mixed with all-moves-as-first values and with prior visits by a learned policy.
//!
//! Coulom 2006, Kocsis and Szepesvári 2006; all-moves-as-first values in the tree (RAVE) by Gelly and Silver 2007 and 2011.

mod expansion;
mod opening;
mod selection;

use super::leaf::Leaf;
use super::limits::Pace;
use super::method::{Method, Shared, end_visits};
use super::node::Node;
use super::params::SearchParams;
use super::playouts::Playouts;
use super::policy::Policy;
use super::root::{RecentMoves, Root};
use super::tree::{Allocator, Tree};
use crate::go::point::CELLS;
use crate::go::{Board, Color, Game, Point, Size};
use crate::pattern::prior::Prior;
use crate::rng::Rng;
use expansion::Expansion;
use selection::RaveFormula;

/// One thread's part of a search by playouts.
#[derive(Debug)]
pub(super) struct Rave {
    selection: RaveFormula,
    expansion: Expansion,
    prior: LearnedPrior,
    playouts: Playouts,
    first_plays: FirstPlays,
}

impl Rave {
    pub(super) fn new(params: &SearchParams, size: Size, rng: Rng) -> Rave {
        Rave {
            selection: RaveFormula::new(params, size),
            expansion: Expansion::default(),
            prior: LearnedPrior::new(),
            playouts: Playouts::new(rng),
            first_plays: FirstPlays::new(),
        }
    }
}

impl Method for Rave {
    const DEFAULT_VISITS: u64 = super::DEFAULT_PLAYOUTS;

    const PACE: Pace = Pace::OF_PLAYOUTS;

    fn policy(&mut self, _: &Root<'_>, leaf: &mut Leaf, policy: &mut Policy) {
        self.prior
            .write(&leaf.board, leaf.color, leaf.recent, policy);
    }

    fn enter(&mut self, shared: &Shared<'_>, allocator: &mut Allocator, leaf: &mut Leaf) {
        if !leaf.is_over(shared.root) {
            let prior = &mut self.prior;
            self.expansion
                .expand_if_due(shared, allocator, leaf, |leaf, policy| {
                    prior.write(&leaf.board, leaf.color, leaf.recent, policy);
                });
        }
    }

    fn select(&self, tree: &Tree, parent: u32, children: &[Node]) -> Option<usize> {
        self.selection.best(tree.node(parent), children)
    }

    fn evaluate(&mut self, shared: &Shared<'_>, _: &mut Allocator, leaf: &mut Leaf) {
        self.playouts.evaluate(shared.root, leaf);
    }

    fn count(&self, root: &Root<'_>, leaf: &mut Leaf) {
        Playouts::count(root, leaf);
    }

    fn back_up(&mut self, shared: &Shared<'_>, leaf: &Leaf) {
        end_visits(shared.tree, leaf);
        self.first_plays.back_up(shared.tree, shared.root, leaf);
    }
}

/// The learned prior as a source of policies. Each thread has its own.
#[derive(Debug)]
struct LearnedPrior {
    prior: Prior,
    plays: Vec<(Point, f32)>,
}

impl LearnedPrior {
    fn new() -> LearnedPrior {
        LearnedPrior {
            prior: Prior::new(),
            plays: Vec::new(),
        }
    }

    /// Overwrites a policy with that of a position.
    fn write(
        &mut self,
        board: &Board,
        color: Color,
        [last, before_last]: RecentMoves,
        policy: &mut Policy,
    ) {
        let plays = &mut self.plays;
        let pass = self.prior.moves(board, color, last, before_last, plays);
        policy.set(plays.iter().copied(), pass);
    }
}

impl Policy {
    /// What the learned prior expects of `color` in the present position of a game. Moves that the
    /// rules forbid have the probability 0.
    pub fn of(game: &Game, color: Color) -> Policy {
        let mut policy = Policy::only_pass();
        let (board, recent) = (game.board(), game.last_moves());
        LearnedPrior::new().write(board, color, recent, &mut policy);
        policy.keep_legal(game, color);
        policy
    }
}

/// For each point of the grid, when and by whom it was first played in a part of a playout.
#[derive(Debug)]
struct FirstPlays(Box<[u16; CELLS]>);

impl FirstPlays {
    fn new() -> FirstPlays {
        FirstPlays(Box::new([0; CELLS]))
    }

    fn note(&mut self, point: Point, index: usize, color: Color) {
        self.0[point.index()] = ((index as u16 + 1) << 1) | color as u16;
    }

    /// When `color` played a point, if the point had not been played before.
    #[inline]
    fn by(&self, point_index: usize, color: Color) -> Option<usize> {
        let entry = self.0[point_index & (CELLS - 1)];
        (entry & 1 == color as u16 && entry > 1).then(|| usize::from(entry >> 1) - 1)
    }
}

impl FirstPlays {
    /// Adds an evaluated leaf to the all-moves-as-first values of the children of the nodes on the way to it.
    ///
    /// A child gets credit if the player who chooses there was the first to play on its point, in the tree
    /// or in the playout, from the parent on. Plays in the first third of the rest of the game weigh three
    /// times as much as those in the last third, which say little about playing there now (as in Pachi).
    fn back_up(&mut self, tree: &Tree, root: &Root<'_>, leaf: &Leaf) {
        let Leaf { path, trace, .. } = leaf;
        let mover = |index: usize| {
            if index.is_multiple_of(2) {
                root.to_move
            } else {
                !root.to_move
            }
        };
        let mut noted = trace.len();
        for depth in (0..path.len()).rev() {
            while noted > depth {
                noted -= 1;
                if let Some(point) = trace[noted] {
                    self.note(point, noted, mover(noted));
                }
            }
            let (color, span) = (mover(depth), trace.len() - depth);
            let value = leaf.value_for(color);
            let (early, middle) = (depth + span / 3, depth + 2 * span / 3);
            let (_, children) = tree.children(path[depth]);
            for child in children {
                if let Some(when) = self.by(child.point_index(), color) {
                    let weight = 1 + u32::from(when < middle) + u32::from(when < early);
                    child.add_amaf(weight, value);
                }
            }
        }
        for point in trace.iter().flatten() {
            self.0[point.index()] = 0;
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::go::{Game, Move, Rules, Size};
    use crate::search::evaluation::Value;
    use crate::search::method::end_visits;
    use crate::search::node::MovePrior;
    use crate::search::tree::{Allocator, ROOT};

    pub(in crate::search) use super::selection::RaveFormula;

    /// Expands as playouts do, with another policy.
    pub(in crate::search) fn expand_by(
        rave: &mut Rave,
        shared: &Shared<'_>,
        allocator: &mut Allocator,
        leaf: &mut Leaf,
        write_policy: impl FnOnce(&mut Leaf, &mut Policy),
    ) {
        if !leaf.is_over(shared.root) {
            rave.expansion
                .expand_if_due(shared, allocator, leaf, write_policy);
        }
    }
    #[test]
    fn a_policy_is_of_legal_moves_and_adds_up_to_one() {
        let mut game = Game::new(Size::square(5), Rules::default());
        let sum = |game: &Game, policy: &Policy| -> f64 {
            let plays = game.board().points().map(Move::Play);
            let moves = plays.chain([Move::Pass]);
            moves.map(|mv| policy.probability(mv)).sum()
        };
        for name in "B2 C2 A3 D3 B4 C4 C3 B3".split(' ') {
            let color = game.position().to_move();
            game.play(color, name.parse().unwrap()).unwrap();
            let policy = Policy::of(&game, !color);
            assert!((sum(&game, &policy) - 1.0).abs() < 1e-6);
        }
        let policy = Policy::of(&game, Color::Black);
        assert!(policy.probability("C3".parse().unwrap()) <= 0.0, "a ko");
        assert!(policy.probability(Move::Pass) > 0.0);
    }

    #[test]
    fn who_has_no_legal_play_passes() {
        let mut game = Game::new(Size::new(2, 1).unwrap(), Rules::default());
        game.play(Color::Black, "A1".parse().unwrap()).unwrap();
        game.play(Color::White, "B1".parse().unwrap()).unwrap();
        let policy = Policy::of(&game, Color::Black);
        assert!(
            (policy.probability(Move::Pass) - 1.0).abs() < 1e-12,
            "superko forbids the capture"
        );
    }

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    /// A root with the children A1, B1, C1, and the second of them with the same points below it.
    fn tree() -> (Tree, u32, u32) {
        let tree = Tree::new(1 << 20);
        let mut allocator = Allocator::new();
        let mut add = |parent: u32| {
            let first = tree.allocate(&mut allocator, 3).unwrap();
            for (child, name) in tree.block(first, 3).iter().zip(["A1", "B1", "C1"]) {
                child.reset(Move::Play(point(name)), MovePrior::default());
            }
            tree.node(parent).publish(first, 3);
            first
        };
        let first = add(ROOT);
        let second = add(first + 1);
        (tree, first, second)
    }

    #[test]
    fn the_first_play_on_a_point_gets_the_credit() {
        let (tree, first, second) = tree();
        let game = Game::new(Size::square(5), Rules::default());
        let root = Root::new(&game, Color::Black, 0.0);
        let mut leaf = Leaf::new(&root);
        leaf.path = vec![ROOT, first + 1];
        // Black B1, White C1, Black A1, White E5, Black C1 (after a capture), White A1.
        let names = ["B1", "C1", "A1", "E5", "C1", "A1"];
        leaf.trace.extend(names.map(|name| Some(point(name))));
        leaf.color = Color::White;
        leaf.evaluation.value = Value(0);
        for &index in &leaf.path {
            tree.node(index).begin_visit();
        }
        end_visits(&tree, &leaf);
        FirstPlays::new().back_up(&tree, &root, &leaf);
        let amaf = |index: u32| {
            let stats = tree.node(index).rave_stats();
            (stats.amaf, stats.amaf_wins)
        };
        // Black's moves at the root: B1 at once (3), A1 third (2), C1 was White's first.
        assert_eq!(
            [amaf(first), amaf(first + 1), amaf(first + 2)],
            [(2.0, 2.0), (3.0, 3.0), (0.0, 0.0)]
        );
        // White's replies: C1 at once, lost; A1 was Black's first; B1 was not played again.
        assert_eq!(
            [amaf(second), amaf(second + 1), amaf(second + 2)],
            [(0.0, 0.0), (0.0, 0.0), (3.0, 0.0)]
        );
        assert!((tree.node(first + 1).mean() - 1.0).abs() < 1e-9);
        assert!(
            tree.node(ROOT).mean().abs() < 1e-9,
            "the root's move is White's"
        );
    }

    #[test]
    fn the_first_third_weighs_three_times_as_much_as_the_last() {
        // Of 6 moves from the root on, those before the third are early and those from the fifth on
        // late; of the 7 below the first of 8, those before the fourth and from the sixth on.
        for (names, depth) in [
            (&["A1", "E5", "B1", "E4", "C1", "E3"][..], 0),
            (&["E5", "A1", "E4", "B1", "E3", "C1", "E2", "E1"], 1),
        ] {
            let (tree, first, second) = tree();
            let game = Game::new(Size::square(5), Rules::default());
            let root = Root::new(&game, Color::Black, 0.0);
            let mut leaf = Leaf::new(&root);
            leaf.path = vec![ROOT, first + 1];
            leaf.trace
                .extend(names.iter().map(|name| Some(point(name))));
            end_visits(&tree, &leaf);
            FirstPlays::new().back_up(&tree, &root, &leaf);
            let children = tree.block([first, second][depth], 3).iter();
            let weights: Vec<f32> = children.map(|child| child.rave_stats().amaf).collect();
            assert_eq!(weights, [3.0, 2.0, 1.0], "{depth}");
        }
    }
}
