//! Learning from games whose players are known.

use super::decisions::{Decisions, Harvest, replay};
use super::fit::{GammaPrior, fit};
use super::{FitReport, LearnError, PatternSettings, learn, report};
use crate::go::record::{Action, Setup};
use crate::go::{Board, Color, Move, Point, Record, Size};
use crate::pattern::features::{GROUPS, Group, Team};
use crate::pattern::weights::Weights;
use crate::rng::Rng;
use crate::sgf;

/// A game between players who capture whenever they can, and otherwise play anywhere but into
/// self-atari.
fn greedy_game(side: u8, rng: &mut Rng) -> Record {
    let mut record = Record::new(Size::square(side));
    let mut board = Board::new(record.size);
    let mut color = Color::Black;
    for _ in 0..2 * record.size.area() / 3 {
        let playable = |point: &Point| board.is_playable(*point, color);
        let all: Vec<Point> = board.empty_points().filter(playable).collect();
        let captures = |point: &Point| board.captures_of(*point, color) > 0;
        let best: Vec<Point> = all.iter().copied().filter(captures).collect();
        let choice = if best.is_empty() { &all } else { &best };
        let Some(&point) = choice.get(rng.below(choice.len())) else {
            break;
        };
        board.play(point, color);
        record
            .nodes
            .push(Action::Move(color, Move::Play(point)).into());
        color = !color;
    }
    record
}

pub(super) fn settings() -> PatternSettings {
    PatternSettings {
        min_plays: 20,
        positions: 3000,
        hold_out: 5,
        rounds: 8,
        max_shapes: 60_000,
        inherited: 8.0,
        seed: 1,
    }
}

#[test]
fn what_players_do_is_learned() {
    let mut rng = Rng::new(1);
    let games: Vec<Record> = (0..60)
        .map(|game| greedy_game(if game % 2 == 0 { 5 } else { 12 }, &mut rng))
        .collect();
    let mut rounds = Vec::new();
    let learned = learn(&games, &settings(), &mut |step| {
        rounds.push(step.to_owned());
    });
    let learned = learned.expect("games");
    assert!(
        rounds.iter().any(|step| step.contains("round 8")),
        "{rounds:?}"
    );
    for side in [5, 12] {
        let gammas = &learned.weights.model(Size::square(side)).gammas[Group::Capture as usize];
        assert!(gammas[1] > 8.0 * gammas[0], "{side}: {gammas:?}");
    }
    assert_eq!(learned.reports.len(), 2);
    for (side, report) in &learned.reports {
        // A player with a capture at hand takes it, which is far more than chance.
        assert!(accuracy(report) > 0.1, "{side}: {report}");
        assert!(report.to_string().contains("mean log-evidence"));
    }
}

#[test]
fn the_same_games_give_the_same_weights() {
    let mut rng = Rng::new(2);
    let games: Vec<Record> = (0..20).map(|_| greedy_game(7, &mut rng)).collect();
    let learned = || {
        learn(&games, &settings(), &mut |_| ())
            .expect("games")
            .weights
            .to_bytes()
    };
    assert_eq!(learned(), learned());
}

#[test]
fn nothing_comes_of_nothing() {
    let none = |games: &[Record]| learn(games, &settings(), &mut |_| ()).map(|_| ());
    assert_eq!(none(&[]), Err(LearnError::NoGames));
    assert_eq!(
        none(&[Record::new(Size::square(9))]),
        Err(LearnError::NoGames)
    );
    assert!(report(Weights::shipped(), &[]).is_empty());
    let absurd = PatternSettings {
        inherited: f64::NAN,
        ..settings()
    };
    let games = [greedy_game(5, &mut Rng::new(5))];
    let error = learn(&games, &absurd, &mut |_| ()).expect_err("no numbers");
    assert!(matches!(error, LearnError::Weights(_)), "{error}");
}

#[test]
fn the_shipped_weights_predict() {
    let opening =
        "(;SZ[19];B[pd];W[dp];B[pp];W[dd];B[fq];W[cn];B[jp];W[qf];B[nd];W[rd];B[qc];W[qi])";
    let opening = sgf::read_first(opening.as_bytes()).unwrap();
    let reports = report(Weights::shipped(), &[&opening]);
    let [(25, report)] = &reports[..] else {
        panic!("{reports:?}");
    };
    assert!(
        report.positions() == 12 && accuracy(report) > 0.4,
        "{report}"
    );
}

/// The part of the moves made that had the highest probability of all moves.
fn accuracy(report: &FitReport) -> f64 {
    f64::from(report.within[0]) / f64::from(report.positions().max(1))
}

/// Teams that differ in one group only, in decisions drawn with known gammas.
fn drawn(gammas: &[f64; 3], decisions: usize, rng: &mut Rng) -> Decisions {
    let team = |value: u16| {
        let mut features = [0; GROUPS];
        features[Group::Line as usize] = value;
        Team {
            point: None,
            features,
        }
    };
    let draw = |rng: &mut Rng| {
        let values: Vec<u16> = (0..5).map(|_| rng.below(3) as u16).collect();
        let strength = |value: &u16| gammas[usize::from(*value)];
        let total: f64 = values.iter().map(strength).sum();
        let mut left = total * f64::from(rng.below(1 << 20) as u32) / f64::from(1 << 20);
        let winner = values.iter().position(|value| {
            left -= strength(value);
            left < 0.0
        });
        (
            values.iter().map(|&value| team(value)).collect(),
            winner.unwrap_or(0),
        )
    };
    let mut drawn = Decisions::empty();
    for _ in 0..decisions {
        let (teams, winner): (Vec<Team>, usize) = draw(rng);
        drawn.push(&teams, winner);
    }
    drawn
}

#[test]
fn known_gammas_are_recovered_step_by_step() {
    let truth = [1.0, 3.0, 0.2];
    let decisions = drawn(&truth, 20_000, &mut Rng::new(4));
    let harvest = Harvest {
        keys: Default::default(),
        parents: [const { Vec::new() }; 3].map(|_: Vec<u16>| vec![0]),
    };
    let mut evidence = Vec::new();
    let gammas = fit(
        &decisions,
        &GammaPrior::of_shapes(&harvest, 1.0),
        30,
        &mut |_, mean| {
            evidence.push(mean);
        },
    );
    let gammas = &gammas[Group::Line as usize];
    for (value, truth) in truth.iter().enumerate() {
        let ratio = f64::from(gammas[value] / gammas[0]);
        assert!(
            (ratio / truth - 1.0).abs() < 0.1,
            "{value}: {ratio} for {truth}"
        );
    }
    let rises = |pair: &[f64]| pair[1] > pair[0] - 1e-6; // but for rounding
    assert!(evidence.windows(2).all(rises), "{evidence:?}");
}

#[test]
fn records_are_replayed_as_far_as_they_go() {
    let text = "(;SZ[9]AB[aa][ba]AW[ab];W[ca];B[ee];W[ee];B[ff])";
    let record = sgf::read_first(text.as_bytes()).unwrap();
    let mut seen = Vec::new();
    replay(&record, |situation| {
        seen.push((situation.color, situation.played, situation.recent));
    });
    // White captures two stones; the second move on E5 is impossible.
    assert_eq!(seen.len(), 2);
    assert_eq!(seen[0].0, Color::White);
    assert_eq!(seen[0].2.last, None);
    assert_eq!(seen[1].2.last, Some(seen[0].1));
}

#[test]
fn a_setup_without_liberties_ends_a_game() {
    let mut record = Record::new(Size::square(2));
    let stones = record
        .size
        .points()
        .map(|point| (point, Some(Color::Black)))
        .collect();
    let setup = Setup {
        stones,
        to_move: None,
    };
    record.nodes.push(Action::Setup(setup).into());
    record
        .nodes
        .push(Action::Move(Color::Black, Move::Pass).into());
    replay(&record, |_| panic!("nothing to see"));
}
