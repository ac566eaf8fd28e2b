//! What can be typed at the table, in one table.

#![expect(
    clippy::unnecessary_wraps,
    reason = "handlers have one type, whether they can fail or not"
)]

use super::Side;
use super::table::Table;
use super::talk::point_list;
use crate::go::rules::{DeadStones, Dispute};
use crate::go::{Color, Move, Point};
use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use std::fmt::Write;

/// What the table shows after a command.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// A text, maybe empty, and then the new position.
    Board(String),
    /// A text alone, maybe empty.
    Text(String),
}

/// A word, what may follow it, what it does in words, and what does it with the rest of the line. On
/// failure nothing is changed.
type Command = (
    &'static str,
    &'static str,
    &'static str,
    fn(&mut Table, &str) -> Result<Reply>,
);

/// Every command, as `help` lists them.
#[rustfmt::skip]
const COMMANDS: &[Command] = &[
    ("pass", "", "makes no move; two passes in a row end the game", |table, _| play(table, Move::Pass)),
    ("undo", "", "takes back your last move and kosumi's answer", undo),
    ("hint", "", "the best moves by a search of your position", hint),
    ("score", "", "counts the board as if the game ended now", score),
    ("resign", "", "gives the game up", |table, _| table.resign().map(|()| BOARD)),
    ("resume", "", "plays on after the end, to settle what is dead", resume),
    ("dead", "POINT...", "at the end: turns a dead chain into a living one or a living into a dead", dead),
    ("board", "", "draws the board again", |_, _| Ok(BOARD)),
    ("as", "black|white|both|none", "changes which colors you play", change_side),
    ("level", "[1-10]", "tells or changes the strength of kosumi", level),
    ("save", "[FILE.sgf]", "writes the game to a file", save),
    ("load", "FILE.sgf", "goes on with a game from a file", load),
    ("help", "", "this list", help),
    ("quit", "", "leaves without saving, as does the end of input", quit),
];

/// The new position alone.
const BOARD: Reply = Reply::Board(String::new());

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
    let is_it = |(name, ..): &&Command| name.eq_ignore_ascii_case(word);
    match (COMMANDS.iter().find(is_it), word.parse::<Point>()) {
        (Some((name, "", ..)), _) if !rest.trim().is_empty() => {
            bail!("nothing may stand behind {name}")
        }
        (Some((.., run)), _) => run(table, rest.trim()),
        (None, Ok(point)) if rest.is_empty() => play(table, Move::Play(point)),
        _ => bail!(
            "'{}' is neither a move such as D4 nor a command; help lists them",
            printable(line)
        ),
    }
}

/// Returns the beginning of what was typed, safe to show.
fn printable(text: &str) -> String {
    let kept = text.chars().filter(|letter| !letter.is_control());
    kept.take(40).collect()
}

fn play(table: &mut Table, mv: Move) -> Result<Reply> {
    table.play(mv)?;
    Ok(BOARD)
}

fn undo(table: &mut Table, _: &str) -> Result<Reply> {
    Ok(Reply::Board(match table.undo()? {
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
    if !count.verdict.dead().is_empty() {
        let dead = point_list(count.verdict.dead());
        let _ = write!(text, "\n{:21} {dead}", "taken to be dead");
    }
    if !table.is_over() {
        text += "\nThis is what it would be if the game ended now.";
    }
    Ok(Reply::Text(text))
}

fn resume(table: &mut Table, _: &str) -> Result<Reply> {
    table.resume()?;
    let text = match table.game.rules().dead_stones {
        DeadStones::Agreement(Dispute::SecondStop) => {
            "Play goes on. Capture what is dead: next time all stones on the board count as alive."
        }
        DeadStones::Agreement(Dispute::FourPasses) => {
            "Play goes on. If both pass at once, all stones on the board count as alive."
        }
        _ => "Play goes on.",
    };
    Ok(Reply::Board(text.to_owned()))
}

fn dead(table: &mut Table, words: &str) -> Result<Reply> {
    if !table.is_counted() {
        bail!("dead stones are marked when both players have passed");
    }
    let size = table.game.board().size();
    let mut points = Vec::new();
    for word in words.split_whitespace() {
        let point = word.parse().ok().filter(|&point| size.contains(point));
        points.push(point.with_context(|| format!("'{}' is no point", printable(word)))?);
    }
    if points.is_empty() {
        bail!("a stone is needed: dead D4");
    }
    table.toggle_dead(&points)?;
    Ok(BOARD)
}

fn change_side(table: &mut Table, word: &str) -> Result<Reply> {
    let side = Side::from_str(word, true)
        .ok()
        .context("black, white, both or none is needed: as white")?;
    table.side = side;
    let [black, white] = Color::ALL.map(|color| if side.has(color) { "you" } else { "kosumi" });
    Ok(Reply::Board(format!("Black: {black}, White: {white}.")))
}

fn level(table: &mut Table, word: &str) -> Result<Reply> {
    if !word.is_empty() {
        let result = table.engine.set_level(word).ok();
        result.context("a number from 1 to 10 is needed: level 5")?;
    }
    Ok(Reply::Text(format!("Level {}.", table.engine.level())))
}

fn save(table: &mut Table, name: &str) -> Result<Reply> {
    let name = table.save(name.trim_matches('"'))?;
    Ok(Reply::Text(format!("The game is in {name}.")))
}

fn load(table: &mut Table, name: &str) -> Result<Reply> {
    table.load(name.trim_matches('"'))?;
    Ok(BOARD)
}

fn help(_: &mut Table, _: &str) -> Result<Reply> {
    let mut text = format!("{:26} {}", "D4", "plays in column D, row 4");
    for (name, usage, doc, _) in COMMANDS {
        let _ = write!(text, "\n{:26} {doc}", format!("{name} {usage}").trim_end());
    }
    Ok(Reply::Text(text))
}

fn quit(table: &mut Table, _: &str) -> Result<Reply> {
    table.has_quit = true;
    Ok(Reply::Text(String::new()))
}
