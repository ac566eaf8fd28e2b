//! Plays one game between two players and says how it ended.
//!
//! The referee keeps a game of its own: every move is checked exactly, the clocks run here, and the
//! count at the end is kosumi's. What a program does wrong costs it the game and nothing else.
//!
//! The record of a game holds no times unless there are clocks, so that the same seed gives the same
//! bytes; how long the moves took is in the [`GameReport`].

mod judge;
mod record;
#[cfg(test)]
mod tests;

use super::contestant::{Contestant, Failure, Start, Thought};
use super::report::{Ending, GameReport, PlayerReport, Winner};
use super::settings::{ProgramLine, stable_hash};
use crate::clock::Clock;
use crate::go::{ByColor, Color, Game, Move, Outcome};
use crate::gtp::client::Reply;
use crate::sgf;
use std::time::Duration;

/// What a game is played with.
#[derive(Debug)]
pub(super) struct Table<'a> {
    /// Who plays.
    pub(super) players: ByColor<Seat<'a>>,
    /// Decides about dead stones where the players do not agree.
    pub(super) arbiter: Option<&'a mut dyn Contestant>,
    /// Whether the players play on instead; then the board is counted as it stands.
    pub(super) play_out: bool,
    /// By how much a program may exceed its time.
    pub(super) tolerance: Duration,
    /// A game of so many moves is counted as it stands.
    pub(super) max_moves: usize,
}

/// A player with its name.
#[derive(Debug)]
pub(super) struct Seat<'a> {
    /// As in the table of the match.
    pub(super) program: &'a ProgramLine,
    /// The player.
    pub(super) contestant: &'a mut dyn Contestant,
    /// Of its random numbers.
    pub(super) seed: u64,
}

/// Where a game stands in the match.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// In the schedule.
    pub(super) index: u32,
    /// Whether the first program is Black.
    pub(super) first_is_black: bool,
    /// Of the game.
    pub(super) seed: u64,
}

/// A game that has been played.
#[derive(Clone, Debug)]
pub(super) struct Played {
    /// What is known of it.
    pub(super) report: GameReport,
    /// Its record.
    pub(super) sgf: String,
}

/// How a game ended.
#[derive(Clone, Debug)]
struct End {
    outcome: Outcome,
    ending: Ending,
    remarks: Vec<String>,
}

impl End {
    fn new(outcome: Outcome, ending: Ending) -> End {
        End {
            outcome,
            ending,
            remarks: Vec::new(),
        }
    }

    fn with_remark(mut self, remark: impl Into<String>) -> End {
        self.remarks.push(remark.into());
        self
    }

    /// A player that cannot go on has lost.
    fn forfeit(loser: Color, failure: &Failure) -> End {
        End::new(Outcome::Forfeit(!loser), failure.ending)
            .with_remark(format!("{loser}: {}", failure.remark))
    }
}

/// A game being played.
struct Match<'a, 'b> {
    table: &'b mut Table<'a>,
    start: &'b Start,
    game: Game,
    clocks: ByColor<Clock>,
    has_clocks: bool,
    /// What each player had left after each of the moves made here.
    times: Vec<Clock>,
    reports: ByColor<PlayerReport>,
    remarks: Vec<String>,
}

/// Plays a game to its end, whatever the players do.
pub(super) fn play(table: &mut Table<'_>, start: &Start, place: Place) -> Played {
    let mut playing = Match::new(table, start);
    let end = playing.play();
    playing.finish(place, &end)
}

impl<'a, 'b> Match<'a, 'b> {
    fn new(table: &'b mut Table<'a>, start: &'b Start) -> Match<'a, 'b> {
        let reports = ByColor::new_with(|color| PlayerReport {
            name: table.players[color].program.name.clone(),
            version: String::new(),
            moves: 0,
            seconds: 0.0,
            cpu_seconds: None,
            playouts: None,
            longest_move: 0.0,
            own_score: None,
        });
        let clock = Clock::new(start.pace.control);
        Match {
            table,
            start,
            game: start.game.clone(),
            clocks: ByColor {
                black: clock,
                white: clock,
            },
            has_clocks: clock.longest_move().is_some(),
            times: Vec::new(),
            reports,
            remarks: Vec::new(),
        }
    }

    fn play(&mut self) -> End {
        for color in Color::ALL {
            if let Err(failure) = self.begin(color) {
                return End::forfeit(color, &failure);
            }
        }
        let end = self.play_moves();
        for color in Color::ALL {
            let seat = &mut self.table.players[color];
            self.reports[color].cpu_seconds = seat.contestant.cpu_seconds();
        }
        match end {
            Some(end) => end,
            None => self.judge(),
        }
    }

    fn begin(&mut self, color: Color) -> Result<(), Failure> {
        let seat = &mut self.table.players[color];
        let start = Start {
            seed: seat.seed,
            ..self.start.clone()
        };
        let result = seat.contestant.begin(&start);
        self.reports[color].version = seat.contestant.version();
        let remark = result?;
        if !remark.is_empty() {
            self.remarks.push(format!("{color}: {remark}"));
        }
        Ok(())
    }

    /// Plays until the game is to be counted (`None`) or has been decided otherwise.
    fn play_moves(&mut self) -> Option<End> {
        while !self.game.position().is_over() {
            if self.game.position().move_count() >= self.table.max_moves {
                let mut end = self.judge();
                end.ending = Ending::TooLong;
                return Some(end);
            }
            let end = self.play_move();
            if end.is_some() {
                return end;
            }
        }
        None
    }

    /// Plays one move; returns the end if this was it.
    fn play_move(&mut self) -> Option<End> {
        let color = self.game.position().to_move();
        let contestant = &mut self.table.players[color].contestant;
        let thought = match contestant.choose(&self.game, color, &self.clocks[color]) {
            Ok(thought) => thought,
            Err(failure) => return Some(End::forfeit(color, &failure)),
        };
        self.note(color, &thought);
        if let Some(end) = self.stop_clock(color, thought.wall) {
            return Some(end);
        }
        let Reply::Move(mv) = thought.reply else {
            return Some(End::new(Outcome::Resignation(!color), Ending::Resigned));
        };
        if let Err(reason) = self.game.play(color, mv) {
            let end = End::new(Outcome::Forfeit(!color), Ending::IllegalMove);
            return Some(end.with_remark(format!("{color}: illegal move {mv}: {reason}")));
        }
        self.times.push(self.clocks[color]);
        self.tell_opponent(color, mv).or_else(|| self.cycle())
    }

    fn note(&mut self, color: Color, thought: &Thought) {
        let report = &mut self.reports[color];
        let seconds = thought.wall.as_secs_f64();
        report.moves += 1;
        report.seconds += seconds;
        report.longest_move = report.longest_move.max(seconds);
        if let Some(playouts) = thought.playouts {
            *report.playouts.get_or_insert(0) += playouts;
        }
    }

    /// Takes the time off the clock of a player, who may have lost by it.
    fn stop_clock(&mut self, color: Color, used: Duration) -> Option<End> {
        let clock = &mut self.clocks[color];
        let longest = clock.longest_move()?;
        if used > longest.saturating_add(self.table.tolerance) {
            let (used, longest) = (used.as_secs_f64(), longest.as_secs_f64());
            let end = End::new(Outcome::Time(!color), Ending::TimeLoss);
            let remark = format!("{color}: a move took {used:.2} s where {longest:.2} s were left");
            return Some(end.with_remark(remark));
        }
        clock.spend(used.min(longest));
        None
    }

    /// The opponent must take the move, which is legal.
    fn tell_opponent(&mut self, color: Color, mv: Move) -> Option<End> {
        let opponent = &mut self.table.players[!color].contestant;
        let result = opponent.observe(color, mv);
        result.err().map(|failure| End::forfeit(!color, &failure))
    }

    /// What the rules say of an endless cycle.
    fn cycle(&self) -> Option<End> {
        let outcome = self.game.position().long_cycle()?;
        let remark = "the position was repeated with the same player to move";
        Some(End::new(outcome, Ending::NoResult).with_remark(remark))
    }

    /// Puts together what is known.
    fn finish(self, place: Place, end: &End) -> Played {
        let mut remarks = self.remarks.clone();
        remarks.extend(end.remarks.iter().cloned());
        let report = GameReport {
            index: place.index,
            first_is_black: place.first_is_black,
            winner: end.outcome.winner().map(Winner::from),
            result: end.outcome.to_string(),
            ending: end.ending,
            remark: remarks.join("; "),
            length: self.game.position().move_count() as u32,
            moves_hash: self.moves_hash(),
            seed: place.seed,
            sgf: format!("games/{:05}.sgf", place.index),
            black: self.reports.black.clone(),
            white: self.reports.white.clone(),
        };
        let record = self.record(&report, &end.outcome);
        Played {
            sgf: sgf::write(&record),
            report,
        }
    }

    fn moves_hash(&self) -> String {
        let record = self.game.record();
        let moves: Vec<String> = record
            .moves()
            .map(|(color, mv)| format!("{} {mv}", color.letter()))
            .collect();
        stable_hash(moves.join("\n").as_bytes())
    }
}
