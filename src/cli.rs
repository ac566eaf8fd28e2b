//! The command line: flags to values, one file a subcommand.

mod analysis;
mod bench;
mod gtp;
mod logging;
mod matches;
mod play;
mod regress;
mod review;
mod rows;
mod score;
mod selfplay;
mod train;

use crate::engine::Model;
use crate::go::Record;
use crate::go::rules::Preset;
use crate::sgf;
use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use flate2::read::MultiGzDecoder;
use indicatif::{ProgressBar, ProgressStyle};
use lzma_rust2::XzReader;
use std::fs;
use std::io::{self, Read, Write};
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
    /// Plays games of a network with itself, to train the next one with
    Selfplay(selfplay::Options),
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
        Some(Subcommands::Selfplay(options)) => selfplay::run(&options).map(success),
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

/// The rules of people who say nothing about rules: dead stones need not be captured.
const USUAL_RULES: &str = "chinese";

/// Returns the rule set of a name, or else that of a record if it names one that is known, or else a usual one, which
/// a warning tells.
fn preset(name: Option<&str>, record: &Record) -> Result<&'static Preset> {
    if let Some(name) = name {
        return Ok(Preset::find(name)?);
    }
    if let Some(preset) = recorded_rules(record) {
        return Ok(preset);
    }
    let what = record
        .rules
        .as_deref()
        .map_or("no rules".to_owned(), |text| {
            format!("unknown rules '{text}'")
        });
    log::warn!("the record names {what}: {USUAL_RULES} (--rules NAME sets others)");
    Ok(Preset::find(USUAL_RULES)?)
}

/// Returns the rule set that a record names.
fn recorded_rules(record: &Record) -> Option<&'static Preset> {
    record.rules.as_deref().and_then(Preset::of_record)
}

/// Reads the first games of a file, at most `most` of them. It may be compressed by gzip or xz.
fn read_records(file: &Path, most: usize) -> Result<Vec<Record>> {
    let name = file.display();
    let bytes = read_decompressed(file).with_context(|| format!("cannot read {name}"))?;
    sgf::read_some(&bytes, most).with_context(|| format!("cannot load {name}"))
}

/// Reads a file, decompressed if it begins as one of gzip or xz does.
fn read_decompressed(file: &Path) -> io::Result<Vec<u8>> {
    let bytes = fs::read(file)?;
    let mut text = Vec::new();
    if bytes.starts_with(&[0x1f, 0x8b]) {
        MultiGzDecoder::new(&bytes[..]).read_to_end(&mut text)?;
    } else if bytes.starts_with(b"\xfd7zXZ\0") {
        XzReader::new(&bytes[..], true).read_to_end(&mut text)?;
    } else {
        return Ok(bytes);
    }
    Ok(text)
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

/// Returns the network that a flag names, if any.
fn model(name: &str) -> Result<Option<Model>> {
    Model::find(name).with_context(|| format!("network {name}"))
}

/// Returns the network that a flag names, where one is needed.
fn some_model(name: &str) -> Result<Model> {
    model(name)?.context("a network is needed")
}

/// Returns how many positions are searched at once. With a network it is more than there are processors, since those
/// that wait for one are evaluated together, unless each has its time.
fn at_once(has_model: bool, has_time: bool) -> usize {
    let each = if has_model && !has_time { 4 } else { 1 };
    each * processors().get()
}

/// Returns the number of processors.
fn processors() -> NonZero<usize> {
    available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::{env, process};

    /// The game as `xz` compresses it, with a checksum of 32 bits.
    const XZ: &[u8] =
        b"\xfd7zXZ\0\0\x01i\"\xde6\x02\0!\x01\x16\0\0\0t/\xe5\xa3\x01\0\x0d(;SZ[5];B[cc])\
        \0\0\08l!|\0\x01\"\x0e\x0c\xde\x8c`\x90B\x99\x0d\x01\0\0\0\0\x01YZ";

    fn records(name: &str, bytes: &[u8]) -> Result<Vec<Record>> {
        let name = format!("kosumi-read-{}-{name}", process::id());
        let path = env::temp_dir().join(name);
        fs::write(&path, bytes).unwrap();
        let records = read_records(&path, 10);
        fs::remove_file(&path).unwrap();
        records
    }

    #[test]
    fn a_collection_may_be_compressed() {
        let text = b"(;SZ[5];B[cc])";
        let plain = records("plain", text).unwrap();
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text).unwrap();
        let gzip = encoder.finish().unwrap();
        assert_eq!(plain.len(), 1);
        assert_eq!(records("gzip", &gzip).unwrap(), plain);
        assert_eq!(records("xz", XZ).unwrap(), plain);
        for (name, damaged) in [("gzip", &gzip[..gzip.len() - 4]), ("xz", &XZ[..40])] {
            assert!(records(name, damaged).is_err(), "{name}");
        }
    }

    #[test]
    fn more_positions_wait_for_a_network_unless_each_has_its_time() {
        let one = processors().get();
        assert_eq!(at_once(true, false), 4 * one);
        for (has_model, has_time) in [(true, true), (false, true), (false, false)] {
            assert_eq!(at_once(has_model, has_time), one);
        }
    }
}
