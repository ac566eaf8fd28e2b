//! Searches, their reports, and what they know of the rules.

mod ask;
mod ends;
mod graph;
mod legality;
mod methods;
mod network;
#[cfg(loom)]
mod orders;

use super::*;
use crate::clock::Budget;
use crate::go::{Color, Game, Rules, Size};
use std::collections::HashSet;
use std::time::Duration;

fn play(name: &str) -> Move {
    Move::Play(name.parse().unwrap())
}

fn empty_game(side: u8) -> Game {
    Game::new(Size::square(side), Rules::default())
}

fn search(threads: usize) -> Search {
    Search::new(
        threads,
        64 << 20,
        Overrides::default(),
        &Evaluator::default(),
    )
}

/// A request for a move with a number of visits.
fn request(game: &Game, color: Color, visits: u64) -> Request<'_> {
    Request::new(game, color, Purpose::Play, Budget::up_to(visits))
}

/// What a search finds for such a request.
fn run(search: &mut Search, game: &Game, color: Color, visits: u64) -> Report {
    search.run(request(game, color, visits), &mut Rng::new(1))
}

#[test]
fn an_observer_hears_how_a_search_goes_on() {
    for threads in [1, 2] {
        let (mut often, mut never) = (Vec::new(), 0);
        let game = empty_game(5);
        let tell = |report: &Report| often.push(report.new_visits);
        let observers = vec![
            Observer::new(Duration::from_millis(1), tell),
            Observer::new(Duration::MAX, |_| never += 1),
        ];
        let report = search(threads).run(
            Request {
                observers,
                ..request(&game, Color::White, 3000)
            },
            &mut Rng::new(1),
        );
        assert!(
            often.len() > 1 && often.is_sorted() && often[0] > 0,
            "{often:?}"
        );
        assert!(often.iter().all(|&count| count < report.new_visits));
        assert_eq!(never, 0);
    }
}

#[test]
fn no_search_counts_beyond_what_its_sums_hold() {
    let game = empty_game(5);
    let mut search = search(2);
    let run = |search: &mut Search| {
        let request = Request {
            purpose: Purpose::Analyze,
            ..request(&game, Color::Black, 99)
        };
        let report = search.run(request, &mut Rng::new(1));
        (report.new_visits, search.tree.node(ROOT).visits())
    };
    run(&mut search);
    search.tree.node(ROOT).set_visits(MOST_VISITS - 50);
    assert_eq!(run(&mut search), (50, MOST_VISITS));
    assert_eq!(run(&mut search), (0, MOST_VISITS));
}

#[test]
fn a_report_adds_up() {
    let game = empty_game(5);
    let request = Request {
        owners_by_move: true,
        ..request(&game, Color::White, 500)
    };
    let mut search = search(1);
    let report = search.run(request, &mut Rng::new(1));
    assert_eq!(report.bytes, search.bytes_in_use());
    let visits = report.new_visits;
    assert!((100..=500).contains(&visits), "{visits}");
    assert_eq!(report.visits, visits);
    assert_eq!(report.margins.count(), visits);
    assert!(report.margins.deviation() > 0.0);
    let moves: HashSet<Move> = report.moves.iter().map(|found| found.mv).collect();
    let unvisited: HashSet<Move> = report.unvisited.iter().map(|&(mv, _)| mv).collect();
    assert!(moves.is_disjoint(&unvisited));
    assert_eq!(moves.len() + unvisited.len(), 26, "all points and the pass");
    let priors = report.moves.iter().map(|found| found.prior);
    let prior: f64 = priors
        .chain(report.unvisited.iter().map(|&(_, prior)| prior))
        .sum();
    assert!((prior - 1.0).abs() < 1e-4, "{prior}");
    let mut by_move = 0;
    for found in &report.moves {
        assert_eq!(found.line.len(), found.line_visits.len());
        assert_eq!(
            (found.line[0], found.line_visits[0]),
            (found.mv, found.visits)
        );
        assert!(found.line_visits.iter().all(|&visits| visits > 0));
        assert!(found.lower_bound() < found.value);
        assert_eq!(found.margins.count(), u64::from(found.visits));
        assert!(found.ownership.is_some());
        by_move += found.margins.count();
    }
    assert_eq!(by_move, visits);
}

#[test]
fn margins_are_those_of_the_player_to_move() {
    // White has the whole board but for her eyes.
    let mut game = empty_game(5);
    let stones = Size::square(5)
        .points()
        .filter(|at| (at.column() + at.row()) % 4 != 0);
    for at in stones {
        game.play(Color::White, Move::Play(at)).unwrap();
    }
    for (color, sign) in [(Color::White, 1.0), (Color::Black, -1.0)] {
        let report = run(&mut search(1), &game, color, 200);
        assert!(
            sign * report.margins.mean() > 20.0,
            "{color}: {:?}",
            report.margins
        );
        assert!(sign * (report.value - 0.5) > 0.4);
        assert!(
            report
                .moves
                .iter()
                .all(|found| sign * found.margins.mean() > 0.0)
        );
    }
}

#[test]
fn banned_moves_are_not_searched() {
    let game = empty_game(5);
    let mut search = search(1);
    let free = run(&mut search, &game, Color::Black, 2000);
    assert_eq!(free.moves[0].mv, play("C3"));

    let mut restriction = Restriction::default();
    restriction.avoid(Color::Black, &[play("C3")], 3);
    restriction.allow(Color::White, &[play("B2"), play("C2")], 2);
    let restricted = Request {
        restriction,
        ..request(&game, Color::Black, 2000)
    };
    let report = search.run(restricted, &mut Rng::new(1));
    assert_eq!(
        report.new_visits, report.visits,
        "the old tree is forgotten"
    );
    let replies = [play("B2"), play("C2"), Move::Pass];
    for found in &report.moves {
        let line = &found.line;
        assert!(line[0] != play("C3") && line.get(2) != Some(&play("C3")));
        assert!(line.get(1).is_none_or(|mv| replies.contains(mv)));
    }

    let free = run(&mut search, &game, Color::Black, 2000);
    assert_eq!(free.moves[0].mv, play("C3"));
}

#[test]
fn where_everything_is_banned_a_pass_is_left() {
    let game = empty_game(5);
    let mut restriction = Restriction::default();
    restriction.allow(Color::Black, &[], 1);
    restriction.avoid(Color::Black, &[Move::Pass], 1);
    let request = Request {
        restriction,
        ..request(&game, Color::Black, 50)
    };
    let report = search(1).run(request, &mut Rng::new(1));
    assert_eq!(report.moves.len(), 1);
    assert_eq!(report.moves[0].mv, Move::Pass);
}

#[test]
fn a_finished_game_can_be_searched() {
    let mut game = empty_game(5);
    game.play(Color::Black, Move::Pass).unwrap();
    game.play(Color::White, Move::Pass).unwrap();
    let report = run(&mut search(1), &game, Color::Black, 100);
    assert!(report.new_visits > 10 && report.moves.len() > 1);
}

#[test]
fn branches_are_the_visited_part_of_the_tree() {
    let mut search = search(1);
    let report = run(&mut search, &empty_game(5), Color::Black, 5000);
    let branches = search.branches();
    let least = (report.visits / 500) as u32;
    assert!(least > 2);
    let first: Vec<_> = branches.iter().filter(|branch| branch.depth == 1).collect();
    let known = report.moves.iter().filter(|found| found.visits >= least);
    let known: Vec<u32> = known.map(|found| found.visits).collect();
    let visits: Vec<u32> = first.iter().map(|branch| branch.visits).collect();
    assert_eq!(visits, known);
    assert_eq!(
        (branches[0].mv, branches[1].mv, branches[1].depth),
        (report.moves[0].line[0], report.moves[0].line[1], 2)
    );
    for pair in branches.windows(2) {
        assert!(pair[1].depth <= pair[0].depth + 1);
        assert!(pair[1].depth <= pair[0].depth || pair[1].visits < pair[0].visits);
    }
    assert!(branches.iter().all(|branch| branch.visits >= least));
    assert!(self::search(1).branches().is_empty());
}

#[test]
fn a_move_is_also_known_from_playouts_that_made_it_later() {
    let report = run(&mut search(1), &empty_game(5), Color::Black, 1000);
    let best = &report.moves[0];
    assert!(best.amaf_visits > f64::from(best.visits) / 2.0);
    assert!(
        report
            .moves
            .iter()
            .all(|found| (0.0..=1.0).contains(&found.amaf_value))
    );
}

#[test]
fn a_tree_without_memory_for_a_child_ends_the_search() {
    let mut search = Search {
        tree: Tree::of_root_alone(),
        ..search(1)
    };
    let report = run(&mut search, &empty_game(5), Color::Black, 100);
    assert_eq!((report.new_visits, report.moves.len()), (0, 0));
}
