//! `kosumi gtp`: the engine for GUIs, bridges and match programs.

use super::{parse_size, print};
use crate::arena::contestant::ContestantKind;
use crate::go::rules::PRESETS;
use crate::gtp::help::{Format, commands};
use crate::gtp::{self, Config, read_rules};
use crate::params::{PARAMS, Param, Params};
use crate::player::{PLAYERS, PlayerKind};
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use std::fmt::Write;
use std::io;

// What the subcommand alone understands. No doc comment: it would become the help of the program.
#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct Gtp {
    #[command(flatten)]
    options: Options,
    /// Prints every GTP command with its arguments and what it answers; FORMAT is text or markdown
    #[arg(
        long,
        value_name = "FORMAT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "text"
    )]
    help_commands: Option<Format>,
}

// The engine: who plays, how strong, on which board.
#[derive(Debug, Args)]
#[command(after_long_help = long_help())]
pub(super) struct Options {
    /// Who chooses moves
    #[arg(long, default_value = PLAYERS[0].name, value_parser = PLAYERS.iter().map(|kind| kind.name).collect::<Vec<_>>())]
    player: String,
    /// Seed of all random numbers [default: a different one every time]
    #[arg(long)]
    seed: Option<u64>,
    /// Playouts for a move, instead of a time
    #[arg(long)]
    playouts: Option<u64>,
    /// Seconds for a move when no clock runs
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
    /// Threads of a search [default: all processors]
    #[arg(long)]
    threads: Option<u64>,
    /// Strength from 1, a beginner, to 10, all that playouts and time allow [default: 10]
    #[arg(long)]
    level: Option<u64>,
    /// Rule set by name, see --help for the list, or as KataGo's JSON [default: tromp-taylor, chinese at a terminal]
    #[arg(long)]
    rules: Option<String>,
    /// Columns and rows of the board at the start: 19 or 19x13
    #[arg(long, default_value = "19")]
    boardsize: String,
    /// Komi at the start [default: the usual one of the rules]
    #[arg(long, allow_negative_numbers = true)]
    komi: Option<f64>,
    /// Lets people on KGS talk to kosumi: lists kgs-chat
    #[arg(long)]
    kgs_chat: bool,
    /// Comments every move for the chat of online-go.com
    #[arg(long)]
    ogs_chat: bool,
    /// Sets a parameter; see --help for the list
    #[arg(long, value_name = "NAME=VALUE")]
    param: Vec<String>,
}

pub(super) fn run(gtp: &Gtp) -> Result<()> {
    if let Some(format) = gtp.help_commands {
        return print(&commands(format));
    }
    let config = gtp.options.config(PRESETS[0].name)?;
    gtp::run(io::stdin(), io::stdout(), config)?;
    Ok(())
}

impl Options {
    /// What the flags ask for, with the rules of a name unless they say otherwise.
    pub(super) fn config(&self, usual_rules: &str) -> Result<Config> {
        Ok(Config {
            player: PlayerKind::find(&self.player).context("unknown player")?,
            seed: self.seed.unwrap_or_else(random_seed),
            size: parse_size(&self.boardsize)?,
            rules: read_rules(self.rules.as_deref().unwrap_or(usual_rules))?,
            komi: self.komi.filter(|komi| komi.is_finite()),
            params: self.params()?,
        })
    }

    /// The flags that are short for parameters, then the parameters.
    pub(super) fn params(&self) -> Result<Params> {
        let mut params = Params::default();
        let flags = [
            (
                "playouts",
                self.playouts.map(|playouts| playouts.to_string()),
            ),
            ("time", self.time.map(|seconds| seconds.to_string())),
            ("threads", self.threads.map(|threads| threads.to_string())),
            ("level", self.level.map(|level| level.to_string())),
            ("kgs_chat", self.kgs_chat.then(|| "true".to_owned())),
            ("ogs_chat", self.ogs_chat.then(|| "true".to_owned())),
        ];
        for (name, value) in flags {
            if let Some(value) = value {
                set(&mut params, name, &value)?;
            }
        }
        assign(&mut params, &self.param)?;
        Ok(params)
    }
}

/// Sets parameters as `--param` does.
pub(super) fn assign(params: &mut Params, assignments: &[String]) -> Result<()> {
    for assignment in assignments {
        let (name, value) = assignment
            .split_once('=')
            .ok_or_else(|| anyhow!("--param {assignment}: NAME=VALUE expected"))?;
        set(params, name, value)?;
    }
    Ok(())
}

pub(super) fn set(params: &mut Params, name: &str, value: &str) -> Result<()> {
    let result = Param::find(name).and_then(|param| param.set(params, value));
    result.with_context(|| format!("parameter {name}={value}"))
}

impl Options {
    /// The player of a match that flags behind the word `kosumi` ask for; with one thread unless
    /// they say otherwise, because games are to be repeatable, and without resignation. What the match
    /// decides, they may not.
    pub(super) fn contestant(&self) -> Result<ContestantKind> {
        let is_usual = self.rules.is_none() && self.boardsize == "19";
        if self.seed.is_some() || self.komi.is_some() || !is_usual {
            bail!("seed, rules, boardsize and komi are those of the match");
        }
        let mut params = self.params()?;
        let is_given = |name: &str| self.param.iter().any(|text| text.starts_with(name));
        if self.threads.is_none() && !is_given("threads=") {
            params.player.threads = 1;
        }
        if !is_given("resign=") {
            params.player.resign = false;
        }
        Ok(ContestantKind::Own {
            player: PlayerKind::find(&self.player).context("unknown player")?,
            params,
        })
    }
}

/// A seed that nobody asked for; it is logged, so the game can be repeated.
fn random_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |now| now.as_nanos() as u64) ^ u64::from(std::process::id()) << 32
}

/// The tables behind the flags.
fn long_help() -> String {
    let mut text = "Players:\n".to_owned();
    for kind in PLAYERS {
        let _ = writeln!(text, "  {:20} {}", kind.name, kind.doc);
    }
    text += "\nRule sets:\n";
    for preset in PRESETS {
        let _ = writeln!(text, "  {:20} {}", preset.name, preset.title);
    }
    text += "\nParameters:\n";
    let defaults = Params::default();
    for param in PARAMS.iter() {
        let _ = writeln!(
            text,
            "  {:20} {} [{}]",
            param.name,
            param.doc,
            param.get(&defaults)
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::rules::{KoRule, Suicide};
    use crate::player::LEVELS;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    fn config(flags: &str) -> Result<Config> {
        let words = ["kosumi"].into_iter().chain(flags.split_whitespace());
        Line::try_parse_from(words)?.options.config(PRESETS[0].name)
    }

    #[test]
    fn flags_become_a_configuration() {
        let flags = "--seed 7 --playouts 50 --rules aga --boardsize 13x9 --komi -3.5 --param lag=1";
        let config = config(flags).unwrap();
        assert_eq!((config.seed, config.komi), (7, Some(-3.5)));
        assert_eq!((config.size.width(), config.size.height()), (13, 9));
        assert_eq!(config.rules, "aga".parse().unwrap());
        assert_eq!(
            (config.params.playouts, config.params.lag.as_secs()),
            (Some(50), 1)
        );
    }

    #[test]
    fn rules_may_be_json() {
        let flags = r#"--rules {"ko":"SITUATIONAL","suicide":false}"#;
        let rules = config(flags).unwrap().rules;
        assert_eq!(
            (rules.ko, rules.suicide),
            (KoRule::Situational, Suicide::Forbidden)
        );
        let spight = config(r#"--rules {"ko":"SPIGHT"}"#).unwrap_err();
        assert_eq!(spight.to_string(), "ko SPIGHT is not supported");
        assert!(config("--rules {").is_err() && config("--rules []").is_err());
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
            "--threads 0",
            "--param memory_mb=0",
        ] {
            assert!(config(flags).is_err(), "{flags}");
        }
    }

    #[test]
    fn the_readme_names_everything() {
        let readme = include_str!("../../README.md");
        let names = PRESETS.iter().map(|preset| preset.name);
        let names = names.chain(
            PARAMS
                .iter()
                .filter(|param| !param.is_knob())
                .map(|param| param.name),
        );
        for name in names.chain(PLAYERS.iter().map(|kind| kind.name)) {
            assert!(readme.contains(&format!("`{name}`")), "{name}");
        }
    }

    #[test]
    fn the_readme_has_the_levels() {
        let readme = include_str!("../../README.md");
        for (number, level) in (1..).zip(LEVELS) {
            let row = format!("| {number} | {} | {} |", level.playouts, level.temperature);
            assert!(readme.replace(',', "").contains(&row), "{row}");
        }
    }
}
