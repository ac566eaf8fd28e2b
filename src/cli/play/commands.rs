//! The commands of a game at a terminal, in one table.

#![expect(
    clippy::unnecessary_wraps,
    reason = "handlers have one type, whether they can fail or not"
)]

mod settings;

use super::mistakes::{self, means_point, printable};
use super::table::{Given, Loaded, Table};
use crate::explain::{self, Language};
use crate::go::rules::{DeadStones, Dispute};
use crate::go::{Move, PointSet};
use anyhow::{Result, anyhow, bail};
use clap::ValueEnum;
use std::fmt::Write;

/// What the table shows after a command.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum TableReply {
    /// A text, maybe empty, and then the new position.
    Board(String),
    /// A text alone, maybe empty.
    Text(String),
    /// A diagram, and a text under it.
    Diagram(String, String),
}

/// A word, what may follow it, what it does in words, and what does it with the rest of the line. On
/// failure nothing is changed.
type TableCommand = (
    &'static str,
    &'static str,
    &'static str,
    fn(&mut Table, &str) -> Result<TableReply>,
);

/// Every command, as `help` lists them.
#[rustfmt::skip]
const COMMANDS: &[TableCommand] = &[
    ("pass", "", "makes no move; two passes in a row end the game", |table, _| play(table, Move::Pass)),
    ("undo", "", "takes back your last move and kosumi's answer", undo),
    ("hint", "", "the best moves by a search of your position", hint),
    ("score", "", "counts the board as if the game ended now", score),
    ("explain", "[LANGUAGE]", "why stones live or die, and what counts for whom", explain),
    ("resign", "", "gives the game up", |table, _| table.resign().map(|()| BOARD)),
    ("resume", "", "plays on after the end, to settle what is dead", resume),
    ("dead", "POINT...", "at the end: turns a dead chain into a living one or a living into a dead", dead),
    ("board", "", "draws the board again", |_, _| Ok(BOARD)),
    ("new", "", "begins a new game with the same settings", settings::new),
    ("size", "[13|13x9]", "shows the size, or begins a new game on another board", settings::size),
    ("handicap", "[STONES]", "shows the handicap, or begins a new game with another", settings::handicap),
    ("rules", "[NAME]", "shows or changes the rules", settings::rules),
    ("komi", "[POINTS]", "shows or changes the points that White gets", settings::komi),
    ("as", "black|white|both|none", "changes which colors you play", settings::side),
    ("rank", "[15k-7d|none]", "shows or changes the strength of kosumi", settings::rank),
    ("save", "[FILE.sgf]", "writes the game to a file", save),
    ("load", "FILE.sgf", "goes on with a game from a file", load),
    ("help", "", "this list", help),
    ("quit", "", "leaves, as does the end of input", quit),
];

/// Other names of commands.
const ALIASES: &[(&str, &str)] = &[("boardsize", "size"), ("exit", "quit"), ("level", "rank")];

/// The new position alone.
const BOARD: TableReply = TableReply::Board(String::new());

/// Does what a line says. Words may be in any case.
///
/// # Errors
/// It is no command and no move, or cannot be done; nothing is changed.
pub(super) fn execute(table: &mut Table, line: &str) -> Result<TableReply> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if word.is_empty() {
        return Ok(TableReply::Text(String::new()));
    }
    let rest = rest.trim();
    match find(word) {
        Some((name, "", ..)) if !rest.is_empty() => bail!("nothing may stand behind {name}"),
        Some((.., run)) => run(table, rest),
        None if rest.is_empty() && means_point(word) => {
            let point = mistakes::point(word, table.session.game.board().size());
            play(table, Move::Play(point.map_err(|reason| anyhow!(reason))?))
        }
        None => bail!(mistakes::unknown(line, names())),
    }
}

/// The command of a name in any case.
fn find(word: &str) -> Option<&'static TableCommand> {
    let alias = ALIASES
        .iter()
        .find(|(alias, _)| alias.eq_ignore_ascii_case(word));
    let word = alias.map_or(word, |(_, name)| name);
    COMMANDS
        .iter()
        .find(|(name, ..)| name.eq_ignore_ascii_case(word))
}

/// What all commands are called.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let aliases = ALIASES.iter().map(|&(alias, _)| alias);
    COMMANDS.iter().map(|&(name, ..)| name).chain(aliases)
}

/// Returns the name of a file that somebody begins to type behind a command that takes one.
pub(super) fn file_name(typed: &str) -> Option<&str> {
    let (word, rest) = typed.split_once(' ')?;
    let takes_file = find(word).is_some_and(|(_, usage, ..)| usage.contains("FILE"));
    takes_file.then(|| rest.trim_start_matches([' ', '"']))
}

fn play(table: &mut Table, mv: Move) -> Result<TableReply> {
    table.play(mv)?;
    Ok(BOARD)
}

fn undo(table: &mut Table, _: &str) -> Result<TableReply> {
    Ok(TableReply::Board(match table.undo()? {
        0 => "Your resignation is taken back.".to_owned(),
        1 => "One move is taken back.".to_owned(),
        count => format!("{count} moves are taken back."),
    }))
}

fn hint(table: &mut Table, _: &str) -> Result<TableReply> {
    let hints = table.hints()?;
    let mut text = "move   wins   visits   expected line".to_owned();
    for found in &hints {
        let line = found.line.iter().skip(1).take(5).map(Move::to_string);
        let _ = write!(
            text,
            "\n{:5} {:3.0} % {:8}   {}",
            found.mv.to_string(),
            100.0 * found.value,
            found.visits,
            line.collect::<Vec<_>>().join(" ")
        );
    }
    Ok(TableReply::Text(if hints.is_empty() {
        "There is nothing left to play: pass.".to_owned()
    } else {
        text
    }))
}

fn score(table: &mut Table, _: &str) -> Result<TableReply> {
    let count = table.count();
    let mut text = count.score.to_string();
    if !count.verdict.dead().is_empty() {
        let dead = point_list(count.verdict.dead());
        let _ = write!(text, "\n{:21} {dead}", "taken to be dead");
    }
    if !table.is_over() {
        text += NOT_YET;
    }
    Ok(TableReply::Text(text))
}

/// What a count before the end is worth.
const NOT_YET: &str = "\nThis is what it would be if the game ended now.";

fn explain(table: &mut Table, code: &str) -> Result<TableReply> {
    let language = match code {
        "" => table.language,
        code => language(code)?,
    };
    let count = table.count();
    let mut parts = vec![explain::legend(language).to_owned()];
    let chains = explain::chains(table.session.game.board(), &count, language);
    if !chains.is_empty() {
        parts.push(chains.join("\n"));
    }
    parts.push(explain::count(&count, language).trim_end().to_owned());
    let mut text = parts.join("\n\n");
    if !table.is_counted() {
        text += NOT_YET;
    }
    Ok(TableReply::Diagram(count.picture(), text))
}

/// Reads the code of a language.
fn language(code: &str) -> Result<Language> {
    Language::from_str(code, true).map_err(|_| {
        let known = Language::value_variants().iter();
        let known = known.filter_map(Language::to_possible_value);
        let names: Vec<String> = known.map(|value| value.get_name().to_owned()).collect();
        let code = printable(code);
        anyhow!(
            "the judge has no language '{code}'; it has {}",
            names.join(", ")
        )
    })
}

fn resume(table: &mut Table, _: &str) -> Result<TableReply> {
    table.resume()?;
    let text = match table.session.game.rules().dead_stones {
        DeadStones::Agreement(Dispute::SecondStop) => {
            "Play goes on. Capture what is dead: next time all stones on the board count as alive."
        }
        DeadStones::Agreement(Dispute::FourPasses) => {
            "Play goes on. If both pass at once, all stones on the board count as alive."
        }
        _ => "Play goes on.",
    };
    Ok(TableReply::Board(text.to_owned()))
}

fn dead(table: &mut Table, words: &str) -> Result<TableReply> {
    if !table.is_counted() {
        bail!("dead stones are marked when both players have passed");
    }
    let size = table.session.game.board().size();
    let points: Result<Vec<_>, String> = words
        .split_whitespace()
        .map(|word| mistakes::point(word, size))
        .collect();
    let points = points.map_err(|reason| anyhow!(reason))?;
    if points.is_empty() {
        bail!("a stone is needed: dead D4");
    }
    table.toggle_dead(&points)?;
    Ok(BOARD)
}

fn save(table: &mut Table, name: &str) -> Result<TableReply> {
    let name = table.save(name.trim_matches('"'))?;
    Ok(TableReply::Text(format!("The game is in {name}.")))
}

fn load(table: &mut Table, name: &str) -> Result<TableReply> {
    let name = name.trim_matches('"');
    let loaded = table.load(name, &Given::default())?;
    Ok(TableReply::Board(told_of_load(name, &loaded)))
}

/// What to say of a file that was read, if anything.
pub(super) fn told_of_load(name: &str, loaded: &Loaded) -> String {
    let mut notes = loaded.notes.clone();
    if !loaded.is_own {
        notes.push(format!(
            "{name} holds more than this game or is not from here; it stays as it is."
        ));
    }
    notes.join("\n")
}

fn help(_: &mut Table, _: &str) -> Result<TableReply> {
    let mut text = format!("{:26} {}", "D4", "plays in column D, row 4");
    for (name, usage, doc, _) in COMMANDS {
        let _ = write!(text, "\n{:26} {doc}", format!("{name} {usage}").trim_end());
    }
    Ok(TableReply::Text(text))
}

fn quit(table: &mut Table, _: &str) -> Result<TableReply> {
    table.has_quit = true;
    Ok(TableReply::Text(String::new()))
}

/// Points in a line.
fn point_list(points: &PointSet) -> String {
    let names: Vec<String> = points.iter().map(|point| point.to_string()).collect();
    names.join(" ")
}
