//! Game records as SGF text (FF\[4\], and what older and odder programs write).
//!
//! Reading takes the main line of each game: the first variation everywhere; [`load_trees`] alone keeps all of them. Unknown
//! properties, odd values of komi and result, and any encoding are accepted; errors in brackets, board size or points are not.
//! Chains that setups leave without a liberty are taken off. Nothing else here knows the rules of Go: legality is for whoever replays the moves. Reading and
//! writing take no recursion.
//!
//! SGF counts rows from the top, `aa` is the upper left corner; [`Point`] counts
//! from the bottom.

mod annotate;
mod answers;
mod decode;
mod lexer;
mod notation;
mod read;
mod tree;
mod write;

pub use annotate::{Annotation, Annotations, Quality, Variation, annotate};
pub use answers::{AnswerMark, RecordedAnswer, recorded_answers};
pub use notation::parse_result;
pub use read::{Reading, Unreadable, load, load_each, read, read_first};
pub use tree::{SgfNode, SgfProperty, SgfTree, load_trees};
pub use write::{VariationMove, write, write_with_replies};

use crate::go::Point;

/// The text is no SGF of Go. Texts inside are cut to a readable length.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfError {
    /// There is no `(;`, the beginning of a game.
    #[error("no game in the text")]
    NoGame,
    /// The text ends before the game has said anything.
    #[error("the text ends inside a game")]
    Unfinished,
    /// The property `GM` names another game.
    #[error("not a game of go, but GM[{0}]")]
    NotGo(String),
    /// The board has a side of 0 or longer than 25, or no readable size.
    #[error("unacceptable size '{0}'")]
    BadSize(String),
    /// Setups hold more stones than any real collection, so that a small file cannot fill the
    /// memory.
    #[error("too many setup stones")]
    TooManyStones,
    /// A game has more nodes than whoever reads it can use.
    #[error("a game has more than {0} nodes")]
    TooManyNodes(usize),
}

/// Something in a game that is not as SGF has it, and what was made of it. Texts inside are cut to a readable length.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Doubt {
    /// A move that cannot be read ends the game.
    #[error(
        "move {number} is '{text}', which is no point of the board: the game is read up to there"
    )]
    Move {
        /// Counted from 1.
        number: usize,
        /// As it is written.
        text: String,
    },
    /// A move that cannot be read is left out, since that was asked for.
    #[error("'{0}' is no point of the board: the move is left out")]
    LeftOut(String),
    /// Setup stones or the player to move are not understood.
    #[error("{name}[{text}] is not understood and left out")]
    Setup {
        /// The property.
        name: &'static str,
        /// As it is written.
        text: String,
    },
    /// A fact about the game is not understood.
    #[error("the {name} '{text}' is not understood")]
    Fact {
        /// Which one.
        name: &'static str,
        /// As it is written.
        text: String,
    },
    /// A fact about the game is there twice, with different values.
    #[error("a second {name} '{text}' is left out: the first one counts")]
    Second {
        /// Which one.
        name: &'static str,
        /// The later value as it is written.
        text: String,
    },
    /// A node has more than one move.
    #[error("the node of move {number} has {moves} moves: all of them are made")]
    Moves {
        /// That of the first of them, counted from 1.
        number: usize,
        /// How many there are.
        moves: usize,
    },
    /// A node has setup stones and a move.
    #[error("the node of move {number} has setup stones, too: they are placed before it")]
    Beside {
        /// That of the first move, counted from 1.
        number: usize,
    },
    /// The stones of a node put different things on one point.
    #[error("{0} is set up in two ways in one node: the last one counts")]
    Twice(Point),
    /// A setup leaves a chain without a liberty.
    #[error(
        "after move {after} a setup leaves the chain at {chain} without a liberty: it is taken off the board"
    )]
    Breathless {
        /// How many moves are before it.
        after: usize,
        /// A stone of the chain.
        chain: Point,
    },
    /// The first variation, which is the main line, is empty, and others are not.
    #[error(
        "the first variation in line {line} is empty: the game ends there, and others are not read"
    )]
    EmptyLine {
        /// Counted from 1.
        line: usize,
    },
    /// Text stands where none can be.
    #[error("'{text}' in line {line} is no SGF and left out")]
    Stray {
        /// The text.
        text: String,
        /// Counted from 1.
        line: usize,
    },
    /// A value holds moves, because its bracket is not closed, or not escaped.
    #[error(
        "a value holds moves that do not count, '{text}' in line {line}: is a bracket missing?"
    )]
    Unclosed {
        /// The value.
        text: String,
        /// Counted from 1.
        line: usize,
    },
    /// The number of handicap stones is another one than that of the stones that Black begins with.
    #[error("the record names {named} handicap stones, and Black begins with {found}")]
    Handicap {
        /// As the record says.
        named: usize,
        /// As the stones say.
        found: usize,
    },
    /// The game has no end: parentheses or brackets are not closed.
    #[error("the text ends inside the game: what there is of it is read")]
    Unfinished,
    /// Others are not kept.
    #[error("more is not as it should be")]
    More,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::record::{Action, Node, Setup, TimeLeft};
    use crate::go::{ByColor, Color, MOST_KOMI, Move, Outcome, PointSet, Points, Record, Size};
    use proptest::prelude::*;
    use std::collections::BTreeMap;
    use std::time::Duration;

    /// Text with everything that has a meaning in SGF.
    fn text() -> impl Strategy<Value = String> {
        let characters = "ab]]\\\\[:;()\n \u{e9}\u{7881}\u{1f642}\u{feff}\u{3000}";
        let character = prop::sample::select(characters.chars().collect::<Vec<_>>());
        prop::collection::vec(character, 0..12).prop_map(String::from_iter)
    }

    /// A single line without blanks at its ends.
    fn line() -> impl Strategy<Value = String> {
        text().prop_map(|text| text.replace('\n', "n").trim().to_owned())
    }

    fn some_line() -> impl Strategy<Value = Option<String>> {
        prop::option::of(line()).prop_map(|line| line.filter(|line| !line.is_empty()))
    }

    fn color() -> impl Strategy<Value = Color> {
        prop::sample::select(Color::ALL.to_vec())
    }

    fn point(size: Size) -> impl Strategy<Value = Point> {
        (0..size.width(), 0..size.height())
            .prop_map(|(column, row)| Point::new(column, row).unwrap())
    }

    fn mv(size: Size) -> impl Strategy<Value = Action> {
        let mv = prop::option::weighted(0.9, point(size))
            .prop_map(|point| point.map_or(Move::Pass, Move::Play));
        (color(), mv).prop_map(|(color, mv)| Action::Move(color, mv))
    }

    /// A setup as it is read: each point once, in order, and not without effect.
    fn setup(size: Size) -> impl Strategy<Value = Action> {
        let stones = prop::collection::vec((point(size), prop::option::of(color())), 0..9);
        (stones, prop::option::of(color())).prop_map(|(stones, to_move)| {
            let stones: BTreeMap<_, _> = stones.into_iter().collect();
            let to_move = to_move.or(stones.is_empty().then_some(Color::White));
            Action::Setup(Setup {
                stones: stones.into_iter().collect(),
                to_move,
            })
        })
    }

    fn nodes(size: Size) -> impl Strategy<Value = Vec<Node>> {
        let action = prop_oneof![1 => setup(size), 4 => mv(size)];
        let comment = prop_oneof![2 => Just(String::new()), 1 => text()];
        let clock = prop::option::of((0..10_000_000u64, 0..30u32));
        let node = (action, comment, clock).prop_map(|(action, comment, clock)| Node {
            comment,
            time_left: clock.filter(|_| matches!(action, Action::Move(..))).map(
                |(hundredths, overtime)| TimeLeft {
                    time: Duration::from_millis(10 * hundredths),
                    overtime,
                },
            ),
            action,
        });
        prop::collection::vec(node, 0..40)
    }

    fn result() -> impl Strategy<Value = Outcome> {
        let margin = (0..900).prop_map(Points::halves);
        prop_oneof![
            (color(), margin).prop_map(|(color, margin)| Outcome::Points(color, margin)),
            color().prop_map(Outcome::Resignation),
            color().prop_map(Outcome::Time),
            color().prop_map(Outcome::Forfeit),
            color().prop_map(Outcome::Win),
            (color(), 0..400u16).prop_map(|(color, whole)| Outcome::Quarters(color, 2 * whole + 1)),
            Just(Outcome::Draw),
            Just(Outcome::NoResult),
        ]
    }

    fn komi() -> impl Strategy<Value = f64> {
        let halves = (-800..800).prop_map(|halves| f64::from(halves) / 2.0);
        let quarters = (-800..800).prop_map(|quarters| f64::from(quarters) / 4.0);
        prop_oneof![halves, quarters, -MOST_KOMI..MOST_KOMI]
    }

    fn size() -> impl Strategy<Value = Size> {
        let rectangle = (1..=25u64, 1..=25u64);
        let sides = prop_oneof![rectangle, (1..=25u64).prop_map(|side| (side, side))];
        sides.prop_map(|(width, height)| Size::new(width, height).unwrap())
    }

    fn record() -> impl Strategy<Value = Record> {
        let facts = (
            prop::option::of(komi()),
            some_line(),
            prop::option::of(0..30usize),
            (line(), line()).prop_map(|(black, white)| ByColor { black, white }),
            prop::option::of(result()),
            some_line(),
            text(),
        );
        let marks = |size| {
            let points = prop::collection::vec(point(size), 0..9);
            points.prop_map(PointSet::from_iter)
        };
        let territory = move |size| {
            let both = (marks(size), marks(size));
            both.prop_map(|(black, white)| ByColor { black, white })
        };
        let play = size().prop_flat_map(move |size| (Just(size), nodes(size), territory(size)));
        (play, facts).prop_map(|((size, nodes, territory), facts)| {
            let (komi, rules, handicap, players, result, date, comment) = facts;
            let mut record = Record {
                size,
                komi,
                rules,
                handicap,
                players,
                result,
                date,
                comment,
                nodes,
                territory,
            };
            // As it is read: every chain has a liberty.
            record.take_off_breathless(usize::MAX);
            record
        })
    }

    /// Text that looks like SGF more often than not.
    fn near_sgf() -> impl Strategy<Value = String> {
        let pieces = "( ) ; (; [ ] \\ : B W AB AE SZ C PL [aa] [tt] [] [b cc:aa] [25] \u{e9} \
                      B[ab] AW[aa:bb] SZ[19:9] GM[1] \u{b} \n";
        let pieces: Vec<_> = pieces.split(' ').collect();
        prop::collection::vec(prop::sample::select(pieces), 0..30)
            .prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(record in record()) {
            let text = write(&record);
            prop_assert_eq!(read(text.as_bytes()), Ok(vec![record]), "{}", text);
        }

        #[test]
        fn collections_are_read_whole(records in prop::collection::vec(record(), 1..4)) {
            let text: String = records.iter().map(write).collect();
            prop_assert_eq!(read_first(text.as_bytes()), Ok(records[0].clone()));
            prop_assert_eq!(read(text.as_bytes()), Ok(records));
        }

        #[test]
        fn a_cut_file_is_never_taken_for_a_whole_one(record in record(), cut: prop::sample::Index) {
            let text = write(&record);
            let cut = cut.index(text.trim_end().len());
            if let Ok(readings) = load(&text.as_bytes()[..cut], 1, Unreadable::Ends) {
                let Reading { record: found, doubts } = &readings[0];
                prop_assert!(doubts.contains(&Doubt::Unfinished));
                let moves: Vec<_> = record.moves().collect();
                prop_assert!(moves.starts_with(&found.moves().collect::<Vec<_>>()));
            }
        }

        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = read(&bytes);
            let _ = read(&[b"(;SZ[5]", bytes.as_slice()].concat());
        }

        #[test]
        fn what_is_read_can_be_written(text in near_sgf()) {
            for text in [format!("(;SZ[25]{text})"), text] {
                let Ok(records) = read(text.as_bytes()) else { continue };
                let again: String = records.iter().map(write).collect();
                prop_assert_eq!(read(again.as_bytes()), Ok(records));
            }
        }
    }
}
