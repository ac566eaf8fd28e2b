//! Who has to answer whom: sente, gote, moves that are ignored, and points that both players want.

use super::{About, Fact, Mistake, WeighedFact};
use crate::go::Move;

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

fn key_point(mistake: &Mistake<'_>) -> Option<WeighedFact> {
    let reply = mistake.reply(About::Played)?;
    (mistake.at(About::Better) == Some(reply)).then(|| WeighedFact {
        about: About::Better,
        fact: Fact::KeyPoint,
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

/// The better move is answered beside it, and its player goes on elsewhere.
fn sente(mistake: &Mistake<'_>) -> Option<WeighedFact> {
    let (better, reply) = (mistake.at(About::Better)?, mistake.reply(About::Better)?);
    let next = mistake.followed(About::Better).line.get(2)?.point()?;
    // What goes on by taking a ko back is a ko threat.
    let is_ko = mistake.board.ko().is_some_and(|(ko, _)| ko == next);
    let is_sente = !is_ko
        && better.distance(reply) <= NEAR
        && better.distance(next) >= FAR
        && reply.distance(next) >= FAR;
    is_sente.then(|| mistake.found(About::Better, Fact::Sente(reply, next), SENTE))
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
