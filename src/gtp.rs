//! The Go Text Protocol, version 2 (draft 2), as GNU Go and its clients understand it.
//!
//! [`run`] reads commands and answers them in order, one framed response each. `input` turns bytes
//! into lines in a thread of its own, [`request`] turns a line into a command with arguments,
//! [`COMMANDS`] finds its handler, which works on a [`Session`], and [`response`] frames what it says.
//! Commands that analyze begin their response by `output` before they end, and go on.
//!
//! [`client`] is the other side: it drives another program that speaks GTP.

mod analysis;
mod args;
mod chat;
pub mod client;
mod commands;
mod error;
mod graphics;
pub mod help;
mod input;
mod output;
pub mod request;
pub mod response;
mod session;
mod survey;

pub use commands::{COMMANDS, Command, Subject};
pub use error::GtpError;
pub use session::{Config, Session, Visit};

use crate::clock::Stop;
use crate::lines::TRAFFIC;
use input::{Input, Line};
use output::{Output, Reply};
use request::Request;
use std::io::{Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The target of log messages that are meant for programs: they are written as they are, with
/// nothing in front, whatever the level.
pub const BARE: &str = "bare";

/// Answers the commands of `input` on `output` until `quit`, the end of input or of a [`Visit`].
///
/// # Errors
/// `output` cannot be written, which usually means that the controller is gone; or the system allows no thread that reads.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    config: Config,
) -> std::io::Result<()> {
    let output = Output::new(output);
    let visit = config.visit;
    let input = Input::start(input, visit.map(|visit| visit.leave))?;
    let mut session = Session::new(config);
    while let Some(line) = input.next_within(visit.map(|visit| visit.silence)) {
        log::trace!(target: TRAFFIC, "> {}", String::from_utf8_lossy(&line.bytes));
        if let Some(answer) = answer(&mut session, &line, &output) {
            output.write(&answer)?;
        }
        if session.has_quit() {
            break;
        }
        ponder(&mut session);
    }
    Ok(())
}

impl Session {
    /// Executes a command line as [`run`] does. What the command says before it ends is not heard, and an analysis, which
    /// goes on until the next line, ends at once.
    ///
    /// # Errors
    /// The command fails; then nothing is changed.
    pub fn execute(&mut self, line: &str) -> Result<String, GtpError> {
        self.next_line = Stop::default();
        self.next_line.raise();
        self.limit();
        let request = Request::parse(line.as_bytes());
        request.map_or(Ok(String::new()), |request| execute_within(self, &request))
    }
}

/// Lets the player think until the next line has been read. A panic is contained as in a command.
fn ponder(session: &mut Session) {
    if catch_unwind(AssertUnwindSafe(|| session.ponder())).is_err() {
        log::error!("internal error while pondering");
        session.recover();
    }
}

/// The framed response to a line, or what is left of it if it has begun; `None` for lines that are
/// not commands.
fn answer(session: &mut Session, line: &Line, output: &Output) -> Option<String> {
    let request = Request::parse(&line.bytes)?;
    if line.is_too_long {
        let error = GtpError::new("line too long");
        return Some(response::failure(&request.id, &error));
    }
    session.begin(line);
    session.reply = Reply::new(output, &request.id);
    let result = execute(session, &request);
    Some(std::mem::take(&mut session.reply).end(result))
}

/// Commands and files that may execute each other. Each of them takes room on the stack, and keeps the game in front of it.
const DEEPEST_COMMAND: usize = 8;

/// Runs a command whose answer is used by another: what it says before it ends is not heard.
fn execute_within(session: &mut Session, request: &Request) -> Result<String, GtpError> {
    if session.depth >= DEEPEST_COMMAND {
        return Err(GtpError::new("too many commands execute each other"));
    }
    session.depth += 1;
    let reply = std::mem::take(&mut session.reply);
    let result = execute(session, request);
    session.reply = reply;
    session.depth -= 1;
    result
}

/// Runs a command. A panic, which would be a bug of kosumi, fails the command alone.
fn execute(session: &mut Session, request: &Request) -> Result<String, GtpError> {
    let command = Command::find(&request.name).filter(|command| command.is_there(&session.params));
    let command = command.ok_or_else(|| GtpError::new("unknown command"))?;
    let run = AssertUnwindSafe(|| command.run(session, &mut args::Args::new(&request.arguments)));
    catch_unwind(run).unwrap_or_else(|_| {
        log::error!("internal error in {}", command.name);
        session.recover();
        Err(GtpError::new("internal error"))
    })
}
