//! What a move cuts and connects, by reading as far as it goes, and bad shape by the stones around it.

use super::{About, Fact, Mistake, WeighedFact};
use crate::go::{Board, Color, Point};
use crate::reading::{ReadingProblem, SolveLimits, Solver};
use crate::tactics::{Captures, Reach};

/// What a cut is worth for each stone of the smaller part, in points.
const CUT: f64 = 0.5;

/// Stones beyond which a larger part makes a cut no more important.
const MOST_STONES: usize = 8;

/// Positions that are read for each question whether stones connect in spite of a cut: enough for links beside it.
const VISITS: u64 = 2_000;

/// Bad shape explains a mistake only if nothing else does.
const SHAPE: f64 = 0.3;

/// Returns what the contact of stones tells of the two moves.
pub(super) fn findings(mistake: &Mistake<'_>) -> Vec<WeighedFact> {
    [
        cuts(mistake),
        connects(mistake),
        lets_cut(mistake),
        empty_triangle(mistake),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Two groups that a move parts.
struct Cut {
    one: Vec<Point>,
    other: Vec<Point>,
}

impl Cut {
    /// The two largest parts that a move of `color` cuts from each other, of which a move of the other player there would
    /// make one; `None` if the move can be captured at once, if they hang together elsewhere, or if reading shows that they can
    /// still be connected.
    fn by(board: &Board, at: Point, color: Color) -> Option<Cut> {
        if !board.is_empty_at(at) || !board.is_playable(at, color) {
            return None;
        }
        let mut beside: Vec<Point> = Vec::new();
        for near in board.neighbors(at) {
            if board.color_at(near) == Some(!color) && !beside.contains(&board.chain_id(near)) {
                beside.push(board.chain_id(near));
            }
        }
        let mut after = board.clone();
        after.play(at, color);
        beside.retain(|&chain| after.color_at(chain) == Some(!color));
        let groups = groups(&after, !color);
        let group_of = |chain: Point| groups.iter().find(|group| group.contains(&chain));
        let parts = beside.iter().map(|&chain| Some((chain, group_of(chain)?)));
        let mut parts: Vec<(Point, &Vec<Point>)> = parts.flatten().collect();
        parts.dedup_by_key(|&mut (_, group)| group);
        parts.sort_by_key(|(_, group)| std::cmp::Reverse(group.len()));
        let [(first, one), (second, other), ..] = *parts else {
            return None;
        };
        let is_taken = Captures::new().attack(&after, at).reach > Reach::Never;
        let is_cut = one != other && !is_taken && !are_connectable(&after, [first, second]);
        is_cut.then(|| Cut {
            one: one.clone(),
            other: other.clone(),
        })
    }

    fn weight(&self) -> f64 {
        let smaller = self.one.len().min(self.other.len()).min(MOST_STONES);
        #[expect(clippy::cast_precision_loss, reason = "few stones")]
        let smaller = smaller as f64;
        CUT * smaller
    }
}

/// The stones of a color in parts that hang together: chains with two liberties in common, or with one where the opponent
/// cannot stay.
fn groups(board: &Board, color: Color) -> Vec<Vec<Point>> {
    let mut groups: Vec<Vec<Point>> = Vec::new();
    for chain in board.chains(color) {
        let mut joined: Vec<Point> = board.chain(chain).collect();
        let (linked, apart) = groups.into_iter().partition(|group: &Vec<Point>| {
            group
                .iter()
                .any(|&stone| are_linked(board, stone, chain, color))
        });
        groups = apart;
        for group in linked {
            joined.extend::<Vec<Point>>(group);
        }
        joined.sort_unstable();
        groups.push(joined);
    }
    groups
}

fn are_linked(board: &Board, one: Point, other: Point, color: Color) -> bool {
    let liberties = board.liberty_set(other);
    let common: Vec<Point> = board
        .liberty_set(one)
        .iter()
        .filter(|&at| liberties.contains(at))
        .collect();
    match *common {
        [] => false,
        [only] => !board.is_playable(only, !color) || board.is_self_atari(only, !color),
        _ => true,
    }
}

/// Whether reading shows that two chains are connected if their owner moves, whoever wins kos.
fn are_connectable(board: &Board, chains: [Point; 2]) -> bool {
    let limits = SolveLimits {
        visits: VISITS,
        deadline: None,
    };
    let problem = ReadingProblem::of_connection(board, chains);
    problem.is_ok_and(|problem| {
        let owner = problem.owner();
        Solver::new(problem).reach(owner, None, limits) == Some(Reach::Surely)
    })
}

fn cuts(mistake: &Mistake<'_>) -> Option<WeighedFact> {
    let cut = Cut::by(mistake.board, mistake.at(About::Better)?, mistake.color)?;
    Some(WeighedFact {
        about: About::Better,
        weight: cut.weight(),
        line: mistake.line(About::Better)[..1].to_vec(),
        fact: Fact::Cuts(cut.one, cut.other),
    })
}

fn connects(mistake: &Mistake<'_>) -> Option<WeighedFact> {
    let cut = Cut::by(mistake.board, mistake.at(About::Better)?, !mistake.color)?;
    Some(WeighedFact {
        about: About::Better,
        weight: cut.weight(),
        line: mistake.line(About::Better)[..1].to_vec(),
        fact: Fact::Connects(cut.one, cut.other),
    })
}

/// The opponent's best answer cuts what the better move would have kept together.
fn lets_cut(mistake: &Mistake<'_>) -> Option<WeighedFact> {
    let (after, reply) = (mistake.after(About::Played)?, mistake.reply(About::Played)?);
    let cut = Cut::by(&after, reply, !mistake.color)?;
    // The better move takes the cut away.
    let better = mistake.after(About::Better)?;
    if Cut::by(&better, reply, !mistake.color).is_some() {
        return None;
    }
    let weight = cut.weight();
    Some(mistake.found(
        About::Played,
        Fact::LetsCut(cut.one, cut.other, reply),
        weight,
    ))
}

fn empty_triangle(mistake: &Mistake<'_>) -> Option<WeighedFact> {
    let at = mistake.at(About::Played)?;
    makes_empty_triangle(mistake.board, at, mistake.color).then(|| WeighedFact {
        about: About::Played,
        fact: Fact::EmptyTriangle,
        line: mistake.line(About::Played)[..1].to_vec(),
        weight: SHAPE,
    })
}

/// Returns true if a stone makes a bent three whose fourth point is empty, and takes nothing.
pub(super) fn makes_empty_triangle(board: &Board, at: Point, color: Color) -> bool {
    let is_own = |near: &Point| board.color_at(*near) == Some(color);
    if board.captures_of(at, color) > 0 {
        return false;
    }
    // The new stone may be the corner of the triangle or one of its ends.
    let squares = board
        .points()
        .filter_map(|low| square(board, low))
        .filter(|square| square.contains(&at));
    squares.into_iter().any(|square| {
        let own = square.iter().filter(|point| is_own(point)).count();
        let empty = square
            .iter()
            .filter(|&&point| point != at && board.is_empty_at(point))
            .count();
        own == 2 && empty == 1
    })
}

/// The four points of which one is the lower left.
fn square(board: &Board, low: Point) -> Option<[Point; 4]> {
    let (column, row) = (low.column(), low.row());
    let point = |dx, dy| Point::new(column + dx, row + dy).filter(|&at| board.size().contains(at));
    Some([low, point(1, 0)?, point(0, 1)?, point(1, 1)?])
}
