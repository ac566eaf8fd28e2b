//! Uniformly random moves.

use super::{Choice, Player, any_of, sensible_points};
use crate::clock::Budget;
use crate::go::{Color, Game};
use crate::rng::Rng;

/// Plays any legal move that fills no own eye, each with the same probability; passes if there is
/// none.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
}

impl Random {
    /// A player with the random numbers of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random {
            rng: Rng::new(seed),
        }
    }
}

impl Player for Random {
    fn choose(&mut self, game: &Game, color: Color, _budget: &Budget) -> Choice {
        Choice::at_once(any_of(&sensible_points(game, color), &mut self.rng))
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::rules::PRESETS;
    use crate::go::{Move, Size};

    #[test]
    fn plays_legal_games_to_the_end_under_every_rule_set() {
        for (seed, preset) in PRESETS.iter().enumerate() {
            let mut game = Game::new(Size::square(7), preset.rules);
            let mut player = Random::new(seed as u64);
            let mut color = Color::Black;
            for _ in 0..1000 {
                let mv = player.choose(&game, color, &Budget::default()).mv;
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
