//! The reference cases of Japanese life and death, J01 to J13. `_` is an empty point out of play; the edges of a
//! fragment are those of the board.

mod naive;

use super::*;
use crate::go::rules::{Compensation, DeadStones, KoPass, Preset, Rules};
use crate::go::tests::{forms, game, in_form};
use crate::go::{Board, ByColor, Color, Game, Move, Point, PointSet, Points, Size};
use crate::life::{Count, Estimate, Ground, Judge, Status, Verdict};
use crate::playout::random_move;
use crate::reading::field::{Field, Kos, UNLIMITED};
use crate::reading::proof::{ProofGoal, ProofSearch, ProofTarget, SolveLimits};
use crate::rng::Rng;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use web_time::Instant;

use Fate::{Dead, Enabling, Replaced, Uncapturable};

const EXACT: ReadingLimits = ReadingLimits {
    positions: 50_000,
    decisive: None,
    deadline: None,
};

const DECISIVE: ReadingLimits = ReadingLimits {
    positions: 100_000,
    decisive: Some(5),
    deadline: None,
};

/// A bent four in the corner.
const BENT_FOUR: &str = "
    X X X _ _
    O O X _ _
    . O X X X
    X O O O X
    X X . O X";

fn fates(
    board: &Board,
    part: &PointSet,
    ko_pass: KoPass,
    limits: ReadingLimits,
) -> Option<Vec<Finding>> {
    Memory::default().fates(board, part, ko_pass, limits)
}

fn settled(board: &Board, part: &PointSet, limits: ReadingLimits) -> Option<Vec<Finding>> {
    Memory::default().settled(board, part, limits)
}

/// The board of a fragment and the points in play.
fn read(fragment: &str) -> (Board, PointSet) {
    let board: Board = fragment.replace('_', ".").parse().unwrap();
    let rows = fragment.split_whitespace().collect::<Vec<_>>();
    let points = board.points().filter(|at| {
        let row = usize::from(board.size().height() - 1 - at.row());
        let column = usize::from(at.column());
        rows[row * usize::from(board.size().width()) + column] != "_"
    });
    let part = points.collect();
    (board, part)
}

/// Expects fates of some chains, named by a stone, and that all others cannot be captured.
fn expect(fragment: &str, ko_pass: KoPass, limits: ReadingLimits, others: &[(&str, Fate)]) {
    let (board, part) = read(fragment);
    let found = fates(&board, &part, ko_pass, limits).unwrap();
    let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
    let count = chains.filter(|&chain| part.contains(chain)).count();
    assert_eq!(found.len(), count, "{found:?}\n{board}");
    for Finding { chain, fate, .. } in found {
        let named = others.iter().find(|(name, _)| {
            let stone: Point = name.parse().unwrap();
            board.chain(chain).any(|of_chain| of_chain == stone)
        });
        let expected = named.map_or(Uncapturable, |&(_, fate)| fate);
        assert_eq!(fate, expected, "{chain}\n{board}");
    }
}

fn expect_for_both(fragment: &str, limits: ReadingLimits, others: &[(&str, Fate)]) {
    for ko_pass in [KoPass::Every, KoPass::One] {
        expect(fragment, ko_pass, limits, others);
    }
}

#[test]
fn j01_bent_four_in_the_corner_is_dead() {
    expect_for_both(BENT_FOUR, DECISIVE, &[("A4", Dead)]);
}

#[test]
fn j02_a_snapback_keeps_the_bait() {
    let fragment = "
        O O O _ _
        X X . O O
        O X O X X
        O O X X _
        _ _ X _ X";
    expect_for_both(fragment, EXACT, &[("C3", Replaced), ("A4", Dead)]);
}

#[test]
fn j03_seki() {
    let fragment = "
        _ _ _ _ _
        X X X O O
        X O O X O
        X O . X O
        X O . X O";
    expect_for_both(fragment, EXACT, &[]);
}

#[test]
fn j04_j05_antiseki() {
    let three_points = "
        X O . X O _
        . X X X O _
        X X O O O _
        O O O _ _ _";
    expect_for_both(
        three_points,
        EXACT,
        &[("A4", Dead), ("B4", Dead), ("D4", Dead), ("A2", Dead)],
    );
    let race = "
        O . . X O _
        X X X X O _
        O O O O O _";
    expect_for_both(race, EXACT, &[("A3", Dead), ("A2", Dead)]);
}

#[test]
fn j06_torazu_sanmoku() {
    let fragment = "
        _ _ _ _ _
        X X X _ _
        O O X _ _
        O O X O _
        . X O O _";
    expect_for_both(fragment, EXACT, &[("A3", Replaced), ("B1", Enabling)]);
}

#[test]
fn j07_ko_stones_of_a_double_ko_seki_are_dead() {
    let fragment = "
        . O O O O O X _
        O O . O X O X _
        X X O X . X O _
        . X X X X X O _";
    expect_for_both(fragment, DECISIVE, &[("C2", Dead), ("E3", Dead)]);
}

#[test]
fn j08_moonshine_life_is_dead() {
    let corner = "
        _ _ _ _ _ _
        X X X X X _
        O O O X _ _
        . O . O X _";
    expect_for_both(corner, EXACT, &[("A2", Dead), ("D1", Dead)]);
}

#[test]
fn j09_what_needs_a_defense_is_dead_without() {
    let fragment = "
        _ _ _ _ _
        X X O O _
        X . X O _
        O X X O _
        O O O O _";
    expect_for_both(fragment, EXACT, &[("C3", Dead), ("B2", Dead)]);
    let defended = fragment.replace("X . X", "X X X");
    expect_for_both(&defended, EXACT, &[]);
}

#[test]
fn j10_a_stone_in_an_open_ko_is_dead() {
    let fragment = "
        _ _ _ _ _ _
        _ X O _ _ _
        X . X O _ _
        _ X O _ _ _
        _ _ _ _ _ _";
    expect_for_both(fragment, EXACT, &[("C3", Dead)]);
}

#[test]
fn j11_a_stone_in_territory_is_dead() {
    let fragment = "
        X X X X _
        . . O X _
        . . . X _";
    expect_for_both(fragment, EXACT, &[("C2", Dead)]);
}

#[test]
fn j12_seki_with_an_eye() {
    let fragment = "
        _ _ _ _ O
        _ _ O O X
        _ _ O X X
        _ O X . X
        O X X X X
        _ O X . O
        _ O X O .";
    expect_for_both(fragment, DECISIVE, &[]);
}

#[test]
fn j13_the_passes_for_kos_differ() {
    let fragment = "
        X X X X X X X _ _
        O O O O O O X _ _
        . O . O X O X _ _
        O X O X . X O _ _
        X X X X X X O _ _
        . O O O O O O _ _
        O O _ _ _ _ _ _ _";
    for (ko_pass, ko_stone) in [
        (KoPass::Every, Replaced),
        (KoPass::One, Dead),
        // Neither can White take back where Black takes the others.
        (KoPass::Never, Replaced),
    ] {
        let others = [("A6", Dead), ("A4", Dead), ("C4", Dead), ("E5", ko_stone)];
        expect(fragment, ko_pass, DECISIVE, &others);
    }
}

/// The margin of a position and its number of dead stones under Japanese rules without komi, from the side that is Black
/// in the diagram. Under other rules, too, they must be the same in all forms.
fn judged(diagram: &str) -> (f64, usize) {
    for rules in ["japanese-2003", "chinese"] {
        judged_by(rules, diagram);
    }
    judged_by("japanese", diagram)
}

/// The same under the rules of a name.
fn judged_by(rules: &str, diagram: &str) -> (f64, usize) {
    let rules = Preset::find(rules).unwrap().rules;
    let results: Vec<(f64, usize)> = forms(diagram)
        .into_iter()
        .map(|(board, is_swapped)| {
            let mut game = game(&board, Color::Black, rules);
            game.set_komi(0.0);
            let verdict = Verdict::of(&game, &Judge::of_playouts(500));
            let count = Count::of(&game, &verdict);
            let sign = if is_swapped { -1.0 } else { 1.0 };
            (sign * count.score.margin().as_f64(), verdict.dead().len())
        })
        .collect();
    let first = results[0];
    assert!(
        results.iter().all(|&result| result == first),
        "{results:?}\n{diagram}"
    );
    first
}

#[test]
fn reference_cases_are_judged_alike_in_all_forms() {
    judge_all(&[
        (
            "JF1",
            ". . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .
             X X X X X O . . .
             X X X . X O . . .
             O O X . X O . . .
             . O X X X O . . .
             X O O O X O . . .
             X X . O X O . . .",
            3.0,
            7,
        ),
        (
            "JF2",
            "X O . X O . . . .
             . X X X O . . . .
             X X O O O . . . .
             O O O . . . . . .
             O O O O O O O O O
             X X X X X X X X X
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .",
            9.0,
            8,
        ),
        (
            "JF3",
            ". . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .
             X X X X X O . . .
             X X X O O O . . .
             O O X O . . . . .
             O O X O . . . . .
             . X O O . . . . .",
            -17.0,
            0,
        ),
        (
            "JF4",
            ". . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .
             X X X X X O . . .
             X X O O O O . . .
             X . X O . . . . .
             O X X O . . . . .
             O O O O . . . . .",
            -33.0,
            3,
        ),
        (
            "JF5, the ko open",
            ". . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .
             . . . X . X O . .
             . . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .",
            9.0,
            0,
        ),
    ]);
}

#[test]
fn eye_spaces_that_need_a_move_are_dead_in_all_forms() {
    judge_all(&[
        (
            "straight three",
            ". . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .
             X X X X X O . . .
             O O O O X O . . .
             . . . O X O . . .",
            24.0 + 8.0 + 5.0 - 27.0,
            5,
        ),
        (
            "bent three in the corner",
            ". . . X O . . . .
             . . . X O . . . .
             . . . X O . . . .
             . . . X O . . . .
             . . . X O . . . .
             X X X X O . . . .
             O O O X O . . . .
             . O O X O . . . .
             . . O X O . . . .",
            15.0 + 9.0 + 6.0 - 36.0,
            6,
        ),
    ]);
}

#[test]
fn what_comes_back_when_it_is_captured_lives_in_all_forms() {
    let diagram = "
        X X . O X X .
        X X . O . X .
        O O O O X X .
        X X X X X . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    assert_eq!(judged(diagram), (26.0, 0));
}

#[test]
fn a_seki_that_wants_a_dame_filled_is_a_seki_in_all_forms() {
    // White could kill if he moved first, but D5 is filled before.
    let diagram = "
        X . O X X . .
        X O O X . . .
        X O O . X . .
        X . O X . . .
        O O O X . . .
        X X X X . . .
        . . . . . . .";
    assert_eq!(judged(diagram), (23.0, 0));
    let board: Board = diagram.parse().unwrap();
    let rules = Preset::find("japanese").unwrap().rules;
    let game = game(&board, Color::Black, rules);
    let verdict = Verdict::of(&game, &Judge::of_playouts(500));
    let count = Count::of(&game, &verdict);
    let status = count.statuses();
    for (name, expected) in [
        ("A7", Status::Seki),
        ("C7", Status::Seki),
        ("D7", Status::Alive),
    ] {
        assert_eq!(status(name.parse().unwrap()), expected, "{name}");
    }
    let ground = verdict.ground(&board, "A7".parse().unwrap());
    assert_eq!(ground, Some(Ground::StandOff));
}

#[test]
fn dame_are_filled_before_what_a_semeai_shares_in_all_forms() {
    // Once D4 and D6 are filled, neither can take the other.
    let diagram = "
        X . O X X . .
        X . O . X . .
        X . O X X . .
        O O O . X . .
        X X X X X . .
        . . . . . . .
        . . . . . . .";
    assert_eq!(judged(diagram), (24.0, 0));
}

#[test]
fn a_dame_that_begins_a_ko_stays_open_in_all_forms() {
    // J13 (F28 a): if White filled A3, Black would have to take A6 or C6. So A3 stays, and all beside it are in seki.
    let diagram = "
        . . . . . . . . .
        X X X X X X X . .
        O O O O O O X . .
        . O . O X O X X .
        O X O X . X O X .
        X X X X X X O X X
        . O O O O O O O O
        O O . O . . . O .
        . . . O . . . O .";
    for (rules, dead) in [("japanese", 12), ("japanese-2003", 11)] {
        assert_eq!(judged_by(rules, diagram), (15.0, dead), "{rules}");
        let rules = Preset::find(rules).unwrap().rules;
        let game = game(&diagram.parse().unwrap(), Color::Black, rules);
        let count = Count::of(&game, &Verdict::of(&game, &Judge::of_playouts(500)));
        let held: Vec<Point> = count.held.iter().collect();
        assert_eq!(held, ["A3".parse().unwrap()]);
    }
}

/// Judges cases, each with its name, its diagram, the margin and the number of dead stones.
fn judge_all(cases: &[(&str, &str, f64, usize)]) {
    for &(name, diagram, margin, dead) in cases {
        assert_eq!(judged(diagram), (margin, dead), "{name}");
    }
}

/// Every legal position of a board.
fn all_positions(width: u8, height: u8) -> impl Iterator<Item = Board> {
    let area = u32::from(width) * u32::from(height);
    (0..3_u32.pow(area)).filter_map(move |number| {
        let cell = |at: u32| ['.', 'X', 'O'][(number / 3_u32.pow(at) % 3) as usize];
        let cells: Vec<char> = (0..area).map(cell).collect();
        read_cells(&cells, width.into())
    })
}

/// One legal position of a board for all of its images by symmetry and exchange of colors. On a board that is higher than wide it is
/// the last of them, on others the first, so that a position and its turned image do not come in the same form.
fn distinct_positions(width: u8, height: u8) -> impl Iterator<Item = Board> {
    all_positions(width, height).filter(move |board| {
        let images = images(board);
        let chosen = if height > width {
            images.last()
        } else {
            images.first()
        };
        chosen == Some(&cells(board))
    })
}

/// The images of all distinct positions, which are all legal positions.
fn images_of_distinct_positions(width: u8, height: u8) -> BTreeSet<Vec<Option<Color>>> {
    let boards = distinct_positions(width, height);
    boards.flat_map(|board| images(&board)).collect()
}

/// The cells of a board's images by symmetry and exchange of colors that have its size.
fn images(board: &Board) -> BTreeSet<Vec<Option<Color>>> {
    let forms = forms(&diagram_of(board))
        .into_iter()
        .map(|(image, _)| image);
    let images = forms.filter(|image| image.size() == board.size());
    images.map(|image| cells(&image)).collect()
}

fn cells(board: &Board) -> Vec<Option<Color>> {
    board.points().map(|at| board.color_at(at)).collect()
}

/// The rows of a board from the top, as [`forms`] takes them.
fn diagram_of(board: &Board) -> String {
    let size = board.size();
    let cell = |column, row| match board.color_at(Point::new(column, row).unwrap()) {
        Some(Color::Black) => "X",
        Some(Color::White) => "O",
        None => ".",
    };
    let row = |row| {
        let cells = (0..size.width()).map(|column| cell(column, row));
        cells.collect::<Vec<_>>().join(" ")
    };
    let rows = (0..size.height()).rev().map(row);
    rows.collect::<Vec<_>>().join("\n")
}

/// A board by its cells, row by row from the bottom; `None` if there is a chain without liberties.
fn read_cells(cells: &[char], width: usize) -> Option<Board> {
    let rows: Vec<String> = cells
        .chunks(width)
        .rev()
        .map(|row| row.iter().collect())
        .collect();
    rows.join("\n").parse().ok()
}

/// A part of random contents in a corner, at an edge or in the middle of a board of 8x8, between walls of mostly one color
/// that have liberties outside.
fn random_fragment(rng: &mut Rng) -> (Board, PointSet) {
    let (width, height) = [(2, 3), (3, 2), (1, 6), (6, 1), (2, 4), (4, 2)][rng.below(6)];
    loop {
        let [left, bottom] = [2 * rng.below(2), 2 * rng.below(2)];
        let size = Size::square(8);
        let points: Vec<Point> = Board::new(size).points().collect();
        let is_in = |at: &Point| {
            let [column, row] = [at.column(), at.row()].map(usize::from);
            (left..left + width).contains(&column) && (bottom..bottom + height).contains(&row)
        };
        let part: PointSet = points.iter().copied().filter(is_in).collect();
        let walls: [char; 2] = [['X', 'O'], ['O', 'X']][rng.below(2)];
        let empty = Board::new(size);
        let mut cell = |at: Point| match () {
            () if part.contains(at) => ['.', 'X', 'O'][rng.below(3)],
            () if empty.neighbors(at).any(|near| part.contains(near)) => {
                walls[usize::from(rng.below(8) == 0)]
            }
            () => '.',
        };
        let cells: Vec<char> = points.iter().map(|&at| cell(at)).collect();
        if let Some(board) = read_cells(&cells, 8) {
            return (board, part);
        }
    }
}

/// Compares the fates of a part with those that the plainest reading finds, by stones, and returns these.
fn assert_fates(board: &Board, part: &PointSet, ko_pass: KoPass) -> BTreeMap<Point, Fate> {
    let plain = naive::Naive::new(board, part, Kos::Passes(ko_pass)).fates();
    let found = fates(board, part, ko_pass, EXACT).unwrap();
    let is_found = |stone: Point| {
        let mut chains = found.iter().map(|finding| finding.chain);
        chains.any(|chain| board.chain_id(chain) == board.chain_id(stone))
    };
    assert!(plain.keys().all(|&stone| is_found(stone)), "{board}");
    for finding in found {
        let chain = finding.chain;
        assert!(finding.is_proved, "{chain} {ko_pass:?}\n{board}");
        assert_eq!(finding.fate, plain[&chain], "{chain} {ko_pass:?}\n{board}");
        assert_line(board, &finding);
    }
    plain
}

/// Plays the line that shows a fate: players take turns, moves can be played, and the chain is captured if its fate says so.
pub(in crate::life) fn assert_line(board: &Board, finding: &Finding) {
    let owner = board.color_at(finding.chain).unwrap();
    let first = if finding.fate == Fate::Lost {
        owner
    } else {
        !owner
    };
    let was_captured = is_captured_in(board, finding.chain, first, &finding.line);
    let stays = matches!(finding.fate, Fate::Uncapturable | Fate::Kept);
    if stays || !finding.line.is_empty() {
        assert_eq!(was_captured, !stays, "{finding:?}\n{board}");
    }
}

/// Plays a line that a player begins, in which players have to take turns and moves have to be playable. Returns true if the
/// chain at a point is captured in it.
fn is_captured_in(board: &Board, chain: Point, first: Color, line: &MoveLine) -> bool {
    let owner = board.color_at(chain).unwrap();
    let stones: Vec<Point> = board.chain(chain).collect();
    let mut after = board.clone();
    let mut to_move = first;
    let mut was_captured = false;
    for &(color, mv) in line {
        assert_eq!(color, to_move, "{line:?}\n{board}");
        to_move = !to_move;
        if let Move::Play(at) = mv {
            assert!(after.is_empty_at(at), "{line:?}\n{board}");
            after.play(at, color);
            assert_eq!(after.color_at(at), Some(color), "{line:?}\n{board}");
        }
        was_captured |= stones.iter().all(|&at| after.color_at(at) != Some(owner));
    }
    was_captured
}

/// Compares the chains of a part that are settled with those that the plainest reading finds, and returns these by stones.
fn assert_settled(board: &Board, part: &PointSet) -> BTreeMap<Point, Fate> {
    let plain = naive::Naive::settled(board, part);
    let mut found = BTreeMap::new();
    for finding in settled(board, part, EXACT).unwrap() {
        assert!(finding.is_proved, "{}\n{board}", finding.chain);
        assert_line(board, &finding);
        let stones = board.chain(finding.chain).filter(|&at| part.contains(at));
        found.extend(stones.map(|stone| (stone, finding.fate)));
    }
    assert_eq!(found, plain, "{board}");
    plain
}

/// Returns true if the player to move gets his way: that a chain is captured, or, if it is his own, that it never is.
/// Follows every line to its end, as the rules of the game allow it.
fn has_his_way(game: &Game, stones: &[Point], owner: Color) -> bool {
    let player = game.position().to_move();
    let is_saving = player == owner;
    let board = game.board();
    if stones.iter().all(|&at| board.color_at(at) != Some(owner)) {
        return !is_saving;
    }
    if game.position().is_over() {
        return is_saving;
    }
    let plays = board.points().map(Move::Play);
    plays.chain([Move::Pass]).any(|mv| {
        let mut next = game.clone();
        next.play(player, mv).is_ok() && !has_his_way(&next, stones, owner)
    })
}

/// Compares what a verdict claims to be proved, and returns how much that is.
fn assert_proofs(board: &Board, rules: Rules, plain: &BTreeMap<Point, Fate>) -> usize {
    let game = game(board, Color::Black, rules);
    let verdict = Verdict::of(&game, &Judge::of_playouts(50));
    let is_filled = !Count::of(&game, &verdict).filled.is_empty();
    let mut proofs = 0;
    for (&stone, &fate) in plain {
        let proved = match verdict.ground(board, stone) {
            Some(Ground::Proved(proved)) => proved,
            // On the board as it is filled, if it is.
            Some(Ground::Alternating) if is_filled => {
                assert!(fate.is_alive(), "{stone}\n{board}");
                continue;
            }
            Some(Ground::Unconditional | Ground::Alternating) => Uncapturable,
            _ => continue,
        };
        assert_eq!(proved, fate, "{stone}\n{board}");
        let is_dead = verdict.dead().contains(stone);
        assert_eq!(is_dead, !fate.is_alive(), "{stone}\n{board}");
        proofs += 1;
    }
    proofs
}

#[test]
fn all_positions_of_the_smallest_boards_are_judged_as_by_the_plainest_reading() {
    let mut seen = BTreeMap::new();
    let mut proofs = 0;
    for (width, height, legal) in [
        (1, 3, 15),
        (1, 4, 41),
        (2, 2, 57),
        (1, 5, 113),
        (1, 6, 313),
        (2, 3, 489),
        (3, 2, 489),
    ] {
        assert_eq!(all_positions(width, height).count(), legal);
        assert_eq!(images_of_distinct_positions(width, height).len(), legal);
        for board in distinct_positions(width, height) {
            let part: PointSet = board.points().collect();
            // All three kinds of passes for kos.
            for rules in ["japanese", "japanese-2003", "korean"] {
                let rules = Preset::find(rules).unwrap().rules;
                let DeadStones::HypotheticalPlay(ko_pass) = rules.dead_stones else {
                    panic!("{rules:?}");
                };
                let plain = assert_fates(&board, &part, ko_pass);
                proofs += assert_proofs(&board, rules, &plain);
                for fate in plain.into_values() {
                    *seen.entry(fate as usize).or_insert(0) += 1;
                }
            }
        }
    }
    assert_eq!(seen.len(), 4, "{seen:?}");
    assert!(proofs > 1000, "{proofs}");
}

#[test]
fn what_is_captured_whoever_begins_is_dead_where_area_counts_in_all_forms() {
    let diagram = "
        X X O . . . .
        . X O . . . .
        X X O . . . .
        O O O . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    for (board, is_swapped) in forms(diagram) {
        let rules = Preset::find("chinese").unwrap().rules;
        let mut game = game(&board, Color::Black, rules);
        game.set_komi(0.0);
        let verdict = Verdict::of(&game, &Judge::of_playouts(50));
        let margin = Count::of(&game, &verdict).score.margin();
        let expected = Points::halves(if is_swapped { 98 } else { -98 });
        assert_eq!(margin, expected, "{board}");
        let lost = Some(Ground::Enclosed(Fate::Lost));
        let mut dead = verdict.dead().iter();
        assert!(dead.all(|at| verdict.ground(&board, at) == lost), "{board}");
    }
}

#[test]
fn what_is_settled_on_the_smallest_boards_is_so_by_the_plainest_reading() {
    let mut seen = BTreeMap::new();
    for (width, height) in [(1, 3), (1, 4), (2, 2), (1, 5), (1, 6), (2, 3), (3, 2)] {
        for board in distinct_positions(width, height) {
            let part: PointSet = board.points().collect();
            for fate in assert_settled(&board, &part).into_values() {
                *seen.entry(fate as usize).or_insert(0) += 1;
            }
        }
    }
    assert_eq!(seen.len(), 2, "{seen:?}");
}

#[test]
fn what_is_settled_comes_so_in_every_game() {
    let rules = Preset::find("chinese").unwrap().rules;
    let mut claims = 0;
    for board in all_positions(1, 3).chain(all_positions(1, 4)) {
        let part: PointSet = board.points().collect();
        for Finding { chain, fate, .. } in settled(&board, &part, EXACT).unwrap() {
            let owner = board.color_at(chain).unwrap();
            let stones: Vec<Point> = board.chain(chain).collect();
            let first = if fate == Fate::Kept { !owner } else { owner };
            let game = game(&board, first, rules);
            assert!(
                !has_his_way(&game, &stones, owner),
                "{chain} {fate:?}\n{board}"
            );
            claims += 1;
        }
    }
    assert!(claims > 10, "{claims}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]
    #[test]
    fn random_positions_are_judged_and_filled_alike_in_all_forms(seed in any::<u64>()) {
        let mut rng = Rng::new(seed);
        let (board, _) = random_fragment(&mut rng);
        let diagram = diagram_of(&board);
        for rules in ["japanese", "chinese"] {
            let mut rules = Preset::find(rules).unwrap().rules;
            // The stones of Black would be a handicap.
            rules.compensation = Compensation::None;
            let counts = forms(&diagram).into_iter().map(|(board, is_swapped)| {
                let to_move = in_form(Color::Black, is_swapped);
                let mut game = game(&board, to_move, rules);
                game.set_komi(0.0);
                let verdict = Verdict::of(&game, &Judge::of_playouts(4));
                let count = Count::of(&game, &verdict);
                let sign = if is_swapped { -1.0 } else { 1.0 };
                let margin = sign * count.score.margin().as_f64();
                (margin, verdict.dead().len(), count.filled.len())
            });
            let counts: Vec<_> = counts.collect();
            prop_assert!(counts.iter().all(|count| *count == counts[0]), "{:?}\n{}", counts, diagram);
        }
    }
}

proptest! {
    #[test]
    fn random_fragments_are_settled_as_by_the_plainest_reading(seed in any::<u64>()) {
        let (board, part) = random_fragment(&mut Rng::new(seed));
        assert_settled(&board, &part);
    }

    #[test]
    fn a_play_captures_in_random_fragments_what_the_plainest_reading_captures(seed in any::<u64>()) {
        let (board, part) = random_fragment(&mut Rng::new(seed));
        let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
        for chain in chains.filter(|&chain| part.contains(chain)) {
            let owner = board.color_at(chain).unwrap();
            let found = capturing_play(&board, &part, chain, EXACT);
            let kos = Kos::ThreatsOf(owner);
            let is_captured = naive::Naive::is_captured(&board, &part, kos, chain, !owner, false);
            assert_eq!(found.is_some(), is_captured, "{chain}\n{board}");
            let Some(at) = found else { continue };
            let mut after = board.clone();
            after.play(at, !owner);
            let is_gone = after.color_at(chain) != Some(owner);
            let is_lost = || naive::Naive::is_captured(&after, &part, kos, chain, owner, false);
            assert!(is_gone || is_lost(), "{at} against {chain}\n{board}");
        }
    }

    #[test]
    fn fights_in_random_fragments_end_as_by_the_plainest_reading(seed in any::<u64>()) {
        let (board, part) = random_fragment(&mut Rng::new(seed));
        assert_fights(&board, &part);
    }

    #[test]
    fn proof_search_finds_in_random_fragments_what_the_plainest_reading_finds(seed in any::<u64>()) {
        let (board, part) = random_fragment(&mut Rng::new(seed));
        assert_proof_search(&board, &part);
    }

    #[test]
    fn chains_of_random_fragments_are_connected_as_by_the_plainest_reading(seed in any::<u64>()) {
        let (board, part) = random_fragment(&mut Rng::new(seed));
        assert_connections(&board, &part);
    }

    #[test]
    fn random_fragments_are_judged_as_by_the_plainest_reading(seed in any::<u64>()) {
        let (board, part) = random_fragment(&mut Rng::new(seed));
        for ko_pass in [KoPass::Never, KoPass::One, KoPass::Every] {
            assert_fates(&board, &part, ko_pass);
        }
    }
}

/// Compares what proof search finds about the connection of each two chains of a part, whoever begins and however kos are fought,
/// with the plainest reading.
fn assert_connections(board: &Board, part: &PointSet) {
    for owner in Color::ALL {
        let chains = board.chains(owner).filter(|&at| part.contains(at));
        let chains: Vec<Point> = chains.collect();
        for (place, &one) in chains.iter().enumerate() {
            for &other in &chains[..place] {
                assert_connection(board, part, [one, other]);
            }
        }
    }
}

/// The same for two stones of one player.
fn assert_connection(board: &Board, part: &PointSet, stones: [Point; 2]) {
    let owner = board.color_at(stones[0]).unwrap();
    let chains: PointSet = stones.into_iter().flat_map(|at| board.chain(at)).collect();
    let no_threats = Kos::Threats(ByColor::new_with(|_| 0));
    for kos in [Kos::ThreatsOf(owner), Kos::ThreatsOf(!owner), no_threats] {
        let field = Field::new(board, part, kos).unwrap();
        // Stones outside count as one chain in a field, which they need not be.
        if field.walls(owner) != 0 {
            continue;
        }
        let target = ProofTarget {
            owner,
            stones: field.patch.mask(|at| chains.contains(at)),
            goal: ProofGoal::Connect(stones.map(|at| field.patch.index(at).unwrap())),
        };
        let mut search = ProofSearch::new(field, target, 1 << 20);
        for first in Color::ALL {
            let limits = SolveLimits {
                visits: 1_000_000,
                deadline: None,
            };
            let found = search.solve(&search.start(first), limits);
            let is_connected = naive::Naive::is_connected(board, part, kos, stones, first);
            assert_eq!(
                found.map(|found| !found.is_lost),
                Some(is_connected),
                "{stones:?} {first} {kos:?}\n{board}"
            );
        }
    }
}

/// Compares what proof search finds about all chains of a part, whoever begins and however kos are fought, with the plainest
/// reading.
fn assert_proof_search(board: &Board, part: &PointSet) {
    let threats = |black, white| Kos::Threats(ByColor { black, white });
    let kos = [
        Kos::ThreatsOf(Color::Black),
        Kos::ThreatsOf(Color::White),
        threats(0, 0),
        threats(1, 0),
        threats(0, 1),
        threats(UNLIMITED, 0),
    ];
    let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
    for chain in chains.filter(|&chain| part.contains(chain)) {
        for kos in kos {
            let field = Field::new(board, part, kos).unwrap();
            let owner = board.color_at(chain).unwrap();
            let stones: PointSet = board.chain(chain).collect();
            let stones = field.patch.mask(|at| stones.contains(at));
            for goal in [ProofGoal::Keep, ProofGoal::KeepOrReplace] {
                let is_for_good = goal == ProofGoal::KeepOrReplace;
                let target = ProofTarget {
                    owner,
                    stones,
                    goal,
                };
                let mut search = ProofSearch::new(field.clone(), target, 1 << 20);
                for first in Color::ALL {
                    let limits = SolveLimits {
                        visits: 1_000_000,
                        deadline: None,
                    };
                    let found = search.solve(&search.start(first), limits);
                    let is_captured =
                        naive::Naive::is_captured(board, part, kos, chain, first, is_for_good);
                    assert_eq!(
                        found.map(|found| found.is_lost),
                        Some(is_captured),
                        "{chain} {first} {kos:?} {goal:?}\n{board}"
                    );
                }
            }
        }
    }
}

/// Compares how fights about all chains of a part end, whoever begins, with the plainest reading; returns the leads.
fn assert_fights(board: &Board, part: &PointSet) -> Vec<Option<ThreatLead>> {
    let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
    let chains = chains.filter(|&chain| part.contains(chain));
    let mut leads = Vec::new();
    for (chain, first) in chains.flat_map(|chain| Color::ALL.map(|first| (chain, first))) {
        let owner = board.color_at(chain).unwrap();
        let is_captured_with = |of_owner: u8, of_opponent: u8| {
            let of = |color| {
                if color == owner {
                    of_owner
                } else {
                    of_opponent
                }
            };
            let kos = Kos::Threats(ByColor::new_with(of));
            naive::Naive::is_captured(board, part, kos, chain, first, false)
        };
        let found = fight(board, part, chain, first, EXACT).unwrap();
        assert!(found.is_proved && found.first == first);
        let is_captured = is_captured_with(0, 0);
        assert_eq!(found.is_captured, is_captured, "{first} {chain}\n{board}");
        let is_shown = is_captured_in(board, chain, first, &found.line);
        assert_eq!(is_shown, is_captured, "{first} {found:?}\n{board}");
        let is_captured_by = |threats| {
            if is_captured {
                is_captured_with(threats, 0)
            } else {
                is_captured_with(0, threats)
            }
        };
        let lead = (1..=LARGEST_LEAD).find(|&threats| is_captured_by(threats) != is_captured);
        let lead = match lead {
            Some(threats) => Some(ThreatLead::Of(threats)),
            None => (is_captured_by(UNLIMITED) != is_captured).then_some(ThreatLead::Large),
        };
        assert_eq!(found.lead, lead, "{first} {chain}\n{board}");
        leads.push(lead);
    }
    leads
}

#[test]
fn fights_with_and_without_kos_end_as_by_the_plainest_reading() {
    let mut seen = BTreeMap::new();
    for (width, height) in [(1, 3), (1, 4), (2, 2)] {
        for board in all_positions(width, height) {
            let part: PointSet = board.points().collect();
            for lead in assert_fights(&board, &part) {
                *seen.entry(format!("{lead:?}")).or_insert(0) += 1;
            }
        }
    }
    let (board, part) = read(
        "_ _ X _ _
         _ X X X _
         _ X O X _
         _ O . O _
         _ X O X _
         _ X . X _
         _ X . X _",
    );
    for lead in assert_fights(&board, &part) {
        *seen.entry(format!("{lead:?}")).or_insert(0) += 1;
    }
    let seen: Vec<&str> = seen.keys().map(String::as_str).collect();
    assert_eq!(seen, ["None", "Some(Large)", "Some(Of(1))"]);
}

/// How a fight about a chain of a fragment ends.
fn fight_about(fragment: &str, chain: &str, first: Color) -> (bool, Option<ThreatLead>) {
    let (board, part) = read(fragment);
    let found = fight(&board, &part, chain.parse().unwrap(), first, DECISIVE).unwrap();
    (found.is_captured, found.lead)
}

#[test]
fn a_rectangular_six_in_the_corner_wants_two_liberties_outside() {
    let rows = |third: &str, second: &str, first: &str| {
        format!(
            "X X X X X _
             {third}
             {second}
             {first}"
        )
    };
    for (six, is_captured, lead) in [
        (
            rows("O O O O X _", ". . . O X _", ". . . O X _"),
            true,
            None,
        ),
        (
            rows("O O O O X _", ". . . O . X", ". . . O X _"),
            true,
            Some(ThreatLead::Of(1)),
        ),
        (
            rows("O O O O X _", ". . . O . X", ". . . O . X"),
            false,
            None,
        ),
    ] {
        assert_eq!(
            fight_about(&six, "A3", Color::Black),
            (is_captured, lead),
            "{six}"
        );
        assert_eq!(
            fight_about(&six, "A3", Color::White),
            (false, None),
            "{six}"
        );
    }
}

#[test]
fn a_bent_four_in_the_corner_is_a_ko_whoever_begins() {
    for first in Color::ALL {
        let ko = (true, Some(ThreatLead::Of(1)));
        assert_eq!(fight_about(BENT_FOUR, "A4", first), ko, "{first}");
    }
}

#[test]
fn what_is_too_hard_is_read_to_a_large_capture_or_left_open() {
    let (board, part) = read(BENT_FOUR);
    let fate_of_corner = |limits| {
        let found = fates(&board, &part, KoPass::Every, limits).unwrap();
        let corner: Point = "A4".parse().unwrap();
        let mut of_corner = found
            .into_iter()
            .filter(|finding| board.chain(finding.chain).any(|stone| stone == corner));
        of_corner
            .next()
            .map(|finding| (finding.fate, finding.is_proved))
    };
    let limits = |positions, decisive| ReadingLimits {
        positions,
        decisive,
        deadline: None,
    };
    assert_eq!(fate_of_corner(limits(5_000, None)), None);
    assert_eq!(fate_of_corner(limits(5_000, Some(5))), Some((Dead, false)));
    let out_of_time = ReadingLimits {
        deadline: Some(Instant::now()),
        ..limits(5_000, Some(5))
    };
    assert_eq!(fate_of_corner(out_of_time), None);
    let fight_about_the_bait = |limits| {
        let found = fight(&board, &part, "A2".parse().unwrap(), Color::Black, limits);
        found.map(|found| (found.is_captured, found.is_proved))
    };
    assert_eq!(fight_about_the_bait(limits(100, None)), None);
    assert_eq!(
        fight_about_the_bait(limits(100, Some(5))),
        Some((false, false))
    );
    assert_eq!(
        fight_about_the_bait(limits(5_000, None)),
        Some((false, true))
    );
    assert_eq!(fight_about_the_bait(out_of_time), None);
}

#[test]
fn what_was_read_is_remembered_by_all_that_it_depends_on() {
    let (board, part) = read(BENT_FOUR);
    let (swapped, same_part) = read(
        &BENT_FOUR
            .replace('X', "#")
            .replace('O', "X")
            .replace('#', "O"),
    );
    let few = ReadingLimits {
        positions: 500,
        ..EXACT
    };
    let memory = Memory::default();
    // Twice, so that all is remembered the second time.
    for _ in 0..2 {
        for (board, part) in [(&board, &part), (&swapped, &same_part)] {
            for limits in [EXACT, DECISIVE, few] {
                for ko_pass in [KoPass::Never, KoPass::One, KoPass::Every] {
                    let found = memory.fates(board, part, ko_pass, limits);
                    assert_eq!(found, fates(board, part, ko_pass, limits));
                }
                let found = memory.settled(board, part, limits);
                assert_eq!(found, settled(board, part, limits));
            }
        }
    }
}

#[test]
fn what_time_did_not_suffice_for_is_not_remembered() {
    let (board, part) = read(
        "X X X X X
         X . O O X
         X O . O X
         X O O . X
         X X X X X",
    );
    let late = ReadingLimits {
        deadline: Some(Instant::now()),
        ..EXACT
    };
    let memory = Memory::default();
    let ask = |limits| memory.settled(&board, &part, limits).unwrap().len();
    assert_eq!(ask(late), 0);
    assert!(ask(EXACT) > 0);
    assert!(ask(late) > 0, "nothing has to be read");
}

#[test]
fn a_part_has_points_and_not_too_many() {
    let board = Board::new(Size::square(12));
    let parts = [PointSet::new(), board.points().collect()];
    for part in parts {
        assert_eq!(fates(&board, &part, KoPass::One, EXACT), None);
        let any = part.iter().next().unwrap_or(Point::new(0, 0).unwrap());
        assert_eq!(fight(&board, &part, any, Color::Black, EXACT), None);
        assert_eq!(settled(&board, &part, EXACT), None);
    }
}

#[test]
fn what_surrounds_a_part_has_liberties_of_its_own() {
    let judge = Judge::of_playouts(50);
    let mut rng = Rng::new(5);
    let mut walls = 0;
    for _ in 0..20 {
        let mut board = Board::new(Size::square(9));
        let mut color = Color::Black;
        for _ in 0..80 {
            match random_move(&mut board, color, &mut rng) {
                Some(at) => board.play(at, color),
                None => board.pass(),
            }
            color = !color;
        }
        let estimate = Estimate::of(&board, &judge);
        for part in doubtful_parts(&board, &estimate) {
            let around = part.iter().flat_map(|at| board.neighbors(at));
            for at in around.filter(|&at| !part.contains(at)) {
                assert!(!board.is_empty_at(at), "{at}\n{board}");
                let liberties = board.liberty_set(at);
                let outside = liberties.iter().filter(|liberty| !part.contains(*liberty));
                assert!(
                    outside.count() >= 2 || estimate.is_unconditional(at),
                    "{at}\n{board}"
                );
                walls += 1;
            }
        }
    }
    assert!(walls > 100, "{walls}");
}

#[test]
fn parts_that_are_too_large_to_read_are_left_out() {
    let judge = Judge::of_playouts(100);
    let parts = |diagram: &str| {
        let board: Board = diagram.parse().unwrap();
        doubtful_parts(&board, &Estimate::of(&board, &judge))
    };
    // A ko in the middle of nowhere touches the whole board, and one between walls does not.
    let open = "
        . . . . . . .
        . . X O . . .
        . X . X O . .
        . . X O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    let closed = "
        . . . X O . .
        . . . X O . .
        . . . X O . .
        . . . X O . .
        X X X . X O O
        . . . X O . .
        . . . X O . .
        . . . X O . .
        . . . X O . .";
    assert_eq!(parts(open).len(), 0);
    let found: Vec<Vec<String>> = parts(closed)
        .iter()
        .map(|part| part.iter().map(|at| at.to_string()).collect())
        .collect();
    assert_eq!(found, [["D5", "E5"]]);
}
