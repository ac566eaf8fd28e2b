//! How a connection has to begin, and how many are served.

use crate::gtp::Command;
use crate::gtp::GtpError;
use crate::gtp::request::CommandRequest;
use crate::gtp::response;
use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The command that gives the token.
pub(super) const TOKEN: &str = "kosumi-token";

/// The most bytes before the end of the first command.
const LONGEST_BEGINNING: usize = 1 << 14;

/// How long the first command may take to come.
const PATIENCE: Duration = Duration::from_secs(30);

/// Who lets controllers in.
#[derive(Debug)]
pub(super) struct Door {
    /// What they have to know, if anything.
    token: Option<String>,
}

/// A controller who was let in.
#[derive(Debug)]
pub(super) struct Guest {
    /// The lines that he began with and are still to be answered.
    begun: Cursor<Vec<u8>>,
    rest: BufReader<TcpStream>,
    /// The id of the first command.
    id: String,
}

impl Door {
    pub(super) fn new(token: Option<String>) -> Door {
        Door { token }
    }

    /// Lets a controller in whose first command is one of GTP's, with the token if there is one. Nothing is answered before.
    pub(super) fn enter(&self, stream: TcpStream) -> io::Result<Guest> {
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
    pub(super) fn refuse(self, reason: &str) -> io::Result<()> {
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
pub(super) struct Seats {
    free: Mutex<usize>,
    has_free: Condvar,
}

/// A place that somebody has until this is dropped.
#[derive(Debug)]
pub(super) struct Seat(Arc<Seats>);

impl Seats {
    pub(super) fn new(count: usize) -> Arc<Seats> {
        Arc::new(Seats {
            free: Mutex::new(count),
            has_free: Condvar::new(),
        })
    }

    /// Takes a place, if one is free or becomes free within some time.
    pub(super) fn take(self: &Arc<Self>, patience: Duration) -> Option<Seat> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;
    use std::thread;

    /// What comes in through a door, or why nothing does, and what is answered there.
    fn enter(token: Option<&str>, sent: &[u8]) -> (Result<Vec<u8>, String>, Vec<u8>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let sent = sent.to_vec();
        let answers = thread::spawn(move || {
            // It may be closed before all has been sent.
            let _ = client.write_all(&sent);
            let _ = client.shutdown(std::net::Shutdown::Write);
            let mut answers = Vec::new();
            let _ = client.read_to_end(&mut answers);
            answers
        });
        let (stream, _) = listener.accept().unwrap();
        let entered = Door::new(token.map(str::to_owned)).enter(stream);
        let read = entered.map_err(|error| error.to_string()).map(|mut guest| {
            let mut read = Vec::new();
            guest.read_to_end(&mut read).unwrap();
            read
        });
        (read, answers.join().unwrap())
    }

    #[test]
    fn commands_come_in_whole() {
        for sent in [
            "name\nversion\n",
            "\u{feff}\r\n# a comment\n\n7 play b D4\r\nquit",
            "name",
        ] {
            let (read, answers) = enter(None, sent.as_bytes());
            assert_eq!(read.unwrap(), sent.as_bytes());
            assert!(answers.is_empty());
        }
    }

    #[test]
    fn what_does_not_begin_as_a_controller_is_told_nothing() {
        let long = "#".repeat(1 << 15);
        for sent in [
            "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\n\r\nname\nsavesgf x\n",
            "GET /name HTTP/1.1\r\n\r\nname\n",
            "name / HTTP/1.1\r\n\r\nname\n",
            "OPTIONS * HTTP/2.0\r\nname\n",
            "\u{16}\u{3}\u{1}\u{2}\0\u{1}\nname\n",
            "EHLO localhost\nname\n",
            "",
            "\n\n\n",
            &long,
        ] {
            let (read, answers) = enter(None, sent.as_bytes());
            assert!(read.is_err(), "{sent:?}");
            assert!(answers.is_empty(), "{sent:?}");
        }
    }

    #[test]
    fn who_comes_while_another_leaves_is_not_sent_away() {
        let seats = Seats::new(1);
        let first = seats.take(Duration::ZERO).unwrap();
        assert!(seats.take(Duration::ZERO).is_none());
        let next = thread::spawn({
            let seats = Arc::clone(&seats);
            move || seats.take(Duration::from_mins(1)).is_some()
        });
        // Nothing shows that it waits: it may also come only after the other one has left.
        thread::sleep(Duration::from_millis(50));
        drop(first);
        assert!(next.join().unwrap());
        assert!(seats.take(Duration::ZERO).is_some());
    }

    #[test]
    fn the_token_comes_first() {
        let token = Some("0123456789abcdef");
        let (read, answers) = enter(token, b"3 kosumi-token 0123456789abcdef\nname\n");
        assert_eq!(read.unwrap(), b"name\n");
        assert_eq!(answers, b"=3 \n\n");
        for sent in [
            "name\n",
            "kosumi-token\nname\n",
            "kosumi-token 0123456789abcdeg\n",
            "kosumi-token 0123456789abcde\n",
            "kosumi-token 0123456789abcdef0\n",
            "name\nkosumi-token 0123456789abcdef\n",
        ] {
            let (read, answers) = enter(token, sent.as_bytes());
            assert!(read.is_err() && answers.is_empty(), "{sent:?}");
        }
        // A client that needs no token may give one.
        let (read, answers) = enter(None, b"kosumi-token anything\nname\n");
        assert_eq!(
            (read.unwrap(), answers),
            (b"name\n".to_vec(), b"= \n\n".to_vec())
        );
    }
}
