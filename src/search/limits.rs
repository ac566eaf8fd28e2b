//! When a search ends: its visits are made, its time is out, or more search would change nothing.
//!
//! The rules for time that can be saved are those of Baier and Winands 2012 and of Huang, Coulom and Lin 2010 (Erica): stop early
//! when no move can catch up with the best one, extend once when the choice is open, and stop sooner when the game is decided (as
//! in Ray). Time that is lost if it is not used is cut short only if the result is certain.
//!
//! # What threads see of each other
//!
//! The number of a visit comes from an atomic addition, so no two threads have the same one and no more visits are made than
//! there are numbers. The flags only rise during a search; a thread that sees one late makes a visit more, of those that
//! were counted already. None of them says that something else was written: what the threads have found is read after they
//! were joined. So nothing here needs an order.

#![expect(
    clippy::cast_precision_loss,
    reason = "visits of a search are far below 2^53"
)]

use super::node::Node;
use super::tree::{ROOT, Tree};
use crate::clock::Budget;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use web_time::Instant;

/// How a search keeps to its limits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// Visits between two checks of the clock and of the lead of the best move.
    visits_per_check: u64,
    /// Visits that are made whatever happens, so that something is known of a move.
    fewest_visits: u64,
    /// True if all time is spent that cannot be saved: what is not needed for this choice helps the next ones.
    spends_unsaved: bool,
}

impl Pace {
    /// Where a visit is a playout.
    pub(super) const OF_PLAYOUTS: Pace = Pace {
        visits_per_check: 16,
        fewest_visits: 1,
        spends_unsaved: false,
    };

    /// Where a visit is an evaluation of a network, which takes its time. The first one is at the root and knows no move.
    pub(super) const OF_EVALUATIONS: Pace = Pace {
        visits_per_check: 1,
        fewest_visits: 2,
        spends_unsaved: true,
    };
}

/// The number of visits in a second means nothing before a search is so old.
const FIRST_RATE: Duration = Duration::from_millis(10);

/// Where time cannot be saved, the visits still to come are taken to be so much faster than those so
/// far: other programs may end and leave more of the machine.
const CERTAINTY: f64 = 1.5;

/// An open choice gets at most this many times the usual time.
const EXTENSION: u32 = 2;

/// With fewer visits than this, the value of a move means nothing.
const TELLING_VISITS: u32 = 50;

/// The best move is not clear if it has fewer than this many times the visits of the second.
const CLOSE: f64 = 1.5;

/// A move with this share of the visits of the best one may be the better one.
const RIVAL: f64 = 0.1;

/// A value that drops by so much in one search deserves more thought.
const DROP: f64 = 0.1;

/// Tells the threads of a search when to stop.
#[derive(Debug)]
pub(super) struct Limits<'a> {
    budget: &'a Budget,
    /// The most visits to make.
    most: u64,
    /// True if the search goes on even when the choice is clear.
    spends_all: bool,
    pace: Pace,
    begun: Instant,
    /// The value of the best move before the search, if it was known.
    before: Option<f64>,
    started: AtomicU64,
    is_over: AtomicBool,
    is_extended: AtomicBool,
    /// Nanoseconds from the beginning to the last check of the clock.
    last_check: AtomicU64,
    /// The most nanoseconds between two checks.
    longest_gap: AtomicU64,
    /// When the threads come together for a report.
    pause: Option<Instant>,
    is_paused: AtomicBool,
}

/// How far the best move is ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Lead {
    best: u32,
    second: u32,
    /// The mean value of the best move.
    value: f64,
    /// The highest mean value of a move that does not have far fewer visits than the best one.
    highest: f64,
}

impl Lead {
    fn of(tree: &Tree) -> Lead {
        let (_, children) = tree.tried(ROOT);
        let mut lead = Lead::default();
        for child in children {
            let visits = child.visits();
            if visits > lead.best {
                (lead.best, lead.second) = (visits, lead.best);
                lead.value = child.mean();
            } else if visits > lead.second {
                lead.second = visits;
            }
        }
        let is_rival = |child: &&Node| f64::from(child.visits()) > RIVAL * f64::from(lead.best);
        let rivals = children.iter().filter(is_rival).map(Node::mean);
        lead.highest = rivals.fold(lead.value, f64::max);
        lead
    }

    /// Visits that the second move needs to catch up.
    fn visits(&self) -> u64 {
        u64::from(self.best - self.second)
    }

    fn is_telling(&self) -> bool {
        self.best >= TELLING_VISITS
    }

    /// The part of the usual time that the choice deserves: less where the game is as good as won or lost.
    fn interest(&self) -> f64 {
        match (self.value - 0.5).abs() {
            _ if !self.is_telling() => 1.0,
            0.45.. => 0.25,
            0.4.. => 0.5,
            _ => 1.0,
        }
    }

    /// Returns true if more visits may well change the choice.
    fn is_open(&self, before: Option<f64>) -> bool {
        let is_close = f64::from(self.best) < CLOSE * f64::from(self.second);
        let is_falling = before.is_some_and(|before| {
            (before >= 0.5 && self.value < 0.5) || before - self.value > DROP
        });
        is_close || self.highest > self.value || is_falling
    }
}

impl<'a> Limits<'a> {
    /// The limits of a search that begins now and makes `most` visits at most. It ends the search when
    /// the choice is clear, unless `spends_all` is true.
    pub(super) fn new(
        tree: &Tree,
        budget: &'a Budget,
        pace: Pace,
        most: u64,
        spends_all: bool,
    ) -> Limits<'a> {
        let lead = Lead::of(tree);
        Limits {
            budget,
            most,
            spends_all: spends_all || pace.spends_unsaved && budget.target.is_none(),
            pace,
            begun: Instant::now(),
            before: lead.is_telling().then_some(lead.value),
            started: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            is_extended: AtomicBool::new(false),
            last_check: AtomicU64::new(0),
            longest_gap: AtomicU64::new(0),
            pause: None,
            is_paused: AtomicBool::new(false),
        }
    }

    /// Lets the threads go on until a moment, or until the search is over.
    pub(super) fn resume(&mut self, pause: Option<Instant>) {
        self.pause = pause;
        *self.is_paused.get_mut() = false;
        *self.last_check.get_mut() = self.nanoseconds();
    }

    /// Nanoseconds since the search began.
    fn nanoseconds(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    /// Notes how long the clock was not checked.
    fn note_check(&self) {
        let now = self.nanoseconds();
        let last = self.last_check.swap(now, Ordering::Relaxed);
        self.longest_gap
            .fetch_max(now.saturating_sub(last), Ordering::Relaxed);
    }

    /// The longest time between two checks of the clock: by so much a search may come too late where it waits for a
    /// processor, and by a visit anyway.
    pub(super) fn longest_gap(&self) -> Duration {
        Duration::from_nanos(self.longest_gap.load(Ordering::Relaxed))
    }

    /// Returns true if the threads stop for a report.
    pub(super) fn pauses(&self) -> bool {
        self.is_paused.load(Ordering::Relaxed)
    }

    /// Returns true if the search is over.
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Corrects the count of visits, some of which may have been begun and not made.
    pub(super) fn set_made(&self, visits: u64) {
        self.started.store(visits, Ordering::Relaxed);
        if visits >= self.most || self.budget.is_out_of_time() {
            self.is_over.store(true, Ordering::Relaxed);
        }
    }

    /// Returns true if a thread shall make another visit, which counts as begun then.
    pub(super) fn take(&self, tree: &Tree) -> bool {
        if self.is_over() || self.pauses() {
            return false;
        }
        let number = self.started.fetch_add(1, Ordering::Relaxed);
        let is_last = number >= self.most;
        let is_free = number >= self.pace.fewest_visits;
        let is_check = is_free && number.is_multiple_of(self.pace.visits_per_check);
        if is_check {
            self.note_check();
        }
        let is_over = is_last
            || self.budget.stop.is_raised() && is_free
            || is_check && self.is_enough(tree, number);
        if is_over {
            self.is_over.store(true, Ordering::Relaxed);
        }
        let is_due = |pause| is_check && Instant::now() >= pause;
        if self.pause.is_some_and(is_due) {
            self.is_paused.store(true, Ordering::Relaxed);
        }
        !is_over
    }

    /// Returns true if, after `made` visits, another one is not worth its time.
    fn is_enough(&self, tree: &Tree, made: u64) -> bool {
        if self.spends_all {
            return self.budget.is_out_of_time();
        }
        let lead = Lead::of(tree);
        if lead.visits() > self.most - made {
            return true;
        }
        let Some(deadline) = self.budget.deadline else {
            return false;
        };
        let now = Instant::now();
        now >= deadline
            || match self.budget.target {
                None => self.is_out_of_reach(&lead, made, now, deadline, CERTAINTY),
                Some(target) => self.is_served(&lead, made, now, (target, deadline)),
            }
    }

    /// Returns true if the search went on beyond its target.
    pub(super) fn is_extended(&self) -> bool {
        self.is_extended.load(Ordering::Relaxed)
    }

    /// Returns true if the second move cannot catch up with the best one until the moment `end`, even if
    /// visits come `margin` times as fast as so far.
    fn is_out_of_reach(
        &self,
        lead: &Lead,
        made: u64,
        now: Instant,
        end: Instant,
        margin: f64,
    ) -> bool {
        let spent = now.saturating_duration_since(self.begun);
        let left = end.saturating_duration_since(now);
        // Products instead of a quotient; both are far below 2^53.
        let possible = margin * made as f64 * left.as_secs_f64();
        spent >= FIRST_RATE && lead.visits() as f64 * spent.as_secs_f64() > possible
    }

    /// Returns true if time is better saved for later moves.
    fn is_served(
        &self,
        lead: &Lead,
        made: u64,
        now: Instant,
        (target, deadline): (Instant, Instant),
    ) -> bool {
        let usual = target.saturating_duration_since(self.begun);
        let end = if self.is_extended() {
            (self.begun + usual.saturating_mul(EXTENSION)).min(deadline)
        } else {
            self.begun + usual.mul_f64(lead.interest())
        };
        if now < end {
            return self.is_out_of_reach(lead, made, now, end, 1.0);
        }
        let is_worth_it = lead.interest() >= 1.0 && lead.is_open(self.before);
        let goes_on = is_worth_it && !self.is_extended.swap(true, Ordering::Relaxed);
        !goes_on
    }
}

#[cfg(test)]
mod tests {
    use super::super::evaluation::Value;
    use super::super::node::MovePrior;
    use super::super::tree::Allocator;
    use super::*;
    use crate::go::Move;

    const PACE: Pace = Pace::OF_PLAYOUTS;

    const SECOND: Duration = Duration::from_secs(1);

    /// A root with children of some visits and values.
    fn tree(children: &[(u32, f32)]) -> Tree {
        let tree = Tree::new(1 << 20);
        let count = children.len() as u16;
        let first = tree.allocate(&mut Allocator::new(), count).unwrap();
        for (node, &(visits, value)) in tree.block(first, count).iter().zip(children) {
            node.reset(Move::Pass, MovePrior::default());
            for _ in 0..visits {
                node.begin_visit();
                node.end_visit(Value::new(value));
            }
        }
        tree.node(ROOT).publish(first, count);
        tree
    }

    /// Returns true if a search ends that has made 1000 visits in a second.
    fn ends(children: &[(u32, f32)], target: Option<Duration>, deadline: Duration) -> bool {
        let tree = tree(children);
        let begun = Instant::now().checked_sub(SECOND).unwrap();
        let budget = Budget {
            target: target.map(|target| begun + target),
            deadline: Some(begun + deadline),
            ..Budget::default()
        };
        let limits = Limits {
            begun,
            before: None,
            ..Limits::new(&tree, &budget, PACE, u64::MAX, false)
        };
        limits.is_enough(&tree, 1000)
    }

    #[test]
    fn fixed_time_ends_early_only_if_nothing_can_change() {
        let clear = [(900, 0.6), (100, 0.5)];
        assert!(ends(&clear, None, SECOND * 15 / 10));
        assert!(!ends(&clear, None, SECOND * 18 / 10));
        let won = [(550, 0.99), (450, 0.98)];
        assert!(!ends(&won, None, SECOND * 11 / 10));
        assert!(ends(&won, None, SECOND));
    }

    #[test]
    fn an_analysis_does_not_end_early() {
        let tree = tree(&[(900, 0.6), (10, 0.5)]);
        for (spends_all, is_enough) in [(false, true), (true, false)] {
            let budget = Budget::of_visits(1000);
            let limits = Limits::new(&tree, &budget, PACE, 1000, spends_all);
            assert_eq!(limits.is_enough(&tree, 910), is_enough);
        }
    }

    #[test]
    fn saved_time_ends_early_or_late() {
        let longest = SECOND * 5;
        let clear = [(900, 0.6), (100, 0.5)];
        assert!(ends(&clear, Some(SECOND * 17 / 10), longest));
        assert!(!ends(&clear, Some(SECOND * 19 / 10), longest));
        assert!(ends(&clear, Some(SECOND), longest));
        let close = [(500, 0.6), (450, 0.55)];
        assert!(!ends(&close, Some(SECOND), longest));
        assert!(ends(&close, Some(SECOND), SECOND));
        let unsure = [(800, 0.55), (200, 0.6)];
        assert!(!ends(&unsure, Some(SECOND), longest));
        for value in [0.93, 0.07] {
            let decided = [(500, value), (450, value)];
            assert!(ends(&decided, Some(SECOND * 19 / 10), longest));
            assert!(!ends(&decided, Some(SECOND * 3), longest));
        }
    }

    #[test]
    fn a_search_is_extended_once_and_a_falling_value_is_a_reason() {
        let tree = tree(&[(800, 0.45), (100, 0.3)]);
        let begun = Instant::now().checked_sub(SECOND).unwrap();
        let budget = Budget {
            target: Some(begun + SECOND * 9 / 10),
            deadline: Some(begun + SECOND * 9),
            ..Budget::default()
        };
        let limits = |before| Limits {
            begun,
            before,
            ..Limits::new(&tree, &budget, PACE, u64::MAX, false)
        };
        assert!(limits(None).is_enough(&tree, 1000));
        assert!(limits(Some(0.48)).is_enough(&tree, 1000));
        let falling = limits(Some(0.52));
        assert!(!falling.is_enough(&tree, 100_000));
        assert!(falling.is_extended());
        assert!(!falling.is_enough(&tree, 100_000), "until twice the time");
    }

    #[test]
    fn all_is_spent_if_asked_for() {
        let tree = tree(&[(900, 0.99), (1, 0.01)]);
        for (spends_all, ends) in [(false, true), (true, false)] {
            let budget = Budget {
                deadline: Some(Instant::now() + SECOND * 9),
                ..Budget::of_visits(1000)
            };
            let limits = Limits::new(&tree, &budget, PACE, 1000, spends_all);
            assert_eq!(limits.is_enough(&tree, 901), ends);
        }
    }

    #[test]
    fn looks_are_all_made_unless_their_time_can_be_saved() {
        let tree = tree(&[(900, 0.6), (10, 0.5)]);
        let later = Instant::now() + SECOND * 9;
        for (target, ends) in [(None, false), (Some(later), true)] {
            let budget = Budget {
                target,
                deadline: Some(later),
                ..Budget::of_visits(1000)
            };
            let limits = Limits::new(&tree, &budget, Pace::OF_EVALUATIONS, 1000, false);
            assert_eq!(limits.is_enough(&tree, 911), ends);
        }
        // The clock is checked after each one, once a move is known.
        let late = Budget {
            deadline: Some(Instant::now()),
            ..Budget::default()
        };
        let limits = Limits::new(&tree, &late, Pace::OF_EVALUATIONS, u64::MAX, false);
        assert_eq!((0..99).filter(|_| limits.take(&tree)).count(), 2);
    }

    #[test]
    fn visits_are_counted_and_one_is_always_made() {
        let tree = tree(&[(0, 0.0), (0, 0.0)]);
        let budget = Budget::of_visits(3);
        let limits = Limits::new(&tree, &budget, PACE, 3, false);
        assert_eq!((0..9).filter(|_| limits.take(&tree)).count(), 3);
        assert!(limits.is_over());

        let late = Budget {
            deadline: Some(Instant::now()),
            ..Budget::default()
        };
        let limits = Limits::new(&tree, &late, PACE, u64::MAX, false);
        assert_eq!((0..99).filter(|_| limits.take(&tree)).count(), 16);
    }

    #[test]
    fn a_lead_compares_the_best_with_its_rivals() {
        let far_behind = (9, 1.0);
        let lead = Lead::of(&tree(&[(60, 0.75), (100, 0.5), far_behind]));
        assert_eq!((lead.best, lead.second), (100, 60));
        assert!((lead.value - 0.5).abs() < 1e-6 && (lead.highest - 0.75).abs() < 1e-6);
    }

    #[test]
    fn a_decided_game_is_less_interesting_once_that_can_be_told() {
        for (best, value, interest) in [
            (49, 0.99, 1.0),
            (50, 0.99, 0.25),
            (50, 0.03, 0.25),
            (50, 0.92, 0.5),
            (50, 0.88, 1.0),
        ] {
            let lead = Lead {
                best,
                value,
                ..Lead::default()
            };
            let found: f64 = lead.interest();
            assert!((found - interest).abs() < 1e-12, "{best} {value}");
        }
    }

    #[test]
    fn a_choice_is_open_if_it_is_close_or_the_value_falls() {
        for (visits, value, before, is_open) in [
            ((149, 100), 0.5, None, true),
            ((150, 100), 0.5, None, false),
            ((900, 100), 0.5, Some(0.5), false),
            ((900, 100), 0.49, Some(0.5), true),
            ((900, 100), 0.4, Some(0.45), false),
            ((900, 100), 0.7, Some(0.75), false),
            ((900, 100), 0.7, Some(0.9), true),
            ((900, 100), 0.2, Some(0.4), true),
        ] {
            let lead = Lead {
                best: visits.0,
                second: visits.1,
                value,
                highest: value,
            };
            assert_eq!(lead.is_open(before), is_open, "{visits:?} {value}");
        }
    }

    #[test]
    fn the_second_move_catches_up_if_enough_visits_are_left() {
        let (tree, budget) = (tree(&[(0, 0.0)]), Budget::default());
        let limits = Limits::new(&tree, &budget, PACE, u64::MAX, false);
        let half = SECOND / 2;
        // After 1000 visits 1.5 times as many are possible in the time that they took.
        for (best, spent, left, is_out_of_reach) in [
            (751, SECOND, half, true),
            (750, SECOND, half, false),
            (751, SECOND * 2, SECOND, true),
            (750, SECOND * 2, SECOND, false),
            (751, FIRST_RATE / 2, FIRST_RATE / 4, false),
        ] {
            let lead = Lead {
                best,
                ..Lead::default()
            };
            let now = limits.begun + spent;
            let found = limits.is_out_of_reach(&lead, 1000, now, now + left, CERTAINTY);
            assert_eq!(found, is_out_of_reach, "{best} {spent:?}");
        }
        for (visits, is_enough) in [(11, true), (10, false)] {
            let tree = self::tree(&[(visits, 0.5), (0, 0.0)]);
            let limits = Limits::new(&tree, &budget, PACE, 20, false);
            assert_eq!(limits.is_enough(&tree, 10), is_enough);
        }
    }

    #[test]
    fn an_open_choice_is_thought_about_beyond_the_target() {
        let (tree, budget) = (tree(&[(0, 0.0)]), Budget::default());
        let limits = Limits::new(&tree, &budget, PACE, u64::MAX, false);
        let lead = Lead {
            best: 500,
            second: 450,
            value: 0.5,
            highest: 0.5,
        };
        let target = limits.begun + SECOND;
        let is_served = |now| limits.is_served(&lead, 1000, now, (target, target + SECOND * 9));
        assert!(!is_served(target), "at the target itself");
        assert!(is_served(target + SECOND), "at twice the time");
    }

    #[test]
    fn a_stopped_search_ends_once_a_move_is_known() {
        let tree = tree(&[(0, 0.0), (0, 0.0)]);
        let budget = Budget::of_visits(99);
        budget.stop.raise();
        for (pace, made) in [(PACE, 1), (Pace::OF_EVALUATIONS, 2)] {
            let limits = Limits::new(&tree, &budget, pace, 99, false);
            assert_eq!((0..99).filter(|_| limits.take(&tree)).count(), made);
            assert!(limits.is_over());
        }
    }

    #[test]
    fn threads_pause_at_the_first_look_after_a_report_is_due() {
        let tree = tree(&[(0, 0.0), (0, 0.0)]);
        let budget = Budget::of_visits(99);
        let mut limits = Limits::new(&tree, &budget, PACE, 99, false);
        limits.resume(Some(Instant::now()));
        assert_eq!((0..99).filter(|_| limits.take(&tree)).count(), 17);
        assert!(limits.pauses() && !limits.is_over());
        limits.resume(Instant::now().checked_add(SECOND * 3600));
        assert_eq!((0..99).filter(|_| limits.take(&tree)).count(), 99 - 17);
        assert!(!limits.pauses() && limits.is_over());
    }

    #[test]
    fn the_longest_time_without_a_look_is_known_but_for_that_of_reports() {
        let (tree, budget) = (tree(&[(0, 0.0), (0, 0.0)]), Budget::default());
        let begun = Instant::now().checked_sub(SECOND * 9).unwrap();
        let mut limits = Limits {
            begun,
            ..Limits::new(&tree, &budget, Pace::OF_EVALUATIONS, u64::MAX, false)
        };
        // Nine seconds have passed in which somebody read a report.
        limits.resume(None);
        let check = |limits: &Limits<'_>| (0..3).for_each(|_| assert!(limits.take(&tree)));
        check(&limits);
        assert!(limits.longest_gap() < SECOND * 9);
        *limits.last_check.get_mut() = 0;
        check(&limits);
        assert!(limits.longest_gap() >= SECOND * 9);
    }

    #[test]
    fn visits_that_were_begun_and_not_made_are_given_back() {
        let tree = tree(&[(0, 0.0), (0, 0.0)]);
        let in_time = Budget::of_visits(20);
        let late = Budget {
            deadline: Some(Instant::now()),
            ..in_time.clone()
        };
        for (budget, made, left) in [
            (&in_time, 5, 15),
            (&in_time, 20, 0),
            (&late, 5, 0),
            (&late, 20, 0),
        ] {
            let limits = Limits::new(&tree, budget, PACE, 20, false);
            assert!(limits.take(&tree));
            limits.set_made(made);
            assert_eq!(limits.is_over(), left == 0, "{made}");
            assert_eq!((0..99).filter(|_| limits.take(&tree)).count(), left);
        }
    }
}
