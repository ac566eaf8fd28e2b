//! `kosumi analysis`: many positions at once for review tools, in KataGo's JSON protocol.

use super::{at_once, gtp};
use crate::analysis::{self, AtEnd, Config};
use crate::engine::{NO_NAME, OWN_NAME};
use crate::params::{Params, Perspective};
use anyhow::Result;
use clap::{Args, value_parser};
use std::io;

/// Playouts for a position, and what takes their place with a network, each of whose looks takes far longer.
const USUAL_PLAYOUTS: u64 = 2000;
const USUAL_LOOKS: u64 = 200;

/// More positions at once than any machine has use for.
const MOST_THREADS: i64 = 1024;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// Positions that are searched at once [default: four for each processor, or one without a network or with a time]
    #[arg(long, value_parser = value_parser!(u16).range(1..=MOST_THREADS))]
    threads: Option<u16>,
    /// Threads of each search; with more than one, answers cannot be repeated exactly
    #[arg(long, default_value_t = 1)]
    search_threads: u64,
    /// Looks at a position, or playouts without a network, if the query does not say maxVisits [default: 200, or 2000 without a network]
    #[arg(long)]
    playouts: Option<u64>,
    /// The network that looks at positions: own, none for playouts, or a file in KataGo's format
    #[arg(long, value_name = "NAME", default_value = OWN_NAME)]
    model: String,
    /// Seed of the random numbers of every search
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Whose chances and leads are reported: BLACK, WHITE or SIDETOMOVE
    #[arg(long, default_value = "BLACK")]
    report_winrates_as: Perspective,
    /// At the end of input, gives up what is left instead of finishing it
    #[arg(long)]
    quit_without_waiting: bool,
    /// Sets a parameter; see kosumi gtp --help for the list
    #[arg(long, value_name = "NAME=VALUE")]
    param: Vec<String>,
}

pub(super) fn run(options: &Options) -> Result<()> {
    let config = options.config()?;
    analysis::run(io::stdin(), io::stdout(), config)?;
    Ok(())
}

impl Options {
    fn config(&self) -> Result<Config> {
        let mut params = Params {
            perspective: self.report_winrates_as,
            ..Params::default()
        };
        let usual = if self.model == NO_NAME {
            USUAL_PLAYOUTS
        } else {
            USUAL_LOOKS
        };
        let short = [
            format!("threads={}", self.search_threads),
            format!("playouts={}", self.playouts.unwrap_or(usual)),
            format!("model={}", self.model),
        ];
        gtp::assign(&mut params, short.iter().chain(&self.param))?;
        let usual = || at_once(params.player.model.is_some(), params.time.is_some());
        Ok(Config {
            workers: self.threads.map_or_else(usual, usize::from),
            params,
            seed: self.seed,
            at_end: if self.quit_without_waiting {
                AtEnd::Quit
            } else {
                AtEnd::Finish
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    fn config(flags: &str) -> Result<Config> {
        let words = ["kosumi"].into_iter().chain(flags.split_whitespace());
        Line::try_parse_from(words)?.options.config()
    }

    #[test]
    fn flags_become_a_configuration() {
        let plain = config("").unwrap();
        assert_eq!(plain.params.playouts, Some(200));
        let without = config("--model none").unwrap().params;
        assert_eq!((without.playouts, without.player.model), (Some(2000), None));
        assert_eq!(
            (plain.params.player.threads, plain.at_end),
            (1, AtEnd::Finish)
        );
        let flags = "--threads 3 --search-threads 2 --playouts 5 --report-winrates-as sidetomove \
            --quit-without-waiting --param memory_mb=7 --param time=2";
        let config = config(flags).unwrap();
        assert_eq!((config.workers, config.params.player.threads), (3, 2));
        assert_eq!(config.params.player.memory, 7 << 20);
        assert_eq!(
            (config.params.perspective, config.at_end),
            (Perspective::SideToMove, AtEnd::Quit)
        );
    }

    #[test]
    fn bad_flags_are_refused() {
        for flags in [
            "--threads 0",
            "--threads 99999",
            "--search-threads 0",
            "--report-winrates-as GREEN",
            "--param nope=1",
            "--param time",
        ] {
            assert!(config(flags).is_err(), "{flags}");
        }
    }
}
