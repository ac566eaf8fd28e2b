//! The Go Text Protocol, version 2 (draft 2), as GNU Go and its clients understand it.
//!
//! [`run`] reads commands and answers them in order, one framed response each. `input` turns bytes
//! into lines in a thread of its own, [`request`] turns a line into a command with arguments,
//! [`COMMANDS`] finds its handler, which works on a [`Conversation`], and [`response`] frames what it says.
//! Commands that analyze begin their response by `output` before they end, and go on.
//!
//! [`client`] is the other side: it drives another program that speaks GTP.

mod analysis;
mod args;
mod chat;
pub mod client;
mod commands;
mod conversation;
mod error;
mod graphics;
pub mod help;
mod input;
mod output;
pub mod request;
pub mod response;

pub use commands::{COMMANDS, Command, Subject};
pub use conversation::{Conversation, Visit};
pub use error::GtpError;

use crate::clock::Stop;
use crate::lines::TRAFFIC;
use crate::session::Start;
use crate::threads::contained;
use input::{CommandLine, Input};
use output::{Output, ResponseWriter};
use request::CommandRequest;
use std::io::{Read, Write};

/// The target of log messages that are meant for programs: they are written as they are, with
/// nothing in front, whatever the level.
pub const BARE: &str = "bare";

/// Answers the commands of `input` on `output` until `quit` or the end of input. A controller who may leave without a word,
/// as over a network, is on a [`Visit`].
///
/// # Errors
/// `output` cannot be written, which usually means that the controller is gone; or the system allows no thread that reads.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    start: Start,
    visit: Option<Visit>,
) -> std::io::Result<()> {
    let output = Output::new(output);
    let input = Input::start(input, visit.map(|visit| visit.leave))?;
    let mut talk = Conversation::new(start);
    while let Some(line) = input.next_within(visit.map(|visit| visit.silence)) {
        log::trace!(target: TRAFFIC, "> {}", String::from_utf8_lossy(&line.bytes));
        if let Some(answer) = answer(&mut talk, &line, &output) {
            output.write(&answer)?;
        }
        if talk.has_quit() {
            break;
        }
        talk.ponder();
    }
    Ok(())
}

impl Conversation {
    /// Executes a command line as [`run`] does. What the command says before it ends is not heard, and an analysis, which
    /// goes on until the next line, ends at once.
    ///
    /// # Errors
    /// The command fails; then nothing is changed.
    pub fn execute(&mut self, line: &str) -> Result<String, GtpError> {
        self.next_line = Stop::default();
        self.next_line.raise();
        self.limit();
        let request = CommandRequest::parse(line.as_bytes());
        request.map_or(Ok(String::new()), |request| execute_within(self, &request))
    }
}

/// The framed response to a line, or what is left of it if it has begun; `None` for lines that are
/// not commands.
fn answer(talk: &mut Conversation, line: &CommandLine, output: &Output) -> Option<String> {
    let request = CommandRequest::parse(&line.bytes)?;
    if line.is_too_long {
        let error = GtpError::new("line too long");
        return Some(response::failure(&request.id, &error));
    }
    talk.begin(line);
    talk.reply = ResponseWriter::new(output, &request.id);
    let result = execute(talk, &request);
    Some(std::mem::take(&mut talk.reply).end(result))
}

/// Commands and files that may execute each other. Each of them takes room on the stack, and keeps the game in front of it.
const DEEPEST_COMMAND: usize = 8;

/// Runs a command whose answer is used by another: what it says before it ends is not heard.
fn execute_within(talk: &mut Conversation, request: &CommandRequest) -> Result<String, GtpError> {
    if talk.depth >= DEEPEST_COMMAND {
        return Err(GtpError::new("too many commands execute each other"));
    }
    talk.depth += 1;
    let reply = std::mem::take(&mut talk.reply);
    let result = execute(talk, request);
    talk.reply = reply;
    talk.depth -= 1;
    result
}

/// Runs a command. A panic, which would be a bug of kosumi, fails the command alone.
fn execute(talk: &mut Conversation, request: &CommandRequest) -> Result<String, GtpError> {
    let command =
        Command::find(&request.name).filter(|command| command.is_there(&talk.session.params));
    let command = command.ok_or_else(|| GtpError::new("unknown command"))?;
    let mut args = args::Args::new(&request.arguments);
    let answer = contained(command.name, || command.run(talk, &mut args));
    answer.unwrap_or_else(|error| {
        talk.session.reset();
        Err(GtpError::new(error.to_string()))
    })
}
