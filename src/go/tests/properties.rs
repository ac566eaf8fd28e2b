//! Random games: the fast board against the naive one, and what must be restored or foreseen.

use super::naive::Naive;
use super::script::{choose, scripts};
use super::{KO_RULES, SUICIDE_RULES, assert_same_board, play_all, rules};
use crate::go::rules::{KoRule, PRESETS, Rules};
use crate::go::{Board, Color, Move, Point, PointSet, Position, Size};
use crate::rng::Rng;
use proptest::prelude::*;

/// All points of a small board, or about 60 points of a large one, which differ from time to time.
fn sample(size: Size, time: usize) -> impl Iterator<Item = Point> {
    let step = 1 + size.area() / 60;
    size.points().skip(time % step).step_by(step)
}

fn assert_same_as_naive(position: &Position, naive: &Naive) {
    let board = position.board();
    board.validate();
    assert_eq!(position.to_move(), naive.to_move());
    let has_cycled = position.rules().ko == KoRule::Simple && naive.has_cycled();
    assert_eq!(position.long_cycle().is_some(), has_cycled);
    for point in board.points() {
        assert_eq!(board.color_at(point), naive.at(point), "stone at {point}");
        if board.color_at(point).is_some() {
            assert_same_chain(board, naive, point);
        }
    }
    for color in Color::ALL {
        assert_eq!(
            board.captured_by(color) as usize,
            naive.captured_by(color),
            "captured by {color}"
        );
        for point in sample(board.size(), position.move_count()) {
            let is_legal = position.is_legal(color, Move::Play(point));
            assert_eq!(
                is_legal,
                naive.is_legal(color, point),
                "{color} {point}\n{board}"
            );
        }
    }
}

fn assert_same_chain(board: &Board, naive: &Naive, point: Point) {
    let (chain, liberties) = naive.chain(point);
    assert_eq!(
        board.chain(point).collect::<PointSet>(),
        chain.iter().copied().collect()
    );
    assert_eq!(board.chain_size(point), chain.len());
    assert_eq!(
        board.liberty_set(point),
        liberties.iter().copied().collect()
    );
    assert_eq!(board.liberty_count(point), liberties.len());
    assert_eq!(board.is_atari(point), liberties.len() == 1);
    assert_eq!(
        board.atari_liberty(point),
        liberties.first().copied().filter(|_| liberties.len() == 1)
    );
}

/// What the board says of a play before it is made, and what comes of it.
fn assert_foreseen(board: &Board, time: usize) {
    for color in Color::ALL {
        for point in sample(board.size(), time).filter(|&point| board.is_empty_at(point)) {
            let mut after = board.clone();
            after.play(point, color);
            assert_eq!(
                board.hash_after(point, color),
                after.hash(),
                "{color} {point}\n{board}"
            );
            assert_eq!(board.is_suicide(point, color), after.is_empty_at(point));
            let taken = after.captured_by(color) - board.captured_by(color);
            assert_eq!(board.captures_of(point, color), taken as usize);
            let is_barred = board.is_suicide(point, color) || board.ko() == Some((point, color));
            assert_eq!(board.is_playable(point, color), !is_barred);
        }
    }
}

fn assert_same_position(a: &Position, b: &Position) {
    assert_same_board(a.board(), b.board());
    assert_eq!((a.to_move(), a.move_count()), (b.to_move(), b.move_count()));
    assert_eq!(
        (a.passes_in_a_row(), a.is_over()),
        (b.passes_in_a_row(), b.is_over())
    );
    assert_eq!(
        (a.first_passer(), a.last_move()),
        (b.first_passer(), b.last_move())
    );
    assert_eq!(a.long_cycle(), b.long_cycle());
    for color in Color::ALL {
        assert_eq!(a.passes_made(color), b.passes_made(color));
        assert!(a.legal_points(color).eq(b.legal_points(color)));
    }
}

proptest! {
    #![proptest_config(super::config())]

    #[test]
    fn the_board_agrees_with_the_naive_one(script in scripts()) {
        let mut position = script.position();
        let mut naive = Naive::from_board(position.board(), position.to_move(), &script.rules);
        assert_same_as_naive(&position, &naive);
        for &step in &script.steps {
            let (color, mv) = choose(&position, step);
            position.play(color, mv).unwrap();
            naive.play(color, mv);
            assert_same_as_naive(&position, &naive);
            assert_foreseen(position.board(), position.move_count());
        }
    }

    #[test]
    fn undo_restores_everything(script in scripts(), keep in any::<prop::sample::Index>()) {
        let mut game = script.game();
        let mut then = vec![game.position().clone()];
        for (color, mv) in script.moves() {
            game.play(color, mv).unwrap();
            then.push(game.position().clone());
        }
        let last = then.len() - 1;
        let keep = keep.index(then.len());
        game.undo(last - keep).unwrap();
        assert_same_position(game.position(), &then[keep]);
        prop_assert_eq!(game.moves().len(), keep);
        prop_assert!(game.undo(keep + 1).is_err());
        game.undo(keep).unwrap();
        assert_same_position(game.position(), &then[0]);
    }

    #[test]
    fn a_game_forbids_what_its_position_forbids(script in scripts()) {
        let mut game = script.game();
        for (color, mv) in script.moves() {
            for point in sample(script.size, game.moves().len()) {
                let mv = Move::Play(point);
                prop_assert_eq!(game.check(color, mv), game.position().check(color, mv));
            }
            game.play(color, mv).unwrap();
        }
        let record = game.record();
        prop_assert!(record.moves().eq(game.moves().iter().copied()));
    }

    #[test]
    fn a_copied_board_is_the_original(one in scripts(), two in scripts()) {
        let mut copy = one.board();
        play_all(&mut copy, &one.moves());
        let mut board = two.board();
        for (color, mv) in two.moves() {
            play_all(&mut board, &[(color, mv)]);
            copy.copy_from(&board);
            copy.validate();
            assert_same_board(&copy, &board.clone());
            // A copy is no alias, and it plays on like the original.
            let mut played = board.clone();
            for point in sample(board.size(), 0).filter(|&point| board.is_empty_at(point)).take(3) {
                if copy.is_empty_at(point) {
                    copy.play(point, color);
                    played.play(point, color);
                }
            }
            assert_same_board(&copy, &played);
        }
    }

    #[test]
    fn printed_boards_are_read_back(script in scripts()) {
        let mut board = script.board();
        play_all(&mut board, &script.moves());
        prop_assert_eq!(board.to_string().parse::<Board>(), Ok(board));
    }

}

/// Ten thousand games of legal moves, with everything derived again after each of them.
#[test]
fn boards_stay_valid() {
    let mut rng = Rng::new(2026);
    for _ in 0..10_000 {
        let most = [3, 3, 5, 5, 7, 9, 25][rng.below(7)];
        let (width, height) = (1 + rng.below(most), 1 + rng.below(most));
        let size = Size::new(width as u64, height as u64).unwrap();
        let mut position = Position::new(size, random_rules(&mut rng));
        for _ in 0..(3 * size.area()).min(150) {
            let color = if rng.chance(1, 12) {
                !position.to_move()
            } else {
                position.to_move()
            };
            let mv = random_move(&position, color, &mut rng);
            position.play(color, mv).unwrap();
            position.board().validate();
        }
    }
}

fn random_rules(rng: &mut Rng) -> Rules {
    if rng.chance(1, 3) {
        return PRESETS[rng.below(PRESETS.len())].rules;
    }
    rules(
        KO_RULES[rng.below(KO_RULES.len())],
        SUICIDE_RULES[rng.below(SUICIDE_RULES.len())],
    )
}

/// A legal play at the first of a few random places that has one, otherwise a pass.
fn random_move(position: &Position, color: Color, rng: &mut Rng) -> Move {
    let empty: Vec<Point> = position.board().empty_points().collect();
    let tries = (0..8).map(|_| {
        empty
            .get(rng.below(empty.len()))
            .map_or(Move::Pass, |&at| Move::Play(at))
    });
    let mut tries: Vec<Move> = tries.collect();
    tries.retain(|&mv| position.is_legal(color, mv));
    tries.first().copied().unwrap_or(Move::Pass)
}
