//! Who lives at the end of a game.
//!
//! Rule sets that count the board as it stands have no dead stones. For the others this is an
//! estimate from playouts; it is drawn from the position alone, so the same position always gets the
//! same answer.

use crate::go::rules::{DeadStones, Tax};
use crate::go::{Board, Color, Game, Move, Point, PointSet, Score};
use crate::playout::Ownership;
use crate::rng::Rng;
use std::fmt;

/// What becomes of a chain at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It stays, and its group has room for two eyes.
    Alive,
    /// It stays because nobody can afford to attack it.
    Seki,
    /// It is taken off.
    Dead,
}

/// The final status of every stone of a position.
#[derive(Clone, Debug)]
pub struct Verdict {
    dead: PointSet,
    seki: PointSet,
}

/// Playouts behind a verdict unless told otherwise.
pub const DEFAULT_PLAYOUTS: u32 = 2000;

impl Verdict {
    /// Judges the stones of a game as its rules ask: none is dead where the board counts as it stands.
    #[must_use]
    pub fn of(game: &Game, playouts: u32) -> Verdict {
        let board = game.board();
        let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
        let stand_off = chains.filter(|&chain| is_seki(board, chain));
        let mut verdict = Verdict {
            dead: PointSet::new(),
            seki: stand_off.flat_map(|chain| board.chain(chain)).collect(),
        };
        if game.rules().dead_stones != DeadStones::AsItStands {
            verdict.judge_by_playouts(board, playouts);
        }
        verdict
    }

    /// The chains of the given stones are dead, all others live.
    #[must_use]
    pub fn given(game: &Game, dead: &PointSet) -> Verdict {
        let dead = dead.iter().flat_map(|at| game.board().chain(at)).collect();
        Verdict {
            dead,
            seki: PointSet::new(),
        }
    }

    /// A chain is dead if its points end as its opponent's more often than as its own, unless it
    /// stands in a seki, which random play destroys. Playouts with either player to move, so that
    /// the verdict does not depend on whose turn it is.
    ///
    /// Of 300 games on 19x19 between strong players that were counted by territory, the count with
    /// this verdict agrees exactly in 73 % and on the winner in 92 %; to ask for a clearer majority
    /// either way is worse.
    fn judge_by_playouts(&mut self, board: &Board, playouts: u32) {
        let mut rng = Rng::new(board.hash());
        let [black, white] =
            Color::ALL.map(|first| Ownership::sample(board, first, playouts / 2, &mut rng));
        for color in Color::ALL {
            for chain in board.chains(color).filter(|&at| !self.seki.contains(at)) {
                let total: f64 = board
                    .chain(chain)
                    .map(|at| black.at(at) + white.at(at))
                    .sum();
                let mean = total / 2.0 / f64::from(board.chain_size(chain) as u32);
                if mean * f64::from(color.sign()) < 0.0 {
                    self.dead.extend(board.chain(chain));
                }
            }
        }
    }

    /// All stones that are taken off.
    #[must_use]
    pub const fn dead(&self) -> &PointSet {
        &self.dead
    }

    /// The status of the stone at an occupied point.
    #[must_use]
    pub fn status(&self, point: Point) -> Status {
        match point {
            _ if self.dead.contains(point) => Status::Dead,
            _ if self.seki.contains(point) => Status::Seki,
            _ => Status::Alive,
        }
    }
}

/// Whether a chain stands in a seki that can be seen: it shares liberties with the opponent, and
/// nobody can fill any of its liberties without putting himself into atari.
fn is_seki(board: &Board, chain: Point) -> bool {
    let Some(color) = board.color_at(chain) else {
        return false;
    };
    let liberties = board.liberty_set(chain);
    let is_barred = |at: Point| {
        Color::ALL
            .iter()
            .all(|&player| is_self_atari(board, at, player))
    };
    liberties
        .iter()
        .any(|at| board.neighborhood(at).touches(!color))
        && liberties.iter().all(is_barred)
}

/// Whether a stone on an empty point would have fewer than two liberties, or could not be placed.
fn is_self_atari(board: &Board, point: Point, color: Color) -> bool {
    if !board.is_playable(point, color) {
        return true;
    }
    let mut after = board.clone();
    after.play(point, color);
    after.color_at(point).is_none() || after.is_atari(point)
}

/// A count of a game with what was decided before counting.
#[derive(Clone, Debug)]
pub struct Count {
    /// The terms and the result.
    pub score: Score,
    /// The stones taken to be dead.
    pub dead: PointSet,
    /// Dame that were filled in turn before counting.
    pub filled: Vec<Point>,
}

impl Count {
    /// Counts a game with the stones judged by a verdict.
    ///
    /// Where points in seki do not count, the dame that either player can fill safely are filled in
    /// turn first, because stones next to an open dame would count as in seki. That changes no other
    /// term.
    #[must_use]
    pub fn of(game: &Game, verdict: &Verdict) -> Count {
        let mut game = game.clone();
        let needs_filling = game.rules().tax == Tax::Seki;
        let filled = if needs_filling {
            fill_dame(&mut game, verdict)
        } else {
            Vec::new()
        };
        Count {
            score: game.score(&verdict.dead),
            dead: verdict.dead.clone(),
            filled,
        }
    }
}

impl fmt::Display for Count {
    /// The result, then the terms, the dead stones and the filled dame.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.score.outcome(), self.score)?;
        let lists = [
            ("dead", self.dead.iter().collect()),
            ("filled", self.filled.clone()),
        ];
        for (name, points) in lists {
            if !points.is_empty() {
                let points: Vec<String> = points.iter().map(Point::to_string).collect();
                write!(f, "\n{name:21} {}", points.join(" "))?;
            }
        }
        Ok(())
    }
}

/// Fills dame in turn as long as a player can do so safely. Returns the points.
fn fill_dame(game: &mut Game, verdict: &Verdict) -> Vec<Point> {
    let mut points = Vec::new();
    let mut color = game.position().to_move();
    let mut misses = 0;
    while misses < 2 {
        match fillable_dame(game.board(), verdict.dead(), color) {
            Some(at) if game.play(color, Move::Play(at)).is_ok() => {
                points.push(at);
                misses = 0;
            }
            _ => misses += 1,
        }
        color = !color;
    }
    points
}

/// A point next to living stones of both players where `color` can play without danger.
fn fillable_dame(board: &Board, dead: &PointSet, color: Color) -> Option<Point> {
    let lives = |at: Point, of: Color| board.color_at(at) == Some(of) && !dead.contains(at);
    let is_dame = |at: Point| {
        Color::ALL
            .iter()
            .all(|&of| board.neighbors(at).any(|near| lives(near, of)))
    };
    board
        .points()
        .filter(|&at| board.is_empty_at(at) && is_dame(at))
        .find(|&at| !is_self_atari(board, at, color) && board.captures_of(at, color) == 0)
}
