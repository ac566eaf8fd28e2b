//! What can be typed at the table, in one table.

#![expect(
    clippy::unnecessary_wraps,
    reason = "handlers have one type, whether they can fail or not"
)]

use super::Side;
use super::table::Table;
use super::talk::point_list;
use crate::go::{Color, Move, Point};
use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use std::fmt::Write;

/// What the table shows after a command.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// The new position.
    Board,
    /// A text alone, maybe empty.
    Text(String),
    /// A text, then the new position.
    TextAndBoard(String),
}

/// A word with what follows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Command {
    name: &'static str,
    usage: &'static str,
    doc: &'static str,
    /// Does it with the rest of the line. On failure nothing is changed.
    run: fn(&mut Table, &str) -> Result<Reply>,
}

const fn row(
    name: &'static str,
    usage: &'static str,
    doc: &'static str,
    run: fn(&mut Table, &str) -> Result<Reply>,
) -> Command {
    Command {
        name,
        usage,
        doc,
        run,
    }
}

/// Every command, as `help` lists them.
#[rustfmt::skip]
const COMMANDS: &[Command] = &[
    row("pass", "", "makes no move; two passes in a row end the game", pass),
    row("undo", "", "takes back your last move and kosumi's answer", undo),
    row("hint", "", "the best moves by a search of your position", hint),
    row("score", "", "counts the board as if the game ended now", score),
    row("resign", "", "gives the game up", resign),
    row("resume", "", "plays on after the end, to settle what is dead", resume),
    row("dead", "POINT...", "at the end: turns a dead chain into a living one or a living into a dead", dead),
    row("board", "", "draws the board again", board),
    row("as", "black|white|both|none", "changes which colors you play", change_side),
    row("level", "[1-10]", "tells or changes the strength of kosumi", level),
    row("save", "[FILE.sgf]", "writes the game to a file", save),
    row("load", "FILE.sgf", "goes on with a game from a file", load),
    row("help", "", "this list", help),
    row("quit", "", "leaves without saving, as does the end of input", quit),
];

/// Does what a line says. Words may be in any case.
///
/// # Errors
/// It is no command and no move, or cannot be done; nothing is changed.
pub(super) fn execute(table: &mut Table, line: &str) -> Result<Reply> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if word.is_empty() {
        return Ok(Reply::Text(String::new()));
    }
    let is_it = |command: &&Command| command.name.eq_ignore_ascii_case(word);
    match (COMMANDS.iter().find(is_it), word.parse::<Point>()) {
        (Some(command), _) if command.usage.is_empty() && !rest.trim().is_empty() => {
            bail!("nothing may stand behind {}", command.name)
        }
        (Some(command), _) => (command.run)(table, rest.trim()),
        (None, Ok(point)) if rest.is_empty() => play(table, Move::Play(point)),
        _ => bail!(
            "'{}' is neither a move such as D4 nor a command; help lists them",
            printable(line)
        ),
    }
}

/// The beginning of what was typed, safe to show.
fn printable(text: &str) -> String {
    let kept = text.chars().filter(|letter| !letter.is_control());
    kept.take(40).collect()
}

fn play(table: &mut Table, mv: Move) -> Result<Reply> {
    table.play(mv)?;
    Ok(Reply::Board)
}

fn pass(table: &mut Table, _: &str) -> Result<Reply> {
    play(table, Move::Pass)
}

fn undo(table: &mut Table, _: &str) -> Result<Reply> {
    Ok(Reply::TextAndBoard(match table.undo()? {
        0 => "Your resignation is taken back.".to_owned(),
        1 => "One move is taken back.".to_owned(),
        count => format!("{count} moves are taken back."),
    }))
}

fn hint(table: &mut Table, _: &str) -> Result<Reply> {
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
    Ok(Reply::Text(if hints.is_empty() {
        "There is nothing left to play: pass.".to_owned()
    } else {
        text
    }))
}

fn score(table: &mut Table, _: &str) -> Result<Reply> {
    let count = table.count();
    let mut text = count.score.to_string();
    if !count.dead.is_empty() {
        let _ = write!(
            text,
            "\n{:21} {}",
            "taken to be dead",
            point_list(&count.dead)
        );
    }
    if !table.is_over() {
        text += "\nThis is what it would be if the game ended now.";
    }
    Ok(Reply::Text(text))
}

fn resign(table: &mut Table, _: &str) -> Result<Reply> {
    table.resign()?;
    Ok(Reply::Board)
}

fn resume(table: &mut Table, _: &str) -> Result<Reply> {
    table.resume()?;
    let text = if table.all_live() {
        "Play goes on. Capture what is dead: next time all stones on the board count as alive."
    } else {
        "Play goes on."
    };
    Ok(Reply::TextAndBoard(text.to_owned()))
}

fn dead(table: &mut Table, words: &str) -> Result<Reply> {
    if !table.is_counted() {
        bail!("dead stones are marked when both players have passed");
    }
    let size = table.game().board().size();
    let mut points = Vec::new();
    for word in words.split_whitespace() {
        let point = word.parse().ok().filter(|&point| size.contains(point));
        points.push(point.with_context(|| format!("'{}' is no point", printable(word)))?);
    }
    if points.is_empty() {
        bail!("a stone is needed: dead D4");
    }
    table.toggle_dead(&points)?;
    Ok(Reply::Board)
}

fn board(_: &mut Table, _: &str) -> Result<Reply> {
    Ok(Reply::Board)
}

fn change_side(table: &mut Table, word: &str) -> Result<Reply> {
    let side = Side::from_str(word, true)
        .ok()
        .context("black, white, both or none is needed: as white")?;
    table.set_side(side);
    let names: Vec<String> = Color::ALL
        .into_iter()
        .map(|color| {
            let who = if side.has(color) { "you" } else { "kosumi" };
            format!("{}: {who}", color.name())
        })
        .collect();
    Ok(Reply::TextAndBoard(format!("{}.", names.join(", "))))
}

fn level(table: &mut Table, word: &str) -> Result<Reply> {
    if !word.is_empty() {
        table
            .engine()
            .set_level(word)
            .ok()
            .context("a number from 1 to 10 is needed: level 5")?;
    }
    Ok(Reply::Text(format!("Level {}.", table.engine().level())))
}

fn save(table: &mut Table, name: &str) -> Result<Reply> {
    let name = table.save(name.trim_matches('"'))?;
    Ok(Reply::Text(format!("The game is in {name}.")))
}

fn load(table: &mut Table, name: &str) -> Result<Reply> {
    table.load(name.trim_matches('"'))?;
    Ok(Reply::Board)
}

fn help(_: &mut Table, _: &str) -> Result<Reply> {
    let mut text = format!("{:26} {}", "D4", "plays in column D, row 4");
    for command in COMMANDS {
        let words = format!("{} {}", command.name, command.usage);
        let _ = write!(text, "\n{:26} {}", words.trim_end(), command.doc);
    }
    Ok(Reply::Text(text))
}

fn quit(table: &mut Table, _: &str) -> Result<Reply> {
    table.quit();
    Ok(Reply::Text(String::new()))
}
