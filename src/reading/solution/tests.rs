use super::super::problem::tests::{before_a_long_chain, beside_a_long_chain};
use super::*;
use crate::go::Size;
use crate::go::tests::{forms, in_form};

const LIMITS: SolveLimits = SolveLimits {
    visits: 2_000_000,
    deadline: None,
};

/// A group of White's around an eye space, with Black all around it. The eye space is drawn with `*`, its lower left corner at a
/// column and row.
fn eye_space(shape: &str, column: usize, row: usize) -> Board {
    let rows: Vec<&str> = shape.split_whitespace().collect();
    let is_eye = |x: usize, y: usize| {
        let line = (y.checked_sub(row)).and_then(|y| rows.len().checked_sub(y + 1));
        let cell = line.and_then(|line| rows[line].chars().nth(x.checked_sub(column)?));
        cell == Some('*')
    };
    let near = |x: usize, y: usize, far: usize| {
        let columns = x.saturating_sub(far)..=x + far;
        columns
            .into_iter()
            .any(|x| (y.saturating_sub(far)..=y + far).any(|y| is_eye(x, y)))
    };
    Board::with_stones(Size::square(11), |at| {
        let [x, y] = [at.column(), at.row()].map(usize::from);
        match () {
            () if is_eye(x, y) => None,
            () if near(x, y, 1) => Some(Color::White),
            () if near(x, y, 2) => Some(Color::Black),
            () => None,
        }
    })
}

/// The moves that solve a problem, and how surely; `None` if the first move decides nothing.
fn solved(board: &Board, first: Color, target: Option<Point>) -> Option<(Reach, Vec<String>)> {
    match Solution::of(board, first, target.into(), LIMITS) {
        Ok(solution) if solution.is_settled() => {
            assert!(solution.solutions().next().is_none(), "{board}");
            None
        }
        Ok(solution) => {
            assert!(solution.unread.is_empty(), "{:?}\n{board}", solution.unread);
            let mut names: Vec<String> = solution
                .solutions()
                .map(|first| first.at.to_string())
                .collect();
            names.sort();
            Some((solution.reach, names))
        }
        Err(error) => panic!("{error}\n{board}"),
    }
}

#[test]
fn on_a_small_board_nothing_is_taken_to_live() {
    // White has four liberties, which may become fewer. D2 saves the stone, though it has no eye.
    let board = "
        O O O . .
        . . . . X";
    for (board, is_swapped) in forms(board) {
        let stone = board.chains(in_form(Color::Black, is_swapped)).next();
        let count = |first| {
            let (reach, moves) = solved(&board, in_form(first, is_swapped), stone).unwrap();
            (reach, moves.len())
        };
        assert_eq!(count(Color::Black), (Reach::Surely, 1), "{board}");
        assert_eq!(count(Color::White), (Reach::Surely, 3), "{board}");
    }
    let board: Board = board.parse().unwrap();
    let stone = board.chains(Color::Black).next();
    let moves = |first| solved(&board, first, stone).unwrap().1;
    assert_eq!(moves(Color::Black), ["D2"]);
    assert_eq!(moves(Color::White), ["C1", "D1", "D2"]);
}

#[test]
fn eye_spaces_live_or_die_by_their_vital_point() {
    for (shape, vital) in [
        ("***", Some((1, 0))),
        ("** *.", Some((0, 1))),
        ("** **", None),
        ("****", None),
        ("***. ..**", None),
        (".*. ***", Some((1, 0))),
        ("**. ***", Some((1, 0))),
        (".*. *** .*.", Some((1, 1))),
        (".*. *** **.", Some((1, 1))),
    ] {
        for (column, row) in [(4, 4), (4, 0), (0, 4)] {
            let board = eye_space(shape, column, row);
            let white = board.chains(Color::White).next();
            let expected = vital.map(|(x, y)| {
                let at = Point::new((column + x) as u8, (row + y) as u8).unwrap();
                (Reach::Surely, vec![at.to_string()])
            });
            assert_eq!(solved(&board, Color::Black, white), expected, "{board}");
            // More than one move may make two eyes.
            let for_white = solved(&board, Color::White, white);
            let saves = |at: &String| {
                let (reach, moves) = for_white.as_ref().unwrap();
                *reach == Reach::Surely && moves.contains(at)
            };
            match expected {
                Some((_, vital)) => assert!(vital.iter().all(saves), "{for_white:?}\n{board}"),
                None => assert_eq!(for_white, None, "{board}"),
            }
        }
    }
}

#[test]
fn groups_in_the_corner_are_what_books_say_in_all_forms() {
    // An L group is dead if the opponent moves first, a J group is a ko, a door group is dead.
    for (diagram, reach, count) in [
        (
            ". . . . . . .
             X X X . . . .
             O O X . . . .
             . O X X . . .
             . O O X . . .
             . . . X . . .",
            Reach::Surely,
            2,
        ),
        (
            ". . . . . . .
             X X X X . . .
             O O O X . . .
             . . O X X . .
             . . O O X . .
             . . . . X . .",
            Reach::ByKo,
            1,
        ),
        (
            ". . . . . . .
             X X X X X . .
             O O O O X . .
             . . . O X . .
             . . . O X . .",
            Reach::Surely,
            1,
        ),
    ] {
        for (board, is_swapped) in forms(diagram) {
            let first = in_form(Color::Black, is_swapped);
            let found = solved(&board, first, None).map(|(reach, names)| (reach, names.len()));
            assert_eq!(found, Some((reach, count)), "{board}");
        }
    }
}

#[test]
fn little_is_read_of_parts_larger_than_the_one_that_has_the_answer() {
    let board: Board = "
        . . . . . . . . . .
        . . . . . . . . . .
        . . X X X X X . . .
        . . . O O O X X . .
        . . X O . O O X . .
        . . X O . . O X . .
        . . X O . O O X . ."
        .parse()
        .unwrap();
    let problem = ReadingProblem::of_chain(&board, "F1".parse().unwrap()).unwrap();
    let mut solver = Solver::new(problem);
    for first in Color::ALL {
        assert_eq!(solver.reach(first, None, LIMITS), Some(Reach::Surely));
    }
    // 3,958, or 12,758 if all parts are read alike.
    assert!(solver.visits() < 8_000, "{}", solver.visits());
}

#[test]
fn no_capture_rests_on_a_liberty_out_of_play_or_on_a_weak_stone() {
    // White's C1 would be held by D1 alone, which Black can take.
    let liberty = "
        . X . O . .
        X . . . . X";
    // After Black's C2, White's A1 captures the stones around B1.
    let weak = "
        X X O .
        X X . O
        . O X X";
    for (diagram, target) in [(liberty, "A1"), (weak, "D2")] {
        let board: Board = diagram.parse().unwrap();
        let problem = ReadingProblem::of_chain(&board, target.parse().unwrap()).unwrap();
        let opponent = !problem.owner();
        let reach = Solver::new(problem).reach(opponent, None, LIMITS);
        assert!(
            reach.is_some_and(|reach| reach != Reach::Surely),
            "{reach:?}\n{board}"
        );
    }
}

/// Such questions were asked again and again, for ever.
#[test]
fn a_move_that_is_not_allowed_or_too_far_away_has_no_answer() {
    let suicide = "
        O O X X X
        . . O . X";
    let far = "
        X X O . . . . . . . . . .
        . X O . . . . . . . . . .
        X X O . . . . . . . . . .
        O O O . . . . . . . . . .";
    for (diagram, chain, first, played) in [
        (suicide, "E1", Color::Black, "D1"),
        (far, "A2", Color::White, "N1"),
    ] {
        let board: Board = diagram.parse().unwrap();
        let problem = ReadingProblem::of_chain(&board, chain.parse().unwrap()).unwrap();
        let mut solver = Solver::new(problem);
        let played = Move::Play(played.parse().unwrap());
        assert_eq!(solver.reach(first, Some(played), LIMITS), None, "{board}");
        assert!(solver.reach(first, None, LIMITS).is_some(), "{board}");
    }
}

/// First moves had one short try each. A1 needs more.
#[test]
fn first_moves_are_read_as_long_as_the_limits_suffice() {
    let board: Board = "
        X O .
        X O X
        . X O
        . . ."
        .parse()
        .unwrap();
    let solution = solved(&board, Color::Black, "B3".parse().ok());
    let right = ["A2", "C4"].map(str::to_owned).to_vec();
    assert_eq!(solution, Some((Reach::Surely, right)));
}

/// A1 captures what is behind Black's two chains, which gives them liberties.
#[test]
fn what_is_behind_weak_stones_is_in_play() {
    let board: Board = "
        O X . O O
        . O X . O"
        .parse()
        .unwrap();
    let problem = ReadingProblem::of_chain(&board, "E1".parse().unwrap()).unwrap();
    let reach = Solver::new(problem).reach(Color::Black, None, LIMITS);
    assert_eq!(reach, Some(Reach::Surely));
}

#[test]
fn who_leaves_a_part_that_is_cut_short_is_not_said_to_get_away() {
    // White A1 and B1 are captured by B2.
    let board = before_a_long_chain(1);
    let at: Point = "A1".parse().unwrap();
    let problem = || ReadingProblem::of_chain(&board, at).unwrap();
    let reach = |first| Solver::new(problem()).reach(first, None, LIMITS);
    assert_eq!(reach(Color::Black), Some(Reach::Surely), "{board}");
    assert_eq!(reach(Color::White), None, "{board}");
    // How Black captures is worth knowing, though it is not known that White could save the stone.
    let captures = Some((Reach::Surely, vec!["B1".to_owned()]));
    assert_eq!(solved(&board, Color::Black, Some(at)), captures);
    // It does not help White if his long chain lives, so that is no condition.
    let dies = Solution::of(&board, Color::White, SolutionTarget::Life(at), LIMITS).unwrap();
    assert!(dies.is_settled() && dies.presumed.is_empty(), "{board}");
}

/// White has four liberties, of which A3 alone comes into play last: it is a seki.
#[test]
fn a_chain_with_hardly_a_liberty_out_of_play_is_not_taken_to_live() {
    let board: Board = "
        . O O .
        O O X .
        . . X O"
        .parse()
        .unwrap();
    let problem = ReadingProblem::of_chain(&board, "C1".parse().unwrap()).unwrap();
    let played = Some(Move::Play("A1".parse().unwrap()));
    let reach = Solver::new(problem).reach(Color::White, played, LIMITS);
    assert_eq!(reach, Some(Reach::Never));
}

#[test]
fn a_bait_is_captured_but_not_for_good() {
    // White takes the stone at B1, and Black takes three there.
    let board: Board = "
        . . . . . . .
        . . . . . . .
        X X X X . . .
        O O X X X . .
        . X O . X . ."
        .parse()
        .unwrap();
    let once = ReadingProblem::of_chain(&board, "B1".parse().unwrap()).unwrap();
    let question = SolverQuestion {
        first: Color::White,
        played: None,
        kos: KoView::WonBy(Color::White),
    };
    let is_captured = |problem| {
        let answer = Solver::new(problem).answer(question, LIMITS);
        answer.unwrap().is_lost
    };
    assert!(is_captured(once.clone()));
    assert!(!is_captured(once.for_good()));
}

#[test]
fn where_walls_alone_live_a_chain_comes_into_play_however_many_liberties_it_has() {
    let board: Board = "
        . . . . . . .
        . . . . . . .
        X X X X . . .
        O O O X . . .
        . . O X . . ."
        .parse()
        .unwrap();
    let at = |name: &str| name.parse::<Point>().unwrap();
    let problem = ReadingProblem::of_chain(&board, at("A2")).unwrap();
    let widest = |problem: ReadingProblem| Solver::new(problem).widest();
    assert!(!widest(problem.clone()).contains(at("A3")));
    assert!(widest(problem.clone().with_walls_alone(PointSet::new())).contains(at("A3")));
    let wall = board.chain(at("A3")).collect();
    assert!(!widest(problem.with_walls_alone(wall)).contains(at("A3")));
}

/// Too little for the problems below on the whole board.
const FEW_VISITS: SolveLimits = SolveLimits {
    visits: 16_000,
    ..LIMITS
};

/// Problems in a corner that is open on one side, as books draw them, and White's group.
const IN_THE_OPEN: [(&str, &str); 4] = [
    (
        ". . . . . . . . .
         . O O O X . . . .
         . O X X X . . . .
         . O X . . . . . .
         . X X . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
        "C8",
    ),
    (
        ". . . . . . . . .
         O O O O . X . . .
         X X X O . X . . .
         . . X X X X . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
        "C8",
    ),
    (
        ". O . . . . . . .
         O O . O . X . . .
         X X X X X X . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
        "B8",
    ),
    (
        ". . . . . . . . .
         O O O O X . . . .
         X X X X X . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
        "A8",
    ),
];

#[test]
fn a_problem_in_the_open_is_solved_within_a_frame_as_far_as_no_more_can_be_read() {
    let (diagram, white) = IN_THE_OPEN[0];
    let board: Board = diagram.parse().unwrap();
    let solved = |visits| {
        let limits = SolveLimits { visits, ..LIMITS };
        Solution::of(
            &board,
            Color::Black,
            SolutionTarget::Life(white.parse().unwrap()),
            limits,
        )
    };
    assert_eq!(solved(200).err(), Some(Unsolved::TooHard));
    let solution = solved(16_000).unwrap();
    let distance = solution.frame.unwrap();
    assert!((2..=6).contains(&distance), "{distance}");
    assert_eq!(solution.reach, Reach::ByKo);
    assert!(solution.solutions().next().is_some());
    // First moves are in the frame.
    let [inside, outside] = [solution.solver.in_play(), solution.solver.widest()];
    assert!(inside.len() < outside.len());
    let mut asked = solution.moves.iter().map(|found| found.at);
    assert!(asked.all(|at| inside.contains(at)));
    assert!(solution.unread.iter().all(|&at| inside.contains(at)));
}

#[test]
fn named_stones_are_read_on_the_condition_that_others_live() {
    // Who connects there needs the other chain. When White has been captured, nothing is needed any more.
    let board = beside_a_long_chain(2);
    let at = |name: &str| name.parse::<Point>().unwrap();
    let both = vec![at("C1"), at("A2")];
    for (first, presumed) in [(Color::White, both), (Color::Black, vec![at("C1")])] {
        let target = SolutionTarget::Life(at("A1"));
        let solution = Solution::of(&board, first, target, FEW_VISITS).unwrap();
        assert_eq!((solution.reach, solution.frame), (Reach::Surely, None));
        let moves: Vec<Point> = solution.solutions().map(|it| it.at).collect();
        assert_eq!(moves, [at("B1")]);
        assert_eq!(solution.presumed, presumed, "{first}");
    }
    // Two chains may be connected by what would be out of play.
    let target = SolutionTarget::Connection([at("A1"), at("C1")]);
    let solution = Solution::of(&board, Color::White, target, FEW_VISITS);
    assert_eq!(solution.err(), Some(Unsolved::TooHard));
    let between = Board::with_stones(board.size(), |point| {
        board
            .color_at(point)
            .or((point == at("E1")).then_some(Color::White))
    });
    let target = SolutionTarget::Connection([at("A1"), at("E1")]);
    let solution = Solution::of(&between, Color::White, target, FEW_VISITS);
    assert_eq!(solution.err(), Some(Unsolved::TooHard));
}

#[test]
fn it_suffices_to_know_how_the_first_move_works_if_others_live() {
    let board = beside_a_long_chain(2);
    let problem = ReadingProblem::of_chain(&board, "A1".parse().unwrap()).unwrap();
    let mut solver = Solver::new(problem.presuming().unwrap());
    let reach = solver.reach(Color::White, None, FEW_VISITS);
    assert_eq!(reach, Some(Reach::Surely));
    let presuming = vec![PossibleTarget::new(solver)];
    let known = best_known(Vec::new(), presuming, Color::White, true).unwrap();
    assert_eq!(known.end, ProblemEnd::ByFirstMove(Reach::Surely));
}

#[test]
fn what_others_living_decides_comes_before_a_frame_and_after_the_board() {
    let board = beside_a_long_chain(2);
    let target = |at: &str, known| {
        let problem = ReadingProblem::of_chain(&board, at.parse().unwrap()).unwrap();
        PossibleTarget {
            known,
            ..PossibleTarget::new(Solver::new(problem))
        }
    };
    let decided = ProblemEnd::ByFirstMove(Reach::Surely);
    let on_board = |end| Some((None, end));
    let in_frame = Some((Some(0), decided));
    // Who is meant: A1 is read for the whole board or in a frame, A2 and C1 if others live.
    for (candidate, presuming, meant) in [
        (None, [None, on_board(decided)], Some("C1")),
        (in_frame, [None, on_board(BLACK_FAILS)], Some("C1")),
        (on_board(BLACK_FAILS), [None, on_board(decided)], Some("C1")),
        (
            on_board(BLACK_FAILS),
            [on_board(BLACK_FAILS), None],
            Some("A1"),
        ),
        (None, [on_board(BLACK_FAILS), on_board(decided)], Some("C1")),
        (None, [None, None], None),
    ] {
        let [one, two] = presuming;
        let presuming = vec![target("A2", one), target("C1", two)];
        let known = best_known(vec![target("A1", candidate)], presuming, Color::Black, true);
        let found = known.map(|known| {
            let problem = known.solver.problem();
            let first = problem.target().iter().min();
            first.map(|at| at.to_string())
        });
        assert_eq!(
            found.ok().flatten().as_deref(),
            meant,
            "{candidate:?} {one:?} {two:?}"
        );
    }
}

#[test]
fn what_lives_in_a_frame_lives_in_wider_ones_and_on_the_board() {
    let [mut lives, mut is_captured_first] = [0; 2];
    for (diagram, white) in IN_THE_OPEN {
        let board: Board = diagram.parse().unwrap();
        let problem = ReadingProblem::of_group(&board, white.parse().unwrap()).unwrap();
        let mut solver = Solver::new(problem);
        let frames: Vec<Option<usize>> = solver.frames().map(Some).collect();
        for (first, winner) in Color::ALL
            .into_iter()
            .flat_map(|first| Color::ALL.map(|winner| (first, winner)))
        {
            let kos = KoView::WonBy(winner);
            let mut has_lived = false;
            let played = None;
            let question = SolverQuestion { first, played, kos };
            for (place, frame) in frames.iter().chain([&None]).enumerate() {
                solver.set_frame(*frame);
                let Some(answer) = solver.answer(question, FEW_VISITS) else {
                    continue;
                };
                assert!(!(has_lived && answer.is_lost), "{frame:?}\n{board}");
                is_captured_first += usize::from(place == 0 && answer.is_lost);
                has_lived |= !answer.is_lost;
            }
            lives += usize::from(has_lived);
        }
    }
    assert!(
        lives > 3 && is_captured_first > 3,
        "{lives} {is_captured_first}"
    );
}

#[test]
fn of_several_groups_that_of_the_frame_with_the_fewest_gaps_is_meant() {
    let (diagram, white) = IN_THE_OPEN[3];
    let board: Board = diagram.parse().unwrap();
    let solution = Solution::of(&board, Color::Black, SolutionTarget::Any, FEW_VISITS).unwrap();
    assert!(solution.frame.is_some());
    assert_eq!(solution.reach, Reach::Surely);
    assert!(solution.problem().target().contains(white.parse().unwrap()));
    let gaps = |at: &str| {
        let problem = ReadingProblem::of_group(&board, at.parse().unwrap()).unwrap();
        let solver = Solver::new(problem);
        solver.gaps(solver.frames().next().unwrap())
    };
    assert!(gaps(white) < gaps("E8"), "{} {}", gaps(white), gaps("E8"));
}

#[test]
fn of_named_stones_it_suffices_to_know_how_the_first_move_works() {
    let (diagram, white) = IN_THE_OPEN[3];
    let board: Board = diagram.parse().unwrap();
    let solved = |target: Option<Point>| {
        Solution::of(&board, Color::Black, target.into(), FEW_VISITS).unwrap()
    };
    // That White lives if he moves first is too hard for the whole board.
    assert!(solved(None).frame.is_some());
    let named = solved(Some(white.parse().unwrap()));
    assert_eq!((named.frame, named.reach), (None, Reach::Surely));
}

/// Who fails though he moves first, and with which moves.
fn settled(board: &Board, first: Color, target: Option<&str>) -> (Color, Vec<String>) {
    let target = target.map(|at| at.parse().unwrap());
    let solution = Solution::of(board, first, target.into(), FEW_VISITS).unwrap();
    assert!(solution.is_settled(), "{first} {target:?}\n{board}");
    assert_eq!((solution.frame, &solution.unread), (None, &Vec::new()));
    let moves = solution.moves.iter();
    let moves: Vec<String> = moves
        .map(|failed| {
            assert_eq!(failed.reach, Reach::Never);
            assert_eq!(failed.line[0], (solution.first, Move::Play(failed.at)));
            failed.at.to_string()
        })
        .collect();
    (solution.first, moves)
}

#[test]
fn of_what_is_settled_each_first_move_is_refuted_of_who_does_not_get_his_way() {
    // Three points in a row with Black's stone in the middle, and four.
    let dead = "
        . X . O X . . .
        O O O O X . . .
        X X X X X . . .
        . . . . . . . .";
    let living = "
        . . . . O X . .
        O O O O O X . .
        X X X X X X . .
        . . . . . . . .";
    for (diagram, target, loser) in [(dead, "A3", Color::White), (living, "A3", Color::Black)] {
        let board: Board = diagram.parse().unwrap();
        for first in Color::ALL {
            let (told, moves) = settled(&board, first, Some(target));
            assert_eq!(told, loser, "{board}");
            assert!(!moves.is_empty(), "{board}");
            // Black's own group has more ways into the open.
            assert_eq!(settled(&board, first, None), (told, moves), "{board}");
        }
    }
}

#[test]
fn what_dies_in_a_frame_whoever_moves_first_is_not_said_to_die_on_the_board() {
    let board: Board = "
        . . . . . . . . . . . . .
        . . O O . . . . . . . . .
        . X X O . X . . . . . . .
        . . X O O X . . . . . . .
        . . X X X X . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . ."
        .parse()
        .unwrap();
    let white = Some("C12".parse().unwrap());
    for (first, target) in Color::ALL
        .into_iter()
        .flat_map(|first| [(first, white), (first, None)])
    {
        let solution = Solution::of(&board, first, target.into(), FEW_VISITS).unwrap();
        let told = (solution.first, solution.reach, solution.frame.is_some());
        assert_eq!(told, (Color::White, Reach::Never, true), "{first}");
        let failed = solution.moves.iter();
        assert!(failed.clone().count() > 0 && failed.clone().all(|it| it.reach == Reach::Never));
    }
}

/// An end that is settled.
const BLACK_FAILS: ProblemEnd = ProblemEnd::Settled {
    loser: Color::Black,
};

#[test]
fn what_lives_in_a_frame_is_said_to_live_on_the_board() {
    let board: Board = "
        . . . . O . . . .
        O O O O O X . . .
        X X X X X X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . ."
        .parse()
        .unwrap();
    let problem = ReadingProblem::of_group(&board, "A8".parse().unwrap()).unwrap();
    let mut solver = Solver::new(problem);
    let frame = solver.frames().next();
    solver.set_frame(frame);
    assert!(frame.is_some());
    let found = end(&mut solver, Color::White, FEW_VISITS);
    assert_eq!(found, Some(BLACK_FAILS));
    let known = KnownTarget {
        solver,
        end: BLACK_FAILS,
    };
    // There is no time left to read the moves that fail.
    let limits = SolveLimits {
        visits: 0,
        ..LIMITS
    };
    let solution = Solution::of_known(known, Color::White, limits);
    let told = (solution.first, solution.frame, solution.unread);
    assert_eq!(told, (Color::Black, None, Vec::new()));
}

#[test]
fn if_the_first_move_decides_nothing_the_stones_with_the_fewest_ways_out_are_meant() {
    let (diagram, white) = IN_THE_OPEN[3];
    let board: Board = diagram.parse().unwrap();
    let target = |at: &str, is_known: bool| {
        let problem = ReadingProblem::of_group(&board, at.parse().unwrap()).unwrap();
        PossibleTarget {
            known: is_known.then_some((None, BLACK_FAILS)),
            ..PossibleTarget::new(Solver::new(problem))
        }
    };
    let meant = |is_black_known, is_white_known, are_named| {
        let targets = vec![target("E8", is_black_known), target(white, is_white_known)];
        let known = best_known(targets, Vec::new(), Color::Black, are_named);
        known.map(|known| known.solver.problem().owner())
    };
    assert_eq!(meant(true, true, false), Ok(Color::White));
    assert_eq!(meant(false, true, false), Ok(Color::White));
    // That the walls around are known says nothing about what they surround.
    assert_eq!(meant(true, false, false), Err(Unsolved::TooHard));
    assert_eq!(meant(true, false, true), Ok(Color::Black));
    assert_eq!(meant(false, false, true), Err(Unsolved::TooHard));
}

/// What comes of the connection of two of Black's stones, and with which first moves.
fn connected(diagram: &str, stones: [&str; 2], first: Color) -> (Color, Reach, Vec<String>) {
    let board: Board = diagram.parse().unwrap();
    let stones = stones.map(|name| name.parse().unwrap());
    let target = SolutionTarget::Connection(stones);
    let solution = Solution::of(&board, first, target, LIMITS).unwrap();
    assert_eq!(solution.frame, None, "{board}");
    let mut names: Vec<String> = solution
        .solutions()
        .map(|first| first.at.to_string())
        .collect();
    names.sort();
    // The same without all first moves.
    let (reach, mv) = Solution::reach_of(&board, first, target, LIMITS).unwrap();
    let loses = solution.first == first;
    let settled = if loses { Reach::Never } else { Reach::Surely };
    let expected = if solution.is_settled() {
        settled
    } else {
        solution.reach
    };
    assert_eq!(reach, expected, "{board}");
    match (reach, solution.is_settled()) {
        (Reach::Never, _) => assert_eq!(mv, None, "{board}"),
        (_, true) => assert_eq!(mv, Some(Move::Pass), "{board}"),
        (_, false) => assert!(names.contains(&mv.unwrap().to_string()), "{board}"),
    }
    (solution.first, solution.reach, names)
}

#[test]
fn who_takes_the_point_between_two_stones_decides_about_their_connection() {
    let diagram = "
        . . . . . . . . .
        . . . . . . . . .
        O O O O O O O O O
        . . O . . . . . .
        . X . X . . . . .";
    for first in Color::ALL {
        let (player, reach, moves) = connected(diagram, ["B1", "D1"], first);
        assert_eq!((player, reach), (first, Reach::Surely));
        assert_eq!(moves, ["C1"]);
    }
}

#[test]
fn a_bamboo_joint_connects_whoever_moves_first() {
    let diagram = "
        . . . . . . . . .
        . . . . . . . . .
        O O O O O O O O O
        O X . X . . . . O
        O X . X . . . . O";
    for first in Color::ALL {
        let (player, reach, _) = connected(diagram, ["B1", "D1"], first);
        assert_eq!((player, reach), (Color::White, Reach::Never));
    }
}

#[test]
fn what_is_captured_once_it_is_connected_was_never_connected() {
    let captured = "
        . . . . . . . . .
        . . . . . . . . .
        O O O O O O O O O
        X . X . O . . . .";
    let escapes = "
        . . . . . . . . .
        . . . . . . . . .
        O O O O O O O O O
        O O . O O O O O O
        X . X . . . . . .";
    let (player, reach, _) = connected(captured, ["A1", "C1"], Color::Black);
    assert_eq!((player, reach), (Color::Black, Reach::Never));
    let (player, reach, moves) = connected(escapes, ["A1", "C1"], Color::Black);
    assert_eq!((player, reach), (Color::Black, Reach::Surely));
    assert_eq!(moves, ["B1"]);
}

#[test]
fn stones_that_cannot_be_connected_are_no_problem() {
    let board: Board = "
        X X . O
        . . . .
        X . . ."
        .parse()
        .unwrap();
    let at = |name: &str| name.parse::<Point>().unwrap();
    let error = |one, other| {
        let target = SolutionTarget::Connection([at(one), at(other)]);
        Solution::of(&board, Color::Black, target, LIMITS).unwrap_err()
    };
    let errors = [
        (error("A3", "B1"), ProblemError::NoStone(at("B1"))),
        (
            error("A3", "D3"),
            ProblemError::TwoColors(at("A3"), at("D3")),
        ),
        (
            error("A3", "B3"),
            ProblemError::OneChain(at("A3"), at("B3")),
        ),
    ];
    for (found, expected) in errors {
        assert_eq!(found, expected.into());
    }
}
