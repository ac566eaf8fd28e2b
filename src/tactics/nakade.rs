//! Small eye spaces: the vital point, where one move makes two eyes or takes them away, and stones
//! inside that leave a dead shape when they are captured (nakade).
//!
//! Nothing is read here, it is knowledge of shapes. It stands beside the reading because both answer
//! whether stones live, and because reading for life will need it from below.

use crate::go::{Board, ByColor, Color, Point};
use std::ops::BitOr;

/// The largest eye space that one move settles.
const MOST: usize = 6;

/// A connected set of points: empty ones that the stones of one color and the border enclose, or a
/// chain of stones there.
struct EyeSpace {
    points: [Point; MOST],
    /// How many neighbors of each point are inside.
    degrees: [u8; MOST],
    size: usize,
}

impl EyeSpace {
    /// All points that are connected with a point, where `near` is which neighbors of a point belong
    /// to them. `None` if there are more than [`MOST`], or if `near` gives up.
    #[inline]
    fn flood<I: Iterator<Item = Point>>(
        start: Point,
        mut near: impl FnMut(Point) -> Option<I>,
    ) -> Option<EyeSpace> {
        let mut space = EyeSpace {
            points: [start; MOST],
            degrees: [0; MOST],
            size: 1,
        };
        let mut next = 0;
        while next < space.size {
            let mut degree = 0;
            for point in near(space.points[next])? {
                degree += 1;
                if !space.add(point) {
                    return None;
                }
            }
            space.degrees[next] = degree;
            next += 1;
        }
        Some(space)
    }

    /// The eye space of an empty point; `None` if it is larger than [`MOST`] points or both colors
    /// have stones next to it. Walks at most a few points more than that.
    #[inline]
    fn of(board: &Board, start: Point) -> Option<EyeSpace> {
        let mut walls = ByColor::<bool>::default();
        EyeSpace::flood(start, |point| {
            for color in Color::ALL {
                walls[color] |= board.neighborhood(point).touches(color);
            }
            let is_one_color = !Color::ALL.iter().all(|&color| walls[color]);
            is_one_color.then(|| board.empty_neighbors(point))
        })
    }

    /// Adds a point unless it is known. Returns false if there is no room for it.
    #[inline]
    fn add(&mut self, point: Point) -> bool {
        let is_known = self
            .points
            .iter()
            .map(|&known| known == point)
            .fold(false, BitOr::bitor);
        if is_known {
            return true;
        }
        if self.size == MOST {
            return false;
        }
        self.points[self.size] = point;
        self.size += 1;
        true
    }

    fn points(&self) -> &[Point] {
        &self.points[..self.size]
    }

    /// The points with the number of neighbors of each.
    fn with_degrees(&self) -> impl Iterator<Item = (Point, u8)> + '_ {
        let degrees = self.degrees.iter().copied();
        self.points().iter().copied().zip(degrees)
    }

    /// The vital point of the shape: of three in a row or bent, of a pyramid or a bulky five, of a
    /// cross of five or six. Other shapes live or die without a move.
    #[inline]
    fn vital_point(&self) -> Option<Point> {
        let wanted = match (self.size, self.has_square()) {
            (3, _) => 2,
            (4, false) | (5, true) => 3,
            (5, false) | (6, true) => 4,
            _ => return None,
        };
        let mut points = self.with_degrees();
        points.find_map(|(at, degree)| (degree == wanted).then_some(at))
    }

    /// The space that `color` and the border enclose around a stone of the opponent, with his stones
    /// inside; `None` if it is larger than [`MOST`] points.
    #[inline]
    fn around_stone(board: &Board, stone: Point, color: Color) -> Option<EyeSpace> {
        EyeSpace::flood(stone, |point| Some(board.neighbors_without(point, color)))
    }

    /// The chain of a stone of `color` on an empty point; `None` if it is larger than [`MOST`].
    fn of_chain_after(board: &Board, point: Point, color: Color) -> Option<EyeSpace> {
        let is_inside = move |at: Point| at == point || board.color_at(at) == Some(color);
        EyeSpace::flood(point, |at| {
            Some(board.neighbors(at).filter(move |&near| is_inside(near)))
        })
    }

    /// Returns true if a group with no other eye space than this one is dead if its opponent moves first.
    fn is_dead(&self) -> bool {
        match self.size {
            0..=3 => true,
            4 if self.has_square() => true,
            _ => self.vital_point().is_some(),
        }
    }

    /// Returns true if four of the points form a square: without one there are fewer pairs of neighbors
    /// than points.
    #[inline]
    fn has_square(&self) -> bool {
        let degrees: u8 = self.degrees.iter().sum();
        usize::from(degrees / 2) >= self.size
    }
}

/// The vital point of the eye space at an empty point, if it is small and one move decides whether
/// it holds two eyes.
#[inline]
pub fn vital_point(board: &Board, start: Point) -> Option<Point> {
    EyeSpace::of(board, start)?.vital_point()
}

/// Returns true if a stone of `color` on an empty point wastes eye space: it is in a small eye space of
/// his own of several points, and not on its vital point.
#[inline]
pub fn wastes_eye_space(board: &Board, point: Point, color: Color) -> bool {
    let code = board.neighborhood(point);
    code.has_walls::<5>(color)
        && !code.touches(!color)
        && EyeSpace::of(board, point)
            .is_some_and(|space| space.size >= 2 && space.vital_point() != Some(point))
}

/// Returns the point where `color` answers a stone that was played into a small eye space of his own: the
/// empty point with the most neighbors inside, because it parts the space best.
#[inline]
pub fn parting_point(board: &Board, intruder: Point, color: Color) -> Option<Point> {
    if !board.neighborhood(intruder).has_walls::<3>(color) {
        return None;
    }
    let space = EyeSpace::around_stone(board, intruder, color)?;
    let empty = space
        .with_degrees()
        .filter(|&(at, _)| board.is_empty_at(at));
    empty
        .max_by_key(|&(_, degree)| degree)
        .map(|(at, _)| at)
        .filter(|_| space.size >= 3)
}

/// Returns true if a self-atari of `color` on an empty point fills all but one point of the only eye space of
/// its opponent, who has no other liberties, so that its one to six stones leave a dead shape when they
/// are captured.
pub fn fills_dead_shape(board: &Board, point: Point, color: Color) -> bool {
    if !board.neighborhood(point).has_walls::<3>(!color) {
        return false;
    }
    let liberties = board.liberties_after::<2>(point, color);
    let Some(last) = liberties.points().next().filter(|_| liberties.count() == 1) else {
        return false;
    };
    let is_closed = board.neighborhood(last).touches(!color)
        && board.empty_neighbors(last).all(|near| near == point);
    if !is_closed {
        return false;
    }
    let Some(stones) = EyeSpace::of_chain_after(board, point, color) else {
        return false;
    };
    let leads_out =
        |near: Point| board.color_at(near) == Some(color) && !stones.points().contains(&near);
    let is_shut_in = |chain: Point| {
        let liberties = board.liberties::<3>(chain);
        liberties.points().all(|at| at == point || at == last)
    };
    let mut around = stones.points().iter().copied().chain([last]);
    stones.is_dead()
        && !board.neighbors(last).any(leads_out)
        && around.all(|at| board.adjacent_chains(at, !color).all(is_shut_in))
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
            "X X X X X\n. . . O X\nX X X X X",       // three, but two colors
            ". . X X\nX X X X",                      // two points
            ". . . . .\n. . . . .\nX X X X X",       // too large
        ] {
            let board: Board = diagram.parse().unwrap();
            let start = board.empty_points().next().unwrap();
            assert_eq!(vital_point(&board, start), None, "{board}");
        }
    }

    #[test]
    fn a_stone_in_ones_own_eye_space_wastes_it_but_for_the_vital_point() {
        let bulky_five_and_one_eye = "
            X X X X X X X
            X . . X X . X
            X . . . X X O
            X X X X X . .";
        for (at, color, wastes) in [
            ("B2", Color::Black, true),
            ("D2", Color::Black, true),
            ("C2", Color::Black, false), // vital
            ("F3", Color::Black, false), // an eye of one point
            ("F1", Color::Black, false), // not his alone
            ("B2", Color::White, false),
        ] {
            let board: Board = bulky_five_and_one_eye.parse().unwrap();
            assert_eq!(wastes_eye_space(&board, point(at), color), wastes, "{at}");
        }
    }

    /// Returns true if Black fills a dead shape of White's at a point.
    fn fills(diagram: &str, at: &str) -> bool {
        let board: Board = diagram.parse().unwrap();
        fills_dead_shape(&board, point(at), Color::Black)
    }

    #[test]
    fn all_but_one_point_of_an_eye_space_is_filled_if_that_kills() {
        let bulky_five = "
            . X X X X X X
            X O O O O O X
            X O O X . O X
            X O X X . O X
            X O O O O O X
            X X X X X X X";
        assert!(fills(bulky_five, "E3"), "a pyramid is left");
        assert!(!fills(bulky_five, "E4"), "a bent four is alive");
        let square_of_three = "
            . X X X X X X
            X O O O O O X
            X O O X X O X
            X O . X . O X
            X O O O O O X
            X X X X X X X";
        assert!(fills(square_of_three, "E3"), "a square is left");
        let straight_four = "
            . X X X X X X X
            X O O O O O O X
            X O X X . . O X
            X O O O O O O X
            X X X X X X X X";
        assert!(fills(straight_four, "E3"), "three are left, and the middle");
        assert!(!fills(straight_four, "F3"), "not one chain with the others");
        let straight_five = "
            . X X X X X X X X
            X O O O O O O O X
            X O X X X . . O X
            X O O O O O O O X
            X X X X X X X X X";
        assert!(!fills(straight_five, "F3"), "straight four is alive");
        let two_liberties_left = bulky_five.replace("X O X X . O X", "X O X . . O X");
        assert!(!fills(&two_liberties_left, "E4"));
        let open = "
            . O O O O O O
            . . X X X O O
            . O O O O O O
            . . . . . . .";
        assert!(!fills(open, "B3"), "an escape into the open");
        let side_door = "
            X X X X X X X
            X O O O O O X
            . . . X X O X
            X O O O O O X
            X X X X X X X";
        assert!(!fills(side_door, "C3"), "the last point is not shut in");
        let another_eye = bulky_five.replace(
            "X O O O O O X\n            X O O X",
            "X O . O O O X\n            X O O X",
        );
        assert!(another_eye != bulky_five && !fills(&another_eye, "E3"));
        let connected = bulky_five.replace("X O X X . O X", "X O X X . X X");
        assert!(!fills(&connected, "E4"), "the last point leads out");
    }
}
