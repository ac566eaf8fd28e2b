//! `kosumi train`: learning from game records.

mod patterns;
mod rows;

use anyhow::Result;
use clap::{Args, Subcommand};

#[derive(Debug, Args)]
#[command(disable_help_subcommand = true)]
pub(super) struct TrainOptions {
    #[command(subcommand)]
    command: TrainCommand,
}

#[derive(Debug, Subcommand)]
enum TrainCommand {
    /// Learns the prior of moves that is used without a network, and measures how well it predicts moves
    Patterns(patterns::PatternsOptions),
    /// Makes the rows that a network is trained with: positions of games, labeled by another network
    Rows(rows::RowsOptions),
}

pub(super) fn run(options: &TrainOptions) -> Result<()> {
    match &options.command {
        TrainCommand::Patterns(options) => patterns::run(options),
        TrainCommand::Rows(options) => rows::run(options),
    }
}
