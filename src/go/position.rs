//! A board under rules: the player to move, earlier positions, legal moves, and the end of play.
//!
//! The superko test compares hashes, which is exact up to collisions of 64 bits. [`Game`] confirms a hit by comparing stones
//! where the answer is binding.
//!
//! [`Game`]: crate::go::Game

use crate::go::board::player_key;
use crate::go::rules::{DeadStones, Dispute, GameEnd, KoRule, LongCycle, Passes, Rules, Suicide};
use crate::go::{Board, ByColor, Color, Move, Outcome, Point, Size};
use std::cmp::Ordering;

/// Why a move is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The board does not have the point.
    #[error("{0} is not on the board")]
    OffBoard(Point),
    /// A stone is there.
    #[error("{0} is occupied")]
    Occupied(Point),
    /// The stone would remove itself.
    #[error("{0} is suicide")]
    Suicide(Point),
    /// It would bring back the position before the opponent's last move.
    #[error("{0} retakes a ko at once")]
    Ko(Point),
    /// It would bring back an earlier position in a way that the ko rule forbids.
    #[error("{point} repeats the position after move {after}")]
    Superko {
        /// The offending point.
        point: Point,
        /// How many moves had been made when the position was seen first; 0 is the initial one.
        after: usize,
    },
}

/// One position of the game so far.
#[derive(Clone, Copy, Debug)]
struct SeenPosition {
    board_hash: u64,
    /// What the ko rule compares: the board, alone or with the player to move or the creator.
    /// `None` where nothing is to be compared with it: a pass creates nothing.
    key: Option<u64>,
    to_move: Color,
    /// Stones captured so far, Black's captures minus White's.
    capture_balance: i64,
    /// The number of moves made, passes included.
    after: usize,
}

/// A board, whose turn it is and what has been seen. The search copies it.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    rules: Rules,
    to_move: Color,
    /// Passes in a row that count towards the end.
    passes: usize,
    /// How often two passes in a row were made that count towards the end.
    stops: usize,
    move_count: usize,
    passes_made: ByColor<u32>,
    first_passer: Option<Color>,
    last_move: Option<(Color, Move)>,
    seen: Vec<SeenPosition>,
}

impl Position {
    /// The empty board, Black to move.
    pub fn new(size: Size, rules: Rules) -> Position {
        Position::from_board(Board::new(size), Color::Black, rules)
    }

    /// A board as the first position of a game. For natural situational superko it counts as
    /// created by the player who does not move.
    pub fn from_board(board: Board, to_move: Color, rules: Rules) -> Position {
        let mut position = Position {
            board,
            rules,
            to_move,
            passes: 0,
            stops: 0,
            move_count: 0,
            passes_made: ByColor::default(),
            first_passer: None,
            last_move: None,
            seen: Vec::new(),
        };
        position.note(Some(!to_move));
        position
    }

    /// The stones.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Whose turn it is.
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The number of moves made, passes included.
    pub const fn move_count(&self) -> usize {
        self.move_count
    }

    /// The passes that a player has made.
    pub fn passes_made(&self, color: Color) -> u32 {
        self.passes_made[color]
    }

    /// Who passed first, if anyone has.
    pub const fn first_passer(&self) -> Option<Color> {
        self.first_passer
    }

    /// The last move and who made it; `None` at the start.
    pub const fn last_move(&self) -> Option<(Color, Move)> {
        self.last_move
    }

    /// The passes in a row that count towards the end of play.
    pub const fn passes_in_a_row(&self) -> usize {
        self.passes
    }

    /// Returns true if play has stopped by the passes that the rules ask for. Play may be resumed all the
    /// same: moves stay legal.
    pub fn is_over(&self) -> bool {
        self.passes >= 2
            && match self.rules.end {
                GameEnd::TwoPasses => true,
                GameEnd::TwoPassesKoClosed => self.passes >= 4 || !self.has_open_ko(),
            }
    }

    /// Returns true if all stones on the board live: the rules know no dead ones, or play has stopped again without an
    /// agreement about them.
    pub fn all_live(&self) -> bool {
        match self.rules.dead_stones {
            DeadStones::AsItStands => true,
            DeadStones::Agreement(Dispute::FourPasses) => self.passes >= 4,
            DeadStones::Agreement(Dispute::SecondStop) => self.is_over() && self.stops >= 2,
            DeadStones::Agreement(Dispute::Agreement) | DeadStones::HypotheticalPlay(_) => false,
        }
    }

    /// Returns true if either player could take a ko.
    pub fn has_open_ko(&self) -> bool {
        self.board.ko_points().next().is_some()
    }

    /// Checks that the rules allow a move of either player, whoever's turn it is. Two positions with the
    /// same hash count as the same.
    ///
    /// # Errors
    /// They do not: why.
    pub fn check(&self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        let Move::Play(point) = mv else { return Ok(()) };
        self.check_without_repetition(color, point)?;
        match self.repetitions(color, point).next() {
            None => Ok(()),
            Some(after) => Err(self.repeats(point, after)),
        }
    }

    /// The error of a play that repeats the position after a number of moves.
    pub(crate) fn repeats(&self, point: Point, after: usize) -> IllegalMove {
        match self.rules.ko {
            KoRule::Simple => IllegalMove::Ko(point),
            _ => IllegalMove::Superko { point, after },
        }
    }

    /// Checks a play by all rules but the ko rule.
    pub(crate) fn check_without_repetition(
        &self,
        color: Color,
        point: Point,
    ) -> Result<(), IllegalMove> {
        if !self.board.size().contains(point) {
            return Err(IllegalMove::OffBoard(point));
        }
        if !self.board.is_empty_at(point) {
            return Err(IllegalMove::Occupied(point));
        }
        if self.board.is_suicide(point, color) && !self.allows_suicide(color, point) {
            return Err(IllegalMove::Suicide(point));
        }
        Ok(())
    }

    fn allows_suicide(&self, color: Color, point: Point) -> bool {
        match self.rules.suicide {
            Suicide::Forbidden => false,
            Suicide::SeveralStones => self.board.neighborhood(point).touches(color),
            Suicide::Any => true,
        }
    }

    /// Returns true if [`Self::check`] allows the move.
    pub fn is_legal(&self, color: Color, mv: Move) -> bool {
        self.check(color, mv).is_ok()
    }

    /// The points where a player may play, from the bottom row up.
    pub fn legal_points(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        self.board
            .points()
            .filter(move |&point| self.is_legal(color, Move::Play(point)))
    }

    /// Makes a move that the rules allow.
    ///
    /// # Errors
    /// They do not: why. The position is unchanged.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.check(color, mv)?;
        self.play_unchecked(color, mv);
        Ok(())
    }

    /// Makes a move without asking the rules. A move out of turn stands for a pass of the opponent
    /// before it.
    ///
    /// # Panics
    /// In debug builds, if the point is not an empty point of the board.
    pub fn play_unchecked(&mut self, color: Color, mv: Move) {
        if color != self.to_move {
            self.to_move = color;
            self.note(None);
        }
        self.move_count += 1;
        self.to_move = !color;
        let previous = self.last_move.replace((color, mv));
        match mv {
            Move::Play(point) => {
                self.board.play(point, color);
                self.passes = 0;
                self.note(Some(color));
            }
            Move::Pass => {
                self.pass(color, previous);
                self.note(None);
            }
        }
    }

    /// Makes a pass after a previous move. What White passes before his first play is compulsory while Black puts down
    /// handicap stones, so it does not count as a first pass, unless Black passes, too.
    fn pass(&mut self, color: Color, previous: Option<(Color, Move)>) {
        self.board.pass();
        let takes_button = self.rules.passes == Passes::Button && self.first_passer.is_none();
        if !takes_button {
            self.passes += 1;
            self.stops += usize::from(self.passes.is_multiple_of(2));
        }
        self.passes_made[color] += 1;
        let has_white_played =
            self.board.stone_count(Color::White) > 0 || self.board.captured_by(Color::Black) > 0;
        let first = match color {
            _ if has_white_played || takes_button => color,
            Color::White => return,
            Color::Black if previous == Some((Color::White, Move::Pass)) => Color::White,
            Color::Black => color,
        };
        self.first_passer.get_or_insert(first);
    }

    /// Gives the turn to a player, as a setup: no pass is made.
    pub fn set_to_move(&mut self, color: Color) {
        self.to_move = color;
    }

    /// The earlier positions that a play of `color` would repeat against the ko rule: for each, how many
    /// moves had been made. Compares hashes. Linear in the length of the game, except for simple ko.
    pub(crate) fn repetitions(
        &self,
        color: Color,
        point: Point,
    ) -> impl Iterator<Item = usize> + '_ {
        let hash = self.board.hash_after(point, color);
        let rule = self.rules.ko;
        let (relevant, wanted) = match rule {
            KoRule::Simple => (self.before_opponents_move(color), None),
            _ => (
                Some(&self.seen[..]),
                Some(ko_key(rule, hash, !color, color)),
            ),
        };
        let is_same = move |seen: &&SeenPosition| match rule {
            KoRule::Simple => seen.board_hash == hash,
            _ => seen.key == wanted,
        };
        relevant
            .unwrap_or_default()
            .iter()
            .filter(is_same)
            .map(|seen| seen.after)
    }

    /// The position just before the last move of the opponent of `color`, if he has moved. If `color`
    /// moves out of turn, that is the present position, in which the opponent passes.
    fn before_opponents_move(&self, color: Color) -> Option<&[SeenPosition]> {
        let moved_last = self.last_move.is_some_and(|(mover, _)| mover == color);
        let back = usize::from(color == self.to_move && !moved_last);
        let index = (self.seen.len() - 1).checked_sub(back)?;
        Some(&self.seen[index..=index])
    }

    /// Remembers the present position; `creator` is the player who made it by a play.
    fn note(&mut self, creator: Option<Color>) {
        let key = match (self.rules.ko, creator) {
            (KoRule::NaturalSituational, None) => None,
            (rule, creator) => {
                let creator = creator.unwrap_or(self.to_move);
                Some(ko_key(rule, self.board.hash(), self.to_move, creator))
            }
        };
        self.seen.push(SeenPosition {
            board_hash: self.board.hash(),
            key,
            to_move: self.to_move,
            capture_balance: i64::from(self.board.captured_by(Color::Black))
                - i64::from(self.board.captured_by(Color::White)),
            after: self.move_count,
        });
    }

    /// What the ko rule compares, of all positions so far.
    pub(crate) fn seen_keys(&self) -> impl Iterator<Item = u64> + '_ {
        self.seen.iter().filter_map(|seen| seen.key)
    }

    /// What a ko rule compares, of the position after a play of `mover`.
    pub(crate) fn key_after(rule: KoRule, board_hash: u64, mover: Color) -> u64 {
        ko_key(rule, board_hash, !mover, mover)
    }

    /// How the game ends if a play has just brought back an earlier position with the same player to
    /// move, which only simple ko allows; `None` if none has. Compares hashes.
    pub fn long_cycle(&self) -> Option<Outcome> {
        let (now, earlier) = self.seen.split_last()?;
        let has_played = matches!(self.last_move, Some((_, Move::Play(_))));
        if self.rules.ko != KoRule::Simple || !has_played {
            return None;
        }
        let same =
            |seen: &&SeenPosition| seen.board_hash == now.board_hash && seen.to_move == now.to_move;
        let first = earlier.iter().rev().find(same)?;
        Some(match self.rules.long_cycle {
            LongCycle::NoResult => Outcome::NoResult,
            LongCycle::Draw => Outcome::Draw,
            LongCycle::MoreCaptures => match now.capture_balance.cmp(&first.capture_balance) {
                Ordering::Greater => Outcome::Win(Color::Black),
                Ordering::Equal => Outcome::Draw,
                Ordering::Less => Outcome::Win(Color::White),
            },
        })
    }
}

/// What a superko rule compares of a position.
fn ko_key(rule: KoRule, board_hash: u64, to_move: Color, creator: Color) -> u64 {
    board_hash
        ^ match rule {
            KoRule::Simple | KoRule::Positional => 0,
            KoRule::Situational => player_key(to_move),
            KoRule::NaturalSituational => player_key(creator),
        }
}
