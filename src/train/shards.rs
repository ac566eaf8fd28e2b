//! A folder of rows in shards. Each shard is made by itself and written whole, so interrupted work continues with the missing
//! shards, and several processes can share it.

use crate::files::{FileError, LARGEST_TEXT, at, read_text, write_whole};
use crate::go::Size;
use crate::threads::share;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs;
use std::path::Path;

/// The name of a shard of rows on boards of a size.
pub(super) fn name(size: Size, number: usize) -> String {
    format!("{}x{}-{number:05}.npy", size.width(), size.height())
}

/// Makes those of some shards, which are given by the names of their files, that a folder does not have yet, in so
/// many threads. `worker` makes what a thread works with. `origin` is all that the rows depend on. After each shard
/// `observe` gets how many of how many are there.
///
/// # Errors
/// The folder has rows of another origin, or a file cannot be written.
pub(super) fn make<T: Sync, W: FnMut(&T) -> Vec<u8>>(
    folder: &Path,
    origin: &(impl Serialize + DeserializeOwned + PartialEq),
    shards: &[(String, T)],
    jobs: usize,
    worker: impl Fn() -> W + Sync,
    observe: &mut dyn FnMut(usize, usize),
) -> Result<(), FileError> {
    open(folder, origin)?;
    let path = |name: &String| folder.join(name);
    let is_missing = |(name, _): &&(String, T)| !path(name).exists();
    let missing: Vec<&(String, T)> = shards.iter().filter(is_missing).collect();
    let mut done = shards.len() - missing.len();
    observe(done, shards.len());
    let worker = || {
        let mut work = worker();
        move |(_, shard): &&(String, T)| work(shard)
    };
    share(&missing, jobs, worker, |number, bytes| {
        write_whole(&path(&missing[number].0), &bytes)?;
        done += 1;
        observe(done, shards.len());
        Ok(true)
    })
}

/// Makes a folder, or goes on with one whose rows have the same origin.
fn open(
    folder: &Path,
    origin: &(impl Serialize + DeserializeOwned + PartialEq),
) -> Result<(), FileError> {
    fs::create_dir_all(folder).map_err(at(folder))?;
    let path = folder.join("rows.json");
    let text = serde_json::to_string_pretty(origin).expect("only texts and numbers") + "\n";
    if !path.exists() {
        return write_whole(&path, text.as_bytes());
    }
    let known = read_text(&path, LARGEST_TEXT)?;
    match serde_json::from_str(&known) {
        Ok(known) if *origin == known => Ok(()),
        _ => Err(at(folder)(
            "its rows were made from something else or with other settings",
        )),
    }
}
