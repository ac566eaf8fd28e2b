//! Why the mistakes of a game were mistakes.

use super::JudgedMove;
use crate::explain::{FoundAfter, Language, Mistake, reasons};
use crate::go::record::Action;
use crate::go::rules::Rules;
use crate::go::{Board, Game, Move, Point, Record};

/// Finds the reasons of all mistakes among the judged moves of a record, which are in its order.
pub(super) fn explain(record: &Record, rules: Rules, language: Language, moves: &mut [JudgedMove]) {
    let mut game = Game::new(record.size, rules);
    let mut judged = moves.iter_mut();
    for node in &record.nodes {
        let is_possible = match &node.action {
            Action::Setup(setup) => game.set_up(setup.clone()).is_ok(),
            &Action::Move(color, mv) => {
                if let Some(judged) = judged.next()
                    && judged.is_mistake()
                {
                    let last = game.moves().last().filter(|(mover, _)| *mover != color);
                    let last = last.and_then(|(_, mv)| mv.point());
                    judged.reasons = of_move(judged, game.board(), last, language);
                }
                game.play_leniently(color, mv).is_ok()
            }
        };
        debug_assert!(is_possible, "the whole game was replayed before");
    }
}

fn of_move(
    judged: &JudgedMove,
    board: &Board,
    last: Option<Point>,
    language: Language,
) -> Vec<crate::explain::Reason> {
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
        board,
        color: judged.color,
        last,
        owners: &judged.before.owners,
        played: FoundAfter {
            line: &line,
            owners: &judged.after.owners,
        },
        better: FoundAfter {
            line: &better.line,
            owners: &better.owners,
        },
    };
    reasons(&mistake, language)
}
