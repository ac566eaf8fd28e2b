//! The 3x3 shapes that playouts answer with: hane, cuts, magari and moves at the border.
//!
//! After the patterns of `MoGo` (Gelly, Wang, Munos and Teytaud 2006, figures 2 to 5). Each shape
//! stands for its eight mirror images and rotations, and for both colors.

use crate::go::Neighborhood;
use std::sync::LazyLock;

/// Rows from the top, the played point in the middle. `X` and `O` are stones of different colors,
/// `x` is anything but `X`, `o` anything but `O`, `.` an empty point, `#` the border, `?` anything.
const SHAPES: &[[&str; 3]] = &[
    // Hane: enclosing, not cutting, magari, from the shoulder.
    ["XOX", ".*.", "???"],
    ["XO.", ".*.", "?.?"],
    ["XO?", "X*.", "x.?"],
    [".O.", "X*.", "..."],
    // Cuts: crosscut left open, peeped at, pushed through, of a knight's move.
    ["XO?", "O*o", "?o?"],
    ["XO?", "O*X", "???"],
    ["?X?", "O*O", "ooo"],
    ["OX?", "o*O", "???"],
    // At the border: chase, cut from below, connection, descent, two cuts.
    ["X.?", "O*?", "###"],
    ["OX?", "X*O", "###"],
    ["?X?", "x*O", "###"],
    ["?XO", "x*x", "###"],
    ["?OX", "X*O", "###"],
];

/// Which of the 65,536 neighborhoods match a shape: one bit each.
#[derive(Debug)]
pub struct Shapes(Box<[u64; 1024]>);

impl Shapes {
    /// The table, made on the first call.
    #[must_use]
    pub fn get() -> &'static Shapes {
        static TABLE: LazyLock<Shapes> = LazyLock::new(Shapes::new);
        &TABLE
    }

    /// Whether a point with this neighborhood is a good answer by shape.
    #[must_use]
    #[inline]
    pub fn matches(&self, code: Neighborhood) -> bool {
        self.0[usize::from(code.0 >> 6)] >> (code.0 & 63) & 1 == 1
    }

    fn new() -> Shapes {
        let images: Vec<[Cells; 8]> = SHAPES.iter().map(images).collect();
        let mut table = Box::new([0; 1024]);
        for code in 0..=u16::MAX {
            let fits = |image: &Cells| {
                let mut neighbors = (0..8).map(|place| (image[place], code >> (2 * place) & 3));
                let (mut same, mut swapped) = (true, true);
                neighbors.all(|(letter, cell)| {
                    same &= allows(letter, cell);
                    swapped &= allows(letter, [0, 2, 1, 3][usize::from(cell)]);
                    same || swapped
                })
            };
            if images.iter().flatten().any(fits) {
                table[usize::from(code >> 6)] |= 1 << (code & 63);
            }
        }
        Shapes(table)
    }
}

/// The letters around the middle, in the order of the bit pairs of a [`Neighborhood`].
type Cells = [u8; 8];

/// Whether a letter of a shape allows a cell of a code: 0 empty, 1 for `X`, 2 for `O`, 3 border.
fn allows(letter: u8, cell: u16) -> bool {
    match letter {
        b'X' => cell == 1,
        b'O' => cell == 2,
        b'.' => cell == 0,
        b'#' => cell == 3,
        b'x' => cell != 1,
        b'o' => cell != 2,
        _ => true,
    }
}

/// The mirror images and rotations of a shape.
fn images(shape: &[&str; 3]) -> [Cells; 8] {
    let at = |row: usize, column: usize| shape[row].as_bytes()[column];
    std::array::from_fn(|image| {
        let cell = |(mut row, mut column): (usize, usize)| {
            if image & 1 != 0 {
                row = 2 - row;
            }
            if image & 2 != 0 {
                column = 2 - column;
            }
            if image & 4 != 0 {
                (row, column) = (column, row);
            }
            at(row, column)
        };
        // North, east, south, west, then from the north-east around.
        [
            (0, 1),
            (1, 2),
            (2, 1),
            (1, 0),
            (0, 2),
            (2, 2),
            (2, 0),
            (0, 0),
        ]
        .map(cell)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Board;

    fn matches(diagram: &str, point: &str) -> bool {
        let board: Board = diagram.parse().unwrap();
        Shapes::get().matches(board.neighborhood(point.parse().unwrap()))
    }

    #[test]
    fn shapes_are_found_in_any_orientation_and_color() {
        let hane = "
            . . . . .
            . X O X .
            . . . . .
            . . . . .
            . . . . .";
        assert!(matches(hane, "C3"));
        assert!(matches(
            &hane.replace('X', "?").replace('O', "X").replace('?', "O"),
            "C3"
        ));
        let turned = "
            . . . . .
            . . . X .
            . . . O .
            . . . X .
            . . . . .";
        assert!(matches(turned, "C3"));
        assert!(!matches(turned, "B3"));
    }

    #[test]
    fn border_shapes_need_the_border() {
        let at_border = "
            . . . . .
            . . . . .
            . . . . .
            . X . . .
            . O . . .";
        assert!(matches(at_border, "C1"));
        let inside = "
            . . . . .
            . . . . .
            . X . . .
            . O . . .
            . . . . .";
        assert!(!matches(inside, "C2"));
    }

    #[test]
    fn nothing_matches_in_the_open() {
        assert!(!matches(". . .\n. . .\n. . .", "B2"));
    }
}
