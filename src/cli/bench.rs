//! `kosumi bench`.

use super::{print, some_model};
use crate::bench::{self, Suite};
use crate::net::Instructions;
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// What to measure: board, playout, search or all
    #[arg(default_value = "all")]
    suite: Suite,
    /// A network to measure instead, own or a file in KataGo's format: evaluations a second, and where their time goes
    #[arg(long, value_name = "NAME", conflicts_with = "suite")]
    model: Option<String>,
    /// The instruction set that it is evaluated with
    #[arg(long, default_value_t, value_name = "NAME", requires = "model")]
    instructions: Instructions,
    /// A configuration of KataGo's, which changes nothing here
    #[arg(long, value_name = "FILE", hide = true)]
    config: Option<PathBuf>,
}

pub(super) fn run(options: &Options) -> Result<()> {
    if let Some(name) = &options.model {
        return print(&bench::run_network(
            some_model(name)?.network(),
            options.instructions,
        ));
    }
    print(&bench::run(options.suite))
}
