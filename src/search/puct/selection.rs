//! Selection by policy and value (PUCT): Rosin 2011 in the form of `AlphaZero` (Silver et
//! al. 2018), with what KataGo adds (its page on methods): first-play urgency that falls with the policy seen so far, and
//! exploration that grows where values differ.

use super::mirror::Reflection;
use crate::search::node::Node;
use crate::search::params::SearchParams;
use crate::search::report::PlaySelection;
use crate::search::tree::{ROOT, Tree};

/// What no deviation is taken to be below.
const LEAST_DEVIATION: f32 = 1e-6;

/// The formula. Utilities are those of [`Utility`](super::utility::Utility), for the player who chooses.
#[derive(Clone, Copy, Debug)]
pub(super) struct PuctFormula {
    exploration: f32,
    exploration_log: f32,
    /// Visits from which on exploration grows with their logarithm.
    log_base: f32,
    /// How far exploration follows the deviation of values.
    deviation: f32,
    /// The standard deviation of the utilities below a node that is expected of an unknown one, and the visits that this
    /// weighs as much as.
    usual_deviation: f32,
    deviation_visits: f32,
    /// By how much a move that was never tried is worth less than its parent, once the whole policy was tried.
    first_play: f32,
    first_play_root: f32,
    /// How far it counts as lost.
    loss: f32,
    loss_root: f32,
    /// The utility of a loss.
    lost: f32,
    /// The power of the policy that was tried by which its mean counts.
    trust: f32,
    /// By how much the selection at the root wavers; 0 for not at all.
    root_noise: f32,
}

impl PuctFormula {
    pub(super) fn new(params: &SearchParams) -> PuctFormula {
        PuctFormula {
            exploration: params.cpuct_exploration,
            exploration_log: params.cpuct_exploration_log,
            log_base: params.cpuct_exploration_base,
            deviation: params.cpuct_utility_stdev_scale,
            usual_deviation: params.cpuct_utility_stdev_prior,
            deviation_visits: params.cpuct_utility_stdev_prior_weight,
            first_play: params.fpu_reduction_max,
            first_play_root: params.root_fpu_reduction_max,
            loss: params.fpu_loss_prop,
            loss_root: params.root_fpu_loss_prop,
            lost: -(params.win_loss_utility_factor
                + params.static_score_utility_factor
                + params.dynamic_score_utility_factor),
            trust: params.fpu_parent_weight_by_visited_policy_pow,
            root_noise: params.wide_root_noise,
        }
    }

    /// The place of the child with the highest sum of its utility and
    /// `c s P sqrt(N) / (1 + n)`, where P is its probability, n the weight of its visits, N that of all children, c the
    /// exploration and s its factor by the deviation of values. A child without visits gets the utility of
    /// the parent, less a part that grows with the policy that was tried. The children come in the order of their
    /// probabilities.
    /// `reflection` says how that changes against an opponent who mirrors.
    pub(super) fn best(
        &self,
        tree: &Tree,
        parent: u32,
        children: &[Node],
        reflection: Option<&Reflection>,
    ) -> Option<usize> {
        let stats = tree.position(parent)?;
        let (first, _) = tree.children(parent);
        let reach = stats.reach().min(children.len());
        let known = |(index, child): (u32, &Node)| {
            let visits = child.visits();
            let (weight, utility) = if visits > 0 {
                tree.with_pending(index, visits)
            } else {
                (0.0, 0.0)
            };
            (child.prior(), weight, utility)
        };
        let all = (first..).zip(children).map(known);
        let (mut weights, mut tried) = (0.0, 0.0);
        let reached = all.clone().take(reach);
        for (probability, weight, _) in reached.filter(|&(_, weight, _)| weight > 0.0) {
            weights += weight;
            tried += probability;
        }
        // What is known of a node is for the player who made its move, the opponent.
        let (mean, own) = (-stats.utility(), -stats.own());
        let unknown = self.unknown(parent == ROOT, tried, mean, own);
        let scale = self.scale(weights) * self.by_deviation(mean, stats.square(), weights);
        let noise = (parent == ROOT && self.root_noise > 0.0).then(|| Noise {
            strength: self.root_noise,
            visit: tree.node(ROOT).visits(),
        });
        // The likeliest come first. Of those without visits, only the first can be the best.
        let is_legal = |child: &Node| !child.is_illegal();
        let next = children[reach..].iter().position(is_legal);
        let is_plain = noise.is_none() && reflection.is_none();
        let rivals = match next {
            Some(next) if is_plain => reach + next + 1,
            _ => children.len(),
        };
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        for (place, (mut probability, weight, utility)) in all.take(rivals).enumerate() {
            let mut utility = if weight > 0.0 { utility } else { unknown };
            if let Some(noise) = noise {
                probability = noise.flattened(probability);
                utility += noise.bonus(place);
            }
            if let Some(reflection) = reflection {
                let mv = children[place].mv();
                probability = reflection.probability(mv, probability);
                if weight > 0.0 {
                    utility = reflection.utility(mv, utility, mean, [weight, weights]);
                }
            }
            let score = utility + scale * probability / (1.0 + weight);
            if score > most && !children[place].is_illegal() {
                (best, most) = (Some(place), score);
            }
        }
        best
    }

    /// What the visits of the root say about its moves. The children come as for [`PuctFormula::best`].
    pub(super) fn play_selection(&self, tree: &Tree) -> PlaySelection {
        let (first, children) = tree.children(ROOT);
        let known = |(index, child): (u32, &Node)| {
            let (visits, weight, utility) = if child.is_illegal() {
                (0, 0.0, 0.0)
            } else {
                tree.ended(index)
            };
            KnownMove {
                visits,
                weight,
                utility,
                probability: child.prior(),
            }
        };
        let moves: Vec<KnownMove> = (first..).zip(children).map(known).collect();
        // Of equals the first.
        let steady = moves
            .iter()
            .enumerate()
            .rev()
            .max_by(|(_, one), (_, other)| one.steadiness().total_cmp(&other.steadiness()));
        let Some((stats, (steadiest, best))) = tree.position(ROOT).zip(steady) else {
            return PlaySelection::default();
        };
        let weights: f32 = moves.iter().map(|known| known.weight).sum();
        let scale =
            self.scale(weights) * self.by_deviation(-stats.utility(), stats.square(), weights);
        let most = best.utility + scale * best.probability / (1.0 + best.weight);
        let deserved = |(place, known): (usize, &KnownMove)| {
            let beyond = most - known.utility;
            if place == steadiest || beyond <= 0.0 {
                return known.weight;
            }
            let deserved = scale * known.probability / beyond - 1.0;
            deserved.clamp(0.0, known.weight).ceil()
        };
        PlaySelection {
            steadiest,
            weights: moves.iter().map(|known| known.weight).collect(),
            deserved: moves.iter().enumerate().map(deserved).collect(),
        }
    }

    /// The utility of moves that were not tried, by the policy of those that were, their mean and the parent's own.
    fn unknown(&self, is_root: bool, tried: f32, mean: f32, own: f32) -> f32 {
        let (reduction, loss) = if is_root {
            (self.first_play_root, self.loss_root)
        } else {
            (self.first_play, self.loss)
        };
        let trust = if self.trust.total_cmp(&2.0).is_eq() {
            tried * tried
        } else {
            tried.powf(self.trust)
        };
        let trust = trust.min(1.0);
        let unknown = trust * mean + (1.0 - trust) * own - reduction * tried.sqrt();
        unknown + loss * (self.lost - unknown)
    }

    /// The exploration after some visits of the children.
    fn scale(&self, visits: f32) -> f32 {
        let log = ((visits + self.log_base) / self.log_base).ln();
        (self.exploration + self.exploration_log * log) * (visits + 0.01).sqrt()
    }

    /// The factor of exploration, by the mean and the mean square of the utilities below a node.
    fn by_deviation(&self, mean: f32, square: f32, visits: f32) -> f32 {
        let usual = self.usual_deviation * self.usual_deviation;
        let deviation = if visits < 1.0 {
            self.usual_deviation
        } else {
            let square = square.max(mean * mean);
            let weights = self.deviation_visits + visits;
            let expected = (mean * mean + usual) * self.deviation_visits + square * visits;
            let variance = expected / (weights - 1.0).max(f32::MIN_POSITIVE) - mean * mean;
            variance.max(0.0).sqrt()
        };
        let usual = self.usual_deviation.max(LEAST_DEVIATION);
        1.0 + self.deviation * (deviation / usual - 1.0)
    }
}

/// What is known of a move of the root.
struct KnownMove {
    visits: u32,
    weight: f32,
    utility: f32,
    probability: f32,
}

impl KnownMove {
    /// How much speaks for it: its weight without the latest visit, which may have been a lucky one, and a little for its
    /// probability, which decides between moves of a few visits.
    #[expect(clippy::cast_precision_loss, reason = "visits are few")]
    fn steadiness(&self) -> f32 {
        let visits = self.visits as f32;
        self.weight * (visits - 1.0).max(0.0) / visits.max(1.0) + 2.0 * self.probability
    }
}

/// What makes a search try more moves of the root than it would for play (`wideRootNoise` of KataGo).
#[derive(Clone, Copy, Debug)]
struct Noise {
    strength: f32,
    /// The number of the visit. With the place of a move it is all that its bonus depends on, so that a search can be
    /// repeated.
    visit: u32,
}

impl Noise {
    /// Returns a probability that is nearer to those of the other moves.
    fn flattened(self, probability: f32) -> f32 {
        probability.powf(1.0 / (4.0 * self.strength + 1.0))
    }

    /// Returns what is added to the utility of a move at this visit: nothing half of the time, else the absolute value
    /// of a normal deviate whose standard deviation is the strength.
    fn bonus(self, place: usize) -> f32 {
        let mut bits = splitmix(u64::from(self.visit) << 16 | place as u64);
        let mut uniform = || {
            bits = splitmix(bits);
            // Never 0, whose logarithm is infinite.
            (f32::from((bits >> 48) as u16) + 0.5) / 65_536.0
        };
        let (chance, radius, angle) = (uniform(), uniform(), uniform());
        if chance < 0.5 {
            return 0.0;
        }
        // The method of Box and Muller.
        let deviate = (-2.0 * radius.ln()).sqrt() * (std::f32::consts::TAU * angle).cos();
        self.strength * deviate.abs()
    }
}

/// One step of the generator `SplitMix64` (Steele, Lea and Flood 2014).
fn splitmix(seed: u64) -> u64 {
    let mut bits = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Move, Size};
    use crate::rng::Rng;
    use crate::search::evaluation::MOST_UTILITY;
    use crate::search::node::MovePrior;
    use crate::search::params::Overrides;
    use crate::search::tree::Allocator;

    /// The utility of a share of the greatest one.
    fn of_share(share: f32) -> f32 {
        (2.0 * share - 1.0) * MOST_UTILITY
    }

    /// A root of a value, and children of some probabilities, visits and values for the player to choose.
    fn tree(own: f32, children: &[(f32, u16, f32)]) -> (Tree, u32) {
        let tree = Tree::with_stats(1 << 20);
        let first = tree
            .allocate(&mut Allocator::new(), children.len() as u16)
            .unwrap();
        let visit = |index: u32, visits: u16, utility: f32| {
            let stats = tree.stats(index).unwrap();
            for _ in 0..visits {
                tree.node(index).begin_visit();
                stats.end_visit();
            }
            stats.set(f32::from(visits), utility, utility * utility, 0.5);
        };
        let reach = children.iter().rposition(|&(_, visits, _)| visits > 0);
        let (mut sum, mut count) = (of_share(own), 1);
        for (index, &(probability, visits, share)) in (first..).zip(children) {
            let prior = MovePrior {
                probability,
                lost: 0.0,
            };
            tree.node(index).reset(Move::Pass, prior);
            visit(index, visits, of_share(share));
            sum += f32::from(visits) * of_share(share);
            count += visits;
        }
        visit(ROOT, count, -sum / f32::from(count));
        let stats = tree.stats(ROOT).unwrap();
        stats.set_own(-of_share(own));
        if let Some(place) = reach {
            stats.note_visited(place);
        }
        tree.node(ROOT).publish(first, children.len() as u16);
        (tree, first)
    }

    fn best(selection: &PuctFormula, (tree, first): &(Tree, u32), count: u16) -> Option<usize> {
        // The visit that is under way.
        tree.node(ROOT).begin_visit();
        selection.best(tree, ROOT, tree.block(*first, count), None)
    }

    fn plain() -> PuctFormula {
        PuctFormula {
            exploration: 1.0,
            exploration_log: 0.0,
            deviation: 0.0,
            first_play: 0.0,
            first_play_root: 0.0,
            ..PuctFormula::new(&SearchParams::new(Size::square(9), &Overrides::default()))
        }
    }

    #[test]
    fn noise_tries_more_moves_of_the_root() {
        let flattener = |strength| Noise { strength, visit: 1 };
        assert!((flattener(0.25).flattened(0.01) - 0.1).abs() < 1e-6);
        let bonuses: Vec<f32> = (0..10_000)
            .map(|visit| {
                Noise {
                    strength: 0.5,
                    visit,
                }
                .bonus(3)
            })
            .collect();
        let none = bonuses.iter().filter(|&&bonus| bonus == 0.0).count();
        assert!((4800..5200).contains(&none), "{none}");
        // Half of 0.5 sqrt(2 / pi).
        let mean = bonuses.iter().sum::<f32>() / 10_000.0;
        assert!((mean - 0.1995).abs() < 0.01, "{mean}");
        // Without noise the better move is always selected.
        let children = [(0.5, 50, 0.6), (0.5, 50, 0.5)];
        let tree = tree(0.5, &children);
        let mut selected = [0, 0];
        let noisy = PuctFormula {
            root_noise: 0.5,
            ..plain()
        };
        for _ in 0..100 {
            assert_eq!(best(&plain(), &tree, 2), Some(0));
            selected[best(&noisy, &tree, 2).unwrap()] += 1;
        }
        assert!(
            selected[1] > 10 && selected[0] > selected[1],
            "{selected:?}"
        );
    }

    #[test]
    fn the_likeliest_is_first_and_what_is_better_or_less_tried_comes_next() {
        let untried = [(0.7, 0, 0.0), (0.2, 0, 0.0), (0.1, 0, 0.0)];
        assert_eq!(best(&plain(), &tree(0.5, &untried), 3), Some(0));
        let one_tried = [(0.7, 9, 0.5), (0.2, 0, 0.0), (0.1, 0, 0.0)];
        assert_eq!(best(&plain(), &tree(0.5, &one_tried), 3), Some(1));
        // Utilities 1.4 (2 v - 1), and P sqrt(9.01) / (1 + n): 0.5 / 6 3 = 0.25 and 0.3 / 5 3 = 0.18.
        let tried = |value| tree(0.5, &[(0.5, 5, 0.5), (0.3, 4, value)]);
        assert_eq!(best(&plain(), &tried(0.52), 2), Some(0));
        assert_eq!(best(&plain(), &tried(0.53), 2), Some(1));
    }

    #[test]
    fn the_steadiest_move_weighs_most_but_for_a_lucky_visit() {
        let steadiest = |children: &[_]| plain().play_selection(&tree(0.5, children).0).steadiest;
        assert_eq!(steadiest(&[(0.5, 5, 0.5), (0.3, 6, 0.4)]), 1);
        // A visit less is outweighed by more than half of the policy: 4 + 1.4 and 5 + 0.3.
        assert_eq!(steadiest(&[(0.7, 5, 0.5), (0.15, 6, 0.4)]), 0);
        // A single visit says nothing, so the probability alone decides.
        assert_eq!(steadiest(&[(0.2, 1, 0.9), (0.3, 1, 0.1), (0.3, 0, 0.0)]), 1);
    }

    #[test]
    fn a_move_deserves_the_visits_at_which_it_would_be_selected_like_the_steadiest() {
        let children = [
            (0.4, 60, 0.55),
            (0.3, 30, 0.45),
            (0.2, 12, 0.54),
            (0.1, 4, 0.7),
        ];
        let (tree, _) = tree(0.5, &children);
        let deserved = plain().play_selection(&tree).deserved;
        let score = |(probability, _, value): (f32, u16, f32), weight: f32| {
            of_share(value) + probability * 106.01_f32.sqrt() / (1.0 + weight)
        };
        let most = score(children[0], 60.0);
        // One visit less is selected, and this one is not.
        assert!(score(children[1], deserved[1] - 1.0) > most);
        assert!(score(children[1], deserved[1]) <= most);
        assert!(deserved[1] < 20.0, "{deserved:?}");
        // The others have no more than they deserve.
        for (place, weight) in [(0, 60.0), (2, 12.0), (3, 4.0)] {
            assert!((deserved[place] - weight).abs() < 1e-6, "{deserved:?}");
        }
    }

    #[test]
    fn a_move_that_was_not_tried_is_worth_what_its_parent_is_less_a_reduction() {
        // The parent is worth 0.4 to the player; its one tried child, of probability 0.64, 0.3.
        let children = [(0.64, 1, 0.3), (0.36, 0, 0.0)];
        // The mean of 0.4 and 0.3 with the weight 0.64 squared, and 0.4 for the rest.
        let weight = 0.64_f32 * 0.64;
        let unknown = of_share(0.35) * weight + of_share(0.4) * (1.0 - weight);
        let known = of_share(0.3) + (0.64 / 2.0 - 0.36) * 1.01_f32.sqrt();
        let even = (unknown - known) / 0.64_f32.sqrt();
        for (change, place) in [(-0.01, 1), (0.01, 0)] {
            let selection = PuctFormula {
                first_play_root: even + change,
                ..plain()
            };
            assert_eq!(best(&selection, &tree(0.4, &children), 2), Some(place));
        }
    }

    #[test]
    fn values_that_differ_call_for_more_exploration() {
        let params = SearchParams::new(Size::square(9), &Overrides::default());
        let selection = PuctFormula::new(&params);
        // Nobody knows: as usual.
        assert!((selection.by_deviation(0.0, 0.0, 0.0) - 1.0).abs() < 1e-6);
        let calm = selection.by_deviation(0.1, 0.01, 100.0);
        let wild = selection.by_deviation(0.1, 0.5, 100.0);
        assert!(calm < 0.5 && wild > 1.5, "{calm} {wild}");
        // (2 (m2 + 0.16) + 100 q) / 101 - m2 is the variance.
        let variance = ((2.0 * (0.01 + 0.16) + 100.0 * 0.5) / 101.0_f32 - 0.01).sqrt();
        let expected = 1.0 + selection.deviation * (variance / 0.4 - 1.0);
        assert!((wild - expected).abs() < 1e-5);
        assert!(selection.scale(1000.0) > selection.scale(10.0) * 10.0);
    }

    #[test]
    fn what_nobody_has_tried_is_left_out_and_would_not_be_the_best() {
        let mut rng = Rng::new(1);
        let params = SearchParams::new(Size::square(9), &Overrides::default());
        let selection = PuctFormula::new(&params);
        for round in 0..500 {
            let mut share = || f32::from(rng.below(1000) as u16) / 1000.0;
            let mut probabilities = [(); 12].map(|()| share() * 0.15);
            probabilities.sort_by(|a, b| b.total_cmp(a));
            let shares = probabilities.map(|probability| (probability, share()));
            let children: Vec<(f32, u16, f32)> = shares
                .iter()
                .enumerate()
                .map(|(place, &(probability, utility))| {
                    let most = if place < round % 12 { 6 } else { 1 };
                    (probability, rng.below(most) as u16, utility)
                })
                .collect();
            let tree = tree(0.5, &children);
            for (index, &(_, visits, _)) in (tree.1..).zip(&children) {
                if visits == 0 && rng.chance(30, 100) {
                    tree.0.node(index).mark_illegal();
                }
            }
            tree.0.node(ROOT).begin_visit();
            let nodes = tree.0.block(tree.1, 12);
            let found = selection.best(&tree.0, ROOT, nodes, None);
            // As if all had been tried, so that all are compared.
            tree.0.stats(ROOT).unwrap().note_visited(11);
            assert_eq!(
                found,
                selection.best(&tree.0, ROOT, nodes, None),
                "{children:?}"
            );
        }
    }

    #[test]
    fn a_move_that_cannot_be_made_is_passed_over() {
        let tree = tree(0.5, &[(0.9, 0, 0.0), (0.1, 0, 0.0)]);
        tree.0.node(tree.1).mark_illegal();
        assert_eq!(best(&plain(), &tree, 2), Some(1));
        tree.0.node(tree.1 + 1).mark_illegal();
        assert_eq!(best(&plain(), &tree, 2), None);
    }
}
