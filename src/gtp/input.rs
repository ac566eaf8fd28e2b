//! Lines from the controller, read in a thread of their own.
//!
//! So commands may be sent while one is running, which GUIs do, and an interrupt is seen at once.

use crate::clock::Interrupt;
use crate::lines::{self, read_line};
use std::io::{BufReader, Read};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::Instant;

/// Lines that may wait for an answer before the pipe fills up.
const WAITING_LINES: usize = 64;

/// The comment with which GoGui interrupts a running command.
const INTERRUPT: &[u8] = b"# interrupt";

/// A line without its line end.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) bytes: Vec<u8>,
    pub(super) is_too_long: bool,
    pub(super) received: Instant,
    /// Counts from 1.
    pub(super) number: u64,
}

/// The receiving end of the reader thread.
#[derive(Debug)]
pub(super) struct Input {
    lines: Receiver<Line>,
    lines_after: Interrupt,
}

impl Input {
    /// Starts the reader. It ends with its input, or when nobody listens any more.
    pub(super) fn start(source: impl Read + Send + 'static, interrupt: Interrupt) -> Input {
        let (sender, lines) = sync_channel(WAITING_LINES);
        let lines_after = Interrupt::default();
        let follow = lines_after.clone();
        thread::spawn(move || {
            let mut reader = BufReader::new(source);
            let mut number = 0;
            while let Some(lines::Line { bytes, is_too_long }) = read_line(&mut reader, number == 0)
            {
                if bytes.trim_ascii() == INTERRUPT {
                    interrupt.raise(number);
                }
                follow.raise(number);
                number += 1;
                let received = Instant::now();
                if sender
                    .send(Line {
                        bytes,
                        is_too_long,
                        received,
                        number,
                    })
                    .is_err()
                {
                    break;
                }
            }
            follow.raise(u64::MAX);
        });
        Input { lines, lines_after }
    }

    /// A signal that is raised for a line as soon as another one follows, or the end of input.
    pub(super) const fn lines_after(&self) -> &Interrupt {
        &self.lines_after
    }

    /// The next line; `None` at the end of input.
    pub(super) fn next(&self) -> Option<Line> {
        self.lines.recv().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: Vec<u8>) -> Vec<Line> {
        let input = Input::start(std::io::Cursor::new(input), Interrupt::default());
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
        let input = Input::start(reader, Interrupt::default());
        let after = input.lines_after().clone();
        let wait_for = |line| {
            while !after.is_raised_for(line) {
                thread::yield_now();
            }
        };
        std::io::Write::write_all(&mut writer, b"genmove b\n").unwrap();
        assert_eq!(input.next().unwrap().number, 1);
        assert!(!after.is_raised_for(1));
        std::io::Write::write_all(&mut writer, b"name\n").unwrap();
        wait_for(1);
        assert_eq!(input.next().unwrap().number, 2);
        assert!(!after.is_raised_for(2));
        drop(writer);
        wait_for(2);
        assert!(input.next().is_none());
    }

    #[test]
    fn an_interrupt_is_for_the_lines_before_it() {
        let interrupt = Interrupt::default();
        let input = Input::start(
            &b"genmove b\n# interrupt\ngenmove w\n"[..],
            interrupt.clone(),
        );
        let numbers: Vec<u64> = std::iter::from_fn(|| input.next())
            .map(|line| line.number)
            .collect();
        assert_eq!(numbers, [1, 2, 3]);
        assert!(
            interrupt.is_raised_for(1)
                && !interrupt.is_raised_for(2)
                && !interrupt.is_raised_for(3)
        );
    }
}
