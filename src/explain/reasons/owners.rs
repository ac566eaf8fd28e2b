//! Which stones live or die by one of the two moves, and who gains where, by what the searches say of the owners of points.

use super::{About, Fact, Mistake, WeighedFact, mean};
use crate::go::{Board, Point, PointSet, Size};

/// How much more likely stones are to live by one of the moves if their fate is worth telling.
const TELLING_GAIN: f64 = 0.25;

/// By how many percent chances to live differ if one of the moves decides about stones.
const DECISIVE: u32 = 50;

/// Fewer points than this, gained in a part of the board, may be chance.
const FEWEST_POINTS: f64 = 1.5;

/// A point is undecided if neither player owns it with this mean.
const UNDECIDED: f64 = 0.5;

/// The share of a gain at undecided points from which on it is influence.
const MOSTLY: f64 = 0.6;

/// A part of the board explains a loss if at least this share of all that changes is there.
const TELLING_SHARE: f64 = 0.4;

/// A point is settled if a player owns it with this mean or more.
const SETTLED: f64 = 0.93;

/// How far from a move everything must be settled if it is wasted.
const AROUND: u8 = 2;

/// How far the two moves are from each other if one is where more is open.
const ELSEWHERE: u8 = 7;

/// By how much more open the larger part must be, on the mean of its points.
const MORE_OPEN: f64 = 0.15;

/// A reason by openness counts little beside one by stones.
const LARGER: f64 = 0.7;

/// What a wasted move is worth telling.
const WASTED: f64 = 1.0;

/// A ninth of the board, and the points in question.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BoardPart {
    /// Left, middle, right: 0, 1, 2.
    pub(super) column: u8,
    /// Bottom, middle, top: 0, 1, 2.
    pub(super) row: u8,
    /// True if the board is so small that its parts have no names.
    pub(super) is_whole: bool,
    pub(super) points: Vec<Point>,
}

/// Boards with a shorter side have no corners, sides and center to speak of.
const SHORTEST_SIDE: u8 = 7;

impl BoardPart {
    fn of(size: Size, at: Point) -> (u8, u8) {
        let third = |place: u8, side: u8| {
            let edge = (side + 1) / 3;
            u8::from(place >= edge) + u8::from(place >= side - edge)
        };
        (
            third(at.column(), size.width()),
            third(at.row(), size.height()),
        )
    }

    fn new(size: Size, (column, row): (u8, u8), points: Vec<Point>) -> BoardPart {
        BoardPart {
            column,
            row,
            is_whole: size.width().min(size.height()) < SHORTEST_SIDE,
            points,
        }
    }
}

/// What the owners of points show about the two moves. The stones in `explained` have a reason already.
pub(super) fn findings(mistake: &Mistake<'_>, explained: &[Point]) -> Vec<WeighedFact> {
    let explained: PointSet = explained.iter().copied().collect();
    let mut found = fates(mistake, &explained);
    let explained = found
        .iter()
        .flat_map(|fate| fate.fact.points())
        .chain(explained.iter())
        .collect();
    found.extend(cedes(mistake, &explained));
    found.extend(wasted(mistake));
    found.extend(larger(mistake));
    found
}

/// Neighboring chains of one color that are more likely to live by one of the moves.
fn fates(mistake: &Mistake<'_>, explained: &PointSet) -> Vec<WeighedFact> {
    let board = mistake.board;
    let mut found = Vec::new();
    for color in crate::go::Color::ALL {
        // Own stones must be better off, the opponent's worse: else it is no reason.
        let sign = if color == mistake.color { 1.0 } else { -1.0 };
        let member = |at: Point| {
            let is_open = board.color_at(at) == Some(color) && !explained.contains(at);
            is_open && sign * mistake.gain(at) > TELLING_GAIN
        };
        for stones in near_each_other(board, member) {
            let chance = |about| percent(mistake, &stones, about);
            let (played, better) = (chance(About::Played), chance(About::Better));
            #[expect(clippy::cast_precision_loss, reason = "few stones")]
            let weight = 2.0 * mistake.mean_gain(&stones).abs() * stones.len() as f64;
            if !mistake.concerns(&stones) {
                continue;
            }
            found.push(mistake.found(
                About::Played,
                Fact::Fate(stones.clone(), played, better),
                weight,
            ));
            // Of chances that only shift one of the two moves tells all.
            if played.abs_diff(better) >= DECISIVE {
                found.push(mistake.found(
                    About::Better,
                    Fact::Fate(stones, better, played),
                    0.9 * weight,
                ));
            }
        }
    }
    found
}

/// The points of a kind in parts no two of which are as near as a knight's move.
fn near_each_other(board: &Board, member: impl Fn(Point) -> bool) -> Vec<Vec<Point>> {
    let mut parts: Vec<Vec<Point>> = Vec::new();
    for at in board.points().filter(|&at| member(at)) {
        let (near, apart): (Vec<_>, Vec<_>) = parts
            .into_iter()
            .partition(|part| part.iter().any(|&other| at.distance(other) <= 3));
        parts = apart;
        let mut joined: Vec<Point> = near.into_iter().flatten().collect();
        joined.push(at);
        parts.push(joined);
    }
    parts
}

/// The mean chance of stones to live after one of the moves, in percent.
fn percent(mistake: &Mistake<'_>, stones: &[Point], about: About) -> u32 {
    let owners = mistake.followed(about).owners;
    let chance = |stone| {
        let color = mistake.board.color_at(stone);
        let sign = color.map_or(1.0, |color| f64::from(color.sign()));
        f64::midpoint(1.0, sign * owners.at(stone))
    };
    #[expect(clippy::cast_sign_loss, reason = "0 to 100")]
    let percent = (100.0 * mean(stones, chance)).round().clamp(0.0, 100.0) as u32;
    percent
}

/// The part of the board where the opponent gains most by the mistake, territory or influence.
fn cedes(mistake: &Mistake<'_>, explained: &PointSet) -> Option<WeighedFact> {
    let size = mistake.board.size();
    let sign = f64::from(mistake.color.sign());
    let (played, better) = (mistake.played.owners, mistake.better.owners);
    let lost = |at: Point| sign * (better.at(at) - played.at(at));
    let is_undecided = |at: Point| played.at(at).abs().max(better.at(at).abs()) < UNDECIDED;
    let mut sums = [[0.0; 3]; 3];
    let mut undecided = sums;
    let mut points: [[Vec<Point>; 3]; 3] = Default::default();
    for at in size.points().filter(|&at| !explained.contains(at)) {
        let (column, row) = BoardPart::of(size, at);
        let (column, row) = (usize::from(column), usize::from(row));
        sums[row][column] += lost(at);
        if is_undecided(at) {
            undecided[row][column] += lost(at);
        }
        if lost(at) > 0.2 {
            points[row][column].push(at);
        }
    }
    // What changes elsewhere counts in either direction: it shows how much of all this may be chance.
    let all: f64 = sums.iter().flatten().map(|sum: &f64| sum.abs()).sum();
    let places = (0..3).flat_map(|row| (0..3).map(move |column| (row, column)));
    let (row, column) = places.max_by(|&(a, b), &(c, d)| sums[a][b].total_cmp(&sums[c][d]))?;
    let (sum, points) = (sums[row][column], std::mem::take(&mut points[row][column]));
    let is_telling =
        sum >= FEWEST_POINTS && sum >= TELLING_SHARE * all && mistake.concerns(&points);
    let part = BoardPart::new(size, (column as u8, row as u8), points);
    let fact = if undecided[row][column] >= MOSTLY * sum {
        Fact::Influence(part, sum)
    } else {
        Fact::Cedes(part, sum)
    };
    is_telling.then(|| mistake.found(About::Played, fact, 0.5 * sum))
}

/// The move was made where nothing is open.
fn wasted(mistake: &Mistake<'_>) -> Option<WeighedFact> {
    let at = mistake.at(About::Played)?;
    let is_settled = |near: Point| mistake.owners.at(near).abs() >= SETTLED;
    let mut around = mistake
        .board
        .size()
        .points()
        .filter(|&near| at.distance(near) <= AROUND);
    let is_wasted = around.all(is_settled) && mistake.board.captures_of(at, mistake.color) == 0;
    is_wasted.then(|| WeighedFact {
        about: About::Played,
        fact: Fact::Wasted,
        line: mistake.line(About::Played)[..1].to_vec(),
        weight: WASTED,
    })
}

/// The better move is elsewhere, where more is open.
fn larger(mistake: &Mistake<'_>) -> Option<WeighedFact> {
    let (played, better) = (mistake.at(About::Played)?, mistake.at(About::Better)?);
    let size = mistake.board.size();
    let parts = [played, better].map(|at| BoardPart::of(size, at));
    if played.distance(better) < ELSEWHERE || parts[0] == parts[1] {
        return None;
    }
    let around = |at: Point| -> Vec<Point> {
        size.points()
            .filter(|&near| at.distance(near) <= ELSEWHERE / 2)
            .collect()
    };
    let open = |points: &[Point]| mean(points, |at| 1.0 - mistake.owners.at(at).abs());
    let (here, there) = (around(played), around(better));
    (open(&there) > open(&here) + MORE_OPEN).then(|| {
        mistake.found(
            About::Better,
            Fact::Larger(BoardPart::new(size, parts[1], there)),
            LARGER,
        )
    })
}
