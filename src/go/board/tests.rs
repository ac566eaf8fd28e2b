//! A check of everything that a board keeps up to date, derived again from the stones alone.

use super::{Board, Cell, MASK, key};
use crate::go::{Color, PointSet};

impl Board {
    /// Checks every field against the stones, and panics if one is wrong.
    pub(crate) fn validate(&self) {
        self.validate_counts();
        self.validate_neighborhoods();
        self.validate_chains();
        if let Some((point, color)) = self.ko() {
            assert!(self.is_empty_at(point), "ko on a stone");
            assert_eq!(self.captures_of(point, color), 1, "a ko takes one stone");
        }
    }

    fn validate_counts(&self) {
        for color in Color::ALL {
            assert_eq!(self.stone_count(color), self.stone_set(color).len());
        }
        let empties: PointSet = self.empty_points().collect();
        assert_eq!(
            empties.len(),
            self.empty_count(),
            "an empty point is listed twice"
        );
        assert!(
            self.points()
                .all(|point| empties.contains(point) == self.is_empty_at(point))
        );
        for (place, point) in self.empty_points().enumerate() {
            assert_eq!(usize::from(self.links[point.index()]), place);
        }
        let stones = self
            .points()
            .filter_map(|point| Some(key(self.color_at(point)?, point)));
        assert_eq!(self.hash, stones.fold(0, |hash, key| hash ^ key), "hash");
        let inside = self
            .cells
            .iter()
            .filter(|&&cell| cell != Cell::BORDER)
            .count();
        assert_eq!(inside, self.size.area(), "border");
        assert!(
            self.points()
                .all(|point| self.cells[point.index()] != Cell::BORDER),
            "border"
        );
    }

    fn validate_neighborhoods(&self) {
        for point in self.points() {
            assert_eq!(
                self.neighborhood(point),
                self.surroundings(point),
                "codes at {point}"
            );
        }
    }

    fn validate_chains(&self) {
        for point in self.points() {
            let Some(color) = self.color_at(point) else {
                continue;
            };
            let chain: PointSet = self.chain(point).collect();
            assert_eq!(chain, self.flooded(point, color), "chain of {point}");
            assert_eq!(
                chain.len(),
                self.chain_size(point),
                "size of the chain of {point}"
            );
            let head = self.heads[point.index()];
            assert!(chain.iter().all(|stone| self.heads[stone.index()] == head));
            let word = self.chain_words[usize::from(head) & MASK];
            let pseudo = chain.iter().flat_map(|stone| self.neighbors(stone));
            let number = pseudo.filter(|&near| self.is_empty_at(near)).count();
            assert_eq!(word.number(), number as u64, "pseudo-liberties of {point}");
            assert!(number > 0, "the chain of {point} has no liberty");
            let liberties = self.liberty_set(point);
            assert_eq!(
                self.is_atari(point),
                liberties.len() == 1,
                "atari of {point}"
            );
            assert_eq!(self.liberties::<3>(point).count(), liberties.len().min(3));
            assert!(
                self.liberties::<3>(point)
                    .points()
                    .all(|at| liberties.contains(at))
            );
        }
    }

    /// The chain by flood fill.
    fn flooded(&self, start: crate::go::Point, color: Color) -> PointSet {
        let mut found = PointSet::from_iter([start]);
        let mut open = vec![start];
        while let Some(stone) = open.pop() {
            let same = self
                .neighbors(stone)
                .filter(|&near| self.color_at(near) == Some(color));
            open.extend(same.filter(|&near| found.insert(near)));
        }
        found
    }
}
