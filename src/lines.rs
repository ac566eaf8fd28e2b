//! Lines of bytes from a source that need not be trusted.

use std::io::{BufRead, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use web_time::Instant;

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

/// A bound for the memory of what waits. Who has more to add than there is room for waits, too, until something is taken
/// away. So a pipe fills up behind him, and the program at its other end waits as well.
#[derive(Debug)]
pub struct Room {
    most: usize,
    /// The bytes that are taken; `None` when nothing is taken away any more.
    taken: Mutex<Option<usize>>,
    freed: Condvar,
}

impl Room {
    /// Room for a number of bytes.
    pub fn new(most: usize) -> Room {
        Room {
            most,
            taken: Mutex::new(Some(0)),
            freed: Condvar::new(),
        }
    }

    fn taken(&self) -> MutexGuard<'_, Option<usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a number of bytes can be taken. Whatever their number, they can if nothing else waits, or if nothing is taken
    /// away any more.
    pub fn take(&self, size: usize) {
        let is_full = |taken: &mut Option<usize>| {
            taken.is_some_and(|taken| taken > 0 && taken.saturating_add(size) > self.most)
        };
        let mut taken = self
            .freed
            .wait_while(self.taken(), is_full)
            .unwrap_or_else(PoisonError::into_inner);
        *taken = taken.map(|taken| taken + size);
    }

    /// Frees bytes that were taken.
    pub fn give_back(&self, size: usize) {
        let mut taken = self.taken();
        *taken = taken.map(|taken| taken.saturating_sub(size));
        self.freed.notify_all();
    }

    /// Says that nothing is taken away any more, so that no thread waits for it.
    pub fn close(&self) {
        *self.taken() = None;
        self.freed.notify_all();
    }

    /// Returns true if nothing can be added without waiting.
    pub fn is_full(&self) -> bool {
        self.taken().is_some_and(|taken| taken >= self.most)
    }

    /// Waits until nothing is taken away any more, but no longer than a time.
    pub fn wait_for_close(&self, longest: Duration) {
        let end = Instant::now() + longest;
        let mut taken = self.taken();
        while taken.is_some() {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            let woken = self.freed.wait_timeout(taken, left);
            taken = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// As [`Room::take`], until what is returned is dropped.
    pub fn hold(self: &Arc<Self>, size: usize) -> Held {
        self.take(size);
        Held {
            room: Arc::clone(self),
            size,
        }
    }
}

/// Bytes that are taken as long as this is there.
#[derive(Debug)]
pub struct Held {
    room: Arc<Room>,
    size: usize,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.room.give_back(self.size);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

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

    #[test]
    fn who_finds_no_room_waits_for_it() {
        let room = Arc::new(Room::new(10));
        let first = room.hold(100);
        assert!(room.is_full());
        let waiting = {
            let room = Arc::clone(&room);
            thread::spawn(move || drop(room.hold(10)))
        };
        thread::sleep(Duration::from_millis(50));
        assert!(!waiting.is_finished());
        drop(first);
        waiting.join().unwrap();
        assert!(!room.is_full());
    }

    #[test]
    fn nobody_waits_for_who_takes_nothing_away() {
        let room = Arc::new(Room::new(10));
        room.take(10);
        let waiting = {
            let room = Arc::clone(&room);
            thread::spawn(move || room.take(10))
        };
        room.wait_for_close(Duration::from_millis(50));
        assert!(!waiting.is_finished());
        room.close();
        waiting.join().unwrap();
        room.take(1000);
        room.wait_for_close(Duration::from_mins(10));
    }
}
