//! `kosumi regress`: test files against a program.

use super::{is_broken_pipe, print, seconds, today};
use crate::files::write_whole;
use crate::gtp::client::Program;
use crate::regress::text::{ResultTable, surprises};
use crate::regress::{self, TestReport, exit_status, html};
use anyhow::{Context, Result};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

/// What kosumi is started with if nothing else is asked for.
const OWN_ARGUMENTS: [&str; 4] = ["--seed", "1", "--threads", "1"];

/// The exit status when there is nothing to judge.
const NOT_RUN: u8 = 2;

#[derive(Debug, Args)]
#[command(
    after_help = "The exit status is 0 if all is as expected, 1 if a test or a command between the \
                        tests failed, 2 if a file could not be run to its end. -v shows every command \
                        and its answer."
)]
pub(super) struct RegressOptions {
    /// Test files; @LIST stands for the files named in the lines of LIST
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Command line of the program [default: kosumi --seed 1 --threads 1]
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    /// Also writes a web page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Seconds that each command may take
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    timeout: f64,
}

pub(super) fn run(options: &RegressOptions) -> Result<ExitCode> {
    match options.report() {
        Ok(reports) => Ok(exit_status(&reports).into()),
        Err(error) if is_broken_pipe(&error) => Err(error),
        Err(error) => {
            log::error!("{error:#}");
            Ok(NOT_RUN.into())
        }
    }
}

impl RegressOptions {
    fn report(&self) -> Result<Vec<TestReport>> {
        let program = self.program()?;
        let files = regress::expand(&self.files).context("cannot read a list of tests")?;
        let table = ResultTable::new(&files);
        print(&table.header())?;
        let mut reports = Vec::new();
        for file in &files {
            let report = regress::run(file, &program);
            print(&table.row(&report))?;
            reports.push(report);
        }
        print(&table.total(&reports))?;
        print(&reports.iter().map(surprises).collect::<String>())?;
        if let Some(path) = &self.html {
            let page = html::page(&reports, &self.command_line(), &today());
            write_whole(path, page.as_bytes())?;
        }
        Ok(reports)
    }

    fn program(&self) -> Result<Program> {
        let program = match &self.engine {
            Some(line) => match shlex::split(line) {
                // As in a match, the bare name means this program.
                Some(words) if words.first().is_some_and(|word| word == "kosumi") => {
                    Program::new(std::env::current_exe()?, &words[1..])
                }
                _ => Program::from_line(line)?,
            },
            None => Program::new(std::env::current_exe()?, OWN_ARGUMENTS),
        };
        Ok(program.with_timeout(seconds("--timeout", self.timeout)?))
    }

    fn command_line(&self) -> String {
        let own = || format!("kosumi {}", OWN_ARGUMENTS.join(" "));
        self.engine.clone().unwrap_or_else(own)
    }
}
