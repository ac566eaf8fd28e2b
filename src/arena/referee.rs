//! Plays one game between two contestants and reports how it ended.
//!
//! The referee keeps a game of its own. It checks every move exactly, runs the clocks, and counts the end. A fault of a contestant
//! costs it the game and nothing else.
//!
//! The record of a game holds no times unless there are clocks, so that the same seed gives the same bytes. The
//! [`GameReport`] has the times of moves.

mod judge;
#[cfg(test)]
mod tests;

use super::contestant::{Conditions, Contestant, ContestantMove, Failure};
use super::report::{GameEnding, GameReport, PlayerReport};
use super::schedule::Planned;
use super::settings::stable_hash;
use crate::clock::Clock;
use crate::go::record::{Action, TimeLeft};
use crate::go::{ByColor, Color, Game, Move, Outcome, Record};
use crate::gtp::client::EngineMove;
use crate::rng::Rng;
use crate::sgf;
use std::time::Duration;

/// Who plays with which color: the name in the table of the match, and the contestant.
type Players<'a> = ByColor<(&'a str, &'a mut dyn Contestant)>;

/// How a game ended.
#[derive(Clone, Debug)]
struct End {
    outcome: Outcome,
    ending: GameEnding,
}

/// A game being played.
struct LiveGame<'a> {
    conditions: &'a Conditions,
    players: Players<'a>,
    arbiter: Option<&'a mut dyn Contestant>,
    game: Game,
    clocks: ByColor<Clock>,
    /// What each player had left after each of the moves made here, if there are clocks.
    times: Vec<Clock>,
    reports: ByColor<PlayerReport>,
    remarks: Vec<String>,
}

/// Plays a game from its opening to its end, whatever the players do. The arbiter decides about dead
/// stones where they do not agree. Returns the report and the record.
pub(super) fn play<'a>(
    planned: &Planned,
    conditions: &'a Conditions,
    opening: &Game,
    players: Players<'a>,
    arbiter: Option<&'a mut dyn Contestant>,
) -> (GameReport, String) {
    let mut live = LiveGame {
        conditions,
        game: opening.clone(),
        clocks: ByColor::new_with(|_| Clock::new(conditions.pace.control)),
        times: Vec::new(),
        reports: ByColor::new_with(|color| PlayerReport::new(players[color].0)),
        remarks: Vec::new(),
        players,
        arbiter,
    };
    let end = live.play(planned.seed).unwrap_or_else(|end| end);
    live.finish(planned, &end)
}

impl LiveGame<'_> {
    /// Plays the whole game. The error is an end that came before the count.
    fn play(&mut self, seed: u64) -> Result<End, End> {
        let mut seeds = Rng::new(seed);
        for color in Color::ALL {
            self.begin(color, seeds.bits() >> 33)?;
        }
        let result = self.play_moves();
        for color in Color::ALL {
            self.reports[color].cpu_seconds = self.players[color].1.cpu_seconds();
        }
        result?;
        let is_over = self.game.position().is_over();
        let end = self.judge()?;
        Ok(End {
            ending: if is_over {
                end.ending
            } else {
                GameEnding::TooLong
            },
            ..end
        })
    }

    fn begin(&mut self, color: Color, seed: u64) -> Result<(), End> {
        let player = &mut self.players[color].1;
        let result = player.begin(&self.game, self.conditions, seed);
        self.reports[color].version = player.version();
        let remark = result.map_err(|failure| self.forfeit(color, &failure))?;
        if !remark.is_empty() {
            self.remarks.push(format!("{color}: {remark}"));
        }
        Ok(())
    }

    /// A player that cannot go on has lost.
    fn forfeit(&mut self, loser: Color, failure: &Failure) -> End {
        let remark = format!("{loser}: {}", failure.remark);
        self.end(Outcome::Forfeit(!loser), failure.ending, remark)
    }

    fn end(&mut self, outcome: Outcome, ending: GameEnding, remark: String) -> End {
        self.remarks.push(remark);
        End { outcome, ending }
    }

    /// Plays until the game is to be counted, because it is over or too long.
    fn play_moves(&mut self) -> Result<(), End> {
        while !self.game.position().is_over() && !self.is_too_long() {
            self.play_move()?;
        }
        Ok(())
    }

    fn is_too_long(&self) -> bool {
        self.game.position().move_count() >= self.conditions.max_moves
    }

    /// Plays one move. The error is the end of the game, if this was it.
    fn play_move(&mut self) -> Result<Move, End> {
        let color = self.game.position().to_move();
        let answer = self.players[color]
            .1
            .choose(&self.game, color, &self.clocks[color])
            .map_err(|failure| self.forfeit(color, &failure))?;
        self.note(color, &answer);
        self.stop_clock(color, answer.wall)?;
        let EngineMove::Move(mv) = answer.reply else {
            return Err(End {
                outcome: Outcome::Resignation(!color),
                ending: GameEnding::Resigned,
            });
        };
        if let Err(reason) = self.game.play(color, mv) {
            let remark = format!("{color}: illegal move {mv}: {reason}");
            return Err(self.end(Outcome::Forfeit(!color), GameEnding::IllegalMove, remark));
        }
        if self.clocks[color].longest_move().is_some() {
            self.times.push(self.clocks[color]);
        }
        // The opponent must take the move, which is legal.
        self.players[!color]
            .1
            .observe(color, mv)
            .map_err(|failure| self.forfeit(!color, &failure))?;
        self.check_cycle()?;
        Ok(mv)
    }

    fn note(&mut self, color: Color, answer: &ContestantMove) {
        let report = &mut self.reports[color];
        let seconds = answer.wall.as_secs_f64();
        report.moves += 1;
        report.seconds += seconds;
        report.longest_move = report.longest_move.max(seconds);
        if let Some(visits) = answer.visits {
            *report.visits.get_or_insert(0) += visits;
        }
    }

    /// Takes the time off the clock of a player, who may have lost by it.
    fn stop_clock(&mut self, color: Color, used: Duration) -> Result<(), End> {
        let clock = &mut self.clocks[color];
        let Some(longest) = clock.longest_move() else {
            return Ok(());
        };
        if used > longest.saturating_add(self.conditions.tolerance) {
            let (used, longest) = (used.as_secs_f64(), longest.as_secs_f64());
            let remark = format!("{color}: a move took {used:.2} s where {longest:.2} s were left");
            return Err(self.end(Outcome::Time(!color), GameEnding::TimeLoss, remark));
        }
        clock.spend(used.min(longest));
        Ok(())
    }

    /// Ends the game if the rules say so of an endless cycle.
    fn check_cycle(&mut self) -> Result<(), End> {
        let Some(outcome) = self.game.position().long_cycle() else {
            return Ok(());
        };
        let remark = "the position was repeated with the same player to move";
        Err(self.end(outcome, GameEnding::NoResult, remark.to_owned()))
    }

    /// Puts together what is known.
    fn finish(self, planned: &Planned, end: &End) -> (GameReport, String) {
        let report = GameReport {
            index: planned.index,
            first_is_black: planned.first_is_black,
            winner: end.outcome.winner(),
            result: end.outcome.to_string(),
            ending: end.ending,
            remark: self.remarks.join("; "),
            length: self.game.position().move_count() as u32,
            moves_hash: self.moves_hash(),
            seed: planned.seed,
            sgf: format!("games/{:05}.sgf", planned.index),
            players: self.reports.clone(),
        };
        let record = self.record(&report, &end.outcome);
        (report, sgf::write(&record))
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

impl LiveGame<'_> {
    /// Returns the game as a record with its result, its players and what was left on the clocks.
    fn record(&self, report: &GameReport, outcome: &Outcome) -> Record {
        let mut record = self.game.record();
        record.rules = Some(self.conditions.rules.clone());
        record.result = Some(outcome.clone());
        record.players = ByColor::new_with(|color| report.players[color].name.clone());
        record.comment = comment(report);
        // The moves of an opening have no times.
        let nodes = record.nodes.iter_mut().rev();
        let moves = nodes.filter(|node| matches!(node.action, Action::Move(..)));
        for (node, clock) in moves.zip(self.times.iter().rev()) {
            node.time_left = Some(TimeLeft {
                time: clock.left(),
                overtime: clock.overtime_left(),
            });
        }
        record
    }
}

/// Returns what somebody who reads only the record should know.
fn comment(report: &GameReport) -> String {
    let ending = serde_json::to_value(report.ending).unwrap_or_default();
    let mut lines = vec![
        format!("Game {} of a match, seed {}", report.index, report.seed),
        player(Color::Black, &report.players.black),
        player(Color::White, &report.players.white),
        format!("Ending: {}", ending.as_str().unwrap_or_default()),
    ];
    if !report.remark.is_empty() {
        lines.push(report.remark.clone());
    }
    lines.join("\n")
}

fn player(color: Color, player: &PlayerReport) -> String {
    let score = player.own_score.as_ref();
    let score = score.map_or_else(String::new, |score| format!(", counts {score}"));
    format!("{color}: {} ({}){score}", player.name, player.version)
}
