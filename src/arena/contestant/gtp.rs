//! Another program, driven over GTP.
//!
//! It is started for its first game and kept for the next ones. It is asked once which commands it knows; others are not sent. A
//! program that has exited between two games is started again, which the report mentions but which loses no game.

mod setup;

use super::{Conditions, Contestant, ContestantMove, Failure};
use crate::clock::{Clock, TimeControl};
use crate::go::{Color, Game, Move, Point, PointSet};
use crate::gtp::client::{Client, ClientError, Program};
use std::collections::HashSet;
use std::fmt;
use std::time::Duration;
use web_time::Instant;

/// The command for what a move was based on.
const EXPLAIN: &str = "gomill-explain_last_move";

#[derive(Debug)]
pub(super) struct GtpContestant {
    program: Program,
    client: Option<Client>,
    /// The commands that the program lists.
    commands: HashSet<String>,
    version: String,
    /// Commands that do not work, of which the log already knows.
    warned: HashSet<String>,
    patience: Duration,
    /// Processor seconds when the game began.
    cpu_before: Option<f64>,
}

impl GtpContestant {
    pub(super) fn new(program: Program) -> GtpContestant {
        GtpContestant {
            patience: program.timeout(),
            program,
            client: None,
            commands: HashSet::new(),
            version: String::new(),
            warned: HashSet::new(),
            cpu_before: None,
        }
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// Starts the program if it does not run, and asks who it is.
    fn ensure_started(&mut self) -> Result<(), ClientError> {
        if self.client.is_some() {
            return Ok(());
        }
        self.client = Some(self.program.start()?);
        let commands = self.ask("list_commands")?.unwrap_or_default();
        self.commands = commands.split_whitespace().map(str::to_owned).collect();
        let engine = self.with_client("name", Client::engine)?;
        self.version = one_line(&engine);
        Ok(())
    }

    /// Talks to the program. After an error that ends the conversation the program is gone, and will
    /// be started again for the next game.
    fn with_client<T>(
        &mut self,
        command: &str,
        action: impl FnOnce(&mut Client) -> Result<T, ClientError>,
    ) -> Result<T, ClientError> {
        let Some(client) = &mut self.client else {
            return Err(ClientError::Closed {
                command: command.to_owned(),
            });
        };
        let result = action(client);
        if let Err(error) = &result
            && error.is_final()
        {
            self.client = None;
        }
        result
    }

    /// Sends a command if the program knows it. A failure is noted in the log.
    fn ask_if_known(&mut self, line: &str) -> Result<Option<String>, ClientError> {
        let command = line.split(' ').next().unwrap_or(line);
        if self.knows(command) {
            self.ask(line)
        } else {
            Ok(None)
        }
    }

    /// Sends a command that may fail; returns `None` if it does, which is noted in the log.
    fn ask(&mut self, line: &str) -> Result<Option<String>, ClientError> {
        let command = line.split(' ').next().unwrap_or(line);
        match self.with_client(line, |client| client.send(line)) {
            Err(error) if error.is_final() => Err(error),
            Err(error) => {
                self.warn(command, &error);
                Ok(None)
            }
            Ok(answer) => Ok(Some(answer)),
        }
    }

    /// Notes that a command does not work, once.
    fn warn(&mut self, command: &str, reason: &dyn fmt::Display) {
        if self.warned.insert(command.to_owned()) {
            log::warn!("{}: {reason}", self.version);
        }
    }

    /// Tells what is left on its clock.
    fn tell_time(&mut self, color: Color, clock: &Clock) -> Result<(), ClientError> {
        if matches!(clock.control(), TimeControl::Unlimited) {
            return Ok(());
        }
        let color = color.letter().to_ascii_lowercase();
        let left = clock.left().as_secs_f64();
        let overtime = clock.overtime_left();
        let line = if self.knows("kata-time_settings") {
            format!("time_left {color} {left:.2} {overtime}")
        } else {
            format!("time_left {color} {} {overtime}", left.floor())
        };
        self.ask_if_known(&line).map(drop)
    }

    /// Returns the processor seconds since the program was started, if it reports them.
    fn total_cpu_seconds(&mut self) -> Option<f64> {
        let time = self.with_client("cputime", Client::cpu_time).ok()??;
        Some(time.as_secs_f64())
    }

    /// Returns the visits of the last move, if the program reports them.
    fn visits(&mut self) -> Option<u64> {
        visits_in(&self.ask_if_known(EXPLAIN).ok()??)
    }
}

impl Contestant for GtpContestant {
    fn version(&self) -> String {
        self.version.clone()
    }

    fn begin(
        &mut self,
        game: &Game,
        conditions: &Conditions,
        seed: u64,
    ) -> Result<String, Failure> {
        let was_running = self.client.is_some();
        let remark = match self.set_up(game, conditions, seed) {
            Ok(()) => String::new(),
            Err(error) if was_running && has_gone(&error) => {
                self.set_up(game, conditions, seed)?;
                format!("started again, because it had {error}")
            }
            Err(error) => return Err(error.into()),
        };
        self.cpu_before = self.total_cpu_seconds();
        Ok(remark)
    }

    fn choose(
        &mut self,
        _game: &Game,
        color: Color,
        clock: &Clock,
    ) -> Result<ContestantMove, Failure> {
        self.tell_time(color, clock)?;
        let patience = self.patience;
        let limit = longest_wait(clock, patience);
        let begin = Instant::now();
        let reply = self.with_client("genmove", |client| {
            client.set_timeout(limit);
            let reply = client.genmove(color);
            client.set_timeout(patience);
            reply
        });
        let wall = begin.elapsed();
        Ok(ContestantMove {
            reply: reply?,
            wall,
            visits: self.visits(),
        })
    }

    fn observe(&mut self, color: Color, mv: Move) -> Result<(), Failure> {
        let result = self.with_client("play", |client| client.play(color, mv));
        result.map_err(Failure::from)
    }

    fn cpu_seconds(&mut self) -> Option<f64> {
        let before = self.cpu_before?;
        self.total_cpu_seconds().map(|now| (now - before).max(0.0))
    }

    fn dead(&mut self, game: &Game) -> Result<Option<PointSet>, Failure> {
        let answer = self.ask_if_known("final_status_list dead")?;
        Ok(answer.and_then(|text| stones_in(&text, game)))
    }

    fn score(&mut self, _game: &Game) -> Result<Option<String>, Failure> {
        let answer = self.ask_if_known("final_score")?;
        Ok(answer.map(|text| one_line(&text)))
    }
}

/// Returns how long to wait for a move, in whole milliseconds.
fn longest_wait(clock: &Clock, patience: Duration) -> Duration {
    let longest = clock.longest_move().unwrap_or_default();
    let wait = longest.saturating_add(patience);
    Duration::from_millis(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX))
}

/// Returns true if the program is no longer there, without having said anything wrong.
const fn has_gone(error: &ClientError) -> bool {
    matches!(
        error,
        ClientError::Exited { .. } | ClientError::Closed { .. }
    )
}

/// Long enough for every name.
const LONGEST_LINE: usize = 100;

/// Returns what a program says as one line that fits into a report.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().take(LONGEST_LINE).collect()
}

/// Returns the stones of a list of points; `None` if one of them is no stone of the game.
fn stones_in(text: &str, game: &Game) -> Option<PointSet> {
    let point = |word: &str| {
        let point: Point = word.parse().ok()?;
        let is_stone =
            game.board().size().contains(point) && game.board().color_at(point).is_some();
        is_stone.then_some(point)
    };
    text.split_whitespace().map(point).collect()
}

/// Finds the number before the word "playouts" or "visits".
fn visits_in(text: &str) -> Option<u64> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_unit = |word: &str| word.starts_with("playout") || word.starts_with("visit");
    let at = words.iter().position(|word| is_unit(word))?;
    words.get(at.checked_sub(1)?)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Rules, Size};

    #[test]
    fn visits_are_found_in_an_explanation() {
        let text = "Black D4: 1000 playouts, win rate 0.513, 0.20 s";
        assert_eq!(visits_in(text), Some(1000));
        assert_eq!(visits_in("2 visits"), Some(2));
        assert_eq!(visits_in("playouts 7"), None);
        assert_eq!(visits_in(""), None);
    }

    #[test]
    fn only_stones_can_be_dead() {
        let mut game = Game::new(Size::square(5), Rules::default());
        game.play(Color::Black, "C3".parse().unwrap()).unwrap();
        assert_eq!(stones_in("", &game), Some(PointSet::new()));
        assert_eq!(stones_in("C3", &game).map(|stones| stones.len()), Some(1));
        for text in ["A1", "Z30", "nonsense"] {
            assert_eq!(stones_in(text, &game), None);
        }
    }
}
