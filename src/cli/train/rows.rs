//! `kosumi train rows`: training data for a network.

use crate::cli::rows::Output;
use crate::cli::{model, read_records, some_model};
use crate::eval::{BackendKind, NetEvaluator};
use crate::go::Record;
use crate::train::rows::{self, Labelers, RowsSettings};
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct RowsOptions {
    /// Collections of game records in SGF
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    output: Output,
    /// The network that labels positions: own, a file in KataGo's format, or none, if they are labeled later
    #[arg(long, value_name = "NAME")]
    model: String,
    /// A network whose searches are followed to the --leaves, instead of the one that labels: own, or a file
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Games to take of each file, at most
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    games: usize,
    #[command(flatten)]
    settings: RowsSettings,
}

pub(super) fn run(options: &RowsOptions) -> Result<()> {
    let of_files = options
        .files
        .iter()
        .map(|file| read_records(file, options.games));
    let records: Vec<Record> = of_files.collect::<Result<Vec<_>>>()?.concat();
    let (output, settings) = (&options.output, &options.settings);
    let teacher = model(&options.model)?;
    let player = options.player.as_deref().map(some_model).transpose()?;
    let backend = BackendKind::find(&settings.backend)?;
    let evaluator = |model| NetEvaluator::new(model, backend);
    let (teacher, player) = (
        teacher.as_ref().map(evaluator),
        player.as_ref().map(evaluator),
    );
    let cast = Labelers {
        teacher: teacher.as_ref(),
        player: player.as_ref(),
    };
    output.make(None, |jobs, tell| {
        rows::make(&records, cast, settings, &output.out, jobs, tell)
    })
}
