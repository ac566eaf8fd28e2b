//! Commands whose answers have a meaning.

use super::{Client, ClientError};
use crate::go::{Color, Move, Size};
use std::time::Duration;

/// What a program does on its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineMove {
    /// It plays or passes.
    Move(Move),
    /// It gives the game up.
    Resign,
}

/// The commands for processor time, all of it since the start, in seconds.
const CPU_TIME: [&str; 2] = ["cputime", "gomill-cpu_time"];

impl Client {
    /// Sends a command that may fail; returns `None` if it does.
    ///
    /// # Errors
    /// The conversation is over.
    pub fn ask(&mut self, command: &str) -> Result<Option<String>, ClientError> {
        match self.send(command) {
            Err(error) if error.is_final() => Err(error),
            answer => Ok(answer.ok()),
        }
    }

    /// Asks for the name and the version of the program; what it does not answer is left out.
    ///
    /// # Errors
    /// The conversation is over.
    pub fn engine(&mut self) -> Result<String, ClientError> {
        let name = self.ask("name")?.unwrap_or_default();
        let version = self.ask("version")?.unwrap_or_default();
        Ok(format!("{name} {version}").trim().to_owned())
    }

    /// Asks if it knows a command. A program that gives no answer does not.
    ///
    /// # Errors
    /// The conversation is over.
    pub fn knows(&mut self, command: &str) -> Result<bool, ClientError> {
        let answer = self.ask(&format!("known_command {command}"))?;
        Ok(answer.is_some_and(|text| text == "true"))
    }

    /// Sets up an empty board. Boards that are not square need `rectangular_boardsize`.
    ///
    /// # Errors
    /// As [`Client::send`].
    pub fn clear_board(&mut self, size: Size) -> Result<(), ClientError> {
        let (width, height) = (size.width(), size.height());
        let command = if width == height {
            format!("boardsize {width}")
        } else {
            format!("rectangular_boardsize {width} {height}")
        };
        self.send(&command)?;
        self.send("clear_board").map(drop)
    }

    /// Sets the komi.
    ///
    /// # Errors
    /// As [`Client::send`].
    pub fn komi(&mut self, komi: f64) -> Result<(), ClientError> {
        self.send(&format!("komi {komi}")).map(drop)
    }

    /// Makes a move of its opponent, or one of its own that it need not think about.
    ///
    /// # Errors
    /// As [`Client::send`].
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), ClientError> {
        let color = color.letter().to_ascii_lowercase();
        self.send(&format!("play {color} {mv}")).map(drop)
    }

    /// Lets it choose a move and make it.
    ///
    /// # Errors
    /// As [`Client::send`], or the answer is not a move.
    pub fn genmove(&mut self, color: Color) -> Result<EngineMove, ClientError> {
        let command = format!("genmove {}", color.letter().to_ascii_lowercase());
        let answer = self.send(&command)?;
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(EngineMove::Resign);
        }
        answer
            .parse()
            .map(EngineMove::Move)
            .or(Err(ClientError::Unexpected {
                command,
                answer,
                expected: "a move",
            }))
    }

    /// Asks for the processor time that the program has used so far; `None` if it gives none.
    ///
    /// # Errors
    /// The conversation is over.
    pub fn cpu_time(&mut self) -> Result<Option<Duration>, ClientError> {
        for command in CPU_TIME {
            if self.knows(command)? {
                let answer = self.ask(command)?;
                return Ok(answer.and_then(|text| parse_seconds(&text)));
            }
        }
        Ok(None)
    }
}

/// Reads seconds as a number, whatever follows it.
fn parse_seconds(text: &str) -> Option<Duration> {
    let seconds = text.split_whitespace().next()?.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}
