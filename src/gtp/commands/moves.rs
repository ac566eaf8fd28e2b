//! Commands that make, choose, judge and take back moves.

use super::values::tree_rows;
use super::{Answer, Args, GtpError, Session, done, words};
use crate::clock::Budget;
use crate::engine::Choice;
use crate::eval::{Model, NO_NAME};
use crate::go::{Color, Game, IllegalMove, Move};
use crate::gtp::session::Task;
use crate::search::{Purpose, Restriction, Search};
use std::time::Instant;

/// The keywords are what the controller would understand besides a move; a move alone is never wrong.
pub(super) fn gomill_genmove_ex(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let Some(color) = args.optional()? else {
        return Ok(String::new());
    };
    Ok(generate(session, color, Purpose::Play))
}

/// Tells the tree that a move was chosen from on standard error, as far as it was searched for it.
pub(super) fn kosumi_genmove_debug(session: &mut Session, color: Color) -> Answer {
    let choice = session.generate(Task::new(color, Purpose::Play)).choice;
    show_tree(session, &choice);
    Ok(answer_of(session, &choice))
}

/// Chooses a move without making it, and shows the tree that it was chosen from.
pub(super) fn kata_search_debug(session: &mut Session, color: Color) -> Answer {
    let stop = session.interrupt.clone();
    let choice = session
        .deliberate(Task::new(color, Purpose::Play), stop)
        .choice;
    show_tree(session, &choice);
    Ok(answer_of(session, &choice))
}

/// More visits than this measure nothing that fewer do not.
const MOST_MEASURED: u64 = 100_000;

/// Searches the position as for an analysis with so many looks, or playouts without a network, from an empty tree.
pub(super) fn kata_benchmark(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let visits: u64 = args.next()?;
    args.end()?;
    if !(1..=MOST_MEASURED).contains(&visits) {
        return Err(GtpError::syntax("a number from 1 to 100000 expected"));
    }
    session.clear_cache();
    let budget = Budget {
        stop: session.interrupt.clone(),
        ..Budget::of_playouts(visits)
    };
    let begun = Instant::now();
    let thought = session.think(Task::new(session.to_move(), Purpose::Analyze), budget);
    let seconds = begun.elapsed().as_secs_f64();
    let made = thought.choice.playouts;
    // The next search begins as if there had been none.
    session.clear_cache();
    let player = &session.params.player;
    let model = player
        .model
        .as_ref()
        .map_or(NO_NAME.to_owned(), Model::name);
    Ok(format!(
        "visits {made}\nseconds {seconds:.3}\nvisits_per_second {:.1}\nthreads {}\nmodel {model}",
        f64::from(u32::try_from(made).unwrap_or(u32::MAX)) / seconds.max(1e-9),
        player.threads
    ))
}

fn show_tree(session: &Session, choice: &Choice) {
    let search = session.engine.search().filter(|_| choice.playouts > 0);
    let branches = search.map_or(Vec::new(), Search::branches);
    for row in tree_rows(session, &branches, 0) {
        // At the level that is shown by default: showing it is what the command is for.
        log::warn!("{row}");
    }
}

/// Chooses a move and makes it.
pub(super) fn generate(session: &mut Session, color: Color, purpose: Purpose) -> String {
    let choice = session.generate(Task::new(color, purpose)).choice;
    answer_of(session, &choice)
}

fn answer_of(session: &Session, choice: &Choice) -> String {
    if choice.resigns {
        "resign".to_owned()
    } else {
        session.vertex_text(choice.mv)
    }
}

pub(super) fn reg_genmove(session: &mut Session, color: Color) -> Answer {
    let (_, thought) = session.ask(color, Purpose::Play, Restriction::default());
    Ok(session.vertex_text(thought.choice.mv))
}

pub(super) fn gg_undo(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let moves: Option<u64> = args.last()?;
    done(session.game.undo(moves.unwrap_or(1) as usize))
}

/// Each move that is tried keeps a game; strangers may keep so many.
const MOST_TRIES: usize = 100;

/// Makes a move that `popgo` takes back.
pub(super) fn try_move(
    session: &mut Session,
    play: impl FnOnce(&mut Game) -> Result<(), IllegalMove>,
) -> Answer {
    let before = session.game.clone();
    if session.params.sandbox.is_some() && session.tries.len() >= MOST_TRIES {
        return Err(GtpError::new("too many moves are tried"));
    }
    play(&mut session.game)?;
    session.tries.push(before);
    Ok(String::new())
}

pub(super) fn popgo(session: &mut Session, _: &mut Args<'_>) -> Answer {
    session.game = session
        .tries
        .pop()
        .ok_or_else(|| GtpError::new("cannot undo"))?;
    Ok(String::new())
}

pub(super) fn all_legal(session: &mut Session, color: Color) -> Answer {
    let is_legal = |&point: &_| session.game.check(color, Move::Play(point)).is_ok();
    Ok(words(session.size().points_from_top().filter(is_legal)))
}

pub(super) fn why_illegal(session: &mut Session, color: Color, mv: Move) -> Answer {
    Ok(match session.game.check(color, mv) {
        Ok(()) => "legal".to_owned(),
        Err(reason) => reason.to_string(),
    })
}
