//! The board as a terminal shows it: coordinates on all sides, star points, the last move between
//! parentheses, and at the end of the game who owns what.

use crate::go::{Board, ByColor, Color, Point, PointSet};
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

/// How the game ends if it stops here.
#[derive(Clone, Debug)]
pub(super) struct Ending {
    pub(super) dead: PointSet,
    /// Returns the points that each player surrounds, those under dead stones included.
    pub(super) spaces: ByColor<PointSet>,
}

/// A board with its marks; `Display` draws it, without a final line end.
#[derive(Debug)]
pub(super) struct Picture<'a> {
    pub(super) board: &'a Board,
    pub(super) last: Option<Point>,
    pub(super) ending: Option<&'a Ending>,
    pub(super) look: Look,
}

/// The signs of an [`Ending`].
pub(super) const LEGEND: &str = "x, o: dead stones   b, w: territory of Black and White";

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
        let is_dead = |ending: &Ending| ending.dead.contains(at);
        let owner = |ending: &Ending| {
            let mut colors = Color::ALL.into_iter();
            colors.find(|&color| ending.spaces[color].contains(at))
        };
        let is_round = self.look == Look::Unicode;
        match (self.board.color_at(at), self.ending.and_then(owner)) {
            (Some(color), _) if self.ending.is_some_and(is_dead) => of(color, 'x', 'o'),
            (Some(color), _) if is_round => ('●', Some(color)),
            (Some(color), _) => of(color, 'X', 'O'),
            (None, Some(color)) => of(color, 'b', 'w'),
            (None, None) if self.board.size().is_star_point(at) => ('+', None),
            (None, None) => (if is_round { '·' } else { '.' }, None),
        }
    }

    /// Writes a row with what stands between its points: blanks, or parentheses around the last
    /// move.
    fn write_row(&self, f: &mut fmt::Formatter<'_>, row: u8) -> fmt::Result {
        let width = self.board.size().width();
        let last = self.last.filter(|last| last.row() == row);
        let last = last.map(Point::column);
        for column in 0..width {
            let before = match last {
                Some(last) if column == last => '(',
                Some(last) if column == last + 1 => ')',
                _ => ' ',
            };
            write!(f, "{before}")?;
            let at = Point::new(column, row).expect("within the size");
            let (sign, color) = self.sign(at);
            if self.look != Look::Plain {
                f.write_str(color.map_or(LINES, |color| STONES[color]))?;
            }
            write!(f, "{sign}")?;
        }
        f.write_str(if last == Some(width - 1) { ")" } else { " " })
    }
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.board.size();
        let names = size.points().take(size.width().into());
        let letters = names.map(|point| point.to_string()[..1].to_owned());
        let letters = letters.collect::<Vec<_>>().join(" ");
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

    fn draw(board: &Board, last: Option<&str>, ending: Option<&Ending>, look: Look) -> String {
        let last = last.map(|text| text.parse().unwrap());
        let picture = Picture {
            board,
            last,
            ending,
            look,
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
            assert_eq!(draw(&board, None, None, Look::Plain), board.to_string());
        }
        let board: Board = BOARD.parse().unwrap();
        assert_eq!(draw(&board, None, None, Look::Plain), board.to_string());
    }

    #[test]
    fn the_last_move_is_between_parentheses() {
        let board: Board = BOARD.parse().unwrap();
        let row = |last, number: usize| {
            let text = draw(&board, Some(last), None, Look::Plain);
            text.lines().nth(6 - number).unwrap().to_owned()
        };
        assert_eq!(row("D4", 4), " 4 X X .(O)X 4");
        assert_eq!(row("E4", 4), " 4 X X . O(X)4");
        assert_eq!(row("A4", 4), " 4(X)X . O X 4");
        assert_eq!(row("A4", 5), " 5 . X . . X 5");
    }

    #[test]
    fn colors_change_nothing_else_and_end_with_each_line() {
        let board: Board = BOARD.parse().unwrap();
        let plain = draw(&board, Some("D2"), None, Look::Plain);
        let color = draw(&board, Some("D2"), None, Look::Color);
        let round = draw(&board, Some("D2"), None, Look::Unicode);
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
    fn dead_stones_and_territory_are_small_letters() {
        let board: Board = ". X .\nX X O\n. O .".parse().unwrap();
        let points = |text: &str| {
            text.split(' ')
                .map(|word| word.parse().unwrap())
                .collect::<PointSet>()
        };
        let ending = Ending {
            dead: points("C2 B1"),
            spaces: ByColor {
                black: points("A3 C2 B1 A1 C3"),
                white: points("C1"),
            },
        };
        let text = draw(&board, None, Some(&ending), Look::Plain);
        let rows: Vec<&str> = text.lines().skip(1).take(3).collect();
        assert_eq!(rows, [" 3 b X b 3", " 2 X X o 2", " 1 b o w 1"]);
    }
}
