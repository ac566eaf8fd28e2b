//! The canonical form of a board: one for all sixteen that it has by rotation, reflection and exchange of colors. What is found
//! for it holds for all of them, whatever the order of moves.

use crate::go::{Board, Color, Move, Point, PointSet, Symmetry};
use crate::playout::Ownership;

/// A board in the form that comes first in the order of sizes and stones.
#[derive(Clone, Debug)]
pub(super) struct Canonical {
    pub(super) board: Board,
    /// The turns that make it of the board itself, with true where the colors are exchanged. There are several if the
    /// board is the same from several sides.
    ways: Vec<(Symmetry, bool)>,
    /// The points of the board itself by their places after the first of these.
    origins: Vec<Point>,
}

impl Canonical {
    /// Takes some microseconds.
    pub(super) fn of(board: &Board) -> Canonical {
        let size = board.size();
        let form = |symmetry: Symmetry, is_swapped: bool| {
            let turned = symmetry.size(size);
            let mut stones = vec![0; size.area()];
            for at in board.points() {
                let sign = board.color_at(at).map_or(0, Color::sign);
                let place = turned.place(symmetry.point(at, size));
                stones[place] = if is_swapped { -sign } else { sign };
            }
            (turned.width(), stones)
        };
        let all = Symmetry::ALL.into_iter();
        let ways = all.flat_map(|symmetry| [false, true].map(|is_swapped| (symmetry, is_swapped)));
        let forms = ways.map(|way| (form(way.0, way.1), way));
        let mut forms: Vec<_> = forms.collect();
        forms.sort_by(|(one, _), (other, _)| one.cmp(other));
        let ((_, stones), (symmetry, _)) = &forms[0];
        let turned = symmetry.size(size);
        let color_at = |at| match stones[turned.place(at)] {
            0 => None,
            sign => Some(if sign == Color::Black.sign() {
                Color::Black
            } else {
                Color::White
            }),
        };
        let canonical = Board::with_stones(turned, color_at);
        let same = forms.iter().take_while(|(form, _)| *form == forms[0].0);
        let mut origins: Vec<Point> = board.points().collect();
        origins.sort_by_key(|&at| turned.place(symmetry.point(at, size)));
        Canonical {
            board: canonical,
            ways: same.map(|&(_, way)| way).collect(),
            origins,
        }
    }

    /// The form of [`Canonical::board`], which is already in it.
    pub(super) fn itself(&self) -> Canonical {
        Canonical {
            board: self.board.clone(),
            ways: vec![(Symmetry::default(), false)],
            origins: self.board.size().points_from_top().collect(),
        }
    }

    /// Where a point of the board itself is.
    pub(super) fn there(&self, at: Point) -> Point {
        let (symmetry, _) = self.ways[0];
        // The sides are those of the board itself if they are exchanged twice.
        let size = symmetry.size(self.board.size());
        symmetry.point(at, size)
    }

    /// Where a point of this form is on the board itself.
    pub(super) fn back(&self, there: Point) -> Point {
        self.origins[self.board.size().place(there)]
    }

    /// Whom a player stands for: from here to there, and from there to here.
    pub(super) fn color(&self, color: Color) -> Color {
        let (_, is_swapped) = self.ways[0];
        if is_swapped { !color } else { color }
    }

    /// Moves in this form as they are on the board itself.
    pub(super) fn line_back(&self, line: &[(Color, Move)]) -> Vec<(Color, Move)> {
        let back = |&(color, mv): &(Color, Move)| {
            let mv = mv
                .point()
                .map_or(Move::Pass, |there| Move::Play(self.back(there)));
            (self.color(color), mv)
        };
        line.iter().map(back).collect()
    }

    /// Some points of the board itself in this form.
    pub(super) fn points(&self, points: &PointSet) -> PointSet {
        points.iter().map(|at| self.there(at)).collect()
    }

    /// The owners in this form by those of the board itself.
    pub(super) fn turned(&self, found: &Ownership) -> Ownership {
        let (_, is_swapped) = self.ways[0];
        Ownership::of(self.board.size(), |there| {
            let owner = found.at(self.back(there));
            if is_swapped { -owner } else { owner }
        })
    }

    /// The owners of a board itself by those of its canonical form: their mean, where there are several ways to it.
    #[expect(clippy::cast_precision_loss, reason = "there are sixteen ways at most")]
    pub(super) fn restored(&self, board: &Board, found: &Ownership) -> Ownership {
        let size = board.size();
        Ownership::of(size, |at| {
            let owners = self.ways.iter().map(|&(symmetry, is_swapped)| {
                let owner = found.at(symmetry.point(at, size));
                if is_swapped { -owner } else { owner }
            });
            owners.sum::<f64>() / self.ways.len() as f64
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::tests::forms;

    #[test]
    fn all_forms_of_a_board_have_one_canonical_form() {
        for (diagram, ways) in [
            (". X . O . \n . . X . . \n . O . . .", 1),
            (". X . \n . . . \n . O .", 4),
            (". . . . \n . X X . \n . . . .", 4),
        ] {
            let mut hashes = Vec::new();
            for (board, _) in forms(diagram) {
                let canonical = Canonical::of(&board);
                assert_eq!(canonical.ways.len(), ways, "{diagram}");
                hashes.push(canonical.board.hash());
                for &(symmetry, is_swapped) in &canonical.ways {
                    for at in board.points() {
                        let there = symmetry.point(at, board.size());
                        let color = board
                            .color_at(at)
                            .map(|color| if is_swapped { !color } else { color });
                        assert_eq!(canonical.board.color_at(there), color);
                    }
                }
                for at in board.points() {
                    let there = canonical.there(at);
                    assert_eq!(canonical.back(there), at);
                    let color = board.color_at(at).map(|color| canonical.color(color));
                    assert_eq!(canonical.board.color_at(there), color);
                }
                let again = Canonical::of(&canonical.board);
                assert!(again.board.points().all(|at| again.there(at) == at));
            }
            assert_eq!(hashes.len(), 16);
            assert!(hashes.iter().all(|hash| *hash == hashes[0]), "{diagram}");
        }
    }

    #[test]
    fn owners_come_back_to_where_they_belong() {
        let board: Board = ". X . O . \n . . X . . \n . O . . .".parse().unwrap();
        let canonical = Canonical::of(&board);
        let mut found = Ownership::new();
        found.add_end(&canonical.board);
        let restored = canonical.restored(&board, &found);
        let mut own = Ownership::new();
        own.add_end(&board);
        assert!(
            board
                .points()
                .all(|at| (restored.at(at) - own.at(at)).abs() < 1e-9)
        );
        // Of a board that stays the same if the colors are exchanged neither player can own more.
        let even: Board = ". X . \n . . . \n . O .".parse().unwrap();
        let canonical = Canonical::of(&even);
        let points: Vec<Point> = canonical.board.points().collect();
        let corner = Ownership::of(even.size(), |at| if at == points[0] { 0.8 } else { 0.0 });
        let restored = canonical.restored(&even, &corner);
        let [low, high] = [points[0], points[8]].map(|at| restored.at(at));
        assert!((low.abs() - 0.2).abs() < 1e-9 && (low + high).abs() < 1e-9);
    }
}
