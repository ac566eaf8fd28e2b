//! How far a match is: a bar at a terminal, a line for each game otherwise.

use crate::arena::report::GameReport;
use crate::arena::series::Series;
use crate::arena::store::Store;
use crate::cli::print;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;

pub(super) struct Progress {
    /// All games of this run and those before it.
    games: usize,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub(super) fn new(games: usize, store: &Store) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(games as u64).with_style(style());
            bar.set_position(store.reports().count() as u64);
            bar.reset_eta();
            bar.set_message(standing(store));
            bar
        });
        Progress { games, bar }
    }

    /// Shows the store after a game.
    pub(super) fn show(&mut self, store: &Store, index: u32) {
        if let Some(bar) = &self.bar {
            bar.inc(1);
            bar.set_message(standing(store));
            return;
        }
        let Some(report) = store.reports().find(|report| report.index == index) else {
            return;
        };
        let line = format!(
            "{}/{} {} {}\n",
            store.reports().count(),
            self.games,
            game(report),
            standing(store)
        );
        // A reader that has gone away must not stop the match.
        let _ = print(&line);
    }

    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{pos}/{len} {wide_bar} {msg} {eta} left");
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Returns the score of the first program so far.
fn standing(store: &Store) -> String {
    let results = Series::new(store.reports()).results();
    let sample = results.sample();
    if sample.units() == 0 {
        return "no games".to_owned();
    }
    let margin = 1.96 * sample.elo_error();
    format!("{} {} ± {margin:.0} Elo", results.tally(), sample.elo())
}

fn game(report: &GameReport) -> String {
    let remark = match report.remark.as_str() {
        "" => String::new(),
        remark => format!(" ({remark})"),
    };
    format!(
        "game {}: {} - {} {}, {} after {} moves{remark};",
        report.index,
        report.black.name,
        report.white.name,
        report.result,
        report.ending,
        report.length
    )
}
