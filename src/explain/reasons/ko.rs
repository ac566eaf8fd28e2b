//! Who takes a ko, and the threats of a ko fight.

use super::{About, Fact, Mistake, WeighedFact};
use crate::go::{Board, Move, Point};

/// Who takes a ko first matters more than shape, less than stones that are captured for good.
const KO: f64 = 1.5;

/// Returns what the rules of ko tell of the two moves.
pub(super) fn findings(mistake: &Mistake<'_>) -> Vec<WeighedFact> {
    [takes(mistake), lets_take(mistake), threat(mistake)]
        .into_iter()
        .flatten()
        .collect()
}

/// The stone that was taken in a ko by the last move on a board: where its owner may not take back at once.
fn taken(board: &Board) -> Option<Point> {
    board.ko().map(|(at, _)| at)
}

fn takes(mistake: &Mistake<'_>) -> Option<WeighedFact> {
    let at = taken(&mistake.after(About::Better)?)?;
    Some(mistake.found(About::Better, Fact::TakesKo(at), KO))
}

/// The opponent's best answer takes a ko, which the better move does not leave to him.
fn lets_take(mistake: &Mistake<'_>) -> Option<WeighedFact> {
    let takes = |after: Option<Board>, at: Point| -> Option<Point> {
        let mut board = after?;
        if !board.is_empty_at(at) || !board.is_playable(at, !mistake.color) {
            return None;
        }
        board.play(at, !mistake.color);
        taken(&board)
    };
    let reply = mistake.reply(About::Played)?;
    let ko = takes(mistake.after(About::Played), reply)?;
    let is_left = takes(mistake.after(About::Better), reply).is_some();
    (!is_left).then(|| mistake.found(About::Played, Fact::LetsTakeKo(reply, ko), KO))
}

/// The opponent has just taken a ko, answers the better move, and its player takes the ko back.
fn threat(mistake: &Mistake<'_>) -> Option<WeighedFact> {
    let (ko, color) = mistake.board.ko()?;
    let answer = mistake.reply(About::Better)?;
    let takes_back = mistake.followed(About::Better).line.get(2) == Some(&Move::Play(ko));
    let is_other = mistake.at(About::Played) != Some(ko);
    (color == mistake.color && takes_back && is_other)
        .then(|| mistake.found(About::Better, Fact::KoThreat(answer, ko), KO))
}
