//! Where files are kept: in a folder, or in memory where there is no file system, as in a browser.

use super::error::{WebError, WebResult};
use crate::files::{self, LARGEST_RECORD};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use web_time::{SystemTime, UNIX_EPOCH};

/// A file by name, with the time of its last change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptFile {
    /// Its name, without a folder.
    pub name: String,
    /// When it was changed last.
    pub modified: SystemTime,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// A file that was written, or removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileChange {
    /// Its name.
    pub name: String,
    /// What is in it; `None` if it is gone.
    pub bytes: Option<Vec<u8>>,
}

/// Files in memory, and which of them have changed since somebody asked.
#[derive(Debug, Default)]
pub(super) struct MemoryFiles {
    files: BTreeMap<String, (SystemTime, Vec<u8>)>,
    changed: BTreeSet<String>,
}

/// Where files are kept.
#[derive(Debug)]
pub(super) enum Shelf {
    /// A folder, without links on the way.
    Folder(PathBuf),
    /// Memory; its owner keeps the files elsewhere.
    Memory(Mutex<MemoryFiles>),
}

impl Shelf {
    /// The shelf of a folder, which is there.
    pub(super) fn of(folder: &Path) -> io::Result<Shelf> {
        Ok(Shelf::Folder(folder.canonicalize()?))
    }

    /// Files that were kept elsewhere.
    pub(super) fn in_memory(files: impl IntoIterator<Item = KeptFile>) -> Shelf {
        let files = files.into_iter();
        Shelf::Memory(Mutex::new(MemoryFiles {
            files: files
                .map(|file| (file.name, (file.modified, file.bytes)))
                .collect(),
            changed: BTreeSet::new(),
        }))
    }

    /// The name of the place, for people; memory has none.
    pub(super) fn place(&self) -> String {
        match self {
            Shelf::Folder(folder) => folder.display().to_string(),
            Shelf::Memory(_) => String::new(),
        }
    }

    /// Returns true if there is a file of a name. A link is none, since it may lead anywhere.
    pub(super) fn has(&self, name: &str) -> bool {
        match self {
            Shelf::Folder(folder) => {
                fs::symlink_metadata(folder.join(name)).is_ok_and(|found| found.is_file())
            }
            Shelf::Memory(memory) => lock(memory).files.contains_key(name),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// There is none of the name, or it cannot be read, or is larger than a record may be.
    pub(super) fn read(&self, name: &str) -> WebResult<Vec<u8>> {
        let none = || WebError::Unknown(format!("there is no file '{name}'"));
        match self {
            _ if !self.has(name) => Err(none()),
            Shelf::Folder(folder) => {
                files::read(&folder.join(name), LARGEST_RECORD).map_err(WebError::refused)
            }
            Shelf::Memory(memory) => {
                let memory = lock(memory);
                let file = memory.files.get(name);
                file.map(|(_, bytes)| bytes.clone()).ok_or_else(none)
            }
        }
    }

    /// Writes a file, whole or not at all.
    ///
    /// # Errors
    /// It cannot be written, or something of the name is no file.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> WebResult<()> {
        match self {
            Shelf::Folder(folder) => {
                let path = folder.join(name);
                if fs::symlink_metadata(&path).is_ok_and(|found| !found.is_file()) {
                    return Err(WebError::Refused(format!("'{name}' is no file")));
                }
                files::write_whole(&path, bytes).map_err(WebError::refused)
            }
            Shelf::Memory(memory) => {
                let mut memory = lock(memory);
                let file = (SystemTime::now(), bytes.to_vec());
                memory.files.insert(name.to_owned(), file);
                memory.changed.insert(name.to_owned());
                Ok(())
            }
        }
    }

    /// Removes a file. Returns false if there is none.
    pub(super) fn remove(&self, name: &str) -> bool {
        match self {
            Shelf::Folder(folder) => self.has(name) && fs::remove_file(folder.join(name)).is_ok(),
            Shelf::Memory(memory) => {
                let mut memory = lock(memory);
                let was_there = memory.files.remove(name).is_some();
                if was_there {
                    memory.changed.insert(name.to_owned());
                }
                was_there
            }
        }
    }

    /// The names of all files, with the times of their last change.
    pub(super) fn names(&self) -> Vec<(SystemTime, String)> {
        match self {
            Shelf::Folder(folder) => names_in(folder),
            Shelf::Memory(memory) => {
                let memory = lock(memory);
                let files = memory.files.iter();
                files
                    .map(|(name, (modified, _))| (*modified, name.clone()))
                    .collect()
            }
        }
    }

    /// Reads a file in or below the folder.
    ///
    /// # Errors
    /// There is none there, or it cannot be read.
    pub(super) fn read_inside(&self, name: &str) -> WebResult<Vec<u8>> {
        let Shelf::Folder(folder) = self else {
            return self.read(name);
        };
        let refusal = || WebError::Unknown(format!("there is no file '{name}' in the folder"));
        let name_of = Path::new(name);
        let leads_up = |part| matches!(part, Component::ParentDir);
        if name.contains('\0') || name_of.components().any(leads_up) {
            return Err(refusal());
        }
        let path = folder.join(name_of).canonicalize().map_err(|_| refusal())?;
        if !path.starts_with(folder) || !path.is_file() {
            return Err(refusal());
        }
        files::read(&path, LARGEST_RECORD).map_err(WebError::refused)
    }

    /// What has changed since this was asked last; nothing of a folder, which keeps it.
    pub(super) fn take_changes(&self) -> Vec<FileChange> {
        let Shelf::Memory(memory) = self else {
            return Vec::new();
        };
        let mut memory = lock(memory);
        let changed = std::mem::take(&mut memory.changed);
        let change = |name: String| FileChange {
            bytes: memory.files.get(&name).map(|(_, bytes)| bytes.clone()),
            name,
        };
        changed.into_iter().map(change).collect()
    }
}

fn lock(memory: &Mutex<MemoryFiles>) -> MutexGuard<'_, MemoryFiles> {
    // A map is never half changed.
    memory.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The regular files of a folder.
fn names_in(folder: &Path) -> Vec<(SystemTime, String)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let file = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        let data = entry.metadata().ok().filter(fs::Metadata::is_file)?;
        let modified = data.modified().unwrap_or(std::time::UNIX_EPOCH);
        // In a browser the two clocks are of different types, though no file is found there.
        let since = modified.duration_since(std::time::UNIX_EPOCH);
        Some((UNIX_EPOCH + since.unwrap_or_default(), name))
    };
    entries.filter_map(file).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_shelves_do_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let shelves = [
            Shelf::of(folder.path()).unwrap(),
            Shelf::in_memory(std::iter::empty()),
        ];
        for shelf in &shelves {
            assert!(!shelf.has("a.sgf") && shelf.read("a.sgf").is_err());
            shelf.write("a.sgf", b"1").unwrap();
            shelf.write("a.sgf", b"22").unwrap();
            shelf.write("b.json", b"3").unwrap();
            assert_eq!(shelf.read("a.sgf").unwrap(), b"22");
            assert_eq!(shelf.read_inside("b.json").unwrap(), b"3");
            let mut names: Vec<_> = shelf.names().into_iter().map(|(_, name)| name).collect();
            names.sort();
            assert_eq!(names, ["a.sgf", "b.json"]);
            assert!(shelf.remove("b.json") && !shelf.remove("b.json"));
            assert!(!shelf.has("b.json") && shelf.has("a.sgf"));
        }
    }

    #[test]
    fn memory_tells_each_change_once() {
        let old = KeptFile {
            name: "old.sgf".to_owned(),
            modified: UNIX_EPOCH,
            bytes: b"0".to_vec(),
        };
        let shelf = Shelf::in_memory([old]);
        assert_eq!(shelf.names(), [(UNIX_EPOCH, "old.sgf".to_owned())]);
        assert!(shelf.take_changes().is_empty());
        shelf.write("a", b"1").unwrap();
        shelf.write("a", b"2").unwrap();
        shelf.remove("old.sgf");
        shelf.remove("never there");
        let change = |name: &str, bytes: Option<&[u8]>| FileChange {
            name: name.to_owned(),
            bytes: bytes.map(<[u8]>::to_vec),
        };
        let expected = [change("a", Some(b"2")), change("old.sgf", None)];
        assert_eq!(shelf.take_changes(), expected);
        assert!(shelf.take_changes().is_empty());
    }
}
