//! `kosumi score`: the count of a game record.

use super::{gtp, model, preset, print, read_records, recorded_rules, rules_name};
use crate::engine::{OWN_NAME, Settings};
use crate::explain::{self, Language};
use crate::files;
use crate::go::rules::{PRESETS, Preset};
use crate::go::{Color, Game, PointSet, Record, Strictness};
use crate::life::{self, Count, Estimate, Judge, Verdict};
use anyhow::{Context, Result};
use clap::Args;
use maud::Markup;
use std::collections::HashMap;
use std::fmt::Write;
use std::num::ParseIntError;
use std::path::PathBuf;

/// What is said instead of points if a record marks the dead stones.
const MARKED: &str = "marked";

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  kosumi score game.sgf --rules japanese\n  kosumi score game.sgf --dead \"D4 Q16\"\n  \
                  kosumi score game.sgf --explain"
)]
pub(super) struct Options {
    /// Game record in SGF; every game in it is counted
    file: PathBuf,
    /// Rule set by name, such as japanese; `kosumi gtp --help` lists them [default: that of the record, or else
    /// chinese]
    #[arg(long, value_parser = rules_name)]
    rules: Option<String>,
    /// Tells which stones live and which are dead, and why
    #[arg(long)]
    explain: bool,
    /// Language of the explanation; implies --explain
    #[arg(long, value_enum)]
    lang: Option<Language>,
    /// Writes the explanation as a web page, too, on which the game can be stepped through
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Tells the results under all rule sets, too, and which stones fare otherwise there
    #[arg(long)]
    all_rules: bool,
    /// Counts the position after so many moves [default: all]
    #[arg(long = "move", value_name = "N")]
    moves: Option<usize>,
    /// The dead stones: a point of each dead chain, such as "D4 Q16", or `marked` for those that the record marks as the
    /// players have agreed [default: kosumi judges]
    #[arg(long, value_name = "POINTS")]
    dead: Option<String>,
    /// Playouts that tell dead stones from living ones; a quarter of them where a network looks, too
    #[arg(long, value_name = "N", default_value_t = life::DEFAULT_PLAYOUTS, hide_short_help = true, value_parser = dead_playouts)]
    dead_playouts: u32,
    /// The network that judges beside the playouts: own, a file in KataGo's format, or none for playouts alone
    #[arg(long, value_name = "NAME", default_value = OWN_NAME, hide_short_help = true)]
    model: String,
}

/// Reads the number of playouts as the parameter of that name does.
fn dead_playouts(text: &str) -> Result<u32, String> {
    let number = gtp::parameter("dead_playouts")(text)?;
    number
        .parse()
        .map_err(|error: ParseIntError| error.to_string())
}

pub(super) fn run(options: &Options) -> Result<()> {
    let settings = Settings {
        model: model(&options.model)?,
        dead_playouts: options.dead_playouts,
        ..Settings::default()
    };
    let judge = settings.judge();
    let mut sections = Vec::new();
    for record in &read_records(&options.file, usize::MAX)? {
        let report = options.report(record, &judge, &mut sections);
        print(&report.with_context(|| format!("in {}", options.file.display()))?)?;
    }
    if let Some(path) = &options.html {
        let name = options.file.file_name().unwrap_or(options.file.as_os_str());
        let page = explain::page(
            &name.to_string_lossy(),
            &sections,
            options.lang.unwrap_or_default(),
        );
        files::write_whole(path, page.as_bytes())?;
    }
    Ok(())
}

impl Options {
    /// The game of a record under a rule set, and who lives. Each board is judged only once.
    fn judged(
        &self,
        record: &Record,
        preset: &Preset,
        judge: &Judge,
        estimates: &mut HashMap<u64, Estimate>,
    ) -> Result<(Game, Verdict)> {
        let moves = self.moves.unwrap_or(usize::MAX);
        let game = Game::replay(record, preset.rules, moves, Strictness::Lenient)?;
        let verdict = match self.dead.as_deref() {
            Some(MARKED) => {
                let dead = record.marked_dead(game.board());
                let dead = dead.context("the record marks no territory (TB, TW) at its end")?;
                Verdict::agreed(&game, &dead)
            }
            Some(points) => Verdict::given(&game, &parse_points(points)?),
            None => {
                let estimate = estimates
                    .entry(game.board().hash())
                    .or_insert_with(|| Estimate::of(game.board(), judge));
                Verdict::from_estimate(&game, estimate, judge).with_safety(&game)
            }
        };
        Ok((game, verdict))
    }

    /// The count of a game as text. If a web page is wanted, its section is added to the others.
    fn report(&self, record: &Record, judge: &Judge, sections: &mut Vec<Markup>) -> Result<String> {
        let preset = preset(self.rules.as_deref(), record)?;
        let mut estimates = HashMap::new();
        let (game, verdict) = self.judged(record, preset, judge, &mut estimates)?;
        let count = Count::of(&game, &verdict);
        let language = self.lang.unwrap_or_default();
        if self.html.is_some() {
            let heading = heading(record, preset);
            sections.push(explain::section(&heading, &game, &count, language));
        }
        let is_named = self.rules.is_some() || recorded_rules(record).is_some();
        let is_explained = self.explain || self.lang.is_some();
        // Names of rows, as wide as those of the terms.
        let width = if is_explained { 28 } else { 21 };
        let rules = explain::rules(preset.name, is_named, language, width);
        let mut text = if is_explained {
            let sentences = explain::chains(game.board(), &count, language).join("\n");
            let picture = count.picture();
            let legend = explain::legend(language);
            let terms = explain::count(&count, language);
            format!("{picture}\n{legend}\n\n{sentences}\n\n{rules}\n{terms}")
        } else {
            format!("{}\n{rules}\n{count}\n", game.board())
        };
        if self.all_rules {
            writeln!(text)?;
            for preset in PRESETS {
                let (game, verdict) = self.judged(record, preset, judge, &mut estimates)?;
                let other = Count::of(&game, &verdict);
                let mut differences = vec![explain::brief(&other, language)];
                differences.extend(explain::otherwise(game.board(), &other, &count, language));
                let (outcome, differences) = (other.outcome(), differences.join(", "));
                writeln!(text, "{:21} {outcome:>7}  {differences}", preset.name)?;
            }
        }
        if let Some(result) = &record.result {
            writeln!(text, "{}", explain::recorded(result, language, width))?;
        }
        Ok(text)
    }
}

/// The players of a game, if they have names, and the rules it is counted by.
fn heading(record: &Record, preset: &Preset) -> String {
    let names = Color::ALL.map(|color| record.players[color].as_str());
    let players = names.into_iter().filter(|name| !name.is_empty());
    players.chain([preset.name]).collect::<Vec<_>>().join(" – ")
}

fn parse_points(text: &str) -> Result<PointSet> {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    words
        .map(|word| word.parse().map_err(anyhow::Error::from))
        .collect()
}
