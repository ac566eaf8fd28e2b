//! Exact search under positional superko: does the player to move win?
//!
//! Depth-first with a growing limit, three values (won, lost, not known within the limit) and a table. What a
//! table entry says must hold whatever was played before, though the history decides which moves are legal. So
//! each result carries what it rests on:
//!
//! - a move that an earlier position of the line forbade: the result is kept only if all such positions lie inside
//!   its own subtree;
//! - positions of the subtree that a different history would forbid: the entry has the stones that are on all boards
//!   of the subtree and those that are on some; a board that may lie between these bounds bars the entry;
//! - a claim that regions belong to a player, see [`Solver::sure_area`]: a board with one of his stones there bars it.
//!
//! No position is represented by a hash: results are exact.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::grid::{BLACK, Bits, Grid, Stones, each};

/// What is known of a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Win,
    Loss,
    Unknown,
}

/// Who moves where: what the table is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    stones: Stones,
    color: usize,
    /// True if the last move was a pass: another one ends the game.
    passed: bool,
}

/// A value and what it rests on.
#[derive(Clone, Copy)]
struct Finding {
    value: Value,
    /// The first position of the line that forbade a move below; `usize::MAX` if none did.
    forbidden_by: usize,
    /// The stones that are on all boards below.
    always: Stones,
    /// The stones that are on some board below.
    ever: Stones,
    /// The regions that are counted below as sure to become the player's.
    claimed: Stones,
    /// The move that wins or seems best; 0 is a pass.
    best: Bits,
}

impl Finding {
    /// A value that rests on nothing below.
    fn of(value: Value) -> Finding {
        Finding {
            value,
            forbidden_by: usize::MAX,
            always: Stones::FULL,
            ever: Stones::NONE,
            claimed: Stones::NONE,
            best: 0,
        }
    }

    /// Rests also on what `child` rests on, and on the board `stones` itself.
    fn rest_on(&mut self, child: &Finding, stones: Stones) {
        self.forbidden_by = self.forbidden_by.min(child.forbidden_by);
        self.always = self.always.and(child.always).and(stones);
        self.ever = self.ever.or(child.ever).or(stones);
        self.claimed = self.claimed.or(child.claimed);
    }

    /// Returns true if the finding may not hold if the board has been seen before.
    fn may_depend_on(&self, board: &Stones) -> bool {
        self.always.is_within(*board) && board.is_within(self.ever)
            || self.claimed.and(*board) != Stones::NONE
    }
}

/// A finding, or how deep a search has found nothing.
struct Entry {
    finding: Finding,
    depth: u32,
}

/// Multiplies and folds; the keys are boards, which need no more.
#[derive(Default)]
struct Folding(u64);

impl Hasher for Folding {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9E37_79B9_7F4A_7C15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

type Table = HashMap<Key, Entry, BuildHasherDefault<Folding>>;

/// Positions that a line has gone through: every play may add one, a pass does not.
type Line = Vec<Stones>;

/// The game that is to be solved, and what has been found out.
pub(crate) struct Solver {
    grid: Grid,
    /// Twice the komi; odd, so that somebody wins.
    komi: i32,
    table: Table,
    line: Line,
    /// Moves that often decided, by color and point.
    history: [[u32; 128]; 2],
    pub(crate) nodes: u64,
    limit: u64,
}

/// Entries of the table at which it is emptied.
const TABLE_SIZE: usize = 1 << 22;

/// The deepest search and the step by which the limit grows, in units of [`cost`].
const MAX_DEPTH: u32 = 400;
const DEPTH_STEP: usize = 4;

/// What a move takes of the depth that is left: more where there are many, so that the search first follows narrow
/// lines to their end.
fn cost(choices: usize) -> u32 {
    4 + choices.ilog2()
}

/// A move with the stones it leads to; 0 is a pass.
struct Candidate {
    point: Bits,
    next: Stones,
    order: i64,
}

impl Solver {
    /// Solves after the positions `past`, the last of which is the present one, in at most `limit` nodes a question.
    ///
    /// # Panics
    /// `past` is empty, or twice the komi is even.
    pub(crate) fn new(grid: Grid, doubled_komi: i32, past: &[Stones], limit: u64) -> Solver {
        assert!(!past.is_empty(), "there is a present position");
        assert!(
            doubled_komi % 2 != 0,
            "a komi of {} may tie",
            f64::from(doubled_komi) / 2.0
        );
        Solver {
            grid,
            komi: doubled_komi,
            table: Table::default(),
            line: past.to_vec(),
            history: [[0; 128]; 2],
            nodes: 0,
            limit,
        }
    }

    fn present(&self) -> Stones {
        self.line[self.line.len() - 1]
    }

    /// The points where a player may play now.
    pub(crate) fn legal(&self, color: usize) -> Vec<Bits> {
        let now = self.present();
        each(self.grid.all() & !now.occupied())
            .filter(|&point| !self.line.contains(&self.grid.play(now, color, point)))
            .collect()
    }

    /// What a legal move (0 is a pass) is worth to the player who makes it. `passed`: the opponent has just passed.
    pub(crate) fn value_of(&mut self, color: usize, point: Bits, passed: bool) -> Value {
        let now = self.present();
        if point == 0 && passed {
            return self.final_value(now, color);
        }
        if point != 0 {
            let next = self.grid.play(now, color, point);
            self.line.push(next);
        }
        let value = self.value(1 - color, point == 0);
        if point != 0 {
            self.line.pop();
        }
        match value {
            Value::Win => Value::Loss,
            Value::Loss => Value::Win,
            Value::Unknown => Value::Unknown,
        }
    }

    /// What the present position is worth to the player to move.
    pub(crate) fn value(&mut self, color: usize, passed: bool) -> Value {
        let end = self.nodes + self.limit;
        let key = Key {
            stones: self.present(),
            color,
            passed,
        };
        for depth in (DEPTH_STEP as u32..MAX_DEPTH).step_by(DEPTH_STEP) {
            let finding = self.search(key, depth, end);
            if finding.value != Value::Unknown || self.nodes >= end {
                return finding.value;
            }
        }
        Value::Unknown
    }

    /// The value of the board as it stands at the end of the game.
    fn final_value(&self, stones: Stones, color: usize) -> Value {
        let is_black_ahead = 2 * self.grid.score(stones) > self.komi;
        if is_black_ahead == (color == BLACK) {
            Value::Win
        } else {
            Value::Loss
        }
    }

    /// The value if what is sure already decides.
    fn early_finding(&self, key: Key) -> Option<Finding> {
        let area = self.grid.all().count_ones().cast_signed();
        for player in [key.color, 1 - key.color] {
            let (sure, claimed) = self.sure_area(key, player);
            // The opponent has at most the rest.
            let komi = if player == BLACK {
                self.komi
            } else {
                -self.komi
            };
            if 2 * (2 * sure.cast_signed() - area) > komi {
                let is_mover = player == key.color;
                let mut finding = Finding::of(if is_mover { Value::Win } else { Value::Loss });
                finding.claimed.0[player] = claimed;
                return Some(finding);
            }
        }
        None
    }

    /// The points that are sure to be a player's at the end, and the regions that the count claims.
    ///
    /// Sure are his unconditionally alive stones, and eyes of one point between them, which need no move at all. So is a
    /// region between them all of whose points are next to them: a stone that he plays there is connected and stays,
    /// so he can take away every liberty of stones there, one after the other; where there is nothing to be taken he
    /// passes. Only his pass just now, which lets the opponent end the game, or superko could prevent it. A board
    /// repeats an earlier one only if that had one of his stones in the region: then the region is not claimed.
    fn sure_area(&self, key: Key, color: usize) -> (u32, Bits) {
        let (alive, regions) = self.grid.alive(key.stones, color);
        let near = self.grid.around(alive);
        let theirs = key.stones.0[1 - color];
        let has_passed = key.passed && key.color != color;
        let (mut sure, mut claimed) = (alive, 0);
        for region in regions {
            if region.is_power_of_two() && region & theirs == 0 {
                sure |= region;
            } else if region & !near == 0
                && !(has_passed && region & theirs != 0)
                && self.line.iter().all(|board| board.0[color] & region == 0)
            {
                sure |= region;
                claimed |= region;
            }
        }
        (sure.count_ones(), claimed)
    }

    fn search(&mut self, key: Key, depth: u32, end: u64) -> Finding {
        self.nodes += 1;
        if let Some(finding) = self.early_finding(key) {
            return finding;
        }
        if key.passed && self.final_value(key.stones, key.color) == Value::Win {
            return Finding::of(Value::Win);
        }
        let mut best = 0;
        if let Some(entry) = self.table.get(&key) {
            best = entry.finding.best;
            let earlier = &self.line[..self.line.len() - 1];
            let is_known = entry.finding.value != Value::Unknown;
            if is_known
                && !earlier
                    .iter()
                    .any(|board| entry.finding.may_depend_on(board))
            {
                return entry.finding;
            }
            if !is_known && entry.depth >= depth {
                return Finding::of(Value::Unknown);
            }
        }
        if depth == 0 || self.nodes >= end {
            return Finding::of(Value::Unknown);
        }
        let finding = self.expand(key, best, depth, end);
        self.keep(key, &finding, depth);
        finding
    }

    /// Puts a finding into the table if it holds whatever the history.
    fn keep(&mut self, key: Key, finding: &Finding, depth: u32) {
        if self.table.len() >= TABLE_SIZE {
            self.table.clear();
        }
        if finding.forbidden_by != usize::MAX {
            return;
        }
        if finding.value == Value::Unknown
            && let Some(entry) = self.table.get_mut(&key)
        {
            if entry.finding.value == Value::Unknown {
                (entry.depth, entry.finding.best) = (depth, finding.best);
            }
            return;
        }
        self.table.insert(
            key,
            Entry {
                finding: *finding,
                depth,
            },
        );
    }

    /// Searches the moves of a position.
    fn expand(&mut self, key: Key, best: Bits, depth: u32, end: u64) -> Finding {
        let here = self.line.len() - 1;
        let mut all = Finding::of(Value::Loss);
        all.best = best;
        let candidates = self.candidates(key, best);
        let depth_below = depth.saturating_sub(cost(candidates.len()));
        for candidate in candidates {
            let is_pass = candidate.point == 0;
            if is_pass && key.passed {
                // The end, and it is lost, or it would have been found before.
                continue;
            }
            if !is_pass {
                if let Some(at) = self.line.iter().position(|&board| board == candidate.next) {
                    all.forbidden_by = all.forbidden_by.min(at);
                    continue;
                }
                self.line.push(candidate.next);
            }
            let child = Key {
                stones: candidate.next,
                color: 1 - key.color,
                passed: is_pass,
            };
            let found = self.search(child, depth_below, end);
            if !is_pass {
                self.line.pop();
            }
            match found.value {
                Value::Loss => {
                    let index = candidate.point.trailing_zeros().min(127) as usize;
                    self.history[key.color][index] += (depth * depth).div_ceil(16);
                    let mut won = Finding::of(Value::Win);
                    won.best = candidate.point;
                    won.rest_on(&found, candidate.next);
                    return won.seen_from(here);
                }
                Value::Win => all.rest_on(&found, candidate.next),
                Value::Unknown => all.value = Value::Unknown,
            }
        }
        if all.value == Value::Unknown {
            let best = all.best;
            all = Finding::of(Value::Unknown);
            all.best = best;
        }
        all.seen_from(here)
    }

    /// All moves, the promising ones first. Some may repeat a position.
    fn candidates(&self, key: Key, best: Bits) -> Vec<Candidate> {
        let Key { stones, color, .. } = key;
        let [own, theirs] = [stones.0[color], stones.0[1 - color]];
        let mut list = vec![Candidate {
            point: 0,
            next: stones,
            order: if key.passed { -20_000_000 } else { -10_000_000 },
        }];
        for point in each(self.grid.all() & !stones.occupied()) {
            let next = self.grid.play(stones, color, point);
            let around = self.grid.around(point);
            let taken = (theirs & !next.0[1 - color]).count_ones();
            let mut order = i64::from(self.history[color][point.trailing_zeros() as usize]);
            order += i64::from(taken) * 1_000_000;
            if around & !own == 0 && taken == 0 {
                order -= 30_000_000;
            }
            if next.0[color] & point == 0 {
                order -= 40_000_000;
            }
            if point == best {
                order += 1 << 40;
            }
            list.push(Candidate { point, next, order });
        }
        list.sort_by_key(|candidate| -candidate.order);
        list
    }
}

impl Finding {
    /// What the finding is to other lines that reach the position at `here`: a position there or later is part of it.
    fn seen_from(mut self, here: usize) -> Finding {
        if self.forbidden_by >= here {
            self.forbidden_by = usize::MAX;
        }
        self
    }
}
