//! The lines of play about a chain, and who gets his way in them.

use super::Limits;
use super::field::{Field, Mask, State, Step, bits};
use crate::go::Color;
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
    limits: Limits,
    states: Vec<State>,
    known: Vec<Known>,
    numbers: FxHashMap<State, u32>,
    /// The moves from a position are `next[first[n]..first[n + 1]]`; the last ones have not been looked for yet.
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

/// Returns true if the opponent of a chain forces a goal, and false if he does not. `None` if that takes more than some
/// positions, or more time, to tell. A capture of as many stones as are decisive ends a line.
///
/// Looks at lines in the order of their length, and now and then, if those seen so far decide.
pub(super) fn is_forced(field: &Field, goal: Goal, limits: Limits) -> Option<bool> {
    let most = limits.positions;
    let mut graph = Graph::new(field, goal, limits);
    let mut size = 256;
    loop {
        let is_all_seen = graph.grow(size.min(most))?;
        let back = graph.back();
        let gets = |player, known| {
            let is_aim = |number: usize| graph.known[number] == known;
            graph.attracted(&back, player, is_aim)[0]
        };
        if gets(!goal.owner, Known::Reached) {
            return Some(true);
        }
        if gets(goal.owner, Known::Missed) {
            return Some(false);
        }
        if is_all_seen {
            // Where capture is all that counts, a line without end misses it.
            let room = goal.room.unwrap_or(0);
            return graph
                .is_whole
                .then(|| room != 0 && graph.kept_free(&back, room)[0]);
        }
        if size >= most {
            return None;
        }
        size *= 4;
    }
}

impl<'a> Graph<'a> {
    fn new(field: &'a Field, goal: Goal, limits: Limits) -> Graph<'a> {
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

    /// Follows moves until there are so many positions. Returns true if nothing is left to follow, and `None` if the time
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
                for step in self.field.steps(&state) {
                    self.add(&state, &step);
                }
            }
            self.first.push(self.next.len() as u32);
        }
        Some(false)
    }

    /// Adds a move from the position that is being followed.
    fn add(&mut self, from: &State, step: &Step) {
        let &Step::To(next, taken) = step else {
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

    /// The moves from a position; none if they have not been looked for.
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

    /// The positions from which a player can bring about one of some positions.
    fn attracted(&self, back: &Back, player: Color, is_aim: impl Fn(usize) -> bool) -> Vec<bool> {
        let count = self.states.len();
        let mut is_in: Vec<bool> = (0..count).map(is_aim).collect();
        let mut open: Vec<usize> = (0..count).filter(|&number| is_in[number]).collect();
        // Moves that do not lead there, as far as is known.
        let mut left: Vec<u32> = (0..count)
            .map(|number| self.moves(number).len() as u32)
            .collect();
        while let Some(number) = open.pop() {
            let [begin, end] = [back.first[number], back.first[number + 1]];
            for &from in &back.from[begin as usize..end as usize] {
                let from = from as usize;
                left[from] -= 1;
                let is_led = self.states[from].to_move == player || left[from] == 0;
                if is_led && !is_in[from] {
                    is_in[from] = true;
                    open.push(from);
                }
            }
        }
        is_in
    }

    /// The positions from which the opponent can see to it that the chain is captured and no point has a new stone
    /// for good: each is free again and again. Takes away positions until all that are left allow that.
    fn kept_free(&self, back: &Back, room: Mask) -> Vec<bool> {
        let mut kept = vec![true; self.states.len()];
        loop {
            let mut better = kept.clone();
            for at in bits(room) {
                let is_aim = |number: usize| self.is_free(number, at, &kept);
                let attracted = self.attracted(back, !self.goal.owner, is_aim);
                for (better, attracted) in better.iter_mut().zip(attracted) {
                    *better &= attracted;
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

fn is_captured(goal: &Goal, state: &State) -> bool {
    state.original & goal.chain == 0
}

/// The stones of the chain's owner that did not stand there in the final position.
fn new_stones(goal: &Goal, state: &State) -> Mask {
    state.stones[goal.owner] & !state.original
}

/// What a position tells at once.
fn known(field: &Field, goal: &Goal, state: &State) -> Known {
    let has_ended = state.passes == 2;
    let is_captured = is_captured(goal, state);
    let Some(room) = goal.room.filter(|_| is_captured) else {
        return match () {
            () if is_captured => Known::Reached,
            () if has_ended => Known::Missed,
            () if goal.chain & field.unconditional(state, goal.owner) != 0 => Known::Missed,
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
    if new & field.unconditional(state, goal.owner) != 0 {
        return Known::Missed;
    }
    let attacker = !goal.owner;
    let living = field.unconditional(state, attacker);
    if room & !(living | field.territory(living, attacker)) == 0 {
        Known::Reached
    } else {
        Known::Nothing
    }
}
