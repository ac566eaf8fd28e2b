//! Ladders read to their end.
//!
//! In a ladder the attacker gives atari at every move and the owner of the chain answers every
//! atari: by extending at the last liberty, or by capturing attacking stones that are in atari
//! themselves. With three liberties the chain is out; with two the attacker goes on with one of
//! them; with one it is captured. Within these bounds the search is exhaustive and follows the rules
//! of [`Board`]: a ko may not be retaken at once, so an atari that needs a forbidden retake does not
//! exist, and a chain whose last liberty is a forbidden retake has got away for now.
//!
//! What is said to be captured is proved to be. A search that grows beyond [`MOST_MOVES`] is given
//! up, and the chain counts as not captured; [`Ladders::fate`] distinguishes it from a chain that
//! gets away.

#[cfg(test)]
mod tests;

use super::variations::{VariationPoint, Variations, counterattacks};
use crate::go::{Board, Color, Move, Point, PointSet};

/// Moves that one question may try, all variations together.
pub const MOST_MOVES: usize = 2000;

/// What becomes of a chain in a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LadderFate {
    /// It is captured, whoever moves first.
    Captured,
    /// It is captured or gets away, as its opponent or its owner moves first.
    Unsettled,
    /// It cannot be captured in a ladder.
    Escaped,
    /// Reading was given up before it was clear.
    Unknown,
}

/// Who wins a ko in a ladder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LadderKos {
    /// It may not be retaken at once, as on the board.
    #[default]
    ByRule,
    /// The owner of the chain: he may retake at once when he moves first, and gets away when an atari of the
    /// attacker leaves a ko. Only where he has a ko at both liberties and nothing to capture he is lost. This is
    /// how KataGo gives ladders to its networks.
    ForOwner,
}

/// Reads ladders, and keeps the boards it needs for that from one question to the next.
#[derive(Clone, Debug)]
pub struct Ladders {
    variations: Variations,
    kos: LadderKos,
}

/// Moves that one question may try if kos are the owner's: as many as KataGo tries.
const MOST_MOVES_FOR_OWNER: usize = 25_000;

impl Default for Ladders {
    fn default() -> Ladders {
        Ladders::new()
    }
}

impl Ladders {
    /// A reader without boards; the first questions make them.
    pub const fn new() -> Ladders {
        Ladders {
            variations: Variations::new(MOST_MOVES),
            kos: LadderKos::ByRule,
        }
    }

    /// A reader that gives every ko to the owner of the chain.
    pub const fn with_kos_for_owner() -> Ladders {
        Ladders {
            variations: Variations::new(MOST_MOVES_FOR_OWNER),
            kos: LadderKos::ForOwner,
        }
    }

    /// The atari that captures a chain of two liberties in a ladder, if there is one and its opponent
    /// moves first. `None` for a chain with fewer or more liberties. About 0.1 µs where no ladder
    /// begins, 0.3 µs for each move of one that does.
    ///
    /// # Examples
    /// ```
    /// use kosumi::go::Board;
    /// use kosumi::tactics::Ladders;
    ///
    /// let board: Board = "
    ///     . . . . .
    ///     . . . . .
    ///     . . . X .
    ///     . . X O .
    ///     . . . X .
    /// ".parse()?;
    /// let white = "D2".parse()?;
    /// let mut ladders = Ladders::new();
    /// assert_eq!(ladders.captures(&board, white), None); // one liberty: no ladder, just a capture
    /// assert!(!ladders.escapes(&board, white));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn captures(&mut self, board: &Board, chain: Point) -> Option<Point> {
        let [a, b] = board.two_liberties(chain)?;
        let starts = [(a, b), (b, a)].into_iter();
        let mut starts = starts.filter(|&(at, other)| self.traps(board, chain, at, other));
        starts.next().map(|(at, _)| at)
    }

    /// For each liberty of a chain of two, in the order in which the board lists them, whether an
    /// atari there captures the chain in a ladder.
    pub fn traps_at_both(&mut self, board: &Board, chain: Point) -> [bool; 2] {
        let Some([a, b]) = board.two_liberties(chain) else {
            return [false; 2];
        };
        [(a, b), (b, a)].map(|(at, other)| self.traps(board, chain, at, other))
    }

    /// Returns true if a chain in atari gets out of the ladder when its owner moves first, and for a
    /// chain that is not in atari.
    pub fn escapes(&mut self, board: &Board, chain: Point) -> bool {
        if board.color_at(chain).is_none() || !board.is_atari(chain) {
            return true;
        }
        let stage = self.variations.begin(board, chain, None);
        !self.is_lost_at_first(stage, chain)
    }

    /// Returns true if the chain of a new stone of `color`, who may play there, has two liberties or
    /// more and no ladder captures it.
    pub fn stands(&mut self, board: &Board, at: Point, color: Color) -> bool {
        let stage = self.begin_with(board, at, at, color);
        !self.is_caught(stage, at)
    }

    /// Returns true if reading was given up in a question since the last one for a fate.
    #[cfg(test)]
    pub(crate) const fn has_given_up(&self) -> bool {
        self.variations.gave_up
    }

    /// What becomes of the chain at an occupied point in a ladder.
    pub fn fate(&mut self, board: &Board, chain: Point) -> LadderFate {
        self.variations.gave_up = false;
        let fate = self.settled_fate(board, chain);
        if self.variations.gave_up {
            LadderFate::Unknown
        } else {
            fate
        }
    }

    /// Returns what becomes of a chain, where one whose reading was given up counts as escaped.
    fn settled_fate(&mut self, board: &Board, chain: Point) -> LadderFate {
        let Some(owner) = board.color_at(chain) else {
            return LadderFate::Escaped;
        };
        if let Some(liberty) = board.atari_liberty(chain) {
            return match (self.escapes(board, chain), board.ko()) {
                (true, Some((ko, _))) if ko == liberty => LadderFate::Escaped,
                (true, _) => LadderFate::Unsettled,
                (false, _) => LadderFate::Captured,
            };
        }
        let liberties = board.two_liberties(chain);
        let Some(liberties) = liberties.filter(|_| self.captures(board, chain).is_some()) else {
            return LadderFate::Escaped;
        };
        let mut moves = counterattacks(board, chain, owner).chain(liberties);
        let survives = |at| board.is_playable(at, owner) && self.survives(board, chain, at, owner);
        if moves.any(survives) {
            LadderFate::Unsettled
        } else {
            LadderFate::Captured
        }
    }

    /// Returns true if a chain is out of the ladder after a move of its owner, who may play there.
    fn survives(&mut self, board: &Board, chain: Point, at: Point, owner: Color) -> bool {
        let stage = self.begin_with(board, chain, at, owner);
        !self.is_caught(stage, chain)
    }

    /// Returns true if a chain of two liberties is lost in a ladder that begins with an atari at one
    /// of them.
    fn traps(&mut self, board: &Board, chain: Point, at: Point, other: Point) -> bool {
        let Some(owner) = board.color_at(chain) else {
            return false;
        };
        // Here KataGo bars the point of a ko to either player.
        let is_barred =
            self.kos == LadderKos::ForOwner && board.ko().is_some_and(|(ko, _)| ko == at);
        !is_barred && is_promising(board, chain, at, other) && {
            let stage = self.begin_with(board, chain, at, !owner);
            self.is_lost_at_first(stage, chain)
        }
    }

    /// Takes up a question that begins with a move, which does not count as one of those tried.
    fn begin_with(
        &mut self,
        board: &Board,
        chain: Point,
        at: Point,
        color: Color,
    ) -> VariationPoint {
        let stage = self.variations.begin(board, chain, None);
        let stage = self.variations.go_on(stage, at, color);
        self.variations.renew_limit();
        stage
    }

    /// Makes a move: in place if no other is to be tried from here, otherwise on the next board.
    fn play(
        &mut self,
        stage: VariationPoint,
        at: Point,
        color: Color,
        is_last: bool,
    ) -> VariationPoint {
        if is_last {
            self.variations.go_on(stage, at, color)
        } else {
            self.variations.branch(stage, Move::Play(at), color)
        }
    }

    /// Returns true if a chain in atari is lost, its owner to make the first move of his.
    fn is_lost_at_first(&mut self, stage: VariationPoint, chain: Point) -> bool {
        let board = self.variations.board(stage);
        let (LadderKos::ForOwner, Some(owner)) = (self.kos, board.color_at(chain)) else {
            return self.is_lost(stage, chain);
        };
        let Some(liberty) = board.atari_liberty(chain) else {
            return false;
        };
        let barred = board.ko().map(|(ko, _)| ko);
        let answers = counterattacks(board, chain, owner).chain([liberty]);
        let answers = answers.filter(|&at| board.is_playable(at, owner) || barred == Some(at));
        let answers: PointSet = answers.collect();
        answers.iter().all(|at| {
            let next = self.play(stage, at, owner, false);
            self.is_caught(next, chain)
        })
    }

    /// Returns true if a chain in atari is lost, its owner to move.
    fn is_lost(&mut self, stage: VariationPoint, chain: Point) -> bool {
        if self.variations.is_exhausted(stage) {
            return false;
        }
        let board = self.variations.board(stage);
        let (Some(owner), Some(liberty)) = (board.color_at(chain), board.atari_liberty(chain))
        else {
            return board.is_empty_at(chain); // no atari is no attack; a suicide was fatal
        };
        let is_out = match self.kos {
            LadderKos::ByRule => !board.is_playable(liberty, !owner), // a ko that may not be retaken
            LadderKos::ForOwner => board.ko().is_some(),
        };
        if is_out {
            return false;
        }
        let answers = answers(board, chain, liberty, owner);
        let mut left = answers.len();
        for at in answers.iter() {
            left -= 1;
            let next = self.play(stage, at, owner, left == 0);
            if !self.is_caught(next, chain) {
                return false;
            }
        }
        true
    }

    /// Returns true if a chain is lost, its opponent to move.
    fn is_caught(&mut self, stage: VariationPoint, chain: Point) -> bool {
        if self.variations.is_exhausted(stage) {
            return false;
        }
        let board = self.variations.board(stage);
        let Some(owner) = board.color_at(chain) else {
            return true;
        };
        if let Some(liberty) = board.atari_liberty(chain) {
            return self.kos == LadderKos::ForOwner || board.is_playable(liberty, !owner);
        }
        let Some([a, b]) = board.two_liberties(chain) else {
            return false;
        };
        if self.kos == LadderKos::ForOwner && dies_of_two_kos(board, chain, [a, b], owner) {
            return true;
        }
        let tries = [(a, b), (b, a)].map(|(at, other)| is_promising(board, chain, at, other));
        for (at, is_last) in [(a, !tries[1]), (b, true)] {
            if tries[usize::from(at == b)] {
                let next = self.play(stage, at, !owner, is_last);
                if self.is_lost(next, chain) {
                    return true;
                }
            }
        }
        false
    }
}

/// Returns true if an atari at one of the two liberties of a chain is worth a try: it is allowed, and an
/// extension at the other one would not have three liberties by its new stone alone.
fn is_promising(board: &Board, chain: Point, at: Point, other: Point) -> bool {
    let Some(owner) = board.color_at(chain) else {
        return false;
    };
    let open = board
        .neighbors(other)
        .filter(|&near| near != at && board.is_empty_at(near))
        .count();
    open < 3 && board.is_playable(at, !owner)
}

/// Returns true if both liberties of a chain are mouths of kos, connecting at neither gains liberties, and the
/// owner has nothing to capture beside it.
fn dies_of_two_kos(board: &Board, chain: Point, liberties: [Point; 2], owner: Color) -> bool {
    let is_dead_end =
        |at: Point| takes_ko(board, at, !owner) && !board.has_liberties_after::<3>(at, owner);
    liberties.into_iter().all(is_dead_end) && counterattacks(board, chain, owner).next().is_none()
}

/// Returns true if a play takes a single stone out of a place that only stones of its owner surround.
fn takes_ko(board: &Board, at: Point, color: Color) -> bool {
    let is_surrounded = board
        .neighbors(at)
        .all(|near| board.color_at(near) == Some(!color));
    let mut chains = board.neighbors(at).filter(|&near| board.is_atari(near));
    let taken = chains.next();
    is_surrounded
        && chains.next().is_none()
        && taken.is_some_and(|near| board.chain(near).count() == 1)
}

/// The moves that may save a chain in atari: captures of attacking stones next to it, and the
/// extension at its liberty.
fn answers(board: &Board, chain: Point, liberty: Point, owner: Color) -> PointSet {
    counterattacks(board, chain, owner)
        .chain([liberty])
        .filter(|&at| board.is_playable(at, owner))
        .collect()
}
