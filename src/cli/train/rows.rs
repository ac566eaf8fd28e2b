//! `kosumi train rows`: data to train a network with.

use crate::cli::{at_once, progress_bar, read_records};
use crate::engine::Model;
use crate::go::Record;
use crate::train::rows::{self, Settings};
use anyhow::{Context, Result};
use clap::Args;
use std::num::NonZero;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// Collections of game records in SGF
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Folder for the rows; work that was stopped goes on there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The network that labels positions, in KataGo's format
    #[arg(long, value_name = "FILE")]
    model: PathBuf,
    /// Games to take of each file, at most
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    games: usize,
    /// Shards that are made at once [default: four for each processor]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    #[command(flatten)]
    settings: Settings,
}

pub(super) fn run(options: &Options) -> Result<()> {
    let name = options.model.display();
    let model = Model::load(&options.model).with_context(|| format!("--model {name}"))?;
    let of_files = options
        .files
        .iter()
        .map(|file| read_records(file, options.games));
    let records: Vec<Record> = of_files.collect::<Result<Vec<_>>>()?.concat();
    let jobs = options
        .jobs
        .map_or_else(|| at_once(true, false), NonZero::get);
    let bar = progress_bar(0, "{pos}/{len} shards {wide_bar} {eta} left");
    let mut tell = |done: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
        if bar.is_hidden() {
            log::info!("{done}/{all} shards");
        }
    };
    let network = model.batcher();
    rows::make(
        &records,
        network,
        &options.settings,
        &options.out,
        jobs,
        &mut tell,
    )?;
    bar.finish_and_clear();
    Ok(())
}
