//! The good and bad moves of a game.
//!
//! Every position of a game is searched. A move is judged by two searches of the same size: one of the position after it, and one
//! of the position after the move that kosumi chooses. Both begin with an empty tree, one move below the position in question. So
//! neither searches deeper than the other, and the choice of the best of many moves does not flatter it, because another
//! search judges it. The loss is the difference: 0 for the move that kosumi chooses, and for one that turns out better. Points
//! measure how bad a move is, since they mean the same in a won game. The chance to win stands beside them, and counts where
//! few points decide.
//!
//! The value of a position is that of its best move. The score is the mean margin after that move; its deviation is that of a
//! single evaluation or playout, so it shows how open the game is, not how precise the mean.
//!
//! Positions are independent of each other. Several threads search them, each with streams of random numbers that depend on the
//! seed and the place in the game alone.

mod gradual;
mod html;
mod index;
mod judge;
mod notes;
mod reasons;
#[cfg(test)]
mod tests;
mod text;
mod variations;
mod words;

pub use gradual::{BetterLine, GradualReview, MoveVerdict, ReviewStep};
pub use html::{ReviewedFile, page};
pub use index::{Summary, index};
pub use judge::review;
pub use notes::{annotations, is_reviewed};
pub use text::summary;
pub use variations::MOST_NODES;

use crate::clock::Budget;
use crate::engine::RankEvidence;
use crate::eval::Model;
use crate::explain::{Language, Reason};
use crate::go::record::Action;
use crate::go::rules::RuleSet;
use crate::go::{ByColor, Color, Game, Move, Record};
use crate::playout::Ownership;
use crate::search::PositionValue;
use std::time::Duration;
use web_time::Instant;
use words::ReviewWords;

/// A move that [loses](JudgedMove::size) this many points is doubtful. Less may be chance: two searches differ by some tenths of
/// a point.
const DOUBTFUL: f64 = 1.0;

/// A move that loses this many points is a mistake.
const MISTAKE: f64 = 2.0;

/// With fewer visits than this, a candidate is only a guess.
const FEWEST_TELLING: u32 = 5;

/// A move that loses this many points is a big mistake.
const BIG_MISTAKE: f64 = 5.0;

/// A loss of so much of the chance to win is as bad as that of [`MISTAKE`] points: in a close game half a point decides.
const DECISIVE: f64 = 0.15;

/// What is left of the accuracy for each point that a move loses on the mean.
const ACCURACY_BASE: f64 = 0.75;

/// What a review costs.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewSettings {
    /// What each search may spend.
    pub effort: Effort,
    /// Threads, each of which searches positions of its own.
    pub jobs: usize,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The network that evaluates positions; without one there are playouts.
    pub model: Option<Model>,
    /// The language of all that is written about it.
    pub language: Language,
}

/// What a search may spend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effort {
    /// Visits: the same review on every machine.
    Visits(u64),
    /// Time.
    Time(Duration),
}

impl Effort {
    /// Returns the budget of a search that begins now.
    fn budget(self) -> Budget {
        match self {
            Effort::Visits(visits) => Budget::of_visits(visits),
            Effort::Time(time) => Budget {
                deadline: Instant::now().checked_add(time),
                ..Budget::default()
            },
        }
    }
}

/// A move that a search has visited.
#[derive(Clone, Debug, PartialEq)]
struct CandidateMove {
    /// Its visits.
    visits: u32,
    /// The position after it.
    estimate: PositionValue,
    /// The best line, the move first.
    line: Vec<Move>,
}

/// What a search has found in a position.
#[derive(Clone, Debug, PartialEq)]
struct FoundMoves {
    /// Whose turn it is.
    turn: Color,
    /// What the position is worth.
    estimate: PositionValue,
    /// The most visited moves, kosumi's choice first.
    candidates: Vec<CandidateMove>,
    /// Who owns what at the end.
    owners: Ownership,
    /// What the move that was made here says of the rank of its player.
    evidence: RankEvidence,
}

/// A move that kosumi would have made instead.
#[derive(Clone, Debug, PartialEq)]
struct Better {
    /// The position after it.
    estimate: PositionValue,
    /// The best line, the move first.
    line: Vec<Move>,
    /// Who owns what after it, at the end.
    owners: Ownership,
    /// The same if the opponent passes, where it seems to be sente.
    passed: Option<Ownership>,
    /// What the shape of the move is called.
    shape: Option<&'static str>,
}

/// A move of the game and what it was worth.
#[derive(Clone, Debug, PartialEq)]
struct JudgedMove {
    /// Whose move.
    color: Color,
    /// The move.
    mv: Move,
    /// What was found before it.
    before: FoundMoves,
    /// What was found after it.
    after: FoundMoves,
    /// What kosumi would have played, if not the same.
    better: Option<Better>,
    /// What the move says of the rank of its player.
    evidence: RankEvidence,
    /// Why it was a mistake, if it was one.
    reasons: Vec<Reason>,
    /// The name of the opening or joseki that it completes.
    opening: Option<&'static str>,
}

/// How bad a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Grade {
    /// Nothing that could not be chance.
    Fine,
    /// It may have lost something.
    Doubtful,
    /// A mistake.
    Mistake,
    /// A big mistake.
    BigMistake,
}

impl JudgedMove {
    /// Returns how much of the chance to win the move has lost, 0 to 1. A move that turns out better than kosumi's loses
    /// nothing: that is chance, and would hide the loss of another one.
    fn chance_lost(&self) -> f64 {
        self.lost(|estimate| estimate.chance)
    }

    /// Returns how many points the move has lost, 0 at least.
    fn points_lost(&self) -> f64 {
        self.lost(|estimate| estimate.lead)
    }

    fn lost(&self, value: fn(PositionValue) -> f64) -> f64 {
        let of = |estimate: PositionValue| value(estimate.of(self.color));
        let better = self.better.as_ref();
        let lost = better.map_or(0.0, |better| of(better.estimate) - of(self.after.estimate));
        lost.max(0.0)
    }

    /// How much the move has lost in all, in points: those that it has lost, or what the loss of the chance to win is
    /// worth, if that is more.
    fn size(&self) -> f64 {
        let decided = self.chance_lost() * MISTAKE / DECISIVE;
        self.points_lost().max(decided)
    }

    /// How bad the move is.
    fn grade(&self) -> Grade {
        match self.size() {
            BIG_MISTAKE.. => Grade::BigMistake,
            MISTAKE.. => Grade::Mistake,
            DOUBTFUL.. => Grade::Doubtful,
            _ => Grade::Fine,
        }
    }

    /// Returns true if the move is a mistake, big or not.
    fn is_mistake(&self) -> bool {
        self.grade() >= Grade::Mistake
    }

    /// Returns true if the move is kosumi's choice, too, and the next best one with enough visits would have
    /// been a mistake.
    fn is_found(&self) -> bool {
        let of = |candidate: &CandidateMove| candidate.estimate.of(self.color).lead;
        let mut candidates = self.before.candidates.iter();
        let best = candidates.next();
        let second = candidates.find(|candidate| candidate.visits >= FEWEST_TELLING);
        let is_far = |(best, second)| of(best) - of(second) >= MISTAKE;
        self.better.is_none() && best.zip(second).is_some_and(is_far)
    }
}

/// Lets happen what a record says; returns the move if it is one.
fn act(game: &mut Game, action: &Action) -> Option<Move> {
    let (is_possible, mv) = match action {
        Action::Setup(setup) => (game.set_up(setup.clone()).is_ok(), None),
        &Action::Move(color, mv) => (game.play_leniently(color, mv).is_ok(), Some(mv)),
    };
    debug_assert!(is_possible, "the whole game was replayed before");
    mv
}

/// A part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Until stones stand on 14 % of the points: 50 moves on 19x19.
    Opening,
    /// Until 40 % of them: 144 moves on 19x19.
    Middle,
    /// What is left.
    End,
}

impl Phase {
    /// The phase of a move, counted from 0, on a board of a number of points; the shares are those of `KaTrain`.
    pub fn of(place: usize, area: usize) -> Phase {
        match 100 * place / area.max(1) {
            0..14 => Phase::Opening,
            14..40 => Phase::Middle,
            _ => Phase::End,
        }
    }
}

/// A game that has been reviewed.
#[derive(Clone, Debug)]
pub struct Review {
    /// The game.
    record: Record,
    /// The rules.
    rules: RuleSet,
    /// White's points that were taken into account.
    komi: f64,
    /// What each search has spent.
    effort: Effort,
    /// The language of all that is written about it.
    language: Language,
    /// What was found before the first move.
    start: FoundMoves,
    /// The moves in order.
    moves: Vec<JudgedMove>,
}

/// How well a player has played.
#[derive(Clone, Debug, Default, PartialEq)]
struct PlayerSum {
    /// Moves.
    moves: usize,
    /// Moves that kosumi would have made, too.
    agreed: usize,
    /// The loss of all moves in chances to win.
    chances: f64,
    /// The loss of all moves in points.
    points: f64,
    /// Mistakes, the big ones among them. One that misses the same move [once more](Review::missed_before) does not count.
    mistakes: usize,
    /// Big mistakes.
    big_mistakes: usize,
    /// Moves and their loss in points, by [phase](Phase).
    phases: [(usize, f64); 3],
    /// What the moves say of the player's rank.
    evidence: RankEvidence,
}

impl PlayerSum {
    /// Divides by the number of moves; returns 0 if there are none.
    fn share(&self, of: f64) -> f64 {
        mean(of, self.moves)
    }

    /// How near a player comes to kosumi's play, 0 to 1: 1 if no points are lost, and a quarter less for each point that
    /// moves lose on the mean.
    fn accuracy(&self) -> f64 {
        accuracy(self.points, self.moves)
    }

    /// The mean loss in points of the moves of a phase; `None` if there are none.
    fn in_phase(&self, phase: Phase) -> Option<f64> {
        let (moves, points) = self.phases[phase as usize];
        (moves > 0).then(|| mean(points, moves))
    }
}

/// Returns how near moves come to kosumi's play that have lost a number of points, 0 to 1: 1 if they lose none, and a quarter
/// less for each point on the mean.
pub fn accuracy(points: f64, moves: usize) -> f64 {
    ACCURACY_BASE.powf(mean(points, moves))
}

#[expect(clippy::cast_precision_loss, reason = "moves are few")]
fn mean(sum: f64, count: usize) -> f64 {
    sum / count.max(1) as f64
}

impl Review {
    /// Returns how well each player has played.
    fn sums(&self) -> ByColor<PlayerSum> {
        let mut sums: ByColor<PlayerSum> = ByColor::default();
        let area = self.record.size.area();
        let missed_before = self.missed_before();
        for (place, judged) in self.moves.iter().enumerate() {
            let sum = &mut sums[judged.color];
            let is_new = missed_before[place].is_none();
            sum.moves += 1;
            sum.agreed += usize::from(judged.better.is_none());
            sum.chances += judged.chance_lost();
            sum.points += judged.points_lost();
            sum.mistakes += usize::from(is_new && judged.is_mistake());
            sum.big_mistakes += usize::from(is_new && judged.grade() == Grade::BigMistake);
            let (moves, points) = &mut sum.phases[Phase::of(place, area) as usize];
            *moves += 1;
            *points += judged.points_lost();
            sum.evidence.add(&judged.evidence);
        }
        sums
    }

    /// For each move the place of an earlier mistake of the same player that missed the same better move, if nobody has
    /// played there since: that is one mistake, not two.
    fn missed_before(&self) -> Vec<Option<usize>> {
        let mut missed: Vec<(Color, Move, usize)> = Vec::new();
        let before = |(place, judged): (usize, &JudgedMove)| {
            missed.retain(|&(_, mv, _)| mv != judged.mv);
            let better = judged.better.as_ref()?.line[0];
            let known = missed
                .iter()
                .find(|&&(color, mv, _)| (color, mv) == (judged.color, better));
            if let Some(&(.., first)) = known {
                return Some(first);
            }
            if judged.is_mistake() {
                missed.push((judged.color, better, place));
            }
            None
        };
        self.moves.iter().enumerate().map(before).collect()
    }

    /// Returns the places of the worst mistakes among the moves, first those that cost most of the chance to win. Where the
    /// game is decided no chance is lost: such mistakes come last, by their points.
    fn worst(&self, most: usize) -> Vec<usize> {
        let missed_before = self.missed_before();
        let mut places: Vec<usize> = (0..self.moves.len())
            .filter(|&place| self.moves[place].is_mistake() && missed_before[place].is_none())
            .collect();
        let cost = |place: usize| {
            let judged = &self.moves[place];
            let percent = (100.0 * judged.chance_lost()).round();
            (percent as i32, judged.points_lost())
        };
        places.sort_by(|&a, &b| {
            let ((a, points_a), (b, points_b)) = (cost(a), cost(b));
            b.cmp(&a).then(points_b.total_cmp(&points_a))
        });
        places.truncate(most);
        places
    }

    /// Returns the texts of its language.
    fn words(&self) -> &'static ReviewWords {
        ReviewWords::of(self.language)
    }

    /// Returns a player's name, or the color if the record has none.
    fn name(&self, color: Color) -> &str {
        match self.record.players[color].as_str() {
            "" => self.words().player(color),
            name => name,
        }
    }
}
