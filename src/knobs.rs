//! The numbers of the search and of playouts, in one table, each with a value for every class of boards.

use crate::go::Size;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Knob {
    /// The name that sets it.
    pub name: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// Its values for the [classes](Size::class) of boards.
    pub defaults: [f32; Size::CLASSES],
    /// The least and the greatest value.
    pub range: (f32, f32),
}

macro_rules! knobs {
    ($($name:ident: $number:ty = $defaults:expr, $low:literal..$high:literal, $doc:literal;)*) => {
        /// The values for one board. Rates are whole numbers, because playouts compare them all the time.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Knobs {
            $(#[doc = $doc] pub $name: $number,)*
        }

        /// All knobs.
        pub const KNOBS: &[Knob] = &[
            $(Knob {
                name: stringify!($name),
                doc: $doc,
                defaults: $defaults,
                range: ($low, $high),
            },)*
        ];

        impl Knobs {
            /// The values for a board: the defaults of its class where nothing else is set.
            #[must_use]
            #[expect(clippy::cast_sign_loss, reason = "no rate is below 0")]
            pub fn new(size: Size, overrides: &Overrides) -> Knobs {
                let value = |name, defaults: [f32; Size::CLASSES]| {
                    overrides.of(name).unwrap_or(defaults[size.class()])
                };
                Knobs {
                    $($name: value(stringify!($name), $defaults) as $number,)*
                }
            }
        }
    };
}

knobs! {
    rave_equivalence: f32 = [3000.0, 3000.0, 3000.0, 4000.0], 1.0..1e9, "visits at which a mean weighs as much as endless all-moves-as-first visits";
    rave: f32 = [1.0, 1.0, 1.0, 1.0], 0.0..1.0, "1 to use all-moves-as-first values, 0 not to";
    rave_insurance: f32 = [32.0, 0.0, 32.0, 32.0], 0.0..1e6, "every so many selections ignore all-moves-as-first values; 0 for none";
    exploration: f32 = [0.7, 0.0, 0.0, 0.0], 0.0..10.0, "the constant of the upper confidence bound";
    handicap_points: f32 = [0.0, 0.0, 7.0, 7.0], 0.0..20.0, "without a network: points that each handicap stone is taken to be worth at the beginning of a game; 0 for none";
    expand_visits: f32 = [4.0, 4.0, 8.0, 8.0], 0.0..1e6, "visits of a move before its replies enter the tree";
    score_bonus: f32 = [0.02, 0.02, 0.02, 0.02], 0.0..0.5, "the part of a result that comes from its margin";
    prior_learned: f32 = [210.0, 210.0, 250.0, 300.0], 0.0..10000.0, "won prior visits of a move that the learned prior is sure of; others get them by the square root of their probability";
    prior_cutoff: f32 = [0.003, 0.003, 0.003, 0.001], 0.0..1.0, "the probability below which the learned prior adds nothing";
    prior_even: f32 = [10.0, 10.0, 10.0, 10.0], 0.0..1000.0, "prior visits of every move, half of them won";
    prior_self_atari: f32 = [10.0, 10.0, 10.0, 10.0], 0.0..1000.0, "lost prior visits of a self-atari";
    prior_eye: f32 = [40.0, 40.0, 40.0, 40.0], 0.0..1000.0, "lost prior visits of a move into an own eye, or of a suicide";
    prior_opening: f32 = [0.0, 0.0, 40.0, 40.0], 0.0..1000.0, "lost prior visits of a play far from all stones that is not in a corner, or later on a side, in the opening";
    prior_pass: f32 = [20.0, 20.0, 20.0, 20.0], 0.0..1000.0, "lost prior visits of a pass";
    puct_exploration: f32 = [1.0, 1.0, 1.0, 1.0], 0.0..10.0, "with a network: the constant of exploration";
    puct_exploration_log: f32 = [0.45, 0.45, 0.45, 0.45], 0.0..10.0, "with a network: by how much exploration grows with the logarithm of visits";
    puct_deviation: f32 = [0.85, 0.85, 0.85, 0.85], 0.0..1.0, "with a network: how far exploration follows the deviation of values";
    puct_first_play: f32 = [0.2, 0.2, 0.2, 0.2], 0.0..2.0, "with a network: by how much a move that was not tried is worth less than its parent";
    puct_first_play_root: f32 = [0.1, 0.1, 0.1, 0.1], 0.0..2.0, "with a network: the same for the moves of the root";
    puct_optimism: f32 = [1.0, 1.0, 1.0, 1.0], 0.0..1.0, "with a network that has an optimistic policy: how far this tells which moves are likely";
    puct_optimism_root: f32 = [0.2, 0.2, 0.2, 0.2], 0.0..1.0, "with a network: the same for the moves of the root";
    wide_root_noise: f32 = [0.0, 0.0, 0.0, 0.0], 0.0..5.0, "with a network: by how much an analysis tries more moves of the root; 0 for play";
    puct_value_weight: f32 = [0.25, 0.25, 0.25, 0.25], 0.0..2.0, "with a network: how much less worse moves weigh in the value of a position; 0 for a plain mean";
    puct_pruning: f32 = [0.15, 0.15, 0.15, 0.15], 0.0..2.0, "with a network: the difference of utilities at which visits of a worse move beyond its probability are left out; 0 for none";
    puct_correction: f32 = [0.45, 0.45, 0.45, 0.45], 0.0..1.0, "with a network: the part of what it erred in like places that its word is corrected by";
    score_absolute: f32 = [0.1, 0.1, 0.1, 0.1], 0.0..1.0, "with a network: what the score is worth beside the chance of winning";
    score_relative: f32 = [0.3, 0.3, 0.3, 0.3], 0.0..1.0, "with a network: what the score beside the present expectation is worth";
    mixture: f32 = [0.6, 0.0, 0.0, 0.0], 0.0..1.0, "with a network: what playouts from a leaf weigh in its value, 0 for none";
    mixture_playouts: u16 = [4.0, 4.0, 4.0, 4.0], 1.0..1000.0, "with a network: how many playouts these are";
    rate_capture: u16 = [230.0, 230.0, 230.0, 230.0], 0.0..256.0, "playouts: of 256, how often the last stone is captured if it is in atari; three stones and more always are";
    rate_escape: u16 = [230.0, 230.0, 230.0, 230.0], 0.0..256.0, "playouts: of 256, how often chains are saved from atari; three stones and more always are";
    rate_two_liberties: u16 = [205.0, 205.0, 205.0, 205.0], 0.0..256.0, "playouts: of 256, how often chains of two liberties are attacked and defended";
    rate_follow_up: u16 = [205.0, 205.0, 205.0, 205.0], 0.0..256.0, "playouts: of 256, how often stones are captured that were put in atari before and not saved";
    rate_nakade: u16 = [205.0, 205.0, 205.0, 205.0], 0.0..256.0, "playouts: of 256, how often the vital point of a small eye space is played";
    rate_shape: u16 = [243.0, 243.0, 243.0, 243.0], 0.0..256.0, "playouts: of 256, how often a shape beside the last move is answered";
    rate_shape_before: u16 = [243.0, 243.0, 243.0, 243.0], 0.0..256.0, "playouts: of 256, how often a shape beside the move before is answered";
    rate_self_atari: u16 = [154.0, 154.0, 154.0, 154.0], 0.0..256.0, "playouts: of 256, how often a self-atari of one or two stones is refused";
    rate_big_self_atari: u16 = [250.0, 250.0, 250.0, 250.0], 0.0..256.0, "playouts: of 256, how often a self-atari of more stones is refused";
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
        self.of(knob.name)
    }

    fn of(&self, wanted: &str) -> Option<f32> {
        let found = self.0.iter().find(|(name, _)| *name == wanted);
        found.map(|(_, value)| *value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_in_range_and_depend_on_the_class() {
        for knob in KNOBS {
            let (least, greatest) = knob.range;
            assert!(
                knob.defaults
                    .iter()
                    .all(|value| (least..=greatest).contains(value))
            );
        }
        let knob = |name| KNOBS.iter().find(|knob| knob.name == name).unwrap();
        let sides = [(5, 0), (6, 1), (11, 1), (12, 2), (15, 2), (16, 3), (25, 3)];
        for (side, class) in sides {
            let knobs = Knobs::new(Size::square(side), &Overrides::default());
            let values = [
                ("prior_learned", knobs.prior_learned),
                ("rate_shape", knobs.rate_shape.into()),
            ];
            for (name, value) in values {
                assert!(
                    value.total_cmp(&knob(name).defaults[class]).is_eq(),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn a_value_that_is_set_replaces_the_defaults_of_all_boards() {
        let rate = KNOBS
            .iter()
            .find(|knob| knob.name == "rate_nakade")
            .unwrap();
        let mut overrides = Overrides::default();
        overrides.set(rate, Some(7.0));
        overrides.set(rate, Some(8.0));
        for side in [5, 19] {
            assert_eq!(Knobs::new(Size::square(side), &overrides).rate_nakade, 8);
        }
        overrides.set(rate, None);
        assert_eq!(overrides, Overrides::default());
    }
}
