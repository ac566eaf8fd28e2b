//! The other side of the protocol: drives another program that speaks GTP as a child process.
//!
//! Whatever that program does, the caller gets an answer or a [`ClientError`] in bounded time and
//! memory. Both of its output streams are emptied by threads of their own and its input is filled
//! by a third one, so no pipe can block the caller. After an error that is not the program's own
//! `?` answer the two are out of step: the program is killed and every later command gets the same
//! error.
//!
//! The program runs in a process group of its own, so that what it has started dies with it, and all of them with this
//! process, however that ends. An interrupt typed at a terminal therefore does not reach it; it sees the end of its input
//! instead.

mod commands;
mod error;
mod group;
mod program;
mod reader;

pub use commands::EngineMove;
pub use error::{ClientError, ProtocolFault};
pub use program::Program;

use super::request::CommandRequest;
use crate::threads;
use reader::Event;
use std::io::{self, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use web_time::Instant;

/// How long a program may take to exit once it has closed a pipe.
const LAST_WAIT: Duration = Duration::from_secs(1);

/// Between two checks whether a program has exited.
const POLL: Duration = Duration::from_millis(2);

/// A running program that answers commands; made by [`Program::start`]. Dropping it kills it.
#[derive(Debug)]
pub struct Client {
    child: Child,
    /// The writing thread; `None` once the program's input is closed.
    input: Option<Sender<Vec<u8>>>,
    events: Receiver<Event>,
    stderr: Tail,
    timeout: Duration,
    last_id: u64,
    /// Why there can be no further answers.
    over: Option<ClientError>,
}

impl Client {
    /// Takes over a child whose three streams are piped.
    ///
    /// # Errors
    /// The system allows no more threads. The child is killed.
    fn new(mut child: Child, timeout: Duration) -> io::Result<Client> {
        match Client::connect(&mut child) {
            Ok((input, events, stderr)) => Ok(Client {
                child,
                input: Some(input),
                events,
                stderr,
                timeout,
                last_id: 0,
                over: None,
            }),
            Err(error) => {
                kill(&mut child);
                group::release(child.id());
                Err(error)
            }
        }
    }

    /// Starts the threads that fill and empty the streams of a child.
    fn connect(child: &mut Child) -> io::Result<(Sender<Vec<u8>>, Receiver<Event>, Tail)> {
        // One event may wait; behind it the program itself has to.
        let (sender, events) = sync_channel(1);
        let (input, lines) = channel();
        if let Some(stdin) = child.stdin.take() {
            let sender = sender.clone();
            threads::start("stdin", move || write(stdin, &lines, &sender))?;
        }
        if let Some(stdout) = child.stdout.take() {
            threads::start("stdout", move || reader::read(stdout, &sender))?;
        }
        Ok((input, events, Tail::start(child.stderr.take())?))
    }

    /// Sets how long each command may take from now on.
    pub fn set_timeout(&mut self, timeout: Duration) {
        self.timeout = timeout;
    }

    /// Sends a command under an id of its own and returns the text of the answer, trimmed.
    ///
    /// # Errors
    /// [`ClientError::Failure`] if the program answers `?`; anything else ends the conversation,
    /// but for [`ClientError::Unsendable`].
    pub fn send(&mut self, command: &str) -> Result<String, ClientError> {
        self.last_id += 1;
        let line = format!("{} {command}", self.last_id);
        self.exchange(command, &line)
    }

    /// Sends a line as it is, its id included if it has one, and returns the text of the answer.
    ///
    /// # Errors
    /// As [`Client::send`].
    pub fn send_line(&mut self, line: &str) -> Result<String, ClientError> {
        self.exchange(line, line)
    }

    /// Asks the program to quit, and kills it if it has not exited after `grace`.
    ///
    /// # Errors
    /// The program had to be killed, or the conversation was over before.
    pub fn quit(mut self, grace: Duration) -> Result<ExitStatus, ClientError> {
        let start = Instant::now();
        self.timeout = grace;
        match self.send("quit") {
            Ok(_) | Err(ClientError::Failure { .. }) => {}
            Err(ClientError::Exited { status, .. }) if status.success() => return Ok(status),
            Err(error) => return Err(error),
        }
        self.input = None;
        let left = grace.saturating_sub(start.elapsed());
        self.wait(left).ok_or(ClientError::Timeout {
            command: "quit".to_owned(),
            limit: grace,
        })
    }

    /// Sends `line` and waits for the answer to it; errors name it as `command`.
    fn exchange(&mut self, command: &str, line: &str) -> Result<String, ClientError> {
        if let Some(error) = &self.over {
            return Err(error.clone());
        }
        let is_one_line =
            !line.contains(|letter: char| letter.is_ascii_control() && letter != '\t');
        let request = CommandRequest::parse(line.as_bytes()).filter(|_| is_one_line);
        let request = request.ok_or_else(|| ClientError::Unsendable(line.to_owned()))?;
        if let Some(input) = &self.input {
            // If the writer has ended, an event will say why.
            let _ = input.send(format!("{line}\n").into_bytes());
        }
        let result = self.receive(command, &request.id);
        if let Err(error) = &result
            && error.is_final()
        {
            self.over = Some(error.clone());
            self.kill();
        }
        result
    }

    /// Waits for the answer with an id.
    fn receive(&mut self, command: &str, id: &str) -> Result<String, ClientError> {
        let event = self.events.recv_timeout(self.timeout);
        let command = command.to_owned();
        let fault = match event {
            Ok(Event::Answer(answer)) if answer.id == id => {
                let (is_success, message) = (answer.is_success, answer.text);
                return if is_success {
                    Ok(message)
                } else {
                    Err(ClientError::Failure { command, message })
                };
            }
            Ok(Event::Answer(answer)) => ProtocolFault::WrongId {
                expected: id.to_owned(),
                got: answer.id,
            },
            Ok(Event::Fault(fault)) => fault,
            // A pipe is closed: the program has exited, or is about to, or has lost its mind.
            Ok(Event::End) | Err(RecvTimeoutError::Disconnected) => {
                let exited = self.exited(&command, LAST_WAIT);
                return Err(exited.unwrap_or(ClientError::Closed { command }));
            }
            // It hangs, or has exited while something that it started holds its pipes.
            Err(RecvTimeoutError::Timeout) => {
                let (exited, limit) = (self.exited(&command, Duration::ZERO), self.timeout);
                return Err(exited.unwrap_or(ClientError::Timeout { command, limit }));
            }
        };
        Err(ClientError::Protocol { command, fault })
    }

    /// Returns how the program has ended, if it has or does so within `patience`.
    fn exited(&mut self, command: &str, patience: Duration) -> Option<ClientError> {
        Some(ClientError::Exited {
            command: command.to_owned(),
            status: self.wait(patience)?,
            stderr: self.stderr.text(),
        })
    }

    /// Waits for the exit status; `None` if the program still runs after `patience`.
    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        loop {
            let status = self.child.try_wait().ok().flatten();
            if status.is_some() || start.elapsed() >= patience {
                return status;
            }
            thread::sleep(POLL);
        }
    }

    /// Ends the program and all that it has started, at once. Does nothing if it has exited.
    fn kill(&mut self) {
        self.input = None;
        if self.wait(Duration::ZERO).is_none() {
            kill(&mut self.child);
        }
    }
}

/// Ends a program and all that it has started.
fn kill(child: &mut Child) {
    group::kill(child.id());
    // Both fail if it has ended just now.
    let _ = child.kill();
    let _ = child.wait();
}

impl Drop for Client {
    fn drop(&mut self) {
        self.kill();
        group::release(self.child.id());
    }
}

/// Writes lines until there are no more to come, then closes the pipe.
fn write(mut stdin: ChildStdin, lines: &Receiver<Vec<u8>>, events: &SyncSender<Event>) {
    for line in lines {
        if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
            let _ = events.send(Event::End);
            break;
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests;

/// So much is remembered.
const KEPT: usize = 4096;

/// How long the last words of a program may take to arrive.
const LAST_WORDS: Duration = Duration::from_millis(50);

/// The emptying thread.
#[derive(Debug)]
struct Tail {
    bytes: Arc<Mutex<Vec<u8>>>,
    /// Nothing is ever sent; the other end goes with the thread.
    is_done: Receiver<()>,
}

impl Tail {
    /// Starts to read.
    ///
    /// # Errors
    /// The system allows no more threads.
    fn start(source: Option<ChildStderr>) -> io::Result<Tail> {
        let (done, is_done) = channel();
        let bytes = Arc::new(Mutex::new(Vec::new()));
        if let Some(source) = source {
            let bytes = Arc::clone(&bytes);
            threads::start("stderr", move || {
                let _done = done;
                read(source, &bytes);
            })?;
        }
        Ok(Tail { bytes, is_done })
    }

    /// Returns what is remembered. If the program has just ended, this waits a moment for the rest.
    fn text(&self) -> String {
        let _ = self.is_done.recv_timeout(LAST_WORDS);
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

fn read(mut source: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut buffer = [0; KEPT];
    while let Ok(count @ 1..) = source.read(&mut buffer) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&buffer[..count]);
        let excess = kept.len().saturating_sub(KEPT);
        kept.drain(..excess);
    }
}
