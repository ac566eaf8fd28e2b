//! Ladders: atari after atari until a chain is taken or has three liberties, on boards of any size. Apart from kosumi's own
//! reading of ladders, which guides the player whose answers are to be proved.

/// The color of each point, 0 for Black and 1 for White, or `None` if it is empty, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cells {
    width: usize,
    colors: Vec<Option<usize>>,
}

impl Cells {
    /// A board without stones.
    pub(crate) fn new(width: usize, height: usize) -> Cells {
        Cells {
            width,
            colors: vec![None; width * height],
        }
    }

    /// Puts a stone on a point, and takes nothing.
    pub(crate) fn put(&mut self, color: usize, at: usize) {
        self.colors[at] = Some(color);
    }

    fn empty_points(&self) -> impl Iterator<Item = usize> {
        (0..self.colors.len()).filter(|&at| self.colors[at].is_none())
    }

    fn neighbors(&self, at: usize) -> impl Iterator<Item = usize> {
        let (column, area) = (at % self.width, self.colors.len());
        let beside = [
            (column > 0).then(|| at - 1),
            (column + 1 < self.width).then(|| at + 1),
            at.checked_sub(self.width),
            (at + self.width < area).then(|| at + self.width),
        ];
        beside.into_iter().flatten()
    }

    /// The points of the chain of a stone.
    fn chain(&self, stone: usize) -> Vec<usize> {
        let mut chain = vec![stone];
        let mut next = 0;
        while next < chain.len() {
            for at in self.neighbors(chain[next]) {
                if self.colors[at] == self.colors[stone] && !chain.contains(&at) {
                    chain.push(at);
                }
            }
            next += 1;
        }
        chain
    }

    /// The points next to some points that have a stone of a color, or none, lowest first.
    fn beside(&self, chain: &[usize], color: Option<usize>) -> Vec<usize> {
        let around = chain.iter().flat_map(|&at| self.neighbors(at));
        let mut beside: Vec<usize> = around.filter(|&at| self.colors[at] == color).collect();
        beside.sort_unstable();
        beside.dedup();
        beside
    }

    /// The liberties of the chain of a stone.
    fn liberties(&self, stone: usize) -> Vec<usize> {
        self.beside(&self.chain(stone), None)
    }

    /// The board after a play on an empty point: first the opponent's chains without liberty go, then one's own.
    fn after(&self, color: usize, at: usize) -> Cells {
        let mut next = self.clone();
        next.put(color, at);
        let theirs = next.beside(&[at], Some(1 - color));
        for stone in theirs.into_iter().chain([at]) {
            if next.colors[stone].is_some() && next.liberties(stone).is_empty() {
                for taken in next.chain(stone) {
                    next.colors[taken] = None;
                }
            }
        }
        next
    }
}

/// Reads ladders of one chain.
pub(crate) struct Ladder {
    /// A stone of the chain.
    target: usize,
    owner: usize,
}

impl Ladder {
    /// Ladders of the chain of color `owner` on the point `target`.
    pub(crate) fn new(target: usize, owner: usize) -> Ladder {
        Ladder { target, owner }
    }

    /// Returns true if the chain is taken in the end when `color` makes a move (`None` is a pass) now. Every move of the
    /// board is tried as the owner's answer if the chain is not in atari; from then on only ladder moves are read.
    pub(crate) fn is_captured_after(
        &self,
        cells: &Cells,
        color: usize,
        play: Option<usize>,
    ) -> bool {
        let next = play.map_or_else(|| cells.clone(), |at| cells.after(color, at));
        let line = &mut vec![cells.clone(), next.clone()];
        if color == self.owner {
            return self.is_captured(line);
        }
        if !self.stands(&next) || next.liberties(self.target).len() == 1 {
            return !self.escapes(line);
        }
        let answers = next.empty_points().map(Some).chain([None]);
        let mut boards = answers.map(|at| match at {
            Some(at) => next.after(self.owner, at),
            None => next.clone(),
        });
        boards.all(|after| {
            !self.stands(&after) || self.is_captured(&mut vec![cells.clone(), next.clone(), after])
        })
    }

    /// Returns true if the chain is on the board.
    fn stands(&self, cells: &Cells) -> bool {
        cells.colors[self.target] == Some(self.owner)
    }

    /// Returns true if the other player, who is to move after the boards of `line`, takes the chain.
    fn is_captured(&self, line: &mut Vec<Cells>) -> bool {
        let now = line[line.len() - 1].clone();
        let liberties = now.liberties(self.target);
        if liberties.len() > 2 {
            return false;
        }
        liberties.into_iter().any(|at| {
            let next = now.after(1 - self.owner, at);
            if line.contains(&next) || next.colors[at].is_none() {
                return false;
            }
            line.push(next.clone());
            let is_captured = !self.stands(&next)
                || next.liberties(self.target).len() == 1 && !self.escapes(line);
            line.pop();
            is_captured
        })
    }

    /// Returns true if the owner, who is to move after the boards of `line` and in atari, saves the chain: by running, or by
    /// taking a chain next to it.
    fn escapes(&self, line: &mut Vec<Cells>) -> bool {
        let now = line[line.len() - 1].clone();
        if !self.stands(&now) {
            return false;
        }
        let chain = now.chain(self.target);
        let mut moves = now.liberties(self.target);
        for stone in now.beside(&chain, Some(1 - self.owner)) {
            let liberties = now.liberties(stone);
            if liberties.len() == 1 {
                moves.extend(liberties);
            }
        }
        moves.sort_unstable();
        moves.dedup();
        moves.into_iter().any(|at| {
            let next = now.after(self.owner, at);
            if line.contains(&next) || !self.stands(&next) {
                return false;
            }
            line.push(next);
            let escapes = !self.is_captured(line);
            line.pop();
            escapes
        })
    }
}
