//! Games of the first program of a match, usually those against one opponent, and what they sum up
//! to.
//!
//! Results are those of the first program.

use super::report::{GameReport, PlayerReport};
use super::statistics::{GameResult, Results, Sample};
use crate::go::{ByColor, Color};
use std::collections::HashMap;

/// One of the two programs of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesSide {
    /// The first program of the match.
    First,
    /// The other one.
    Opponent,
}

impl SeriesSide {
    /// Both programs.
    pub const ALL: [SeriesSide; 2] = [SeriesSide::First, SeriesSide::Opponent];
}

/// Games of the first program, by index.
#[derive(Clone, Debug)]
pub struct Series<'a> {
    games: Vec<&'a GameReport>,
}

/// What one program spent on all its moves. A mean is missing where there is nothing to divide by,
/// and counts only the games in which the program reported it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cost {
    /// Moves generated.
    pub moves: u64,
    /// Wall clock seconds for one.
    pub seconds_a_move: Option<f64>,
    /// Processor seconds for one.
    pub cpu_a_move: Option<f64>,
    /// Visits in a second of the wall clock.
    pub visits_a_second: Option<f64>,
    /// The longest move of all, in seconds.
    pub longest_move: f64,
}

impl GameReport {
    /// Returns the color of a program.
    pub fn color(&self, side: SeriesSide) -> Color {
        if self.first_is_black == (side == SeriesSide::First) {
            Color::Black
        } else {
            Color::White
        }
    }

    /// Returns what the game shows of a program.
    pub fn player(&self, side: SeriesSide) -> &PlayerReport {
        &self.players[self.color(side)]
    }

    /// Returns how the game ended for the first program.
    pub fn first_result(&self) -> GameResult {
        GameResult::new(self.color(SeriesSide::First), self.winner)
    }

    /// Returns true if the next game is the other one of a pair: from the same opening, with colors
    /// swapped.
    fn is_paired_with(&self, next: &GameReport) -> bool {
        self.index.is_multiple_of(2)
            && next.index == self.index + 1
            && self.first_is_black != next.first_is_black
    }
}

impl<'a> Series<'a> {
    /// Returns the given games by index, whoever the opponents are.
    pub fn new(reports: impl IntoIterator<Item = &'a GameReport>) -> Series<'a> {
        let mut games: Vec<&GameReport> = reports.into_iter().collect();
        games.sort_by_key(|game| game.index);
        Series { games }
    }

    /// Returns a series for each opponent, in the order of their first games.
    pub fn by_opponent(&self) -> Vec<Series<'a>> {
        let mut all: Vec<Series<'_>> = Vec::new();
        for &game in &self.games {
            let name = &game.player(SeriesSide::Opponent).name;
            match all
                .iter_mut()
                .find(|one| one.name(SeriesSide::Opponent) == name)
            {
                Some(series) => series.games.push(game),
                None => all.push(Series { games: vec![game] }),
            }
        }
        all
    }

    /// Returns the games by index.
    pub fn games(&self) -> &[&'a GameReport] {
        &self.games
    }

    /// Returns what each game shows of a program.
    fn players(&self, side: SeriesSide) -> impl Iterator<Item = &'a PlayerReport> {
        self.games.iter().map(move |game| game.player(side))
    }

    /// Returns the name of a program.
    pub fn name(&self, side: SeriesSide) -> &'a str {
        self.players(side).next().map_or("", |player| &player.name)
    }

    /// Returns the versions of a program, each once; more than one if it changed during the match.
    pub fn versions(&self, side: SeriesSide) -> Vec<&'a str> {
        let mut versions = Vec::new();
        for player in self.players(side) {
            let version = player.version.as_str();
            if !version.is_empty() && !versions.contains(&version) {
                versions.push(version);
            }
        }
        versions
    }

    /// Returns the results of all games.
    pub fn results(&self) -> Results {
        let all = self.results_so_far().last();
        all.unwrap_or_default()
    }

    /// Returns the score after a number of games, once for each unit of the statistics.
    pub fn progress(&self) -> Vec<(u32, Sample)> {
        let results = self.results_so_far();
        results
            .map(|results| (results.all().units(), results.sample()))
            .collect()
    }

    /// Returns the results after each pair, and after each game that has no partner.
    fn results_so_far(&self) -> impl Iterator<Item = Results> {
        let mut results = Results::default();
        let units = self.games.chunk_by(|one, next| one.is_paired_with(next));
        units.map(move |unit| {
            match unit {
                [one, next] => {
                    let mut pair = ByColor::new_with(|_| one.first_result());
                    pair[next.color(SeriesSide::First)] = next.first_result();
                    results.add_pair(pair);
                }
                games => {
                    for game in games {
                        results.add_game(game.color(SeriesSide::First), game.first_result());
                    }
                }
            }
            results
        })
    }

    /// Returns what a program spent.
    pub fn cost(&self, side: SeriesSide) -> Cost {
        let mean = |of: fn(&PlayerReport) -> Option<f64>, per: fn(&PlayerReport) -> f64| {
            let known = self.players(side);
            let known = known.filter_map(|player| Some((of(player)?, per(player))));
            let (sum, divisor) = known.fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
            (divisor > 0.0).then_some(sum / divisor)
        };
        let moves = |player: &PlayerReport| f64::from(player.moves);
        let longest = self.players(side).map(|player| player.longest_move);
        Cost {
            moves: self
                .players(side)
                .map(|player| u64::from(player.moves))
                .sum(),
            seconds_a_move: mean(|player| Some(player.seconds), moves),
            cpu_a_move: mean(|player| player.cpu_seconds, moves),
            visits_a_second: mean(visits, |player| player.seconds),
            longest_move: longest.fold(0.0, f64::max),
        }
    }

    /// Returns the mean seconds of a move of a program in each game in which it moved.
    pub fn seconds_a_move(&self, side: SeriesSide) -> Vec<f64> {
        self.players(side)
            .filter(|player| player.moves > 0)
            .map(|player| player.seconds / f64::from(player.moves))
            .collect()
    }

    /// Returns the games that equal an earlier one move by move, each with the index of the first
    /// such game.
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
    reason = "visits of a game are below 2^53"
)]
fn visits(player: &PlayerReport) -> Option<f64> {
    let visits = player.visits.filter(|visits| *visits > 0);
    visits.map(|visits| visits as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::tests::game;

    use GameResult::{Draw, Loss, Win};

    #[test]
    fn games_are_grouped_by_opponent_and_sorted() {
        let reports = [
            game(3, "two", Win),
            game(2, "two", Loss),
            game(4, "three", Draw),
            game(0, "two", Win),
        ];
        let series = Series::new(&reports).by_opponent();
        let indices = |series: &Series<'_>| -> Vec<u32> {
            series.games().iter().map(|game| game.index).collect()
        };
        assert_eq!(series.len(), 2);
        assert_eq!(series[0].name(SeriesSide::First), "one");
        assert_eq!(series[0].name(SeriesSide::Opponent), "two");
        assert_eq!(indices(&series[0]), [0, 2, 3]);
        assert_eq!(series[1].name(SeriesSide::Opponent), "three");
        assert_eq!(indices(&series[1]), [4]);
    }

    #[test]
    fn partners_are_counted_as_a_pair() {
        let results = [Win, Loss, Win, Win, Draw, Loss];
        let reports: Vec<GameReport> = (0..).zip(results).map(|(i, r)| game(i, "two", r)).collect();
        let paired = Series::new(&reports);
        assert_eq!(paired.results().pairs, Sample([0, 1, 1, 0, 1]));
        assert_eq!(paired.results().games[Color::Black].tally(), "2-0-1");
        let games: Vec<u32> = paired.progress().iter().map(|(games, _)| *games).collect();
        assert_eq!(games, [2, 4, 6]);
        assert_eq!(paired.progress()[2].1, paired.results().sample());

        // Games 1 and 2 are neighbors but no pair.
        let unpaired = Series::new(&reports[1..5]);
        assert_eq!(unpaired.results().pairs.units(), 1);
        assert_eq!(unpaired.results().all().tally(), "2-1-1");
    }

    #[test]
    fn cost_counts_only_what_was_told() {
        let mut reports = [game(0, "two", Win), game(1, "two", Win)];
        reports[0].players.black.visits = Some(3000);
        reports[0].players.black.cpu_seconds = Some(60.0);
        let series = Series::new(&reports).by_opponent();
        assert_eq!(
            series[0].cost(SeriesSide::First),
            Cost {
                moves: 60,
                seconds_a_move: Some(0.5),
                cpu_a_move: Some(2.0),
                visits_a_second: Some(200.0),
                longest_move: 0.75,
            }
        );
        assert_eq!(series[0].cost(SeriesSide::Opponent).cpu_a_move, None);
        assert_eq!(series[0].cost(SeriesSide::Opponent).moves, 61);
        assert_eq!(series[0].seconds_a_move(SeriesSide::Opponent), [0.5, 0.5]);
    }

    #[test]
    fn equal_games_are_found() {
        let mut reports: Vec<GameReport> = (0..4).map(|index| game(index, "two", Win)).collect();
        reports[1].moves_hash = "same".to_owned();
        reports[3].moves_hash = "same".to_owned();
        let duplicates = Series::new(&reports).duplicates();
        assert_eq!(duplicates, HashMap::from([(3, 1)]));
    }
}
