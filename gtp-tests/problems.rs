//! `kosumi solve`: problems of life and death from files.

use crate::engine::kosumi;
use crate::files::Directory;
use crate::proofs::{bit_of, index_of, stones_of};
use crate::solve::capture::{Aim, AllLines, KoFight};
use crate::solve::grid::{BLACK, Grid, WHITE};
use ::kosumi::go::{Board, Color, Move, Point, Size};
use ::kosumi::reading::{
    FirstMove, ProblemGoal, ReadingProblem, Solution, SolutionTarget, SolveLimits, Solver,
};
use ::kosumi::rng::Rng;
use ::kosumi::sgf;
use ::kosumi::tactics::Reach;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::process::Output;

/// A rectangular six in the corner, with Black to play: B2 captures.
pub(crate) const CORNER: &str =
    "(;FF[4]GM[1]SZ[9]PL[B]AB[ae][be][ce][df][dg][dh][di]AW[af][bf][cf][cg][ch][ci])";

fn solve(folder: &Directory, arguments: &[&str]) -> Output {
    let arguments = [&["solve"], arguments].concat();
    kosumi(folder.path(), &arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn a_problem_is_solved_and_its_proof_written() {
    let folder = Directory::new("problem");
    fs::write(folder.path().join("corner.sgf"), CORNER).unwrap();
    let output = solve(
        &folder,
        &["corner.sgf", "--seconds", "100", "--out", "solved"],
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    assert!(said.contains("Black captures, with B2."), "{said}");
    let tree = fs::read(folder.path().join("solved/corner-1.solved.sgf")).unwrap();
    let trees = sgf::load_trees(&tree, 9, 100_000);
    let tree = trees[0].as_ref().unwrap();
    assert!(tree.nodes.len() > 100, "{}", tree.nodes.len());
    let comment = tree.nodes[1].find("C").unwrap().text();
    assert_eq!(comment, "Black captures.");
}

#[test]
fn a_collection_is_compared_with_its_answers() {
    let folder = Directory::new("problems");
    let right = CORNER.replace("ci])", "ci];B[bh])");
    let wrong = CORNER.replace("ci])", "ci];B[ah])");
    fs::write(folder.path().join("two.sgf"), right + "\n" + &wrong).unwrap();
    let output = solve(&folder, &["two.sgf", "--check", "--seconds", "100"]);
    let said = text(&output.stdout);
    assert!(
        said.contains("The record begins with B2, which agrees."),
        "{said}"
    );
    assert!(
        said.contains("The record begins with A2, which does not agree."),
        "{said}"
    );
    let end = "2 of 2 problems solved; 1 of 2 agree with the record\nNot in agreement:\n  two.sgf, game 2\n";
    assert!(said.ends_with(end), "{said}");
}

#[test]
fn a_record_is_compared_with_all_its_marks() {
    let folder = Directory::new("problem-marks");
    let marked = CORNER.replace(
        "ci])",
        "ci](;B[ah]C[Wrong.])(;B[bh];W[ah];B[ai]C[Two eyes no more. RIGHT]))",
    );
    let mistaken = CORNER.replace("ci])", "ci](;B[ai]TE[1])(;B[bh]BM[1]))");
    fs::write(folder.path().join("two.sgf"), marked + "\n" + &mistaken).unwrap();
    let output = solve(&folder, &["two.sgf", "--check", "--seconds", "100"]);
    let said = text(&output.stdout);
    for line in [
        "The record calls B2 right, which agrees.",
        "The record calls A1 right, which does not agree.",
        "The record calls B2 wrong, but it works.",
    ] {
        assert_eq!(said.matches(line).count(), 1, "{line}: {said}");
    }
    assert!(!said.contains("A2 wrong"), "{said}");
    // Without --check nothing is compared.
    let output = solve(&folder, &["two.sgf", "--seconds", "100"]);
    assert!(!text(&output.stdout).contains("record"));
}

#[test]
fn a_problem_in_the_open_is_solved_within_a_frame() {
    let folder = Directory::new("problem-in-the-open");
    // Four stones on the second line in a corner, with Black around them and nothing on the rest of the board.
    let open = "(;FF[4]GM[1]SZ[19]PL[B]AB[eb][ac][bc][cc][dc][ec]AW[ab][bb][cb][db])";
    let path = folder.path().join("open.sgf");
    fs::write(&path, [open, CORNER].join("\n")).unwrap();
    let output = solve(&folder, &["open.sgf", "--seconds", "8", "--out", "solved"]);
    let said = text(&output.stdout);
    let frame = "if all that White can reach only over more than ";
    assert!(
        said.contains(&format!("\nThat holds {frame}"))
            && said.contains(" empty points is Black's and lives.\n"),
        "{said}"
    );
    assert!(
        said.ends_with("2 of 2 problems solved, 1 of them within a frame\n"),
        "{said}"
    );
    let comments = ["open-1", "open-2"].map(|name| {
        let path = format!("solved/{name}.solved.sgf");
        let tree = fs::read(folder.path().join(path)).unwrap();
        let trees = sgf::load_trees(&tree, 19, 100_000);
        let tree = trees[0].as_ref().unwrap();
        tree.nodes[1].find("C").unwrap().text()
    });
    assert!(comments[0].contains(&format!(", {frame}")), "{comments:?}");
    assert_eq!(comments[1], "Black captures.");
}

#[test]
fn stones_beside_a_long_chain_are_read_if_that_lives() {
    let folder = Directory::new("long-chain");
    let long = "(;FF[4]GM[1]SZ[19]PL[W]AB[aq:br][bk:bo][ao]AW[as][ck:cs][ac:sj])";
    for file in ["one.sgf", "two.sgf"] {
        fs::write(folder.path().join(file), long).unwrap();
    }
    let arguments = ["one.sgf", "two.sgf", "--target", "A1", "--out", "solved"];
    let output = solve(&folder, &arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    let answer =
        "White's stone at A1: White lives, with B1.\nThat holds if the chains at C1 and A2 live.\n";
    assert_eq!(said.matches(answer).count(), 2, "{said}");
    let tally = "2 of 2 problems solved, 2 of them if other stones live\n";
    assert!(said.ends_with(tally), "{said}");
    let tree = fs::read_to_string(folder.path().join("solved/one-1.solved.sgf")).unwrap();
    let comment = "C[White lives, if the chains at C1 and A2 live.]";
    assert!(tree.contains(comment), "{tree}");
}

#[test]
fn who_fails_whoever_moves_first_is_refuted() {
    let folder = Directory::new("problem-settled");
    // With B2 White has two eyes.
    let settled = CORNER
        .replace("AW[", "AW[bh][")
        .replace("ci])", "ci];B[ai])");
    let path = folder.path().join("settled.sgf");
    fs::write(&path, [&settled, CORNER].join("\n")).unwrap();
    let arguments = [
        "settled.sgf",
        "--seconds",
        "3",
        "--check",
        "--out",
        "solved",
    ];
    let output = solve(&folder, &arguments);
    let said = text(&output.stdout);
    let told =
        "Black to play\nWhite's 7 stones at C1 live whoever moves first.\nBlack's first moves:\n";
    assert!(said.contains(told), "{said}");
    assert!(
        said.contains("The record begins with A1, which does not agree."),
        "{said}"
    );
    let tally = "1 of 2 problems solved; 1 of 2 end alike whoever moves first; 0 of 1 agree with the record\n\
                 Not in agreement:\n  settled.sgf, game 1\n";
    assert!(said.ends_with(tally), "{said}");
    let tree = fs::read_to_string(folder.path().join("solved/settled-1.solved.sgf")).unwrap();
    assert_eq!(tree.matches("C[Black fails.]").count(), 5, "{tree}");
}

#[test]
fn another_language_goes_for_all_that_is_said_and_for_the_file() {
    let folder = Directory::new("problem-language");
    let right = CORNER.replace("ci])", "ci];B[bh])");
    fs::write(
        folder.path().join("two.sgf"),
        right + "\n(;FF[4]GM[1]SZ[9]PL[W])",
    )
    .unwrap();
    let output = solve(
        &folder,
        &[
            "two.sgf",
            "--lang",
            "fr",
            "--check",
            "--out",
            "solved",
            "--seconds",
            "100",
        ],
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    for line in [
        "two.sgf, partie 1 : à Noir de jouer",
        "Les 6 pierres de Blanc en C1 : Noir prend, avec B2.",
        "La partie enregistrée commence par B2, ce qui concorde.",
        "Arbre : solved/two-1.solved.sgf",
        "two.sgf, partie 2 : à Blanc de jouer",
        "Non résolu en 0.0 s : il n'y a pas de pierres.",
        "Problèmes résolus : 1 sur 2 ; 1 sur 1 concordent avec la partie enregistrée",
    ] {
        assert!(said.lines().any(|is| is == line), "{line}\n{said}");
    }
    let visits = said.lines().filter(|line| line.ends_with(" visites"));
    assert_eq!(visits.count(), 1, "{said}");
    let tree = fs::read_to_string(folder.path().join("solved/two-1.solved.sgf")).unwrap();
    assert!(tree.contains("C[Noir prend.]"), "{tree}");
    assert!(!tree.contains("Black"), "{tree}");
}

#[test]
fn the_record_goes_on_with_the_proof_and_no_file_takes_anothers_place() {
    let folder = Directory::new("problem-out");
    let record = CORNER.replace("ci])", "ci];B[ah];W[bh])");
    for name in ["corner.sgf", "other/corner.sgf"] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &record).unwrap();
    }
    let arguments = ["corner.sgf", "--seconds", "100", "--out", "solved"];
    assert!(solve(&folder, &arguments).status.success());
    let tree = fs::read_to_string(folder.path().join("solved/corner-1.solved.sgf")).unwrap();
    let after = tree.split("PL[B]").nth(1).unwrap();
    assert!(
        after.trim_start().starts_with("(;B[bh]C[Black captures.]"),
        "{tree}"
    );
    let output = solve(
        &folder,
        &["corner.sgf", "other/corner.sgf", "--out", "solved"],
    );
    assert!(!output.status.success() && output.stdout.is_empty());
    assert!(text(&output.stderr).contains("other/corner.sgf"));
}

#[test]
fn two_chains_are_connected_or_cut_by_whoever_moves_first() {
    let folder = Directory::new("problem-connection");
    // Black's stones at B1 and D1 below a white wall.
    let record = "(;FF[4]GM[1]SZ[7]AB[bg][dg]AW[ae][be][ce][de][ee][fe][ge][cf])";
    fs::write(folder.path().join("gap.sgf"), record).unwrap();
    let ask = |arguments: &[&str]| solve(&folder, &[&["gap.sgf", "--connect"], arguments].concat());
    for (first, result) in [("black", "Black connects"), ("white", "White cuts")] {
        let said = text(&ask(&["B1", "D1", "--first", first]).stdout);
        let sentence = format!("Black's stones at B1 and D1: {result}, with C1.");
        assert!(said.contains(&sentence), "{said}");
    }
    let said = text(&ask(&["B1", "C2"]).stdout);
    assert!(
        said.contains("the stones at B1 and C2 are of different colors"),
        "{said}"
    );
    for arguments in [
        &["B1"] as &[&str],
        &["B1", "H1"],
        &["B1", "D1", "--target", "B1"],
    ] {
        let output = ask(arguments);
        assert!(
            !output.status.success() && !output.stderr.is_empty(),
            "{arguments:?}"
        );
    }
}

#[test]
fn what_is_no_problem_is_said() {
    let folder = Directory::new("no-problem");
    fs::write(folder.path().join("empty.sgf"), "(;SZ[9])").unwrap();
    fs::write(folder.path().join("corner.sgf"), CORNER).unwrap();
    let output = solve(&folder, &["empty.sgf"]);
    assert!(output.status.success());
    let said = text(&output.stdout);
    assert!(said.contains("there are no stones"), "{said}");
    let output = solve(&folder, &["corner.sgf", "--target", "J9"]);
    assert!(text(&output.stdout).contains("there is no stone at J9"));
    for arguments in [
        &["missing.sgf"] as &[&str],
        &["corner.sgf", "--target", "T19"],
        &["corner.sgf", "--target", "pass"],
        &["corner.sgf", "--seconds", "0"],
        &["corner.sgf", "--first", "green"],
        &[],
    ] {
        let output = solve(&folder, arguments);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

/// Situations that are read for one question; problems that have more are left out.
const MOST_SITUATIONS: usize = 100_000;

/// What every line of play shows about a problem: with kos won by Black, by White, and without threats.
struct Truth {
    grid: Grid,
    /// Who has to reach something, which play without an end does not.
    seeker: Color,
    lines: [AllLines; 3],
}

impl Truth {
    /// `None` if there is too much to read.
    fn of(problem: &ReadingProblem) -> Option<Truth> {
        let board = problem.board();
        let grid = Grid::new(board.size().width().into(), board.size().height().into())?;
        let owner = problem.owner();
        let (aim, seeker) = match problem.goal() {
            ProblemGoal::Connect(stones) => {
                (Aim::Connect(stones.map(|at| bit_of(&grid, at))), owner)
            }
            ProblemGoal::Keep | ProblemGoal::KeepOrReplace => {
                let target = problem.target().iter().map(|at| bit_of(&grid, at));
                (Aim::Capture(target.fold(0, |all, at| all | at)), !owner)
            }
        };
        let asked = (index_of(owner), aim);
        let read = |kos| AllLines::of(grid, stones_of(&grid, board), asked, kos, MOST_SITUATIONS);
        Some(Truth {
            grid,
            seeker,
            lines: [
                read(KoFight::WonBy(BLACK))?,
                read(KoFight::WonBy(WHITE))?,
                read(KoFight::WithoutThreats)?,
            ],
        })
    }

    /// How surely a player gets his way who moves first, with a play if one is given; `None` if it is not allowed.
    fn reach(&self, first: Color, played: Option<Point>) -> Option<Reach> {
        let index = index_of(first);
        let gets = |lines: &AllLines| {
            let is_reached = match played {
                None => lines.is_reached(index),
                Some(at) => {
                    let bit = bit_of(&self.grid, at);
                    let moves = lines.first_moves(index);
                    moves.into_iter().find(|&(at, _)| at == bit)?.1
                }
            };
            Some(is_reached == (first == self.seeker))
        };
        Some(match () {
            () if gets(&self.lines[1 - index])? => Reach::Surely,
            () if !gets(&self.lines[index])? => Reach::Never,
            () if gets(&self.lines[2])? => Reach::ByKo,
            () => Reach::WithThreat,
        })
    }
}

/// A small board with random stones, of which each has a liberty.
fn random_board(rng: &mut Rng) -> Board {
    const SIZES: [(u64, u64); 8] = [
        (3, 3),
        (4, 3),
        (3, 4),
        (5, 2),
        (2, 6),
        (7, 2),
        (5, 3),
        (4, 4),
    ];
    let (width, height) = SIZES[rng.below(SIZES.len())];
    let size = Size::new(width, height).unwrap();
    // On larger boards with fewer stones there is too much to read.
    let empty = if size.area() > 12 { 4 } else { 3 };
    loop {
        let mut cells = BTreeMap::new();
        for at in size.points() {
            let color = Color::ALL[rng.below(2)];
            cells.insert(at, (rng.below(empty) != 0).then_some(color));
        }
        let board = Board::with_stones(size, |at| cells[&at]);
        if board.breathless_chain().is_none() {
            return board;
        }
    }
}

const ENOUGH: SolveLimits = SolveLimits {
    visits: 5_000_000,
    deadline: None,
};

/// The stones in question and the board, for messages.
fn shown(problem: &ReadingProblem) -> String {
    let stones: Vec<Point> = problem.target().iter().collect();
    format!("{stones:?}\n{}", problem.board())
}

/// Asks the solver about each first move of a problem, and compares with what every line of play shows, which is returned. `None` if
/// there are too many lines.
fn compare_first_moves(problem: &ReadingProblem) -> Option<Truth> {
    let mut solver = Solver::new(problem.clone());
    let board = problem.board();
    let truth = Truth::of(problem)?;
    for first in Color::ALL {
        // Moves out of play have no answer.
        let empty = board.empty_points();
        let in_play = empty.filter(|&at| solver.widest().contains(at)).map(Some);
        let in_play: Vec<_> = in_play.collect();
        for played in [None].into_iter().chain(in_play) {
            let found = solver.reach(first, played.map(Move::Play), ENOUGH);
            let truly = truth.reach(first, played);
            // A move that is not allowed has no answer either.
            assert_eq!(found, truly, "{first} {played:?}: {}", shown(problem));
        }
    }
    Some(truth)
}

/// Solves a problem, of a chain and its group or of a connection, and compares with every line of play. Returns how surely the first
/// player gets his way if the first move decides.
fn compare_solution(
    first: Color,
    asked: SolutionTarget,
    truths: &[(ReadingProblem, Truth)],
) -> Option<Reach> {
    let board = truths[0].0.board();
    let decides = |truth: &Truth| {
        let reaches = Color::ALL.map(|first| truth.reach(first, None));
        !reaches.contains(&Some(Reach::Never))
    };
    match Solution::of(board, first, asked, ENOUGH) {
        Ok(solution) => {
            let target = solution.problem().target();
            let (problem, truth) = truths
                .iter()
                .find(|(problem, _)| problem.target() == target)
                .unwrap();
            let place = shown(problem);
            if solution.is_settled() {
                let open = truths.iter().find(|(_, truth)| decides(truth));
                assert!(open.is_none(), "{first}: {place}");
                assert_eq!(
                    truth.reach(solution.first, None),
                    Some(Reach::Never),
                    "{place}"
                );
                let is_refuted = |found: &FirstMove| {
                    truth.reach(solution.first, Some(found.at)) == Some(Reach::Never)
                };
                assert!(solution.moves.iter().all(is_refuted), "{place}");
                return None;
            }
            assert!(decides(truth), "{first}: {place}");
            assert_eq!(solution.unread, [], "{first}: {place}");
            assert_eq!(Some(solution.reach), truth.reach(first, None), "{place}");
            for at in board.empty_points() {
                let found = solution.moves.iter().find(|found| found.at == at);
                let found = found.map_or(Reach::Never, |found| found.reach);
                let truly = truth.reach(first, Some(at)).unwrap_or(Reach::Never);
                assert_eq!(found, truly, "{first} {at}: {place}");
            }
            Some(solution.reach)
        }
        Err(error) => panic!("{error}\n{board}"),
    }
}

/// Compares the answers about all stones of random boards with every line of play. Returns how many targets there were, and how
/// many problems the first move decides, by how surely it does.
fn compare_random_problems(boards: usize, seed: u64) -> (usize, BTreeMap<Reach, usize>) {
    let mut rng = Rng::new(seed);
    let mut targets = 0;
    let mut solved = BTreeMap::new();
    for _ in 0..boards {
        let board = random_board(&mut rng);
        let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
        for chain in chains {
            let group = ReadingProblem::of_group(&board, chain).unwrap();
            let alone = ReadingProblem::of_chain(&board, chain).unwrap();
            let read = |problem: ReadingProblem| {
                let truth = compare_first_moves(&problem)?;
                Some((problem, truth))
            };
            let mut problems = vec![group, alone];
            problems.dedup_by_key(|problem| problem.target().clone());
            let truths: Option<Vec<_>> = problems.into_iter().map(read).collect();
            let Some(truths) = truths else {
                continue;
            };
            targets += truths.len();
            for first in Color::ALL {
                let asked = SolutionTarget::Life(chain);
                if let Some(reach) = compare_solution(first, asked, &truths) {
                    *solved.entry(reach).or_insert(0) += 1;
                }
            }
        }
    }
    (targets, solved)
}

#[test]
fn problems_on_small_boards_are_solved_as_by_every_line_of_play() {
    let (targets, solved) = compare_random_problems(15, 1);
    assert!(
        targets > 30 && solved.values().sum::<usize>() > 10,
        "{targets} {solved:?}"
    );
}

/// Compares the answers about each two chains of random boards of up to some points with every line of play. Returns how many first
/// players get their way, by how surely they do.
fn compare_random_connections(boards: usize, seed: u64, largest: usize) -> BTreeMap<Reach, usize> {
    let mut rng = Rng::new(seed);
    let mut reached = BTreeMap::new();
    let small = std::iter::from_fn(|| Some(random_board(&mut rng)));
    let small = small.filter(|board| board.size().area() <= largest);
    for board in small.take(boards) {
        for owner in Color::ALL {
            let chains: Vec<Point> = board.chains(owner).collect();
            let pairs = chains.iter().enumerate();
            let pairs =
                pairs.flat_map(|(place, &one)| chains[..place].iter().map(move |&two| [one, two]));
            for pair in pairs {
                let problem = ReadingProblem::of_connection(&board, pair).unwrap();
                let Some(truth) = compare_first_moves(&problem) else {
                    continue;
                };
                for reach in Color::ALL.map(|first| truth.reach(first, None).unwrap()) {
                    *reached.entry(reach).or_insert(0) += 1;
                }
                let truths = vec![(problem, truth)];
                for first in Color::ALL {
                    compare_solution(first, SolutionTarget::Connection(pair), &truths);
                }
            }
        }
    }
    reached
}

#[test]
fn connections_on_small_boards_are_read_as_by_every_line_of_play() {
    let reached = compare_random_connections(60, 3, 10);
    assert!(
        reached[&Reach::Surely] > 10 && reached[&Reach::Never] > 10,
        "{reached:?}"
    );
}

/// `cargo test --release --test gtp -- --ignored thousands_of_problems --nocapture` prints how many there were. `KOSUMI_BOARDS` and
/// `KOSUMI_SEED` change how many boards it takes, and which.
#[test]
#[ignore = "takes long"]
fn thousands_of_problems_are_solved_as_by_every_line_of_play() {
    let number =
        |name: &str, usual: u64| std::env::var(name).map_or(usual, |text| text.parse().unwrap());
    let boards = number("KOSUMI_BOARDS", 500) as usize;
    let (targets, solved) = compare_random_problems(boards, number("KOSUMI_SEED", 2));
    writeln!(io::stdout(), "{targets} targets, solved: {solved:?}").unwrap();
    assert_eq!(solved.len(), 3, "{solved:?}");
    let reached = compare_random_connections(boards, number("KOSUMI_SEED", 2), 16);
    writeln!(io::stdout(), "connections: {reached:?}").unwrap();
    assert_eq!(reached.len(), 4, "{reached:?}");
}
