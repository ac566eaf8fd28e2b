//! A program in a match: another process, or a part of this one.

mod gtp;

use super::pace::MatchPace;
use super::report::GameEnding;
use crate::clock::{Budget, Clock};
use crate::engine::{PlayerKind, Thought};
use crate::go::{Color, Game, Move, PointSet};
use crate::gtp::client::{ClientError, EngineMove, Program};
use crate::life::{Count, Verdict};
use crate::params::Params;
use crate::search::Purpose;
use crate::session::{Question, Session, Start};
use gtp::GtpContestant;
use std::fmt::Debug;
use std::time::Duration;
use web_time::Instant;

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
        params: Box<Params>,
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
                Box::new(OwnContestant::new(player, (**params).clone(), jobs == 1))
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

/// Kept back on a clock for the last visit.
const RESERVE: Duration = Duration::from_millis(10);

#[derive(Debug)]
struct OwnContestant {
    session: Session,
    pace: MatchPace,
    /// True if no other search runs in this process meanwhile.
    is_alone: bool,
}

impl OwnContestant {
    fn new(player: &'static PlayerKind, params: Params, is_alone: bool) -> OwnContestant {
        OwnContestant {
            session: Session::new(Start {
                player,
                params: Params {
                    lag: RESERVE,
                    ..params
                },
                ..Start::default()
            }),
            pace: MatchPace::default(),
            is_alone,
        }
    }

    fn verdict(&self, game: &Game) -> Verdict {
        Verdict::of(game, &self.session.judge())
    }

    fn budget(&self, color: Color, start: Instant) -> Budget {
        let budget = self.session.budget(color, start);
        match self.pace.visits {
            None => budget,
            // The visits of the match alone, whatever the program is set to.
            visits => Budget {
                deadline: budget
                    .deadline
                    .filter(|_| self.session.params.time.is_some()),
                visits,
                ..budget
            },
        }
    }
}

impl Contestant for OwnContestant {
    fn version(&self) -> String {
        concat!("kosumi ", env!("CARGO_PKG_VERSION")).to_owned()
    }

    fn begin(&mut self, _: &Game, conditions: &Conditions, seed: u64) -> Result<String, Failure> {
        self.session.engine.reset(seed);
        self.pace = conditions.pace;
        self.session.thinking = Duration::ZERO;
        Ok(String::new())
    }

    fn choose(
        &mut self,
        game: &Game,
        color: Color,
        clock: &Clock,
    ) -> Result<ContestantMove, Failure> {
        let start = Instant::now();
        self.session.game.clone_from(game);
        self.session.clocks[color] = *clock;
        let question = Question {
            varies: true,
            ..Question::new(color, Purpose::Play)
        };
        let thought = self.session.think(question, self.budget(color, start));
        let Thought { choice, .. } = thought.map_err(|_| Failure {
            ending: GameEnding::Crashed,
            remark: format!("the player {} panicked", self.session.engine.kind().name),
        })?;
        Ok(ContestantMove {
            reply: if choice.resigns {
                EngineMove::Resign
            } else {
                EngineMove::Move(choice.mv)
            },
            visits: Some(choice.visits),
            wall: start.elapsed(),
        })
    }

    fn observe(&mut self, _color: Color, _mv: Move) -> Result<(), Failure> {
        Ok(())
    }

    /// Returns the processor time of the whole process, because a player may have threads of its
    /// own: only known if no other search runs at the same time.
    fn cpu_seconds(&mut self) -> Option<f64> {
        self.is_alone.then_some(self.session.thinking.as_secs_f64())
    }

    fn dead(&mut self, game: &Game) -> Result<Option<PointSet>, Failure> {
        Ok(Some(self.verdict(game).dead().clone()))
    }

    fn score(&mut self, game: &Game) -> Result<Option<String>, Failure> {
        let outcome = Count::of(game, &self.verdict(game)).score.outcome();
        Ok(Some(outcome.to_string()))
    }
}
