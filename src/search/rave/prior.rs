//! The learned prior as a policy.

use crate::go::{Board, Color, Game, Point};
use crate::pattern::prior::Prior;
use crate::search::policy::Policy;
use crate::search::root::RecentMoves;

/// The learned prior as a source of policies. Each thread has its own.
#[derive(Debug)]
pub(super) struct LearnedPrior {
    prior: Prior,
    plays: Vec<(Point, f32)>,
}

impl LearnedPrior {
    pub(super) fn new() -> LearnedPrior {
        LearnedPrior {
            prior: Prior::new(),
            plays: Vec::new(),
        }
    }

    /// Overwrites a policy with that of a position.
    pub(super) fn write(
        &mut self,
        board: &Board,
        color: Color,
        [last, before_last]: RecentMoves,
        policy: &mut Policy,
    ) {
        let plays = &mut self.plays;
        let pass = self.prior.moves(board, color, last, before_last, plays);
        policy.set(plays.iter().copied(), pass);
    }
}

impl Policy {
    /// What the learned prior expects of `color` in the present position of a game. Moves that the
    /// rules forbid have the probability 0.
    #[must_use]
    pub fn of(game: &Game, color: Color) -> Policy {
        let mut policy = Policy::only_pass();
        let (board, recent) = (game.board(), game.last_moves());
        LearnedPrior::new().write(board, color, recent, &mut policy);
        policy.keep_legal(game, color);
        policy
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Move, Rules, Size};

    #[test]
    fn a_policy_is_of_legal_moves_and_adds_up_to_one() {
        let mut game = Game::new(Size::square(5), Rules::default());
        let sum = |game: &Game, policy: &Policy| -> f64 {
            let plays = game.board().points().map(Move::Play);
            let moves = plays.chain([Move::Pass]);
            moves.map(|mv| policy.probability(mv)).sum()
        };
        for name in "B2 C2 A3 D3 B4 C4 C3 B3".split(' ') {
            let color = game.position().to_move();
            game.play(color, name.parse().unwrap()).unwrap();
            let policy = Policy::of(&game, !color);
            assert!((sum(&game, &policy) - 1.0).abs() < 1e-6);
        }
        let policy = Policy::of(&game, Color::Black);
        assert!(policy.probability("C3".parse().unwrap()) <= 0.0, "a ko");
        assert!(policy.probability(Move::Pass) > 0.0);
    }

    #[test]
    fn who_has_no_legal_play_passes() {
        let mut game = Game::new(Size::new(2, 1).unwrap(), Rules::default());
        game.play(Color::Black, "A1".parse().unwrap()).unwrap();
        game.play(Color::White, "B1".parse().unwrap()).unwrap();
        let policy = Policy::of(&game, Color::Black);
        assert!(
            (policy.probability(Move::Pass) - 1.0).abs() < 1e-12,
            "superko forbids the capture"
        );
    }
}
