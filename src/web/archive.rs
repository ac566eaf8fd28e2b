//! The games that are kept, each in a file of a folder, and other files of the folder that may be read.
//!
//! A file is written whole after each change, so that nothing is lost whatever ends the program. Nothing outside of the folder is
//! read or written, also not through links.

use super::error::{WebError, WebResult};
use super::views::SavedGame;
use crate::files::{self, LARGEST_RECORD};
use crate::go::{Color, Record};
use crate::sgf;
use std::collections::HashMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// The most games that are listed, the newest ones.
const MOST_LISTED: usize = 2000;

/// The longest name of a game.
const LONGEST_NAME: usize = 150;

/// The ending of the files.
const ENDING: &str = "sgf";

/// The folder.
#[derive(Debug)]
pub(super) struct Archive {
    /// Without links on the way.
    folder: PathBuf,
    /// What files say, by name, with the time of their last change.
    known: Mutex<HashMap<String, (SystemTime, SavedGame)>>,
}

impl Archive {
    /// The archive of a folder, which is there.
    pub(super) fn new(folder: &Path) -> std::io::Result<Archive> {
        Ok(Archive {
            folder: folder.canonicalize()?,
            known: Mutex::default(),
        })
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of a game.
    fn path(&self, id: &str) -> WebResult<PathBuf> {
        let is_plain = |letter: char| letter.is_alphanumeric() || " ._-()+,'".contains(letter);
        let is_name = !id.is_empty()
            && id.len() <= LONGEST_NAME
            && id.chars().all(is_plain)
            && !id.starts_with('.')
            && id.trim() == id;
        if !is_name {
            return Err(unknown(id));
        }
        let path = self.folder.join(format!("{id}.{ENDING}"));
        // A link may lead anywhere.
        match fs::symlink_metadata(&path) {
            Ok(found) if !found.is_file() => Err(unknown(id)),
            _ => Ok(path),
        }
    }

    /// Returns true if there is a file of a name.
    pub(super) fn has(&self, id: &str) -> bool {
        self.path(id).is_ok_and(|path| path.is_file())
    }

    /// Writes a game.
    pub(super) fn write(&self, id: &str, text: &str) -> WebResult<()> {
        let path = self.path(id)?;
        files::write_whole(&path, text.as_bytes()).map_err(WebError::refused)
    }

    /// Reads a game.
    pub(super) fn read(&self, id: &str) -> WebResult<Vec<u8>> {
        let path = self.path(id)?;
        if !path.is_file() {
            return Err(unknown(id));
        }
        files::read(&path, LARGEST_RECORD).map_err(WebError::refused)
    }

    /// Removes a game.
    pub(super) fn remove(&self, id: &str) -> WebResult<()> {
        fs::remove_file(self.path(id)?).map_err(|_| unknown(id))
    }

    /// Reads a file in or below the folder.
    pub(super) fn read_inside(&self, name: &str) -> WebResult<Vec<u8>> {
        let refusal = || WebError::Unknown(format!("there is no file '{name}' in the folder"));
        let name_of = Path::new(name);
        let leads_up = |part| matches!(part, Component::ParentDir);
        if name.contains('\0') || name_of.components().any(leads_up) {
            return Err(refusal());
        }
        let path = self
            .folder
            .join(name_of)
            .canonicalize()
            .map_err(|_| refusal())?;
        if !path.starts_with(&self.folder) || !path.is_file() {
            return Err(refusal());
        }
        files::read(&path, LARGEST_RECORD).map_err(WebError::refused)
    }

    /// The games, the one that was changed last first.
    pub(super) fn list(&self) -> Vec<SavedGame> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut found: Vec<(SystemTime, String)> = entries
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                let id = name.strip_suffix(&format!(".{ENDING}"))?.to_owned();
                let data = entry.metadata().ok().filter(fs::Metadata::is_file)?;
                Some((data.modified().unwrap_or(UNIX_EPOCH), id))
            })
            .collect();
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

    #[test]
    fn games_are_written_listed_and_removed() {
        let folder = tempfile::tempdir().unwrap();
        let archive = Archive::new(folder.path()).unwrap();
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
        let archive = Archive::new(&folder).unwrap();
        assert!(archive.read_inside("below/in.sgf").is_ok());
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
            assert!(archive.read_inside(name).is_err(), "{name}");
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
            assert!(archive.read_inside("link.sgf").is_err());
            assert!(archive.read_inside("up/secret.sgf").is_err());
            assert!(archive.read("link").is_err() && archive.write("link", "x").is_err());
            assert!(archive.list().is_empty());
            assert_eq!(fs::read(&full).unwrap(), b"(;SZ[5])");
        }
    }
}
