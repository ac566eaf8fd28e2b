//! The steps by which the player comes to a move, one by one.

use super::super::*;
use super::{LOST, SETTLED, WITH_DAME, WITH_PREY, after_pass, game_of, name, settings};
use crate::engine::tests::report_of;
use crate::engine::{RANKS, Rank};
use crate::eval::Model;
use crate::go::Size;
use crate::go::point::CELLS;
use crate::go::rules::PRESETS;
use crate::playout::Ownership;
use crate::search::SEARCH_PARAMS;
use web_time::Instant;

fn mcts(settings: &Settings) -> Mcts {
    Mcts::new(1, settings)
}

fn quiet() -> Mcts {
    mcts(&Settings {
        dead_playouts: 40,
        ..settings()
    })
}

/// A budget that ends a number of seconds from now.
fn seconds(time: u64) -> Budget {
    Budget {
        deadline: Some(Instant::now() + Duration::from_secs(time)),
        ..Budget::default()
    }
}

#[test]
fn the_judge_gets_a_quarter_of_the_time() {
    let game = Game::new(Size::square(19), PRESETS[0].rules);
    // A playout on 361 points takes 361 microseconds: 692520 of them fill 250 seconds. The test
    // itself may take some time.
    let million = 1_000_000;
    for (playouts, budget, least, most, has_network) in [
        (million, seconds(1000), 600_000, 692_520, true),
        (million, seconds(0), FEWEST_JUDGING, FEWEST_JUDGING, false),
        (million, Budget::of_visits(1), million, million, true),
        (500, seconds(1000), 500, 500, true),
        (100, seconds(0), 100, 100, false),
    ] {
        let mcts = mcts(&Settings {
            dead_playouts: playouts,
            model: Some(Model::Own),
            ..settings()
        });
        let judge = mcts.judge_in_time(&game, &budget);
        assert!(
            (least..=most).contains(&judge.playouts),
            "{playouts}: {}",
            judge.playouts
        );
        assert_eq!(judge.evaluator.has_network(), has_network, "{playouts}");
        let now = Instant::now();
        let reading = judge.deadline.map(|end| end.saturating_duration_since(now));
        let quarter = budget
            .deadline
            .map(|end| end.saturating_duration_since(now) / 4);
        let is_near = |(reading, quarter): (Duration, Duration)| {
            reading.abs_diff(quarter) < Duration::from_secs(10)
        };
        assert!(reading.zip(quarter).is_none_or(is_near), "{playouts}");
        assert_eq!(reading.is_some(), quarter.is_some(), "{playouts}");
    }
}

/// The first visit is that of the position itself: the network's likeliest move follows, and no larger search.
#[test]
fn one_visit_plays_what_the_network_likes() {
    let mut mcts = mcts(&Settings {
        model: Some(Model::Own),
        ..settings()
    });
    let game = Game::new(Size::square(9), PRESETS[0].rules);
    let budget = Budget::of_visits(1);
    let thought = mcts.think(Request::new(&game, Color::Black, Purpose::Play, budget));
    let report = thought.report.unwrap();
    assert!(report.moves.is_empty());
    let found = (thought.choice.mv, thought.choice.visits);
    let [first, second] = [0, 1].map(|place| report.unvisited[place].0);
    assert_eq!(found, (first, 1));
    let mut restriction = Restriction::default();
    restriction.avoid(Color::Black, &[first], 1);
    let request = Request {
        restriction,
        ..Request::new(&game, Color::Black, Purpose::Play, Budget::of_visits(1))
    };
    assert_eq!(mcts.think(request).choice.mv, second);
}

#[test]
fn the_end_is_looked_at_only_where_it_may_be_near() {
    // Of 49 points up to 14 may be open: six and a sixth part.
    let empty = ". . . . . . .\n".repeat(7);
    for (diagram, open, passed, is_read) in [
        (SETTLED, None, None, true),
        (SETTLED, Some(14), None, true),
        (SETTLED, Some(15), None, false),
        (SETTLED, Some(15), Some(Color::White), true),
        // Black's own pass says nothing.
        (SETTLED, Some(15), Some(Color::Black), false),
        (&empty, None, None, false),
        (&empty, None, Some(Color::Black), false),
        (&empty, None, Some(Color::White), true),
    ] {
        let mut mcts = quiet();
        mcts.open_points = open;
        let mut game = game_of(diagram, "chinese", 0.5, Color::Black);
        if let Some(color) = passed {
            game.play(color, Move::Pass).unwrap();
        }
        let reads = |budget| mcts.ending(&game, Color::Black, &budget).is_some();
        assert_eq!(reads(Budget::default()), is_read, "{open:?} {passed:?}");
        assert!(!reads(seconds(0)), "no time is left");
    }
}

#[test]
fn points_are_open_that_nobody_owns_in_four_of_five_games() {
    let game = game_of(SETTLED, "chinese", 0.5, Color::Black);
    let request = Request::new(&game, Color::Black, Purpose::Analyze, Budget::of_visits(5));
    let mut report = quiet().search_alone(request).report.unwrap();
    for (black, white, open) in [(1, 0, 0), (4, 1, 0), (1, 4, 0), (7, 2, 49), (1, 1, 49)] {
        report.ownership = Ownership::new();
        (0..black).for_each(|_| report.ownership.add(&[1.0; CELLS], Color::Black));
        (0..white).for_each(|_| report.ownership.add(&[1.0; CELLS], Color::White));
        assert_eq!(open_points(&game, &report), open, "{black} {white}");
    }
}

#[test]
fn a_rest_keeps_what_is_won_by_the_count_of_the_rules() {
    // Black is ahead by 7 on the board.
    for (diagram, rules, komi, color, rests) in [
        (SETTLED, "chinese", 6.5, Color::Black, true),
        (SETTLED, "chinese", 7.0, Color::Black, true),
        (SETTLED, "chinese", 7.0, Color::White, true),
        (SETTLED, "chinese", 7.5, Color::White, true),
        // A lost game is left to the search.
        (SETTLED, "chinese", 7.5, Color::Black, false),
        (SETTLED, "chinese", 6.5, Color::White, false),
        // White pays a point for the first pass, or it earns half a point.
        (SETTLED, "wmsg", 6.5, Color::White, true),
        (SETTLED, "aga-button", 7.0, Color::Black, true),
        (SETTLED, "aga-button", 7.0, Color::White, true),
        // Something is left to do.
        (WITH_DAME, "chinese", 0.5, Color::Black, false),
    ] {
        let mut mcts = quiet();
        let game = game_of(diagram, rules, komi, color);
        let ending = Ending::of(&game, color, &mcts.judge);
        let found = mcts.can_rest(&game, color, &ending, &Budget::of_visits(100));
        assert_eq!(found, rests, "{rules} {komi} {color}");
    }
}

#[test]
fn stones_have_to_be_captured_only_where_the_players_could_have_agreed() {
    for (rules, purpose, passes, is_disputed) in [
        ("chinese", Purpose::Play, 0, false),
        ("chinese", Purpose::Play, 1, false),
        ("chinese", Purpose::Play, 2, true),
        ("chinese", Purpose::CleanUp, 0, true),
        ("japanese", Purpose::Play, 2, false),
        ("japanese", Purpose::CleanUp, 0, true),
        ("tromp-taylor", Purpose::Play, 2, false),
        ("tromp-taylor", Purpose::CleanUp, 0, false),
    ] {
        let mut game = game_of(WITH_PREY, rules, 0.5, Color::Black);
        for _ in 0..passes {
            let color = game.position().to_move();
            game.play(color, Move::Pass).unwrap();
        }
        let request = Request::new(&game, Color::Black, purpose, Budget::default());
        let disputed = Mcts::disputed(&request);
        let as_it_stands = disputed.map(|game| game.rules().dead_stones);
        let expected = is_disputed.then_some(DeadStones::AsItStands);
        assert_eq!(as_it_stands, expected, "{rules} {purpose:?} {passes}");
    }
}

#[test]
fn players_disagree_if_they_play_on_after_two_passes_that_end_a_game() {
    use Color::{Black, White};
    let [pass, play] = ["pass", "D4"].map(name);
    for (rules, moves, has_been_stopped) in [
        ("chinese", vec![(Black, pass), (White, pass)], true),
        (
            "chinese",
            vec![(Black, pass), (White, pass), (Black, play)],
            true,
        ),
        // The other player has not passed.
        ("chinese", vec![(Black, pass), (Black, pass)], false),
        ("chinese", vec![(Black, pass), (White, play)], false),
        ("chinese", vec![(Black, play), (White, pass)], false),
        (
            "chinese",
            vec![(Black, pass), (White, play), (Black, pass)],
            false,
        ),
        ("chinese", vec![], false),
        ("tromp-taylor", vec![(Black, pass), (White, pass)], false),
        ("japanese", vec![(Black, pass), (White, pass)], false),
    ] {
        let mut game = game_of(WITH_DAME, rules, 0.5, Black);
        for &(color, mv) in &moves {
            game.play(color, mv).unwrap();
        }
        let found = super::super::has_been_stopped(&game);
        assert_eq!(found, has_been_stopped, "{rules} {moves:?}");
    }
}

#[test]
fn the_small_search_heeds_its_visits_and_the_numbers_that_were_set() {
    let game = Game::new(Size::square(9), PRESETS[0].rules);
    let scout = |settings: &Settings| {
        let budget = Budget::of_visits(1000);
        mcts(settings).scout(&game, Color::Black, 60, &budget)
    };
    let usual = scout(&settings());
    assert!((1..=60).contains(&usual.new_visits), "{}", usual.new_visits);
    assert_eq!(scout(&settings()).moves, usual.moves);
    let mut changed = settings();
    let param = SEARCH_PARAMS
        .iter()
        .find(|param| param.name == "prior_learned");
    changed.overrides.set(param.unwrap(), Some(0.0));
    assert_ne!(scout(&changed).moves, usual.moves);
}

#[test]
fn only_a_rank_asks_a_larger_search_whether_to_resign() {
    // Too few visits to resign by, at two moves in a row.
    for (rank, resigns) in [(RANKS.first(), true), (None, false)] {
        let mut mcts = mcts(&Settings { rank, ..settings() });
        let mut game = game_of(LOST, "chinese", 0.5, Color::White);
        let mut resigned = Vec::new();
        for _ in 0..6 {
            let budget = Budget::of_visits(20);
            let request = Request::new(&game, Color::White, Purpose::Analyze, budget);
            let mut report = mcts.search_alone(request).report.unwrap();
            report.moves.truncate(1);
            report.moves[0].visits = 20;
            report.value = 0.0;
            resigned.push(mcts.resigns(&game, Color::White, &report, &Budget::default()));
            game.play(Color::White, Move::Pass).unwrap();
            game.play(Color::Black, Move::Pass).unwrap();
        }
        assert!(!resigned[0]);
        assert_eq!(
            resigned.contains(&true),
            resigns,
            "{}: {resigned:?}",
            Rank::name_of(rank)
        );
    }
}

#[test]
fn a_rank_does_not_think_in_the_time_of_the_opponent() {
    let game = Game::new(Size::square(9), PRESETS[0].rules);
    for (rank, thinks) in [(RANKS.first(), false), (None, true)] {
        let budget = Budget::of_visits(20);
        let request = Request::new(&game, Color::Black, Purpose::Ponder, budget);
        let thought = mcts(&Settings { rank, ..settings() }).think(request);
        assert_eq!(thought.report.is_some(), thinks, "{}", Rank::name_of(rank));
    }
}

#[test]
fn an_analysis_names_an_own_eye_only_if_nothing_else_is_allowed() {
    let game = game_of(WITH_PREY, "chinese", 0.5, Color::White);
    let mut report = report_of(&game, Color::White, 100);
    // F7 is an eye of White's, and so is F5.
    for (visited, expected) in [(["F7", "A6"], "A6"), (["F7", "F5"], "F7")] {
        for (found, at) in report.moves.iter_mut().zip(visited) {
            found.mv = name(at);
        }
        report.moves.truncate(2);
        let choice = most_visited(&game, Color::White, &report, &Restriction::default());
        assert_eq!(choice.mv, name(expected), "{visited:?}");
    }
    report.moves.clear();
    let choice = most_visited(&game, Color::White, &report, &Restriction::default());
    assert_eq!(choice.mv, Move::Pass);
}

#[test]
fn a_pass_that_wins_is_not_made_while_dead_stones_are_to_be_captured() {
    let game = after_pass(WITH_PREY, "chinese", 0.5, Color::Black);
    for (purpose, passes) in [(Purpose::Play, true), (Purpose::CleanUp, false)] {
        let request = Request::new(&game, Color::Black, purpose, Budget::of_visits(50));
        let choice = quiet().think(request).choice;
        assert_eq!(choice.mv == Move::Pass, passes, "{purpose:?}");
    }
}
