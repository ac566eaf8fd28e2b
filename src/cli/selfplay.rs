//! `kosumi selfplay`: games of a network with itself, as training data for the next one.

use super::rows::Output;
use super::{board_size, model, some_model};
use crate::arena::shard::Shard;
use crate::eval::{BackendKind, NetEvaluator};
use crate::go::Size;
use crate::net::Network;
use crate::train::selfplay::{self, Cast, SelfplaySettings, Teacher};
use anyhow::{Result, bail};
use clap::Args;

#[derive(Debug, Args)]
pub(super) struct SelfplayOptions {
    #[command(flatten)]
    output: Output,
    /// Columns and rows of the board: 9 or 19x13
    #[arg(long, default_value = "9", visible_alias = "boardsize", value_parser = board_size)]
    size: Size,
    /// The network that plays with itself: own, or a file in KataGo's format
    #[arg(long, value_name = "NAME")]
    model: String,
    /// A network that labels the rows, instead of searches of the one that plays: own, a file, or none, if they are labeled
    /// later
    #[arg(long, value_name = "NAME")]
    teacher: Option<String>,
    /// Makes one of n disjoint parts
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    #[command(flatten)]
    settings: SelfplaySettings,
}

pub(super) fn run(options: &SelfplayOptions) -> Result<()> {
    let (size, settings) = (options.size, &options.settings);
    if !Network::knows(size) {
        bail!("networks do not know boards of {size}");
    }
    let part = options.shard.map_or((0, 1), Shard::part);
    let output = &options.output;
    let player = some_model(&options.model)?;
    let teacher = options.teacher.as_deref().map(model).transpose()?;
    let backend = BackendKind::find(&settings.backend)?;
    let evaluator = |model| NetEvaluator::new(model, backend);
    let (player, teacher) = (
        evaluator(&player),
        teacher.as_ref().map(|model| model.as_ref().map(evaluator)),
    );
    let cast = Cast {
        player: &player,
        teacher: match &teacher {
            None => Teacher::Searches,
            Some(None) => Teacher::None,
            Some(Some(network)) => Teacher::Network(network),
        },
    };
    let check = output.make(options.shard, |jobs, tell| {
        selfplay::make(cast, size, settings, &output.out, part, jobs, tell)
    })?;
    let (played_on, wrong) = check.counts();
    log::info!("{wrong} of {played_on} games ended otherwise that were clear and played on");
    Ok(())
}
