//! A program in a match: another process, or a part of this one.

mod gtp;
mod own;

use super::pace::MatchPace;
use super::report::GameEnding;
use crate::clock::Clock;
use crate::engine::PlayerKind;
use crate::go::{Color, Game, Move, PointSet};
use crate::gtp::client::{ClientError, EngineMove, Program};
use crate::params::Params;
use gtp::GtpContestant;
use own::OwnContestant;
use std::fmt::Debug;
use std::time::Duration;

/// What a command line of a match stands for.
#[derive(Clone, Debug)]
pub enum ContestantKind {
    /// A program that speaks GTP.
    Gtp(Program),
    /// A player of this program, without a process or a pipe in between.
    Own {
        /// Who chooses moves.
        player: &'static PlayerKind,
        /// The parameters that its moves depend on: visits, time, threads.
        params: Params,
    },
}

impl ContestantKind {
    /// Makes a contestant; a program is started when its first game begins. `jobs` games are played
    /// at once.
    pub(super) fn make(&self, patience: Duration, jobs: usize) -> Box<dyn Contestant> {
        match self {
            ContestantKind::Gtp(program) => {
                Box::new(GtpContestant::new(program.clone().with_timeout(patience)))
            }
            ContestantKind::Own { player, params } => {
                Box::new(OwnContestant::new(player, params.clone(), jobs == 1))
            }
        }
    }
}

/// What all games of a match have in common.
#[derive(Clone, Debug)]
pub(super) struct Conditions {
    /// The name of the rules.
    pub(super) rules: String,
    /// The time control.
    pub(super) pace: MatchPace,
    /// By how much a contestant may exceed its time.
    pub(super) tolerance: Duration,
    /// A game of this many moves is counted as it stands.
    pub(super) max_moves: usize,
    /// True if the players play on where they do not agree about dead stones.
    pub(super) play_out: bool,
}

/// The answer to being asked for a move.
#[derive(Clone, Debug)]
pub(super) struct ContestantMove {
    /// The move, not yet checked.
    pub(super) reply: EngineMove,
    /// Visits made for it, if the contestant reports them.
    pub(super) visits: Option<u64>,
    /// How long it took.
    pub(super) wall: Duration,
}

/// Why a contestant cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Failure {
    /// The ending that is put into the report.
    pub(super) ending: GameEnding,
    /// The reason in words.
    pub(super) remark: String,
}

impl From<ClientError> for Failure {
    fn from(error: ClientError) -> Failure {
        let ending = match error {
            ClientError::Failure { .. } => GameEnding::Refused,
            ClientError::Timeout { .. } => GameEnding::Hung,
            ClientError::Start { .. } | ClientError::Exited { .. } | ClientError::Closed { .. } => {
                GameEnding::Crashed
            }
            ClientError::Unsendable(_)
            | ClientError::Unexpected { .. }
            | ClientError::Protocol { .. } => GameEnding::BrokenProtocol,
        };
        Failure {
            ending,
            remark: error.to_string(),
        }
    }
}

/// What the referee needs of whoever plays.
pub(super) trait Contestant: Debug {
    /// Returns what it calls itself, with its version; empty if that is not known.
    fn version(&self) -> String;

    /// Begins a game that goes on from a position. The seed is that of its random numbers. Returns
    /// what a person should know about it, which is mostly nothing.
    fn begin(&mut self, game: &Game, conditions: &Conditions, seed: u64)
    -> Result<String, Failure>;

    /// Asks for a move.
    fn choose(
        &mut self,
        game: &Game,
        color: Color,
        clock: &Clock,
    ) -> Result<ContestantMove, Failure>;

    /// Tells it of a move of the opponent.
    fn observe(&mut self, color: Color, mv: Move) -> Result<(), Failure>;

    /// Returns the processor seconds since the game began, if it reports them.
    fn cpu_seconds(&mut self) -> Option<f64>;

    /// Returns the stones that it takes for dead, if it reports them.
    fn dead(&mut self, game: &Game) -> Result<Option<PointSet>, Failure>;

    /// Returns the result as it sees it, if it reports one.
    fn score(&mut self, game: &Game) -> Result<Option<String>, Failure>;
}
