//! Depth-first proof-number search: does the owner of some stones get what he wants of them, that some stay or that two of them are
//! connected?
//!
//! The search always reads on where the least is left to do for a proof or a disproof (Nagai 2002). The numbers of moves that
//! have to fail are not added up but counted once each besides the largest, as most of them lead to the same positions (Ueda,
//! Hashimoto, Hashimoto and Iida 2008). Of moves that have to fail, only those in the [zone](Zone) of the proof against a pass
//! are read.
//!
//! A line without an end keeps the stones, and keeps apart what is not connected. A position that comes up again in its own line is
//! such an end for that line only, so what rests on it is checked once more at the end, position by position (Kishimoto and Müller
//! 2004 describe the problem).

use super::bounds;
use super::connection;
use super::field::{Field, FieldState, FieldStep, FieldView};
use super::patch::{Mask, bits};
use super::support::Support;
use super::table::{INFINITE, Numbers, ProofEntry, ProofTable, StateKey};
use super::zone::Zone;
use crate::go::{Color, Move};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use web_time::Instant;

/// The most moves in a line. A longer one counts as one without an end.
const DEEPEST: usize = 200;

/// How much more a move that is not next to the target is expected to take, and twice that one farther away. Of 0, 1, 2, 4, 8 and
/// 16 the one with which most questions about four positions were answered within 300,000 visits.
const STEP_AWAY: u32 = 4;

/// The length of a line without an end.
const REPETITION_LENGTH: u16 = 1_000;

/// How often an answer that rests on repetitions is looked for again.
const MOST_REPAIRS: usize = 100;

/// Positions between two looks at the clock.
const CLOCK_INTERVAL: u64 = 256;

/// What an answer may cost.
#[derive(Clone, Copy, Debug)]
pub struct SolveLimits {
    /// The most positions that are visited for one question; one that is visited again counts again.
    pub visits: u64,
    /// The moment at which questions that are open are left so.
    pub deadline: Option<Instant>,
}

impl SolveLimits {
    /// The same with half of the time from now.
    pub(super) fn half(self) -> SolveLimits {
        let now = Instant::now();
        let half = |deadline: Instant| now + deadline.saturating_duration_since(now) / 2;
        SolveLimits {
            deadline: self.deadline.map(half),
            ..self
        }
    }

    /// Asks the clock, if there is a deadline.
    pub(crate) fn are_out_of_time(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Stones, and what their owner wants of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProofTarget {
    pub(crate) owner: Color,
    pub(crate) stones: Mask,
    pub(crate) goal: ProofGoal,
}

/// What the owner of some stones wants of them, and his opponent to prevent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProofGoal {
    /// That some of them are never captured.
    Keep,
    /// That some of them, or new ones of his in their place, stand in the end.
    KeepOrReplace,
    /// That two of them are in one chain that is not captured at once.
    Connect([usize; 2]),
}

impl ProofTarget {
    /// The player who gets his way if play does not end.
    fn keeper(&self) -> Color {
        match self.goal {
            ProofGoal::Keep | ProofGoal::KeepOrReplace => self.owner,
            ProofGoal::Connect(_) => !self.owner,
        }
    }

    /// The stones that still have to be captured, or of those to be connected the ones that stand.
    fn standing(&self, state: &FieldState) -> Mask {
        let stones = match self.goal {
            ProofGoal::Keep | ProofGoal::Connect(_) => state.original,
            ProofGoal::KeepOrReplace => state.stones[self.owner],
        };
        stones & self.stones
    }

    /// The points that matter to who wants to capture them: those of stones that stand, and all where new ones may not stay.
    fn wanted(&self, state: &FieldState) -> Mask {
        match self.goal {
            ProofGoal::Keep => self.standing(state),
            ProofGoal::KeepOrReplace => self.stones,
            ProofGoal::Connect(_) => 0,
        }
    }
}

/// What was found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Proved {
    /// True if the owner of the target does not get his way.
    pub(crate) is_lost: bool,
    /// What that rests on.
    pub(crate) zone: Zone,
}

/// A search about one target in one field, which remembers what it found.
#[derive(Debug)]
pub(crate) struct ProofSearch {
    field: Arc<Field>,
    target: ProofTarget,
    table: ProofTable,
    /// The positions of the line that is being read.
    line: FxHashSet<StateKey>,
    visits: u64,
    limits: SolveLimits,
    is_stopped: bool,
    /// True if an answer rests on a repetition.
    has_repeated: bool,
    /// Otherwise all moves have to fail, which tests compare.
    uses_zones: bool,
}

/// A move and the position after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProofStep {
    /// The place of a play, [`ProofEntry::PASS`] for a pass.
    pub(crate) at: u8,
    /// `None` if more kos are open than are followed.
    pub(crate) next: Option<FieldState>,
    pub(crate) key: StateKey,
    /// How much more is expected to be left to do to show that the move wins than by a near one.
    hint: u32,
}

/// How far a search goes before it turns to another position.
#[derive(Clone, Copy, Debug)]
struct Thresholds {
    phi: u32,
    delta: u32,
}

impl Thresholds {
    /// Until the position is solved.
    const UNLIMITED: Thresholds = Thresholds {
        phi: INFINITE - 1,
        delta: INFINITE - 1,
    };
}

/// The moves of a position, and what was known of the positions after them when they were last looked at.
struct KnownMoves {
    steps: Vec<ProofStep>,
    afters: Vec<ProofEntry>,
    must_fail: MustFail,
}

/// What it takes that no move of a position wins.
#[derive(Clone, Copy, Debug, Default)]
struct MustFail {
    /// What the failure of those moves rests on that have failed so far.
    zone: Zone,
    /// The plays that have to fail. All passes have to.
    plays: Mask,
}

impl MustFail {
    fn has(&self, at: u8) -> bool {
        at == ProofEntry::PASS || self.plays >> at & 1 == 1
    }
}

/// What the moves of a position amount to.
struct Combined {
    entry: ProofEntry,
    /// The move to read on with, and the thresholds for it.
    next: Option<(usize, Thresholds)>,
}

impl ProofSearch {
    /// A search that remembers up to `most_known` positions.
    pub(crate) fn new(field: Field, target: ProofTarget, most_known: usize) -> ProofSearch {
        ProofSearch {
            field: Arc::new(field),
            target,
            table: ProofTable::new(most_known),
            line: FxHashSet::default(),
            visits: 0,
            limits: SolveLimits {
                visits: 0,
                deadline: None,
            },
            is_stopped: false,
            has_repeated: false,
            uses_zones: true,
        }
    }

    /// A search that reads all moves.
    #[cfg(test)]
    pub(crate) fn without_zones(self) -> ProofSearch {
        ProofSearch {
            uses_zones: false,
            ..self
        }
    }

    /// Positions visited so far.
    pub(crate) const fn visits(&self) -> u64 {
        self.visits
    }

    pub(crate) fn field(&self) -> &Field {
        &self.field
    }

    /// The position in which a player begins.
    pub(crate) fn start(&self, first: Color) -> FieldState {
        self.field.start(first, self.target.stones)
    }

    /// Finds out whether the target is captured from a position on; `None` if the limits do not suffice.
    pub(crate) fn solve(&mut self, state: &FieldState, limits: SolveLimits) -> Option<Proved> {
        self.limits = SolveLimits {
            visits: self.visits.saturating_add(limits.visits),
            ..limits
        };
        self.is_stopped = false;
        let field = Arc::clone(&self.field);
        let key = state.key();
        for _ in 0..MOST_REPAIRS {
            if !self.known(state, key).numbers.is_solved() && !self.limits.are_out_of_time() {
                self.line.clear();
                self.read(&field, state, key, Thresholds::UNLIMITED);
            }
            let entry = self.known(state, key);
            if !entry.numbers.is_solved() {
                return None;
            }
            let is_kept = self.is_kept(state, &entry);
            if !is_kept || !self.has_repeated || self.is_confirmed(&field, state, key) {
                // With the zone that was confirmed.
                return self.recall(state);
            }
        }
        None
    }

    /// What is known of a position that has been solved before.
    pub(crate) fn recall(&self, state: &FieldState) -> Option<Proved> {
        let entry = self.known(state, state.key());
        let is_solved = entry.numbers.is_solved();
        is_solved.then(|| self.proved(state, &entry))
    }

    pub(crate) fn move_at(&self, at: u8) -> Move {
        if at == ProofEntry::PASS {
            Move::Pass
        } else {
            Move::Play(self.field.patch.point(usize::from(at)))
        }
    }

    fn proved(&self, state: &FieldState, entry: &ProofEntry) -> Proved {
        let is_won = entry.numbers.is_won();
        Proved {
            is_lost: is_won != (state.to_move == self.target.owner),
            zone: entry.zone,
        }
    }

    /// Whether the player gets his way who does so if play does not end.
    fn is_kept(&self, state: &FieldState, entry: &ProofEntry) -> bool {
        entry.numbers.is_won() == (state.to_move == self.target.keeper())
    }

    /// An answer that needs no moves; `winner` gets his way.
    fn decided(state: &FieldState, winner: Color, zone: Zone) -> ProofEntry {
        ProofEntry {
            numbers: if winner == state.to_move {
                Numbers::WON
            } else {
                Numbers::LOST
            },
            zone,
            best: ProofEntry::PASS,
            length: 0,
            work: 1,
        }
    }

    /// The answer for a position that its history decides: a capture, a connection, or passes.
    fn ended(&self, state: &FieldState) -> Option<ProofEntry> {
        let owner = self.target.owner;
        let standing = self.target.standing(state);
        let can_end = self.can_end(state);
        if let ProofGoal::Connect(stones) = self.target.goal {
            let end = connection::ended(&self.field, state, owner, stones, can_end)?;
            let winner = if end.is_connected { owner } else { !owner };
            return Some(Self::decided(state, winner, end.zone));
        }
        let is_enough = self.target.goal == ProofGoal::Keep;
        if standing == 0 && (state.passes == 2 || is_enough) {
            let zone = Zone::of(self.target.wanted(state));
            return Some(Self::decided(state, !owner, zone));
        }
        if standing != 0 && can_end {
            let first = standing & standing.wrapping_neg();
            let zone = Zone::of(first).closed(&self.field.view(state), owner);
            return Some(Self::decided(state, owner, zone));
        }
        None
    }

    /// Whether what stands stays because both have passed, or because its keeper can pass after a pass.
    fn can_end(&self, state: &FieldState) -> bool {
        let is_his = state.to_move == self.target.keeper();
        state.passes == 2 || state.passes == 1 && is_his && !self.field.counts_threats()
    }

    /// The answer for a position that a bound decides.
    fn bounded(&self, view: &FieldView<'_>) -> Option<ProofEntry> {
        let owner = self.target.owner;
        if let ProofGoal::Connect(stones) = self.target.goal {
            let zone = bounds::keeps_apart(view, owner, stones)?;
            return Some(Self::decided(view.state, !owner, zone));
        }
        if let Some(zone) = bounds::lives(view, owner, self.target.standing(view.state)) {
            return Some(Self::decided(view.state, owner, zone));
        }
        let wanted = self.target.wanted(view.state);
        let zone = if self.target.goal == ProofGoal::KeepOrReplace {
            bounds::stays_dead(view, owner, wanted)
        } else {
            bounds::dies(view, owner, wanted)
        }?;
        Some(Self::decided(view.state, !owner, zone))
    }

    pub(crate) fn known(&self, state: &FieldState, key: StateKey) -> ProofEntry {
        if let Some(entry) = self.ended(state) {
            return entry;
        }
        self.table.get(key).copied().unwrap_or(ProofEntry::UNREAD)
    }

    /// All moves of a position, the pass first.
    pub(crate) fn steps(&self, view: &FieldView<'_>) -> Vec<ProofStep> {
        let owner = self.target.owner;
        let target = self.target.standing(view.state) & view.state.stones[owner];
        let chains = view.chains[owner].iter();
        let group = chains.filter(|chain| chain.stones & target != 0);
        let wanted = self.target.wanted(view.state);
        let group = group.fold(wanted, |group, chain| group | chain.stones);
        let near = self.field.patch.beside(group);
        let far = self.field.patch.beside(near);
        let step = |step: FieldStep| match step {
            FieldStep::TooManyBans { at } => ProofStep {
                at: at as u8,
                next: None,
                key: 0,
                hint: 0,
            },
            FieldStep::To { at, next, .. } => ProofStep {
                at: at.map_or(ProofEntry::PASS, |at| at as u8),
                key: next.key(),
                hint: at.map_or(0, |at| match 1 << at {
                    at if at & near != 0 => 0,
                    at if at & far != 0 => STEP_AWAY,
                    _ => 2 * STEP_AWAY,
                }),
                next: Some(next),
            },
        };
        let mut steps: Vec<ProofStep> = view.passes().into_iter().rev().map(step).collect();
        steps.reserve(view.empty.count_ones() as usize);
        view.plays().rev().for_each(|play| steps.push(step(play)));
        steps
    }

    fn is_over(&mut self) -> bool {
        let is_due = self.visits.is_multiple_of(CLOCK_INTERVAL);
        if self.visits >= self.limits.visits || is_due && self.limits.are_out_of_time() {
            self.is_stopped = true;
        }
        self.is_stopped
    }

    /// Reads on in a position until its numbers reach the thresholds or it is solved.
    fn read(&mut self, field: &Field, state: &FieldState, key: StateKey, thresholds: Thresholds) {
        self.visits += 1;
        if self.is_over() {
            return;
        }
        let before = self.visits;
        let view = field.view(state);
        let work = self.table.get(key).map_or(0, |entry| entry.work);
        if work == 0
            && let Some(entry) = self.bounded(&view)
        {
            self.table.insert(key, entry);
            return;
        }
        let mut moves = self.known_moves(&view);
        self.line.insert(key);
        loop {
            let combined = self.combine(&view, &moves, thresholds);
            let numbers = combined.entry.numbers;
            let is_enough = numbers.phi >= thresholds.phi || numbers.delta >= thresholds.delta;
            let next = combined.next.filter(|_| !is_enough && !self.is_stopped);
            let Some((place, thresholds)) = next else {
                let made = u32::try_from(self.visits - before).unwrap_or(u32::MAX);
                let entry = ProofEntry {
                    work: work.saturating_add(made).saturating_add(1),
                    ..combined.entry
                };
                self.table.insert(key, entry);
                break;
            };
            // Another line may have come to the same position meanwhile.
            if self.look_again(&view, &mut moves, place) {
                continue;
            }
            let ProofStep { key, next, .. } = moves.steps[place];
            if let Some(next) = &next {
                self.read(field, next, key, thresholds);
            }
            self.look_again(&view, &mut moves, place);
        }
        self.line.remove(&key);
    }

    /// What is known of the position after a move.
    fn after(&self, step: &ProofStep, mover: Color) -> ProofEntry {
        let unknowable = ProofEntry {
            numbers: Numbers::UNKNOWABLE,
            zone: Zone::default(),
            best: ProofEntry::PASS,
            length: 0,
            work: 1,
        };
        let Some(next) = &step.next else {
            return unknowable;
        };
        if let Some(entry) = self.ended(next) {
            return entry;
        }
        // A line that does not end, as far as it is followed, keeps all as it is.
        if self.line.contains(&step.key) || self.line.len() >= DEEPEST {
            return ProofEntry {
                numbers: if mover == self.target.keeper() {
                    Numbers::LOST
                } else {
                    Numbers::WON
                },
                length: REPETITION_LENGTH,
                ..unknowable
            };
        }
        let known = self.table.get(step.key).copied();
        known.unwrap_or_else(|| {
            let mut entry = ProofEntry::UNREAD;
            entry.numbers.delta += step.hint;
            entry
        })
    }

    /// The moves of a position, with what is known of the positions after them.
    fn known_moves(&mut self, view: &FieldView<'_>) -> KnownMoves {
        let steps = self.steps(view);
        let afters = steps
            .iter()
            .map(|step| self.after(step, view.state.to_move));
        let afters: Vec<ProofEntry> = afters.collect();
        self.has_repeated |= afters.iter().any(|after| after.length >= REPETITION_LENGTH);
        let is_won = afters.iter().any(|after| after.numbers.is_lost());
        KnownMoves {
            must_fail: if is_won {
                MustFail::default()
            } else {
                self.must_fail(view, &steps, &afters)
            },
            steps,
            afters,
        }
    }

    /// Looks once more what is known of the position after a move, and returns whether that is something else than before.
    fn look_again(&mut self, view: &FieldView<'_>, moves: &mut KnownMoves, place: usize) -> bool {
        let after = self.after(&moves.steps[place], view.state.to_move);
        let before = std::mem::replace(&mut moves.afters[place], after);
        self.has_repeated |= after.length >= REPETITION_LENGTH;
        if after.numbers.is_won() && !before.numbers.is_won() {
            moves.must_fail = self.must_fail(view, &moves.steps, &moves.afters);
        }
        after.numbers != before.numbers
    }

    /// Makes the numbers of a position from those of its moves.
    fn combine(
        &self,
        view: &FieldView<'_>,
        moves: &KnownMoves,
        thresholds: Thresholds,
    ) -> Combined {
        let KnownMoves {
            steps,
            afters,
            must_fail,
        } = moves;
        let wins = afters.iter().enumerate();
        let wins = wins.filter(|(_, after)| after.numbers.is_lost());
        if let Some((place, after)) = wins.min_by_key(|(_, after)| after.length) {
            return Combined {
                entry: self.won(view, &steps[place], after),
                next: None,
            };
        }
        let mut best: Option<usize> = None;
        let mut second = INFINITE - 1;
        let mut largest = 0;
        let mut count = 0_u32;
        for (place, after) in afters.iter().enumerate() {
            if after.numbers.is_solved() {
                continue;
            }
            // What need not fail yet may have to later.
            count += 1;
            if !must_fail.has(steps[place].at) {
                continue;
            }
            largest = largest.max(after.numbers.phi);
            let delta = after.numbers.delta;
            match best {
                Some(first) if delta >= afters[first].numbers.delta => second = second.min(delta),
                Some(first) => {
                    second = afters[first].numbers.delta;
                    best = Some(place);
                }
                None => best = Some(place),
            }
        }
        let Some(place) = best else {
            let refutations = afters.iter().zip(steps);
            let refutations = refutations.filter(|(_, step)| must_fail.has(step.at));
            let length = refutations.map(|(after, _)| after.length + 1).max();
            return Combined {
                entry: ProofEntry {
                    numbers: Numbers::LOST,
                    zone: must_fail.zone,
                    best: ProofEntry::PASS,
                    length: length.unwrap_or(0),
                    work: 0,
                },
                next: None,
            };
        };
        let first = afters[place].numbers;
        let others = count - 1;
        let numbers = Numbers {
            phi: first.delta,
            delta: largest.saturating_add(others).min(INFINITE - 1),
        };
        let within = Thresholds {
            phi: thresholds.delta.saturating_sub(others),
            delta: thresholds
                .phi
                .min(second.saturating_add(second / 4).saturating_add(1)),
        };
        Combined {
            entry: ProofEntry {
                numbers,
                zone: Zone::default(),
                best: ProofEntry::PASS,
                length: 0,
                work: 0,
            },
            next: Some((place, within)),
        }
    }

    /// The answer of a position in which a move wins.
    fn won(&self, view: &FieldView<'_>, step: &ProofStep, after: &ProofEntry) -> ProofEntry {
        let state = view.state;
        let mut zone = after.zone;
        if step.at != ProofEntry::PASS {
            zone = zone.with(Zone::of_play(view, usize::from(step.at)));
        }
        if state.to_move != self.target.keeper() {
            zone.points |= self.target.wanted(state);
        }
        ProofEntry {
            numbers: Numbers::WON,
            // What the move before has left standing stands because of a liberty, too.
            zone: zone.closed(view, state.to_move),
            best: step.at,
            length: after.length + 1,
            work: 0,
        }
    }

    /// Which moves have to fail: all of them, unless a pass has failed.
    fn must_fail(
        &self,
        view: &FieldView<'_>,
        steps: &[ProofStep],
        afters: &[ProofEntry],
    ) -> MustFail {
        let state = view.state;
        let winner = !state.to_move;
        let passes = steps.iter().zip(afters);
        let passes = passes.take_while(|(step, _)| step.at == ProofEntry::PASS);
        if !self.uses_zones {
            return MustFail {
                zone: Zone::whole(&self.field),
                plays: Mask::MAX,
            };
        }
        if passes.clone().any(|(_, after)| !after.numbers.is_won()) {
            return MustFail {
                zone: Zone::default(),
                plays: Mask::MAX,
            };
        }
        let mut zone = passes.fold(Zone::default(), |zone, (_, after)| zone.with(after.zone));
        if winner != self.target.keeper() {
            zone.points |= self.target.wanted(state);
        }
        let legal = steps
            .iter()
            .filter(|step| step.at != ProofEntry::PASS)
            .fold(0, |legal: Mask, step| legal | 1 << step.at);
        loop {
            let before = zone;
            zone = zone.closed(view, winner);
            for (step, after) in steps.iter().zip(afters) {
                let Some(next) = &step.next else { continue };
                if step.at == ProofEntry::PASS || !zone.has(usize::from(step.at)) {
                    continue;
                }
                if after.numbers.is_won() {
                    zone = zone.with(after.zone);
                }
                // Where stones of the winner come off, it matters that they do.
                let taken = state.stones[winner] & !next.stones[winner];
                for chain in self.field.patch.parts(taken) {
                    if chain & zone.points != 0 {
                        zone.points |= chain | self.field.patch.beside(chain);
                    }
                }
            }
            for at in bits(zone.points & view.empty & !legal) {
                zone = zone.with(Zone::of_illegal(view, at));
            }
            if zone == before {
                break;
            }
        }
        MustFail {
            zone,
            plays: zone.points,
        }
    }

    /// Goes once more through the answer that nothing changes about the target, where repetitions were met. All positions that it
    /// rests on are gathered, with zones that grow until each has all that it rests on, in circles, too; what then has to fail
    /// besides is read. Forgets the way to the first position where that does not hold, but not that it does not: the next reading
    /// turns elsewhere there.
    fn is_confirmed(&mut self, field: &Field, state: &FieldState, key: StateKey) -> bool {
        let mut support = Support::default();
        support.add(*state, key, None);
        while let Some(place) = support.open.pop() {
            let (state, key) = (support.nodes[place].state, support.nodes[place].key);
            if !self.known(&state, key).numbers.is_solved() {
                self.line.clear();
                self.read(field, &state, key, Thresholds::UNLIMITED);
            }
            let entry = self.known(&state, key);
            if !entry.numbers.is_solved() || !self.is_kept(&state, &entry) {
                for key in support.way_to(place) {
                    self.table.remove(key);
                }
                return false;
            }
            let zone = self.supported(&state, &entry, &mut support, place);
            support.widen(place, zone);
        }
        for node in support.nodes {
            if let Some(entry) = self.table.get(node.key) {
                let zone = node.zone;
                self.table.insert(node.key, ProofEntry { zone, ..*entry });
            }
        }
        true
    }

    /// What the answer of a position rests on as far as is known of the positions after it, which join the support.
    fn supported(
        &self,
        state: &FieldState,
        entry: &ProofEntry,
        support: &mut Support,
        place: usize,
    ) -> Zone {
        if entry.length == 0 {
            return entry.zone;
        }
        let view = self.field.view(state);
        let steps = self.steps(&view);
        let after = |step: &ProofStep, support: &mut Support| match &step.next {
            Some(next) => match self.ended(next) {
                Some(ended) => ended.zone,
                None => support.add(*next, step.key, Some(place)),
            },
            None => Zone::whole(&self.field),
        };
        if entry.numbers.is_won() {
            let step = steps.iter().find(|step| step.at == entry.best);
            return step.map_or_else(
                || Zone::whole(&self.field),
                |step| {
                    let zone = after(step, support);
                    self.won(&view, step, &ProofEntry { zone, ..*entry }).zone
                },
            );
        }
        let mut afters: Vec<ProofEntry> = steps
            .iter()
            .map(|step| ProofEntry {
                zone: if step.at == ProofEntry::PASS {
                    after(step, support)
                } else {
                    Zone::default()
                },
                numbers: Numbers::WON,
                ..*entry
            })
            .collect();
        loop {
            let must_fail = self.must_fail(&view, &steps, &afters);
            let mut is_whole = true;
            for (step, entry) in steps.iter().zip(&mut afters) {
                if step.at != ProofEntry::PASS && must_fail.has(step.at) {
                    let known = after(step, support);
                    is_whole &= known == entry.zone;
                    entry.zone = known;
                }
            }
            if is_whole {
                return must_fail.zone;
            }
        }
    }
}

#[cfg(test)]
mod tests;
