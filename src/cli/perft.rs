//! `kosumi perft`: exact counts that test the rules.

use super::{parse_size, print};
use crate::go::rules::{PRESETS, Preset, Suicide};
use crate::go::{Position, Size, perft};
use anyhow::{Context, Result};
use clap::{Args, Subcommand};

#[derive(Debug, Args)]
pub(super) struct Options {
    #[command(subcommand)]
    count: Count,
}

#[derive(Debug, Subcommand)]
enum Count {
    /// Sequences of legal moves from the empty board, passes included
    Moves {
        /// 5 or 5x4
        #[arg(value_parser = parse_size)]
        size: Size,
        /// Moves in a sequence; every number up to it is printed
        depth: usize,
        /// Rule set by name
        #[arg(long, default_value = PRESETS[0].name)]
        rules: String,
    },
    /// Positions in which every chain has a liberty (2x2: 57, 3x3: 12675)
    Positions {
        /// 3 or 3x2
        #[arg(value_parser = parse_size)]
        size: Size,
    },
    /// Whole games under positional superko (1x3: 907)
    Games {
        /// 2 or 3x1
        #[arg(value_parser = parse_size)]
        size: Size,
        /// Forbid suicide
        #[arg(long)]
        no_suicide: bool,
    },
}

pub(super) fn run(options: &Options) -> Result<()> {
    let count = match &options.count {
        Count::Moves { size, depth, rules } => {
            let position = Position::new(*size, Preset::find(rules)?.rules);
            return (1..=*depth).try_for_each(|depth| {
                print(&format!("{depth}\t{}\n", perft::moves(&position, depth)))
            });
        }
        Count::Positions { size } => perft::legal_positions(*size),
        Count::Games { size, no_suicide } => {
            let suicide = if *no_suicide {
                Suicide::Forbidden
            } else {
                Suicide::Any
            };
            perft::games(*size, suicide)
        }
    };
    let count = count.context("too many positions to count")?;
    print(&format!("{count}\n"))
}
