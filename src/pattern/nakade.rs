//! The vital point of a small eye space, where one move makes two eyes or takes them away.

use crate::go::{Board, ByColor, Color, Point};

/// The largest eye space that one move settles.
const MOST: usize = 6;

/// A connected set of empty points that the stones of one color and the border enclose.
struct EyeSpace {
    points: [Point; MOST],
    size: usize,
}

impl EyeSpace {
    /// The eye space of an empty point; `None` if it is larger than [`MOST`] points or both colors
    /// have stones next to it. Walks at most a few points more than that.
    #[inline]
    fn of(board: &Board, start: Point) -> Option<EyeSpace> {
        let mut space = EyeSpace {
            points: [start; MOST],
            size: 1,
        };
        let mut next = 0;
        let mut walls = ByColor::<bool>::default();
        while next < space.size {
            let point = space.points[next];
            next += 1;
            for color in Color::ALL {
                walls[color] |= board.neighborhood(point).touches(color);
            }
            if Color::ALL.iter().all(|&color| walls[color]) {
                return None;
            }
            for near in board.empty_neighbors(point) {
                if space.points[..space.size].contains(&near) {
                    continue;
                }
                if space.size == MOST {
                    return None;
                }
                space.points[space.size] = near;
                space.size += 1;
            }
        }
        Some(space)
    }

    fn points(&self) -> &[Point] {
        &self.points[..self.size]
    }

    /// The vital point of the shape: of three in a row or bent, of a pyramid or a bulky five, of a
    /// cross of five or six. Other shapes live or die without a move.
    fn vital_point(&self, board: &Board) -> Option<Point> {
        let degree = |point: Point| {
            let inside = board
                .neighbors(point)
                .filter(|near| self.points().contains(near));
            inside.count()
        };
        let mut degrees = [0; MOST];
        for (degree_of, &point) in degrees.iter_mut().zip(self.points()) {
            *degree_of = degree(point);
        }
        let degrees = &degrees[..self.size];
        let edges = degrees.iter().sum::<usize>() / 2;
        let has_square = edges >= self.size;
        let wanted = match (self.size, has_square) {
            (3, _) => 2,
            (4, false) | (5, true) => 3,
            (5, false) | (6, true) => 4,
            _ => return None,
        };
        let place = degrees.iter().position(|&degree| degree == wanted)?;
        Some(self.points[place])
    }
}

/// The vital point of the eye space at an empty point, if it is small and one move decides whether
/// it holds two eyes.
#[must_use]
#[inline]
pub fn vital_point(board: &Board, start: Point) -> Option<Point> {
    let space = EyeSpace::of(board, start)?;
    (space.size >= 3).then(|| space.vital_point(board))?
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vital point of the eye space at a point of a diagram.
    fn vital(diagram: &str, at: &str) -> Option<Point> {
        let board: Board = diagram.parse().unwrap();
        vital_point(&board, at.parse().unwrap())
    }

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    #[test]
    fn every_shape_has_its_point() {
        let straight_three = "
            X X X X X X
            X . . . X X
            X X X X X X";
        assert_eq!(vital(straight_three, "B2"), Some(point("C2")));
        let bent_three_in_the_corner = "
            X X X
            . X X
            . . X";
        assert_eq!(vital(bent_three_in_the_corner, "A2"), Some(point("A1")));
        let pyramid = "
            X X X X X
            X . . . X
            X X . X X
            X X X X X";
        assert_eq!(vital(pyramid, "C2"), Some(point("C3")));
        let bulky_five = "
            X X X X X
            X . . X X
            X . . . X
            X X X X X";
        assert_eq!(vital(bulky_five, "B2"), Some(point("C2")));
        let cross = "
            X X . X X
            X . . . X
            X X . X X
            X X X X X";
        assert_eq!(vital(cross, "C4"), Some(point("C3")));
        let rabbity_six = "
            X X . X X
            X . . . X
            X . . X X
            X X X X X";
        assert_eq!(vital(rabbity_six, "D3"), Some(point("C3")));
    }

    #[test]
    fn other_shapes_have_none() {
        for diagram in [
            "X X X X X X\n. . . . X X\nX X X X X X", // straight four lives
            "X X X X\n. . X X\n. . X X\nX X X X",    // square four is dead
            "X X X X\n. . X X\nX . . X\nX X X X",    // bent four lives
            "X X X X\n. . O X\nX . . X\nX X X X",    // two colors
            ". . X X\nX X X X",                      // two points
            ". . . . .\n. . . . .\nX X X X X",       // too large
        ] {
            let board: Board = diagram.parse().unwrap();
            let start = board.empty_points().next().unwrap();
            assert_eq!(vital_point(&board, start), None, "{board}");
        }
    }
}
