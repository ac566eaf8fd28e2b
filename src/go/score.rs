//! Counting a finished game, exactly and term by term.
//!
//! Everything here is arithmetic on a final position: which stones are dead is an argument. Scores
//! are Black minus White.
//!
//! Where rules judge dead stones by hypothetical play (the Japanese family), dead
//! stones stay where they are unless they lie in territory, and empty points next to a dead stone of
//! their would-be owner belong to neither player. Elsewhere dead stones are taken off before counting.

mod counting;
mod regions;

use crate::go::rules::{DeadStones, Passes, Rules, Scoring, Tax, Tie};
use crate::go::{Board, ByColor, Color, Move, Outcome, PointSet, Points, Position};
pub use counting::{Counting, owner_at_end};
use regions::Partition;
pub use regions::is_between;
use std::fmt;

/// One line of the count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermKind {
    /// Stones on the board.
    Stones,
    /// Empty points, and points of dead stones, that belong to a player.
    Territory,
    /// Stones captured during play.
    Prisoners,
    /// Dead stones of the opponent taken at the end.
    DeadStones,
    /// Prisoners received for passes.
    PassStones,
    /// Points that do not count after all, those in seki or two for each group. Never above zero.
    Tax,
    /// White's points for moving second.
    Komi,
    /// White's points for handicap stones.
    Compensation,
    /// White's point for having passed first.
    FirstPass,
    /// Half a point for the first pass.
    Button,
}

/// What each player has of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// What is counted.
    pub kind: TermKind,
    /// How much of it each player has.
    pub points: ByColor<Points>,
}

/// A count with its terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The terms of the rule set, in the order of counting.
    pub terms: Vec<Term>,
    /// Points of the board that neither player owns.
    pub dame: usize,
    tie: Tie,
}

/// Counts a position under its rules.
///
/// `dead` holds whole chains; it is ignored where the rules count the board as it stands. `held` are dame that neither
/// player can fill without loss: where the rules know seki, what is next to one is in seki. `handicap`
/// is the number of handicap stones. Walks the board a few times.
pub fn count(
    position: &Position,
    dead: &PointSet,
    held: &PointSet,
    komi: Points,
    handicap: usize,
) -> Score {
    let none = PointSet::new();
    let dead = if position.rules().dead_stones == DeadStones::AsItStands {
        &none
    } else {
        dead
    };
    let partition = Partition::new(position.board(), dead, held, position.rules());
    let mut score = Score {
        terms: Vec::new(),
        dame: partition.dame(),
        tie: position.rules().tie,
    };
    score.add_board_terms(position, &partition, dead);
    score.add_agreed_terms(position, komi, handicap);
    score
}

/// What Black pays more than White by a tax if all stones live. O(board).
pub fn tax(board: &Board, tax: Tax) -> Points {
    let none = PointSet::new();
    let rules = Rules {
        scoring: Scoring::Area,
        dead_stones: DeadStones::AsItStands,
        tax,
        ..Rules::default()
    };
    let partition = Partition::new(board, &none, &none, &rules);
    let [black, white] = Color::ALL.map(|color| Points::count(partition.tax(color, tax)));
    black - white
}

/// The points, empty or under dead stones, that living stones of one player alone surround. `dead`
/// as for [`count`].
pub fn spaces(position: &Position, dead: &PointSet) -> ByColor<PointSet> {
    let held = PointSet::new();
    let partition = Partition::new(position.board(), dead, &held, position.rules());
    ByColor::new_with(|color| partition.space(color).clone())
}

/// The points of [`spaces`] that do not count because they belong to a group in seki. `dead` and `held` as for [`count`].
pub fn in_seki(position: &Position, dead: &PointSet, held: &PointSet) -> PointSet {
    let partition = Partition::new(position.board(), dead, held, position.rules());
    let points = Color::ALL.map(|color| partition.in_seki(color));
    points.into_iter().flat_map(PointSet::iter).collect()
}

/// The stones that live in seki: next to empty points that their owner does not have, and that they need. `dead` and `held`
/// as for [`count`].
pub fn stones_in_seki(position: &Position, dead: &PointSet, held: &PointSet) -> PointSet {
    let partition = Partition::new(position.board(), dead, held, position.rules());
    let stones = Color::ALL.map(|color| partition.seki_stones(color));
    stones.iter().flat_map(PointSet::iter).collect()
}

impl Score {
    /// Stones, territory, prisoners and tax.
    fn add_board_terms(&mut self, position: &Position, partition: &Partition, dead: &PointSet) {
        let Rules { scoring, tax, .. } = *position.rules();
        let board = position.board();
        if scoring != Scoring::Territory {
            self.add(TermKind::Stones, |color| partition.living(color).len());
        }
        if scoring != Scoring::Stones {
            self.add(TermKind::Territory, |color| partition.space(color).len());
        }
        if scoring == Scoring::Territory {
            self.add(TermKind::Prisoners, |color| {
                board.captured_by(color) as usize
            });
            let taken = |color: Color| {
                let stones = board.stone_set(!color);
                stones
                    .iter()
                    .filter(|&at| dead.contains(at) && partition.is_taken(at, color))
                    .count()
            };
            self.add(TermKind::DeadStones, taken);
            if position.rules().passes == Passes::Stones {
                self.add(TermKind::PassStones, |color| pass_stones(position, color));
            }
        }
        if scoring != Scoring::Stones && tax != Tax::None {
            self.add_points(TermKind::Tax, |color| {
                -Points::count(partition.tax(color, tax))
            });
        }
    }

    /// Komi, compensation, and what passes cost or earn.
    fn add_agreed_terms(&mut self, position: &Position, komi: Points, handicap: usize) {
        let rules = position.rules();
        let for_white = |points: Points| {
            move |color| match color {
                Color::Black => Points::ZERO,
                Color::White => points,
            }
        };
        self.add_points(TermKind::Komi, for_white(komi));
        let compensation = rules.compensation_for(handicap);
        if compensation != Points::ZERO {
            self.add_points(TermKind::Compensation, for_white(compensation));
        }
        match (rules.passes, position.first_passer()) {
            (Passes::FirstPass, Some(Color::White)) => {
                self.add_points(TermKind::FirstPass, for_white(Points::whole(1)));
            }
            (Passes::Button, Some(first)) => self.add_points(TermKind::Button, |color| {
                if color == first {
                    Points::halves(1)
                } else {
                    Points::ZERO
                }
            }),
            _ => {}
        }
    }

    fn add(&mut self, kind: TermKind, count: impl Fn(Color) -> usize) {
        self.add_points(kind, |color| Points::count(count(color)));
    }

    fn add_points(&mut self, kind: TermKind, points: impl FnMut(Color) -> Points) {
        self.terms.push(Term {
            kind,
            points: ByColor::new_with(points),
        });
    }

    /// What a player has of one kind; zero if the rule set does not count it.
    pub fn term(&self, kind: TermKind, color: Color) -> Points {
        self.terms
            .iter()
            .filter(|term| term.kind == kind)
            .map(|term| term.points[color])
            .sum()
    }

    /// The sum of all terms of a player.
    pub fn total(&self, color: Color) -> Points {
        self.terms.iter().map(|term| term.points[color]).sum()
    }

    /// Black's total minus White's.
    pub fn margin(&self) -> Points {
        self.total(Color::Black) - self.total(Color::White)
    }

    /// Who wins; equal totals are decided by the rule set.
    pub fn outcome(&self) -> Outcome {
        let margin = self.margin();
        match self.tie.winner(margin) {
            Some(winner) => Outcome::Points(winner, margin * winner.sign()),
            None => Outcome::Draw,
        }
    }
}

/// The prisoners that a player holds for passes: those of the opponent, and one more for Black if
/// the last move was his pass, because White passes last (AGA).
fn pass_stones(position: &Position, color: Color) -> usize {
    let black_passed = position.last_move() == Some((Color::Black, Move::Pass));
    let owed = color == Color::Black && black_passed;
    position.passes_made(!color) as usize + usize::from(owed)
}

impl fmt::Display for TermKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            TermKind::Stones => "stones",
            TermKind::Territory => "territory",
            TermKind::Prisoners => "prisoners",
            TermKind::DeadStones => "dead stones",
            TermKind::PassStones => "pass stones",
            TermKind::Tax => "tax",
            TermKind::Komi => "komi",
            TermKind::Compensation => "handicap compensation",
            TermKind::FirstPass => "first pass",
            TermKind::Button => "button",
        })
    }
}

impl fmt::Display for Score {
    /// A table of the terms, the totals, the dame and the result.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_with(&self.outcome(), f)
    }
}

impl Score {
    /// Writes what `Display` does with another result: of a game that does not end by its score.
    pub(crate) fn write_with(&self, outcome: &Outcome, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:21} {:>7} {:>7}", "", "Black", "White")?;
        for Term { kind, points } in &self.terms {
            writeln!(f, "{kind:21} {:>7} {:>7}", points.black, points.white)?;
        }
        let [black, white] = Color::ALL.map(|color| self.total(color));
        writeln!(f, "{:21} {black:>7} {white:>7}", "total")?;
        writeln!(f, "{:21} {:>7}", "dame", self.dame)?;
        write!(f, "{:21} {outcome:>7}", "result")
    }
}
