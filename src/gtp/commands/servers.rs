//! Commands of servers and of match programs.

use super::{Answer, Args, Conversation, lines};
use crate::gtp::chat;
use crate::params::PARAMS;

/// Answers what a user says in a game or in private.
pub(super) fn kgs_chat(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let (_place, _user): (String, String) = (args.next()?, args.next()?);
    Ok(chat::answer(&talk.session, args.remainder()))
}

pub(super) fn opponent(_: &mut Conversation, args: &mut Args<'_>) -> Answer {
    log::info!("opponent: {}", args.remainder());
    Ok(String::new())
}

pub(super) fn gomill_describe_engine(talk: &mut Conversation) -> String {
    let params = PARAMS
        .iter()
        .map(|param| format!("{}: {}", param.name, param.get(&talk.session.params)));
    let about = [
        format!("kosumi {}", env!("CARGO_PKG_VERSION")),
        format!("player: {}", talk.session.engine.kind().name),
        format!("rules: {}", talk.session.game.rules().to_text()),
        format!("seed: {}", talk.session.engine.seed()),
    ];
    lines(about.into_iter().chain(params))
}

pub(super) fn gomill_explain_last_move(talk: &mut Conversation) -> String {
    talk.session
        .last_generated
        .as_ref()
        .map_or_else(String::new, |generated| {
            let choice = &generated.choice;
            let rate = choice
                .win_rate
                .map_or_else(String::new, |rate| format!(", win rate {rate:.3}"));
            format!(
                "{} {}: {} visits{rate}, {:.2} s",
                generated.color,
                choice.mv,
                choice.visits,
                generated.wall.as_secs_f64()
            )
        })
}
