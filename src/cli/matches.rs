//! `kosumi match`: games between programs, and the joining of parts of a match.

mod progress;

use super::{explain_interrupts, gtp, misuse, points, print, read_records, rules_name, seconds};
use crate::arena::contestant::ContestantKind;
use crate::arena::html::{self, About, SHOWN_GAMES};
use crate::arena::report::GameReport;
use crate::arena::runner::{Match, Programs};
use crate::arena::schedule::{Shard, plan};
use crate::arena::settings::{MatchSettings, ProgramLine, openings_hash};
use crate::arena::store::Store;
use crate::arena::summary;
use crate::go::rules::PRESETS;
use crate::go::{Game, Record, Strictness};
use crate::gtp::client::Program;
use anyhow::{Context, Result, bail};
use clap::{Args, Parser, Subcommand};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "A program is a command line, or NAME=COMMAND LINE to give it a name. If its first word is \
                  `kosumi` without a path, it plays inside of this program, with the flags of `kosumi gtp` and \
                  one thread unless --threads says otherwise. --black is the first program of the match; it \
                  plays both colors in turn against each --white.\n\n\
                  Time: none, absolute:M, canadian:M:PERIOD:STONES, byoyomi:M:PERIOD:PERIODS, \
                  fischer:M:INCREMENT[:LIMIT:MOST], move:SECONDS, playouts:N.\n\n\
                  The same command goes on with a match that was stopped."
)]
pub(super) struct Options {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: Option<MatchFlags>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Joins the parts of a match, as if it had been played in one run
    Merge {
        /// The folder of the whole match
        out: PathBuf,
        /// The folders of the parts
        #[arg(required = true)]
        parts: Vec<PathBuf>,
    },
}

#[derive(Debug, Args)]
struct MatchFlags {
    /// The first program, which plays in every game
    #[arg(long, value_name = "PROGRAM", required = true)]
    black: String,
    /// Its opponent; more than one for a gauntlet
    #[arg(long, value_name = "PROGRAM", required = true)]
    white: Vec<String>,
    /// Folder of the results
    #[arg(long, value_name = "DIR", required = true)]
    out: PathBuf,
    /// Games against each opponent [default: two for each opening, 100 without]
    #[arg(long)]
    games: Option<u32>,
    /// Columns and rows of the board: 9 or 19x13
    #[arg(long, default_value = "9", visible_alias = "boardsize")]
    size: String,
    /// Rule set by name; see kosumi gtp --help for the list
    #[arg(long, default_value = PRESETS[0].name, value_parser = rules_name)]
    rules: String,
    /// White's points [default: the usual ones of the rules]
    #[arg(long, allow_negative_numbers = true, value_parser = points)]
    komi: Option<f64>,
    /// Handicap stones on their traditional points
    #[arg(
        long,
        value_name = "STONES",
        default_value_t = 0,
        conflicts_with = "openings"
    )]
    handicap: usize,
    /// Time control or playouts a move, see below
    #[arg(long, default_value = "none")]
    time: String,
    /// Seconds by which a program may exceed its time
    #[arg(long, value_name = "SECONDS", default_value_t = 0.2)]
    tolerance: f64,
    /// Seconds after which a program hangs: for a command, or for a move beyond its time
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    timeout: f64,
    /// Games at once
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// SGF collection of openings, each played with both colors
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// A longer game is counted as it stands [default: five times the points of the board]
    #[arg(long, value_name = "MOVES")]
    max_moves: Option<usize>,
    /// Seed of all random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Program that names the dead stones where the players do not agree
    #[arg(long, value_name = "PROGRAM")]
    referee: Option<String>,
    /// Where the players do not agree about dead stones, they play on, and after two more passes the
    /// board is counted as it stands
    #[arg(long, conflicts_with = "referee")]
    play_out: bool,
    /// Stops as soon as it is decided which of two differences in Elo explains the results better
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        conflicts_with = "shard",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    sprt: Vec<f64>,
    /// Plays one of n disjoint parts of the match
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
}

pub(super) fn run(options: &Options) -> Result<()> {
    match (&options.command, &options.play) {
        (Some(Command::Merge { out, parts }), _) => merge(out, parts),
        (None, Some(play)) => play.run(),
        (None, None) => Err(misuse("--black, --white and --out are needed")),
    }
}

/// More games than anybody will play.
const MOST_GAMES: u32 = 1_000_000;

/// A board of so many points has games of five times as many moves at most.
const MOVES_PER_POINT: usize = 5;

impl MatchFlags {
    fn run(&self) -> Result<()> {
        let openings = self.read_openings()?;
        let settings = self.settings(&openings)?;
        let patience = seconds("--timeout", self.timeout)?;
        let games = plan(&settings).len();
        let programs = programs(&settings)?;
        let playing = Match::new(settings.clone(), programs, &openings, patience)?;
        let mut store = Store::open(&self.out, &settings)?;
        explain_interrupts("the same command goes on with the match");
        let bar = progress::start(games, &store);
        let stopped = playing.run(&mut store, self.jobs, &mut |store, index| {
            progress::show(&bar, store, index);
        })?;
        bar.finish_and_clear();
        let text = finish(&store)?;
        print(&text)?;
        match stopped {
            Some(verdict) => print(&format!("stopped: {verdict}\n")),
            None if store.reports().count() < games => {
                bail!("not all games were played; run the same command again")
            }
            None => Ok(()),
        }
    }

    fn settings(&self, openings: &[Record]) -> Result<MatchSettings> {
        let mut settings = MatchSettings {
            first: ProgramLine::parse(&self.black),
            opponents: self
                .white
                .iter()
                .map(|text| ProgramLine::parse(text))
                .collect(),
            referee: self.referee.clone(),
            play_out: self.play_out,
            games: self.number_of_games(openings.len())?,
            size: self.size.clone(),
            rules: self.rules.clone(),
            komi: 0.0,
            handicap: self.handicap,
            time: self.time.clone(),
            tolerance: self.tolerance,
            max_moves: 0,
            seed: self.seed,
            openings: (!openings.is_empty()).then(|| openings_hash(openings)),
            sprt: self.hypotheses()?,
            shard: self.shard,
        };
        give_names(&mut settings);
        settings.komi = match self.komi {
            Some(komi) => komi,
            None => settings.usual_komi().map_err(misuse)?,
        };
        let usual_moves = MOVES_PER_POINT * settings.size().map_err(misuse)?.area();
        settings.max_moves = self.max_moves.unwrap_or(usual_moves);
        Ok(settings)
    }

    fn number_of_games(&self, openings: usize) -> Result<u32> {
        let by_openings = u32::try_from(2 * openings)?;
        let usual = if by_openings == 0 { 100 } else { by_openings };
        let games = self.games.unwrap_or(usual);
        if !(1..=MOST_GAMES).contains(&games) {
            return Err(misuse(format!(
                "--games {games}: 1 to {MOST_GAMES} expected"
            )));
        }
        Ok(games)
    }

    fn hypotheses(&self) -> Result<Option<[f64; 2]>> {
        match self.sprt[..] {
            [] => Ok(None),
            [_, _] if self.white.len() > 1 => Err(misuse("--sprt is for one opponent")),
            [elo0, elo1] => Ok(Some([elo0, elo1])),
            _ => Err(misuse("--sprt: ELO0,ELO1 expected")),
        }
    }

    fn read_openings(&self) -> Result<Vec<Record>> {
        let openings = self.openings.as_ref();
        openings.map_or(Ok(Vec::new()), |file| read_records(file, usize::MAX))
    }
}

/// Programs with one name get numbers, so that the table tells them apart.
fn give_names(settings: &mut MatchSettings) {
    let mut known = vec![settings.first.name.clone()];
    for program in &mut settings.opponents {
        let plain = program.name.clone();
        let mut number = 1;
        while known.contains(&program.name) {
            number += 1;
            program.name = format!("{plain} ({number})");
        }
        known.push(program.name.clone());
    }
}

fn programs(settings: &MatchSettings) -> Result<Programs<ContestantKind>> {
    let of = |command: &str| contestant(command).with_context(|| format!("program '{command}'"));
    let opponents = settings.opponents.iter();
    Ok(Programs {
        first: of(&settings.first.command)?,
        opponents: opponents
            .map(|program| of(&program.command))
            .collect::<Result<_>>()?,
        arbiter: settings.referee.as_deref().map(of).transpose()?,
    })
}

/// The flags behind the word `kosumi`.
#[derive(Debug, Parser)]
#[command(name = "kosumi")]
struct OwnFlags {
    #[command(flatten)]
    options: gtp::Options,
}

/// Returns what a command line means: `kosumi` plays in this process, everything else is started.
fn contestant(command: &str) -> Result<ContestantKind> {
    let words = shlex::split(command).unwrap_or_default();
    if words.first().is_none_or(|word| word != "kosumi") {
        return Ok(ContestantKind::Gtp(Program::from_line(command)?));
    }
    let flags = words.iter().filter(|word| *word != "gtp");
    OwnFlags::try_parse_from(flags)?.options.contestant()
}

/// Writes the summary and the page of a folder. Returns the summary.
fn finish(store: &Store) -> Result<String> {
    let sprt = store.settings().sprt()?;
    let text = summary::text(store.settings(), sprt.as_ref(), store.reports());
    let rules = store.settings().rules()?;
    let game = |report: &GameReport| {
        let record = store.record(report)?;
        let game = Game::replay(&record, rules, usize::MAX, Strictness::Lenient);
        Some((report.index, game.ok()?))
    };
    let games = store.reports().take(SHOWN_GAMES).filter_map(game).collect();
    let mut facts = store.settings().facts();
    facts.extend(
        store
            .day()
            .map(|day| ("Day of the last game".to_owned(), day)),
    );
    facts.push((
        "Played by".to_owned(),
        format!("kosumi {}", env!("CARGO_PKG_VERSION")),
    ));
    let about = About {
        title: title(store.settings()),
        facts,
        games,
    };
    store.finish(&text, &html::page(&about, store.reports()))?;
    Ok(text)
}

/// Returns a title with the names of the programs.
fn title(settings: &MatchSettings) -> String {
    let names: Vec<&str> = settings
        .opponents
        .iter()
        .map(|program| program.name.as_str())
        .collect();
    format!("{} against {}", settings.first.name, names.join(", "))
}

fn merge(out: &Path, parts: &[PathBuf]) -> Result<()> {
    let parts: Vec<Store> = parts
        .iter()
        .map(|part| Store::load(part))
        .collect::<Result<_, _>>()?;
    let settings = parts[0].settings().without_shard();
    let mut store = Store::open(out, &settings)?;
    for part in &parts {
        store.join(part)?;
    }
    print(&finish(&store)?)
}
