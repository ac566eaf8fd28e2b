//! How a search with a network sees its root.

use crate::eval::NetEvaluator;
use crate::go::{Color, Game, Move, Symmetry};
use crate::net::{NetInput, NetOutput};
use crate::rng::Rng;
use crate::search::params::SearchParams;
use std::sync::Arc;

/// The position of a root, and what the network says of it.
#[derive(Clone, Debug)]
pub(in crate::search) struct EvaluatedRoot {
    pub(super) input: NetInput,
    pub(in crate::search) evaluation: Arc<NetOutput>,
    /// The temperature of its policy beside that of all positions.
    pub(super) temperature: f32,
}

/// Moves, on a board of 19x19, in which the temperature of the beginning of a game loses half of what sets it off.
const EARLY_MOVES: f32 = 19.0;

impl EvaluatedRoot {
    /// The root of a search for the next move of a player.
    pub(in crate::search) fn new(
        network: &NetEvaluator,
        (game, color): (&Game, Color),
        params: &SearchParams,
        rng: &mut Rng,
    ) -> EvaluatedRoot {
        let mut input = NetInput::of(game, color);
        if params.ignore_pre_root_history > 0.0 {
            input.forget_past();
        }
        if params.conservative_pass > 0.0 {
            input.go_on();
        }
        let (stronger, doublings) = params.advantage(color);
        input.set_advantage(stronger, doublings);
        EvaluatedRoot {
            evaluation: evaluate(network, &input, (game, color), params, rng),
            temperature: root_temperature(game, params),
            input,
        }
    }
}

/// What the network says of a root: of the board as it is, or the mean over some turned boards that are drawn.
fn evaluate(
    network: &NetEvaluator,
    input: &NetInput,
    (game, color): (&Game, Color),
    params: &SearchParams,
    rng: &mut Rng,
) -> Arc<NetOutput> {
    let mut numbers: Vec<u8> = (0..Symmetry::count(input.size())).collect();
    #[expect(clippy::cast_sign_loss, reason = "from 1 to 8")]
    let count = (params.root_num_symmetries_to_sample as usize).min(numbers.len());
    if count <= 1 {
        return network.evaluate(input);
    }
    let mut outputs = Vec::new();
    let mut turned = input.clone();
    for place in 0..count {
        let left = numbers.len() - place;
        numbers.swap(place, place + rng.below(left));
        turned.turn(Symmetry::new(numbers[place], input.size()));
        outputs.push(network.evaluate_anew(&turned));
    }
    let is_legal = |at| game.check(color, Move::Play(at)).is_ok();
    Arc::new(NetOutput::mean(
        &outputs,
        params.root_policy_optimism,
        is_legal,
    ))
}

/// The temperature of the policy of a root, which goes from that of the beginning to the other one.
#[expect(clippy::cast_precision_loss, reason = "games are short")]
fn root_temperature(game: &Game, params: &SearchParams) -> f32 {
    let (early, late) = (
        params.root_policy_temperature_early,
        params.root_policy_temperature,
    );
    let side = (game.board().size().area() as f32).sqrt();
    let moves = game.moves().len() as f32 * 19.0 / side;
    late + (early - late) * 0.5_f32.powf(moves / EARLY_MOVES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Rules, Size};
    use crate::net::tests::tiny_network;
    use crate::search::Overrides;

    fn params() -> SearchParams {
        SearchParams::new(Size::square(5), &Overrides::default())
    }

    fn game() -> Game {
        let mut game = Game::new(Size::square(5), Rules::default());
        for (color, mv) in [(Color::Black, "C3"), (Color::White, "B2")] {
            game.play(color, mv.parse().unwrap()).unwrap();
        }
        game
    }

    fn start(params: &SearchParams, seed: u64) -> EvaluatedRoot {
        let network = NetEvaluator::from(tiny_network()).with_cache(1 << 20);
        EvaluatedRoot::new(
            &network,
            (&game(), Color::Black),
            params,
            &mut Rng::new(seed),
        )
    }

    #[test]
    fn a_root_may_be_the_mean_over_turned_boards() {
        let with = |count| SearchParams {
            root_num_symmetries_to_sample: count,
            ..params()
        };
        let network = NetEvaluator::from(tiny_network());
        let of = |number| {
            let mut input = NetInput::of(&game(), Color::Black);
            input.turn(Symmetry::new(number, input.size()));
            network.evaluate(&input)
        };
        let all: Vec<_> = (0..8).map(of).collect();
        let found = start(&with(8.0), 1).evaluation;
        let mean = |number: &dyn Fn(&NetOutput) -> f64| {
            all.iter().map(|output| number(output)).sum::<f64>() / 8.0
        };
        assert!((found.win - mean(&|output| output.win)).abs() < 1e-9);
        assert!((found.score_square() - mean(&NetOutput::score_square)).abs() < 1e-3);
        let is_legal = |at| game().check(Color::Black, Move::Play(at)).is_ok();
        let at = "D4".parse().unwrap();
        let probability = |output: &NetOutput| {
            let moves = output.policy(0.2, is_legal);
            f64::from(
                moves
                    .iter()
                    .find(|(mv, _)| *mv == Move::Play(at))
                    .unwrap()
                    .1,
            )
        };
        assert!((probability(&found) - mean(&probability)).abs() < 1e-5);
        assert!(
            (f64::from(found.owner(at)) - mean(&|output| output.owner(at).into())).abs() < 1e-5
        );
        // One is the board as it is; of three it depends on the draw which.
        assert_eq!(*start(&with(1.0), 1).evaluation, *all[0]);
        assert_ne!(
            start(&with(3.0), 1).evaluation,
            start(&with(3.0), 2).evaluation
        );
    }

    #[test]
    fn a_temperature_of_the_beginning_becomes_the_other() {
        let params = SearchParams {
            root_policy_temperature_early: 1.5,
            root_policy_temperature: 1.1,
            ..params()
        };
        let mut game = Game::new(Size::square(19), Rules::default());
        assert!((root_temperature(&game, &params) - 1.5).abs() < 1e-6);
        for _ in 0..19 {
            let color = game.position().to_move();
            game.play(color, Move::Pass).unwrap_or_else(|_| {
                let at = game.board().empty_points().next().unwrap();
                game.play(color, Move::Play(at)).unwrap();
            });
        }
        assert!((root_temperature(&game, &params) - 1.3).abs() < 1e-6);
    }
}
