//! A query: positions of a game, and how to search and report them.

mod start;

use super::Config;
use super::fields::{Fields, Remark, count};
use super::settings::{LONGEST_LINE, QuerySettings, Unset};
use crate::go::{Color, Game, Move, Size};
use crate::search::Restriction;
use serde_json::{Map, Value};
use start::{StartPosition, color, location};
use std::collections::HashSet;
use std::time::Duration;

/// Positions of a game to analyze.
#[derive(Clone, Debug)]
pub(super) struct Query {
    pub(super) id: String,
    start: StartPosition,
    moves: Vec<(Color, Move)>,
    /// Which positions, by the moves before them, each with its priority.
    pub(super) turns: Vec<(usize, i64)>,
    pub(super) settings: QuerySettings,
    pub(super) restriction: Restriction,
    /// When there are reports during the search, if any are wanted.
    pub(super) reports: Option<ReportTimes>,
    extras: Vec<ReportExtra>,
    /// What is odd about it.
    pub(super) warnings: Vec<Remark>,
}

/// When a search reports before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReportTimes {
    /// From the beginning to the first report.
    pub(super) first: Duration,
    /// From one report to the next.
    pub(super) every: Duration,
}

/// Something that is reported if it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReportExtra {
    Ownership,
    OwnershipDeviation,
    MovesOwnership,
    MovesOwnershipDeviation,
    Policy,
    LineVisits,
    NoResult,
}

/// The fields that ask for extras.
const EXTRAS: &[(&str, ReportExtra)] = &[
    ("includeOwnership", ReportExtra::Ownership),
    ("includeOwnershipStdev", ReportExtra::OwnershipDeviation),
    ("includeMovesOwnership", ReportExtra::MovesOwnership),
    (
        "includeMovesOwnershipStdev",
        ReportExtra::MovesOwnershipDeviation,
    ),
    ("includePolicy", ReportExtra::Policy),
    ("includePVVisits", ReportExtra::LineVisits),
    ("includeNoResultValue", ReportExtra::NoResult),
];

/// The fields that are numbers of the search by themselves, with the parameters that each sets and its range.
const NUMBERS: &[(&str, &[&str], std::ops::RangeInclusive<f64>)] = &[
    ("rootFpuReductionMax", &["rootFpuReductionMax"], 0.0..=2.0),
    (
        "rootPolicyTemperature",
        &["rootPolicyTemperature", "rootPolicyTemperatureEarly"],
        0.01..=100.0,
    ),
];

/// More visits than anybody waits for.
const MOST_VISITS: i64 = 1 << 50;

/// Seconds between reports: the least and the most.
const INTERVALS: std::ops::RangeInclusive<f64> = 0.001..=1e6;

impl Query {
    /// The query of a request.
    ///
    /// # Errors
    /// A field is missing or means nothing, or a move is not possible.
    pub(super) fn read(
        id: &str,
        object: &Map<String, Value>,
        config: &Config,
    ) -> Result<Query, Remark> {
        let mut fields = Fields::new(object);
        fields.get("id");
        fields.get("action");
        let size = start::size(&mut fields)?;
        let moves = moves(&mut fields, size)?;
        let start = StartPosition::read(&mut fields, size, moves.first().map(|&(color, _)| color))?;
        check(&start, &moves)?;
        let (settings, mut warnings) = settings(&mut fields, config)?;
        let mut query = Query {
            id: id.to_owned(),
            start,
            turns: turns(&mut fields, moves.len())?,
            moves,
            settings,
            restriction: read(&mut fields, size)?,
            reports: reports(&mut fields)?,
            extras: extras(&mut fields)?,
            warnings: Vec::new(),
        };
        let unknown = fields.unknown();
        let typo = |name| Remark::new(name, "Unexpected or unused field, do you have a typo?");
        warnings.extend(unknown.map(typo));
        query.warnings = warnings;
        Ok(query)
    }

    /// Returns the bytes of memory that it takes, about.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Query>()
            + self.id.len()
            + size_of_val(&self.moves[..])
            + size_of_val(&self.turns[..])
            + self.start.bytes()
            + self.restriction.bytes()
    }

    /// The game after a number of its moves.
    pub(super) fn game(&self, turn: usize) -> Game {
        let mut game = self.start.game().expect("the setup was made before");
        for &(color, mv) in &self.moves[..turn] {
            let played = game.play_leniently(color, mv);
            played.expect("the moves were made before");
        }
        game
    }

    /// Returns true if a part of the report is wanted that has to be asked for.
    pub(super) fn wants(&self, extra: ReportExtra) -> bool {
        self.extras.contains(&extra)
    }
}

fn moves(fields: &mut Fields<'_>, size: Size) -> Result<Vec<(Color, Move)>, Remark> {
    let value = fields.required("moves", start::PAIRS_EXPECTED, Some)?;
    start::pairs("moves", value, size)
}

/// Makes all moves, as a controller that is the arbiter wants it: ko and suicide of several stones
/// are its own business.
fn check(start: &StartPosition, moves: &[(Color, Move)]) -> Result<(), Remark> {
    let mut game = start
        .game()
        .map_err(|reason| Remark::new("initialStones", format!("Illegal position: {reason}")))?;
    for (turn, &(color, mv)) in moves.iter().enumerate() {
        game.play_leniently(color, mv)
            .map_err(|_| Remark::new("moves", format!("Illegal move {turn}: {mv}")))?;
    }
    Ok(())
}

/// Which positions to analyze, each once, and with which priority.
fn turns(fields: &mut Fields<'_>, moves: usize) -> Result<Vec<(usize, i64)>, Remark> {
    let asked = fields.integers("analyzeTurns")?;
    let priority = fields.integer("priority", &(i64::MIN..=i64::MAX))?;
    let priorities = fields.integers("priorities")?;
    let bad = |text: &str| Err(Remark::new("priorities", text));
    let priorities = match (&asked, priorities) {
        (_, Some(_)) if priority.is_some() => {
            return bad("Cannot specify both priority and priorities");
        }
        (None, Some(_)) => return bad("Can only specify when also specifying analyzeTurns"),
        (Some(turns), Some(priorities)) if turns.len() != priorities.len() => {
            return bad("Must be of matching length to analyzeTurns");
        }
        (_, priorities) => priorities,
    };
    if asked.as_ref().is_some_and(Vec::is_empty) {
        // Without a position there would be no answer, for which controllers wait.
        return Err(Remark::new("analyzeTurns", "Must have at least one turn"));
    }
    let asked = asked.unwrap_or_else(|| vec![i64::try_from(moves).unwrap_or(i64::MAX)]);
    let mut seen = HashSet::new();
    let mut turns = Vec::new();
    for (place, number) in asked.into_iter().enumerate() {
        let turn = usize::try_from(number).ok().filter(|&turn| turn <= moves);
        let turn = turn
            .ok_or_else(|| Remark::new("analyzeTurns", format!("Invalid turn number: {number}")))?;
        let own = priorities.as_ref().map(|priorities| priorities[place]);
        if seen.insert(turn) {
            turns.push((turn, own.or(priority).unwrap_or(0)));
        }
    }
    Ok(turns)
}

fn settings(
    fields: &mut Fields<'_>,
    config: &Config,
) -> Result<(QuerySettings, Vec<Remark>), Remark> {
    const FIELD: &str = "overrideSettings";
    let empty = Map::new();
    let overrides = fields.read(FIELD, "Must be an object", Value::as_object)?;
    let (mut settings, unset) = QuerySettings::new(config, overrides.unwrap_or(&empty))?;
    if let Some(visits) = fields.integer("maxVisits", &(1..=MOST_VISITS))? {
        settings.params.visits = Some(visits.unsigned_abs());
    }
    for (field, names, range) in NUMBERS {
        let expected = format!(
            "Must be a number from {:?} to {:?}",
            range.start(),
            range.end()
        );
        let number = |value: &Value| value.as_f64().filter(|number| range.contains(number));
        if let Some(number) = fields.read(field, &expected, number)? {
            for name in *names {
                let set = settings.set(name, &number.into());
                set.map_err(|reason| Remark::new(field, reason.to_string()))?;
            }
        }
    }
    let expected = format!("Must be an integer from 1 to {LONGEST_LINE}");
    let line = |value| count(value, LONGEST_LINE);
    if let Some(line) = fields.read("analysisPVLen", &expected, line)? {
        settings.line = line;
    }
    Ok((settings, warnings_of(FIELD, &unset)))
}

/// Warnings of settings that were not set: one of all that are unknown, and one of each that has a reason.
fn warnings_of(field: &str, unset: &[Unset]) -> Vec<Remark> {
    let unknown = unset.iter().filter(|(_, reason)| reason.is_none());
    let unknown: Vec<&str> = unknown.map(|(name, _)| name.as_str()).collect();
    let unknown =
        (!unknown.is_empty()).then(|| format!("Unknown config params: {}", unknown.join(", ")));
    let refused = unset
        .iter()
        .filter_map(|(name, reason)| Some(format!("{name} has no effect: {}", (*reason)?)));
    unknown
        .into_iter()
        .chain(refused)
        .map(|text| Remark::new(field, text))
        .collect()
}

/// The times of two fields, of which one is enough: without an interval there is one report.
fn reports(fields: &mut Fields<'_>) -> Result<Option<ReportTimes>, Remark> {
    let (least, most) = (INTERVALS.start(), INTERVALS.end());
    let expected = format!("Must be number of seconds from {least} to {most}");
    let mut seconds = |name| {
        let number = |value: &Value| value.as_f64().filter(|number| INTERVALS.contains(number));
        let seconds = fields.read(name, &expected, number)?;
        Ok(seconds.map(Duration::from_secs_f64))
    };
    let every = seconds("reportDuringSearchEvery")?;
    let first = seconds("firstReportDuringSearchAfter")?;
    Ok(first.or(every).map(|first| ReportTimes {
        first,
        every: every.unwrap_or(Duration::MAX),
    }))
}

fn extras(fields: &mut Fields<'_>) -> Result<Vec<ReportExtra>, Remark> {
    let mut extras = Vec::new();
    for &(name, extra) in EXTRAS {
        if fields.flag(name)? {
            extras.push(extra);
        }
    }
    Ok(extras)
}

#[cfg(test)]
pub(super) mod tests;

/// The deepest restriction that may be asked for.
const DEEPEST: usize = 1_000_000_000;

/// Moves of a player, down to a depth.
struct Entry {
    player: Color,
    moves: Vec<Move>,
    depth: usize,
}

/// What a query forbids.
fn read(fields: &mut Fields<'_>, size: Size) -> Result<Restriction, Remark> {
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
