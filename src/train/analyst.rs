//! A network that evaluates positions or searches them, to play or to label rows.

#![expect(
    clippy::cast_precision_loss,
    reason = "visits of short searches, and signs"
)]

use super::row::Row;
use crate::clock::Budget;
use crate::eval::{Evaluator, NetEvaluator};
use crate::go::{Color, Game, Move, Point, Size};
use crate::net::{NetInput, TrainingInputs, Workspace};
use crate::rng::Rng;
use crate::search::{MoveReport, Overrides, Purpose, Report, Request, Search};

/// By how much a value changes the probability of a move: the logarithm changes by the first of these times the sum of
/// the second and of the visits of the most visited move.
const TRUST: f32 = 0.3;
const TRUSTED_VISITS: f32 = 50.0;

/// The bytes of a tree that a position is searched with.
const MEMORY: u64 = 64 << 20;

/// A network that evaluates positions, or searches them.
#[derive(Debug)]
pub(super) struct Analyst {
    network: NetEvaluator,
    workspace: Workspace,
    search: Search,
}

impl Analyst {
    pub(super) fn new(network: &NetEvaluator) -> Analyst {
        let evaluator = Evaluator::from(network.clone());
        Analyst {
            network: network.clone(),
            workspace: Workspace::default(),
            // A network shall learn that equal moves are equal, so none stands for the others.
            search: Search::new(
                1,
                MEMORY,
                Overrides::default().with("root_symmetry_pruning", 0.0),
                &evaluator,
            ),
        }
    }

    /// The row of the present position of a game, without what only the game tells, after a number of visits.
    pub(super) fn label(&mut self, game: &Game, color: Color, visits: u64) -> Row {
        let mut row = self.evaluate(game, color);
        if visits > 1 {
            self.forget();
            let report = self.search(game, color, visits);
            improve(&mut row, game, color, &report);
        }
        row
    }

    /// Forgets the last search.
    pub(super) fn forget(&mut self) {
        self.search.clear();
    }

    /// What the network says of a position by itself.
    pub(super) fn evaluate(&mut self, game: &Game, color: Color) -> Row {
        let input = NetInput::of(game, color);
        let seen = self.network.evaluate(&input);
        let is_legal = |at: Point| game.check(color, Move::Play(at)).is_ok();
        let size = game.board().size();
        Row {
            inputs: TrainingInputs::of(&input, &mut self.workspace),
            policy: shares(size, seen.policy(0.0, is_legal).into_iter()),
            played: None,
            chances: [seen.win, seen.loss, seen.no_result].map(|chance| chance as f32),
            outcome: None,
            score: [seen.score, seen.deviation, seen.lead].map(|points| points as f32),
            owners: owners(size, |at| seen.owner(at)),
        }
    }

    /// The ways to the positions that the last search has come to.
    pub(super) fn ways(&self) -> Vec<Vec<Move>> {
        self.search.ways()
    }

    /// What a search finds with a number of further visits. It goes on with the last one if the game does.
    pub(super) fn search(&mut self, game: &Game, color: Color, visits: u64) -> Report {
        let budget = Budget::of_visits(visits);
        let request = Request::new(game, color, Purpose::Analyze, budget);
        // A search with a network draws no random numbers.
        self.search.run(request, &mut Rng::new(0))
    }
}

/// Who says what rows hold.
#[derive(Debug)]
pub(super) enum Labeler {
    Network(Box<Analyst>),
    /// No network: rows stay empty, for others to label.
    None(Box<Workspace>),
}

impl Labeler {
    pub(super) fn new(network: Option<&NetEvaluator>) -> Labeler {
        network.map_or_else(
            || Labeler::None(Box::default()),
            |network| Labeler::Network(Box::new(Analyst::new(network))),
        )
    }

    /// The row of the present position of a game, without what only the game tells, after a number of visits.
    pub(super) fn label(&mut self, game: &Game, color: Color, visits: u64) -> Row {
        match self {
            Labeler::Network(analyst) => analyst.label(game, color, visits),
            Labeler::None(workspace) => Row::unlabeled(&NetInput::of(game, color), workspace),
        }
    }
}

/// Replaces what a search knows better than the network by itself.
pub(super) fn improve(row: &mut Row, game: &Game, color: Color, report: &Report) {
    if report.moves.is_empty() {
        return;
    }
    let size = game.board().size();
    let void = row.chances[2];
    row.policy = improved(&row.policy, row.chances[0] + 0.5 * void, size, report);
    let win = (1.0 - void) * report.value as f32;
    row.chances = [win, 1.0 - void - win, void];
    let lead = report.margins.mean() as f32;
    row.score = [row.score[0] + lead - row.score[2], row.score[1], lead];
    let sign = color.sign() as f32;
    row.owners = owners(size, |at| sign * report.ownership.at(at) as f32);
}

/// The policy of a network that thinks so much of the chance to win, improved by what a search thinks of the moves
/// (Danihelka et al. 2022): each is multiplied by the exponential of its value, times a factor that grows with the
/// visits. Visits themselves say little where there are few. Moves that were not visited have the value that the
/// visited ones and the network make likely.
fn improved(policy: &[f32], chance: f32, size: Size, report: &Report) -> Vec<f32> {
    let (mut visits, mut most, mut known, mut mean) = (0.0_f32, 0.0_f32, 0.0, 0.0);
    for found in &report.moves {
        let prior = policy[place_of(size, found.mv)];
        visits += found.visits as f32;
        most = most.max(found.visits as f32);
        known += prior;
        mean += prior * found.value as f32;
    }
    let mean = if known > 0.0 { mean / known } else { chance };
    let usual = (chance + visits * mean) / (1.0 + visits);
    let trust = TRUST * (TRUSTED_VISITS + most);
    let gain = |found: &MoveReport| trust * (found.value as f32 - usual);
    // What all are divided by, lest a power become infinite.
    let highest = report.moves.iter().map(gain).fold(0.0, f32::max);
    let mut improved: Vec<f32> = policy.iter().map(|p| p * (-highest).exp()).collect();
    for found in &report.moves {
        let place = place_of(size, found.mv);
        improved[place] = policy[place] * (gain(found) - highest).exp();
    }
    let sum: f32 = improved.iter().sum();
    improved.iter().map(|share| share / sum).collect()
}

/// The place of a move: that of its point, or the number of points for a pass.
pub(super) fn place_of(size: Size, mv: Move) -> usize {
    mv.point().map_or(size.area(), |at| size.place(at))
}

/// The owners of all points by their places.
fn owners(size: Size, owner: impl Fn(Point) -> f32) -> Vec<f32> {
    let mut owners = vec![0.0; size.area()];
    for at in size.points() {
        owners[size.place(at)] = owner(at);
    }
    owners
}

/// The part of a sum that each move has, by its place.
fn shares(size: Size, moves: impl Iterator<Item = (Move, f32)>) -> Vec<f32> {
    let mut shares = vec![0.0; size.area() + 1];
    for (mv, part) in moves {
        shares[place_of(size, mv)] = part;
    }
    let sum: f32 = shares.iter().sum();
    for share in &mut shares {
        *share /= sum;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::rules::PRESETS;
    use crate::net::tests::tiny_network;

    #[test]
    fn a_search_changes_the_policy_by_what_it_thinks_of_moves() {
        let game = Game::new(Size::square(3), PRESETS[0].rules);
        let mut teacher = Analyst::new(&NetEvaluator::from(tiny_network()));
        let mut report = teacher.search(&game, Color::Black, 20);
        report.moves.truncate(2);
        for (found, (name, visits, value)) in report
            .moves
            .iter_mut()
            .zip([("A1", 3, 0.7), ("B1", 1, 0.5)])
        {
            found.mv = name.parse().unwrap();
            (found.visits, found.value) = (visits, value);
        }
        let size = game.board().size();
        let policy: Vec<f32> = vec![0.1; 10];
        let improved = improved(&policy, 0.4, size, &report);
        // The visited ones have a mean of 0.6 and four visits, the network says 0.4.
        let usual = (0.4 + 4.0 * 0.6) / 5.0;
        let odds = |value: f32| (0.3 * 53.0 * (value - usual)).exp();
        let sum = odds(0.7) + odds(0.5) + 8.0;
        let right = |name: &str, share: f32| {
            let found = improved[place_of(size, name.parse().unwrap())];
            assert!((found - share).abs() < 1e-5, "{name}: {found} {share}");
        };
        right("A1", odds(0.7) / sum);
        right("B1", odds(0.5) / sum);
        right("C3", 1.0 / sum);
        right("pass", 1.0 / sum);
    }
}
