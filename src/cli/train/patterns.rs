//! `kosumi train patterns`: a prior of moves learned from game records.

use crate::cli::{misuse, print, progress_bar, read_records};
use crate::files::write_whole;
use crate::go::Record;
use crate::pattern::weights::Weights;
use crate::train::patterns::{self, PatternSettings};
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct PatternsOptions {
    /// Collections of game records in SGF to learn from
    files: Vec<PathBuf>,
    /// File for the weights
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Collections to test with in the end, beyond the games held out
    #[arg(long, value_name = "FILE")]
    test: Vec<PathBuf>,
    /// Games to take of each file, at most
    #[arg(long, default_value_t = 12_000)]
    games: usize,
    /// Games to take of each file to test with, at most
    #[arg(long, default_value_t = 500)]
    test_games: usize,
    #[command(flatten)]
    settings: PatternSettings,
}

pub(super) fn run(options: &PatternsOptions) -> Result<()> {
    if options.files.is_empty() && options.test.is_empty() {
        let expected = "FILES to learn from, or --test FILE to test what is shipped, expected";
        return Err(misuse(expected));
    }
    let weights = if options.files.is_empty() {
        Weights::shipped().clone()
    } else {
        options.learn()?
    };
    let tests = read_all(&options.test, options.test_games)?;
    let tests: Vec<&Record> = tests.iter().collect();
    print_reports(&patterns::report(&weights, &tests), "test")
}

impl PatternsOptions {
    fn learn(&self) -> Result<Weights> {
        let records = read_all(&self.files, self.games)?;
        let bar = progress_bar(0, "{elapsed} {spinner} {msg}");
        let learned = patterns::learn(&records, &self.settings, &mut |step| {
            log::info!("{step}");
            bar.set_message(step.to_owned());
        })?;
        bar.finish_and_clear();
        print_reports(&learned.reports, "held out")?;
        if let Some(out) = &self.out {
            write_whole(out, &learned.weights.to_bytes())?;
        }
        Ok(learned.weights)
    }
}

fn print_reports(reports: &[(u8, patterns::FitReport)], what: &str) -> Result<()> {
    let texts = reports
        .iter()
        .map(|(side, report)| format!("boards up to {side}, {what}\n{report}\n"));
    print(&texts.collect::<String>())
}

/// The first games of each file.
fn read_all(files: &[PathBuf], games: usize) -> Result<Vec<Record>> {
    let of_files = files.iter().map(|file| read_records(file, games));
    Ok(of_files.collect::<Result<Vec<_>>>()?.concat())
}
