//! Minorization and maximization.
//!
//! A decision is a competition of teams that the move made has won. For one group after the other,
//! every gamma becomes (wins + w) / (sum over decisions of c / e + 2 w / (gamma + rival)): c is what
//! the partners of the feature contribute, e the strength of all teams of the decision, and w virtual
//! wins and as many losses are against a rival of a given strength. Each step raises the likelihood
//! (Hunter 2004; Coulom 2007).

use super::decisions::{Decisions, Harvest};
use crate::pattern::features::{GROUPS, Group};
use crate::pattern::weights::{SHAPE_GROUPS, TeamModel, values_of};

/// Gammas stay within these bounds, whatever was seen.
const BOUNDS: (f64, f64) = (1e-4, 1e4);

/// What is believed before any game is seen: for each group how many virtual wins, and as many
/// losses, its features have against rivals.
#[derive(Debug)]
pub(super) struct GammaPrior {
    wins: [f64; GROUPS],
    rivals: [Rivals; GROUPS],
}

/// The strengths of the virtual rivals of the features of a group.
#[derive(Debug)]
enum Rivals {
    /// Known beforehand.
    Fixed(Vec<f64>),
    /// For each feature the value of another one of the same group, whatever its gamma is at the
    /// time, or 0 for strength 1.
    Parents(Vec<u16>),
}

impl Rivals {
    /// Returns the strength of the rival of a value.
    fn strength(&self, value: usize, gammas: &[f64]) -> f64 {
        match self {
            Rivals::Fixed(strengths) => strengths[value],
            Rivals::Parents(parents) => match usize::from(parents[value]) {
                0 => 1.0,
                parent => gammas[parent],
            },
        }
    }
}

impl GammaPrior {
    /// Shapes have `inherited` wins and losses against the next smaller shape that they hold, all
    /// other features one of each against strength 1.
    pub(super) fn of_shapes(harvest: &Harvest, inherited: f64) -> GammaPrior {
        let parents = |group: Group| {
            let place = SHAPE_GROUPS.iter().position(|&other| other == group);
            place.map(|place| harvest.parents[place].clone())
        };
        let one = |group: Group| vec![1.0; values_of(group, &harvest.keys)];
        GammaPrior {
            wins: Group::ALL.map(|group| parents(group).map_or(1.0, |_| inherited)),
            rivals: Group::ALL.map(|group| {
                parents(group).map_or_else(|| Rivals::Fixed(one(group)), Rivals::Parents)
            }),
        }
    }

    /// All features have `inherited` wins and losses against themselves in another model.
    pub(super) fn of_model(model: &TeamModel, inherited: f64) -> GammaPrior {
        let doubles = |gammas: &Vec<f32>| gammas.iter().map(|&gamma| f64::from(gamma)).collect();
        GammaPrior {
            wins: [inherited; GROUPS],
            rivals: model
                .gammas
                .each_ref()
                .map(|gammas| Rivals::Fixed(doubles(gammas))),
        }
    }

    /// Returns the gammas to start from.
    fn start(&self) -> [Vec<f64>; GROUPS] {
        self.rivals.each_ref().map(|rivals| match rivals {
            Rivals::Fixed(strengths) => strengths.clone(),
            Rivals::Parents(parents) => vec![1.0; parents.len()],
        })
    }
}

/// Returns the most likely gammas after a number of rounds. `observe` hears the number of each round
/// and the mean natural logarithm of the probability of the moves made, before that round.
pub(super) fn fit(
    decisions: &Decisions,
    prior: &GammaPrior,
    rounds: usize,
    observe: &mut dyn FnMut(usize, f64),
) -> [Vec<f32>; GROUPS] {
    let mut gammas = prior.start();
    let mut strengths = strengths(decisions, &gammas);
    for round in 1..=rounds {
        observe(round, log_evidence(decisions, &strengths));
        for group in Group::ALL {
            let old = &mut gammas[group as usize];
            let new = improved(decisions, group, &strengths, old, prior);
            rescale(decisions.column(group), &mut strengths, old, &new);
            *old = new;
        }
    }
    gammas.map(|gammas| gammas.into_iter().map(|gamma| gamma as f32).collect())
}

/// Returns the strength of every team.
fn strengths(decisions: &Decisions, gammas: &[Vec<f64>; GROUPS]) -> Vec<f32> {
    let mut strengths = vec![1.0; decisions.moves()];
    for group in Group::ALL {
        let gammas = &gammas[group as usize];
        let ones = vec![1.0; gammas.len()];
        rescale(decisions.column(group), &mut strengths, &ones, gammas);
    }
    strengths
}

/// Changes the strengths of teams as the gammas of a group have changed.
fn rescale(column: &[u16], strengths: &mut [f32], old: &[f64], new: &[f64]) {
    let factors: Vec<f32> = new
        .iter()
        .zip(old)
        .map(|(new, old)| (new / old) as f32)
        .collect();
    for (strength, &value) in strengths.iter_mut().zip(column) {
        *strength *= factors[usize::from(value)];
    }
}

/// Returns the next gammas of a group, while all other ones stay as they are.
fn improved(
    decisions: &Decisions,
    group: Group,
    strengths: &[f32],
    gammas: &[f64],
    prior: &GammaPrior,
) -> Vec<f64> {
    let column = decisions.column(group);
    let mut won = vec![0.0; gammas.len()];
    // The sum over decisions of gamma * c / e: the wins to be expected.
    let mut expected = vec![0.0; gammas.len()];
    for (range, winner) in decisions.iter() {
        let total: f32 = strengths[range.clone()].iter().sum();
        let scale = total.recip();
        for (strength, &value) in strengths[range.clone()].iter().zip(&column[range]) {
            expected[usize::from(value)] += f64::from(strength * scale);
        }
        won[usize::from(column[winner])] += 1.0;
    }
    let wins = prior.wins[group as usize];
    let rivals = &prior.rivals[group as usize];
    let next = |(value, &gamma): (usize, &f64)| {
        let rival = rivals.strength(value, gammas);
        let losses = expected[value] / gamma + 2.0 * wins / (gamma + rival);
        ((won[value] + wins) / losses).clamp(BOUNDS.0, BOUNDS.1)
    };
    gammas.iter().enumerate().map(next).collect()
}

/// Returns the mean natural logarithm of the probability of the moves made.
fn log_evidence(decisions: &Decisions, strengths: &[f32]) -> f64 {
    let logs = decisions.iter().map(|(range, winner)| {
        let total: f32 = strengths[range].iter().sum();
        f64::from(strengths[winner] / total).ln()
    });
    logs.sum::<f64>() / f64::from(decisions.len() as u32)
}
