//! How openings differ from game to game with a network.

use super::temperature::{Temperature, softened};
use crate::engine::{Alternatives, Choice, fills_eye};
use crate::go::Move;
use crate::rng::Rng;
use crate::search::MoveReport;

/// The temperature below which the best move is played.
const LEAST_TEMPERATURE: f64 = 0.05;

/// Returns a choice that may take the place of the best one in the opening, with a network: its evaluations
/// do not differ from game to game as playouts do.
pub(super) fn vary(found: Alternatives<'_>, temperature: &Temperature, rng: &mut Rng) -> Choice {
    let now = temperature.at(found.game);
    let likeliest = found.report.moves.first();
    let is_likeliest = likeliest.is_some_and(|first| first.mv == found.best.mv);
    if !found.report.has_network || !is_likeliest || now < LEAST_TEMPERATURE {
        return found.best;
    }
    another(now, temperature, found, rng)
}

/// Draws a play in place of the best choice, in proportion to its [play selection value](MoveReport::play_selection) to the
/// power of the inverse of a temperature. Plays into own eyes are left out. A pass stays a pass.
fn another(now: f64, temperature: &Temperature, found: Alternatives<'_>, rng: &mut Rng) -> Choice {
    if found.best.mv == Move::Pass {
        return found.best;
    }
    let is_play =
        |it: &&MoveReport| it.mv != Move::Pass && !fills_eye(found.game, found.color, it.mv);
    let plays = found.report.moves.iter().filter(is_play);
    let plays: Vec<(Move, f64)> = plays.map(|it| (it.mv, it.play_selection)).collect();
    let values = plays.iter().map(|&(_, value)| value);
    let (most, all) = (values.clone().fold(0.0, f64::max), values.sum());
    match draw_above(&plays, now, temperature.kept(most, all), rng) {
        Some(mv) => found.instead(mv),
        None => found.best,
    }
}

/// Draws one of some moves in proportion to their shares, as of visits, to the power of the inverse of a temperature;
/// `None` if no move has any.
pub fn draw(moves: &[(Move, f64)], temperature: f64, rng: &mut Rng) -> Option<Move> {
    draw_above(moves, temperature, 1.0, rng)
}

/// The same, where shares down to `kept` of that of the best move stay what they are.
fn draw_above(moves: &[(Move, f64)], temperature: f64, kept: f64, rng: &mut Rng) -> Option<Move> {
    let most = moves.iter().map(|&(_, share)| share).fold(0.0, f64::max);
    let weigh = |&(_, share): &(Move, f64)| weight(temperature, kept, share / most);
    let weights: Vec<usize> = moves.iter().map(weigh).collect();
    let mut rest = rng.below(weights.iter().sum());
    for (&(mv, _), weight) in moves.iter().zip(weights) {
        match rest.checked_sub(weight) {
            Some(less) => rest = less,
            None => return Some(mv),
        }
    }
    None
}

/// The weight by which a move is drawn, given its share of that of the best one, which has [`WEIGHT_OF_BEST`].
#[expect(clippy::cast_sign_loss, reason = "shares are positive")]
fn weight(temperature: f64, kept: f64, share: f64) -> usize {
    (softened(share, temperature, kept) * WEIGHT_OF_BEST) as usize
}

/// The weight of the best move among those that may be chosen.
const WEIGHT_OF_BEST: f64 = 10_000.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tests::{WITH_DAME, game_of, report_of};
    use crate::go::Color;

    #[test]
    fn the_weight_of_a_move_falls_with_its_share_of_visits() {
        for (temperature, visits, weight) in [
            (1.0, 100, 10_000),
            (1.0, 25, 2500),
            (0.5, 50, 2500),
            (0.5, 100, 10_000),
            (2.0, 25, 5000),
            (2.0, 0, 0),
        ] {
            let found = super::weight(temperature, 1.0, f64::from(visits) / 100.0);
            assert_eq!(found, weight, "{temperature} {visits}");
        }
    }

    #[test]
    fn moves_are_drawn_by_their_shares() {
        let mut rng = Rng::new(1);
        let moves = ["A1", "B1", "C1"].map(|name| name.parse().unwrap());
        let pairs: Vec<(Move, f64)> = moves.into_iter().zip([0.0, 1.0, 3.0]).collect();
        let mut counts = [0; 3];
        for _ in 0..4000 {
            let drawn = draw(&pairs, 1.0, &mut rng).unwrap();
            counts[moves.iter().position(|&mv| mv == drawn).unwrap()] += 1;
        }
        assert!(
            counts[0] == 0 && (900..1100).contains(&counts[1]),
            "{counts:?}"
        );
        assert_eq!(draw(&pairs[..1], 1.0, &mut rng), None);
        assert_eq!(draw(&[], 1.0, &mut rng), None);
    }

    #[test]
    fn another_play_takes_the_place_of_the_best_but_no_pass_and_none_into_an_own_eye() {
        let game = game_of(WITH_DAME, "chinese", 0.5, Color::Black);
        let mut report = report_of(&game, Color::Black, 20);
        let found = |mv: &str| MoveReport {
            mv: mv.parse().unwrap(),
            play_selection: 100.0,
            value: 0.25,
            ..report.moves[0].clone()
        };
        // D4 is a dame, A7 and C5 are eyes.
        report.moves = ["A7", "pass", "D4", "C5"].map(found).to_vec();
        let best = |mv: &str| Choice {
            mv: mv.parse().unwrap(),
            resigns: false,
            visits: 20,
            win_rate: Some(0.75),
        };
        let dame = Choice {
            mv: "D4".parse().unwrap(),
            win_rate: Some(0.25),
            ..best("A5")
        };
        let passing = best("pass");
        for (temperature, choice, drawn) in [
            (0.5, best("A5"), &dame),
            (4.0, best("A5"), &dame),
            (0.5, best("pass"), &passing),
        ] {
            for seed in 0..10 {
                let found = Alternatives {
                    best: choice.clone(),
                    game: &game,
                    color: Color::Black,
                    report: &report,
                };
                let usual = Temperature::default();
                let soft = another(temperature, &usual, found, &mut Rng::new(seed));
                assert_eq!(soft, *drawn, "{temperature} {seed}");
            }
        }
    }
}
