//! The lines of play about a chain, and who gets his way in them.

use super::finding::{MoveLine, ReadingLimits};
use crate::go::{Color, Move};
use crate::reading::field::{Field, FieldState, FieldStep};
use crate::reading::patch::{Mask, bits};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// What the opponent of a chain's owner wants.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub(super) owner: Color,
    /// Who begins.
    pub(super) first: Color,
    /// The chain, which has to be captured.
    pub(super) chain: Mask,
    /// Other stones of the owner in the final position, which are no new ones where they stand.
    pub(super) others: Mask,
    /// Points where no new stone of the owner may stay; `None` if capture is all that is wanted.
    pub(super) room: Option<Mask>,
}

/// What is known of a position without looking further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Nothing,
    Reached,
    Missed,
}

/// Positions that can come up, the first one the final position, and the moves between them.
struct Graph<'a> {
    field: &'a Field,
    goal: Goal,
    limits: ReadingLimits,
    states: Vec<FieldState>,
    known: Vec<Known>,
    numbers: FxHashMap<FieldState, u32>,
    /// The moves from a position are `next[first[n]..first[n + 1]]`; the last ones have not been generated yet.
    first: Vec<u32>,
    next: Vec<u32>,
    /// False if some lines are not followed because too many kos are open in them.
    is_whole: bool,
}

/// The moves to each position: `from[first[n]..first[n + 1]]`.
struct Back {
    first: Vec<u32>,
    from: Vec<u32>,
}

/// How many moves away an aim is that cannot be brought about.
const NEVER: u32 = u32::MAX;

/// Whether the opponent of a chain forces a goal.
#[derive(Clone, Debug)]
pub(super) struct Decided {
    pub(super) is_forced: bool,
    /// False if the capture of many stones was taken to decide.
    pub(super) is_proved: bool,
    /// A line that shows it, in which who does not get his way holds out as long as he can, but captures the chain if he can,
    /// where that is not all that he wants. Empty where there is none without an end.
    pub(super) line: MoveLine,
}

/// Finds out if the opponent of a chain forces a goal. `None` if that takes too many positions, or too much time.
/// A capture of as many stones as are decisive ends a line.
///
/// Looks at lines in the order of their length, and now and then, if those seen so far decide.
pub(super) fn is_forced(field: &Field, goal: Goal, limits: ReadingLimits) -> Option<Decided> {
    let most = limits.positions;
    let is_proved = limits.decisive.is_none();
    let mut graph = Graph::new(field, goal, limits);
    let mut size = 256;
    loop {
        let is_all_seen = graph.grow(size.min(most))?;
        let back = graph.back();
        for (player, aim) in [(!goal.owner, Known::Reached), (goal.owner, Known::Missed)] {
            let distances =
                graph.distances(&back, player, |number: usize| graph.known[number] == aim);
            if distances[0] != NEVER {
                let is_forced = aim == Known::Reached;
                let captures = (goal.room.is_some() && !is_forced).then(|| {
                    graph.distances(&back, !goal.owner, |number| {
                        is_captured(&goal, &graph.states[number])
                    })
                });
                return Some(Decided {
                    is_forced,
                    is_proved,
                    line: graph.line(&distances, player, captures.as_deref()),
                });
            }
        }
        if is_all_seen {
            // Where capture is all that counts, a line without end misses it.
            let room = goal.room.unwrap_or(0);
            return graph.is_whole.then(|| Decided {
                is_forced: room != 0 && graph.kept_free(&back, room)[0],
                is_proved,
                line: MoveLine::new(),
            });
        }
        if size >= most {
            return None;
        }
        size *= 4;
    }
}

impl<'a> Graph<'a> {
    fn new(field: &'a Field, goal: Goal, limits: ReadingLimits) -> Graph<'a> {
        let start = field.start(goal.first, goal.chain | goal.others);
        Graph {
            field,
            goal,
            limits,
            states: vec![start],
            known: vec![known(field, &goal, &start)],
            numbers: FxHashMap::from_iter([(start, 0)]),
            first: vec![0],
            next: Vec::new(),
            is_whole: true,
        }
    }

    /// Follows moves until the graph has `size` positions. Returns true if nothing is left to follow, and `None` if the time
    /// is over.
    fn grow(&mut self, size: usize) -> Option<bool> {
        while self.states.len() < size {
            if self.limits.are_out_of_time() {
                return None;
            }
            let number = self.first.len() - 1;
            let Some(&state) = self.states.get(number) else {
                return Some(true);
            };
            if self.known[number] == Known::Nothing {
                let view = self.field.view(&state);
                let steps: Vec<FieldStep> = view.plays().chain(view.passes()).collect();
                for step in &steps {
                    self.add(&state, step);
                }
            }
            self.first.push(self.next.len() as u32);
        }
        Some(false)
    }

    /// Adds a move from the position that is being followed.
    fn add(&mut self, from: &FieldState, step: &FieldStep) {
        let &FieldStep::To { next, taken, .. } = step else {
            self.is_whole = false;
            return;
        };
        let place = match self.numbers.entry(next) {
            Entry::Occupied(found) => *found.get(),
            Entry::Vacant(free) => {
                let place = self.states.len() as u32;
                self.states.push(next);
                self.known.push(match self.limits.decisive {
                    Some(many) if taken >= many && from.to_move == self.goal.owner => Known::Missed,
                    Some(many) if taken >= many => Known::Reached,
                    _ => known(self.field, &self.goal, &next),
                });
                *free.insert(place)
            }
        };
        self.next.push(place);
    }

    /// The moves from a position; none if they have not been generated.
    fn moves(&self, number: usize) -> &[u32] {
        match self.first.get(number + 1) {
            Some(&end) => &self.next[self.first[number] as usize..end as usize],
            None => &[],
        }
    }

    /// The moves to each position.
    fn back(&self) -> Back {
        let mut first = vec![0_u32; self.states.len() + 2];
        for &to in &self.next {
            first[to as usize + 2] += 1;
        }
        for number in 2..first.len() {
            first[number] += first[number - 1];
        }
        let mut from = vec![0; self.next.len()];
        for number in 0..self.states.len() {
            for &to in self.moves(number) {
                let place = &mut first[to as usize + 1];
                from[*place as usize] = number as u32;
                *place += 1;
            }
        }
        Back { first, from }
    }

    /// How many moves it takes a player at most to bring about one of some positions, from each position; [`NEVER`] where
    /// he cannot.
    fn distances(&self, back: &Back, player: Color, is_aim: impl Fn(usize) -> bool) -> Vec<u32> {
        let count = self.states.len();
        let mut distances: Vec<u32> = (0..count)
            .map(|number| if is_aim(number) { 0 } else { NEVER })
            .collect();
        // The nearest first: the last move of the other player that leads there is his longest way.
        let mut open: Vec<usize> = (0..count)
            .filter(|&number| distances[number] == 0)
            .collect();
        // Moves that do not lead there, as far as is known.
        let mut left: Vec<u32> = (0..count)
            .map(|number| self.moves(number).len() as u32)
            .collect();
        let mut place = 0;
        while let Some(&number) = open.get(place) {
            place += 1;
            let [begin, end] = [back.first[number], back.first[number + 1]];
            for &from in &back.from[begin as usize..end as usize] {
                let from = from as usize;
                left[from] -= 1;
                let is_led = self.states[from].to_move == player || left[from] == 0;
                if is_led && distances[from] == NEVER {
                    distances[from] = distances[number] + 1;
                    open.push(from);
                }
            }
        }
        distances
    }

    /// The line in which a player brings about an aim as soon as he can, and the other one as late as he can. That one makes
    /// for a capture first, if there are distances to it; the line is empty if he cannot bring it about.
    fn line(&self, distances: &[u32], player: Color, captures: Option<&[u32]>) -> MoveLine {
        if captures.is_some_and(|captures| captures[0] == NEVER) {
            return MoveLine::new();
        }
        let mut line = MoveLine::new();
        let mut number = 0;
        while distances[number] != 0 {
            let mover = self.states[number].to_move;
            let nexts = self.moves(number).iter().map(|&next| next as usize);
            let distance = |&next: &usize| distances[next];
            let capture = captures.filter(|captures| captures[number] != 0);
            let next = match capture {
                _ if mover == player => nexts.min_by_key(distance),
                Some(captures) => nexts.min_by_key(|&next| captures[next]),
                // Of moves that are equally good the first, since passes come last.
                None => nexts.rev().max_by_key(distance),
            };
            let next = next.expect("a move that leads to the aim");
            let new = self.states[next].stones[mover] & !self.states[number].stones[mover];
            let mv = bits(new)
                .next()
                .map_or(Move::Pass, |at| Move::Play(self.field.patch.point(at)));
            line.push((mover, mv));
            number = next;
        }
        line
    }

    /// The positions from which the opponent can see to it that the chain is captured and no point has a new stone
    /// for good: each is free again and again. Takes away positions until all that are left allow that.
    fn kept_free(&self, back: &Back, room: Mask) -> Vec<bool> {
        let mut kept = vec![true; self.states.len()];
        loop {
            let mut better = kept.clone();
            for at in bits(room) {
                let is_aim = |number: usize| self.is_free(number, at, &kept);
                let distances = self.distances(back, !self.goal.owner, is_aim);
                for (better, distance) in better.iter_mut().zip(distances) {
                    *better &= distance != NEVER;
                }
            }
            if better == kept {
                return kept;
            }
            kept = better;
        }
    }

    /// Returns true if the chain is captured, a point has no new stone, and the opponent can keep on.
    fn is_free(&self, number: usize, at: usize, kept: &[bool]) -> bool {
        let state = &self.states[number];
        let mut moves = self.moves(number).iter().map(|&next| kept[next as usize]);
        match self.known[number] {
            Known::Reached => true,
            Known::Missed => false,
            Known::Nothing if !is_captured(&self.goal, state) => false,
            Known::Nothing if new_stones(&self.goal, state) >> at & 1 == 1 => false,
            Known::Nothing if state.to_move == self.goal.owner => moves.all(|is_kept| is_kept),
            Known::Nothing => moves.any(|is_kept| is_kept),
        }
    }
}

fn is_captured(goal: &Goal, state: &FieldState) -> bool {
    state.original & goal.chain == 0
}

/// The stones of the chain's owner that did not stand there in the final position.
fn new_stones(goal: &Goal, state: &FieldState) -> Mask {
    state.stones[goal.owner] & !state.original
}

/// What is known of a position without reading.
fn known(field: &Field, goal: &Goal, state: &FieldState) -> Known {
    let has_ended = state.passes == 2;
    let is_captured = is_captured(goal, state);
    let Some(room) = goal.room.filter(|_| is_captured) else {
        return match () {
            () if is_captured => Known::Reached,
            () if has_ended => Known::Missed,
            () if goal.chain & field.view(state).unconditional(goal.owner) != 0 => Known::Missed,
            () => Known::Nothing,
        };
    };
    let new = new_stones(goal, state) & room;
    if has_ended {
        return if new == 0 {
            Known::Reached
        } else {
            Known::Missed
        };
    }
    let view = field.view(state);
    if new & view.unconditional(goal.owner) != 0 {
        return Known::Missed;
    }
    let attacker = !goal.owner;
    let living = view.unconditional(attacker);
    if room & !(living | field.territory(living, attacker)) == 0 {
        Known::Reached
    } else {
        Known::Nothing
    }
}
