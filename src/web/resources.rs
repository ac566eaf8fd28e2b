//! What all tables share: settings, networks, the queue of searches, and the folder of games.

use super::archive::Archive;
use super::error::{WebError, WebResult};
use super::message::AnalysisOrder;
use super::shared::SharedTable;
use super::staff::Staff;
use super::table::{WebTable, rules_of};
use super::turns::{Turns, Urgency};
use super::views::ReportView;
use crate::clock::{Budget, Stop};
use crate::engine::PLAYERS;
use crate::eval::Model;
use crate::go::Game;
use crate::life::Judge;
use crate::params::{Param, Params};
use crate::reading::UnsettledGroup;
use crate::search::Purpose;
use crate::session::{Question, Session, Start};
use std::time::Duration;
use web_time::Instant;

/// The number of engines that share the memory which the settings name. More may be there, but few are large.
const SHARERS: usize = 4;

/// The longest time for the judgement of all stones.
const JUDGING: Duration = Duration::from_secs(15);

/// What all tables share.
#[derive(Debug)]
pub(super) struct Resources {
    /// How kosumi plays; its game has the usual rules.
    pub(super) start: Start,
    /// Networks by name, the usual one first.
    pub(super) networks: Vec<(String, Option<Model>)>,
    pub(super) turns: Turns,
    pub(super) archive: Archive,
    pub(super) staff: Staff,
}

/// The game that an order is about: its own, or by other rules or komi.
pub(super) fn game_of(order: &AnalysisOrder, mut game: Game) -> Game {
    if let Some(Ok(rules)) = order.rules.as_deref().map(rules_of) {
        let komi = game.komi();
        game.set_rules(rules);
        game.set_komi(komi);
    }
    if let Some(komi) = order.komi {
        game.set_komi(komi);
    }
    game
}

impl Resources {
    /// As many searches run at once as is given; without a number, all is done by whoever calls.
    pub(super) fn new(
        mut start: Start,
        networks: Vec<(String, Option<Model>)>,
        at_once: Option<usize>,
        archive: Archive,
    ) -> Resources {
        start.params.player.sharers = SHARERS;
        start.params.pondering = false;
        Resources {
            start,
            networks,
            turns: at_once.map_or_else(Turns::of_one_thread, Turns::new),
            archive,
            staff: at_once.map_or_else(Staff::caller, |_| Staff::Threads),
        }
    }

    /// A session that chooses moves about a game.
    pub(super) fn player(&self, game: Game) -> Session {
        Session::new(Start {
            game,
            ..self.start.clone()
        })
    }

    /// A session that analyzes a game as is asked for.
    pub(super) fn analyst(&self, game: Game, order: &AnalysisOrder) -> Session {
        let params = self
            .analysis_params(order)
            .unwrap_or_else(|_| self.start.params.clone());
        Session::new(Start {
            player: &PLAYERS[0],
            params,
            game: game_of(order, game),
            seed: self.start.seed,
        })
    }

    /// The parameters of an analysis, at full strength.
    pub(super) fn analysis_params(&self, order: &AnalysisOrder) -> WebResult<Params> {
        let mut params = self.start.params.clone();
        params.player.rank = None;
        if let Some(name) = &order.network {
            let known = self.networks.iter().find(|(known, _)| known == name);
            let unknown = || WebError::Refused(format!("there is no network '{name}'"));
            params
                .player
                .model
                .clone_from(&known.ok_or_else(unknown)?.1);
        }
        if let Some(rank) = &order.rank {
            if params.player.human_model.is_none() {
                return Err(WebError::refused(
                    "ranks are compared with a network of human play alone",
                ));
            }
            let set = params.set("humanSLProfile", &format!("rank_{rank}"));
            set.map_err(WebError::refused)?;
        }
        for (name, value) in &order.params {
            let param = Param::find(name).map_err(WebError::refused)?;
            if !param.is_tuned() {
                return Err(WebError::Refused(format!(
                    "{name} is no parameter of the search"
                )));
            }
            let set = param.set(&mut params, value);
            set.map_err(|error| WebError::Refused(format!("{name}: {error}")))?;
        }
        params.check().map_err(WebError::refused)?;
        Ok(params)
    }

    /// The judge of dead stones, who has some time from now on.
    pub(super) fn judge(&self) -> Judge {
        Judge {
            deadline: Instant::now().checked_add(JUDGING),
            ..self.start.params.player.judge()
        }
    }

    /// What a short search finds at a node, with who will own each point.
    pub(super) fn glance(&self, node: usize, game: Game, visits: u64) -> WebResult<ReportView> {
        let stop = Stop::default();
        let color = game.position().to_move();
        let mut session = self.analyst(game, &AnalysisOrder::default());
        let _turn = self.turns.take(Urgency::Now, &stop);
        let budget = Budget::of_visits(visits);
        let thought = session.think(Question::new(color, Purpose::Analyze), budget);
        let report = thought.map_err(|_| WebError::Internal)?.report;
        let report = report.ok_or(WebError::Internal)?;
        let mut view = ReportView::of(node, &report, color).with_ownership(&report);
        view.done = true;
        Ok(view)
    }

    /// How many points it makes who moves first about a group.
    pub(super) fn worth_of_first_move(&self, game: &Game, group: &UnsettledGroup) -> Option<f64> {
        let session = self.analyst(game.clone(), &AnalysisOrder::default());
        let _turn = self.turns.take(Urgency::Now, &Stop::default());
        session.worth_of_first_move(group)
    }

    /// Writes a table to its file if it has changed. One that a fault has left in disorder is not written: its file is better.
    pub(super) fn keep(&self, shared: &SharedTable, table: &mut WebTable) {
        if !table.is_unsaved || shared.is_in_disorder() {
            return;
        }
        match self
            .archive
            .write(&table.id, &table.file_text(Instant::now()))
        {
            Ok(()) => (table.is_unsaved, table.stale_since) = (false, None),
            Err(error) => {
                log::error!("{}: {error}", table.id);
                // It is tried again after a while, and with the next change.
                (table.is_unsaved, table.stale_since) = (false, Some(Instant::now()));
                table.say_failed(&format!("The game cannot be saved: {error}"));
            }
        }
    }
}
