//! The core of all reading: the boards of the current variation, who may retake a ko at once, and the limits of a question.

use super::trace::Readings;
use crate::go::{Board, Color, Move, Point};

/// The most moves that one variation may have. A ladder right across 19x19 takes about 75.
const MOST_PLIES: usize = 120;

/// The hash of the stones of a position, and where who may not retake a ko.
pub(super) type Key = (u64, Option<(Point, Color)>);

/// A position of the variation being read.
#[derive(Clone, Copy, Debug)]
pub(super) struct VariationPoint {
    /// The place of its board.
    level: usize,
    /// The number of moves that led to it.
    ply: usize,
}

/// Plays the variations of one question after the other, and keeps the boards for the next question.
#[derive(Clone, Debug)]
pub(super) struct Variations {
    /// The boards of the variations that are open. A variation that is the last one to try may go on
    /// upon the board where it began, so there may be fewer boards than moves.
    boards: Vec<Board>,
    /// The most moves that a question may try, all variations together.
    most_moves: usize,
    /// Moves tried for this question since [`Variations::renew_limit`].
    tried: usize,
    /// Moves tried for all questions.
    pub(super) total: u64,
    /// Who may retake a ko at once, as with threats that are always answered.
    pub(super) retaker: Option<Color>,
    /// True if the question about retaking a ko arose.
    pub(super) saw_ko: bool,
    /// True if a variation was given up because of a limit.
    pub(super) gave_up: bool,
    /// The moves tried, if they are kept.
    pub(super) trace: Option<Readings>,
}

impl Variations {
    /// A core without boards, for questions that may try `most_moves` each.
    pub(super) const fn new(most_moves: usize) -> Variations {
        Variations {
            boards: Vec::new(),
            most_moves,
            tried: 0,
            total: 0,
            retaker: None,
            saw_ko: false,
            gave_up: false,
            trace: None,
        }
    }

    /// Takes up a question about a chain of a position. It does not clear [`Variations::gave_up`].
    pub(super) fn begin(
        &mut self,
        board: &Board,
        chain: Point,
        retaker: Option<Color>,
    ) -> VariationPoint {
        self.retaker = retaker;
        self.saw_ko = false;
        self.tried = 0;
        match self.boards.first_mut() {
            Some(first) => first.copy_from(board),
            None => self.boards.push(board.clone()),
        }
        if let Some(trace) = &mut self.trace {
            trace.begin(board, chain, retaker);
        }
        VariationPoint { level: 0, ply: 0 }
    }

    /// Lets the question try as many moves as at its beginning.
    pub(super) const fn renew_limit(&mut self) {
        self.tried = 0;
    }

    /// The board of a position.
    #[inline]
    pub(super) fn board(&self, stage: VariationPoint) -> &Board {
        &self.boards[stage.level]
    }

    /// What distinguishes positions: their stones and ko.
    pub(super) fn key(&self, stage: VariationPoint) -> Key {
        let board = self.board(stage);
        (board.hash(), board.ko())
    }

    /// Returns true if the question may not be read further than a position.
    #[inline]
    pub(super) const fn is_exhausted(&mut self, stage: VariationPoint) -> bool {
        let is_exhausted = stage.ply >= MOST_PLIES || self.tried >= self.most_moves;
        self.gave_up |= is_exhausted;
        is_exhausted
    }

    /// Returns true if a player may play on a point: it is empty, the move is no suicide, and retakes
    /// no ko unless he is the one who may.
    pub(super) fn may_play(&mut self, stage: VariationPoint, at: Point, color: Color) -> bool {
        let board = self.board(stage);
        if !board.is_empty_at(at) {
            return false;
        }
        let is_barred = board.ko() == Some((at, color));
        let is_playable = board.is_playable(at, color);
        self.saw_ko |= is_barred;
        is_playable || is_barred && self.retaker == Some(color)
    }

    /// Makes a move on the board of a position. The position cannot be used any more.
    #[inline]
    pub(super) fn go_on(
        &mut self,
        stage: VariationPoint,
        at: Point,
        color: Color,
    ) -> VariationPoint {
        self.make_move(stage.level, stage.ply, Move::Play(at), color)
    }

    /// Makes a move on a copy of the board of a position.
    #[inline]
    pub(super) fn branch(
        &mut self,
        stage: VariationPoint,
        mv: Move,
        color: Color,
    ) -> VariationPoint {
        let level = stage.level + 1;
        if self.boards.len() == level {
            self.boards.push(self.boards[stage.level].clone());
        } else {
            let (before, after) = self.boards.split_at_mut(level);
            after[0].copy_from(&before[stage.level]);
        }
        self.make_move(level, stage.ply, mv, color)
    }

    #[inline]
    fn make_move(&mut self, level: usize, ply: usize, mv: Move, color: Color) -> VariationPoint {
        self.boards[level].make(mv, color);
        if mv != Move::Pass {
            self.tried += 1;
            self.total += 1;
        }
        let ply = ply + 1;
        if let Some(trace) = &mut self.trace {
            trace.add(ply, color, mv);
        }
        VariationPoint { level, ply }
    }

    /// Notes that the move that led to a position reaches the aim of who made it.
    #[inline]
    pub(super) fn succeed(&mut self, stage: VariationPoint) {
        if let Some(trace) = &mut self.trace {
            trace.succeed(stage.ply);
        }
    }
}

/// The points where the owner of a chain takes opposing stones in atari next to it.
pub(super) fn counterattacks(
    board: &Board,
    chain: Point,
    owner: Color,
) -> impl Iterator<Item = Point> {
    let near = board.chain(chain).flat_map(|stone| board.neighbors(stone));
    near.filter(move |&near| board.color_at(near) == Some(!owner))
        .filter_map(|attacker| board.atari_liberty(attacker))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Size;

    #[test]
    fn a_question_tries_so_many_moves_until_its_limit_is_renewed() {
        let board = Board::new(Size::square(5));
        let [one, other] = ["B2", "D4"].map(|name| name.parse().unwrap());
        let mut variations = Variations::new(2);
        let start = variations.begin(&board, one, None);
        variations.branch(start, Move::Play(one), Color::Black);
        let passed = variations.branch(start, Move::Pass, Color::White);
        assert!(!variations.is_exhausted(passed), "a pass costs nothing");
        variations.branch(start, Move::Play(other), Color::Black);
        assert!(variations.is_exhausted(start) && variations.gave_up);
        assert!(
            variations.is_exhausted(start) && variations.gave_up,
            "however often it is asked"
        );
        variations.renew_limit();
        assert!(!variations.is_exhausted(start));
    }
}
