//! `kosumi bench`.

use super::print;
use crate::bench::{self, Suite};
use crate::net::Network;
use anyhow::{Context, Result};
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// What to measure: board, playout, search or all
    #[arg(default_value = "all")]
    suite: Suite,
    /// A network in KataGo's format to measure instead: evaluations a second, and where their time goes
    #[arg(long, value_name = "FILE", conflicts_with = "suite")]
    model: Option<PathBuf>,
}

pub(super) fn run(options: &Options) -> Result<()> {
    if let Some(file) = &options.model {
        let network = Network::load(file).with_context(|| format!("{}", file.display()))?;
        return print(&bench::run_network(&network));
    }
    print(&bench::run(options.suite))
}
