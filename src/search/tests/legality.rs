//! Which moves the tree knows, compared with what the rules allow: random games on small boards.

use super::ask::{report, search};
use crate::go::rules::{GameEnd, PRESETS, Preset};
use crate::go::{Color, Game, IllegalMove, Move, Point, Size};
use crate::rng::Rng;
use crate::search::{Branch, Report};
use std::collections::HashSet;

/// Visits of each search: enough for lines of several moves, few enough for hundreds of searches.
const VISITS: u64 = 150;

/// Visits after which a node has visited replies, unless the game is over there.
const HAS_REPLIES: u32 = 40;

/// How often something was seen that these tests are about.
#[derive(Debug, Default)]
struct Cases {
    /// Plays at the root that only the superko rule forbids.
    repetitions: usize,
    /// Plays at the root that the suicide rule forbids, of several stones.
    forbidden_suicides: usize,
    /// Suicides that are allowed and were candidates.
    suicides: usize,
    /// Moves in trees.
    moves: usize,
    /// Moves after which the game was over.
    ends: usize,
}

fn sizes() -> impl Iterator<Item = Size> {
    let sides = [
        (2, 2),
        (3, 2),
        (1, 5),
        (3, 3),
        (4, 3),
        (4, 4),
        (5, 3),
        (5, 5),
    ];
    sides
        .into_iter()
        .map(|(width, height)| Size::new(width, height).unwrap())
}

/// A random legal play or, if there is none and in one case of eight, a pass.
fn random_move(game: &Game, color: Color, rng: &mut Rng) -> Move {
    let legal: Vec<Point> = game.position().legal_points(color).collect();
    match legal.len() {
        0 => Move::Pass,
        _ if rng.below(8) == 0 => Move::Pass,
        count => Move::Play(legal[rng.below(count)]),
    }
}

/// Plays a random game and checks a search of some of its positions.
fn check_game(preset: &Preset, size: Size, seed: u64, cases: &mut Cases) {
    let mut rng = Rng::new(seed);
    let mut game = Game::new(size, preset.rules);
    let most = 2 * size.area();
    for _ in 0..most {
        let color = game.position().to_move();
        if rng.below(most) < 3 {
            let mut search = search();
            let report = report(&mut search, &game, color, VISITS);
            check_root(&game, color, &report, cases);
            // A game that is over is searched as if it went on.
            if !game.position().is_over() {
                check_tree(&game, color, &search.branches(), cases);
            }
        }
        let mv = random_move(&game, color, &mut rng);
        game.play(color, mv).unwrap();
    }
}

fn describe(game: &Game, color: Color) -> String {
    let rules = Preset::of_rules(game.rules()).map_or("?", |preset| preset.name);
    let (board, moves) = (game.board(), game.moves());
    format!("{rules}, {color} to move\n{board}\n{moves:?}")
}

/// The candidates at the root are the legal moves but for suicides of single stones, which change
/// nothing. Moves that repeat a position are known to be illegal once they would be visited.
fn check_root(game: &Game, color: Color, report: &Report, cases: &mut Cases) {
    let board = game.board();
    let visited: HashSet<Move> = report.moves.iter().map(|found| found.mv).collect();
    let unvisited: HashSet<Move> = report.unvisited.iter().map(|&(mv, _)| mv).collect();
    assert!(visited.is_disjoint(&unvisited));
    let context = || describe(game, color);
    assert!(visited.contains(&Move::Pass) || unvisited.contains(&Move::Pass));
    for at in board.points().filter(|&at| board.is_empty_at(at)) {
        let mv = Move::Play(at);
        let is_suicide = board.is_suicide(at, color);
        let is_single_suicide = is_suicide && !board.neighborhood(at).touches(color);
        let is_candidate = visited.contains(&mv) || unvisited.contains(&mv);
        match game.check(color, mv) {
            Ok(()) => {
                assert_eq!(is_candidate, !is_single_suicide, "{mv}, {}", context());
                cases.suicides += usize::from(is_suicide && is_candidate);
            }
            Err(IllegalMove::Superko { .. }) => {
                assert!(!visited.contains(&mv), "{mv} repeats, {}", context());
                cases.repetitions += 1;
            }
            Err(why) => {
                assert!(!is_candidate, "{why}, {}", context());
                cases.forbidden_suicides += usize::from(is_suicide && !is_single_suicide);
            }
        }
    }
    let plays = visited.iter().chain(&unvisited).filter_map(|mv| mv.point());
    for at in plays {
        assert!(board.is_empty_at(at), "{at}, {}", context());
    }
}

/// Replays every path of the tree: all moves are legal, and the tree ends where the game ends.
fn check_tree(game: &Game, color: Color, branches: &[Branch], cases: &mut Cases) {
    let mut games = vec![game.clone()];
    for (place, branch) in branches.iter().enumerate() {
        games.truncate(branch.depth);
        let before = &games[branch.depth - 1];
        let mover = if branch.depth % 2 == 1 { color } else { !color };
        let context = || format!("{} in the tree, {}", branch.mv, describe(before, mover));
        let mut after = before.clone();
        if let Err(why) = after.play(mover, branch.mv) {
            panic!("{why}: {}", context());
        }
        cases.moves += 1;
        let has_replies = branches
            .get(place + 1)
            .is_some_and(|next| next.depth > branch.depth);
        // Where an open ko keeps a game going, the tree ends with the third pass in any case.
        let is_clear = game.rules().end == GameEnd::TwoPasses || branch.mv != Move::Pass;
        if after.position().is_over() {
            cases.ends += 1;
            assert!(!(is_clear && has_replies), "goes on after {}", context());
        } else if is_clear && branch.visits >= HAS_REPLIES {
            assert!(has_replies, "ends with {}", context());
        }
        games.push(after);
    }
}

#[test]
fn a_search_tries_exactly_the_moves_that_the_rules_allow() {
    let mut cases = Cases::default();
    for preset in PRESETS {
        for (seed, size) in sizes().enumerate() {
            check_game(preset, size, seed as u64, &mut cases);
        }
    }
    let Cases {
        repetitions,
        forbidden_suicides,
        suicides,
        moves,
        ends,
    } = cases;
    assert!(
        repetitions > 20 && forbidden_suicides > 20 && suicides > 5,
        "{cases:?}"
    );
    assert!(moves > 10_000 && ends > 100, "{cases:?}");
}

#[test]
#[ignore = "takes minutes"]
fn many_searches_try_exactly_the_moves_that_the_rules_allow() {
    for preset in PRESETS {
        for (seed, size) in (0..50).flat_map(|seed| sizes().map(move |size| (seed, size))) {
            check_game(preset, size, seed, &mut Cases::default());
        }
    }
}
