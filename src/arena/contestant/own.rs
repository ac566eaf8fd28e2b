//! A player of this program. It sees the referee's game, so there is nothing to tell it.

use super::{Contestant, Failure, Start, Thought};
use crate::arena::pace::Pace;
use crate::arena::report::Ending;
use crate::clock::{Budget, Clock};
use crate::go::{Color, Game, Move, PointSet};
use crate::gtp::client::Reply;
use crate::life::{Count, Verdict};
use crate::params::Params;
use crate::player::{Player, PlayerKind};
use cpu_time::ProcessTime;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Kept back on a clock for the last playout.
const RESERVE: Duration = Duration::from_millis(10);

#[derive(Debug)]
pub(in crate::arena) struct Own {
    kind: &'static PlayerKind,
    params: Params,
    player: Box<dyn Player>,
    pace: Pace,
    cpu: Duration,
    /// Whether nobody else thinks in this process meanwhile.
    is_alone: bool,
}

impl Own {
    pub(in crate::arena) fn new(kind: &'static PlayerKind, params: Params, is_alone: bool) -> Own {
        Own {
            kind,
            player: (kind.make)(0, &params.player),
            params: Params {
                lag: RESERVE,
                ..params
            },
            pace: Pace::default(),
            cpu: Duration::ZERO,
            is_alone,
        }
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

impl Contestant for Own {
    fn version(&self) -> String {
        concat!("kosumi ", env!("CARGO_PKG_VERSION")).to_owned()
    }

    fn begin(&mut self, start: &Start) -> Result<String, Failure> {
        self.player.reset(start.seed);
        self.pace = start.pace;
        self.cpu = Duration::ZERO;
        Ok(String::new())
    }

    fn choose(&mut self, game: &Game, color: Color, clock: &Clock) -> Result<Thought, Failure> {
        let (start, cpu) = (Instant::now(), ProcessTime::now());
        let budget = self.budget(game, clock, start);
        let player = &mut self.player;
        let choice = catch_unwind(AssertUnwindSafe(|| player.choose(game, color, &budget)));
        self.cpu += cpu.elapsed();
        let Ok(choice) = choice else {
            self.player = (self.kind.make)(0, &self.params.player);
            return Err(Failure {
                ending: Ending::Crashed,
                remark: format!("the player {} panicked", self.kind.name),
            });
        };
        Ok(Thought {
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

    /// Of the whole process, because a player may have threads of its own: only known if nobody
    /// else thinks at the same time.
    fn cpu_seconds(&mut self) -> Option<f64> {
        self.is_alone.then_some(self.cpu.as_secs_f64())
    }

    fn dead(&mut self, game: &Game) -> Result<Option<PointSet>, Failure> {
        let verdict = Verdict::of(game, &self.params.player.judge());
        Ok(Some(verdict.dead().clone()))
    }

    fn score(&mut self, game: &Game) -> Result<Option<String>, Failure> {
        let verdict = Verdict::of(game, &self.params.player.judge());
        let outcome = Count::of(game, &verdict).score.outcome();
        Ok(Some(outcome.to_string()))
    }
}
