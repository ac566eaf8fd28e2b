//! The chains of a position, and their ladders.

use crate::go::board::Liberties;
use crate::go::point::CELLS;
use crate::go::{Board, Color, Point};
use crate::tactics::Ladders;

/// What a player can expect of a chain, the player to move being its owner or its opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChainFate {
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
    pub(super) fate: ChainFate,
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
