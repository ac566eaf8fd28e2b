//! Commands of servers and of match programs.

use super::{Answer, Args, Session, lines};
use crate::gtp::chat;
use crate::params::PARAMS;

/// Answers what a user says in a game or in private.
pub(super) fn kgs_chat(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let (_place, _user): (String, String) = (args.next()?, args.next()?);
    Ok(chat::answer(session, args.remainder()))
}

pub(super) fn opponent(_: &mut Session, args: &mut Args<'_>) -> Answer {
    log::info!("opponent: {}", args.remainder());
    Ok(String::new())
}

pub(super) fn gomill_describe_engine(session: &mut Session) -> String {
    let params = PARAMS
        .iter()
        .map(|param| format!("{}: {}", param.name, param.get(&session.params)));
    let about = [
        format!("kosumi {}", env!("CARGO_PKG_VERSION")),
        format!("player: {}", session.engine.kind().name),
        format!("rules: {}", session.rules_name()),
        format!("seed: {}", session.engine.seed()),
    ];
    lines(about.into_iter().chain(params))
}

pub(super) fn gomill_explain_last_move(session: &mut Session) -> String {
    session
        .last_generated
        .as_ref()
        .map_or_else(String::new, |generated| {
            let choice = &generated.choice;
            let rate = choice
                .win_rate
                .map_or_else(String::new, |rate| format!(", win rate {rate:.3}"));
            format!(
                "{} {}: {} playouts{rate}, {:.2} s",
                generated.color,
                choice.mv,
                choice.playouts,
                generated.wall.as_secs_f64()
            )
        })
}
