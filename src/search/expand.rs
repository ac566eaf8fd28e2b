//! The moves of a position as they enter the tree, each with imaginary visits for what it looks like.
//!
//! The kinds of priors and their first values are michi's (Baudiš 2015).

use super::Knobs;
use super::node::{Children, Prior};
use super::root::Root;
use super::tree::{Allocator, ROOT, Tree};
use crate::go::rules::{Rules, Suicide};
use crate::go::{Board, Color, Move, Point};
use crate::pattern::prior;
use crate::pattern::{Distances, Shapes};

/// Makes children.
#[derive(Debug)]
pub(super) struct Expander<'a> {
    knobs: &'a Knobs,
    rules: &'a Rules,
    shapes: &'static Shapes,
    distances: Distances,
    learned: prior::Prior,
    probabilities: Vec<(Point, f32)>,
    candidates: Vec<(Move, Prior)>,
}

impl<'a> Expander<'a> {
    pub(super) fn new(knobs: &'a Knobs, root: &'a Root) -> Expander<'a> {
        Expander {
            knobs,
            rules: &root.rules,
            shapes: Shapes::get(),
            distances: Distances::new(),
            learned: prior::Prior::new(),
            probabilities: Vec::new(),
            candidates: Vec::new(),
        }
    }

    /// Gives a node children if it is time for it and it has none: the root at once, other nodes
    /// after some visits. If the tree is full it stays without.
    pub(super) fn expand_if_due(
        &mut self,
        tree: &Tree,
        allocator: &mut Allocator,
        index: u32,
        board: &Board,
        color: Color,
        recent: [Option<Point>; 2],
    ) {
        let node = tree.node(index);
        let is_due = index == ROOT || node.visits() as f32 > self.knobs.expand_visits;
        if !is_due || node.children() != Children::None || !node.claim() {
            return;
        }
        self.find_candidates(board, color, recent);
        let count = self.candidates.len() as u16;
        let Some(first) = tree.allocate(allocator, count) else {
            node.disclaim();
            return;
        };
        for (child, &(mv, prior)) in tree.block(first, count).iter().zip(&self.candidates) {
            child.reset(mv, prior);
        }
        node.publish(first, count);
    }

    fn find_candidates(&mut self, board: &Board, color: Color, recent: [Option<Point>; 2]) {
        self.candidates.clear();
        self.distances.measure(board, recent[0]);
        for point in board.points() {
            if board.is_empty_at(point)
                && let Some(prior) = self.prior(board, color, point)
            {
                self.candidates.push((Move::Play(point), prior));
            }
        }
        if self.knobs.prior_learned > 0.0 {
            self.add_learned(board, color, recent);
        }
        let mut pass = self.even();
        pass.add(self.knobs.prior_pass, 0.0);
        self.candidates.push((Move::Pass, pass));
    }

    /// Adds won visits by what the learned prior expects: a multiple of the square root of the
    /// probability, which tempers its overconfidence (as in Pachi).
    fn add_learned(&mut self, board: &Board, color: Color, recent: [Option<Point>; 2]) {
        let [last, before_last] = recent.map(|point| point.map(Move::Play));
        self.learned
            .moves(board, color, last, before_last, &mut self.probabilities);
        let mut plays = self.candidates.iter_mut();
        for &(point, probability) in &self.probabilities {
            let found = plays.find(|(mv, _)| *mv == Move::Play(point));
            if let Some((_, prior)) = found {
                prior.add(self.knobs.prior_learned * probability.sqrt(), 1.0);
            }
        }
    }

    fn even(&self) -> Prior {
        let mut prior = Prior::default();
        prior.add(self.knobs.prior_even, 0.5);
        prior
    }

    /// The imaginary visits of a play, or `None` if it is not allowed.
    fn prior(&self, board: &Board, color: Color, point: Point) -> Option<Prior> {
        let knobs = self.knobs;
        let mut prior = self.even();
        if !board.is_playable(point, color) {
            let is_allowed =
                board.is_suicide(point, color) && self.allows_suicide(board, color, point);
            prior.add(knobs.prior_eye, 0.0);
            return is_allowed.then_some(prior);
        }
        if board.neighborhood(point).is_eye(color) {
            prior.add(knobs.prior_eye, 0.0);
        }
        match rescued_or_captured(board, color, point) {
            0 => {}
            1 => prior.add(knobs.prior_capture_one, 1.0),
            _ => prior.add(knobs.prior_capture_many, 1.0),
        }
        if board.is_self_atari(point, color) {
            prior.add(knobs.prior_self_atari, 0.0);
        }
        if self.shapes.matches(board.neighborhood(point)) {
            prior.add(knobs.prior_shape, 1.0);
        }
        match self.distances.at(point) {
            Some(1) => prior.add(knobs.prior_near_1, 1.0),
            Some(2) => prior.add(knobs.prior_near_2, 1.0),
            Some(3) => prior.add(knobs.prior_near_3, 1.0),
            _ => {}
        }
        if is_in_the_open(board, point) {
            match line(board, point) {
                1 | 2 => prior.add(knobs.prior_border, 0.0),
                3 => prior.add(knobs.prior_border, 1.0),
                _ => {}
            }
        }
        Some(prior)
    }

    /// Whether a suicide may be a move worth a thought: one that changes the board.
    fn allows_suicide(&self, board: &Board, color: Color, point: Point) -> bool {
        self.rules.suicide != Suicide::Forbidden && board.neighborhood(point).touches(color)
    }
}

/// The stones captured by a play, and those of own chains that it takes out of atari.
fn rescued_or_captured(board: &Board, color: Color, point: Point) -> usize {
    let captured = board.captures_of(point, color);
    let is_safe = captured > 0 || board.liberties_after::<2>(point, color).count() == 2;
    let rescued: usize = board
        .adjacent_chains(point, color)
        .filter(|&chain| is_safe && board.is_atari(chain))
        .map(|chain| board.chain_size(chain))
        .sum();
    captured + rescued
}

/// The line of a point, 1 at the border.
fn line(board: &Board, point: Point) -> u8 {
    let size = board.size();
    let (column, row) = (point.column(), point.row());
    let from_border = column
        .min(row)
        .min(size.width() - 1 - column)
        .min(size.height() - 1 - row);
    from_border + 1
}

/// Whether no stone is within three steps of a point.
fn is_in_the_open(board: &Board, point: Point) -> bool {
    let (column, row) = (i16::from(point.column()), i16::from(point.row()));
    (-3_i16..=3).all(|dy| {
        let width = 3 - dy.abs();
        (-width..=width).all(|dx| {
            let near = u8::try_from(column + dx)
                .ok()
                .zip(u8::try_from(row + dy).ok())
                .and_then(|(column, row)| Point::new(column, row));
            near.is_none_or(|near| board.color_at(near).is_none())
        })
    })
}
