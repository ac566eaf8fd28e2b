//! Adds comments, values and variations to the text of a record, and changes nothing else.

use super::SgfError;
use super::decode::decode;
use super::lexer::{Lexer, Name, Property, first};
use super::notation::{escape, point_name};
use super::read::{Unreadable, load_each};
use crate::go::{Color, Move, Point, Size};
use std::fmt::Write;
use std::ops::Range;

/// What is said about a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Annotations {
    /// About the whole.
    pub comment: String,
    /// About each move of the main line, in order.
    pub moves: Vec<Annotation>,
}

/// What is said about a move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Annotation {
    /// Words, empty for none.
    pub comment: String,
    /// Points for Black, which become the value of the node (`V`).
    pub value: Option<f64>,
    /// Black's chance to win, 0 to 1, which becomes a number of percent (`SBKV`, as Sabaki draws it).
    pub chance: Option<f64>,
    /// How good or bad the move is; `None` for nothing special.
    pub quality: Option<Quality>,
    /// What was to be played instead.
    pub variation: Option<Variation>,
}

/// What SGF says of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    /// A good move that was not easy to find (`TE`).
    Good,
    /// A doubtful move (`DO`).
    Doubtful,
    /// A bad move (`BM[1]`).
    Bad,
    /// A very bad move (`BM[2]`).
    VeryBad,
}

impl Quality {
    fn property(self) -> &'static str {
        match self {
            Quality::Good => "TE[1]",
            Quality::Doubtful => "DO[]",
            Quality::Bad => "BM[1]",
            Quality::VeryBad => "BM[2]",
        }
    }
}

/// Moves instead of those of the main line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variation {
    /// The moves, the first one instead of the move that it belongs to.
    pub moves: Vec<(Color, Move)>,
    /// Words at the first of them.
    pub comment: String,
    /// A point that gets a triangle.
    pub triangle: Option<Point>,
}

/// Returns the text of one game of a collection, counted from 0, with annotations, in UTF-8.
///
/// All that the text of the game holds stays as it is, but for `CA` and places where something is
/// added: a comment goes behind the one that a node has, a variation behind those that are there,
/// and a value or a judgement only where there is none. A move in the root or in a node with other
/// moves or setups gets no variation, because that would have to repeat them. Takes time in
/// proportion to the text.
///
/// # Errors
/// There is no such game, or it is no SGF.
pub fn annotate(bytes: &[u8], game: usize, notes: &Annotations) -> Result<String, SgfError> {
    let wanted = load_each(bytes, game + 1, Unreadable::Ends)
        .into_iter()
        .nth(game);
    let size = wanted.ok_or(SgfError::NoGame)??.record.size;
    let text = decode(bytes);
    let mut lexer = Lexer::new(&text);
    let mut node = Vec::new();
    for place in 0..=game {
        if !lexer.find_game() {
            return Err(SgfError::NoGame);
        }
        while place < game && lexer.read_node(&mut node) {}
    }
    let (start, missing) = (lexer.start, lexer.missing);
    let edits = Editor::new(&text, size, notes).edit(&mut lexer);
    let (before, after) = match missing {
        // A semicolon that is missing stands behind the parenthesis.
        ";" => ("(;", start + 1),
        missing => (missing, start),
    };
    Ok(before.to_owned() + &changed(&text, after..lexer.at, edits) + "\n")
}

/// A part of the text and what comes in its place.
type Edit = (Range<usize>, String);

/// Returns a part of a text after edits; those at one place keep their order.
fn changed(text: &str, part: Range<usize>, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|(place, _)| place.start);
    let mut result = String::new();
    let mut done = part.start;
    for (place, new) in edits {
        result.push_str(&text[done..place.start]);
        result.push_str(&new);
        done = place.end;
    }
    result.push_str(&text[done..part.end]);
    result
}

struct Editor<'a> {
    text: &'a str,
    notes: &'a Annotations,
    size: Size,
    edits: Vec<Edit>,
    /// Variations that have to wait for the end of the main line: behind how many open parentheses
    /// they branch off, and what is inserted there.
    siblings: Vec<(usize, String)>,
    /// Moves so far.
    moves: usize,
}

impl<'a> Editor<'a> {
    fn new(text: &'a str, size: Size, notes: &'a Annotations) -> Editor<'a> {
        Editor {
            text,
            notes,
            size,
            edits: Vec::new(),
            siblings: Vec::new(),
            moves: 0,
        }
    }

    fn edit(mut self, lexer: &mut Lexer<'a>) -> Vec<Edit> {
        let mut node = Vec::new();
        let mut goes_on = lexer.read_node(&mut node);
        self.edit_root(&node, lexer.node_end);
        self.annotate_node(&node, lexer.node_end);
        let mut depth_before = 1;
        while goes_on {
            // The semicolon of the node, and the parenthesis before it if it begins a variation.
            let (start, depth) = (lexer.at - 1, lexer.depth);
            let branches = depth > depth_before;
            goes_on = lexer.read_node(&mut node);
            self.branch(&node, start, branches, depth_before);
            self.annotate_node(&node, lexer.node_end);
            depth_before = depth;
        }
        let mut siblings = std::mem::take(&mut self.siblings);
        // What is not closed is closed at the end of the text; variations come before their parenthesis.
        self.insert(lexer.at, ")".repeat(lexer.unclosed_aside));
        let whole = lexer.closers.len() + lexer.unclosed;
        for depth in (1..=whole).rev() {
            let closer = lexer.closers.get(whole - depth).copied();
            while let Some((_, text)) = siblings.pop_if(|(of, _)| *of == depth) {
                self.insert(closer.unwrap_or(lexer.at), text);
            }
            if closer.is_none() {
                self.insert(lexer.at, ")".to_owned());
            }
        }
        self.edits
    }

    fn insert(&mut self, place: usize, text: String) {
        self.edits.push((place..place, text));
    }

    /// Names the encoding of the result, and puts the comment on the game into the root.
    fn edit_root(&mut self, root: &[Property<'a>], end: usize) {
        match first(root, *b"CA  ") {
            Some(value) => self.edits.push((self.place_of(value), "UTF-8".to_owned())),
            None => self.insert(end, "CA[UTF-8]".to_owned()),
        }
        self.comment(root, end, &self.notes.comment);
    }

    /// Adds what is said about the moves of a node.
    fn annotate_node(&mut self, node: &[Property<'a>], end: usize) {
        let notes = self.notes.moves.iter();
        let notes: Vec<&Annotation> = notes.skip(self.moves).take(moves_in(node)).collect();
        self.moves += moves_in(node);
        let last = notes.last();
        let has = |names: &[&Name]| node.iter().any(|property| names.contains(&&property.name));
        if let Some(value) = last.and_then(|note| note.value)
            && !has(&[b"V   "])
        {
            self.insert(end, format!("V[{value:.1}]"));
        }
        if let Some(chance) = last.and_then(|note| note.chance)
            && !has(&[b"SBKV"])
        {
            self.insert(end, format!("SBKV[{:.1}]", 100.0 * chance));
        }
        // A node may have one judgement.
        if let Some(quality) = last.and_then(|note| note.quality)
            && !has(&[b"BM  ", b"DO  ", b"IT  ", b"TE  "])
        {
            self.insert(end, quality.property().to_owned());
        }
        let comments: Vec<&str> = notes.iter().map(|note| note.comment.as_str()).collect();
        self.comment(node, end, &comments.join("\n"));
    }

    /// Adds to the last comment of a node.
    fn comment(&mut self, node: &[Property<'a>], end: usize, words: &str) {
        if words.is_empty() {
            return;
        }
        let words = escape(words);
        let is_comment = |property: &&Property<'_>| property.is_comment();
        match node.iter().rfind(is_comment) {
            Some(Property { value, .. }) => {
                let between = if value.trim().is_empty() { "" } else { "\n\n" };
                self.insert(self.place_of(value).end, between.to_owned() + &words);
            }
            None => self.insert(end, format!("C[{words}]")),
        }
    }

    /// Adds the variation to the only move of a node that is no root.
    fn branch(&mut self, node: &[Property<'a>], start: usize, branches: bool, depth: usize) {
        let is_setup = |property: &Property<'_>| {
            [b"AB  ", b"AW  ", b"AE  ", b"PL  "].contains(&&property.name)
        };
        let is_single = moves_in(node) == 1 && !node.iter().any(is_setup);
        let said = self.notes.moves.get(self.moves);
        let variation = said.and_then(|said| said.variation.as_ref());
        let Some(variation) = variation.filter(|_| is_single) else {
            return;
        };
        let text = variation.text(self.size);
        if branches {
            self.siblings.push((depth, format!("\n{text}")));
        } else {
            // The main line becomes a variation, which has to be closed.
            self.insert(start, "(".to_owned());
            self.siblings.push((depth, format!(")\n{text}")));
        }
    }

    /// Returns where a value stands in the text.
    fn place_of(&self, value: &str) -> Range<usize> {
        let start = value.as_ptr() as usize - self.text.as_ptr() as usize;
        start..start + value.len()
    }
}

impl Variation {
    /// Returns its text, with the numbers of its moves on the board of the first one, and the
    /// triangle where there is no number.
    fn text(&self, size: Size) -> String {
        let mut text = "(".to_owned();
        for (place, &(color, mv)) in self.moves.iter().enumerate() {
            let _ = write!(text, ";{}[{}]", color.letter(), name(mv, size));
            if place == 0 {
                text += &self.marks(size);
                if !self.comment.is_empty() {
                    let _ = write!(text, "C[{}]", escape(&self.comment));
                }
            }
        }
        text + ")"
    }

    fn marks(&self, size: Size) -> String {
        let mut labelled: Vec<Point> = Vec::new();
        let mut labels = String::new();
        for (number, &(_, mv)) in (1..).zip(&self.moves) {
            if let Move::Play(at) = mv
                && !labelled.contains(&at)
            {
                labelled.push(at);
                let _ = write!(labels, "[{}:{number}]", name(mv, size));
            }
        }
        if !labels.is_empty() {
            labels.insert_str(0, "LB");
        }
        if let Some(at) = self.triangle.filter(|at| !labelled.contains(at)) {
            let _ = write!(labels, "TR[{}]", name(Move::Play(at), size));
        }
        labels
    }
}

/// Returns a move as SGF writes it: empty for a pass, or for a point that the board does not have.
fn name(mv: Move, size: Size) -> String {
    mv.point()
        .and_then(|at| point_name(at, size))
        .unwrap_or_default()
}

fn moves_in(node: &[Property<'_>]) -> usize {
    let is_move = |property: &&Property<'_>| property.mover().is_some();
    node.iter().filter(is_move).count()
}

#[cfg(test)]
mod tests {
    use super::super::{Unreadable, load, read, read_first};
    use super::*;

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    fn variation(points: &[&str]) -> Variation {
        let turns = [Color::Black, Color::White].into_iter().cycle();
        Variation {
            moves: turns.zip(points.iter().map(|text| mv(text))).collect(),
            comment: "x]".to_owned(),
            triangle: mv("A1").point(),
        }
    }

    fn notes(moves: Vec<Annotation>) -> Annotations {
        Annotations {
            comment: "whole".to_owned(),
            moves,
        }
    }

    fn note(comment: &str) -> Annotation {
        Annotation {
            comment: comment.to_owned(),
            ..Annotation::default()
        }
    }

    fn annotated(text: &str, moves: Vec<Annotation>) -> String {
        annotate(text.as_bytes(), 0, &notes(moves)).unwrap()
    }

    #[test]
    fn variations_are_on_the_board_of_a_late_size() {
        let at = "E5".parse().unwrap();
        let note = Annotation {
            variation: Some(Variation {
                moves: vec![(Color::Black, Move::Play(at))],
                comment: String::new(),
                triangle: None,
            }),
            ..Annotation::default()
        };
        let text = annotated("(;;SZ[9];B[aa])", vec![note]);
        assert!(text.contains("B[ee]"), "{text}");
    }

    #[test]
    fn comments_and_values_are_added() {
        let moves = vec![
            Annotation {
                value: Some(-2.25),
                chance: Some(0.456),
                quality: Some(Quality::VeryBad),
                ..note("a]b")
            },
            Annotation {
                value: Some(1.0),
                quality: Some(Quality::Bad),
                ..note("c")
            },
            note("d"),
        ];
        assert_eq!(
            annotated(
                "(;SZ[9] C[\\]] ;B[aa] LB[bb:1]\n;W[bb]V[7]TE[1]C[]W[cc])",
                moves
            ),
            "(;SZ[9] C[\\]\n\nwhole]CA[UTF-8] ;B[aa] LB[bb:1]V[-2.2]SBKV[45.6]BM[2]C[a\\]b]\n\
             ;W[bb]V[7]TE[1]C[c\nd]W[cc])\n"
        );
    }

    #[test]
    fn variations_stand_behind_the_main_line() {
        let better = || Annotation {
            variation: Some(variation(&["E5", "A1", "E5", "pass"])),
            ..Annotation::default()
        };
        let added = "(;B[ee]LB[ee:1][ai:2]C[x\\]];W[ai];B[ee];W[])";
        let root = "(;SZ[9]CA[UTF-8]C[whole]";
        for (text, result) in [
            (
                ";B[aa];B[bb]",
                format!("(;B[aa](;B[bb])\n{added})\n{added})\n"),
            ),
            (
                ";B[aa](;B[bb])(;B[cc])",
                format!("(;B[aa](;B[bb])(;B[cc])\n{added})\n{added})\n"),
            ),
            (
                "(;B[aa](;B[bb];W[dd])(;B[cc]))(;W[ab](;W[ac]))",
                format!("(;B[aa](;B[bb];W[dd])(;B[cc])\n{added})(;W[ab](;W[ac]))\n{added})\n"),
            ),
            // A variation would have to repeat the setup.
            (
                ";B[aa]AW[cc];PL[W]B[bb]",
                ";B[aa]AW[cc];PL[W]B[bb])\n".to_owned(),
            ),
        ] {
            let text = annotated(&format!("(;SZ[9]{text})"), vec![better(), better()]);
            assert_eq!(text, root.to_owned() + &result);
        }
        let root_move = annotated("(;SZ[9]B[aa])", vec![better()]);
        assert_eq!(root_move, "(;SZ[9]B[aa]CA[UTF-8]C[whole])\n");
    }

    #[test]
    fn a_triangle_is_no_second_mark() {
        let better = Annotation {
            variation: Some(variation(&["E5"])),
            ..Annotation::default()
        };
        let text = annotated("(;SZ[9];B[ai])", vec![better]);
        assert!(text.contains("(;B[ee]LB[ee:1]TR[ai]C[x\\]])"), "{text}");
    }

    #[test]
    fn one_game_of_a_collection_in_any_encoding() {
        let bytes = b"mail (x)\n(;PB[1];B[aa])\n(;CA[Shift_JIS]PB[\x95\x5C\xB1]\n(;B[bb])(;B[cc]C[\x8F\x5D]))";
        let text = annotate(bytes, 1, &notes(vec![note("é")])).unwrap();
        assert_eq!(
            text,
            "(;CA[UTF-8]PB[表ｱ]C[whole]\n(;B[bb]C[é])(;B[cc]C[従]))\n"
        );
        assert_eq!(
            annotate(bytes, 2, &notes(Vec::new())),
            Err(SgfError::NoGame)
        );
    }

    #[test]
    fn what_a_game_lacks_at_its_ends_is_added() {
        let better = || Annotation {
            variation: Some(variation(&["E5"])),
            ..Annotation::default()
        };
        for text in [
            "(;SZ[9];B[aa];W[bb]",
            "(;SZ[9];B[aa](;W[bb](;B[cc",
            "(;SZ[9];B[aa](;W[bb])(;W[cc]",
            "(SZ[9];B[aa];W[bb])",
            ";SZ[9];B[aa];W[bb]",
            "SZ[9];B[aa](;W[bb])(;W[cc])",
        ] {
            let result = annotated(text, vec![better(), better(), better()]);
            let readings = load(result.as_bytes(), 9, Unreadable::Ends).unwrap();
            assert_eq!(readings.len(), 1, "{result}");
            assert!(readings[0].doubts.is_empty(), "{text}: {result}");
            assert_eq!(readings[0].record.moves().count(), 2, "{result}");
            assert_eq!(result.matches("(;B[ee]").count(), 2, "{result}");
            assert_eq!(
                result.matches('(').count(),
                result.matches(')').count(),
                "{result}"
            );
        }
    }

    #[test]
    fn the_main_line_stays_and_long_games_take_little_time() {
        let text = format!("(;SZ[9]{})", ";B[aa];W[bb]".repeat(20_000));
        let moves = vec![
            Annotation {
                variation: Some(variation(&["E5"])),
                ..note("c")
            };
            40_000
        ];
        let result = annotated(&text, moves);
        let [before, after] = [&text, &result].map(|text| read_first(text.as_bytes()).unwrap());
        assert!(after.moves().eq(before.moves()));
        assert_eq!(read(result.as_bytes()).unwrap().len(), 1);
    }
}
