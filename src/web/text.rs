//! Trees of variations from and to SGF.
//!
//! A node of a record becomes a node of the tree. One with setup stones and moves, or with several moves, becomes several, of
//! which the last one has what is said. What nothing here understands stays with its node. kosumi's own files have one more
//! property, which holds what was found and how the table was left; files for others do not.

use super::error::{WebError, WebResult};
use super::tree::{GameTree, MARKS, MOST_NODES, PointMark, ROOT, TreeNode};
use super::views::{Judgement, ReportView};
use crate::go::record::Action;
use crate::go::rules::RuleSet;
use crate::go::{Color, Game, Rules, Size};
use crate::sgf::{SgfNode, SgfProperty, SgfTree, load_trees};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Facts about a game, with their properties in SGF.
const FACTS: [(&str, &str); 20] = [
    ("event", "EV"),
    ("round", "RO"),
    ("date", "DT"),
    ("place", "PC"),
    ("black", "PB"),
    ("white", "PW"),
    ("blackRank", "BR"),
    ("whiteRank", "WR"),
    ("blackTeam", "BT"),
    ("whiteTeam", "WT"),
    ("result", "RE"),
    ("gameName", "GN"),
    ("opening", "ON"),
    ("time", "TM"),
    ("overtime", "OT"),
    ("source", "SO"),
    ("annotator", "AN"),
    ("user", "US"),
    ("copyright", "CP"),
    ("comment", "GC"),
];

/// The property of kosumi's own files.
const NOTES: &str = "KOSUMI";

/// Properties of the first node that are written from what is known.
const OF_ROOT: [&str; 6] = ["AP", "SZ", "RU", "KM", "HA", NOTES];

/// The most games of a file that are looked at.
pub(super) const MOST_GAMES: usize = 1000;

/// Returns true if there is a fact of a name.
pub(super) fn is_fact(name: &str) -> bool {
    FACTS.iter().any(|(known, _)| *known == name)
}

/// What kosumi's own files say of a node, beside what SGF has words for.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct NodeNotes {
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<Arc<ReportView>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    judged: Option<Arc<Judgement>>,
    /// How the table was left, at the first node.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<serde_json::Value>,
}

/// A game that was read.
#[derive(Debug)]
pub(super) struct ReadGame {
    pub(super) tree: GameTree,
    /// Facts by name.
    pub(super) facts: BTreeMap<String, String>,
    /// What was odd.
    pub(super) doubts: Vec<String>,
    /// How the table was left, if it is one of kosumi's own files.
    pub(super) notes: Option<serde_json::Value>,
}

/// Whether the notes of kosumi's own files are read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Audience {
    /// kosumi itself.
    Kosumi,
    /// Other programs and people.
    Others,
}

/// Reads all games of a text.
pub(super) fn read_all(bytes: &[u8]) -> WebResult<Vec<SgfTree>> {
    let trees = load_trees(bytes, MOST_GAMES, MOST_NODES);
    let error = trees.iter().find_map(|tree| tree.as_ref().err().cloned());
    let trees: Vec<SgfTree> = trees.into_iter().flatten().collect();
    match error.filter(|_| trees.is_empty()) {
        Some(error) => Err(WebError::refused(error)),
        None => Ok(trees),
    }
}

/// Makes a tree of variations of a record. The rules are usual ones unless the record names some.
pub(super) fn read(sgf: &SgfTree, usual: Rules, audience: Audience) -> WebResult<ReadGame> {
    let root = &sgf.nodes[0];
    let mut doubts = Vec::new();
    let named = root.find("RU").map(SgfProperty::line);
    let known = named.as_deref().and_then(RuleSet::of_record);
    if let (Some(named), None) = (&named, &known) {
        let usual = usual.to_text();
        doubts.push(format!(
            "The rules '{named}' are not known; {usual} rules hold."
        ));
    }
    let rules = known.map_or(usual, |set| set.rules);
    let komi = root.find("KM").and_then(SgfProperty::komi);
    let komi = komi.unwrap_or(rules.komi.as_f64());
    let mut tree = GameTree::new(sgf.size, rules, komi, root.setup(sgf.size))?;
    let stones = root
        .find("HA")
        .and_then(|stones| stones.line().parse().ok());
    tree.handicap = stones.filter(|&stones: &usize| stones <= sgf.size.area());
    let notes = say(&mut tree, ROOT, root, audience)?;
    let facts = FACTS.iter().filter_map(|(name, property)| {
        let found = root.find(property)?;
        let is_text = *name == "comment";
        let text = if is_text { found.text() } else { found.line() };
        Some(((*name).to_owned(), text)).filter(|(_, text)| !text.is_empty())
    });
    let facts = facts.collect();
    let left_out = grow_all(&mut tree, sgf, audience)?;
    if left_out > 0 {
        doubts.push(format!(
            "{left_out} nodes are left out, because they cannot be played."
        ));
    }
    let notes = notes.table;
    Ok(ReadGame {
        tree,
        facts,
        doubts,
        notes,
    })
}

/// Adds all nodes behind the first one. Returns how many cannot be played, with what is behind them.
fn grow_all(tree: &mut GameTree, sgf: &SgfTree, audience: Audience) -> WebResult<usize> {
    let children = sgf.children();
    let mut made = 1;
    let (mut game, mut at) = (tree.game(ROOT)?, ROOT);
    for action in sgf.nodes[0].moves(sgf.size).unwrap_or_default() {
        at = tree.grow(at, Some(action), &mut game)?;
    }
    let mut left: Vec<(usize, usize, Game)> = Vec::new();
    let below = |place: usize, at: usize, game: Game, left: &mut Vec<(usize, usize, Game)>| {
        // The last one takes the game itself: most nodes have one child.
        let Some((&first, others)) = children[place].split_first() else {
            return;
        };
        left.extend(others.iter().rev().map(|&child| (child, at, game.clone())));
        left.push((first, at, game));
    };
    below(0, at, game, &mut left);
    while let Some((place, parent, mut game)) = left.pop() {
        let node = &sgf.nodes[place];
        let Some(at) = grow_one(tree, parent, node, &mut game)? else {
            continue;
        };
        made += 1;
        say(tree, at, node, audience)?;
        below(place, at, game, &mut left);
    }
    Ok(sgf.nodes.len() - made)
}

/// Adds a node; `None` if it cannot be played, and then nothing is added.
fn grow_one(
    tree: &mut GameTree,
    parent: usize,
    node: &SgfNode,
    game: &mut Game,
) -> WebResult<Option<usize>> {
    let size = tree.size();
    let Some(moves) = node.moves(size) else {
        return Ok(None);
    };
    let setup = node.setup(size).map(Action::Setup);
    let mut actions: Vec<Option<Action>> = setup.into_iter().chain(moves).map(Some).collect();
    if actions.is_empty() {
        actions.push(None);
    }
    let (mut at, mut first) = (parent, None);
    for action in actions {
        match tree.grow(at, action, game) {
            Ok(id) => {
                at = id;
                first = first.or(Some(id));
            }
            Err(error @ WebError::Limit(_)) => return Err(error),
            Err(_) => {
                if let Some(first) = first {
                    tree.remove(first)?;
                }
                return Ok(None);
            }
        }
    }
    Ok(Some(at))
}

/// Lets a node of the tree have what one of a record says. Returns the notes.
fn say(tree: &mut GameTree, id: usize, from: &SgfNode, audience: Audience) -> WebResult<NodeNotes> {
    let size = tree.size();
    let node = tree.node_mut(id)?;
    let mut notes = NodeNotes::default();
    for property in &from.properties {
        let name = property.name.as_str();
        let is_of_root =
            id == ROOT && (OF_ROOT.contains(&name) || FACTS.iter().any(|(_, fact)| *fact == name));
        match name {
            "B" | "W" | "AB" | "AW" | "AE" | "PL" => {}
            NOTES if audience == Audience::Kosumi => {
                notes = serde_json::from_str(&property.text()).unwrap_or_default();
            }
            NOTES => {}
            _ if is_of_root => {}
            "C" => node.comment = property.text(),
            "N" => node.name = property.line(),
            _ => match marks_of(property, size) {
                Some(marks) => node.marks.extend(marks),
                None => node.other.push(property.clone()),
            },
        }
    }
    let report = notes.report.take();
    node.report = report.map(|report| {
        let node = id;
        Arc::new(ReportView {
            node,
            ..(*report).clone()
        })
    });
    node.judgement = notes.judged.take();
    Ok(notes)
}

/// The marks of a property; `None` if it is none of marks, or one that cannot be read.
fn marks_of(property: &SgfProperty, size: Size) -> Option<Vec<PointMark>> {
    let kind = MARKS.iter().position(|(_, name)| *name == property.name)?;
    let mark = |(at, text)| PointMark { at, kind, text };
    if MARKS[kind].1 == "LB" {
        return Some(property.labels(size)?.into_iter().map(mark).collect());
    }
    let points = property.points(size)?.into_iter();
    Some(points.map(|at| mark((at, String::new()))).collect())
}

/// Makes a record of a tree. `table` is how the table is left, for kosumi's own files.
pub(super) fn write(
    tree: &GameTree,
    facts: &BTreeMap<String, String>,
    table: Option<&serde_json::Value>,
    audience: Audience,
) -> String {
    let ids = tree.ids();
    let places: BTreeMap<usize, usize> = ids.iter().copied().zip(0..).collect();
    let mut nodes: Vec<SgfNode> = Vec::with_capacity(ids.len());
    for &id in &ids {
        let Ok(node) = tree.node(id) else { continue };
        let mut properties = Vec::new();
        if id == ROOT {
            properties = root_properties(tree, facts);
        }
        properties.extend(node_properties(node, tree.size()));
        if audience == Audience::Kosumi {
            let table = table.filter(|_| id == ROOT).cloned();
            properties.extend(notes_of(node, table));
        }
        nodes.push(SgfNode {
            parent: node.parent.and_then(|parent| places.get(&parent).copied()),
            properties,
        });
    }
    let size = tree.size();
    SgfTree { size, nodes }.write()
}

fn root_properties(tree: &GameTree, facts: &BTreeMap<String, String>) -> Vec<SgfProperty> {
    let size = tree.size();
    let sides = match (size.width(), size.height()) {
        (width, height) if width == height => width.to_string(),
        (width, height) => format!("{width}:{height}"),
    };
    let program = concat!("kosumi:", env!("CARGO_PKG_VERSION")).to_owned();
    let own = [
        ("AP", Some(program)),
        ("SZ", Some(sides)),
        ("RU", Some(tree.rules().to_text())),
        ("HA", tree.handicap.map(|stones| stones.to_string())),
    ];
    let own = own
        .into_iter()
        .filter_map(|(name, text)| Some(SgfProperty::of_text(name, &text?)));
    let facts = FACTS.iter().filter_map(|(name, property)| {
        let text = facts.get(*name).filter(|text| !text.is_empty())?;
        Some(SgfProperty::of_text(property, text))
    });
    own.chain([SgfProperty::of_komi(tree.komi())])
        .chain(facts)
        .collect()
}

fn node_properties(node: &TreeNode, size: Size) -> Vec<SgfProperty> {
    let mut properties = Vec::new();
    match &node.action {
        Some(Action::Move(color, mv)) => {
            properties.push(SgfProperty::of_move(*color, *mv, size));
        }
        Some(Action::Setup(setup)) => {
            let [black, white] = Color::ALL.map(Some);
            for (name, kind) in [("AB", black), ("AW", white), ("AE", None)] {
                let stones = setup.stones.iter().filter(|(_, stone)| *stone == kind);
                let points = stones.map(|&(at, _)| at);
                properties.extend(SgfProperty::of_points(name, points, size));
            }
            let turn = setup.to_move.map(|color| color.letter().to_string());
            properties.extend(turn.map(|turn| SgfProperty::of_text("PL", &turn)));
        }
        None => {}
    }
    let texts = [("N", &node.name), ("C", &node.comment)];
    let texts = texts.iter().filter(|(_, text)| !text.is_empty());
    properties.extend(texts.map(|(name, text)| SgfProperty::of_text(name, text)));
    for (kind, (_, name)) in MARKS.iter().enumerate() {
        let marks = node.marks.iter().filter(|mark| mark.kind == kind);
        let property = if *name == "LB" {
            SgfProperty::of_labels(name, marks.map(|mark| (mark.at, mark.text.as_str())), size)
        } else {
            SgfProperty::of_points(name, marks.map(|mark| mark.at), size)
        };
        properties.extend(property);
    }
    properties.extend(node.other.iter().cloned());
    properties
}

fn notes_of(node: &TreeNode, table: Option<serde_json::Value>) -> Option<SgfProperty> {
    let notes = NodeNotes {
        report: node
            .report
            .as_deref()
            .map(|report| Arc::new(report.in_short())),
        judged: node.judgement.clone(),
        table,
    };
    if notes.report.is_none() && notes.judged.is_none() && notes.table.is_none() {
        return None;
    }
    let text = serde_json::to_string(&notes).ok()?;
    Some(SgfProperty::of_text(NOTES, &text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::rules::Preset;

    fn usual() -> Rules {
        Preset::find("chinese").unwrap().rules
    }

    fn read_one(text: &str, audience: Audience) -> ReadGame {
        let trees = read_all(text.as_bytes()).unwrap();
        read(&trees[0], usual(), audience).unwrap()
    }

    const GAME: &str = "(;GM[1]SZ[9]RU[Japanese]KM[6.5]PB[a]WR[3d]XY[1]C[all]GC[a game]AB[aa][bb]PL[W]\
        ;W[ee]C[x\\]]KGSB[q](;B[cc]TR[aa]LB[bb:1]N[n];C[only words])(;B[dd];W[];B[cc]))";

    #[test]
    fn a_record_comes_back_as_it_was() {
        let game = read_one(GAME, Audience::Others);
        assert!(game.doubts.is_empty(), "{:?}", game.doubts);
        assert_eq!(game.tree.ids().len(), 7);
        assert_eq!(game.facts["black"], "a");
        assert_eq!(game.facts["comment"], "a game");
        let text = write(&game.tree, &game.facts, None, Audience::Others);
        for part in [
            "XY[1]",
            "KGSB[q]",
            "C[x\\]]",
            "LB[bb:1]",
            "C[only words]",
            "WR[3d]",
            "KM[6.5]",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        let again = read_one(&text, Audience::Others);
        assert_eq!(
            write(&again.tree, &again.facts, None, Audience::Others),
            text
        );
        for id in game.tree.ids() {
            let views =
                [&game, &again].map(|game| serde_json::to_value(game.tree.view(id).unwrap()));
            let [one, other] = views.map(Result::unwrap);
            assert_eq!(one, other);
        }
    }

    #[test]
    fn notes_are_for_kosumi_alone() {
        let mut game = read_one(GAME, Audience::Others);
        let report = ReportView {
            node: 1,
            visits: 5,
            chance: 0.25,
            ..ReportView::default()
        };
        game.tree.node_mut(1).unwrap().report = Some(Arc::new(report));
        let table = Some(serde_json::json!({"a": "]"}));
        let text = write(&game.tree, &game.facts, table.as_ref(), Audience::Kosumi);
        let again = read_one(&text, Audience::Kosumi);
        assert_eq!(again.notes, table);
        assert_eq!(
            again.tree.node(1).unwrap().report,
            game.tree.node(1).unwrap().report
        );
        let others = read_one(&text, Audience::Others);
        assert!(others.notes.is_none() && others.tree.node(1).unwrap().report.is_none());
        let text = write(&others.tree, &others.facts, None, Audience::Others);
        assert!(!text.contains("KOSUMI["), "{text}");
    }

    #[test]
    fn what_cannot_be_played_is_left_out_with_what_follows() {
        let game = read_one(
            "(;SZ[5];B[aa](;W[aa];B[bb])(;W[cc])(;W[zz]))",
            Audience::Others,
        );
        assert_eq!(game.tree.ids().len(), 3);
        assert_eq!(game.doubts.len(), 1);
        assert!(game.doubts[0].starts_with("3 nodes"), "{:?}", game.doubts);
        let odd = read_one(
            "(;SZ[5]RU[no such];B[aa]W[bb];AB[cc]B[dd])",
            Audience::Others,
        );
        assert_eq!((odd.tree.ids().len(), odd.doubts.len()), (5, 1));
        assert_eq!(odd.tree.rules(), &usual());
    }
}
