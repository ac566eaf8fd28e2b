use super::*;
use crate::go::{Board, PointSet, Size};

/// The policy with the default rates, which are the same for all boards.
fn local() -> Local {
    Local::default()
}

/// How often a move is chosen in a diagram, out of 1000.
fn frequency(diagram: &str, color: Color, last: &str, wanted: &str) -> usize {
    let mut board: Board = diagram.parse().unwrap();
    let last = Some(last.parse().unwrap());
    let wanted = Some(wanted.parse().unwrap());
    let local = local();
    let mut rng = Rng::new(1);
    let choices = (0..1000).map(|_| local.choose(&mut board, color, [last, None], &mut rng));
    choices.filter(|&mv| mv == wanted).count()
}

#[test]
fn every_candidate_may_be_chosen() {
    let points: Vec<Point> = Size::square(5).points().collect();
    let mut candidates = Candidates::new(points[0]);
    for &point in &points {
        candidates.push(point);
    }
    let mut rng = Rng::new(1);
    let chosen = (0..1000).filter_map(|_| candidates.any(&mut rng));
    let chosen: PointSet = chosen.collect();
    // One more than there is room for.
    assert_eq!(chosen, points[..Candidates::MOST].iter().copied().collect());
}

#[test]
fn the_last_stone_is_captured_and_an_atari_answered() {
    let in_atari = "
        . . . . . . .
        . . . X . . .
        . . X O . . .
        . . . X . . .
        . . . . . . .";
    assert!(frequency(in_atari, Color::Black, "D3", "E3") > 850);
    assert!(frequency(in_atari, Color::White, "D2", "E3") > 850);
}

#[test]
fn a_large_chain_is_always_captured() {
    let three = "
        . X X X . . .
        X O O O . . .
        . X X X . . .
        . . . . . . .
        . . . . . . .";
    assert_eq!(frequency(three, Color::Black, "D4", "E4"), 1000);
}

#[test]
fn a_hopeless_chain_does_not_run() {
    let lost = "
        O . X . . . .
        X X . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    assert!(frequency(lost, Color::White, "A4", "B5") < 100);
}

#[test]
fn the_vital_point_of_an_eye_space_is_played() {
    let three = "
        . . . X O . .
        X X X X O . .
        O O O O O . .
        . . . . . . .
        . . . . . . .";
    assert!(frequency(three, Color::White, "D5", "B5") > 700);
    assert!(frequency(three, Color::White, "C4", "B5") > 700);
    // White's last stone is not beside the eye space.
    assert!(frequency(three, Color::Black, "E5", "B5") < 200);
}

#[test]
fn playouts_are_legal_fill_no_eyes_and_end() {
    let local = local();
    let mut rng = Rng::new(3);
    for round in 0..300_u64 {
        let mut board = Board::new(Size::square(1 + (round % 13) as u8));
        let (mut color, mut recent, mut passes, mut moves) = (Color::Black, [None; 2], 0, 0);
        while passes < 2 && moves < 3 * board.size().area() {
            let mv = local.choose(&mut board, color, recent, &mut rng);
            if let Some(at) = mv {
                assert!(board.is_empty_at(at) && board.is_playable(at, color));
                board.play(at, color);
                passes = 0;
            } else {
                board.pass();
                passes += 1;
            }
            board.validate();
            recent = [mv, recent[0]];
            color = !color;
            moves += 1;
        }
        let left: PointSet = board.empty_points().collect();
        if passes == 2 {
            assert!(left.iter().all(|at| {
                Color::ALL.iter().any(|&color| {
                    let code = board.neighborhood(at);
                    code.is_eye(color)
                        || !board.is_playable(at, color)
                        || board.is_self_atari(at, color)
                })
            }));
        }
    }
}

#[test]
fn a_playout_is_its_trace() {
    let local = local();
    let start = Board::new(Size::square(9));
    let play = |seed| {
        let (mut board, mut trace) = (start.clone(), Trace::new());
        local.play_out(
            &mut board,
            Color::Black,
            [None; 2],
            &mut Rng::new(seed),
            &mut trace,
        );
        (board, trace)
    };
    let (end, trace) = play(5);
    assert_eq!(
        play(5),
        (end.clone(), trace.clone()),
        "the same seed plays the same"
    );
    let mut again = start.clone();
    for (index, mv) in trace.iter().enumerate() {
        let color = if index.is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        };
        match *mv {
            Some(at) => again.play(at, color),
            None => again.pass(),
        }
    }
    assert_eq!(again, end);
}
