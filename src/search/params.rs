//! The numbers of the search that somebody may want to change, in one table, each with a value for every class of boards.
//!
//! Where KataGo has a parameter of the same meaning, it has KataGo's name. Numbers that no match could distinguish from others are
//! constants beside what they are for.

use crate::go::{Color, Size};

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct SearchParam {
    /// The name that sets it.
    pub name: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// Its values for the [classes](Size::class) of boards.
    pub defaults: [f32; Size::CLASSES],
    /// The least and the greatest value.
    pub range: (f32, f32),
    /// What its values are.
    pub kind: SearchParamKind,
}

/// What the values of a parameter of the search are, all of which are kept as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchParamKind {
    /// Numbers.
    Number,
    /// Whole numbers.
    Count,
    /// 1 for true and 0 for false.
    Switch,
    /// 1 for Black, -1 for White, and 0 for the player to move.
    Player,
}

/// The kind that a row names; numbers where it names none.
macro_rules! kind_of_row {
    () => {
        SearchParamKind::Number
    };
    ($kind:ident) => {
        SearchParamKind::$kind
    };
}

macro_rules! search_params {
    ($($name:ident = $defaults:expr, $low:literal..$high:literal, $doc:literal $(, $kind:ident)?;)*) => {
        /// The values for one board.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct SearchParams {
            $(#[doc = $doc] pub $name: f32,)*
        }

        /// All of them.
        pub const SEARCH_PARAMS: &[SearchParam] = &[
            $(SearchParam {
                name: stringify!($name),
                doc: $doc,
                defaults: $defaults,
                range: ($low, $high),
                kind: kind_of_row!($($kind)?),
            },)*
        ];

        impl SearchParams {
            /// The values for a board: the defaults of its class where nothing else is set.
            pub fn new(size: Size, overrides: &Overrides) -> SearchParams {
                let value = |name, defaults: [f32; Size::CLASSES]| {
                    overrides.of(name).unwrap_or(defaults[size.class()])
                };
                SearchParams {
                    $($name: value(stringify!($name), $defaults),)*
                }
            }
        }
    };
}

search_params! {
    rave_equivalence = [3000.0, 3000.0, 3000.0, 4000.0], 1.0..1e9, "by playouts: visits at which a mean weighs as much as endless all-moves-as-first visits";
    exploration = [0.7, 0.0, 0.0, 0.0], 0.0..10.0, "by playouts: the constant of the upper confidence bound";
    expand_visits = [4.0, 4.0, 8.0, 8.0], 0.0..1e6, "by playouts: visits of a move before its replies enter the tree";
    prior_learned = [210.0, 210.0, 250.0, 300.0], 0.0..10000.0, "by playouts: won prior visits of a move that the learned prior is sure of; others get them by the square root of their probability";
    score_bonus = [0.02, 0.02, 0.02, 0.02], 0.0..0.5, "by playouts: the part of a result that comes from its margin";
    handicap_points = [0.0, 0.0, 7.0, 7.0], 0.0..20.0, "by playouts: points that each handicap stone is taken to be worth at the beginning of a game; 0 for none";
    cpuct_exploration = [1.0, 1.0, 1.0, 1.0], 0.0..10.0, "with a network: cPUCT, the constant of exploration";
    cpuct_exploration_log = [0.45, 0.45, 0.45, 0.45], 0.0..10.0, "with a network: by how much exploration grows with the logarithm of visits";
    cpuct_utility_stdev_scale = [0.85, 0.85, 0.85, 0.85], 0.0..1.0, "with a network: how far exploration follows the deviation of utilities";
    fpu_reduction_max = [0.2, 0.2, 0.2, 0.2], 0.0..2.0, "with a network: first-play urgency, by how much a move that was not tried is worth less than its parent";
    root_fpu_reduction_max = [0.1, 0.1, 0.1, 0.1], 0.0..2.0, "with a network: the same for the moves of the root";
    policy_optimism = [1.0, 1.0, 1.0, 1.0], 0.0..1.0, "with a network that has an optimistic policy: the part of this in the policy";
    root_policy_optimism = [0.2, 0.2, 0.2, 0.2], 0.0..1.0, "with a network: the same for the moves of the root";
    wide_root_noise = [0.0, 0.0, 0.0, 0.0], 0.0..5.0, "with a network: by how much an analysis tries more moves of the root; 0 for play";
    value_weight_exponent = [0.25, 0.25, 0.25, 0.25], 0.0..2.0, "with a network: how much less worse moves weigh in the value of a position; 0 for a plain mean";
    noise_prune_utility_scale = [0.15, 0.15, 0.15, 0.15], 0.0..2.0, "with a network: the difference of utilities at which visits of a worse move beyond its probability are left out; 0 for none";
    subtree_value_bias_factor = [0.45, 0.45, 0.45, 0.45], 0.0..1.0, "with a network: the part of its error in like places by which an evaluation is corrected";
    uncertainty_coeff = [0.25, 0.25, 0.25, 0.25], 0.0..10.0, "with a network that tells its short-term errors: about the error of utility at which a visit weighs 1, more with less; 0 to let all weigh 1";
    eval_cache_min_visits = [100.0, 100.0, 100.0, 100.0], 0.0..1e6, "with a network: visits from which on it is remembered what a search found of a position; 0 for never";
    static_score_utility_factor = [0.1, 0.1, 0.1, 0.1], 0.0..1.0, "with a network: what the score is worth beside the chance of winning";
    dynamic_score_utility_factor = [0.3, 0.3, 0.3, 0.3], 0.0..1.0, "with a network: what the score beside the present expectation is worth";
    win_loss_utility_factor = [1.0, 1.0, 1.0, 1.0], 0.0..1.0, "with a network: what the chance of winning is worth beside the score";
    dynamic_score_center_zero_weight = [0.2, 0.2, 0.2, 0.2], 0.0..1.0, "with a network: how far the score that is expected is drawn to zero before others are compared with it";
    dynamic_score_center_scale = [0.75, 0.75, 0.75, 0.75], 0.2..5.0, "with a network: in sides of the board, how far from what is expected a score still matters";
    cpuct_exploration_base = [500.0, 500.0, 500.0, 500.0], 10.0..100_000.0, "with a network: visits from which on exploration grows with their logarithm";
    cpuct_utility_stdev_prior = [0.4, 0.4, 0.4, 0.4], 0.0..10.0, "with a network: the deviation of utilities that is expected where nothing is known";
    cpuct_utility_stdev_prior_weight = [2.0, 2.0, 2.0, 2.0], 0.0..100.0, "with a network: the visits that this expectation weighs as much as";
    fpu_loss_prop = [0.0, 0.0, 0.0, 0.0], 0.0..1.0, "with a network: how far a move that was not tried counts as lost";
    root_fpu_loss_prop = [0.0, 0.0, 0.0, 0.0], 0.0..1.0, "with a network: the same for the moves of the root";
    fpu_parent_weight_by_visited_policy_pow = [2.0, 2.0, 2.0, 2.0], 0.0..5.0, "with a network: the power of the policy that was tried by which moves that were not tried are worth the mean of the others";
    nn_policy_temperature = [1.0, 1.0, 1.0, 1.0], 0.01..5.0, "with a network: the temperature of the policy, which is flatter above 1";
    root_policy_temperature = [1.0, 1.0, 1.0, 1.0], 0.01..100.0, "with a network: a temperature of the policy of the root beside that";
    root_policy_temperature_early = [1.0, 1.0, 1.0, 1.0], 0.01..100.0, "with a network: the same at the beginning of a game, from where it goes to the other";
    root_num_symmetries_to_sample = [1.0, 1.0, 1.0, 1.0], 1.0..8.0, "with a network: how many turned boards the evaluation of the root is the mean of", Count;
    root_symmetry_pruning = [1.0, 1.0, 1.0, 1.0], 0.0..1.0, "with a network: whether one of several moves that a symmetric board makes equal stands for all; by default when it analyzes", Switch;
    ignore_pre_root_history = [0.0, 0.0, 0.0, 0.0], 0.0..1.0, "with a network: whether it sees no move before the root when it plays", Switch;
    analysis_ignore_pre_root_history = [0.0, 0.0, 0.0, 0.0], 0.0..1.0, "with a network: the same when it analyzes", Switch;
    conservative_pass = [0.0, 0.0, 0.0, 0.0], 0.0..1.0, "with a network: whether it does not see at the root that a pass would end the game", Switch;
    anti_mirror = [0.0, 0.0, 0.0, 0.0], 0.0..1.0, "with a network: whether the search prefers the center against an opponent who mirrors moves", Switch;
    playout_doubling_advantage = [0.0, 0.0, 0.0, 0.0], -3.0..3.0, "with a network that knows handicaps of visits: by how many doublings of visits a player is stronger than the other";
    playout_doubling_advantage_pla = [0.0, 0.0, 0.0, 0.0], -1.0..1.0, "with a network: which player has that advantage", Player;
    mixture = [0.6, 0.0, 0.0, 0.0], 0.0..1.0, "with a network: what playouts from a leaf weigh in its value; 0 for none";
}

impl SearchParams {
    /// The player who the network takes to be stronger by some doublings of visits, when a player is to move at the root.
    #[must_use]
    pub fn advantage(&self, to_move: Color) -> (Color, f32) {
        let stronger = match self.playout_doubling_advantage_pla {
            player if player > 0.0 => Color::Black,
            player if player < 0.0 => Color::White,
            _ => to_move,
        };
        (stronger, self.playout_doubling_advantage)
    }
}

/// Values that replace the defaults, on all boards.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overrides(Vec<(&'static str, f32)>);

impl Overrides {
    /// Replaces the default of a parameter, or restores it.
    pub fn set(&mut self, param: &SearchParam, value: Option<f32>) {
        self.0.retain(|(name, _)| *name != param.name);
        self.0.extend(value.map(|value| (param.name, value)));
    }

    /// The same with another value in the place of the default of a parameter of a name.
    ///
    /// # Panics
    /// There is no such parameter.
    #[must_use]
    pub fn with(mut self, name: &str, value: f32) -> Overrides {
        let param = SEARCH_PARAMS.iter().find(|param| param.name == name);
        self.set(param.expect("a row of the table"), Some(value));
        self
    }

    /// The value that replaces the default of a parameter.
    pub fn get(&self, param: &SearchParam) -> Option<f32> {
        self.of(param.name)
    }

    /// Returns true if the parameter of a name has another value than the default.
    pub fn have(&self, name: &str) -> bool {
        self.of(name).is_some()
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
    fn the_player_to_move_has_the_advantage_unless_another_is_named() {
        for color in Color::ALL {
            for (named, expected) in [(0.0, color), (1.0, Color::Black), (-1.0, Color::White)] {
                let mut params = SearchParams::new(Size::square(9), &Overrides::default());
                params.playout_doubling_advantage = 0.5;
                params.playout_doubling_advantage_pla = named;
                assert_eq!(params.advantage(color), (expected, 0.5));
            }
        }
    }

    #[test]
    fn defaults_are_in_range_and_depend_on_the_class() {
        for param in SEARCH_PARAMS {
            let (least, greatest) = param.range;
            assert!(
                param
                    .defaults
                    .iter()
                    .all(|value| (least..=greatest).contains(value))
            );
        }
        let param = |name| {
            SEARCH_PARAMS
                .iter()
                .find(|param| param.name == name)
                .unwrap()
        };
        let sides = [(5, 0), (6, 1), (11, 1), (12, 2), (15, 2), (16, 3), (25, 3)];
        for (side, class) in sides {
            let params = SearchParams::new(Size::square(side), &Overrides::default());
            let values = [
                ("prior_learned", params.prior_learned),
                ("cpuct_exploration", params.cpuct_exploration),
            ];
            for (name, value) in values {
                assert!(
                    value.total_cmp(&param(name).defaults[class]).is_eq(),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn a_value_that_is_set_replaces_the_defaults_of_all_boards() {
        let param = &SEARCH_PARAMS[0];
        let mut overrides = Overrides::default();
        overrides.set(param, Some(7.0));
        overrides.set(param, Some(8.0));
        for side in [5, 19] {
            let params = SearchParams::new(Size::square(side), &overrides);
            assert!(params.rave_equivalence.total_cmp(&8.0).is_eq());
        }
        overrides.set(param, None);
        assert_eq!(overrides, Overrides::default());
    }
}
