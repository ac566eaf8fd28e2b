//! `kosumi train rows`: data to train a network with.

use crate::cli::read_records;
use crate::cli::rows::Output;
use crate::go::Record;
use crate::train::rows::{self, Settings};
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// Collections of game records in SGF
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    output: Output,
    /// Games to take of each file, at most
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    games: usize,
    #[command(flatten)]
    settings: Settings,
}

pub(super) fn run(options: &Options) -> Result<()> {
    let of_files = options
        .files
        .iter()
        .map(|file| read_records(file, options.games));
    let records: Vec<Record> = of_files.collect::<Result<Vec<_>>>()?.concat();
    let (output, settings) = (&options.output, &options.settings);
    output.make(None, |network, jobs, tell| {
        rows::make(&records, network, settings, &output.out, jobs, tell)
    })
}
