//! Playouts that answer the last moves: captures, escapes, attacks, shapes, and else random play.
//!
//! The sequence-like play of `MoGo` (Gelly, Wang, Munos and Teytaud 2006) with the tactics that later
//! programs added. Rules are tried in turn; each is followed with a [rate](Rates) below one, so
//! that a wrong rule does not spoil every playout alike.

use super::Rates;
use crate::go::{Board, Color, Point};
use crate::pattern::Shapes3x3;
use crate::pattern::nakade::vital_point;
use crate::rng::Rng;

/// The moves of one playout, colors alternating from the first; `None` is a pass.
pub type Trace = Vec<Option<Point>>;

/// The policy: tactics around the last stone, vital points, shapes, and random play where nothing fits.
#[derive(Clone, Copy, Debug)]
pub struct Local {
    rates: Rates,
    shapes: &'static Shapes3x3,
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

    #[inline]
    fn any(&self, rng: &mut Rng) -> Option<Point> {
        match self.count {
            0 => None,
            1 => Some(self.points[0]),
            count => Some(self.points[rng.below(count) % Candidates::MOST]),
        }
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
        for _ in 0..limit {
            let mv = self.choose(board, to_move, recent, rng);
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
            recent = [mv, recent[0]];
            to_move = !to_move;
        }
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
                .or_else(|| self.nakade(board, color, last, &mut gates))
                .or_else(|| self.shape(board, color, recent, &mut gates, rng))
        });
        answer.or_else(|| self.any(board, color, &mut gates, rng))
    }

    /// Answers to atari and to chains of two liberties around the last stone.
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
        if candidates.count == 0 && two {
            add_attacks(board, last, color, &mut candidates);
            for chain in weak.into_iter().flatten() {
                add_defences(board, chain, color, &mut candidates);
            }
        }
        candidates.any(rng)
    }

    /// The vital point of a small eye space beside the last stone.
    #[inline]
    fn nakade(&self, board: &Board, color: Color, last: Point, gates: &mut Gates) -> Option<Point> {
        if !gates.open(self.rates.nakade) {
            return None;
        }
        board
            .neighbors(last)
            .filter(|&near| board.is_empty_at(near) && board.is_walled_in(near))
            .find_map(|near| vital_point(board, near))
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
            let mut candidates = Candidates::new(center);
            for point in board.surrounding_empty_points(center) {
                if self.shapes.matches(board.neighborhood(point))
                    && board.is_playable(point, color)
                    && !board.is_self_atari(point, color)
                {
                    candidates.push(point);
                }
            }
            if candidates.count > 0 {
                return candidates.any(rng);
            }
        }
        None
    }

    /// A random point that is no own eye and, mostly, no self-atari.
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
            if !board.neighborhood(point).is_eye(color)
                && board.is_playable(point, color)
                && !(board.is_self_atari(point, color)
                    && if board.chain_size_after(point, color) <= 2 {
                        refuse_small
                    } else {
                        refuse_big
                    })
            {
                return Some(point);
            }
            left -= 1;
            board.swap_empty_points(place, left);
        }
        None
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
        && board.liberties_after::<2>(liberty, color).count() == 2
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
        if is_caught(board, atari, extension, !color)
            && board.is_playable(atari, color)
            && !board.is_self_atari(atari, color)
        {
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
        is_caught(board, atari, extension, color)
            && board.is_playable(atari, !color)
            && !board.is_self_atari(atari, !color)
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
        if board.liberties_after::<3>(point, color).count() == 3 {
            candidates.push(point);
        }
    }
}

/// Whether a chain of `owner` whose two liberties are these stays at two or fewer after an atari at
/// the one and an extension at the other.
#[inline]
fn is_caught(board: &Board, atari: Point, extension: Point, owner: Color) -> bool {
    let after = board.liberties_after::<4>(extension, owner);
    after.points().filter(|&at| at != atari).count() <= 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Board, PointSet, Size};

    /// How often a move is chosen in a diagram, out of 1000.
    fn frequency(diagram: &str, color: Color, last: &str, wanted: &str) -> usize {
        let mut board: Board = diagram.parse().unwrap();
        let last = Some(last.parse().unwrap());
        let wanted = Some(wanted.parse().unwrap());
        let local = Local::new(Rates::default());
        let mut rng = Rng::new(1);
        let choices = (0..1000).map(|_| local.choose(&mut board, color, [last, None], &mut rng));
        choices.filter(|&mv| mv == wanted).count()
    }

    #[test]
    fn the_last_stone_is_captured_and_an_atari_answered() {
        let in_atari = "
            . . . . . . .
            . . . X . . .
            . . X O . . .
            . . . X . . .
            . . . . . . .";
        assert!(frequency(in_atari, Color::Black, "D3", "E3") > 850);
        assert!(frequency(in_atari, Color::White, "D2", "E3") > 850);
    }

    #[test]
    fn a_large_chain_is_always_captured() {
        let three = "
            . X X X . . .
            X O O O . . .
            . X X X . . .
            . . . . . . .
            . . . . . . .";
        assert_eq!(frequency(three, Color::Black, "D4", "E4"), 1000);
    }

    #[test]
    fn a_hopeless_chain_does_not_run() {
        let lost = "
            O . X . . . .
            X X . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .";
        assert!(frequency(lost, Color::White, "A4", "B5") < 100);
    }

    #[test]
    fn the_vital_point_of_an_eye_space_is_played() {
        let three = "
            . . . X O . .
            X X X X O . .
            O O O O O . .
            . . . . . . .
            . . . . . . .";
        assert!(frequency(three, Color::White, "D5", "B5") > 700);
        assert!(frequency(three, Color::White, "C4", "B5") > 700);
        // White's last stone is not beside the eye space.
        assert!(frequency(three, Color::Black, "E5", "B5") < 200);
    }

    #[test]
    fn playouts_are_legal_fill_no_eyes_and_end() {
        let local = Local::new(Rates::default());
        let mut rng = Rng::new(3);
        for round in 0..300_u64 {
            let mut board = Board::new(Size::square(1 + (round % 13) as u8));
            let (mut color, mut recent, mut passes, mut moves) = (Color::Black, [None; 2], 0, 0);
            while passes < 2 && moves < 3 * board.size().area() {
                let mv = local.choose(&mut board, color, recent, &mut rng);
                if let Some(at) = mv {
                    assert!(board.is_empty_at(at) && board.is_playable(at, color));
                    board.play(at, color);
                    passes = 0;
                } else {
                    board.pass();
                    passes += 1;
                }
                board.validate();
                recent = [mv, recent[0]];
                color = !color;
                moves += 1;
            }
            let left: PointSet = board.empty_points().collect();
            if passes == 2 {
                assert!(left.iter().all(|at| {
                    Color::ALL.iter().any(|&color| {
                        let code = board.neighborhood(at);
                        code.is_eye(color)
                            || !board.is_playable(at, color)
                            || board.is_self_atari(at, color)
                    })
                }));
            }
        }
    }

    #[test]
    fn a_playout_is_its_trace() {
        let local = Local::new(Rates::default());
        let start = Board::new(Size::square(9));
        let play = |seed| {
            let (mut board, mut trace) = (start.clone(), Trace::new());
            local.play_out(
                &mut board,
                Color::Black,
                [None; 2],
                &mut Rng::new(seed),
                &mut trace,
            );
            (board, trace)
        };
        let (end, trace) = play(5);
        assert_eq!(
            play(5),
            (end.clone(), trace.clone()),
            "the same seed plays the same"
        );
        let mut again = start.clone();
        for (index, mv) in trace.iter().enumerate() {
            let color = if index.is_multiple_of(2) {
                Color::Black
            } else {
                Color::White
            };
            match *mv {
                Some(at) => again.play(at, color),
                None => again.pass(),
            }
        }
        assert_eq!(again, end);
    }
}
