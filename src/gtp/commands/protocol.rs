//! Commands about the conversation itself.

use super::{Answer, Args, Command, Session, lines};

pub(super) fn known_command(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let is_known = |name| Command::find(name).is_some_and(|row| row.is_listed(&session.params));
    Ok(args.word().is_some_and(is_known).to_string())
}

pub(super) fn list_commands(session: &mut Session) -> String {
    let listed = Command::all().filter(|command| command.is_listed(&session.params));
    lines(listed.map(|command| command.name))
}

pub(super) fn echo_err(_: &mut Session, args: &mut Args<'_>) -> Answer {
    let text = args.remainder();
    // At the level that is shown by default: showing it is what the command is for.
    log::warn!("{text}");
    Ok(text.to_owned())
}
