//! The nodes of main lines. Depth is a number, not a stack: the first `)` of a game ends its main line, and the rest is only
//! counted.

use super::Doubt;
use super::notation::clip;
use crate::go::Color;

/// The name of a property, such as `B` or `KM`, with blanks behind it.
pub(super) type Name = [u8; 4];

/// Names that the first versions of SGF and some programs write out, in small letters, with blanks between them.
const LONG_NAMES: &[(&str, &Name)] = &[
    ("black", b"B   "),
    ("white", b"W   "),
    ("addblack", b"AB  "),
    ("addwhite", b"AW  "),
    ("addempty", b"AE  "),
    ("player playertoplay playerfirst", b"PL  "),
    ("playerblack blackname blackplayer", b"PB  "),
    ("playerwhite whitename whiteplayer", b"PW  "),
    ("size boardsize", b"SZ  "),
    ("game", b"GM  "),
    ("komi", b"KM  "),
    ("handicap", b"HA  "),
    ("rule rules ruleset", b"RU  "),
    ("result", b"RE  "),
    ("date", b"DT  "),
    ("comment", b"C   "),
    ("gamecomment", b"GC  "),
    ("charset", b"CA  "),
    ("blackterritory", b"TB  "),
    ("whiteterritory", b"TW  "),
];

/// What may stand first in a game that has no semicolon before its first property.
const FIRST_NAMES: [&Name; 28] = [
    b"FF  ", b"GM  ", b"CA  ", b"AP  ", b"ST  ", b"SZ  ", b"GN  ", b"EV  ", b"TE  ", b"RD  ",
    b"PC  ", b"DT  ", b"PB  ", b"PW  ", b"BR  ", b"WR  ", b"KM  ", b"KO  ", b"HA  ", b"RE  ",
    b"RU  ", b"TM  ", b"SO  ", b"US  ", b"AB  ", b"AW  ", b"B   ", b"W   ",
];

/// The capitals of a name: before FF\[4\] names had small letters in between, without meaning. A name in small letters
/// alone counts as one in capitals. No property that matters has more than four or a digit, so a name that has is like
/// none.
pub(super) fn name_of(word: &str) -> Name {
    let is_long = |(names, _): &&(&str, &Name)| {
        let mut names = names.split(' ');
        names.any(|name| word.eq_ignore_ascii_case(name))
    };
    if let Some((_, name)) = LONG_NAMES.iter().find(is_long) {
        return **name;
    }
    if word.bytes().any(|letter| letter.is_ascii_digit()) {
        return *b"    ";
    }
    let has_capitals = word.bytes().any(|letter| letter.is_ascii_uppercase());
    let counts =
        |letter: &u8| letter.is_ascii_uppercase() || !has_capitals && letter.is_ascii_lowercase();
    let mut capitals = word
        .bytes()
        .filter(counts)
        .map(|letter| letter.to_ascii_uppercase());
    let name = [(); 4].map(|()| capitals.next().unwrap_or(b' '));
    capitals.next().map_or(name, |_| *b"    ")
}

/// More doubts about a game than these are not kept one by one.
const MOST_DOUBTS: usize = 8;

/// Returns true if a value ends as if the bracket before a move were missing: `Lee;B[pd`.
fn ends_in_move(value: &str) -> bool {
    let Some((before, point)) = value.rsplit_once('[') else {
        return false;
    };
    let is_point = point.len() == 2 && point.bytes().all(|letter| letter.is_ascii_lowercase());
    is_point && [";B", ";W"].iter().any(|end| before.ends_with(end))
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

/// A place in the text, always between two characters.
#[derive(Debug, Default)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    /// The place in bytes.
    pub(super) at: usize,
    /// Open parentheses of the game.
    pub(super) depth: usize,
    /// Where the game begins.
    pub(super) start: usize,
    /// What is missing of `(;` there.
    pub(super) missing: &'static str,
    /// Behind the last property of the node that was read, or behind its semicolon.
    pub(super) node_end: usize,
    /// Where the parentheses of the main line are closed, the inmost first, once it has ended.
    pub(super) closers: Vec<usize>,
    /// How many others are not closed, where the text ends inside of the game.
    pub(super) unclosed: usize,
    /// How many parentheses of other variations are not closed there.
    pub(super) unclosed_aside: usize,
    /// True if the game has said anything.
    pub(super) has_properties: bool,
    /// The parentheses that were open at the last property.
    said_at: usize,
    /// What was odd in the game.
    pub(super) doubts: Vec<Doubt>,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer {
            text,
            ..Lexer::default()
        }
    }

    /// Goes into the next game, behind its first `(;`, of which one may be missing where properties follow. Returns true
    /// if there is one.
    pub(super) fn find_game(&mut self) -> bool {
        if self.at == 0 {
            let begins = self.peek();
            let start = self.at;
            self.at += usize::from(begins == Some(b';'));
            if self.at_first_property() {
                return self.enter(start, if self.at == start { "(;" } else { "(" });
            }
            self.at = start;
        }
        while let Some(distance) = self.text[self.at..].find('(') {
            let start = self.at + distance;
            self.at = start + 1;
            if self.peek() == Some(b';') {
                self.at += 1;
                if self.in_prose() {
                    continue;
                }
                return self.enter(start, "");
            }
            if self.at_first_property() {
                return self.enter(start, ";");
            }
        }
        false
    }

    fn enter(&mut self, start: usize, missing: &'static str) -> bool {
        *self = Lexer {
            text: self.text,
            at: self.at,
            depth: 1,
            said_at: 1,
            start,
            missing,
            ..Lexer::default()
        };
        true
    }

    /// Returns true behind a `(;` of prose, such as a smile in a letter: there is other text than that of an empty game
    /// up to the next one, and no property.
    fn in_prose(&self) -> bool {
        let rest = &self.text[self.at..];
        let Some(next) = rest.find("(;") else {
            return false;
        };
        let is_of_games =
            |letter: char| letter == '[' || letter.is_whitespace() || "();".contains(letter);
        let text = &rest[..next];
        !text.contains('[') && !text.chars().all(is_of_games)
    }

    /// Returns true if a property follows that may be the first one of a game.
    fn at_first_property(&mut self) -> bool {
        self.peek();
        let word = self.word();
        FIRST_NAMES.contains(&&name_of(word)) && self.text[self.at + word.len()..].starts_with('[')
    }

    /// Reads the properties of a node, in order, and goes into what follows it. Returns true if that
    /// is another node of the main line, false if the game has been left. Text that is no SGF is skipped.
    pub(super) fn read_node(&mut self, node: &mut Vec<Property<'a>>) -> bool {
        node.clear();
        self.node_end = self.at;
        loop {
            match self.peek() {
                Some(b';') => {
                    self.at += 1;
                    return true;
                }
                Some(b'(') => {
                    self.enter_variation();
                    if self.peek() != Some(b')') {
                        return true;
                    }
                }
                Some(b')') => {
                    self.doubt_empty_line();
                    self.leave_game();
                    return false;
                }
                Some(byte) if byte.is_ascii_alphabetic() => self.read_property(node),
                Some(_) => self.skip_stray(),
                None => {
                    self.end();
                    return false;
                }
            }
        }
    }

    /// Notes that a variation ends without having said anything if there is one beside it.
    fn doubt_empty_line(&mut self) {
        let here = &self.text[self.at..];
        let is_aside = |letter: char| letter == ')' || letter <= ' ' || letter.is_whitespace();
        let rest = here.trim_start_matches(is_aside);
        let closed = here[..here.len() - rest.len()].matches(')').count();
        if rest.starts_with('(') && closed <= self.depth - self.said_at {
            self.doubt(self.at, |line| Doubt::EmptyLine { line });
        }
    }

    /// Goes behind the parentheses that open variations, and behind the semicolon if there is one.
    fn enter_variation(&mut self) {
        while self.peek() == Some(b'(') {
            self.at += 1;
            self.depth += 1;
        }
        self.at += usize::from(self.peek() == Some(b';'));
    }

    pub(super) fn word(&self) -> &'a str {
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        &rest[..length]
    }

    fn read_property(&mut self, node: &mut Vec<Property<'a>>) {
        let word = self.word();
        let start = self.at;
        self.at += word.len();
        if self.peek() != Some(b'[') {
            self.doubt(start, |line| Doubt::Stray {
                text: clip(word),
                line,
            });
            return;
        }
        let name = name_of(word);
        while self.peek() == Some(b'[') {
            self.at += 1;
            let Some(value) = self.read_value() else {
                if self.node_end <= start {
                    self.cut(start);
                }
                return;
            };
            node.push(Property { name, value });
            self.node_end = self.at;
            self.has_properties = true;
            self.said_at = self.depth;
            if ends_in_move(value) {
                self.doubt(start, |line| Doubt::Unclosed {
                    text: clip(value),
                    line,
                });
            }
        }
    }

    /// Reads from behind a `[` to behind its `]`; `None`, and nothing follows any more, if there is none.
    pub(super) fn read_value(&mut self) -> Option<&'a str> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        loop {
            let rest = bytes.get(self.at..).unwrap_or_default();
            let special = rest.iter().position(|byte| matches!(byte, b']' | b'\\'));
            let Some(special) = special else {
                self.cut(start - 1);
                return None;
            };
            self.at += special + 1;
            if bytes[self.at - 1] == b']' {
                return Some(&self.text[start..self.at - 1]);
            }
            self.at += 1;
        }
    }

    /// Lets the text end at a place, because what stands there has no end.
    fn cut(&mut self, end: usize) {
        self.text = &self.text[..end];
        self.at = end;
    }

    /// Goes behind text that is no SGF, such as a line of dashes, or a value without a name.
    pub(super) fn skip_stray(&mut self) {
        let start = self.at;
        let rest = &self.text[start..];
        if rest.starts_with('[') {
            self.at += 1;
            self.read_value();
        } else {
            let ends = |letter: char| {
                letter.is_whitespace() || letter.is_ascii_alphabetic() || "();[".contains(letter)
            };
            self.at += rest.find(ends).unwrap_or(rest.len());
        }
        let text = clip(&self.text[start..self.at]);
        self.doubt(start, |line| Doubt::Stray { text, line });
    }

    /// Goes behind the last `)` of the game, past all other variations.
    fn leave_game(&mut self) {
        let mut main_depth = self.depth;
        while self.depth > 0 {
            let byte = self.text.as_bytes().get(self.at);
            self.at += 1;
            match byte {
                Some(b'(') => self.depth += 1,
                Some(b')') => {
                    self.depth -= 1;
                    if self.depth < main_depth {
                        main_depth = self.depth;
                        self.closers.push(self.at - 1);
                    }
                }
                Some(b'[') => drop(self.read_value()),
                Some(_) => {}
                None => {
                    self.unclosed_aside = self.depth - main_depth;
                    self.depth = main_depth;
                    return self.end();
                }
            }
        }
    }

    /// Closes what is open where the text ends inside of the game.
    fn end(&mut self) {
        self.at = self.text.len();
        self.unclosed = std::mem::take(&mut self.depth);
        self.doubts.push(Doubt::Unfinished);
    }

    /// Notes that something is odd, unless that much is that it would not be read.
    pub(super) fn note(&mut self, doubt: Doubt) {
        if self.doubts.len() < MOST_DOUBTS {
            self.doubts.push(doubt);
        } else if !self.doubts.contains(&Doubt::More) {
            self.doubts.push(Doubt::More);
        }
    }

    /// Notes that something is odd at a place, with its line.
    fn doubt(&mut self, at: usize, of_line: impl FnOnce(usize) -> Doubt) {
        let is_told = self.doubts.len() < MOST_DOUBTS;
        let line = self.text[..at]
            .matches('\n')
            .take(if is_told { usize::MAX } else { 0 })
            .count()
            + 1;
        self.note(of_line(line));
    }

    /// Skips blanks and control characters. Returns the byte behind them, which is not consumed.
    pub(super) fn peek(&mut self) -> Option<u8> {
        let rest = &self.text[self.at..];
        let is_blank =
            |letter: char| letter <= ' ' || letter.is_whitespace() || letter == '\u{feff}';
        self.at += rest.len() - rest.trim_start_matches(is_blank).len();
        self.text.as_bytes().get(self.at).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of a game, a list for each node, and what was odd.
    fn nodes(text: &str) -> (Vec<Vec<&str>>, Vec<String>) {
        let mut lexer = Lexer::new(text);
        assert!(lexer.find_game(), "{text}");
        let (mut nodes, mut node) = (Vec::new(), Vec::new());
        loop {
            let goes_on = lexer.read_node(&mut node);
            let known = node.iter().filter(|property| property.name != *b"X   ");
            nodes.push(known.map(|property| property.value).collect());
            if !goes_on {
                let doubts = lexer.doubts.iter().map(ToString::to_string).collect();
                assert!(!lexer.find_game(), "{text}");
                return (nodes, doubts);
            }
        }
    }

    /// The values of a game in which nothing is odd.
    fn sound_nodes(text: &str) -> Vec<Vec<&str>> {
        let (nodes, doubts) = nodes(text);
        assert!(doubts.is_empty(), "{text}: {doubts:?}");
        nodes
    }

    #[test]
    fn only_the_first_variation_counts() {
        let text = "(;C[a](;C[b];C[c](;C[d])(;C[e]))(;C[f(;\\](;]XX[)]);C[g])";
        assert_eq!(sound_nodes(text).concat(), ["a", "b", "c", "d"]);
    }

    #[test]
    fn blanks_are_allowed_between_all() {
        let text = "( ;\r\n AB [a] \t[b]\0 C\n[ c ];)";
        assert_eq!(sound_nodes(text), [vec!["a", "b", " c "], vec![]]);
    }

    #[test]
    fn values_end_at_a_bare_bracket() {
        let text = r"(;C[a\]b]C[c\\]C[[(;\:]X[\]]C[\é])";
        assert_eq!(
            sound_nodes(text).concat(),
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
            let goes_on = lexer.read_node(&mut node);
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
        for (word, name) in [
            ("b", b"B   "),
            ("sz", b"SZ  "),
            ("Black", b"B   "),
            ("white", b"W   "),
            ("BlackName", b"PB  "),
            ("PlayerWhite", b"PW  "),
            ("Komi", b"KM  "),
            ("GaMe", b"GM  "),
        ] {
            assert_eq!(name_of(word), *name, "{word}");
        }
        for word in ["", "KGSSB", "annotation"] {
            assert_eq!(name_of(word), *b"    ", "{word}");
        }
        assert_eq!((name_of("BB"), name_of("B1")), (*b"BB  ", *b"    "));
    }

    #[test]
    fn games_may_lack_their_beginning() {
        for (text, missing) in [
            ("(\r\nTE[a]\nKO[b]\n;B[c])", ";"),
            ("(gm[a]sz[b];b[c])", ";"),
            (";GM[a]SZ[b];B[c]", "("),
            ("\u{feff}FF[a]SZ[b];B[c])", "(;"),
            ("(see [1] (or b)) (;TE[a]X[x]C[b];B[c])", ""),
        ] {
            let mut lexer = Lexer::new(text);
            assert!(lexer.find_game(), "{text}");
            assert_eq!(lexer.missing, missing, "{text}");
            assert_eq!(nodes(text).0.concat(), ["a", "b", "c"], "{text}");
        }
        for text in [
            "", "x", "a[0];", ";a[0]", "(a[0])", "; PB x", "(X[aa])", "[SZ[9]]",
        ] {
            assert!(!Lexer::new(text).find_game(), "{text}");
        }
    }

    #[test]
    fn what_is_no_sgf_is_skipped_and_told() {
        for (text, values, doubt) in [
            ("(;C[a]\n---\nC[b];C[c])", "abc", "'---' in line 2"),
            ("(;C[a]\n\n];C[b])", "ab", "']' in line 3"),
            ("(;\nB;C[a])", "a", "'B' in line 2"),
            ("(;é1C[a])", "a", "'é1' in line 1"),
            ("(;[x]C[a])", "a", "'[x]' in line 1"),
            ("(;C[a](C[b]))", "ab", ""),
            ("(;C[a]((;C[b])))", "ab", ""),
            ("(;C[a]();)", "a", ""),
            ("(;C[a];;\u{3000};C[b])", "ab", ""),
            ("(;C[a;B[bb];C[c])", "a;B[bbc", "'a;B[bb' in line 1"),
            (r"(;C[a;B[\]])", r"a;B[\]", ""),
        ] {
            let (nodes, doubts) = nodes(text);
            assert_eq!(nodes.concat().concat(), values, "{text}");
            let said = doubts.join("\n");
            assert!(
                said.contains(doubt) && said.is_empty() == doubt.is_empty(),
                "{text}: {said}"
            );
        }
        let (_, doubts) = nodes(&format!("(;{})", "---\n".repeat(1000)));
        assert_eq!(doubts.len(), MOST_DOUBTS + 1);
    }

    #[test]
    fn games_without_an_end_are_read_as_far_as_they_go() {
        for text in [
            "(;C[a]",
            "(;C[a];",
            "(;C[a](;",
            "(;C[a](;)",
            "(;C[a];C[",
            "(;C[a];C[b\\",
            "(;C[a]B",
            "(;C[a](;)(;C[",
            "(;C[a](",
        ] {
            let (nodes, doubts) = nodes(text);
            assert_eq!(nodes.concat(), ["a"], "{text}");
            assert!(doubts.contains(&Doubt::Unfinished.to_string()), "{text}");
        }
        let mut lexer = Lexer::new("(;C[a](;C[b](;C[c])(;C[d]");
        assert!(lexer.find_game());
        while lexer.read_node(&mut Vec::new()) {}
        assert_eq!((lexer.closers, lexer.unclosed), (vec![18], 2));
    }
}
