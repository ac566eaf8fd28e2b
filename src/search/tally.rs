//! Sums over the leaves of a search, beyond the values in the tree.

#![expect(
    clippy::cast_precision_loss,
    reason = "means of sums that stay far below 2^53"
)]

use super::evaluation::Evaluation;
use crate::go::Color;
use crate::go::point::CELLS;
use crate::playout::Ownership;

/// Margins of leaves in points, by their number, sum and sum of squares. Sums of half points are exact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Margins {
    visits: u64,
    sum: f64,
    squares: f64,
}

impl Margins {
    /// The margin of one leaf.
    #[cfg(test)]
    pub(crate) fn exactly(points: f64) -> Margins {
        let mut margins = Margins::default();
        margins.add(points, 0.0);
        margins
    }

    fn add(&mut self, margin: f64, deviation: f64) {
        self.visits += 1;
        self.sum += margin;
        self.squares += margin * margin + deviation * deviation;
    }

    fn merge(&mut self, other: &Margins) {
        self.visits += other.visits;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// Returns the margins of the opponent.
    #[must_use]
    pub const fn flipped(self) -> Margins {
        Margins {
            sum: -self.sum,
            ..self
        }
    }

    /// Turns Black's margins into those of a player, or those of a player into Black's.
    #[must_use]
    pub const fn for_color(self, color: Color) -> Margins {
        match color {
            Color::Black => self,
            Color::White => self.flipped(),
        }
    }

    /// How many there are.
    pub const fn count(&self) -> u64 {
        self.visits
    }

    /// Their mean in points; 0 if there are none.
    pub fn mean(&self) -> f64 {
        self.sum / self.divisor()
    }

    /// Their standard deviation in points; 0 if there are none.
    pub fn deviation(&self) -> f64 {
        let variance = self.squares / self.divisor() - self.mean() * self.mean();
        variance.max(0.0).sqrt()
    }

    fn divisor(&self) -> f64 {
        self.visits.max(1) as f64
    }
}

/// What was found at the leaves of a search: at all of them, and by the first move.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    pub(super) visits: u64,
    pub(super) ownership: Ownership,
    /// The margins of all leaves, Black's.
    pub(super) margins: Margins,
    by_move: Vec<Margins>,
    /// The owners by the index of the first move, if they are wanted.
    owners_by_move: Option<Vec<Option<Ownership>>>,
}

impl Tally {
    /// An empty tally. It counts owners for each first move only if that is wanted, since it costs time.
    pub(super) fn new(with_owners_by_move: bool) -> Tally {
        Tally {
            visits: 0,
            ownership: Ownership::new(),
            margins: Margins::default(),
            by_move: vec![Margins::default(); CELLS],
            owners_by_move: with_owners_by_move.then(|| vec![None; CELLS]),
        }
    }

    /// An empty tally that counts the same things.
    pub(super) fn emptied(&self) -> Tally {
        Tally::new(self.owners_by_move.is_some())
    }

    /// Adds the worth of a leaf at which `color` is to move. `first` is the index on the grid of the move
    /// that the way there began with, 0 for a pass; `None` if the leaf is the root.
    pub(super) fn add(
        &mut self,
        first: Option<usize>,
        color: Color,
        evaluation: &Evaluation,
        with_owners: bool,
    ) {
        let margin = f64::from(evaluation.score) * f64::from(color.sign());
        self.visits += 1;
        let deviation = f64::from(evaluation.deviation);
        self.margins.add(margin, deviation);
        if let Some(index) = first {
            self.by_move[index].add(margin, deviation);
        }
        if with_owners {
            self.ownership.add(&evaluation.owners, color);
            if let (Some(owners), Some(index)) = (&mut self.owners_by_move, first) {
                let owners = owners[index].get_or_insert_default();
                owners.add(&evaluation.owners, color);
            }
        }
    }

    /// Adds what another thread has counted.
    pub(super) fn merge(&mut self, other: &Tally) {
        self.visits += other.visits;
        self.ownership.merge(&other.ownership);
        self.margins.merge(&other.margins);
        for (mine, others) in self.by_move.iter_mut().zip(&other.by_move) {
            mine.merge(others);
        }
        let (Some(mine), Some(others)) = (&mut self.owners_by_move, &other.owners_by_move) else {
            return;
        };
        for (mine, others) in mine.iter_mut().zip(others) {
            if let Some(owners) = others {
                mine.get_or_insert_default().merge(owners);
            }
        }
    }

    /// The margins for a player of the visits that began with a move, if there were any.
    pub(super) fn margins_after(&self, index: usize, color: Color) -> Option<Margins> {
        let margins = self.by_move[index].for_color(color);
        (margins.visits > 0).then_some(margins)
    }

    /// The owners at the end of the visits that began with a move, if they were counted.
    pub(super) fn owners_after(&self, index: usize) -> Option<Ownership> {
        self.owners_by_move.as_ref()?[index].clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::evaluation::Value;
    use crate::search::policy::Policy;

    fn margins(points: &[f64]) -> Margins {
        let mut margins = Margins::default();
        for &margin in points {
            margins.add(margin, 0.0);
        }
        margins
    }

    #[test]
    fn means_and_deviations_are_in_points() {
        let some = margins(&[7.5, -2.5, 2.5]);
        assert!((some.mean() - 2.5).abs() < 1e-12);
        // Deviations of 5, -5 and 0 points.
        assert!((some.deviation() - (50.0_f64 / 3.0).sqrt()).abs() < 1e-12);
        assert!((some.flipped().mean() + 2.5).abs() < 1e-12);
        let none = Margins::default();
        assert!(none.mean().abs() < 1e-12 && none.deviation().abs() < 1e-12);
    }

    #[test]
    fn what_threads_have_counted_adds_up() {
        let mut whole = Tally::new(true);
        let mut other = Tally::new(true);
        for (tally, first, score) in [(0, Some(0), 1.5), (1, Some(40), 4.0), (1, None, -1.0)] {
            let tally = if tally == 0 { &mut whole } else { &mut other };
            let evaluation = Evaluation {
                value: Value(0),
                win: 0.0,
                score,
                final_score: score,
                deviation: 0.0,
                weight: 1.0,
                owners: Box::new([0.5; CELLS]),
                policy: Policy::only_pass(),
            };
            let color = Color::ALL[usize::from(score > 2.0)];
            tally.add(first, color, &evaluation, true);
        }
        whole.merge(&other);
        assert_eq!(
            (whole.visits, whole.margins),
            (3, margins(&[1.5, -4.0, -1.0]))
        );
        assert_eq!(whole.margins_after(40, Color::White), Some(margins(&[4.0])));
        let center = "C3".parse().unwrap();
        assert!((whole.ownership.at(center) - 0.5 / 3.0).abs() < 1e-12);
        assert!((whole.owners_after(40).unwrap().at(center) + 0.5).abs() < 1e-12);
        assert_eq!(whole.margins_after(41, Color::Black), None);
        assert!(whole.owners_after(0).is_some() && whole.owners_after(41).is_none());
        assert!(Tally::new(false).owners_after(0).is_none());
    }
}
