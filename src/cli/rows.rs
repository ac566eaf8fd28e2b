//! What the two commands that make rows share: the folder of the rows, and the number of jobs.

use super::{at_once, progress_bar};
use crate::arena::shard::Shard;
use crate::files::Lock;
use anyhow::{Context, Result};
use clap::Args;
use std::fs;
use std::num::NonZero;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Output {
    /// Folder for the rows; work that was stopped continues there
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,
    /// Shards made at once [default: four for each processor]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
}

impl Output {
    /// Makes rows, all of them or a part, which this process then has for itself. A bar shows how many shards of how many
    /// are done.
    pub(super) fn make<T, E: Into<anyhow::Error>>(
        &self,
        part: Option<Shard>,
        make: impl FnOnce(usize, &mut dyn FnMut(usize, usize)) -> Result<T, E>,
    ) -> Result<T> {
        fs::create_dir_all(&self.out).with_context(|| self.out.display().to_string())?;
        let part = part.map_or_else(String::new, |part| format!("-{part}").replace('/', "-of-"));
        let _lock = Lock::of_part(&self.out, &part)?;
        let jobs = self.jobs.map_or_else(|| at_once(true, false), NonZero::get);
        let bar = progress_bar(0, "{pos}/{len} shards {wide_bar} {eta} left");
        let mut tell = |done: usize, all: usize| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
            if bar.is_hidden() {
                log::info!("{done}/{all} shards");
            }
        };
        let rows = make(jobs, &mut tell).map_err(Into::into)?;
        bar.finish_and_clear();
        Ok(rows)
    }
}
