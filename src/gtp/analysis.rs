//! Analysis: searches whose findings are told while they go on.
//!
//! [`arguments`] reads what is wanted, [`format`] puts a report into words, [`reporter`] writes it as a
//! part of a response, [`cgos`] has a form of its own, [`audience`] lets several listen to one search.

pub(super) mod arguments;
mod audience;
pub(super) mod cgos;
pub(super) mod format;
pub(super) mod reporter;

use super::Session;
use crate::clock::Budget;
use crate::go::{Color, Game};
use crate::player::{Choice, Mcts, Player};
use crate::rng::Rng;
use crate::search::{Observer, Report, Restriction, Search, Stage};
use audience::together;
use std::sync::{Arc, Mutex, PoisonError};

/// How a player is asked for a move: [`Player::choose`] or [`Player::clean_up`].
pub(super) type Chooser = fn(&mut dyn Player, &Game, Color, &Budget) -> Choice;

/// A move to be chosen.
#[derive(Debug)]
pub(super) struct Task {
    pub(super) color: Color,
    pub(super) chooser: Chooser,
    /// Moves that may not be chosen.
    pub(super) restriction: Restriction,
    /// Whether the parameters decide about resigning; else nobody resigns.
    pub(super) may_resign: bool,
    /// Whether there must be a report even if the move is found without a search.
    pub(super) wants_report: bool,
    /// Somebody who listens meanwhile.
    pub(super) listener: Option<Observer>,
}

impl Task {
    /// Any move, with nobody listening.
    pub(super) fn new(color: Color, chooser: Chooser) -> Task {
        Task {
            color,
            chooser,
            restriction: Restriction::default(),
            may_resign: true,
            wants_report: false,
            listener: None,
        }
    }
}

/// A chosen move and the last report of the search for it, if there was one.
#[derive(Clone, Debug)]
pub(super) struct Thought {
    pub(super) choice: Choice,
    pub(super) report: Option<Report>,
}

/// Playouts that tell something about a position where the player did not search.
const GLANCE: u64 = 200;

impl Session {
    /// Lets the player choose a move, and listeners hear of it.
    pub(super) fn think(&mut self, task: Task, budget: &Budget) -> Thought {
        self.renew_player();
        let last = Arc::new(Mutex::new(None));
        let observers = [
            Some(keeper(&last)),
            task.listener,
            self.graphics(task.color),
        ];
        let observer = together(observers.into_iter().flatten().collect());
        let mut stand_in;
        let player: &mut dyn Player =
            if self.player.search().is_none() && !task.restriction.is_empty() {
                stand_in = Mcts::new(self.seed, &self.params.player);
                &mut stand_in
            } else {
                &mut *self.player
            };
        if let Some(search) = player.search() {
            search.restrict(task.restriction.clone());
            search.observe(Some(observer));
        }
        let mut choice = (task.chooser)(player, &self.game, task.color, budget);
        if let Some(search) = player.search() {
            release(search);
        }
        choice.resigns &= task.may_resign;
        let found = last.lock().unwrap_or_else(PoisonError::into_inner).take();
        let report = match found {
            None if task.wants_report => Some(self.glance(task.color, task.restriction)),
            found => found,
        };
        Thought { choice, report }
    }

    /// Searches with the tree of the player, or with one for this time if he has none.
    pub(super) fn search(
        &mut self,
        color: Color,
        restriction: Restriction,
        observer: Option<Observer>,
        budget: &Budget,
    ) -> Report {
        self.renew_player();
        let mut rng = Rng::new(self.seed.wrapping_add(self.line));
        let settings = &self.params.player;
        let mut own;
        let search = if let Some(search) = self.player.search() {
            search
        } else {
            own = settings.search();
            &mut own
        };
        search.restrict(restriction);
        search.observe(observer);
        let report = search.run(&self.game, color, budget, &mut rng);
        release(search);
        report
    }

    /// What a short search finds.
    pub(super) fn glance(&mut self, color: Color, restriction: Restriction) -> Report {
        self.search(color, restriction, None, &Budget::of_playouts(GLANCE))
    }
}

/// Lets a search go on as if nobody had wanted anything of it.
pub(super) fn release(search: &mut Search) {
    search.observe(None);
    search.restrict(Restriction::default());
}

/// Keeps the last report.
fn keeper(place: &Arc<Mutex<Option<Report>>>) -> Observer {
    let place = Arc::clone(place);
    Observer {
        interval: None,
        wants_owners_by_move: false,
        tell: Box::new(move |report, stage| {
            if stage == Stage::Done {
                let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
                *place = Some(report.clone());
            }
        }),
    }
}

#[cfg(test)]
mod tests;
