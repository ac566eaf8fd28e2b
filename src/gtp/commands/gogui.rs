//! Commands of GoGui.

use super::{Answer, Args, GtpError, Session, setup};
use crate::go::Color;

pub(super) fn version(_: &mut Session, _: &mut Args<'_>) -> Answer {
    Ok(String::new())
}

pub(super) fn interrupt(_: &mut Session, _: &mut Args<'_>) -> Answer {
    Ok(String::new())
}

/// The lines of GoGui's analyze menu: type, label, command. A label has no slash.
const ANALYZE_COMMANDS: &[&str] = &[
    "plist/All Legal/all_legal %c",
    "plist/Liberties/findlib %p",
    "string/Why Illegal/kosumi-why_illegal %c %p",
    "plist/Final Status Alive/final_status_list alive",
    "plist/Final Status Seki/final_status_list seki",
    "plist/Final Status Dead/final_status_list dead",
    "string/Final Score/final_score",
    "hstring/Score Terms/kosumi-score",
    "hstring/Position/kosumi-board",
    "hstring/Clocks/kosumi-clock",
    "string/Invariant Hash/invariant_hash",
    "param/Search/kosumi-param Search",
    "param/Rules/kosumi-param Rules",
    "param/Time/kosumi-param Time",
    "param/Engine/kosumi-param Engine",
    "none/Live Graphics Off/kosumi-param livegfx off",
    "none/Live Graphics Counts/kosumi-param livegfx counts",
    "none/Live Graphics Sequence/kosumi-param livegfx sequence",
    "string/Rules as JSON/kata-get-rules",
    "none/Clear Cache/clear_cache",
];

pub(super) fn analyze_commands(_: &mut Session, _: &mut Args<'_>) -> Answer {
    Ok(ANALYZE_COMMANDS.join("\n"))
}

pub(super) fn setup(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let stones = setup::stones(session, args)?;
    if session.game.board().empty_count() < session.size().area() {
        return Err(GtpError::new("board not empty"));
    }
    if !stones.stones.is_empty() {
        session.game.set_up(stones)?;
    }
    Ok(String::new())
}

pub(super) fn setup_player(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let color: Color = args.next()?;
    args.end()?;
    session.game.set_to_move(color);
    Ok(String::new())
}

pub(super) fn play_sequence(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let moves = args.moves(session.size())?;
    let before = session.game.moves().len();
    for (color, mv) in moves {
        if let Err(error) = session.play(color, mv) {
            let made = session.game.moves().len() - before;
            session.game.undo(made)?;
            return Err(error);
        }
    }
    Ok(String::new())
}
