//! What stands between the brackets: points, texts, numbers and results.

use super::SgfError;
use crate::go::{Color, Move, Outcome, Point, Points, Size};

/// Returns the SGF name of a point on a board, `None` if the board does not have it.
pub(super) fn point_name(point: Point, size: Size) -> Option<String> {
    let from_top = (size.height() - 1).checked_sub(point.row())?;
    let letters = [point.column(), from_top].map(|index| char::from(b'a' + index));
    size.contains(point).then(|| letters.iter().collect())
}

/// Returns the point of a name on a board.
fn point(name: &str, size: Size) -> Option<Point> {
    let &[column, from_top] = name.as_bytes() else {
        return None;
    };
    let row = (size.height() - 1).checked_sub(from_top.checked_sub(b'a')?)?;
    Point::new(column.checked_sub(b'a')?, row).filter(|&point| size.contains(point))
}

/// Reads a move: a point, or nothing for a pass, or `tt` where no point has that name.
pub(super) fn parse_move(value: &str, size: Size) -> Result<Move, SgfError> {
    let value = value.trim();
    match point(value, size) {
        Some(point) => Ok(Move::Play(point)),
        None if value.is_empty() || value == "tt" => Ok(Move::Pass),
        None => Err(SgfError::BadPoint(clip(value))),
    }
}

/// Reads the points of a rectangle of which the value names two corners, or a single point; none
/// for an empty value.
pub(super) fn parse_points(value: &str, size: Size) -> Result<Vec<Point>, SgfError> {
    let value = value.trim();
    if value.is_empty() {
        return Ok(Vec::new());
    }
    let (one, other) = value.split_once(':').unwrap_or((value, value));
    let corners = point(one.trim(), size).zip(point(other.trim(), size));
    let (one, other) = corners.ok_or_else(|| SgfError::BadPoint(clip(value)))?;
    let between = |a: u8, b: u8| a.min(b)..=a.max(b);
    let columns = between(one.column(), other.column());
    let row_of = |row| {
        columns
            .clone()
            .filter_map(move |column| Point::new(column, row))
    };
    Ok(between(one.row(), other.row()).flat_map(row_of).collect())
}

/// Reads the value of `SZ`; without one the board is 19x19.
pub(super) fn board_size(value: Option<&str>) -> Result<Size, SgfError> {
    value.map_or(Ok(Size::square(19)), parse_size)
}

/// Reads a side, or width and height.
fn parse_size(value: &str) -> Result<Size, SgfError> {
    let (width, height) = value.split_once(':').unwrap_or((value, value));
    let side = |text: &str| text.trim().parse::<u64>().ok();
    side(width)
        .zip(side(height))
        .and_then(|(width, height)| Size::new(width, height).ok())
        .ok_or_else(|| SgfError::BadSize(clip(value)))
}

/// Reads a player; `None` for an empty value.
pub(super) fn parse_color(value: &str) -> Result<Option<Color>, SgfError> {
    let value = value.trim();
    if value.is_empty() {
        return Ok(None);
    }
    let color = value.parse().map_err(|_| SgfError::BadColor(clip(value)))?;
    Ok(Some(color))
}

/// Reads a finite number with a decimal point or comma.
pub(super) fn parse_number(value: &str) -> Option<f64> {
    let number: f64 = value.trim().replace(',', ".").parse().ok()?;
    number.is_finite().then_some(number)
}

/// Reads White's points. The server Fox writes hundredths: of points, or of stones under Chinese rules, each of which is
/// worth two points (`KM[650]` and `KM[375]`).
pub(super) fn parse_komi(value: &str) -> Option<f64> {
    let komi = parse_number(value)?;
    let is_whole = value.trim().bytes().all(|letter| letter.is_ascii_digit());
    if !is_whole || komi < 100.0 || komi % 25.0 != 0.0 {
        return Some(komi);
    }
    let points = komi / 100.0;
    let is_of_stones = (4.0 * points) % 2.0 != 0.0;
    Some(if is_of_stones { 2.0 * points } else { points })
}

/// Reads a result; `None` if it is unknown or in no known form. A win in no known manner is a win.
#[must_use]
pub fn parse_result(value: &str) -> Option<Outcome> {
    let value = value.trim().to_ascii_lowercase();
    match value.as_str() {
        "0" | "draw" | "jigo" => return Some(Outcome::Draw),
        "void" => return Some(Outcome::NoResult),
        _ => {}
    }
    let (winner, manner) = value.split_once('+')?;
    let winner: Color = winner.trim().parse().ok()?;
    Some(match manner.split_whitespace().next().unwrap_or("") {
        "r" | "resign" | "resignation" => Outcome::Resignation(winner),
        "t" | "time" | "timeout" => Outcome::Time(winner),
        "f" | "forfeit" => Outcome::Forfeit(winner),
        manner => match parse_number(manner) {
            Some(margin) if margin >= 0.0 => Outcome::Points(winner, Points::from_komi(margin)),
            _ => Outcome::Win(winner),
        },
    })
}

/// Reads a value of type `Text`: escapes resolved, line breaks as `\n`, other blanks as spaces.
pub(super) fn parse_text(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut characters = value.chars().peekable();
    while let Some(first) = characters.next() {
        let is_escaped = first == '\\';
        let character = if is_escaped {
            characters.next()
        } else {
            Some(first)
        };
        match character {
            Some(end @ ('\n' | '\r')) => {
                characters.next_if_eq(&if end == '\n' { '\r' } else { '\n' });
                text.extend((!is_escaped).then_some('\n'));
            }
            Some('\t' | '\u{b}' | '\u{c}') => text.push(' '),
            other => text.extend(other),
        }
    }
    text
}

/// Reads a value of type `SimpleText`, which is one line.
pub(super) fn parse_line(value: &str) -> String {
    parse_text(value).replace('\n', " ").trim().to_owned()
}

/// Returns a text in which everything that would end a value is escaped.
pub(super) fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// Returns the beginning of a text, for a message.
pub(super) fn clip(text: &str) -> String {
    text.chars().take(20).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_from_the_top() {
        let size = Size::new(19, 9).unwrap();
        for (name, vertex) in [
            ("aa", "A9"),
            ("sa", "T9"),
            ("ai", "A1"),
            ("si", "T1"),
            ("cd", "C6"),
        ] {
            let at = vertex.parse().unwrap();
            assert_eq!(point(name, size), Some(at));
            assert_eq!(point_name(at, size).as_deref(), Some(name));
        }
        for name in [
            "", "a", "aaa", "aj", "ta", "AA", "a{", "`a", "é", "1a", "a\u{7f}",
        ] {
            assert_eq!(point(name, size), None, "{name}");
        }
        assert_eq!(point_name("A10".parse().unwrap(), size), None);
        assert_eq!(point_name("U9".parse().unwrap(), size), None);
    }

    #[test]
    fn komi_may_be_in_hundredths() {
        for (text, komi) in [
            ("375", 7.5),
            ("275", 5.5),
            (" 325 ", 6.5),
            ("650", 6.5),
            ("750", 7.5),
            ("700", 7.0),
            ("0", 0.0),
            ("99", 99.0),
            ("386", 386.0),
            ("375.0", 375.0),
            ("-375", -375.0),
        ] {
            assert_eq!(parse_komi(text), Some(komi), "{text}");
        }
    }

    #[test]
    fn every_point_has_a_name() {
        for (width, height) in [(1, 1), (1, 25), (25, 7), (19, 19), (25, 25)] {
            let size = Size::new(width, height).unwrap();
            for at in size.points() {
                assert_eq!(point(&point_name(at, size).unwrap(), size), Some(at));
            }
        }
    }

    #[test]
    fn tt_is_a_pass_where_it_is_no_point() {
        for (side, is_pass) in [(9, true), (19, true), (20, false), (25, false)] {
            let mv = parse_move("tt", Size::square(side)).unwrap();
            assert_eq!(mv == Move::Pass, is_pass, "{side}");
        }
        assert_eq!(parse_move(" ", Size::square(9)), Ok(Move::Pass));
        assert_eq!(
            parse_move("zz", Size::square(19)),
            Err(SgfError::BadPoint("zz".into()))
        );
    }

    #[test]
    fn sizes_are_squares_or_rectangles() {
        assert_eq!(parse_size(" 13 "), Ok(Size::square(13)));
        assert_eq!(parse_size("19:9"), Ok(Size::new(19, 9).unwrap()));
        for value in [
            "",
            "0",
            "26",
            "1000000",
            "99999999999999999999",
            "9:",
            ":9",
            "9:0",
            "-9",
            "x",
            "9:9:9",
        ] {
            assert_eq!(parse_size(value), Err(SgfError::BadSize(clip(value))));
        }
    }

    #[test]
    fn results_have_many_spellings() {
        use Color::{Black, White};
        for (value, outcome) in [
            ("B+3.5", Outcome::Points(Black, Points::halves(7))),
            ("W+12", Outcome::Points(White, Points::whole(12))),
            ("w+0,5", Outcome::Points(White, Points::halves(1))),
            ("B+2.5 points", Outcome::Points(Black, Points::halves(5))),
            ("W+R", Outcome::Resignation(White)),
            ("W+Resign", Outcome::Resignation(White)),
            ("black + resign", Outcome::Resignation(Black)),
            ("B+T", Outcome::Time(Black)),
            ("B+Time", Outcome::Time(Black)),
            ("B+F", Outcome::Forfeit(Black)),
            ("W+Forfeit", Outcome::Forfeit(White)),
            ("B+", Outcome::Win(Black)),
            ("B+-1", Outcome::Win(Black)),
            ("B+nan", Outcome::Win(Black)),
            ("0", Outcome::Draw),
            ("Draw", Outcome::Draw),
            ("Jigo", Outcome::Draw),
            ("Void", Outcome::NoResult),
        ] {
            assert_eq!(parse_result(value), Some(outcome), "{value}");
        }
        for value in ["", "?", "B", "3.5", "X+3", "黑中盘胜"] {
            assert_eq!(parse_result(value), None, "{value}");
        }
    }

    #[test]
    fn texts_lose_their_escapes() {
        assert_eq!(parse_text(r"a\]b\\c\:d\e"), r"a]b\c:de");
        assert_eq!(parse_text("a\r\nb\n\rc\rd\ne\n\nf"), "a\nb\nc\nd\ne\n\nf");
        assert_eq!(parse_text("a\\\nb\\\r\nc\\\n\rd\\\re"), "abcde");
        assert_eq!(parse_text("a\tb\u{b}c\\\td\\"), "a b c d");
        assert_eq!(parse_line(" a\n b \n"), "a  b");
        assert_eq!(escape("[a\\]:"), "[a\\\\\\]:");
    }
}
