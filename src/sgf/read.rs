//! From text to records.

use super::decode::{decode, unknown_label};
use super::lexer::{Lexer, Property, first};
use super::notation::{
    board_size, clip, names_go, names_result, parse_color, parse_handicap, parse_komi, parse_line,
    parse_move, parse_points, parse_result, parse_text,
};
use super::{Doubt, SgfError};
use crate::go::record::{Action, Node, Setup, TimeLeft};
use crate::go::{ByColor, Color, PointSet, Record, Size};
use std::collections::BTreeMap;
use std::time::Duration;

/// The most stones that the setups of one text may hold together: 64 MiB of memory.
const MAX_STONES: usize = 1 << 24;

/// A record, and what was odd in its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// What was understood.
    pub record: Record,
    /// What was not, in the order of the text.
    pub doubts: Vec<Doubt>,
}

/// What becomes of moves that are no points of the board and no passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// The game ends before the first of them.
    Ends,
    /// They are left out.
    LeftOut,
}

/// Reads the main lines of all games of a collection.
///
/// Text outside the games is skipped. The size is 19 unless the root says otherwise; facts about
/// the game (komi, rules, players, ...) are taken from where they stand first. A setup comes before
/// the move of the same node, with its points in order, each once. Comments of the root and of
/// nodes without a move or setup go to the game or to the node before. Territory is what the last
/// node marks. Takes time and memory in proportion to the text. What is odd in the text is passed over in silence;
/// [`load`] returns it.
///
/// # Errors
/// There is no game, or one of them is no SGF of Go.
///
/// # Examples
/// ```
/// let records = kosumi::sgf::read(b"(;SZ[9]KM[7];B[ee](;W[ce];B[])(;W[cf]))(;SZ[19:9])")?;
/// assert_eq!(records[0].moves().count(), 3);
/// assert_eq!(records[1].size.to_string(), "19x9");
/// # Ok::<(), kosumi::sgf::SgfError>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Vec<Record>, SgfError> {
    let readings = load(bytes, usize::MAX, Unreadable::Ends)?;
    Ok(readings.into_iter().map(|reading| reading.record).collect())
}

/// Reads the main lines of the first games of a collection, as [`read`] does, at least one and at
/// most `most`, and returns what is odd in them; what follows them may be anything.
///
/// # Errors
/// There is no game, or one of them is no SGF of Go.
///
/// # Examples
/// ```
/// use kosumi::sgf::{Unreadable, load};
/// let readings = load(b"(;SZ[9];B[ee];W[zz]", 1, Unreadable::Ends)?;
/// assert_eq!(readings[0].record.moves().count(), 1);
/// assert_eq!(readings[0].doubts.len(), 2);
/// # Ok::<(), kosumi::sgf::SgfError>(())
/// ```
pub fn load(bytes: &[u8], most: usize, unreadable: Unreadable) -> Result<Vec<Reading>, SgfError> {
    load_each(bytes, most, unreadable).into_iter().collect()
}

/// Reads the main lines of the first games of a collection, as [`load`] does, but each for itself: what is no SGF of Go does
/// not keep the games behind it from being read. A text without a game is one that cannot be read.
///
/// # Examples
/// ```
/// use kosumi::sgf::{Unreadable, load_each};
/// let games = load_each(b"(;GM[2])(;SZ[9];B[ee])", 9, Unreadable::Ends);
/// assert!(games[0].is_err() && games[1].is_ok());
/// ```
#[must_use]
pub fn load_each(
    bytes: &[u8],
    most: usize,
    unreadable: Unreadable,
) -> Vec<Result<Reading, SgfError>> {
    let text = decode(bytes);
    let mut reader = GameReader::new(&text, unreadable);
    let mut games = vec![reader.read_first()];
    if let (Some(text), Some(Ok(first))) = (unknown_label(bytes), games.first_mut()) {
        let (name, text) = ("encoding", clip(&text));
        first.doubts.insert(0, Doubt::Fact { name, text });
    }
    while games.len() < most
        && let Some(game) = reader.read_next().transpose()
    {
        games.push(game);
    }
    games
}

/// Reads the main line of the first game, as [`read`] does; what follows it may be anything.
///
/// # Errors
/// There is no game, or it is no SGF of Go.
pub fn read_first(bytes: &[u8]) -> Result<Record, SgfError> {
    let reading = GameReader::new(&decode(bytes), Unreadable::Ends).read_first()?;
    Ok(reading.record)
}

struct GameReader<'a> {
    lexer: Lexer<'a>,
    /// The properties of the node being read.
    node: Vec<Property<'a>>,
    /// How many more setup stones are allowed.
    stones_left: usize,
    unreadable: Unreadable,
    /// True behind a move that ends the game because it cannot be read.
    has_ended: bool,
    /// True if the game has named its size.
    size_is_said: bool,
    /// The moves of the game so far.
    moves: usize,
    /// True if the main line of the game goes on behind the node.
    goes_on: bool,
}

impl<'a> GameReader<'a> {
    fn new(text: &'a str, unreadable: Unreadable) -> GameReader<'a> {
        GameReader {
            lexer: Lexer::new(text),
            node: Vec::new(),
            stones_left: MAX_STONES,
            unreadable,
            has_ended: false,
            size_is_said: false,
            moves: 0,
            goes_on: false,
        }
    }

    fn read_first(&mut self) -> Result<Reading, SgfError> {
        self.read_next()?.ok_or(SgfError::NoGame)
    }

    /// Reads the next game, or goes behind it if it is no SGF of Go. `None` if there is none.
    fn read_next(&mut self) -> Result<Option<Reading>, SgfError> {
        if !self.lexer.find_game() {
            return Ok(None);
        }
        let read = self.read_game();
        while self.goes_on {
            self.read_node();
        }
        read.map(Some)
    }

    fn read_node(&mut self) {
        self.goes_on = self.lexer.read_node(&mut self.node);
    }

    fn read_game(&mut self) -> Result<Reading, SgfError> {
        self.has_ended = false;
        self.read_node();
        if let Some(game) = first(&self.node, *b"GM  ").map(str::trim)
            && !names_go(game)
        {
            return Err(SgfError::NotGo(clip(game)));
        }
        (self.size_is_said, self.moves) = (false, 0);
        let mut record = Record::new(Size::square(19));
        self.add_sizes(&mut record)?;
        self.add_comments(&mut record.comment);
        self.add_root_facts(&mut record);
        self.add_node(&mut record)?;
        while self.goes_on {
            self.read_node();
            self.add_sizes(&mut record)?;
            self.add_node(&mut record)?;
            if !self.has_ended {
                let comment = match record.nodes.last_mut() {
                    Some(node) => &mut node.comment,
                    None => &mut record.comment,
                };
                self.add_comments(comment);
            }
        }
        if self.lexer.doubts.contains(&Doubt::Unfinished) && !self.lexer.has_properties {
            return Err(SgfError::Unfinished);
        }
        self.lexer.doubts.extend(handicap_doubt(&record));
        for (after, chain) in record.take_off_breathless(self.stones_left) {
            self.lexer.note(Doubt::Breathless { after, chain });
        }
        let doubts = std::mem::take(&mut self.lexer.doubts);
        if !self.has_ended {
            let size = record.size;
            record.territory = ByColor::new_with(|color| self.territory(color, size));
        }
        Ok(Reading { record, doubts })
    }

    fn add_comments(&self, comment: &mut String) {
        for property in self.node.iter().filter(|property| property.is_comment()) {
            if !comment.is_empty() {
                comment.push('\n');
            }
            comment.push_str(&parse_text(property.value));
        }
    }

    /// Notes what the root says in names of its own: records of the Nihon Ki-in have komi in `KO`, which elsewhere stands
    /// beside moves, and the day in `RD`.
    fn add_root_facts(&self, record: &mut Record) {
        let komi = first(&self.node, *b"KO  ").filter(|_| first(&self.node, *b"KM  ").is_none());
        record.komi = komi.and_then(parse_komi);
        let has_date = first(&self.node, *b"DT  ").is_some();
        record.date = first(&self.node, *b"RD  ")
            .filter(|_| !has_date)
            .and_then(some_line);
    }

    /// Takes the size from a node, which may stand behind the root, if nothing has said it before and no stone stands; other
    /// sizes are a doubt.
    fn add_sizes(&mut self, record: &mut Record) -> Result<(), SgfError> {
        let sizes = self.node.iter().filter(|it| it.name == *b"SZ  ");
        for text in sizes.map(|it| it.value.trim()).filter(|it| !it.is_empty()) {
            if !self.size_is_said && record.nodes.is_empty() && !self.has_ended {
                self.size_is_said = true;
                record.size = board_size(text)?;
            } else if board_size(text) != Ok(record.size) {
                let (name, text) = ("size", clip(text));
                self.lexer.note(Doubt::Second { name, text });
            }
        }
        Ok(())
    }

    /// Adds what the node does and says, except comments.
    fn add_node(&mut self, record: &mut Record) -> Result<(), SgfError> {
        if !self.has_ended {
            let setup = self.setup(record.size)?;
            if setup != Setup::default() {
                record.nodes.push(Action::Setup(setup).into());
            }
        }
        self.doubt_moves();
        for property in &self.node {
            let Some(color) = property.mover() else {
                match add_fact(record, *property) {
                    // What the rest of a game says of its result is not its result.
                    Err(Doubt::Second { .. }) if self.has_ended => {}
                    noted => noted.unwrap_or_else(|doubt| self.lexer.note(doubt)),
                }
                continue;
            };
            if self.has_ended {
                continue;
            }
            if let Some(mv) = parse_move(property.value, record.size) {
                self.moves += 1;
                record.nodes.push(Node {
                    time_left: self.time_left(color),
                    ..Action::Move(color, mv).into()
                });
                continue;
            }
            let text = clip(property.value.trim());
            if self.unreadable == Unreadable::LeftOut {
                self.lexer.note(Doubt::LeftOut(text));
            } else {
                let number = self.moves + 1;
                self.lexer.doubts.push(Doubt::Move { number, text });
                self.has_ended = true;
            }
        }
        Ok(())
    }

    /// Notes that the node has several moves, or setup stones beside a move.
    fn doubt_moves(&mut self) {
        let number = self.moves + 1;
        let count = |wanted: &dyn Fn(&Property<'_>) -> bool| {
            self.node.iter().filter(|property| wanted(property)).count()
        };
        let moves = count(&|property| property.mover().is_some());
        let stones = count(&|property| setup_stone(property).is_some());
        if moves > 0 && !self.has_ended {
            let several = (moves > 1).then_some(Doubt::Moves { number, moves });
            let beside = (stones > 0).then_some(Doubt::Beside { number });
            for doubt in several.into_iter().chain(beside) {
                self.lexer.note(doubt);
            }
        }
    }

    /// Reads what is left on the clock of a player after the node, to a hundredth of a second.
    fn time_left(&self, color: Color) -> Option<TimeLeft> {
        let letter = color.letter() as u8;
        let seconds: f64 = first(&self.node, [letter, b'L', b' ', b' '])?
            .trim()
            .parse()
            .ok()?;
        let seconds = Duration::try_from_secs_f64(seconds.max(0.0)).ok()?;
        let hundredths = (seconds.as_millis() + 5) / 10;
        let overtime = first(&self.node, [b'O', letter, b' ', b' ']);
        Some(TimeLeft {
            time: Duration::from_millis(u64::try_from(10 * hundredths).ok()?),
            overtime: overtime.map_or(Some(0), |text| text.trim().parse().ok())?,
        })
    }

    /// Reads what the node marks as a player's territory, without what is not on the board.
    fn territory(&self, color: Color, size: Size) -> PointSet {
        let name = [b'T', color.letter() as u8, b' ', b' '];
        let marks = self.node.iter().filter(|property| property.name == name);
        marks
            .flat_map(|property| parse_points(property.value, size).unwrap_or_default())
            .collect()
    }

    fn setup(&mut self, size: Size) -> Result<Setup, SgfError> {
        let mut stones = BTreeMap::new();
        let mut to_move = None;
        for property in &self.node {
            let text = || clip(property.value.trim());
            if property.name == *b"PL  " {
                let read = match (parse_color(property.value), to_move) {
                    (Some(color), None) => {
                        to_move = color;
                        Ok(())
                    }
                    (color, Some(_)) if color == Some(to_move) => Ok(()),
                    (_, Some(_)) => Err(Doubt::Second {
                        name: "player to move",
                        text: text(),
                    }),
                    (None, None) => Err(Doubt::Setup {
                        name: "PL",
                        text: text(),
                    }),
                };
                read.unwrap_or_else(|doubt| self.lexer.note(doubt));
            }
            let Some((name, stone)) = setup_stone(property) else {
                continue;
            };
            let Some(points) = parse_points(property.value, size) else {
                self.lexer.note(Doubt::Setup { name, text: text() });
                continue;
            };
            let left = self.stones_left.checked_sub(points.len());
            self.stones_left = left.ok_or(SgfError::TooManyStones)?;
            for point in points {
                if stones
                    .insert(point, stone)
                    .is_some_and(|before| before != stone)
                {
                    self.lexer.note(Doubt::Twice(point));
                }
            }
        }
        let stones = stones.into_iter().collect();
        Ok(Setup { stones, to_move })
    }
}

/// What a property of setup is called, and what it puts on points; `None` for any other.
fn setup_stone(property: &Property<'_>) -> Option<(&'static str, Option<Color>)> {
    match &property.name {
        b"AB  " => Some(("AB", Some(Color::Black))),
        b"AW  " => Some(("AW", Some(Color::White))),
        b"AE  " => Some(("AE", None)),
        _ => None,
    }
}

/// Returns the doubt that the stones that Black begins with are as many as the record says.
fn handicap_doubt(record: &Record) -> Option<Doubt> {
    let named = record.handicap.filter(|&stones| stones >= 2)?;
    let mut placed = PointSet::new();
    let mut plays = 0;
    for node in &record.nodes {
        match &node.action {
            Action::Setup(setup) if plays == 0 => {
                for &(at, stone) in &setup.stones {
                    if stone == Some(Color::Black) {
                        placed.insert(at);
                    } else {
                        placed.remove(at);
                    }
                }
            }
            Action::Move(Color::White, crate::go::Move::Pass) => {}
            Action::Move(Color::Black, mv) => plays += usize::from(mv.point().is_some()),
            _ => break,
        }
    }
    let is_so = named == placed.len() || named == placed.len() + plays;
    let found = placed.len();
    (!is_so).then_some(Doubt::Handicap { named, found })
}

/// Notes a fact about the game unless it is known already.
///
/// # Errors
/// It is unreadable, or another one than what is known.
fn add_fact(record: &mut Record, Property { name, value }: Property<'_>) -> Result<(), Doubt> {
    let player = |name, player: &mut String| {
        let mut known = some_line(player);
        let noted = note(name, &mut known, value, some_line);
        *player = known.unwrap_or_default();
        noted
    };
    match &name {
        b"KM  " => note("komi", &mut record.komi, value, parse_komi),
        b"HA  " => note("handicap", &mut record.handicap, value, parse_handicap),
        b"RE  " if !names_result(value) => Ok(()),
        b"RE  " => note("result", &mut record.result, value, parse_result),
        b"RU  " => note("rule set", &mut record.rules, value, some_line),
        b"DT  " => note("date", &mut record.date, value, some_line),
        b"PB  " => player("name of Black", &mut record.players.black),
        b"PW  " => player("name of White", &mut record.players.white),
        _ => Ok(()),
    }
}

fn note<T: PartialEq>(
    name: &'static str,
    fact: &mut Option<T>,
    value: &str,
    parse: fn(&str) -> Option<T>,
) -> Result<(), Doubt> {
    let value = value.trim();
    if value.is_empty() {
        return Ok(());
    }
    let text = clip(value);
    match (parse(value), &fact) {
        (None, None) => Err(Doubt::Fact { name, text }),
        (read, Some(_)) if read == *fact => Ok(()),
        (_, Some(_)) => Err(Doubt::Second { name, text }),
        (read, None) => {
            *fact = read;
            Ok(())
        }
    }
}

fn some_line(value: &str) -> Option<String> {
    Some(parse_line(value)).filter(|line| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Move, Outcome, Points};

    fn one(text: &str) -> Record {
        let records = read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(records.len(), 1, "{text}");
        records.into_iter().next().unwrap()
    }

    fn error(text: &str) -> SgfError {
        read(text.as_bytes()).expect_err(text)
    }

    /// The steps as text: `B D4`, and for setups each point with `B`, `W` or `.`, then the turn.
    fn steps(text: &str) -> Vec<String> {
        let name = |stone: Option<Color>| stone.map_or('.', Color::letter);
        let step = |node: &Node| match &node.action {
            Action::Move(color, mv) => format!("{} {mv}", color.letter()),
            Action::Setup(Setup { stones, to_move }) => {
                let stones = stones
                    .iter()
                    .map(|&(point, stone)| format!("{point}{} ", name(stone)));
                format!("{}/{}", stones.collect::<String>(), name(*to_move))
            }
        };
        one(text).nodes.iter().map(step).collect()
    }

    #[test]
    fn the_size_may_stand_behind_the_root() {
        for text in [
            "(;;SZ[9];B[ee])",
            "(;GM[1]PB[x]\n;SZ[9]KM[5.5];B[ee])",
            "(;GM[1];C[x](;SZ[9];B[ee]))",
            "(;SZ[];SZ[9];B[ee])",
        ] {
            assert_eq!(one(text).size, Size::square(9), "{text}");
            assert_eq!(steps(text), ["B E5"], "{text}");
        }
        for text in [
            "(;;SZ[9];SZ[13];B[ee])",
            "(;SZ[9];B[ee];SZ[13])",
            "(;SZ[9];SZ[x];B[ee])",
        ] {
            let reading = &load(text.as_bytes(), 1, Unreadable::Ends).unwrap()[0];
            assert_eq!(reading.record.size, Size::square(9), "{text}");
            assert_eq!(reading.doubts.len(), 1, "{text}");
        }
        assert_eq!(error("(;;SZ[30])"), SgfError::BadSize("30".to_owned()));
    }

    #[test]
    fn what_is_no_go_does_not_keep_others_from_being_read() {
        let text = "(;GM[2];B[aa](;W[bb]))(;SZ[9];B[ee])(;SZ[99])\n(;SZ[5];B[cc])(;";
        let games = load_each(text.as_bytes(), 9, Unreadable::Ends);
        let sizes: Vec<_> = games
            .iter()
            .map(|game| game.as_ref().map(|reading| reading.record.size.width()))
            .collect();
        let errors = [
            SgfError::NotGo("2".to_owned()),
            SgfError::BadSize("99".to_owned()),
            SgfError::Unfinished,
        ];
        let [one, two, three] = &errors;
        assert_eq!(sizes, [Err(one), Ok(9), Err(two), Ok(5), Err(three)]);
        let games = load_each(text.as_bytes(), 2, Unreadable::Ends);
        assert_eq!(games.len(), 2);
        assert_eq!(
            load_each(b"x", 2, Unreadable::Ends),
            [Err(SgfError::NoGame)]
        );
        // A root alone, behind which the next game begins.
        let games = load_each(b"(;GM[2])(;GM[3]C[(;])(;SZ[9])", 9, Unreadable::Ends);
        assert!(games.len() == 3 && games[2].is_ok());
    }

    #[test]
    fn go_has_many_names() {
        for name in ["", "1", " 1 ", "01", "Go", "weiqi", "围棋", "囲碁", "바둑"] {
            assert_eq!(
                one(&format!("(;GM[{name}]SZ[9])")).size,
                Size::square(9),
                "{name}"
            );
        }
        for name in ["2", "11", "Gomoku", "Chess", "0"] {
            let text = format!("(;GM[{name}])");
            assert_eq!(error(&text), SgfError::NotGo(name.to_owned()));
        }
    }

    #[test]
    fn prose_before_a_game_is_no_game() {
        for text in [
            "Hello (;-) all\n(;SZ[9];B[ee])",
            "a smile (; now\n(; SZ[9];B[ee])",
            ";B[ee]",
            "(B[ee])",
            ";AB[aa];B[ee]",
        ] {
            assert_eq!(one(text).moves().count(), 1, "{text}");
        }
        assert_eq!(read(b"(;)(;SZ[9])(; )(;\n---\nSZ[9])").unwrap().len(), 4);
    }

    #[test]
    fn names_with_digits_are_of_other_properties() {
        assert_eq!(steps("(;SZ[9];B1[foo];B[ee]W2[aa])"), ["B E5"]);
    }

    #[test]
    fn a_whole_game() {
        let record = one(
            "(;FF[4]GM[1]CA[UTF-8]AP[x:1]SZ[9]RU[Japanese]KM[0.5]HA[2]PB[Lee \\] A]PW[碁]\
             RE[W+3.5]DT[2016-03-09]GC[game]C[root]AB[cg][gc];W[ee]C[a\nb];B[];N[x]C[end])",
        );
        assert_eq!(record.size, Size::square(9));
        assert_eq!(record.komi, Some(0.5));
        assert_eq!(record.rules.as_deref(), Some("Japanese"));
        assert_eq!(record.handicap, Some(2));
        assert_eq!(
            [&*record.players.black, &*record.players.white],
            ["Lee ] A", "碁"]
        );
        assert_eq!(
            record.result,
            Some(Outcome::Points(Color::White, Points::halves(7)))
        );
        assert_eq!(record.date.as_deref(), Some("2016-03-09"));
        assert_eq!(record.comment, "game\nroot");
        let comments: Vec<_> = record.nodes.iter().map(|node| &*node.comment).collect();
        assert_eq!(comments, ["", "a\nb", "end"]);
        let moves: Vec<_> = record.moves().collect();
        let center = Move::Play("E5".parse().unwrap());
        assert_eq!(moves, [(Color::White, center), (Color::Black, Move::Pass)]);
    }

    #[test]
    fn territory_is_what_the_last_node_marks() {
        let marked = |text| {
            let territory = one(text).territory;
            let names = |points: &PointSet| points.iter().map(|at| at.to_string()).collect();
            let [black, white]: [Vec<String>; 2] = Color::ALL.map(|of| names(&territory[of]));
            (black.join(" "), white.join(" "))
        };
        let middle =
            "(;SZ[5]TB[aa];B[cc]TB[bb]TW[ee];W[dd]TB[aa:ba][ab]TW[dd](;B[];W[]TW[ae])(;B[ce]))";
        assert_eq!(marked(middle), (String::new(), "A1".into()));
        let root = "(;SZ[5]AB[cc]AW[dd]TB[aa:ba][ab][dd]TW[zz]TW[ed])";
        assert_eq!(marked(root), ("D2 A4 A5 B5".into(), "E2".into()));
    }

    #[test]
    fn what_is_missing_is_not_invented() {
        assert_eq!(one("(;)"), Record::new(Size::square(19)));
        let odd = "(;KM[abc]HA[x]RU[]PB[]RE[?]DT[ ]PL[]AB[]UNKNOWN[a][b]GM[])";
        assert_eq!(one(odd), Record::new(Size::square(19)));
        assert_eq!(one("(;KM[x]KM[6,5]KM[7];KM[8]HA[0])").komi, Some(6.5));
        assert_eq!(one("(;HA[0])").handicap, Some(0));
        assert_eq!(one("(;KM[inf])").komi, None);
    }

    #[test]
    fn setups_come_first_and_in_order() {
        assert_eq!(steps("(;SZ[9]AB[aa:ba]AW[ab]PL[W])"), ["A8W A9B B9B /W"]);
        assert_eq!(steps("(;SZ[9]AB[bb:aa]AE[aa])"), ["A8B B8B A9. B9B /."]);
        assert_eq!(steps("(;SZ[9];B[ee]AB[aa]AB[ba])"), ["A9B B9B /.", "B E5"]);
        assert_eq!(steps("(;SZ[9]PL[white];PL[b])"), ["/W", "/B"]);
        assert_eq!(steps("(;SZ[3:2]AW[aa:bb])"), ["A1W B1W A2W B2W /."]);
    }

    #[test]
    fn moves_come_as_written() {
        assert_eq!(
            steps("(;SZ[9]B[aa];W[];B[tt];B[aa]W[ii])"),
            ["B A9", "W pass", "B pass", "B A9", "W J1"]
        );
        assert_eq!(steps("(;SZ[9];B[aa][bb])"), ["B A9", "B B8"]);
        assert_eq!(steps("(;SZ[25];B[tt];W[yy])"), ["B U6", "W Z1"]);
        assert_eq!(
            steps("(;GaMe[1]SiZe[9];Black[aa];White[ba])"),
            ["B A9", "W B9"]
        );
    }

    /// What is odd in a game, with what there is of its moves.
    fn odd(text: &str) -> (usize, String) {
        let readings = load(text.as_bytes(), 1, Unreadable::Ends).expect(text);
        let Reading { record, doubts } = &readings[0];
        let doubts: Vec<String> = doubts.iter().map(ToString::to_string).collect();
        (record.moves().count(), doubts.join("; "))
    }

    #[test]
    fn moves_off_the_board_are_left_out_on_demand() {
        let text = b"(;SZ[9];B[zz];W[cc];B[x];W[])";
        let readings = load(text, 1, Unreadable::LeftOut).unwrap();
        let Reading { record, doubts } = &readings[0];
        assert_eq!((record.moves().count(), doubts.len()), (2, 2));
        assert!(load(b"(;SZ[0])", 1, Unreadable::LeftOut).is_err());
    }

    #[test]
    fn a_game_is_read_up_to_what_is_no_move() {
        for word in ["zz", "pass", "D4", "ja"] {
            let text =
                format!("(;SZ[9]RE[B+R];B[dd];W[{word}]C[x];B[cc]AB[aa]RE[W+R]TB[ee])(;SZ[5])");
            let readings = load(text.as_bytes(), 9, Unreadable::Ends).unwrap();
            let Reading { record, doubts } = &readings[0];
            let text = word.to_owned();
            assert_eq!(*doubts, [Doubt::Move { number: 2, text }]);
            assert_eq!((record.nodes.len(), readings.len()), (1, 2), "{word}");
            assert_eq!(record.result, Some(Outcome::Resignation(Color::Black)));
            assert!(record.territory.black.is_empty() && record.nodes[0].comment.is_empty());
        }
    }

    #[test]
    fn what_is_odd_is_told() {
        for (text, moves, doubt) in [
            ("(;KM[abc];B[aa])", 1, "the komi 'abc' is not understood"),
            ("(;HA[x];B[aa])", 1, "the handicap 'x' is not understood"),
            ("(;RE[abc];B[aa])", 1, "the result 'abc' is not understood"),
            ("(;RE[?]KM[]HA[]RU[];B[aa])", 1, ""),
            ("(;RE[打ち掛け];B[aa])", 1, ""),
            ("(;RE[Unknown];B[aa]RE[B+R])", 1, ""),
            ("(;SZ[9];B[ee][ce])", 2, "the node of move 1 has 2 moves"),
            (
                "(;SZ[9];B[ee];W[aa]B[cc])",
                3,
                "the node of move 2 has 2 moves",
            ),
            (
                "(;SZ[9];B[ee]AB[aa];W[cc])",
                2,
                "the node of move 1 has setup stones, too",
            ),
            ("(;SZ[9];B[ee]PL[W];W[cc])", 2, ""),
            (
                "(;SZ[9]AB[aa]AW[aa][bb];B[cc])",
                1,
                "A9 is set up in two ways",
            ),
            ("(;SZ[9]AB[aa]AB[aa:bb]AW[cc];B[dd])", 1, ""),
            (
                "(;KM[6.5][7.5];B[aa])",
                1,
                "a second komi '7.5' is left out",
            ),
            ("(;KM[6.5]KM[x];B[aa])", 1, "a second komi 'x' is left out"),
            ("(;KM[6.5];B[aa]KM[6,5])", 1, ""),
            ("(;RE[B+R]RE[W+R];B[aa])", 1, "a second result 'W+R'"),
            ("(;RE[B+R][Black by resignation];B[aa])", 1, ""),
            ("(;SZ[9][13];B[aa])", 1, "a second size '13' is left out"),
            ("(;SZ[]SZ[9];B[aa])", 1, ""),
            ("(;HA[0][2];B[aa])", 1, "a second handicap '2'"),
            ("(;PB[a][b];B[aa])", 1, "a second name of Black 'b'"),
            (
                "(;RU[Japanese]RU[Chinese];B[aa])",
                1,
                "a second rule set 'Chinese'",
            ),
            ("(;PL[W]PL[B];W[bb])", 1, "a second player to move 'B'"),
            ("(;KM[1e9];B[aa])", 1, "the komi '1e9' is not understood"),
            (
                "(;SZ[9];B[ee](;)\n(;W[cc]))",
                1,
                "the first variation in line 1 is empty",
            ),
            ("(;SZ[9];B[ee]()(;W[cc]))", 1, "the first variation"),
            ("(;SZ[9];B[ee](;;)(;W[cc]))", 1, "the first variation"),
            ("(;SZ[9];B[ee]((;))(;W[cc]))", 1, "the first variation"),
            ("(;SZ[9];B[ee](;))", 1, ""),
            ("(;SZ[9];B[ee](;C[x])(;W[cc]))", 1, ""),
            ("(;SZ[9];B[ee](;W[cc])(;))", 2, ""),
            (
                "(;SZ[9]AB[aa]AW[ba][ab];B[ee])",
                1,
                "after move 0 a setup leaves the chain at A9 without a liberty",
            ),
            (
                "(;AB[zz][aa];W[bb])",
                1,
                "AB[zz] is not understood and left out",
            ),
            (
                "(;SZ[9]AB[aa:jj];W[bb])",
                1,
                "AB[aa:jj] is not understood and left out",
            ),
            ("(;PL[x];W[bb])", 1, "PL[x] is not understood and left out"),
            (
                "(;HA[3]AB[aa][bb];W[cc])",
                1,
                "names 3 handicap stones, and Black begins with 2",
            ),
            (
                "(;HA[2];B[aa];W[cc])",
                2,
                "names 2 handicap stones, and Black begins with 0",
            ),
            ("(;HA[2];B[aa];W[];B[bb];W[cc])", 4, ""),
            ("(;HA[2]AB[aa][bb];W[cc])", 1, ""),
            ("(;HA[3]AB[aa][bb];B[cc];W[dd])", 2, ""),
            ("(;B[aa];W[bb]", 2, "the text ends inside the game"),
            ("(;B[aa]\n--\n;W[bb])", 2, "'--' in line 2"),
        ] {
            let (found, said) = odd(text);
            assert!(
                found == moves && said.contains(doubt),
                "{text}: {found} {said}"
            );
            assert_eq!(said.is_empty(), doubt.is_empty(), "{text}: {said}");
        }
        let long = odd(&format!("(;B[{}])", "x".repeat(1000))).1;
        assert!(long.len() < 100, "{long}");
        let many = odd(&format!("(;SZ[9]{})", "AB[zz]".repeat(1000))).1;
        assert!(many.len() < 1000, "{many}");
    }

    #[test]
    fn records_of_newspapers_have_names_of_their_own() {
        let text = "(\r\nTE[第1局]\nRD[2025-06-12]\nKO[黒6目半]\nRE[7時間、 白番中押し勝ち]\nPB[表]PW[秀]\nGK[1]\n;B[pd]KO[];W[dp])";
        for text in [text.to_owned(), text.replacen("TE[", "; TE[", 1)] {
            let record = one(&text);
            assert_eq!(record.komi, Some(6.5));
            assert_eq!(record.date.as_deref(), Some("2025-06-12"));
            assert_eq!(record.result, Some(Outcome::Resignation(Color::White)));
            assert_eq!((record.moves().count(), &*record.players.black), (2, "表"));
        }
        assert_eq!(one("(;KM[0.5]KO[6目];B[aa]KO[7目])").komi, Some(0.5));
    }

    #[test]
    fn only_the_main_line_is_read() {
        let text = "(;SZ[9];B[aa](;W[ba];B[ca](;W[da])(;W[zz]))(;W[ea];B[C)]))";
        assert_eq!(steps(text), ["B A9", "W B9", "B C9", "W D9"]);
    }

    #[test]
    fn collections_and_text_around_games() {
        let text = b"From: a (b)\n\n(;SZ[9];B[aa])\njunk (\n( ;SZ[19:9])\x1a";
        let records = read(text).unwrap();
        let sizes: Vec<_> = records
            .iter()
            .map(|record| record.size.to_string())
            .collect();
        assert_eq!(sizes, ["9x9", "19x9"]);
        assert!(read_first(b"(;SZ[9])(;SZ[").is_ok() && read(b"(;SZ[9])(;SZ[").is_err());
    }

    #[test]
    fn bytes_need_not_be_unicode() {
        let name = |text: &[u8]| read_first(text).unwrap().players.black;
        assert_eq!(name(b"(;PB[M\xFCller])"), "Müller");
        assert_eq!(name(b"\xEF\xBB\xBF(;PB[M\xC3\xBCller])"), "Müller");
        assert_eq!(name(b"\xEF\xBB\xBF(;PB[M\xFCller])"), "M\u{fffd}ller");
    }

    #[test]
    fn errors_name_the_text() {
        for (text, error) in [
            ("", SgfError::NoGame),
            ("root:x:0:0:root:/root:/bin/bash\n", SgfError::NoGame),
            ("(;", SgfError::Unfinished),
            ("(;GM[3])", SgfError::NotGo("3".into())),
            ("(;SZ[0])", SgfError::BadSize("0".into())),
            ("(;SZ[1000000])", SgfError::BadSize("1000000".into())),
            ("(;SZ[26])", SgfError::BadSize("26".into())),
        ] {
            assert_eq!(read(text.as_bytes()), Err(error), "{text}");
        }
        let long = error(&format!("(;SZ[{}])", "x".repeat(1000))).to_string();
        assert!(long.len() < 80, "{long}");
    }

    #[test]
    fn huge_texts_are_read_or_refused() {
        assert_eq!(error(&"(".repeat(1_000_000)), SgfError::NoGame);
        assert_eq!(error(&"(;".repeat(1_000_000)), SgfError::Unfinished);
        assert_eq!(error(&"(;C[".repeat(1_000_000)), SgfError::Unfinished);
        let deep = format!("{}{}", "(;B[aa]".repeat(200_000), ")".repeat(200_000));
        assert_eq!(one(&deep).nodes.len(), 200_000);
        let long = format!("({})", ";B[aa];W[bb]".repeat(100_000));
        assert_eq!(one(&long).nodes.len(), 200_000);
        let bushy = format!("(;{})", "(;B[aa](;W[bb](;B[cc])))".repeat(200_000));
        assert_eq!(one(&bushy).nodes.len(), 3);
        for setup in [";AB[aa:yy]", "AE[aa:yy]"] {
            let full = format!("(;SZ[25]{})", setup.repeat(30_000));
            assert_eq!(error(&full), SgfError::TooManyStones);
        }
    }
}
