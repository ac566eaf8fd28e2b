//! Lines of bytes from a source that need not be trusted.

mod room;

pub use room::{Held, Room};

use std::io::{BufRead, Read};

/// The target of log messages that repeat what is read and written. They are for the file of `--log` alone.
pub const TRAFFIC: &str = "traffic";

/// A longer line, in bytes, is refused whole.
const LONGEST_LINE: usize = 16 << 20;

/// Of a refused line so much is kept, which is enough for the id of a command.
const KEPT_OF_LONG_LINE: usize = 64;

/// A line without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its bytes; of a line that is too long, the first few.
    pub bytes: Vec<u8>,
    /// True if it is longer than 16 MiB.
    pub is_too_long: bool,
}

/// Returns the next line, `None` at the end of input or where it cannot be read. A byte order mark
/// is dropped at the very beginning.
pub fn read_line(reader: &mut impl BufRead, is_first: bool) -> Option<Line> {
    let mut bytes = Vec::new();
    let mut limited = reader.take(LONGEST_LINE as u64 + 1);
    if limited.read_until(b'\n', &mut bytes).ok()? == 0 {
        return None;
    }
    let is_too_long = bytes.len() > LONGEST_LINE && bytes.last() != Some(&b'\n');
    if is_too_long {
        bytes.truncate(KEPT_OF_LONG_LINE);
        bytes.shrink_to_fit();
        reader.skip_until(b'\n').ok()?;
    }
    if is_first && bytes.starts_with(b"\xEF\xBB\xBF") {
        bytes.drain(..3);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    }
    Some(Line { bytes, is_too_long })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut input: &[u8]) -> Vec<Line> {
        let mut is_first = true;
        std::iter::from_fn(|| read_line(&mut input, std::mem::take(&mut is_first))).collect()
    }

    #[test]
    fn a_long_line_is_one_line() {
        let mut input = b"12 ".to_vec();
        input.resize(LONGEST_LINE + 100, b'a');
        input.extend(b"\nname\n");
        let read = lines(&input);
        assert_eq!(read.len(), 2);
        assert!(read[0].is_too_long && read[0].bytes.starts_with(b"12 aa"));
        assert_eq!(
            (read[1].is_too_long, &read[1].bytes[..]),
            (false, &b"name"[..])
        );
    }

    #[test]
    fn the_longest_line_is_accepted() {
        let mut input = vec![b'a'; LONGEST_LINE];
        input.push(b'\n');
        let read = lines(&input);
        assert!(read.len() == 1 && !read[0].is_too_long && read[0].bytes.len() == LONGEST_LINE);
    }
}
