//! The winner of a game that was played to its end, and whether the programs agree.
//!
//! Where the rules count the board as it stands there is nothing to judge. Otherwise the dead stones are those that both programs
//! name. If they do not agree, they play on and all stones live after two more passes, if the match is played so. Otherwise
//! the arbiter decides; if there is none or it gives no answer, kosumi's default player does. Every disagreement is
//! reported.

use super::{End, LiveGame};
use crate::arena::contestant::Failure;
use crate::arena::report::GameEnding;
use crate::go::{ByColor, Color, Move, PointSet};
use crate::life::{Count, Verdict};
use crate::params::Params;
use crate::sgf;

impl LiveGame<'_> {
    /// Counts the game as it stands. The error is an end that came while the game was played out.
    pub(super) fn judge(&mut self) -> Result<End, End> {
        let verdict = if self.game.position().all_live() {
            Verdict::given(&self.game, &PointSet::new())
        } else {
            self.agree()?
        };
        let outcome = Count::of(&self.game, &verdict).score.outcome();
        for color in Color::ALL {
            let score = self.players[color].1.score(&self.game);
            let score = self.heard(&color.to_string(), score);
            if let Some(text) = &score
                && sgf::parse_result(text).as_ref() != Some(&outcome)
            {
                let remark = format!("{color} counts {text}, the referee {outcome}");
                self.remarks.push(remark);
            }
            self.reports[color].own_score = score;
        }
        Ok(End {
            outcome,
            ending: GameEnding::Counted,
        })
    }

    /// Returns a verdict with the dead stones that both programs name, or with what comes next.
    fn agree(&mut self) -> Result<Verdict, End> {
        let lists = ByColor::new_with(|color| {
            let list = self.players[color].1.dead(&self.game);
            let list = self.heard(&color.to_string(), list)?;
            Some(Verdict::given(&self.game, &list).dead().clone())
        });
        if let (Some(black), Some(white)) = (&lists.black, &lists.white) {
            if black == white {
                return Ok(Verdict::agreed(&self.game, black));
            }
            let (black, white) = (names(black), names(white));
            let remark = format!("dead stones disputed: Black says {black}, White says {white}");
            self.remarks.push(remark);
        }
        for color in Color::ALL {
            if lists[color].is_none() {
                self.remarks.push(format!("{color} names no dead stones"));
            }
        }
        if self.conditions.play_out {
            self.remarks.push("played out".to_owned());
            self.play_out()
        } else {
            Ok(self.arbitrate())
        }
    }

    /// Lets the players play on until two passes in a row, or until the game is too long. Then all
    /// stones live.
    fn play_out(&mut self) -> Result<Verdict, End> {
        let mut passes = 0;
        while passes < 2 && !self.is_too_long() {
            let has_passed = self.play_move()? == Move::Pass;
            passes = if has_passed { passes + 1 } else { 0 };
        }
        Ok(Verdict::given(&self.game, &PointSet::new()))
    }

    /// Returns a verdict with the dead stones that the arbiter names, or kosumi's own.
    fn arbitrate(&mut self) -> Verdict {
        if let Some(arbiter) = &mut self.arbiter {
            let begun = arbiter.begin(&self.game, self.conditions, 0);
            let list = begun.and_then(|_| arbiter.dead(&self.game));
            if let Some(dead) = self.heard("the referee program", list) {
                let remark = format!("the referee program says {}", names(&dead));
                self.remarks.push(remark);
                return Verdict::given(&self.game, &dead);
            }
        }
        let judge = Params::default().player.judge();
        let verdict = Verdict::of(&self.game, &judge);
        self.remarks
            .push(format!("kosumi says {}", names(verdict.dead())));
        verdict
    }

    /// Returns what a program says. One that breaks now has not lost any more, but it is reported.
    fn heard<T>(&mut self, who: &str, answer: Result<Option<T>, Failure>) -> Option<T> {
        answer.unwrap_or_else(|failure| {
            let remark = format!("{who}: after the game: {}", failure.remark);
            self.remarks.push(remark);
            None
        })
    }
}

fn names(points: &PointSet) -> String {
    if points.is_empty() {
        return "none".to_owned();
    }
    let names: Vec<String> = points.iter().map(|point| point.to_string()).collect();
    names.join(" ")
}
