//! Commands that set the board before the first move: size, komi, handicap, position.

use super::{Answer, Args, Conversation, GtpError, words};
use crate::go::record::Setup;
use crate::go::{Move, Point, PointSet, Size};

/// On larger boards kosumi places as many free handicap stones as asked for up to this number, and
/// beyond it no more than a quarter of the board has points.
const ALWAYS_PLACED: usize = 9;

pub(super) fn boardsize(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let width: i64 = args.next()?;
    let height: Option<i64> = args.last()?;
    if height.is_none() && width == 1 {
        return Err(GtpError::new("unacceptable size"));
    }
    set_size(talk, width, height.unwrap_or(width))
}

pub(super) fn rectangular_boardsize(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let (width, height) = (args.next()?, args.next()?);
    args.end()?;
    set_size(talk, width, height)
}

fn set_size(talk: &mut Conversation, width: i64, height: i64) -> Answer {
    let side = |length: i64| u64::try_from(length).unwrap_or(0);
    talk.clear_board(Size::new(side(width), side(height))?);
    Ok(String::new())
}

pub(super) fn query_boardsize(talk: &mut Conversation) -> String {
    let size = talk.session.size();
    match (size.width(), size.height()) {
        (width, height) if width == height => width.to_string(),
        (width, height) => format!("{width} {height}"),
    }
}

pub(super) fn komi(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let komi = args.only()?;
    talk.session.game.set_komi(komi);
    Ok(String::new())
}

/// With a decimal, as GNU Go prints it, or an exponent where it is absurd; no digit that was given is
/// lost.
pub(super) fn komi_text(komi: f64) -> String {
    format!("{komi:?}")
}

pub(super) fn fixed_handicap(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let stones = handicap_stones(talk, args)?;
    let points = usize::try_from(stones)
        .ok()
        .and_then(|stones| talk.session.size().fixed_handicap(stones));
    place_handicap(talk, points.ok_or_else(invalid_number)?)
}

pub(super) fn place_free_handicap(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let asked = usize::try_from(handicap_stones(talk, args)?).map_err(|_| invalid_number())?;
    let size = talk.session.size();
    if !(2..size.area()).contains(&asked) {
        return Err(invalid_number());
    }
    let stones = asked.min(ALWAYS_PLACED.max(size.area() / 4));
    place_handicap(talk, free_handicap(size, stones))
}

fn handicap_stones(talk: &Conversation, args: &mut Args<'_>) -> Result<i64, GtpError> {
    let stones = args.only()?;
    if talk.session.game.board().empty_count() < talk.session.size().area() {
        return Err(GtpError::new("board not empty"));
    }
    Ok(stones)
}

fn invalid_number() -> GtpError {
    GtpError::new("invalid number of stones")
}

pub(super) fn set_free_handicap(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let bad_list = || GtpError::new("bad vertex list");
    if talk.session.game.board().empty_count() < talk.session.size().area() {
        return Err(GtpError::new("board not empty"));
    }
    let mut points = Vec::new();
    while let Some(word) = args.word() {
        let vertex = word
            .parse::<Point>()
            .ok()
            .filter(|&point| talk.session.size().contains(point));
        points.push(vertex.ok_or_else(bad_list)?);
    }
    let distinct: PointSet = points.iter().copied().collect();
    if distinct.len() < points.len() || !(2..talk.session.size().area()).contains(&points.len()) {
        return Err(bad_list());
    }
    place_handicap(talk, points).map(|_| String::new())
}

fn place_handicap(talk: &mut Conversation, points: Vec<Point>) -> Answer {
    talk.session.game.set_up(Setup::handicap(&points))?;
    Ok(words(points))
}

/// The star points first, then always a point as far as possible from all stones, away from the
/// edge rather than on it.
fn free_handicap(size: Size, stones: usize) -> Vec<Point> {
    let traditional = (2..=stones)
        .rev()
        .find_map(|count| size.fixed_handicap(count));
    let mut chosen = traditional.unwrap_or_default();
    while chosen.len() < stones {
        let free = size.points().filter(|point| !chosen.contains(point));
        let Some(next) = free.max_by_key(|&point| (room(size, &chosen, point), point)) else {
            break;
        };
        chosen.push(next);
    }
    chosen
}

/// Twice the distance to the nearest stone, or the distance to the edge beyond which it is lost.
fn room(size: Size, stones: &[Point], point: Point) -> u8 {
    let apart = |stone: &Point| stone.distance(point);
    let (column, row) = (point.column(), point.row());
    let edge = column
        .min(row)
        .min(size.width() - 1 - column)
        .min(size.height() - 1 - row);
    let nearest = stones.iter().map(apart).min().unwrap_or(u8::MAX);
    nearest.min(2 * edge + 1)
}

pub(super) fn set_position(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let setup = stones(talk, args)?;
    let mut game = talk.session.game.clone();
    game.clear(talk.session.size());
    if !setup.stones.is_empty() {
        game.set_up(setup)?;
    }
    talk.clear_board(talk.session.size());
    talk.session.game = game;
    Ok(String::new())
}

/// All remaining words as a setup of different points.
pub(super) fn stones(talk: &Conversation, args: &mut Args<'_>) -> Result<Setup, GtpError> {
    let mut seen = PointSet::new();
    let mut setup = Setup::default();
    for (color, vertex) in args.moves(talk.session.size())? {
        match vertex {
            Move::Play(point) if seen.insert(point) => setup.stones.push((point, Some(color))),
            _ => return Err(GtpError::expected("new point", &vertex.to_string())),
        }
    }
    Ok(setup)
}
