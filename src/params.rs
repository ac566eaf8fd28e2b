//! All settings by name, on the command line, in files and over GTP, in one table.
//!
//! [`PARAMS`] has a row for each: its name, other names, its values, what it is for, and how it is read and set in [`Params`].

mod human;
mod katago;
mod perspective;
#[cfg(feature = "cli")]
mod text;

pub use katago::{Foreign, foreign, refused};
pub use perspective::{ParsePerspectiveError, Perspective};
#[cfg(feature = "cli")]
pub use text::{PassedOver, SettingsError};

use katago::reason_against;

use crate::clock::{Budget, Clock, Delays, Plan};
use crate::engine::{FULL_LEVEL, RANK_NAMES, Rank, Settings};
use crate::eval::{BACKEND_NAMES, BackendError, BackendKind, Model, NO_NAME, OWN_NAME};
use crate::go::{Game, Strictness};
use crate::names::{did_you_mean, nearest};
use crate::net::ParseProfileError;
use crate::search::{
    DEFAULT_PLAYOUTS, DEFAULT_VISITS, LONGEST_LINE, SEARCH_PARAMS, SearchParam, SearchParamKind,
};
use std::fmt;
use std::num::IntErrorKind;
use std::sync::LazyLock;
use std::time::Duration;
use web_time::Instant;

/// The values of all parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    /// New visits for a move; `None` for no limit.
    pub visits: Option<u64>,
    /// Time for a move when no clock runs; `None` for the default.
    pub time: Option<Duration>,
    /// What players are made with.
    pub player: Settings,
    /// Visits for a move of `reg_genmove`; `None` for the default.
    pub reg_visits: Option<u64>,
    /// Time kept back on a clock for delays on the way.
    pub lag: Duration,
    /// True if the search goes on in the opponent's time.
    pub pondering: bool,
    /// Says if `play` and `loadsgf` accept what the rules forbid.
    pub play_legality: Strictness,
    /// True if answers have GNU Go's form, for its regression files.
    pub gnugo_compat: bool,
    /// For whom analysis reports chances.
    pub perspective: Perspective,
    /// The longest line of moves that analysis reports.
    pub longest_line: usize,
    /// What GoGui draws during a search.
    pub live_graphics: LiveGraphics,
    /// What is said to people on servers.
    pub chat: Chat,
    /// The longest that one command may think, if commands come from strangers. They may neither use files nor change what
    /// a command may cost. No parameter: it cannot be changed over a protocol.
    pub sandbox: Option<Duration>,
}

/// What is said to people on servers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chat {
    /// True if `kgs-chat` is listed.
    pub kgs: bool,
    /// True if moves are commented for the chat of online-go.com.
    pub ogs: bool,
}

/// What GoGui draws during a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiveGraphics {
    /// Nothing.
    Off,
    /// The visits of moves.
    Counts,
    /// The best line.
    Sequence,
}

impl LiveGraphics {
    /// The words for them, in their order.
    const WORDS: &[&str] = &["off", "counts", "sequence"];
}

impl Default for Params {
    fn default() -> Params {
        Params {
            visits: None,
            time: None,
            player: Settings {
                model: Some(Model::Own),
                ..Settings::default()
            },
            reg_visits: None,
            lag: Delays::USUAL_LAG,
            pondering: false,
            play_legality: Strictness::Strict,
            gnugo_compat: false,
            perspective: Perspective::SideToMove,
            longest_line: 15,
            live_graphics: LiveGraphics::Off,
            chat: Chat::default(),
            sandbox: None,
        }
    }
}

/// Time for a move if nothing else limits it: enough for a good move, short enough for a person.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

impl Params {
    /// Visits for a move of `reg_genmove`. An evaluation by a network takes far longer than a playout.
    pub fn reg_visits(&self) -> u64 {
        self.reg_visits.unwrap_or_else(|| {
            let has_model = self.player.model.is_some();
            if has_model {
                DEFAULT_VISITS
            } else {
                DEFAULT_PLAYOUTS
            }
        })
    }

    /// Sets a parameter by a name of kosumi's or of KataGo's. Settings of KataGo's whose value says what kosumi does anyway
    /// change nothing.
    ///
    /// # Errors
    /// There is no such parameter, or the value is not one of its kind, or strangers may not change it; nothing is changed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        if foreign(name, value) == Some(Foreign::Done) {
            return Ok(());
        }
        Param::find(name)?.set(self, value)
    }

    /// Checks that the parameters fit together, which those may not that were set one after the other.
    ///
    /// # Errors
    /// The network was not trained for what it would see.
    pub fn check(&self) -> Result<(), ParamError> {
        let advantage = Param::find(ADVANTAGE).map(|param| param.get(self))?;
        let has_learned = !matches!(self.player.model, None | Some(Model::Own));
        if has_learned || advantage == AUTO || advantage.parse() == Ok(0.0) {
            Ok(())
        } else {
            Err(ParamError::Untrained(model_text(
                self.player.model.as_ref(),
            )))
        }
    }

    /// What the next move of a game may cost to the owner of a clock, from an instant on. `overrun`
    /// is by how much answers came too late of late.
    pub fn budget(&self, game: &Game, clock: &Clock, overrun: Duration, start: Instant) -> Budget {
        let (size, moves) = (game.board().size(), game.position().move_count());
        let lag = self.lag;
        let is_limited = self.visits.is_some() || self.player.rank.is_some();
        let by_default = (!is_limited).then_some(DEFAULT_TIME);
        let plan = clock
            .plan(size, moves, Delays { lag, overrun })
            .or_else(|| self.time.or(by_default).map(Plan::fixed));
        let budget = Budget {
            visits: self.visits,
            ..Budget::default()
        };
        match plan {
            Some(plan) => budget.with_plan(start, plan),
            None => budget,
        }
    }
}

/// What a parameter can be; `Display` describes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// True or false.
    Flag,
    /// A whole number between two bounds.
    Number(u64, u64),
    /// Seconds, with decimals.
    Seconds,
    /// A number from 0 to a half.
    Share,
    /// A number between two bounds.
    Real(f64, f64),
    /// The name of a profile of players, or nothing.
    Profile,
    /// The name of a file with a network, or `none`.
    Model,
    /// The name or the number of a graphics card, or nothing.
    Card,
    /// A number between two bounds, or `auto` for a default that depends on the board.
    Tuned(f32, f32),
    /// A whole number between two bounds, or `auto`.
    TunedCount(f32, f32),
    /// True or false, or `auto`.
    TunedSwitch,
    /// A player or nobody, or `auto`.
    TunedPlayer,
    /// One of some words.
    Choice(&'static [&'static str]),
}

/// What parameters are about: GoGui shows a dialog for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamGroup {
    /// How a move is found.
    Search,
    /// What may be played.
    Rules,
    /// How long a move takes.
    Time,
    /// How kosumi works and what it says.
    Engine,
}

impl ParamGroup {
    /// All groups.
    pub const ALL: [ParamGroup; 4] = [
        ParamGroup::Search,
        ParamGroup::Rules,
        ParamGroup::Time,
        ParamGroup::Engine,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            ParamGroup::Search => "Search",
            ParamGroup::Rules => "Rules",
            ParamGroup::Time => "Time",
            ParamGroup::Engine => "Engine",
        }
    }

    /// The group of a name.
    pub fn find(name: &str) -> Option<ParamGroup> {
        ParamGroup::ALL
            .into_iter()
            .find(|group| group.name() == name)
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// What it is about.
    pub group: ParamGroup,
    /// What others call it, and what kosumi called it before.
    pub aliases: &'static [&'static str],
    /// Its values.
    pub kind: Kind,
    /// What it is for.
    pub doc: &'static str,
    /// True if it says what a command may cost, which strangers may not change.
    is_cost: bool,
    access: Access,
}

/// Where the value of a parameter is.
#[derive(Clone, Copy, Debug)]
enum Access {
    /// In a field. The second function sets a value that the kind has checked.
    Field(fn(&Params) -> String, fn(&mut Params, &str)),
    /// Among the numbers of the search.
    Tuned(&'static SearchParam),
    /// In a field. The second function may still find that a value cannot be set.
    Checked(
        fn(&Params) -> String,
        fn(&mut Params, &str) -> Result<(), ParamError>,
    ),
}

/// A parameter could not be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParamError {
    /// There is none of the name; another one may have been meant.
    #[error("there is no parameter '{name}'{}", did_you_mean(*.near))]
    Unknown {
        /// What was said.
        name: String,
        /// What may have been meant.
        near: Option<&'static str>,
    },
    /// The value is not one of its kind, which the message describes.
    #[error("invalid value: {0} is expected")]
    BadValue(Kind),
    /// This machine does not have the back end.
    #[error("invalid value: {0}")]
    NoBackend(#[from] BackendError),
    /// There is no network in the file.
    #[error("{0}")]
    NoModel(String),
    /// There is no profile of the name.
    #[error("invalid value: {0}")]
    NoProfile(#[from] ParseProfileError),
    /// Strangers may not change it.
    #[error("{0} is fixed in the sandbox")]
    Fixed(&'static str),
    /// KataGo has it, but kosumi does not.
    #[error("there is no parameter '{name}': {reason}")]
    Refused {
        /// What was said.
        name: String,
        /// Why there is none.
        reason: &'static str,
    },
    /// A network knows nothing of what it would see.
    #[error("{ADVANTAGE}: the network {0} has not learned what it means")]
    Untrained(String),
}

/// The parameter of which only networks of KataGo's have learned what it means.
const ADVANTAGE: &str = "playoutDoublingAdvantage";

/// Why a name with a number behind it is no parameter.
const OF_A_BOT: &str =
    "a number behind a name is that of a program of a match, whose command kosumi match takes";

/// The value of a search parameter that keeps its default.
const AUTO: &str = "auto";

/// More visits than anybody waits for.
const MOST: u64 = 1 << 40;

/// More seconds than anybody waits for: thirty years.
pub(crate) const MOST_SECONDS: f64 = 1e9;

/// All parameters: the fields of [`Params`], those of play like people among them, then the [`SEARCH_PARAMS`] of the search.
pub static PARAMS: LazyLock<Vec<Param>> = LazyLock::new(|| {
    let tuned = SEARCH_PARAMS.iter().map(Param::tuned);
    let fields = FIELDS.iter().chain(human::ROWS).copied();
    fields.chain(tuned).collect()
});

/// The parameters of the search that KataGo has, too: KataGo's name, then the others, first that of the field.
#[rustfmt::skip]
const KATAGO_NAMES: &[(&str, &[&str])] = &[
    ("cpuctExploration", &["cpuct_exploration", "puct_exploration"]),
    ("cpuctExplorationLog", &["cpuct_exploration_log", "puct_exploration_log"]),
    ("cpuctUtilityStdevScale", &["cpuct_utility_stdev_scale", "puct_deviation"]),
    ("fpuReductionMax", &["fpu_reduction_max", "puct_first_play"]),
    ("rootFpuReductionMax", &["root_fpu_reduction_max", "puct_first_play_root"]),
    ("policyOptimism", &["policy_optimism", "puct_optimism"]),
    ("rootPolicyOptimism", &["root_policy_optimism", "puct_optimism_root"]),
    ("wideRootNoise", &["wide_root_noise", "analysisWideRootNoise"]),
    ("valueWeightExponent", &["value_weight_exponent", "puct_value_weight"]),
    ("noisePruneUtilityScale", &["noise_prune_utility_scale", "puct_pruning"]),
    ("evalCacheMinVisits", &["eval_cache_min_visits"]),
    ("uncertaintyCoeff", &["uncertainty_coeff"]),
    ("subtreeValueBiasFactor", &["subtree_value_bias_factor", "puct_correction"]),
    ("staticScoreUtilityFactor", &["static_score_utility_factor", "score_absolute"]),
    ("dynamicScoreUtilityFactor", &["dynamic_score_utility_factor", "score_relative"]),
    ("winLossUtilityFactor", &["win_loss_utility_factor"]),
    ("dynamicScoreCenterZeroWeight", &["dynamic_score_center_zero_weight"]),
    ("dynamicScoreCenterScale", &["dynamic_score_center_scale"]),
    ("cpuctExplorationBase", &["cpuct_exploration_base"]),
    ("cpuctUtilityStdevPrior", &["cpuct_utility_stdev_prior"]),
    ("cpuctUtilityStdevPriorWeight", &["cpuct_utility_stdev_prior_weight"]),
    ("fpuLossProp", &["fpu_loss_prop"]),
    ("rootFpuLossProp", &["root_fpu_loss_prop"]),
    ("fpuParentWeightByVisitedPolicyPow", &["fpu_parent_weight_by_visited_policy_pow"]),
    ("nnPolicyTemperature", &["nn_policy_temperature"]),
    ("rootPolicyTemperature", &["root_policy_temperature"]),
    ("rootPolicyTemperatureEarly", &["root_policy_temperature_early"]),
    ("rootNumSymmetriesToSample", &["root_num_symmetries_to_sample"]),
    ("rootSymmetryPruning", &["root_symmetry_pruning"]),
    ("ignorePreRootHistory", &["ignore_pre_root_history"]),
    ("analysisIgnorePreRootHistory", &["analysis_ignore_pre_root_history"]),
    ("conservativePass", &["conservative_pass"]),
    ("antiMirror", &["anti_mirror"]),
    ("playoutDoublingAdvantage", &["playout_doubling_advantage"]),
    ("playoutDoublingAdvantagePla", &["playout_doubling_advantage_pla"]),
];

/// A row of the table: its name, what it is about, its values and what it is for, then how the value is read
/// and set.
const fn row(
    name: &'static str,
    group: ParamGroup,
    kind: Kind,
    doc: &'static str,
    get: fn(&Params) -> String,
    set: fn(&mut Params, &str),
) -> Param {
    checked(name, group, kind, doc, Access::Field(get, set))
}

/// The same, but setting the value may fail.
const fn checked(
    name: &'static str,
    group: ParamGroup,
    kind: Kind,
    doc: &'static str,
    access: Access,
) -> Param {
    Param {
        name,
        group,
        aliases: &[],
        kind,
        doc,
        is_cost: false,
        access,
    }
}

#[rustfmt::skip]
const FIELDS: &[Param] = &[
    row("maxVisits", ParamGroup::Search, Kind::Number(0, MOST), "new visits of a search for a move, each of them a playout without a network; 0 for no limit",
        |params| params.visits.unwrap_or(0).to_string(),
        |params, value| params.visits = Some(number(value)).filter(|&visits| visits > 0)).also(&["maxPlayouts", "playouts"]).as_cost(),
    row("maxTime", ParamGroup::Time, Kind::Seconds, "seconds for a move when no clock runs; 0 for 1 s, or for no limit if visits are limited",
        |params| seconds_text(params.time.unwrap_or_default()),
        |params, value| params.time = Some(seconds(value)).filter(|time| !time.is_zero())).also(&["time"]).as_cost(),
    checked("nnModelFile", ParamGroup::Search, Kind::Model, "the network that evaluates positions: own, a file in KataGo's format, or none for playouts",
        Access::Checked(|params| model_text(params.player.model.as_ref()), |params, name| set_model(&mut params.player.model, name))).also(&["model"]).as_cost(),
    checked("backend", ParamGroup::Engine, Kind::Choice(BACKEND_NAMES), "what computes the network: auto for the fastest, gpu for a graphics card, best for the fastest instructions of the processor, or named ones; check compares with the portable ones and logs the largest difference",
        Access::Checked(|params| params.player.backend.kind.name.to_owned(), set_backend)).also(&["instructions"]).as_cost(),
    checked("device", ParamGroup::Engine, Kind::Card, "the graphics card for the back ends that use one: a part of its name, or its number from 0; the first one without",
        Access::Checked(|params| params.player.backend.device().unwrap_or_default().to_owned(), set_device)).as_cost(),
    row("numSearchThreads", ParamGroup::Engine, Kind::Number(1, 256), "threads of a search; as many as there are processors if it is not said, and more with a graphics card",
        |params| params.player.threads().to_string(),
        |params, value| params.player.threads = Some(number(value) as usize)).also(&["number_threads", "threads"]).as_cost(),
    row("memory_mb", ParamGroup::Engine, Kind::Number(1, 1 << 20), "megabytes (2^20 bytes) for a search: its tree, its cache of evaluations, and the network",
        |params| (params.player.memory >> 20).to_string(),
        |params, value| params.player.memory = number(value) << 20).as_cost(),
    row("level", ParamGroup::Search, Kind::Number(1, FULL_LEVEL as u64), "strength from 1, a beginner, to 10, no limit but visits and time: a short name for some ranks",
        |params| Rank::level(params.player.rank).to_string(),
        |params, value| params.player.rank = Rank::of_level(number(value) as usize)),
    row("rank", ParamGroup::Search, Kind::Choice(RANK_NAMES), "the amateur that kosumi plays like, from 15k to 7d, or none for no limit but visits and time",
        |params| Rank::name_of(params.player.rank).to_owned(),
        |params, value| params.player.rank = Rank::find(value)),
    row("ponderingEnabled", ParamGroup::Time, Kind::Flag, "whether the search goes on in the opponent's time",
        |params| params.pondering.to_string(),
        |params, value| params.pondering = is_true(value)).also(&["ponder", "pondering"]).as_cost(),
    row("reg_visits", ParamGroup::Search, Kind::Number(1, MOST), "visits of a search for reg_genmove and for questions about values, which ignore clocks",
        |params| params.reg_visits().to_string(),
        |params, value| params.reg_visits = Some(number(value))).also(&["max_games", "reg_playouts"]).as_cost(),
    row("dead_playouts", ParamGroup::Search, Kind::Number(2, 1_000_000), "playouts that find dead stones; a quarter of them where a network judges, too",
        |params| params.player.dead_playouts.to_string(),
        |params, value| params.player.dead_playouts = number(value) as u32).as_cost(),
    row("allowResignation", ParamGroup::Search, Kind::Flag, "whether genmove may resign; off in matches inside kosumi unless asked for",
        |params| params.player.resign.to_string(),
        |params, value| params.player.resign = is_true(value)).also(&["resign"]),
    row("resign_threshold", ParamGroup::Search, Kind::Share, "resign if the chance of winning is below this, 0 to 0.5, at resignConsecTurns moves in a row",
        |params| params.player.resign_threshold.to_string(),
        |params, value| params.player.resign_threshold = value.parse().unwrap_or(0.0)),
    row("resignThreshold", ParamGroup::Search, Kind::Real(-1.0, 0.0), "the same as the chance of winning less that of losing, -1 to 0",
        |params| round(2.0 * params.player.resign_threshold - 1.0).to_string(),
        |params, value| params.player.resign_threshold = round(f64::midpoint(value.parse().unwrap_or(-1.0), 1.0))),
    row("resignConsecTurns", ParamGroup::Search, Kind::Number(1, 1000), "at how many moves in a row the game must seem lost before genmove resigns",
        |params| params.player.resign_turns.to_string(),
        |params, value| params.player.resign_turns = number(value) as u32),
    row("resignMinScoreDifference", ParamGroup::Search, Kind::Tuned(0.0, 1000.0), "by how many points a player must be behind to resign; auto for any",
        |params| params.player.resign_points.map_or(AUTO.to_owned(), |points| points.to_string()),
        |params, value| params.player.resign_points = value.parse().ok()),
    row("resignMinMovesPerBoardArea", ParamGroup::Search, Kind::Tuned(0.0, 1.0), "before how many moves for each point of the board no player resigns; auto for a fifth, or two with a handicap",
        |params| params.player.resign_after.map_or(AUTO.to_owned(), |part| part.to_string()),
        |params, value| params.player.resign_after = value.parse().ok()),
    row("lagBuffer", ParamGroup::Time, Kind::Seconds, "seconds of every move that are kept back on a clock for delays",
        |params| seconds_text(params.lag),
        |params, value| params.lag = seconds(value)).also(&["lag"]),
    row("play_legality", ParamGroup::Rules, Kind::Choice(&["strict", "lenient"]), "whether play and loadsgf refuse ko, superko and suicide, or accept them",
        |params| if params.play_legality == Strictness::Lenient { "lenient" } else { "strict" }.to_owned(),
        |params, value| params.play_legality = if value == "lenient" { Strictness::Lenient } else { Strictness::Strict }),
    row("gnugo_compat", ParamGroup::Engine, Kind::Flag, "print PASS in upper case, as the regression files of GNU Go expect",
        |params| params.gnugo_compat.to_string(),
        |params, value| params.gnugo_compat = is_true(value)),
    row("reportAnalysisWinratesAs", ParamGroup::Engine, Kind::Choice(Perspective::WORDS), "for whom analysis reports chances, scores and ownership",
        |params| params.perspective.to_string(),
        |params, value| params.perspective = value.parse().expect("one of the words")).also(&["perspective"]),
    row("analysisPVLen", ParamGroup::Engine, Kind::Number(1, LONGEST_LINE as u64), "longest line of moves that analysis reports",
        |params| params.longest_line.to_string(),
        |params, value| params.longest_line = number(value) as usize).also(&["longest_line"]),
    row("livegfx", ParamGroup::Engine, Kind::Choice(LiveGraphics::WORDS), "what GoGui draws during a search: nothing, the visits of moves, or the best line",
        |params| LiveGraphics::WORDS[params.live_graphics as usize].to_owned(),
        |params, value| params.live_graphics = match value { "counts" => LiveGraphics::Counts, "sequence" => LiveGraphics::Sequence, _ => LiveGraphics::Off }),
    row("kgs_chat", ParamGroup::Engine, Kind::Flag, "whether kgs-chat is listed, so that kgsGtp lets people on KGS talk to kosumi",
        |params| params.chat.kgs.to_string(),
        |params, value| params.chat.kgs = is_true(value)),
    row("ogs_chat", ParamGroup::Engine, Kind::Flag, "whether every move is commented on standard error for the chat of online-go.com",
        |params| params.chat.ogs.to_string(),
        |params, value| params.chat.ogs = is_true(value)).also(&["ogsChatToStderr"]),
];

// No bound of a kind is NaN.
impl Eq for Kind {}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Kind::Flag => f.write_str("true or false"),
            Kind::Number(least, MOST) => write!(f, "a whole number of {least} or more"),
            Kind::Number(least, most) => write!(f, "a whole number from {least} to {most}"),
            Kind::Seconds => f.write_str("a number of seconds, 0 or more,"),
            Kind::Share => f.write_str("a number from 0 to 0.5"),
            Kind::Real(low, high) => write!(f, "a number from {low} to {high}"),
            Kind::Profile => f.write_str("the name of a profile"),
            Kind::Card => f.write_str("the name or number of a graphics card"),
            Kind::Model => write!(f, "{OWN_NAME}, {NO_NAME} or the name of a file"),
            Kind::Tuned(low, high) => write!(f, "{AUTO} or a number from {low} to {high}"),
            Kind::TunedCount(low, high) => {
                write!(f, "{AUTO} or a whole number from {low} to {high}")
            }
            Kind::TunedSwitch => write!(f, "{AUTO}, true or false"),
            Kind::TunedPlayer => write!(f, "{AUTO}, BLACK, WHITE or NONE"),
            Kind::Choice(words) => write!(f, "one of {}", words.join(", ")),
        }
    }
}

impl Kind {
    /// Checks a value and returns it as it is kept. Words are read in any case; visits and seconds beyond all patience
    /// are as good as the largest that are kept.
    ///
    /// # Errors
    /// The value is not one of the kind.
    pub fn check(self, value: &str) -> Result<String, ParamError> {
        self.read(value).ok_or(ParamError::BadValue(self))
    }

    fn read(self, value: &str) -> Option<String> {
        match self {
            Kind::Model => (!value.is_empty()).then(|| value.to_owned()),
            Kind::Flag => word(&["true", "false", "1", "0"], value),
            Kind::Choice(words) => word(words, value),
            Kind::Number(least, most) => {
                let number = count(value)?;
                let number = if most == MOST {
                    number.min(MOST)
                } else {
                    number
                };
                let is_inside = (least..=most).contains(&number);
                is_inside.then(|| number.to_string())
            }
            Kind::Seconds => {
                let seconds: f64 = value.parse().ok()?;
                let is_time = seconds.is_finite() && seconds >= 0.0;
                is_time.then(|| seconds.min(MOST_SECONDS).to_string())
            }
            Kind::Share => {
                let share: f64 = value.parse().ok()?;
                (0.0..=0.5).contains(&share).then(|| share.to_string())
            }
            Kind::Real(low, high) => {
                let number: f64 = value.parse().ok()?;
                (low..=high).contains(&number).then(|| number.to_string())
            }
            Kind::Profile | Kind::Card => Some(value.to_owned()),
            Kind::Tuned(..) | Kind::TunedCount(..) if value.eq_ignore_ascii_case(AUTO) => {
                Some(AUTO.to_owned())
            }
            Kind::TunedCount(low, high) => {
                let number: f32 = value.parse().ok()?;
                let is_count = number.fract() == 0.0 && (low..=high).contains(&number);
                is_count.then(|| number.to_string())
            }
            Kind::TunedSwitch => Some(match &*word(&[AUTO, "true", "false", "1", "0"], value)? {
                "1" => "true".to_owned(),
                "0" => "false".to_owned(),
                word => word.to_owned(),
            }),
            Kind::TunedPlayer => word(&[AUTO, "BLACK", "WHITE", "NONE"], value),
            Kind::Tuned(low, high) => {
                let number: f32 = value.parse().ok()?;
                (low..=high).contains(&number).then(|| number.to_string())
            }
        }
    }
}

/// One of some words, in any case.
fn word(words: &[&str], value: &str) -> Option<String> {
    let found = words.iter().find(|word| word.eq_ignore_ascii_case(value))?;
    Some((*found).to_owned())
}

/// A whole number; what is too large to be kept is the largest.
fn count(value: &str) -> Option<u64> {
    match value.parse() {
        Ok(number) => Some(number),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Some(u64::MAX),
        Err(_) => None,
    }
}

impl Param {
    /// The same parameter with the names that other programs use for it.
    const fn also(self, aliases: &'static [&'static str]) -> Param {
        Param { aliases, ..self }
    }

    /// The same parameter, fixed in the sandbox.
    const fn as_cost(self) -> Param {
        Param {
            is_cost: true,
            ..self
        }
    }

    fn tuned(param: &'static SearchParam) -> Param {
        let of_katago = KATAGO_NAMES
            .iter()
            .find(|(_, others)| others[0] == param.name);
        let (name, aliases) = of_katago.copied().unwrap_or((param.name, &[]));
        Param {
            name,
            group: ParamGroup::Search,
            aliases,
            kind: match param.kind {
                SearchParamKind::Number => Kind::Tuned(param.range.0, param.range.1),
                SearchParamKind::Count => Kind::TunedCount(param.range.0, param.range.1),
                SearchParamKind::Switch => Kind::TunedSwitch,
                SearchParamKind::Player => Kind::TunedPlayer,
            },
            doc: param.doc,
            is_cost: false,
            access: Access::Tuned(param),
        }
    }

    /// Returns true if it is a number of the search or of playouts, for experiments.
    pub const fn is_tuned(&self) -> bool {
        matches!(self.access, Access::Tuned(_))
    }

    /// Returns true if it says how people play; which network tells it is another question.
    pub fn is_about_people(&self) -> bool {
        self.name.starts_with("humanSL")
    }

    /// The parameter of a name or an alias.
    ///
    /// # Errors
    /// There is none.
    pub fn find(name: &str) -> Result<&'static Param, ParamError> {
        let is_it = |param: &&Param| param.names().any(|known| known == name);
        PARAMS.iter().find(is_it).ok_or_else(|| {
            let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
            let is_of_a_bot = stem.len() < name.len()
                && PARAMS
                    .iter()
                    .flat_map(Param::names)
                    .any(|known| known == stem);
            let reason = reason_against(name).or(is_of_a_bot.then_some(OF_A_BOT));
            let name = name.to_owned();
            match reason {
                Some(reason) => ParamError::Refused { name, reason },
                None => ParamError::Unknown {
                    near: nearest(&name, PARAMS.iter().flat_map(Param::names)),
                    name,
                },
            }
        })
    }

    /// Its name and its aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        [self.name].into_iter().chain(self.aliases.iter().copied())
    }

    /// Returns true if it is a number of the search that is not the default.
    pub fn is_set(&self, params: &Params) -> bool {
        self.is_tuned() && self.get(params) != AUTO
    }

    /// Its value as text.
    pub fn get(&self, params: &Params) -> String {
        match self.access {
            Access::Field(get, _) | Access::Checked(get, _) => get(params),
            Access::Tuned(param) => {
                let value = params.player.overrides.get(param);
                value.map_or(AUTO.to_owned(), |value| tuned_text(param, value))
            }
        }
    }

    /// Sets its value.
    ///
    /// # Errors
    /// The value is not one of its kind, or strangers may not change it; nothing is changed.
    pub fn set(&self, params: &mut Params, value: &str) -> Result<(), ParamError> {
        if params.sandbox.is_some() && self.is_cost {
            return Err(ParamError::Fixed(self.name));
        }
        let value = self.kind.check(value)?;
        match self.access {
            Access::Field(_, set) => set(params, &value),
            Access::Checked(_, set) => return set(params, &value),
            Access::Tuned(param) => params.player.overrides.set(param, tuned_number(&value)),
        }
        Ok(())
    }
}

/// The words for numbers of the search that are none to their users.
const TUNED_WORDS: &[(SearchParamKind, f32, &str)] = &[
    (SearchParamKind::Switch, 0.0, "false"),
    (SearchParamKind::Switch, 1.0, "true"),
    (SearchParamKind::Player, -1.0, "WHITE"),
    (SearchParamKind::Player, 0.0, "NONE"),
    (SearchParamKind::Player, 1.0, "BLACK"),
];

/// A number of the search as text.
fn tuned_text(param: &SearchParam, value: f32) -> String {
    let is_it = |row: &&(SearchParamKind, f32, &str)| {
        row.0 == param.kind && row.1.total_cmp(&value).is_eq()
    };
    let word = TUNED_WORDS.iter().find(is_it);
    word.map_or_else(|| value.to_string(), |row| row.2.to_owned())
}

/// The number that a text of the kind means; `None` for the default.
fn tuned_number(text: &str) -> Option<f32> {
    let word = TUNED_WORDS.iter().find(|row| row.2 == text);
    word.map_or_else(|| text.parse().ok(), |row| Some(row.1))
}

fn model_text(model: Option<&Model>) -> String {
    model.map_or(NO_NAME.to_owned(), Model::name)
}

/// Sets a network to that of a name, unless it is the one that is used already.
fn set_model(model: &mut Option<Model>, name: &str) -> Result<(), ParamError> {
    if name != model_text(model.as_ref()) {
        let found = Model::find(name);
        *model = found.map_err(|error| ParamError::NoModel(format!("{name}: {error}")))?;
    }
    Ok(())
}

fn set_backend(params: &mut Params, name: &str) -> Result<(), ParamError> {
    params.player.backend.kind = BackendKind::find(name)?;
    Ok(())
}

fn set_device(params: &mut Params, name: &str) -> Result<(), ParamError> {
    let device = Some(name).filter(|name| !name.is_empty());
    Ok(params.player.backend.set_device(device)?)
}

fn is_true(value: &str) -> bool {
    value == "true" || value == "1"
}

fn number(value: &str) -> u64 {
    value.parse().unwrap_or(0)
}

/// A number without the noise of binary fractions.
fn round(number: f64) -> f64 {
    (number * 1e9).round() / 1e9
}

fn seconds(value: &str) -> Duration {
    value
        .parse()
        .map_or(Duration::ZERO, Duration::from_secs_f64)
}

fn seconds_text(time: Duration) -> String {
    time.as_secs_f64().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_round_trip_and_bad_ones_change_nothing() {
        let mut params = Params::default();
        for param in PARAMS.iter() {
            let text = param.get(&params);
            param.set(&mut params, &text).unwrap();
            assert_eq!(param.get(&params), text, "{}", param.name);
            let before = params.clone();
            for bad in ["", "abc", "-9", "nan", "inf", "1e999"] {
                if matches!(param.kind, Kind::Profile | Kind::Card) && bad.is_empty() {
                    // Nobody, or no card.
                    continue;
                }
                let result = param.set(&mut params, bad);
                let is_refused = matches!(
                    result,
                    Err(ParamError::BadValue(_)
                        | ParamError::NoModel(_)
                        | ParamError::NoProfile(_)
                        | ParamError::NoBackend(_))
                );
                assert!(is_refused, "{}: {result:?}", param.name);
            }
            assert_eq!(params, before);
        }
        assert!(Param::find("nope").is_err());
        Param::find("maxVisits")
            .unwrap()
            .set(&mut params, "77")
            .unwrap();
        assert_eq!(params.visits, Some(77));
    }

    fn set(name: &str, value: &str) -> Option<String> {
        let (mut params, param) = (Params::default(), Param::find(name).unwrap());
        let result = param.set(&mut params, value);
        result.ok().map(|()| param.get(&params))
    }

    #[test]
    fn words_are_read_in_any_case() {
        for (name, value, kept) in [
            ("allowResignation", "False", "false"),
            ("ponderingEnabled", "TRUE", "true"),
            ("reportAnalysisWinratesAs", "black", "BLACK"),
            ("livegfx", "Counts", "counts"),
            ("play_legality", "LENIENT", "lenient"),
            ("mixture", "AUTO", "auto"),
        ] {
            assert_eq!(set(name, value).as_deref(), Some(kept), "{name}");
        }
    }

    #[test]
    fn more_than_enough_is_the_largest_there_is() {
        let most = MOST.to_string();
        for value in ["1125899906842624", "99999999999999999999"] {
            assert_eq!(set("maxVisits", value), Some(most.clone()));
            assert_eq!(set("reg_playouts", value), Some(most.clone()));
        }
        assert_eq!(set("maxTime", "1e20").as_deref(), Some("1000000000"));
        for (name, value) in [
            ("threads", "257"),
            ("level", "11"),
            ("memory_mb", "9999999"),
        ] {
            assert_eq!(set(name, value), None, "{name}");
        }
    }

    #[test]
    fn strangers_may_not_change_what_a_command_costs() {
        let mut params = Params {
            sandbox: Some(Duration::from_secs(1)),
            ..Params::default()
        };
        for name in [
            "maxVisits",
            "maxTime",
            "nnModelFile",
            "humanModelFile",
            "backend",
            "numSearchThreads",
            "memory_mb",
            "ponderingEnabled",
            "reg_visits",
            "dead_playouts",
        ] {
            let param = Param::find(name).unwrap();
            let value = param.get(&Params::default());
            let result = param.set(&mut params, &value);
            assert_eq!(result, Err(ParamError::Fixed(name)));
        }
        let result = Param::find("playouts").unwrap().set(&mut params, "5");
        assert_eq!(result, Err(ParamError::Fixed("maxVisits")));
        Param::find("level").unwrap().set(&mut params, "5").unwrap();
        assert_eq!(params.player.rank, Rank::of_level(5));
    }

    #[test]
    fn errors_tell_what_is_expected_or_which_name_is_near() {
        for (name, value, said) in [
            ("level", "11", "a whole number from 1 to 10"),
            ("playouts", "many", "a whole number of 0 or more"),
            ("pondering", "maybe", "true or false"),
            ("resign_threshold", "0.6", "a number from 0 to 0.5"),
            ("play_legality", "x", "one of strict, lenient"),
            ("expand_visits", "-1", "auto or a number from 0 to 1000000"),
            ("model", "", "own, none or the name of a file"),
            ("lag", "-1", "a number of seconds, 0 or more,"),
        ] {
            let error = Param::find(name)
                .unwrap()
                .set(&mut Params::default(), value);
            let text = error.unwrap_err().to_string();
            assert_eq!(text, format!("invalid value: {said} is expected"), "{name}");
        }
        let unknown = |name| Param::find(name).unwrap_err().to_string();
        assert_eq!(
            unknown("maxVisit"),
            "there is no parameter 'maxVisit'; did you mean 'maxVisits'?"
        );
        assert_eq!(unknown("xyz"), "there is no parameter 'xyz'");
    }

    #[test]
    fn settings_of_katagos_that_are_none_are_refused_with_a_reason() {
        let mut params = Params::default();
        let before = params.clone();
        params.set("useGraphSearch", "true").unwrap();
        for name in ["nnRandomize", "maxVisits0", "cudaUseFP16"] {
            let error = params.set(name, "true").unwrap_err();
            assert!(matches!(error, ParamError::Refused { .. }), "{error}");
            assert!(error.to_string().contains(&format!("'{name}': ")));
        }
        assert!(matches!(
            params.set("nonsense0", "1"),
            Err(ParamError::Unknown { .. })
        ));
        assert_eq!(params, before);
    }

    #[test]
    fn words_stand_for_numbers_of_the_search() {
        for (name, value, kept) in [
            ("antiMirror", "True", "true"),
            ("antiMirror", "0", "false"),
            ("playoutDoublingAdvantagePla", "black", "BLACK"),
            ("playoutDoublingAdvantagePla", "none", "NONE"),
            ("rootNumSymmetriesToSample", "8.0", "8"),
            ("resignThreshold", "-0.9", "-0.9"),
            ("resignMinScoreDifference", "10", "10"),
        ] {
            assert_eq!(set(name, value).as_deref(), Some(kept), "{name}");
        }
        for (name, value) in [
            ("antiMirror", "2"),
            ("rootNumSymmetriesToSample", "2.5"),
            ("playoutDoublingAdvantagePla", "green"),
            ("resignThreshold", "0.5"),
        ] {
            assert_eq!(set(name, value), None, "{name}");
        }
        let mut params = Params::default();
        params.set("resignThreshold", "-0.9").unwrap();
        assert!((params.player.resign_threshold - 0.05).abs() < 1e-9);
    }

    #[test]
    fn the_own_network_has_not_learned_what_an_advantage_is() {
        let mut params = Params::default();
        params.set(ADVANTAGE, "0").unwrap();
        assert_eq!(params.check(), Ok(()));
        params.set(ADVANTAGE, "1.5").unwrap();
        assert_eq!(params.check(), Err(ParamError::Untrained("own".to_owned())));
        params.set(ADVANTAGE, "auto").unwrap();
        assert_eq!(params.check(), Ok(()));
    }

    #[test]
    fn katagos_names_and_the_old_ones_mean_the_same() {
        for (name, others) in KATAGO_NAMES {
            let param = Param::find(name).unwrap();
            assert!(
                SEARCH_PARAMS.iter().any(|param| param.name == others[0]),
                "{name}"
            );
            for other in *others {
                assert_eq!(Param::find(other).unwrap().name, *name, "{other}");
            }
            assert_eq!(param.name, *name);
        }
        for (old, name) in [
            ("playouts", "maxVisits"),
            ("time", "maxTime"),
            ("model", "nnModelFile"),
            ("threads", "numSearchThreads"),
            ("pondering", "ponderingEnabled"),
            ("reg_playouts", "reg_visits"),
            ("resign", "allowResignation"),
            ("lag", "lagBuffer"),
            ("perspective", "reportAnalysisWinratesAs"),
            ("longest_line", "analysisPVLen"),
        ] {
            assert_eq!(Param::find(old).unwrap().name, name, "{old}");
        }
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = PARAMS.iter().flat_map(Param::names).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
