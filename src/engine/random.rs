//! Uniformly random moves.

use super::{Choice, Player, Thought, any_of, sensible_points};
use crate::rng::Rng;
use crate::search::Request;

/// Plays any legal move that fills no own eye, each with the same probability; passes if there is
/// none.
#[derive(Clone, Debug)]
pub(super) struct Random {
    rng: Rng,
}

impl Random {
    /// A player with the random numbers of a seed.
    pub(super) fn new(seed: u64) -> Random {
        Random {
            rng: Rng::new(seed),
        }
    }
}

impl Player for Random {
    fn think(&mut self, request: Request<'_>) -> Thought {
        let points = sensible_points(request.game, request.color);
        Thought::at_once(Choice::at_once(any_of(&points, &mut self.rng)))
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Budget;
    use crate::go::rules::PRESETS;
    use crate::go::{Color, Game, Move, Size};
    use crate::search::Purpose;

    #[test]
    fn plays_legal_games_to_the_end_under_every_rule_set() {
        for (seed, preset) in PRESETS.iter().enumerate() {
            let mut game = Game::new(Size::square(7), preset.rules);
            let mut player = Random::new(seed as u64);
            let mut color = Color::Black;
            for _ in 0..1000 {
                let request = Request::new(&game, color, Purpose::Play, Budget::default());
                let mv = player.think(request).choice.mv;
                game.play(color, mv).expect("a legal move");
                color = !color;
            }
            assert!(
                game.moves().iter().any(|(_, mv)| *mv == Move::Pass),
                "{}",
                preset.name
            );
        }
    }
}
