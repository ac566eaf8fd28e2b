//! The command line: flags to values, one file a subcommand.

mod analysis;
mod bench;
mod configuration;
mod gtp;
mod help;
mod listen;
mod logging;
mod matches;
mod play;
mod regress;
mod review;
mod score;
mod solve;
mod train;
mod unheard;
mod usage;
mod web;

use crate::eval::{Model, NetEvaluator};
use crate::explain::{self, Language};
use crate::files::{self, COLLECTION, Expansion, GZIP, Gunzip, LARGEST_COLLECTION, read_to_end};
use crate::go::rules::{Preset, RuleSet, USUAL_RULES};
use crate::go::{Game, MOST_KOMI, Record, Rules, Size, SizeError, is_komi};
use crate::memory;
use crate::names::{did_you_mean, near_rules};
use crate::params::MOST_SECONDS;
use crate::sgf::{self, Doubt, Unreadable};
use crate::threads::processors;
use anyhow::{Context, Result, bail};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use lzma_rust2::XzReader;
use std::ffi::OsString;
use std::fmt::{self, Display};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Plays, reviews and counts games of Go (baduk, weiqi)
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Subcommands>,
    #[command(flatten)]
    gtp: gtp::Gtp,
    /// More messages on standard error: -v one line a move, -vv why
    #[arg(short, long, action = clap::ArgAction::Count, global = true, help_heading = help::MESSAGES)]
    verbose: u8,
    /// Adds all messages to a file, with every command and answer of GTP and of the analysis server
    #[arg(long, value_name = "FILE", global = true, help_heading = help::MESSAGES)]
    log: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Subcommands {
    /// Opens pages in your browser to play, analyze and learn
    Web(Box<web::WebOptions>),
    /// Plays a game with you in this terminal
    Play(Box<play::PlayOptions>),
    /// Finds the mistakes of a game and shows better moves, on a web page
    Review(review::ReviewOptions),
    /// Counts a game, and shows which stones are dead and why
    Score(score::ScoreOptions),
    /// Solves problems of life and death, and of connections
    Solve(solve::SolveOptions),
    /// Speaks GTP on standard input and output (kosumi alone does, too)
    Gtp(Box<gtp::Gtp>),
    /// Answers queries about positions, in KataGo's JSON protocol
    Analysis(analysis::AnalysisOptions),
    /// Plays a match between programs, with a report
    Match(Box<matches::MatchOptions>),
    /// Runs files of regression tests against a program
    Regress(regress::RegressOptions),
    /// Measures the speed of this machine
    #[command(visible_alias = "benchmark")]
    Bench(bench::BenchOptions),
    /// Plays a network against itself, to train the next one
    Selfplay(train::SelfplayOptions),
    /// Learns from game records, or makes data of them to train a network
    Train(train::TrainOptions),
    /// Prints what completes commands and flags in a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Prints the manual page, for `man -l -`
    Man,
    /// Prints the version
    Version,
}

/// Runs the program. A controller that has gone away is no failure.
pub fn main() -> ExitCode {
    memory::share_limited();
    let words = words(std::env::args_os());
    let cli = match parse(&words) {
        Ok(cli) => cli,
        Err(error) => return usage::end(&error, &words),
    };
    let log = match logging::start(cli.verbose, cli.log.as_deref()) {
        Ok(log) => log,
        Err(error) => {
            // Nothing logs yet; where standard error is gone, the status says so.
            let _ = writeln!(io::stderr(), "kosumi: {error:#}");
            return ExitCode::FAILURE;
        }
    };
    let success = |()| ExitCode::SUCCESS;
    let result = match cli.command {
        None => gtp::run(&cli.gtp).map(success),
        Some(Subcommands::Gtp(options)) => gtp::run(&options).map(success),
        Some(Subcommands::Web(options)) => web::run(&options).map(success),
        Some(Subcommands::Play(options)) => play::run(&options),
        Some(Subcommands::Analysis(options)) => analysis::run(&options).map(success),
        Some(Subcommands::Score(options)) => score::run(&options).map(success),
        Some(Subcommands::Solve(options)) => solve::run(&options).map(success),
        Some(Subcommands::Bench(options)) => bench::run(&options).map(success),
        Some(Subcommands::Regress(options)) => regress::run(&options),
        Some(Subcommands::Review(options)) => review::run(&options).map(success),
        Some(Subcommands::Train(options)) => train::run(&options).map(success),
        Some(Subcommands::Selfplay(options)) => train::selfplay(&options).map(success),
        Some(Subcommands::Match(options)) => matches::run(&options).map(success),
        Some(Subcommands::Completions { shell }) => print(&completions(shell)).map(success),
        Some(Subcommands::Version) => print(&command(true).render_version()).map(success),
        Some(Subcommands::Man) => manual().and_then(|page| print(&page)).map(success),
    };
    let code = result.unwrap_or_else(|error| {
        if is_broken_pipe(&error) {
            return ExitCode::SUCCESS;
        }
        log::error!("{error:#}");
        if error.downcast_ref::<Misuse>().is_some() {
            return ExitCode::from(MISUSED);
        }
        ExitCode::FAILURE
    });
    log.finish();
    code
}

/// Reads the command line.
fn parse(words: &[OsString]) -> Result<Cli, clap::Error> {
    let all = format!("--{}", help::ALL);
    let mut command = command(words.iter().any(|word| *word == *all));
    let matches = command.try_get_matches_from_mut(words)?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// The commands and their flags, with the first screen of help unless all is asked for.
fn command(is_all: bool) -> clap::Command {
    help::with_help(with_negative_numbers(Cli::command()), is_all)
}

/// Lets a value begin with a minus, so that the error names its range.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let names: Vec<String> = command
        .get_subcommands()
        .map(|subcommand| subcommand.get_name().to_owned())
        .collect();
    let command = command.mut_args(|arg| {
        let takes_value = arg.get_long().is_some() && arg.get_action().takes_values();
        if takes_value {
            arg.allow_negative_numbers(true)
        } else {
            arg
        }
    });
    names.into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, with_negative_numbers)
    })
}

/// Flags that KataGo writes with one dash, as people have them in their programs.
const KATAGO_FLAGS: &[&str] = &[
    "-analysis-threads",
    "-config",
    "-human-model",
    "-override-config",
    "-quit-without-waiting",
];

/// The subcommands that programs start in the place of KataGo.
const ENGINES: &[&str] = &["gtp", "analysis"];

/// The words of the command line, with KataGo's flags as those of kosumi.
fn words(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.collect();
    let command = words.get(1).and_then(|word| word.to_str());
    let is_engine = command.is_some_and(|word| word.starts_with('-') || ENGINES.contains(&word));
    for word in &mut words {
        match word.to_str() {
            Some(text) if KATAGO_FLAGS.contains(&text) => *word = format!("-{text}").into(),
            Some("-model") if is_engine => *word = "--katago-model".into(),
            Some("-model") => *word = "--model".into(),
            _ => {}
        }
    }
    // `help COMMAND` is another way to ask for the help of a command.
    if words.get(1).is_some_and(|word| word == "help") {
        words.remove(1);
        words.push("--help".into());
    }
    words
}

/// Returns the script that completes commands and flags in a shell.
fn completions(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(true), "kosumi", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// Returns the manual page: the program's own part, then that of each subcommand.
fn manual() -> Result<String> {
    let mut page = Vec::new();
    let mut command = command(true);
    command.build();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for subcommand in command.get_subcommands() {
        let man = clap_mangen::Man::new(subcommand.clone());
        writeln!(page, ".SH {}", subcommand.get_name().to_uppercase())?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// The exit status after flags that make no sense, as clap has it.
const MISUSED: u8 = 2;

/// The flags make no sense, which only shows once they are compared with each other or with what they name.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Misuse(String);

/// Says what is wrong with the flags.
fn misuse(reason: impl Display) -> anyhow::Error {
    // The message has the cause of a cause, too.
    Misuse(format!("{reason:#}")).into()
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

/// Checks the name of a rule set that a flag gives. The error has the nearest name, or says where all of them are listed.
fn rules_name(text: &str) -> Result<String, String> {
    let Err(error) = Preset::find(text) else {
        return Ok(text.to_owned());
    };
    Err(match near_rules(text) {
        Some(name) => error.to_string() + &did_you_mean(Some(name)),
        None => format!("{error}; `kosumi gtp --help` lists the rule sets"),
    })
}

/// Reads the size of a board that a flag gives.
fn board_size(text: &str) -> Result<Size, String> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    let is_number = |side: &str| side.parse::<u64>().is_ok();
    if !is_number(width) || !is_number(height) {
        return Err("columns and rows are expected, such as 19 or 19x13".to_owned());
    }
    text.parse().map_err(|error: SizeError| error.to_string())
}

/// Reads White's points, as flags and people at the table give them.
fn read_komi(text: &str) -> Result<f64, String> {
    let komi = text.parse().ok().filter(|&komi| is_komi(komi));
    komi.ok_or_else(|| format!("a number of points from -{MOST_KOMI} to {MOST_KOMI} is expected"))
}

/// Says how to continue a long work that an interrupt stops.
fn explain_interrupts(how: &'static str) {
    stop_on_interrupt(move || format!("kosumi: stopped; {how}"));
}

/// Ends the program on an interrupt, with some words. Where interrupts are ignored they still are.
fn stop_on_interrupt(words: impl Fn() -> String + Send + 'static) {
    let stop = move || {
        // The program ends here: there is no place to report a failure.
        let _ = writeln!(io::stderr(), "\n{}", words());
        std::process::exit(INTERRUPTED.into());
    };
    if let Err(error) = ctrlc::try_set_handler(stop) {
        log::debug!("interrupts end the program without a word: {error}");
    }
}

/// The exit status after an interrupt, as shells have it.
const INTERRUPTED: u8 = 130;

/// Returns the day, as pages tell it.
fn today() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%d").to_string()
}

/// Returns the rule set of a name, or else that of a record if it names one that is known, or else a usual one, which
/// a warning tells.
fn rule_set(name: Option<&str>, record: &Record) -> Result<RuleSet> {
    if let Some(name) = name {
        return Ok(Preset::find(name)?.into());
    }
    if let Some(rules) = recorded_rules(record) {
        return Ok(rules);
    }
    let what = record
        .rules
        .as_deref()
        .map_or("no rules".to_owned(), |text| {
            format!("unknown rules '{text}'")
        });
    log::warn!("the record names {what}: {USUAL_RULES} (--rules NAME sets others)");
    Ok(Preset::find(USUAL_RULES)?.into())
}

/// Returns the rule set that a record names.
fn recorded_rules(record: &Record) -> Option<RuleSet> {
    record.rules.as_deref().and_then(RuleSet::of_record)
}

/// How many oddities of a file get a warning each.
const MOST_DOUBTS: usize = 20;

/// Things to do one after the other, of which some may fail without an end of the others.
#[derive(Default)]
struct Failures {
    /// How many there are.
    all: usize,
    failed: usize,
    /// The failure of the only one, which is reported at the end alone.
    only: Option<anyhow::Error>,
    /// True if there is one, which is the work itself.
    is_one: bool,
}

impl Failures {
    fn of(all: usize) -> Failures {
        Failures {
            all,
            is_one: all == 1,
            ..Failures::default()
        }
    }

    /// Reports that one has failed. Nothing can be reported any more once the output is closed.
    fn add(&mut self, error: anyhow::Error) -> Result<()> {
        self.failed += 1;
        if is_broken_pipe(&error) {
            return Err(error);
        }
        if self.is_one {
            self.only = Some(error);
        } else {
            log::error!("{error:#}");
        }
        Ok(())
    }

    /// Ends the work, with an error if something has failed.
    fn end(self, what: &str) -> Result<()> {
        match self {
            Failures {
                only: Some(error), ..
            } => Err(error),
            Failures { failed: 0, .. } => Ok(()),
            Failures { failed, all, .. } => bail!("{failed} of {all} {what} failed"),
        }
    }
}

/// Reads the first games of a file, at most `most` of them, each with its name, and warns of what is odd in them. The file may
/// be compressed by gzip or xz.
fn read_games(
    file: &Path,
    most: usize,
    language: Language,
) -> Result<Vec<(String, Result<Record>)>> {
    let name = file.display();
    let bytes = read_decompressed(file).with_context(|| format!("cannot read {name}"))?;
    Ok(games_of(&bytes, most, &name, language))
}

/// Reads the games of a file as [`read_games`] does, without those that have failed.
fn read_records(file: &Path, most: usize, failures: &mut Failures) -> Result<Vec<Record>> {
    let games = read_games(file, most, Language::English)?;
    failures.all += games.len();
    let mut records = Vec::new();
    for (_, game) in games {
        match game {
            Ok(record) => records.push(record),
            Err(error) => failures.add(error)?,
        }
    }
    Ok(records)
}

/// Reads the first games of a text, at most `most` of them, each with its name, and warns of what is odd in them.
fn games_of(
    bytes: &[u8],
    most: usize,
    file: &dyn Display,
    language: Language,
) -> Vec<(String, Result<Record>)> {
    let games = sgf::load_each(bytes, most, Unreadable::Ends);
    let is_one = games.len() == 1;
    let mut reported = 0;
    let mut warn = |name: &str, doubt: &Doubt| {
        reported += 1;
        if reported <= MOST_DOUBTS {
            log::warn!("{name}: {doubt}");
        }
    };
    let mut records = Vec::new();
    for (number, game) in (1..).zip(games) {
        let name = if is_one {
            file.to_string()
        } else {
            explain::game_name(file, number, language)
        };
        let record = game.map(|reading| {
            reading.doubts.iter().for_each(|doubt| warn(&name, doubt));
            reading.record
        });
        let record = record.with_context(|| format!("cannot load {name}"));
        records.push((name, record));
    }
    if reported > MOST_DOUBTS {
        log::warn!("{file}: {} more things are odd", reported - MOST_DOUBTS);
    }
    records
}

/// Cuts a record before the first move that cannot be made under rules, and warns of that.
fn cut_to_possible(record: &mut Record, rules: Rules, name: &dyn Display) -> Result<()> {
    if let Some(reason) = Game::cut_to_possible(record, rules)? {
        log::warn!("{name}: {reason}: the game is read up to there");
    }
    Ok(())
}

/// The most memory that a file of xz may ask for, in KiB: four times what its highest level needs.
const XZ_MEMORY: u32 = 256 << 10;

/// Reads a collection from a file, decompressed if it begins as one of gzip or xz does.
fn read_decompressed(file: &Path) -> io::Result<Vec<u8>> {
    decompressed(read_given(file, LARGEST_COLLECTION)?, COLLECTION)
}

/// Returns what bytes hold, decompressed if they begin as a file of gzip or xz does. They are read to their end, where
/// the checksums are.
fn decompressed(bytes: Vec<u8>, expansion: Expansion) -> io::Result<Vec<u8>> {
    let most = expansion.most(bytes.len() as u64).min(LARGEST_COLLECTION);
    if bytes.starts_with(GZIP) {
        read_to_end(Gunzip::new(&bytes[..], expansion), most)
    } else if bytes.starts_with(b"\xfd7zXZ\0") {
        let plain = XzReader::new_mem_limit(&bytes[..], true, XZ_MEMORY);
        read_to_end(plain, most)
    } else {
        Ok(bytes)
    }
}

/// The name that stands for standard input.
const STDIN: &str = "-";

/// Reads a file that the command line names, or standard input, unless it has more than a number of bytes.
fn read_given(file: &Path, most: u64) -> io::Result<Vec<u8>> {
    if file == Path::new(STDIN) {
        read_to_end(io::stdin().lock(), most)
    } else {
        read_to_end(files::open(file)?, most)
    }
}

/// Returns the time that a flag gives in seconds, those beyond all patience as the most that there are.
fn seconds(flag: &str, seconds: f64) -> Result<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map(|time| time.min(Duration::from_secs_f64(MOST_SECONDS)))
        .map_err(|_| misuse(format!("{flag} {seconds:?}: {SECONDS_EXPECTED}")))
}

/// What a flag that gives seconds expects.
const SECONDS_EXPECTED: &str = "a number of seconds, 0 or more, is expected";

/// Returns a bar on standard error that shows how far a long work is. It is hidden unless that is a
/// terminal.
fn progress_bar(length: usize, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    let left = |state: &ProgressState, text: &mut dyn fmt::Write| {
        let _ = text.write_str(&time_left(state.eta()));
    };
    ProgressBar::new(length as u64).with_style(style.with_key("eta", left))
}

/// Says how long a work still takes. Unknown before anything is done.
fn time_left(left: Duration) -> String {
    match left {
        Duration::ZERO => "…".to_owned(),
        left => format!("{:#}", HumanDuration(left)),
    }
}

/// Returns the network that a flag names, if any.
fn model(name: &str) -> Result<Option<Model>> {
    let model = Model::find(name).with_context(|| format!("network {name}"))?;
    if model.as_ref().is_some_and(Model::asks_for_players) {
        log::warn!("{name} plays like people, here those of the highest rank");
    }
    Ok(model)
}

/// Returns the network that a flag names, where one is needed.
fn some_model(name: &str) -> Result<Model> {
    model(name)?.context("a network is needed")
}

/// Returns how many positions are searched at once. With a network it is more than there are processors, since those
/// that wait for one are evaluated together, unless each has its time. With a graphics card it is as many as that wants.
fn at_once(network: Option<&NetEvaluator>, has_time: bool) -> usize {
    match network {
        Some(network) if !has_time => network.leaves_at_once().max(4 * processors()),
        _ => processors(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::BackendKind;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use lzma_rust2::{XzOptions, XzWriter};
    use std::{env, fs, process};

    /// The game as `xz` compresses it, with a checksum of 32 bits.
    const XZ: &[u8] =
        b"\xfd7zXZ\0\0\x01i\"\xde6\x02\0!\x01\x16\0\0\0t/\xe5\xa3\x01\0\x0d(;SZ[5];B[cc])\
        \0\0\08l!|\0\x01\"\x0e\x0c\xde\x8c`\x90B\x99\x0d\x01\0\0\0\0\x01YZ";

    #[test]
    fn no_two_flags_of_a_command_are_taken_for_one() {
        command(true).debug_assert();
    }

    fn records(name: &str, bytes: &[u8]) -> Result<Vec<Record>> {
        let name = format!("kosumi-read-{}-{name}", process::id());
        let path = env::temp_dir().join(name);
        fs::write(&path, bytes).unwrap();
        let records = read_records(&path, 10, &mut Failures::default());
        fs::remove_file(&path).unwrap();
        records
    }

    #[test]
    fn a_bar_does_not_begin_with_no_time_left() {
        assert_eq!(time_left(Duration::ZERO), "…");
        assert_eq!(time_left(Duration::from_mins(10)), "10m");
    }

    #[test]
    fn one_dash_is_enough_for_the_flags_of_katago() {
        let read = |line: &str| {
            let read = words(line.split(' ').map(OsString::from));
            read.join(" ".as_ref()).into_string().unwrap()
        };
        for (line, expected) in [
            (
                "kosumi gtp -model x -config y",
                "kosumi gtp --katago-model x --config y",
            ),
            ("kosumi -model x", "kosumi --katago-model x"),
            (
                "kosumi analysis -quit-without-waiting",
                "kosumi analysis --quit-without-waiting",
            ),
            ("kosumi benchmark -model x", "kosumi benchmark --model x"),
            ("kosumi gtp --model x -v", "kosumi gtp --model x -v"),
        ] {
            assert_eq!(read(line), expected);
        }
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
    fn a_damaged_collection_is_refused() {
        let decompressed = |bytes: &[u8]| decompressed(bytes.to_vec(), COLLECTION);
        let text = decompressed(XZ).unwrap();
        assert_eq!(text, b"(;SZ[5];B[cc])");
        // The first bytes tell what it is: without them it is something else.
        for bit in 8 * 6..8 * XZ.len() {
            let mut damaged = XZ.to_vec();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(decompressed(&damaged).is_err(), "bit {bit}");
        }
        for end in 6..XZ.len() {
            assert!(decompressed(&XZ[..end]).is_err(), "cut at {end}");
        }
        for tail in [&b"x"[..], b"\0", &XZ[..20]] {
            assert!(decompressed(&[XZ, tail].concat()).is_err(), "{tail:?}");
        }
        let twice = decompressed(&[XZ, XZ].concat()).unwrap();
        assert_eq!(twice, [&text[..], &text].concat());
    }

    #[test]
    fn a_collection_does_not_fill_the_memory() {
        let bomb = vec![b' '; 1 << 20];
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(&bomb).unwrap();
        let mut xz = XzWriter::new(Vec::new(), XzOptions::with_preset(0)).unwrap();
        xz.write_all(&bomb).unwrap();
        let [few, many] = [16, 20].map(|power| Expansion { free: 1 << power });
        for packed in [gzip.finish().unwrap(), xz.finish().unwrap()] {
            assert!(packed.len() < 1200, "{}", packed.len());
            let error = decompressed(packed.clone(), few).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::FileTooLarge, "{error}");
            assert_eq!(decompressed(packed, many).unwrap(), bomb);
        }
        // As many bytes that are not packed are taken.
        assert_eq!(decompressed(bomb.clone(), few).unwrap(), bomb);
    }

    #[test]
    fn an_xz_file_does_not_ask_for_all_memory() {
        // The properties of the only filter ask for the largest dictionary that there can be.
        let mut greedy = XZ.to_vec();
        assert_eq!(greedy[12..17], *b"\x02\0!\x01\x16");
        greedy[16] = 40;
        let mut sum = flate2::Crc::new();
        sum.update(&greedy[12..20]);
        greedy[20..24].copy_from_slice(&sum.sum().to_le_bytes());
        let error = decompressed(greedy, COLLECTION).unwrap_err();
        assert!(error.to_string().contains("memory"), "{error}");
    }

    #[test]
    fn more_positions_wait_for_a_network_unless_each_has_its_time() {
        let one = processors();
        let network = NetEvaluator::new(&Model::Own, &BackendKind::find("best").unwrap().into());
        assert_eq!(at_once(Some(&network), false), 4 * one);
        assert_eq!(at_once(Some(&network), true), one);
        for has_time in [true, false] {
            assert_eq!(at_once(None, has_time), one);
        }
    }
}
