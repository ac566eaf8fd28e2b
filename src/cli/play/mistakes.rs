//! Answers to wrong input that name the mistake.

use crate::go::{Color, Game, IllegalMove, Point, Size};
use crate::names::nearest;

/// Returns true if a word was meant as a point, on whatever board: a letter and a number.
pub(super) fn means_point(word: &str) -> bool {
    let is_number = |rest: &str| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    word.starts_with(|letter: char| letter.is_ascii_alphabetic()) && is_number(&word[1..])
}

/// Reads a point of a board.
///
/// # Errors
/// It is none: why.
pub(super) fn point(word: &str, size: Size) -> Result<Point, String> {
    if !means_point(word) {
        return Err(format!("'{}' is no point", printable(word)));
    }
    if word.starts_with(['i', 'I']) {
        return Err("there is no column I: letters go from H to J".to_owned());
    }
    let point = word.parse().ok();
    let point = point.filter(|&point| size.contains(point));
    point.ok_or_else(|| off_board(&printable(word).to_uppercase(), size))
}

fn off_board(name: &str, size: Size) -> String {
    let last = Point::new(size.width() - 1, 0).map_or(String::new(), |point| {
        point.to_string().trim_end_matches('1').to_owned()
    });
    let columns = match size.width() {
        1 => "column A".to_owned(),
        _ => format!("columns A to {last}"),
    };
    let rows = match size.height() {
        1 => "row 1".to_owned(),
        last => format!("rows 1 to {last}"),
    };
    format!("{name} is not on a board of {size}: {columns}, {rows}")
}

/// Says why a move is not allowed for the player whose turn it is.
pub(super) fn illegal(game: &Game, reason: IllegalMove) -> String {
    let board = game.board();
    match reason {
        IllegalMove::OffBoard(point) => off_board(&point.to_string(), board.size()),
        IllegalMove::Occupied(point) => {
            let owner = board.color_at(point).map_or("", Color::name);
            format!("{point} is occupied by {owner}")
        }
        IllegalMove::Suicide(point) => {
            let takes = board.neighborhood(point).touches(game.position().to_move());
            let what = if takes { "its chain" } else { "the stone" };
            format!("{point} is suicide: {what} would have no liberty")
        }
        IllegalMove::Ko(point) => {
            format!("{point} retakes the ko at once: first play elsewhere, or pass")
        }
        IllegalMove::Superko { point, after } => {
            let when = match after {
                0 => "of the beginning".to_owned(),
                after => format!("after move {after}"),
            };
            format!(
                "{point} brings back the position {when}, which superko forbids: first play elsewhere"
            )
        }
    }
}

/// Says that a line is no command and no move, and which command is near.
pub(super) fn unknown(line: &str, commands: impl Iterator<Item = &'static str>) -> String {
    let word = line.split_whitespace().next().unwrap_or_default();
    match nearest(word, commands) {
        Some(name) => format!("'{}' is no command; did you mean {name}?", printable(word)),
        None => format!(
            "'{}' is neither a move such as D4 nor a command; help lists them",
            printable(line)
        ),
    }
}

/// Returns the beginning of what was typed, safe to show.
pub(super) fn printable(text: &str) -> String {
    let kept = text.chars().filter(|letter| !letter.is_control());
    kept.take(40).collect()
}
