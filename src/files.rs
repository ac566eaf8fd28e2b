//! The one way to read a file and the one way to write one.
//!
//! Only regular files up to a size are read, since devices and pipes might block or never end. A file is written whole or not at
//! all: the text goes into a new file beside the old one, reaches the disk, and then takes its name. So a full disk or an
//! interrupt leaves the old content.

mod packed;
mod regular;
mod unfinished;

pub use packed::{Expansion, GZIP, Gunzip};

use regular::{not_regular, open_regular, resolve};
use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The most bytes of a game record.
pub const LARGEST_RECORD: u64 = 64 << 20;

/// The most bytes of a collection of records, once it is no longer compressed.
pub const LARGEST_COLLECTION: u64 = 4 << 30;

/// What a compressed collection may unpack to.
pub const COLLECTION: Expansion = Expansion { free: 64 << 20 };

/// What a compressed network may unpack to.
pub const NETWORK: Expansion = Expansion { free: 16 << 20 };

/// The most bytes of a text that a person may have written: settings, regression tests, weights.
pub const LARGEST_TEXT: u64 = 64 << 20;

/// The most bytes of what kosumi has stored of a match.
pub const LARGEST_STORE: u64 = 4 << 30;

/// A file or a folder could not be used.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {reason}")]
pub struct FileError {
    path: PathBuf,
    reason: String,
}

/// Returns what makes an error about a file or a folder out of a reason.
pub fn at<R: fmt::Display>(path: &Path) -> impl FnOnce(R) -> FileError {
    |reason| FileError {
        path: path.to_owned(),
        reason: reason.to_string(),
    }
}

/// Opens a regular file to read it.
///
/// # Errors
/// It is something else, is not there, or cannot be read.
pub fn open(path: &Path) -> io::Result<File> {
    open_regular(path, OpenOptions::new().read(true))
}

/// Opens a regular file to write behind what it has, or makes it.
///
/// # Errors
/// It is something else, or cannot be written.
pub fn append(path: &Path) -> io::Result<File> {
    open_regular(path, OpenOptions::new().append(true).create(true))
}

/// Reads a regular file up to a number of bytes.
///
/// # Errors
/// As for [`open()`], or it is larger.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    let content = open(path).and_then(|file| read_to_end(file, most));
    content.map_err(at(path))
}

/// Reads a regular file up to a number of bytes that holds text in UTF-8.
///
/// # Errors
/// As for [`read`], or it is no text.
pub fn read_text(path: &Path, most: u64) -> Result<String, FileError> {
    String::from_utf8(read(path, most)?).map_err(|_| at(path)("not a text in UTF-8"))
}

/// Reads something to its end, unless it has more than a number of bytes.
///
/// # Errors
/// It cannot be read, or has more.
pub fn read_to_end(source: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    source.take(most + 1).read_to_end(&mut content)?;
    if content.len() as u64 <= most {
        return Ok(content);
    }
    let reason = format!("larger than {} MiB", most >> 20);
    Err(io::Error::new(io::ErrorKind::FileTooLarge, reason))
}

/// Writes a file so that it is never seen half written. Where the name is a link to a file, that file is written.
///
/// # Errors
/// It could not be written, or is there and no regular file; then the old one is as it was.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    write_all_whole(&[(path, bytes)])
}

/// Writes several files that belong together: all of them have reached the disk before the first takes its name.
///
/// # Errors
/// As for [`write_whole`].
pub fn write_all_whole(files: &[(&Path, &[u8])]) -> Result<(), FileError> {
    let prepare = |(path, bytes): &(&Path, &[u8])| prepare(path, bytes).map_err(at(path));
    let prepared: Vec<(NamedTempFile, PathBuf)> =
        files.iter().map(prepare).collect::<Result<_, _>>()?;
    for (file, target) in prepared {
        file.persist(&target)
            .map_err(|failed| failed.error)
            .and_then(|_| sync_folder(&target))
            .map_err(at(&target))?;
    }
    Ok(())
}

/// Writes a new file beside a path that it is to have. It is removed when it is dropped.
fn prepare(path: &Path, bytes: &[u8]) -> io::Result<(NamedTempFile, PathBuf)> {
    let target = resolve(path)?;
    let old = match fs::metadata(&target) {
        Ok(metadata) if metadata.is_file() => Some(metadata),
        Ok(_) => return Err(not_regular()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let mut file = unfinished::beside(&target)?;
    // Through the wrapper an error would name this file, which the user does not know.
    file.as_file_mut().write_all(bytes)?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    Ok((file, target))
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}

/// Lets the new name of a file reach the disk. Where folders cannot be opened, their system does that by itself.
fn sync_folder(file: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder_of(file))?.sync_all()?;
    }
    Ok(())
}

/// A folder, or a part of the work in it, that this process alone has until this is dropped or the process ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Takes a folder.
    ///
    /// # Errors
    /// Another process has it, or it cannot be written.
    pub fn of(folder: &Path) -> Result<Lock, FileError> {
        Lock::of_part(folder, "")
    }

    /// Takes a part of the work in a folder, which others may do other parts of at the same time.
    ///
    /// # Errors
    /// As for [`Lock::of`].
    pub fn of_part(folder: &Path, part: &str) -> Result<Lock, FileError> {
        let path = folder.join(format!(".lock{part}"));
        let file = append(&path).map_err(at(&path))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) => {
                Err(at(folder)("another kosumi works in this folder at present"))
            }
            // Some file systems have no locks.
            Err(TryLockError::Error(error)) => {
                log::warn!("{} cannot be locked: {error}", path.display());
                Ok(Lock { _file: file })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that goes with this.
    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    /// The names in a folder.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn what_is_written_is_there_and_nothing_else() {
        let folder = folder();
        let file = folder.path().join("a.sgf");
        for text in ["one", "another"] {
            write_whole(&file, text.as_bytes()).unwrap();
            assert_eq!(read_text(&file, 100).unwrap(), text);
        }
        assert_eq!(names(folder.path()), ["a.sgf"]);
        let error = write_whole(folder.path(), b"x").unwrap_err().to_string();
        assert!(error.ends_with("not a regular file"), "{error}");
        assert!(write_whole(&folder.path().join("none/a.sgf"), b"x").is_err());
    }

    #[test]
    fn files_that_belong_together_are_all_written_or_none() {
        let folder = folder();
        let [one, other] = ["a", "b"].map(|name| folder.path().join(name));
        fs::write(&one, "old").unwrap();
        fs::create_dir(&other).unwrap();
        assert!(write_all_whole(&[(&one, b"new"), (&other, b"new")]).is_err());
        assert_eq!(fs::read(&one).unwrap(), b"old");
        assert_eq!(
            names(folder.path()),
            ["a", "b"],
            "nothing is left beside them"
        );
    }

    #[cfg(unix)]
    #[test]
    fn errors_name_the_target_and_no_other_file() {
        let folder = folder();
        let target = folder.path().join("none").join("a.sgf");
        let error = write_whole(&target, b"x").unwrap_err().to_string();
        let expected = format!(
            "{}: No such file or directory (os error 2)",
            target.display()
        );
        assert_eq!(error, expected);
    }

    #[test]
    fn a_limit_holds() {
        let folder = folder();
        let file = folder.path().join("a");
        fs::write(&file, [b'x'; 11]).unwrap();
        assert_eq!(read(&file, 11).unwrap().len(), 11);
        let error = read(&file, 10).unwrap_err().to_string();
        assert!(error.ends_with("a: larger than 0 MiB"), "{error}");
        fs::write(&file, [0xff]).unwrap();
        assert!(read_text(&file, 10).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_to_files_and_never_to_streams() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = folder();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("file"), "old").unwrap();
        fs::set_permissions(path("file"), PermissionsExt::from_mode(0o640)).unwrap();
        symlink("file", path("link")).unwrap();
        write_whole(&path("link"), b"new").unwrap();
        assert_eq!(fs::read(path("file")).unwrap(), b"new");
        assert!(path("link").is_symlink());
        let kept = fs::metadata(path("file")).unwrap().permissions().mode();
        assert_eq!(kept & 0o777, 0o640);
        symlink("later", path("dangling")).unwrap();
        write_whole(&path("dangling"), b"new").unwrap();
        assert_eq!(fs::read(path("later")).unwrap(), b"new");
        // A new file is as open to others as any new file.
        fs::write(path("any"), "").unwrap();
        let mode = |name: &str| fs::metadata(path(name)).unwrap().permissions().mode();
        assert_eq!(mode("later"), mode("any"));
        symlink("circle", path("circle")).unwrap();
        symlink("/dev/stdout", path("stdout")).unwrap();
        for name in ["circle", "stdout"] {
            assert!(write_whole(&path(name), b"x").is_err(), "{name}");
        }
        for name in ["/dev/stdout", "/dev/null", "/proc/self/fd/1", "/dev/fd/1"] {
            assert!(write_whole(Path::new(name), b"x").is_err(), "{name}");
        }
        // Nor do folders, a folder as the one to begin in, or a way back lead there.
        symlink("/proc/self", path("self")).unwrap();
        symlink("../../../../../../../../../proc/self/fd", path("fds")).unwrap();
        symlink("self/fd", path("there")).unwrap();
        for name in ["self/fd/1", "fds/1", "there/1", "self/../../proc/self/fd/1"] {
            let error = write_whole(&path(name), b"x").unwrap_err().to_string();
            assert!(error.ends_with("not a regular file"), "{error}");
            assert!(append(&path(name)).is_err(), "{name}");
        }
        for name in [
            "/dev/../proc/kmsg",
            "/proc/kmsg",
            "/proc/self/status",
            "/sys/kernel/notes",
        ] {
            let error = read(Path::new(name), 10).unwrap_err().to_string();
            assert!(error.ends_with("not a regular file"), "{error}");
        }
        fs::create_dir(path("folder")).unwrap();
        symlink("../folder/../file", path("folder/back")).unwrap();
        assert_eq!(read(&path("folder/back"), 10).unwrap(), b"new");
        for name in ["/dev/zero", "/dev/stdin"] {
            assert!(read(Path::new(name), 10).is_err(), "{name}");
        }
        assert!(read(folder.path(), 10).is_err());
    }

    #[test]
    fn a_folder_is_taken_once() {
        let folder = folder();
        let lock = Lock::of(folder.path()).unwrap();
        let error = Lock::of(folder.path()).unwrap_err().to_string();
        assert!(error.contains("another kosumi"), "{error}");
        let part = Lock::of_part(folder.path(), "-1-of-2").unwrap();
        assert!(Lock::of_part(folder.path(), "-2-of-2").is_ok());
        assert!(Lock::of_part(folder.path(), "-1-of-2").is_err());
        drop((lock, part));
        assert!(Lock::of(folder.path()).is_ok());
    }
}
