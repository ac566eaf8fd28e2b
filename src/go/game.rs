//! A game in progress: a position, and the record that led to it.
//!
//! Legality is exact here: a superko hit is confirmed by replaying the game to the position in question and comparing stones.

use crate::go::record::{Action, Record, Setup};
use crate::go::score::{self, Score};
use crate::go::{Board, Color, IllegalMove, Move, Point, PointSet, Points, Position, Rules, Size};

/// There is no move to take back. Setups and handicap stones cannot be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no move to take back")]
pub struct NothingToUndo;

/// A setup that gives no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The board does not have the point.
    #[error("{0} is not on the board")]
    OffBoard(Point),
    /// A chain would have no liberty.
    #[error("the chain at {0} has no liberty")]
    NoLiberty(Point),
}

/// A record that cannot be replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// A move that is not allowed.
    #[error("move {number}: {reason}")]
    Move {
        /// Counted from 1.
        number: usize,
        /// Why.
        reason: IllegalMove,
    },
    /// A setup that gives no position.
    #[error("setup after move {after}: {reason}")]
    Setup {
        /// Moves before it.
        after: usize,
        /// Why.
        reason: SetupError,
    },
}

/// What to do with moves that the ko rule or the suicide rule forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// Refuse them.
    Strict,
    /// Make them.
    Lenient,
}

/// A game under rules with its komi, moves and setups.
#[derive(Clone, Debug)]
pub struct Game {
    komi: f64,
    /// Everything up to and including the last setup.
    earlier: Vec<Action>,
    /// The position that the last setup left, or the empty board.
    start: Position,
    /// The moves since then.
    moves: Vec<(Color, Move)>,
    position: Position,
    /// The number of handicap stones that a record names, whatever stones there are.
    named_handicap: Option<usize>,
}

impl Game {
    /// A new game on the empty board with the usual komi of the rules.
    pub fn new(size: Size, rules: Rules) -> Game {
        let start = Position::new(size, rules);
        Game {
            komi: rules.komi.as_f64(),
            earlier: Vec::new(),
            position: start.clone(),
            start,
            moves: Vec::new(),
            named_handicap: None,
        }
    }

    /// The game of a record after a number of its moves and all setups before the next move, or after
    /// the whole record if it has fewer moves. The komi is the record's, or else the usual one of the rules.
    ///
    /// # Errors
    /// A move or a setup is not possible.
    pub fn replay(
        record: &Record,
        rules: Rules,
        moves: usize,
        strictness: Strictness,
    ) -> Result<Game, ReplayError> {
        Game::replay_by(record, rules, moves, |game, color, mv| match strictness {
            Strictness::Strict => game.play(color, mv),
            Strictness::Lenient => game.play_leniently(color, mv),
        })
    }

    /// As [`Game::replay`], where `play` makes each move or leaves it out.
    ///
    /// # Errors
    /// A setup is not possible, or `play` fails.
    pub fn replay_by(
        record: &Record,
        rules: Rules,
        moves: usize,
        mut play: impl FnMut(&mut Game, Color, Move) -> Result<(), IllegalMove>,
    ) -> Result<Game, ReplayError> {
        let mut game = Game::new(record.size, rules);
        game.set_komi(record.komi.unwrap_or(game.komi));
        let mut made = 0;
        for node in &record.nodes {
            match &node.action {
                Action::Setup(setup) => {
                    let error = |reason| ReplayError::Setup {
                        after: made,
                        reason,
                    };
                    game.set_up(setup.clone()).map_err(error)?;
                }
                Action::Move(..) if made == moves => break,
                &Action::Move(color, mv) => {
                    made += 1;
                    play(&mut game, color, mv).map_err(|reason| ReplayError::Move {
                        number: made,
                        reason,
                    })?;
                }
            }
        }
        game.named_handicap = record.handicap;
        Ok(game)
    }

    /// Cuts a record before the first move that cannot be made even leniently. Returns which one it was and why.
    ///
    /// # Errors
    /// A setup is not possible.
    pub fn cut_to_possible(
        record: &mut Record,
        rules: Rules,
    ) -> Result<Option<ReplayError>, ReplayError> {
        match Game::replay(record, rules, usize::MAX, Strictness::Lenient) {
            Err(reason @ ReplayError::Move { number, .. }) => {
                record.cut_before(number);
                Ok(Some(reason))
            }
            replayed => replayed.map(|_| None),
        }
    }

    /// The position after all moves.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The stones after all moves.
    pub const fn board(&self) -> &Board {
        self.position.board()
    }

    /// The rules.
    pub const fn rules(&self) -> &Rules {
        self.position.rules()
    }

    /// White's points as they were given.
    pub const fn komi(&self) -> f64 {
        self.komi
    }

    /// White's points as they count, see [`Points::from_komi`].
    pub fn exact_komi(&self) -> Points {
        Points::from_komi(self.komi)
    }

    /// Sets White's points. Any finite number will do.
    pub fn set_komi(&mut self, komi: f64) {
        // There is one zero.
        self.komi = komi + 0.0;
    }

    /// The moves since the last setup, oldest first.
    pub fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    /// The last move and the one before it; `None` for those that would be before the last setup.
    pub fn last_moves(&self) -> [Option<Move>; 2] {
        let mut back = self.moves.iter().rev().map(|&(_, mv)| mv);
        [back.next(), back.next()]
    }

    /// Begins again on the empty board of a size; rules and komi stay.
    pub fn clear(&mut self, size: Size) {
        self.earlier.clear();
        self.moves.clear();
        self.named_handicap = None;
        self.start = Position::new(size, *self.rules());
        self.position = self.start.clone();
    }

    /// Changes the rules from the first move on. Moves that they would have forbidden stay.
    pub fn set_rules(&mut self, rules: Rules) {
        self.start = Position::from_board(self.start.board().clone(), self.start.to_move(), rules);
        self.position = self.position_after(self.moves.len());
    }

    /// The position after a number of the moves since the last setup. Replays them.
    ///
    /// # Panics
    /// There are fewer moves.
    pub fn position_after(&self, count: usize) -> Position {
        let mut position = self.start.clone();
        for &(color, mv) in &self.moves[..count] {
            position.play_unchecked(color, mv);
        }
        position
    }

    /// Checks that the rules allow a move of either player, whoever's turn it is. Unlike
    /// [`Position::check`], this is exact.
    ///
    /// # Errors
    /// They do not: why.
    pub fn check(&self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        match (self.position.check(color, mv), mv) {
            (Err(IllegalMove::Ko(_) | IllegalMove::Superko { .. }), Move::Play(point)) => {
                match self.repeated(color, point) {
                    None => Ok(()),
                    Some(after) => Err(self.position.repeats(point, after)),
                }
            }
            (verdict, _) => verdict,
        }
    }

    /// After how many moves the stones stood as a play would leave them against the ko rule.
    fn repeated(&self, color: Color, point: Point) -> Option<usize> {
        let mut after = self.board().clone();
        after.play(point, color);
        let mut hits = self.position.repetitions(color, point);
        hits.find(|&count| *self.position_after(count).board() == after)
    }

    /// Makes a move that the rules allow, exactly.
    ///
    /// # Errors
    /// They do not: why. The game is unchanged.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.check(color, mv)?;
        self.play_unchecked(color, mv);
        Ok(())
    }

    /// Makes a move without asking the ko rule or the suicide rule, for controllers that decide themselves
    /// what is legal.
    ///
    /// # Errors
    /// The point is occupied or not on the board, or a single stone would remove itself there against
    /// the rules, which no server accepts either. The game is unchanged.
    pub fn play_leniently(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        if let Err(reason) = self.check(color, mv) {
            let is_impossible = match reason {
                IllegalMove::OffBoard(_) | IllegalMove::Occupied(_) => true,
                IllegalMove::Suicide(at)
                | IllegalMove::Ko(at)
                | IllegalMove::Superko { point: at, .. } => {
                    let board = self.board();
                    board.is_suicide(at, color) && !board.neighborhood(at).touches(color)
                }
            };
            if is_impossible {
                return Err(reason);
            }
        }
        self.play_unchecked(color, mv);
        Ok(())
    }

    fn play_unchecked(&mut self, color: Color, mv: Move) {
        self.position.play_unchecked(color, mv);
        self.moves.push((color, mv));
    }

    /// Takes back the last `count` moves. Replays the others.
    ///
    /// # Errors
    /// There are fewer moves since the last setup; nothing is taken back.
    pub fn undo(&mut self, count: usize) -> Result<(), NothingToUndo> {
        let kept = self.moves.len().checked_sub(count).ok_or(NothingToUndo)?;
        self.position = self.position_after(kept);
        self.moves.truncate(kept);
        Ok(())
    }

    /// Puts stones on the board and takes stones off, and forgets earlier positions, so that none counts
    /// as a repetition. If the setup does not say whose turn it is, it is White's if no move has been made
    /// and only black stones are on the board; otherwise the turn does not change.
    ///
    /// # Errors
    /// A point is not on the board, or a chain would have no liberty. The game is unchanged.
    pub fn set_up(&mut self, setup: Setup) -> Result<(), SetupError> {
        let mut board = self.board().clone();
        let is_empty = self.moves.is_empty()
            && board.stone_count(Color::Black) + board.stone_count(Color::White) == 0;
        for &(point, stone) in &setup.stones {
            if !board.size().contains(point) {
                return Err(SetupError::OffBoard(point));
            }
            board.set(point, stone);
        }
        if let Some(chain) = board.breathless_chain() {
            return Err(SetupError::NoLiberty(chain));
        }
        let only_black =
            board.stone_count(Color::White) == 0 && board.stone_count(Color::Black) > 0;
        let by_stones = if only_black && self.moves.is_empty() {
            Color::White
        } else {
            self.position.to_move()
        };
        let to_move = setup.to_move.unwrap_or(by_stones);
        if is_empty {
            // Another game begins than the one that a record has named.
            self.named_handicap = None;
        }
        self.begin_from(board, to_move, setup);
        Ok(())
    }

    /// Continues from a board that a setup has made.
    fn begin_from(&mut self, board: Board, to_move: Color, setup: Setup) {
        self.start = Position::from_board(board, to_move, *self.rules());
        self.position = self.start.clone();
        let moves = self.moves.drain(..);
        self.earlier
            .extend(moves.map(|(color, mv)| Action::Move(color, mv)));
        self.earlier.push(Action::Setup(setup));
    }

    /// Gives the turn to a player without a move: as a setup before the first move, later until the
    /// next move or undo, since either player may move at any time.
    pub fn set_to_move(&mut self, color: Color) {
        if self.moves.is_empty() {
            let setup = Setup {
                stones: Vec::new(),
                to_move: Some(color),
            };
            self.begin_from(self.board().clone(), color, setup);
        } else {
            self.position.set_to_move(color);
        }
    }

    /// The handicap stones for which White is compensated: as many as the record names, or else the black stones with which
    /// the game begins if there are at least two and no white ones, otherwise 0. Several black
    /// moves in a row on the empty board are handicap stones too, because some servers send them so, and White's passes
    /// between them are those that free placement makes him play. Where Black moves first after a setup, that is a position
    /// and no handicap.
    pub fn handicap(&self) -> usize {
        if let Some(named) = self.named_handicap {
            return named;
        }
        let first = self.start.board();
        let placed = first.stone_count(Color::Black);
        let stones = if placed > 0 {
            let first_mover = self.moves.first().map(|&(color, _)| color);
            let is_whites = first_mover.unwrap_or(self.start.to_move()) == Color::White;
            if is_whites { placed } else { 0 }
        } else {
            let is_whites =
                |(color, mv): &&(Color, Move)| *color == Color::White && *mv != Move::Pass;
            let opening = self.moves.iter().take_while(|made| !is_whites(made));
            opening.filter(|(_, mv)| mv.point().is_some()).count()
        };
        if stones < 2 || first.stone_count(Color::White) > 0 {
            0
        } else {
            stones
        }
    }

    /// Counts the position; see [`score::count`].
    pub fn score(&self, dead: &PointSet) -> Score {
        score::count(
            &self.position,
            dead,
            &PointSet::new(),
            self.exact_komi(),
            self.handicap(),
        )
    }

    /// The record so far.
    pub fn record(&self) -> Record {
        let mut record = Record::new(self.board().size());
        record.komi = Some(self.komi);
        let moves = self
            .moves
            .iter()
            .map(|&(color, mv)| Action::Move(color, mv));
        record.nodes = self
            .earlier
            .iter()
            .cloned()
            .chain(moves)
            .map(Into::into)
            .collect();
        record.handicap = self
            .named_handicap
            .or_else(|| Some(self.handicap()).filter(|&stones| stones > 0));
        record
    }
}
