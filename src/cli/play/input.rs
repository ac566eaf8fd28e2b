//! Input: lines from a pipe, or typed at a terminal, where they can be edited and recalled.

use super::commands;
use crate::lines::read_line;
use rustyline::completion::Completer;
use rustyline::config::CompletionType;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{
    Cmd, ConditionalEventHandler, Config, Context, Editor, Event, EventContext, EventHandler,
    Helper, KeyEvent, Movement, RepeatCount,
};
use std::fs;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

/// An answer to a prompt.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Heard {
    Line(String),
    /// Ctrl-C where nothing was typed.
    Interrupt,
    /// The end of input.
    End,
}

/// Where lines come from.
pub(super) trait LineInput {
    /// Asks for a line.
    ///
    /// # Errors
    /// A stream fails.
    fn listen(&mut self, prompt: &str, output: &mut impl Write) -> io::Result<Heard>;

    /// The columns of the terminal that answers, if one does.
    fn width(&mut self) -> Option<usize>;
}

/// Lines from a file, from a pipe, or from a terminal whose other end is one.
pub(super) struct Piped<I> {
    pub(super) input: I,
    /// True if what is read has to be repeated, because it was not typed.
    pub(super) echoes: bool,
}

impl<I: BufRead> LineInput for Piped<I> {
    fn listen(&mut self, prompt: &str, output: &mut impl Write) -> io::Result<Heard> {
        output.write_all(prompt.as_bytes())?;
        output.flush()?;
        let Some(line) = read_line(&mut self.input, false) else {
            output.write_all(b"\n")?;
            return Ok(Heard::End);
        };
        let line = harmless(&String::from_utf8_lossy(&line.bytes));
        if self.echoes {
            writeln!(output, "{line}")?;
        }
        Ok(Heard::Line(line))
    }

    fn width(&mut self) -> Option<usize> {
        None
    }
}

/// Returns a line without what a terminal might take for an order.
fn harmless(line: &str) -> String {
    line.replace('\t', " ").replace(char::is_control, "")
}

/// Lines that are kept for another day.
const HISTORY: usize = 1000;

/// Lines that a person types at a terminal.
pub(super) struct Typed {
    editor: Editor<Words, FileHistory>,
    /// Where lines are kept.
    history: Option<PathBuf>,
}

impl Typed {
    /// Prepares the terminal, with the lines of earlier games from a file.
    ///
    /// # Errors
    /// The terminal does not answer.
    pub(super) fn new(history: Option<PathBuf>) -> rustyline::Result<Typed> {
        let config = Config::builder()
            .max_history_size(HISTORY)?
            .completion_type(CompletionType::List)
            .build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(Words));
        let interrupt = EventHandler::Conditional(Box::new(Discard));
        editor.bind_sequence(KeyEvent::ctrl('C'), interrupt);
        if let Some(file) = &history
            && let Err(error) = editor.load_history(file)
        {
            log::debug!("no lines of earlier games: {error}");
        }
        Ok(Typed { editor, history })
    }

    fn remember(&mut self, line: &str) {
        let Some(file) = &self.history else { return };
        let added = self.editor.add_history_entry(line);
        let folder = file.parent().unwrap_or(Path::new(""));
        let kept = added.and_then(|_| {
            fs::create_dir_all(folder)?;
            self.editor.append_history(file)
        });
        if let Err(error) = kept {
            log::debug!("lines are not kept in {}: {error}", file.display());
        }
    }
}

impl LineInput for Typed {
    fn listen(&mut self, prompt: &str, _: &mut impl Write) -> io::Result<Heard> {
        match self.editor.readline(prompt) {
            Ok(line) => {
                self.remember(&line);
                Ok(Heard::Line(harmless(&line)))
            }
            Err(ReadlineError::Interrupted) => Ok(Heard::Interrupt),
            Err(ReadlineError::Eof) => Ok(Heard::End),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    fn width(&mut self) -> Option<usize> {
        let (columns, _) = self.editor.dimensions()?;
        Some(columns.into())
    }
}

/// Ctrl-C: gives up the line, as shells do; without one it interrupts, as it would anyway.
struct Discard;

impl ConditionalEventHandler for Discard {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        let is_typed = !context.line().is_empty();
        is_typed.then_some(Cmd::Kill(Movement::WholeBuffer))
    }
}

/// What Tab completes: commands, and names of files behind those that take one.
struct Words;

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..at];
        if let Some(name) = commands::file_name(typed) {
            return Ok((at - name.len(), files(name)));
        }
        let word = typed.to_ascii_lowercase();
        let names = commands::names().filter(|name| name.starts_with(&word));
        Ok((0, names.map(str::to_owned).collect()))
    }
}

/// The files and folders whose names begin so, in order; folders end with a slash.
fn files(begun: &str) -> Vec<String> {
    let (folder, start) = begun
        .rsplit_once('/')
        .map_or(("", begun), |(folder, _)| begun.split_at(folder.len() + 1));
    let place = if folder.is_empty() { "." } else { folder };
    let entries = fs::read_dir(place).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let end = if entry.path().is_dir() { "/" } else { "" };
        name.starts_with(start)
            .then(|| format!("{folder}{name}{end}"))
    });
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}

impl Validator for Words {}

impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;
    use rustyline::history::DefaultHistory;

    fn completed(line: &str) -> (usize, Vec<String>) {
        let history = DefaultHistory::new();
        let context = Context::new(&history);
        Words.complete(line, line.len(), &context).unwrap()
    }

    #[test]
    fn commands_and_files_are_completed() {
        assert_eq!(completed("und"), (0, vec!["undo".to_owned()]));
        assert_eq!(completed("RE").1, ["resign", "resume"]);
        assert!(completed("d4").1.is_empty() && completed("level s").1.is_empty());
        let folder = std::env::temp_dir().join(format!("kosumi-tab-{}", std::process::id()));
        fs::create_dir_all(folder.join("games")).unwrap();
        fs::write(folder.join("a game.sgf"), "").unwrap();
        let name = folder.display().to_string();
        for (begun, found) in [("a g", "a game.sgf"), ("g", "games/")] {
            let (start, names) = completed(&format!("load {name}/{begun}"));
            assert_eq!((start, names), (5, vec![format!("{name}/{found}")]));
        }
        assert!(completed("save /no/such/folder/x").1.is_empty());
        fs::remove_dir_all(folder).unwrap();
    }
}
