//! A question about a position.

use super::report::Report;
use crate::clock::Budget;
use crate::go::{Color, Game, Move, PointSet};
use std::fmt;
use std::time::Duration;
use web_time::Instant;

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
    /// The same for the choice of a move that is played, by the numbers of the search for play.
    Compare,
    /// Nothing but thinking ahead in the opponent's time, until the budget ends.
    Ponder,
}

impl Purpose {
    /// Returns true if the whole budget is spent to learn what all moves are worth.
    pub const fn weighs_all(self) -> bool {
        matches!(self, Purpose::Analyze | Purpose::Compare)
    }
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
    pub fn new(interval: Duration, tell: impl FnMut(&Report) + 'a) -> Observer<'a> {
        Observer {
            interval,
            due: Instant::now().checked_add(interval),
            tell: Box::new(tell),
        }
    }

    /// The same observer, whose first report is due after another time.
    #[must_use]
    pub fn first_after(self, first: Duration) -> Observer<'a> {
        Observer {
            due: Instant::now().checked_add(first),
            ..self
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

/// Moves that players may not make near the root of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restriction {
    bans: Vec<Ban>,
}

/// A ban for one player.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ban {
    color: Color,
    points: PointSet,
    /// True if the ban is on all points but these.
    is_inverted: bool,
    bans_pass: bool,
    depth: usize,
}

impl Restriction {
    /// Returns the bytes of memory that its bans take.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.bans[..])
    }

    /// Bans moves of a player down to a depth; 1 is the next move of the game alone.
    pub fn avoid(&mut self, color: Color, moves: &[Move], depth: usize) {
        self.bans.push(Ban {
            color,
            points: points_of(moves),
            is_inverted: false,
            bans_pass: moves.contains(&Move::Pass),
            depth,
        });
    }

    /// Bans all plays of a player but some, down to a depth; a pass stays allowed.
    pub fn allow(&mut self, color: Color, moves: &[Move], depth: usize) {
        self.bans.push(Ban {
            color,
            points: points_of(moves),
            is_inverted: true,
            bans_pass: false,
            depth,
        });
    }

    /// Returns true if nothing is banned.
    pub const fn is_empty(&self) -> bool {
        self.bans.is_empty()
    }

    /// Returns true if a move of a player is banned at a depth, which is 1 for the next move of the game.
    pub fn forbids(&self, color: Color, mv: Move, depth: usize) -> bool {
        let is_banned = |ban: &Ban| match mv {
            Move::Pass => ban.bans_pass,
            Move::Play(at) => ban.points.contains(at) != ban.is_inverted,
        };
        self.bans
            .iter()
            .any(|ban| ban.color == color && depth <= ban.depth && is_banned(ban))
    }
}

fn points_of(moves: &[Move]) -> PointSet {
    moves.iter().filter_map(|mv| mv.point()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(name: &str) -> Move {
        Move::Play(name.parse().unwrap())
    }

    #[test]
    fn avoided_moves_are_banned_to_a_depth() {
        let mut restriction = Restriction::default();
        assert!(restriction.is_empty());
        restriction.avoid(Color::Black, &[play("C3"), Move::Pass], 3);
        assert!(!restriction.is_empty());
        for (color, mv, depth, is_banned) in [
            (Color::Black, play("C3"), 1, true),
            (Color::Black, play("C3"), 3, true),
            (Color::Black, play("C3"), 4, false),
            (Color::Black, Move::Pass, 1, true),
            (Color::Black, play("D3"), 1, false),
            (Color::White, play("C3"), 1, false),
        ] {
            assert_eq!(restriction.forbids(color, mv, depth), is_banned);
        }
    }

    #[test]
    fn all_but_the_allowed_moves_are_banned_and_a_pass_only_by_name() {
        let mut restriction = Restriction::default();
        restriction.allow(Color::White, &[play("C3")], 1);
        assert!(!restriction.forbids(Color::White, play("C3"), 1));
        assert!(restriction.forbids(Color::White, play("D3"), 1));
        assert!(!restriction.forbids(Color::White, Move::Pass, 1));
        restriction.avoid(Color::White, &[Move::Pass], 1);
        assert!(restriction.forbids(Color::White, Move::Pass, 1));
        assert!(!restriction.forbids(Color::White, play("D3"), 2));
    }
}
