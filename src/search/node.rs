//! A move in the tree, with its visits and values.
//!
//! # What threads see of each other
//!
//! - *Children* are made by the one thread that claims them ([`Node::claim`]); the exchange alone decides who that is, so it
//!   needs no order. It writes them, and then the index of the first one ([`Node::publish`]), which releases what was written
//!   before. Whoever reads that index acquires it ([`Node::children`]), and sees the children and their number as they were
//!   made, not what an earlier tree has left in that place. A claim that is given back shows nothing, so it needs no order.
//! - *Visits and values* are sums. Additions are atomic, nothing is lost, and nothing else depends on when they are seen.
//! - *Illegal moves* are marked by whoever finds them; every other thread would find the same on its way, or not go there.
//! - *All-moves-as-first values, priors* stand for themselves. An old value of them is a guess as good as the new one.
//!
//! `src/search/tests/orders.rs` tries the first two in every order that the memory model allows.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "selection compares means; the sums themselves are whole numbers"
)]

use super::evaluation::Value;
use crate::go::{Move, Point};
use crate::threads::checked::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering};

/// What is thought of a move when it enters the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct MovePrior {
    /// Its probability by the policy.
    pub probability: f32,
    /// Lost prior visits, because it resembles a mistake.
    pub lost: f32,
}

/// Where the children of a node are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Children {
    /// Nowhere yet.
    None,
    /// Another thread is making them.
    Coming,
    /// The move repeats a position and cannot be made.
    Illegal,
    /// In the slab.
    At {
        /// The index of the first.
        first: u32,
        /// How many.
        count: u16,
    },
}

/// A move, its statistics for the player who makes it, and its replies. All threads read and write
/// it without locks: visits and values are added to atomically, so nothing is lost and the order does
/// not matter; children are published by one store.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// The sum of the values of finished visits.
    value: AtomicU64,
    /// Of all-moves-as-first visits, the weights in the higher bits and the sum of weighted values,
    /// in parts of 256, in the lower.
    amaf: AtomicU64,
    /// Visits, those under way included: until they end they count as lost (virtual loss).
    visits: AtomicU32,
    /// The index of the first child, or one of the small numbers below.
    children: AtomicU32,
    child_count: AtomicU16,
    /// The grid index of the point, 0 for a pass.
    point: AtomicU16,
    /// The square root of the probability, in parts of [`SQRT_UNIT`].
    sqrt_prior: AtomicU16,
    /// Imaginary lost visits, in parts of [`LOST_UNIT`].
    lost: AtomicU16,
}

const NO_CHILDREN: u32 = 0;
const COMING: u32 = 1;
const ILLEGAL: u32 = 2;

/// No node with children may have a smaller index than this.
pub(super) const FIRST_INDEX: u32 = 3;

const AMAF_VALUE_BITS: u32 = 36;
const AMAF_VALUE_SHIFT: u32 = 8;
/// All-moves-as-first statistics stop here, long before they could overflow and long after they have
/// lost their weight.
const AMAF_MOST: u64 = 1 << 26;

const SQRT_UNIT: f32 = 65_535.0;
const LOST_UNIT: f32 = 16.0;

/// A number by its unit, as near as it fits.
fn to_fixed(number: f32, unit: f32) -> u16 {
    (number * unit).clamp(0.0, f32::from(u16::MAX)) as u16
}

/// What selection by means reads of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct RaveStats {
    /// Visits.
    pub visits: f32,
    /// Wins among them.
    pub wins: f32,
    /// The square root of the probability by the policy.
    pub sqrt_prior: f32,
    /// Imaginary lost visits.
    pub lost: f32,
    /// The weight of the all-moves-as-first visits.
    pub amaf: f32,
    /// Wins among them.
    pub amaf_wins: f32,
}

impl Node {
    /// Makes this a fresh node.
    pub(super) fn reset(&self, mv: Move, prior: MovePrior) {
        self.value.store(0, Ordering::Relaxed);
        self.amaf.store(0, Ordering::Relaxed);
        self.visits.store(0, Ordering::Relaxed);
        self.children.store(NO_CHILDREN, Ordering::Relaxed);
        self.child_count.store(0, Ordering::Relaxed);
        let index = mv.point().map_or(0, Point::index);
        self.point.store(index as u16, Ordering::Relaxed);
        self.set_probability(prior.probability);
        self.lost
            .store(to_fixed(prior.lost, LOST_UNIT), Ordering::Relaxed);
    }

    /// Sets the probability by the policy.
    pub(super) fn set_probability(&self, probability: f32) {
        let sqrt = to_fixed(probability.sqrt(), SQRT_UNIT);
        self.sqrt_prior.store(sqrt, Ordering::Relaxed);
    }

    /// Makes this a copy of another node, without its children.
    pub(super) fn copy_from(&self, other: &Node) {
        let copy_u16 = |to: &AtomicU16, from: &AtomicU16| {
            to.store(from.load(Ordering::Relaxed), Ordering::Relaxed);
        };
        self.value
            .store(other.value.load(Ordering::Relaxed), Ordering::Relaxed);
        self.amaf
            .store(other.amaf.load(Ordering::Relaxed), Ordering::Relaxed);
        self.visits.store(other.visits(), Ordering::Relaxed);
        let is_illegal = other.children() == Children::Illegal;
        let children = if is_illegal { ILLEGAL } else { NO_CHILDREN };
        self.children.store(children, Ordering::Relaxed);
        copy_u16(&self.point, &other.point);
        copy_u16(&self.sqrt_prior, &other.sqrt_prior);
        copy_u16(&self.lost, &other.lost);
    }

    /// The grid index of the point, 0 for a pass.
    #[inline]
    pub(super) fn point_index(&self) -> usize {
        usize::from(self.point.load(Ordering::Relaxed))
    }

    /// The move.
    #[inline]
    pub(super) fn mv(&self) -> Move {
        match self.point_index() {
            0 => Move::Pass,
            index => Move::Play(Point::from_index(index)),
        }
    }

    /// Sets the number of visits.
    pub(super) fn set_visits(&self, visits: u32) {
        self.visits.store(visits, Ordering::Relaxed);
    }

    /// Visits, those under way included.
    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// Begins a visit; until its value comes it counts as lost.
    #[inline]
    pub(super) fn begin_visit(&self) {
        self.visits.fetch_add(1, Ordering::Relaxed);
    }

    /// Ends a visit.
    #[inline]
    pub(super) fn end_visit(&self, value: Value) {
        self.value.fetch_add(u64::from(value.0), Ordering::Relaxed);
    }

    /// The mean value of the visits without priors, 0 to 1; a half without visits.
    pub(super) fn mean(&self) -> f64 {
        let visits = self.visits();
        if visits == 0 {
            return 0.5;
        }
        let sum = self.value.load(Ordering::Relaxed) as f64;
        sum / f64::from(Value::WIN.0) / f64::from(visits)
    }

    /// Adds an all-moves-as-first visit of a weight. Where two threads meet one of the two may be
    /// lost, which does no harm to what is a guess anyway; atomic additions would slow the search by
    /// three percent.
    #[inline]
    pub(super) fn add_amaf(&self, weight: u32, value: Value) {
        let old = self.amaf.load(Ordering::Relaxed);
        if old >> AMAF_VALUE_BITS < AMAF_MOST {
            let value = u64::from(value.0 >> AMAF_VALUE_SHIFT);
            let weight = u64::from(weight);
            let sum = old + (weight << AMAF_VALUE_BITS) + weight * value;
            self.amaf.store(sum, Ordering::Relaxed);
        }
    }

    /// Everything that selection by means compares.
    #[inline]
    pub(super) fn rave_stats(&self) -> RaveStats {
        let amaf = self.amaf.load(Ordering::Relaxed);
        let value = self.value.load(Ordering::Relaxed).cast_signed();
        let fixed = |number: &AtomicU16, unit| f32::from(number.load(Ordering::Relaxed)) / unit;
        let amaf_value = (amaf & ((1 << AMAF_VALUE_BITS) - 1)).cast_signed();
        RaveStats {
            visits: self.visits().cast_signed() as f32,
            wins: value as f32 / Value::WIN.0 as f32,
            sqrt_prior: fixed(&self.sqrt_prior, SQRT_UNIT),
            lost: fixed(&self.lost, LOST_UNIT),
            amaf: (amaf >> AMAF_VALUE_BITS).cast_signed() as f32,
            amaf_wins: amaf_value as f32 / (Value::WIN.0 >> AMAF_VALUE_SHIFT) as f32,
        }
    }

    /// Its probability by the policy.
    #[inline]
    pub(super) fn prior(&self) -> f32 {
        let sqrt = f32::from(self.sqrt_prior.load(Ordering::Relaxed)) / SQRT_UNIT;
        sqrt * sqrt
    }

    /// Where the children are.
    #[inline]
    pub(super) fn children(&self) -> Children {
        match self.children.load(Ordering::Acquire) {
            NO_CHILDREN => Children::None,
            COMING => Children::Coming,
            ILLEGAL => Children::Illegal,
            first => Children::At {
                first,
                count: self.child_count.load(Ordering::Relaxed),
            },
        }
    }

    /// Returns true if the move cannot be made.
    #[inline]
    pub(super) fn is_illegal(&self) -> bool {
        self.children.load(Ordering::Relaxed) == ILLEGAL
    }

    /// Marks the move as one that cannot be made.
    pub(super) fn mark_illegal(&self) {
        self.children.store(ILLEGAL, Ordering::Relaxed);
    }

    /// Claims the making of the children for this thread. Returns true if no other thread was first.
    pub(super) fn claim(&self) -> bool {
        self.children
            .compare_exchange(NO_CHILDREN, COMING, Ordering::Relaxed, Ordering::Relaxed)
            .is_ok()
    }

    /// Gives a claim back.
    pub(super) fn disclaim(&self) {
        self.children.store(NO_CHILDREN, Ordering::Relaxed);
    }

    /// Shows finished children to all threads.
    pub(super) fn publish(&self, first: u32, count: u16) {
        debug_assert!(first >= FIRST_INDEX);
        self.child_count.store(count, Ordering::Relaxed);
        self.children.store(first, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_lose_nothing() {
        let node = Node::default();
        node.reset(Move::Pass, MovePrior::default());
        for _ in 0..1000 {
            node.begin_visit();
            node.end_visit(Value::WIN);
            node.begin_visit();
            node.end_visit(Value(0));
            node.add_amaf(3, Value::WIN);
            node.add_amaf(1, Value(0));
        }
        let numbers = node.rave_stats();
        assert_eq!((numbers.visits, numbers.wins), (2000.0, 1000.0));
        assert_eq!((numbers.amaf, numbers.amaf_wins), (4000.0, 3000.0));
        assert!((node.mean() - 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_node_is_small() {
        assert_eq!(std::mem::size_of::<Node>(), 32);
    }

    #[test]
    fn one_thread_makes_the_children() {
        let node = Node::default();
        assert!(node.claim() && !node.claim());
        assert_eq!(node.children(), Children::Coming);
        node.disclaim();
        assert_eq!(node.children(), Children::None);
        assert!(node.claim(), "the next one may try");
        node.publish(7, 3);
        assert_eq!(node.children(), Children::At { first: 7, count: 3 });
    }

    #[test]
    fn a_copy_knows_what_is_illegal_and_has_no_children() {
        for (is_illegal, children) in [(false, Children::None), (true, Children::Illegal)] {
            let (node, copy) = (Node::default(), Node::default());
            node.publish(7, 3);
            if is_illegal {
                node.mark_illegal();
            }
            copy.copy_from(&node);
            assert_eq!(copy.children(), children);
        }
    }

    #[test]
    fn amaf_stops_before_it_overflows() {
        let node = Node::default();
        node.amaf
            .store((AMAF_MOST - 1) << AMAF_VALUE_BITS, Ordering::Relaxed);
        for _ in 0..10 {
            node.add_amaf(3, Value::WIN);
        }
        let numbers = node.rave_stats();
        assert!(numbers.amaf <= (AMAF_MOST + 3) as f32);
    }
}
