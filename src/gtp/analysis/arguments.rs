//! The arguments of commands that analyze, as in Leela Zero and KataGo.
//!
//! A color, an interval in centiseconds and pairs of a key and a value, in any order. The last of equal keys counts.

use crate::go::{Color, Move, Size};
use crate::gtp::GtpError;
use crate::gtp::args::{Args, Argument};
use crate::search::Restriction;
use std::time::Duration;

/// Whose keys are known, and whose words a report uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gtp) enum Dialect {
    /// Leela Zero's.
    Leela,
    /// KataGo's.
    Kata,
}

/// A part of KataGo's reports that has to be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gtp) enum Extra {
    RootInfo,
    Ownership,
    OwnershipStdev,
    MovesOwnership,
    MovesOwnershipStdev,
    PvVisits,
    PvEdgeVisits,
    NoResultValue,
}

const EXTRAS: [(&str, Extra); 8] = [
    ("rootInfo", Extra::RootInfo),
    ("ownership", Extra::Ownership),
    ("ownershipStdev", Extra::OwnershipStdev),
    ("movesOwnership", Extra::MovesOwnership),
    ("movesOwnershipStdev", Extra::MovesOwnershipStdev),
    ("pvVisits", Extra::PvVisits),
    ("pvEdgeVisits", Extra::PvEdgeVisits),
    ("noResultValue", Extra::NoResultValue),
];

/// What is wanted of an analysis.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::gtp) struct Arguments {
    /// Whose moves are analyzed.
    pub(in crate::gtp) color: Color,
    /// Between two reports; `None` for one report at the end.
    pub(in crate::gtp) interval: Option<Duration>,
    /// At least this many moves are reported if there are as many, visited or not.
    pub(in crate::gtp) fewest: usize,
    /// No more moves are reported.
    pub(in crate::gtp) most: usize,
    pub(in crate::gtp) extras: Vec<Extra>,
    /// Moves that are left out.
    pub(in crate::gtp) restriction: Restriction,
    /// True if a move may be a resignation.
    pub(in crate::gtp) may_resign: bool,
}

/// The shortest time between two reports.
const SHORTEST_INTERVAL: Duration = Duration::from_millis(10);

/// The longest.
const LONGEST_INTERVAL: f64 = 1e9;

impl Arguments {
    /// Those of a command without arguments.
    pub(in crate::gtp) fn new(to_move: Color) -> Arguments {
        Arguments {
            color: to_move,
            interval: None,
            fewest: 0,
            most: usize::MAX,
            extras: Vec::new(),
            restriction: Restriction::default(),
            may_resign: true,
        }
    }

    /// Reads everything that is left of a line.
    ///
    /// # Errors
    /// It is not in the grammar.
    pub(in crate::gtp) fn read(
        args: &mut Args<'_>,
        size: Size,
        to_move: Color,
        dialect: Dialect,
    ) -> Result<Arguments, GtpError> {
        let mut arguments = Arguments::new(to_move);
        arguments
            .read_all(args, size, dialect)
            .map(|()| arguments)
            .ok_or_else(|| GtpError::new("cannot parse analyze arguments"))
    }

    fn read_all(&mut self, args: &mut Args<'_>, size: Size, dialect: Dialect) -> Option<()> {
        let mut limits = Vec::new();
        while let Some(word) = args.word() {
            match word {
                "interval" => self.set_interval(args.word()?)?,
                "minmoves" => self.fewest = count(args)?,
                "maxmoves" => self.most = Some(count(args)?).filter(|&most| most > 0)?,
                "avoid" | "allow" => limits.push(Limit::read(word == "allow", args, size)?),
                _ => {
                    if let Some(color) = Color::parse(word) {
                        self.color = color;
                    } else if let Some(&(_, extra)) = EXTRAS.iter().find(|(name, _)| *name == word)
                    {
                        self.set_extra(extra, args, dialect)?;
                    } else {
                        self.set_interval(word)?;
                    }
                }
            }
        }
        self.limit(&limits)
    }

    /// Reads the interval in hundredths of a second; 0 means none.
    fn set_interval(&mut self, word: &str) -> Option<()> {
        let centiseconds = f64::parse(word).filter(|&number| number >= 0.0)?;
        let seconds = (centiseconds / 100.0).min(LONGEST_INTERVAL);
        let interval = Duration::from_secs_f64(seconds).max(SHORTEST_INTERVAL);
        self.interval = (centiseconds > 0.0).then_some(interval);
        Some(())
    }

    fn set_extra(&mut self, extra: Extra, args: &mut Args<'_>, dialect: Dialect) -> Option<()> {
        let is_wanted: bool = args.next().ok()?;
        self.extras.retain(|&other| other != extra);
        self.extras.extend(is_wanted.then_some(extra));
        (dialect == Dialect::Kata).then_some(())
    }

    /// Makes the limits a restriction, if they go together.
    fn limit(&mut self, limits: &[Limit]) -> Option<()> {
        for color in Color::ALL {
            let own = || limits.iter().filter(|limit| limit.color == color);
            let is_play = |mv: &Move| mv.point().is_some();
            let avoids_plays = own().any(|limit| !limit.allows && limit.moves.iter().any(is_play));
            let allows = own().filter(|limit| limit.allows).count();
            if allows > 1 || allows == 1 && avoids_plays {
                return None;
            }
        }
        for limit in limits {
            if limit.allows {
                self.restriction
                    .allow(limit.color, &limit.moves, limit.depth);
            } else {
                self.restriction
                    .avoid(limit.color, &limit.moves, limit.depth);
                self.may_resign &= !limit.has_resign || limit.color != self.color;
            }
        }
        Some(())
    }
}

fn count(args: &mut Args<'_>) -> Option<usize> {
    args.next::<u64>().ok()?.try_into().ok()
}

/// An `avoid` or an `allow` with its values.
#[derive(Clone, Debug)]
struct Limit {
    /// Only these moves may be made; else these may not.
    allows: bool,
    color: Color,
    moves: Vec<Move>,
    has_resign: bool,
    depth: usize,
}

impl Limit {
    /// A color, vertices between commas, and a depth.
    fn read(allows: bool, args: &mut Args<'_>, size: Size) -> Option<Limit> {
        let color = args.next().ok()?;
        let (mut moves, mut has_resign) = (Vec::new(), false);
        for word in args.word()?.split(',') {
            if word.eq_ignore_ascii_case("resign") {
                has_resign = true;
            } else {
                moves.extend(vertices(word, size)?);
            }
        }
        let depth = Some(count(args)?).filter(|&depth| depth > 0)?;
        Some(Limit {
            allows,
            color,
            moves,
            has_resign,
            depth,
        })
    }
}

/// A vertex of the board, or the points of a rectangle between two corners: `A1:C3`.
fn vertices(word: &str, size: Size) -> Option<Vec<Move>> {
    let vertex = |word| Args::new(word).vertex(size).ok();
    let Some((one, other)) = word.split_once(':') else {
        return Some(vec![vertex(word)?]);
    };
    let (one, other) = (vertex(one)?.point()?, vertex(other)?.point()?);
    let is_between = |at: u8, one: u8, other: u8| (one.min(other)..=one.max(other)).contains(&at);
    let inside = size.points().filter(|at| {
        is_between(at.column(), one.column(), other.column())
            && is_between(at.row(), one.row(), other.row())
    });
    Some(inside.map(Move::Play).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, dialect: Dialect) -> Result<Arguments, GtpError> {
        Arguments::read(&mut Args::new(text), Size::square(9), Color::White, dialect)
    }

    fn kata(text: &str) -> Arguments {
        read(text, Dialect::Kata).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn play(name: &str) -> Move {
        Move::Play(name.parse().unwrap())
    }

    #[test]
    fn arguments_come_in_any_order() {
        assert_eq!(kata(""), Arguments::new(Color::White));
        for text in [
            "B 50 ownership true minmoves 3",
            "50 b minmoves 3 ownership true",
            "minmoves 3 interval 7 ownership true black interval 50",
            "w minmoves 9 ownership false 50 ownership true minmoves 3 B",
        ] {
            let found = kata(text);
            assert_eq!(found.color, Color::Black, "{text}");
            assert_eq!(found.interval, Some(Duration::from_millis(500)), "{text}");
            assert_eq!((found.fewest, found.most), (3, usize::MAX), "{text}");
            assert_eq!(found.extras, [Extra::Ownership], "{text}");
        }
        for (name, extra) in EXTRAS {
            assert_eq!(kata(&format!("{name} true")).extras, [extra]);
        }
    }

    #[test]
    fn intervals_have_bounds() {
        for (text, interval) in [
            ("0", None),
            ("0.001", Some(SHORTEST_INTERVAL)),
            ("12,5", Some(Duration::from_millis(125))),
            ("360000", Some(Duration::from_hours(1))),
            ("1e300", Some(Duration::from_secs(1_000_000_000))),
        ] {
            assert_eq!(kata(text).interval, interval, "{text}");
        }
    }

    #[test]
    fn moves_are_avoided_or_allowed() {
        let found = kata(
            "avoid b q9,c3 1 avoid w a1:C2,pass 3"
                .replace("q9", "a9")
                .as_str(),
        );
        let restriction = &found.restriction;
        for (color, mv, depth, is_banned) in [
            (Color::Black, play("A9"), 1, true),
            (Color::Black, play("C3"), 1, true),
            (Color::Black, play("C3"), 2, false),
            (Color::White, play("B2"), 3, true),
            (Color::White, play("C1"), 3, true),
            (Color::White, play("C3"), 3, false),
            (Color::White, Move::Pass, 3, true),
            (Color::Black, Move::Pass, 1, false),
        ] {
            assert_eq!(
                restriction.forbids(color, mv, depth),
                is_banned,
                "{color} {mv}"
            );
        }
        let found = kata("allow w c3:b2 2 avoid w pass,resign 1");
        assert!(!found.may_resign && kata("avoid b resign 1").may_resign);
        assert!(!found.restriction.forbids(Color::White, play("B3"), 2));
        assert!(found.restriction.forbids(Color::White, play("D4"), 2));
        assert!(found.restriction.forbids(Color::White, Move::Pass, 1));
    }

    #[test]
    fn bad_arguments_are_refused() {
        for text in [
            "q 10",
            "b -5",
            "b nan",
            "interval",
            "interval b",
            "minmoves -1",
            "minmoves",
            "maxmoves 0",
            "avoid b D4",
            "avoid b Z9 1",
            "avoid b D4 0",
            "avoid b D4, 1",
            "avoid b D4:pass 1",
            "avoid D4 1",
            "avoid",
            "allow b D4 1 avoid b E5 1",
            "allow b D4 1 allow b E5 1",
            "b 10 foo true",
            "ownership maybe",
            "ownership",
            "rootInfo 1",
            "D4",
        ] {
            let error = read(text, Dialect::Kata).unwrap_err();
            assert_eq!(
                error.to_string(),
                "cannot parse analyze arguments",
                "{text}"
            );
        }
        assert!(read("ownership true", Dialect::Leela).is_err());
        assert!(read("b 10 minmoves 3 maxmoves 5", Dialect::Leela).is_ok());
    }
}
