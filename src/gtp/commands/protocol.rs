//! Commands about the conversation itself.

use super::{Answer, Args, Command, Session};
use cpu_time::ProcessTime;

pub(super) fn known_command(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let is_known = |name| Command::find(name).is_some_and(|row| row.is_listed(&session.params));
    Ok(args.word().is_some_and(is_known).to_string())
}

pub(super) fn list_commands(session: &mut Session) -> String {
    Command::all()
        .filter(|command| command.is_listed(&session.params))
        .map(|command| command.name)
        .collect::<Vec<_>>()
        .join("\n")
}

pub(super) fn echo_err(_: &mut Session, args: &mut Args<'_>) -> Answer {
    let text = args.remainder();
    // At the level that is shown by default: showing it is what the command is for.
    log::warn!("{text}");
    Ok(text.to_owned())
}

pub(super) fn cputime(_: &mut Session) -> String {
    format!("{:.2}", ProcessTime::now().as_duration().as_secs_f64())
}
