//! Whole games: all nodes of all variations, with every property as it is written.
//!
//! An [`SgfTree`] keeps what it does not understand, so that a program that edits one node loses nothing of the others. Values
//! are kept with their escapes; what reads and makes properties here takes care of them. Neither reading nor writing takes
//! recursion, and both take time and memory in proportion to the text.

use super::SgfError;
use super::decode::decode;
use super::lexer::{Lexer, name_of};
use super::notation::{
    board_size, clip, escape, names_go, parse_color, parse_komi, parse_line, parse_move,
    parse_points, parse_text, point_name,
};
use super::write::komi_value;
use crate::go::record::{Action, Setup};
use crate::go::{Color, Move, Point, Size};
use std::collections::BTreeMap;

/// Nodes on a line of the text, unless one of them has more than a move.
const NODES_A_LINE: usize = 10;

/// A property with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfProperty {
    /// Its name in capitals, such as `AB`, or as it is written if nothing here knows it.
    pub name: String,
    /// The values as they are written, with escapes.
    pub values: Vec<String>,
}

/// A node with its properties.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SgfNode {
    /// The place of the node before it; `None` for the first node alone.
    pub parent: Option<usize>,
    /// What it says, in the order of the text.
    pub properties: Vec<SgfProperty>,
}

/// A game with all variations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfTree {
    /// The size of the board.
    pub size: Size,
    /// The nodes, each behind its parent. Of the nodes with one parent the first is the main line.
    pub nodes: Vec<SgfNode>,
}

impl SgfProperty {
    /// A property with one value, which may be any text.
    pub fn of_text(name: &str, text: &str) -> SgfProperty {
        SgfProperty {
            name: name.to_owned(),
            values: vec![escape(text)],
        }
    }

    /// White's points.
    pub fn of_komi(komi: f64) -> SgfProperty {
        SgfProperty::of_text("KM", &komi_value(komi))
    }

    /// A move.
    pub fn of_move(color: Color, mv: Move, size: Size) -> SgfProperty {
        let point = mv.point().and_then(|at| point_name(at, size));
        SgfProperty {
            name: color.letter().to_string(),
            values: vec![point.unwrap_or_default()],
        }
    }

    /// A list of points; `None` if there are none.
    pub fn of_points(
        name: &str,
        points: impl IntoIterator<Item = Point>,
        size: Size,
    ) -> Option<SgfProperty> {
        let names = points.into_iter().filter_map(|at| point_name(at, size));
        let values: Vec<String> = names.collect();
        let name = name.to_owned();
        (!values.is_empty()).then_some(SgfProperty { name, values })
    }

    /// Points with texts, as labels are; `None` if there are none.
    pub fn of_labels<'a>(
        name: &str,
        labels: impl IntoIterator<Item = (Point, &'a str)>,
        size: Size,
    ) -> Option<SgfProperty> {
        let label = |(at, text): (Point, &str)| {
            let text = escape(text).replace(':', "\\:");
            Some(format!("{}:{text}", point_name(at, size)?))
        };
        let values: Vec<String> = labels.into_iter().filter_map(label).collect();
        let name = name.to_owned();
        (!values.is_empty()).then_some(SgfProperty { name, values })
    }

    /// Its text, with line breaks. Several values are one below the other.
    pub fn text(&self) -> String {
        let texts = self.values.iter().map(|value| parse_text(value));
        texts.collect::<Vec<_>>().join("\n")
    }

    /// Its text as one line.
    pub fn line(&self) -> String {
        parse_line(self.values.first().map_or("", String::as_str))
    }

    /// The player of a move, `B` or `W`.
    pub fn mover(&self) -> Option<Color> {
        match self.name.as_str() {
            "B" => Some(Color::Black),
            "W" => Some(Color::White),
            _ => None,
        }
    }

    /// The moves that it makes, if each value is a point of the board or a pass.
    pub fn moves(&self, size: Size) -> Option<Vec<Move>> {
        let values = self.values.iter();
        values.map(|value| parse_move(value, size)).collect()
    }

    /// Its points, those of rectangles one by one; `None` if a value is no point of the board, or if there are more values
    /// than points, of which each may be a rectangle as large as the board.
    pub fn points(&self, size: Size) -> Option<Vec<Point>> {
        if self.values.len() > size.area() {
            return None;
        }
        let values = self.values.iter();
        let points: Option<Vec<Vec<Point>>> =
            values.map(|value| parse_points(value, size)).collect();
        points.map(|points| points.concat())
    }

    /// Its points with their texts; `None` if a value is not a point with a text.
    pub fn labels(&self, size: Size) -> Option<Vec<(Point, String)>> {
        let label = |value: &String| {
            let (at, text) = value.split_once(':')?;
            let &[at] = &parse_points(at, size)?[..] else {
                return None;
            };
            Some((at, parse_line(text)))
        };
        self.values.iter().map(label).collect()
    }

    /// The player that it names, as `PL` does.
    pub fn color(&self) -> Option<Color> {
        parse_color(self.values.first()?)?
    }

    /// White's points, as `KM` has them.
    pub fn komi(&self) -> Option<f64> {
        parse_komi(self.values.first()?)
    }

    fn write(&self, text: &mut String) {
        text.push_str(&self.name);
        for value in &self.values {
            text.extend(["[", value, "]"]);
        }
    }
}

impl SgfNode {
    /// The property of a name.
    pub fn find(&self, name: &str) -> Option<&SgfProperty> {
        self.properties.iter().find(|found| found.name == name)
    }

    /// The moves that it makes, in the order of the text; `None` if one of them cannot be read.
    pub fn moves(&self, size: Size) -> Option<Vec<Action>> {
        let mut actions = Vec::new();
        for property in &self.properties {
            if let Some(color) = property.mover() {
                let moves = property.moves(size)?.into_iter();
                actions.extend(moves.map(|mv| Action::Move(color, mv)));
            }
        }
        Some(actions)
    }

    /// What it sets up, if it does, without what cannot be read. That happens before its moves.
    pub fn setup(&self, size: Size) -> Option<Setup> {
        let mut stones = BTreeMap::new();
        for (name, stone) in [
            ("AE", None),
            ("AB", Some(Color::Black)),
            ("AW", Some(Color::White)),
        ] {
            let points = self.find(name).and_then(|found| found.points(size));
            stones.extend(points.unwrap_or_default().into_iter().map(|at| (at, stone)));
        }
        let setup = Setup {
            stones: stones.into_iter().collect(),
            to_move: self.find("PL").and_then(SgfProperty::color),
        };
        (setup != Setup::default()).then_some(setup)
    }

    /// Adds a value to a property, which may be new.
    fn add(&mut self, name: String, values: Vec<String>) {
        match self.properties.iter_mut().find(|known| known.name == name) {
            Some(known) => known.values.extend(values),
            None => self.properties.push(SgfProperty { name, values }),
        }
    }
}

impl SgfTree {
    /// The places of the nodes behind each node, the main line first.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (place, node) in self.nodes.iter().enumerate() {
            if let Some(parent) = node.parent.filter(|&parent| parent < place) {
                children[parent].push(place);
            }
        }
        children
    }

    /// Its text in UTF-8. The first node begins with what says that.
    pub fn write(&self) -> String {
        let children = self.children();
        let mut text = "(".to_owned();
        let mut on_line = 0;
        // What is still to be written: nodes, and the ends of variations.
        let mut left = vec![Some(0)];
        while let Some(next) = left.pop() {
            let Some(place) = next.filter(|&place| place < self.nodes.len()) else {
                text.push_str(")\n");
                on_line = 0;
                continue;
            };
            let node = &self.nodes[place];
            let is_first = node.parent.is_none();
            let branches = node.parent.is_some_and(|parent| children[parent].len() > 1);
            if branches {
                text.push('(');
            }
            text.push(';');
            if is_first {
                text.push_str("FF[4]GM[1]CA[UTF-8]");
            }
            for property in &node.properties {
                property.write(&mut text);
            }
            on_line += 1;
            if is_first || on_line == NODES_A_LINE || node.properties.len() > 1 {
                text.push('\n');
                on_line = 0;
            }
            if branches {
                left.push(None);
            }
            left.extend(children[place].iter().rev().map(|&child| Some(child)));
        }
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text + ")\n"
    }
}

/// Reads the games of a collection with all variations, the first `most` of them, each of which may have as many nodes as
/// `most_nodes`. What is no SGF between properties is left out.
///
/// `FF`, `GM` and `CA` of the first node are left out, because what is written says them anyway.
///
/// # Errors
/// There is no game, or the text is no SGF of Go, or a game has too many nodes; then the others are read all the same.
pub fn load_trees(bytes: &[u8], most: usize, most_nodes: usize) -> Vec<Result<SgfTree, SgfError>> {
    let text = decode(bytes);
    let mut lexer = Lexer::new(&text);
    let mut trees = Vec::new();
    while trees.len() < most && lexer.find_game() {
        trees.push(read_tree(&mut lexer, most_nodes));
    }
    if trees.is_empty() {
        trees.push(Err(SgfError::NoGame));
    }
    trees
}

/// Reads the game that the lexer has just gone into.
fn read_tree(lexer: &mut Lexer<'_>, most_nodes: usize) -> Result<SgfTree, SgfError> {
    let mut nodes = vec![SgfNode::default()];
    let mut has_room = true;
    // The nodes at which variations begin that are still open.
    let (mut here, mut open) = (0, Vec::new());
    loop {
        let begins = match lexer.peek() {
            Some(b';') => {
                lexer.at += 1;
                true
            }
            Some(b'(') => {
                lexer.at += 1;
                open.push(here);
                // A semicolon may be missing.
                lexer.peek().is_some_and(|byte| byte.is_ascii_alphabetic())
            }
            Some(b')') => {
                lexer.at += 1;
                match open.pop() {
                    Some(before) => here = before,
                    None => break,
                }
                false
            }
            Some(byte) if byte.is_ascii_alphabetic() => {
                if let Some((name, values)) = read_property(lexer) {
                    nodes[here].add(name, values);
                }
                false
            }
            Some(_) => {
                lexer.skip_stray();
                false
            }
            None => break,
        };
        if begins && nodes.len() < most_nodes {
            let parent = Some(here);
            here = nodes.len();
            nodes.push(SgfNode {
                parent,
                ..SgfNode::default()
            });
        } else if begins {
            has_room = false;
        }
    }
    if has_room {
        whole(nodes)
    } else {
        Err(SgfError::TooManyNodes(most_nodes))
    }
}

/// Reads a property; `None` if it has no value.
fn read_property(lexer: &mut Lexer<'_>) -> Option<(String, Vec<String>)> {
    let word = lexer.word();
    lexer.at += word.len();
    let mut values = Vec::new();
    while lexer.peek() == Some(b'[') {
        lexer.at += 1;
        values.push(lexer.read_value()?.to_owned());
    }
    let known = name_of(word);
    let known = str::from_utf8(&known).unwrap_or_default().trim_end();
    let name = if known.is_empty() { word } else { known };
    (!values.is_empty()).then(|| (name.to_owned(), values))
}

/// Checks the first node, and takes out what every text says.
fn whole(mut nodes: Vec<SgfNode>) -> Result<SgfTree, SgfError> {
    if nodes.iter().all(|node| node.properties.is_empty()) {
        return Err(SgfError::Unfinished);
    }
    let first = |name: &str| nodes.iter().find_map(|node| node.find(name));
    if let Some(game) = nodes[0].find("GM").map(SgfProperty::line)
        && !names_go(&game)
    {
        return Err(SgfError::NotGo(clip(&game)));
    }
    let size = first("SZ").map(|size| board_size(&size.line()));
    let size = size.transpose()?.unwrap_or(Size::square(19));
    let is_own = |name: &str| ["FF", "GM", "CA"].contains(&name);
    nodes[0].properties.retain(|known| !is_own(&known.name));
    Ok(SgfTree { size, nodes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf;
    use proptest::prelude::*;

    fn one(text: &str) -> SgfTree {
        let trees = load_trees(text.as_bytes(), 9, 1000);
        assert_eq!(trees.len(), 1, "{text}");
        trees.into_iter().next().unwrap().unwrap()
    }

    const BUSHY: &str = "(;FF[3]GM[1]SZ[9]AP[a:b]XX[1][2]KGSSB[x\\]](;B[ee]C[one\\]\ntwo]\
        (;W[cc]LB[aa:1\\:][bb:x])(;W[gg];B[]))(;B[cc]TR[aa:bc])(B[dd]))";

    #[test]
    fn all_variations_and_properties_are_kept() {
        let tree = one(BUSHY);
        assert_eq!(tree.size, Size::square(9));
        assert_eq!(tree.nodes.len(), 7);
        assert_eq!(tree.children()[0], [1, 5, 6]);
        assert_eq!(tree.children()[1], [2, 3]);
        let root = &tree.nodes[0];
        assert_eq!(root.find("XX").unwrap().values, ["1", "2"]);
        assert_eq!(root.find("KGSSB").unwrap().text(), "x]");
        assert_eq!(tree.nodes[1].find("C").unwrap().text(), "one]\ntwo");
        let labels = tree.nodes[2].find("LB").unwrap().labels(tree.size);
        let point = |text: &str| text.parse().unwrap();
        let expected = [
            (point("A9"), "1:".to_owned()),
            (point("B8"), "x".to_owned()),
        ];
        assert_eq!(labels.unwrap(), expected);
        let triangles = tree.nodes[5].find("TR").unwrap().points(tree.size);
        assert_eq!(triangles.unwrap().len(), 6);
        assert_eq!(
            tree.nodes[6]
                .find("B")
                .unwrap()
                .moves(tree.size)
                .unwrap()
                .len(),
            1
        );
    }

    #[test]
    fn what_is_written_is_read_again() {
        let tree = one(BUSHY);
        let text = tree.write();
        assert_eq!(one(&text), tree, "{text}");
        // Other readers see the main line.
        let record = sgf::read_first(text.as_bytes()).unwrap();
        let moves: Vec<String> = record.moves().map(|(_, mv)| mv.to_string()).collect();
        assert_eq!(moves, ["E5", "C7"]);
    }

    #[test]
    fn labels_and_points_are_written_as_they_are_read() {
        let size = Size::square(9);
        let at: Point = "C3".parse().unwrap();
        let label = SgfProperty::of_labels("LB", [(at, "a:]\\")], size).unwrap();
        assert_eq!(label.labels(size).unwrap(), [(at, "a:]\\".to_owned())]);
        assert_eq!(SgfProperty::of_points("TR", [], size), None);
        // A short text must not stand for more points than fit into memory.
        let mut boards = SgfProperty::of_text("TR", "aa:ii");
        assert_eq!(boards.points(size).unwrap().len(), 81);
        boards.values = vec!["aa:ii".to_owned(); 82];
        assert_eq!(boards.points(size), None);
        let pass = SgfProperty::of_move(Color::White, Move::Pass, size);
        assert_eq!(pass.moves(size), Some(vec![Move::Pass]));
        assert_eq!(
            (pass.mover(), pass.values.concat()),
            (Some(Color::White), String::new())
        );
    }

    #[test]
    fn collections_and_errors_are_told_apart() {
        let trees = load_trees(b"(;SZ[9];B[aa])(;GM[3];B[aa])(;SZ[5])", 9, 100);
        let sizes: Vec<_> = trees
            .into_iter()
            .map(|tree| tree.map(|tree| tree.size))
            .collect();
        let other = Err(SgfError::NotGo("3".to_owned()));
        assert_eq!(sizes, [Ok(Size::square(9)), other, Ok(Size::square(5))]);
        assert_eq!(load_trees(b"no game", 9, 100), [Err(SgfError::NoGame)]);
        assert_eq!(
            load_trees(b"(;SZ[99])", 9, 100),
            [Err(SgfError::BadSize("99".to_owned()))]
        );
        let long = format!("(;{})", ";B[aa]".repeat(100));
        assert_eq!(
            load_trees(long.as_bytes(), 9, 50),
            [Err(SgfError::TooManyNodes(50))]
        );
        // Deep nesting takes no recursion.
        let deep = format!("{}{}", "(;B[aa]".repeat(100_000), ")".repeat(100_000));
        let deep = load_trees(deep.as_bytes(), 1, 1 << 20).remove(0).unwrap();
        assert_eq!(deep.nodes.len(), 100_000);
        assert!(deep.write().len() > 600_000);
    }

    proptest! {
        #[test]
        fn any_tree_that_is_read_is_written_and_read_again(text in "[(;)BWC\\[\\]ab\\\\: \n]{0,60}") {
            for tree in load_trees(format!("(;SZ[5]{text}").as_bytes(), 5, 1000).into_iter().flatten() {
                let written = tree.write();
                let again = load_trees(written.as_bytes(), 5, 1000);
                prop_assert_eq!(again, vec![Ok(tree)], "{}", written);
            }
        }
    }
}
