//! A player of this program. It sees the referee's game, so nothing is sent to it.

use super::{Conditions, Contestant, ContestantMove, Failure};
use crate::arena::pace::MatchPace;
use crate::arena::report::GameEnding;
use crate::clock::{Budget, Clock};
use crate::engine::{PlayerKind, Thought};
use crate::go::{Color, Game, Move, PointSet};
use crate::gtp::client::EngineMove;
use crate::life::{Count, Verdict};
use crate::params::Params;
use crate::search::Purpose;
use crate::session::{Question, Session, Start};
use std::time::{Duration, Instant};

/// Kept back on a clock for the last visit.
const RESERVE: Duration = Duration::from_millis(10);

#[derive(Debug)]
pub(super) struct OwnContestant {
    session: Session,
    pace: MatchPace,
    /// True if no other search runs in this process meanwhile.
    is_alone: bool,
}

impl OwnContestant {
    pub(super) fn new(
        player: &'static PlayerKind,
        params: Params,
        is_alone: bool,
    ) -> OwnContestant {
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
