//! `kosumi match`: games between programs, and the joining of parts of a match.

use super::{
    Failures, board_size, explain_interrupts, gtp, help, misuse, print, read_komi, read_records,
    rules_name, seconds, usage,
};
use crate::arena::contestant::ContestantKind;
use crate::arena::html::{self, AboutMatch, SHOWN_GAMES};
use crate::arena::report::GameReport;
use crate::arena::runner::{Match, MatchError, Programs};
use crate::arena::schedule::plan;
use crate::arena::series::{Series, SeriesSide};
use crate::arena::settings::{MatchSettings, ProgramLine, Shard, openings_hash};
use crate::arena::statistics::Z95;
use crate::arena::store::Store;
use crate::arena::summary;
use crate::cli::progress_bar;
use crate::go::rules::PRESETS;
use crate::go::{Game, Record, Strictness};
use crate::gtp::client::Program;
use anyhow::{Context, Result, bail};
use clap::{Args, Parser, Subcommand};
use indicatif::ProgressBar;
use std::num::NonZero;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    after_help = "A program is a command line, with NAME= in front to give it a name. If its first word is \
                  `kosumi` without a path, it plays inside of this program, with the flags of `kosumi gtp` and \
                  one thread unless --threads says otherwise.\n\n\
                  Time, in seconds: none, move:SECONDS, visits:N, absolute:MAIN, \
                  canadian:MAIN:PERIOD:STONES, byoyomi:MAIN:PERIOD:PERIODS, \
                  fischer:MAIN:INCREMENT[:LIMIT:MOST].\n\n\
                  Example:\n  kosumi match --black \"kosumi --rank 3k\" --white \"kosumi --rank 4k\" --games 20 \
                  --out results\n\n\
                  The same command goes on with a match that was stopped."
)]
pub(super) struct MatchOptions {
    #[command(subcommand)]
    command: Option<MatchCommand>,
    #[command(flatten)]
    play: Option<MatchFlags>,
}

#[derive(Debug, Subcommand)]
enum MatchCommand {
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
    /// The first program; it plays both colors in turn against each --white
    #[arg(long, value_name = "PROGRAM", required = true, help_heading = NEEDED)]
    black: String,
    /// Its opponent; more than one for a gauntlet
    #[arg(long, value_name = "PROGRAM", required = true, help_heading = NEEDED)]
    white: Vec<String>,
    /// Folder for the results
    #[arg(long, value_name = "DIR", required = true, help_heading = NEEDED)]
    out: PathBuf,
    /// Games against each opponent [default: two for each opening, 100 without]
    #[arg(long, value_name = "N", help_heading = help::GAME, value_parser = clap::value_parser!(u32).range(1..=MOST_GAMES))]
    games: Option<u32>,
    /// Columns and rows of the board: 9 or 19x13
    #[arg(long, default_value = "9", visible_alias = "boardsize", help_heading = help::GAME, value_parser = size)]
    size: String,
    /// Rule set by name, such as chinese; `kosumi gtp --help` lists them
    #[arg(long, default_value = PRESETS[0].name, help_heading = help::GAME, value_parser = rules_name)]
    rules: String,
    /// White's points [default: the usual ones of the rules]
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, help_heading = help::GAME, value_parser = read_komi)]
    komi: Option<f64>,
    /// Handicap stones on their traditional points
    #[arg(
        long,
        value_name = "STONES",
        default_value_t = 0,
        conflicts_with = "openings",
        help_heading = help::GAME
    )]
    handicap: usize,
    /// Time control or visits a move, see below
    #[arg(long, default_value = "none", help_heading = help::GAME)]
    time: String,
    /// Seconds by which a program may exceed its time
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 0.2,
        hide_short_help = true,
        help_heading = RUN
    )]
    tolerance: f64,
    /// Seconds after which a program hangs: for a command, or for a move beyond its time
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 60.0,
        hide_short_help = true,
        help_heading = RUN
    )]
    timeout: f64,
    /// Games at once
    #[arg(long, value_name = "N", default_value_t = NonZero::<usize>::MIN, help_heading = RUN)]
    jobs: NonZero<usize>,
    /// SGF collection of openings, each played with both colors
    #[arg(long, value_name = "FILE", help_heading = help::GAME)]
    openings: Option<PathBuf>,
    /// A longer game is counted as it stands [default: five times the points of the board]
    #[arg(long, value_name = "MOVES", hide_short_help = true, help_heading = RUN)]
    max_moves: Option<usize>,
    /// Seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = RUN)]
    seed: u64,
    /// Program that names the dead stones where the players do not agree
    #[arg(long, value_name = "PROGRAM", hide_short_help = true, help_heading = RUN)]
    referee: Option<String>,
    /// Where the players do not agree about dead stones, they play on, and after two more passes the
    /// board is counted as it stands
    #[arg(long, conflicts_with = "referee", hide_short_help = true, help_heading = RUN)]
    play_out: bool,
    /// Stops as soon as it is decided which of two differences in Elo explains the results better
    #[arg(
        long,
        value_name = "ELO0,ELO1",
        conflicts_with = "shard",
        value_delimiter = ',',
        allow_hyphen_values = true,
        hide_short_help = true,
        help_heading = RUN
    )]
    sprt: Vec<f64>,
    /// Plays one of n disjoint parts of the match
    #[arg(long, value_name = "I/N", hide_short_help = true, help_heading = RUN)]
    shard: Option<Shard>,
}

pub(super) fn run(options: &MatchOptions) -> Result<()> {
    match (&options.command, &options.play) {
        (Some(MatchCommand::Merge { out, parts }), _) => merge(out, parts),
        (None, Some(play)) => play.run(),
        (None, None) => Err(misuse("--black, --white and --out are needed")),
    }
}

/// The heading of the flags that are needed.
const NEEDED: &str = "Needed";

/// The heading of flags that say how the games are run.
const RUN: &str = "How the games are run";

/// Checks the size of a board.
fn size(text: &str) -> Result<String, String> {
    board_size(text).map(|_| text.to_owned())
}

/// More games than anybody will play.
const MOST_GAMES: i64 = 1_000_000;

/// Games have at most five moves for each point of the board.
const MOVES_PER_POINT: usize = 5;

impl MatchFlags {
    fn run(&self) -> Result<()> {
        let openings = self.read_openings()?;
        let settings = self.settings(&openings)?;
        let patience = seconds("--timeout", self.timeout)?;
        let games = plan(&settings).len();
        let programs = programs(&settings)?;
        let playing = Match::new(settings.clone(), programs, &openings, patience);
        let playing = playing.map_err(|error| match error {
            MatchError::Settings(error) => misuse(error),
            error => error.into(),
        })?;
        let mut store = Store::open(&self.out, &settings)?;
        explain_interrupts("the same command goes on with the match");
        let bar = start(games, &store);
        let stopped = playing.run(&mut store, self.jobs.get(), &mut |store, index| {
            show(&bar, store, index);
        })?;
        bar.finish_and_clear();
        let text = finish(&store)?;
        print(&text)?;
        if let Some(verdict) = &stopped {
            print(&format!("stopped: {verdict}\n"))?;
        }
        check_programs(&store)?;
        if stopped.is_none() && store.reports().count() < games {
            bail!("not all games were played; run the same command again");
        }
        Ok(())
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
        Ok(self.games.unwrap_or(usual))
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
        let Some(file) = &self.openings else {
            return Ok(Vec::new());
        };
        let mut failures = Failures::default();
        let openings = read_records(file, usize::MAX, &mut failures)?;
        // The match would be another one without them.
        failures.end("openings").map(|()| openings)
    }
}

/// Programs with one name get numbers, so that the table distinguishes them.
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
#[command(name = "kosumi", disable_help_flag = true)]
struct OwnFlags {
    #[command(flatten)]
    options: gtp::EngineOptions,
}

/// Returns what a command line means: `kosumi` plays in this process, everything else is started.
fn contestant(command: &str) -> Result<ContestantKind> {
    let words = shlex::split(command).unwrap_or_default();
    if words.first().is_none_or(|word| word != "kosumi") {
        let program = Program::from_line(command).map_err(misuse)?;
        return Ok(ContestantKind::Gtp(program));
    }
    let flags = words.iter().filter(|word| *word != "gtp");
    let flags = OwnFlags::try_parse_from(flags);
    let flags = flags.map_err(|error| misuse(usage::in_one_line(&error)))?;
    flags.options.contestant()
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
    let about = AboutMatch {
        title: title(store.settings()),
        facts,
        games,
    };
    store.finish(&text, &html::page(&about, store.reports()))?;
    Ok(text)
}

/// Fails if a program has failed in every game between two: what the table says then is no result.
fn check_programs(store: &Store) -> Result<()> {
    for series in Series::new(store.reports()).by_opponent() {
        let games = series.games();
        if let Some(first) = games.first()
            && games.iter().all(|game| game.ending.is_failure())
        {
            let [one, other] =
                [SeriesSide::First, SeriesSide::Opponent].map(|side| series.name(side));
            bail!(
                "no game of {one} and {other} was played to its end; the first one: {}: {}",
                first.ending,
                first.remark
            );
        }
    }
    Ok(())
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

/// Returns a bar for the games of a match, those of earlier runs included.
fn start(games: usize, store: &Store) -> ProgressBar {
    let bar = progress_bar(games, "{pos}/{len} {wide_bar} {msg} {eta} left");
    bar.set_position(store.reports().count() as u64);
    bar.reset_eta();
    bar.set_message(standing(store));
    bar
}

/// Shows the store after a game.
fn show(bar: &ProgressBar, store: &Store, index: u32) {
    bar.inc(1);
    let standing = standing(store);
    let report = store.reports().find(|report| report.index == index);
    if let Some(report) = report.filter(|_| bar.is_hidden()) {
        let (played, all) = (bar.position(), bar.length().unwrap_or_default());
        // A reader that has gone away must not stop the match.
        let _ = print(&format!("{played}/{all} {} {standing}\n", game(report)));
    }
    bar.set_message(standing);
}

/// Returns the score of the first program so far.
fn standing(store: &Store) -> String {
    let results = Series::new(store.reports()).results();
    let sample = results.sample();
    if sample.units() == 0 {
        return "no games".to_owned();
    }
    let margin = Z95 * sample.elo_error();
    format!(
        "{} {} ± {margin:.0} Elo",
        results.all().tally(),
        sample.elo()
    )
}

fn game(report: &GameReport) -> String {
    let remark = match report.remark.as_str() {
        "" => String::new(),
        remark => format!(" ({remark})"),
    };
    format!(
        "game {}: {} - {} {}, {} after {} moves{remark};",
        report.index,
        report.players.black.name,
        report.players.white.name,
        report.result,
        report.ending,
        report.length
    )
}
