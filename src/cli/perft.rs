//! `kosumi perft`.
use anyhow::Result;
use clap::Args;

#[derive(Debug, Args)]
pub(super) struct Options {}

pub(super) fn run(_options: &Options) -> Result<()> {
    Ok(())
}
