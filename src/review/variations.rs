//! What the record itself says beside the game, on the page: its variations with their comments, and its marks.
//!
//! They are read from the record as it was given, because the one that a review writes has kosumi's own variations, too. A record may
//! come from anywhere, so a page holds a bounded part of them, and what cannot be played is left out.

use super::act;
use super::text::commented;
use super::words::{ReviewWords, filled};
use crate::go::record::{Action, Node};
use crate::go::{Game, Move, Record, Rules, Size};
use crate::html::viewer::{Mark, Viewer};
use crate::sgf::{SgfNode, SgfTree};

/// Positions of variations that a page holds. A course of problems may have tens of thousands.
const MOST_POSITIONS: usize = 2000;

/// Nodes of a record that is read for its variations.
pub const MOST_NODES: usize = 50_000;

/// Letters of a comment in a variation, and of a label on the board.
const LONGEST_COMMENT: usize = 2000;
const LONGEST_LABEL: usize = 4;

/// Letters of a comment in the list of variations, and moves of a line there.
const LONGEST_HINT: usize = 160;
const MOST_LISTED_MOVES: usize = 12;

/// The marks that have a sign on the board.
const MARKS: [(&str, Mark); 4] = [
    ("TR", Mark::Triangle),
    ("SQ", Mark::Square),
    ("CR", Mark::Circle),
    ("MA", Mark::Cross),
];

/// A variation that leaves the game.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RecordVariation {
    /// The step of the position where it begins.
    pub(super) from: usize,
    /// The last step of its main line.
    pub(super) last: usize,
    /// The moves of the game before it.
    pub(super) after: usize,
    /// How its main line begins, as text.
    pub(super) moves: String,
    /// What is said there first, cut to a length for a list.
    pub(super) hint: String,
}

/// The variations of a record.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RecordVariations {
    /// Those that leave the game, in its order.
    pub(super) list: Vec<RecordVariation>,
    /// Nodes that are not on the page, since they are too many or cannot be played.
    pub(super) left_out: usize,
}

/// A node of a variation that is still to be shown, with the position before it.
struct VariationBranch {
    node: usize,
    step: usize,
    game: Game,
    /// The variation in the list whose main line it goes on with.
    listed: Option<usize>,
}

/// What is added to a viewer.
pub(super) struct VariationWriter<'a> {
    viewer: &'a mut Viewer,
    tree: &'a SgfTree,
    children: Vec<Vec<usize>>,
    words: &'a ReviewWords,
    found: RecordVariations,
    /// How many more positions there may be.
    room: usize,
}

impl<'a> VariationWriter<'a> {
    /// Adds the variations of a tree to a viewer of its game. The record is the main line as far as it was reviewed, and
    /// `steps` has the step of the position after each of its nodes.
    pub(super) fn add(
        viewer: &'a mut Viewer,
        tree: &'a SgfTree,
        (record, rules, steps): (&Record, Rules, &[usize]),
        words: &'a ReviewWords,
    ) -> RecordVariations {
        if tree.size != record.size {
            return RecordVariations::default();
        }
        let mut variations = VariationWriter {
            viewer,
            tree,
            children: tree.children(),
            words,
            found: RecordVariations::default(),
            room: MOST_POSITIONS,
        };
        let branches = variations.leave(record, rules, steps);
        let shown: usize = branches
            .into_iter()
            .map(|(after, branch)| variations.grow(after, branch))
            .sum();
        let main = std::iter::successors(Some(0), |&place| {
            variations.children[place].first().copied()
        });
        variations.found.left_out = tree.nodes.len() - main.count() - shown;
        variations.found
    }

    /// Goes along the game, shows its marks, and returns where variations leave it, with the moves before each. It ends where the
    /// record has been cut, or was read in another way.
    fn leave(
        &mut self,
        record: &Record,
        rules: Rules,
        steps: &[usize],
    ) -> Vec<(usize, VariationBranch)> {
        let mut game = Game::new(record.size, rules);
        let (mut branches, mut made, mut moves) = (Vec::new(), 0, 0);
        let mut next = Some(0);
        while let Some(place) = next {
            let node = &self.tree.nodes[place];
            let Some(count) = matching(&record.nodes[made..], node, record.size) else {
                break;
            };
            for played in &record.nodes[made..made + count] {
                moves += usize::from(act(&mut game, &played.action).is_some());
            }
            made += count;
            let step = made.checked_sub(1).map_or(0, |last| steps[last]);
            self.mark(step, node);
            let Some((&first, others)) = self.children[place].split_first() else {
                break;
            };
            let room = MOST_POSITIONS.saturating_sub(branches.len());
            branches.extend(others.iter().take(room).map(|&node| {
                let (game, listed) = (game.clone(), None);
                let branch = VariationBranch {
                    node,
                    step,
                    game,
                    listed,
                };
                (moves, branch)
            }));
            next = Some(first);
        }
        branches
    }

    /// Adds a variation that leaves the game after some moves, with all that branches off from it. Returns the number of its
    /// nodes that are shown.
    fn grow(&mut self, after: usize, branch: VariationBranch) -> usize {
        let listed = self.found.list.len();
        self.found.list.push(RecordVariation {
            from: branch.step,
            last: branch.step,
            after,
            moves: String::new(),
            hint: String::new(),
        });
        let mut left = vec![VariationBranch {
            listed: Some(listed),
            ..branch
        }];
        let (mut shown, mut listed_moves) = (0, 0);
        while let Some(mut branch) = left.pop() {
            let node = &self.tree.nodes[branch.node];
            let Some(moves) = self.play(&mut branch, node) else {
                continue;
            };
            shown += 1;
            self.mark(branch.step, node);
            let comment = comment_of(node);
            self.say(branch.step, &comment);
            if let Some(place) = branch.listed {
                let variation = &mut self.found.list[place];
                variation.last = branch.step;
                for mv in moves {
                    listed_moves += 1;
                    variation.note(&self.words.move_name(mv), listed_moves);
                }
                if variation.hint.is_empty() {
                    variation.hint = clipped(&comment.replace('\n', " "), LONGEST_HINT);
                }
            }
            let VariationBranch {
                step, game, listed, ..
            } = branch;
            // No more games are kept than there is room for.
            let room = self.room.saturating_sub(left.len());
            let ways = self.children[branch.node].iter().enumerate().take(room);
            let ways = ways.map(|(way, &node)| VariationBranch {
                node,
                step,
                game: game.clone(),
                listed: listed.filter(|_| way == 0),
            });
            let ways: Vec<VariationBranch> = ways.collect();
            left.extend(ways.into_iter().rev());
        }
        // A variation of which nothing can be played is none.
        if self.found.list[listed].moves.is_empty() {
            self.found.list.pop();
        }
        shown
    }

    /// Makes what a node does, as far as the rules and the room allow it; returns its moves. `None` if that is not possible.
    fn play(&mut self, branch: &mut VariationBranch, node: &SgfNode) -> Option<Vec<Move>> {
        let size = self.tree.size;
        let setup = node.setup(size).map(Action::Setup);
        let actions: Vec<Action> = setup.into_iter().chain(node.moves(size)?).collect();
        let mut moves = Vec::new();
        for action in actions {
            self.room = self.room.checked_sub(1)?;
            let (color, mv) = match action {
                Action::Setup(setup) => {
                    branch.game.set_up(setup).ok()?;
                    branch.step = self.viewer.follow(branch.step, branch.game.board(), None);
                    self.viewer.vary(branch.step);
                    continue;
                }
                Action::Move(color, mv) => (color, mv),
            };
            branch.game.play_leniently(color, mv).ok()?;
            let board = branch.game.board();
            branch.step = self.viewer.follow(branch.step, board, mv.point());
            self.viewer.vary(branch.step);
            if self.viewer.text(branch.step).is_empty() {
                let words = [self.words.player(color), &self.words.move_name(mv)];
                let text = filled(self.words.variation, &words);
                self.viewer.say(branch.step, text);
            }
            moves.push(mv);
        }
        Some(moves)
    }

    /// Adds a comment to what is said at a step.
    fn say(&mut self, step: usize, comment: &str) {
        let text = commented(self.viewer.text(step), comment);
        self.viewer.say(step, text);
    }

    fn mark(&mut self, step: usize, node: &SgfNode) {
        let size = self.tree.size;
        let is_here = |at: &crate::go::Point| size.contains(*at);
        for (name, mark) in MARKS {
            let points = node.find(name).and_then(|found| found.points(size));
            for at in points.unwrap_or_default().into_iter().filter(is_here) {
                self.viewer.mark(step, at, mark);
            }
        }
        let labels = node.find("LB").and_then(|found| found.labels(size));
        for (at, text) in labels.unwrap_or_default().into_iter().take(size.area()) {
            let text: String = text.chars().take(LONGEST_LABEL).collect();
            self.viewer.label(step, at, text);
        }
    }
}

impl RecordVariation {
    /// Notes a move, the first one by 1.
    fn note(&mut self, mv: &str, number: usize) {
        match number {
            1 => mv.clone_into(&mut self.moves),
            2..=MOST_LISTED_MOVES => self.moves.extend([" ", mv]),
            _ if self.moves.ends_with('…') => (),
            _ => self.moves.push_str(" …"),
        }
    }
}

/// How many nodes of a record a node of the tree has become; `None` if they do not agree.
fn matching(record: &[Node], node: &SgfNode, size: Size) -> Option<usize> {
    let setup = node.setup(size).map(Action::Setup);
    let expected: Vec<Action> = setup.into_iter().chain(node.moves(size)?).collect();
    // Stones without a liberty are taken out of setups when a record is read.
    let is_same = |(known, action): (&Node, &Action)| match (&known.action, action) {
        (Action::Setup(_), Action::Setup(_)) => true,
        (known, action) => known == action,
    };
    let is_whole = record.len() >= expected.len();
    (is_whole && record.iter().zip(&expected).all(is_same)).then_some(expected.len())
}

/// What a node says, cut to a bounded length.
fn comment_of(node: &SgfNode) -> String {
    let comment = node.find("C").map(crate::sgf::SgfProperty::text);
    clipped(comment.unwrap_or_default().trim(), LONGEST_COMMENT)
}

/// A text cut to `most` letters, with a sign if there were more.
fn clipped(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}
