//! What the two commands that make rows have in common: where the rows go, and the network that they come from.

use super::{at_once, progress_bar, some_model};
use crate::arena::schedule::Shard;
use crate::files::Lock;
use crate::net::Batcher;
use anyhow::{Context, Result};
use clap::Args;
use std::fs;
use std::num::NonZero;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Output {
    /// Folder for the rows; work that was stopped goes on there
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,
    /// The network that labels positions of records or plays with itself: own, or a file in KataGo's format
    #[arg(long, value_name = "NAME")]
    model: String,
    /// Shards that are made at once [default: four for each processor]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
}

impl Output {
    /// Loads the network and makes rows with it, all of them or a part, which this process then has for itself. A bar
    /// shows how many shards of how many are done.
    pub(super) fn make<T, E: Into<anyhow::Error>>(
        &self,
        part: Option<Shard>,
        make: impl FnOnce(&Batcher, usize, &mut dyn FnMut(usize, usize)) -> Result<T, E>,
    ) -> Result<T> {
        let model = some_model(&self.model)?;
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
        let rows = make(model.batcher(), jobs, &mut tell).map_err(Into::into)?;
        bar.finish_and_clear();
        Ok(rows)
    }
}
