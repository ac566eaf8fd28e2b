//! Why the mistakes of a game were mistakes, and what moves are called.

use super::{JudgedMove, act};
use crate::explain::{FoundAfter, Language, Mistake, Reason, opening, reasons, shape};
use crate::go::record::Action;
use crate::go::rules::Rules;
use crate::go::{Board, Game, Move, Record};

/// Finds the reasons of all mistakes among the judged moves of a record, which are in its order, and the names of shapes and
/// openings.
pub(super) fn explain(record: &Record, rules: Rules, language: Language, moves: &mut [JudgedMove]) {
    let mut game = Game::new(record.size, rules);
    let mut judged = moves.iter_mut();
    for node in &record.nodes {
        if let Action::Move(..) = node.action
            && let Some(judged) = judged.next()
        {
            explain_move(judged, &game, language);
        }
        act(&mut game, &node.action);
    }
}

/// Finds the reasons of a move that was judged, if it was a mistake, what the shape of the better one is called, and which
/// opening it completes. The game is that before the move.
pub(super) fn explain_move(judged: &mut JudgedMove, game: &Game, language: Language) {
    if judged.is_mistake() {
        judged.reasons = of_move(judged, game, language);
    }
    name_shape(judged, game.board(), language);
    judged.opening = name_opening(judged, game, language);
}

fn name_opening(judged: &JudgedMove, game: &Game, language: Language) -> Option<&'static str> {
    let start = game.position_after(0);
    let size = start.board().size();
    if start.board().empty_count() < size.area() {
        return None; // openings begin on an empty board
    }
    let moves = [game.moves(), &[(judged.color, judged.mv)]].concat();
    opening(size, &moves, language)
}

fn name_shape(judged: &mut JudgedMove, board: &Board, language: Language) {
    let color = judged.color;
    if let Some(better) = &mut judged.better
        && let Move::Play(at) = better.line[0]
    {
        better.shape = shape(board, at, color, language);
    }
}

fn of_move(judged: &JudgedMove, game: &Game, language: Language) -> Vec<Reason> {
    let Some(better) = &judged.better else {
        return Vec::new();
    };
    let replies = judged.after.candidates.first();
    let replies = replies.map_or(&[][..], |best| &best.line);
    let line: Vec<Move> = [judged.mv]
        .into_iter()
        .chain(replies.iter().copied())
        .collect();
    let mistake = Mistake {
        board: game.board(),
        color: judged.color,
        moves: game.moves(),
        owners: &judged.before.owners,
        played: FoundAfter {
            line: &line,
            owners: &judged.after.owners,
        },
        better: FoundAfter {
            line: &better.line,
            owners: &better.owners,
        },
        passed: better.passed.as_ref(),
    };
    reasons(&mistake, language)
}
