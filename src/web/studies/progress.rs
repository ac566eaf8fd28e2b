//! When each problem is due again.

use crate::explain::Language;
use crate::web::error::{WebError, WebResult};
use crate::web::shelf::Shelf;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use web_time::{SystemTime, UNIX_EPOCH};

/// The file, beside the games.
const FILE: &str = "problems.json";

/// The most problems that are remembered.
const MOST: usize = 100_000;

const DAY: u64 = 24 * 60 * 60;

/// The time after which a problem is due again that was solved so many times in a row, in seconds; one that was not solved
/// comes again soon.
const INTERVALS: [u64; 7] = [600, DAY, 3 * DAY, 7 * DAY, 16 * DAY, 35 * DAY, 90 * DAY];

/// What is known of a problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct ProblemRecord {
    /// How often it was solved in a row.
    solved: usize,
    /// How often it was tried.
    tries: usize,
    /// When it is due, in seconds since 1970.
    due: u64,
}

/// What was learned, by problem.
#[derive(Clone, Debug)]
pub(in crate::web) struct Progression {
    shelf: Arc<Shelf>,
    learned: BTreeMap<String, ProblemRecord>,
}

impl Progression {
    /// What the file on a shelf says; nothing if there is none, or if it cannot be read.
    pub(in crate::web) fn read(shelf: Arc<Shelf>) -> Progression {
        let bytes = shelf.read(FILE);
        let learned = bytes
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok());
        Progression {
            shelf,
            learned: learned.unwrap_or_default(),
        }
    }

    /// Notes a try of a problem.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(in crate::web) fn note(&mut self, problem: &str, is_right: bool) -> WebResult<()> {
        self.note_at(problem, is_right, now())
    }

    fn note_at(&mut self, problem: &str, is_right: bool, now: u64) -> WebResult<()> {
        let learned = self.learned.entry(problem.to_owned()).or_default();
        learned.tries += 1;
        // Who tries until it is right has not known it: only a try when it is due counts.
        match (is_right, learned.due <= now) {
            (true, true) => learned.solved += 1,
            (true, false) => {}
            (false, _) => learned.solved = 0,
        }
        if !is_right || learned.due <= now {
            let place = learned.solved.min(INTERVALS.len() - 1);
            learned.due = now.saturating_add(INTERVALS[place]);
        }
        while self.learned.len() > MOST {
            self.learned.pop_first();
        }
        let text = serde_json::to_string(&self.learned).map_err(WebError::refused)?;
        self.shelf.write(FILE, text.as_bytes())
    }

    /// When a problem is due, in words, and whether that is now.
    pub(in crate::web) fn due(&self, problem: &str, language: Language) -> (String, bool) {
        let left = self
            .learned
            .get(problem)
            .map_or(0, |learned| learned.due.saturating_sub(now()));
        if left == 0 {
            return (
                language.among(["due", "pendiente", "à revoir"]).to_owned(),
                true,
            );
        }
        let (number, unit) = match left {
            ..3600 => (left.div_ceil(60), ["in {} min", "en {} min", "dans {} min"]),
            3600..DAY => (left.div_ceil(3600), ["in {} h", "en {} h", "dans {} h"]),
            _ => (left.div_ceil(DAY), ["in {} d", "en {} d", "dans {} j"]),
        };
        (
            language.among(unit).replace("{}", &number.to_string()),
            false,
        )
    }

    /// How often a problem was tried.
    pub(super) fn tries(&self, problem: &str) -> usize {
        self.learned.get(problem).map_or(0, |learned| learned.tries)
    }
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(folder: &std::path::Path) -> Progression {
        Progression::read(Arc::new(Shelf::of(folder).unwrap()))
    }

    #[test]
    fn what_is_solved_comes_later_each_time_and_what_is_not_soon() {
        let folder = tempfile::tempdir().unwrap();
        let mut progress = read(folder.path());
        let due = |progress: &Progression| progress.learned["a#1"].due;
        let mut time = 1_000_000;
        for interval in [
            DAY,
            3 * DAY,
            7 * DAY,
            16 * DAY,
            35 * DAY,
            90 * DAY,
            90 * DAY,
        ] {
            progress.note_at("a#1", true, time).unwrap();
            assert_eq!(due(&progress), time + interval);
            // A second look on the same day changes nothing.
            progress.note_at("a#1", true, time + 1).unwrap();
            assert_eq!(due(&progress), time + interval);
            time += interval;
        }
        progress.note_at("a#1", false, time).unwrap();
        assert_eq!(due(&progress), time + 600);
        // The right move right after a wrong one does not count as known.
        progress.note_at("a#1", true, time + 5).unwrap();
        assert_eq!(due(&progress), time + 600);
        progress.note_at("a#1", true, time + 600).unwrap();
        assert_eq!(due(&progress), time + 600 + DAY);
        let again = read(folder.path());
        assert_eq!(again.learned, progress.learned);
        assert_eq!(again.tries("a#1"), 17);
        assert_eq!(
            again.due("b#1", Language::English),
            ("due".to_owned(), true)
        );
    }

    #[test]
    fn a_file_that_cannot_be_read_is_no_fault() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), "nothing").unwrap();
        assert!(read(folder.path()).learned.is_empty());
    }
}
