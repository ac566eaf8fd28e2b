//! Rows from games of a network with itself: the results of searches, and how the games ended.
//!
//! As by Silver et al. 2018 and Wu 2019, few positions of a game are searched long, and only these become rows. The first moves
//! are drawn from the policy, later ones by visits, and some games have other rules and komi. A game is given up when its result
//! is clear, except for some that are played on to check that it was.
//!
//! A pupil learns most from a better network's judgment of positions that the pupil itself reaches (Ross et al. 2011). With
//! a teacher, the network only plays, and the teacher labels the rows, unless others do so later.

use super::analyst::{Analyst, Labeler, improve, place_of};
use super::leaves::Leaves;
use super::row::{self, Row};
use super::{backend_name, change_conditions, of_a_hundred, one_or_more, shards, shuffle, worth};
use crate::engine::draw;
use crate::eval::NetEvaluator;
use crate::files::FileError;
use crate::go::rules::{DeadStones, Preset};
use crate::go::{Color, Game, Move, Outcome, PointSet, Size};
use crate::rng::Rng;
use crate::search::Report;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The rules of games that have no others.
const RULES: &str = "tromp-taylor";

/// A game is given up when both players think that one of them wins with no more than this chance, after this many
/// searches in a row.
const HOPELESS: f64 = 0.02;
const HOPELESS_SEARCHES: usize = 4;

/// Games of a hundred that are played on all the same.
const PLAYED_ON: usize = 10;

/// The points of a board for each handicap stone that is given at most, and never more than nine.
const POINTS_OF_HANDICAP_STONE: usize = 40;
const MOST_HANDICAP: usize = 9;

/// The temperature after the opening, which is halved each time as many moves have been made as the board is long.
const TEMPERATURE: f64 = 0.8;
const LEAST_TEMPERATURE: f64 = 0.2;

/// The teacher's name in a folder of rows without labels.
const NO_TEACHER: &str = "none";

/// How games are played. As flags of a program they stand for themselves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, clap::Args)]
pub struct SelfplaySettings {
    /// Games in all
    #[arg(long, default_value_t = 1000, value_parser = one_or_more())]
    pub games: usize,
    /// Visits of a search whose position becomes a row; with 1 a teacher's evaluation is taken as it is
    #[arg(long, alias = "looks", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    #[serde(alias = "looks")]
    pub visits: u64,
    /// Visits of the other searches
    #[arg(long, alias = "few-looks", default_value_t = 12, value_parser = clap::value_parser!(u64).range(1..))]
    #[serde(alias = "few_looks")]
    pub cheap_visits: u64,
    /// What searches add.
    #[command(flatten)]
    #[serde(default)]
    pub leaves: Leaves,
    /// Percentage of positions that become rows
    #[arg(long, default_value_t = 25, value_parser = of_a_hundred())]
    pub share: usize,
    /// Percentage of games with random rules and komi
    #[arg(long, default_value_t = 25, value_parser = of_a_hundred())]
    pub strange: usize,
    /// Percentage of games that begin with handicap stones
    #[arg(long, default_value_t = 10, value_parser = of_a_hundred())]
    pub handicap: usize,
    /// Games in a shard
    #[arg(long, default_value_t = 100, value_parser = one_or_more())]
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

/// What the rows of a folder are made from.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct SelfplayOrigin {
    player: String,
    teacher: Option<String>,
    columns: u8,
    rows: u8,
    settings: SelfplaySettings,
}

/// Who labels the rows.
#[derive(Clone, Copy, Debug)]
pub enum Teacher<'a> {
    /// The searches of the one who plays.
    Searches,
    /// Another network.
    Network(&'a NetEvaluator),
    /// No teacher: the rows hold nothing yet.
    None,
}

/// Who takes part.
#[derive(Clone, Copy, Debug)]
pub struct Cast<'a> {
    /// The network that plays with itself.
    pub player: &'a NetEvaluator,
    /// Who labels the rows.
    pub teacher: Teacher<'a>,
}

/// How often a game was played on that would have been given up, and how often it then ended otherwise.
#[derive(Debug, Default)]
struct ResignationCheck {
    played_on: AtomicUsize,
    wrong: AtomicUsize,
}

impl ResignationCheck {
    /// Notes how a game ended after all that would have been given up.
    fn note(&self, outcome: &Outcome, expected: Color) {
        self.played_on.fetch_add(1, Ordering::Relaxed);
        let is_wrong = outcome.winner() != Some(expected);
        self.wrong.fetch_add(is_wrong.into(), Ordering::Relaxed);
    }

    /// The games played on, and those of them that ended otherwise.
    fn counts(&self) -> (usize, usize) {
        let load = |count: &AtomicUsize| count.load(Ordering::Relaxed);
        (load(&self.played_on), load(&self.wrong))
    }
}

/// Plays games on a board that networks know and puts their rows into a folder, in a number of threads. Of the shards, those
/// of `part` are made, which is a number below another one and that other one. After each shard `observe` gets how
/// many of how many are there. Returns how many games were played on that would have been given up, and how many of them
/// ended otherwise.
///
/// # Errors
/// The folder has rows of something else, or a file cannot be written.
pub fn make(
    cast: Cast<'_>,
    size: Size,
    settings: &SelfplaySettings,
    folder: &Path,
    (part, parts): (usize, usize),
    jobs: usize,
    observe: &mut dyn FnMut(usize, usize),
) -> Result<(usize, usize), FileError> {
    let name = |network: &NetEvaluator| network.network().name().to_owned();
    let origin = SelfplayOrigin {
        player: name(cast.player),
        teacher: match cast.teacher {
            Teacher::Searches => None,
            Teacher::Network(network) => Some(name(network)),
            Teacher::None => Some(NO_TEACHER.to_owned()),
        },
        columns: size.width(),
        rows: size.height(),
        settings: settings.clone(),
    };
    let mut seeds = Rng::new(settings.seed);
    let shard_games = settings.shard_games.max(1);
    let count = settings.games.div_ceil(shard_games);
    let shard = |number: usize| {
        let games = shard_games.min(settings.games - number * shard_games);
        (shards::name(size, number), (seeds.bits(), games))
    };
    let all: Vec<(String, (u64, usize))> = (0..count).map(shard).collect();
    let own: Vec<(String, (u64, usize))> =
        all.into_iter().skip(part).step_by(parts.max(1)).collect();
    let check = ResignationCheck::default();
    let worker = || {
        let mut player = Analyst::new(cast.player);
        let mut teacher = match cast.teacher {
            Teacher::Searches => None,
            Teacher::Network(network) => Some(Labeler::new(Some(network))),
            Teacher::None => Some(Labeler::new(None)),
        };
        let check = &check;
        move |&(seed, games): &(u64, usize)| {
            let mut rng = Rng::new(seed);
            let mut rows = Vec::new();
            for _ in 0..games {
                let players = (&mut player, teacher.as_mut());
                rows.extend(play(size, settings, players, check, &mut rng));
            }
            shuffle(&mut rows, &mut rng);
            row::file(size, &rows)
        }
    };
    shards::make(folder, &origin, &own, jobs, worker, observe)?;
    Ok(check.counts())
}

/// The rows of a game of a player, perhaps with a teacher beside him.
fn play(
    size: Size,
    settings: &SelfplaySettings,
    (player, mut teacher): (&mut Analyst, Option<&mut Labeler>),
    check: &ResignationCheck,
    rng: &mut Rng,
) -> Vec<Row> {
    let preset = Preset::find(RULES).expect("a preset");
    let mut game = Game::new(size, preset.rules);
    if rng.chance(settings.strange, 100) {
        change_conditions(&mut game, rng);
    }
    player.forget();
    if rng.chance(settings.handicap, 100) {
        give_handicap(&mut game, player, rng);
    }
    let plays_on = rng.chance(PLAYED_ON, 100);
    let opening = opening_moves(size, rng);
    let mut rows: Vec<(Color, Row)> = Vec::new();
    let mut of_trees = Vec::new();
    let mut hope = Hope::default();
    let mut color = game.position().to_move();
    while !game.position().is_over() && game.moves().len() < 3 * size.area() {
        let is_row = rng.chance(settings.share, 100);
        let visits = match (is_row, &teacher) {
            (true, None) => settings.visits,
            (true, Some(_)) if settings.leaves.count > 0 => settings.leaves.visits,
            _ => settings.cheap_visits,
        };
        let report = player.search(&game, color, visits);
        let mv = if game.moves().len() < opening {
            drawn_from_policy(&game, &report, rng)
        } else {
            drawn_by_visits(&game, &report, opening, rng)
        };
        if is_row {
            let leaves = settings.leaves.of_tree(player, &game, color, rng);
            let of_tree = |(game, color): &(Game, Color)| match &mut teacher {
                Some(teacher) => teacher.label(game, *color, 1),
                None => player.evaluate(game, *color),
            };
            of_trees.extend(leaves.iter().map(of_tree));
            let row = if let Some(teacher) = &mut teacher {
                teacher.label(&game, color, settings.visits)
            } else {
                let mut row = player.evaluate(&game, color);
                improve(&mut row, &game, color, &report);
                row.played = Some(place_of(size, mv));
                row
            };
            rows.push((color, row));
        }
        hope.hear(color, report.value);
        if hope.winner().is_some() && !plays_on {
            break;
        }
        let is_legal = game.play(color, mv).is_ok();
        debug_assert!(is_legal, "moves of a report are legal");
        color = !color;
    }
    let (counted, given_up) = (counted_outcome(&game), hope.winner());
    if let (Some(outcome), Some(winner)) = (&counted, given_up) {
        check.note(outcome, winner);
    }
    let outcome = counted.or(given_up.map(Outcome::Resignation));
    for (color, row) in &mut rows {
        row.outcome = outcome.as_ref().and_then(|it| worth(it, *color));
    }
    let of_game = rows.into_iter().map(|(_, row)| row);
    of_game.chain(of_trees).collect()
}

/// How a game ended, if it is over and the board counts as it stands.
fn counted_outcome(game: &Game) -> Option<Outcome> {
    let is_counted =
        game.position().is_over() && game.rules().dead_stones == DeadStones::AsItStands;
    is_counted.then(|| game.score(&PointSet::new()).outcome())
}

/// Who has no hope any more.
#[derive(Debug, Default)]
struct Hope {
    winner: Option<Color>,
    searches: usize,
    is_lost: bool,
}

impl Hope {
    /// Hears the chance that a player sees for himself.
    fn hear(&mut self, color: Color, chance: f64) {
        if self.is_lost {
            return;
        }
        let winner = if chance <= HOPELESS {
            Some(!color)
        } else if chance >= 1.0 - HOPELESS {
            Some(color)
        } else {
            None
        };
        let goes_on = winner.is_some() && winner == self.winner;
        self.searches = if goes_on { self.searches + 1 } else { 1 };
        self.winner = winner;
        self.is_lost = winner.is_some() && self.searches >= HOPELESS_SEARCHES;
    }

    /// Who wins if the game is given up.
    fn winner(&self) -> Option<Color> {
        self.winner.filter(|_| self.is_lost)
    }
}

/// Lets Black put some stones where the policy has him play. Every other time White gets as much komi as that is worth.
fn give_handicap(game: &mut Game, player: &mut Analyst, rng: &mut Rng) {
    let most = (game.board().size().area() / POINTS_OF_HANDICAP_STONE).clamp(2, MOST_HANDICAP);
    for _ in 0..2 + rng.below(most - 1) {
        let report = player.search(game, Color::Black, 1);
        let mv = drawn_from_policy(game, &report, rng);
        let is_legal = game.play(Color::Black, mv).is_ok();
        debug_assert!(is_legal, "moves of a report are legal");
    }
    if rng.chance(1, 2) {
        let lead = f64::from(player.evaluate(game, Color::White).score[2]);
        game.set_komi(game.komi() - lead.round());
    }
}

/// How many moves are drawn from the policy: one of 25 points of the board on the mean, a geometric number.
fn opening_moves(size: Size, rng: &mut Rng) -> usize {
    let mean = size.area().div_ceil(25);
    let mut moves = 0;
    while moves < size.area() / 2 && !rng.chance(1, mean + 1) {
        moves += 1;
    }
    moves
}

fn drawn_from_policy(game: &Game, report: &Report, rng: &mut Rng) -> Move {
    let plays = game.board().empty_points().map(Move::Play);
    let plays = plays.map(|mv| (mv, report.policy.probability(mv)));
    draw(&plays.collect::<Vec<_>>(), 1.0, rng).unwrap_or(Move::Pass)
}

fn drawn_by_visits(game: &Game, report: &Report, opening: usize, rng: &mut Rng) -> Move {
    let size = game.board().size();
    let longest = f64::from(size.width().max(size.height()));
    let moves = f64::from((game.moves().len() - opening) as u16);
    let temperature = (TEMPERATURE * 0.5_f64.powf(moves / longest)).max(LEAST_TEMPERATURE);
    let visited = report.moves.iter();
    let visited = visited.map(|found| (found.mv, f64::from(found.visits)));
    let mut moves: Vec<(Move, f64)> = visited.collect();
    if moves.is_empty() {
        // One evaluation knows moves only by the policy.
        moves.clone_from(&report.unvisited);
    }
    draw(&moves, temperature, rng).unwrap_or(Move::Pass)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::tests::{network_of_komi, tiny_network};
    use std::{env, fs, process};

    fn settings() -> SelfplaySettings {
        SelfplaySettings {
            games: 5,
            visits: 8,
            cheap_visits: 3,
            leaves: Leaves::default(),
            share: 50,
            strange: 50,
            handicap: 50,
            shard_games: 2,
            seed: 3,
            backend: "best".to_owned(),
        }
    }

    fn labeler(network: &NetEvaluator) -> Labeler {
        Labeler::new(Some(network))
    }

    fn rows_of_game(settings: &SelfplaySettings, seed: u64) -> (Vec<Row>, ResignationCheck) {
        let mut teacher = Analyst::new(&NetEvaluator::from(tiny_network()));
        let check = ResignationCheck::default();
        let mut rng = Rng::new(seed);
        let size = Size::square(4);
        let rows = play(size, settings, (&mut teacher, None), &check, &mut rng);
        (rows, check)
    }

    #[test]
    fn all_positions_can_become_rows_and_know_how_the_game_ended() {
        let settings = SelfplaySettings {
            share: 100,
            strange: 0,
            handicap: 0,
            ..settings()
        };
        let none = SelfplaySettings {
            share: 0,
            ..settings.clone()
        };
        for seed in 0..10 {
            assert!(rows_of_game(&none, seed).0.is_empty());
            let (rows, _) = rows_of_game(&settings, seed);
            let outcomes: Vec<f32> = rows.iter().filter_map(|row| row.outcome).collect();
            // The random network may go on to the limit, and then nothing is known.
            if outcomes.is_empty() {
                assert_eq!(rows.len(), 3 * 16);
                continue;
            }
            assert_eq!(outcomes.len(), rows.len());
            for pair in outcomes.windows(2) {
                assert!((pair[0] + pair[1] - 1.0).abs() < 1e-6, "{outcomes:?}");
            }
            assert!(
                rows.iter()
                    .all(|row| row.policy[row.played.unwrap()] >= 0.0)
            );
            let (same, _) = rows_of_game(&settings, seed);
            assert_eq!(rows, same);
        }
    }

    #[test]
    fn a_game_that_is_played_on_tells_if_giving_up_was_wrong() {
        let check = ResignationCheck::default();
        let won = |winner| Outcome::Resignation(winner);
        for (outcome, counts) in [
            (won(Color::White), (1, 0)),
            (won(Color::Black), (2, 1)),
            (Outcome::Draw, (3, 2)),
            (won(Color::White), (4, 2)),
        ] {
            check.note(&outcome, Color::White);
            assert_eq!(check.counts(), counts, "{outcome:?}");
        }
    }

    #[test]
    fn games_that_are_played_on_are_compared_with_their_ends() {
        let settings = SelfplaySettings {
            share: 100,
            strange: 0,
            handicap: 0,
            visits: 1,
            cheap_visits: 1,
            ..settings()
        };
        // It believes that White wins by her komi from the first move on, and plays at random.
        let mut player = Analyst::new(&NetEvaluator::from(network_of_komi()));
        let (mut right, mut wrong) = (0, 0);
        for seed in 0..300 {
            let (check, mut rng) = (ResignationCheck::default(), Rng::new(seed));
            let size = Size::square(6);
            let rows = play(size, &settings, (&mut player, None), &check, &mut rng);
            // The first row is Black's.
            let has_white_won = rows[0].outcome == Some(0.0);
            match check.counts() {
                // It was given up, or never ended.
                (0, 0) => continue,
                (1, 0) => right += 1,
                (1, 1) => wrong += 1,
                other => panic!("{other:?}"),
            }
            assert_eq!(has_white_won, check.counts().1 == 0, "{seed}");
        }
        // Ten of a hundred games are played on, and most of them end.
        assert!(
            right > 0 && wrong > 0 && right + wrong < 60,
            "{right} {wrong}"
        );
    }

    #[test]
    fn one_look_is_enough_to_play_by() {
        let game = Game::new(Size::square(4), Preset::find(RULES).unwrap().rules);
        let mut player = Analyst::new(&NetEvaluator::from(tiny_network()));
        let report = player.search(&game, Color::Black, 1);
        let mut rng = Rng::new(1);
        let drawn = [(); 1000].map(|()| drawn_by_visits(&game, &report, 0, &mut rng));
        let count = |mv: Move| drawn.iter().filter(|&&it| it == mv).count();
        let (likeliest, _) = report.unvisited[0];
        for &(mv, probability) in &report.unvisited {
            assert!(count(likeliest) >= count(mv));
            assert!(probability < 0.05 || count(mv) > 0, "{mv}");
        }
    }

    #[test]
    fn later_moves_are_drawn_more_as_they_were_visited_most() {
        let mut game = Game::new(Size::square(4), Preset::find(RULES).unwrap().rules);
        let mut player = Analyst::new(&NetEvaluator::from(tiny_network()));
        let report = player.search(&game, Color::Black, 60);
        for number in 0..12 {
            let color = [Color::Black, Color::White][number % 2];
            game.play(color, Move::Pass).unwrap();
        }
        let best = report
            .moves
            .iter()
            .max_by_key(|found| found.visits)
            .unwrap();
        // After the opening, one length of the board later, and when the temperature falls no more.
        for (opening, temperature) in [(12, 0.8), (8, 0.4), (0, 0.2)] {
            let weight = |visits: u32| f64::from(visits).powf(1.0 / temperature);
            let sum: f64 = report.moves.iter().map(|found| weight(found.visits)).sum();
            let expected = 4000.0 * weight(best.visits) / sum;
            let mut rng = Rng::new(5);
            let drawn = [(); 4000].map(|()| drawn_by_visits(&game, &report, opening, &mut rng));
            let count = drawn.into_iter().filter(|&mv| mv == best.mv).count();
            let error = f64::from(count as u32) - expected;
            assert!(error.abs() < 130.0, "{temperature}: {count} {expected}");
        }
    }

    #[test]
    fn a_teacher_says_what_the_player_is_to_learn() {
        let network = NetEvaluator::from(tiny_network());
        let analyst = || Analyst::new(&network);
        let mut player = analyst();
        let mut rows = |network: Option<&NetEvaluator>, visits| {
            let settings = SelfplaySettings {
                visits,
                share: 100,
                strange: 0,
                handicap: 0,
                ..settings()
            };
            let mut teacher = Labeler::new(network);
            let players = (&mut player, Some(&mut teacher));
            let (check, mut rng) = (ResignationCheck::default(), Rng::new(7));
            play(Size::square(4), &settings, players, &check, &mut rng)
        };
        let [seen, searched] = [1, 20].map(|visits| rows(Some(&network), visits));
        let unlabeled = rows(None, 1);
        assert_eq!(
            seen.len(),
            searched.len(),
            "a teacher changes nothing in the game"
        );
        assert!(seen.iter().all(|row| row.played.is_none()));
        let game = Game::new(Size::square(4), Preset::find(RULES).unwrap().rules);
        let mut first = analyst().evaluate(&game, Color::Black);
        first.outcome = seen[0].outcome;
        assert_eq!(seen[0], first);
        assert_ne!(searched[0], first);
        // The same positions without labels.
        assert_eq!(unlabeled.len(), seen.len());
        for (row, labeled) in unlabeled.iter().zip(&seen) {
            assert_eq!(
                (&row.inputs, row.outcome),
                (&labeled.inputs, labeled.outcome)
            );
            assert_eq!(row.policy, vec![row.policy[0]; row.policy.len()]);
            assert_eq!((row.chances, row.score), ([0.5, 0.5, 0.0], [0.0; 3]));
        }
    }

    #[test]
    fn searches_add_positions_that_no_game_tells_the_end_of() {
        let network = NetEvaluator::from(tiny_network());
        let analyst = || Analyst::new(&network);
        let counts = |count: usize| {
            let settings = SelfplaySettings {
                leaves: Leaves { count, visits: 9 },
                visits: 1,
                share: 100,
                strange: 0,
                handicap: 0,
                ..settings()
            };
            let (mut player, mut teacher) = (analyst(), labeler(&network));
            let of_seeds = (0..8).map(|seed| {
                let players = (&mut player, Some(&mut teacher));
                let (check, mut rng) = (ResignationCheck::default(), Rng::new(seed));
                play(Size::square(9), &settings, players, &check, &mut rng)
            });
            let rows: Vec<Row> = of_seeds.flatten().collect();
            let known = rows.iter().filter(|row| row.outcome.is_some()).count();
            (rows.len(), known)
        };
        let (all, known) = counts(0);
        assert_eq!(all, known, "all of these games end");
        let (all, known) = counts(2);
        assert!(all > known && all <= 3 * known, "{all} {known}");
    }

    #[test]
    fn handicap_stones_are_compensated_every_other_time() {
        let mut player = Analyst::new(&NetEvaluator::from(tiny_network()));
        let (size, rules) = (Size::square(13), Preset::find(RULES).unwrap().rules);
        let even = Game::new(size, rules);
        let (mut compensated, mut stones) = (0, [0; 6]);
        for seed in 0..40 {
            let mut game = even.clone();
            give_handicap(&mut game, &mut player, &mut Rng::new(seed));
            assert_eq!(game.position().to_move(), Color::White);
            assert_eq!(game.board().stone_count(Color::White), 0);
            stones[game.handicap()] += 1;
            let given = game.komi() - even.komi();
            game.set_komi(even.komi());
            let lead = f64::from(player.evaluate(&game, Color::White).score[2]);
            let is_even = given.abs() < 1e-9;
            assert!(
                is_even || (given + lead.round()).abs() < 1e-9,
                "{given} {lead}"
            );
            compensated += usize::from(!is_even);
        }
        assert!((10..=30).contains(&compensated), "{compensated}");
        assert!(stones[2..5].iter().all(|&count| count > 5), "{stones:?}");
        assert_eq!(stones[2..5].iter().sum::<usize>(), 40);
    }

    #[test]
    fn parts_make_the_same_shards_as_the_whole() {
        let folder = |name: &str| {
            let name = format!("kosumi-selfplay-{name}-{}", process::id());
            let path = env::temp_dir().join(name);
            let _ = fs::remove_dir_all(&path);
            path
        };
        let (whole, parts) = (folder("whole"), folder("parts"));
        let network = NetEvaluator::from(tiny_network());
        let cast = Cast {
            player: &network,
            teacher: Teacher::Searches,
        };
        let run = |folder: &Path, part, jobs| {
            let size = Size::new(4, 3).unwrap();
            let settings = settings();
            make(cast, size, &settings, folder, part, jobs, &mut |_, _| {}).unwrap();
        };
        run(&whole, (0, 1), 2);
        run(&parts, (1, 2), 1);
        assert!(!parts.join("4x3-00000.npy").exists());
        run(&parts, (0, 2), 1);
        for number in 0..3 {
            let name = format!("4x3-0000{number}.npy");
            let [one, other] = [&whole, &parts].map(|folder| fs::read(folder.join(&name)).unwrap());
            assert_eq!(one, other, "{name}");
        }
        let larger = SelfplaySettings {
            visits: 9,
            ..settings()
        };
        let size = Size::new(4, 3).unwrap();
        let taught = Cast {
            teacher: Teacher::Network(&network),
            ..cast
        };
        for (cast, settings) in [(cast, larger), (taught, settings())] {
            assert!(make(cast, size, &settings, &whole, (0, 1), 1, &mut |_, _| {}).is_err());
        }
        for path in [whole, parts] {
            fs::remove_dir_all(path).unwrap();
        }
    }

    #[test]
    fn only_a_game_that_both_think_clear_is_given_up() {
        let (black, white) = (Color::Black, Color::White);
        let mut hope = Hope::default();
        for (color, chance) in [(black, 0.99), (white, 0.01), (black, 0.5), (white, 0.01)] {
            hope.hear(color, chance);
        }
        assert_eq!(hope.winner(), None);
        for (color, chance) in [(black, 0.99), (white, 0.01), (black, 0.01), (white, 0.99)] {
            hope.hear(color, chance);
        }
        assert_eq!(hope.winner(), None, "they changed their minds");
        for (color, chance) in [(black, 0.01), (white, 0.99)] {
            hope.hear(color, chance);
        }
        assert_eq!(hope.winner(), Some(white));
        hope.hear(black, 0.9);
        assert_eq!(hope.winner(), Some(white));
    }

    #[test]
    fn openings_are_of_many_lengths() {
        let mut rng = Rng::new(1);
        let lengths = [(); 2000].map(|()| opening_moves(Size::square(9), &mut rng));
        let mean = lengths.iter().sum::<usize>() / 200;
        assert!((35..45).contains(&mean), "{mean} tenths");
        assert!(lengths.contains(&0) && lengths.iter().all(|&length| length <= 40));
    }
}
