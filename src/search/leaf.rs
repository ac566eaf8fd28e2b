//! The end of a descent: its path, its board, and its evaluation.

use super::evaluation::{Evaluation, Value};
use super::root::{RecentMoves, Root};
use crate::go::rules::{DeadStones, Rules, Scoring, Suicide};
use crate::go::{Board, Color, Move, Point, PointSet, Points};
use crate::playout::Trace;
use std::cell::OnceCell;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The end of a way down the tree, and what it is worth.
#[derive(Debug)]
pub(super) struct Leaf {
    /// The position. It may change: a playout is played on this board.
    pub(super) board: Board,
    /// Who is to move.
    pub(super) color: Color,
    /// Passes in a row before it.
    pub(super) passes: usize,
    has_button: bool,
    pub(super) recent: RecentMoves,
    /// The nodes from the root to here.
    pub(super) path: Vec<u32>,
    /// The moves from the root to here, and those of a playout from here on, for what is learned of moves
    /// that come later (all moves as first). A network adds none.
    pub(super) trace: Trace,
    /// The keys of those positions on the way that the ko rule compares.
    keys: Vec<u64>,
    /// Found when they are first asked for.
    plays: OnceCell<LegalPlays>,
    pub(super) evaluation: Evaluation,
}

/// The plays of the player to move at a leaf.
#[derive(Clone, Debug)]
pub(super) struct LegalPlays {
    /// Those that are legal but for repetition.
    pub(super) possible: PointSet,
    /// Those of them that bring back a position that the ko rule forbids.
    pub(super) repeating: PointSet,
}

impl LegalPlays {
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
            evaluation: Evaluation::default(),
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
        recent: RecentMoves,
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

    /// The plays of the player to move, before a playout has changed the board.
    pub(super) fn plays(&self, root: &Root<'_>) -> &LegalPlays {
        self.plays.get_or_init(|| {
            let is_possible = |&at: &Point| is_allowed(&root.rules, &self.board, self.color, at);
            let possible: PointSet = self.board.empty_points().filter(is_possible).collect();
            let repeats = |&at: &Point| self.repeats(root, Move::Play(at));
            let repeating = possible.iter().filter(repeats).collect();
            LegalPlays {
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

    /// Returns true if the game is over here. At the root it goes on, whatever has happened before.
    pub(super) fn is_over(&self, root: &Root<'_>) -> bool {
        self.path.len() > 1 && root.is_over(self.passes)
    }

    /// Returns true if the game is over here and is counted as it stands. Where players agree on dead
    /// stones, those have to be found after the last pass.
    pub(super) fn is_counted(&self, root: &Root<'_>) -> bool {
        self.is_over(root) && root.rules.dead_stones == DeadStones::AsItStands
    }

    /// Returns true if the game is over here and the stones are counted that stay: the players agree about dead ones, but
    /// neither player may fill his territory any more.
    pub(super) fn counts_stones(&self, root: &Root<'_>) -> bool {
        self.is_over(root) && root.rules.scoring == Scoring::Stones
    }

    /// The value of its evaluation for a player.
    pub(super) fn value_for(&self, color: Color) -> Value {
        let value = self.evaluation.value;
        if color == self.color {
            value
        } else {
            value.flipped()
        }
    }

    /// Black's margin in a game that is over.
    pub(super) fn margin(&self, root: &Root<'_>) -> Points {
        root.counting.margin_as_it_stands(&self.board)
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
