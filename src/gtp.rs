//! The Go Text Protocol, version 2 (draft 2), as GNU Go and its clients understand it.
//!
//! [`run`] reads commands and answers them in order, one framed response each. `input` turns bytes
//! into lines in a thread of its own, [`request`] turns a line into a command with arguments,
//! [`COMMANDS`] finds its handler, which works on a [`Session`], and [`response`] frames what it says.
//!
//! [`client`] is the other side: it drives another program that speaks GTP.

mod args;
pub mod client;
mod commands;
mod error;
pub mod help;
mod input;
pub mod request;
pub mod response;
mod session;
mod survey;

pub(crate) use commands::read_file;
pub use commands::{COMMANDS, Command, Subject};
pub use error::GtpError;
pub use session::{Config, Session};

use crate::clock::Interrupt;
use input::{Input, Line};
use request::Request;
use std::io::{Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Answers the commands of `input` on `output` until `quit` or the end of input.
///
/// # Errors
/// `output` cannot be written, which usually means that the controller is gone.
pub fn run(
    input: impl Read + Send + 'static,
    mut output: impl Write,
    config: Config,
) -> std::io::Result<()> {
    let interrupt = Interrupt::default();
    let input = Input::start(input, interrupt.clone());
    let mut session = Session::new(config, interrupt);
    while let Some(line) = input.next() {
        if let Some(answer) = answer(&mut session, &line) {
            output.write_all(answer.as_bytes())?;
            output.flush()?;
        }
        if session.has_quit() {
            break;
        }
        ponder(&mut session, input.lines_after());
    }
    Ok(())
}

/// Lets the player think until the next line has been read. A panic is contained as in a command.
fn ponder(session: &mut Session, lines: &Interrupt) {
    if catch_unwind(AssertUnwindSafe(|| session.ponder(lines))).is_err() {
        log::error!("internal error while pondering");
        session.recover();
    }
}

/// The framed response to a line; `None` for lines that are not commands.
fn answer(session: &mut Session, line: &Line) -> Option<String> {
    if line.is_too_long {
        let id = request::id_of(&line.bytes);
        return Some(response::failure(&id, &GtpError::new("line too long")));
    }
    let request = Request::parse(&line.bytes)?;
    session.begin(line.received, line.number);
    Some(match execute(session, &request) {
        Ok(text) => response::success(&request.id, &text),
        Err(error) => response::failure(&request.id, &error),
    })
}

/// Runs a command. A panic, which would be a bug of kosumi, fails the command alone.
fn execute(session: &mut Session, request: &Request) -> Result<String, GtpError> {
    let command = Command::find(&request.name).ok_or_else(|| GtpError::new("unknown command"))?;
    let run = AssertUnwindSafe(|| (command.run)(session, &mut args::Args::new(&request.arguments)));
    catch_unwind(run).unwrap_or_else(|_| {
        log::error!("internal error in {}", command.name);
        session.recover();
        Err(GtpError::new("internal error"))
    })
}
