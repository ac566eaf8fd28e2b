//! Why a move was a mistake and another one is better, in words.
//!
//! Two kinds of evidence bear a reason. *Reading* proves what is captured, saved or threatened, and finds what can be connected after
//! a cut. Two *searches* of the same size, one after each of the two moves, say whose each point becomes; where they differ, stones
//! live or die, and territory grows or shrinks. Their lines show whose answer is needed; sente is claimed only if a third search, in
//! which the opponent passes, shows what he loses. What reading finds counts only if the searches agree that it matters.
//! A reason names its points, and the line that shows it, so that a reader can check it.

mod contact;
mod initiative;
mod joseki;
mod kind;
mod ko;
mod owners;
mod reading;
mod sentences;
mod shape;
#[cfg(test)]
mod tests;

pub use initiative::seems_sente;
pub use joseki::opening;
pub use kind::ReasonKind;

use super::Language;
use crate::go::{Board, Color, Move, Point};
use crate::playout::Ownership;
use owners::BoardPart;
use sentences::sentence;
use shape::Shape;

/// Reasons that are given for each of the two moves.
const MOST: usize = 2;

/// Moves of a line that are certain enough to say what the line is about.
const TELLING_MOVES: usize = 6;

/// How near points are to a line that is about them, along the lines of the board.
const NEAR: u8 = 4;

/// A move, and what a search has found after it.
#[derive(Clone, Copy, Debug)]
pub struct FoundAfter<'a> {
    /// The best line, which begins with the move.
    pub line: &'a [Move],
    /// Who owns what at the end.
    pub owners: &'a Ownership,
}

/// A move that was made, and a better one.
#[derive(Clone, Copy, Debug)]
pub struct Mistake<'a> {
    /// The board before it.
    pub board: &'a Board,
    /// Who made it.
    pub color: Color,
    /// The moves since the last setup, oldest first.
    pub moves: &'a [(Color, Move)],
    /// Who owns what, by a search before the move.
    pub owners: &'a Ownership,
    /// The move that was made.
    pub played: FoundAfter<'a>,
    /// The better one.
    pub better: FoundAfter<'a>,
    /// Who owns what if the opponent passes after the better one, by a third search; `None` if there was none, as it is needed
    /// only for what [seems to be sente](seems_sente).
    pub passed: Option<&'a Ownership>,
}

/// Which of the two moves a reason is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The move that was made: what is bad about it.
    Played,
    /// The better one: what is good about it.
    Better,
}

/// A reason and its evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// What it is about.
    pub about: About,
    /// Its kind.
    pub kind: ReasonKind,
    /// A sentence.
    pub text: String,
    /// The points that it speaks of.
    pub points: Vec<Point>,
    /// The moves that show it, from the position before the mistake on.
    pub line: Vec<(Color, Move)>,
}

/// What is true of a move, without words.
#[derive(Clone, Debug, PartialEq)]
enum Fact {
    /// It takes stones off the board.
    Takes(Vec<Point>),
    /// It captures a chain, whatever its owner does.
    Captures(Vec<Point>, Way),
    /// It saves a chain that the opponent could capture, as surely as is said.
    Saves(Vec<Point>, Certainty),
    /// It lets the opponent capture a chain as surely as is said, beginning at a point.
    Leaves(Vec<Point>, Point, Certainty),
    /// It threatens to capture a chain, so that the opponent has to answer at a point.
    Threatens(Vec<Point>, Point),
    /// It threatens two chains at once, and no answer saves both.
    DoubleThreat(Vec<Point>, Vec<Point>),
    /// It cuts two chains of the opponent from each other.
    Cuts(Vec<Point>, Vec<Point>),
    /// It lets the opponent cut two chains at a point.
    LetsCut(Vec<Point>, Vec<Point>, Point),
    /// It connects two chains that the opponent could cut.
    Connects(Vec<Point>, Vec<Point>),
    /// It takes a ko, so that the opponent may not retake at a point at once.
    TakesKo(Point),
    /// It lets the opponent take a ko at the first point, so that its player may not retake at the second one at once.
    LetsTakeKo(Point, Point),
    /// It is a ko threat that the opponent answers at the first point, so that its player takes the ko at the second one.
    KoThreat(Point, Point),
    /// Stones of either player, and in percent their chance to live after the move and after the other one.
    Fate(Vec<Point>, u32, u32),
    /// The opponent gains points in a part of the board.
    Cedes(BoardPart, f64),
    /// The opponent gains influence in a part of the board: chances of points that are undecided.
    Influence(BoardPart, f64),
    /// The move changes nothing where it is: all around is settled.
    Wasted,
    /// The opponent's best answer is where the better move is. It may be known how many points around there depend on it.
    KeyPoint(Option<f64>),
    /// It does not answer the last move, and the opponent goes on at a point.
    Ignores(Point, Point),
    /// It threatens to gain points, so the opponent answers it at the first point, and its player goes on elsewhere, at the
    /// second one.
    Sente(Point, Point, f64),
    /// The opponent need not answer it, and plays at a point elsewhere.
    Gote(Point),
    /// It leaves a joseki, by its names, that goes on at a point.
    LeavesJoseki([&'static str; 3], Point),
    /// It is where more is open than around the other move.
    Larger(BoardPart),
    /// It makes an empty triangle.
    EmptyTriangle,
    /// It is a pass.
    Passes,
}

/// How a chain is captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// By atari after atari.
    Ladder,
    /// By a move that does not touch it.
    Net,
    /// By giving a stone first.
    Snapback,
    /// By a ko for which a player needs the first threat.
    Ko(Color),
    /// In another way.
    Other,
}

/// How surely stones are captured or saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Certainty {
    /// Whatever kos there are.
    Sure,
    /// By a ko for which a player needs the first threat.
    Ko(Color),
}

/// A fact with its evidence and its weight.
#[derive(Clone, Debug)]
struct WeighedFact {
    about: About,
    fact: Fact,
    line: Vec<(Color, Move)>,
    /// How much depends on it, about in points.
    weight: f64,
}

impl Fact {
    /// The points that it speaks of.
    fn points(&self) -> Vec<Point> {
        match self {
            Fact::Takes(stones)
            | Fact::Captures(stones, _)
            | Fact::Saves(stones, _)
            | Fact::Fate(stones, ..) => stones.clone(),
            Fact::Leaves(stones, at, _) | Fact::Threatens(stones, at) => with(stones, &[*at]),
            Fact::DoubleThreat(one, other)
            | Fact::Cuts(one, other)
            | Fact::Connects(one, other) => with(one, other),
            Fact::LetsCut(one, other, at) => with(&with(one, other), &[*at]),
            Fact::Cedes(part, _) | Fact::Influence(part, _) | Fact::Larger(part) => {
                part.points.clone()
            }
            Fact::Ignores(one, other)
            | Fact::Sente(one, other, _)
            | Fact::LetsTakeKo(one, other)
            | Fact::KoThreat(one, other) => vec![*one, *other],
            Fact::TakesKo(at) | Fact::Gote(at) | Fact::LeavesJoseki(_, at) => vec![*at],
            Fact::Wasted | Fact::KeyPoint(_) | Fact::EmptyTriangle | Fact::Passes => Vec::new(),
        }
    }

    /// Stones whose life or death it explains, so that no other fact need tell of them.
    fn stones(&self) -> Vec<Point> {
        match self {
            Fact::Takes(_)
            | Fact::Captures(..)
            | Fact::Saves(..)
            | Fact::Leaves(..)
            | Fact::Threatens(..)
            | Fact::DoubleThreat(..)
            | Fact::Cuts(..)
            | Fact::LetsCut(..)
            | Fact::Connects(..)
            | Fact::Fate(..) => self.points(),
            _ => Vec::new(),
        }
    }

    fn kind(&self) -> ReasonKind {
        match self {
            Fact::Takes(..) => ReasonKind::Takes,
            Fact::Captures(..) => ReasonKind::Captures,
            Fact::Saves(..) => ReasonKind::Saves,
            Fact::Leaves(..) => ReasonKind::Leaves,
            Fact::Threatens(..) => ReasonKind::Threatens,
            Fact::DoubleThreat(..) => ReasonKind::DoubleThreat,
            Fact::Cuts(..) => ReasonKind::Cuts,
            Fact::LetsCut(..) => ReasonKind::LetsCut,
            Fact::Connects(..) => ReasonKind::Connects,
            Fact::TakesKo(..) => ReasonKind::TakesKo,
            Fact::LetsTakeKo(..) => ReasonKind::LetsTakeKo,
            Fact::KoThreat(..) => ReasonKind::KoThreat,
            Fact::Fate(..) => ReasonKind::Fate,
            Fact::Cedes(..) => ReasonKind::Cedes,
            Fact::Influence(..) => ReasonKind::Influence,
            Fact::Wasted => ReasonKind::Wasted,
            Fact::KeyPoint(..) => ReasonKind::KeyPoint,
            Fact::Ignores(..) => ReasonKind::Ignores,
            Fact::Sente(..) => ReasonKind::Sente,
            Fact::Gote(..) => ReasonKind::Gote,
            Fact::Larger(..) => ReasonKind::Larger,
            Fact::LeavesJoseki(..) => ReasonKind::LeavesJoseki,
            Fact::EmptyTriangle => ReasonKind::EmptyTriangle,
            Fact::Passes => ReasonKind::Passes,
        }
    }
}

/// The mean of a value over some points; 0 without any.
#[expect(clippy::cast_precision_loss, reason = "few points")]
fn mean(points: &[Point], value: impl Fn(Point) -> f64) -> f64 {
    let sum: f64 = points.iter().map(|&at| value(at)).sum();
    sum / points.len().max(1) as f64
}

fn with(points: &[Point], more: &[Point]) -> Vec<Point> {
    points.iter().chain(more).copied().collect()
}

impl Mistake<'_> {
    fn followed(&self, about: About) -> FoundAfter<'_> {
        match about {
            About::Played => self.played,
            About::Better => self.better,
        }
    }

    fn at(&self, about: About) -> Option<Point> {
        self.followed(about).line.first()?.point()
    }

    /// The board after one of the two moves; `None` for a pass and for a move that is not possible.
    fn after(&self, about: About) -> Option<Board> {
        let at = self.at(about)?;
        let is_possible = self.board.is_empty_at(at) && self.board.is_playable(at, self.color);
        is_possible.then(|| {
            let mut board = self.board.clone();
            board.play(at, self.color);
            board
        })
    }

    /// The point of the opponent's last move, if it was the last of all and no pass.
    fn last(&self) -> Option<Point> {
        let &(mover, mv) = self.moves.last()?;
        mv.point().filter(|_| mover != self.color)
    }

    /// The opponent's best answer to one of the two moves.
    fn reply(&self, about: About) -> Option<Point> {
        self.followed(about).line.get(1)?.point()
    }

    /// The line that a search has found after one of the two moves.
    fn line(&self, about: About) -> Vec<(Color, Move)> {
        let turns = [self.color, !self.color].into_iter().cycle();
        let moves = self.followed(about).line.iter().copied();
        turns.zip(moves).collect()
    }

    /// A fact about one of the two moves that the line of the search after it shows.
    fn found(&self, about: About, fact: Fact, weight: f64) -> WeighedFact {
        WeighedFact {
            about,
            fact,
            line: self.line(about),
            weight,
        }
    }

    /// Returns true if one of the two lines comes near some points: else what searches say of them may be chance.
    fn concerns(&self, points: &[Point]) -> bool {
        let lines = [self.played.line, self.better.line];
        let moves = lines
            .into_iter()
            .flat_map(|line| line.iter().take(TELLING_MOVES));
        let mut moves = moves.filter_map(|mv| mv.point());
        moves.any(|at| points.iter().any(|&point| at.distance(point) <= NEAR))
    }

    /// How much more likely a stone of either player is to live after the better move, from -1 to 1.
    fn gain(&self, stone: Point) -> f64 {
        let change = self.better.owners.at(stone) - self.played.owners.at(stone);
        0.5 * match self.board.color_at(stone) {
            Some(Color::White) => -change,
            _ => change,
        }
    }

    /// The mean gain of some stones.
    fn mean_gain(&self, stones: &[Point]) -> f64 {
        mean(stones, |stone| self.gain(stone))
    }
}

/// Returns the most telling reasons why one move was a mistake and the other one is better, first those about the move that
/// was made. Reading takes some milliseconds.
///
/// There may be none: then the searches tell the moves apart by something that has no word here.
pub fn reasons(mistake: &Mistake<'_>, language: Language) -> Vec<Reason> {
    let mut findings = reading::findings(mistake);
    findings.extend(contact::findings(mistake));
    findings.extend(ko::findings(mistake));
    findings.extend(initiative::findings(mistake));
    findings.extend(joseki::findings(mistake));
    findings.sort_by(|one, other| other.weight.total_cmp(&one.weight));
    let explained: Vec<Point> = findings
        .iter()
        .flat_map(|found| found.fact.stones())
        .collect();
    findings.extend(owners::findings(mistake, &explained));
    findings.sort_by(|one, other| other.weight.total_cmp(&one.weight));
    let played = most_telling(&findings, About::Played);
    // What one move loses the other one keeps: that need not be said twice if there is anything else to say.
    let is_known = |found: &WeighedFact| {
        let stones = played.iter().flat_map(|other| other.fact.stones());
        let known: Vec<Point> = stones.collect();
        found
            .fact
            .stones()
            .iter()
            .any(|stone| known.contains(stone))
    };
    let (again, new): (Vec<_>, Vec<_>) = findings.iter().cloned().partition(is_known);
    let mut better = most_telling(&new, About::Better);
    if better.is_empty() {
        better = most_telling(&again, About::Better);
        better.truncate(1);
    }
    let all = played.into_iter().chain(better);
    all.map(|found| reason(mistake, found, language)).collect()
}

/// The facts about one of the two moves with the largest weights, none about stones that another one tells of.
fn most_telling(findings: &[WeighedFact], about: About) -> Vec<&WeighedFact> {
    let mut chosen: Vec<&WeighedFact> = Vec::new();
    for found in findings.iter().filter(|found| found.about == about) {
        let stones = found.fact.stones();
        let is_new = |other: &&WeighedFact| {
            let known = other.fact.stones();
            !stones.iter().any(|stone| known.contains(stone))
                && other.fact.kind() != found.fact.kind()
        };
        if chosen.len() < MOST && chosen.iter().all(is_new) {
            chosen.push(found);
        }
    }
    chosen
}

fn reason(mistake: &Mistake<'_>, found: &WeighedFact, language: Language) -> Reason {
    Reason {
        about: found.about,
        kind: found.fact.kind(),
        text: sentence(mistake, found, language),
        points: found.fact.points(),
        line: found.line.clone(),
    }
}

/// Returns what the shape of a move is called, as far as it has a name: `hane`, `knight's move (keima)`.
pub fn shape(board: &Board, at: Point, color: Color, language: Language) -> Option<&'static str> {
    Shape::of(board, at, color).map(|shape| language.among(shape.names()))
}
