//! Files that are being written, beside those whose names they will take.
//!
//! The name of such a file follows from its target, and its writer locks it. So the next writer of the same target finds and
//! removes what a killed program has left.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempPath};

use super::folder_of;

/// How often a name is tried that others take, too.
const MOST_TRIES: usize = 3;

/// Makes a new file beside a target. It is removed when it is dropped. Where another program is writing the same target, or
/// where files have no locks, its name is a random one.
pub(super) fn beside(target: &Path) -> io::Result<NamedTempFile> {
    let mut refusal = None;
    if let Some(path) = usual_name(target) {
        for _ in 0..MOST_TRIES {
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) if is_taken(&file, &path) => {
                    return Ok(NamedTempFile::from_parts(
                        file,
                        TempPath::try_from_path(path)?,
                    ));
                }
                // Somebody has taken it for a left one before it was locked, and has removed it.
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    if !remove_left(&path) {
                        break;
                    }
                }
                Err(error) => {
                    refusal = Some(error);
                    break;
                }
            }
        }
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".").suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // The first error does not speak of a random name.
    let random = builder.tempfile_in(folder_of(target));
    random.map_err(|error| refusal.unwrap_or(error))
}

/// The name of what is to be a target.
fn usual_name(target: &Path) -> Option<PathBuf> {
    let mut name = std::ffi::OsString::from(".");
    name.push(target.file_name()?);
    name.push(".tmp");
    Some(target.with_file_name(name))
}

/// Locks a file. Returns true if it then is the one of a name, and no other program has it.
fn is_taken(file: &File, path: &Path) -> bool {
    file.try_lock().is_ok() && is_same(file, path)
}

/// Removes what a program has left that does not run any more. Returns false if it may be running, or that is no file of
/// its kind.
fn remove_left(path: &Path) -> bool {
    // A link is no such file, nor is anything that could block.
    if !fs::symlink_metadata(path).is_ok_and(|found| found.is_file()) {
        return false;
    }
    let Ok(file) = super::regular::open_regular(path, OpenOptions::new().write(true)) else {
        return false;
    };
    match file.try_lock() {
        Ok(()) => !is_same(&file, path) || fs::remove_file(path).is_ok(),
        Err(TryLockError::WouldBlock | TryLockError::Error(_)) => false,
    }
}

/// Returns true if a name is that of an open file.
#[cfg(unix)]
fn is_same(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |found: fs::Metadata| (found.dev(), found.ino());
    let own = file.metadata().map(place).ok();
    own.is_some() && own == fs::symlink_metadata(path).map(place).ok()
}

/// Returns true if a name is that of an open file, which has no other name and cannot be removed here.
#[cfg(not(unix))]
fn is_same(_: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::write_whole;

    #[test]
    fn what_a_killed_program_has_left_goes_with_the_next_writing() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("a.sgf");
        let left = usual_name(&target).unwrap();
        fs::write(&left, "half of").unwrap();
        let others = folder.path().join(".b.sgf.tmp");
        fs::write(&others, "not of this target").unwrap();
        write_whole(&target, b"whole").unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"whole");
        assert!(!left.exists() && others.exists());
    }

    #[test]
    fn what_is_being_written_stays() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("a.sgf");
        let first = beside(&target).unwrap();
        assert_eq!(first.path(), usual_name(&target).unwrap());
        let second = beside(&target).unwrap();
        assert_ne!(first.path(), second.path());
        write_whole(&target, b"a third").unwrap();
        assert!(first.path().exists() && second.path().exists());
        first.persist(&target).unwrap();
        drop(second);
        let entries = fs::read_dir(folder.path()).unwrap();
        assert_eq!(entries.count(), 1, "the target alone");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_or_a_folder_in_its_place_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let [target, precious] = ["a.sgf", "precious"].map(|name| folder.path().join(name));
        fs::write(&precious, "precious").unwrap();
        let name = usual_name(&target).unwrap();
        std::os::unix::fs::symlink(&precious, &name).unwrap();
        write_whole(&target, b"whole").unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"whole");
        assert_eq!(fs::read(&precious).unwrap(), b"precious");
        fs::remove_file(&name).unwrap();
        fs::create_dir(&name).unwrap();
        write_whole(&target, b"again").unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"again");
        let long = folder.path().join("n".repeat(252));
        write_whole(&long, b"long").unwrap();
        assert_eq!(fs::read(&long).unwrap(), b"long");
    }
}
