//! The tree of variations of a table, with what is said about its nodes.
//!
//! A node has a number that no other node of the tree ever has. The first child of a node is the main line. Each node knows what
//! it changes on the board and what the rules forbid there, so that a page can show it without knowing any rule. The game at a
//! node is replayed from the root, which takes less than a millisecond; only reading a whole tree keeps games meanwhile.

use super::error::{WebError, WebResult};
use super::message::SetupStone;
use super::points::{number, number_of, sorted};
use super::views::{Judgement, NodeView, ReportView};
use crate::go::record::{Action, Setup};
use crate::go::{Board, ByColor, Color, Game, Move, Point, Record, Rules, Size, Strictness};
use crate::sgf::SgfProperty;
use std::sync::Arc;

/// The most nodes of a tree.
pub(super) const MOST_NODES: usize = 50_000;

/// Kinds of marks, with their properties in SGF.
pub(super) const MARKS: [(&str, &str); 7] = [
    ("triangle", "TR"),
    ("square", "SQ"),
    ("circle", "CR"),
    ("cross", "MA"),
    ("label", "LB"),
    ("black-territory", "TB"),
    ("white-territory", "TW"),
];

/// The number of the first node.
pub(super) const ROOT: usize = 0;

/// A mark on a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PointMark {
    pub(super) at: Point,
    /// Its place among [`MARKS`].
    pub(super) kind: usize,
    /// The text of a label.
    pub(super) text: String,
}

/// A node of the tree.
#[derive(Clone, Debug)]
pub(super) struct TreeNode {
    pub(super) parent: Option<usize>,
    /// The nodes behind it, the main line first.
    pub(super) children: Vec<usize>,
    /// What happens; `None` if only something is said.
    pub(super) action: Option<Action>,
    pub(super) comment: String,
    pub(super) name: String,
    pub(super) marks: Vec<PointMark>,
    /// Properties that nothing here understands.
    pub(super) other: Vec<SgfProperty>,
    pub(super) report: Option<Arc<ReportView>>,
    pub(super) judgement: Option<Arc<Judgement>>,
    scene: Scene,
}

impl TreeNode {
    fn new(parent: Option<usize>, action: Option<Action>, scene: Scene) -> TreeNode {
        TreeNode {
            parent,
            children: Vec::new(),
            action,
            comment: String::new(),
            name: String::new(),
            marks: Vec::new(),
            other: Vec::new(),
            report: None,
            judgement: None,
            scene,
        }
    }

    /// Whose turn it is behind the node.
    pub(super) const fn turn(&self) -> Color {
        self.scene.turn
    }

    /// The move, if it is one.
    pub(super) const fn mv(&self) -> Option<(Color, Move)> {
        match self.action {
            Some(Action::Move(color, mv)) => Some((color, mv)),
            _ => None,
        }
    }

    /// The number of moves up to the node.
    pub(super) const fn number(&self) -> usize {
        self.scene.number
    }
}

/// What is to be seen at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Scene {
    turn: Color,
    /// What is otherwise than at the parent.
    changes: Vec<(Point, Option<Color>)>,
    captured: ByColor<u32>,
    forbidden: Vec<Point>,
    number: usize,
}

impl Scene {
    /// What is to be seen of a game with a number of moves, behind a board.
    fn of(game: &Game, before: &Board, number: usize) -> Scene {
        let board = game.board();
        let turn = game.position().to_move();
        let changed = |&at: &Point| board.color_at(at) != before.color_at(at);
        let is_forbidden =
            |&at: &Point| board.is_empty_at(at) && game.check(turn, Move::Play(at)).is_err();
        Scene {
            turn,
            changes: board
                .points()
                .filter(changed)
                .map(|at| (at, board.color_at(at)))
                .collect(),
            captured: ByColor::new_with(|color| board.captured_by(color)),
            forbidden: board.points().filter(is_forbidden).collect(),
            number,
        }
    }
}

/// Does what an action says. Moves against ko and suicide rules are made, since records have them.
fn act(game: &mut Game, action: Option<&Action>) -> WebResult<()> {
    match action {
        None => Ok(()),
        Some(Action::Setup(setup)) => game.set_up(setup.clone()).map_err(WebError::refused),
        Some(&Action::Move(color, mv)) => game.play_leniently(color, mv).map_err(WebError::refused),
    }
}

/// A tree of variations with the rules by which it is played.
#[derive(Clone, Debug)]
pub(super) struct GameTree {
    size: Size,
    rules: Rules,
    komi: f64,
    /// The handicap stones that the record names, whatever stones there are.
    pub(super) handicap: Option<usize>,
    nodes: Vec<Option<TreeNode>>,
    /// How many of them are there.
    count: usize,
}

impl GameTree {
    /// A tree that begins with an empty board, or with a setup.
    pub(super) fn new(
        size: Size,
        rules: Rules,
        komi: f64,
        setup: Option<Setup>,
    ) -> WebResult<GameTree> {
        let mut tree = GameTree {
            size,
            rules,
            komi,
            handicap: None,
            nodes: Vec::new(),
            count: 1,
        };
        let action = setup.map(Action::Setup);
        let mut game = tree.empty();
        act(&mut game, action.as_ref())?;
        let scene = Scene::of(&game, &Board::new(size), 0);
        tree.nodes.push(Some(TreeNode::new(None, action, scene)));
        Ok(tree)
    }

    /// A game without a stone.
    fn empty(&self) -> Game {
        let mut game = Game::new(self.size, self.rules);
        game.set_komi(self.komi);
        game
    }

    pub(super) const fn size(&self) -> Size {
        self.size
    }

    pub(super) const fn rules(&self) -> &Rules {
        &self.rules
    }

    pub(super) const fn komi(&self) -> f64 {
        self.komi
    }

    /// Plays by other rules and another komi from now on. What is known of positions is forgotten.
    pub(super) fn set_rules(&mut self, rules: Rules, komi: f64) -> WebResult<()> {
        let mut other = self.clone();
        (other.rules, other.komi) = (rules, komi);
        for node in other.nodes.iter_mut().flatten() {
            (node.report, node.judgement) = (None, None);
        }
        other.refresh(ROOT)?;
        *self = other;
        Ok(())
    }

    /// The node of a number.
    pub(super) fn node(&self, id: usize) -> WebResult<&TreeNode> {
        let node = self.nodes.get(id).and_then(Option::as_ref);
        node.ok_or_else(|| WebError::Unknown(format!("there is no node {id}")))
    }

    /// The same, to change what is said about it.
    pub(super) fn node_mut(&mut self, id: usize) -> WebResult<&mut TreeNode> {
        let node = self.nodes.get_mut(id).and_then(Option::as_mut);
        node.ok_or_else(|| WebError::Unknown(format!("there is no node {id}")))
    }

    /// The numbers of all nodes, each behind its parent, the main line of each first.
    pub(super) fn ids(&self) -> Vec<usize> {
        self.below(ROOT)
    }

    /// The numbers of a node and of all behind it, each behind its parent, the main line of each first.
    fn below(&self, id: usize) -> Vec<usize> {
        let (mut ids, mut left) = (Vec::new(), vec![id]);
        while let Some(id) = left.pop() {
            if let Ok(node) = self.node(id) {
                ids.push(id);
                left.extend(node.children.iter().rev());
            }
        }
        ids
    }

    /// The numbers of the nodes from the root to one, both among them.
    pub(super) fn path(&self, id: usize) -> Vec<usize> {
        let before = |&id: &usize| self.node(id).ok().and_then(|node| node.parent);
        let mut path: Vec<usize> = std::iter::successors(Some(id), before).collect();
        path.reverse();
        path
    }

    /// The last node of the main line behind one.
    pub(super) fn end_of(&self, id: usize) -> usize {
        let next = |&id: &usize| self.node(id).ok()?.children.first().copied();
        std::iter::successors(Some(id), next).last().unwrap_or(id)
    }

    /// The game of the nodes from the root to one, and the node of each step of it.
    pub(super) fn record(&self, id: usize) -> (Record, Vec<usize>) {
        let mut record = Record::new(self.size);
        record.komi = Some(self.komi);
        record.handicap = self.handicap;
        let mut steps = Vec::new();
        for id in self.path(id) {
            let action = self.node(id).ok().and_then(|node| node.action.clone());
            if let Some(action) = action {
                record.nodes.push(action.into());
                steps.push(id);
            }
        }
        (record, steps)
    }

    /// The game at a node.
    pub(super) fn game(&self, id: usize) -> WebResult<Game> {
        self.node(id)?;
        let (record, _) = self.record(id);
        Game::replay(&record, self.rules, usize::MAX, Strictness::Lenient)
            .map_err(WebError::refused)
    }

    /// The child of a node that makes a move.
    pub(super) fn child(&self, id: usize, color: Color, mv: Move) -> Option<usize> {
        let mut children = self.node(id).ok()?.children.iter().copied();
        children.find(|&child| {
            let child = self.node(child).ok();
            child.and_then(TreeNode::mv) == Some((color, mv))
        })
    }

    /// Adds a node, as the last one behind its parent. A game is at the parent and goes on to the new node. The action need
    /// not be allowed by the rules about repetition and suicide.
    pub(super) fn grow(
        &mut self,
        parent: usize,
        action: Option<Action>,
        game: &mut Game,
    ) -> WebResult<usize> {
        if self.count >= MOST_NODES {
            return Err(WebError::Limit(format!(
                "a tree has {MOST_NODES} nodes at most"
            )));
        }
        let number = self.node(parent)?.number();
        let before = game.board().clone();
        act(game, action.as_ref())?;
        let moves = usize::from(matches!(action, Some(Action::Move(..))));
        let scene = Scene::of(game, &before, number + moves);
        let id = self.nodes.len();
        self.nodes
            .push(Some(TreeNode::new(Some(parent), action, scene)));
        self.node_mut(parent)?.children.push(id);
        self.count += 1;
        Ok(id)
    }

    /// Returns the child of a node that makes a move, which is new unless it is there. The rules must allow a new one.
    pub(super) fn play(&mut self, id: usize, color: Color, mv: Move) -> WebResult<usize> {
        if let Some(child) = self.child(id, color, mv) {
            return Ok(child);
        }
        let mut game = self.game(id)?;
        game.check(color, mv).map_err(WebError::refused)?;
        self.grow(id, Some(Action::Move(color, mv)), &mut game)
    }

    /// Sets stones up behind a node, or in the node itself if that is a setup or the root and nothing is behind it. Returns the
    /// node.
    pub(super) fn set_up(&mut self, id: usize, setup: Setup) -> WebResult<usize> {
        let node = self.node(id)?;
        let is_open = node.children.is_empty();
        let old = match &node.action {
            None if id == ROOT && is_open => Some(Setup::default()),
            Some(Action::Setup(old)) if is_open => Some(old.clone()),
            _ => None,
        };
        let Some(mut old) = old else {
            let mut game = self.game(id)?;
            return self.grow(id, Some(Action::Setup(setup)), &mut game);
        };
        for (at, stone) in setup.stones {
            old.stones.retain(|&(known, _)| known != at);
            old.stones.push((at, stone));
        }
        old.to_move = setup.to_move.or(old.to_move);
        let mut changed = self.clone();
        changed.node_mut(id)?.action = Some(Action::Setup(old));
        changed.refresh(id)?;
        let node = changed.node_mut(id)?;
        (node.report, node.judgement) = (None, None);
        *self = changed;
        Ok(id)
    }

    /// Takes a node and all behind it out. Returns their numbers.
    pub(super) fn remove(&mut self, id: usize) -> WebResult<Vec<usize>> {
        let parent = self.node(id)?.parent;
        let Some(parent) = parent else {
            return Err(WebError::refused("the first node cannot be removed"));
        };
        let removed = self.below(id);
        for &id in &removed {
            self.nodes[id] = None;
        }
        self.count -= removed.len();
        let children = &mut self.node_mut(parent)?.children;
        children.retain(|&child| child != id);
        Ok(removed)
    }

    /// Makes the line from the root to a node the main line. Returns the nodes whose children change their order.
    pub(super) fn promote(&mut self, id: usize) -> WebResult<Vec<usize>> {
        self.node(id)?;
        let path = self.path(id);
        let mut changed = Vec::new();
        for step in path.windows(2) {
            let children = &mut self.node_mut(step[0])?.children;
            if children.first() != Some(&step[1]) {
                children.retain(|&child| child != step[1]);
                children.insert(0, step[1]);
                changed.push(step[0]);
            }
        }
        Ok(changed)
    }

    /// Finds out anew what is to be seen at a node and at all behind it.
    fn refresh(&mut self, id: usize) -> WebResult<()> {
        for id in self.below(id) {
            let game = self.game(id)?;
            let node = self.node(id)?;
            let (number, parent) = (node.number(), node.parent);
            let before = match parent {
                Some(parent) => self.game(parent)?.board().clone(),
                None => Board::new(self.size),
            };
            self.node_mut(id)?.scene = Scene::of(&game, &before, number);
        }
        Ok(())
    }

    /// A node as pages see it.
    pub(super) fn view(&self, id: usize) -> WebResult<NodeView> {
        let (node, size) = (self.node(id)?, self.size);
        let mv = node.mv();
        let mark = |mark: &PointMark| {
            let (kind, _) = MARKS[mark.kind];
            (number(mark.at, size), kind, mark.text.clone())
        };
        let changes = node.scene.changes.iter();
        Ok(NodeView {
            id,
            parent: node.parent,
            children: node.children.clone(),
            color: mv.map(|(color, _)| color),
            point: mv.and_then(|(_, mv)| number_of(mv, size)),
            turn: node.turn(),
            changes: changes
                .map(|&(at, stone)| (number(at, size), SetupStone::from(stone)))
                .collect(),
            captured: node.scene.captured,
            forbidden: sorted(node.scene.forbidden.iter().copied(), size),
            number: node.number(),
            marks: node.marks.iter().map(mark).collect(),
            comment: node.comment.clone(),
            name: node.name.clone(),
            report: node.report.clone(),
            judged: node.judgement.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::rules::Preset;

    fn tree(side: u8) -> GameTree {
        let rules = Preset::find("chinese").unwrap().rules;
        GameTree::new(Size::square(side), rules, 7.5, None).unwrap()
    }

    fn point(text: &str) -> Move {
        text.parse().unwrap()
    }

    fn play(tree: &mut GameTree, id: usize, text: &str) -> usize {
        let turn = tree.node(id).unwrap().turn();
        tree.play(id, turn, point(text)).unwrap()
    }

    #[test]
    fn the_same_move_is_the_same_node_and_others_are_variations() {
        let mut tree = tree(5);
        let a = play(&mut tree, ROOT, "C3");
        let b = play(&mut tree, a, "B3");
        let c = play(&mut tree, ROOT, "B2");
        assert_eq!(play(&mut tree, ROOT, "C3"), a);
        assert_eq!(tree.ids(), [ROOT, a, b, c]);
        assert_eq!(tree.end_of(ROOT), b);
        assert_eq!(tree.promote(c), Ok(vec![ROOT]));
        assert_eq!(tree.ids(), [ROOT, c, a, b]);
        assert_eq!(tree.promote(c), Ok(vec![]));
        assert_eq!(tree.remove(a), Ok(vec![a, b]));
        assert!(tree.node(b).is_err() && tree.remove(ROOT).is_err());
        // Numbers are not used again.
        assert!(play(&mut tree, c, "A1") > b);
    }

    #[test]
    fn nodes_know_captures_and_what_is_forbidden() {
        let mut tree = tree(3);
        let mut at = ROOT;
        for mv in ["B1", "A1", "A2"] {
            at = play(&mut tree, at, mv);
        }
        let view = tree.view(at).unwrap();
        assert_eq!(
            view.changes,
            [(6, SetupStone::Empty), (3, SetupStone::Black)]
        );
        assert_eq!((view.captured.black, view.captured.white), (1, 0));
        assert_eq!((view.number, view.turn), (3, Color::White));
        assert_eq!(view.forbidden, [6], "suicide");
        assert!(tree.play(at, Color::White, point("A1")).is_err());
        assert!(tree.play(at, Color::White, point("B1")).is_err());
        assert_eq!(tree.ids().len(), 4, "nothing has changed");
    }

    #[test]
    fn stones_are_set_up_in_a_free_node_and_behind_others() {
        let mut tree = tree(5);
        let stones = |text: &str, color| Setup {
            stones: vec![(point(text).point().unwrap(), Some(color))],
            to_move: None,
        };
        assert_eq!(tree.set_up(ROOT, stones("C3", Color::Black)), Ok(ROOT));
        assert_eq!(tree.set_up(ROOT, stones("A1", Color::White)), Ok(ROOT));
        let game = tree.game(ROOT).unwrap();
        assert_eq!(game.board().stone_count(Color::Black), 1);
        assert_eq!(game.board().stone_count(Color::White), 1);
        let next = play(&mut tree, ROOT, "B3");
        let behind = tree.set_up(next, stones("E5", Color::White)).unwrap();
        assert_eq!(tree.node(behind).unwrap().parent, Some(next));
        let breathless = Setup {
            stones: Size::square(5)
                .points()
                .map(|at| (at, Some(Color::Black)))
                .collect(),
            to_move: None,
        };
        assert!(tree.set_up(behind, breathless).is_err());
        assert_eq!(tree.view(behind).unwrap().changes.len(), 1);
    }

    #[test]
    fn other_rules_forbid_other_moves() {
        let mut tree = tree(3);
        let mut at = ROOT;
        for mv in ["B1", "A1", "A2"] {
            at = play(&mut tree, at, mv);
        }
        let rules = Preset::find("tromp-taylor").unwrap().rules;
        tree.set_rules(rules, 7.5).unwrap();
        // White's single stone still removes itself, which brings the position back.
        assert_eq!(tree.view(at).unwrap().forbidden, [6]);
        assert_eq!(tree.game(at).unwrap().rules(), &rules);
    }
}
