//! From the bytes of a program to its answers, in a thread of its own.
//!
//! It is more lenient than kosumi's own output: control characters are dropped, so lines may end with CR LF; empty lines between
//! answers are skipped; the space after the id may be missing. A line outside of an answer is a fault, and so is an answer
//! without end.

use super::error::{LONGEST_ANSWER, ProtocolFault};
use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::SyncSender;

/// Bytes of garbage that a message repeats.
const LONGEST_ECHO: usize = 80;

/// What came from the program.
#[derive(Debug)]
pub(super) enum Event {
    Answer(ProgramAnswer),
    Fault(ProtocolFault),
    /// The program has closed a pipe.
    End,
}

/// An answer taken apart.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ProgramAnswer {
    pub(super) is_success: bool,
    pub(super) id: String,
    /// What follows the id, trimmed.
    pub(super) text: String,
}

impl ProgramAnswer {
    /// Reads the lines of an answer, the first of which begins with `=` or `?`.
    fn parse(bytes: &[u8]) -> ProgramAnswer {
        let text = String::from_utf8_lossy(bytes);
        let rest = &text[1..];
        let body = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
        ProgramAnswer {
            is_success: text.starts_with('='),
            id: rest[..rest.len() - body.len()].to_owned(),
            text: body.trim().to_owned(),
        }
    }
}

/// Reads answers until the first fault, the end of the stream, or until its answers have no reader.
pub(super) fn read(source: impl Read, events: &SyncSender<Event>) {
    let mut reader = BufReader::new(source);
    loop {
        let event = match next(&mut reader) {
            Ok(Some(answer)) => Event::Answer(answer),
            Ok(None) => Event::End,
            Err(fault) => Event::Fault(fault),
        };
        let is_last = !matches!(event, Event::Answer(_));
        if events.send(event).is_err() || is_last {
            break;
        }
    }
}

/// Reads the next answer; `None` at the end of the stream, even in the middle of an answer.
fn next(reader: &mut impl BufRead) -> Result<Option<ProgramAnswer>, ProtocolFault> {
    let mut bytes = Vec::new();
    loop {
        let start = bytes.len();
        let room = (LONGEST_ANSWER + 1 - start) as u64;
        let count = reader.by_ref().take(room).read_until(b'\n', &mut bytes);
        if count.unwrap_or(0) == 0 {
            return Ok(None);
        }
        if bytes.len() > LONGEST_ANSWER {
            return Err(ProtocolFault::TooLong);
        }
        let line = bytes.split_off(start);
        bytes.extend(line.into_iter().filter(|byte| is_text(*byte)));
        let line = &bytes[start..];
        let is_empty = matches!(line, [] | [b'\n']);
        match (start == 0, is_empty) {
            (true, true) => bytes.clear(),
            (true, false) if !line.starts_with(b"=") && !line.starts_with(b"?") => {
                return Err(garbage(line));
            }
            (false, true) => return Ok(Some(ProgramAnswer::parse(&bytes))),
            (_, false) => {}
        }
    }
}

const fn is_text(byte: u8) -> bool {
    !byte.is_ascii_control() || matches!(byte, b'\n' | b'\t')
}

fn garbage(line: &[u8]) -> ProtocolFault {
    let beginning = &line[..line.len().min(LONGEST_ECHO)];
    let text = String::from_utf8_lossy(beginning);
    ProtocolFault::Garbage(text.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn answers(mut bytes: &[u8]) -> Result<Vec<(bool, String, String)>, ProtocolFault> {
        let mut found = Vec::new();
        while let Some(answer) = next(&mut bytes)? {
            found.push((answer.is_success, answer.id, answer.text));
        }
        Ok(found)
    }

    fn is(bytes: &str, expected: &[(bool, &str, &str)]) {
        let found = answers(bytes.as_bytes()).unwrap();
        let found: Vec<_> = found
            .iter()
            .map(|(is_success, id, text)| (*is_success, id.as_str(), text.as_str()))
            .collect();
        assert_eq!(found, expected, "{bytes:?}");
    }

    #[test]
    fn answers_are_taken_apart() {
        is("= a\n\n", &[(true, "", "a")]);
        is(
            "=12 a b\n\n?3 c\n\n",
            &[(true, "12", "a b"), (false, "3", "c")],
        );
        is(
            "=\n\n=7\n\n=8 \n\n",
            &[(true, "", ""), (true, "7", ""), (true, "8", "")],
        );
        is("= \nA B\n 1 2\n\n", &[(true, "", "A B\n 1 2")]);
        is("= a\n \nb\n\n", &[(true, "", "a\n \nb")]);
    }

    #[test]
    fn other_habits_are_understood() {
        is(
            "= a\r\n\r\n= b\r\n\r\n",
            &[(true, "", "a"), (true, "", "b")],
        );
        is(
            "\n\n= a\n\n\n\n=1 b\n\n",
            &[(true, "", "a"), (true, "1", "b")],
        );
        is("= a\x07\0b\tc\n\n", &[(true, "", "ab\tc")]);
        is("=1name\n\n", &[(true, "1", "name")]);
    }

    #[test]
    fn what_is_cut_off_is_no_answer() {
        is("", &[]);
        is("= a", &[]);
        is("= a\n", &[]);
        is("= a\n\n= b\n", &[(true, "", "a")]);
    }

    #[test]
    fn garbage_and_floods_are_faults() {
        assert_eq!(
            answers(b"hello\n= a\n\n"),
            Err(ProtocolFault::Garbage("hello".to_owned()))
        );
        assert_eq!(
            answers(b"> = a\n\n"),
            Err(ProtocolFault::Garbage("> = a".to_owned()))
        );
        assert_eq!(
            answers(&[b"= ".repeat(9 << 20), b"\n\n".to_vec()].concat()),
            Err(ProtocolFault::TooLong)
        );
        assert_eq!(
            answers(&[b"= ".to_vec(), b"a\n".repeat(9 << 20)].concat()),
            Err(ProtocolFault::TooLong)
        );
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = answers(&bytes);
        }

        #[test]
        fn what_kosumi_frames_is_read(text in "(?s).{0,80}") {
            let framed = crate::gtp::response::success("5", &text);
            let found = answers(framed.as_bytes()).unwrap();
            prop_assert_eq!(found.len(), 1);
            prop_assert_eq!(&found[0].1, "5");
        }
    }
}
