//! The texts of `--help`: a first screen, the common flags of a command, and everything with `--help-all`.

use crate::engine::PLAYERS;
use crate::go::rules::PRESETS;
use crate::params::{PARAMS, Param, Params};
use clap::{Arg, ArgAction, Command};
use std::fmt::Write;

/// The flag that prints everything.
pub(super) const ALL: &str = "help-all";

/// The headings of flags.
pub(super) const STRENGTH: &str = "Strength";
pub(super) const GAME: &str = "Game";
pub(super) const SETTINGS: &str = "Settings";
pub(super) const CONVERSATION: &str = "Conversation";

/// What the first screen lists, by what people want to do.
const GROUPS: &[(&str, &[&str])] = &[
    ("For people", &["web", "play", "review", "score", "solve"]),
    (
        "For Go programs such as Sabaki, GoGui, Lizzie and KaTrain",
        &["gtp", "analysis"],
    ),
    (
        "For measuring and training",
        &["match", "regress", "bench", "selfplay", "train"],
    ),
];

/// What the first screen only names.
const OTHERS: &[&str] = &["completions", "man", "version", "help"];

/// Command lines to begin with, and what they do.
const EXAMPLES: &[(&str, &str)] = &[("kosumi review game.sgf", "writes game.review.html")];

/// The columns that are taken by what this program lays out itself.
const WIDTH: usize = 80;

/// The most columns of other text: longer lines are hard to read.
const MOST_WIDTH: usize = 100;

/// Adds the flags for help, and the first screen unless all is asked for.
pub(super) fn with_help(command: Command, is_all: bool) -> Command {
    let flags = [
        Arg::new("help")
            .short('h')
            .long("help")
            .action(ArgAction::HelpShort)
            .help("Prints the common flags"),
        Arg::new(ALL)
            .long(ALL)
            .action(ArgAction::HelpLong)
            .help("Prints all flags, and all names that they take"),
    ];
    let command = command.max_term_width(MOST_WIDTH);
    let command = command.disable_help_flag(true).args(
        flags
            .into_iter()
            .map(|flag| flag.global(true).help_heading(MESSAGES)),
    );
    if is_all {
        return command;
    }
    let screen = first_screen(&command);
    command.override_help(screen)
}

/// The heading of flags that all commands have.
pub(super) const MESSAGES: &str = "Messages and help";

/// What `kosumi --help` prints.
fn first_screen(command: &Command) -> String {
    let about = command.get_about().map(ToString::to_string);
    let mut text = format!(
        "kosumi {}. {}.\n",
        env!("CARGO_PKG_VERSION"),
        about.unwrap_or_default()
    );
    for (title, names) in GROUPS {
        let _ = write!(text, "\n{title}:\n");
        for name in *names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let _ = writeln!(
                text,
                "  {name:10} {}",
                about.map(ToString::to_string).unwrap_or_default()
            );
        }
    }
    let _ = write!(text, "Also: {}\n\nExamples:\n", OTHERS.join(", "));
    for (line, what) in EXAMPLES {
        let _ = writeln!(text, "  {line:39} {what}");
    }
    text + "Usage: kosumi COMMAND [FLAGS]; --help for common flags, --help-all for all"
}

/// The end of the help about the engine: which names its flags take.
pub(super) fn names() -> String {
    let rules: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
    let rules = laid_out("", 0, &rules.join(", "));
    format!(
        "Rule sets:\n{rules}\n--help-all describes the rule sets, the players and the parameters for --param."
    )
}

/// Lists the players, rule sets and parameters that flags may name.
pub(super) fn all_names() -> String {
    let defaults = Params::default();
    let rows = |rows: Vec<(&str, String)>| -> String {
        let lines = rows.iter().map(|(name, doc)| laid_out(name, 26, doc));
        lines.collect()
    };
    let players = PLAYERS.iter().map(|kind| (kind.name, kind.doc.to_owned()));
    let rules = PRESETS
        .iter()
        .map(|preset| (preset.name, preset.title.to_owned()));
    let params = |is_tuned| {
        let params = PARAMS
            .iter()
            .filter(move |param| param.is_tuned() == is_tuned);
        rows(params.map(|param| of_param(param, &defaults)).collect())
    };
    format!(
        "Players:\n{}\nRule sets:\n{}\nParameters:\n{}\n\
         Numbers of the search and of playouts, for experiments; all are `auto` at first:\n{}",
        rows(players.collect()),
        rows(rules.collect()),
        params(false),
        params(true)
    )
}

fn of_param(param: &Param, defaults: &Params) -> (&'static str, String) {
    let value = param.get(defaults);
    let doc = if param.is_tuned() || value.is_empty() {
        param.doc.to_owned()
    } else {
        format!("{} [{value}]", param.doc)
    };
    (param.name, doc)
}

/// A name and what it means in as many lines as that takes, the words below each other.
fn laid_out(name: &str, indent: usize, words: &str) -> String {
    let mut text = format!("  {name:indent$}");
    let mut column = text.len();
    for word in words.split_whitespace() {
        if column > 2 + indent && column + 1 + word.len() > WIDTH {
            let _ = write!(text, "\n{}", " ".repeat(2 + indent));
            column = 2 + indent;
        } else if column > 2 + indent {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += word.len();
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::super::command;
    use super::*;

    #[test]
    fn the_first_screen_fits_a_small_terminal_and_names_every_command() {
        let command = command(false);
        let screen = first_screen(&command);
        assert!(screen.lines().count() <= 24, "{screen}");
        for line in screen.lines() {
            assert!(line.chars().count() <= WIDTH, "{line}");
        }
        let grouped = || GROUPS.iter().flat_map(|(_, names)| names.iter());
        let listed: Vec<&str> = grouped().chain(OTHERS).copied().collect();
        for subcommand in command.get_subcommands() {
            let name = subcommand.get_name();
            let count = listed.iter().filter(|listed| **listed == name).count();
            assert_eq!(count, 1, "{name}");
        }
        for name in listed {
            let is_there = name == "help" || command.find_subcommand(name).is_some();
            assert!(is_there, "{name}");
        }
    }

    #[test]
    fn lists_are_broken_between_words() {
        let text = all_names();
        for line in text.lines() {
            assert!(line.chars().count() <= WIDTH, "{line}");
        }
        for name in [
            "mcts",
            "tromp-taylor",
            "dynamicScoreUtilityFactor",
            "memory_mb",
        ] {
            assert!(text.contains(&format!("\n  {name} ")), "{name}");
        }
    }
}
