//! Commands that make, choose, judge and take back moves.

use super::values::tree_rows;
use super::{Answer, Args, Conversation, GtpError, done, words};
use crate::clock::Budget;
use crate::engine::Choice;
use crate::eval::{Model, NO_NAME};
use crate::go::{Color, Game, IllegalMove, Move};
use crate::gtp::conversation::ask;
use crate::search::{Purpose, Restriction, Search};
use crate::session::Question;
use web_time::Instant;

/// The keywords are what the controller would understand besides a move; a move alone is never wrong.
pub(super) fn gomill_genmove_ex(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let Some(color) = args.optional()? else {
        return Ok(String::new());
    };
    Ok(generate(talk, color, Purpose::Play))
}

/// Tells the tree that a move was chosen from on standard error, as far as it was searched for it.
pub(super) fn kosumi_genmove_debug(talk: &mut Conversation, color: Color) -> Answer {
    let choice = talk.generate(Question::new(color, Purpose::Play)).choice;
    show_tree(talk, &choice);
    Ok(answer_of(talk, &choice))
}

/// Chooses a move without making it, and shows the tree that it was chosen from.
pub(super) fn kata_search_debug(talk: &mut Conversation, color: Color) -> Answer {
    let stop = talk.session.stop.clone();
    let choice = talk
        .deliberate(Question::new(color, Purpose::Play), stop)
        .choice;
    show_tree(talk, &choice);
    Ok(answer_of(talk, &choice))
}

/// More visits than this measure nothing that fewer do not.
const MOST_MEASURED: u64 = 100_000;

/// Searches the position as for an analysis with a number of visits, from an empty tree.
pub(super) fn kata_benchmark(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let visits: u64 = args.next()?;
    args.end()?;
    if !(1..=MOST_MEASURED).contains(&visits) {
        return Err(GtpError::syntax("a number from 1 to 100000 expected"));
    }
    talk.clear_cache();
    let budget = Budget {
        stop: talk.session.stop.clone(),
        ..Budget::of_visits(visits)
    };
    let begun = Instant::now();
    let thought = talk.think(
        Question::new(talk.session.to_move(), Purpose::Analyze),
        budget,
    );
    let seconds = begun.elapsed().as_secs_f64();
    let made = thought.choice.visits;
    // The next search begins as if there had been none.
    talk.clear_cache();
    let player = &talk.session.params.player;
    let model = player
        .model
        .as_ref()
        .map_or(NO_NAME.to_owned(), Model::name);
    Ok(format!(
        "visits {made}\nseconds {seconds:.3}\nvisits_per_second {:.1}\nthreads {}\nmodel {model}",
        f64::from(u32::try_from(made).unwrap_or(u32::MAX)) / seconds.max(1e-9),
        player.threads()
    ))
}

fn show_tree(talk: &Conversation, choice: &Choice) {
    let search = talk.session.engine.search().filter(|_| choice.visits > 0);
    let branches = search.map_or(Vec::new(), Search::branches);
    for row in tree_rows(talk, &branches, 0) {
        // At the level that is shown by default: showing it is what the command is for.
        log::warn!("{row}");
    }
}

/// Chooses a move and makes it.
pub(super) fn generate(talk: &mut Conversation, color: Color, purpose: Purpose) -> String {
    let choice = talk.generate(Question::new(color, purpose)).choice;
    answer_of(talk, &choice)
}

fn answer_of(talk: &Conversation, choice: &Choice) -> String {
    if choice.resigns {
        "resign".to_owned()
    } else {
        talk.vertex_text(choice.mv)
    }
}

pub(super) fn reg_genmove(talk: &mut Conversation, color: Color) -> Answer {
    let (_, thought) = ask(&talk.session, color, Purpose::Play, Restriction::default());
    Ok(talk.vertex_text(thought.choice.mv))
}

pub(super) fn gg_undo(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let moves: Option<usize> = args.last()?;
    done(talk.session.game.undo(moves.unwrap_or(1)))
}

/// Each move that is tried keeps a game; in the sandbox there may be this many.
const MOST_TRIES: usize = 100;

/// Makes a move that `popgo` takes back.
pub(super) fn try_move(
    talk: &mut Conversation,
    play: impl FnOnce(&mut Game) -> Result<(), IllegalMove>,
) -> Answer {
    let before = talk.session.game.clone();
    if talk.session.params.sandbox.is_some() && talk.tries.len() >= MOST_TRIES {
        return Err(GtpError::new("too many moves are tried"));
    }
    play(&mut talk.session.game)?;
    talk.tries.push(before);
    Ok(String::new())
}

pub(super) fn popgo(talk: &mut Conversation, _: &mut Args<'_>) -> Answer {
    talk.session.game = talk
        .tries
        .pop()
        .ok_or_else(|| GtpError::new("cannot undo"))?;
    Ok(String::new())
}

pub(super) fn all_legal(talk: &mut Conversation, color: Color) -> Answer {
    let is_legal = |&point: &_| talk.session.game.check(color, Move::Play(point)).is_ok();
    Ok(words(
        talk.session.size().points_from_top().filter(is_legal),
    ))
}

pub(super) fn why_illegal(talk: &mut Conversation, color: Color, mv: Move) -> Answer {
    Ok(match talk.session.game.check(color, mv) {
        Ok(()) => "legal".to_owned(),
        Err(reason) => reason.to_string(),
    })
}
