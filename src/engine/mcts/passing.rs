//! Whether a pass would leave something to play for: a large enough search compares it with the plays.

use super::decide::PASS_SLACK;
use crate::engine::{PLAYOUTS_OF_A_VISIT, fills_eye};
use crate::go::{Color, Game, Move};
use crate::search::{MoveReport, Report};

/// A pass is not made if a play promises this many points more.
const WORTH_PLAYING: f64 = 2.0;

/// The evaluations by a network after which a search knows whether a pass is as good as a play.
const EVALUATIONS: u64 = 400;

/// The fewest visits of a play that show its value.
const FEWEST_VISITS: u32 = 5;

/// The evaluations, by a network or by playouts, after which a search knows whether a pass is as good as a play.
pub(super) const fn enough_evaluations(has_network: bool) -> u64 {
    EVALUATIONS * if has_network { 1 } else { PLAYOUTS_OF_A_VISIT }
}

/// Returns true if a search was large enough to compare plays with a pass.
pub(super) fn is_telling(report: &Report) -> bool {
    report.visits >= enough_evaluations(report.has_network)
}

/// The play that promises the most points, if these are at least [`WORTH_PLAYING`] more than a pass promises and the chance
/// to win is hardly less than that of the best move. Plays into own eyes are left out.
pub(super) fn worth_more<'r>(
    report: &'r Report,
    game: &Game,
    color: Color,
    pass: f64,
) -> Option<&'r MoveReport> {
    let best = report.moves.first()?;
    let is_better = |found: &&MoveReport| {
        found.mv != Move::Pass
            && found.visits >= FEWEST_VISITS
            && found.margins.mean() >= pass + WORTH_PLAYING
            && found.value >= best.value - PASS_SLACK
            && !fills_eye(game, color, found.mv)
    };
    let better = report.moves.iter().filter(is_better);
    better.max_by(|a, b| a.margins.mean().total_cmp(&b.margins.mean()))
}

/// The most visited move, unless it is a pass. Plays into own eyes are left out.
pub(super) fn preferred<'r>(
    report: &'r Report,
    game: &Game,
    color: Color,
) -> Option<&'r MoveReport> {
    let mut moves = report.moves.iter();
    let best = moves.find(|found| !fills_eye(game, color, found.mv));
    best.filter(|best| best.mv != Move::Pass)
}
