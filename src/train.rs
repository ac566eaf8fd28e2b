//! Learning: [`patterns`] fits the prior for the search without a network to game records. [`rows`] makes training data for
//! networks from game records, and [`selfplay`] from games of a network with itself.

mod analyst;
pub mod leaves;
pub mod patterns;
mod row;
pub mod rows;
pub mod selfplay;
mod shards;

use crate::eval::{BackendError, BackendKind};
use crate::go::rules::{PRESETS, Preset};
use crate::go::{Color, Game, Outcome};
use crate::names::{did_you_mean, near_rules};
use crate::rng::Rng;
use clap::builder::RangedU64ValueParser;

/// Reads a flag that counts at least one thing.
fn one_or_more() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..)
}

/// Reads a flag that says of how many of a hundred something holds.
fn of_a_hundred() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(0..=100)
}

/// Checks the name of a back end that a flag gives.
fn backend_name(text: &str) -> Result<String, BackendError> {
    BackendKind::find(text).map(|kind| kind.name.to_owned())
}

/// Checks the name of a rule set that a flag gives.
fn rules_name(text: &str) -> Result<String, String> {
    match Preset::find(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(error) => Err(error.to_string() + &did_you_mean(near_rules(text))),
    }
}

/// Puts things into an order of which each is as likely as any other.
fn shuffle<T>(things: &mut [T], rng: &mut Rng) {
    for last in (1..things.len()).rev() {
        things.swap(last, rng.below(last + 1));
    }
}

/// Gives a game another rule set and komi: those of records are few, and one of the players is often far ahead
/// where people want to know who wins.
fn change_conditions(game: &mut Game, rng: &mut Rng) {
    let preset = &PRESETS[rng.below(PRESETS.len())];
    game.set_rules(preset.rules);
    let size = game.board().size();
    let most = size.width().max(size.height());
    // Half points to both sides of the komi, small changes more likely.
    let mut below = || f64::from(rng.below(2 * usize::from(most) + 1) as u16) / 2.0;
    let change = below() + below() - 2.0 * f64::from(most);
    game.set_komi(game.komi() + change);
}

/// What a game that ended so was worth to a player, 0 to 1. Time and forfeits say little about positions.
fn worth(outcome: &Outcome, color: Color) -> Option<f32> {
    match outcome {
        Outcome::Draw => Some(0.5),
        Outcome::NoResult | Outcome::Time(_) | Outcome::Forfeit(_) => None,
        decided => {
            let winner = decided.winner()?;
            Some(f32::from(u8::from(winner == color)))
        }
    }
}
