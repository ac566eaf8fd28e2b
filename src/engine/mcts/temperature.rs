//! How freely a move is drawn from several, and how this changes during a game.

use crate::go::Game;
use crate::rng::Rng;

/// The temperature at the first move, and that of which it comes near.
const USUAL_EARLY: f64 = 0.5;
const USUAL_LATE: f64 = 0.0;

/// The moves on a board of 19x19 after which the temperature has come half as near. Smaller boards have fewer, as their side
/// is shorter.
const USUAL_HALFLIFE: f64 = 19.0;

/// The temperature of a choice, in KataGo's words; `None` for the usual values. A move is drawn by its share to the power of
/// the inverse of the temperature: 1 draws by shares, 0 makes the best move, more than 1 evens out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Temperature {
    /// At the first move of a game.
    pub early: Option<f64>,
    /// Late in a game.
    pub late: Option<f64>,
    /// The moves on 19x19 after which it is half way from the first to the second.
    pub halflife: Option<f64>,
    /// Only what is below this part of all shares is changed by the temperature.
    pub only_below: Option<f64>,
}

impl Temperature {
    /// The temperature of the next move of a game.
    pub(super) fn at(&self, game: &Game) -> f64 {
        let position = game.position();
        #[expect(clippy::cast_precision_loss, reason = "games are short")]
        let (moves, area) = (
            position.move_count() as f64,
            game.board().size().area() as f64,
        );
        let early = self.early.unwrap_or(USUAL_EARLY);
        let late = self.late.unwrap_or(USUAL_LATE);
        let halflives = USUAL_HALFLIFE / self.halflife.unwrap_or(USUAL_HALFLIFE);
        late + (early - late) * (-moves / area.sqrt() * halflives).exp2()
    }

    /// The share of the best move, given by its part of all shares, down to which shares stay what they are.
    pub(super) fn kept(&self, best: f64, all: f64) -> f64 {
        (self.only_below.unwrap_or(1.0) * all / best).min(1.0)
    }
}

/// What a share of that of the best move becomes at a temperature, where shares down to `kept` stay what they are.
pub(super) fn softened(share: f64, temperature: f64, kept: f64) -> f64 {
    if share > kept || share <= 0.0 {
        share
    } else {
        (share / kept).powf(temperature.recip()) * kept
    }
}

/// Draws one of some weights, by its place; `None` if all are 0.
pub(super) fn pick(weights: &[f64], rng: &mut Rng) -> Option<usize> {
    #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
    let part = (rng.bits() >> 11) as f64 / (1_u64 << 53) as f64;
    let mut rest = part * weights.iter().sum::<f64>();
    let possible = || (0..weights.len()).filter(|&place| weights[place] > 0.0);
    let drawn = possible().find(|&place| {
        rest -= weights[place];
        rest < 0.0
    });
    // What is left by rounding belongs to the last.
    drawn.or_else(|| possible().next_back())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Move, Rules, Size};

    #[test]
    fn a_temperature_comes_half_as_near_to_the_late_one_after_each_halflife() {
        let mut game = Game::new(Size::square(9), Rules::default());
        let temperature = Temperature {
            early: Some(0.85),
            late: Some(0.7),
            halflife: Some(38.0),
            only_below: None,
        };
        // Twice the halflife of a 19th of the side for each move.
        for (moves, expected) in [(0, 0.85), (18, 0.775), (36, 0.7375)] {
            while game.position().move_count() < moves {
                let color = game.position().to_move();
                game.play(color, Move::Pass).unwrap();
            }
            assert!((temperature.at(&game) - expected).abs() < 1e-12);
        }
        assert!((Temperature::default().at(&game) - 0.5 / 16.0).abs() < 1e-12);
    }

    #[test]
    fn shares_above_a_part_of_all_stay_what_they_are() {
        let all = Temperature::default().kept(0.5, 1.0);
        let below = Temperature {
            only_below: Some(0.125),
            ..Temperature::default()
        };
        let below = below.kept(0.5, 1.0);
        assert_eq!((all, below), (1.0, 0.25));
        for (share, kept, expected) in [
            (1.0, all, 1.0),
            (0.5, all, 0.25),
            (0.5, below, 0.5),
            (0.25, below, 0.25),
            (0.125, below, 0.0625),
            (0.0, below, 0.0),
        ] {
            assert!((softened(share, 0.5, kept) - expected).abs() < 1e-12);
            // The coldest choice takes only the best of what it may change.
            let coldest = softened(share, 0.0, kept);
            assert!((coldest - if share < kept { 0.0 } else { share }).abs() < 1e-12);
        }
    }

    #[test]
    fn weights_are_drawn_in_proportion() {
        let mut rng = Rng::new(1);
        let mut counts = [0; 4];
        for _ in 0..4000 {
            counts[pick(&[0.0, 1e-9, 3e-9, 0.0], &mut rng).unwrap()] += 1;
        }
        assert_eq!((counts[0], counts[3]), (0, 0));
        assert!((900..1100).contains(&counts[1]), "{counts:?}");
        assert_eq!(pick(&[0.0, 0.0], &mut rng), None);
        assert_eq!(pick(&[], &mut rng), None);
    }
}
