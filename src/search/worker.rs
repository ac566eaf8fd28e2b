//! One thread of a search: it descends, expands, plays out and backs up, again and again.

#![expect(clippy::cast_precision_loss, reason = "an area is small")]

use super::backup::{Finished, FirstPlays, back_up};
use super::criticality::Criticality;
use super::expand::{Expander, Turn};
use super::node::{Node, Value};
use super::profile::{Phase, Probe};
use super::root::{Recent, Root};
use super::select::Formula;
use super::tally::Tally;
use super::tree::{Allocator, ROOT, Tree};
use super::watch::Watch;
use super::{Knobs, Restriction};
use crate::go::rules::DeadStones;
use crate::go::{Board, Color, Move, Points};
use crate::playout::{Local, Trace};
use crate::rng::Rng;

/// What the threads of a search share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task<'a> {
    pub(super) tree: &'a Tree,
    pub(super) root: &'a Root,
    pub(super) knobs: &'a Knobs,
    pub(super) restriction: &'a Restriction,
    pub(super) criticality: &'a Criticality,
}

/// A thread with everything that it alone writes to.
#[derive(Debug)]
pub(super) struct Worker<'a, P> {
    tree: &'a Tree,
    root: &'a Root,
    formula: Formula,
    expander: Expander<'a>,
    local: Local,
    score_bonus: f32,
    with_rave: bool,
    /// Where to add playouts, if somebody wants to know.
    criticality: Option<&'a Criticality>,
    rng: Rng,
    allocator: Allocator,
    board: Board,
    path: Vec<u32>,
    trace: Trace,
    /// Keys of the positions on the path that count for the ko rule.
    keys: Vec<u64>,
    plays: FirstPlays,
    tally: Tally,
    probe: &'a mut P,
}

/// Where a descent has come to.
#[derive(Clone, Copy, Debug)]
struct Place {
    color: Color,
    passes: usize,
    recent: Recent,
}

impl<'a, P: Probe> Worker<'a, P> {
    pub(super) fn new(task: Task<'a>, rng: Rng, tally: Tally, probe: &'a mut P) -> Worker<'a, P> {
        let Task {
            tree,
            root,
            knobs,
            criticality,
            ..
        } = task;
        Worker {
            tree,
            root,
            formula: Formula::new(knobs),
            expander: Expander::new(task),
            local: Local::new(knobs),
            score_bonus: knobs.score_bonus,
            with_rave: knobs.rave > 0.0,
            criticality: (knobs.prior_criticality > 0.0).then_some(criticality),
            rng,
            allocator: tree.take_place(),
            board: root.board.clone(),
            path: Vec::new(),
            trace: Trace::new(),
            keys: Vec::new(),
            plays: FirstPlays::new(),
            tally,
            probe,
        }
    }

    /// Makes playouts until the search is over or the tree is full.
    pub(super) fn work(&mut self, watch: &Watch<'_>) {
        while watch.take(self.tree) && !self.tree.is_full() {
            self.simulate();
            self.tally.playouts += 1;
        }
    }

    /// The playouts made and what they ended with.
    pub(super) fn finish(self) -> Tally {
        self.tree.give_back(self.allocator);
        self.tally
    }

    /// One playout.
    fn simulate(&mut self) {
        self.board.copy_from(&self.root.board);
        self.path.clear();
        self.trace.clear();
        self.keys.clear();
        let place = self.descend();
        self.probe.enter(Phase::Playout);
        let value = self.evaluate(place);
        self.probe.enter(Phase::Backup);
        let finished = Finished {
            path: &self.path,
            trace: &self.trace,
            first: self.root.to_move,
            value,
        };
        back_up(self.tree, &finished, &mut self.plays, self.with_rave);
        self.probe.end(self.trace.len());
    }

    /// Follows the best moves down to a leaf, which may get children on the way.
    fn descend(&mut self) -> Place {
        let mut place = Place {
            color: self.root.to_move,
            passes: self.root.passes,
            recent: self.root.recent,
        };
        let mut index = ROOT;
        loop {
            let node = self.tree.node(index);
            self.path.push(index);
            node.begin_visit();
            if self.root.is_over(place.passes) && index != ROOT {
                return place;
            }
            self.probe.enter(Phase::Expansion);
            self.expander.expand_if_due(
                self.tree,
                &mut self.allocator,
                index,
                &self.board,
                Turn {
                    color: place.color,
                    recent: place.recent,
                    depth: self.path.len(),
                },
            );
            self.probe.enter(Phase::Descent);
            let (first, children) = self.tree.children(node);
            let Some(best) = self.choose(node, children, place.color) else {
                return place;
            };
            index = first + best as u32;
            place = self.follow(place, children[best].mv());
        }
    }

    /// The place of the best child whose move repeats nothing.
    fn choose(&self, parent: &Node, children: &[Node], color: Color) -> Option<usize> {
        loop {
            let best = self.formula.best(parent, children)?;
            let child = &children[best];
            if child.visits() > 0 || !self.repeats(child.mv(), color) {
                return Some(best);
            }
            child.mark_illegal();
        }
    }

    /// Whether a move brings back a position that the ko rule forbids.
    fn repeats(&self, mv: Move, color: Color) -> bool {
        match mv {
            Move::Play(point) if self.root.forbids_repetition() => {
                let hash = self.board.hash_after(point, color);
                let key = self.root.key(hash, color);
                self.root.has_seen(key) || self.keys.contains(&key)
            }
            _ => false,
        }
    }

    /// Makes a move of the tree on the board.
    fn follow(&mut self, place: Place, mv: Move) -> Place {
        self.board.make(mv, place.color);
        self.trace.push(mv.point());
        if self.root.remembers(mv) {
            let key = self.root.key(self.board.hash(), place.color);
            self.keys.push(key);
        }
        Place {
            color: !place.color,
            passes: if mv == Move::Pass {
                place.passes + 1
            } else {
                0
            },
            recent: [Some(mv), place.recent[0]],
        }
    }

    /// The value of a leaf for Black: its count if the game ends there as it stands, else that of
    /// a playout. Where players agree on dead stones, the playout finds them after the last pass.
    fn evaluate(&mut self, place: Place) -> Value {
        let counting = &self.root.counting;
        let first = self
            .path
            .get(1)
            .map(|&index| self.tree.node(index).point_index());
        let is_over = first.is_some() && self.root.is_over(place.passes);
        let margin = if is_over && self.root.rules.dead_stones == DeadStones::AsItStands {
            counting.margin_as_it_stands(&self.board)
        } else {
            let balance = counting.balance(&self.board);
            self.local.play_out(
                &mut self.board,
                place.color,
                place.recent.map(|mv| mv.and_then(Move::point)),
                &mut self.rng,
                &mut self.trace,
            );
            self.tally.add_owners(first, &self.board);
            let margin = counting.margin_after_playout(&self.board, balance);
            if let Some(criticality) = self.criticality {
                criticality.add(&self.board, margin);
            }
            margin
        };
        self.tally.add_margin(first, margin);
        self.value_of(margin)
    }

    /// The value for Black of a margin.
    fn value_of(&self, margin: Points) -> Value {
        let win = self.root.counting.win_share(margin);
        let area = self.board.size().area() as f32;
        let bonus = (0.5 + margin.as_f64() as f32 / (2.0 * area)).clamp(0.0, 1.0);
        Value::new(win * (1.0 - self.score_bonus) + bonus * self.score_bonus)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::rules::KoRule;
    use crate::go::{Game, Rules, Size};
    use crate::search::Overrides;
    use crate::search::profile::Silent;

    #[test]
    fn paths_of_the_tree_know_what_the_ko_rules_forbid() {
        for ko in [
            KoRule::Positional,
            KoRule::Situational,
            KoRule::NaturalSituational,
        ] {
            let forbidden: usize = (0..1000).map(|seed| forbidden_on_a_path(ko, seed)).sum();
            assert!(forbidden > 100, "{ko:?}: {forbidden}");
        }
    }

    /// Makes random moves, the first in a game and the others in a tree, and compares after each what
    /// may be played. How many moves were forbidden.
    fn forbidden_on_a_path(ko: KoRule, seed: u64) -> usize {
        let mut rng = Rng::new(seed);
        let rules = Rules {
            ko,
            ..Rules::default()
        };
        let mut game = Game::new(Size::new(3, 2).unwrap(), rules);
        let mut color = Color::Black;
        for _ in 0..4 {
            let mv = any_move(&game, color, &mut rng);
            game.play(color, mv).unwrap();
            color = !color;
        }
        let root = Root::new(&game, color);
        let tree = Tree::new(1 << 20);
        let knobs = Knobs::new(root.board.size(), &Overrides::default());
        let task = Task {
            tree: &tree,
            root: &root,
            knobs: &knobs,
            restriction: &Restriction::default(),
            criticality: &Criticality::new(),
        };
        let mut probe = Silent;
        let mut worker = Worker::new(task, Rng::new(1), Tally::new(false), &mut probe);
        let mut place = Place {
            color,
            passes: root.passes,
            recent: root.recent,
        };
        let mut forbidden = 0;
        for _ in 0..12 {
            for point in game.board().points() {
                if game.board().is_empty_at(point) && worker.board.is_playable(point, place.color) {
                    let mv = Move::Play(point);
                    let is_legal = game.check(place.color, mv).is_ok();
                    assert_eq!(
                        worker.repeats(mv, place.color),
                        !is_legal,
                        "{ko:?} {seed} {mv}"
                    );
                    forbidden += usize::from(!is_legal);
                }
            }
            let mv = any_move(&game, place.color, &mut rng);
            game.play(place.color, mv).unwrap();
            place = worker.follow(place, mv);
        }
        forbidden
    }

    /// A random legal move, passes as likely as others.
    fn any_move(game: &Game, color: Color, rng: &mut Rng) -> Move {
        let plays = game.board().points().map(Move::Play);
        let legal: Vec<Move> = plays
            .chain([Move::Pass])
            .filter(|&mv| game.check(color, mv).is_ok())
            .collect();
        legal[rng.below(legal.len())]
    }
}
