//! A board as SVG, with numbers and marks.

use crate::go::{Board, Color, Point};
use crate::html::board::{center, circle, extent, grid};
use maud::{Markup, html};

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
        let [width, height] = extent(size);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Size;

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
}
