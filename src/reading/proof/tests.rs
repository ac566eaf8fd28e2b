use super::*;
use crate::go::{Board, ByColor, Point, PointSet, Size};
use crate::reading::field::{Kos, UNLIMITED};
use crate::reading::lines;
use crate::rng::Rng;
use proptest::prelude::*;

const ENOUGH: SolveLimits = SolveLimits {
    visits: 300_000,
    deadline: None,
};

/// Up to twelve points within a board, with random stones on them, and stones around most of them.
fn random_part(rng: &mut Rng) -> (Board, PointSet) {
    let (width, height) = [(3, 3), (4, 3), (3, 4), (5, 2), (2, 5)][rng.below(5)];
    loop {
        let [left, bottom] = [2 * rng.below(2), 2 * rng.below(2)];
        let is_in = |at: Point, by: usize| {
            let [column, row] = [at.column(), at.row()].map(usize::from);
            (left..left + width + by).contains(&(column + by / 2))
                && (bottom..bottom + height + by).contains(&(row + by / 2))
        };
        let walls = Color::ALL[rng.below(2)];
        let mut stones = |at: Point| match () {
            () if is_in(at, 0) => [None, Some(Color::Black), Some(Color::White)][rng.below(3)],
            () if is_in(at, 2) => match rng.below(12) {
                0 => Some(!walls),
                1 => None,
                _ => Some(walls),
            },
            () => None,
        };
        let size = Size::square(9);
        let mut cells = vec![None; size.area()];
        for at in size.points() {
            cells[size.place(at)] = stones(at);
        }
        let board = Board::with_stones(size, |at| cells[size.place(at)]);
        if board.breathless_chain().is_none() {
            return (board, size.points().filter(|&at| is_in(at, 0)).collect());
        }
    }
}

/// Plays a line on a field. Returns true if the target is captured.
fn is_captured_by(search: &ProofSearch, start: &FieldState, line: &[(Color, Move)]) -> bool {
    let mut state = *start;
    for &(color, mv) in line {
        assert_eq!(color, state.to_move);
        let steps = search.steps(&search.field.view(&state));
        let step = steps.iter().find(|step| search.move_at(step.at) == mv);
        state = step.and_then(|step| step.next).expect("a legal move");
    }
    let ended = search
        .ended(&state)
        .or_else(|| search.bounded(&search.field.view(&state)));
    ended.is_some_and(|entry| search.proved(&state, &entry).is_lost)
}

/// Reads all chains of a part with zones and without, whoever begins.
fn assert_zones_change_nothing(board: &Board, part: &PointSet) {
    let kos = [
        Kos::ThreatsOf(Color::Black),
        Kos::ThreatsOf(Color::White),
        Kos::Threats(ByColor::new_with(|_| 0)),
        Kos::Threats(ByColor {
            black: UNLIMITED,
            white: 0,
        }),
    ];
    for chain in Color::ALL.into_iter().flat_map(|color| board.chains(color)) {
        let stones: PointSet = board.chain(chain).filter(|&at| part.contains(at)).collect();
        if stones.is_empty() {
            continue;
        }
        let ways = kos.into_iter().flat_map(|kos| [(kos, false), (kos, true)]);
        let goals = [ProofGoal::Keep, ProofGoal::KeepOrReplace];
        let ways = ways.flat_map(|(kos, is_walled)| goals.map(|goal| (kos, is_walled, goal)));
        for (kos, is_walled, goal) in ways {
            let owner = board.color_at(chain).unwrap();
            let field = Field::new(board, part, kos).unwrap();
            let walled = || field.clone().walled_against(owner);
            let Some(field) = (if is_walled {
                walled()
            } else {
                Some(field.clone())
            }) else {
                continue;
            };
            let stones = field.patch.mask(|at| stones.contains(at));
            let target = ProofTarget {
                owner,
                stones,
                goal,
            };
            let new = || ProofSearch::new(field.clone(), target, 100_000);
            for first in Color::ALL {
                let (mut with, mut without) = (new(), new().without_zones());
                let start = with.start(first);
                let found = with.solve(&start, ENOUGH);
                let plain = without.solve(&start, ENOUGH);
                let (Some(found), Some(plain)) = (found, plain) else {
                    continue;
                };
                let question = format!("{chain} {first} {kos:?} {is_walled} {goal:?}\n{board}");
                assert_eq!(found.is_lost, plain.is_lost, "{question}");
                assert_eq!(with.recall(&start), Some(found), "{question}");
                let line = lines::line(&with, &start);
                if found.is_lost {
                    assert!(is_captured_by(&with, &start, &line), "{line:?} {question}");
                }
                let tree = lines::tree(&with, &start, 50);
                assert!(
                    tree.len() == 50
                        || tree
                            .iter()
                            .all(|it| it.parent.is_none_or(|parent| parent < tree.len()))
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn zones_change_no_answer(seed in any::<u64>()) {
        let (board, part) = random_part(&mut Rng::new(seed));
        assert_zones_change_nothing(&board, &part);
    }
}

// After a capture in a circle a chain stood because of a liberty that no zone had.
#[test]
fn what_stands_after_a_capture_has_a_liberty_in_the_zone() {
    let (board, part) = random_part(&mut Rng::new(1037));
    assert_zones_change_nothing(&board, &part);
}

/// A search about White's group around a rectangular six in the corner.
fn corner(most_known: usize) -> ProofSearch {
    let diagram = "
        X X X X X .
        O O O O X .
        . . . O X .
        . . . O X X";
    about(diagram, "A3", most_known)
}

/// A search about the chain at a point of a diagram, of which the first four columns and the last three rows are in play.
fn about(diagram: &str, chain: &str, most_known: usize) -> ProofSearch {
    let board: Board = diagram.parse().unwrap();
    let chain: Point = chain.parse().unwrap();
    let stones: PointSet = board.chain(chain).collect();
    let part: PointSet = board
        .points()
        .filter(|at| at.column() < 4 && at.row() < 3)
        .collect();
    let field = Field::new(&board, &part, Kos::ThreatsOf(Color::White)).unwrap();
    let target = ProofTarget {
        owner: board.color_at(chain).unwrap(),
        stones: field.patch.mask(|at| stones.contains(at)),
        goal: ProofGoal::Keep,
    };
    ProofSearch::new(field, target, most_known)
}

#[test]
fn a_small_table_finds_the_same() {
    for (first, is_captured) in [(Color::Black, true), (Color::White, false)] {
        let mut visits = Vec::new();
        for most in [64, 100_000] {
            let mut search = corner(most);
            let found = search.solve(&search.start(first), ENOUGH).unwrap();
            assert_eq!(found.is_lost, is_captured);
            visits.push(search.visits());
        }
        assert!(visits[0] >= visits[1], "{visits:?}");
    }
}

#[test]
fn what_a_pass_refutes_is_not_read_again() {
    for first in Color::ALL {
        let (mut with, mut without) = (corner(100_000), corner(100_000).without_zones());
        for search in [&mut with, &mut without] {
            assert!(search.solve(&search.start(first), ENOUGH).is_some());
        }
        assert!(with.visits() < without.visits(), "{}", with.visits());
    }
}

#[test]
fn two_eyes_and_room_for_one_are_seen_at_once() {
    let two_eyes = "
        X X X X X .
        O O O O X .
        . O . O X .
        O O O O X X";
    let one_eye = "
        X X X X X .
        X O O O X .
        X O . O X .
        X O . O X X";
    for (diagram, is_captured) in [(two_eyes, false), (one_eye, true)] {
        for first in Color::ALL {
            let mut search = about(diagram, "B3", 100);
            let found = search.solve(&search.start(first), ENOUGH).unwrap();
            assert_eq!(found.is_lost, is_captured, "{diagram}");
            assert_eq!(search.visits(), 1, "{diagram}");
        }
    }
}

#[test]
fn what_the_limits_do_not_suffice_for_is_unknown() {
    let mut search = corner(1_000);
    let start = search.start(Color::Black);
    let few = SolveLimits {
        visits: 3,
        ..ENOUGH
    };
    assert_eq!(search.solve(&start, few), None);
    assert_eq!(search.recall(&start), None);
    assert!(lines::line(&search, &start).is_empty() && lines::tree(&search, &start, 9).is_empty());
    let late = SolveLimits {
        deadline: Some(Instant::now()),
        ..ENOUGH
    };
    assert_eq!(search.solve(&start, late), None);
    // What was begun goes on.
    assert!(search.solve(&start, ENOUGH).is_some());
}

/// An answer rested on a repetition, and what disproved it was forgotten with it, again and again.
#[test]
fn what_disproves_a_repetition_is_not_forgotten() {
    let board: Board = "
        X X X X .
        . O O X O
        O . . . X"
        .parse()
        .unwrap();
    let part: PointSet = board
        .points()
        .filter(|at| at.column() < 4 && at.row() < 2)
        .collect();
    let field = Field::new(&board, &part, Kos::ThreatsOf(Color::Black)).unwrap();
    let chain: PointSet = board.chain("B2".parse().unwrap()).collect();
    let stones = field.patch.mask(|at| chain.contains(at));
    let owner = Color::White;
    let target = ProofTarget {
        owner,
        stones,
        goal: ProofGoal::Keep,
    };
    let mut search = ProofSearch::new(field, target, 1_000);
    for first in Color::ALL {
        let found = search.solve(&search.start(first), ENOUGH);
        assert!(found.is_some_and(|found| found.is_lost), "{first}");
    }
}
