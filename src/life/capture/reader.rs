//! The reader: attack and answer in turn.

use super::trace::{Reading, Trace};
use super::zone::Proof;
use super::{Finding, Reach};
use crate::go::point::STRIDE;
use crate::go::{Board, Color, Move, Point, PointSet};
use std::collections::HashMap;

/// Quiet moves of the attacker that are followed at most in a line.
pub const MOST_QUIET: usize = 3;

/// Moves that are tried at most for an attack, or for each answer to it, with one view of kos.
pub const MOST_MOVES: usize = 10_000;

/// Boards in a row that are looked at at most. A ladder right across 19x19 takes about 75.
const MOST_PLIES: usize = 120;

/// Who may retake a ko at once, as with threats that are always answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Retaker {
    Attacker,
    Nobody,
    Owner,
}

/// The views of kos for an attack, the worst first.
const FOR_ATTACK: [Retaker; 3] = [Retaker::Owner, Retaker::Nobody, Retaker::Attacker];

/// The same for a defense.
const FOR_DEFENSE: [Retaker; 3] = [Retaker::Attacker, Retaker::Nobody, Retaker::Owner];

/// Reads attacks on chains, and counts the moves that it tries.
#[derive(Debug)]
pub struct Reader {
    /// A stone of the chain in question, and its color.
    chain: Point,
    owner: Color,
    retaker: Retaker,
    /// The boards of the line being read.
    boards: Vec<Board>,
    /// What is known of positions with the attacker to move, by hash and the quiet moves left.
    known: HashMap<(u64, usize), Option<Proof>>,
    /// Moves tried since the last limit began.
    tried: usize,
    /// Whether the view of kos made a difference anywhere.
    saw_ko: bool,
    nodes: u64,
    trace: Option<Trace>,
}

/// What has been found with one view of kos: a move, or that none is needed.
type Found = Option<Option<Point>>;

impl Default for Reader {
    fn default() -> Reader {
        Reader::new()
    }
}

impl Reader {
    /// A reader that has read nothing.
    #[must_use]
    pub fn new() -> Reader {
        Reader {
            // Any chain: every question names its own.
            chain: Point::from_index(STRIDE + 1),
            owner: Color::Black,
            retaker: Retaker::Nobody,
            boards: Vec::new(),
            known: HashMap::new(),
            tried: 0,
            saw_ko: false,
            nodes: 0,
            trace: None,
        }
    }

    /// The moves tried since the beginning or [`Self::reset_nodes`].
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts from 0 again.
    pub fn reset_nodes(&mut self) {
        self.nodes = 0;
    }

    /// Keeps the moves of all readings from now on.
    pub fn start_trace(&mut self) {
        self.trace = Some(Trace::default());
    }

    /// The readings since [`Self::start_trace`]; `None` if none are kept.
    #[must_use]
    pub fn trace(&self) -> Option<&[Reading]> {
        self.trace.as_ref().map(Trace::readings)
    }

    /// Keeps no more readings, and forgets those that were kept.
    pub fn stop_trace(&mut self) {
        self.trace = None;
    }

    /// The move by which the opponent captures the chain at a point. From a microsecond to some tens
    /// of milliseconds.
    ///
    /// # Examples
    /// ```
    /// use kosumi::go::Board;
    /// use kosumi::life::{Reach, Reader};
    ///
    /// let board: Board = "
    ///     . . . . . . .
    ///     . . X X . . .
    ///     . X O O X . .
    ///     . X O . . . .
    ///     . . X . . . .
    ///     . . . . . . .
    /// ".parse()?;
    /// let found = Reader::new().attack(&board, "C3".parse()?);
    /// assert_eq!(found.reach, Reach::Surely);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn attack(&mut self, board: &Board, chain: Point) -> Finding {
        self.ask(board, chain, FOR_ATTACK, |reader| {
            reader.find_attack(0).map(Some)
        })
    }

    /// The move by which the owner of the chain at a point saves it, or none if it needs no move. Up to
    /// some tenths of a second.
    pub fn defend(&mut self, board: &Board, chain: Point) -> Finding {
        self.ask(board, chain, FOR_DEFENSE, |reader| reader.find_defense(0))
    }

    /// How surely a move of the opponent captures a chain; `Never` for a move that is not allowed.
    pub fn attack_by(&mut self, board: &Board, chain: Point, at: Point) -> Reach {
        let question = |reader: &mut Reader| {
            let is_captured = if reader.boards[0].atari_liberty(chain) == Some(at) {
                reader.take(0, at).is_some()
            } else {
                let next = reader.try_move(0, at, !reader.owner)?;
                reader.find_defense(next).is_none()
            };
            is_captured.then_some(Some(at))
        };
        self.ask(board, chain, FOR_ATTACK, question).reach
    }

    /// How surely a move of the owner saves a chain; `Never` for a move that is not allowed.
    pub fn defend_by(&mut self, board: &Board, chain: Point, at: Point) -> Reach {
        let question = |reader: &mut Reader| {
            let next = reader.try_move(0, at, reader.owner)?;
            reader.find_attack(next).is_none().then_some(Some(at))
        };
        self.ask(board, chain, FOR_DEFENSE, question).reach
    }

    /// The moves that save the chain at an occupied point if nobody retakes a ko; `None` if it needs no
    /// move.
    pub fn saving_moves(&mut self, board: &Board, chain: Point) -> Option<Vec<Point>> {
        (self.chain, self.owner) = (chain, board.color_at(chain)?);
        self.begin(board, Retaker::Nobody);
        let answers = self.answers(0)?;
        Some(
            answers
                .into_iter()
                .filter(|&at| self.saves(0, at))
                .collect(),
        )
    }

    /// Asks with up to three views of kos. Where they make no difference one is enough.
    fn ask(
        &mut self,
        board: &Board,
        chain: Point,
        [worst, middle, best]: [Retaker; 3],
        mut question: impl FnMut(&mut Reader) -> Found,
    ) -> Finding {
        let Some(owner) = board.color_at(chain) else {
            return Finding::NEVER;
        };
        (self.chain, self.owner) = (chain, owner);
        let mut read = |retaker, reach| {
            self.begin(board, retaker);
            let found = question(self);
            (found.map(|mv| Finding { reach, mv }), self.saw_ko)
        };
        match read(middle, Reach::ByKo) {
            (Some(found), false) => Finding {
                reach: Reach::Surely,
                ..found
            },
            (Some(found), true) => read(worst, Reach::Surely).0.unwrap_or(found),
            (None, false) => Finding::NEVER,
            (None, true) => read(best, Reach::WithThreat).0.unwrap_or(Finding::NEVER),
        }
    }

    /// Whether an attack with so many quiet moves succeeds with one view of kos.
    #[cfg(test)]
    pub(super) fn captures(
        &mut self,
        board: &Board,
        chain: Point,
        retaker: Retaker,
        quiet: usize,
    ) -> bool {
        (self.chain, self.owner) = (chain, board.color_at(chain).expect("a chain"));
        self.begin(board, retaker);
        self.captured(0, quiet).is_some()
    }

    fn begin(&mut self, board: &Board, retaker: Retaker) {
        self.retaker = retaker;
        self.tried = 0;
        self.saw_ko = false;
        self.known.clear();
        match self.boards.first_mut() {
            Some(first) => first.copy_from(board),
            None => self.boards.push(board.clone()),
        }
        if let Some(trace) = &mut self.trace {
            trace.begin(board, self.chain, self.owner, retaker);
        }
    }

    /// The move before a level reaches the aim of who made it.
    fn succeed(&mut self, level: usize) {
        if let Some(trace) = &mut self.trace {
            trace.succeed(level);
        }
    }

    /// The first move of an attack that succeeds.
    fn find_attack(&mut self, level: usize) -> Option<Point> {
        (0..=MOST_QUIET).find_map(|quiet| {
            let tries = self.attacks(level, quiet);
            tries
                .into_iter()
                .find(|&at| self.attack_with(level, at, quiet).is_some())
        })
    }

    fn find_defense(&mut self, level: usize) -> Found {
        let Some(answers) = self.answers(level) else {
            return Some(None);
        };
        answers
            .into_iter()
            .find(|&at| self.saves(level, at))
            .map(Some)
    }

    /// Whether the chain is safe after a move of its owner. Has a limit of its own.
    fn saves(&mut self, level: usize, at: Point) -> bool {
        self.tried = 0;
        let Some(next) = self.try_move(level, at, self.owner) else {
            return false;
        };
        let is_saved = self.find_attack(next).is_none();
        if is_saved {
            self.succeed(next);
        }
        is_saved
    }

    /// The moves that may save the chain; `None` if a pass does.
    fn answers(&mut self, level: usize) -> Option<Vec<Point>> {
        let proof = match self.boards[level].atari_liberty(self.chain) {
            Some(_) => self.take_or_pass(level)?,
            None => (0..=MOST_QUIET).find_map(|quiet| self.pass_loses(level, quiet))?,
        };
        Some(self.answers_to(level, &proof))
    }

    /// The empty points that a proof against a pass rests on, liberties of the chain first.
    fn answers_to(&self, level: usize, proof: &Proof) -> Vec<Point> {
        let board = &self.boards[level];
        let liberties = board.liberty_set(self.chain);
        let mut points: Vec<Point> = proof
            .zone
            .iter()
            .filter(|&at| board.is_empty_at(at))
            .collect();
        points.sort_by_key(|&at| !liberties.contains(at));
        points
    }

    /// A proof that the chain is captured, the attacker to move.
    fn captured(&mut self, level: usize, quiet: usize) -> Option<Proof> {
        if let Some(easier) = quiet.checked_sub(1)
            && let Some(proof) = self.captured(level, easier)
        {
            return Some(proof);
        }
        let key = (key(&self.boards[level]), quiet);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let tries = self.attacks(level, quiet);
        let proof = tries
            .into_iter()
            .find_map(|at| self.attack_with(level, at, quiet));
        if proof.is_some() || !self.is_exhausted() {
            self.known.insert(key, proof.clone());
        }
        proof
    }

    /// The moves that the attacker tries: liberties first, then what is behind them, and what his own
    /// chains around need.
    fn attacks(&self, level: usize, quiet: usize) -> Vec<Point> {
        let board = &self.boards[level];
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
        // With one liberty that is for a capture that a ko forbids or undoes.
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
    fn attack_with(&mut self, level: usize, at: Point, quiet: usize) -> Option<Proof> {
        if self.boards[level].atari_liberty(self.chain) == Some(at) {
            return self.take(level, at);
        }
        let attacker = !self.owner;
        let next = self.try_move(level, at, attacker)?;
        let [was_atari, is_atari] = [level, next].map(|at| self.boards[at].is_atari(self.chain));
        let is_forcing = is_atari && !was_atari;
        let quiet = quiet.checked_sub(usize::from(!is_forcing))?;
        let mut proof = if is_atari {
            self.lost_in_atari(next, quiet)?
        } else {
            self.lost_at_leisure(next, quiet)?
        };
        self.succeed(next);
        proof.begin_with(&self.boards[level], at, attacker);
        Some(proof)
    }

    /// A proof that the chain is taken at its last liberty, for good.
    fn take(&mut self, level: usize, liberty: Point) -> Option<Proof> {
        let proof = Proof::of_capture(&self.boards[level], self.chain, liberty);
        let next = self.try_move(level, liberty, !self.owner)?;
        if self.boards[next].ko() == Some((self.chain, self.owner)) {
            self.saw_ko = true;
            if self.retaker == Retaker::Owner {
                return None;
            }
        }
        self.succeed(next);
        Some(proof)
    }

    /// A proof that the chain in atari is lost if its owner passes, which rests on all of his escapes.
    fn take_or_pass(&mut self, level: usize) -> Option<Proof> {
        let liberty = self.boards[level].atari_liberty(self.chain)?;
        let next = self.pass(level)?;
        let mut proof = self.take(next, liberty)?;
        let board = &self.boards[level];
        for near in board.chain(self.chain).flat_map(|at| board.neighbors(at)) {
            if board.color_at(near) == Some(!self.owner) {
                proof.zone.extend(board.atari_liberty(near));
            }
        }
        Some(proof)
    }

    /// A proof that the chain in atari is lost, its owner to move.
    fn lost_in_atari(&mut self, level: usize, quiet: usize) -> Option<Proof> {
        let proof = self.take_or_pass(level)?;
        self.lost_against_all(level, quiet, proof)
    }

    /// A proof that the chain is lost, its owner to move and not in atari.
    fn lost_at_leisure(&mut self, level: usize, quiet: usize) -> Option<Proof> {
        let proof = self.pass_loses(level, quiet)?;
        self.lost_against_all(level, quiet, proof)
    }

    /// A proof that a pass loses, which allows for one free move.
    fn pass_loses(&mut self, level: usize, quiet: usize) -> Option<Proof> {
        let next = self.pass(level)?;
        let mut proof = self.captured(next, quiet)?;
        proof.allow_free_move(&self.boards[level], !self.owner);
        Some(proof)
    }

    /// Extends a proof against a pass to one against every answer.
    fn lost_against_all(&mut self, level: usize, quiet: usize, mut proof: Proof) -> Option<Proof> {
        for at in self.answers_to(level, &proof) {
            if self.may_play(level, at, self.owner) {
                let next = self.try_move(level, at, self.owner)?;
                let Some(refuted) = self.captured(next, quiet) else {
                    self.succeed(next);
                    return None;
                };
                proof.join(&refuted);
            }
        }
        Some(proof)
    }

    fn is_exhausted(&self) -> bool {
        self.tried >= MOST_MOVES
    }

    /// Whether a player may play on an empty point.
    fn may_play(&mut self, level: usize, at: Point, color: Color) -> bool {
        let board = &self.boards[level];
        if !board.is_empty_at(at) || board.is_suicide(at, color) {
            return false;
        }
        let is_barred = board.ko() == Some((at, color));
        self.saw_ko |= is_barred;
        !is_barred
            || match self.retaker {
                Retaker::Attacker => color != self.owner,
                Retaker::Nobody => false,
                Retaker::Owner => color == self.owner,
            }
    }

    /// The board after a move, if it is allowed and within the limits.
    fn try_move(&mut self, level: usize, at: Point, color: Color) -> Option<usize> {
        if self.is_exhausted() || !self.may_play(level, at, color) {
            return None;
        }
        self.tried += 1;
        self.nodes += 1;
        let next = self.next_board(level)?;
        self.boards[next].play(at, color);
        if let Some(trace) = &mut self.trace {
            trace.add(next, color, Move::Play(at));
        }
        Some(next)
    }

    /// The board after a pass of the owner.
    fn pass(&mut self, level: usize) -> Option<usize> {
        let next = self.next_board(level)?;
        self.boards[next].pass();
        if let Some(trace) = &mut self.trace {
            trace.add(next, self.owner, Move::Pass);
        }
        Some(next)
    }

    /// A copy of a board as the next one of the line.
    fn next_board(&mut self, level: usize) -> Option<usize> {
        let next = level + 1;
        if next == MOST_PLIES {
            return None;
        }
        if self.boards.len() == next {
            self.boards.push(self.boards[level].clone());
        } else {
            let (before, after) = self.boards.split_at_mut(next);
            after[0].copy_from(&before[level]);
        }
        Some(next)
    }
}

/// Tells positions apart by stones and ko.
fn key(board: &Board) -> u64 {
    let ko = board.ko().map_or(0, |(point, color)| {
        (point.index() as u64 * 2 + color as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    });
    board.hash() ^ ko
}
