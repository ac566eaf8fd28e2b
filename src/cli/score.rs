//! `kosumi score`: the count of a game record.

mod explain;

use super::{preset, print, read_records, recorded_rules};
use crate::go::{Game, PointSet, Record, Strictness};
use crate::life::{self, Count, Judge, Verdict};
use anyhow::{Context, Result};
use clap::Args;
use std::fmt::Write;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// Game record in SGF; every game of a collection is counted
    file: PathBuf,
    /// Rule set by name [default: the one named in the record, or else chinese]
    #[arg(long)]
    rules: Option<String>,
    /// Tell what becomes of each point and why
    #[arg(long)]
    explain: bool,
    /// Count the position after this many moves [default: all]
    #[arg(long = "move", value_name = "N")]
    moves: Option<usize>,
    /// Points of dead stones, e.g. "D4 Q16"; chains are dead whole [default: judged by playouts]
    #[arg(long, value_name = "POINTS")]
    dead: Option<String>,
    /// Playouts that tell dead stones from living ones
    #[arg(long, default_value_t = life::DEFAULT_PLAYOUTS)]
    dead_playouts: u32,
}

pub(super) fn run(options: &Options) -> Result<()> {
    for record in &read_records(&options.file, usize::MAX)? {
        let report = options.report(record);
        print(&report.with_context(|| format!("in {}", options.file.display()))?)?;
    }
    Ok(())
}

impl Options {
    fn report(&self, record: &Record) -> Result<String> {
        let preset = preset(self.rules.as_deref(), record)?;
        let moves = self.moves.unwrap_or(usize::MAX);
        let game = Game::replay(record, preset.rules, moves, Strictness::Lenient)?;
        let verdict = match &self.dead {
            Some(points) => Verdict::given(&game, &parse_points(points)?),
            None => Verdict::of(&game, &Judge::of_playouts(self.dead_playouts)),
        };
        let count = Count::of(&game, &verdict);
        let mut text = if self.explain {
            let picture = count.picture();
            let sentences = explain::sentences(game.board(), &verdict);
            format!("{picture}\n{}\n", sentences.join("\n"))
        } else {
            format!("{}\n", game.board())
        };
        let is_named = self.rules.is_some() || recorded_rules(record).is_some();
        let doubt = if is_named {
            ""
        } else {
            " (the record names none)"
        };
        writeln!(text, "rules                 {}{doubt}", preset.name)?;
        writeln!(text, "{count}")?;
        if let Some(result) = &record.result {
            writeln!(text, "recorded              {result}")?;
        }
        Ok(text)
    }
}

fn parse_points(text: &str) -> Result<PointSet> {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    words
        .map(|word| word.parse().map_err(anyhow::Error::from))
        .collect()
}
