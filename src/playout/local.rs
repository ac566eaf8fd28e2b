//! Playouts that answer the last moves: captures, escapes, attacks, shapes, and otherwise random play.
//!
//! This is the play in sequences of `MoGo` (Gelly, Wang, Munos and Teytaud 2006) with the tactics that later programs added.
//! The rules are tried in turn. Each is followed only at its rate, so that where it is wrong not all playouts are wrong.

use super::uniform::{alternate, random_empty_point};
use crate::go::{Board, Color, Point};
use crate::pattern::Shapes3x3;
use crate::rng::Rng;
use crate::tactics::nakade::{fills_dead_shape, parting_point, vital_point, wastes_eye_space};

/// The moves of one playout, colors alternating from the first; `None` is a pass.
pub type Trace = Vec<Option<Point>>;

/// The rates of the rules, in 256 cases. How often the last stone is captured if it is in atari; three stones and more
/// always are.
const CAPTURE: u16 = 230;

/// How often chains are saved from atari; three stones and more always are.
const ESCAPE: u16 = 230;

/// How often chains of two liberties are attacked and defended.
const TWO_LIBERTIES: u16 = 205;

/// How often stones are captured that were put in atari before and not saved.
const FOLLOW_UP: u16 = 205;

/// How often the vital point of a small eye space is played.
const NAKADE: u16 = 205;

/// How often a shape beside the last move is answered, and one beside the move before.
const SHAPE: u16 = 243;
const SHAPE_BEFORE: u16 = 243;

/// How often a self-atari of one or two stones is refused, and one of more.
const SELF_ATARI: u16 = 154;
const BIG_SELF_ATARI: u16 = 250;

/// The policy: tactics around the last stone, vital points, shapes, and random play where nothing fits.
#[derive(Clone, Copy, Debug)]
pub struct Local {
    shapes: &'static Shapes3x3,
}

/// Eight random numbers from 0 to 255, drawn at once because that is cheaper.
struct Gates(u64);

impl Gates {
    /// Returns true with a chance of `rate` in 256.
    #[inline]
    fn open(&mut self, rate: u16) -> bool {
        let draw = self.0 as u8;
        self.0 >>= 8;
        u16::from(draw) < rate
    }
}

impl Default for Local {
    fn default() -> Local {
        Local {
            shapes: Shapes3x3::get(),
        }
    }
}

impl Local {
    /// Plays from a board to its end: until both players pass in turn because nothing sensible is left,
    /// or three moves for every point have been made. `recent` are the last move and the one before it.
    /// Adds the moves to `trace`.
    pub fn play_out(
        self,
        board: &mut Board,
        to_move: Color,
        mut recent: [Option<Point>; 2],
        rng: &mut Rng,
        trace: &mut Trace,
    ) {
        alternate(board, to_move, |board, color| {
            let mv = self.choose(board, color, recent, rng);
            trace.push(mv);
            recent = [mv, recent[0]];
            mv
        });
    }

    /// The move of a player after the last two moves; `None` to pass.
    #[inline]
    pub fn choose(
        self,
        board: &mut Board,
        color: Color,
        recent: [Option<Point>; 2],
        rng: &mut Rng,
    ) -> Option<Point> {
        let mut gates = Gates(rng.bits());
        let answer = recent[0].and_then(|last| {
            tactics(board, color, last, &mut gates, rng)
                .or_else(|| follow_up(board, color, recent[1], rng))
                .or_else(|| self.shape(board, color, recent, &mut gates, rng))
        });
        answer.or_else(|| any(board, color, &mut gates, rng))
    }

    /// A point around the last move, else around the one before, that a shape suggests.
    #[inline]
    fn shape(
        self,
        board: &Board,
        color: Color,
        recent: [Option<Point>; 2],
        gates: &mut Gates,
        rng: &mut Rng,
    ) -> Option<Point> {
        let rates = [SHAPE, SHAPE_BEFORE];
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
}

/// An answer to atari, to a threat to eyes, or to chains of two liberties around the last stone.
#[inline]
fn tactics(
    board: &Board,
    color: Color,
    last: Point,
    gates: &mut Gates,
    rng: &mut Rng,
) -> Option<Point> {
    if board.color_at(last) != Some(!color) {
        return None;
    }
    let capture = gates.open(CAPTURE);
    if let Some(liberty) = board.atari_liberty(last)
        && (capture || board.chain_size(last) >= 3)
        && board.is_playable(liberty, color)
    {
        return Some(liberty);
    }
    let escape = gates.open(ESCAPE);
    let two = gates.open(TWO_LIBERTIES);
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
    if let Some(at) = nakade(board, color, last, gates) {
        return Some(at);
    }
    if two {
        add_attacks(board, last, color, &mut candidates);
        for chain in weak.into_iter().flatten() {
            add_defences(board, chain, color, &mut candidates);
        }
    }
    candidates.any(rng)
}

/// Captures what the player's own last stone put in atari and the opponent did not save.
#[inline]
fn follow_up(board: &Board, color: Color, own: Option<Point>, rng: &mut Rng) -> Option<Point> {
    board
        .capture_beside(own?, color)
        .filter(|&at| board.is_playable(at, color) && rng.below(256) < usize::from(FOLLOW_UP))
}

/// The vital point of a small eye space beside the last stone, or the point that divides an eye space
/// that the last stone is in.
#[inline]
fn nakade(board: &Board, color: Color, last: Point, gates: &mut Gates) -> Option<Point> {
    if !gates.open(NAKADE) {
        return None;
    }
    board
        .empty_neighbors(last)
        .filter(|&near| board.is_walled_in(near) && !board.neighborhood(near).touches(color))
        .find_map(|near| vital_point(board, near))
        .or_else(|| parting_point(board, last, color))
        .filter(|&at| board.is_playable(at, color))
}

/// A random point that spoils no own eyes and, in most cases, is no self-atari.
#[inline]
fn any(board: &mut Board, color: Color, gates: &mut Gates, rng: &mut Rng) -> Option<Point> {
    let refuse_small = gates.open(SELF_ATARI);
    let refuse_big = gates.open(BIG_SELF_ATARI);
    random_empty_point(board, rng, |board, point| {
        let is_refused = || {
            if board.chain_size_after(point, color) <= 2 {
                refuse_small
            } else {
                refuse_big
            }
        };
        let is_worth_it = || !is_refused() || fills_dead_shape(board, point, color);
        !board.neighborhood(point).is_eye(color)
            && !wastes_eye_space(board, point, color)
            && (!board.is_self_atari(point, color)
                || board.is_playable(point, color) && is_worth_it())
    })
}

#[cfg(test)]
mod tests;

/// Moves to choose from.
struct Candidates {
    points: [Point; Candidates::MOST],
    count: usize,
}

impl Candidates {
    const MOST: usize = 24;

    #[inline]
    fn new(any: Point) -> Candidates {
        Candidates {
            points: [any; Candidates::MOST],
            count: 0,
        }
    }

    #[inline]
    fn push(&mut self, point: Point) {
        if self.count < Candidates::MOST {
            self.points[self.count] = point;
            self.count += 1;
        }
    }

    const fn is_empty(&self) -> bool {
        self.count == 0
    }

    #[inline]
    fn any(&self, rng: &mut Rng) -> Option<Point> {
        match self.count {
            0 => None,
            1 => Some(self.points[0]),
            count => Some(self.points[rng.below(count) % Candidates::MOST]),
        }
    }
}

/// Adds the ways to save a chain in atari: to take a chain around it, or to extend.
fn add_escapes(board: &Board, chain: Point, color: Color, candidates: &mut Candidates) {
    for point in board.counterattacks::<4>(chain).points() {
        if board.is_playable(point, color) {
            candidates.push(point);
        }
    }
    if let Some(liberty) = board.atari_liberty(chain)
        && board.has_liberties_after::<2>(liberty, color)
    {
        candidates.push(liberty);
    }
}

/// Adds the ataris that a chain of two liberties does not survive by extending at once.
fn add_attacks(board: &Board, chain: Point, color: Color, candidates: &mut Candidates) {
    let Some([a, b]) = board.two_liberties(chain) else {
        return;
    };
    for (atari, extension) in [(a, b), (b, a)] {
        if is_caught(board, chain, atari, extension, !color) && !board.is_self_atari(atari, color) {
            candidates.push(atari);
        }
    }
}

/// Adds the moves that save a chain of two liberties from an atari that it would not survive.
fn add_defences(board: &Board, chain: Point, color: Color, candidates: &mut Candidates) {
    let Some([a, b]) = board.two_liberties(chain) else {
        return;
    };
    let is_threat = |atari: Point, extension: Point| {
        is_caught(board, chain, atari, extension, color) && !board.is_self_atari(atari, !color)
    };
    if !is_threat(a, b) && !is_threat(b, a) {
        return;
    }
    for point in board.counterattacks::<2>(chain).points() {
        if board.is_playable(point, color) {
            candidates.push(point);
        }
    }
    for point in [a, b] {
        if board.has_liberties_after::<3>(point, color) {
            candidates.push(point);
        }
    }
}

/// Returns true if a chain of `owner` with these two liberties has two or fewer after an atari at one and
/// an extension at the other.
#[inline]
fn is_caught(board: &Board, chain: Point, atari: Point, extension: Point, owner: Color) -> bool {
    let gained = board.liberties_gained::<3>(chain, extension, atari, owner);
    gained.count() < 3
}
