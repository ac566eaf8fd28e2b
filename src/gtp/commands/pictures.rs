//! Pictures on the board for the analyze menu of GoGui, in its format: drawings of type `gfx`, boards of colors, texts or
//! numbers, and lines of play.

use super::values::{expected_result, grid_text, playout_policy, share, shares};
use super::{Conversation, network, words};
use crate::go::{Color, Move, Point};
use crate::gtp::graphics::line_with_colors;
use crate::life::Estimate;
use crate::rng::Rng;
use crate::search::{MoveReport, Report};
use crate::tactics::{LadderFate, Ladders, Unconditional};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Moves that are drawn at most.
const MOST_MOVES: usize = 10;

/// Moves with a smaller part of the visits get no win rate: it would mean nothing.
const LEAST_SHARE: f64 = 0.002;

/// Chances that are drawn: smaller ones would be labels of 0.0 %.
const LEAST_PRIOR: f64 = 0.0005;

/// Moves that the playout policy is asked for.
const DRAWS: u32 = 2000;

/// The colors of shares from so much on, hot to cold.
const HEAT: &[(f64, &str)] = &[
    (0.2, "red"),
    (0.1, "yellow"),
    (0.05, "green"),
    (0.02, "cyan"),
    (0.005, "blue"),
];

/// An empty field of a board of texts.
const NOTHING: &str = "\"\"";

/// Standard errors on both sides of a value: nineteen of twenty such intervals hold it.
const STANDARD_ERRORS: f64 = 1.96;

/// The color of a share; none if it is too small.
fn heat(share: f64) -> Option<&'static str> {
    let found = HEAT.iter().find(|&&(least, _)| share >= least);
    found.map(|&(_, color)| color)
}

/// Points with a text each, as a line of a drawing; nothing without points.
fn labels(what: &str, points: impl IntoIterator<Item = (Point, String)>) -> String {
    let labels = points.into_iter().map(|(at, text)| format!("{at} {text}"));
    marks(what, labels)
}

/// Points or labels, as a line of a drawing; nothing without any.
fn marks(what: &str, points: impl IntoIterator<Item = impl ToString>) -> String {
    let words = words(points);
    if words.is_empty() {
        String::new()
    } else {
        format!("{what} {words}\n")
    }
}

/// The plays that a search has tried, each with a text.
fn plays(report: &Report, text: impl Fn(&MoveReport) -> String) -> Vec<(Point, String)> {
    let moves = report.moves_with_twins();
    let plays = moves
        .iter()
        .filter_map(|found| Some((found.mv.point()?, text(found))));
    plays.collect()
}

/// A figure for every play that a search has tried, as a board of texts.
fn figures(talk: &mut Conversation, figure_of: impl Fn(&MoveReport) -> Option<String>) -> String {
    let report = talk.report();
    grid_text(talk.session.game.board(), |at| {
        let figure = report.of_twins(Move::Play(at));
        let figure = figure.as_ref().and_then(&figure_of);
        figure.unwrap_or_else(|| NOTHING.to_owned())
    })
}

/// Points in the colors of their shares, as lines of a drawing.
fn heat_lines(shares: &[(Point, f64)]) -> String {
    let line = |&(_, color): &(f64, &str)| {
        let hot = shares
            .iter()
            .filter(|&&(_, share)| heat(share) == Some(color));
        marks(&format!("COLOR {color}"), hot.map(|&(at, _)| at))
    };
    HEAT.iter().map(line).collect()
}

/// Points in the colors of their shares and with their percents, as lines of a drawing.
fn percent_lines(shares: &[(Point, f64)]) -> String {
    let percents = shares
        .iter()
        .map(|&(at, share)| (at, format!("{:.1}", 100.0 * share)));
    heat_lines(shares) + &labels("LABEL", percents)
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// One line about a search.
fn summary(talk: &mut Conversation) -> String {
    let (report, color) = (talk.report(), talk.session.to_move());
    let expected = expected_result(talk, color);
    let best = report.moves.first().map_or("none".to_owned(), |found| {
        format!("{}, wins {}", found.mv, percent(found.value))
    });
    format!(
        "TEXT {color} to move, {} visits, best {best}, expected {expected}",
        report.new_visits
    )
}

pub(super) fn best_moves(talk: &mut Conversation) -> String {
    let mut best = shares(&talk.report());
    best.truncate(MOST_MOVES);
    let ranks = (1..).zip(&best).map(|(rank, &(at, _))| (at, rank));
    let ranks = ranks.map(|(at, rank): (Point, usize)| (at, rank.to_string()));
    heat_lines(&best) + &labels("LABEL", ranks) + &summary(talk)
}

pub(super) fn win_rates(talk: &mut Conversation) -> String {
    let report = talk.report();
    let serious = report.moves.iter();
    let serious = serious.filter(|found| share(&report, found) >= LEAST_SHARE);
    let rates = serious
        .filter_map(|found| Some((found.mv.point()?, format!("{:.0}", 100.0 * found.value))));
    labels("LABEL", rates) + &summary(talk)
}

pub(super) fn visits(talk: &mut Conversation) -> String {
    figures(talk, |found| Some(found.visits.to_string()))
}

pub(super) fn tree_root(talk: &mut Conversation) -> String {
    let report = talk.report();
    let sign = f64::from(talk.session.to_move().sign());
    let counts = plays(&report, |found| found.visits.to_string());
    let balance = |found: &MoveReport| format!("{:.3}", sign * (2.0 * found.value - 1.0));
    let values = plays(&report, balance);
    let mut text = labels("INFLUENCE", values) + &labels("LABEL", counts) + &summary(talk);
    for found in report.moves.iter().take(MOST_MOVES) {
        let _ = write!(text, "\nTEXT {}", root_text(found));
    }
    text
}

pub(super) fn moves(talk: &mut Conversation) -> String {
    let report = talk.report();
    let others = report.unvisited.iter().map(|(mv, _)| mv);
    words(report.moves.iter().map(|found| &found.mv).chain(others))
}

pub(super) fn rave_values(talk: &mut Conversation) -> String {
    figures(talk, |found| {
        (found.amaf_visits > 0.0).then(|| format!("{:.0}", 100.0 * found.amaf_value))
    })
}

pub(super) fn bounds(talk: &mut Conversation) -> String {
    let (report, color) = (talk.report(), talk.session.to_move());
    let bound = |found: &MoveReport| format!("{:.0}", 100.0 * found.lower_bound());
    let pass = report.of(Move::Pass).map_or("not tried".to_owned(), bound);
    labels("LABEL", plays(&report, bound))
        + &format!(
            "TEXT {color} wins at least so often in percent, five standard errors below the mean; pass {pass}"
        )
}

/// Everything that the tree knows of a move at its root.
fn root_text(found: &MoveReport) -> String {
    let error = STANDARD_ERRORS * found.standard_error();
    format!(
        "{}: {} visits, wins {} ({} to {}), made at any time {} of {:.0}, prior {}",
        found.mv,
        found.visits,
        percent(found.value),
        percent((found.value - error).max(0.0)),
        percent((found.value + error).min(1.0)),
        percent(found.amaf_value),
        found.amaf_visits,
        percent(found.prior),
    )
}

pub(super) fn variation(talk: &mut Conversation) -> String {
    let report = talk.report();
    let line = report.moves.first().map_or(&[][..], |best| &best.line);
    // With colors, so that a pass in between is no riddle.
    line_with_colors(talk.session.to_move(), line)
}

pub(super) fn policy(talk: &mut Conversation) -> String {
    let policy = network::policy(talk, talk.session.to_move());
    grid_text(talk.session.game.board(), |at| {
        let probability = policy.probability(Move::Play(at));
        heat(probability).unwrap_or(NOTHING).to_owned()
    })
}

pub(super) fn priors(talk: &mut Conversation) -> String {
    let color = talk.session.to_move();
    let policy = network::policy(talk, color);
    let plays = talk
        .session
        .size()
        .points_from_top()
        .map(|at| (at, policy.probability(Move::Play(at))));
    let plays: Vec<(Point, f64)> = plays.filter(|&(_, share)| share >= LEAST_PRIOR).collect();
    percent_lines(&plays)
        + &format!(
            "TEXT what is expected of {color} in percent; pass {}",
            percent(policy.probability(Move::Pass))
        )
}

pub(super) fn playout_moves(talk: &mut Conversation) -> String {
    let color = talk.session.to_move();
    let (local, last) = playout_policy(talk);
    let mut board = talk.session.game.board().clone();
    let mut rng = Rng::new(board.hash());
    let mut counts: BTreeMap<Option<Point>, u32> = BTreeMap::new();
    for _ in 0..DRAWS {
        let mv = local.choose(&mut board, color, last, &mut rng);
        *counts.entry(mv).or_default() += 1;
    }
    let share = |count: u32| f64::from(count) / f64::from(DRAWS);
    let pass = counts.remove(&None).map_or(0.0, share);
    let plays: Vec<(Point, f64)> = counts
        .into_iter()
        .filter_map(|(at, count)| Some((at?, share(count))))
        .collect();
    percent_lines(&plays)
        + &format!(
            "TEXT what playouts play for {color} in percent; pass {}",
            percent(pass)
        )
}

pub(super) fn influence(talk: &mut Conversation) -> String {
    let board = talk.session.game.board();
    let estimate = Estimate::of(board, &talk.session.judge());
    grid_text(board, |at| {
        format!("{:6.3}", 2.0 * estimate.share(at, Color::Black) - 1.0)
    })
}

pub(super) fn unconditional_life(talk: &mut Conversation) -> String {
    let board = talk.session.game.board();
    let unconditional = Unconditional::of(board);
    grid_text(board, |at| {
        let owner = unconditional.owner(at);
        owner
            .map_or('.', Color::letter)
            .to_ascii_lowercase()
            .to_string()
    })
}

/// What becomes of the chains that have no more than two liberties.
pub(super) fn ladders(talk: &mut Conversation) -> String {
    let board = talk.session.game.board();
    let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
    let mut ladders = Ladders::new();
    let fates: Vec<(Point, LadderFate)> = chains
        .filter(|&chain| board.liberty_count(chain) <= 2)
        .map(|chain| (chain, ladders.fate(board, chain)))
        .collect();
    let stones = |fate: LadderFate| {
        let chains = fates.iter().filter(move |&&(_, own)| own == fate);
        chains.flat_map(|&(chain, _)| board.chain(chain))
    };
    marks("MARK", stones(LadderFate::Captured))
        + &marks("TRIANGLE", stones(LadderFate::Unsettled))
        + &marks("CIRCLE", stones(LadderFate::Escaped))
        + "TEXT chains of one or two liberties: cross captured, triangle whose turn decides, circle escaped"
}
