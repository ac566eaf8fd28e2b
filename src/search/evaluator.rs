//! What a position is worth before its moves are searched.
//!
//! The tree asks an [`Evaluator`] at two places: for the [`Policy`] of a position whose moves enter
//! the tree, and for the [`Evaluation`] of the leaves that it comes to. [`Playouts`] is one, the
//! [`Sight`](super::sight::Sight) of a network another, and a [`Mixture`](super::mixture::Mixture) of both a third.

use super::appraise::Appraiser;
use super::expand::is_allowed;
use super::node::Value;
use super::policy::{LearnedPrior, Policy};
use super::root::{Recent, Root};
use crate::go::point::CELLS;
use crate::go::rules::{DeadStones, Scoring};
use crate::go::score::owner_at_end;
use crate::go::{Board, ByColor, Color, Move, Point, PointSet, Points};
use crate::playout::{Local, Trace};
use crate::rng::Rng;
use std::cell::OnceCell;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Something that judges positions. Each thread of a search has one of its own.
pub(super) trait Evaluator: Debug {
    /// True if an evaluation has the policy of the position, too. Then the moves of a leaf enter the tree as soon
    /// as it is evaluated, and are selected by PUCT. Otherwise the policy is asked for by itself when a position
    /// was visited some times.
    const TELLS_POLICY: bool;

    /// What makes the values of nodes from those of their children, if that is more than a mean over visits.
    fn appraiser(&mut self) -> Option<&mut Appraiser> {
        None
    }

    /// Overwrites a policy with that of a position.
    fn policy(&mut self, root: &Root<'_>, leaf: &mut Leaf, policy: &mut Policy);

    /// Writes the evaluation of a leaf. The game is not over in it, unless the players still have to agree
    /// about dead stones.
    fn evaluate(&mut self, root: &Root<'_>, leaf: &mut Leaf);

    /// Makes the count of a game that is over the evaluation of a leaf. The owners are not written.
    fn count(&self, root: &Root<'_>, leaf: &mut Leaf);
}

/// The worth of a position.
#[derive(Debug)]
pub(super) struct Evaluation {
    /// What the position is worth to the player to move: the chance of winning with some regard to the score.
    pub(super) value: Value,
    /// His chance of winning, 0 to 1.
    pub(super) win: f32,
    /// His expected margin in points.
    pub(super) score: f32,
    /// The expected margin in points that his utility is made of. A network tells it apart from the lead.
    pub(super) final_score: f32,
    /// The standard deviation of his margin in points.
    pub(super) deviation: f32,
    /// The expected owner of each point of the grid: 1 for the player to move, -1 for the opponent.
    pub(super) owners: Box<[f32; CELLS]>,
    /// The policy, if the evaluator tells it here.
    pub(super) policy: Policy,
}

/// The end of a way down the tree, and what it is worth.
#[derive(Debug)]
pub(super) struct Leaf {
    /// The position. An evaluator may change it: a playout is played on this board.
    pub(super) board: Board,
    /// Who is to move.
    pub(super) color: Color,
    /// Passes in a row before it.
    pub(super) passes: usize,
    has_button: bool,
    pub(super) recent: Recent,
    /// The nodes from the root to here.
    pub(super) path: Vec<u32>,
    /// The moves from the root to here, and those of a playout from here on, for what is learned of moves
    /// that come later (all moves as first). An evaluator that plays no moves adds none.
    pub(super) trace: Trace,
    /// The keys of those positions on the way that the ko rule compares.
    keys: Vec<u64>,
    /// Found when they are first asked for.
    plays: OnceCell<Plays>,
    pub(super) evaluation: Evaluation,
}

/// The plays of the player to move at a leaf.
#[derive(Clone, Debug)]
pub(super) struct Plays {
    /// Those that are legal but for repetition.
    pub(super) possible: PointSet,
    /// Those of them that bring back a position that the ko rule forbids.
    pub(super) repeating: PointSet,
}

impl Plays {
    /// Returns true if a play is legal.
    pub(super) fn is_legal(&self, at: Point) -> bool {
        self.possible.contains(at) && !self.repeating.contains(at)
    }
}

impl Leaf {
    pub(super) fn new(root: &Root<'_>) -> Leaf {
        Leaf {
            board: root.board.clone(),
            color: root.to_move,
            passes: root.passes,
            has_button: root.has_button,
            recent: root.recent,
            path: Vec::new(),
            trace: Trace::new(),
            keys: Vec::new(),
            plays: OnceCell::new(),
            evaluation: Evaluation {
                value: Value(0),
                win: 0.0,
                score: 0.0,
                final_score: 0.0,
                deviation: 0.0,
                owners: Box::new([0.0; CELLS]),
                policy: Policy::only_pass(),
            },
        }
    }

    /// Goes where another one is, as if that were the root.
    pub(super) fn stand_at(&mut self, other: &Leaf) {
        self.set_out(
            &other.board,
            other.color,
            other.passes,
            other.has_button,
            other.recent,
        );
    }

    /// Goes back to the root.
    pub(super) fn return_to(&mut self, root: &Root<'_>) {
        self.set_out(
            &root.board,
            root.to_move,
            root.passes,
            root.has_button,
            root.recent,
        );
    }

    /// Begins a way at a position.
    fn set_out(
        &mut self,
        board: &Board,
        color: Color,
        passes: usize,
        has_button: bool,
        recent: Recent,
    ) {
        self.board.copy_from(board);
        self.color = color;
        self.passes = passes;
        self.has_button = has_button;
        self.recent = recent;
        self.path.clear();
        self.trace.clear();
        self.keys.clear();
        self.plays.take();
    }

    /// Makes a move of the tree.
    pub(super) fn follow(&mut self, root: &Root<'_>, mv: Move) {
        self.plays.take();
        self.board.make(mv, self.color);
        self.trace.push(mv.point());
        if root.remembers(mv) {
            self.keys.push(root.key(self.board.hash(), self.color));
        }
        self.color = !self.color;
        match mv {
            Move::Play(_) => self.passes = 0,
            Move::Pass if self.has_button => self.has_button = false,
            Move::Pass => self.passes += 1,
        }
        self.recent = [Some(mv), self.recent[0]];
    }

    /// A hash of the position among all that moves of both in turn lead to from the beginning of the game: of its stones, ko
    /// and prisoners, the moves before it, the passes in a row, and what may not be played because it repeats a
    /// position. Who is to move and who has the button follow from these. Two ways to a position of the same key may
    /// still differ in what later moves would repeat.
    pub(super) fn key(&self, root: &Root<'_>) -> u64 {
        let mut key = DefaultHasher::new();
        let board = &self.board;
        let prisoners = Color::ALL.map(|color| board.captured_by(color));
        let moves = root.game.moves().len() + self.trace.len();
        let ko = board.ko().map(|(at, color)| (at.index(), color as u8));
        (board.hash(), ko, prisoners, moves, self.passes).hash(&mut key);
        for at in self.plays(root).repeating.iter() {
            at.index().hash(&mut key);
        }
        key.finish()
    }

    /// The plays of the player to move, before an evaluator has changed the board.
    pub(super) fn plays(&self, root: &Root<'_>) -> &Plays {
        self.plays.get_or_init(|| {
            let is_possible = |&at: &Point| is_allowed(&root.rules, &self.board, self.color, at);
            let possible: PointSet = self.board.empty_points().filter(is_possible).collect();
            let repeats = |&at: &Point| self.repeats(root, Move::Play(at));
            let repeating = possible.iter().filter(repeats).collect();
            Plays {
                possible,
                repeating,
            }
        })
    }

    /// Returns true if a move brings back a position that the ko rule forbids.
    pub(super) fn repeats(&self, root: &Root<'_>, mv: Move) -> bool {
        match mv {
            Move::Play(point) if root.forbids_repetition() => {
                let hash = self.board.hash_after(point, self.color);
                let key = root.key(hash, self.color);
                root.has_seen(key) || self.keys.contains(&key)
            }
            _ => false,
        }
    }

    /// Returns true if the game is over here and is counted as it stands. Where players agree on dead
    /// stones, the evaluator has to find them after the last pass.
    pub(super) fn is_counted(&self, root: &Root<'_>) -> bool {
        self.path.len() > 1
            && root.is_over(self.passes)
            && root.rules.dead_stones == DeadStones::AsItStands
    }

    /// Returns true if the game is over here and the stones are counted that stay: the players agree about dead ones, but
    /// nobody may fill his territory any more.
    pub(super) fn counts_stones(&self, root: &Root<'_>) -> bool {
        self.path.len() > 1 && root.is_over(self.passes) && root.rules.scoring == Scoring::Stones
    }

    /// Black's margin in a game that is over.
    pub(super) fn margin(&self, root: &Root<'_>) -> Points {
        root.counting.margin_as_it_stands(&self.board)
    }
}

/// One playout from each leaf to the end of the game, with the learned prior as policy.
#[derive(Debug)]
pub(super) struct Playouts {
    local: Local,
    prior: LearnedPrior,
    rng: Rng,
}

impl Playouts {
    pub(super) fn new(local: Local, rng: Rng) -> Playouts {
        Playouts {
            local,
            prior: LearnedPrior::new(),
            rng,
        }
    }
}

impl Playouts {
    fn write(root: &Root<'_>, margin: Points, leaf: &mut Leaf) {
        let evaluation = &mut leaf.evaluation;
        evaluation.value = root.value(margin, leaf.color);
        evaluation.win = root.win_share(margin, leaf.color);
        evaluation.score = (margin * leaf.color.sign()).as_f64() as f32;
    }
}

impl Evaluator for Playouts {
    const TELLS_POLICY: bool = false;

    fn policy(&mut self, _: &Root<'_>, leaf: &mut Leaf, policy: &mut Policy) {
        self.prior
            .write(&leaf.board, leaf.color, leaf.recent, policy);
    }

    fn evaluate(&mut self, root: &Root<'_>, leaf: &mut Leaf) {
        let stones = leaf
            .counts_stones(root)
            .then(|| ByColor::new_with(|color| leaf.board.stone_set(color)));
        let (board, color) = (&mut leaf.board, leaf.color);
        let balance = root.counting.balance(board);
        let recent = leaf.recent.map(|mv| mv.and_then(Move::point));
        self.local
            .play_out(board, color, recent, &mut self.rng, &mut leaf.trace);
        let margin = match stones {
            Some(stones) => root
                .counting
                .margin_of_stones(&stones, |at, owner| owner_at_end(board, at) == Some(owner)),
            None => root.counting.margin_after_playout(board, balance),
        };
        for at in board.points() {
            leaf.evaluation.owners[at.index()] = match owner_at_end(board, at) {
                Some(owner) if owner == color => 1.0,
                Some(_) => -1.0,
                None => 0.0,
            };
        }
        Playouts::write(root, margin, leaf);
    }

    fn count(&self, root: &Root<'_>, leaf: &mut Leaf) {
        Playouts::write(root, leaf.margin(root), leaf);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::rules::KoPass;
    use crate::go::{Game, Rules, Size};

    #[test]
    fn a_finished_game_is_counted_below_the_root_if_it_counts_as_it_stands() {
        use DeadStones::{AsItStands, HypotheticalPlay};
        for (dead_stones, passes, nodes, is_counted) in [
            (AsItStands, 2, 2, true),
            (AsItStands, 2, 3, true),
            (AsItStands, 2, 1, false),
            (AsItStands, 1, 2, false),
            (HypotheticalPlay(KoPass::One), 2, 2, false),
        ] {
            let rules = Rules {
                dead_stones,
                ..Rules::default()
            };
            let game = Game::new(Size::square(5), rules);
            let root = Root::new(&game, Color::Black, 0.0);
            let mut leaf = Leaf::new(&root);
            leaf.passes = passes;
            leaf.path = vec![0; nodes];
            assert_eq!(leaf.is_counted(&root), is_counted, "{passes} {nodes}");
        }
    }
}
