//! How openings differ from game to game where a network looks.

use crate::engine::{Choice, fills_eye};
use crate::go::{Color, Game, Move};
use crate::rng::Rng;
use crate::search::{MoveReport, Report};

/// The temperature at the first move, and the one below which the best move is played.
const FIRST_TEMPERATURE: f64 = 0.5;
const LEAST_TEMPERATURE: f64 = 0.05;

/// Returns a choice that may take the place of the best one in the opening, if a network has looked: its looks
/// do not differ from game to game as playouts do.
pub(super) fn vary(
    best: Choice,
    game: &Game,
    color: Color,
    report: &Report,
    rng: &mut Rng,
) -> Choice {
    let temperature = temperature(game);
    let is_likeliest = report
        .moves
        .first()
        .is_some_and(|found| found.mv == best.mv);
    if !report.is_of_looks() || !is_likeliest || temperature < LEAST_TEMPERATURE {
        return best;
    }
    draw(temperature, best, game, color, report, rng)
}

/// How far the choice of a move in the opening may stray from the best one, if a network has looked: half as
/// far after every so many moves as the board has points a side (as in KataGo).
pub(super) fn temperature(game: &Game) -> f64 {
    let position = game.position();
    #[expect(clippy::cast_precision_loss, reason = "games are short")]
    let (moves, area) = (
        position.move_count() as f64,
        game.board().size().area() as f64,
    );
    FIRST_TEMPERATURE * (-moves / area.sqrt()).exp2()
}

/// Draws a play in place of the best choice, in proportion to its visits to the power of the inverse of a
/// temperature. Plays into own eyes are left out. A pass stays a pass.
fn draw(
    temperature: f64,
    best: Choice,
    game: &Game,
    color: Color,
    report: &Report,
    rng: &mut Rng,
) -> Choice {
    if best.mv == Move::Pass {
        return best;
    }
    let is_play = |found: &&MoveReport| found.mv != Move::Pass && !fills_eye(game, color, found.mv);
    let plays: Vec<&MoveReport> = report.moves.iter().filter(is_play).collect();
    let most = plays.iter().map(|found| found.visits).max().unwrap_or(1);
    let weights: Vec<u16> = plays
        .iter()
        .map(|found| weight(temperature, found.visits, most))
        .collect();
    let mut rest = rng.below(weights.iter().copied().map(usize::from).sum());
    for (found, weight) in plays.into_iter().zip(weights) {
        match rest.checked_sub(weight.into()) {
            Some(less) => rest = less,
            None => {
                return Choice {
                    mv: found.mv,
                    win_rate: Some(found.value),
                    ..best
                };
            }
        }
    }
    best
}

/// The weight by which a move is drawn, given its visits and those of the most visited one, which has
/// [`WEIGHT_OF_BEST`].
#[expect(clippy::cast_sign_loss, reason = "shares are positive")]
fn weight(temperature: f64, visits: u32, most: u32) -> u16 {
    let share = f64::from(visits) / f64::from(most);
    (share.powf(temperature.recip()) * f64::from(WEIGHT_OF_BEST)) as u16
}

/// The weight of the most visited move among those that may be chosen.
const WEIGHT_OF_BEST: u16 = 10_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tests::{WITH_DAME, game_of, report_of};

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
            let found = super::weight(temperature, visits, 100);
            assert_eq!(found, weight, "{temperature} {visits}");
        }
    }

    #[test]
    fn another_play_takes_the_place_of_the_best_but_no_pass_and_none_into_an_own_eye() {
        let game = game_of(WITH_DAME, "chinese", 0.5, Color::Black);
        let mut report = report_of(&game, Color::Black, 20);
        let found = |mv: &str| MoveReport {
            mv: mv.parse().unwrap(),
            visits: 100,
            value: 0.25,
            ..report.moves[0].clone()
        };
        // D4 is a dame, A7 and C5 are eyes.
        report.moves = ["A7", "pass", "D4", "C5"].map(found).to_vec();
        let best = |mv: &str| Choice {
            mv: mv.parse().unwrap(),
            resigns: false,
            playouts: 20,
            win_rate: Some(0.75),
        };
        let dame = Choice {
            mv: "D4".parse().unwrap(),
            win_rate: Some(0.25),
            ..best("A5")
        };
        for (choice, drawn) in [(best("A5"), &dame), (best("pass"), &best("pass"))] {
            for seed in 0..10 {
                let rng = &mut Rng::new(seed);
                let soft = draw(0.5, choice.clone(), &game, Color::Black, &report, rng);
                assert_eq!(soft, *drawn, "{seed}");
            }
        }
    }
}
