//! The choice of a move after a search.

use super::super::ending::{Ending, Worth};
use super::{Choice, likeliest};
use crate::engine::fills_eye;
use crate::go::rules::{DeadStones, KoRule};
use crate::go::{Color, Game, Move, Outcome, Point};
use crate::life::Judge;
use crate::search::{MoveReport, Purpose, Report, Restriction};

/// A game in which nothing is open any more is not prolonged if the chance of winning is below this.
const HOPELESS: f64 = 0.2;

/// Hypothetical play lets the opponent begin, so it misses what the player gains by beginning himself. If the search gives the
/// player at least this chance of winning, that is believed rather than what was read.
const PROMISING: f64 = 0.75;

/// A move that brings the end of the game nearer is preferred if its chance of winning is no more than
/// this below that of the best move.
const SLACK: f64 = 0.05;

/// A move is preferred to an unsafe pass if its chance of winning is no more than this below that of the
/// pass.
pub(super) const PASS_SLACK: f64 = 0.1;

/// What is known when the search is over.
#[derive(Debug)]
pub(super) struct Decision<'a> {
    pub(super) game: &'a Game,
    pub(super) color: Color,
    pub(super) purpose: Purpose,
    pub(super) report: &'a Report,
    /// What a pass would lead to, if that is known.
    pub(super) ending: Option<&'a Ending>,
    /// The judge of what a pass would lead to.
    pub(super) judge: Judge,
}

impl Decision<'_> {
    /// Returns the most visited move that fills no own eye. At the end of the game other moves may come
    /// first: dead stones are captured where they would count as alive, dame are filled, and a pass is
    /// only made if it is safe.
    pub(super) fn choose(self) -> Choice {
        let mut candidates: Vec<&MoveReport> = self
            .report
            .moves
            .iter()
            .filter(|found| !fills_eye(self.game, self.color, found.mv))
            .collect();
        self.avoid_cycles(&mut candidates);
        let Some(&best) = candidates.first() else {
            let hunt = self.ending.and_then(|ending| self.forced_hunt(ending));
            let first = || likeliest(self.game, self.color, self.report, &Restriction::default());
            return hunt.map_or_else(first, Choice::at_once);
        };
        let found = (best.mv == Move::Pass && self.ending.is_none())
            .then(|| Ending::of(self.game, self.color, &self.judge));
        let Some(ending) = self.ending.or(found.as_ref()) else {
            return Choice::found(best, self.report);
        };
        if self.is_hopeless(ending, best) {
            return Choice::at_once(Move::Pass);
        }
        if let Some(choice) = self.finishing_move(ending, &candidates) {
            return choice;
        }
        if best.mv != Move::Pass {
            return Choice::found(best, self.report);
        }
        if let Some(hunt) = self.forced_hunt(ending) {
            return Choice::at_once(hunt);
        }
        let second = candidates.iter().find(|found| found.mv != Move::Pass);
        let instead = second.filter(|second| {
            ending.at_least != Worth::Win && second.value >= best.value - PASS_SLACK
        });
        Choice::found(instead.unwrap_or(&best), self.report)
    }

    /// Puts the first candidate behind the others as long as it promises to win but would end the game in
    /// a cycle without a win. The search knows nothing of such cycles.
    fn avoid_cycles(&self, candidates: &mut [&MoveReport]) {
        let promises_win = |found: &MoveReport| found.value > 0.5;
        let tries = candidates.len();
        for _ in 0..tries {
            match candidates.first() {
                Some(best) if promises_win(best) && self.ends_in_cycle(best.mv) => {
                    candidates.rotate_left(1);
                }
                _ => return,
            }
        }
    }

    /// Returns true if a move brings back an earlier position, so that the game ends without a win of the
    /// player.
    fn ends_in_cycle(&self, mv: Move) -> bool {
        let rules = self.game.rules();
        rules.ko == KoRule::Simple && {
            let mut after = self.game.position().clone();
            let is_legal = after.play(self.color, mv).is_ok();
            let result = after.long_cycle();
            is_legal && result.is_some_and(|result| result != Outcome::Win(self.color))
        }
    }

    /// Returns true if the game is lost and nothing can change that. Playouts find all points decided where there is much room
    /// still, so by them alone it is lost only if the opponent's stones around such room are proved to be safe.
    fn is_hopeless(&self, ending: &Ending, best: &MoveReport) -> bool {
        let is_known = || self.report.has_network || ending.is_opponent_safe();
        self.purpose == Purpose::Play
            && ending.at_least == Worth::Loss
            && ending.is_exhausted(self.game)
            && (best.value < HOPELESS && is_known()
                || best.value < PROMISING && ending.overrules_playouts())
    }

    /// Returns the move that brings the end nearer once it is clear whose every point is: the most visited
    /// one against stones that must be captured, or else the most visited one that fills a dame or prepares that. It must
    /// hardly be worse than the best move. Instead of a pass it may then also be one that a short search did not try.
    fn finishing_move(&self, ending: &Ending, candidates: &[&MoveReport]) -> Option<Choice> {
        let is_best_to_pass = candidates[0].mv == Move::Pass;
        if !(ending.is_decided || is_best_to_pass && ending.gives_points_away(self.game)) {
            return None;
        }
        let must_capture = self.purpose == Purpose::CleanUp || ending.at_least < ending.at_most;
        let hunting = if must_capture {
            ending.hunting_moves(self.game)
        } else {
            ending.spoils(self.game)
        };
        let useful = [
            hunting,
            ending.dame(),
            ending.preparing_moves(self.game),
            ending.own_points(self.game),
        ];
        let least = candidates[0].value - SLACK;
        let is_in = |points: &[Point], mv: Move| mv.point().is_some_and(|at| points.contains(&at));
        let tried = useful.iter().find_map(|points| {
            let mut fine = candidates.iter().filter(|found| found.value >= least);
            fine.find(|found| is_in(points, found.mv))
        });
        if let Some(found) = tried {
            return Some(Choice::found(found, self.report));
        }
        // A third eye that is filled where stones count is none of the candidates.
        let was_tried = |at: Point| candidates.iter().any(|found| found.mv == Move::Play(at));
        let mut untried = useful.into_iter().flatten().filter(|&at| !was_tried(at));
        let may_be_untried = is_best_to_pass && ending.is_decided;
        let untried = may_be_untried.then(|| untried.next()).flatten();
        untried.map(|at| Choice::at_once(Move::Play(at)))
    }

    /// Returns any move against dead stones if they have to be captured before a pass.
    fn forced_hunt(&self, ending: &Ending) -> Option<Move> {
        let hunts = self.purpose == Purpose::CleanUp;
        let moves = hunts.then(|| ending.hunting_moves(self.game))?;
        moves.first().map(|&at| Move::Play(at))
    }
}

/// Returns true if the players of a game have passed one after the other and then played on, although
/// the rules would have let them agree about dead stones: so they did not agree.
pub(super) fn has_been_stopped(game: &Game) -> bool {
    matches!(game.rules().dead_stones, DeadStones::Agreement(_))
        && game.moves().windows(2).any(|pair| {
            let [(one, first), (other, second)] = pair else {
                return false;
            };
            one != other && *first == Move::Pass && *second == Move::Pass
        })
}
