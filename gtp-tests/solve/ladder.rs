//! Ladders: atari after atari until a chain is taken or has three liberties. Apart from kosumi's own reading
//! of ladders, which guides the player whose answers are to be proved.

use super::grid::{Bits, Grid, Stones, each};

/// Reads ladders of one chain.
pub(crate) struct Ladder {
    grid: Grid,
    /// A stone of the chain.
    target: Bits,
    owner: usize,
}

impl Ladder {
    /// Ladders of the chain of color `owner` on the point `target`.
    pub(crate) fn new(grid: Grid, target: Bits, owner: usize) -> Ladder {
        Ladder {
            grid,
            target,
            owner,
        }
    }

    /// Returns true if the chain is taken in the end when `color` makes a move (0 is a pass) now. Every move of the board is
    /// tried as the owner's answer if the chain is not in atari; from then on only ladder moves are read.
    pub(crate) fn is_captured_after(&self, stones: Stones, color: usize, point: Bits) -> bool {
        let next = self.play(stones, color, point);
        let line = &mut vec![stones, next];
        if color == self.owner {
            return self.is_captured(line);
        }
        if self.liberties(next).count_ones() < 2 {
            return !self.escapes(line);
        }
        let answers = each(self.grid.all() & !next.occupied()).chain([0]);
        answers.into_iter().all(|answer| {
            let after = self.play(next, self.owner, answer);
            after.0[self.owner] & self.target == 0
                || self.is_captured(&mut vec![stones, next, after])
        })
    }

    fn play(&self, stones: Stones, color: usize, point: Bits) -> Stones {
        if point == 0 {
            stones
        } else {
            self.grid.play(stones, color, point)
        }
    }

    fn chain(&self, stones: Stones) -> Bits {
        self.grid.connected(self.target, stones.0[self.owner])
    }

    fn liberties(&self, stones: Stones) -> Bits {
        self.grid.liberties(stones, self.chain(stones))
    }

    /// Returns true if the other player, who is to move after the positions of `line`, takes the chain.
    fn is_captured(&self, line: &mut Vec<Stones>) -> bool {
        let now = line[line.len() - 1];
        let liberties = self.liberties(now);
        if liberties.count_ones() > 2 {
            return false;
        }
        each(liberties).any(|point| {
            let next = self.grid.play(now, 1 - self.owner, point);
            if line.contains(&next) || next.0[1 - self.owner] & point == 0 {
                return false;
            }
            line.push(next);
            let is_captured = next.0[self.owner] & self.target == 0
                || self.liberties(next).is_power_of_two() && !self.escapes(line);
            line.pop();
            is_captured
        })
    }

    /// Returns true if the owner, who is to move after the positions of `line` and in atari, saves the chain: by running, or
    /// by taking a chain next to it.
    fn escapes(&self, line: &mut Vec<Stones>) -> bool {
        let now = line[line.len() - 1];
        let chain = self.chain(now);
        if chain == 0 {
            return false;
        }
        let theirs = now.0[1 - self.owner];
        let neighbors = self.grid.around(chain) & theirs;
        let mut moves = self.grid.liberties(now, chain);
        for part in self.grid.parts(theirs).filter(|part| part & neighbors != 0) {
            let liberties = self.grid.liberties(now, part);
            if liberties.is_power_of_two() {
                moves |= liberties;
            }
        }
        each(moves).any(|point| {
            let next = self.grid.play(now, self.owner, point);
            if line.contains(&next) || next.0[self.owner] & self.target == 0 {
                return false;
            }
            line.push(next);
            let escapes = !self.is_captured(line);
            line.pop();
            escapes
        })
    }
}
