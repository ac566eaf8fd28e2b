//! Which games a match has, in order. Everything about a game follows from the settings and its
//! index, so that jobs, shards and interruptions do not matter.
//!
//! Games come in pairs: 2n and 2n + 1 have the same opening, and the first program is Black in the
//! even one. The pairs go round the opponents in turn.

use super::settings::MatchSettings;
use crate::rng::Rng;

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planned {
    /// Its place in the schedule, from 0.
    pub index: u32,
    /// The place of the opponent among the opponents of the match, from 0.
    pub opponent: usize,
    /// True if the first program is Black.
    pub first_is_black: bool,
    /// Its place in the collection of openings, to be taken modulo their number.
    pub opening: usize,
    /// The seed of its random numbers.
    pub seed: u64,
}

/// Returns the games of a match, or of its shard, in order of their index.
pub fn plan(settings: &MatchSettings) -> Vec<Planned> {
    let opponents = settings.opponents.len() as u32;
    let rounds = settings.games.div_ceil(2);
    let pairs = (0..rounds * opponents)
        .filter(|&pair| settings.shard.is_none_or(|shard| shard.has_pair(pair)));
    let games = pairs.flat_map(|pair| [2 * pair, 2 * pair + 1]);
    games
        .map(|index| planned(index, opponents, settings.seed))
        .filter(|game| 2 * game.opening as u32 + game.index % 2 < settings.games)
        .collect()
}

fn planned(index: u32, opponents: u32, seed: u64) -> Planned {
    let pair = index / 2;
    Planned {
        index,
        opponent: (pair % opponents) as usize,
        first_is_black: index.is_multiple_of(2),
        opening: (pair / opponents) as usize,
        seed: seed_of(seed, index),
    }
}

/// Returns a seed for each game that is independent of the others'. It is below 2^31, so that every
/// program takes it.
fn seed_of(seed: u64, index: u32) -> u64 {
    let spread = u64::from(index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Rng::new(seed ^ spread).bits() >> 33
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::settings::ProgramLine;
    use crate::arena::tests::example;
    use std::collections::HashSet;

    #[test]
    fn colors_alternate_and_seeds_differ() {
        let games = plan(&example(100));
        assert_eq!(games.len(), 100);
        let black = games.iter().filter(|game| game.first_is_black).count();
        let seeds: HashSet<u64> = games.iter().map(|game| game.seed).collect();
        assert_eq!((black, seeds.len()), (50, 100));
        assert!(
            games
                .chunks(2)
                .all(|pair| pair[0].opening == pair[1].opening)
        );
        assert!(plan(&example(6)).iter().zip(&games).all(|(a, b)| a == b));
    }

    #[test]
    fn every_opponent_gets_its_games() {
        for count in [1, 4, 7] {
            let mut settings = example(count);
            settings.opponents.push(ProgramLine::parse("c"));
            settings.opponents.push(ProgramLine::parse("d"));
            let games = plan(&settings);
            for opponent in 0..3 {
                let of_it = games.iter().filter(|game| game.opponent == opponent);
                assert_eq!(of_it.count(), count as usize);
            }
        }
    }

    #[test]
    fn shards_are_disjoint_and_complete() {
        let mut settings = example(11);
        settings.opponents.push(ProgramLine::parse("c"));
        let all: Vec<u32> = plan(&settings).iter().map(|game| game.index).collect();
        let mut joined: Vec<u32> = Vec::new();
        for number in 1..=3 {
            settings.shard = format!("{number}/3").parse().ok();
            joined.extend(plan(&settings).iter().map(|game| game.index));
        }
        joined.sort_unstable();
        assert_eq!(joined, all);
    }
}
