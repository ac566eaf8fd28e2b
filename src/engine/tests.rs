//! What holds for every engine, and what other tests ask of one.

use super::*;
use crate::clock::Budget;
use crate::go::rules::Preset;
use crate::go::{Board, Points, Rules, Size};
use crate::life::{Count, Ground, Status, Verdict};
use crate::search::{Purpose, Restriction};

/// Both players live for good; Black has 28 points of area and 8 of territory, White 21 and 4.
pub(super) const SETTLED: &str = "
    . X . X O . O
    X X X X O O O
    . X . X O . O
    X X X X O O O
    . X . X O . O
    X X X X O O O
    . X . X O . O";

/// The same with a dame at D4.
pub(super) const WITH_DAME: &str = "
    . X . X O . O
    X X X X O O O
    . X . X O . O
    X X X . O O O
    . X . X O . O
    X X X X O O O
    . X . X O . O";

/// A white stone at A7 that is dead but not captured.
pub(super) const WITH_PREY: &str = "
    O X . X O . O
    . X X X O O O
    . X . X O . O
    X X X X O O O
    . X . X O . O
    X X X X O O O
    . X . X O . O";

/// A game under the rules of a name with the stones of a diagram.
pub(super) fn game_of(diagram: &str, rules: &str, komi: f64, to_move: Color) -> Game {
    let board: Board = diagram.parse().unwrap();
    let rules = Preset::find(rules).unwrap().rules;
    let mut game = crate::go::tests::game(&board, to_move, rules);
    game.set_komi(komi);
    game
}

/// What a small analysis in one thread finds, for tests of what is done with reports.
pub(crate) fn report_of(game: &Game, color: Color, visits: u64) -> Report {
    let settings = Settings {
        threads: Some(1),
        ..Settings::default()
    };
    let budget = Budget::of_visits(visits);
    let request = Request::new(game, color, Purpose::Analyze, budget);
    let thought = Engine::tree_search(1, &settings).think(request);
    thought.report.expect("an analysis has a report")
}

#[test]
fn the_judge_heeds_what_was_set() {
    let settings = Settings {
        dead_playouts: 7,
        model: Some(Model::Own),
        ..Settings::default()
    };
    let judge = settings.judge();
    assert_eq!((judge.playouts, judge.evaluator.has_network()), (7, true));
}

#[test]
fn who_has_one_liberty_beside_a_seki_stands_in_it() {
    // Black's F5 is an eye only as long as he need not fill it.
    let diagram = "
        . O X X X O .
        O O X X O O X
        . O O X . X .
        . . O X X X X
        O O O O O X O
        . . . . O O O
        . . . . . . .";
    let game = game_of(diagram, "japanese", 0.0, Color::Black);
    let settings = Settings {
        model: Some(Model::Own),
        ..Settings::default()
    };
    let count = Count::of(&game, &Verdict::of(&game, &settings.judge()));
    assert_eq!(count.score.margin(), Points::halves(-30));
    for (name, status) in [
        ("A3", Status::Alive),
        ("D4", Status::Seki),
        ("E6", Status::Seki),
    ] {
        assert_eq!(count.statuses()(name.parse().unwrap()), status, "{name}");
    }
}

#[test]
fn the_judge_looks_with_the_network_too() {
    // Where suicide is allowed nothing is read.
    let game = game_of(WITH_PREY, "new-zealand", 0.0, Color::Black);
    let ground_at = |name: &str, model: Option<Model>| {
        let settings = Settings {
            model,
            ..Settings::default()
        };
        let verdict = Verdict::of(&game, &settings.judge());
        let at = name.parse().unwrap();
        (
            verdict.dead().contains(at),
            verdict.ground(game.board(), at).unwrap(),
        )
    };
    let (is_dead, ground) = ground_at("A7", None);
    assert!(is_dead);
    assert!(
        matches!(ground, Ground::Estimated(chance) if chance < 0.3),
        "{ground:?}"
    );
    let (is_dead, seen) = ground_at("A7", Some(Model::Own));
    assert!(is_dead);
    assert!(
        matches!(seen, Ground::Seen(chance) if chance < 0.3),
        "{seen:?}"
    );
    assert_eq!(ground_at("B7", Some(Model::Own)).1, Ground::Unconditional);
}

/// One thread and a small tree.
fn small() -> Settings {
    Settings {
        threads: Some(1),
        memory: 16 << 20,
        ..Settings::default()
    }
}

#[test]
fn a_network_counts_as_memory_once() {
    let settings = |memory: u64, sharers: usize, model: Option<Model>| Settings {
        memory,
        sharers,
        model,
        ..Settings::default()
    };
    let bytes = Model::Own.network().bytes();
    // Some tens of millions: weights as they are and as they are used.
    assert!((12 << 20..32 << 20).contains(&bytes), "{bytes}");
    assert_eq!(settings(64 << 20, 1, None).free_memory(), 64 << 20);
    let own = |memory, sharers| settings(memory, sharers, Some(Model::Own)).free_memory();
    assert_eq!(own(64 << 20, 1), (64 << 20) - bytes);
    assert_eq!(own(64 << 20, 4), ((64 << 20) - bytes) / 4);
    assert_eq!(own(4 << 20, 1), 1 << 20, "a quarter stays");
}

#[test]
fn a_reset_begins_again_with_the_random_numbers_of_a_seed() {
    let game = Game::new(Size::square(9), Rules::default());
    let choices = |engine: &mut Engine| -> Vec<Choice> {
        let mut choice = |_| {
            let budget = Budget::of_visits(20);
            let request = Request::new(&game, Color::Black, Purpose::Play, budget);
            engine.think(request).choice
        };
        (0..4).map(&mut choice).collect()
    };
    for kind in PLAYERS {
        let mut engine = Engine::new(kind, 5, &small());
        assert_eq!(engine.seed(), 5);
        let first = choices(&mut engine);
        engine.reset(6);
        assert_eq!(engine.seed(), 6);
        assert_ne!(choices(&mut engine), first, "{}", kind.name);
        engine.reset(5);
        assert_eq!(choices(&mut engine), first, "{}", kind.name);
    }
}

#[test]
fn a_player_without_a_tree_search_borrows_one_for_what_needs_it() {
    let game = Game::new(Size::square(5), Rules::default());
    let allowed = ["C3".parse().unwrap(), Move::Pass];
    let mut few = Restriction::default();
    few.allow(Color::Black, &allowed, 1);
    for kind in PLAYERS {
        let searches = kind.name == "mcts";
        for (purpose, restriction, needs_search) in [
            (Purpose::Play, Restriction::default(), false),
            (Purpose::Play, few.clone(), true),
            (Purpose::Analyze, Restriction::default(), true),
        ] {
            let case = format!("{} {purpose:?} {restriction:?}", kind.name);
            let mut engine = Engine::new(kind, 1, &small());
            let is_restricted = !restriction.is_empty();
            let budget = Budget::of_visits(30);
            let thought = engine.think(Request {
                restriction,
                ..Request::new(&game, Color::Black, purpose, budget)
            });
            let with_tree = searches || needs_search;
            assert_eq!(thought.report.is_some(), with_tree, "{case}");
            assert_eq!(engine.search().is_some(), with_tree, "{case}");
            assert!(!is_restricted || allowed.contains(&thought.choice.mv));
            engine.reset(1);
            assert_eq!(engine.search().is_some(), searches, "{case}");
        }
    }
}

#[test]
fn an_engine_tells_its_seed() {
    let mut engine = Engine::tree_search(7, &Settings::default());
    assert_eq!(engine.seed(), 7);
    engine.reset(8);
    assert_eq!(engine.seed(), 8);
}

#[test]
fn the_same_settings_forget_nothing_and_others_begin_anew() {
    let game = Game::new(Size::square(9), Preset::find("chinese").unwrap().rules);
    let think = |engine: &mut Engine| {
        let budget = Budget::of_visits(1);
        let request = Request::new(&game, Color::Black, Purpose::Play, budget);
        engine.think(request).choice.mv
    };
    let settings = Settings::default();
    let new = || Engine::new(PlayerKind::find("random").unwrap(), 1, &settings);
    let mut engine = new();
    let moves: Vec<Move> = (0..4).map(|_| think(&mut engine)).collect();
    let mut engine = new();
    let again: Vec<Move> = (0..4)
        .map(|_| {
            engine.set(&settings);
            think(&mut engine)
        })
        .collect();
    assert_eq!(again, moves);
    engine.set(&Settings {
        resign: !settings.resign,
        ..settings.clone()
    });
    let anew: Vec<Move> = (0..4).map(|_| think(&mut engine)).collect();
    assert_eq!(anew, moves);
    assert_ne!(moves[0], moves[1]);
}
