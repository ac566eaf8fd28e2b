//! The report of a search.

use super::node_stats::{BOUND_ERRORS, widened};
use super::policy::Policy;
use super::root::Root;
use super::tally::{Margins, Tally};
use super::tree::{ROOT, Tree};
use crate::go::{Color, Move, Size, Symmetry};
use crate::net::NetOutput;
use crate::playout::Ownership;
use std::cmp::Reverse;
use std::iter;
use std::sync::Arc;
use std::time::Duration;

/// What a position is worth for a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionValue {
    /// The chance to win, 0 to 1.
    pub chance: f64,
    /// The mean margin in points.
    pub lead: f64,
    /// The standard deviation of the margin.
    pub deviation: f64,
}

impl PositionValue {
    /// Returns what the position is worth for a player, if this is what it is worth for Black, and the other way round.
    #[must_use]
    pub fn of(self, color: Color) -> PositionValue {
        match color {
            Color::Black => self,
            Color::White => PositionValue {
                chance: 1.0 - self.chance,
                lead: -self.lead,
                ..self
            },
        }
    }
}

/// With so few visits a lower bound means nothing.
const FEWEST_TELLING: u32 = 2;

/// A move at the root.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveReport {
    /// The move.
    pub mv: Move,
    /// Its visits.
    pub visits: u32,
    /// What they weigh together: as much as their number, unless a network tells how far its evaluations may be off.
    pub weight: f64,
    /// What speaks for the choice of the move (play selection value): the weight that it deserves by what is known now, and for the
    /// best move so much that it stands above all others. Without a network its visits.
    pub play_selection: f64,
    /// Their mean value for the player who moves, 0 to 1.
    pub value: f64,
    /// What that is worth to the player with the score that goes with it: 1 for a sure win, -1 for a sure loss, and somewhat
    /// more and less with many points.
    pub utility: f64,
    /// The standard deviation of what one visit says of the value; `None` where each says win or loss.
    pub deviation: Option<f64>,
    /// Its probability by the policy, before any search.
    pub prior: f64,
    /// Playouts in which the player made it at any time (all moves as first), by weight.
    pub amaf_visits: f64,
    /// Their mean value for the player, 0 to 1; a half without any.
    pub amaf_value: f64,
    /// The margins, for the player who moves, of those playouts of this search that began with the move.
    /// If there were none, the margins of all playouts of the search.
    pub margins: Margins,
    /// The best line from this move on, itself first.
    pub line: Vec<Move>,
    /// The visits of each move of the line.
    pub line_visits: Vec<u32>,
    /// The owners of the points at the end of the playouts that began with it, if the request wants
    /// them and there were any.
    pub ownership: Option<Ownership>,
    /// The move that was searched in place of this one, which the symmetry of the board makes equal.
    pub twin_of: Option<Move>,
}

impl MoveReport {
    /// Returns a bound that the true value is almost surely not below: five standard errors below the value,
    /// more where few visits measure the error (as in KataGo), and never less than 0.
    pub fn lower_bound(&self) -> f64 {
        lower_bound(self.value, self.deviation, self.visits)
    }

    /// The same on a board of a size after a turn that leaves the stones as they are.
    fn turned(&self, turn: Symmetry, size: Size) -> MoveReport {
        let moved = |mv: Move| mv.point().map_or(mv, |at| Move::Play(turn.point(at, size)));
        MoveReport {
            mv: moved(self.mv),
            line: self.line.iter().map(|&mv| moved(mv)).collect(),
            ownership: self
                .ownership
                .as_ref()
                .map(|owners| owners.turned(turn, size)),
            twin_of: Some(self.mv),
            ..self.clone()
        }
    }

    /// The standard error of the value.
    pub fn standard_error(&self) -> f64 {
        standard_error(self.value, self.deviation, self.visits)
    }
}

/// A bound that a value is almost surely not below, by the deviation of what one visit says of it, or `None` where each
/// says win or loss.
fn lower_bound(value: f64, deviation: Option<f64>, visits: u32) -> f64 {
    let errors = if deviation.is_some() {
        widened(BOUND_ERRORS, visits)
    } else {
        BOUND_ERRORS
    };
    // Errors of a few visits may be endless.
    (value - errors * standard_error(value, deviation, visits)).max(0.0)
}

fn standard_error(value: f64, deviation: Option<f64>, visits: u32) -> f64 {
    let visits = f64::from(visits);
    if let Some(deviation) = deviation {
        return deviation / visits.max(1.0).sqrt();
    }
    // One more win and one more loss, so that a few wins in a row are not certain.
    let share = (value * visits + 1.0) / (visits + 2.0);
    (share * (1.0 - share) / visits.max(1.0)).sqrt()
}

/// What a search has found: the moves at the root, and who owns what at the end of its playouts.
#[derive(Clone, Debug)]
pub struct Report {
    /// The size of the board.
    pub size: Size,
    /// How likely each move was the best before the search.
    pub policy: Policy,
    /// The legal moves that were visited, most visits first.
    pub moves: Vec<MoveReport>,
    /// The legal moves that were not visited and their probabilities by the policy, the likeliest first.
    pub unvisited: Vec<(Move, f64)>,
    /// Visits made in this search.
    pub new_visits: u64,
    /// Visits of all moves, those of earlier searches included.
    pub visits: u64,
    /// What they weigh together, with the evaluation of the position itself if a network knows it.
    pub weight: f64,
    /// The value of the position for the player who moves, 0 to 1: the mean of these visits. With a network, the
    /// evaluation of the position itself counts, too, and is all that there is after one visit. A half if there was none.
    pub value: f64,
    /// The standard deviation of what one visit says of this value; `None` where each says win or loss.
    pub deviation: Option<f64>,
    /// Whether a network has evaluated the positions: each of its evaluations says more than a playout.
    pub has_network: bool,
    /// What the network says of the position before any search.
    pub evaluation: Option<Arc<NetOutput>>,
    /// What a network of human play says of the position, if there is one.
    pub human: Option<HumanReport>,
    /// The symmetries of the board by which one of several equal moves was searched, without the one that changes nothing.
    pub symmetries: Vec<Symmetry>,
    /// The margins of the playouts of this search for the player who moves.
    pub margins: Margins,
    /// The owners of the points at the end of these playouts.
    pub ownership: Ownership,
    /// Bytes of the tree.
    pub bytes: u64,
    /// True if the search was to end at a moment and went on, because the choice was open.
    pub is_extended: bool,
    /// The longest time in which no thread read the clock.
    pub longest_gap: Duration,
}

/// What people would play in a position.
#[derive(Clone, Debug)]
pub struct HumanReport {
    /// What the network says.
    pub evaluation: Arc<NetOutput>,
    /// How likely people make each move.
    pub policy: Policy,
}

/// The most moves of a best line.
pub const LONGEST_LINE: usize = 100;

impl Report {
    /// The visits of the position itself, as KataGo counts them: those of all moves, and its evaluation before any.
    pub fn root_visits(&self) -> u64 {
        self.visits + u64::from(self.has_network)
    }

    /// Returns a bound that the true value of the position is almost surely not below, as
    /// [`MoveReport::lower_bound`].
    pub fn lower_bound(&self) -> f64 {
        let visits = self.root_visits().try_into().unwrap_or(u32::MAX);
        lower_bound(self.value, self.deviation, visits)
    }

    /// What the position is worth for Black, where it is a player's turn: what one of its moves leads to, or the mean of all
    /// visits, which counts bad tries, too.
    pub fn worth(&self, color: Color, by: Option<&MoveReport>) -> PositionValue {
        let (chance, margins) =
            by.map_or((self.value, &self.margins), |by| (by.value, &by.margins));
        let own = PositionValue {
            chance,
            lead: margins.mean(),
            deviation: margins.deviation(),
        };
        own.of(color)
    }

    /// What was found of a move, if it was visited.
    pub fn of(&self, mv: Move) -> Option<&MoveReport> {
        self.moves.iter().find(|found| found.mv == mv)
    }

    /// What was found of a move, or of the one that was searched in its place.
    pub fn of_twins(&self, mv: Move) -> Option<MoveReport> {
        let turned = |found: &MoveReport| {
            let mut twins = self.symmetries.iter();
            twins.find_map(|&turn| Some(found.turned(turn, self.size)).filter(|twin| twin.mv == mv))
        };
        self.of(mv)
            .cloned()
            .or_else(|| self.moves.iter().find_map(turned))
    }

    /// The moves with those that the symmetries of the board make equal, each behind the one that was searched for it, and as
    /// if it had been searched itself.
    pub fn moves_with_twins(&self) -> Vec<MoveReport> {
        let mut all: Vec<MoveReport> = Vec::new();
        for found in &self.moves {
            let twins = self
                .symmetries
                .iter()
                .map(|&turn| found.turned(turn, self.size));
            for twin in iter::once(found.clone()).chain(twins) {
                if all.iter().all(|known| known.mv != twin.mv) {
                    all.push(twin);
                }
            }
        }
        all
    }

    pub(super) fn new(
        tree: &Tree,
        root: &Root<'_>,
        policy: &Policy,
        tally: &Tally,
        selection: &PlaySelection,
    ) -> Report {
        let margins = tally.margins.for_color(root.to_move);
        let (first, children) = tree.children(ROOT);
        let (mut moves, mut unvisited, mut contenders) = (Vec::new(), Vec::new(), Vec::new());
        for (place, child) in children.iter().enumerate() {
            let (mv, visits) = (child.mv(), child.visits());
            // What the tree takes for legal rests on hashes; this does not.
            if child.is_illegal() || root.game.check(root.to_move, mv).is_err() {
                continue;
            }
            if visits == 0 {
                unvisited.push((mv, policy.probability(mv)));
                continue;
            }
            let index = first + place as u32;
            let (line, line_visits) = line(tree, index);
            let rave = child.rave_stats();
            let spread = tree.spread(index);
            let of_place = |values: &[f32]| values.get(place).map(|&value| f64::from(value));
            let deserved = of_place(&selection.deserved);
            if let Some((spread, deserved)) = spread.zip(deserved) {
                contenders.push(Contender {
                    mv,
                    visits,
                    deserved,
                    bound: spread.bound(visits),
                    radius: spread.radius(visits),
                    is_steadiest: place == selection.steadiest,
                });
            }
            let amaf_visits = f64::from(rave.amaf);
            let value = tree.win_rate(index);
            let known = tree.known_position(index);
            moves.push(MoveReport {
                mv,
                visits,
                weight: of_place(&selection.weights).unwrap_or(visits.into()),
                play_selection: deserved.unwrap_or(visits.into()),
                value,
                utility: known.map_or(2.0 * value - 1.0, |stats| stats.utility().into()),
                deviation: spread.map(|spread| spread.deviation / 2.0),
                prior: policy.probability(mv),
                amaf_visits,
                amaf_value: if amaf_visits > 0.0 {
                    f64::from(rave.amaf_wins) / amaf_visits
                } else {
                    0.5
                },
                margins: tally
                    .margins_after(child.point_index(), root.to_move)
                    .unwrap_or(margins),
                line,
                line_visits,
                ownership: tally.owners_after(child.point_index()),
                twin_of: None,
            });
        }
        moves.sort_by_key(|report| Reverse(report.visits));
        if let Some(best) = surest(&contenders)
            && let Some(place) = moves.iter().position(|found| found.mv == best.mv)
        {
            moves[..=place].rotate_right(1);
            moves[0].play_selection = play_selection_of_best(best, &contenders);
        }
        unvisited.sort_by(|a, b| b.1.total_cmp(&a.1));
        let visits = moves.iter().map(|report| u64::from(report.visits)).sum();
        let weights = moves.iter().map(|report| report.weight).sum();
        let wins = moves
            .iter()
            .map(|report| report.value * f64::from(report.visits));
        let known = tree.known_position(ROOT);
        Report {
            size: root.board.size(),
            // A position knows the chance of the player who moved there.
            value: known.map_or_else(
                || mean(wins.sum(), visits),
                |stats| 1.0 - f64::from(stats.win()),
            ),
            deviation: known.map(|stats| stats.spread().deviation / 2.0),
            has_network: known.is_some(),
            evaluation: None,
            human: None,
            symmetries: Vec::new(),
            policy: policy.clone(),
            moves,
            unvisited,
            new_visits: tally.visits,
            visits,
            weight: known.map_or(weights, |stats| stats.weight().into()),
            margins,
            ownership: tally.ownership.clone(),
            bytes: tree.bytes_in_use(),
            is_extended: false,
            longest_gap: Duration::ZERO,
        }
    }
}

/// What visits say about the children of the root.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PlaySelection {
    /// The place of the child for which most speaks.
    pub(super) steadiest: usize,
    /// By child, what its visits weigh.
    pub(super) weights: Vec<f32>,
    /// By child, what of that selection would still give it now, if the steadiest child has what it has: an early liking for a
    /// move that turned out worse counts for nothing.
    pub(super) deserved: Vec<f32>,
}

/// A move of the root that a network knows.
#[derive(Clone, Copy, Debug)]
struct Contender {
    mv: Move,
    visits: u32,
    /// What of its weight it [deserves](PlaySelection::deserved).
    deserved: f64,
    /// A lower bound of its utility, and how far below the mean that is.
    bound: f64,
    radius: f64,
    is_steadiest: bool,
}

/// The share of the weight of the steadiest move that a move must deserve to be the best by its lower bound.
const TELLING_SHARE: f64 = 0.15;

/// The move with the highest lower bound of its utility among those that deserve visits enough, or else the steadiest (as in
/// KataGo); `None` without a network.
fn surest(contenders: &[Contender]) -> Option<&Contender> {
    let steadiest = contenders.iter().find(|it| it.is_steadiest)?;
    let is_telling = |it: &&Contender| {
        it.visits > FEWEST_TELLING
            && it.deserved > 0.0
            && it.deserved >= TELLING_SHARE * steadiest.deserved
    };
    let telling = contenders.iter().filter(is_telling);
    let surest = telling.reduce(|best, next| {
        // Of equals the one with more visits.
        let order = next.bound.total_cmp(&best.bound);
        if order.then(next.visits.cmp(&best.visits)).is_gt() {
            next
        } else {
            best
        }
    });
    Some(surest.unwrap_or(steadiest))
}

/// What of the difference of two bounds narrows the radius that is compared: a guard, so that no factor is above 5 squared.
const GUARD: f64 = 0.2;

/// The play selection value of the best move: at least what each other move with a lower bound below its own would deserve
/// if its radius were so much wider that both bounds were equal, as the radius falls with the root of the weight (as in
/// KataGo).
fn play_selection_of_best(best: &Contender, contenders: &[Contender]) -> f64 {
    let lower = contenders
        .iter()
        .filter(|it| it.bound <= best.bound && it.mv != best.mv);
    let matched = lower.map(|it| {
        let excess = best.bound - it.bound;
        let factor = (it.radius + excess) / (it.radius + GUARD * excess);
        factor * factor * it.deserved
    });
    matched.fold(best.deserved, f64::max)
}

#[expect(clippy::cast_precision_loss, reason = "visits are far below 2^53")]
fn mean(wins: f64, visits: u64) -> f64 {
    if visits == 0 {
        0.5
    } else {
        wins / visits as f64
    }
}

/// Returns the line of the most visited moves from a node on, beginning with its own, and their visits.
fn line(tree: &Tree, index: u32) -> (Vec<Move>, Vec<u32>) {
    let next = |&index: &u32| {
        let (first, children) = tree.children(index);
        let best = (0..children.len()).max_by_key(|&place| children[place].visits())?;
        (children[best].visits() > 0).then_some(first + best as u32)
    };
    std::iter::successors(Some(index), next)
        .take(LONGEST_LINE)
        .map(|index| tree.node(index))
        .map(|node| (node.mv(), node.visits()))
        .unzip()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(mv: &str, visits: u32) -> MoveReport {
        MoveReport {
            mv: mv.parse().unwrap(),
            visits,
            weight: visits.into(),
            play_selection: visits.into(),
            value: 0.5,
            utility: 0.0,
            deviation: Some(0.1),
            prior: 0.0,
            amaf_visits: 0.0,
            amaf_value: 0.5,
            margins: Margins::default(),
            line: Vec::new(),
            line_visits: Vec::new(),
            ownership: None,
            twin_of: None,
        }
    }

    #[test]
    fn the_surest_move_is_the_best_if_it_deserves_visits_enough() {
        for (visits, deserved, bounds, best) in [
            ([100, 40, 15], [100.0, 40.0, 15.0], [0.1, 0.2, 0.3], "C3"),
            // Too small a share of the weight, too few visits, nothing deserved, and as sure as the first.
            ([100, 40, 15], [100.0, 40.0, 14.0], [0.1, 0.2, 0.3], "B2"),
            ([10, 3, 2], [10.0, 3.0, 2.0], [0.1, 0.2, 0.3], "B2"),
            ([100, 40, 35], [100.0, 40.0, 0.0], [0.1, 0.2, 0.3], "B2"),
            ([100, 40, 15], [100.0, 40.0, 15.0], [0.3, 0.3, 0.3], "A1"),
            // The steadiest where no move was visited enough, though another one weighs more.
            ([2, 2, 1], [3.0, 5.0, 1.0], [0.1, 0.2, 0.9], "A1"),
        ] {
            let mut contenders: Vec<Contender> = ["A1", "B2", "C3"]
                .into_iter()
                .enumerate()
                .map(|(place, mv)| Contender {
                    mv: mv.parse().unwrap(),
                    visits: visits[place],
                    deserved: deserved[place],
                    bound: bounds[place],
                    radius: 0.1,
                    is_steadiest: place == 0,
                })
                .collect();
            for _ in 0..2 {
                let surest = surest(&contenders).unwrap().mv.to_string();
                assert_eq!(surest, best, "{visits:?}");
                contenders.reverse();
            }
        }
        // Without a network, as after playouts.
        assert!(surest(&[]).is_none());
    }

    #[test]
    fn the_best_move_stands_above_what_others_would_deserve_with_a_wider_radius() {
        let [best, other] = [("A1", 10.0, 0.2, 0.1), ("B2", 40.0, 0.1, 0.1)].map(
            |(mv, deserved, bound, radius)| Contender {
                mv: mv.parse().unwrap(),
                visits: 50,
                deserved,
                bound,
                radius,
                is_steadiest: mv == "B2",
            },
        );
        let value = |other| play_selection_of_best(&best, &[best, other]);
        // The radius 0.1 would have to be 0.2, but a fifth of the difference narrows it to 0.12: 40 (0.2 / 0.12)^2.
        assert!((value(other) - 40.0 / 0.36).abs() < 1e-9);
        // However wide the difference, no more than 25 times as much.
        let hopeless = Contender {
            bound: -1e9,
            ..other
        };
        assert!((value(hopeless) - 1000.0).abs() < 1e-3);
        // With as high a bound it is as much, and a higher one that deserves too little does not count.
        for (bound, expected) in [(0.2, 40.0), (0.3, 10.0)] {
            assert!((value(Contender { bound, ..other }) - expected).abs() < 1e-9);
        }
    }

    #[test]
    fn a_lower_bound_is_five_standard_errors_below_the_value() {
        // With one more win and one more loss the share of wins is 1/2, 3/4, 1/3 and 99/100, and its variance
        // 1/4, 3/16, 2/9 and 99/10,000, to be divided by the visits.
        for (visits, value, squared_error) in [
            (0, 0.5, 1.0 / 4.0),
            (2, 1.0, 3.0 / 32.0),
            (4, 0.25, 1.0 / 18.0),
            (98, 1.0, 0.0099 / 98.0),
        ] {
            let found = MoveReport {
                value,
                deviation: None,
                ..found("pass", visits)
            };
            let error = f64::sqrt(squared_error);
            assert!((found.standard_error() - error).abs() < 1e-12, "{visits}");
            let bound = found.lower_bound();
            let expected = f64::max(value - 5.0 * error, 0.0);
            assert!((bound - expected).abs() < 1e-12, "{visits}");
        }
    }
}
