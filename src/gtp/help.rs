//! Every command with its arguments and answer, from the table, for people.

use super::{Command, Subject};
use std::fmt::Write;

/// What the words in the usages mean; other words are explained with their command.
const ARGUMENTS: &[(&str, &str)] = &[
    ("color", "b, black, w or white, in any case"),
    (
        "point",
        "a letter from A on, without I, and a row counted from the bottom: D4",
    ),
    ("vertex", "a point, or pass"),
    (
        "file",
        "the name of a file; between double quotes if it has blanks",
    ),
    (
        "interval",
        "hundredths of a second between two reports; 0: one report at the end",
    ),
    (
        "pair",
        "a key and its value, such as maxmoves 5; see lz-analyze",
    ),
    ("number", "in decimal, of the unit that the command says"),
    ("visits", "a number of visits, from 1 to 100000"),
    ("[x]", "x may be left out"),
    ("x...", "one or more of x; [x]... is any number of them"),
    ("x|y", "either x or y"),
];

/// What holds for all commands.
const ERRORS: &str = "A command that fails changes nothing. Every command may fail with `unknown command` \
                      if its name is misspelled, and with `syntax error: ...` if an argument is missing or \
                      cannot be read; errors of their own stand with the commands.";

/// Columns of a terminal that are used.
const WIDTH: usize = 79;

/// Returns all commands by subject, for a terminal.
pub fn text() -> String {
    let mut text = String::new();
    for (word, meaning) in ARGUMENTS {
        let _ = writeln!(text, "{word:8} {meaning}");
    }
    text += "\n";
    text += &wrapped(&plain(ERRORS), "");
    for subject in Subject::all() {
        let _ = write!(text, "\n{}\n", subject.title.to_uppercase());
        for command in subject.commands {
            let _ = write!(
                text,
                "\n  {}\n{}",
                command.line(),
                wrapped(&plain(command.doc), "      ")
            );
        }
    }
    text
}

fn plain(text: &str) -> String {
    text.replace('`', "'")
}

/// Returns the words of a text in lines of [`WIDTH`] columns, each behind an indent.
fn wrapped(text: &str, indent: &str) -> String {
    let mut lines = String::new();
    let mut line = indent.to_owned();
    for word in text.split(' ') {
        if line.len() > indent.len() && line.len() + 1 + word.len() > WIDTH {
            lines += &line;
            lines.push('\n');
            indent.clone_into(&mut line);
        }
        if line.len() > indent.len() {
            line.push(' ');
        }
        line += word;
    }
    lines + &line + "\n"
}

/// Returns all commands by subject as a page in Markdown, as `src/gtp/COMMANDS.md`.
pub fn markdown() -> String {
    let mut text =
        "# The GTP commands of kosumi\n\nMade by `kosumi gtp --help-commands=markdown` from \
                    the tables in `src/gtp/commands`.\n\n| word | meaning |\n|---|---|\n"
            .to_owned();
    for (word, meaning) in ARGUMENTS {
        let _ = writeln!(text, "| `{}` | {meaning} |", cell(word));
    }
    let _ = write!(text, "\n{ERRORS}\n");
    for subject in Subject::all() {
        let _ = write!(
            text,
            "\n## {}\n\n| command | answer or effect |\n|---|---|\n",
            subject.title
        );
        for command in subject.commands {
            let _ = writeln!(
                text,
                "| `{}` | {} |",
                cell(&command.line()),
                cell(command.doc)
            );
        }
    }
    text
}

/// Returns a text as it may stand in a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

impl Command {
    /// Returns the name and the arguments.
    fn line(&self) -> String {
        format!("{} {}", self.name, self.usage)
            .trim_end()
            .to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_page_is_that_of_the_table() {
        let page = include_str!("COMMANDS.md");
        assert!(
            page == markdown(),
            "src/gtp/COMMANDS.md is out of date; write it anew by\n\
             cargo run -- gtp --help-commands=markdown > commands.md && mv commands.md src/gtp/COMMANDS.md"
        );
    }

    #[test]
    fn every_command_is_in_both_forms_once() {
        let names: BTreeSet<&str> = Command::all().map(|command| command.name).collect();
        assert_eq!(names.len(), Command::all().count());
        for command in Command::all() {
            let line = format!("\n  {}\n", command.line());
            assert_eq!(text().matches(&line).count(), 1, "{line}");
            let row = format!("| `{}` |", cell(&command.line()));
            assert_eq!(markdown().matches(&row).count(), 1, "{row}");
        }
    }

    #[test]
    fn every_argument_is_explained() {
        let words = |text: &'static str| {
            let parts = text.split(|letter: char| !letter.is_alphanumeric());
            parts.filter(|word| !word.is_empty())
        };
        for command in Command::all() {
            assert!(command.doc.len() > 10, "{}", command.name);
            for word in words(command.usage) {
                let is_general = ARGUMENTS.iter().any(|(known, _)| *known == word);
                let stem = &word[..word.len().min(4)];
                let is_special = command.doc.to_lowercase().contains(&stem.to_lowercase());
                assert!(
                    is_general || is_special,
                    "{} does not say what {word} is",
                    command.name
                );
            }
        }
    }

    #[test]
    fn lines_fit_a_terminal() {
        for line in text().lines() {
            assert!(line.len() <= WIDTH && line.trim_end() == line, "{line}");
        }
        assert_eq!(wrapped("one two", "  "), "  one two\n");
        let long = "word ".repeat(40);
        assert_eq!(wrapped(long.trim(), "").lines().count(), 3);
    }
}
