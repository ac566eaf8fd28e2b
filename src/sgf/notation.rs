//! The values between brackets: points, texts, numbers and results.

pub(super) use quantity::{parse_handicap, parse_komi};
pub(super) use result::names_result;
pub use result::parse_result;

mod quantity;
mod result;

use super::SgfError;
use crate::go::{Color, Move, Point, Size};
use quantity::ascii;

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

/// Reads a move: a point, or nothing for a pass, or `tt` where no point has that name; `None` for anything else.
pub(super) fn parse_move(value: &str, size: Size) -> Option<Move> {
    let value = value.trim();
    match point(value, size) {
        Some(point) => Some(Move::Play(point)),
        None => (value.is_empty() || value == "tt").then_some(Move::Pass),
    }
}

/// Reads the points of a rectangle of which the value names two corners, or a single point; none
/// for an empty value. `None` if it names no points of the board.
pub(super) fn parse_points(value: &str, size: Size) -> Option<Vec<Point>> {
    let value = value.trim();
    if value.is_empty() {
        return Some(Vec::new());
    }
    let (one, other) = value.split_once(':').unwrap_or((value, value));
    let (one, other) = point(one.trim(), size).zip(point(other.trim(), size))?;
    let between = |a: u8, b: u8| a.min(b)..=a.max(b);
    let columns = between(one.column(), other.column());
    let row_of = |row| {
        columns
            .clone()
            .filter_map(move |column| Point::new(column, row))
    };
    Some(between(one.row(), other.row()).flat_map(row_of).collect())
}

/// What records call the game, in small letters.
const GO: [&str; 9] = [
    "go", "igo", "weiqi", "baduk", "围棋", "圍棋", "囲碁", "바둑", "go game",
];

/// Returns true if a value of `GM` means Go, which is the first of its games; so does an empty one.
pub(super) fn names_go(value: &str) -> bool {
    let text = ascii(value.trim()).to_lowercase();
    text.is_empty() || text.parse() == Ok(1_u32) || GO.contains(&&*text)
}

/// Reads a side, or width and height, with any sign between them and words behind.
pub(super) fn board_size(value: &str) -> Result<Size, SgfError> {
    let text = ascii(value.trim());
    let text = text.trim_end_matches(|letter: char| letter.is_alphabetic() || letter == ' ');
    let separator = [":", "x", "X", "*", "×", ",", " "];
    let mut split = separator.iter().filter_map(|sign| text.split_once(sign));
    let (width, height) = split.next().unwrap_or((text, text));
    let side = |text: &str| {
        let text = text.trim();
        let whole = text.split_once('.').filter(|(_, decimals)| {
            !decimals.is_empty() && decimals.bytes().all(|digit| digit == b'0')
        });
        whole.map_or(text, |(whole, _)| whole).parse::<u64>().ok()
    };
    side(width)
        .zip(side(height))
        .and_then(|(width, height)| Size::new(width, height).ok())
        .ok_or_else(|| SgfError::BadSize(clip(value)))
}

/// Reads a player, who may be none; `None` if it is something else.
#[expect(
    clippy::option_option,
    reason = "no winner is not the same as nothing readable"
)]
pub(super) fn parse_color(value: &str) -> Option<Option<Color>> {
    match value.trim() {
        "" => Some(None),
        "1" | "黑" | "黒" | "흑" => Some(Some(Color::Black)),
        "2" | "白" | "백" => Some(Some(Color::White)),
        word => word.parse().ok().map(Some),
    }
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
        assert_eq!(parse_move(" ", Size::square(9)), Some(Move::Pass));
        for word in ["zz", "pass", "D4", "a"] {
            assert_eq!(parse_move(word, Size::square(19)), None, "{word}");
        }
    }

    #[test]
    fn sizes_are_squares_or_rectangles() {
        assert_eq!(board_size(" 13 "), Ok(Size::square(13)));
        for value in ["19:9", "19x9", "19*9", "19×9", "19 : 9", "１９:９", "19X9"] {
            assert_eq!(board_size(value), Ok(Size::new(19, 9).unwrap()), "{value}");
        }
        for value in ["19路", "19x19", "19 lines", "１９", "19.0", "19.00:19"] {
            assert_eq!(board_size(value), Ok(Size::square(19)), "{value}");
        }
        for value in [
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
            "9.5",
            "9.",
            ".0",
        ] {
            assert_eq!(board_size(value), Err(SgfError::BadSize(clip(value))));
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
