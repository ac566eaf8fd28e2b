//! From text to records.

use super::SgfError;
use super::decode::decode;
use super::lexer::{Lexer, Property, first};
use super::notation::{
    board_size, clip, parse_color, parse_komi, parse_line, parse_move, parse_points, parse_result,
    parse_text,
};
use crate::go::record::{Action, Node, Setup, TimeLeft};
use crate::go::{ByColor, Color, PointSet, Record, Size};
use std::collections::BTreeMap;
use std::time::Duration;

/// The most stones that the setups of one text may hold together: 64 MiB of memory.
const MAX_STONES: usize = 1 << 24;

/// Reads the main lines of all games of a collection.
///
/// Text outside the games is skipped. The size is 19 unless the root says otherwise; facts about
/// the game (komi, rules, players, ...) are taken from where they stand first. A setup comes before
/// the move of the same node, with its points in order, each once. Comments of the root and of
/// nodes without a move or setup go to the game or to the node before. Territory is what the last
/// node marks. Takes time and memory in proportion to the text.
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
    read_some(bytes, usize::MAX)
}

/// Reads the main lines of the first games of a collection, as [`read`] does, at least one and at
/// most `most`; what follows them may be anything.
///
/// # Errors
/// There is no game, or one of them is no SGF of Go.
pub fn read_some(bytes: &[u8], most: usize) -> Result<Vec<Record>, SgfError> {
    let text = decode(bytes);
    let mut reader = Reader::new(&text);
    let mut records = vec![reader.read_first()?];
    while records.len() < most
        && let Some(record) = reader.read_game()?
    {
        records.push(record);
    }
    Ok(records)
}

/// Reads the main line of the first game, as [`read`] does; what follows it may be anything.
///
/// # Errors
/// There is no game, or it is no SGF of Go.
pub fn read_first(bytes: &[u8]) -> Result<Record, SgfError> {
    Reader::new(&decode(bytes)).read_first()
}

/// As [`read_first`], but moves to points that are not on the board are left out. Returns how many
/// these were, too.
///
/// # Errors
/// As for [`read_first`].
pub fn read_first_leniently(bytes: &[u8]) -> Result<(Record, usize), SgfError> {
    let text = decode(bytes);
    let mut reader = Reader::new(&text);
    reader.is_lenient = true;
    Ok((reader.read_first()?, reader.left_out))
}

struct Reader<'a> {
    lexer: Lexer<'a>,
    /// The properties of the node being read.
    node: Vec<Property<'a>>,
    /// How many more setup stones are allowed.
    stones_left: usize,
    /// True if moves to points that are not on the board are left out.
    is_lenient: bool,
    /// How many were left out.
    left_out: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        Reader {
            lexer: Lexer::new(text),
            node: Vec::new(),
            stones_left: MAX_STONES,
            is_lenient: false,
            left_out: 0,
        }
    }

    fn read_first(&mut self) -> Result<Record, SgfError> {
        self.read_game()?.ok_or(SgfError::NoGame)
    }

    fn read_game(&mut self) -> Result<Option<Record>, SgfError> {
        if !self.lexer.find_game() {
            return Ok(None);
        }
        let mut goes_on = self.lexer.read_node(&mut self.node)?;
        if let Some(game) = first(&self.node, *b"GM  ").map(str::trim)
            && !["", "1"].contains(&game)
        {
            return Err(SgfError::NotGo(clip(game)));
        }
        let mut record = Record::new(board_size(first(&self.node, *b"SZ  "))?);
        self.add_comments(&mut record.comment);
        self.add_node(&mut record)?;
        while goes_on {
            goes_on = self.lexer.read_node(&mut self.node)?;
            self.add_node(&mut record)?;
            let comment = match record.nodes.last_mut() {
                Some(node) => &mut node.comment,
                None => &mut record.comment,
            };
            self.add_comments(comment);
        }
        let size = record.size;
        record.territory = ByColor::new_with(|color| self.territory(color, size));
        Ok(Some(record))
    }

    fn add_comments(&self, comment: &mut String) {
        for property in self.node.iter().filter(|property| property.is_comment()) {
            if !comment.is_empty() {
                comment.push('\n');
            }
            comment.push_str(&parse_text(property.value));
        }
    }

    /// Adds what the node does and says, except comments.
    fn add_node(&mut self, record: &mut Record) -> Result<(), SgfError> {
        let setup = self.setup(record.size)?;
        if setup != Setup::default() {
            record.nodes.push(Action::Setup(setup).into());
        }
        for property in &self.node {
            let Some(color) = property.mover() else {
                add_fact(record, *property);
                continue;
            };
            match parse_move(property.value, record.size) {
                Ok(mv) => record.nodes.push(Node {
                    time_left: self.time_left(color),
                    ..Action::Move(color, mv).into()
                }),
                Err(SgfError::BadPoint(_)) if self.is_lenient => self.left_out += 1,
                Err(error) => return Err(error),
            }
        }
        Ok(())
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
            let stone = match &property.name {
                b"AB  " => Some(Color::Black),
                b"AW  " => Some(Color::White),
                b"AE  " => None,
                b"PL  " => {
                    to_move = parse_color(property.value)?;
                    continue;
                }
                _ => continue,
            };
            let points = parse_points(property.value, size)?;
            let left = self.stones_left.checked_sub(points.len());
            self.stones_left = left.ok_or(SgfError::TooManyStones)?;
            stones.extend(points.into_iter().map(|point| (point, stone)));
        }
        let stones = stones.into_iter().collect();
        Ok(Setup { stones, to_move })
    }
}

/// Notes a fact about the game unless it is known or unreadable.
fn add_fact(record: &mut Record, Property { name, value }: Property) {
    let player = match &name {
        b"KM  " => return note(&mut record.komi, || parse_komi(value)),
        b"RU  " => return note(&mut record.rules, || some_line(value)),
        b"HA  " => return note(&mut record.handicap, || value.trim().parse().ok()),
        b"RE  " => return note(&mut record.result, || parse_result(value)),
        b"DT  " => return note(&mut record.date, || some_line(value)),
        b"PB  " => &mut record.players.black,
        b"PW  " => &mut record.players.white,
        _ => return,
    };
    if player.is_empty() {
        *player = parse_line(value);
    }
}

fn note<T>(fact: &mut Option<T>, parse: impl FnOnce() -> Option<T>) {
    if fact.is_none() {
        *fact = parse();
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
        assert_eq!(steps("(;SZ[3:2]AW[aa:cb])"), ["A1W B1W C1W A2W B2W C2W /."]);
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

    #[test]
    fn moves_off_the_board_are_left_out_on_demand() {
        let text = b"(;SZ[9];B[zz];W[cc];B[x];W[])";
        let (record, left_out) = read_first_leniently(text).unwrap();
        assert_eq!((record.moves().count(), left_out), (2, 2));
        assert!(read_first(text).is_err() && read_first_leniently(b"(;SZ[0])").is_err());
        assert!(read_first_leniently(b"(;SZ[9]AB[zz])").is_err());
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
            ("(;SZ[9];B[zz])", SgfError::BadPoint("zz".into())),
            ("(;SZ[9];B[ja])", SgfError::BadPoint("ja".into())),
            ("(;SZ[9]AB[aa:jj])", SgfError::BadPoint("aa:jj".into())),
            ("(;AB[tt])", SgfError::BadPoint("tt".into())),
            ("(;PL[x])", SgfError::BadColor("x".into())),
        ] {
            assert_eq!(read(text.as_bytes()), Err(error), "{text}");
        }
        assert_eq!(
            error("(;\n;B[zz])").to_string(),
            "point of the board expected, got 'zz'"
        );
        assert_eq!(error("(;\n]").to_string(), "unexpected ']' in line 2");
        let long = error(&format!("(;B[{}])", "x".repeat(1000))).to_string();
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
