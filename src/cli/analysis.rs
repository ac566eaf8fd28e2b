//! `kosumi analysis`: many positions at once for review tools, in KataGo's JSON protocol.

use super::configuration::{ParameterFiles, warn_of_people};
use super::unheard::end_when_unheard;
use super::{at_once, gtp, listen, misuse};
use crate::analysis::{self, AtEnd, Config};
use crate::go::Color;
use crate::params::{Params, Perspective};
use anyhow::Result;
use clap::{Args, value_parser};
use std::io;

/// Visits of a position without a network, and with one, whose evaluations take far longer than playouts.
const USUAL_PLAYOUTS: u64 = 2000;
const USUAL_VISITS: u64 = 200;

/// More positions at once than any machine has use for.
const MOST_THREADS: i64 = 1024;

#[derive(Debug, Args)]
pub(super) struct AnalysisOptions {
    /// Positions searched at once [default: four for each processor, or one without a network or with a time]
    #[arg(long, visible_alias = "analysis-threads", value_parser = value_parser!(u16).range(1..=MOST_THREADS))]
    threads: Option<u16>,
    /// Threads of each search; with more than one, answers cannot be repeated exactly [default: 1]
    #[arg(long, value_name = "N", value_parser = gtp::parameter("numSearchThreads"))]
    search_threads: Option<String>,
    /// Visits of each search whose query has no maxVisits [default: 200, or 2000 without a network]
    #[arg(long, alias = "playouts", value_name = "N", value_parser = gtp::parameter("maxVisits"))]
    visits: Option<String>,
    /// The network: own, a file in KataGo's format, or none for random playouts instead [default: own]
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// Seed of the random numbers of every search
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// For whom chances and leads are reported: BLACK, WHITE or SIDETOMOVE [default: BLACK]
    #[arg(long)]
    report_winrates_as: Option<Perspective>,
    /// At the end of input, gives up what is left instead of finishing it
    #[arg(long)]
    quit_without_waiting: bool,
    /// For clients that you do not trust: limits each search to SECONDS
    #[arg(
        long,
        value_name = "SECONDS",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = listen::SANDBOX_SECONDS
    )]
    sandbox: Option<f64>,
    /// Sets a parameter; `kosumi gtp --help-all` lists them
    #[arg(long, value_name = "NAME=VALUE")]
    param: Vec<String>,
    #[command(flatten)]
    configuration: ParameterFiles,
}

pub(super) fn run(options: &AnalysisOptions) -> Result<()> {
    let config = options.config().map_err(misuse)?;
    end_when_unheard();
    analysis::run(io::stdin(), io::stdout(), config)?;
    Ok(())
}

impl AnalysisOptions {
    fn config(&self) -> Result<Config> {
        let mut params = Params {
            perspective: Perspective::Of(Color::Black),
            ..Params::default()
        };
        params.player.threads = Some(1);
        self.configuration.apply(&mut params)?;
        params.perspective = self.report_winrates_as.unwrap_or(params.perspective);
        let flags = [
            gtp::short("threads", self.search_threads.as_ref()),
            gtp::short("maxVisits", self.visits.as_ref()),
            gtp::short("model", self.model.as_ref()),
        ];
        gtp::assign(&mut params, flags.iter().flatten().chain(&self.param))?;
        let usual = if params.player.model.is_some() {
            USUAL_VISITS
        } else {
            USUAL_PLAYOUTS
        };
        warn_of_people(&params);
        params.visits = params.visits.or(Some(usual));
        params.sandbox = gtp::sandbox(self.sandbox)?;
        let usual = || {
            let evaluator = params.player.evaluator();
            at_once(evaluator.network(), params.time.is_some())
        };
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
        options: AnalysisOptions,
    }

    fn config(flags: &str) -> Result<Config> {
        let words = ["kosumi"].into_iter().chain(flags.split_whitespace());
        Line::try_parse_from(words)?.options.config()
    }

    #[test]
    fn flags_become_a_configuration() {
        let plain = config("").unwrap();
        assert_eq!(plain.params.visits, Some(200));
        let without = config("--model none").unwrap().params;
        assert_eq!((without.visits, without.player.model), (Some(2000), None));
        assert_eq!(
            (plain.params.player.threads(), plain.at_end),
            (1, AtEnd::Finish)
        );
        let flags = "--threads 3 --search-threads 2 --playouts 5 --report-winrates-as sidetomove \
            --quit-without-waiting --param memory_mb=7 --param time=2";
        let config = config(flags).unwrap();
        assert_eq!((config.workers, config.params.player.threads()), (3, 2));
        assert_eq!(config.params.player.memory, 7 << 20);
        assert_eq!(
            (config.params.perspective, config.at_end),
            (Perspective::SideToMove, AtEnd::Quit)
        );
    }

    #[test]
    fn flags_come_after_a_configuration() {
        let words = "--override-config maxVisits=7,numSearchThreads=3,reportAnalysisWinratesAs=WHITE,logDir=x";
        let found = config(words).unwrap().params;
        assert_eq!((found.visits, found.player.threads()), (Some(7), 3));
        assert_eq!(found.perspective, Perspective::Of(Color::White));
        let found = config(&format!(
            "{words} --playouts 9 --search-threads 1 --report-winrates-as black"
        ));
        let found = found.unwrap().params;
        assert_eq!((found.visits, found.player.threads()), (Some(9), 1));
        assert_eq!(found.perspective, Perspective::Of(Color::Black));
        let without = config("--override-config nnModelFile=none").unwrap().params;
        assert_eq!((without.visits, without.player.model), (Some(2000), None));
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
