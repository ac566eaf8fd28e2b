//! `kosumi train`: learning from game records.

mod patterns;
mod rows;

use anyhow::Result;
use clap::{Args, Subcommand};

#[derive(Debug, Args)]
#[command(disable_help_subcommand = true)]
pub(super) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Learns the prior of moves that is used without a network, and measures how well it predicts moves
    Patterns(patterns::Options),
    /// Makes the rows that a network is trained with: positions of games, labeled by another network
    Rows(rows::Options),
}

pub(super) fn run(options: &Options) -> Result<()> {
    match &options.command {
        Command::Patterns(options) => patterns::run(options),
        Command::Rows(options) => rows::run(options),
    }
}
