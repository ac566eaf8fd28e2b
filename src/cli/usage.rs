//! Errors of command lines, all in one form, with what may have been meant.

use super::MISUSED;
use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::borrow::Cow;
use std::error::Error as _;
use std::io::{self, Write};
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use std::path::Path;
use std::process::ExitCode;

/// What all messages on standard error begin with.
const PREFIX: &str = "kosumi: ";

/// Prints what clap has to say, which may be the help that was asked for, and returns the exit status.
pub(super) fn end(error: &Error, words: &[impl AsRef<std::ffi::OsStr>]) -> ExitCode {
    if !error.use_stderr() {
        return match error.print() {
            // Whoever asked has gone away.
            Err(failure) if failure.kind() != io::ErrorKind::BrokenPipe => {
                let _ = writeln!(io::stderr(), "{PREFIX}{failure}");
                ExitCode::FAILURE
            }
            _ => ExitCode::SUCCESS,
        };
    }
    let is_of_program = words.get(1).is_none_or(|word| !is_command(word.as_ref()));
    let text = is_of_program.then(|| about_file(error)).flatten();
    let text = text.unwrap_or_else(|| message(error));
    let _ = writeln!(io::stderr(), "{PREFIX}{}", text.trim_end());
    ExitCode::from(MISUSED)
}

fn is_command(word: &std::ffi::OsStr) -> bool {
    super::command(false)
        .get_subcommands()
        .any(|command| command.get_name() == word)
}

/// What is wrong, in one line, for an error with more around it.
pub(super) fn in_one_line(error: &Error) -> String {
    let text = message(error);
    let reason = text
        .split("\n\nUsage:")
        .next()
        .unwrap_or_default()
        .split("\n\nFor more")
        .next()
        .unwrap_or_default();
    let words: Vec<&str> = reason.split_whitespace().collect();
    words.join(" ")
}

/// Leaves out the hint that an unknown flag could be meant as a file, which it never is.
fn without_values(text: &str) -> String {
    let paragraphs = text.split("\n\n");
    let kept: Vec<&str> = paragraphs
        .filter(|paragraph| !paragraph.starts_with("  tip: to pass '"))
        .collect();
    kept.join("\n\n")
}

/// What is wrong and what may have been meant.
fn message(error: &Error) -> String {
    let text = without_values(&error.render().to_string());
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return format!("something is missing behind the command\n\n{text}");
    }
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    match (error.source(), plain_reason(error)) {
        (Some(source), Some(reason)) => text.replacen(&source.to_string(), &reason, 1),
        _ => text.to_owned(),
    }
}

/// What is expected where a number cannot be read, for which the standard library has words for programmers.
fn plain_reason(error: &Error) -> Option<Cow<'static, str>> {
    let value = match error.get(ContextKind::InvalidValue)? {
        ContextValue::String(value) => value.as_str(),
        _ => "",
    };
    let source = error.source()?;
    if source.is::<ParseFloatError>() {
        return Some("a number is expected".into());
    }
    if let Some(error) = source.downcast_ref::<ParseIntError>() {
        return Some(match error.kind() {
            IntErrorKind::Zero => "a whole number of 1 or more is expected".into(),
            IntErrorKind::PosOverflow => "the number is too large".into(),
            _ if value.starts_with('-') => "a number that is not negative is expected".into(),
            _ => "a whole number is expected".into(),
        });
    }
    // How clap writes a range.
    let range = source
        .to_string()
        .strip_prefix(&format!("{value} is not in "))
        .map(str::to_owned)?;
    let (least, most) = range.split_once("..")?;
    Some(match most.trim_start_matches('=') {
        most if most.is_empty() || most == u64::MAX.to_string() => {
            format!("a whole number of {least} or more is expected").into()
        }
        most => format!("a whole number from {least} to {most} is expected").into(),
    })
}

/// What is done with files of an ending: the beginnings of command lines, and what they do.
struct UsageText {
    endings: &'static [&'static str],
    commands: &'static [(&'static str, &'static str)],
}

const USES: &[UsageText] = &[
    UsageText {
        endings: &[".sgf", ".sgf.gz", ".sgf.xz"],
        commands: &[
            ("kosumi review", "finds the mistakes in the game"),
            ("kosumi score", "counts it"),
            ("kosumi play", "goes on with it"),
        ],
    },
    UsageText {
        endings: &[".bin.gz", ".txt.gz", ".bin"],
        commands: &[("kosumi gtp --model", "plays with that network")],
    },
    UsageText {
        endings: &[".toml", ".cfg"],
        commands: &[("kosumi gtp --config", "plays with those parameters")],
    },
    UsageText {
        endings: &[".tst"],
        commands: &[("kosumi regress", "runs the tests in it")],
    },
    UsageText {
        endings: &[".json", ".jsonl"],
        commands: &[("kosumi analysis <", "answers the queries in it")],
    },
];

/// A name of a file as a shell of this system reads it: those of Windows know no single quotes, and take a backslash as it is.
pub(super) fn quoted(name: &str) -> Cow<'_, str> {
    if cfg!(windows) {
        quoted_for_windows(name)
    } else {
        shlex::try_quote(name).unwrap_or(Cow::Borrowed(name))
    }
}

/// No file there has a double quote in its name.
fn quoted_for_windows(name: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_alphanumeric() || "\\/:._-~".contains(c);
    if !name.is_empty() && name.chars().all(is_plain) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(format!("\"{name}\""))
    }
}

/// Where a file stands in the place of a command: the commands that take one.
fn about_file(error: &Error) -> Option<String> {
    let kind = match error.kind() {
        ErrorKind::InvalidSubcommand => ContextKind::InvalidSubcommand,
        ErrorKind::UnknownArgument => ContextKind::InvalidArg,
        _ => return None,
    };
    let ContextValue::String(name) = error.get(kind)? else {
        return None;
    };
    let lower = name.to_ascii_lowercase();
    let has_ending =
        |using: &&UsageText| using.endings.iter().any(|ending| lower.ends_with(ending));
    let using = USES.iter().find(has_ending);
    let using = using.or_else(|| Path::new(name).is_file().then(|| &USES[0]))?;
    let quoted = quoted(name);
    let lines = using
        .commands
        .iter()
        .map(|(command, what)| (format!("{command} {quoted}"), what));
    let lines: Vec<_> = lines.collect();
    let width = lines.iter().map(|(line, _)| line.chars().count()).max();
    let rows = lines
        .iter()
        .map(|(line, what)| format!("\n  {line:width$}  {what}", width = width.unwrap_or(0)));
    Some(format!(
        "'{name}' is no command; commands that take such a file:{}\n\nFor more information, try '--help'.",
        rows.collect::<String>()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_as_the_shell_of_the_system_reads_them() {
        for (name, text) in [
            (r"C:\games\a.sgf", r"C:\games\a.sgf"),
            (r"C:\my games\a.sgf", "\"C:\\my games\\a.sgf\""),
            ("a&b.sgf", "\"a&b.sgf\""),
            ("", "\"\""),
        ] {
            assert_eq!(quoted_for_windows(name), text);
        }
        let here = quoted("a game.sgf");
        let quote = if cfg!(windows) { '"' } else { '\'' };
        assert_eq!(here, format!("{quote}a game.sgf{quote}"));
        assert_eq!(quoted("game.sgf"), "game.sgf");
    }
}
