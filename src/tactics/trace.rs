//! A record of the moves that readings have tried, for people.

use crate::go::{Board, Color, Move, Point};

/// The most moves that are kept of one reading; of a longer one these are its first.
const MOST: usize = 5_000;

/// One reading: a question about a chain with one view of kos.
#[derive(Clone, Debug)]
pub struct ReadingTrace {
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
    /// True if it reaches the aim of the player who moves: to capture the chain, or to save it.
    pub succeeds: bool,
}

impl ReadingTrace {
    /// Returns the main line. At each depth it goes on with the first move that reaches its aim, or with
    /// the last one that was tried if none does.
    pub fn line(&self) -> Vec<Try> {
        let mut line = Vec::new();
        let mut below = &self.tries[..];
        for depth in 1.. {
            let siblings = || (0..).zip(below).filter(|(_, tried)| tried.depth == depth);
            let best = siblings().find(|(_, tried)| tried.succeeds);
            let Some((place, tried)) = best.or_else(|| siblings().last()) else {
                break;
            };
            line.push(*tried);
            let rest = &below[place + 1..];
            let end = rest.iter().position(|tried| tried.depth <= depth);
            below = &rest[..end.unwrap_or(rest.len())];
        }
        line
    }
}

/// What is kept of readings.
#[derive(Clone, Debug, Default)]
pub(super) struct Readings(Vec<ReadingTrace>);

impl Readings {
    /// Begins a reading about a chain.
    pub(super) fn begin(&mut self, board: &Board, chain: Point, retaker: Option<Color>) {
        self.0.push(ReadingTrace {
            board: board.clone(),
            chain,
            retaker,
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

    pub(super) fn all(&self) -> &[ReadingTrace] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Size;

    #[test]
    fn of_a_long_reading_the_first_moves_are_kept() {
        let mut readings = Readings::default();
        let board = Board::new(Size::square(5));
        readings.begin(&board, "A1".parse().unwrap(), None);
        for _ in 0..=MOST {
            readings.add(1, Color::Black, Move::Pass);
        }
        // Which move that was is not known any more.
        readings.succeed(1);
        let [reading] = readings.all() else {
            panic!("one reading");
        };
        assert_eq!(reading.tries.len(), MOST);
        assert!(reading.tries.iter().all(|tried| !tried.succeeds));
    }
}
