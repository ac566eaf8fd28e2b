//! Commands about the conversation itself.

use super::{Answer, Args, Command, Conversation, lines};

pub(super) fn known_command(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let is_known =
        |name| Command::find(name).is_some_and(|row| row.is_listed(&talk.session.params));
    Ok(args.word().is_some_and(is_known).to_string())
}

pub(super) fn list_commands(talk: &mut Conversation) -> String {
    let listed = Command::all().filter(|command| command.is_listed(&talk.session.params));
    lines(listed.map(|command| command.name))
}

pub(super) fn echo_err(_: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let text = args.remainder();
    // At the level that is shown by default: showing it is what the command is for.
    log::warn!("{text}");
    Ok(text.to_owned())
}
