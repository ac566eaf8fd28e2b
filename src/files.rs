//! Files that are written whole or not at all, and errors that name them.

use std::fmt;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

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

/// Writes a file so that it is never seen half written.
///
/// # Errors
/// Returns an error if it could not be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let temporary = path.with_added_extension("tmp");
    let written = File::create(&temporary)
        .and_then(|mut file| file.write_all(bytes))
        .and_then(|()| fs::rename(&temporary, path));
    written.map_err(at(path))
}
