//! When to give a game up.

use super::Settings;
use crate::go::{ByColor, Color, Counting, Game};
use crate::search::Report;

/// kosumi does not resign after fewer visits by playouts than this, those of earlier searches included.
const FEWEST_VISITS: u64 = 200;

/// The same with a network.
const FEWEST_LOOKS: u64 = 10;

/// A search of this many visits always has enough of them to resign by. It may stop half way, when no
/// other move can catch up with the best one.
pub(super) const ENOUGH_VISITS: u64 = 2 * FEWEST_VISITS;

/// A small search that gives a higher chance of winning than this does not call for a larger one.
const DOUBTFUL: f64 = 0.25;

/// The rule by which a player resigns, and what it has seen.
#[derive(Debug)]
pub(super) struct Resignation {
    is_allowed: bool,
    threshold: f64,
    /// Moves in a row at which the game must seem lost.
    turns: u32,
    /// The points by which it must be lost.
    points: f64,
    /// The moves for each point of the board before which no player resigns, unless they are the usual ones.
    after: Option<f64>,
    seen: ByColor<Streak>,
}

/// Moves in a row at which a player has seen no chance.
#[derive(Clone, Copy, Debug, Default)]
struct Streak {
    low: u32,
    /// The number of moves in the game at the last of them.
    at: usize,
}

impl Resignation {
    pub(super) fn new(settings: &Settings) -> Resignation {
        Resignation {
            is_allowed: settings.resign,
            threshold: settings.resign_threshold,
            turns: settings.resign_turns,
            points: settings.resign_points.unwrap_or(0.0),
            after: settings.resign_after,
            seen: ByColor::default(),
        }
    }

    /// Forgets what it has seen.
    pub(super) fn forget(&mut self) {
        self.seen = ByColor::default();
    }

    /// Returns true if a search was too small to decide about resigning, but seems bad enough that a
    /// larger one might.
    pub(super) fn wants_more(&self, report: &Report) -> bool {
        self.is_allowed && !is_telling(report) && report.value < DOUBTFUL
    }

    /// Returns true if a player had better resign: at this move and at those before, the chance of the
    /// best move was below the threshold, and a count by the expected owners of the points is lost, too.
    /// It does not resign early in a game, and with a handicap only later.
    pub(super) fn is_due(&mut self, game: &Game, color: Color, report: &Report) -> bool {
        let at = game.position().move_count();
        let before = self.seen[color];
        let looks_lost = self.is_allowed
            && is_telling(report)
            && best_value(report).is_some_and(|value| value < self.threshold)
            && behind_by(game, color, report) > self.points;
        let low = match (looks_lost, at.checked_sub(before.at)) {
            (false, _) => 0,
            // Asked once more.
            (true, Some(0)) => before.low.max(1),
            (true, Some(2)) => before.low + 1,
            (true, _) => 1,
        };
        self.seen[color] = Streak { low, at };
        low >= self.turns && at >= self.earliest(game)
    }

    /// The number of moves in a game before which no player resigns.
    fn earliest(&self, game: &Game) -> usize {
        let area = game.board().size().area();
        match self.after {
            #[expect(
                clippy::cast_sign_loss,
                clippy::cast_precision_loss,
                reason = "boards are small"
            )]
            Some(part) => (part * area as f64).ceil() as usize,
            None if game.handicap() > 0 => 2 * area / 5,
            None => area / 5,
        }
    }
}

/// Returns true if a search was large enough to resign by.
fn is_telling(report: &Report) -> bool {
    let visits = report.moves.iter().map(|found| u64::from(found.visits));
    let fewest = if report.has_network {
        FEWEST_LOOKS
    } else {
        FEWEST_VISITS
    };
    visits.sum::<u64>() >= fewest
}

/// The value of the most visited move.
fn best_value(report: &Report) -> Option<f64> {
    report.moves.first().map(|found| found.value)
}

/// The points by which a player loses a count by the expected owners of the points, with komi and the
/// prisoners so far.
fn behind_by(game: &Game, color: Color, report: &Report) -> f64 {
    let board = game.board();
    let counting = Counting::of(game);
    let points: f64 = board.points().map(|at| report.ownership.at(at)).sum();
    let others = counting.balance(board) + counting.handed_to_white();
    (others.as_f64() - points) * f64::from(color.sign())
}
