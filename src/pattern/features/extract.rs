//! The features of all moves of a position.

use super::diamond::{self, DiamondView, FOE, Hashes, OWN, SIZES};
use super::tactics::{Chains, NewChain, TouchedChains};
use super::{GROUPS, Group, KnownShapes, ShapeKey, Shapes, Team};
use crate::go::point::STRIDE;
use crate::go::{Board, Color, Move, Point};
use crate::tactics::Ladders;

/// The moves that led to a position, as far as features ask; `None` where there was none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recent {
    /// The last move, the opponent's.
    pub last: Option<Move>,
    /// The move before it, the own one.
    pub before_last: Option<Move>,
}

/// The families of shapes. Shapes of different families have different keys, but for collisions of hashes.
const SHAPE_FAMILY: u64 = 0x100;
const WIDE_CONTACT: u64 = 0x200;
const NARROW_CONTACT: u64 = 0x201;
const REPLY_FAMILY: u64 = 0x300;

/// Kinds of cells beyond those of a [`DiamondView`]: stones with one, two and more liberties, and the
/// point that a reply is about.
const OWN_BY_LIBERTIES: u8 = 4;
const FOE_BY_LIBERTIES: u8 = 7;
const TARGET: u8 = 10;

/// Replies are considered up to this gridcular distance, around last moves with shapes of these
/// sizes.
const REPLY_REACH: usize = 10;
const REPLY_SIZES: [usize; 5] = [2, 3, 4, 5, 6];

/// The orthogonal neighbors: their grid offset and their hashes for each kind of cell.
static CROSS: [(isize, [Hashes; 10]); 4] = {
    let directions = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let mut cross = [(0, [[0; 8]; 10]); 4];
    let mut direction = 0;
    while direction < 4 {
        let (dx, dy) = directions[direction];
        cross[direction].0 = dy as isize * STRIDE.cast_signed() + dx as isize;
        let mut kind = 1;
        while kind < 10 {
            cross[direction].1[kind] = diamond::cell_hashes(dx, dy, kind as u8);
            kind += 1;
        }
        direction += 1;
    }
    cross
};

/// The hashes of the point that a reply is about, by row and column from the last move, which are -5
/// to 5 within [`REPLY_REACH`].
static TARGETS: [[Hashes; 11]; 11] = {
    let mut targets = [[[0; 8]; 11]; 11];
    let mut place: i32 = 0;
    while place < 121 {
        let (row, column) = (place / 11, place % 11);
        let hashes = diamond::cell_hashes(column - 5, row - 5, TARGET);
        targets[row.cast_unsigned() as usize][column.cast_unsigned() as usize] = hashes;
        place += 1;
    }
    targets
};

/// Finds the features of all moves of a position. Keeps its tables from one position to the next.
#[derive(Clone, Debug)]
pub struct Extractor {
    view: DiamondView,
    chains: Chains,
    pub(super) ladders: Ladders,
}

/// What the features of all moves of a position share.
struct Context<'a> {
    board: &'a Board,
    color: Color,
    recent: Recent,
    known: &'a KnownShapes,
    reply: Option<ReplyShapes>,
    line_phase: usize,
}

/// The shapes around the last move, one for each of [`REPLY_SIZES`].
struct ReplyShapes {
    last: Point,
    around: [Hashes; REPLY_SIZES.len()],
}

impl Default for Extractor {
    fn default() -> Extractor {
        Extractor::new()
    }
}

impl Extractor {
    /// An extractor that has seen nothing yet.
    pub const fn new() -> Extractor {
        Extractor {
            view: DiamondView::new(),
            chains: Chains::new(),
            ladders: Ladders::new(),
        }
    }

    /// The teams of all moves that `color` may make by [`Board::is_playable`], from the bottom row
    /// up, without the pass. `teams` is overwritten. About 20 µs on 9x9, 100 µs on 19x19.
    pub fn teams(
        &mut self,
        board: &Board,
        color: Color,
        recent: Recent,
        known: &KnownShapes,
        teams: &mut Vec<Team>,
    ) {
        self.chains.update(board, color, Some(&mut self.ladders));
        let context = self.context(board, color, recent, known);
        teams.clear();
        for point in board.points() {
            if board.is_empty_at(point) && board.is_playable(point, color) {
                teams.push(self.team(&context, point));
            }
        }
    }

    /// The keys of all shapes of one move, whether they are known or not, the smaller ones of each
    /// group first. For the harvest of shapes.
    pub fn keys(
        &mut self,
        board: &Board,
        color: Color,
        recent: Recent,
        point: Point,
        mut visit: impl FnMut(Group, ShapeKey),
    ) {
        let known = KnownShapes::default();
        self.chains.update(board, color, None); // shapes know no ladders
        let context = self.context(board, color, recent, &known);
        self.visit_shapes(point, |key| {
            visit(Group::Shape, key);
            true
        });
        self.visit_contacts(board, point, |key| {
            visit(Group::Contact, key);
            true
        });
        context.visit_replies(point, |key| {
            visit(Group::Reply, key);
            true
        });
    }

    /// What the moves of a position share, after its chains were examined.
    fn context<'a>(
        &mut self,
        board: &'a Board,
        color: Color,
        recent: Recent,
        known: &'a KnownShapes,
    ) -> Context<'a> {
        self.view.update(board, color);
        let last = recent.last.and_then(Move::point);
        Context {
            board,
            color,
            recent,
            known,
            reply: last.map(|last| self.reply_shapes(board, last)),
            line_phase: phase(board, &[12, 40]),
        }
    }

    fn team(&mut self, context: &Context, point: Point) -> Team {
        let board = context.board;
        let mut features = [0; GROUPS];
        let mut set = |group: Group, value: usize| features[group as usize] = value as u16;
        let tactics = self.tactics(context, point);
        for (group, value) in tactics {
            set(group, value);
        }
        set(Group::Last, distance_value(context.recent.last, point));
        set(
            Group::BeforeLast,
            distance_value(context.recent.before_last, point),
        );
        set(Group::Line, 1 + 6 * context.line_phase + line(board, point));
        let known = context.known;
        let mut value = Largest::of(&known.shape);
        self.visit_shapes(point, |key| value.see(key));
        set(Group::Shape, value.value);
        let mut value = Largest::of(&known.contact);
        self.visit_contacts(board, point, |key| value.see(key));
        set(Group::Contact, value.value);
        let mut value = Largest::of(&known.reply);
        context.visit_replies(point, |key| value.see(key));
        set(Group::Reply, value.value);
        Team {
            point: Some(point),
            features,
        }
    }

    /// The features that ask for chains.
    fn tactics(&mut self, context: &Context, point: Point) -> [(Group, usize); 6] {
        let Context { board, color, .. } = *context;
        let near = TouchedChains {
            point,
            last: context.recent.last.and_then(Move::point),
            chains: self.chains.around(board, point),
        };
        let liberties = near.new_liberties(board);
        let new = NewChain {
            size: near.new_size(),
            liberties,
            stands: match liberties {
                0 | 1 => false,
                2 => self.ladders.stands(board, point, color),
                _ => true,
            },
        };
        let capture = near.capture(board, &self.chains, new);
        let atari = near.atari(board);
        [
            (Group::Capture, capture),
            (Group::Escape, near.escape(board, new)),
            (Group::Liberties, new.value(capture > 0, atari > 0)),
            (Group::Atari, atari),
            (Group::Defense, near.defense(board, new)),
            (Group::Touch, near.touch()),
        ]
    }

    /// Asks about the shapes around a point, the smallest first, as long as the answer is yes.
    #[inline]
    fn visit_shapes(&self, point: Point, mut go_on: impl FnMut(ShapeKey) -> bool) {
        let mut hashes = [0; 8];
        self.view.add_ring(&mut hashes, point, 2);
        for size in SIZES {
            self.view.add_ring(&mut hashes, point, size);
            if !go_on(diamond::canonical(&hashes, SHAPE_FAMILY + size as u64) as ShapeKey) {
                break;
            }
        }
    }

    /// Asks about the direct neighbors of a point with their liberties, first without and then with
    /// the diagonal neighbors, as long as the answer is yes. Without a stone there is no contact.
    #[inline]
    fn visit_contacts(&self, board: &Board, point: Point, mut go_on: impl FnMut(ShapeKey) -> bool) {
        let mut hashes = [0; 8];
        let mut is_touching = false;
        for (offset, by_kind) in &CROSS {
            let mut kind = self.view.at(point, *offset);
            if kind == OWN || kind == FOE {
                is_touching = true;
                let stone = Point::from_index(point.index().wrapping_add_signed(*offset));
                kind = self.kind_by_liberties(board, stone, kind);
            }
            if kind != 0 {
                diamond::add(&mut hashes, &by_kind[usize::from(kind)]);
            }
        }
        if is_touching && go_on(diamond::canonical(&hashes, NARROW_CONTACT) as ShapeKey) {
            self.view.add_ring(&mut hashes, point, 3);
            go_on(diamond::canonical(&hashes, WIDE_CONTACT) as ShapeKey);
        }
    }

    fn kind_by_liberties(&self, board: &Board, stone: Point, kind: u8) -> u8 {
        let liberties = self
            .chains
            .of(board, stone)
            .map_or(3, |chain| chain.liberties.count());
        let first = if kind == OWN {
            OWN_BY_LIBERTIES
        } else {
            FOE_BY_LIBERTIES
        };
        first + (liberties.clamp(1, 3) - 1) as u8
    }

    fn reply_shapes(&self, board: &Board, last: Point) -> ReplyShapes {
        let mut hashes = [0; 8];
        let kind = self.view.at(last, 0);
        if kind == OWN || kind == FOE {
            let kind = self.kind_by_liberties(board, last, kind);
            hashes = diamond::cell_hashes(0, 0, kind);
        }
        let around = REPLY_SIZES.map(|size| {
            self.view.add_ring(&mut hashes, last, size);
            hashes
        });
        ReplyShapes { last, around }
    }
}

impl Context<'_> {
    /// Asks about the shapes around the last move together with a point, the smallest first, as long
    /// as the answer is yes.
    #[inline]
    fn visit_replies(&self, point: Point, mut go_on: impl FnMut(ShapeKey) -> bool) {
        let Some(reply) = &self.reply else {
            return;
        };
        let (dx, dy) = difference(point, reply.last);
        if diamond::distance(dx, dy) > REPLY_REACH {
            return;
        }
        let target = &TARGETS[(dy + 5).unsigned_abs() as usize][(dx + 5).unsigned_abs() as usize];
        for (size, around) in REPLY_SIZES.into_iter().zip(&reply.around) {
            let mut hashes = *around;
            diamond::add(&mut hashes, target);
            if !go_on(diamond::canonical(&hashes, REPLY_FAMILY + size as u64) as ShapeKey) {
                break;
            }
        }
    }
}

/// How far two points are apart in columns and rows.
fn difference(a: Point, b: Point) -> (i32, i32) {
    (
        i32::from(a.column()) - i32::from(b.column()),
        i32::from(a.row()) - i32::from(b.row()),
    )
}

/// The value of [`Group::Last`] and [`Group::BeforeLast`]: 1 to 16 for the distances 2 to 17 and
/// more, 17 after a pass, 0 if there was no move. A point that the move itself was on, because it has been
/// captured since, counts as 2.
fn distance_value(recent: Option<Move>, point: Point) -> usize {
    match recent {
        None => 0,
        Some(Move::Pass) => 17,
        Some(Move::Play(other)) => {
            let (dx, dy) = difference(point, other);
            diamond::distance(dx, dy).clamp(2, 17) - 1
        }
    }
}

/// The line of a point, 0 for the first one, at most 5.
fn line(board: &Board, point: Point) -> usize {
    let size = board.size();
    let column = point.column().min(size.width() - 1 - point.column());
    let row = point.row().min(size.height() - 1 - point.row());
    usize::from(column.min(row).min(5))
}

/// How many of the bounds, each a percentage of the board, the number of stones has reached.
fn phase(board: &Board, bounds: &[usize]) -> usize {
    let area = board.size().area();
    let percent = 100 * (area - board.empty_count()) / area;
    bounds.iter().filter(|&&bound| percent >= bound).count()
}

/// The team of a pass.
pub(crate) fn pass_team(board: &Board, last: Option<Move>) -> Team {
    let mut features = [0; GROUPS];
    let answers_pass = usize::from(last == Some(Move::Pass));
    let value = 1 + 4 * answers_pass + phase(board, &[30, 60, 75]);
    features[Group::Pass as usize] = value as u16;
    Team {
        point: None,
        features,
    }
}

/// The value of the last known one of a growing row of shapes.
struct Largest<'a> {
    known: &'a Shapes,
    value: usize,
}

impl<'a> Largest<'a> {
    const fn of(known: &'a Shapes) -> Largest<'a> {
        Largest { known, value: 0 }
    }

    /// Takes the value of a shape if it is known. Returns true if it is.
    #[inline]
    fn see(&mut self, key: ShapeKey) -> bool {
        let value = usize::from(self.known.value(key));
        if value != 0 {
            self.value = value;
        }
        value != 0
    }
}
