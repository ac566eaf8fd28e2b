//! Random games: counting against the naive board, and laws that scores obey.

use super::naive::Naive;
use super::script::{Step, scripts};
use super::{play_all, whole};
use crate::go::rules::{DeadStones, PRESETS, Passes, Rules, Scoring, Tax};
use crate::go::score::{self, TermKind};
use crate::go::{Board, Color, Move, Point, PointSet, Points, Position, Score};
use crate::rng::Rng;
use proptest::prelude::*;

/// The count of the stones on a board under other rules, everything alive, no komi.
fn counted(board: &Board, rules: Rules) -> Score {
    let position = Position::from_board(board.clone(), Color::Black, rules);
    score::count(
        &position,
        &PointSet::new(),
        &PointSet::new(),
        Points::ZERO,
        0,
    )
}

fn assert_counts_like_naive(board: &Board, naive: &Naive, rules: Rules) {
    let score = counted(board, rules);
    for color in Color::ALL {
        let term = |kind| score.term(kind, color);
        let expected = |kind, points: usize, counts: bool| {
            let points = if counts { whole(points) } else { Points::ZERO };
            assert_eq!(term(kind), points, "{kind} of {color}\n{board}");
        };
        expected(
            TermKind::Stones,
            naive.stone_count(color),
            rules.scoring != Scoring::Territory,
        );
        expected(
            TermKind::Territory,
            naive.territory(color),
            rules.scoring != Scoring::Stones,
        );
        expected(
            TermKind::Prisoners,
            naive.captured_by(color),
            rules.scoring == Scoring::Territory,
        );
        expected(TermKind::DeadStones, 0, true);
        assert!(term(TermKind::Tax) <= Points::ZERO);
        assert!(
            term(TermKind::Territory) + term(TermKind::Tax) >= Points::ZERO
                || rules.tax == Tax::Groups
        );
    }
    let owned = Color::ALL.map(|color| naive.stone_count(color) + naive.territory(color));
    assert_eq!(owned[0] + owned[1] + score.dame, board.size().area());
}

fn plays(moves: &[(Color, Move)], color: Color) -> usize {
    moves
        .iter()
        .filter(|(mover, mv)| *mover == color && *mv != Move::Pass)
        .count()
}

proptest! {
    #![proptest_config(super::config())]

    #[test]
    fn counting_agrees_with_the_naive_board(script in scripts()) {
        let mut board = script.board();
        let mut naive = Naive::from_board(&board, script.to_move, &script.rules);
        for (color, mv) in script.moves() {
            play_all(&mut board, &[(color, mv)]);
            naive.play(color, mv);
        }
        for preset in PRESETS {
            assert_counts_like_naive(&board, &naive, preset.rules);
        }
    }

    #[test]
    fn agreed_dead_stones_count_as_taken_off(script in scripts(), chosen in any::<u64>()) {
        let mut board = script.board();
        play_all(&mut board, &script.moves());
        let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color)).enumerate();
        let chosen = chains.filter(|(index, _)| chosen >> (index % 64) & 1 == 1);
        let dead: PointSet = chosen.flat_map(|(_, chain)| board.chain(chain)).collect();
        let mut cleared = board.clone();
        dead.iter().for_each(|at| cleared.set(at, None));
        let is_agreed = |rules: &Rules| matches!(rules.dead_stones, DeadStones::Agreement(_));
        for rules in PRESETS.iter().map(|preset| preset.rules).filter(is_agreed) {
            let position = Position::from_board(board.clone(), Color::Black, rules);
            let score = score::count(&position, &dead, &PointSet::new(), Points::ZERO, 0);
            let expected = counted(&cleared, rules);
            prop_assert_eq!(score.dame, expected.dame);
            for color in Color::ALL {
                let taken = dead.iter().filter(|&at| board.color_at(at) == Some(!color)).count();
                let taken = if rules.scoring == Scoring::Territory { taken } else { 0 };
                prop_assert_eq!(score.total(color), expected.total(color) + whole(taken));
            }
        }
    }

    #[test]
    fn area_and_territory_differ_by_the_plays(script in scripts()) {
        let mut board = script.board();
        let set_up = Color::ALL.map(|color| board.stone_count(color));
        let moves = script.moves();
        play_all(&mut board, &moves);
        let margin = |scoring| counted(&board, Rules { scoring, ..Rules::default() }).margin();
        let black = plays(&moves, Color::Black) + set_up[0];
        let white = plays(&moves, Color::White) + set_up[1];
        prop_assert_eq!(margin(Scoring::Area) - margin(Scoring::Territory), whole(black) - whole(white));
    }

    #[test]
    fn pass_stones_make_area_and_territory_equal(mut script in scripts()) {
        (script.setup, script.to_move) = (Vec::new(), Color::Black);
        script.rules.passes = Passes::Stones;
        let is_on_turn = |step: &Step| matches!(step, Step::Play(_) | Step::Pass);
        script.steps.retain(is_on_turn);
        let margin = |scoring, moves: &[(Color, Move)]| {
            let mut position = Position::new(script.size, Rules { scoring, tax: Tax::None, ..script.rules });
            for &(color, mv) in moves {
                position.play_unchecked(color, mv);
            }
            while position.passes_in_a_row() < 2 {
                position.play_unchecked(position.to_move(), Move::Pass);
            }
            score::count(&position, &PointSet::new(), &PointSet::new(), Points::ZERO, 0).margin()
        };
        let moves = script.moves();
        prop_assert_eq!(margin(Scoring::Area, &moves), margin(Scoring::Territory, &moves));
    }

    #[test]
    fn pass_stones_make_them_equal_whenever_white_moved_last(mut script in scripts()) {
        (script.setup, script.to_move) = (Vec::new(), Color::Black);
        script.steps.retain(|step| matches!(step, Step::Play(_) | Step::Pass));
        let rules = Rules { passes: Passes::Stones, ..script.rules };
        let [mut area, mut territory] = [Scoring::Area, Scoring::Territory].map(|scoring| {
            Position::new(script.size, Rules { scoring, tax: Tax::None, ..rules })
        });
        for (color, mv) in script.moves() {
            area.play_unchecked(color, mv);
            territory.play_unchecked(color, mv);
            let margin = |of: &Position| score::count(of, &PointSet::new(), &PointSet::new(), Points::ZERO, 0).margin();
            prop_assert!(color == Color::Black || margin(&area) == margin(&territory));
        }
    }

    #[test]
    fn stone_scoring_is_area_with_group_tax_once_filled(script in scripts(), seed in any::<u64>()) {
        let mut board = script.board();
        play_to_the_end(&mut board, &mut Rng::new(seed));
        if board.empty_points().all(|point| eye_owner(&board, point).is_some()) {
            let taxed = counted(&board, Rules { tax: Tax::Groups, ..Rules::default() });
            fill_all_but_two_eyes(&mut board);
            let stones = counted(&board, Rules { scoring: Scoring::Stones, ..Rules::default() });
            prop_assert_eq!(stones.margin(), taxed.margin());
        }
    }
}

/// Random plays until both players could only fill eyes.
fn play_to_the_end(board: &mut Board, rng: &mut Rng) {
    let mut color = Color::Black;
    let mut passes = 0;
    for _ in 0..4 * board.size().area() {
        let is_good = |&point: &Point| {
            board.is_playable(point, color) && !board.neighborhood(point).is_eye(color)
        };
        let good: Vec<Point> = board.empty_points().filter(is_good).collect();
        passes = if good.is_empty() { passes + 1 } else { 0 };
        match good.get(rng.below(good.len())) {
            Some(&point) => board.play(point, color),
            None if passes == 2 => return,
            None => board.pass(),
        }
        color = !color;
    }
}

/// Whose stones are all the neighbors of an empty point.
fn eye_owner(board: &Board, point: Point) -> Option<Color> {
    let is_around = |color: &Color| {
        board
            .neighbors(point)
            .all(|near| board.color_at(near) == Some(*color))
    };
    Color::ALL
        .into_iter()
        .find(is_around)
        .filter(|_| board.size().area() > 1)
}

/// Every group fills its eyes of one point until two are left.
fn fill_all_but_two_eyes(board: &mut Board) {
    for point in board.points() {
        let Some(color) = eye_owner(board, point).filter(|_| board.is_empty_at(point)) else {
            continue;
        };
        let belongs = |at: Point| match board.color_at(at) {
            None => eye_owner(board, at) == Some(color),
            stone => stone == Some(color),
        };
        let (mut group, mut next) = (vec![point], 0);
        while let Some(&at) = group.get(next) {
            let new: Vec<Point> = board
                .neighbors(at)
                .filter(|near| belongs(*near) && !group.contains(near))
                .collect();
            group.extend(new);
            next += 1;
        }
        if group.iter().filter(|&&at| board.is_empty_at(at)).count() > 2 {
            board.play(point, color);
        }
    }
}
