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

/// The set of the neighborhoods that match a shape: one bit for each of the 65,536.
#[derive(Debug)]
pub struct Shapes3x3(Box<[u64; 1024]>);

impl Shapes3x3 {
    /// The table, made on the first call.
    pub fn get() -> &'static Shapes3x3 {
        static TABLE: LazyLock<Shapes3x3> = LazyLock::new(Shapes3x3::new);
        &TABLE
    }

    /// Returns true if a point with this neighborhood is a good answer by shape.
    #[inline]
    pub fn matches(&self, code: Neighborhood) -> bool {
        self.0[usize::from(code.0 >> 6)] >> (code.0 & 63) & 1 == 1
    }

    fn new() -> Shapes3x3 {
        let mut table = Box::new([0; 1024]);
        for image in SHAPES.iter().flat_map(images) {
            for swaps in [false, true] {
                for code in codes(image, swaps) {
                    table[usize::from(code >> 6)] |= 1 << (code & 63);
                }
            }
        }
        Shapes3x3(table)
    }
}

/// The letters around the middle, in the order of the bit pairs of a [`Neighborhood`].
type Cells = [u8; 8];

/// All codes that a shape stands for, with the colors exchanged or not.
fn codes(image: Cells, swaps: bool) -> Vec<u16> {
    image
        .iter()
        .enumerate()
        .fold(vec![0], |codes, (place, &letter)| {
            let longer = |code: u16| {
                allowed(letter).iter().map(move |&cell| {
                    let cell = if swaps {
                        [0, 2, 1, 3][usize::from(cell)]
                    } else {
                        cell
                    };
                    code | cell << (2 * place)
                })
            };
            codes.into_iter().flat_map(longer).collect()
        })
}

/// The cells of a code that a letter allows: 0 empty, 1 for `X`, 2 for `O`, 3 border.
fn allowed(letter: u8) -> &'static [u16] {
    match letter {
        b'X' => &[1],
        b'O' => &[2],
        b'.' => &[0],
        b'#' => &[3],
        b'x' => &[0, 2, 3],
        b'o' => &[0, 1, 3],
        _ => &[0, 1, 2, 3],
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
        Shapes3x3::get().matches(board.neighborhood(point.parse().unwrap()))
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
            . O . X .";
        assert!(matches(at_border, "C1"));
        let inside = "
            . . . . .
            . . . . .
            . X . . .
            . O . X .
            . . . . .";
        assert!(!matches(inside, "C2"));
    }

    #[test]
    fn nothing_matches_in_the_open() {
        assert!(!matches(". . .\n. . .\n. . .", "B2"));
    }
}
