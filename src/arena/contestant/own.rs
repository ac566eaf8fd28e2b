//! A player of this program. It sees the referee's game, so there is nothing to tell it.

use super::{Answer, Conditions, Contestant, Failure};
use crate::arena::pace::Pace;
use crate::arena::report::Ending;
use crate::clock::{Budget, Clock};
use crate::engine::{self, Engine, PlayerKind};
use crate::go::{Color, Game, Move, PointSet};
use crate::gtp::client::Reply;
use crate::life::{Count, Verdict};
use crate::params::Params;
use crate::search::{Purpose, Request};
use cpu_time::ProcessTime;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Kept back on a clock for the last playout.
const RESERVE: Duration = Duration::from_millis(10);

#[derive(Debug)]
pub(super) struct OwnContestant {
    params: Params,
    engine: Engine,
    pace: Pace,
    cpu: Duration,
    /// True if nobody else thinks in this process meanwhile.
    is_alone: bool,
}

impl OwnContestant {
    pub(super) fn new(kind: &'static PlayerKind, params: Params, is_alone: bool) -> OwnContestant {
        OwnContestant {
            engine: Engine::new(kind, 0, &params.player),
            params: Params {
                lag: RESERVE,
                ..params
            },
            pace: Pace::default(),
            cpu: Duration::ZERO,
            is_alone,
        }
    }

    fn verdict(&self, game: &Game) -> Verdict {
        Verdict::of(game, &self.params.player.judge())
    }

    fn budget(&self, game: &Game, clock: &Clock, start: Instant) -> Budget {
        let budget = self.params.budget(game, clock, Duration::ZERO, start);
        match self.pace.playouts {
            None => budget,
            // The playouts of the match alone, whatever the program is set to.
            playouts => Budget {
                deadline: budget.deadline.filter(|_| self.params.time.is_some()),
                playouts,
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
        self.engine.reset(seed);
        self.pace = conditions.pace;
        self.cpu = Duration::ZERO;
        Ok(String::new())
    }

    fn choose(&mut self, game: &Game, color: Color, clock: &Clock) -> Result<Answer, Failure> {
        let (start, cpu) = (Instant::now(), ProcessTime::now());
        let budget = self.budget(game, clock, start);
        let request = Request {
            varies: true,
            ..Request::new(game, color, Purpose::Play, budget)
        };
        let engine = &mut self.engine;
        let thought = catch_unwind(AssertUnwindSafe(|| engine.think(request)));
        self.cpu += cpu.elapsed();
        let Ok(engine::Thought { choice, .. }) = thought else {
            let kind = self.engine.kind();
            self.engine = Engine::new(kind, 0, &self.params.player);
            return Err(Failure {
                ending: Ending::Crashed,
                remark: format!("the player {} panicked", kind.name),
            });
        };
        Ok(Answer {
            reply: if choice.resigns {
                Reply::Resign
            } else {
                Reply::Move(choice.mv)
            },
            playouts: Some(choice.playouts),
            wall: start.elapsed(),
        })
    }

    fn observe(&mut self, _color: Color, _mv: Move) -> Result<(), Failure> {
        Ok(())
    }

    /// Returns the processor time of the whole process, because a player may have threads of its
    /// own: only known if nobody else thinks at the same time.
    fn cpu_seconds(&mut self) -> Option<f64> {
        self.is_alone.then_some(self.cpu.as_secs_f64())
    }

    fn dead(&mut self, game: &Game) -> Result<Option<PointSet>, Failure> {
        Ok(Some(self.verdict(game).dead().clone()))
    }

    fn score(&mut self, game: &Game) -> Result<Option<String>, Failure> {
        let outcome = Count::of(game, &self.verdict(game)).score.outcome();
        Ok(Some(outcome.to_string()))
    }
}
