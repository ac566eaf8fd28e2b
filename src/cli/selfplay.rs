//! `kosumi selfplay`: games of a network with itself, to train the next one with.

use super::{at_once, progress_bar};
use crate::arena::schedule::Shard;
use crate::engine::Model;
use crate::go::Size;
use crate::net::Network;
use crate::train::selfplay::{self, Settings};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::num::NonZero;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// Folder for the rows; work that was stopped goes on there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The network that plays, in KataGo's format
    #[arg(long, value_name = "FILE")]
    model: PathBuf,
    /// Columns and rows of the board: 9 or 19x13
    #[arg(long, default_value = "9")]
    size: Size,
    /// Makes one of n disjoint parts
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Shards that are made at once [default: four for each processor]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    #[command(flatten)]
    settings: Settings,
}

pub(super) fn run(options: &Options) -> Result<()> {
    let name = options.model.display();
    let model = Model::load(&options.model).with_context(|| format!("--model {name}"))?;
    let size = options.size;
    if !Network::knows(size) {
        bail!("networks do not know boards of {size}");
    }
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
    let part = options.shard.map_or((0, 1), Shard::part);
    let (network, settings) = (model.batcher(), &options.settings);
    let check = selfplay::make(network, size, settings, &options.out, part, jobs, &mut tell)?;
    bar.finish_and_clear();
    let (played_on, wrong) = check.counts();
    log::info!("{wrong} of {played_on} games ended otherwise that were clear and played on");
    Ok(())
}
