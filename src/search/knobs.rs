//! The numbers that can be tuned, in one table, each with a value for tiny, small, middle and large
//! boards.

use crate::go::Size;
use crate::playout::Rates;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Knob {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// Its values up to 5x5, up to 11x11, up to 15x15, and beyond.
    pub defaults: [f32; 4],
    /// The least and the greatest value.
    pub range: (f32, f32),
    set: fn(&mut Knobs, f32),
}

macro_rules! knobs {
    ($($name:ident: $defaults:expr, $low:literal..$high:literal, $doc:literal;)*) => {
        /// The values for one board.
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub struct Knobs {
            $(#[doc = $doc] pub $name: f32,)*
        }

        /// All knobs.
        pub const KNOBS: &[Knob] = &[
            $(Knob {
                name: stringify!($name),
                doc: $doc,
                defaults: $defaults,
                range: ($low, $high),
                set: |knobs, value| knobs.$name = value,
            },)*
        ];
    };
}

knobs! {
    rave_equivalence: [3000.0, 3000.0, 3000.0, 4000.0], 1.0..1e9, "visits at which a mean weighs as much as endless all-moves-as-first visits";
    rave: [1.0, 1.0, 1.0, 1.0], 0.0..1.0, "1 to use all-moves-as-first values, 0 not to";
    rave_insurance: [32.0, 32.0, 32.0, 32.0], 0.0..1e6, "every so many selections ignore all-moves-as-first values; 0 for none";
    exploration: [0.7, 0.0, 0.0, 0.0], 0.0..10.0, "the constant of the upper confidence bound";
    expand_visits: [4.0, 4.0, 8.0, 8.0], 0.0..1e6, "visits of a move before its replies enter the tree";
    score_bonus: [0.02, 0.02, 0.02, 0.02], 0.0..0.5, "the part of a result that comes from its margin";
    prior_learned: [210.0, 210.0, 250.0, 300.0], 0.0..10000.0, "won prior visits of a move that the learned prior is sure of; others get them by the square root of their probability";
    prior_cutoff: [0.003, 0.003, 0.003, 0.001], 0.0..1.0, "the probability below which the learned prior adds nothing";
    prior_even: [10.0, 10.0, 10.0, 10.0], 0.0..1000.0, "prior visits of every move, half of them won";
    prior_criticality: [0.0, 0.0, 0.0, 0.0], 0.0..10000.0, "won prior visits of a move on a point whose owner always wins; others get their share";
    prior_self_atari: [10.0, 10.0, 10.0, 10.0], 0.0..1000.0, "lost prior visits of a self-atari";
    prior_eye: [40.0, 40.0, 40.0, 40.0], 0.0..1000.0, "lost prior visits of a move into an own eye, or of a suicide";
    prior_pass: [20.0, 20.0, 20.0, 20.0], 0.0..1000.0, "lost prior visits of a pass";
    rate_capture: [230.0, 230.0, 230.0, 230.0], 0.0..256.0, "playouts: of 256, how often the last stone is captured";
    rate_escape: [230.0, 230.0, 230.0, 230.0], 0.0..256.0, "playouts: of 256, how often chains are saved from atari";
    rate_two_liberties: [205.0, 205.0, 205.0, 205.0], 0.0..256.0, "playouts: of 256, how often chains of two liberties are attacked and defended";
    rate_follow_up: [205.0, 205.0, 205.0, 205.0], 0.0..256.0, "playouts: of 256, how often stones are captured that were put in atari before and not saved";
    rate_nakade: [205.0, 205.0, 205.0, 205.0], 0.0..256.0, "playouts: of 256, how often the vital point of a small eye space is played";
    rate_shape: [243.0, 243.0, 243.0, 243.0], 0.0..256.0, "playouts: of 256, how often a shape beside the last move is answered";
    rate_shape_before: [243.0, 243.0, 243.0, 243.0], 0.0..256.0, "playouts: of 256, how often a shape beside the move before is answered";
    rate_self_atari: [154.0, 154.0, 154.0, 154.0], 0.0..256.0, "playouts: of 256, how often a self-atari of one or two stones is refused";
    rate_big_self_atari: [250.0, 250.0, 250.0, 250.0], 0.0..256.0, "playouts: of 256, how often a self-atari of more stones is refused";
}

/// Values that replace the defaults, on all boards.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overrides(Vec<(&'static str, f32)>);

impl Overrides {
    /// Replaces the default of a knob, or restores it.
    pub fn set(&mut self, knob: &Knob, value: Option<f32>) {
        self.0.retain(|(name, _)| *name != knob.name);
        self.0.extend(value.map(|value| (knob.name, value)));
    }

    /// The value that replaces the default of a knob.
    #[must_use]
    pub fn get(&self, knob: &Knob) -> Option<f32> {
        let found = self.0.iter().find(|(name, _)| *name == knob.name);
        found.map(|(_, value)| *value)
    }
}

impl Knobs {
    /// The values for a board.
    #[must_use]
    pub fn new(size: Size, overrides: &Overrides) -> Knobs {
        let class = match size.area() {
            0..=25 => 0,
            26..=121 => 1,
            122..=225 => 2,
            _ => 3,
        };
        let mut knobs = Knobs::default();
        for knob in KNOBS {
            let value = overrides.get(knob).unwrap_or(knob.defaults[class]);
            (knob.set)(&mut knobs, value);
        }
        knobs
    }

    /// The rates of playouts.
    #[must_use]
    #[expect(clippy::cast_sign_loss, reason = "no rate is below 0")]
    pub fn rates(&self) -> Rates {
        let rate = |chance: f32| chance as u16;
        Rates {
            capture: rate(self.rate_capture),
            escape: rate(self.rate_escape),
            two_liberties: rate(self.rate_two_liberties),
            follow_up: rate(self.rate_follow_up),
            nakade: rate(self.rate_nakade),
            shape: rate(self.rate_shape),
            shape_before: rate(self.rate_shape_before),
            self_atari: rate(self.rate_self_atari),
            big_self_atari: rate(self.rate_big_self_atari),
        }
    }
}
