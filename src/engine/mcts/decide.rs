//! The root's decision after a search.

use super::super::ending::{Ending, Worth};
use super::Choice;
use crate::go::rules::{DeadStones, KoRule};
use crate::go::{Color, Game, Move, Outcome, Point};
use crate::life::Judge;
use crate::search::{MoveReport, Purpose, Report};

/// Below this chance a game in which nothing is open any more is not prolonged.
const HOPELESS: f64 = 0.2;

/// A move that ends the game sooner may have so much less of a chance than the best.
const SLACK: f64 = 0.05;

/// A move instead of an unsafe pass may have so much less of a chance.
const PASS_SLACK: f64 = 0.1;

/// What is known when the search is over.
#[derive(Debug)]
pub(super) struct Decision<'a> {
    pub(super) game: &'a Game,
    pub(super) color: Color,
    pub(super) purpose: Purpose,
    pub(super) report: &'a Report,
    /// What passing would lead to, where that has been looked at.
    pub(super) ending: Option<Ending>,
    /// To look at it with.
    pub(super) judge: Judge,
}

impl Decision<'_> {
    /// The most visited legal move that fills no own eye, but for the end of the game: there dead
    /// stones that count are captured, dame are filled, and a pass has to be safe.
    pub(super) fn choose(mut self) -> Choice {
        let mut candidates: Vec<&MoveReport> = self
            .report
            .moves
            .iter()
            .filter(|found| !self.fills_eye(found.mv))
            .collect();
        self.avoid_cycles(&mut candidates);
        let Some(&best) = candidates.first() else {
            return Choice::at_once(self.forced_hunt().unwrap_or(Move::Pass));
        };
        if best.mv == Move::Pass && self.ending.is_none() {
            self.ending = Some(Ending::of(self.game, self.color, &self.judge));
        }
        let Some(ending) = &self.ending else {
            return Choice::found(best, self.report);
        };
        if self.is_hopeless(ending, best) {
            return Choice::at_once(Move::Pass);
        }
        if let Some(found) = self.finishing_move(ending, &candidates) {
            return Choice::found(found, self.report);
        }
        if best.mv != Move::Pass {
            return Choice::found(best, self.report);
        }
        if let Some(hunt) = self.forced_hunt() {
            return Choice::at_once(hunt);
        }
        let second = candidates.iter().find(|found| found.mv != Move::Pass);
        let instead = second.filter(|second| {
            ending.at_least != Worth::Win && second.value >= best.value - PASS_SLACK
        });
        Choice::found(instead.unwrap_or(&best), self.report)
    }

    fn fills_eye(&self, mv: Move) -> bool {
        let is_eye = |at: Point| self.game.board().neighborhood(at).is_eye(self.color);
        mv.point().is_some_and(is_eye)
    }

    /// Puts moves that end the game without a winner behind the others, as long as the best one
    /// promises to win. The search does not know such cycles.
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

    /// Whether a move brings back an earlier position, so that the player does not win.
    fn ends_in_cycle(&self, mv: Move) -> bool {
        let rules = self.game.rules();
        rules.ko == KoRule::Simple && {
            let mut after = self.game.position().clone();
            let is_legal = after.play(self.color, mv).is_ok();
            let result = after.long_cycle();
            is_legal && result.is_some_and(|result| result != Outcome::Win(self.color))
        }
    }

    /// Whether the game is lost and nothing can change that.
    fn is_hopeless(&self, ending: &Ending, best: &MoveReport) -> bool {
        self.purpose == Purpose::Play
            && ending.at_least == Worth::Loss
            && ending.is_exhausted()
            && best.value < HOPELESS
    }

    /// Once all is decided: the most visited move that captures what must be captured, else that
    /// fills a dame, if it is hardly worse than the best.
    fn finishing_move<'a>(
        &self,
        ending: &Ending,
        candidates: &[&'a MoveReport],
    ) -> Option<&'a MoveReport> {
        if !ending.is_decided {
            return None;
        }
        let must_capture = self.purpose == Purpose::CleanUp || ending.at_least < ending.at_most;
        let hunting = if must_capture {
            ending.hunting_moves(self.game)
        } else {
            Vec::new()
        };
        let least = candidates[0].value - SLACK;
        let among = |points: &[Point]| {
            let mut fine = candidates.iter().filter(|found| found.value >= least);
            fine.find(|found| found.mv.point().is_some_and(|at| points.contains(&at)))
                .copied()
        };
        among(&hunting).or_else(|| among(&ending.dame()))
    }

    /// When dead stones have to be captured before a pass: any move against them.
    fn forced_hunt(&self) -> Option<Move> {
        let ending = self
            .ending
            .as_ref()
            .filter(|_| self.purpose == Purpose::CleanUp)?;
        ending
            .hunting_moves(self.game)
            .first()
            .map(|&at| Move::Play(at))
    }
}

/// Whether a game with agreement about dead stones has been resumed after it had stopped, so that
/// there is none.
pub(super) fn has_been_stopped(game: &Game) -> bool {
    game.rules().dead_stones == DeadStones::Agreement
        && game.moves().windows(2).any(|pair| {
            let [(one, first), (other, second)] = pair else {
                return false;
            };
            one != other && *first == Move::Pass && *second == Move::Pass
        })
}
