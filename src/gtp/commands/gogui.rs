//! Commands of GoGui.

use super::{Answer, Args, Conversation, GtpError, done, setup};
use crate::go::Color;

/// The lines of GoGui's analyze menu: type, label, command. A label has no slash; it says of a command
/// that it searches, since that takes a moment and does not show the search of the last move.
pub(super) const ANALYZE_COMMANDS: &[&str] = &[
    "gfx/Best Moves (search)/kosumi-best_moves",
    "gfx/Win Rates (search)/kosumi-win_rates",
    "pspairs/Top Moves (search)/top_moves",
    "sboard/Visits (search)/kosumi-visits",
    "gfx/Lower Bounds (search)/kosumi-bounds",
    "sboard/All Moves As First (search)/kosumi-rave_values",
    "var/Principal Variation (search)/kosumi-variation",
    "gfx/Search Tree Root (search)/kosumi-tree_root",
    "dboard/Ownership (search)/kosumi-territory",
    "string/Estimate Score (search)/estimate_score",
    "hstring/Search Statistics (search)/kosumi-statistics",
    "hstring/Move Reasons (search)/move_reasons %p",
    "hstring/Search Tree (search)/kosumi-tree",
    "none/Save Tree (search)/kosumi-savetree %w",
    "none/Live Graphics Off/kosumi-param livegfx off",
    "none/Live Graphics Counts/kosumi-param livegfx counts",
    "none/Live Graphics Sequence/kosumi-param livegfx sequence",
    "cboard/Policy/kosumi-policy",
    "gfx/Prior in Percent/kosumi-priors",
    "gfx/Playout Moves/kosumi-playout_moves",
    "none/Save Playouts/kosumi-savegames %w",
    "dboard/Influence/kosumi-influence",
    "plist/All Legal/all_legal %c",
    "string/Why Illegal/kosumi-why_illegal %c %p",
    "plist/Liberties/findlib %p",
    "varpo/Attack/attack %p",
    "varp/Defend/defend %p",
    "varpo/Ladder Attack/ladder_attack %p",
    "string/Ladder Status/kosumi-ladder %p",
    "hstring/Life and Death/kosumi-fight %p",
    "hstring/Unsettled Groups/kosumi-unsettled",
    "gfx/Ladders/kosumi-ladders",
    "string/Unconditional Status/unconditional_status %p",
    "bwboard/Unconditional Life/kosumi-unconditional_life",
    "plist/Final Status Alive/final_status_list alive",
    "plist/Final Status Seki/final_status_list seki",
    "plist/Final Status Dead/final_status_list dead",
    "string/Final Score/final_score",
    "hstring/Score Terms/kosumi-score",
    "hstring/Position/kosumi-board",
    "hstring/Point/kosumi-point %p",
    "string/Invariant Hash/invariant_hash",
    "hstring/Clocks/kosumi-clock",
    "param/Search/kosumi-param Search",
    "param/Rules/kosumi-param Rules",
    "param/Time/kosumi-param Time",
    "param/Engine/kosumi-param Engine",
    "string/Rules as JSON/kata-get-rules",
    "none/Clear Cache/clear_cache",
];

pub(super) fn setup(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let stones = setup::stones(talk, args)?;
    // After moves it would begin a new history, although all stones may be gone or all moves passes.
    let is_empty = talk.session.game.board().empty_count() == talk.session.size().area();
    if !is_empty || !talk.session.game.moves().is_empty() {
        return Err(GtpError::new("board not empty"));
    }
    if !stones.stones.is_empty() {
        talk.session.game.set_up(stones)?;
    }
    Ok(String::new())
}

pub(super) fn setup_player(talk: &mut Conversation, color: Color) -> Answer {
    talk.session.game.set_to_move(color);
    Ok(String::new())
}

pub(super) fn play_sequence(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let moves = args.moves(talk.session.size())?;
    let mut moves = moves.into_iter();
    done(talk.all_or_nothing(|talk| moves.try_for_each(|(color, mv)| talk.play(color, mv))))
}
