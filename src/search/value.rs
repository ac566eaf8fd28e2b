//! The value of a visit.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "shares between 0 and 1"
)]

/// The greatest utility of a position; the least is as far below 0. A [`Value`] holds utilities as a share between them.
pub(super) const MOST_UTILITY: f32 = 1.4;

/// A result as a whole number: 0 a loss, [`Value::WIN`] a win. Sums of it lose nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Value(pub u32);

impl Value {
    pub(super) const WIN: Value = Value(1 << 16);

    /// From a share of a win, 0 to 1.
    pub(super) fn new(share: f32) -> Value {
        Value((share.clamp(0.0, 1.0) * Value::WIN.0 as f32) as u32)
    }

    /// A part of it.
    pub(super) fn times(self, part: f32) -> Value {
        Value((self.0 as f32 * part) as u32)
    }

    /// The same result for the opponent.
    pub(super) const fn flipped(self) -> Value {
        Value(Value::WIN.0 - self.0)
    }
}
