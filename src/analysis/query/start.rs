//! The start of a game: board, rules, komi, stones, and who moves first.

use super::super::fields::{Fields, Remark};
use crate::go::record::Setup;
use crate::go::rules::KataField;
use crate::go::{Color, Game, MAX_SIDE, MOST_KOMI, Move, Point, Rules, SetupError, Size, is_komi};
use crate::names::{did_you_mean, near_rules};
use serde_json::{Map, Value};

/// The form of a list of moves or stones.
pub(super) const PAIRS_EXPECTED: &str =
    "Must be an array of pairs of the form: [\"b\" or \"w\", GTP board vertex]";

/// The position before the first move.
#[derive(Clone, Debug)]
pub(super) struct StartPosition {
    size: Size,
    rules: Rules,
    komi: f64,
    setup: Setup,
}

impl StartPosition {
    /// Reads it; `first_mover` moves first if the query does not say who does.
    pub(super) fn read(
        fields: &mut Fields<'_>,
        size: Size,
        first_mover: Option<Color>,
    ) -> Result<StartPosition, Remark> {
        let rules = rules(fields)?;
        let komi = komi(fields)?.unwrap_or_else(|| rules.komi.as_f64());
        let stones = fields.get("initialStones").map(|value| stones(value, size));
        let player = fields.get("initialPlayer");
        let player = player.map(|value| color("initialPlayer", value));
        let setup = Setup {
            stones: stones.transpose()?.unwrap_or_default(),
            to_move: player.transpose()?.or(first_mover),
        };
        Ok(StartPosition {
            size,
            rules,
            komi,
            setup,
        })
    }

    /// Returns the bytes of memory that its stones take.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.setup.stones[..])
    }

    /// The game before its first move.
    ///
    /// # Errors
    /// A chain would have no liberty.
    pub(super) fn game(&self) -> Result<Game, SetupError> {
        let mut game = Game::new(self.size, self.rules);
        game.set_komi(self.komi);
        if !self.setup.stones.is_empty() || self.setup.to_move.is_some() {
            game.set_up(self.setup.clone())?;
        }
        Ok(game)
    }
}

/// The size of the board.
pub(super) fn size(fields: &mut Fields<'_>) -> Result<Size, Remark> {
    let mut side = |name| {
        let most = i64::from(MAX_SIDE);
        // Boards of one row or column are no boards for GTP either.
        let side = fields.integer(name, &(2..=most))?;
        side.map(i64::unsigned_abs)
            .ok_or_else(|| Remark::new(name, format!("Must provide an integer from 2 to {most}")))
    };
    let (width, height) = (side("boardXSize")?, side("boardYSize")?);
    Size::new(width, height).map_err(|reason| Remark::new("boardXSize", reason.to_string()))
}

fn rules(fields: &mut Fields<'_>) -> Result<Rules, Remark> {
    let value = fields.required(
        "rules",
        "Must specify rules string, such as \"chinese\", \"tromp-taylor\", or a JSON object",
        Some,
    )?;
    let error = |reason: String| Remark::new("rules", format!("Could not parse rules: {reason}"));
    let mut rules = match value {
        Value::Object(object) => from_object(object).map_err(error)?,
        Value::String(text) if text.trim_start().starts_with('{') => {
            let object: Map<_, _> =
                serde_json::from_str(text).map_err(|reason| error(reason.to_string()))?;
            from_object(&object).map_err(error)?
        }
        Value::String(name) => name
            .parse()
            .map_err(|_| error(excerpt(name) + &did_you_mean(near_rules(name))))?,
        other => return Err(error(excerpt(&other.to_string()))),
    };
    if let Some(value) = fields.get("whiteHandicapBonus") {
        let field = KataField::WhiteHandicapBonus;
        let result = field.set(&mut rules, &text(value));
        result.map_err(|reason| Remark::new(field.name(), reason.to_string()))?;
    }
    Ok(rules)
}

fn from_object(object: &Map<String, Value>) -> Result<Rules, String> {
    let fields = object
        .iter()
        .map(|(name, value)| (name.as_str(), text(value)));
    Rules::from_kata_fields(fields).map_err(|reason| reason.to_string())
}

fn komi(fields: &mut Fields<'_>) -> Result<Option<f64>, Remark> {
    let is_fine = |komi: &f64| is_komi(*komi) && (komi * 2.0).fract() == 0.0;
    let expected = format!("Must be an integer or half-integer from -{MOST_KOMI} to {MOST_KOMI}");
    fields.read("komi", &expected, |value| value.as_f64().filter(is_fine))
}

fn stones(value: &Value, size: Size) -> Result<Vec<(Point, Option<Color>)>, Remark> {
    const FIELD: &str = "initialStones";
    let pairs = pairs(FIELD, value, size)?;
    let stone = |(color, mv): (Color, Move)| {
        let point = mv
            .point()
            .ok_or_else(|| Remark::new(FIELD, "Could not parse board location: pass"))?;
        Ok((point, Some(color)))
    };
    let stones: Vec<_> = pairs.into_iter().map(stone).collect::<Result<_, _>>()?;
    let mut points: Vec<Point> = stones.iter().map(|&(point, _)| point).collect();
    points.sort_unstable();
    let twice = points.windows(2).find(|two| two[0] == two[1]);
    twice.map_or(Ok(stones), |two| {
        let reason = format!("Two stones on the same point: {}", two[0]);
        Err(Remark::new(FIELD, reason))
    })
}

/// A list of players with their moves or stones.
pub(super) fn pairs(field: &str, value: &Value, size: Size) -> Result<Vec<(Color, Move)>, Remark> {
    let error = || Remark::new(field, PAIRS_EXPECTED);
    let pair = |item: &Value| match item.as_array().map(Vec::as_slice) {
        Some([player, place]) => Ok((color(field, player)?, location(field, place, size)?)),
        _ => Err(error()),
    };
    let items = value.as_array().ok_or_else(error)?;
    items.iter().map(pair).collect()
}

/// A player.
pub(super) fn color(field: &str, value: &Value) -> Result<Color, Remark> {
    let color = value.as_str().and_then(|text| text.parse().ok());
    color.ok_or_else(|| {
        let text = excerpt(&text(value));
        Remark::new(field, format!("Could not parse player: {text}"))
    })
}

/// A point of the board or a pass: `C4`, `pass`, or `(2,15)`, which is counted from the top left.
pub(super) fn location(field: &str, value: &Value, size: Size) -> Result<Move, Remark> {
    let mv = value.as_str().and_then(|text| parse_location(text, size));
    mv.ok_or_else(|| {
        let text = excerpt(&text(value));
        Remark::new(field, format!("Could not parse board location: {text}"))
    })
}

fn parse_location(text: &str, size: Size) -> Option<Move> {
    let inside = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    let mv = match inside {
        Some(text) => {
            let (column, row) = text.split_once(',')?;
            let row: u8 = row.trim().parse().ok()?;
            let from_bottom = size.height().checked_sub(row)?.checked_sub(1)?;
            Move::Play(Point::new(column.trim().parse().ok()?, from_bottom)?)
        }
        None => text.parse().ok()?,
    };
    mv.point()
        .is_none_or(|point| size.contains(point))
        .then_some(mv)
}

fn text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// The beginning of a text, for a message.
fn excerpt(text: &str) -> String {
    text.chars().take(40).collect()
}
