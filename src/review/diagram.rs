//! A board as SVG. A cell is 10 units wide, and the coordinates stand around it.

use crate::go::{Board, Color, Point, Size};
use maud::{Markup, html};
use std::fmt::Write;

const CELL: i32 = 10;

/// The width of the room for coordinates on each side.
const EDGE: i32 = 12;

/// Stones of a board with numbers and marks.
#[derive(Debug)]
pub(super) struct Diagram<'a> {
    board: &'a Board,
    /// Stones that are not on the board, or whose number is shown.
    numbered: Vec<(Point, Color, usize)>,
    /// The move that the diagram is about.
    pub(super) ring: Option<Point>,
    /// A point with a cross.
    pub(super) cross: Option<Point>,
    /// A stone with a dot, which is left out where there is no stone on the board.
    pub(super) dot: Option<Point>,
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

    /// Returns the picture above its caption.
    pub(super) fn figure(&self, caption: &str) -> Markup {
        let size = self.board.size();
        let [width, height] =
            [size.width(), size.height()].map(|side| 2 * EDGE + CELL * i32::from(side));
        let dot = self.dot.filter(|&at| self.board.color_at(at).is_some());
        html! {
            figure {
                svg.board viewBox={ "0 0 " (width) " " (height) } role="img" aria-label=(caption) {
                    rect.wood width=(width) height=(height) {}
                    (grid(size))
                    @for at in self.board.points() {
                        @if let Some(color) = self.board.color_at(at) {
                            (circle(&color.to_string(), "4.7", center(at, size)))
                        }
                    }
                    @for &(at, color, number) in &self.numbered {
                        @let (x, y) = center(at, size);
                        @let long = if number > 99 { " long" } else { "" };
                        (circle(&color.to_string(), "4.7", (x, y)))
                        text class={ "on-" (color.to_string()) (long) } x=(x) y=(y) { (number) }
                    }
                    @if let Some(at) = self.ring { (circle("ring", "4.7", center(at, size))) }
                    @if let Some(at) = self.cross {
                        @let (x, y) = center(at, size);
                        path.ring d={ "M" (x) " " (y) "m-2.5 -2.5l5 5m0 -5l-5 5" } {}
                    }
                    @if let Some(at) = dot { (circle("dot", "1.6", center(at, size))) }
                }
                figcaption { (caption) }
            }
        }
    }
}

/// Returns the middle of a cell, counted from the left or from the top.
fn middle(index: u8) -> i32 {
    EDGE + CELL * i32::from(index) + CELL / 2
}

fn center(at: Point, size: Size) -> (i32, i32) {
    let from_top = size.height() - 1 - at.row();
    (middle(at.column()), middle(from_top))
}

fn circle(class: &str, radius: &str, (x, y): (i32, i32)) -> Markup {
    html! { circle class=(class) cx=(x) cy=(y) r=(radius) {} }
}

/// Returns the lines, star points and coordinates.
fn grid(size: Size) -> Markup {
    let mut lines = String::new();
    let mut names = Vec::new();
    let [right, bottom] = [size.width(), size.height()].map(|side| middle(side - 1));
    let (left, top) = (middle(0), middle(0));
    for at in size.points().take(size.width().into()) {
        let (x, name) = (middle(at.column()), at.to_string());
        let _ = write!(lines, "M{x} {bottom}V{top}");
        let letter = name.trim_end_matches('1');
        names.extend([top - 10, bottom + 10].map(|y| (x, y, letter.to_owned())));
    }
    for row in 0..size.height() {
        let y = middle(size.height() - 1 - row);
        let _ = write!(lines, "M{left} {y}H{right}");
        names.extend([left - 10, right + 10].map(|x| (x, y, (row + 1).to_string())));
    }
    let stars = size.fixed_handicap(size.max_fixed_handicap());
    html! {
        path.lines d=(lines) {}
        g.names { @for (x, y, name) in names { text x=(x) y=(y) { (name) } } }
        @for &at in stars.iter().flatten() { (circle("star", "1", center(at, size))) }
    }
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
        diagram.ring = Some(point("C3"));
        diagram.dot = Some(point("A1"));
        let svg = diagram.figure("a < b").into_string();
        for part in [
            "viewBox=\"0 0 74 54\"",
            "aria-label=\"a &lt; b\"",
            "<circle class=\"black\" cx=\"27\" cy=\"27\" r=\"4.7\"></circle>",
            "<circle class=\"white\" cx=\"37\" cy=\"17\" r=\"4.7\"></circle>",
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
            let svg = Diagram::new(&board).figure("").into_string();
            let lines = svg.matches(['H', 'V']).count() as u64;
            assert!(lines >= width + height, "{svg}");
        }
    }
}
