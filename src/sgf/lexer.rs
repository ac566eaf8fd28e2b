//! The nodes of main lines, out of the text. Depth is a number, not a stack: the first `)` of a game
//! ends its main line, and the rest is only counted.

use super::SgfError;
use crate::go::Color;

/// The name of a property, such as `B` or `KM`, with blanks behind it.
pub(super) type Name = [u8; 4];

/// The capitals of a name: before FF\[4\] names had small letters in between, without meaning. No
/// property that matters has more than four, so a longer name is like none.
fn name_of(word: &str) -> Name {
    let mut capitals = word.bytes().filter(u8::is_ascii_uppercase);
    let name = [(); 4].map(|()| capitals.next().unwrap_or(b' '));
    capitals.next().map_or(name, |_| *b"    ")
}

/// One value of a property; a property with several values comes once for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Property<'a> {
    pub(super) name: Name,
    /// As it stands in the text, escapes included.
    pub(super) value: &'a str,
}

impl Property<'_> {
    /// Returns the player of a move, `B` or `W`.
    pub(super) const fn mover(&self) -> Option<Color> {
        match &self.name {
            b"B   " => Some(Color::Black),
            b"W   " => Some(Color::White),
            _ => None,
        }
    }

    /// Returns true for a comment on the node or on the game.
    pub(super) fn is_comment(&self) -> bool {
        [b"C   ", b"GC  "].contains(&&self.name)
    }
}

/// Returns the first value of a property of a node.
pub(super) fn first<'a>(node: &[Property<'a>], name: Name) -> Option<&'a str> {
    let found = node.iter().find(|property| property.name == name);
    found.map(|property| property.value)
}

/// A place in the text, always between two characters unless an error has been returned.
#[derive(Debug, Default)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    /// The place in bytes.
    pub(super) at: usize,
    /// Open parentheses of the game.
    pub(super) depth: usize,
    /// Behind the last property of the node that was read, or behind its semicolon.
    pub(super) node_end: usize,
    /// Where the parentheses of the main line are closed, the inmost first, once it has ended.
    pub(super) closers: Vec<usize>,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer {
            text,
            ..Lexer::default()
        }
    }

    /// Goes into the next game, behind its first `(;`. Returns true if there is one.
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

    /// Reads the properties of a node, in order, and goes into what follows it. Returns true if that
    /// is another node of the main line, false if the game has been left.
    pub(super) fn read_node(&mut self, node: &mut Vec<Property<'a>>) -> Result<bool, SgfError> {
        node.clear();
        self.node_end = self.at;
        loop {
            match self.peek() {
                Some(b';') => {
                    self.at += 1;
                    return Ok(true);
                }
                Some(b'(') => {
                    self.at += 1;
                    self.depth += 1;
                    return self.expect(b';').map(|()| true);
                }
                Some(b')') => return self.leave_game().map(|()| false),
                Some(byte) if byte.is_ascii_alphabetic() => self.read_property(node)?,
                _ => return Err(self.unexpected()),
            }
        }
    }

    fn read_property(&mut self, node: &mut Vec<Property<'a>>) -> Result<(), SgfError> {
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let name = name_of(&rest[..length]);
        self.at += length;
        self.expect(b'[')?;
        loop {
            let value = self.read_value()?;
            node.push(Property { name, value });
            self.node_end = self.at;
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

    /// Skips blanks and control characters. Returns the byte behind them, which is not consumed.
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

    /// Returns the error that the next character is unexpected, or that the text ends here.
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
            let goes_on = lexer.read_node(&mut node)?;
            let known = node.iter().filter(|property| property.name != *b"X   ");
            nodes.push(known.map(|property| property.value).collect());
            if !goes_on {
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
            let goes_on = lexer.read_node(&mut node).unwrap();
            ends.push(lexer.node_end);
            if !goes_on {
                break;
            }
        }
        let place = |part: &str| text.find(part).unwrap();
        assert_eq!(
            ends,
            [place(" ;("), place("(;C[c"), place("(;C[d"), place(") ")]
        );
        let last = text.len() - 1;
        assert_eq!(lexer.closers, [place(") "), place(")(;))"), last]);
    }

    #[test]
    fn old_names_have_small_letters() {
        for (word, name) in [
            ("SiZe", b"SZ  "),
            ("AddBlack", b"AB  "),
            ("Black", b"B   "),
            ("SBKV", b"SBKV"),
        ] {
            assert_eq!(name_of(word), *name);
        }
        for word in ["", "b", "KGSSB"] {
            assert_eq!(name_of(word), *b"    ", "{word}");
        }
        assert_eq!((name_of("BB"), name_of("B1B")), (*b"BB  ", *b"BB  "));
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
