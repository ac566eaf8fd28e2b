//! The progress of a match: a bar at a terminal, a line for each game otherwise.

use crate::arena::report::GameReport;
use crate::arena::series::Series;
use crate::arena::statistics::Z95;
use crate::arena::store::Store;
use crate::cli::{print, progress_bar};
use indicatif::ProgressBar;

/// Returns a bar for the games of a match, those of earlier runs included.
pub(super) fn start(games: usize, store: &Store) -> ProgressBar {
    let bar = progress_bar(games, "{pos}/{len} {wide_bar} {msg} {eta} left");
    bar.set_position(store.reports().count() as u64);
    bar.reset_eta();
    bar.set_message(standing(store));
    bar
}

/// Shows the store after a game.
pub(super) fn show(bar: &ProgressBar, store: &Store, index: u32) {
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
