//! From records to text.

use super::notation::{escape, parse_komi, point_name};
use crate::go::record::{Action, Node, Setup, TimeLeft};
use crate::go::{Color, Move, Point, Record, Size};
use std::collections::BTreeMap;

/// Nodes on a line unless a comment comes first.
const NODES_A_LINE: usize = 10;

/// Returns the text of a record: FF\[4\] in UTF-8, ten moves a line.
///
/// A setup before all moves is part of the root, unless it has a comment: in the root that would be
/// one on the game. Points that the board does not have are left out: they have no name.
pub fn write(record: &Record) -> String {
    write_with_replies(record, &[])
}

/// Returns the setup that belongs to the root, if there is one.
fn root_setup(record: &Record) -> Option<&Setup> {
    match record.nodes.first() {
        Some(Node {
            action: Action::Setup(setup),
            comment,
            ..
        }) if comment.is_empty() => Some(setup),
        _ => None,
    }
}

/// A move that did not happen. A list of them names each before its replies.
#[derive(Clone, Debug, PartialEq)]
pub struct VariationMove {
    /// 1 for the moves that follow the last one of the game.
    pub depth: usize,
    /// Who would move.
    pub color: Color,
    /// Where.
    pub mv: Move,
    /// What is said about it, empty for nothing.
    pub comment: String,
}

/// Returns the text of a record that goes on in variations. The first ones are its main line, and so
/// the marks of territory, which belong to its end, are left out.
pub fn write_with_replies(record: &Record, replies: &[VariationMove]) -> String {
    let mut writer = RecordWriter {
        text: String::new(),
        size: record.size,
        on_line: 0,
    };
    writer.write_root(record);
    let mut nodes = record.nodes.iter();
    if let Some(setup) = root_setup(record) {
        writer.write_setup(setup);
        nodes.next();
    }
    writer.end_line();
    for node in nodes {
        writer.write_node(node);
    }
    if replies.is_empty() {
        for color in Color::ALL {
            let name = format!("T{}", color.letter());
            writer.write_points(&name, record.territory[color].iter());
        }
    }
    writer.end_line();
    let mut open = 0;
    for reply in replies {
        let depth = reply.depth.clamp(1, open + 1);
        writer.text.push_str(&")".repeat(open + 1 - depth));
        writer.end_line();
        writer.text.push_str("(;");
        writer.write_move(reply.color, reply.mv);
        writer.write_text("C", &reply.comment);
        open = depth;
    }
    writer.text.push_str(&")".repeat(open));
    writer.end_line();
    writer.text + ")\n"
}

/// Returns the value of `KM`. Some numbers would be hundredths or stones without another zero behind them.
pub(super) fn komi_value(komi: f64) -> String {
    // There is one zero.
    let komi = komi + 0.0;
    let spellings = [komi.to_string(), format!("{komi:?}"), format!("{komi}0")];
    let is_read =
        |text: &String| parse_komi(text).is_some_and(|read| read.to_bits() == komi.to_bits());
    let [usual, ..] = &spellings;
    spellings
        .iter()
        .find(|text| is_read(text))
        .unwrap_or(usual)
        .clone()
}

struct RecordWriter {
    text: String,
    size: Size,
    /// Nodes on the last line.
    on_line: usize,
}

impl RecordWriter {
    fn end_line(&mut self) {
        if !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        self.on_line = 0;
    }

    /// Writes a property with a value that needs no escapes.
    fn write_property(&mut self, name: &str, value: &str) {
        self.text.extend([name, "[", value, "]"]);
    }

    /// Writes a property with a text, unless that is empty.
    fn write_text(&mut self, name: &str, text: &str) {
        if !text.is_empty() {
            self.write_property(name, &escape(text));
        }
    }

    fn write_line(&mut self, name: &str, text: Option<&str>) {
        self.write_text(name, &text.unwrap_or("").replace(['\r', '\n'], " "));
    }

    fn write_root(&mut self, record: &Record) {
        let program = concat!("kosumi:", env!("CARGO_PKG_VERSION"));
        self.text.push_str("(;FF[4]GM[1]CA[UTF-8]");
        self.write_property("AP", program);
        self.write_property("SZ", &size_value(record.size));
        self.end_line();
        self.write_line("PB", Some(&record.players.black));
        self.write_line("PW", Some(&record.players.white));
        self.write_line("DT", record.date.as_deref());
        self.write_line("RU", record.rules.as_deref());
        if let Some(komi) = record.komi.filter(|komi| komi.is_finite()) {
            self.write_property("KM", &komi_value(komi));
        }
        if let Some(stones) = record.handicap {
            self.write_property("HA", &stones.to_string());
        }
        if let Some(result) = &record.result {
            self.write_property("RE", &result.to_string());
        }
        self.write_text("GC", &record.comment);
        self.end_line();
    }

    fn write_node(&mut self, node: &Node) {
        if self.on_line == NODES_A_LINE {
            self.end_line();
        }
        self.on_line += 1;
        self.text.push(';');
        match &node.action {
            Action::Move(color, mv) => {
                self.write_move(*color, *mv);
                if let Some(left) = &node.time_left {
                    self.write_time_left(*color, left);
                }
            }
            Action::Setup(setup) => self.write_setup(setup),
        }
        self.write_text("C", &node.comment);
        if !node.comment.is_empty() {
            self.end_line();
        }
    }

    fn write_move(&mut self, color: Color, mv: Move) {
        let value = match mv {
            Move::Play(point) => point_name(point, self.size),
            Move::Pass => Some(String::new()),
        };
        if let Some(value) = value {
            self.write_property(&color.letter().to_string(), &value);
        }
    }

    fn write_time_left(&mut self, color: Color, left: &TimeLeft) {
        let letter = color.letter();
        let seconds = format!("{:.2}", left.time.as_secs_f64());
        self.write_property(&format!("{letter}L"), &seconds);
        if left.overtime > 0 {
            self.write_property(&format!("O{letter}"), &left.overtime.to_string());
        }
    }

    fn write_setup(&mut self, setup: &Setup) {
        let stones: BTreeMap<_, _> = setup.stones.iter().copied().collect();
        let [black, white] = Color::ALL.map(Some);
        for (name, kind) in [("AB", black), ("AW", white), ("AE", None)] {
            let of_kind = stones.iter().filter(|&(_, &stone)| stone == kind);
            self.write_points(name, of_kind.map(|(&point, _)| point));
        }
        if let Some(color) = setup.to_move {
            self.write_property("PL", &color.letter().to_string());
        }
    }

    /// Writes a property with a list of points, unless that is empty.
    fn write_points(&mut self, name: &str, points: impl Iterator<Item = Point>) {
        let names = points.filter_map(|point| point_name(point, self.size));
        let names = names.collect::<Vec<_>>().join("][");
        if !names.is_empty() {
            self.write_property(name, &names);
        }
    }
}

fn size_value(size: Size) -> String {
    match (size.width(), size.height()) {
        (width, height) if width == height => width.to_string(),
        (width, height) => format!("{width}:{height}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Outcome;

    fn mv(color: Color, text: &str) -> Node {
        Action::Move(color, text.parse().unwrap()).into()
    }

    /// What is written behind the first line, which has the version in it.
    fn body(record: &Record) -> String {
        let text = write(record);
        let head = concat!(
            "(;FF[4]GM[1]CA[UTF-8]AP[kosumi:",
            env!("CARGO_PKG_VERSION"),
            "]SZ["
        );
        text.strip_prefix(head).expect("the usual head").to_owned()
    }

    #[test]
    fn territory_is_marked_where_no_variations_follow() {
        let mut record = Record::new(Size::square(5));
        record
            .nodes
            .push(Action::Move(Color::Black, Move::Pass).into());
        record.territory.black.insert("A1".parse().unwrap());
        record.territory.white.insert("E5".parse().unwrap());
        assert!(
            write(&record).contains(";B[]TB[ae]TW[ea]"),
            "{}",
            write(&record)
        );
        let reply = VariationMove {
            depth: 1,
            color: Color::White,
            mv: Move::Pass,
            comment: String::new(),
        };
        let text = write_with_replies(&record, &[reply]);
        assert!(!text.contains("TB[") && !text.contains("TW["), "{text}");
    }

    #[test]
    fn a_game_is_readable() {
        let mut record = Record::new(Size::square(9));
        record.komi = Some(0.5);
        record.rules = Some("Chinese".to_owned());
        record.handicap = Some(2);
        record.players.black = "a]\\b:\nc".to_owned();
        record.result = Some(Outcome::Resignation(Color::White));
        record.comment = "one\ntwo".to_owned();
        let stones = ["G7", "C3", "C3"].map(|point| (point.parse().unwrap(), Some(Color::Black)));
        let setup = Setup {
            stones: stones.to_vec(),
            to_move: Some(Color::White),
        };
        record.nodes.push(Action::Setup(setup).into());
        record.nodes.push(mv(Color::White, "E5"));
        record.nodes.push(mv(Color::Black, "pass"));
        record.nodes[2].comment = "[x]".to_owned();
        record.nodes.push(mv(Color::White, "A1"));
        assert_eq!(
            body(&record),
            "9]\nPB[a\\]\\\\b: c]RU[Chinese]KM[0.5]HA[2]RE[W+R]GC[one\ntwo]\n\
             AB[cg][gc]PL[W]\n;W[ee];B[]C[[x\\]]\n;W[ai]\n)\n"
        );
    }

    #[test]
    fn variations_follow_the_game() {
        let mut record = Record::new(Size::square(9));
        record.nodes.push(mv(Color::Black, "E5"));
        let reply = |depth, color, text: &str, comment: &str| VariationMove {
            depth,
            color,
            mv: text.parse().unwrap(),
            comment: comment.to_owned(),
        };
        let replies = [
            reply(1, Color::White, "C3", "a]"),
            reply(2, Color::Black, "pass", ""),
            reply(3, Color::White, "A1", ""),
            reply(2, Color::Black, "A9", ""),
            reply(1, Color::White, "J1", ""),
        ];
        let text = write_with_replies(&record, &replies);
        let tree = "\n(;W[cg]C[a\\]]\n(;B[]\n(;W[ai]))\n(;B[aa]))\n(;W[ii])\n)\n";
        assert!(text.ends_with(&format!(";B[ee]{tree}")), "{text}");
        let read = &super::super::read(text.as_bytes()).unwrap()[0];
        let line: Vec<_> = read.moves().map(|(_, mv)| mv).collect();
        let main = ["E5", "C3", "pass", "A1"].map(|text| text.parse().unwrap());
        assert_eq!(line, main);
        assert_eq!(write_with_replies(&record, &[]), write(&record));
    }

    #[test]
    fn lines_are_short() {
        let mut record = Record::new(Size::new(19, 9).unwrap());
        record.nodes = vec![mv(Color::Black, "T1"); 21];
        let ten = ";B[si]".repeat(10);
        assert_eq!(body(&record), format!("19:9]\n{ten}\n{ten}\n;B[si]\n)\n"));
    }

    #[test]
    fn later_stones_win_and_strangers_are_left_out() {
        let mut record = Record::new(Size::square(2));
        let point = |text: &str| text.parse().unwrap();
        let stones = vec![
            (point("A1"), Some(Color::Black)),
            (point("A1"), Some(Color::White)),
            (point("B2"), None),
            (point("C1"), None),
        ];
        record.nodes.push(mv(Color::Black, "A3"));
        let to_move = None;
        record
            .nodes
            .push(Action::Setup(Setup { stones, to_move }).into());
        assert_eq!(body(&record), "2]\n;;AW[ab]AE[ba]\n)\n");
    }
}
