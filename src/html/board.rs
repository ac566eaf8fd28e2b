//! The parts of a board as SVG. A cell is 10 units wide, and the coordinates stand around it.

use crate::go::{Point, Size};
use maud::{Markup, html};
use std::fmt::Write;

/// What a page with boards needs in its style sheet.
pub const STYLE: &str = include_str!("board.css");

const CELL: i32 = 10;

/// The width of the room for coordinates on each side.
const EDGE: i32 = 12;

/// The width and the height of a board with its coordinates.
pub fn extent(size: Size) -> [i32; 2] {
    [size.width(), size.height()].map(|side| 2 * EDGE + CELL * i32::from(side))
}

/// The middle of a cell, counted from the left or from the top.
fn middle(index: u8) -> i32 {
    EDGE + CELL * i32::from(index) + CELL / 2
}

/// The middle of a point.
pub fn center(at: Point, size: Size) -> (i32, i32) {
    let from_top = size.height() - 1 - at.row();
    (middle(at.column()), middle(from_top))
}

/// Returns a circle.
pub fn circle(class: &str, radius: &str, (x, y): (i32, i32)) -> Markup {
    html! { circle class=(class) cx=(x) cy=(y) r=(radius) {} }
}

/// Returns the lines, star points and coordinates.
pub fn grid(size: Size) -> Markup {
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
    html! {
        path.lines d=(lines) {}
        g.names { @for (x, y, name) in names { text x=(x) y=(y) { (name) } } }
        @for at in size.star_points() { (circle("star", "1", center(at, size))) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sizes_can_be_drawn() {
        for (width, height) in [(1, 1), (2, 25), (25, 25)] {
            let grid = grid(Size::new(width, height).unwrap()).into_string();
            let lines = grid.matches(['H', 'V']).count() as u64;
            assert!(lines >= width + height, "{grid}");
        }
        let stars = |size| grid(size).into_string().matches("class=\"star\"").count();
        assert_eq!((stars(Size::square(9)), stars(Size::square(19))), (5, 9));
    }
}
