//! What a page in Markdown shows: fenced blocks with their commands and outputs, and command lines within sentences.

use std::fmt;

/// A command that a page shows, with what it is said to print.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Command {
    /// The line of the page that it begins in.
    pub(super) line: usize,
    /// The command as a shell reads it, of one or several lines.
    pub(super) text: String,
    /// The lines that it is said to print, if the page shows them.
    pub(super) output: Vec<String>,
}

/// Something that a page is expected to have, and has not.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault(pub(super) usize, pub(super) &'static str);

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.0, self.1)
    }
}

/// A fenced block: its line, the word behind the fence, and its lines.
pub(super) struct Block<'a> {
    pub(super) line: usize,
    pub(super) kind: &'a str,
    pub(super) lines: Vec<&'a str>,
}

/// The fenced blocks of a page. A block may be indented, as in a list.
pub(super) fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<(Block<'_>, usize)> = None;
    for (number, line) in (1..).zip(page.lines()) {
        let plain = line.trim_start();
        match (&mut open, plain.strip_prefix("```")) {
            (None, Some(kind)) => {
                let block = Block {
                    line: number,
                    kind: kind.trim(),
                    lines: Vec::new(),
                };
                open = Some((block, line.len() - plain.len()));
            }
            (Some(_), Some(_)) => blocks.extend(open.take().map(|(block, _)| block)),
            (Some((block, indent)), None) => block.lines.push(line.get(*indent..).unwrap_or("")),
            (None, None) => {}
        }
    }
    blocks
}

/// The commands of a page: those of blocks of kind `sh`, and those behind `$` in blocks without a kind, with the output
/// below them. A block without a kind and without `$` is output of the command before it.
///
/// # Errors
/// An output belongs to no command.
pub(super) fn commands(page: &str) -> Result<Vec<Command>, Fault> {
    let mut commands: Vec<Command> = Vec::new();
    for block in blocks(page) {
        match block.kind {
            "sh" => commands.extend(of_shell(&block)),
            "" => {
                for (number, line) in (block.line + 1..).zip(&block.lines) {
                    if let Some(text) = line.strip_prefix("$ ") {
                        commands.push(Command {
                            line: number,
                            text: text.to_owned(),
                            output: Vec::new(),
                        });
                    } else {
                        let last = commands.last_mut();
                        let last = last.ok_or(Fault(number, "an output without a command"))?;
                        last.output.push((*line).to_owned());
                    }
                }
            }
            _ => {}
        }
    }
    Ok(commands)
}

/// The commands of a block. One that sets a variable is a script, and counts as one command.
fn of_shell(block: &Block<'_>) -> Vec<Command> {
    let sets = |line: &&str| {
        let name = line.split_once('=').map(|(name, _)| name);
        let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_lowercase());
        name.is_some_and(|name| !name.is_empty() && is_name(name))
    };
    let is_script = block.lines.iter().any(sets);
    let mut commands: Vec<Command> = Vec::new();
    let mut goes_on = false;
    for (number, line) in (block.line + 1..).zip(&block.lines) {
        match commands.last_mut() {
            Some(command) if goes_on || is_script => {
                command.text += "\n";
                command.text += line;
            }
            _ => commands.push(Command {
                line: number,
                text: (*line).to_owned(),
                output: Vec::new(),
            }),
        }
        goes_on = line.ends_with('\\');
    }
    commands.retain(|command| !command.text.trim().is_empty());
    commands
}

/// The code within the sentences and tables of a page, with the lines where it stands.
pub(super) fn spans(page: &str) -> Vec<(usize, String)> {
    let mut spans = Vec::new();
    let mut is_fenced = false;
    for (number, line) in (1..).zip(page.lines()) {
        if line.trim_start().starts_with("```") {
            is_fenced = !is_fenced;
        } else if !is_fenced {
            let pieces = line.split('`').skip(1).step_by(2);
            // In tables a bar stands behind a backslash.
            spans.extend(pieces.map(|piece| (number, piece.replace("\\|", "|"))));
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "Try `kosumi play`:\n\n```sh\none \\\n  two\n# a comment\nthree\n```\n\n\
        | `--as black\\|white` | x |\n\n```\n$ four\n5\n\n$ six\n```\n\nIt ends with:\n\n```\n...\n7\n```\n\n\
        ```toml\nx = 1\n```\n\n   ```sh\n   x=1\n   $x y\n   ```\n";

    fn command(line: usize, text: &str, output: &[&str]) -> Command {
        Command {
            line,
            text: text.to_owned(),
            output: output.iter().map(|&line| line.to_owned()).collect(),
        }
    }

    #[test]
    fn commands_are_found_with_their_outputs() {
        let expected = [
            command(4, "one \\\n  two", &[]),
            command(6, "# a comment", &[]),
            command(7, "three", &[]),
            command(13, "four", &["5", ""]),
            command(16, "six", &["...", "7"]),
            command(31, "x=1\n$x y", &[]),
        ];
        assert_eq!(commands(PAGE).unwrap(), expected);
        let lost = commands("```\n1\n```\n");
        assert_eq!(lost, Err(Fault(2, "an output without a command")));
    }

    #[test]
    fn code_in_sentences_and_tables_is_found() {
        let found = spans(PAGE);
        let expected = [(1, "kosumi play"), (10, "--as black|white")];
        let expected = expected.map(|(line, text)| (line, text.to_owned()));
        assert_eq!(found, expected);
    }
}
