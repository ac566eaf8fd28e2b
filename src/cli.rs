//! The command line: flags to values, one file a subcommand.

mod analysis;
mod bench;
mod gtp;
mod logging;
mod matches;
mod play;
mod regress;
mod review;
mod score;
mod train;

use crate::go::Record;
use crate::go::rules::Preset;
use crate::sgf;
use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use std::fs;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::Path;
use std::process::ExitCode;
use std::thread::available_parallelism;
use std::time::Duration;

/// Go (baduk, weiqi) engine that speaks GTP; scores games under any rule set
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Subcommands>,
    #[command(flatten)]
    gtp: gtp::Gtp,
    /// More messages on standard error: -v one line a move, -vv why
    #[arg(short, long, action = clap::ArgAction::Count, global = true)]
    verbose: u8,
}

#[derive(Debug, Subcommand)]
enum Subcommands {
    /// Speaks GTP on standard input and output (the default)
    Gtp(gtp::Gtp),
    /// Plays a game at the terminal
    Play(Box<play::Options>),
    /// Analyzes many positions at once, in KataGo's JSON protocol
    Analysis(analysis::Options),
    /// Counts a game record and prints the terms and the result
    Score(score::Options),
    /// Measures speed and prints a checksum of behaviour
    Bench(bench::Options),
    /// Runs regression tests against any program that speaks GTP
    Regress(regress::Options),
    /// Reviews a game record: values of all moves, mistakes, better moves
    Review(review::Options),
    /// Learns the weights of moves from game records, or tests those of the program
    Train(train::Options),
    /// Plays a match between programs that speak GTP
    Match(Box<matches::Options>),
}

/// Runs the program. A controller that has gone away is no failure.
#[must_use]
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let log = logging::start(cli.verbose);
    let success = |()| ExitCode::SUCCESS;
    let result = match cli.command {
        None => gtp::run(&cli.gtp).map(success),
        Some(Subcommands::Gtp(options)) => gtp::run(&options).map(success),
        Some(Subcommands::Play(options)) => play::run(&options).map(success),
        Some(Subcommands::Analysis(options)) => analysis::run(&options).map(success),
        Some(Subcommands::Score(options)) => score::run(&options).map(success),
        Some(Subcommands::Bench(options)) => bench::run(&options).map(success),
        Some(Subcommands::Regress(options)) => regress::run(&options),
        Some(Subcommands::Review(options)) => review::run(&options).map(success),
        Some(Subcommands::Train(options)) => train::run(&options).map(success),
        Some(Subcommands::Match(options)) => matches::run(&options).map(success),
    };
    let code = result.unwrap_or_else(|error| {
        if is_broken_pipe(&error) {
            return ExitCode::SUCCESS;
        }
        log::error!("{error:#}");
        ExitCode::FAILURE
    });
    log.finish();
    code
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Writes a text to standard output at once.
fn print(text: &str) -> Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()?;
    Ok(())
}

/// Returns the rule set of a name, or else that of a record if it names one that is known, or else
/// a usual one.
fn preset(name: Option<&str>, record: &Record, usual: &'static Preset) -> Result<&'static Preset> {
    let recorded = record.rules.as_deref().map(Preset::find);
    match name {
        Some(name) => Ok(Preset::find(name)?),
        None => Ok(recorded.and_then(Result::ok).unwrap_or(usual)),
    }
}

/// Reads the first games of a file, at most `most` of them.
fn read_records(file: &Path, most: usize) -> Result<Vec<Record>> {
    let name = file.display();
    let bytes = fs::read(file).with_context(|| format!("cannot read {name}"))?;
    sgf::read_some(&bytes, most).with_context(|| format!("cannot load {name}"))
}

/// Returns the time that a flag gives in seconds.
fn seconds(flag: &str, seconds: f64) -> Result<Duration> {
    Duration::try_from_secs_f64(seconds).with_context(|| format!("{flag} {seconds}"))
}

/// Returns a bar on standard error that shows how far a long work is. It is hidden unless that is a
/// terminal.
fn progress_bar(length: usize, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length as u64).with_style(style)
}

/// Returns how many positions are searched at once. With a network it is more than there are processors: those
/// that wait for one are evaluated together.
fn at_once(has_model: bool) -> usize {
    processors().get() * if has_model { 4 } else { 1 }
}

/// Returns the number of processors.
fn processors() -> NonZero<usize> {
    available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}
