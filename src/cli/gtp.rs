//! `kosumi gtp`: the engine for GUIs, bridges and match programs.

use super::configuration::{ParameterFiles, warn_of_people};
use super::help::{CONVERSATION, GAME, SETTINGS, STRENGTH};
use super::listen::{Listen, SANDBOX_SECONDS};
use super::unheard::end_when_unheard;
use super::{
    board_size, cut_to_possible, help, misuse, print, read_games, read_komi, recorded_rules,
    rules_name, seconds,
};
use crate::arena::contestant::ContestantKind;
use crate::engine::{PLAYERS, PlayerKind};
use crate::explain::Language;
use crate::go::rules::PRESETS;
use crate::go::{Game, Rules, Size, Strictness};
use crate::gtp;
use crate::names::did_you_mean;
use crate::params::{Param, Params};
use crate::session::Start;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

// What the subcommand alone understands. No doc comment: it would become the help of the program.
#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct Gtp {
    #[command(flatten)]
    options: EngineOptions,
    /// Prints every GTP command with its arguments and what it answers; FORMAT is text or markdown
    #[arg(
        long,
        value_name = "FORMAT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "text",
        help_heading = CONVERSATION
    )]
    help_commands: Option<HelpFormat>,
    /// SGF file whose first game is on the board at the start, with its size; its rules and komi hold unless --rules and
    /// --komi say otherwise
    #[arg(long, value_name = "FILE", help_heading = GAME)]
    load_sgf: Option<PathBuf>,
    /// For controllers that you do not trust: no command uses files, none takes longer than SECONDS, and the cost of a
    /// command cannot be changed
    #[arg(
        long,
        value_name = "SECONDS",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = SANDBOX_SECONDS,
        help_heading = CONVERSATION
    )]
    sandbox: Option<f64>,
    #[command(flatten)]
    listen: Listen,
}

/// What the list of commands is read with.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum HelpFormat {
    /// A terminal
    Text,
    /// A page in Markdown, as `src/gtp/COMMANDS.md`
    Markdown,
}

// The engine: who plays, how strong, on which board.
#[derive(Debug, Args)]
#[command(after_help = help::names(), after_long_help = help::all_names())]
pub(super) struct EngineOptions {
    /// Plays like an amateur of a rank, from 15k to 7d [default: none, full strength]
    #[arg(long, help_heading = STRENGTH, value_parser = parameter("rank"), conflicts_with = "level")]
    rank: Option<String>,
    /// Strength from 1, a beginner, to 10, no limit but visits and time: a short name for some ranks [default: 10]
    #[arg(long, help_heading = STRENGTH, value_parser = parameter("level"))]
    level: Option<String>,
    /// Seconds for a move when no clock runs [default: 1]
    #[arg(long, value_name = "SECONDS", help_heading = STRENGTH, value_parser = parameter("maxTime"))]
    time: Option<String>,
    /// Visits of the search for a move, instead of a time; without a network each is a playout
    #[arg(long, alias = "playouts", value_name = "N", help_heading = STRENGTH, value_parser = parameter("maxVisits"))]
    visits: Option<String>,
    /// Threads of a search [default: all processors]
    #[arg(long, value_name = "N", help_heading = STRENGTH, value_parser = parameter("numSearchThreads"))]
    threads: Option<String>,
    /// The network: own, a file in KataGo's format, or none for random playouts instead [default: own]
    #[arg(long, value_name = "NAME", help_heading = STRENGTH)]
    model: Option<String>,
    /// Rule set by name, such as japanese, or as KataGo's JSON [default: tromp-taylor, chinese at a terminal]
    #[arg(long, help_heading = GAME, value_parser = rules_name_or_json)]
    pub(super) rules: Option<String>,
    /// Columns and rows of the board at the start: 19 or 19x13
    #[arg(long, value_name = "SIZE", default_value = "19", visible_alias = "size", help_heading = GAME, value_parser = board_size)]
    boardsize: Size,
    /// White's points at the start [default: the usual ones of the rules]
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, help_heading = GAME, value_parser = read_komi)]
    pub(super) komi: Option<f64>,
    /// Sets a parameter; `kosumi gtp --help-all` lists them
    #[arg(long, value_name = "NAME=VALUE", help_heading = SETTINGS)]
    param: Vec<String>,
    /// Who chooses moves
    #[arg(
        long,
        default_value = PLAYERS[0].name,
        value_parser = PLAYERS.iter().map(|kind| kind.name).collect::<Vec<_>>(),
        hide_short_help = true,
        help_heading = SETTINGS
    )]
    player: String,
    /// What computes the network: gpu for a graphics card, best for the processor, or auto for the faster one
    #[arg(long, value_name = "NAME", hide_short_help = true, help_heading = SETTINGS, value_parser = parameter("backend"))]
    backend: Option<String>,
    /// The graphics card, by a part of its name or by its number
    #[arg(long, value_name = "NAME", hide_short_help = true, help_heading = SETTINGS, value_parser = parameter("device"))]
    device: Option<String>,
    /// Seed of all random numbers [default: a different one every time]
    #[arg(long, value_name = "N", hide_short_help = true, help_heading = SETTINGS)]
    seed: Option<u64>,
    /// Lets people on KGS talk to kosumi: lists kgs-chat
    #[arg(long, hide_short_help = true, help_heading = SETTINGS)]
    kgs_chat: bool,
    /// Comments every move for the chat of online-go.com
    #[arg(long, hide_short_help = true, help_heading = SETTINGS)]
    ogs_chat: bool,
    #[command(flatten)]
    configuration: ParameterFiles,
}

pub(super) fn run(gtp: &Gtp) -> Result<()> {
    if let Some(format) = gtp.help_commands {
        return print(&match format {
            HelpFormat::Text => gtp::help::text(),
            HelpFormat::Markdown => gtp::help::markdown(),
        });
    }
    let mut start = gtp.options.start(PRESETS[0].name)?;
    if let Some(file) = &gtp.load_sgf {
        start.game = gtp.options.load(file, *start.game.rules())?;
    }
    start.params.sandbox = sandbox(gtp.listen.sandbox(gtp.sandbox))?;
    if gtp.listen.run(&start)? {
        return Ok(());
    }
    if io::stdin().is_terminal() {
        let _ = writeln!(io::stderr(), "{WAITING}");
    }
    end_when_unheard();
    gtp::run(io::stdin(), io::stdout(), start, None)?;
    Ok(())
}

/// Returns the longest thought in the sandbox that a flag asks for.
pub(super) fn sandbox(flag: Option<f64>) -> Result<Option<Duration>> {
    flag.map(|longest| seconds("--sandbox", longest))
        .transpose()
}

/// The hint for a person at a terminal, where programs that speak GTP are rare.
const WAITING: &str = "kosumi waits for GTP commands (`quit` ends it); `kosumi play` plays a game here, `kosumi --help` lists the other commands";

/// Checks rules that a flag gives by name or in KataGo's JSON.
fn rules_name_or_json(text: &str) -> Result<String, String> {
    if !text.trim_start().starts_with('{') {
        return rules_name(text);
    }
    let read = Rules::from_text(text);
    read.map(|_| text.to_owned())
        .map_err(|error| error.to_string() + &did_you_mean(error.near()))
}

impl EngineOptions {
    /// Returns what the flags ask for, with the rules of that name unless they say otherwise. If they make no sense, it is
    /// a misuse.
    pub(super) fn start(&self, usual_rules: &str) -> Result<Start> {
        let start = self.read(usual_rules).map_err(misuse)?;
        warn_of_people(&start.params);
        log::info!("player {}, seed {}", start.player.name, start.seed);
        Ok(start)
    }

    fn read(&self, usual_rules: &str) -> Result<Start> {
        let rules = Rules::from_text(self.rules.as_deref().unwrap_or(usual_rules))?;
        let mut params = Params::default();
        self.configuration.apply(&mut params)?;
        Ok(Start {
            player: PlayerKind::find(&self.player).context("unknown player")?,
            seed: self.seed.unwrap_or_else(random_seed),
            params: self.params(params)?,
            game: self.with_komi(Game::new(self.boardsize, rules)),
        })
    }

    /// Returns a game with the komi that the flag names.
    fn with_komi(&self, mut game: Game) -> Game {
        if let Some(komi) = self.komi {
            game.set_komi(komi);
        }
        game
    }

    /// Returns the first game of a file, by the rules and the komi that flags name, or else those that it names, or else
    /// usual ones.
    fn load(&self, file: &Path, usual: Rules) -> Result<Game> {
        let name = file.display();
        let first = read_games(file, 1, Language::English)?.into_iter().next();
        let (_, game) = first.with_context(|| format!("{name} has no game"))?;
        let mut record = game?;
        let named = recorded_rules(&record);
        if let (Some(text), None) = (&record.rules, &named) {
            log::warn!("{name} names unknown rules '{text}': {}", usual.to_text());
        }
        let named = named.filter(|_| self.rules.is_none());
        let rules = named.map_or(usual, |set| set.rules);
        cut_to_possible(&mut record, rules, &name)?;
        let game = Game::replay(&record, rules, usize::MAX, Strictness::Lenient);
        let game = game.with_context(|| format!("cannot load {name}"))?;
        Ok(self.with_komi(game))
    }

    /// Returns the usual parameters, changed by the flags that are short for parameters, then by
    /// `--param`.
    fn params(&self, mut usual: Params) -> Result<Params> {
        let flags = [
            short("nnModelFile", self.model.as_ref()),
            short("maxVisits", self.visits.as_ref()),
            short("maxTime", self.time.as_ref()),
            short("numSearchThreads", self.threads.as_ref()),
            short("backend", self.backend.as_ref()),
            short("device", self.device.as_ref()),
            short("rank", self.rank.as_ref()),
            short("level", self.level.as_ref()),
            self.kgs_chat.then(|| "kgs_chat=true".to_owned()),
            self.ogs_chat.then(|| "ogs_chat=true".to_owned()),
        ];
        assign(&mut usual, flags.iter().flatten().chain(&self.param))?;
        Ok(usual)
    }

    /// Returns the player of a match that flags behind the word `kosumi` ask for; with one thread
    /// unless they say otherwise, because games are to be repeatable, and without resignation. What
    /// the match decides, they may not.
    pub(super) fn contestant(&self) -> Result<ContestantKind> {
        let is_usual = self.rules.is_none() && self.boardsize == Size::square(19);
        if self.seed.is_some() || self.komi.is_some() || !is_usual {
            return Err(misuse(
                "seed, rules, boardsize and komi are those of the match",
            ));
        }
        let mut usual = Params::default();
        (usual.player.threads, usual.player.resign) = (Some(1), false);
        self.configuration.apply_given(&mut usual)?;
        Ok(ContestantKind::Own {
            player: PlayerKind::find(&self.player).context("unknown player")?,
            params: Box::new(self.params(usual)?),
        })
    }
}

/// Returns what checks a flag that is short for a parameter.
pub(super) fn parameter(name: &'static str) -> impl Fn(&str) -> Result<String, String> + Clone {
    move |text| {
        let param = Param::find(name).map_err(|error| error.to_string())?;
        let value = param.kind.check(text);
        value.map_err(|_| format!("{} is expected", param.kind))
    }
}

/// Returns what a flag that is short for a parameter stands for.
pub(super) fn short(name: &str, value: Option<&String>) -> Option<String> {
    value.map(|value| format!("{name}={value}"))
}

/// Sets parameters as `--param` does, by `NAME=VALUE`.
pub(super) fn assign<'a>(
    params: &mut Params,
    assignments: impl Iterator<Item = &'a String>,
) -> Result<()> {
    for assignment in assignments {
        let (name, value) = assignment
            .split_once('=')
            .with_context(|| format!("--param {assignment}: NAME=VALUE expected"))?;
        let result = params.set(name, value);
        result.with_context(|| format!("parameter {assignment}"))?;
    }
    params.check()?;
    Ok(())
}

/// Returns a seed for a program without `--seed`; it is logged, so the game can be repeated.
fn random_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |now| now.as_nanos() as u64) ^ u64::from(std::process::id()) << 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{LEVELS, RANKS};
    use crate::go::rules::{KoRule, Suicide};
    use crate::params::PARAMS;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: EngineOptions,
    }

    fn start(flags: &str) -> Result<Start> {
        let words = ["kosumi"].into_iter().chain(flags.split_whitespace());
        Line::try_parse_from(words)?.options.start(PRESETS[0].name)
    }

    #[test]
    fn flags_say_what_a_session_begins_with() {
        let flags = "--seed 7 --playouts 50 --rules aga --boardsize 13x9 --komi -3.5 --param lag=1";
        let Start {
            seed, game, params, ..
        } = start(flags).unwrap();
        assert_eq!((seed, game.komi().to_string()), (7, "-3.5".to_owned()));
        assert_eq!(game.board().size(), Size::new(13, 9).unwrap());
        assert_eq!(*game.rules(), "aga".parse().unwrap());
        assert_eq!((params.visits, params.lag.as_secs()), (Some(50), 1));
    }

    #[test]
    fn rules_may_be_json() {
        let flags = r#"--rules {"ko":"SITUATIONAL","suicide":false}"#;
        let rules = *start(flags).unwrap().game.rules();
        assert_eq!(
            (rules.ko, rules.suicide),
            (KoRule::Situational, Suicide::Forbidden)
        );
        let spight = start(r#"--rules {"ko":"SPIGHT"}"#).unwrap_err();
        assert_eq!(
            spight.to_string().lines().next(),
            Some(
                r#"error: invalid value '{"ko":"SPIGHT"}' for '--rules <RULES>': ko SPIGHT is not supported"#
            )
        );
        assert!(start("--rules {").is_err() && start("--rules []").is_err());
    }

    #[test]
    fn bad_flags_are_refused() {
        for flags in [
            "--player nobody",
            "--rules foo",
            "--boardsize 26",
            "--boardsize x",
            "--param playouts",
            "--param nope=1",
            "--param threads=many",
            "--time -1",
            "--level 0",
            "--level 11",
            "--rank 30k",
            "--rank 5d --level 3",
            "--threads 0",
            "--param memory_mb=0",
        ] {
            assert!(start(flags).is_err(), "{flags}");
        }
    }

    #[test]
    fn the_pages_name_everything() {
        let presets = PRESETS.iter().map(|preset| preset.name);
        let page = include_str!("../../docs/rules.md");
        for name in presets {
            assert!(page.contains(&format!("`{name}`")), "{name}");
        }
        let params = PARAMS.iter().filter(|param| !param.is_tuned());
        let names = params.flat_map(Param::names);
        let page = include_str!("../../docs/gtp.md");
        for name in names.chain(PLAYERS.iter().map(|kind| kind.name)) {
            assert!(page.contains(&format!("`{name}`")), "{name}");
        }
    }

    #[test]
    fn the_page_has_the_ranks() {
        let page = include_str!("../../docs/gtp.md");
        for rank in RANKS {
            let level = (1..).zip(LEVELS).find(|&(_, name)| name == rank.name);
            let level = level.map_or(String::new(), |(number, _)| format!(" {number}"));
            let percent = 100.0 * rank.notices;
            let row = format!(
                "| {} |{level} | {percent:.1} % | {:.2} |",
                rank.name, rank.temperature
            );
            assert!(page.contains(&row), "{row}");
        }
    }
}
