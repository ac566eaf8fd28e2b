//! `kosumi score`: the count of a game record.

use super::{preset, print, read_records, recorded_rules};
use crate::go::{Color, Game, PointSet, Record, Strictness};
use crate::life::{self, Count, Estimate, Judge, Verdict};
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
    /// The board as it was counted, and what was estimated.
    fn explanation(&self, game: &Game, count: &Count) -> Result<String> {
        let mut text = format!("{}\n", count.picture());
        let estimate = Estimate::of(game.board(), &Judge::of_playouts(self.dead_playouts));
        for chain in Color::ALL
            .into_iter()
            .flat_map(|color| game.board().chains(color))
        {
            let survival = estimate.survival(game.board(), chain);
            if (0.02..0.98).contains(&survival) {
                writeln!(text, "{chain} stays {:.0} %", 100.0 * survival)?;
            }
        }
        Ok(text)
    }

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
            self.explanation(&game, &count)?
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
