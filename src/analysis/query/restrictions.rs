//! `avoidMoves` and `allowMoves`.

use super::super::fields::Remark;
use super::super::fields::{Fields, count};
use super::start::{color, location};
use crate::go::{Color, Move, Size};
use crate::search::Restriction;
use serde_json::Value;

/// The deepest restriction that may be asked for.
const DEEPEST: usize = 1_000_000_000;

/// Moves of a player, down to a depth.
struct Entry {
    player: Color,
    moves: Vec<Move>,
    depth: usize,
}

/// What a query forbids.
pub(super) fn read(fields: &mut Fields<'_>, size: Size) -> Result<Restriction, Remark> {
    const ALLOW: &str = "allowMoves";
    let avoid = entries(fields, "avoidMoves", size)?;
    let allow = entries(fields, ALLOW, size)?;
    if !avoid.is_empty() && !allow.is_empty() {
        let text = "Cannot specify both allowMoves and avoidMoves";
        return Err(Remark::new(ALLOW, text));
    }
    for player in Color::ALL {
        if allow.iter().filter(|entry| entry.player == player).count() > 1 {
            let text = "Cannot specify allowMoves more than once for the same player";
            return Err(Remark::new(ALLOW, text));
        }
    }
    let mut restriction = Restriction::default();
    for entry in avoid {
        restriction.avoid(entry.player, &entry.moves, entry.depth);
    }
    for entry in allow {
        restriction.allow(entry.player, &entry.moves, entry.depth);
        if !entry.moves.contains(&Move::Pass) {
            restriction.avoid(entry.player, &[Move::Pass], entry.depth);
        }
    }
    Ok(restriction)
}

fn entries(fields: &mut Fields<'_>, field: &'static str, size: Size) -> Result<Vec<Entry>, Remark> {
    let Some(value) = fields.get(field) else {
        return Ok(Vec::new());
    };
    let items = value.as_array().ok_or_else(|| expected(field))?;
    items.iter().map(|item| entry(field, item, size)).collect()
}

fn entry(field: &'static str, item: &Value, size: Size) -> Result<Entry, Remark> {
    let object = item.as_object().ok_or_else(|| expected(field))?;
    let part = |name: &str| object.get(name).ok_or_else(|| expected(field));
    let moves = part("moves")?.as_array().ok_or_else(|| expected(field))?;
    let moves = moves.iter().map(|value| location(field, value, size));
    let depth = count(part("untilDepth")?, DEEPEST).ok_or_else(|| {
        let text = format!("untilDepth: Must be an integer from 1 to {DEEPEST}");
        Remark::new(field, text)
    })?;
    Ok(Entry {
        player: color(field, part("player")?)?,
        moves: moves.collect::<Result<_, _>>()?,
        depth,
    })
}

fn expected(field: &str) -> Remark {
    Remark::new(
        field,
        "Must be a list of dicts with subfields 'player', 'moves', 'untilDepth'",
    )
}
