//! `kosumi bench`.

use super::print;
use crate::bench::{self, Suite};
use anyhow::Result;
use clap::Args;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// What to measure: board, playout, search or all
    #[arg(default_value = "all")]
    suite: Suite,
}

pub(super) fn run(options: &Options) -> Result<()> {
    print(&bench::run(options.suite))
}
