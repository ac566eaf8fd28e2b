//! Random games for the properties: a size, rules, a setup and steps that become legal moves.

use super::{KO_RULES, SUICIDE_RULES, rules};
use crate::go::record::Setup;
use crate::go::rules::{PRESETS, Passes, Rules};
use crate::go::{Board, Color, Game, Move, Point, Position, Size};
use proptest::prelude::*;

/// What to do next, whatever the position is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Plays one of the legal points, on turn.
    Play(usize),
    /// Plays one of the legal points although the opponent is to move.
    PlayOutOfTurn(usize),
    Pass,
    PassOutOfTurn,
}

/// A random game.
#[derive(Clone, Debug)]
pub(super) struct Script {
    pub(super) size: Size,
    pub(super) rules: Rules,
    pub(super) setup: Vec<(Point, Color)>,
    pub(super) to_move: Color,
    pub(super) steps: Vec<Step>,
}

/// Mostly small boards, where captures, kos, suicides and repetitions are frequent.
fn sizes() -> impl Strategy<Value = Size> {
    let sides = |most: u64| (1..=most, 1..=most);
    prop_oneof![10 => sides(3), 5 => sides(5), 3 => sides(9), 1 => sides(25)]
        .prop_map(|(width, height)| Size::new(width, height).unwrap())
}

fn rule_sets() -> impl Strategy<Value = Rules> {
    let axes = (
        prop::sample::select(&KO_RULES[..]),
        prop::sample::select(&SUICIDE_RULES[..]),
    );
    let presets: Vec<Rules> = PRESETS.iter().map(|preset| preset.rules).collect();
    prop_oneof![
        4 => axes.clone().prop_map(|(ko, suicide)| rules(ko, suicide)),
        1 => axes.prop_map(|(ko, suicide)| Rules { passes: Passes::Button, ..rules(ko, suicide) }),
        2 => prop::sample::select(presets),
    ]
}

fn colors() -> impl Strategy<Value = Color> {
    prop::sample::select(&Color::ALL[..])
}

fn steps(size: Size) -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        16 => any::<usize>().prop_map(Step::Play),
        2 => any::<usize>().prop_map(Step::PlayOutOfTurn),
        2 => Just(Step::Pass),
        1 => Just(Step::PassOutOfTurn),
    ];
    prop::collection::vec(step, 0..(4 * size.area()).clamp(12, 100))
}

fn setups(size: Size) -> impl Strategy<Value = Vec<(Point, Color)>> {
    let points: Vec<Point> = size.points().collect();
    let stones = prop::collection::vec(
        (prop::sample::select(points), colors()),
        0..size.area().min(40),
    );
    prop_oneof![2 => Just(Vec::new()), 1 => stones]
}

pub(super) fn scripts() -> impl Strategy<Value = Script> {
    (sizes(), rule_sets(), colors()).prop_flat_map(|(size, rules, to_move)| {
        (setups(size), steps(size)).prop_map(move |(setup, steps)| Script {
            size,
            rules,
            setup,
            to_move,
            steps,
        })
    })
}

impl Script {
    /// The setup without the stones that would leave a chain without liberty.
    pub(super) fn board(&self) -> Board {
        let mut board = Board::new(self.size);
        for &(point, color) in &self.setup {
            let before = board.color_at(point);
            board.set(point, Some(color));
            if board.breathless_chain().is_some() {
                board.set(point, before);
            }
        }
        board
    }

    pub(super) fn position(&self) -> Position {
        if self.setup.is_empty() && self.to_move == Color::Black {
            return Position::new(self.size, self.rules);
        }
        Position::from_board(self.board(), self.to_move, self.rules)
    }

    /// The setup as a game knows it.
    pub(super) fn game(&self) -> Game {
        let board = self.board();
        let stones = board
            .points()
            .map(|point| (point, board.color_at(point)))
            .collect();
        let mut game = Game::new(self.size, self.rules);
        game.set_up(Setup {
            stones,
            to_move: Some(self.to_move),
        })
        .unwrap();
        game
    }

    /// The moves that the steps come to, when only legal plays are made.
    pub(super) fn moves(&self) -> Vec<(Color, Move)> {
        let mut position = self.position();
        let choose = |step: &Step| {
            let (color, mv) = choose(&position, *step);
            position.play(color, mv).unwrap();
            (color, mv)
        };
        self.steps.iter().map(choose).collect()
    }
}

pub(super) fn choose(position: &Position, step: Step) -> (Color, Move) {
    let color = position.to_move();
    let any_point = |color, place: usize| {
        let legal: Vec<Point> = position.legal_points(color).collect();
        legal
            .get(place % legal.len().max(1))
            .map_or(Move::Pass, |&point| Move::Play(point))
    };
    match step {
        Step::Play(place) => (color, any_point(color, place)),
        Step::PlayOutOfTurn(place) => (!color, any_point(!color, place)),
        Step::Pass => (color, Move::Pass),
        Step::PassOutOfTurn => (!color, Move::Pass),
    }
}
