//! Positions and whole games that test passing, cleaning up and resigning.

mod ask;
mod ending;
mod passing;
mod resigning;
mod steps;
mod variety;

use super::*;
use crate::engine::tests::{SETTLED, WITH_DAME, WITH_PREY, game_of};
use crate::engine::{Engine, PlayerKind, RANKS};
use crate::go::Size;
use crate::go::rules::{PRESETS, Preset, Scoring};
use crate::life::{Count, Judge, Verdict};

/// The usual settings for one thread and a small tree.
fn settings() -> Settings {
    Settings {
        threads: Some(1),
        memory: 64 << 20,
        ..Settings::default()
    }
}

fn engine(seed: u64) -> Engine {
    let settings = Settings {
        dead_playouts: 400,
        resign: false,
        ..settings()
    };
    Engine::tree_search(seed, &settings)
}

/// What an engine chooses for the game with a number of visits.
fn choose(engine: &mut Engine, game: &Game, color: Color, visits: u64) -> Choice {
    let budget = Budget::of_visits(visits);
    let request = Request::new(game, color, Purpose::Play, budget);
    engine.think(request).choice
}

fn choice(game: &Game, color: Color) -> Choice {
    choose(&mut engine(1), game, color, 600)
}

fn name(at: &str) -> Move {
    at.parse().unwrap()
}

/// A game in which the opponent has just passed.
fn after_pass(diagram: &str, rules: &str, komi: f64, color: Color) -> Game {
    let mut game = game_of(diagram, rules, komi, !color);
    game.play(!color, Move::Pass).unwrap();
    game
}

/// The rule sets under which nothing is left to do once the board is settled: where stones count, it is filled up.
fn without_filling() -> impl Iterator<Item = &'static Preset> {
    let counts_more = |preset: &&Preset| preset.rules.scoring != Scoring::Stones;
    PRESETS.iter().filter(counts_more)
}

#[test]
fn a_pass_that_wins_is_made_at_once() {
    for preset in without_filling() {
        let game = after_pass(SETTLED, preset.name, 0.5, Color::Black);
        let choice = choice(&game, Color::Black);
        assert_eq!(
            (choice.mv, choice.visits),
            (Move::Pass, 0),
            "{}",
            preset.name
        );
    }
}

#[test]
fn a_winner_leaves_no_points_behind() {
    for (diagram, rules, mv) in [
        (WITH_PREY, "tromp-taylor", name("A6")),
        (WITH_PREY, "cgos", name("A6")),
        (WITH_DAME, "tromp-taylor", name("D4")),
        (WITH_DAME, "chinese", name("D4")),
        // There a stone is taken off all the same, and a dame is worth nothing.
        (WITH_PREY, "chinese", Move::Pass),
        (WITH_PREY, "japanese", Move::Pass),
        (WITH_DAME, "japanese", Move::Pass),
    ] {
        let game = after_pass(diagram, rules, 0.5, Color::Black);
        assert_eq!(choice(&game, Color::Black).mv, mv, "{rules}\n{diagram}");
    }
}

#[test]
fn a_settled_game_is_over_for_both() {
    for preset in without_filling() {
        for (komi, color) in [
            (0.5, Color::Black),
            (0.5, Color::White),
            (20.5, Color::Black),
            (20.5, Color::White),
        ] {
            let game = game_of(SETTLED, preset.name, komi, color);
            let choice = choice(&game, color);
            assert_eq!(choice.mv, Move::Pass, "{} {color} {komi}", preset.name);
        }
    }
}

#[test]
fn dame_are_filled_first() {
    for rules in [
        "chinese",
        "japanese",
        "aga",
        "korean",
        "tromp-taylor",
        "wagc",
    ] {
        for color in Color::ALL {
            let game = game_of(WITH_DAME, rules, 3.5, color);
            assert_eq!(choice(&game, color).mv, name("D4"), "{rules} {color}");
        }
    }
}

#[test]
fn dead_stones_are_captured_where_they_count() {
    for (rules, passes) in [
        ("tromp-taylor", false),
        ("basic", true),
        ("lasker-maas", true),
    ] {
        let komi = if rules == "lasker-maas" { 4.5 } else { 5.5 };
        let game = if passes {
            after_pass(WITH_PREY, rules, komi, Color::Black)
        } else {
            game_of(WITH_PREY, rules, komi, Color::Black)
        };
        assert_eq!(choice(&game, Color::Black).mv, name("A6"), "{rules}");
    }
}

#[test]
fn dead_stones_are_left_where_they_are_agreed_upon() {
    for rules in ["chinese", "aga", "japanese", "new-zealand", "ming"] {
        let game = game_of(WITH_PREY, rules, 0.5, Color::Black);
        assert_eq!(choice(&game, Color::Black).mv, Move::Pass, "{rules}");
    }
}

#[test]
fn a_disputed_game_is_cleaned_up() {
    let mut game = game_of(WITH_PREY, "aga", 5.5, Color::Black);
    game.play(Color::Black, Move::Pass).unwrap();
    game.play(Color::White, Move::Pass).unwrap();
    assert_eq!(choice(&game, Color::Black).mv, name("A6"));
}

#[test]
fn clean_up_captures_before_it_passes() {
    let clean_up = |engine: &mut Engine, game: &Game| {
        let budget = Budget::of_visits(300);
        let request = Request::new(game, Color::Black, Purpose::CleanUp, budget);
        engine.think(request).choice.mv
    };
    for rules in ["chinese", "japanese", "new-zealand"] {
        let mut game = after_pass(WITH_PREY, rules, 0.5, Color::Black);
        let mut engine = engine(2);
        let first = clean_up(&mut engine, &game);
        assert_eq!(first, name("A6"), "{rules}");
        game.play(Color::Black, first).unwrap();
        game.play(Color::White, Move::Pass).unwrap();
        assert_eq!(clean_up(&mut engine, &game), Move::Pass);
    }
}

#[test]
fn the_button_and_the_first_pass_count() {
    // Area 28 to 21: a draw but for the half point of the button, a point for White's first pass.
    let game = game_of(SETTLED, "aga-button", 7.0, Color::Black);
    assert_eq!(choice(&game, Color::Black).mv, Move::Pass);
    let ending = Ending::of(&game, Color::Black, &Judge::of_playouts(100));
    assert_eq!((ending.at_least, ending.at_most), (Worth::Win, Worth::Win));
    for (color, worth) in [(Color::Black, Worth::Win), (Color::White, Worth::Win)] {
        let game = game_of(SETTLED, "wmsg", 6.5, color);
        assert_eq!(
            Ending::of(&game, color, &Judge::of_playouts(100)).at_least,
            worth,
            "{color}"
        );
    }
}

#[test]
fn integer_komi_is_drawn() {
    let game = after_pass(SETTLED, "chinese", 7.0, Color::White);
    let ending = Ending::of(&game, Color::White, &Judge::of_playouts(100));
    assert_eq!(
        (ending.at_least, ending.at_most),
        (Worth::Draw, Worth::Draw)
    );
    assert_eq!(choice(&game, Color::White).mv, Move::Pass);
    let ing = after_pass(SETTLED, "ing", 7.0, Color::Black);
    assert!(Ending::of(&ing, Color::Black, &Judge::of_playouts(100)).wins_by_passing_now());
}

#[test]
fn nobody_passes_in_the_opening() {
    for preset in PRESETS {
        let game = Game::new(Size::square(9), preset.rules);
        let choice = choose(&mut engine(1), &game, Color::Black, 50);
        assert_ne!(choice.mv, Move::Pass, "{}", preset.name);
    }
}

#[test]
fn an_open_ko_does_not_keep_a_game_from_ending() {
    // White can take at B1 for ever, which is of no use.
    let diagram = "
        X X X O . X O
        X X O O O O O
        X O O X O O O
        X X O X X X X
        X . X X O O X
        X X O O O O X
        X . X O . . .";
    let mut game = game_of(diagram, "japanese", 6.5, Color::White);
    for color in [Color::White, Color::Black] {
        game.play(color, Move::Pass).unwrap();
    }
    assert!(!game.position().is_over());
    for _ in 0..20 {
        let color = game.position().to_move();
        game.play(color, choice(&game, color).mv).unwrap();
        if game.position().is_over() {
            return;
        }
    }
    panic!("{}", game.board());
}

#[test]
fn a_tree_is_not_kept_for_another_board() {
    let mut engine = engine(1);
    for side in [2, 9, 3, 19, 4] {
        let game = Game::new(Size::square(side), PRESETS[0].rules);
        let choice = choose(&mut engine, &game, Color::Black, 100);
        assert!(game.check(Color::Black, choice.mv).is_ok(), "{side}");
    }
}

/// White has lost all but a few stones.
const LOST: &str = "
    . . . X . . .
    . X X X X X .
    X X . X . X X
    . X X X X X .
    . . . . . . .
    . . O . O . .
    . . . . . . .";

/// For the first, second and later moves of White in a lost game: true if he resigns.
fn resignations(settings: &Settings, budget: &Budget) -> Vec<bool> {
    let mut engine = Engine::tree_search(1, settings);
    let mut game = game_of(LOST, "chinese", 0.5, Color::White);
    // The fifth part of a game is played first.
    for at in ["A1", "G1", "A2", "G2"] {
        let color = game.position().to_move();
        game.play(color, name(at)).unwrap();
    }
    let mut resigned = Vec::new();
    for _ in 0..6 {
        let request = Request::new(&game, Color::White, Purpose::Play, budget.clone());
        let choice = engine.think(request).choice;
        resigned.push(choice.resigns);
        if choice.resigns {
            break;
        }
        game.play(Color::White, choice.mv).unwrap();
        let answer = player_answer(&game);
        game.play(Color::Black, answer).unwrap();
    }
    resigned
}

#[test]
fn a_lost_game_is_resigned_at_the_second_look() {
    for allowed in [true, false] {
        let settings = Settings {
            resign: allowed,
            ..settings()
        };
        let resigned = resignations(&settings, &Budget::of_visits(600));
        assert!(!resigned[0]);
        assert_eq!(resigned.contains(&true), allowed, "{resigned:?}");
    }
}

#[test]
fn every_rank_resigns_a_lost_game() {
    for rank in RANKS {
        let settings = Settings {
            rank: Some(rank),
            ..settings()
        };
        let resigned = resignations(&settings, &Budget::default());
        assert!(!resigned[0], "{}", rank.name);
        assert!(resigned.contains(&true), "{}: {resigned:?}", rank.name);
    }
}

/// A move of another player.
fn player_answer(game: &Game) -> Move {
    let settings = Settings {
        resign: false,
        ..settings()
    };
    choose(
        &mut Engine::tree_search(5, &settings),
        game,
        Color::Black,
        300,
    )
    .mv
}

/// What is known of a game that was played to its end.
struct Played {
    game: Game,
    /// The last values of the player, where all was decided.
    sure_of_winning: bool,
}

/// Plays a game against an opponent.
fn play(rules: &Preset, side: u8, visits: u64, seed: u64, opponent: &mut Engine) -> Played {
    let mut game = Game::new(Size::square(side), rules.rules);
    let mut player = engine(seed);
    let color = Color::ALL[seed as usize % 2];
    let most = 5 * game.board().size().area();
    // The last value that the player had of a position, and the position.
    let mut last_value = None;
    // A random opponent may play on, or into suicide, for ever.
    let mut rests = 0;
    while !game.position().is_over() && game.position().long_cycle().is_none() && rests < 5 {
        assert!(
            game.position().move_count() < most,
            "{}, seed {seed}: no end\n{}",
            rules.name,
            game.board()
        );
        let mover = game.position().to_move();
        let engine = if mover == color {
            &mut player
        } else {
            &mut *opponent
        };
        let choice = choose(engine, &game, mover, visits);
        assert!(!choice.resigns);
        if mover == color
            && let Some(value) = choice.win_rate
        {
            last_value = Some((value, game.clone()));
        }
        if mover == color {
            rests = if choice.mv == Move::Pass {
                rests + 1
            } else {
                0
            };
        }
        game.play(mover, choice.mv).unwrap();
    }
    let is_won = |(value, game): (f64, Game)| {
        let ending = Ending::of(&game, color, &Judge::of_playouts(400));
        value > 0.95 && ending.is_decided && ending.at_most == Worth::Win
    };
    Played {
        game,
        sure_of_winning: last_value.is_some_and(is_won),
    }
}

/// Plays games under all rules. Whenever the player was sure to win, it must not have lost; that has to
/// happen in at least a quarter of all games, or nothing has been tested.
fn check_games(side: u8, visits: u64, games: u64, opponent: &str) {
    let kind = PlayerKind::find(opponent).unwrap();
    let (mut played_games, mut sure_games) = (0, 0);
    for preset in PRESETS {
        for seed in 0..games {
            let mut opponent = Engine::new(kind, seed, &settings());
            let played = play(preset, side, visits, seed, &mut opponent);
            let game = &played.game;
            let verdict = Verdict::of(game, &Judge::default());
            let count = Count::of(game, &verdict);
            let loser = count.score.outcome().winner().map(|winner| !winner);
            let color = Color::ALL[seed as usize % 2];
            let is_void = game.position().long_cycle().is_some();
            played_games += 1;
            sure_games += u32::from(!is_void && played.sure_of_winning);
            assert!(
                is_void || !played.sure_of_winning || loser != Some(color),
                "{}, seed {seed}: {color} was sure to win\n{}\n{count}\n{:?}",
                preset.name,
                game.board(),
                game.moves()
            );
        }
    }
    assert!(
        4 * sure_games >= played_games,
        "sure of winning in {sure_games} of {played_games} games"
    );
}

#[test]
fn games_end_and_won_games_are_won() {
    check_games(5, 200, 1, "random");
}

#[test]
#[ignore = "takes minutes"]
fn many_games_end_and_won_games_are_won() {
    check_games(7, 300, 4, "flat");
    check_games(6, 200, 4, "random");
    check_games(9, 200, 2, "random");
}

/// Returns true if Black wins when the player plays both colors to the end.
fn black_wins_against_himself(size: Size, komi: f64, visits: u64) -> bool {
    let mut game = Game::new(size, Preset::find("tromp-taylor").unwrap().rules);
    game.set_komi(komi);
    let mut engines = [engine(1), engine(2)];
    while !game.position().is_over() {
        let mover = game.position().to_move();
        let engine = &mut engines[usize::from(mover == Color::White)];
        let choice = choose(engine, &game, mover, visits);
        game.play(mover, choice.mv).unwrap();
    }
    let count = Count::of(&game, &Verdict::of(&game, &Judge::of_playouts(100)));
    count.score.outcome().winner() == Some(Color::Black)
}

#[test]
fn the_smallest_boards_are_solved() {
    // Black's best result with area scoring and superko: computed by exhaustive search up to 3x3, van
    // der Werf for 4x4 and 5x5 (2009), where White can do nothing about 24.5 points.
    for (width, height, best, visits) in [
        (3, 1, 3.0, 2000),
        (2, 2, 1.0, 2000),
        (2, 4, 8.0, 5000),
        (3, 3, 9.0, 5000),
        (4, 4, 2.0, 20_000),
        (5, 5, 25.0, 20_000),
    ] {
        let size = Size::new(width, height).unwrap();
        assert!(
            black_wins_against_himself(size, best - 0.5, visits),
            "{size}"
        );
        let all = best >= f64::from(u32::try_from(size.area()).unwrap());
        assert!(
            all || !black_wins_against_himself(size, best + 0.5, visits),
            "{size}"
        );
    }
}
