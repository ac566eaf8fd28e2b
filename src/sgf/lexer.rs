//! The nodes of main lines, out of the text. Depth is a number, not a stack: the first `)` of a game
//! ends its main line, and the rest is only counted.

use super::SgfError;
use crate::go::Color;

/// The properties that matter here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    /// `B` and `W`.
    Move(Color),
    /// `AB`, `AW` and `AE`.
    Put(Option<Color>),
    /// `PL`.
    ToMove,
    /// `C` and `GC`.
    Comment,
    /// `GM`.
    Game,
    /// `SZ`.
    Size,
    /// `KM`.
    Komi,
    /// `RU`.
    Rules,
    /// `HA`.
    Handicap,
    /// `PB` and `PW`.
    Player(Color),
    /// `RE`.
    Result,
    /// `DT`.
    Date,
    /// `BL` and `WL`.
    TimeLeft(Color),
    /// `OB` and `OW`.
    Overtime(Color),
    /// `CA`.
    Encoding,
    /// `V`.
    Value,
    /// `BM`, `DO`, `IT` and `TE`, of which a node may have one.
    Judgement,
}

impl Tag {
    /// The property of a name. Before FF\[4\] names had small letters in between, without meaning.
    fn from_name(name: &str) -> Option<Tag> {
        let mut capitals = name.bytes().filter(u8::is_ascii_uppercase);
        let letters = [(); 3].map(|()| capitals.next().unwrap_or(b' '));
        Some(match &letters {
            b"B  " => Tag::Move(Color::Black),
            b"W  " => Tag::Move(Color::White),
            b"AB " => Tag::Put(Some(Color::Black)),
            b"AW " => Tag::Put(Some(Color::White)),
            b"AE " => Tag::Put(None),
            b"PL " => Tag::ToMove,
            b"C  " | b"GC " => Tag::Comment,
            b"GM " => Tag::Game,
            b"SZ " => Tag::Size,
            b"KM " => Tag::Komi,
            b"RU " => Tag::Rules,
            b"HA " => Tag::Handicap,
            b"PB " => Tag::Player(Color::Black),
            b"PW " => Tag::Player(Color::White),
            b"RE " => Tag::Result,
            b"DT " => Tag::Date,
            b"BL " => Tag::TimeLeft(Color::Black),
            b"WL " => Tag::TimeLeft(Color::White),
            b"OB " => Tag::Overtime(Color::Black),
            b"OW " => Tag::Overtime(Color::White),
            b"CA " => Tag::Encoding,
            b"V  " => Tag::Value,
            b"BM " | b"DO " | b"IT " | b"TE " => Tag::Judgement,
            _ => return None,
        })
    }
}

/// One value of a property; a property with several values comes once for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Property<'a> {
    pub(super) tag: Tag,
    /// As it stands in the text, escapes included.
    pub(super) value: &'a str,
}

/// What follows a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Another node of the main line.
    Node,
    /// Nothing: the game has been left.
    End,
}

/// A place in the text, always between two characters unless an error has been returned.
#[derive(Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// Open parentheses of the game.
    depth: usize,
    /// Behind the last property that was read.
    end: usize,
    /// Where the parentheses of the main line are closed, the inmost first, once it has ended.
    closers: Vec<usize>,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer {
            text,
            at: 0,
            depth: 0,
            end: 0,
            closers: Vec::new(),
        }
    }

    /// The place in the text, in bytes.
    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// The open parentheses of the game.
    pub(super) const fn depth(&self) -> usize {
        self.depth
    }

    /// Behind the last property of the node that was read, or behind its semicolon.
    pub(super) const fn node_end(&self) -> usize {
        self.end
    }

    /// Where the parentheses of the main line of the game that was read are closed, the inmost
    /// first.
    pub(super) fn closers(&self) -> &[usize] {
        &self.closers
    }

    /// Goes into the next game, after its first `(;`; whether there is one.
    pub(super) fn find_game(&mut self) -> bool {
        while let Some(distance) = self.text[self.at..].find('(') {
            self.at += distance + 1;
            if self.peek() == Some(b';') {
                self.at += 1;
                self.depth = 1;
                self.closers.clear();
                return true;
            }
        }
        false
    }

    /// Reads the properties of a node, in order, and goes into what follows it.
    pub(super) fn read_node(&mut self, node: &mut Vec<Property<'a>>) -> Result<Next, SgfError> {
        node.clear();
        self.end = self.at;
        loop {
            match self.peek() {
                Some(b';') => {
                    self.at += 1;
                    return Ok(Next::Node);
                }
                Some(b'(') => {
                    self.at += 1;
                    self.depth += 1;
                    self.expect(b';')?;
                    return Ok(Next::Node);
                }
                Some(b')') => {
                    self.leave_game()?;
                    return Ok(Next::End);
                }
                Some(byte) if byte.is_ascii_alphabetic() => self.read_property(node)?,
                _ => return Err(self.unexpected()),
            }
        }
    }

    fn read_property(&mut self, node: &mut Vec<Property<'a>>) -> Result<(), SgfError> {
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let tag = Tag::from_name(&rest[..length]);
        self.at += length;
        self.expect(b'[')?;
        loop {
            let value = self.read_value()?;
            node.extend(tag.map(|tag| Property { tag, value }));
            self.end = self.at;
            if self.peek() != Some(b'[') {
                return Ok(());
            }
            self.at += 1;
        }
    }

    /// Reads from behind a `[` to behind its `]`.
    fn read_value(&mut self) -> Result<&'a str, SgfError> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        loop {
            let rest = bytes.get(self.at..).ok_or(SgfError::Unfinished)?;
            let special = rest.iter().position(|byte| matches!(byte, b']' | b'\\'));
            self.at += special.ok_or(SgfError::Unfinished)? + 1;
            if bytes[self.at - 1] == b']' {
                return Ok(&self.text[start..self.at - 1]);
            }
            self.at += 1;
        }
    }

    /// Goes behind the last `)` of the game, past all other variations.
    fn leave_game(&mut self) -> Result<(), SgfError> {
        let mut main_depth = self.depth;
        while self.depth > 0 {
            let byte = self.text.as_bytes().get(self.at);
            self.at += 1;
            match byte.ok_or(SgfError::Unfinished)? {
                b'(' => self.depth += 1,
                b')' => {
                    self.depth -= 1;
                    if self.depth < main_depth {
                        main_depth = self.depth;
                        self.closers.push(self.at - 1);
                    }
                }
                b'[' => {
                    self.read_value()?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The next byte that is neither blank nor a control character; goes in front of it.
    fn peek(&mut self) -> Option<u8> {
        let rest = &self.text.as_bytes()[self.at..];
        let blanks = rest.iter().take_while(|&&byte| byte <= b' ').count();
        self.at += blanks;
        rest.get(blanks).copied()
    }

    fn expect(&mut self, byte: u8) -> Result<(), SgfError> {
        if self.peek() != Some(byte) {
            return Err(self.unexpected());
        }
        self.at += 1;
        Ok(())
    }

    /// The error that the next character is, or that there is none.
    fn unexpected(&self) -> SgfError {
        let (before, after) = self.text.split_at(self.at);
        let line = before.matches('\n').count() + 1;
        match after.chars().next() {
            Some(found) => SgfError::Unexpected { found, line },
            None => SgfError::Unfinished,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of a game, a list for each node.
    fn nodes(text: &str) -> Result<Vec<Vec<&str>>, SgfError> {
        let mut lexer = Lexer::new(text);
        assert!(lexer.find_game(), "{text}");
        let (mut nodes, mut node) = (Vec::new(), Vec::new());
        loop {
            let next = lexer.read_node(&mut node)?;
            nodes.push(node.iter().map(|property| property.value).collect());
            if next == Next::End {
                assert!(!lexer.find_game(), "{text}");
                return Ok(nodes);
            }
        }
    }

    #[test]
    fn only_the_first_variation_counts() {
        let text = "(;C[a](;C[b];C[c](;C[d])(;C[e]))(;C[f(;\\](;]XX[)]);C[g])";
        assert_eq!(nodes(text).unwrap().concat(), ["a", "b", "c", "d"]);
    }

    #[test]
    fn blanks_are_allowed_between_all() {
        let text = "( ;\r\n AB [a] \t[b]\0 C\n[ c ];)";
        assert_eq!(nodes(text).unwrap(), [vec!["a", "b", " c "], vec![]]);
    }

    #[test]
    fn values_end_at_a_bare_bracket() {
        let text = r"(;C[a\]b]C[c\\]C[[(;\:]X[\]]C[\é])";
        assert_eq!(
            nodes(text).unwrap().concat(),
            [r"a\]b", r"c\\", r"[(;\:", r"\é"]
        );
    }

    #[test]
    fn places_of_nodes_and_closing_parentheses_are_known() {
        let text = "(;C[a] XX[b] ;(;C[c](;C[d]) (;C[)]))(;))";
        let mut lexer = Lexer::new(text);
        assert!(lexer.find_game());
        let (mut node, mut ends) = (Vec::new(), Vec::new());
        loop {
            let next = lexer.read_node(&mut node).unwrap();
            ends.push(lexer.node_end());
            if next == Next::End {
                break;
            }
        }
        let place = |part: &str| text.find(part).unwrap();
        assert_eq!(
            ends,
            [place(" ;("), place("(;C[c"), place("(;C[d"), place(") ")]
        );
        let last = text.len() - 1;
        assert_eq!(lexer.closers(), [place(") "), place(")(;))"), last]);
    }

    #[test]
    fn old_names_have_small_letters() {
        assert_eq!(Tag::from_name("SiZe"), Some(Tag::Size));
        assert_eq!(
            Tag::from_name("AddBlack"),
            Some(Tag::Put(Some(Color::Black)))
        );
        for name in ["", "b", "BB", "ABC", "KGSSB", "B1B"] {
            assert_eq!(Tag::from_name(name), None, "{name}");
        }
    }

    #[test]
    fn errors_name_the_place() {
        for (text, found, line) in [
            ("(;C[a]\n\n]", ']', 3),
            ("(;\nB;)", ';', 2),
            ("(;é)", 'é', 1),
            ("(;C[a](B[aa]))", 'B', 1),
            ("(;1[a])", '1', 1),
            ("(;())", ')', 1),
        ] {
            assert_eq!(
                nodes(text),
                Err(SgfError::Unexpected { found, line }),
                "{text}"
            );
        }
        for text in [
            "(;", "(; ", "(;C", "(;C[", "(;C[\\", "(;C[\\]", "(;C[a]", "(;(;)", "(;(;)[", "(;(",
        ] {
            assert_eq!(nodes(text), Err(SgfError::Unfinished), "{text}");
        }
    }
}
