//! Lines from the controller, read in a thread of their own.
//!
//! So commands may be sent while one is running, which GUIs do, and an interrupt is seen at once:
//! every line comes with the flags that a later line raises.

use crate::clock::Stop;
use crate::lines::{self, Room, read_line};
use crate::threads;
use std::io::{BufReader, Read};
use std::mem::take;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use web_time::Instant;

/// Bytes of memory for lines that wait for an answer; then the pipe fills up.
const WAITING_BYTES: usize = 4 << 20;

/// The comment with which GoGui interrupts a running command.
const INTERRUPT: &[u8] = b"# interrupt";

/// A line without its line end.
#[derive(Debug)]
pub(super) struct CommandLine {
    pub(super) bytes: Vec<u8>,
    pub(super) is_too_long: bool,
    pub(super) received: Instant,
    /// Counts from 1.
    pub(super) number: u64,
    /// Raised when the controller interrupts all commands up to this line.
    pub(super) interrupt: Stop,
    /// Raised as soon as another line follows, or the end of input.
    pub(super) followed: Stop,
}

impl CommandLine {
    /// Returns the memory that the line takes.
    const fn size(&self) -> usize {
        size_of::<CommandLine>() + self.bytes.capacity()
    }
}

/// The receiving end of the reader thread.
#[derive(Debug)]
pub(super) struct Input {
    lines: Receiver<CommandLine>,
    room: Arc<Room>,
}

impl Drop for Input {
    fn drop(&mut self) {
        self.room.close();
    }
}

impl Input {
    /// Starts the reader. It ends with its input, or when its lines have no reader any more. A controller that may leave without a word
    /// has left if his input ended so long ago: then all commands are interrupted.
    ///
    /// # Errors
    /// The system allows no more threads.
    pub(super) fn start(
        source: impl Read + Send + 'static,
        leave: Option<Duration>,
    ) -> std::io::Result<Input> {
        let (sender, lines) = channel();
        let room = Arc::new(Room::new(WAITING_BYTES));
        let waiting = Arc::clone(&room);
        threads::start("input", move || {
            let mut reader = BufReader::new(source);
            let mut number = 0;
            // The lines between two interrupts share a flag.
            let (mut interrupt, mut followed) = (Stop::default(), Stop::default());
            while let Some(lines::Line { bytes, is_too_long }) = read_line(&mut reader, number == 0)
            {
                if bytes.trim_ascii() == INTERRUPT {
                    take(&mut interrupt).raise();
                }
                take(&mut followed).raise();
                number += 1;
                let line = CommandLine {
                    bytes,
                    is_too_long,
                    received: Instant::now(),
                    number,
                    interrupt: interrupt.clone(),
                    followed: followed.clone(),
                };
                waiting.take(line.size());
                if sender.send(line).is_err() {
                    break;
                }
            }
            followed.raise();
            // The end of the input is heard from now on.
            drop(sender);
            if let Some(leave) = leave {
                waiting.wait_for_close(leave);
                interrupt.raise();
            }
        })?;
        Ok(Input { lines, room })
    }

    /// Waits for the next line; `None` at the end of input.
    #[cfg(test)]
    fn next(&self) -> Option<CommandLine> {
        self.next_within(None)
    }

    /// Waits for the next line, no longer than a time, if one is given; `None` at the end of input or when that is over.
    pub(super) fn next_within(&self, longest: Option<Duration>) -> Option<CommandLine> {
        let line = match longest {
            Some(longest) => self.lines.recv_timeout(longest).ok()?,
            None => self.lines.recv().ok()?,
        };
        self.room.give_back(line.size());
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    fn lines(input: Vec<u8>) -> Vec<CommandLine> {
        let input = Input::start(std::io::Cursor::new(input), None).unwrap();
        std::iter::from_fn(|| input.next()).collect()
    }

    #[test]
    fn lines_end_with_a_line_feed_or_the_input() {
        let read = lines(b"\xEF\xBB\xBFname\nversion\r\n\nquit".to_vec());
        let texts: Vec<&[u8]> = read.iter().map(|line| &line.bytes[..]).collect();
        assert_eq!(texts, [&b"name"[..], b"version\r", b"", b"quit"]);
        assert!(lines(Vec::new()).is_empty());
    }

    #[test]
    fn every_line_interrupts_what_is_done_after_the_one_before() {
        let (reader, mut writer) = std::io::pipe().unwrap();
        let input = Input::start(reader, None).unwrap();
        std::io::Write::write_all(&mut writer, b"genmove b\n").unwrap();
        let first = input.next().unwrap();
        assert!(first.number == 1 && !first.followed.is_raised());
        std::io::Write::write_all(&mut writer, b"name\n").unwrap();
        wait_until(|| first.followed.is_raised());
        let second = input.next().unwrap();
        assert!(second.number == 2 && !second.followed.is_raised());
        drop(writer);
        wait_until(|| second.followed.is_raised());
        assert!(input.next().is_none());
    }

    /// Waits for what happens in another thread.
    fn wait_until(is_so: impl Fn() -> bool) {
        let start = Instant::now();
        while !is_so() {
            assert!(start.elapsed().as_secs() < 300);
            thread::yield_now();
        }
    }

    #[test]
    fn an_interrupt_is_seen_behind_many_waiting_lines() {
        let text = "name\n".repeat(200) + "# interrupt\nquit\n";
        let input = Input::start(std::io::Cursor::new(text), None).unwrap();
        let first = input.next().unwrap();
        wait_until(|| first.interrupt.is_raised());
        let numbers: Vec<u64> = std::iter::from_fn(|| input.next())
            .map(|line| line.number)
            .collect();
        assert_eq!(numbers, (2..=202).collect::<Vec<_>>());
    }

    #[test]
    fn waiting_lines_take_bounded_memory() {
        /// A number of lines of 64 KiB, and how much of them has been read.
        struct Flood(usize, Arc<AtomicUsize>);

        impl Read for Flood {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                let length = buffer.len().min(self.0);
                for (place, byte) in buffer[..length].iter_mut().enumerate() {
                    let is_end = (self.0 - place - 1).is_multiple_of(1 << 16);
                    *byte = if is_end { b'\n' } else { b'a' };
                }
                self.0 -= length;
                self.1.fetch_add(length, Ordering::Relaxed);
                Ok(length)
            }
        }

        let read = Arc::new(AtomicUsize::new(0));
        let flood = Flood(1000 << 16, Arc::clone(&read));
        let input = Input::start(flood, None).unwrap();
        let bytes = || read.load(Ordering::Relaxed);
        wait_until(|| bytes() > WAITING_BYTES / 4);
        thread::sleep(std::time::Duration::from_millis(200));
        assert!(bytes() < 2 * WAITING_BYTES, "{}", bytes());
        let lengths = std::iter::from_fn(|| input.next()).map(|line| line.bytes.len());
        assert_eq!(lengths.collect::<Vec<_>>(), vec![(1 << 16) - 1; 1000]);
    }

    #[test]
    fn the_reader_ends_when_nobody_listens() {
        /// Empty lines without end; its end raises a flag.
        struct Endless(Stop);

        impl Read for Endless {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                std::io::repeat(b'\n').read(buffer)
            }
        }

        impl Drop for Endless {
            fn drop(&mut self) {
                self.0.raise();
            }
        }

        let is_gone = Stop::default();
        let input = Input::start(Endless(is_gone.clone()), None).unwrap();
        assert_eq!(input.next().unwrap().number, 1);
        drop(input);
        wait_until(|| is_gone.is_raised());
    }

    #[test]
    fn who_has_left_interrupts_what_is_still_done() {
        let start = |leave| Input::start(&b"genmove b\nname\n"[..], leave).unwrap();
        let stays = start(None);
        let leaves = start(Some(Duration::from_millis(20)));
        let [one, other] = [&stays, &leaves].map(|input| input.next().unwrap());
        wait_until(|| other.interrupt.is_raised());
        assert!(!one.interrupt.is_raised());
        assert!(leaves.next().is_some() && leaves.next().is_none());
        // Who is still there, and silent, is not waited for.
        let (reader, _writer) = std::io::pipe().unwrap();
        let silent = Input::start(reader, None).unwrap();
        assert!(
            silent
                .next_within(Some(Duration::from_millis(20)))
                .is_none()
        );
    }

    #[test]
    fn an_interrupt_is_for_the_lines_before_it() {
        let mut text = "genmove b\nname\n# interrupt\ngenmove w\n".to_owned();
        let flags = |text: &str| {
            let flag = |line: &CommandLine| line.interrupt.is_raised();
            lines(text.into()).iter().map(flag).collect::<Vec<_>>()
        };
        assert_eq!(flags(&text), [true, true, false, false]);
        text += "# interrupt\nquit\n";
        assert_eq!(flags(&text), [true, true, true, true, false, false]);
    }
}
