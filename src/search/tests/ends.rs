//! When a game ends in the tree, and when a tree ends with its game.

use super::ask::{play_report, report, restricted_report, search};
use crate::clock::Budget;
use crate::go::rules::Preset;
use crate::go::tests::game;
use crate::go::{Board, Color, Game, Move, Points, Size};
use crate::search::Restriction;
use crate::search::root::Root;
use std::time::Duration;
use web_time::Instant;

fn game_of(diagram: &str, rules: &str, to_move: Color) -> Game {
    let board: Board = diagram.parse().unwrap();
    game(&board, to_move, Preset::find(rules).unwrap().rules)
}

/// How many replies a tree has in which Black can only pass.
fn replies_to_a_pass(game: &Game) -> usize {
    let mut search = search();
    let mut restriction = Restriction::default();
    restriction.allow(Color::Black, &[Move::Pass], 1);
    let report = restricted_report(&mut search, game, Color::Black, 300, restriction);
    assert_eq!((report.moves.len(), report.moves[0].mv), (1, Move::Pass));
    let branches = search.branches();
    branches.iter().filter(|branch| branch.depth == 2).count()
}

/// Black can take a ko at C4.
const OPEN_KO: &str = "
    . X O . .
    X O . O .
    . X O . .
    . X O . .
    . X O . .";

#[test]
fn the_second_pass_ends_the_game_in_the_tree() {
    let mut game = game_of(OPEN_KO, "tromp-taylor", Color::White);
    assert!(replies_to_a_pass(&game) > 0, "only one pass");
    game.play(Color::White, Move::Pass).unwrap();
    assert_eq!(replies_to_a_pass(&game), 0);
}

#[test]
fn a_second_pass_with_an_open_ko_does_not_end_the_game_in_the_tree() {
    for (rules, goes_on) in [("japanese", true), ("korean", false)] {
        let mut game = game_of(OPEN_KO, rules, Color::White);
        game.play(Color::White, Move::Pass).unwrap();
        assert_eq!(replies_to_a_pass(&game) > 0, goes_on, "{rules}");
    }
}

#[test]
fn the_pass_that_takes_the_button_is_not_the_first_of_two() {
    let game = game_of(OPEN_KO, "aga-button", Color::Black);
    let mut after = game.clone();
    after.play(Color::Black, Move::Pass).unwrap();
    after.play(Color::White, Move::Pass).unwrap();
    assert!(
        !after.position().is_over(),
        "the first pass took the button"
    );
    let mut search = search();
    let mut restriction = Restriction::default();
    for color in Color::ALL {
        restriction.allow(color, &[Move::Pass], 2);
    }
    restricted_report(&mut search, &game, Color::Black, 300, restriction);
    let depths = search.branches().into_iter().map(|branch| branch.depth);
    assert!(depths.max() > Some(2));
}

#[test]
fn a_tree_is_kept_for_the_same_game_alone() {
    let start = Game::new(Size::square(5), Preset::find("chinese").unwrap().rules);
    let kept = |change: &dyn Fn(&mut Game)| {
        let mut search = search();
        let first = report(&mut search, &start, Color::Black, 400);
        let mut game = start.clone();
        change(&mut game);
        let color = game.position().to_move();
        let second = report(&mut search, &game, color, 50);
        assert_eq!((first.new_visits, second.new_visits), (400, 50));
        second.visits > second.new_visits
    };
    let play = |game: &mut Game| {
        game.play(Color::Black, "C3".parse().unwrap()).unwrap();
    };
    assert!(kept(&|_| {}), "the same position");
    assert!(kept(&play), "the next one");
    assert!(!kept(&|game| game.set_komi(6.5)), "another komi");
    let other_rules = Preset::find("japanese").unwrap().rules;
    assert!(
        !kept(&|game| {
            let komi = game.komi();
            game.set_rules(other_rules);
            game.set_komi(komi);
        }),
        "other rules"
    );
    assert!(!kept(&|game| game.set_to_move(Color::White)), "other turn");
}

#[test]
fn a_search_stops_early_only_if_no_other_move_can_catch_up() {
    const VISITS: u64 = 600;
    // Visits are taken in batches.
    const BATCH: u64 = 32;
    let mut early = 0;
    for side in [3, 4, 5, 6, 7] {
        let game = Game::new(Size::square(side), Preset::find("chinese").unwrap().rules);
        let report = play_report(&game, Color::Black, Budget::up_to(VISITS));
        let (made, moves) = (report.new_visits, &report.moves);
        let lead = u64::from(moves[0].visits - moves[1].visits);
        assert!(made + lead + BATCH >= VISITS, "{side}: {made} + {lead}");
        early += u32::from(made < VISITS);
        let all = play_report(&game, Color::Black, Budget::of_visits(VISITS));
        assert_eq!(all.new_visits, VISITS, "where a number is asked for");
    }
    assert!(early > 0, "no search stopped early");
}

#[test]
fn a_report_tells_that_the_search_went_on_beyond_its_target() {
    let empty = Game::new(Size::square(9), Preset::find("tromp-taylor").unwrap().rules);
    let now = Instant::now();
    let hour = Duration::from_hours(1);
    // The target has passed when the search begins, and nothing is known of any move: it goes on, but not for long.
    let open = Budget {
        target: Some(now),
        deadline: Some(now + hour),
        ..Budget::default()
    };
    assert!(play_report(&empty, Color::Black, open).is_extended);
    let fixed = Budget {
        visits: Some(50),
        deadline: Some(now + hour),
        ..Budget::default()
    };
    assert!(!play_report(&empty, Color::Black, fixed).is_extended);
}

#[test]
fn a_larger_win_is_worth_a_little_more() {
    let game = Game::new(Size::square(5), Preset::find("chinese").unwrap().rules);
    let root = Root::new(&game, Color::Black, 0.02);
    let value = |margin, color| root.value(Points::whole(margin), color).0;
    for (color, sign) in [(Color::Black, 1), (Color::White, -1)] {
        let found = [-25, -1, 1, 25].map(|margin| value(sign * margin, color));
        assert!(found.is_sorted_by(|less, more| less < more), "{found:?}");
        assert!(found[1] < found[2] / 10, "a win counts most: {found:?}");
    }
}
