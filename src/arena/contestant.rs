//! A player of a match, whether a program of its own or a part of this one.

mod external;
mod own;

pub(super) use external::External;
pub(super) use own::Own;

use super::pace::Pace;
use super::report::Ending;
use crate::clock::Clock;
use crate::engine::PlayerKind;
use crate::go::{Color, Game, Move, PointSet, Rules};
use crate::gtp::client::{ClientError, Program, Reply};
use crate::params::Params;
use std::fmt::Debug;
use std::time::Duration;

/// What can play in a match.
#[derive(Clone, Debug)]
pub enum Contender {
    /// A program that speaks GTP.
    Program(Program),
    /// A player of this program, without a process or a pipe in between.
    Own {
        /// Who chooses moves.
        player: &'static PlayerKind,
        /// The parameters that `choose` heeds: playouts, time, threads.
        params: Params,
    },
}

impl Contender {
    /// One that can play; a program is started when its first game begins. `jobs` games are played
    /// at once.
    pub(super) fn hire(&self, patience: Duration, jobs: usize) -> Box<dyn Contestant> {
        match self {
            Contender::Program(program) => {
                Box::new(External::new(program.clone().with_timeout(patience)))
            }
            Contender::Own { player, params } => {
                Box::new(Own::new(player, params.clone(), jobs == 1))
            }
        }
    }
}

/// How a game begins.
#[derive(Clone, Debug)]
pub(super) struct Start {
    /// The position that the programs are given.
    pub(super) game: Game,
    /// The name of the rules.
    pub(super) rules_name: String,
    /// The time control.
    pub(super) pace: Pace,
    /// Of the random numbers of one player.
    pub(super) seed: u64,
}

impl Start {
    /// The rules.
    pub(super) const fn rules(&self) -> &Rules {
        self.game.rules()
    }
}

/// A player's answer to being asked for a move.
#[derive(Clone, Debug)]
pub(super) struct Thought {
    /// The move, not yet checked.
    pub(super) reply: Reply,
    /// Playouts made for it, if the program tells.
    pub(super) playouts: Option<u64>,
    /// How long it took.
    pub(super) wall: Duration,
}

/// Why a player cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Failure {
    /// What is put into the report.
    pub(super) ending: Ending,
    /// In words.
    pub(super) remark: String,
}

impl From<ClientError> for Failure {
    fn from(error: ClientError) -> Failure {
        let ending = match error {
            ClientError::Failure { .. } => Ending::Refused,
            ClientError::Timeout { .. } => Ending::Hung,
            ClientError::Start { .. } | ClientError::Exited { .. } | ClientError::Closed { .. } => {
                Ending::Crashed
            }
            ClientError::Unsendable(_)
            | ClientError::Unexpected { .. }
            | ClientError::Protocol { .. } => Ending::BrokenProtocol,
        };
        Failure {
            ending,
            remark: error.to_string(),
        }
    }
}

/// What the referee needs of a player.
pub(super) trait Contestant: Debug {
    /// What it calls itself, with its version; empty if it is not known.
    fn version(&self) -> String;

    /// Begins a game. Returns what a person should know about it, which is mostly nothing.
    fn begin(&mut self, start: &Start) -> Result<String, Failure>;

    /// Asks for a move.
    fn choose(&mut self, game: &Game, color: Color, clock: &Clock) -> Result<Thought, Failure>;

    /// Tells it of a move of the opponent.
    fn observe(&mut self, color: Color, mv: Move) -> Result<(), Failure>;

    /// Processor seconds since the game began, if it tells.
    fn cpu_seconds(&mut self) -> Option<f64>;

    /// The stones that it takes for dead, if it tells.
    fn dead(&mut self, game: &Game) -> Result<Option<PointSet>, Failure>;

    /// The result as it sees it, if it tells.
    fn score(&mut self, game: &Game) -> Result<Option<String>, Failure>;
}
