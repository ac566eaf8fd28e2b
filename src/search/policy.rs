//! The policy of a position: a probability for each move before any search.

use crate::go::point::CELLS;
use crate::go::{Color, Game, Move, Point};
use crate::net::NetOutput;

/// The probabilities of the moves of one position. Those of all plays and of a pass add up to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// By the index of the point on the grid: the probability of a play there if the player does not
    /// pass.
    plays: Box<[f32; CELLS]>,
    pass: f32,
}

impl Policy {
    /// The policy of somebody who can only pass.
    pub(super) fn only_pass() -> Policy {
        Policy {
            plays: Box::new([0.0; CELLS]),
            pass: 1.0,
        }
    }

    /// What a network expects of the player to move in the present position of a game.
    pub fn of_network(output: &NetOutput, optimism: f32, game: &Game, color: Color) -> Policy {
        let mut policy = Policy::only_pass();
        policy.write_of_network(output, optimism, |at| {
            game.check(color, Move::Play(at)).is_ok()
        });
        policy
    }

    /// Overwrites the policy with that of a prediction, for the plays that are legal, as
    /// [optimistic](NetOutput::policy) as it is to be.
    pub(super) fn write_of_network(
        &mut self,
        output: &NetOutput,
        optimism: f32,
        is_legal: impl Fn(Point) -> bool,
    ) {
        let moves = output.policy(optimism, is_legal);
        let plays = moves
            .iter()
            .filter_map(|&(mv, probability)| Some((mv.point()?, probability)));
        let sum: f32 = plays.clone().map(|(_, probability)| probability).sum();
        // The plays have their part of the whole, which is next to nothing where a pass is certain.
        let pass = if sum > 0.0 { 1.0 - sum } else { 1.0 };
        let scale = sum.max(f32::MIN_POSITIVE);
        self.set(
            plays.map(|(at, probability)| (at, probability / scale)),
            pass,
        );
    }

    /// Leaves a pass no more than a part of the whole if there are plays.
    pub(super) fn limit_pass(&mut self, most: f32) {
        if self.plays.iter().any(|&play| play > 0.0) {
            self.pass = self.pass.min(most);
        }
    }

    /// The probability of a move, 0 to 1.
    pub fn probability(&self, mv: Move) -> f64 {
        f64::from(match mv {
            Move::Pass => self.pass,
            Move::Play(at) => self.plays[at.index()] * (1.0 - self.pass),
        })
    }

    /// Overwrites the policy: the probabilities of plays if the player does not pass, which add up to 1,
    /// and the probability of a pass.
    pub(super) fn set(&mut self, plays: impl Iterator<Item = (Point, f32)>, pass: f32) {
        self.plays.fill(0.0);
        self.pass = pass;
        for (at, probability) in plays {
            self.plays[at.index()] = probability;
        }
    }

    /// Makes the policy flatter by a temperature above 1, or steeper by one below.
    pub(super) fn temper(&mut self, temperature: f32) {
        if temperature.total_cmp(&1.0).is_eq() {
            return;
        }
        let highest = self
            .plays
            .iter()
            .fold(0.0_f32, |most, &play| most.max(play));
        let (play, pass) = (highest * (1.0 - self.pass), self.pass);
        let scale = play.max(pass);
        let power = |probability: f32| (probability / scale).powf(temperature.recip());
        let of_play = 1.0 - self.pass;
        for play in self.plays.iter_mut().filter(|play| **play > 0.0) {
            *play = power(*play * of_play);
        }
        let (plays, pass): (f32, f32) = (self.plays.iter().sum(), power(pass));
        self.plays
            .iter_mut()
            .for_each(|play| *play /= plays.max(f32::MIN_POSITIVE));
        self.pass = if plays > 0.0 {
            pass / (plays + pass)
        } else {
            1.0
        };
    }

    /// The probability of a play if the player does not pass.
    pub(super) fn among_plays(&self, at: Point) -> f32 {
        self.plays[at.index()]
    }

    /// Shares out the probabilities of plays that the rules forbid among the plays that are legal.
    pub(super) fn keep_legal(&mut self, game: &Game, color: Color) {
        for at in game.board().points() {
            let probability = &mut self.plays[at.index()];
            if *probability > 0.0 && game.check(color, Move::Play(at)).is_err() {
                *probability = 0.0;
            }
        }
        let total: f32 = self.plays.iter().sum();
        if total > 0.0 {
            self.plays.iter_mut().for_each(|play| *play /= total);
        } else {
            self.pass = 1.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Rules, Size};

    #[test]
    fn a_pass_leaves_something_for_plays_if_there_are_any() {
        let at: Point = "C3".parse().unwrap();
        let mut policy = Policy::only_pass();
        policy.limit_pass(0.75);
        assert_eq!(policy, Policy::only_pass());
        for (before, after) in [(0.99, 0.75), (0.5, 0.5)] {
            policy.set([(at, 1.0)].into_iter(), before);
            policy.limit_pass(0.75);
            assert!((policy.probability(Move::Pass) - after).abs() < 1e-9);
            assert!((policy.probability(Move::Play(at)) - (1.0 - after)).abs() < 1e-6);
        }
    }

    #[test]
    fn a_temperature_is_the_inverse_power_of_probabilities() {
        let point = |name: &str| name.parse::<Point>().unwrap();
        let mut policy = Policy::only_pass();
        policy.set([(point("B2"), 0.8), (point("C3"), 0.2)].into_iter(), 0.5);
        let of = |policy: &Policy| {
            let moves = ["B2", "C3", "pass"].map(|mv| mv.parse().unwrap());
            moves.map(|mv| policy.probability(mv))
        };
        let before = of(&policy);
        policy.temper(2.0);
        let roots = before.map(f64::sqrt);
        let sum: f64 = roots.iter().sum();
        for (found, root) in of(&policy).into_iter().zip(roots) {
            assert!((found - root / sum).abs() < 1e-6, "{found}");
        }
        policy.temper(0.5);
        for (found, expected) in of(&policy).into_iter().zip(before) {
            assert!((found - expected).abs() < 1e-6, "{found}");
        }
        let mut only = Policy::only_pass();
        only.temper(3.0);
        assert_eq!(only, Policy::only_pass());
    }

    #[test]
    fn what_is_forbidden_is_shared_out_among_the_legal_plays() {
        let mut game = Game::new(Size::square(5), Rules::default());
        game.play(Color::White, "A1".parse().unwrap()).unwrap();
        let point = |name: &str| name.parse::<Point>().unwrap();
        // Half of the plays are on a stone: without them the others are twice as likely.
        let plays = [("A1", 0.5), ("B2", 0.125), ("C3", 0.375)];
        let plays = plays.map(|(name, probability)| (point(name), probability));
        let mut policy = Policy::only_pass();
        policy.set(plays.into_iter(), 0.25);
        policy.keep_legal(&game, Color::Black);
        let mut expected = Policy::only_pass();
        expected.set([(point("B2"), 0.25), (point("C3"), 0.75)].into_iter(), 0.25);
        assert_eq!(policy, expected);
        policy.set([(point("A1"), 1.0)].into_iter(), 0.25);
        policy.keep_legal(&game, Color::Black);
        assert_eq!(policy, Policy::only_pass());
    }
}
