//! `kosumi gtp --listen`: GTP over TCP, for controllers that need not be trusted.
//!
//! Whatever connects has to begin with a line of GTP. Web browsers send what a page asks them to any port of the machine that
//! they run on, also lines of commands, but first a line of their own; so a connection that begins in any other way is closed
//! without a word.

#[cfg(test)]
mod tests;

use super::help::CONVERSATION;
use super::{misuse, seconds};
use crate::gtp::request::CommandRequest;
use crate::gtp::{self, Command, GtpError, Visit, response};
use crate::session::Start;
use anyhow::{Context, Result};
use clap::Args;
use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use web_time::Instant;

/// The longest thought in the sandbox, in seconds, if nothing is said.
pub(super) const SANDBOX_SECONDS: &str = "60";

/// The shortest token: one that is tried a thousand times a second is not found in a lifetime.
const SHORTEST_TOKEN: usize = 12;

/// What is still done so long after the end of input is interrupted. Who sends commands and then ends his side of the connection
/// gets his answers until then.
const LEAVE: Duration = Duration::from_secs(10);

/// How long a controller who finds no place waits for one. Who has lost the connection and comes back at once finds his own
/// place still taken: what he left undone is ended first.
const CHANGE: Duration = Duration::from_secs(2);

/// How long a controller may leave an answer unread.
const UNREAD: Duration = Duration::from_secs(30);

/// Connections that are at the door or served at once. Beyond these, the one at the door that has been silent longest is
/// closed.
const MOST_CONNECTIONS: usize = 64;

/// Bytes of the stack of a conversation: as many as the main thread has on most systems, where other conversations are held.
const STACK: usize = 8 << 20;

/// The pause after a connection could not be taken, for instance because too many files are open.
const PAUSE: Duration = Duration::from_millis(100);

// How GTP is spoken over TCP.
#[derive(Debug, Args)]
pub(super) struct Listen {
    /// Speaks GTP over TCP instead, as in the sandbox: a port of this machine, or an address and a port
    #[arg(id = "listen", long = "listen", value_name = "[HOST:]PORT", help_heading = CONVERSATION)]
    address: Option<String>,
    /// Lets controllers over TCP use files and all costs, as on standard input
    #[arg(long, help_heading = CONVERSATION, requires = "listen", conflicts_with = "sandbox")]
    no_sandbox: bool,
    /// What controllers over TCP have to know: their first command is `kosumi-token TEXT` [default: none on this machine,
    /// a random one that is printed on an address for others]
    #[arg(long, value_name = "TEXT", help_heading = CONVERSATION, requires = "listen")]
    token: Option<String>,
    /// Controllers that are served at once; others get the answer that kosumi is busy
    #[arg(long, value_name = "N", help_heading = CONVERSATION, default_value_t = 1, requires = "listen", value_parser = clap::value_parser!(u16).range(1..))]
    clients: u16,
    /// How long a controller over TCP may say nothing while nothing is done for him
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 3600.0,
        help_heading = CONVERSATION,
        requires = "listen"
    )]
    idle: f64,
}

impl Listen {
    /// The flag of the sandbox, which is usual over TCP.
    pub(super) fn sandbox(&self, flag: Option<f64>) -> Option<f64> {
        let is_usual = self.address.is_some() && !self.no_sandbox;
        flag.or_else(|| is_usual.then(|| SANDBOX_SECONDS.parse().expect("a number of seconds")))
    }

    /// Serves controllers until the program is stopped. Returns false if that is not asked for.
    ///
    /// # Errors
    /// The address cannot be listened on, or a flag makes no sense.
    pub(super) fn run(&self, start: &Start) -> Result<bool> {
        let Some(address) = &self.address else {
            return Ok(false);
        };
        let silence = seconds("--idle", self.idle)?;
        if silence.is_zero() {
            return Err(misuse("--idle 0 would close every connection at once"));
        }
        let mut start = start.clone();
        start.params.player.sharers = self.clients.into();
        let listener = match address.parse::<u16>() {
            Ok(port) => TcpListener::bind((Ipv4Addr::LOCALHOST, port)),
            Err(_) => TcpListener::bind(address),
        };
        let listener = listener.with_context(|| format!("cannot listen on {address}"))?;
        let own = listener.local_addr()?;
        let token = self.token(own.ip().is_loopback())?;
        let _ = writeln!(io::stderr(), "kosumi: listening on {own}");
        if let Some(token) = token.as_ref().filter(|_| self.token.is_none()) {
            let _ = writeln!(
                io::stderr(),
                "kosumi: controllers begin by `{TOKEN} {token}`"
            );
        }
        let server = Server {
            start,
            visit: Visit {
                silence,
                leave: LEAVE,
            },
            door: Door::new(token),
            seats: Seats::new(self.clients.into()),
            connections: Seats::new(MOST_CONNECTIONS + usize::from(self.clients)),
        };
        Arc::new(server).serve(&listener);
        Ok(true)
    }

    /// What controllers have to know: what the flag says, or else something new where other machines can reach kosumi.
    fn token(&self, is_for_this_machine: bool) -> Result<Option<String>> {
        let is_word = |text: &str| {
            text.bytes()
                .all(|byte| byte.is_ascii_graphic() && byte != b'#')
        };
        match &self.token {
            Some(text) if text.len() < SHORTEST_TOKEN || !is_word(text) => Err(misuse(format!(
                "--token: at least {SHORTEST_TOKEN} letters and digits without blanks expected"
            ))),
            Some(text) => Ok(Some(text.clone())),
            None => Ok((!is_for_this_machine).then(new_token)),
        }
    }
}

/// A token that cannot be guessed: what the system's random numbers make of two texts, as they protect hash tables.
pub(super) fn new_token() -> String {
    let secret = RandomState::new();
    let half = |number: u8| format!("{:016x}", secret.hash_one(number));
    half(0) + &half(1)
}

/// What all connections share.
struct Server {
    /// What each conversation begins with.
    start: Start,
    visit: Visit,
    door: Door,
    seats: Arc<Seats>,
    connections: Arc<Seats>,
}

impl Server {
    /// Answers whoever connects, each in a thread and a conversation of its own.
    fn serve(self: &Arc<Self>, listener: &TcpListener) {
        for stream in listener.incoming() {
            let stream = match stream {
                Ok(stream) => stream,
                Err(error) => {
                    log::warn!("a connection failed: {error}");
                    thread::sleep(PAUSE);
                    continue;
                }
            };
            let Some(place) = self.place() else {
                log::warn!("too many connections");
                continue;
            };
            let stream = Arc::new(stream);
            self.door.note(&stream);
            let (server, guest) = (Arc::clone(self), Arc::clone(&stream));
            let serving = thread::Builder::new().stack_size(STACK).spawn(move || {
                let _place = place;
                // One who leaves is no reason to leave the others.
                if let Err(error) = server.welcome(&guest) {
                    log::warn!("a connection failed: {error}");
                }
                // After quit a thread still waits for input.
                let _ = guest.shutdown(Shutdown::Both);
            });
            if let Err(error) = serving {
                self.door.forget(&stream);
                log::warn!("a connection failed: {error}");
            }
        }
    }

    /// Returns a place for one more connection. Where there is none, the one that has been silent longest gives way.
    fn place(&self) -> Option<Seat> {
        let free = self.connections.take(Duration::ZERO);
        free.or_else(|| {
            let is_made = self.door.send_one_away();
            is_made.then(|| self.connections.take(CHANGE)).flatten()
        })
    }

    /// Hears how somebody begins.
    fn enter(&self, stream: &TcpStream) -> io::Result<Guest> {
        log::info!("connected: {}", stream.peer_addr()?);
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(UNREAD))?;
        self.door.enter(stream.try_clone()?)
    }

    /// Holds a conversation with who begins as a controller does.
    fn welcome(&self, stream: &Arc<TcpStream>) -> io::Result<()> {
        let entered = self.enter(stream);
        if !self.door.forget(stream) {
            return Err(refusal("it says nothing, and others came"));
        }
        let input = entered?;
        stream.set_read_timeout(None)?;
        let Some(_seat) = self.seats.take(CHANGE) else {
            return input.refuse("busy");
        };
        keep_alive(stream)?;
        let (output, start) = (stream.try_clone()?, self.start.clone());
        gtp::run(input, output, start, Some(self.visit))
    }
}

/// Lets the system find out that the other machine is gone.
#[cfg(unix)]
fn keep_alive(stream: &TcpStream) -> io::Result<()> {
    use rustix::net::sockopt;
    sockopt::set_socket_keepalive(stream, true)?;
    #[cfg(target_os = "linux")]
    {
        sockopt::set_tcp_keepidle(stream, Duration::from_secs(30))?;
        sockopt::set_tcp_keepintvl(stream, Duration::from_secs(10))?;
        sockopt::set_tcp_keepcnt(stream, 3)?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn keep_alive(_: &TcpStream) -> io::Result<()> {
    Ok(())
}

/// The command that gives the token.
const TOKEN: &str = "kosumi-token";

/// The most bytes before the end of the first command.
const LONGEST_BEGINNING: usize = 1 << 14;

/// How long the first command may take to come.
const PATIENCE: Duration = Duration::from_secs(30);

/// Who lets controllers in.
#[derive(Debug)]
struct Door {
    /// What they have to know, if anything.
    token: Option<String>,
    /// Who has not said a whole command yet, those first who came first.
    waiting: Mutex<VecDeque<Arc<TcpStream>>>,
}

/// A controller who was let in.
#[derive(Debug)]
struct Guest {
    /// The lines that he began with and are still to be answered.
    begun: Cursor<Vec<u8>>,
    rest: BufReader<TcpStream>,
    /// The id of the first command.
    id: String,
}

impl Door {
    fn new(token: Option<String>) -> Door {
        Door {
            token,
            waiting: Mutex::default(),
        }
    }

    fn waiting(&self) -> MutexGuard<'_, VecDeque<Arc<TcpStream>>> {
        // A list is never half changed.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends away who has waited longest before the door without a command. Returns true if there is somebody.
    fn send_one_away(&self) -> bool {
        let first = self.waiting().pop_front();
        // Who is gone already needs no answer.
        first.map(|first| first.shutdown(Shutdown::Both)).is_some()
    }

    /// Notes that a connection waits, which may be sent away until it is forgotten.
    fn note(&self, stream: &Arc<TcpStream>) {
        self.waiting().push_back(Arc::clone(stream));
    }

    /// Notes that a connection does not wait any more. Returns true if it was not sent away before.
    fn forget(&self, stream: &Arc<TcpStream>) -> bool {
        let mut waiting = self.waiting();
        let before = waiting.len();
        waiting.retain(|other| !Arc::ptr_eq(other, stream));
        waiting.len() < before
    }

    /// Lets a controller in whose first command is one of GTP's, with the token if there is one. Nothing is answered before.
    fn enter(&self, stream: TcpStream) -> io::Result<Guest> {
        let mut answers = stream.try_clone()?;
        let mut guest = Guest {
            begun: Cursor::default(),
            rest: BufReader::new(stream),
            id: String::new(),
        };
        let (line, request) = guest.first_command()?;
        guest.id.clone_from(&request.id);
        if request.name == TOKEN {
            let is_right = |token: &String| is_same(token, &request.arguments);
            if !self.token.as_ref().is_none_or(is_right) {
                return Err(refusal("the token is wrong"));
            }
            guest.begun = Cursor::default();
            answers.write_all(response::success(&request.id, "").as_bytes())?;
            return Ok(guest);
        }
        if self.token.is_some() {
            return Err(refusal("the token is missing"));
        }
        if Command::find(&request.name).is_none() || is_of_the_web(&line) {
            return Err(refusal("it does not begin with a command of GTP"));
        }
        Ok(guest)
    }
}

fn refusal(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, reason.to_owned())
}

/// Returns true for the first line of a request of HTTP, whatever the method is called.
fn is_of_the_web(line: &[u8]) -> bool {
    let line = line.trim_ascii_end().to_ascii_uppercase();
    let last = line.rsplit(|&byte| byte == b' ').next().unwrap_or_default();
    last.starts_with(b"HTTP/")
}

/// Returns true for what no controller begins with, as the greetings of encrypted connections have it.
const fn is_binary(byte: u8) -> bool {
    byte.is_ascii_control() && !matches!(byte, b'\t' | b'\r' | b'\n')
}

/// Compares a secret in a time that does not reveal where a guess goes wrong.
fn is_same(secret: &str, guess: &str) -> bool {
    let pairs = secret.bytes().zip(guess.bytes());
    let differences = pairs.fold(0, |all, (one, other)| all | (one ^ other));
    secret.len() == guess.len() && differences == 0
}

impl Guest {
    /// Reads up to the end of the first line that is a command, and keeps what was read.
    fn first_command(&mut self) -> io::Result<(Vec<u8>, CommandRequest)> {
        let end = Instant::now() + PATIENCE;
        loop {
            let line = self.read_line(end)?;
            if line.is_empty() {
                return Err(refusal("it says nothing"));
            }
            if line.iter().any(|&byte| is_binary(byte)) {
                return Err(refusal("it sends no text"));
            }
            let text = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&line);
            if let Some(request) = CommandRequest::parse(text) {
                return Ok((line, request));
            }
        }
    }

    /// Reads a line with its end, if it has one, up to a moment. However slowly it comes, no more is waited for then.
    fn read_line(&mut self, end: Instant) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        while !line.ends_with(b"\n") {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() || self.begun.get_ref().len() >= LONGEST_BEGINNING {
                return Err(refusal("its first command does not end"));
            }
            self.rest.get_ref().set_read_timeout(Some(left))?;
            let read = self.rest.fill_buf()?;
            let length = read.iter().position(|&byte| byte == b'\n');
            let part = &read[..length.map_or(read.len(), |length| length + 1)];
            let length = part.len();
            line.extend_from_slice(part);
            self.begun.get_mut().extend_from_slice(part);
            self.rest.consume(length);
            if length == 0 {
                break;
            }
        }
        Ok(line)
    }

    /// Answers the first command by a failure.
    fn refuse(self, reason: &str) -> io::Result<()> {
        let failure = response::failure(&self.id, &GtpError::new(reason));
        self.rest.into_inner().write_all(failure.as_bytes())
    }
}

impl Read for Guest {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.begun.read(buffer)? {
            0 => self.rest.read(buffer),
            count => Ok(count),
        }
    }
}

/// A number of places, for those who come first.
#[derive(Debug)]
struct Seats {
    free: Mutex<usize>,
    has_free: Condvar,
}

/// A place that somebody has until this is dropped.
#[derive(Debug)]
struct Seat(Arc<Seats>);

impl Seats {
    fn new(count: usize) -> Arc<Seats> {
        Arc::new(Seats {
            free: Mutex::new(count),
            has_free: Condvar::new(),
        })
    }

    /// Takes a place, if one is free or becomes free within some time.
    fn take(self: &Arc<Self>, patience: Duration) -> Option<Seat> {
        // A number is never half changed.
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut free, _) = self
            .has_free
            .wait_timeout_while(free, patience, |free| *free == 0)
            .unwrap_or_else(PoisonError::into_inner);
        *free = free.checked_sub(1)?;
        Some(Seat(Arc::clone(self)))
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.has_free.notify_one();
    }
}
