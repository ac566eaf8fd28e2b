//! A checksum of play: fixed games of every player with a fixed seed.

use super::SEED;
use crate::clock::Budget;
use crate::engine::{Engine, PlayerKind, Settings};
use crate::go::{Color, Game, Move, Rules, Size};
use crate::search::{Purpose, Request};

/// A game of a player against itself: the side of the board, moves, playouts a move.
type Fixture = (&'static str, u8, u32, u64);

const FIXTURES: [Fixture; 5] = [
    ("random", 9, 60, 1),
    ("random", 19, 60, 1),
    ("flat", 9, 60, 500),
    ("mcts", 9, 60, 200),
    ("mcts", 19, 30, 100),
];

/// A hash of all boards and moves of fixed games. The same on every machine and in every build.
///
/// # Panics
/// A player of the fixtures does not exist, which is a bug.
pub fn checksum() -> u64 {
    let settings = Settings {
        threads: Some(1),
        ..Settings::default()
    };
    FIXTURES
        .into_iter()
        .fold(0, |sum, (player, side, moves, playouts)| {
            let kind = PlayerKind::find(player).expect("a player");
            let mut engine = Engine::new(kind, SEED, &settings);
            let mut game = Game::new(Size::square(side), Rules::default());
            let mut color = Color::Black;
            let mut hash: u64 = sum;
            for _ in 0..moves {
                let budget = Budget::up_to(playouts);
                let request = Request::new(&game, color, Purpose::Play, budget);
                let mv = engine.think(request).choice.mv;
                game.play(color, mv).expect("engines make legal moves");
                color = !color;
                let code = match mv {
                    Move::Play(point) => {
                        1 + u64::from(point.row()) * 25 + u64::from(point.column())
                    }
                    Move::Pass => 0,
                };
                hash = hash.wrapping_mul(0x0000_0100_0000_01b3) ^ code ^ game.board().hash();
            }
            hash
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the present program plays. Only a change that means to change that changes this number.
    const EXPECTED: u64 = 0x275a_1ed6_7169_4d58;

    #[test]
    fn the_same_seeds_play_the_same_games() {
        let found = checksum();
        assert_eq!(
            found, EXPECTED,
            "kosumi plays differently. If that is what the change is for, set EXPECTED in \
             src/bench/checksum.rs to {found:#018x} and say `Bench: {found:016x}` in the commit \
             message; if not, the change has a fault."
        );
    }
}
