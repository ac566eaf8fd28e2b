//! A question about a position.

use super::report::Report;
use super::restriction::Restriction;
use crate::clock::Budget;
use crate::go::{Color, Game};
use std::fmt;
use std::time::{Duration, Instant};

/// What an answer is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A move for the game. Thinking ends as soon as more of it would not change the choice.
    Play,
    /// A move that helps to capture every dead stone of the opponent, who does not agree that they are
    /// dead: no pass before they are gone, since the board will count as it stands.
    CleanUp,
    /// What all moves are worth, at full strength: the whole budget is spent.
    Analyze,
    /// Nothing but thinking ahead in the opponent's time, until the budget ends.
    Ponder,
}

/// A question about the present position of a game.
#[derive(Debug)]
pub struct Request<'a> {
    /// The game.
    pub game: &'a Game,
    /// Who makes the next move, whoever's turn it is.
    pub color: Color,
    /// What the answer is wanted for.
    pub purpose: Purpose,
    /// What the answer may cost.
    pub budget: Budget,
    /// Moves that are left out.
    pub restriction: Restriction,
    /// True if a move of about the same worth may take the place of the best one, so that games differ.
    pub varies: bool,
    /// True if the report has the ownership after each move, which costs time.
    pub owners_by_move: bool,
    /// Functions that get a report at intervals.
    pub observers: Vec<Observer<'a>>,
}

impl<'a> Request<'a> {
    /// A question without restriction and observers.
    #[must_use]
    pub fn new(game: &'a Game, color: Color, purpose: Purpose, budget: Budget) -> Request<'a> {
        Request {
            game,
            color,
            purpose,
            budget,
            restriction: Restriction::default(),
            varies: false,
            owners_by_move: false,
            observers: Vec::new(),
        }
    }
}

/// Somebody who hears at intervals what has been found so far. The last report is the answer itself.
pub struct Observer<'a> {
    interval: Duration,
    /// When the next report is due; `None` if that is farther away than a clock can measure.
    due: Option<Instant>,
    tell: Box<dyn FnMut(&Report) + 'a>,
}

impl<'a> Observer<'a> {
    /// An observer whose function is called in the thread of the search, which waits meanwhile. However
    /// short the interval, there are some visits between two calls.
    #[must_use]
    pub fn new(interval: Duration, tell: impl FnMut(&Report) + 'a) -> Observer<'a> {
        Observer {
            interval,
            due: Instant::now().checked_add(interval),
            tell: Box::new(tell),
        }
    }

    /// When the next report is due.
    pub(super) const fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Tells a report if one is due.
    pub fn tell_if_due(&mut self, report: &Report) {
        if self.due.is_some_and(|due| due <= Instant::now()) {
            (self.tell)(report);
            self.due = Instant::now().checked_add(self.interval);
        }
    }
}

impl fmt::Debug for Observer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Observer")
            .field("interval", &self.interval)
            .finish_non_exhaustive()
    }
}
