//! Rule sets as data: one field for each thing in which the rules of the world differ.
//!
//! [`Rules`] says how to play and count; [`PRESETS`] holds every rule set that has a name. A new
//! rule set is one row there; a new kind of rule is one more variant here, and the compiler then lists
//! the places that must handle it.

mod kata;
mod presets;
mod text;

pub use kata::{KataError, KataField};
pub use presets::{PRESETS, Preset, USUAL_RULES, UnknownRules};
pub use text::{RuleSet, RulesError};

use crate::go::{Color, Points};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// Which repetition a play may not bring about. A pass is never forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum KoRule {
    /// The position just before the opponent's last move.
    Simple,
    /// Any earlier position, the first one included (positional superko).
    Positional,
    /// Any earlier position with the same player to move; positions that a pass left behind count
    /// (situational superko).
    Situational,
    /// Any earlier position that a play of the same player created; the first position counts as
    /// created by whoever does not move first (natural situational superko).
    NaturalSituational,
}

/// If a player may remove his own stones by a play that captures nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Suicide {
    /// Never.
    Forbidden,
    /// Several stones, not a single one.
    SeveralStones,
    /// Any number. The ko rule may still forbid a single one, because it leaves the board as it was.
    Any,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Scoring {
    /// Own stones and the empty regions bordered by them alone.
    Area,
    /// The empty regions bordered by own stones alone, and prisoners.
    Territory,
    /// Own stones.
    Stones,
}

/// Which one-color empty points do not count after all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Tax {
    /// All count.
    None,
    /// Those that touch a group in seki do not.
    Seki,
    /// Every group pays two of its points, or one if it lives in seki with one eye.
    Groups,
}

/// Who wins when both have the same score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Tie {
    /// Nobody.
    Draw,
    /// Black.
    Black,
    /// White.
    White,
}

impl Tie {
    /// Who wins by a margin of Black over White; `None` if it is a draw.
    pub fn winner(self, margin: Points) -> Option<Color> {
        match (margin.cmp(&Points::ZERO), self) {
            (Ordering::Greater, _) | (Ordering::Equal, Tie::Black) => Some(Color::Black),
            (Ordering::Less, _) | (Ordering::Equal, Tie::White) => Some(Color::White),
            (Ordering::Equal, Tie::Draw) => None,
        }
    }
}

/// Where handicap stones go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum HandicapPlacement {
    /// On the star points.
    Fixed,
    /// Where Black likes.
    Free,
}

/// What White receives for `n` handicap stones, besides komi. 0 for fewer than two stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Compensation {
    /// Nothing.
    None,
    /// `n - 1` points.
    AllButOne,
    /// `n` points.
    All,
}

/// What a pass costs or earns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Passes {
    /// Nothing.
    Plain,
    /// One prisoner for the opponent, and White passes last: one more for Black if Black passed
    /// last. It changes the count of territory only.
    Stones,
    /// Black owes a point if White was the first to pass.
    FirstPass,
    /// The first pass of the game earns half a point and does not count towards the end.
    Button,
}

/// When play stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum GameEnd {
    /// After two passes in a row.
    TwoPasses,
    /// After two passes in a row, but only after four while a ko is open, that is while either player could take one:
    /// a ko that matters is closed before, and none is closed inside of dead stones or a seki.
    TwoPassesKoClosed,
}

/// How a dispute about dead stones ends, after play has gone on because of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Dispute {
    /// By agreement, whenever play stops again.
    Agreement,
    /// All stones live if both pass again at once: after four passes in a row.
    FourPasses,
    /// All stones live when play stops again.
    SecondStop,
}

/// How dead stones are determined when play has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DeadStones {
    /// Not at all: the position is counted as it stands.
    AsItStands,
    /// By agreement; without it play goes on.
    Agreement(Dispute),
    /// By hypothetical play from the final position.
    HypotheticalPlay(KoPass),
}

/// Which bans on retaking a ko a pass for a ko lifts in hypothetical play, where no threat does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum KoPass {
    /// None: there is no such pass.
    Never,
    /// That of one ko in which a stone of the player was taken (J1989, article 7.2).
    One,
    /// All that are in force (J2003).
    Every,
}

/// What becomes of a game that goes round in a cycle which the ko rule allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum LongCycle {
    /// It has no result.
    NoResult,
    /// It is drawn.
    Draw,
    /// Whoever captured more stones in the cycle wins; with equal numbers it is drawn.
    MoreCaptures,
}

/// How to play and how to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rules {
    /// Forbidden repetition.
    pub ko: KoRule,
    /// Self-capture.
    pub suicide: Suicide,
    /// What counts.
    pub scoring: Scoring,
    /// What does not count after all.
    pub tax: Tax,
    /// White's usual points in an even game. The komi of a game is its own.
    pub komi: Points,
    /// Equal scores.
    pub tie: Tie,
    /// Places of handicap stones.
    pub handicap: HandicapPlacement,
    /// White's points for handicap stones.
    pub compensation: Compensation,
    /// White's usual komi in a handicap game.
    pub handicap_komi: Points,
    /// The price of a pass.
    pub passes: Passes,
    /// The end of play.
    pub end: GameEnd,
    /// The status of stones.
    pub dead_stones: DeadStones,
    /// Endless cycles.
    pub long_cycle: LongCycle,
}

impl Rules {
    /// White's points for a number of handicap stones.
    pub fn compensation_for(&self, stones: usize) -> Points {
        match self.compensation {
            Compensation::AllButOne if stones >= 2 => Points::count(stones - 1),
            Compensation::All if stones >= 2 => Points::count(stones),
            _ => Points::ZERO,
        }
    }

    /// Returns true if both players fill dame and defend before they count.
    pub fn fills_before_count(&self) -> bool {
        // With pass stones a point filled costs what a pass costs.
        self.scoring == Scoring::Territory && self.passes != Passes::Stones || self.tax == Tax::Seki
    }
}
