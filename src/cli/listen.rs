//! `kosumi gtp --listen`: GTP over TCP, for controllers that need not be trusted.
//!
//! Whatever connects has to begin with a line of GTP. Web browsers send what a page asks them to any port of the machine that
//! they run on, also lines of commands, but first a line of their own; so a connection that begins in any other way is closed
//! without a word.

mod door;

use super::help::CONVERSATION;
use super::{misuse, seconds};
use crate::gtp::{self, Visit};
use crate::session::Start;
use anyhow::{Context, Result};
use clap::Args;
use door::{Door, Seats};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

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

/// Connections that are at the door or served at once; beyond these they are closed.
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
                "kosumi: controllers begin by `{} {token}`",
                door::TOKEN
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
fn new_token() -> String {
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
            let Some(place) = self.connections.take(Duration::ZERO) else {
                log::warn!("too many connections");
                continue;
            };
            let server = Arc::clone(self);
            let serving = thread::Builder::new().stack_size(STACK).spawn(move || {
                let _place = place;
                // One who leaves is no reason to leave the others.
                if let Err(error) = server.welcome(&stream) {
                    log::warn!("a connection failed: {error}");
                }
                // After quit a thread still waits for input.
                let _ = stream.shutdown(Shutdown::Both);
            });
            if let Err(error) = serving {
                log::warn!("a connection failed: {error}");
            }
        }
    }

    /// Holds a conversation with who begins as a controller does.
    fn welcome(&self, stream: &TcpStream) -> io::Result<()> {
        log::info!("connected: {}", stream.peer_addr()?);
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(UNREAD))?;
        let input = self.door.enter(stream.try_clone()?)?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[arg(long)]
        sandbox: Option<f64>,
        #[command(flatten)]
        listen: Listen,
    }

    fn line(flags: &str) -> Result<Line, clap::Error> {
        let words = ["kosumi"].into_iter().chain(flags.split_whitespace());
        Line::try_parse_from(words)
    }

    #[test]
    fn the_sandbox_is_usual_over_tcp_alone() {
        for (flags, expected) in [
            ("", None),
            ("--sandbox 3", Some(3.0)),
            ("--listen 0", Some(60.0)),
            ("--listen 0 --sandbox 3", Some(3.0)),
            ("--listen 0 --no-sandbox", None),
        ] {
            let line = line(flags).unwrap();
            assert_eq!(line.listen.sandbox(line.sandbox), expected, "{flags}");
        }
        for flags in [
            "--no-sandbox",
            "--token 0123456789abcdef",
            "--idle 3",
            "--clients 2",
            "--listen 0 --no-sandbox --sandbox 3",
            "--listen 0 --clients 0",
        ] {
            assert!(line(flags).is_err(), "{flags}");
        }
    }

    #[test]
    fn other_machines_need_a_token() {
        let token = |flags: &str, is_for_this_machine| {
            let line = line(flags).unwrap();
            line.listen.token(is_for_this_machine)
        };
        assert_eq!(token("--listen 0", true).unwrap(), None);
        let [one, other] = [(); 2].map(|()| token("--listen 0", false).unwrap().unwrap());
        assert!(one.len() == 32 && one != other, "{one} {other}");
        let given = "--listen 0 --token 0123456789abcdef";
        for is_for_this_machine in [true, false] {
            let token = token(given, is_for_this_machine).unwrap();
            assert_eq!(token.as_deref(), Some("0123456789abcdef"));
        }
        for bad in ["short", "0123456789#abc", "0123456789\u{e9}abc"] {
            assert!(token(&format!("--listen 0 --token {bad}"), false).is_err());
        }
    }
}
