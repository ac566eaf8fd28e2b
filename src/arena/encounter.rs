//! All games of the first program of a match against one opponent, and what they sum up to.
//!
//! Results are those of the first program.

use super::report::{GameReport, PlayerReport};
use super::statistics::{GameResult, Results, Sample};
use crate::go::{ByColor, Color};
use std::collections::HashMap;

/// A program in an encounter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The first program of the match.
    First,
    /// The other one.
    Opponent,
}

impl Side {
    /// Both.
    pub const ALL: [Side; 2] = [Side::First, Side::Opponent];
}

/// Games of the first program, usually all those against one opponent, by index.
#[derive(Clone, Debug)]
pub struct Encounter<'a> {
    games: Vec<&'a GameReport>,
}

/// What one program spent on all its moves. A mean is missing where there is nothing to divide by,
/// and counts only the games in which the program told.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Effort {
    /// Moves generated.
    pub moves: u64,
    /// Wall clock seconds for one.
    pub seconds_a_move: Option<f64>,
    /// Processor seconds for one.
    pub cpu_a_move: Option<f64>,
    /// Playouts in a second of the wall clock.
    pub playouts_a_second: Option<f64>,
    /// The longest move of all, in seconds.
    pub longest_move: f64,
}

/// The color of a program in a game.
#[must_use]
pub fn color(game: &GameReport, side: Side) -> Color {
    if game.first_is_black == (side == Side::First) {
        Color::Black
    } else {
        Color::White
    }
}

/// What a game tells of a program.
#[must_use]
pub fn player(game: &GameReport, side: Side) -> &PlayerReport {
    match color(game, side) {
        Color::Black => &game.black,
        Color::White => &game.white,
    }
}

/// How a game ended for the first program.
#[must_use]
pub fn result(game: &GameReport) -> GameResult {
    let winner = game.winner.map(Color::from);
    GameResult::new(color(game, Side::First), winner)
}

/// The encounters of a match, in the order of their first games.
#[must_use]
pub fn encounters<'a>(reports: impl IntoIterator<Item = &'a GameReport>) -> Vec<Encounter<'a>> {
    let mut encounters: Vec<Encounter<'_>> = Vec::new();
    for game in Encounter::new(reports).games {
        let name = &player(game, Side::Opponent).name;
        match encounters
            .iter_mut()
            .find(|encounter| encounter.name(Side::Opponent) == name)
        {
            Some(encounter) => encounter.games.push(game),
            None => encounters.push(Encounter { games: vec![game] }),
        }
    }
    encounters
}

impl<'a> Encounter<'a> {
    /// All the given games together, whoever the opponents are.
    #[must_use]
    pub fn new(reports: impl IntoIterator<Item = &'a GameReport>) -> Encounter<'a> {
        let mut games: Vec<&GameReport> = reports.into_iter().collect();
        games.sort_by_key(|game| game.index);
        Encounter { games }
    }

    /// The games by index.
    #[must_use]
    pub fn games(&self) -> &[&'a GameReport] {
        &self.games
    }

    /// The name of a program.
    #[must_use]
    pub fn name(&self, side: Side) -> &'a str {
        self.games
            .first()
            .map_or("", |game| &player(game, side).name)
    }

    /// The versions of a program, each once; more than one if it changed during the match.
    #[must_use]
    pub fn versions(&self, side: Side) -> Vec<&'a str> {
        let mut versions = Vec::new();
        for game in &self.games {
            let version = player(game, side).version.as_str();
            if !version.is_empty() && !versions.contains(&version) {
                versions.push(version);
            }
        }
        versions
    }

    /// The results of all games.
    #[must_use]
    pub fn results(&self) -> Results {
        let mut results = Results::default();
        self.add_to(&mut results);
        results
    }

    /// Adds all games to the results of several encounters.
    pub fn add_to(&self, results: &mut Results) {
        for unit in self.games.chunk_by(|one, next| is_pair(one, next)) {
            add(results, unit);
        }
    }

    /// The score after so many games, once for each unit of the statistics.
    #[must_use]
    pub fn progress(&self) -> Vec<(u32, Sample)> {
        let mut results = Results::default();
        self.games
            .chunk_by(|one, next| is_pair(one, next))
            .map(|unit| {
                add(&mut results, unit);
                (results.tally().games(), results.sample())
            })
            .collect()
    }

    /// What a program spent.
    #[must_use]
    pub fn effort(&self, side: Side) -> Effort {
        let players = || self.games.iter().map(|game| player(game, side));
        let told = |of: fn(&PlayerReport) -> Option<f64>, per: fn(&PlayerReport) -> f64| {
            let told = players().filter_map(|player| Some((of(player)?, per(player))));
            let (sum, divisor) =
                told.fold((0.0, 0.0), |sum, next| (sum.0 + next.0, sum.1 + next.1));
            (divisor > 0.0).then_some(sum / divisor)
        };
        let moves = |player: &PlayerReport| f64::from(player.moves);
        Effort {
            moves: players().map(|player| u64::from(player.moves)).sum(),
            seconds_a_move: told(|player| Some(player.seconds), moves),
            cpu_a_move: told(|player| player.cpu_seconds, moves),
            playouts_a_second: told(playouts, |player| player.seconds),
            longest_move: players()
                .map(|player| player.longest_move)
                .fold(0.0, f64::max),
        }
    }

    /// The mean seconds of a move of a program in each game in which it moved.
    #[must_use]
    pub fn seconds_a_move(&self, side: Side) -> Vec<f64> {
        self.games
            .iter()
            .map(|game| player(game, side))
            .filter(|player| player.moves > 0)
            .map(|player| player.seconds / f64::from(player.moves))
            .collect()
    }

    /// The games that equal an earlier one move by move, each with the index of the first such game.
    #[must_use]
    pub fn duplicates(&self) -> HashMap<u32, u32> {
        let mut first_with = HashMap::new();
        let mut duplicates = HashMap::new();
        for game in &self.games {
            let first = *first_with.entry(&game.moves_hash).or_insert(game.index);
            if first != game.index {
                duplicates.insert(game.index, first);
            }
        }
        duplicates
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "playouts of a game are below 2^53"
)]
fn playouts(player: &PlayerReport) -> Option<f64> {
    let playouts = player.playouts.filter(|playouts| *playouts > 0);
    playouts.map(|playouts| playouts as f64)
}

/// Whether two games are one opening with colors swapped.
fn is_pair(one: &GameReport, next: &GameReport) -> bool {
    one.index.is_multiple_of(2)
        && next.index == one.index + 1
        && one.first_is_black != next.first_is_black
}

/// Adds a pair or a game that has no partner.
fn add(results: &mut Results, unit: &[&GameReport]) {
    if let [one, next] = unit {
        let (black, white) = match color(one, Side::First) {
            Color::Black => (one, next),
            Color::White => (next, one),
        };
        results.add_pair(ByColor {
            black: result(black),
            white: result(white),
        });
    } else {
        for game in unit {
            results.add_game(color(game, Side::First), result(game));
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::arena::report::{Ending, Winner};

    fn player_report(name: &str, moves: u32) -> PlayerReport {
        PlayerReport {
            name: name.to_owned(),
            version: "1".to_owned(),
            moves,
            seconds: f64::from(moves) * 0.5,
            cpu_seconds: None,
            playouts: None,
            longest_move: 0.75,
            own_score: None,
        }
    }

    /// Game `index` of `one` against `two`, who swap colors after each, won by the first program or
    /// by nobody.
    pub(in crate::arena) fn game(index: u32, two: &str, result: GameResult) -> GameReport {
        let first_is_black = index.is_multiple_of(2);
        let (black, white) = if first_is_black {
            ("one", two)
        } else {
            (two, "one")
        };
        let winner = match result {
            GameResult::Draw => None,
            GameResult::Win if first_is_black => Some(Winner::Black),
            GameResult::Loss if !first_is_black => Some(Winner::Black),
            _ => Some(Winner::White),
        };
        GameReport {
            index,
            first_is_black,
            black: player_report(black, 30 + index),
            white: player_report(white, 30),
            winner,
            result: winner
                .map_or("0", |winner| match winner {
                    Winner::Black => "B+3.5",
                    Winner::White => "W+R",
                })
                .to_owned(),
            ending: Ending::Counted,
            remark: String::new(),
            length: 60 + index,
            moves_hash: format!("{index:x}"),
            seed: 7,
            sgf: format!("games/{index}.sgf"),
        }
    }

    use GameResult::{Draw, Loss, Win};

    #[test]
    fn games_are_grouped_by_opponent_and_sorted() {
        let reports = [
            game(3, "two", Win),
            game(2, "two", Loss),
            game(4, "three", Draw),
            game(0, "two", Win),
        ];
        let encounters = encounters(&reports);
        let indices = |encounter: &Encounter<'_>| -> Vec<u32> {
            encounter.games().iter().map(|game| game.index).collect()
        };
        assert_eq!(encounters.len(), 2);
        assert_eq!(encounters[0].name(Side::First), "one");
        assert_eq!(encounters[0].name(Side::Opponent), "two");
        assert_eq!(indices(&encounters[0]), [0, 2, 3]);
        assert_eq!(encounters[1].name(Side::Opponent), "three");
        assert_eq!(indices(&encounters[1]), [4]);
    }

    #[test]
    fn partners_are_counted_as_a_pair() {
        let results = [Win, Loss, Win, Win, Draw, Loss];
        let reports: Vec<GameReport> = (0..).zip(results).map(|(i, r)| game(i, "two", r)).collect();
        let paired = &encounters(&reports)[0];
        assert_eq!(paired.results().pairs(), Sample::new([0, 1, 1, 0, 1]));
        assert_eq!(paired.results().by_color(Color::Black).to_string(), "2-0-1");
        let games: Vec<u32> = paired.progress().iter().map(|(games, _)| *games).collect();
        assert_eq!(games, [2, 4, 6]);
        assert_eq!(paired.progress()[2].1, paired.results().sample());

        // Games 1 and 2 are neighbors but no pair.
        let unpaired = &encounters(&reports[1..5])[0];
        assert_eq!(unpaired.results().pairs().units(), 1);
        assert_eq!(unpaired.results().tally().to_string(), "2-1-1");
    }

    #[test]
    fn effort_counts_only_what_was_told() {
        let mut reports = [game(0, "two", Win), game(1, "two", Win)];
        reports[0].black.playouts = Some(3000);
        reports[0].black.cpu_seconds = Some(60.0);
        let encounters = encounters(&reports);
        assert_eq!(
            encounters[0].effort(Side::First),
            Effort {
                moves: 60,
                seconds_a_move: Some(0.5),
                cpu_a_move: Some(2.0),
                playouts_a_second: Some(200.0),
                longest_move: 0.75,
            }
        );
        assert_eq!(encounters[0].effort(Side::Opponent).cpu_a_move, None);
        assert_eq!(encounters[0].effort(Side::Opponent).moves, 61);
        assert_eq!(encounters[0].seconds_a_move(Side::Opponent), [0.5, 0.5]);
    }

    #[test]
    fn equal_games_are_found() {
        let mut reports: Vec<GameReport> = (0..4).map(|index| game(index, "two", Win)).collect();
        reports[1].moves_hash = "same".to_owned();
        reports[3].moves_hash = "same".to_owned();
        let duplicates = encounters(&reports)[0].duplicates();
        assert_eq!(duplicates, HashMap::from([(3, 1)]));
    }
}
