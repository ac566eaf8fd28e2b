//! From game records to learned weights: the gammas of [`crate::pattern::weights`].
//!
//! First a harvest: shapes around moves that were played often become known. Then from a sample of
//! positions the gammas are fitted by minorization and maximization (Coulom, "Computing Elo ratings
//! of move patterns in the game of Go", 2007), for each class of board sizes a model of its own. The
//! large boards come first; the others start from them and are drawn to them where they have seen
//! little. Last, the models are judged by games that were held out.

mod decisions;
mod evaluate;
mod fit;
mod harvest;
mod replay;
#[cfg(test)]
mod tests;

pub use evaluate::Report;

use crate::go::Record;
use crate::pattern::weights::{Model, Weights};
use crate::rng::Rng;
use decisions::Decisions;
use harvest::Harvest;

/// The longest sides of the boards that share a model.
pub const CLASSES: [u8; 3] = [10, 15, 25];

/// How to learn.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Shapes are known that were played at least so often.
    pub min_plays: u32,
    /// At most so many shapes of a kind are known, those played most often; below 65536.
    pub max_shapes: usize,
    /// Positions of each class to learn from, at most.
    pub positions: usize,
    /// Every so many-th game is not learned from but tested with.
    pub hold_out: usize,
    /// Rounds of the fit; each improves all groups once.
    pub rounds: usize,
    /// Virtual wins, and as many losses, of each shape against the next smaller shape, and of each
    /// feature of a small board against itself on larger boards.
    pub inherited: f64,
    /// The seed of the sample of positions.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            min_plays: 50,
            max_shapes: 60_000,
            positions: 200_000,
            hold_out: 10,
            rounds: 20,
            inherited: 4.0,
            seed: 1,
        }
    }
}

/// There is nothing to learn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no game to learn from")]
pub struct NoGames;

/// What has been learned, and how well it predicts.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The weights, with gammas rounded as in their file.
    pub weights: Weights,
    /// For each class of which games were held out, its longest side and the report.
    pub reports: Vec<(u8, Report)>,
}

/// The class of a record, as a place in [`CLASSES`].
fn class_of(record: &Record) -> usize {
    let longest = record.size.width().max(record.size.height());
    CLASSES
        .iter()
        .position(|&side| longest <= side)
        .unwrap_or(CLASSES.len() - 1)
}

/// Learns weights from games. `tell` hears what is going on, one line a step.
///
/// Takes minutes and, for each million of candidate moves, about 30 MB.
///
/// # Errors
/// There is no game.
pub fn learn(
    records: &[Record],
    settings: &Settings,
    tell: &mut dyn FnMut(&str),
) -> Result<Learned, NoGames> {
    let is_held_out =
        |place: usize| settings.hold_out > 0 && (place + 1).is_multiple_of(settings.hold_out);
    let learning: Vec<&Record> = selected(records, |place| !is_held_out(place));
    let harvest = Harvest::of(&learning, settings);
    let counts = harvest.keys.each_ref().map(Vec::len);
    tell(&format!("{} games, {counts:?} shapes", learning.len()));
    let models = models(&learning, &harvest, settings, tell);
    if models.is_empty() {
        return Err(NoGames);
    }
    let weights = Weights::new(harvest.keys, models);
    let weights = Weights::parse(&weights.to_bytes()).map_err(|_| NoGames)?;
    let held_out = selected(records, is_held_out);
    let reports = report(&weights, &held_out);
    Ok(Learned { weights, reports })
}

fn selected(records: &[Record], mut is_wanted: impl FnMut(usize) -> bool) -> Vec<&Record> {
    let chosen = records
        .iter()
        .enumerate()
        .filter(|(place, _)| is_wanted(*place));
    chosen.map(|(_, record)| record).collect()
}

/// The models of all classes with games, small boards first.
fn models(
    records: &[&Record],
    harvest: &Harvest,
    settings: &Settings,
    tell: &mut dyn FnMut(&str),
) -> Vec<Model> {
    let mut models: Vec<Model> = Vec::new();
    for class in (0..CLASSES.len()).rev() {
        let of_class: Vec<&Record> = records
            .iter()
            .copied()
            .filter(|record| class_of(record) == class)
            .collect();
        let mut rng = Rng::new(settings.seed);
        let decisions = Decisions::sample(&of_class, &harvest.keys, settings.positions, &mut rng);
        tell(&format!(
            "{}: {} positions with {} moves",
            CLASSES[class],
            decisions.len(),
            decisions.moves()
        ));
        if decisions.len() == 0 {
            continue;
        }
        let prior = match models.last() {
            Some(model) => fit::Prior::of_model(model, settings.inherited),
            None => fit::Prior::of_shapes(harvest, settings.inherited),
        };
        let gammas = fit::fit(
            &decisions,
            &prior,
            settings.rounds,
            &mut |round, evidence| {
                tell(&format!(
                    "{}: round {round}, mean log-evidence {evidence:.4}",
                    CLASSES[class]
                ));
            },
        );
        models.push(Model {
            longest_side: CLASSES[class],
            gammas,
        });
    }
    models.reverse();
    models
}

/// How well weights predict the moves of games, by classes of board sizes.
#[must_use]
pub fn report(weights: &Weights, records: &[&Record]) -> Vec<(u8, Report)> {
    let of_class = |class: usize| {
        let records = records
            .iter()
            .copied()
            .filter(|record| class_of(record) == class);
        let report = Report::of(weights, records);
        (report.positions() > 0).then_some((CLASSES[class], report))
    };
    (0..CLASSES.len()).filter_map(of_class).collect()
}
