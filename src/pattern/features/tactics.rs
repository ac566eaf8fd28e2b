//! Features that depend on the chains around a move.

use crate::go::board::Liberties;
use crate::go::point::CELLS;
use crate::go::{Board, Color, Point, PointSet};
use crate::tactics::Ladders;

/// A move, the chains next to it, and the last move.
#[derive(Clone, Copy, Debug)]
pub(super) struct TouchedChains<'a> {
    pub(super) point: Point,
    pub(super) last: Option<Point>,
    pub(super) chains: [Option<&'a ChainState>; 4],
}

/// The chain that a move makes.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewChain {
    pub(super) size: usize,
    /// Four stands for more as well.
    pub(super) liberties: usize,
    /// Two liberties or more, and no ladder captures it.
    pub(super) stands: bool,
}

/// Sizes in four classes: 1, 2, 3 to 4, more.
const fn class4(size: usize) -> usize {
    match size {
        0 | 1 => 0,
        2 => 1,
        3 | 4 => 2,
        _ => 3,
    }
}

/// Sizes in three classes: 1, 2 to 3, more.
const fn class3(size: usize) -> usize {
    match size {
        0 | 1 => 0,
        2 | 3 => 1,
        _ => 2,
    }
}

impl NewChain {
    /// The value of [`Group::Liberties`](super::Group::Liberties).
    pub(super) fn value(self, captures: bool, gives_atari: bool) -> usize {
        match self.liberties {
            0 | 1 if captures => 14,
            0 | 1 if gives_atari => 10 + class4(self.size),
            0 | 1 => 6 + class4(self.size),
            2 if self.stands => 2,
            2 => 3 + class3(self.size),
            3 => 1,
            _ => 0,
        }
    }
}

impl TouchedChains<'_> {
    fn of(&self, is_own: bool) -> impl Iterator<Item = &ChainState> {
        let chains = self.chains.into_iter().flatten();
        chains.filter(move |chain| chain.is_own == is_own)
    }

    /// The opposing chains that the move takes off the board.
    fn captured(&self) -> impl Iterator<Item = &ChainState> {
        self.of(false).filter(|chain| chain.liberties.count() == 1)
    }

    pub(super) fn new_size(&self) -> usize {
        1 + self.of(true).map(|chain| chain.size).sum::<usize>()
    }

    /// The liberties of the new chain, at most four.
    pub(super) fn new_liberties(&self, board: &Board) -> usize {
        let mut liberties = PointSet::new();
        let mut count = board
            .neighbors(self.point)
            .filter(|&near| board.is_empty_at(near) && liberties.insert(near))
            .count();
        for chain in self.of(true) {
            let others = chain.liberties.points().filter(|&at| at != self.point);
            count += others.filter(|&at| liberties.insert(at)).count();
        }
        for chain in self.captured() {
            let freed = board.chain(chain.id).filter(|&stone| {
                let mut near = board.neighbors(stone);
                near.any(|near| near == self.point || self.joins(board, near))
            });
            count += freed.filter(|&at| liberties.insert(at)).take(4).count();
        }
        count.min(4)
    }

    /// Returns true if a point holds a stone of a chain that the move becomes part of.
    fn joins(&self, board: &Board, point: Point) -> bool {
        !board.is_empty_at(point) && {
            let id = board.chain_id(point);
            self.of(true).any(|chain| chain.id == id)
        }
    }

    /// Returns true if the last move is a stone of a chain.
    fn holds_last(&self, board: &Board, chain: &ChainState) -> bool {
        self.last
            .is_some_and(|last| !board.is_empty_at(last) && board.chain_id(last) == chain.id)
    }

    /// Returns true if the last move touches a chain.
    fn last_touches(&self, board: &Board, chain: &ChainState) -> bool {
        self.last.is_some_and(|last| {
            let mut near = board.neighbors(last);
            near.any(|near| !board.is_empty_at(near) && board.chain_id(near) == chain.id)
        })
    }

    /// The value of [`Group::Capture`](super::Group::Capture).
    pub(super) fn capture(&self, board: &Board, chains: &Chains, new: NewChain) -> usize {
        let size: usize = self.captured().map(|chain| chain.size).sum();
        if size == 0 {
            return 0;
        }
        if size == 1 && new.size == 1 && new.liberties == 1 {
            return 33; // begins a ko
        }
        let could_escape = self
            .captured()
            .any(|chain| chain.fate == ChainFate::Escapable);
        let relieves = self.captured().any(|chain| chains.relieves(board, chain));
        let takes_last = self.captured().any(|chain| self.holds_last(board, chain));
        1 + 8 * class4(size)
            + 4 * usize::from(could_escape)
            + 2 * usize::from(relieves)
            + usize::from(takes_last)
    }

    /// The value of [`Group::Escape`](super::Group::Escape).
    pub(super) fn escape(&self, board: &Board, new: NewChain) -> usize {
        let in_atari = self
            .of(true)
            .filter(|chain| chain.fate == ChainFate::InAtari);
        let value = in_atari.map(|chain| 4 * class4(chain.size) + self.urgency(board, chain, new));
        value.max().map_or(0, |value| 1 + value)
    }

    /// The value of [`Group::Defense`](super::Group::Defense).
    pub(super) fn defense(&self, board: &Board, new: NewChain) -> usize {
        let in_danger = self
            .of(true)
            .filter(|chain| chain.fate == ChainFate::InDanger);
        let value = in_danger.map(|chain| 4 * class3(chain.size) + self.urgency(board, chain, new));
        value.max().map_or(0, |value| 1 + value)
    }

    /// 0 to 3: whether an extended chain stands after it, and whether the last move came close.
    fn urgency(&self, board: &Board, chain: &ChainState, new: NewChain) -> usize {
        2 * usize::from(new.stands) + usize::from(self.last_touches(board, chain))
    }

    /// The value of [`Group::Atari`](super::Group::Atari): 13 and 14 for two chains at once.
    pub(super) fn atari(&self, board: &Board) -> usize {
        let mut value = 0;
        let mut count = 0;
        let mut any_works = false;
        for chain in self.of(false) {
            let ChainFate::Chased(ladders) = chain.fate else {
                continue;
            };
            let at_this = |(at, works): (Point, bool)| (at == self.point).then_some(works);
            let works = chain.liberties.points().zip(ladders).find_map(at_this);
            let works = works.unwrap_or(false);
            any_works |= works;
            count += 1;
            let this = 1
                + 6 * usize::from(works)
                + 2 * class3(chain.size)
                + usize::from(self.holds_last(board, chain));
            value = value.max(this);
        }
        match count {
            0 | 1 => value,
            _ => 13 + usize::from(any_works),
        }
    }

    /// The value of [`Group::Touch`](super::Group::Touch).
    pub(super) fn touch(&self) -> usize {
        4 * self.of(true).count().min(3) + self.of(false).count().min(3)
    }
}

/// What a player can expect of a chain, the player to move being its owner or its opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ChainFate {
    /// Three liberties or more, or two and no ladder.
    Quiet,
    /// Own, in atari.
    InAtari,
    /// Own, two liberties, and a ladder would capture it.
    InDanger,
    /// The opponent's, in atari, and it would get out if it could move.
    Escapable,
    /// The opponent's, in atari, and it could not get out.
    Doomed,
    /// The opponent's, two liberties: whether a ladder begins with an atari at each of them.
    Chased([bool; 2]),
}

impl ChainFate {
    /// What becomes of a chain, given whether it is own and how many liberties it has.
    fn read(board: &Board, id: Point, chain: (bool, usize), ladders: &mut Ladders) -> ChainFate {
        match chain {
            (true, 1) => ChainFate::InAtari,
            (true, 2) if ladders.captures(board, id).is_some() => ChainFate::InDanger,
            (false, 1) if ladders.escapes(board, id) => ChainFate::Escapable,
            (false, 1) => ChainFate::Doomed,
            (false, 2) => ChainFate::Chased(ladders.traps_at_both(board, id)),
            _ => ChainFate::Quiet,
        }
    }
}

/// A chain and its prospects.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChainState {
    pub(super) id: Point,
    pub(super) is_own: bool,
    pub(super) size: usize,
    /// Up to five, so that four are left wherever a stone goes.
    pub(super) liberties: Liberties<5>,
    fate: ChainFate,
}

impl ChainState {
    fn judge(board: &Board, id: Point, is_own: bool, ladders: Option<&mut Ladders>) -> ChainState {
        let liberties = board.liberties::<5>(id);
        let read = |ladders| ChainFate::read(board, id, (is_own, liberties.count()), ladders);
        ChainState {
            id,
            is_own,
            size: board.chain_size(id),
            liberties,
            fate: ladders.map_or(ChainFate::Quiet, read),
        }
    }

    /// Returns true if the chain is the player's and would be captured if he played elsewhere.
    pub(super) fn needs_help(&self) -> bool {
        matches!(self.fate, ChainFate::InAtari | ChainFate::InDanger)
    }
}

/// All chains of a position.
#[derive(Clone, Debug)]
pub(super) struct Chains {
    all: Vec<ChainState>,
    /// For the index of a chain's name, its place in `all`.
    places: [u16; CELLS],
}

impl Chains {
    pub(super) const fn new() -> Chains {
        Chains {
            all: Vec::new(),
            places: [0; CELLS],
        }
    }

    /// Reads another position: walks the board and reads the ladders of all chains in one or two
    /// liberties. Without a reader every fate is quiet.
    pub(super) fn update(
        &mut self,
        board: &Board,
        color: Color,
        mut ladders: Option<&mut Ladders>,
    ) {
        self.all.clear();
        for point in board.points() {
            let Some(stone) = board.color_at(point) else {
                continue;
            };
            if board.chain_id(point) == point {
                self.places[point.index()] = self.all.len() as u16;
                let ladders = ladders.as_deref_mut();
                self.all
                    .push(ChainState::judge(board, point, stone == color, ladders));
            }
        }
    }

    /// The chain of an occupied point.
    pub(super) fn of(&self, board: &Board, point: Point) -> Option<&ChainState> {
        let place = self.places[board.chain_id(point).index()];
        self.all.get(usize::from(place))
    }

    /// The different chains next to a point, at most four.
    pub(super) fn around(&self, board: &Board, point: Point) -> [Option<&ChainState>; 4] {
        let mut chains = Color::ALL
            .into_iter()
            .flat_map(|color| board.adjacent_chains(point, color))
            .filter_map(|chain| self.of(board, chain));
        std::array::from_fn(|_| chains.next())
    }

    /// Returns true if the capture of an opposing chain saves an own chain next to it.
    pub(super) fn relieves(&self, board: &Board, captured: &ChainState) -> bool {
        let near = board
            .chain(captured.id)
            .flat_map(|stone| board.neighbors(stone));
        near.filter(|&near| !board.is_empty_at(near))
            .filter_map(|near| self.of(board, near))
            .any(ChainState::needs_help)
    }
}
