//! The games that are kept, each in a file of a shelf.
//!
//! A file is written whole after each change, so that nothing is lost whatever ends the program. Nothing outside of the folder is
//! read or written, also not through links.

use super::error::{WebError, WebResult};
use super::shelf::Shelf;
use super::views::SavedGame;
use crate::go::{Color, Record};
use crate::sgf;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use web_time::SystemTime;

/// The most games that are listed, the newest ones.
const MOST_LISTED: usize = 2000;

/// The longest name of a game.
const LONGEST_NAME: usize = 150;

/// The ending of the files.
const ENDING: &str = "sgf";

/// The games on a shelf.
#[derive(Debug)]
pub(super) struct Archive {
    shelf: Arc<Shelf>,
    /// What files say, by name, with the time of their last change.
    known: Mutex<HashMap<String, (SystemTime, SavedGame)>>,
}

impl Archive {
    pub(super) fn new(shelf: Arc<Shelf>) -> Archive {
        Archive {
            shelf,
            known: Mutex::default(),
        }
    }

    pub(super) fn shelf(&self) -> &Shelf {
        &self.shelf
    }

    /// Returns true if there is a file of a name.
    pub(super) fn has(&self, id: &str) -> bool {
        file_of(id).is_ok_and(|file| self.shelf.has(&file))
    }

    /// Writes a game.
    pub(super) fn write(&self, id: &str, text: &str) -> WebResult<()> {
        self.shelf.write(&file_of(id)?, text.as_bytes())
    }

    /// Reads a game.
    pub(super) fn read(&self, id: &str) -> WebResult<Vec<u8>> {
        let file = file_of(id)?;
        if !self.shelf.has(&file) {
            return Err(unknown(id));
        }
        self.shelf.read(&file)
    }

    /// Removes a game.
    pub(super) fn remove(&self, id: &str) -> WebResult<()> {
        if self.shelf.remove(&file_of(id)?) {
            Ok(())
        } else {
            Err(unknown(id))
        }
    }

    /// The games, the one that was changed last first.
    pub(super) fn list(&self) -> Vec<SavedGame> {
        let game = |(modified, file): (SystemTime, String)| {
            let id = file.strip_suffix(&format!(".{ENDING}"))?;
            Some((modified, id.to_owned()))
        };
        let files = self.shelf.names().into_iter();
        let mut found: Vec<(SystemTime, String)> = files.filter_map(game).collect();
        found.sort_by(|one, other| other.cmp(one));
        found.truncate(MOST_LISTED);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let old = std::mem::take(&mut *known);
        for (modified, id) in &found {
            let same = old.get(id).filter(|(then, _)| then == modified);
            let game = same.map(|(_, game)| game.clone());
            let game = game.or_else(|| Some(saved_game(id, &self.read(id).ok()?, *modified)));
            if let Some(game) = game {
                known.insert(id.clone(), (*modified, game));
            }
        }
        let games = found.iter().filter_map(|(_, id)| known.get(id));
        games.map(|(_, game)| game.clone()).collect()
    }
}

/// The file of a game.
fn file_of(id: &str) -> WebResult<String> {
    let is_plain = |letter: char| letter.is_alphanumeric() || " ._-()+,'".contains(letter);
    let is_name = !id.is_empty()
        && id.len() <= LONGEST_NAME
        && id.chars().all(is_plain)
        && !id.starts_with('.')
        && id.trim() == id;
    if is_name {
        Ok(format!("{id}.{ENDING}"))
    } else {
        Err(unknown(id))
    }
}

fn unknown(id: &str) -> WebError {
    let id: String = id.chars().take(40).collect();
    WebError::Unknown(format!("there is no game '{id}'"))
}

/// What a list says of a file.
fn saved_game(id: &str, bytes: &[u8], modified: SystemTime) -> SavedGame {
    let record = sgf::read_first(bytes).ok();
    let title = record.as_ref().map_or(String::new(), title);
    let result = record.as_ref().and_then(|record| record.result.clone());
    SavedGame {
        id: id.to_owned(),
        title: if title.is_empty() {
            id.to_owned()
        } else {
            title
        },
        date: record
            .as_ref()
            .and_then(|record| record.date.clone())
            .unwrap_or_default(),
        moves: record.map_or(0, |record| record.moves().count()),
        result: result.map_or(String::new(), |result| result.to_string()),
        modified: super::table::millis_of(modified),
    }
}

/// The players of a game, if they have names.
fn title(record: &Record) -> String {
    let names = Color::ALL.map(|color| record.players[color].as_str());
    match names {
        ["", ""] => String::new(),
        names => names
            .map(|name| if name.is_empty() { "?" } else { name })
            .join(" – "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    fn archive(folder: &Path) -> Archive {
        Archive::new(Arc::new(Shelf::of(folder).unwrap()))
    }

    #[test]
    fn games_are_written_listed_and_removed() {
        let folder = tempfile::tempdir().unwrap();
        let archive = archive(folder.path());
        archive
            .write("a", "(;SZ[5]PB[x]PW[y]DT[2026-01-02]RE[B+R];B[aa];W[bb])")
            .unwrap();
        archive.write("b b", "(;SZ[5])").unwrap();
        let listed = archive.list();
        let a = listed.iter().find(|game| game.id == "a").unwrap();
        assert_eq!(
            (a.title.as_str(), a.moves, a.result.as_str()),
            ("x – y", 2, "B+R")
        );
        assert_eq!(listed.len(), 2);
        archive.write("a", "(;SZ[5])").unwrap();
        assert!(archive.has("a") && archive.list().iter().any(|game| game.title == "a"));
        archive.remove("a").unwrap();
        assert!(!archive.has("a") && archive.read("a").is_err() && archive.remove("a").is_err());
        assert_eq!(archive.list().len(), 1);
    }

    #[test]
    fn nothing_outside_is_reached() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("secret.sgf"), "(;SZ[5])").unwrap();
        let folder = outside.path().join("games");
        fs::create_dir_all(folder.join("below")).unwrap();
        fs::write(folder.join("below/in.sgf"), "(;SZ[5])").unwrap();
        let archive = archive(&folder);
        assert!(archive.shelf().read_inside("below/in.sgf").is_ok());
        let full = outside.path().join("secret.sgf");
        for name in [
            "../secret.sgf",
            "below/../../secret.sgf",
            full.to_str().unwrap(),
            "",
            ".",
            "below",
            "a\0b",
        ] {
            assert!(archive.shelf().read_inside(name).is_err(), "{name}");
            if name == "below" {
                continue;
            }
            assert!(
                archive.read(name).is_err() && archive.write(name, "x").is_err(),
                "{name}"
            );
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&full, folder.join("link.sgf")).unwrap();
            std::os::unix::fs::symlink(outside.path(), folder.join("up")).unwrap();
            assert!(archive.shelf().read_inside("link.sgf").is_err());
            assert!(archive.shelf().read_inside("up/secret.sgf").is_err());
            assert!(archive.read("link").is_err() && archive.write("link", "x").is_err());
            assert!(archive.remove("link").is_err() && folder.join("link.sgf").is_symlink());
            assert!(archive.list().is_empty());
            assert_eq!(fs::read(&full).unwrap(), b"(;SZ[5])");
        }
    }
}
