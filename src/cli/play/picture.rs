//! The board on a terminal: coordinates on all sides, star points, the last move between parentheses, and at the end of the
//! game the owners of points.
//!
//! A narrow board has no blanks between its points, so 19x19 takes 25 columns instead of 43. The last move has a sign of its own
//! there.

use crate::go::{Board, ByColor, Color, Point, Size};
use crate::life::CountedPoint;
use clap::ValueEnum;
use std::fmt;

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Look {
    /// The best that the terminal can show; plain in a file or a pipe, or if `NO_COLOR` is set
    Auto,
    /// Letters
    Plain,
    /// Letters in colors
    Color,
    /// Round stones in colors
    Unicode,
}

/// A board with its marks; `Display` draws it, without a final line end.
pub(super) struct Picture<'a> {
    pub(super) board: &'a Board,
    pub(super) last: Option<Point>,
    /// What each point counts as, if the game is over.
    pub(super) counted: Option<&'a dyn Fn(Point) -> CountedPoint>,
    pub(super) look: Look,
    /// True if nothing stands between points.
    pub(super) is_narrow: bool,
}

/// The columns that a board takes if it is not narrow.
pub(super) fn columns(size: Size) -> usize {
    2 * usize::from(size.width()) + if size.height() > 9 { 5 } else { 4 }
}

/// Returns a diagram of [`Size::draw`] as a narrow board.
pub(super) fn narrowed(diagram: &str, size: Size) -> String {
    let first = 3;
    let end = first + 2 * usize::from(size.width());
    let is_kept = |at: usize| at < first || at >= end - 1 || (at - first).is_multiple_of(2);
    let lines = diagram.lines().map(|line| {
        let kept = line.chars().enumerate().filter(|&(at, _)| is_kept(at));
        kept.map(|(_, letter)| letter).collect::<String>()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The sign of the last move on a narrow board.
pub(super) fn last_sign(look: Look, color: Color) -> char {
    match look {
        Look::Unicode => '◆',
        _ => ByColor {
            black: '#',
            white: '@',
        }[color],
    }
}

/// The signs of a counted board.
pub(super) const LEGEND: &str =
    "x, o: dead stones   b, w: territory of Black and White   =: in seki";

/// Colors as terminals of 256 number them: a wooden board, its lines, and the stones.
const WOOD: &str = "\x1b[48;5;180m";
const LINES: &str = "\x1b[38;5;94m";
const STONES: ByColor<&str> = ByColor {
    black: "\x1b[38;5;16m",
    white: "\x1b[38;5;231m",
};
const RESET: &str = "\x1b[0m";

impl Picture<'_> {
    /// Returns the sign of a point, and the player whose color it has.
    fn sign(&self, at: Point) -> (char, Option<Color>) {
        let of = |color, black, white| (ByColor { black, white }[color], Some(color));
        let is_round = self.look == Look::Unicode;
        match (self.board.color_at(at), self.counted.map(|of| of(at))) {
            (_, Some(CountedPoint::Dead(color))) => of(color, 'x', 'o'),
            (_, Some(CountedPoint::Territory(color))) => of(color, 'b', 'w'),
            (_, Some(CountedPoint::Seki)) => ('=', None),
            (Some(color), _) if self.is_narrow && self.last == Some(at) => {
                (last_sign(self.look, color), Some(color))
            }
            (Some(color), _) if is_round => ('●', Some(color)),
            (Some(color), _) => of(color, 'X', 'O'),
            (None, _) if self.board.size().is_star_point(at) => ('+', None),
            (None, _) => (if is_round { '·' } else { '.' }, None),
        }
    }

    /// Writes a row with what stands between its points: blanks, or parentheses around the last
    /// move, or nothing.
    fn write_row(&self, f: &mut fmt::Formatter<'_>, row: u8) -> fmt::Result {
        let width = self.board.size().width();
        let last = self.last.filter(|last| last.row() == row);
        let last = last.map(Point::column);
        for column in 0..width {
            match last {
                _ if self.is_narrow && column > 0 => {}
                Some(last) if column == last && !self.is_narrow => f.write_str("(")?,
                Some(last) if column == last + 1 => f.write_str(")")?,
                _ => f.write_str(" ")?,
            }
            let at = Point::new(column, row).expect("within the size");
            let (sign, color) = self.sign(at);
            if self.look != Look::Plain {
                f.write_str(color.map_or(LINES, |color| STONES[color]))?;
            }
            write!(f, "{sign}")?;
        }
        let is_marked = last == Some(width - 1) && !self.is_narrow;
        f.write_str(if is_marked { ")" } else { " " })
    }
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.board.size();
        let names = size.points().take(size.width().into());
        let letters = names.map(|point| point.to_string()[..1].to_owned());
        let between = if self.is_narrow { "" } else { " " };
        let letters = letters.collect::<Vec<_>>().join(between);
        write!(f, "   {letters}")?;
        let (wood, reset) = match self.look {
            Look::Plain => ("", ""),
            _ => (WOOD, RESET),
        };
        for row in (0..size.height()).rev() {
            write!(f, "\n{:2}{wood}", row + 1)?;
            self.write_row(f, row)?;
            write!(f, "{reset}{}", row + 1)?;
        }
        write!(f, "\n   {letters}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "
           A B C D E
         5 . X . . X 5
         4 X X . O X 4
         3 . . + . . 3
         2 O . O X O 2
         1 . X O O . 1
           A B C D E";

    fn draw(board: &Board, last: Option<&str>, look: Look) -> String {
        let last = last.map(|text| text.parse().unwrap());
        let picture = Picture {
            board,
            last,
            counted: None,
            look,
            is_narrow: false,
        };
        picture.to_string()
    }

    /// A text without its colors.
    fn stripped(text: &str) -> String {
        let mut pieces = text.split('\x1b');
        let first = pieces.next().unwrap().to_owned();
        pieces.fold(first, |text, piece| text + piece.split_once('m').unwrap().1)
    }

    #[test]
    fn a_plain_board_is_the_usual_diagram() {
        for side in [2, 5, 9, 19, 25] {
            let board = Board::new(crate::go::Size::square(side));
            assert_eq!(draw(&board, None, Look::Plain), board.to_string());
        }
        let board: Board = BOARD.parse().unwrap();
        assert_eq!(draw(&board, None, Look::Plain), board.to_string());
    }

    #[test]
    fn the_last_move_is_between_parentheses() {
        let board: Board = BOARD.parse().unwrap();
        let row = |last, number: usize| {
            let text = draw(&board, Some(last), Look::Plain);
            text.lines().nth(6 - number).unwrap().to_owned()
        };
        assert_eq!(row("D4", 4), " 4 X X .(O)X 4");
        assert_eq!(row("E4", 4), " 4 X X . O(X)4");
        assert_eq!(row("A4", 4), " 4(X)X . O X 4");
        assert_eq!(row("A4", 5), " 5 . X . . X 5");
    }

    #[test]
    fn a_narrow_board_fits_36_columns() {
        let board: Board = BOARD.parse().unwrap();
        let narrow = |board: &Board, last: Option<&str>, look| {
            let picture = Picture {
                board,
                last: last.map(|text| text.parse().unwrap()),
                counted: None,
                look,
                is_narrow: true,
            };
            picture.to_string()
        };
        let expected =
            "   ABCDE\n 5 .X..X 5\n 4 XX.@X 4\n 3 ..... 3\n 2 O.OXO 2\n 1 .XOO. 1\n   ABCDE";
        assert_eq!(narrow(&board, Some("D4"), Look::Plain), expected);
        assert!(narrow(&board, Some("A4"), Look::Plain).contains("4 #X.OX 4"));
        let round = narrow(&board, Some("D4"), Look::Unicode);
        assert_eq!(stripped(&round).lines().nth(2), Some(" 4 ●●·◆● 4"));
        let letters = expected.replace('@', "O");
        assert_eq!(narrowed(&board.to_string(), board.size()), letters);
        for side in [1, 9, 19, 25] {
            let board = Board::new(Size::square(side));
            let plain = draw(&board, None, Look::Plain);
            let widest = |text: &str| text.lines().map(|line| line.chars().count()).max();
            assert_eq!(widest(&plain), Some(columns(board.size())));
            let text = narrow(&board, None, Look::Plain);
            assert_eq!(text, narrowed(&plain, board.size()));
            assert!(widest(&text) <= Some(36), "{text}");
        }
    }

    #[test]
    fn colors_change_nothing_else_and_end_with_each_line() {
        let board: Board = BOARD.parse().unwrap();
        let plain = draw(&board, Some("D2"), Look::Plain);
        let color = draw(&board, Some("D2"), Look::Color);
        let round = draw(&board, Some("D2"), Look::Unicode);
        assert_eq!(stripped(&color), plain);
        assert_eq!(
            stripped(&round),
            plain.replace(['X', 'O'], "●").replace('.', "·")
        );
        assert!(round.contains("\x1b[38;5;231m●") && round.contains("\x1b[38;5;16m●"));
        for line in round.lines().filter(|line| line.contains('\x1b')) {
            let (_, after) = line.rsplit_once('\x1b').unwrap();
            assert!(after.starts_with("[0m"), "{line}");
        }
    }

    #[test]
    fn a_counted_board_shows_what_each_point_is() {
        let board: Board = ". X .\nX X O\n. O .".parse().unwrap();
        let counted = |at: Point| match at.to_string().as_str() {
            "C2" | "B1" => CountedPoint::Dead(Color::White),
            "A3" => CountedPoint::Seki,
            "C3" => CountedPoint::Territory(Color::Black),
            "C1" => CountedPoint::Territory(Color::White),
            "A1" => CountedPoint::Dame,
            _ => CountedPoint::Alive(Color::Black),
        };
        let picture = Picture {
            board: &board,
            last: None,
            counted: Some(&counted),
            look: Look::Plain,
            is_narrow: false,
        };
        let text = picture.to_string();
        let rows: Vec<&str> = text.lines().skip(1).take(3).collect();
        assert_eq!(rows, [" 3 = X b 3", " 2 X X o 2", " 1 . o w 1"]);
    }
}
