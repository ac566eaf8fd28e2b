//! Tests of the statistics: against published numbers, and against simulated matches.

use super::{Elo, Interval, Sample, Sprt, SprtDecision, Z95};
use crate::rng::Rng;

fn sample_of(wins: u32, draws: u32, losses: u32) -> Sample {
    Sample([losses, 0, draws, 0, wins])
}

fn assert_interval(interval: Interval<f64>, low: f64, high: f64, tolerance: f64) {
    let is_near = |a: f64, b: f64| (a - b).abs() <= tolerance;
    assert!(
        is_near(interval.low, low) && is_near(interval.high, high),
        "{interval}"
    );
}

/// The formula as printed by Wilson (1927).
fn wilson(wins: u32, games: u32, z: f64) -> Interval<f64> {
    let (n, p) = (f64::from(games), f64::from(wins) / f64::from(games));
    let center = p + z * z / (2.0 * n);
    let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    Interval {
        low: (center - half) / scale,
        high: (center + half) / scale,
    }
}

#[test]
fn without_draws_the_interval_is_that_of_wilson() {
    for games in [1_u32, 2, 10, 37, 1000, 100_000] {
        for wins in (0..=games).step_by(games.div_ceil(10) as usize) {
            for z in [0.5, 1.0, 1.645, Z95, 3.0] {
                let expected = wilson(wins, games, z);
                let interval = sample_of(wins, 0, games - wins).interval(z);
                assert_interval(interval, expected.low, expected.high, 1e-12);
            }
        }
    }
}

#[test]
fn intervals_agree_with_published_values() {
    for (wins, games, low, high) in [
        (8, 10, 0.4902, 0.9433),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
    ] {
        let interval = sample_of(wins, 0, games - wins).interval(Z95);
        assert_interval(interval, low, high, 5e-5);
    }
}

/// Differences of proportions from `scoreci.mp` of the R package `PropCIs`.
#[test]
fn with_draws_the_interval_is_that_of_tango() {
    let difference = |sample: Sample, z: f64| {
        let Interval { low, high } = sample.interval(z);
        Interval {
            low: 2.0 * low - 1.0,
            high: 2.0 * high - 1.0,
        }
    };
    let z90 = 1.644_853_626_951_472;
    assert_interval(
        difference(sample_of(28, 565, 25), z90),
        -0.0148,
        0.0247,
        5e-5,
    );
    assert_interval(difference(sample_of(7, 13, 1), Z95), 0.026, 0.517, 5e-4);
}

#[test]
fn equal_units_leave_a_width() {
    // All draws: the ends lie where (1/2 - s) n = z² s.
    let interval = sample_of(0, 10, 0).interval(Z95);
    let low = 0.5 / (1.0 + Z95 * Z95 / 10.0);
    assert_interval(interval, low, 1.0 - low, 1e-12);
    assert_interval(Sample::default().interval(Z95), 0.0, 1.0, 0.0);
}

#[test]
fn elo_is_finite_only_between_the_ends() {
    let lost = sample_of(0, 0, 10);
    assert_eq!(lost.to_string(), "0.0 % ± 13.9, -inf Elo [-inf, -166]");
    assert!(lost.elo_error().is_infinite());
    let won = sample_of(10, 0, 0);
    assert_eq!(won.to_string(), "100.0 % ± 13.9, +inf Elo [+166, +inf]");
    assert!(Sample::default().elo_error().is_infinite());
}

#[test]
fn margins_near_one_half_are_as_tabled() {
    for (games, margin) in [
        (100, 68.0),
        (400, 34.0),
        (1000, 21.5),
        (4000, 11.0),
        (10_000, 6.8),
    ] {
        let sample = sample_of(games / 2, 0, games / 2);
        assert!((Z95 * sample.elo_error() / margin - 1.0).abs() < 0.03);
        let high = sample.elo_interval(Z95).high.0;
        assert!((high / margin - 1.0).abs() < 0.03, "{games}: {high}");
    }
}

#[test]
fn variance_is_that_of_the_classes() {
    // Wins 0.5, draws 0.2, losses 0.3: mean 0.6, mean square 0.55.
    let games = sample_of(50, 20, 30);
    assert!((games.variance() - 0.19).abs() < 1e-12);
    assert!((games.standard_error() - 0.0019_f64.sqrt()).abs() < 1e-12);
    // Pairs 0.1, 0.2, 0.3, 0.2, 0.2: mean 0.55, mean square 0.4.
    let pairs = Sample([10, 20, 30, 20, 20]);
    assert!((pairs.score() - 0.55).abs() < 1e-12);
    assert!((pairs.variance() - 0.0975).abs() < 1e-12);
}

#[test]
fn superiority_is_the_usual_one() {
    // (61 - 39) / sqrt(100) = 2.2, and the normal distribution there is 0.98610.
    assert!((sample_of(61, 0, 39).superiority() - 0.986_097).abs() < 1e-6);
    // Draws do not matter: (9 - 0) / sqrt(9) = 3.
    assert!((sample_of(9, 50, 0).superiority() - 0.998_650).abs() < 1e-6);
    assert!((sample_of(20, 5, 20).superiority() - 0.5).abs() < 1e-12);
    assert!((sample_of(0, 5, 0).superiority() - 0.5).abs() < 1e-12);
    assert!((Sample::default().superiority() - 0.5).abs() < 1e-12);
    assert!((sample_of(1000, 0, 0).superiority() - 1.0).abs() < 1e-12);
    assert!(sample_of(0, 0, 1000).superiority().abs() < 1e-12);
}

/// In thousandths, the probabilities of the five scores of a unit.
type Odds = [u32; 5];

/// Games without draws, games with draws, and pairs that are often split because the opening
/// decides them, each with a score of `thousandths`.
fn models(thousandths: u32) -> [Odds; 3] {
    let loss = 1000 - thousandths;
    [
        [loss, 0, 0, 0, thousandths],
        [loss - 100, 0, 200, 0, thousandths - 100],
        [50, 100, 1700 - 2 * thousandths, 100, 2 * thousandths - 950],
    ]
}

fn mean(odds: &Odds) -> f64 {
    let quarters = (0..).zip(odds).map(|(quarters, odd)| quarters * odd);
    f64::from(quarters.sum::<u32>()) / 4000.0
}

fn play(sample: &mut Sample, odds: &Odds, rng: &mut Rng) {
    let mut left = rng.below(1000) as u32;
    for (quarters, &odd) in odds.iter().enumerate() {
        if left < odd {
            return sample.count(quarters);
        }
        left -= odd;
    }
}

#[test]
fn intervals_cover_the_truth_as_often_as_they_say() {
    const MATCHES: u32 = 400;
    let mut rng = Rng::new(1);
    let mut shares = Vec::new();
    for thousandths in [500, 640, 800] {
        for odds in models(thousandths) {
            let truth = f64::from(thousandths) / 1000.0;
            assert!((mean(&odds) - truth).abs() < 1e-12);
            let mut covered = 0;
            for _ in 0..MATCHES {
                let mut sample = Sample::default();
                (0..120).for_each(|_| play(&mut sample, &odds, &mut rng));
                let Interval { low, high } = sample.interval(Z95);
                covered += u32::from((low..=high).contains(&truth));
            }
            let share = f64::from(covered) / f64::from(MATCHES);
            assert!((0.92..0.98).contains(&share), "{odds:?}: {share}");
            shares.push(share);
        }
    }
    let of_all = shares.iter().sum::<f64>() / 9.0;
    assert!((0.94..0.96).contains(&of_all), "{of_all}");
}

/// The share of matches in which the test accepts hypothesis 1, and the mean of their units.
fn accepted(sprt: &Sprt, odds: &Odds, rng: &mut Rng) -> (f64, f64) {
    const MATCHES: u32 = 400;
    let (mut accepted, mut units) = (0, 0);
    for _ in 0..MATCHES {
        let mut sample = Sample::default();
        let decision = loop {
            play(&mut sample, odds, rng);
            let decision = sprt.verdict(&sample).decision;
            if decision != SprtDecision::Continue {
                break decision;
            }
        };
        accepted += u32::from(decision == SprtDecision::Accept);
        units += sample.units();
    }
    let matches = f64::from(MATCHES);
    (f64::from(accepted) / matches, f64::from(units) / matches)
}

#[test]
fn the_sequential_test_errs_as_rarely_as_it_says() {
    let mut rng = Rng::new(2);
    let elo1 = Elo::from_score(0.6).0;
    let sprt = Sprt::new(0.0, elo1, 0.05, 0.1).unwrap();
    for (weak, strong) in models(500).iter().zip(&models(600)) {
        let (wrong, _) = accepted(&sprt, weak, &mut rng);
        assert!((0.015..0.08).contains(&wrong), "{weak:?}: {wrong}");
        let (right, units) = accepted(&sprt, strong, &mut rng);
        assert!((0.86..0.97).contains(&right), "{strong:?}: {right}");
        assert!(units < 200.0, "{strong:?}: {units}");
    }
}
