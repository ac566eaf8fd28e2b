//! Which files are regular: the one test for all of them.
//!
//! Devices and pipes might block or never end. Files in the folders of the system may seem regular and do the same, or be the
//! very stream that carries the answers.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Component, Path, PathBuf};

/// Links that lead to each other.
const MOST_LINKS: usize = 40;

/// Folders whose files are none.
const OF_THE_SYSTEM: &[&str] = &["/dev", "/proc", "/sys"];

/// Folders in them whose files are like all others.
const USUAL: &[&str] = &["/dev/shm"];

/// What is said of everything else.
pub(super) fn not_regular() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "not a regular file")
}

/// Opens what a path leads to, if that is a regular file, or is not there and the options make it.
pub(super) fn open_regular(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    let target = resolve(path)?;
    if fs::metadata(&target).is_ok_and(|found| !found.is_file()) {
        return Err(not_regular());
    }
    // A pipe that has come in its place meanwhile must not block.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        options,
        rustix::fs::OFlags::NONBLOCK.bits().cast_signed(),
    );
    let file = options.open(&target)?;
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(not_regular())
    }
}

/// Follows links, also those of folders, to what they lead to, which need not be there, but not into the folders of the
/// system. Neither does a path lead there from a folder in which the program was started.
pub(super) fn resolve(path: &Path) -> io::Result<PathBuf> {
    let mut left: Vec<PathBuf> = parts(&std::path::absolute(path)?);
    let mut target = PathBuf::new();
    let mut links = 0;
    while let Some(part) = left.pop() {
        if part == Path::new(Component::ParentDir.as_os_str()) {
            target.pop();
            continue;
        }
        let next = target.join(part);
        if is_of_the_system(&next) {
            return Err(not_regular());
        }
        match fs::read_link(&next) {
            Ok(link) => {
                links += 1;
                if links > MOST_LINKS {
                    return Err(not_regular());
                }
                left.extend(parts(&link));
            }
            Err(_) => target = next,
        }
    }
    Ok(target)
}

/// The parts of a path, the last one first. A root among them begins anew.
fn parts(path: &Path) -> Vec<PathBuf> {
    let parts = path
        .components()
        .filter(|part| *part != Component::CurDir)
        .map(|part| PathBuf::from(part.as_os_str()));
    let mut parts: Vec<PathBuf> = parts.collect();
    parts.reverse();
    parts
}

/// Returns true for what lies in a folder of the system, and for such a folder. What lies in a usual one in it has to be
/// reached through it.
fn is_of_the_system(path: &Path) -> bool {
    let is_below = |folders: &[&str]| folders.iter().any(|folder| path.starts_with(folder));
    let leads_on = USUAL.iter().any(|usual| Path::new(usual).starts_with(path));
    is_below(OF_THE_SYSTEM) && !is_below(USUAL) && !leads_on
}
