//! Reads whether a chain can be captured, or saved, by any means.
//!
//! The attacker moves, the owner answers, and the question is whether the stones come off the board.
//! Moves that put the chain into atari are forcing and cost nothing but a place in the line, so
//! ladders are read to their end. Every other move of the attacker is *quiet*: the owner may do what
//! he likes afterwards. Reading begins without quiet moves and allows one more at a time up to
//! [`MOST_QUIET`], which finds nets, snapbacks, short races and approach moves in the order of their
//! length.
//!
//! After a quiet move the owner passes first. If the attack then fails, so did the quiet move. If it
//! succeeds, the proof names its *zone*: the points that it rests on, the liberties of attacking
//! chains that could be captured meanwhile included. A move outside of the zone changes nothing that
//! the proof needs, so only moves inside are tried as answers. Zones are those of relevance-zone
//! search (Thomsen 2000 for lambda search; Shih et al. 2022), here without a goal of life. So what is
//! said to be captured is proved to be against every answer; what is said to be safe is safe as far
//! as the attacks that were tried, [`MOST_QUIET`] and [`MOST_MOVES`] go.
//!
//! Ko: who may retake at once is fixed for a whole reading, see [`Reach`]. Suicide is not allowed.

mod proof;
#[cfg(test)]
mod tests;

use super::trace::{ReadingTrace, Readings};
use super::variations::{Key, VariationPoint, Variations, counterattacks};
use crate::go::point::STRIDE;
use crate::go::{Board, Color, Move, Point, PointSet};
use proof::Proof;
use std::collections::HashMap;

/// The most quiet moves of the attacker that one line may have.
pub const MOST_QUIET: usize = 3;

/// The most moves that are tried for an attack, or for each answer to it, with one view of kos.
pub const MOST_MOVES: usize = 10_000;

/// How surely an aim is reached, from worst to best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// Not at all, as far as reading goes.
    Never,
    /// With a ko threat of one's own: one has to retake a ko that the opponent takes first.
    WithThreat,
    /// With a ko in which the opponent needs the first threat: it has to be ignored.
    ByKo,
    /// Whatever kos and threats there are.
    Surely,
}

/// What reading has found for the player who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaptureFinding {
    /// How surely he reaches his aim.
    pub reach: Reach,
    /// The move that does; `None` if there is none, or if none is needed.
    pub mv: Option<Point>,
}

impl CaptureFinding {
    const NEVER: CaptureFinding = CaptureFinding {
        reach: Reach::Never,
        mv: None,
    };
}

/// Reads attacks on chains, and counts the moves that it tries.
#[derive(Clone, Debug)]
pub struct Captures {
    variations: Variations,
    /// The most quiet moves of the attacker that one line may have.
    most_quiet: usize,
    /// A stone of the chain in question, and its color.
    chain: Point,
    owner: Color,
    /// What is known of positions with the attacker to move, by their key and the quiet moves left.
    known: HashMap<(Key, usize), Option<Proof>>,
}

/// What has been found with one view of kos: `None` if the aim is not reached, else the move that reaches
/// it, or `Some(None)` if no move is needed.
type Answered = Option<Option<Point>>;

impl Default for Captures {
    fn default() -> Captures {
        Captures::new()
    }
}

impl Captures {
    /// A reader that has read nothing.
    pub fn new() -> Captures {
        Captures::within(MOST_QUIET, MOST_MOVES)
    }

    /// A reader with limits of its own: quiet moves of the attacker in a line, and moves tried for an attack or for
    /// each answer to it.
    pub fn within(most_quiet: usize, most_moves: usize) -> Captures {
        Captures {
            variations: Variations::new(most_moves),
            most_quiet,
            // Any chain: every question names its own.
            chain: Point::from_index(STRIDE + 1),
            owner: Color::Black,
            known: HashMap::new(),
        }
    }

    /// The moves tried since the beginning or [`Self::reset_nodes`].
    pub const fn nodes(&self) -> u64 {
        self.variations.total
    }

    /// Counts from 0 again.
    pub fn reset_nodes(&mut self) {
        self.variations.total = 0;
    }

    /// Keeps the moves of all readings from now on.
    pub fn start_trace(&mut self) {
        self.variations.trace = Some(Readings::default());
    }

    /// The readings since [`Self::start_trace`]; `None` if none are kept.
    pub fn trace(&self) -> Option<&[ReadingTrace]> {
        self.variations.trace.as_ref().map(Readings::all)
    }

    /// Keeps no more readings, and forgets those that were kept.
    pub fn stop_trace(&mut self) {
        self.variations.trace = None;
    }

    /// The move by which the opponent captures the chain at a point. From a microsecond to some tens
    /// of milliseconds.
    ///
    /// # Examples
    /// ```
    /// use kosumi::go::Board;
    /// use kosumi::tactics::{Captures, Reach};
    ///
    /// let board: Board = "
    ///     . . . . . . .
    ///     . . X X . . .
    ///     . X O O X . .
    ///     . X O . . . .
    ///     . . X . . . .
    ///     . . . . . . .
    /// ".parse()?;
    /// let found = Captures::new().attack(&board, "C3".parse()?);
    /// assert_eq!(found.reach, Reach::Surely);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn attack(&mut self, board: &Board, chain: Point) -> CaptureFinding {
        let attacker = board.color_at(chain).map(|owner| !owner);
        self.ask(board, chain, attacker, |reader, stage| {
            reader.find_attack(stage).map(Some)
        })
    }

    /// The move by which the owner of the chain at a point saves it, or none if it needs no move. Up to
    /// some tenths of a second.
    pub fn defend(&mut self, board: &Board, chain: Point) -> CaptureFinding {
        self.ask(board, chain, board.color_at(chain), Captures::find_defense)
    }

    /// How surely a move of the opponent captures a chain; `Never` for a move that is not allowed.
    pub fn attack_by(&mut self, board: &Board, chain: Point, at: Point) -> Reach {
        let question = |reader: &mut Captures, stage| {
            let is_captured = if board.atari_liberty(chain) == Some(at) {
                reader.take(stage, at).is_some()
            } else {
                let next = reader.try_move(stage, at, !reader.owner)?;
                reader.find_defense(next).is_none()
            };
            is_captured.then_some(Some(at))
        };
        let attacker = board.color_at(chain).map(|owner| !owner);
        self.ask(board, chain, attacker, question).reach
    }

    /// How surely a move of the owner saves a chain; `Never` for a move that is not allowed.
    pub fn defend_by(&mut self, board: &Board, chain: Point, at: Point) -> Reach {
        let question = |reader: &mut Captures, stage| {
            let next = reader.try_move(stage, at, reader.owner)?;
            reader.find_attack(next).is_none().then_some(Some(at))
        };
        self.ask(board, chain, board.color_at(chain), question)
            .reach
    }

    /// The moves that save the chain at an occupied point if no ko is retaken at once; `None` if it needs no
    /// move.
    pub fn saving_moves(&mut self, board: &Board, chain: Point) -> Option<Vec<Point>> {
        let stage = self.begin(board, chain, board.color_at(chain)?, None);
        let answers = self.answers(stage)?;
        let saving = answers.into_iter().filter(|&at| self.saves(stage, at));
        Some(saving.collect())
    }

    /// Returns how surely a player reaches his aim. In the first reading no ko may be retaken at once. If
    /// a ko came up, there is a second one: if the aim was reached, the opponent may retake at once,
    /// otherwise the player may.
    fn ask(
        &mut self,
        board: &Board,
        chain: Point,
        player: Option<Color>,
        mut question: impl FnMut(&mut Captures, VariationPoint) -> Answered,
    ) -> CaptureFinding {
        let (Some(player), Some(owner)) = (player, board.color_at(chain)) else {
            return CaptureFinding::NEVER;
        };
        let mut read = |retaker, reach| {
            let stage = self.begin(board, chain, owner, retaker);
            let found = question(self, stage).map(|mv| CaptureFinding { reach, mv });
            (found, self.variations.saw_ko)
        };
        match read(None, Reach::ByKo) {
            (Some(found), false) => CaptureFinding {
                reach: Reach::Surely,
                ..found
            },
            (Some(found), true) => read(Some(!player), Reach::Surely).0.unwrap_or(found),
            (None, false) => CaptureFinding::NEVER,
            (None, true) => read(Some(player), Reach::WithThreat)
                .0
                .unwrap_or(CaptureFinding::NEVER),
        }
    }

    /// Returns true if an attack with a number of quiet moves succeeds with one view of kos.
    #[cfg(test)]
    fn captures(
        &mut self,
        board: &Board,
        chain: Point,
        retaker: Option<Color>,
        quiet: usize,
    ) -> bool {
        let owner = board.color_at(chain).expect("a chain");
        let stage = self.begin(board, chain, owner, retaker);
        self.captured(stage, quiet).is_some()
    }

    /// Takes up a question about a chain of `owner`.
    fn begin(
        &mut self,
        board: &Board,
        chain: Point,
        owner: Color,
        retaker: Option<Color>,
    ) -> VariationPoint {
        (self.chain, self.owner) = (chain, owner);
        self.known.clear();
        self.variations.begin(board, chain, retaker)
    }

    fn board(&self, stage: VariationPoint) -> &Board {
        self.variations.board(stage)
    }

    /// The first move of an attack that succeeds.
    fn find_attack(&mut self, stage: VariationPoint) -> Option<Point> {
        self.captured(stage, self.most_quiet).map(|proof| proof.at)
    }

    fn find_defense(&mut self, stage: VariationPoint) -> Answered {
        let Some(answers) = self.answers(stage) else {
            return Some(None);
        };
        answers
            .into_iter()
            .find(|&at| self.saves(stage, at))
            .map(Some)
    }

    /// Returns true if the chain is safe after a move of its owner. Has a limit of its own.
    fn saves(&mut self, stage: VariationPoint, at: Point) -> bool {
        self.variations.renew_limit();
        let Some(next) = self.try_move(stage, at, self.owner) else {
            return false;
        };
        let is_saved = self.find_attack(next).is_none();
        if is_saved {
            self.variations.succeed(next);
        }
        is_saved
    }

    /// The moves that may save the chain; `None` if a pass does.
    fn answers(&mut self, stage: VariationPoint) -> Option<Vec<Point>> {
        let proof = self.lost_by_pass(stage, self.most_quiet)?;
        Some(self.answers_to(stage, &proof))
    }

    /// The empty points that a proof against a pass rests on, liberties of the chain first.
    fn answers_to(&self, stage: VariationPoint, proof: &Proof) -> Vec<Point> {
        let board = self.board(stage);
        let liberties = board.liberty_set(self.chain);
        let points = proof.zone.iter().filter(|&at| board.is_empty_at(at));
        let mut points: Vec<Point> = points.collect();
        points.sort_by_key(|&at| !liberties.contains(at));
        points
    }

    /// A proof that the chain is captured, the attacker to move.
    fn captured(&mut self, stage: VariationPoint, quiet: usize) -> Option<Proof> {
        if let Some(easier) = quiet.checked_sub(1)
            && let Some(proof) = self.captured(stage, easier)
        {
            return Some(proof);
        }
        let key = (self.variations.key(stage), quiet);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let tries = self.attacks(stage, quiet);
        let proof = tries
            .into_iter()
            .find_map(|at| self.attack_with(stage, at, quiet));
        if proof.is_some() || !self.variations.is_exhausted(stage) {
            self.known.insert(key, proof.clone());
        }
        proof
    }

    /// The moves that the attacker tries: liberties first, then what is behind them, and what his own
    /// chains around need.
    fn attacks(&self, stage: VariationPoint, quiet: usize) -> Vec<Point> {
        let board = self.board(stage);
        let liberties = board.liberty_set(self.chain);
        if liberties.len() > quiet + 2 {
            return Vec::new();
        }
        let mut tries: Vec<Point> = liberties.iter().collect();
        // The liberty with more room behind it is where the chain would run to.
        let room = |&at: &Point| {
            board
                .neighbors(at)
                .filter(|&near| board.is_empty_at(near))
                .count()
        };
        tries.sort_by_key(|at| std::cmp::Reverse(room(at)));
        // Also for a chain in atari: a ko may forbid the capture, or the owner may take back.
        if quiet > 0 {
            let mut others: PointSet = liberties
                .iter()
                .flat_map(|at| board.neighbors(at))
                .filter(|&at| board.is_empty_at(at))
                .collect();
            others.extend(self.repairs(board).iter());
            tries.extend(others.iter().filter(|&at| !liberties.contains(at)));
        }
        tries
    }

    /// Moves that help attacking chains next to the chain which have two liberties or fewer.
    fn repairs(&self, board: &Board) -> PointSet {
        let mut points = PointSet::new();
        for near in board.chain(self.chain).flat_map(|at| board.neighbors(at)) {
            if board.color_at(near) == Some(!self.owner) && !board.has_liberties::<3>(near) {
                points.extend(board.liberties::<2>(near).points());
                points.extend(board.counterattacks::<4>(near).points());
            }
        }
        points
    }

    /// A proof that an attacking move captures the chain.
    fn attack_with(&mut self, stage: VariationPoint, at: Point, quiet: usize) -> Option<Proof> {
        if self.board(stage).atari_liberty(self.chain) == Some(at) {
            return self.take(stage, at);
        }
        let attacker = !self.owner;
        let next = self.try_move(stage, at, attacker)?;
        let [was_atari, is_atari] = [stage, next].map(|at| self.board(at).is_atari(self.chain));
        let is_forcing = is_atari && !was_atari;
        let quiet = quiet.checked_sub(usize::from(!is_forcing))?;
        let proof = self.lost_by_pass(next, quiet)?;
        let mut proof = self.lost_against_all(next, quiet, proof)?;
        self.variations.succeed(next);
        proof.begin_with(self.board(stage), at, attacker);
        Some(proof)
    }

    /// A proof that the chain is taken at its last liberty, for good.
    fn take(&mut self, stage: VariationPoint, liberty: Point) -> Option<Proof> {
        let proof = Proof::of_capture(self.board(stage), self.chain, liberty);
        let next = self.try_move(stage, liberty, !self.owner)?;
        if self.board(next).ko() == Some((self.chain, self.owner)) {
            self.variations.saw_ko = true;
            if self.variations.retaker == Some(self.owner) {
                return None;
            }
        }
        self.variations.succeed(next);
        Some(proof)
    }

    /// Returns a proof that the chain is lost if its owner passes. If the chain is in atari, the proof
    /// rests on all points where it could escape. Otherwise the owner has one move to spare, and the proof
    /// holds whatever he does with it outside of the zone.
    fn lost_by_pass(&mut self, stage: VariationPoint, quiet: usize) -> Option<Proof> {
        let next = self.pass(stage)?;
        if let Some(liberty) = self.board(stage).atari_liberty(self.chain) {
            let mut proof = self.take(next, liberty)?;
            let escapes = counterattacks(self.board(stage), self.chain, self.owner);
            proof.zone.extend(escapes);
            Some(proof)
        } else {
            let mut proof = self.captured(next, quiet)?;
            proof.allow_free_move(self.board(stage), !self.owner);
            Some(proof)
        }
    }

    /// Extends a proof against a pass to one against every answer.
    fn lost_against_all(
        &mut self,
        stage: VariationPoint,
        quiet: usize,
        mut proof: Proof,
    ) -> Option<Proof> {
        for at in self.answers_to(stage, &proof) {
            if self.variations.may_play(stage, at, self.owner) {
                let next = self.try_move(stage, at, self.owner)?;
                let Some(refuted) = self.captured(next, quiet) else {
                    self.variations.succeed(next);
                    return None;
                };
                proof.join(&refuted);
            }
        }
        Some(proof)
    }

    /// The position after a move, if it is allowed and within the limits.
    fn try_move(
        &mut self,
        stage: VariationPoint,
        at: Point,
        color: Color,
    ) -> Option<VariationPoint> {
        let is_possible =
            !self.variations.is_exhausted(stage) && self.variations.may_play(stage, at, color);
        is_possible.then(|| self.variations.branch(stage, Move::Play(at), color))
    }

    /// The position after a pass of the owner.
    fn pass(&mut self, stage: VariationPoint) -> Option<VariationPoint> {
        let is_possible = !self.variations.is_exhausted(stage);
        is_possible.then(|| self.variations.branch(stage, Move::Pass, self.owner))
    }
}
