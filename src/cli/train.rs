//! `kosumi train` and `kosumi selfplay`: learning from game records, and training data for networks.

use super::{
    Failures, at_once, board_size, misuse, model, print, progress_bar, read_records, some_model,
};
use crate::arena::settings::Shard;
use crate::eval::{BackendKind, NetEvaluator};
use crate::files::{Lock, write_whole};
use crate::go::{Record, Size};
use crate::net::Network;
use crate::pattern::weights::Weights;
use crate::train::patterns::{self, PatternSettings};
use crate::train::rows::{self, Labelers, RowsSettings};
use crate::train::selfplay::{self, Cast, SelfplaySettings, Teacher};
use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use std::fs;
use std::num::NonZero;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(disable_help_subcommand = true)]
pub(super) struct TrainOptions {
    #[command(subcommand)]
    command: TrainCommand,
}

#[derive(Debug, Subcommand)]
enum TrainCommand {
    /// Learns the prior of moves that is used without a network, and measures how well it predicts moves
    Patterns(PatternsOptions),
    /// Makes the rows that a network is trained with: positions of games, labeled by another network
    Rows(RowsOptions),
}

pub(super) fn run(options: &TrainOptions) -> Result<()> {
    match &options.command {
        TrainCommand::Patterns(options) => learn_patterns(options),
        TrainCommand::Rows(options) => make_rows(options),
    }
}

#[derive(Debug, Args)]
struct PatternsOptions {
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

fn learn_patterns(options: &PatternsOptions) -> Result<()> {
    if options.files.is_empty() && options.test.is_empty() {
        let expected = "FILES to learn from, or --test FILE to test what is shipped, expected";
        return Err(misuse(expected));
    }
    let mut failures = Failures::default();
    let weights = if options.files.is_empty() {
        Weights::shipped().clone()
    } else {
        options.learn(&mut failures)?
    };
    let tests = read_all(&options.test, options.test_games, &mut failures)?;
    let tests: Vec<&Record> = tests.iter().collect();
    print_reports(&patterns::report(&weights, &tests), "test")?;
    failures.end("games")
}

impl PatternsOptions {
    fn learn(&self, failures: &mut Failures) -> Result<Weights> {
        let records = read_all(&self.files, self.games, failures)?;
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

/// Reads the first games of each file. Those that cannot be read are named and left out.
fn read_all(files: &[PathBuf], games: usize, failures: &mut Failures) -> Result<Vec<Record>> {
    let of_files = files.iter().map(|file| read_records(file, games, failures));
    Ok(of_files.collect::<Result<Vec<_>>>()?.concat())
}

#[derive(Debug, Args)]
struct RowsOptions {
    /// Collections of game records in SGF
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    output: TrainingOutput,
    /// The network that labels positions: own, a file in KataGo's format, or none, if they are labeled later
    #[arg(long, value_name = "NAME")]
    model: String,
    /// A network whose searches are followed to the --leaves, instead of the one that labels: own, or a file
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Games to take of each file, at most
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    games: usize,
    #[command(flatten)]
    settings: RowsSettings,
}

fn make_rows(options: &RowsOptions) -> Result<()> {
    let mut failures = Failures::default();
    let records = read_all(&options.files, options.games, &mut failures)?;
    let (output, settings) = (&options.output, &options.settings);
    let teacher = model(&options.model)?;
    let player = options.player.as_deref().map(some_model).transpose()?;
    let backend = BackendKind::find(&settings.backend)?.into();
    let evaluator = |model| NetEvaluator::new(model, &backend);
    let (teacher, player) = (
        teacher.as_ref().map(evaluator),
        player.as_ref().map(evaluator),
    );
    let cast = Labelers {
        teacher: teacher.as_ref(),
        player: player.as_ref(),
    };
    output.make(None, teacher.as_ref(), |jobs, tell| {
        rows::make(&records, cast, settings, &output.out, jobs, tell)
    })?;
    failures.end("games")
}

#[derive(Debug, Args)]
pub(super) struct SelfplayOptions {
    #[command(flatten)]
    output: TrainingOutput,
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

pub(super) fn selfplay(options: &SelfplayOptions) -> Result<()> {
    let (size, settings) = (options.size, &options.settings);
    if !Network::knows(size) {
        bail!("networks do not know boards of {size}");
    }
    let part = options.shard.map_or((0, 1), Shard::part);
    let output = &options.output;
    let player = some_model(&options.model)?;
    let teacher = options.teacher.as_deref().map(model).transpose()?;
    let backend = BackendKind::find(&settings.backend)?.into();
    let evaluator = |model| NetEvaluator::new(model, &backend);
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
    let (played_on, wrong) = output.make(options.shard, Some(&player), |jobs, tell| {
        selfplay::make(cast, size, settings, &output.out, part, jobs, tell)
    })?;
    log::info!("{wrong} of {played_on} games ended otherwise that were clear and played on");
    Ok(())
}

#[derive(Debug, Args)]
struct TrainingOutput {
    /// Folder for the rows; work that was stopped continues there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Shards made at once [default: four for each processor, more with a graphics card]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
}

impl TrainingOutput {
    /// Makes rows, all of them or a part, which this process then has for itself. A bar shows how many shards of how many
    /// are done.
    fn make<T, E: Into<anyhow::Error>>(
        &self,
        part: Option<Shard>,
        network: Option<&NetEvaluator>,
        make: impl FnOnce(usize, &mut dyn FnMut(usize, usize)) -> Result<T, E>,
    ) -> Result<T> {
        fs::create_dir_all(&self.out).with_context(|| self.out.display().to_string())?;
        let part = part.map_or_else(String::new, |part| format!("-{part}").replace('/', "-of-"));
        let _lock = Lock::of_part(&self.out, &part)?;
        let jobs = self.jobs;
        let jobs = jobs.map_or_else(|| at_once(network, false), NonZero::get);
        let bar = progress_bar(0, "{pos}/{len} shards {wide_bar} {eta} left");
        let mut tell = |done: usize, all: usize| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
            if bar.is_hidden() {
                log::info!("{done}/{all} shards");
            }
        };
        let rows = make(jobs, &mut tell).map_err(Into::into)?;
        bar.finish_and_clear();
        Ok(rows)
    }
}
