//! Commands about the conversation itself.

use super::{Answer, Args, Command, Session};
use cpu_time::ProcessTime;

/// The version of the crate: three integers, which clients compare.
const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(super) fn protocol_version(_: &mut Session, _: &mut Args<'_>) -> Answer {
    Ok("2".to_owned())
}

pub(super) fn name(_: &mut Session, _: &mut Args<'_>) -> Answer {
    Ok("kosumi".to_owned())
}

pub(super) fn version(_: &mut Session, _: &mut Args<'_>) -> Answer {
    Ok(VERSION.to_owned())
}

pub(super) fn known_command(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let is_known = |name| Command::find(name).is_some_and(|row| row.is_listed(&session.params));
    Ok(args.word().is_some_and(is_known).to_string())
}

pub(super) fn list_commands(session: &mut Session, _: &mut Args<'_>) -> Answer {
    Ok(Command::all()
        .filter(|command| command.is_listed(&session.params))
        .map(|command| command.name)
        .collect::<Vec<_>>()
        .join("\n"))
}

pub(super) fn quit(session: &mut Session, _: &mut Args<'_>) -> Answer {
    session.quit();
    Ok(String::new())
}

pub(super) fn echo(_: &mut Session, args: &mut Args<'_>) -> Answer {
    Ok(args.remainder().to_owned())
}

pub(super) fn echo_err(_: &mut Session, args: &mut Args<'_>) -> Answer {
    let text = args.remainder();
    // At the level that is shown by default: showing it is what the command is for.
    log::warn!("{text}");
    Ok(text.to_owned())
}

pub(super) fn pid(_: &mut Session, _: &mut Args<'_>) -> Answer {
    Ok(std::process::id().to_string())
}

pub(super) fn cputime(_: &mut Session, _: &mut Args<'_>) -> Answer {
    Ok(format!(
        "{:.2}",
        ProcessTime::now().as_duration().as_secs_f64()
    ))
}
