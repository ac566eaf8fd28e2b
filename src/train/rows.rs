//! Rows from game records: positions with the targets of a network.
//!
//! A teacher, which is a network, labels some positions of each game, unless others label them later. Some positions get a few
//! random moves first, so that the pupil learns to judge bad moves, and some get other rules and another komi.
//!
//! A shard has the rows of some hundred games on boards of one size. It depends on these, the settings and the teacher alone.

mod sample;
#[cfg(test)]
mod tests;

use super::analyst::{Analyst, Labeler};
use super::leaves::Leaves;
use super::{backend_name, of_a_hundred, one_or_more, row, rules_name, shards, shuffle};
use crate::eval::NetEvaluator;
use crate::files::FileError;
use crate::go::rules::UnknownRules;
use crate::go::{Record, Rules, Size};
use crate::net::Network;
use crate::rng::Rng;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// How rows are made. As flags of a program they stand for themselves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, clap::Args)]
pub struct RowsSettings {
    /// Positions of each game, at most
    #[arg(long, default_value_t = 8, value_parser = one_or_more())]
    pub positions: usize,
    /// Visits of the teacher's search of a position; with 1 its evaluation is taken as it is
    #[arg(long, alias = "looks", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    #[serde(alias = "looks")]
    pub visits: u64,
    /// Percentage of positions that get a few random moves first
    #[arg(long, default_value_t = 15, value_parser = of_a_hundred())]
    pub detours: usize,
    /// Percentage of positions with random rules and komi
    #[arg(long, default_value_t = 25, value_parser = of_a_hundred())]
    pub strange: usize,
    /// What searches add.
    #[command(flatten)]
    #[serde(default)]
    pub leaves: Leaves,
    /// Rules of records that name none
    #[arg(long, default_value = "chinese", value_parser = rules_name)]
    pub rules: String,
    /// Games in a shard
    #[arg(long, default_value_t = 500, value_parser = one_or_more())]
    pub shard_games: usize,
    /// Seed of all random numbers
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// What computes networks. Portable, avx2, avx512 and neon compute in floats; int16 and amx, which best takes where it
    /// can, round more
    #[arg(long, default_value = "best", value_name = "NAME", value_parser = backend_name, alias = "instructions")]
    #[serde(alias = "instructions")]
    pub backend: String,
}

/// Rows could not be made.
#[derive(Debug, thiserror::Error)]
pub enum RowsError {
    /// A file or the folder could not be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// There are no rules of the name.
    #[error(transparent)]
    Rules(#[from] UnknownRules),
    /// Positions of searches are asked for, but there is no network to search with.
    #[error("positions of searches need a network that searches")]
    NoPlayer,
    /// No game is on a board that networks know.
    #[error("no game to learn from")]
    NoGames,
}

/// What the rows of a folder are made from.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct RowsOrigin {
    /// No network if the rows are not labeled.
    teacher: Option<String>,
    #[serde(default)]
    player: Option<String>,
    games: usize,
    /// Of all games.
    moves: usize,
    settings: RowsSettings,
}

/// Some games on boards of one size.
#[derive(Debug)]
struct GamesShard<'a> {
    seed: u64,
    size: Size,
    games: Vec<&'a Record>,
}

/// Who labels the rows, and who else searches.
#[derive(Clone, Copy, Debug)]
pub struct Labelers<'a> {
    /// The network that says what rows hold; without one they hold nothing yet.
    pub teacher: Option<&'a NetEvaluator>,
    /// The one whose searches are followed to more positions, if it is not the teacher.
    pub player: Option<&'a NetEvaluator>,
}

/// Makes the rows of games in a folder, in a number of threads. After each shard `observe` gets how many of how many
/// are done.
///
/// # Errors
/// The folder has rows of something else, a file cannot be written, or there is nothing to learn from.
pub fn make(
    records: &[Record],
    cast: Labelers<'_>,
    settings: &RowsSettings,
    folder: &Path,
    jobs: usize,
    observe: &mut dyn FnMut(usize, usize),
) -> Result<(), RowsError> {
    let usual: Rules = settings.rules.parse()?;
    let shards = shards(records, settings);
    if shards.is_empty() {
        return Err(RowsError::NoGames);
    }
    let player = cast.player.or(cast.teacher);
    if settings.leaves.count > 0 && player.is_none() {
        return Err(RowsError::NoPlayer);
    }
    let name = |network: &NetEvaluator| network.network().name().to_owned();
    let origin = RowsOrigin {
        teacher: cast.teacher.map(name),
        player: cast.player.map(name),
        games: records.len(),
        moves: records.iter().map(|record| record.moves().count()).sum(),
        settings: settings.clone(),
    };
    let worker = || {
        let mut teacher = Labeler::new(cast.teacher);
        let mut player = player.map(Analyst::new);
        move |shard: &GamesShard<'_>| shard.file(&usual, settings, (player.as_mut(), &mut teacher))
    };
    Ok(shards::make(
        folder, &origin, &shards, jobs, worker, observe,
    )?)
}

/// The games in shards, in an order that mixes those of a file.
fn shards<'a>(records: &'a [Record], settings: &RowsSettings) -> Vec<(String, GamesShard<'a>)> {
    let mut rng = Rng::new(settings.seed);
    let mut by_size: BTreeMap<(u8, u8), Vec<&Record>> = BTreeMap::new();
    for record in records.iter().filter(|record| Network::knows(record.size)) {
        let size = (record.size.width(), record.size.height());
        by_size.entry(size).or_default().push(record);
    }
    let mut shards = Vec::new();
    for games in by_size.values_mut() {
        shuffle(games, &mut rng);
        let size = games[0].size;
        for (number, games) in games.chunks(settings.shard_games.max(1)).enumerate() {
            let shard = GamesShard {
                seed: rng.bits(),
                size,
                games: games.to_vec(),
            };
            shards.push((shards::name(size, number), shard));
        }
    }
    shards
}

impl GamesShard<'_> {
    /// The bytes of its file.
    fn file(
        &self,
        usual: &Rules,
        settings: &RowsSettings,
        (mut player, teacher): (Option<&mut Analyst>, &mut Labeler),
    ) -> Vec<u8> {
        let mut rng = Rng::new(self.seed);
        let mut rows = Vec::new();
        for record in &self.games {
            let analysts = (player.as_deref_mut(), &mut *teacher);
            rows.extend(sample::rows_of(record, usual, settings, analysts, &mut rng));
        }
        shuffle(&mut rows, &mut rng);
        row::file(self.size, &rows)
    }
}
