//! A board as SVG. A cell is 10 units wide, and the coordinates stand around it.

use crate::go::{Board, Color, Point, Size};
use std::fmt::Write;

const CELL: i32 = 10;

/// The room for coordinates on each side.
const EDGE: i32 = 12;

/// Stones of a board with numbers and marks.
#[derive(Debug)]
pub(super) struct Diagram<'a> {
    board: &'a Board,
    /// Stones that are not on the board, or whose number is shown.
    numbered: Vec<(Point, Color, usize)>,
    /// The move that is spoken of.
    ring: Option<Point>,
    /// A point with a cross.
    cross: Option<Point>,
    /// A stone with a dot.
    dot: Option<Point>,
}

impl<'a> Diagram<'a> {
    pub(super) fn new(board: &'a Board) -> Diagram<'a> {
        Diagram {
            board,
            numbered: Vec::new(),
            ring: None,
            cross: None,
            dot: None,
        }
    }

    /// Shows a stone with a number. Where another one has a number already, nothing is shown and the
    /// other number is returned.
    pub(super) fn number(&mut self, at: Point, color: Color, number: usize) -> Option<usize> {
        let known = self.numbered.iter().find(|&&(other, ..)| other == at);
        if let Some(&(.., other)) = known {
            return Some(other);
        }
        self.numbered.push((at, color, number));
        None
    }

    pub(super) fn ring(&mut self, at: Option<Point>) {
        self.ring = at;
    }

    pub(super) fn cross(&mut self, at: Option<Point>) {
        self.cross = at;
    }

    /// Marks the last move, if its stone is still there.
    pub(super) fn dot(&mut self, at: Option<Point>) {
        self.dot = at.filter(|&at| self.board.color_at(at).is_some());
    }

    /// The picture, for readers who see none with a title.
    pub(super) fn svg(&self, title: &str) -> String {
        let size = self.board.size();
        let (width, height) = (extent(size.width()), extent(size.height()));
        let mut svg = format!(
            "<svg class=\"board\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">\n\
             <rect class=\"wood\" width=\"{width}\" height=\"{height}\"/>\n",
            crate::html::escaped(title)
        );
        svg += &grid(size);
        for at in self.board.points() {
            if let Some(color) = self.board.color_at(at) {
                svg += &stone(at, size, color);
            }
        }
        for &(at, color, number) in &self.numbered {
            svg += &stone(at, size, color);
            svg += &label(at, size, color, number);
        }
        svg += &self.marks(size);
        svg + "</svg>\n"
    }

    fn marks(&self, size: Size) -> String {
        let mut svg = String::new();
        if let Some((x, y)) = self.ring.map(|at| center(at, size)) {
            let _ = writeln!(
                svg,
                "<circle class=\"ring\" cx=\"{x}\" cy=\"{y}\" r=\"4.7\"/>"
            );
        }
        if let Some((x, y)) = self.cross.map(|at| center(at, size)) {
            let _ = writeln!(
                svg,
                "<path class=\"ring\" d=\"M{} {}l5 5m0 -5l-5 5\"/>",
                f64::from(x) - 2.5,
                f64::from(y) - 2.5
            );
        }
        if let Some((x, y)) = self.dot.map(|at| center(at, size)) {
            let _ = writeln!(
                svg,
                "<circle class=\"dot\" cx=\"{x}\" cy=\"{y}\" r=\"1.6\"/>"
            );
        }
        svg
    }
}

/// The width of a picture of so many points.
fn extent(side: u8) -> i32 {
    2 * EDGE + CELL * i32::from(side)
}

fn center(at: Point, size: Size) -> (i32, i32) {
    let from_top = size.height() - 1 - at.row();
    let middle = |index: u8| EDGE + CELL * i32::from(index) + CELL / 2;
    (middle(at.column()), middle(from_top))
}

/// Lines, star points and coordinates.
fn grid(size: Size) -> String {
    let mut path = String::new();
    let mut names = String::new();
    let corner = |column, row| Point::new(column, row).map(|at| center(at, size));
    let (right, top) = (size.width() - 1, size.height() - 1);
    for column in 0..size.width() {
        if let Some(((x, y0), (_, y1))) = corner(column, 0).zip(corner(column, top)) {
            let _ = write!(path, "M{x} {y0}V{y1}");
            let letter = Point::new(column, 0).map_or(String::new(), |at| at.to_string());
            let letter = letter.trim_end_matches('1');
            for y in [y1 - 10, y0 + 10] {
                let _ = write!(names, "<text x=\"{x}\" y=\"{y}\">{letter}</text>");
            }
        }
    }
    for row in 0..size.height() {
        if let Some(((x0, y), (x1, _))) = corner(0, row).zip(corner(right, row)) {
            let _ = write!(path, "M{x0} {y}H{x1}");
            for x in [x0 - 10, x1 + 10] {
                let _ = write!(names, "<text x=\"{x}\" y=\"{y}\">{}</text>", row + 1);
            }
        }
    }
    let mut svg = format!("<path class=\"lines\" d=\"{path}\"/>\n<g class=\"names\">{names}</g>\n");
    let stars = size.fixed_handicap(size.max_fixed_handicap());
    for (x, y) in stars.iter().flatten().map(|&at| center(at, size)) {
        let _ = writeln!(
            svg,
            "<circle class=\"star\" cx=\"{x}\" cy=\"{y}\" r=\"1\"/>"
        );
    }
    svg
}

const fn class(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn stone(at: Point, size: Size, color: Color) -> String {
    let ((x, y), class) = (center(at, size), class(color));
    format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"4.7\"/>\n")
}

fn label(at: Point, size: Size, color: Color, number: usize) -> String {
    let ((x, y), class) = (center(at, size), class(color));
    let long = if number > 99 { " long" } else { "" };
    format!("<text class=\"on-{class}{long}\" x=\"{x}\" y=\"{y}\">{number}</text>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_numbers_and_marks_are_drawn() {
        let mut board = Board::new(Size::new(5, 3).unwrap());
        let point = |name: &str| name.parse::<Point>().unwrap();
        board.play(point("B2"), Color::Black);
        let mut diagram = Diagram::new(&board);
        assert_eq!(diagram.number(point("C3"), Color::White, 123), None);
        assert_eq!(diagram.number(point("C3"), Color::Black, 124), Some(123));
        diagram.ring(Some(point("C3")));
        diagram.dot(Some(point("A1")));
        let svg = diagram.svg("a < b");
        for part in [
            "viewBox=\"0 0 74 54\"",
            "aria-label=\"a &lt; b\"",
            "<circle class=\"black\" cx=\"27\" cy=\"27\" r=\"4.7\"/>",
            "<circle class=\"white\" cx=\"37\" cy=\"17\" r=\"4.7\"/>",
            "<text class=\"on-white long\" x=\"37\" y=\"17\">123</text>",
            "<circle class=\"ring\" cx=\"37\" cy=\"17\"",
            "<text x=\"57\" y=\"7\">E</text>",
        ] {
            assert!(svg.contains(part), "{part}\n{svg}");
        }
        assert!(!svg.contains("124") && !svg.contains("\"dot\""));
    }

    #[test]
    fn all_sizes_can_be_drawn() {
        for (width, height) in [(1, 1), (2, 25), (25, 25)] {
            let board = Board::new(Size::new(width, height).unwrap());
            let svg = Diagram::new(&board).svg("");
            let lines = svg.matches(['H', 'V']).count() as u64;
            assert!(lines >= width + height, "{svg}");
        }
    }
}
