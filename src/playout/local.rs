//! Playouts that answer the last moves: captures, escapes, attacks, shapes, and else random play.
//!
//! The sequence-like play of `MoGo` (Gelly, Wang, Munos and Teytaud 2006) with the tactics that later
//! programs added. Rules are tried in turn; each is followed with a [rate](Rates) below one, so
//! that a wrong rule does not spoil every playout alike.

mod liberties;

use super::Rates;
use crate::go::{Board, Color, Point};
use crate::pattern::Shapes3x3;
use crate::rng::Rng;
use crate::tactics::nakade::{fills_dead_shape, parting_point, vital_point, wastes_eye_space};
use liberties::{
    Candidates, add_approach, add_attacks, add_defences, add_escapes, add_extension, is_standoff,
};

/// The moves of one playout, colors alternating from the first; `None` is a pass.
pub type Trace = Vec<Option<Point>>;

/// The policy: tactics around the last stone, vital points, shapes, and random play where nothing fits.
#[derive(Clone, Copy, Debug)]
pub struct Local {
    rates: Rates,
    shapes: &'static Shapes3x3,
}

/// A ko in a playout.
#[derive(Clone, Copy, Debug)]
struct Ko {
    /// Where it can be taken back.
    at: Point,
    /// The number of the move that took it.
    taken: usize,
}

/// Moves from the capture in a ko to its retaking: a threat, its answer, the retaking.
const RETAKE_AFTER: usize = 3;

/// Whether to follow a rule with a rate; draws nothing if it is never followed.
#[inline]
fn follows(rate: u16, rng: &mut Rng) -> bool {
    rate > 0 && rng.below(256) < usize::from(rate)
}

/// Eight chances drawn at once.
struct Gates(u64);

impl Gates {
    /// True with a chance out of 256.
    #[inline]
    fn open(&mut self, rate: u16) -> bool {
        let draw = self.0 as u8;
        self.0 >>= 8;
        u16::from(draw) < rate
    }
}

impl Local {
    /// A policy with some rates.
    #[must_use]
    pub fn new(rates: Rates) -> Local {
        Local {
            rates,
            shapes: Shapes3x3::get(),
        }
    }

    /// Plays from a board to the end: until both players pass in turn because nothing sensible is
    /// left, or three moves for every point have been made. `recent` are the last move and the one
    /// before it. Adds the moves to `trace`.
    pub fn play_out(
        &self,
        board: &mut Board,
        mut to_move: Color,
        mut recent: [Option<Point>; 2],
        rng: &mut Rng,
        trace: &mut Trace,
    ) {
        let limit = 3 * board.size().area();
        let mut passes = 0;
        let mut ko: Option<Ko> = None;
        for number in 0..limit {
            let retake = ko.filter(|ko| number == ko.taken + RETAKE_AFTER);
            let mv = retake
                .and_then(|ko| self.retake(board, to_move, ko.at, rng))
                .or_else(|| self.choose(board, to_move, recent, rng));
            trace.push(mv);
            if let Some(point) = mv {
                board.play(point, to_move);
                passes = 0;
            } else {
                board.pass();
                passes += 1;
                if passes == 2 {
                    break;
                }
            }
            if let Some((at, _)) = board.ko() {
                ko = Some(Ko { at, taken: number });
            }
            if self.is_decided(board) {
                break;
            }
            recent = [mv, recent[0]];
            to_move = !to_move;
        }
    }

    /// Whether one player has so many stones more that the rest of the playout is left out.
    #[inline]
    fn is_decided(&self, board: &Board) -> bool {
        let mercy = usize::from(self.rates.mercy);
        mercy > 0 && {
            let stones = |color| board.stone_count(color);
            let lead = stones(Color::Black).abs_diff(stones(Color::White));
            100 * lead > mercy * board.size().area()
        }
    }

    /// Takes a ko back after a threat and its answer.
    #[inline]
    fn retake(&self, board: &Board, color: Color, at: Point, rng: &mut Rng) -> Option<Point> {
        let takes = board.is_empty_at(at)
            && board.is_playable(at, color)
            && board.captures_of(at, color) == 1;
        (takes && follows(self.rates.retake, rng)).then_some(at)
    }

    /// The move of a player after the last two moves; `None` to pass.
    #[inline]
    pub fn choose(
        &self,
        board: &mut Board,
        color: Color,
        recent: [Option<Point>; 2],
        rng: &mut Rng,
    ) -> Option<Point> {
        let mut gates = Gates(rng.bits());
        let answer = recent[0].and_then(|last| {
            self.tactics(board, color, last, &mut gates, rng)
                .or_else(|| self.follow_up(board, color, recent[1], rng))
                .or_else(|| self.shape(board, color, recent, &mut gates, rng))
        });
        answer.or_else(|| self.any(board, color, &mut gates, rng))
    }

    /// Answers to atari, to a threat to eyes, and to chains of few liberties around the last stone.
    #[inline]
    fn tactics(
        &self,
        board: &Board,
        color: Color,
        last: Point,
        gates: &mut Gates,
        rng: &mut Rng,
    ) -> Option<Point> {
        if board.color_at(last) != Some(!color) {
            return None;
        }
        let capture = gates.open(self.rates.capture);
        if let Some(liberty) = board.atari_liberty(last)
            && (capture || board.chain_size(last) >= 3)
            && board.is_playable(liberty, color)
        {
            return Some(liberty);
        }
        let escape = gates.open(self.rates.escape);
        let two = gates.open(self.rates.two_liberties);
        let mut candidates = Candidates::new(last);
        let mut weak: [Option<Point>; 4] = [None; 4];
        if board.neighborhood(last).touches(color) {
            for (chain, weak) in board.adjacent_chains(last, color).zip(&mut weak) {
                if board.is_atari(chain) {
                    if escape || board.chain_size(chain) >= 3 {
                        add_escapes(board, chain, color, &mut candidates);
                    }
                } else {
                    *weak = Some(chain);
                }
            }
        }
        if !candidates.is_empty() {
            return candidates.any(rng);
        }
        if let Some(at) = self.nakade(board, color, last, gates) {
            return Some(at);
        }
        if two {
            add_attacks(board, last, color, &mut candidates);
            for chain in weak.into_iter().flatten() {
                add_defences(board, chain, color, &mut candidates);
            }
        }
        if candidates.is_empty() && follows(self.rates.more_liberties, rng) {
            add_approach(board, last, color, &mut candidates);
            for chain in weak.into_iter().flatten() {
                add_extension(board, chain, color, &mut candidates);
            }
        }
        candidates.any(rng)
    }

    /// Captures what the player's own last stone put in atari and the opponent did not save.
    #[inline]
    fn follow_up(
        &self,
        board: &Board,
        color: Color,
        own: Option<Point>,
        rng: &mut Rng,
    ) -> Option<Point> {
        board
            .capture_beside(own?, color)
            .filter(|&at| board.is_playable(at, color) && follows(self.rates.follow_up, rng))
    }

    /// The vital point of a small eye space beside the last stone, or what parts one that it is in.
    #[inline]
    fn nakade(&self, board: &Board, color: Color, last: Point, gates: &mut Gates) -> Option<Point> {
        if !gates.open(self.rates.nakade) {
            return None;
        }
        board
            .empty_neighbors(last)
            .filter(|&near| board.is_walled_in(near) && !board.neighborhood(near).touches(color))
            .find_map(|near| vital_point(board, near))
            .or_else(|| parting_point(board, last, color))
            .filter(|&at| board.is_playable(at, color))
    }

    /// A point around the last move, else around the one before, that a shape suggests.
    #[inline]
    fn shape(
        &self,
        board: &Board,
        color: Color,
        recent: [Option<Point>; 2],
        gates: &mut Gates,
        rng: &mut Rng,
    ) -> Option<Point> {
        let rates = [self.rates.shape, self.rates.shape_before];
        for (center, rate) in recent.into_iter().zip(rates) {
            let Some(center) = center else { continue };
            if !gates.open(rate) {
                continue;
            }
            let mut fitting = board.empty_around(center, |code| self.shapes.matches(code));
            while !fitting.is_empty() {
                let point = fitting.remove(rng.below(fitting.len()))?;
                if !board.is_self_atari(point, color) {
                    return Some(point);
                }
            }
        }
        None
    }

    /// A random point that spoils no own eyes and is, mostly, no self-atari.
    ///
    /// Draws from the list of empty points and puts what it refuses aside.
    #[inline]
    fn any(
        &self,
        board: &mut Board,
        color: Color,
        gates: &mut Gates,
        rng: &mut Rng,
    ) -> Option<Point> {
        let refuse_small = gates.open(self.rates.self_atari);
        let refuse_big = gates.open(self.rates.big_self_atari);
        let mut left = board.empty_count();
        while left > 0 {
            let place = rng.below(left);
            let point = board.empty_point(place);
            let is_refused = || {
                if board.chain_size_after(point, color) <= 2 {
                    refuse_small
                } else {
                    refuse_big || self.rates.keep_seki && is_standoff(board, point, color)
                }
            };
            let is_worth_it = || !is_refused() || fills_dead_shape(board, point, color);
            if !board.neighborhood(point).is_eye(color)
                && !wastes_eye_space(board, point, color)
                && (!board.is_self_atari(point, color)
                    || board.is_playable(point, color) && is_worth_it())
            {
                return Some(point);
            }
            left -= 1;
            board.swap_empty_points(place, left);
        }
        None
    }
}

#[cfg(test)]
mod tests;
