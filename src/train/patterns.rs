//! From game records to learned weights: the gammas of [`crate::pattern::weights`].
//!
//! First a harvest: shapes around moves that were played often become known. Then from a sample of
//! positions the gammas are fitted by minorization and maximization (Coulom, "Computing Elo ratings
//! of move patterns in the game of Go", 2007), for each class of board sizes a model of its own. The
//! large boards come first; the others start from them and are drawn to them where they have seen
//! little. Last, the models are judged by games that were held out.
//!
//! The weights of the program were made by
//!
//! ```text
//! kosumi train patterns --out src/pattern/weights.bin --test tygem-9d-19x19-valid.sgf \
//!     tygem-9d-19x19-train.sgf selfplay-9x9.sgf selfplay-13x13.sgf
//! ```
//!
//! which takes about three minutes of one core and 4 GB. They put the move made in the first place in
//! 41.0 % of the positions of test games on 19x19 (mean log-evidence -2.46), and in 58.4 % (-1.48) and
//! 63.2 % (-1.18) of those of the games held out on 13x13 and 9x9, which a program had played.

mod decisions;
mod fit;
#[cfg(test)]
mod tests;

pub use decisions::FitReport;

use crate::go::Record;
use crate::pattern::weights::{TeamModel, Weights, WeightsError};
use crate::rng::Rng;
use clap::builder::RangedU64ValueParser;
use decisions::{Decisions, Harvest};

/// The longest sides of the boards that share a model.
pub const CLASSES: [u8; 3] = [10, 15, 25];

/// How to learn. As flags of a program they stand for themselves.
#[derive(Clone, Debug, clap::Args)]
pub struct PatternSettings {
    /// Plays that make a shape known
    #[arg(long, default_value_t = 20)]
    pub min_plays: u32,
    /// Shapes of a kind, at most, those played most often; below 65536
    #[arg(long, default_value_t = 60_000, value_parser = RangedU64ValueParser::<usize>::new().range(..65536))]
    pub max_shapes: usize,
    /// Positions of each class of board sizes to learn from, at most
    #[arg(long, default_value_t = 400_000)]
    pub positions: usize,
    /// One game in N is held out for tests; 0 for none
    #[arg(long, default_value_t = 20)]
    pub hold_out: usize,
    /// Rounds of the fit; each improves all groups once
    #[arg(long, default_value_t = 14)]
    pub rounds: usize,
    /// Virtual wins and losses of each shape against the next smaller shape, and of each feature of a
    /// small board against itself on larger boards
    #[arg(long, default_value_t = 8.0, value_parser = not_negative)]
    pub inherited: f64,
    /// Seed of the sample of positions
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Reads a number of 0 or more.
fn not_negative(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    let number = number.filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "a number of 0 or more is expected".to_owned())
}

/// Nothing has been learned.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum LearnError {
    /// There is nothing to learn from.
    #[error("no game to learn from")]
    NoGames,
    /// The settings have led to numbers that are no weights.
    #[error(transparent)]
    Weights(#[from] WeightsError),
}

/// What has been learned, and how well it predicts.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The weights, with gammas rounded as in their file.
    pub weights: Weights,
    /// For each class of which games were held out, its longest side and the report.
    pub reports: Vec<(u8, FitReport)>,
}

/// The records of a class of board sizes, which is a place in [`CLASSES`].
fn of_class<'a>(records: &[&'a Record], class: usize) -> Vec<&'a Record> {
    let mut found = records.to_vec();
    found.retain(|record| {
        let longest = record.size.width().max(record.size.height());
        let class_of_record = CLASSES.iter().position(|&side| longest <= side);
        class_of_record == Some(class)
    });
    found
}

/// Learns weights from games. `observe` gets a line for each step.
///
/// Takes minutes and, for each million of candidate moves, about 30 MB.
///
/// # Errors
/// There is no game, or a setting makes no sense.
pub fn learn(
    records: &[Record],
    settings: &PatternSettings,
    observe: &mut dyn FnMut(&str),
) -> Result<Learned, LearnError> {
    let (mut learning, mut held_out) = (Vec::new(), Vec::new());
    for (number, record) in (1..).zip(records) {
        if settings.hold_out > 0 && usize::is_multiple_of(number, settings.hold_out) {
            held_out.push(record);
        } else {
            learning.push(record);
        }
    }
    let harvest = Harvest::of(&learning, settings);
    let counts = harvest.keys.each_ref().map(Vec::len);
    observe(&format!("{} games, {counts:?} shapes", learning.len()));
    let models = models(&learning, &harvest, settings, observe);
    if models.is_empty() {
        return Err(LearnError::NoGames);
    }
    let weights = Weights::new(harvest.keys, models);
    let weights = Weights::parse(&weights.to_bytes())?;
    let reports = report(&weights, &held_out);
    Ok(Learned { weights, reports })
}

/// The models of all classes with games, small boards first.
fn models(
    records: &[&Record],
    harvest: &Harvest,
    settings: &PatternSettings,
    observe: &mut dyn FnMut(&str),
) -> Vec<TeamModel> {
    let mut models: Vec<TeamModel> = Vec::new();
    for (class, longest_side) in CLASSES.into_iter().enumerate().rev() {
        let records = of_class(records, class);
        let mut rng = Rng::new(settings.seed);
        let decisions = Decisions::sample(&records, &harvest.keys, settings.positions, &mut rng);
        let (positions, moves) = (decisions.len(), decisions.moves());
        observe(&format!(
            "{longest_side}: {positions} positions with {moves} moves"
        ));
        if positions == 0 {
            continue;
        }
        let prior = match models.last() {
            Some(model) => fit::GammaPrior::of_model(model, settings.inherited),
            None => fit::GammaPrior::of_shapes(harvest, settings.inherited),
        };
        let gammas = fit::fit(
            &decisions,
            &prior,
            settings.rounds,
            &mut |round, evidence| {
                observe(&format!(
                    "{longest_side}: round {round}, mean log-evidence {evidence:.4}"
                ));
            },
        );
        models.push(TeamModel {
            longest_side,
            gammas,
        });
    }
    models.reverse();
    models
}

/// How well weights predict the moves of games, by classes of board sizes.
pub fn report(weights: &Weights, records: &[&Record]) -> Vec<(u8, FitReport)> {
    let report = |class: usize| {
        let report = FitReport::of(weights, of_class(records, class).into_iter());
        (report.positions() > 0).then_some((CLASSES[class], report))
    };
    (0..CLASSES.len()).filter_map(report).collect()
}
