//! `kosumi bench`.

use super::{print, some_model};
use crate::bench::{self, Suite};
use crate::eval::{BackendChoice, BackendError, BackendKind};
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct BenchOptions {
    /// What to measure: board, playout, search or all
    #[arg(default_value = "all")]
    suite: Suite,
    /// A network to measure instead, own or a file in KataGo's format: evaluations a second, and where their time goes
    #[arg(long, value_name = "NAME", conflicts_with = "suite")]
    model: Option<String>,
    /// What computes it
    #[arg(long, value_name = "NAME", default_value = "auto", requires = "model", value_parser = backend,
        alias = "instructions")]
    backend: &'static BackendKind,
    /// The graphics card, by a part of its name or its number
    #[arg(long, value_name = "NAME", requires = "model")]
    device: Option<String>,
    /// A configuration of KataGo's, which changes nothing here
    #[arg(long, value_name = "FILE", hide = true)]
    config: Option<PathBuf>,
}

fn backend(name: &str) -> Result<&'static BackendKind, BackendError> {
    BackendKind::find(name)
}

pub(super) fn run(options: &BenchOptions) -> Result<()> {
    if let Some(name) = &options.model {
        let mut backend = BackendChoice::from(options.backend);
        backend.set_device(options.device.as_deref())?;
        return print(&bench::run_network(&some_model(name)?, &backend));
    }
    print(&bench::run(options.suite))
}
