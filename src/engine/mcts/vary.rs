//! How openings differ from game to game where a network looks.

use crate::engine::{Alternatives, Choice, fills_eye};
use crate::go::{Game, Move};
use crate::rng::Rng;
use crate::search::MoveReport;

/// The temperature at the first move, and the one below which the best move is played.
const FIRST_TEMPERATURE: f64 = 0.5;
const LEAST_TEMPERATURE: f64 = 0.05;

/// Returns a choice that may take the place of the best one in the opening, if a network has looked: its looks
/// do not differ from game to game as playouts do.
pub(super) fn vary(found: Alternatives<'_>, rng: &mut Rng) -> Choice {
    let temperature = temperature(found.game);
    let likeliest = found.report.moves.first();
    let is_likeliest = likeliest.is_some_and(|first| first.mv == found.best.mv);
    if !found.report.has_network || !is_likeliest || temperature < LEAST_TEMPERATURE {
        return found.best;
    }
    draw(temperature, found, rng)
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
fn draw(temperature: f64, found: Alternatives<'_>, rng: &mut Rng) -> Choice {
    if found.best.mv == Move::Pass {
        return found.best;
    }
    let is_play =
        |it: &&MoveReport| it.mv != Move::Pass && !fills_eye(found.game, found.color, it.mv);
    let plays: Vec<&MoveReport> = found.report.moves.iter().filter(is_play).collect();
    let most = plays.iter().map(|play| play.visits).max().unwrap_or(1);
    let weights: Vec<u16> = plays
        .iter()
        .map(|play| weight(temperature, play.visits, most))
        .collect();
    let mut rest = rng.below(weights.iter().copied().map(usize::from).sum());
    for (play, weight) in plays.into_iter().zip(weights) {
        match rest.checked_sub(weight.into()) {
            Some(less) => rest = less,
            None => return found.instead(play.mv),
        }
    }
    found.best
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
                let soft = draw(temperature, found, &mut Rng::new(seed));
                assert_eq!(soft, *drawn, "{temperature} {seed}");
            }
        }
    }
}
