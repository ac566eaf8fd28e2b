//! Boards as diagrams: what `showboard` prints, and what tests are written in.

use super::{Board, Size, SizeError};
use crate::go::{Color, Point};
use std::str::FromStr;
use std::{fmt, iter};

/// The text is not a diagram of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseBoardError {
    /// A row has more or fewer cells than the first one.
    #[error("row '{0}' differs in length from the first one")]
    Ragged(String),
    /// A character that stands for nothing.
    #[error("'{0}' is neither a stone nor an empty point")]
    UnknownCell(char),
    /// No rows, or too many rows or columns.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A chain without liberty.
    #[error("the chain at {0} has no liberty")]
    NoLiberty(Point),
}

impl FromStr for Board {
    type Err = ParseBoardError;

    /// Reads a diagram, top row first: `X` black, `O` white, and `.`, `+`, `_` or a lower-case
    /// letter (a label) empty. Row numbers at either end, blanks between cells and a line of column
    /// letters (its first is `A`) are optional and skipped.
    fn from_str(text: &str) -> Result<Board, ParseBoardError> {
        let rows: Vec<Vec<char>> = text
            .lines()
            .map(cells_of_line)
            .filter(|row| !row.is_empty())
            .collect();
        let width = rows.first().map_or(0, Vec::len);
        let mut board = Board::new(Size::new(width as u64, rows.len() as u64)?);
        for (row, cells) in rows.iter().rev().enumerate() {
            if cells.len() != width {
                return Err(ParseBoardError::Ragged(cells.iter().collect()));
            }
            for (column, &cell) in cells.iter().enumerate() {
                let point = Point::new(column as u8, row as u8).expect("within the size");
                if let Some(color) = parse_cell(cell)? {
                    board.add_stone(point, color);
                }
            }
        }
        match board.breathless_chain() {
            Some(point) => Err(ParseBoardError::NoLiberty(point)),
            None => Ok(board),
        }
    }
}

impl Board {
    /// A stone of a chain without liberty, which only [`Board::set`] can leave behind.
    pub fn breathless_chain(&self) -> Option<Point> {
        let mut of_both = Color::ALL
            .into_iter()
            .flat_map(|color| self.breathless_chains(color));
        of_both.next()
    }

    /// A stone of every chain of a color without liberty. Walks the board.
    pub fn breathless_chains(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        self.chains(color)
            .filter(|&chain| self.chain_word(chain.index()).number() == 0)
    }
}

fn cells_of_line(line: &str) -> Vec<char> {
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let words: Vec<&str> = line
        .split_whitespace()
        .filter(|word| !is_number(word))
        .collect();
    match words.first() {
        Some(&"A") | None => Vec::new(),
        Some(_) => words.concat().chars().collect(),
    }
}

fn parse_cell(cell: char) -> Result<Option<Color>, ParseBoardError> {
    match cell {
        'X' => Ok(Some(Color::Black)),
        'O' => Ok(Some(Color::White)),
        '.' | '+' | '_' | 'a'..='z' => Ok(None),
        _ => Err(ParseBoardError::UnknownCell(cell)),
    }
}

impl Size {
    /// Draws a diagram with coordinates on all sides and a sign at each point. No final line end.
    pub fn draw(self, sign: impl Fn(Point) -> char) -> String {
        let row_of = |row: u8| -> String {
            let points = (0..self.width()).filter_map(|column| Point::new(column, row));
            points.flat_map(|point| [' ', sign(point)]).collect()
        };
        let names = self.points().take(self.width().into());
        let letters = names.filter_map(|point| point.to_string().chars().next());
        let letters: String = letters.flat_map(|letter| [' ', letter]).collect();
        let edge = format!("  {letters}");
        let rows = (0..self.height()).rev().map(|row| {
            let number = usize::from(row) + 1;
            format!("{number:2}{} {number}", row_of(row))
        });
        let lines = iter::once(edge.clone()).chain(rows).chain([edge]);
        lines.collect::<Vec<_>>().join("\n")
    }
}

impl fmt::Display for Board {
    /// A diagram with coordinates on all sides; star points are `+`. No final line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.size.draw(|point| match self.color_at(point) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None if self.size.is_star_point(point) => '+',
            None => '.',
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_diagrams_of_the_rules() {
        let board: Board = "
           A B C D E
         5 . X . . X
         4 X X . O X
         3 . . O . .
         2 O . O X O
         1 . X O O .
        "
        .parse()
        .unwrap();
        assert_eq!(
            (
                board.stone_count(Color::Black),
                board.stone_count(Color::White)
            ),
            (7, 7)
        );
        assert_eq!(board.color_at("D2".parse().unwrap()), Some(Color::Black));
        let two: Board = "X.\n.O".parse().unwrap();
        assert_eq!(two.size(), Size::square(2));
        assert_ne!(two, "X.\n..".parse().unwrap());
    }

    #[test]
    fn printed_boards_are_read_back() {
        for side in [1, 2, 9, 19, 25] {
            let mut board = Board::new(Size::square(side));
            for (i, point) in board.points().enumerate().filter(|(i, _)| i % 5 == 0) {
                board.play(point, Color::ALL[i % 2]);
                assert_eq!(board.breathless_chain(), None, "{side}");
            }
            if side > 1 {
                assert_eq!(board.to_string().parse(), Ok(board));
            }
        }
    }

    #[test]
    fn bad_diagrams_are_refused() {
        assert!(matches!("".parse::<Board>(), Err(ParseBoardError::Size(_))));
        assert!(matches!(
            ".X\n.".parse::<Board>(),
            Err(ParseBoardError::Ragged(_))
        ));
        assert!(matches!(
            ".Q".parse::<Board>(),
            Err(ParseBoardError::UnknownCell('Q'))
        ));
        assert!(matches!(
            ".X\nXO".parse::<Board>(),
            Err(ParseBoardError::NoLiberty(_))
        ));
        assert!(matches!(
            ".".repeat(26).parse::<Board>(),
            Err(ParseBoardError::Size(_))
        ));
    }
}
