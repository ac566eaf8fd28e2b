//! Who has won a game that was played to its end, and whether the programs see it the same way.
//!
//! Where the rules count the board as it stands there is nothing to judge. Otherwise the dead stones
//! are those that both programs name. If they do not agree, they play on and all stones live after two
//! more passes, where the match is played so; or else the third program decides; if there is none or
//! it does not know, kosumi's playouts. Every disagreement is told.

use super::{Contestant, End, Failure, Match, Start};
use crate::arena::report::Ending;
use crate::go::rules::DeadStones;
use crate::go::{ByColor, Color, Move, Outcome, PointSet};
use crate::life::{Count, Judge, Verdict};
use crate::sgf;

impl Match<'_, '_> {
    /// Counts the game as it stands.
    pub(super) fn judge(&mut self) -> End {
        let mut remarks = Vec::new();
        let verdict = if self.game.rules().dead_stones == DeadStones::AsItStands {
            Verdict::given(&self.game, &PointSet::new())
        } else {
            match self.agree(&mut remarks) {
                Ok(verdict) => verdict,
                Err(mut end) => {
                    end.remarks.splice(0..0, remarks);
                    return end;
                }
            }
        };
        let outcome = Count::of(&self.game, &verdict).score.outcome();
        self.ask_scores(&outcome, &mut remarks);
        End {
            outcome,
            ending: Ending::Counted,
            remarks,
        }
    }

    /// The dead stones that both programs name, or what comes next. A program may still lose the game
    /// otherwise.
    fn agree(&mut self, remarks: &mut Vec<String>) -> Result<Verdict, End> {
        let game = &self.game;
        let lists = ByColor::new_with(|color| {
            let list = self.table.players[color].contestant.dead(game);
            let list = told(&color.to_string(), list, remarks)?;
            Some(Verdict::given(game, &list).dead().clone())
        });
        match (&lists.black, &lists.white) {
            (Some(black), Some(white)) if black == white => return Ok(Verdict::given(game, black)),
            (Some(black), Some(white)) => remarks.push(format!(
                "dead stones disputed: Black says {}, White says {}",
                names(black),
                names(white)
            )),
            (black, white) => {
                let silent = [(Color::Black, black), (Color::White, white)];
                let silent = silent.iter().filter(|(_, list)| list.is_none());
                remarks.extend(silent.map(|(color, _)| format!("{color} names no dead stones")));
            }
        }
        if self.table.play_out {
            remarks.push("played out".to_owned());
            self.play_out()
        } else {
            Ok(self.arbitrate(remarks))
        }
    }

    /// Lets the players play on until two passes in a row, or until the game is too long. Then all
    /// stones live.
    fn play_out(&mut self) -> Result<Verdict, End> {
        let mut passes = 0;
        while passes < 2 && self.game.position().move_count() < self.table.max_moves {
            if let Some(end) = self.play_move() {
                return Err(end);
            }
            let has_passed = self
                .game
                .moves()
                .last()
                .is_some_and(|(_, mv)| *mv == Move::Pass);
            passes = if has_passed { passes + 1 } else { 0 };
        }
        Ok(Verdict::given(&self.game, &PointSet::new()))
    }

    /// The dead stones that the third program names, or kosumi's own judgement.
    fn arbitrate(&mut self, remarks: &mut Vec<String>) -> Verdict {
        let game = &self.game;
        if let Some(arbiter) = &mut self.table.arbiter {
            let start = Start {
                game: game.clone(),
                ..self.start.clone()
            };
            let list = ask_arbiter(&mut **arbiter, &start);
            if let Some(dead) = told("the referee program", list, remarks) {
                remarks.push(format!("the referee program says {}", names(&dead)));
                return Verdict::given(game, &dead);
            }
        }
        let verdict = Verdict::of(game, &Judge::default());
        remarks.push(format!("kosumi says {}", names(verdict.dead())));
        verdict
    }

    /// Notes how the programs see the result, and tells where it differs.
    fn ask_scores(&mut self, outcome: &Outcome, remarks: &mut Vec<String>) {
        for color in Color::ALL {
            let score = self.table.players[color].contestant.score(&self.game);
            let score = told(&color.to_string(), score, remarks);
            if let Some(text) = &score
                && sgf::parse_result(text).as_ref() != Some(outcome)
            {
                remarks.push(format!("{color} counts {text}, the referee {outcome}"));
            }
            self.reports[color].own_score = score;
        }
    }
}

/// The third program is shown the game and asked.
fn ask_arbiter(arbiter: &mut dyn Contestant, start: &Start) -> Result<Option<PointSet>, Failure> {
    arbiter.begin(start)?;
    arbiter.dead(&start.game)
}

/// What a program says; a program that breaks now has not lost any more, but it is told.
fn told<T>(who: &str, answer: Result<Option<T>, Failure>, remarks: &mut Vec<String>) -> Option<T> {
    match answer {
        Ok(answer) => answer,
        Err(failure) => {
            remarks.push(format!("{who}: after the game: {}", failure.remark));
            None
        }
    }
}

fn names(points: &PointSet) -> String {
    let names: Vec<String> = points.iter().map(|point| point.to_string()).collect();
    if names.is_empty() {
        return "none".to_owned();
    }
    names.join(" ")
}
