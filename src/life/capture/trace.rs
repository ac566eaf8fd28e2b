//! The moves that readings have tried, for people to look at.

use super::reader::Retaker;
use crate::go::{Board, Color, Move, Point};

/// Moves kept of one reading; of longer ones the first.
const MOST: usize = 5_000;

/// One reading: a question about a chain with one view of kos.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The position in question.
    pub board: Board,
    /// A stone of the chain in question.
    pub chain: Point,
    /// Whose kos are retaken at once, if anybody's are.
    pub retaker: Option<Color>,
    /// The moves, each before its answers.
    pub tries: Vec<Try>,
}

/// A move of a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Try {
    /// 1 for a move in the position in question.
    pub depth: usize,
    /// Who moves.
    pub color: Color,
    /// Where; the owner of the chain passes to see whether he may.
    pub mv: Move,
    /// Whether it reaches the aim of who moves: to capture, or to save.
    pub succeeds: bool,
}

/// What a reader keeps of its readings.
#[derive(Debug, Default)]
pub(super) struct Trace(Vec<Reading>);

impl Trace {
    /// Begins a reading about a chain of `owner`.
    pub(super) fn begin(&mut self, board: &Board, chain: Point, owner: Color, retaker: Retaker) {
        self.0.push(Reading {
            board: board.clone(),
            chain,
            retaker: match retaker {
                Retaker::Attacker => Some(!owner),
                Retaker::Nobody => None,
                Retaker::Owner => Some(owner),
            },
            tries: Vec::new(),
        });
    }

    /// Adds a move of the present reading.
    pub(super) fn add(&mut self, depth: usize, color: Color, mv: Move) {
        if let Some(reading) = self.0.last_mut().filter(|it| it.tries.len() < MOST) {
            reading.tries.push(Try {
                depth,
                color,
                mv,
                succeeds: false,
            });
        }
    }

    /// The last move at a depth has reached its aim.
    pub(super) fn succeed(&mut self, depth: usize) {
        let tries = self.0.last_mut().map(|reading| &mut reading.tries);
        if let Some(tries) = tries.filter(|tries| tries.len() < MOST)
            && let Some(tried) = tries.iter_mut().rev().find(|it| it.depth <= depth)
            && tried.depth == depth
        {
            tried.succeeds = true;
        }
    }

    pub(super) fn readings(&self) -> &[Reading] {
        &self.0
    }
}
