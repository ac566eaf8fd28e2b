//! Problems with known answers, and random boards against a reader that tries everything.

use super::*;
use crate::go::Size;
use crate::rng::Rng;
use crate::tactics::{Ladders, Try};

fn board(diagram: &str) -> Board {
    diagram.parse().expect("a diagram")
}

fn point(name: &str) -> Point {
    name.parse().expect("a point")
}

fn finding(reach: Reach, mv: &str) -> CaptureFinding {
    CaptureFinding {
        reach,
        mv: Some(point(mv)),
    }
}

fn attack(diagram: &str, chain: &str) -> CaptureFinding {
    Captures::new().attack(&board(diagram), point(chain))
}

fn defend(diagram: &str, chain: &str) -> CaptureFinding {
    Captures::new().defend(&board(diagram), point(chain))
}

const NET: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . X X . . .
    . . . X O . . . .
    . . . X . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
";

#[test]
fn a_net_catches_and_a_neighbor_breaks_it() {
    let found = attack(NET, "E5");
    assert_eq!(found.reach, Reach::Surely);
    let mut helped = board(NET);
    helped.play(point("F4"), Color::White);
    let found = Captures::new().attack(&helped, point("E5"));
    assert_eq!(found, CaptureFinding::NEVER, "{helped}");
    let defense = defend(NET, "E5");
    assert_eq!(defense.reach, Reach::Surely);
}

#[test]
fn where_a_ladder_fails_a_net_catches() {
    let mut board = board(NET);
    board.play(point("H2"), Color::White);
    assert_eq!(Ladders::new().captures(&board, point("E5")), None);
    let found = Captures::new().attack(&board, point("E5"));
    assert_eq!(found, finding(Reach::Surely, "F4"), "{board}");
}

#[test]
fn an_attacker_in_danger_is_helped_first() {
    // White cuts off the stones at D1 with E2 while Black takes her outer liberty at A3, and gets out.
    // Once they are connected, she has two liberties inside and no room for two eyes.
    let cut = "
        . . . . . . .
        . . . . . . .
        . . . O . . .
        X X X O . . .
        . X X O O X .
        O O O X . X .
        . . O X . O .
    ";
    assert_eq!(attack(cut, "A2"), finding(Reach::Surely, "E2"));
    let lost = board(&cut.replace("O O O X . X", "O O O X O X"));
    let found = Captures::new().attack(&lost, point("A2"));
    assert_eq!(found.reach, Reach::Never, "{lost}");
}

const RUNNING: &str = "
    . . . . . . .
    . . . . . . .
    . . . X . . .
    . . X O X . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
";

const CAUGHT: &str = "
    . . . . . . .
    . . . . . . .
    . . . X . . .
    . . X O X . .
    . . X . X . .
    . . . . . . .
    . . . . . . .
";

#[test]
fn the_moves_that_save_a_chain_are_told() {
    let free = ". . . . .\n. X . . .\n. X X . .\n. . . . .";
    for (diagram, chain, saving) in [
        (RUNNING, "D4", Some(&["D3"][..])),
        (CAUGHT, "D4", Some(&[])),
        (KO, "D3", Some(&["D2"])),
        (free, "B2", None),
        (free, "A1", None),
    ] {
        let found = Captures::new().saving_moves(&board(diagram), point(chain));
        let saving: Option<Vec<Point>> =
            saving.map(|names| names.iter().map(|name| point(name)).collect());
        assert_eq!(found, saving, "{chain}{diagram}");
    }
}

#[test]
fn a_stone_in_atari_is_captured_or_runs() {
    assert_eq!(attack(RUNNING, "D4"), finding(Reach::Surely, "D3"));
    assert_eq!(defend(RUNNING, "D4"), finding(Reach::Surely, "D3"));
    assert_eq!(attack(CAUGHT, "D4"), finding(Reach::Surely, "D3"));
    assert_eq!(defend(CAUGHT, "D4"), CaptureFinding::NEVER);
}

#[test]
fn a_chain_with_many_liberties_needs_nothing() {
    let open = ". . . . .\n. X . . .\n. X X . .\n. . . . .";
    assert_eq!(attack(open, "B2"), CaptureFinding::NEVER);
    let calm = CaptureFinding {
        reach: Reach::Surely,
        mv: None,
    };
    assert_eq!(defend(open, "B2"), calm);
    assert_eq!(attack(open, "A1"), CaptureFinding::NEVER);
    assert_eq!(defend(open, "A1"), CaptureFinding::NEVER);
}

#[test]
fn a_snapback_captures() {
    let snapback = "
        . . . . . . .
        . O O O . . .
        O X X X O . .
        O X . O O . .
        O X X . O . .
        . O O O . . .
    ";
    // A stone at D2 or C3 is taken by Black's last liberty but one, and White takes it all back.
    let found = attack(snapback, "B3");
    assert_eq!(found.reach, Reach::Surely);
}

const KO: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . X . . . . .
    . . X O X . . . .
    . . O . O . . . .
    . . . O . . . . .
";

#[test]
fn a_failure_is_remembered_unless_reading_was_given_up() {
    let mut helped = board(NET);
    helped.play(point("F4"), Color::White);
    for (most_moves, is_known) in [(MOST_MOVES, true), (1, false)] {
        let mut reader = Captures::within(MOST_QUIET, most_moves);
        let stage = reader.begin(&helped, point("E5"), Color::White, None);
        assert!(reader.captured(stage, 1).is_none());
        let key = (reader.variations.key(stage), 1);
        assert_eq!(reader.known.contains_key(&key), is_known, "{most_moves}");
    }
}

#[test]
fn a_reader_without_quiet_moves_finds_no_net() {
    let mut net = board(NET);
    net.play(point("H2"), Color::White);
    let reach = |quiet| {
        Captures::within(quiet, MOST_MOVES)
            .attack(&net, point("E5"))
            .reach
    };
    assert_eq!([0, 1].map(reach), [Reach::Never, Reach::Surely]);
}

#[test]
fn a_ko_is_told() {
    assert_eq!(attack(KO, "D3"), finding(Reach::ByKo, "D2"));
    assert_eq!(defend(KO, "D3"), finding(Reach::Surely, "D2"));
    let mut taken = board(KO);
    taken.play(point("D2"), Color::Black);
    let mut reader = Captures::new();
    assert_eq!(
        reader.attack(&taken, point("D2")),
        finding(Reach::WithThreat, "D3")
    );
    assert_eq!(
        reader.defend(&taken, point("D2")),
        finding(Reach::Surely, "D3")
    );
    assert_eq!(
        reader.attack_by(&board(KO), point("D3"), point("D2")),
        Reach::ByKo
    );
}

#[test]
fn a_move_is_judged() {
    let net = board(NET);
    let mut reader = Captures::new();
    let chain = point("E5");
    let best = reader.attack(&net, chain).mv.unwrap();
    assert_eq!(reader.attack_by(&net, chain, best), Reach::Surely);
    assert_eq!(reader.attack_by(&net, chain, point("A1")), Reach::Never);
    assert_eq!(reader.attack_by(&net, chain, point("E6")), Reach::Never);
    let saving = reader.defend(&net, chain).mv.unwrap();
    assert_eq!(reader.defend_by(&net, chain, saving), Reach::Surely);
    assert_eq!(reader.defend_by(&net, chain, point("A9")), Reach::Never);
    assert!(reader.nodes() > 0);
    reader.reset_nodes();
    assert_eq!(reader.nodes(), 0);
}

/// Everything is tried for both; `None` if that is too much.
struct Naive {
    chain: Point,
    owner: Color,
    retaker: Option<Color>,
    moves_left: usize,
}

impl Naive {
    fn moves(&self, board: &Board, color: Color) -> Vec<Point> {
        let may_retake = self.retaker == Some(color);
        let is_allowed = |&at: &Point| {
            !board.is_suicide(at, color) && (may_retake || board.ko() != Some((at, color)))
        };
        board.empty_points().filter(is_allowed).collect()
    }

    fn is_captured(&mut self, board: &Board, quiet: usize, plies: usize) -> Option<bool> {
        self.moves_left = self.moves_left.checked_sub(1)?;
        let plies = plies.checked_sub(1)?;
        for at in self.moves(board, !self.owner) {
            let mut next = Box::new(board.clone());
            next.play(at, !self.owner);
            if next.color_at(self.chain).is_none() {
                let can_be_retaken = next.ko() == Some((self.chain, self.owner));
                if can_be_retaken && self.retaker == Some(self.owner) {
                    continue;
                }
                return Some(true);
            }
            let is_forcing = next.is_atari(self.chain) && !board.is_atari(self.chain);
            let cost = usize::from(!is_forcing);
            if cost <= quiet && self.is_lost(&next, quiet - cost, plies)? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn is_lost(&mut self, board: &Board, quiet: usize, plies: usize) -> Option<bool> {
        let mut passed = Box::new(board.clone());
        passed.pass();
        if !self.is_captured(&passed, quiet, plies)? {
            return Some(false);
        }
        for at in self.moves(board, self.owner) {
            let mut next = Box::new(board.clone());
            next.play(at, self.owner);
            if !self.is_captured(&next, quiet, plies)? {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// How many chains of a board could be compared, and how many captures the reader did not see.
fn compare(board: &Board, reader: &mut Captures, quiet: usize) -> (usize, usize) {
    let (mut compared, mut missed) = (0, 0);
    for color in Color::ALL {
        for chain in board
            .chains(color)
            .filter(|&at| board.liberty_count(at) <= 4)
        {
            for retaker in [Some(!color), None, Some(color)] {
                let mut naive = Naive {
                    chain,
                    owner: color,
                    retaker,
                    moves_left: 2_000,
                };
                let is_captured = reader.captures(board, chain, retaker, quiet);
                let Some(truth) = naive.is_captured(board, quiet, 40) else {
                    continue;
                };
                compared += 1;
                missed += usize::from(truth && !is_captured);
                assert!(
                    truth || !is_captured,
                    "{chain} {retaker:?} {quiet}\n{board}"
                );
            }
        }
    }
    (compared, missed)
}

#[test]
fn what_is_said_to_be_captured_is() {
    let mut rng = Rng::new(21);
    let mut reader = Captures::new();
    let (mut compared, mut missed) = (0, 0);
    for number in 0..60 {
        let size = Size::new(3 + number % 3, 3 + number % 2).unwrap();
        let mut board = Board::new(size);
        let mut color = Color::Black;
        for _ in 0..4 + rng.below(2 * size.area()) {
            let plays: Vec<Point> = board
                .empty_points()
                .filter(|&at| board.is_playable(at, color))
                .collect();
            if !plays.is_empty() {
                board.play(plays[rng.below(plays.len())], color);
            }
            color = Color::ALL[rng.below(2)];
        }
        for quiet in 0..3 {
            let (more, missing) = compare(&board, &mut reader, quiet);
            compared += more;
            missed += missing;
        }
    }
    assert!(compared > 1000, "{compared}");
    assert!(missed * 50 < compared, "{missed} of {compared}");
}

/// The main line begins with the move found, and can be played.
fn check_line(line: &[Try], mv: Option<Point>) {
    assert_eq!(line[0].mv.point(), mv);
    assert!(line[0].succeeds && line.len() >= 3, "{line:?}");
    let mut after = board(NET);
    for (place, tried) in line.iter().enumerate() {
        assert_eq!(tried.depth, place + 1);
        assert_eq!(tried.color == line[0].color, place % 2 == 0);
        assert!(tried.mv.point().is_none_or(|at| after.is_empty_at(at)));
        after.make(tried.mv, tried.color);
    }
}

#[test]
fn a_trace_tells_what_was_tried() {
    let mut reader = Captures::new();
    assert!(reader.trace().is_none());
    reader.start_trace();
    let found = reader.attack(&board(NET), point("E5"));
    let lost = reader.defend(&board(NET), point("E5"));
    assert_eq!((found.reach, lost.reach), (Reach::Surely, Reach::Surely));
    let readings = reader.trace().unwrap().to_vec();
    reader.stop_trace();
    assert!(readings.len() >= 2 && reader.trace().is_none());
    for (reading, finding) in [(&readings[0], found), (readings.last().unwrap(), lost)] {
        assert_eq!((reading.chain, &reading.board), (point("E5"), &board(NET)));
        let first = |tried: &&Try| tried.depth == 1 && tried.succeeds;
        let succeeded = reading.tries.iter().find(first).unwrap();
        assert_eq!(succeeded.mv.point(), finding.mv);
        check_line(&reading.line(), finding.mv);
    }
    // A tree that can be played: no move is more than one below the one before, colors alternate.
    for reading in readings {
        let mut line: Vec<Try> = Vec::new();
        for tried in reading.tries {
            assert!(tried.depth >= 1 && tried.depth <= line.len() + 1);
            line.truncate(tried.depth - 1);
            assert!(line.last().is_none_or(|before| before.color != tried.color));
            line.push(tried);
        }
    }
}
