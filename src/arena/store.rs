//! The folder of a match.
//!
//! | file | what |
//! |---|---|
//! | `match.json` | the [`MatchSettings`] |
//! | `games.jsonl` | one [`GameReport`] a line, in the order in which the games ended while the match runs, in that of the schedule when it has been played |
//! | `games/00012.sgf` | the record of game 12 |
//! | `games.jsonl.damaged` | lines of it that could not be read when the match was gone on with |
//! | `.lock` | taken by the match that adds games |
//! | `summary.txt`, `report.html` | made from `games.jsonl` at the end; can be made again |
//!
//! A game is in `games.jsonl` only after its record has been written, and in one write, so that a
//! match which is stopped at any moment loses no game that was finished.

use super::report::GameReport;
use super::settings::MatchSettings;
use crate::files::{
    self, FileError, LARGEST_RECORD, LARGEST_STORE, LARGEST_TEXT, Lock, at, read, read_text,
    write_whole,
};
use crate::go::Record;
use crate::sgf;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// An open folder.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    settings: MatchSettings,
    reports: BTreeMap<u32, GameReport>,
    /// Lines that are no reports.
    damaged: Vec<String>,
    /// Held while games are added.
    lock: Option<Lock>,
}

impl Store {
    /// Opens the folder of a match, or makes one. What it holds is kept if it is of the same match, or of one with fewer
    /// games.
    ///
    /// # Errors
    /// Returns an error if it holds another match, or cannot be read or written.
    pub fn open(folder: &Path, settings: &MatchSettings) -> Result<Store, FileError> {
        let games = folder.join("games");
        fs::create_dir_all(&games).map_err(at(&games))?;
        let lock = Lock::of(folder)?;
        if !folder.join("match.json").exists() {
            write_whole(&folder.join("match.json"), json(settings).as_bytes())?;
        }
        let mut store = Store::load(folder)?;
        // The games so far are the first ones of a longer match.
        let is_longer = settings.games > store.settings.games;
        store.settings.games = store.settings.games.max(settings.games);
        let same = settings.check_same(&store.settings);
        same.map_err(at(folder))?;
        if is_longer {
            write_whole(&folder.join("match.json"), json(settings).as_bytes())?;
        }
        store.lock = Some(lock);
        store.set_damaged_aside()?;
        // A line that was cut off must not be continued.
        store.write_reports()?;
        Ok(store)
    }

    /// Reads what a folder holds.
    ///
    /// # Errors
    /// Returns an error if it holds no match, or cannot be read.
    pub fn load(folder: &Path) -> Result<Store, FileError> {
        let path = folder.join("match.json");
        let text = read_text(&path, LARGEST_TEXT)?;
        let settings = serde_json::from_str(&text).map_err(at(&path))?;
        let path = folder.join("games.jsonl");
        let text = if path.exists() {
            String::from_utf8_lossy(&read(&path, LARGEST_STORE)?).into_owned()
        } else {
            String::new()
        };
        let (reports, damaged) = parse_reports(&text, &path);
        Ok(Store {
            folder: folder.to_owned(),
            settings,
            reports,
            damaged,
            lock: None,
        })
    }

    /// Returns what the match is.
    pub const fn settings(&self) -> &MatchSettings {
        &self.settings
    }

    /// Returns the games that have been played, in the order of the schedule.
    pub fn reports(&self) -> impl Iterator<Item = &GameReport> {
        self.reports.values()
    }

    /// Reads the record of a game; `None` if it is not there or no record.
    pub fn record(&self, report: &GameReport) -> Option<Record> {
        let bytes = read(&self.folder.join(&report.sgf), LARGEST_RECORD).ok()?;
        sgf::read_first(&bytes).ok()
    }

    /// The day of the last game; `None` if there is none yet.
    pub fn day(&self) -> Option<String> {
        let file = fs::metadata(self.folder.join("games.jsonl")).ok()?;
        let time = jiff::Timestamp::try_from(file.modified().ok()?).ok()?;
        Some(time.strftime("%Y-%m-%d").to_string())
    }

    /// Returns true if a game has been played.
    pub fn has(&self, index: u32) -> bool {
        self.reports.contains_key(&index)
    }

    /// Keeps a finished game.
    ///
    /// # Errors
    /// Returns an error if a file could not be written.
    pub fn add(&mut self, report: GameReport, sgf: &str) -> Result<(), FileError> {
        write_whole(&self.folder.join(&report.sgf), sgf.as_bytes())?;
        let path = self.folder.join("games.jsonl");
        append(&path, &format!("{}\n", json_line(&report)))?;
        self.reports.insert(report.index, report);
        Ok(())
    }

    /// Takes over the games of another part of the match.
    ///
    /// # Errors
    /// Returns an error if it is no part of the same match, if a game was played differently, or if
    /// a file could not be read or written.
    pub fn join(&mut self, part: &Store) -> Result<(), FileError> {
        let whole = part.settings.without_shard();
        let same = self.settings.check_same(&whole);
        same.map_err(at(&part.folder))?;
        for report in part.reports() {
            if let Some(known) = self.reports.get(&report.index) {
                if known.moves_hash == report.moves_hash && known.result == report.result {
                    continue;
                }
                let index = report.index;
                let reason =
                    format!("game {index} was played before, with another course or result");
                return Err(at(&part.folder)(reason));
            }
            let path = part.folder.join(&report.sgf);
            let sgf = read_text(&path, LARGEST_RECORD)?;
            self.add(report.clone(), &sgf)?;
        }
        Ok(())
    }

    /// Writes what is made from all games: their reports in order, the summary and the page.
    ///
    /// # Errors
    /// Returns an error if a file could not be written.
    pub fn finish(&self, summary: &str, page: &str) -> Result<(), FileError> {
        self.write_reports()?;
        write_whole(&self.folder.join("summary.txt"), summary.as_bytes())?;
        write_whole(&self.folder.join("report.html"), page.as_bytes())
    }

    /// Sets lines aside that cannot be read. Their games are played again.
    fn set_damaged_aside(&mut self) -> Result<(), FileError> {
        if self.damaged.is_empty() {
            return Ok(());
        }
        let path = self.folder.join("games.jsonl.damaged");
        let lines = std::mem::take(&mut self.damaged).join("\n") + "\n";
        log::warn!("damaged lines are kept in {}", path.display());
        append(&path, &lines)
    }

    fn write_reports(&self) -> Result<(), FileError> {
        let mut lines = String::new();
        for report in self.reports() {
            lines += &json_line(report);
            lines.push('\n');
        }
        write_whole(&self.folder.join("games.jsonl"), lines.as_bytes())
    }
}

/// Adds a text to a file in one write, and lets it reach the disk.
fn append(path: &Path, text: &str) -> Result<(), FileError> {
    files::append(path)
        .and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_data()
        })
        .map_err(at(path))
}

/// Reads the reports in a file, and the lines that are none. Text behind the last end of a line is what a stopped match has
/// left.
fn parse_reports(text: &str, path: &Path) -> (BTreeMap<u32, GameReport>, Vec<String>) {
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let (mut reports, mut damaged) = (BTreeMap::new(), Vec::new());
    for (number, line) in (1..).zip(whole.lines()) {
        match serde_json::from_str::<GameReport>(line) {
            Ok(report) => {
                reports.insert(report.index, report);
            }
            Err(error) => {
                log::warn!("{}: line {number} is damaged: {error}", path.display());
                damaged.push(line.to_owned());
            }
        }
    }
    (reports, damaged)
}

fn json(settings: &MatchSettings) -> String {
    let text = serde_json::to_string_pretty(settings);
    text.expect("settings hold only texts and numbers") + "\n"
}

fn json_line(report: &GameReport) -> String {
    serde_json::to_string(report).expect("a report holds only texts and numbers")
}
