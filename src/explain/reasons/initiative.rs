//! Who has to answer whom: sente, gote, moves that are ignored, and points that both players want.

use super::{About, Fact, Mistake, WeighedFact};
use crate::go::{Color, Move, Point};
use crate::playout::Ownership;

/// A vital point is worth telling beside what else is found.
const KEY_POINT: f64 = 0.6;

/// A move that should have been answered.
const IGNORED: f64 = 0.8;

/// Sente and gote explain a mistake only if little else does.
const SENTE: f64 = 0.5;
const GOTE: f64 = 0.4;

/// How near a move is that answers another one, and how far one that does not.
const NEAR: u8 = 3;
const FAR: u8 = 7;

/// What a move in sente threatens at least, in points, and how far from it they are at most.
const THREATENED: f64 = 3.0;
const AROUND: u8 = 6;

/// The size of a move that is worth telling, in points.
const SIZE: f64 = 2.0;

/// Returns what the lines tell of who has to answer.
pub(super) fn findings(mistake: &Mistake<'_>) -> Vec<WeighedFact> {
    [
        key_point(mistake),
        ignores(mistake),
        sente(mistake),
        gote(mistake),
        passes(mistake),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Where both players want to play. If the move that was made is far from there, the two searches say what it is worth: after
/// one move a player has it, after the other one the opponent.
fn key_point(mistake: &Mistake<'_>) -> Option<WeighedFact> {
    let (better, reply) = (mistake.at(About::Better)?, mistake.reply(About::Played)?);
    let is_apart = |played: Point| played.distance(better) > 2 * AROUND;
    let size = gained(mistake, mistake.played.owners, mistake.better.owners);
    let has_size = mistake.at(About::Played).is_none_or(is_apart) && size >= SIZE;
    (better == reply).then(|| WeighedFact {
        about: About::Better,
        fact: Fact::KeyPoint(has_size.then_some(size)),
        line: mistake.line(About::Played),
        weight: KEY_POINT,
    })
}

fn ignores(mistake: &Mistake<'_>) -> Option<WeighedFact> {
    let (last, played) = (mistake.last()?, mistake.at(About::Played)?);
    let (better, reply) = (mistake.at(About::Better)?, mistake.reply(About::Played)?);
    let is_ignored = last.distance(better) <= NEAR
        && last.distance(reply) <= NEAR
        && last.distance(played) >= FAR;
    is_ignored.then(|| mistake.found(About::Played, Fact::Ignores(last, reply), IGNORED))
}

/// Returns true if a line begins with a move that is answered beside it, whose player then goes on elsewhere. Whether it has to be
/// answered shows a search in which it is not.
pub fn seems_sente(line: &[Move]) -> bool {
    let first: Vec<Option<Point>> = line.iter().take(3).map(|mv| mv.point()).collect();
    let [Some(at), Some(reply), Some(next)] = first[..] else {
        return false;
    };
    at.distance(reply) <= NEAR && at.distance(next) >= FAR && reply.distance(next) >= FAR
}

/// The better move has to be answered, and its player goes on elsewhere.
fn sente(mistake: &Mistake<'_>) -> Option<WeighedFact> {
    let line = mistake.followed(About::Better).line;
    if !seems_sente(line) {
        return None;
    }
    let (reply, next) = (mistake.reply(About::Better)?, line[2].point()?);
    // What goes on by taking a ko back is a ko threat.
    let is_ko = mistake.board.ko().is_some_and(|(ko, _)| ko == next);
    let threatened = threatened(mistake)?;
    (!is_ko && threatened >= THREATENED).then(|| {
        let fact = Fact::Sente(reply, next, threatened);
        mistake.found(About::Better, fact, SENTE)
    })
}

/// What the better move threatens: the points around it that its player gains if the opponent passes. What a further move wins
/// elsewhere does not count.
fn threatened(mistake: &Mistake<'_>) -> Option<f64> {
    Some(gained(mistake, mistake.better.owners, mistake.passed?))
}

/// The points around the better move that its player has more of by one search than by another one.
fn gained(mistake: &Mistake<'_>, before: &Ownership, after: &Ownership) -> f64 {
    let Some(at) = mistake.at(About::Better) else {
        return 0.0;
    };
    let around = mistake.board.points();
    let around = around.filter(|&point| at.distance(point) <= AROUND);
    let for_black: f64 = around.map(|point| after.at(point) - before.at(point)).sum();
    match mistake.color {
        Color::Black => for_black,
        Color::White => -for_black,
    }
}

/// The opponent leaves the move that was made unanswered, and plays beside the better one. If he plays the same it is the
/// key point.
fn gote(mistake: &Mistake<'_>) -> Option<WeighedFact> {
    let (played, reply) = (mistake.at(About::Played)?, mistake.reply(About::Played)?);
    let better = mistake.at(About::Better)?;
    let is_gote =
        played.distance(reply) >= FAR && better != reply && better.distance(reply) <= NEAR;
    is_gote.then(|| mistake.found(About::Played, Fact::Gote(reply), GOTE))
}

fn passes(mistake: &Mistake<'_>) -> Option<WeighedFact> {
    let is_pass = mistake.played.line.first() == Some(&Move::Pass);
    (is_pass && mistake.at(About::Better).is_some())
        .then(|| mistake.found(About::Played, Fact::Passes, KEY_POINT))
}
