//! The value of a position from the values of its moves, where a network has evaluated it.
//!
//! In a plain mean over visits, visits that only confirmed a bad move weigh as much as those of the best one. Here bad moves
//! weigh less, visits beyond what the prior and the value of a move justify are left out, the network's evaluation is corrected by
//! its errors in similar places, and weighs less where it says that it may be far off (all of them from David Wu's KataGo).

use super::bias::Biases;
use super::utility::Utility;
use crate::go::Color;
use crate::search::leaf::Leaf;
use crate::search::node_stats::NodeStats;
use crate::search::params::SearchParams;
use crate::search::tree::{ROOT, Tree};
use std::collections::HashSet;
use std::sync::Arc;

/// Makes the statistics of nodes from those of their children.
#[derive(Debug)]
pub(super) struct Backup {
    utility: Utility,
    /// The power of a move's chance to be above average by which its weight is multiplied.
    value_weight: f32,
    /// The difference of utilities at which pruning of unjustified visits is well under way; 0 for none.
    pruning: f32,
    /// The part of what the network erred in like places that its word is corrected by.
    correction: f32,
    biases: Arc<Biases>,
    parts: Vec<Part>,
}

/// What a move that was visited adds to its parent, for the player who chooses it.
#[derive(Clone, Copy, Debug)]
struct Part {
    weight: f32,
    utility: f32,
    square: f32,
    win: f32,
    probability: f32,
}

/// The power of the visits below a node by which its error weighs.
const ERROR_WEIGHT: f32 = 0.85;

/// How often the share of the visits that its probability gives a move may be reached before some are left out.
const LENIENCE: f32 = 2.0;

/// Keeps the chance of a hopeless move, and the variance of a sure one, above 0.
const LEAST_CHANCE: f32 = 1e-4;
const LEAST_VARIANCE: f32 = 1e-8;

/// Visits of weight w make the precision of a value this times the root of w.
const PRECISION: f32 = 1.5;

impl Backup {
    pub(super) fn new(utility: Utility, params: &SearchParams, biases: Arc<Biases>) -> Backup {
        Backup {
            utility,
            value_weight: params.value_weight_exponent,
            pruning: params.noise_prune_utility_scale,
            correction: params.subtree_value_bias_factor,
            biases,
            parts: Vec::new(),
        }
    }

    /// Means over visits and nothing else.
    pub(super) fn plain(utility: Utility, biases: Arc<Biases>) -> Backup {
        Backup {
            utility,
            value_weight: 0.0,
            pruning: 0.0,
            correction: 0.0,
            biases,
            parts: Vec::new(),
        }
    }

    /// Adds what a leaf was worth to the nodes on its path.
    pub(super) fn add(&mut self, tree: &Tree, leaf: &Leaf) {
        let Some((&last, _)) = leaf.path.split_last() else {
            return;
        };
        let Some(position) = tree.position(last) else {
            return;
        };
        position.note(&leaf.evaluation, Biases::place(leaf));
        let mut mover = !leaf.color;
        for &index in leaf.path.iter().rev() {
            if let Some(stats) = tree.stats(index) {
                stats.end_visit();
            }
            self.recompute(tree, index, mover);
            mover = !mover;
        }
    }

    /// Recomputes all nodes, those below others first. `to_move` is the player at the root.
    pub(super) fn recompute_all(&mut self, tree: &Tree, to_move: Color) {
        let mut order = vec![(ROOT, !to_move)];
        let mut found = HashSet::from([ROOT]);
        let mut next = 0;
        while next < order.len() {
            let (index, mover) = order[next];
            next += 1;
            let (first, tried) = tree.tried(index);
            let known = |child: &u32| tree.stats(*child).is_some_and(NodeStats::is_known);
            let children = (first..).take(tried.len()).filter(known);
            let children = children.map(|child| tree.original(child));
            let new = children.filter(|&child| found.insert(child));
            order.extend(new.map(|child| (child, !mover)));
        }
        if self.corrects() {
            let kept = order.iter().filter_map(|&(index, _)| tree.stats(index));
            self.biases
                .keep(kept.map(|stats| (stats.place(), stats.error())));
        }
        for &(index, mover) in order.iter().rev() {
            self.recompute(tree, index, mover);
        }
    }

    /// Makes the statistics of a position from its own evaluation and its children. `mover` makes the node's move. If its
    /// evaluation is on its way, that is left to the thread that brings it.
    fn recompute(&mut self, tree: &Tree, index: u32, mover: Color) {
        let position = tree.known_position(index);
        let Some(stats) = position.filter(|stats| stats.is_evaluated()) else {
            return;
        };
        stats.set_visits(self.gather(tree, index) + stats.ends());
        self.prune();
        self.weigh();
        let (mut weight, mut utility, mut square, mut win) = (0.0, 0.0, 0.0, 0.0);
        for part in &self.parts {
            weight += part.weight;
            utility -= part.weight * part.utility;
            square += part.weight * part.square;
            win += part.weight * (1.0 - part.win);
        }
        let (balance, score, deviation) = stats.evaluation();
        let own = self.utility.worth(balance, score, deviation, mover);
        stats.set_own(own);
        if self.corrects() && weight > 0.0 {
            self.note_error(stats, utility / weight - own, weight);
        }
        let corrected = self.corrected(own, stats.place());
        let own_weight = stats.own_weight();
        let total = weight + own_weight;
        stats.set(
            total,
            (utility + own_weight * corrected) / total,
            (square + own_weight * corrected * corrected) / total,
            (win + own_weight * stats.own_win()) / total,
        );
    }

    fn corrects(&self) -> bool {
        self.correction > 0.0
    }

    /// Notes by how much the own word of a node is below what visits of such a weight have found below it.
    fn note_error(&self, stats: &NodeStats, error: f32, weight: f32) {
        let error_weight = weight.powf(ERROR_WEIGHT);
        let error = (error * error_weight, error_weight);
        self.biases.replace(stats.place(), stats.error(), error);
        stats.set_error(error);
    }

    /// What the network's own word is worth after correction by its errors in a place.
    fn corrected(&self, own: f32, place: u32) -> f32 {
        if self.corrects() {
            let most = self.utility.most();
            (own + self.correction * self.biases.mean(place)).clamp(-most, most)
        } else {
            own
        }
    }

    /// Collects the children that were visited, and returns the sum of their visits.
    fn gather(&mut self, tree: &Tree, index: u32) -> u32 {
        self.parts.clear();
        let mut visits = 0;
        let (first, tried) = tree.tried(index);
        for (child, node) in (first..).zip(tried) {
            let Some(position) = tree.known_position(child) else {
                continue;
            };
            let (count, weight, utility) = tree.ended(child);
            visits += count;
            if weight <= 0.0 {
                // A visit has ended whose value is on its way.
                continue;
            }
            self.parts.push(Part {
                weight,
                utility,
                square: position.square(),
                win: position.win(),
                probability: node.prior(),
            });
        }
        visits
    }

    /// Takes weight from moves that are worse than those before them, which are likelier, and have more than
    /// twice the share of the weight that their probability gives them.
    fn prune(&mut self) {
        if self.pruning <= 0.0 {
            return;
        }
        let (mut weight, mut utility, mut probability) = (0.0, 0.0, 0.0);
        for part in &mut self.parts {
            if weight > 0.0 && probability > 0.0 {
                let gap = utility / weight - part.utility;
                let share = LENIENCE * weight * part.probability / probability;
                let excess = part.weight - share;
                if gap > 0.0 && excess > 0.0 {
                    part.weight -= excess * (1.0 - (-gap / self.pruning).exp());
                }
            }
            weight += part.weight;
            utility += part.weight * part.utility;
            probability += part.probability;
        }
    }

    /// Lets moves weigh more that are likely to be above average, and leaves the sum of all weights as it is.
    fn weigh(&mut self) {
        if self.value_weight <= 0.0 || self.parts.len() < 2 {
            return;
        }
        let total: f32 = self.parts.iter().map(|part| part.weight).sum();
        let sum: f32 = self
            .parts
            .iter()
            .map(|part| part.weight * part.utility)
            .sum();
        let mean = sum / total;
        let mut weighed = 0.0;
        for part in &mut self.parts {
            let variance = LEAST_VARIANCE + 1.0 / (PRECISION * part.weight.sqrt());
            let chance = student((part.utility - mean) / variance.sqrt()) + LEAST_CHANCE;
            part.weight *= chance.powf(self.value_weight);
            weighed += part.weight;
        }
        for part in &mut self.parts {
            part.weight *= total / weighed;
        }
    }
}

/// The cumulative distribution of Student with three degrees of freedom.
fn student(t: f32) -> f32 {
    let x = t / 3.0_f32.sqrt();
    0.5 + (x / (1.0 + x * x) + x.atan()) * std::f32::consts::FRAC_1_PI
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Game, Move, Rules, Size};
    use crate::search::evaluation::{Evaluation, MOST_UTILITY};
    use crate::search::node::MovePrior;
    use crate::search::params::Overrides;
    use crate::search::root::Root;
    use crate::search::tree::Allocator;

    fn empty_game() -> Game {
        Game::new(Size::square(9), Rules::default())
    }

    fn utility(expected: f32) -> Utility {
        let size = Size::square(9);
        Utility::new(
            &SearchParams::new(size, &Overrides::default()),
            size,
            expected,
            false,
        )
    }

    fn plain() -> Backup {
        Backup::plain(utility(0.0), Arc::new(Biases::new()))
    }

    /// An evaluation for the player to move.
    fn evaluation(win: f32, score: f32) -> Evaluation {
        let mut evaluation = Evaluation::default();
        (evaluation.win, evaluation.final_score) = (win, score);
        evaluation.deviation = 5.0;
        evaluation
    }

    /// The evaluation of a position by the player's chance of winning: by it, what is Black's to choose at the
    /// root, and its replies with their probabilities, visits and chances of Black.
    fn tree(own: f32, replies: &[(f32, u16, f32)], place: u32) -> (Tree, u32) {
        let tree = Tree::with_stats(1 << 20);
        let count = replies.len() as u16;
        let first = tree.allocate(&mut Allocator::new(), count).unwrap();
        let visit = |index: u32, win: f32, place: u32| {
            let stats = tree.stats(index).unwrap();
            stats.note(&evaluation(win, 0.0), place);
            stats.end_visit();
        };
        visit(ROOT, own, place);
        for (index, &(probability, visits, win)) in (first..).zip(replies) {
            let lost = 0.0;
            tree.node(index)
                .reset(Move::Pass, MovePrior { probability, lost });
            for _ in 0..visits {
                visit(index, 1.0 - win, 0);
                let root = tree.stats(ROOT).unwrap();
                root.note_visited((index - first) as usize);
                root.end_visit();
            }
        }
        if count > 0 {
            tree.node(ROOT).publish(first, count);
        }
        (tree, first)
    }

    /// What Black may expect at the root of a tree, and its weight.
    fn recomputed(backup: &mut Backup, tree: &Tree) -> (f32, f32) {
        backup.recompute_all(tree, Color::Black);
        let stats = tree.stats(ROOT).unwrap();
        (-stats.utility(), stats.weight())
    }

    /// What a chance of Black is worth to him without a score.
    fn worth(win: f32) -> f32 {
        utility(0.0).worth(2.0 * win - 1.0, 0.0, 5.0, Color::Black)
    }

    fn assert_close(found: f32, expected: f32) {
        let error = (found - expected).abs() / expected.abs().max(1.0);
        assert!(error < 1e-4, "{found} {expected}");
    }

    #[test]
    fn without_more_a_value_is_the_mean_over_looks() {
        let (tree, first) = tree(0.5, &[(0.7, 3, 0.6), (0.2, 1, 0.2), (0.1, 0, 0.9)], 0);
        let (found, weight) = recomputed(&mut plain(), &tree);
        assert_close(found, (worth(0.5) + 3.0 * worth(0.6) + worth(0.2)) / 5.0);
        assert_close(weight, 5.0);
        let stats = tree.stats(ROOT).unwrap();
        assert_close(1.0 - stats.win(), (0.5 + 3.0 * 0.6 + 0.2) / 5.0);
        let squares = [0.5, 0.6, 0.6, 0.6, 0.2].map(|win| worth(win) * worth(win));
        assert_close(stats.square(), squares.iter().sum::<f32>() / 5.0);
        assert_close(tree.stats(first).unwrap().utility(), worth(0.6));
        assert!(!tree.stats(first + 2).unwrap().is_known());
    }

    #[test]
    fn an_evaluation_weighs_what_it_says() {
        let (tree, first) = tree(0.5, &[(0.7, 0, 0.0), (0.3, 0, 0.0)], 0);
        let visit = |index: u32, win: f32, weight: f32| {
            let stats = tree.stats(index).unwrap();
            let mut evaluation = evaluation(win, 0.0);
            evaluation.weight = weight;
            stats.note(&evaluation, 0);
            stats.end_visit();
        };
        visit(first, 1.0 - 0.6, 4.0);
        visit(first + 1, 1.0 - 0.2, 0.5);
        let root = tree.stats(ROOT).unwrap();
        for place in 0..2 {
            root.note_visited(place);
            root.end_visit();
        }
        let (found, weight) = recomputed(&mut plain(), &tree);
        let sum = worth(0.5) + 4.0 * worth(0.6) + 0.5 * worth(0.2);
        assert_close(found, sum / 5.5);
        assert_close(weight, 5.5);
        assert_eq!(root.visits(), 3);
    }

    #[test]
    fn worse_moves_weigh_less_and_the_sum_of_weights_stays() {
        let replies = [(0.5, 8, 0.7), (0.5, 8, 0.3)];
        let mut backup = Backup {
            value_weight: 0.25,
            ..plain()
        };
        let (found, weight) = recomputed(&mut backup, &tree(0.5, &replies, 0).0);
        assert_close(weight, 17.0);
        // Both are as far from the mean, so that their chances add up to 1.
        let mean = f32::midpoint(worth(0.7), worth(0.3));
        let deviation = (1.0 / (PRECISION * 8.0_f32.sqrt())).sqrt();
        let chance = student((worth(0.7) - mean) / deviation);
        let [better, worse] = [chance, 1.0 - chance].map(|chance| (chance + 1e-4).powf(0.25));
        let share = better / (better + worse);
        let below = share * worth(0.7) + (1.0 - share) * worth(0.3);
        assert_close(found, (worth(0.5) + 16.0 * below) / 17.0);
        assert!(share > 0.53);
    }

    #[test]
    fn visits_of_a_worse_move_beyond_its_probability_are_left_out() {
        let mut backup = Backup {
            pruning: 0.15,
            ..plain()
        };
        // Twice the share of 10 that 0.1 of 0.9 gives is 2.22; of the rest, little is left.
        let gap = worth(0.6) - worth(0.4);
        let kept = 20.0 / 9.0 + (10.0 - 20.0 / 9.0) * (-gap / 0.15).exp();
        let (_, weight) = recomputed(
            &mut backup,
            &tree(0.5, &[(0.9, 10, 0.6), (0.1, 10, 0.4)], 0).0,
        );
        assert_close(weight, 11.0 + kept);
        // A better move keeps all of them, and so does a worse one within its share.
        for replies in [
            [(0.9, 10, 0.4), (0.1, 10, 0.6)],
            [(0.9, 10, 0.6), (0.1, 2, 0.4)],
        ] {
            let (_, weight) = recomputed(&mut backup, &tree(0.5, &replies, 0).0);
            assert_close(weight, 1.0 + f32::from(replies[0].1 + replies[1].1));
        }
    }

    #[test]
    fn the_word_of_the_network_is_corrected_by_its_errors_in_like_places() {
        let mut backup = Backup {
            correction: 0.5,
            ..plain()
        };
        let searched = tree(0.5, &[(1.0, 8, 0.7)], 9).0;
        recomputed(&mut backup, &searched);
        let error = worth(0.7) - worth(0.5);
        let alike = tree(0.4, &[], 9).0;
        let other = tree(0.4, &[], 10).0;
        backup.recompute(&alike, ROOT, Color::White);
        backup.recompute(&other, ROOT, Color::White);
        let utility = |tree: &Tree| -tree.stats(ROOT).unwrap().utility();
        assert_close(utility(&alike), worth(0.4) + 0.5 * error);
        assert_close(utility(&other), worth(0.4));
    }

    #[test]
    fn values_follow_another_expectation_of_the_score() {
        let (tree, first) = tree(0.5, &[(1.0, 1, 0.6)], 0);
        let mut backup = plain();
        let (before, _) = recomputed(&mut backup, &tree);
        backup.utility = utility(12.0);
        let (after, _) = recomputed(&mut backup, &tree);
        let worth = |win: f32| utility(12.0).worth(2.0 * win - 1.0, 0.0, 5.0, Color::Black);
        assert_close(after, f32::midpoint(worth(0.5), worth(0.6)));
        assert_close(tree.stats(first).unwrap().own(), worth(0.6));
        assert!(after < before - 0.1, "{before} {after}");
    }

    #[test]
    fn a_leaf_changes_all_values_on_its_way() {
        let (tree, first) = tree(0.5, &[(1.0, 1, 0.6)], 0);
        let mut backup = plain();
        recomputed(&mut backup, &tree);
        let game = empty_game();
        let mut leaf = Leaf::new(&Root::new(&game, Color::Black, 0.0));
        (leaf.path, leaf.color) = (vec![ROOT, first], Color::White);
        (leaf.evaluation.win, leaf.evaluation.deviation) = (0.4, 5.0);
        backup.add(&tree, &leaf);
        let stats = tree.stats(ROOT).unwrap();
        assert_close(-stats.utility(), (worth(0.5) + 2.0 * worth(0.6)) / 3.0);
        // Its three visits have ended; one more would be under way.
        assert_eq!(tree.with_pending(ROOT, 3), (3.0, stats.utility()));
        let (weight, pending) = tree.with_pending(ROOT, 4);
        assert_close(weight, 4.0);
        assert_close(pending, (3.0 * stats.utility() - MOST_UTILITY) / 4.0);
    }

    #[test]
    fn what_is_on_its_way_in_other_threads_counts_for_nothing_yet() {
        let replies = [(0.7, 0, 0.0), (0.3, 0, 0.0)];
        for values_known in 0..3_u16 {
            let (tree, first) = tree(0.5, &replies, 9);
            let root = tree.stats(ROOT).unwrap();
            let mut backup = Backup {
                value_weight: 0.25,
                pruning: 0.15,
                correction: 0.5,
                ..plain()
            };
            for place in 0..2 {
                root.note_visited(place);
                root.end_visit();
                tree.stats(first + place as u32).unwrap().end_visit();
            }
            // One thread ends a visit at a reply while another is about to note its evaluation there.
            backup.recompute(&tree, first, Color::Black);
            backup.recompute(&tree, ROOT, Color::White);
            let stats = tree.stats(first).unwrap();
            assert_eq!((stats.weight(), stats.utility()), (0.0, 0.0));
            assert_close(-root.utility(), worth(0.5));
            assert_close(root.weight(), 1.0);
            for place in 0..values_known {
                let child = first + u32::from(place);
                let stats = tree.stats(child).unwrap();
                stats.note(&evaluation(1.0 - 0.8, 0.0), 0);
                backup.recompute(&tree, child, Color::Black);
                backup.recompute(&tree, ROOT, Color::White);
            }
            assert_close(root.weight(), 1.0 + f32::from(values_known));
            let is_better = -root.utility() > worth(0.5) + 0.1;
            assert_eq!(is_better, values_known > 0, "{}", root.utility());
        }
    }

    #[test]
    fn no_error_is_noted_of_a_position_whose_evaluation_is_on_its_way() {
        let (tree, first) = tree(0.5, &[(1.0, 1, 0.7)], 0);
        let mut backup = Backup {
            correction: 0.5,
            ..plain()
        };
        // Another thread has given the reply a reply, and this one has ended a visit there.
        let evaluated = tree.stats(first).unwrap();
        backup.recompute(&tree, first, Color::Black);
        let unknown = NodeStats::default();
        unknown.set_count(2);
        unknown.note_visited(0);
        evaluated.copy_from(&unknown);
        let below = tree.allocate(&mut Allocator::new(), 1).unwrap();
        tree.node(below).reset(Move::Pass, MovePrior::default());
        tree.node(first).publish(below, 1);
        let stats = tree.stats(below).unwrap();
        stats.note(&evaluation(0.9, 0.0), 0);
        stats.end_visit();
        backup.recompute(&tree, below, Color::White);
        backup.recompute(&tree, first, Color::Black);
        assert_eq!(evaluated.error(), (0.0, 0.0));
        evaluated.note(&evaluation(0.3, 0.0), 9);
        backup.recompute(&tree, first, Color::Black);
        assert!(evaluated.error().1 > 0.0);
        let (_, weight) = evaluated.error();
        assert_close(backup.biases.mean(9) * weight, evaluated.error().0);
    }

    #[test]
    fn the_distribution_is_that_of_student() {
        for (t, expected) in [(0.0, 0.5), (1.638, 0.9), (3.182, 0.975), (-2.353, 0.05)] {
            assert!((student(t) - expected).abs() < 1e-3, "{t}");
        }
    }
}
