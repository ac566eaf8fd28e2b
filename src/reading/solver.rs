//! Answers to problems of life and death, and about connections, on an open board.
//!
//! A problem is read in growing parts of the board ([`ReadingProblem::parts`]). At first whoever touches an empty point out of play is
//! safe there, and so is a player who touches a weak stone of his own. If the answer looks at such a place, it is asked whether
//! the winner wins even with all these places in the loser's hands. If he does, the answer holds on the whole board, as far as
//! strong stones around live. Otherwise a larger part is read.
//!
//! Problems in books stand in the open, where who makes them takes it that nothing comes from outside. For those a solver can
//! put a frame around the target, as programs for such problems do: a part outside of which all is in the opponent's hands.

use super::field::{Field, FieldState, Kos};
use super::lines::{self, TreeMove};
use super::problem::{ProblemGoal, ProblemPart, ProblemParts, ReadingProblem};
use super::proof::{ProofGoal, ProofSearch, ProofTarget, Proved, SolveLimits};
use super::table::ProofEntry;
use crate::go::{ByColor, Color, Move, PointSet};
use crate::tactics::Reach;
use rustc_hash::FxHashMap;

/// Positions in the first round of a question, and how many times more each further one has.
const FIRST_ROUND: u64 = 1_000;
const ROUND_FACTOR: u64 = 4;

/// The least empty points within a frame. With one alone, each move of the target would be answered before it is made.
const NEAREST_FRAME: u8 = 2;

/// The most positions that a search of one part remembers.
const MOST_KNOWN: usize = 1_000_000;

/// How kos are seen in a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoView {
    /// A player wins all of them.
    WonBy(Color),
    /// Neither player has a threat.
    WithoutThreats,
}

/// What a question is about: who begins, after which first move if one was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolverQuestion {
    /// Who makes the first move.
    pub first: Color,
    /// His move, after which the other player goes on; `None` if he may choose.
    pub played: Option<Move>,
    /// Who wins kos.
    pub kos: KoView,
}

/// What was found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverAnswer {
    /// True if the owner of the target does not get his way, whatever he does: all of its stones are captured, and
    /// [for good](ReadingProblem::for_good) where that was asked, or those to be connected are kept apart. Otherwise some stay, or reach
    /// open points that are not read, or are connected.
    pub is_lost: bool,
    /// A line that shows it, in which who does not get his way holds out long. It begins after [`SolverQuestion::played`].
    pub line: Vec<(Color, Move)>,
    /// The points that it rests on.
    pub zone: PointSet,
    source: SearchKey,
}

/// Reads one problem, and remembers what it has read.
#[derive(Debug)]
pub struct Solver {
    problem: ReadingProblem,
    parts: Vec<ProblemPart>,
    /// The part whose surroundings are taken to be the opponent's of the target, if answers are to hold in a frame alone.
    frame: Option<usize>,
    /// Whether [stones get away](ProblemParts::are_far) that get out of the largest part.
    are_far: bool,
    searches: FxHashMap<SearchKey, ProofSearch>,
}

/// Which part, how kos are seen, and the player in whose hands everything uncertain outside is, if it is so.
type SearchKey = (usize, KoView, Option<Color>);

/// What a search of one part says about a question.
enum SearchAnswer {
    Proved(Proved),
    /// The limits did not suffice.
    Unread,
    /// The question cannot be asked there: its move is not in the part or not allowed, or some of the stones breathe only outside.
    NotAsked,
}

/// What reading of one part has found, or of all.
enum PartAnswer {
    /// The answer for the whole board, and which search has it.
    Found(SearchKey),
    /// The end depends on what is farther away.
    DependsOnOutside,
    /// The limits did not suffice.
    Unread,
}

impl Solver {
    /// A solver that has read nothing.
    pub fn new(problem: ReadingProblem) -> Solver {
        let ProblemParts { parts, are_far } = problem.parts();
        Solver {
            parts,
            frame: None,
            are_far,
            problem,
            searches: FxHashMap::default(),
        }
    }

    /// What is read.
    pub const fn problem(&self) -> &ReadingProblem {
        &self.problem
    }

    /// Positions visited so far.
    pub fn visits(&self) -> u64 {
        self.searches.values().map(ProofSearch::visits).sum()
    }

    /// The largest set of points that may be in play, without a frame; empty if even the smallest has too many.
    pub fn widest(&self) -> PointSet {
        let last = self.parts.last();
        last.map_or_else(PointSet::default, |part| part.points.clone())
    }

    /// The points that may be in play for the next answer.
    pub(super) fn in_play(&self) -> PointSet {
        self.frame
            .map_or_else(|| self.widest(), |part| self.parts[part].points.clone())
    }

    /// The frames that can be put around the target, the narrowest first.
    pub(super) fn frames(&self) -> impl Iterator<Item = usize> + use<> {
        let first = self
            .parts
            .iter()
            .position(|part| part.distance >= NEAREST_FRAME);
        first.unwrap_or(self.parts.len())..self.parts.len()
    }

    /// Puts a frame around the target, or takes it away. In a frame everything that is out of play is taken to be the opponent's: if
    /// the target is captured there, it may still get away on the whole board, but what lives there lives.
    pub(super) fn set_frame(&mut self, frame: Option<usize>) {
        self.frame = frame;
    }

    /// Over how many empty points everything that is reached is within the frame; `None` without one.
    pub(super) fn frame_distance(&self) -> Option<u8> {
        self.frame.map(|part| self.parts[part].distance)
    }

    /// The number of points beside which a frame has something in the opponent's hands that may not be his.
    pub(super) fn gaps(&self, frame: usize) -> u32 {
        let search = self.search((frame, KoView::WithoutThreats, None));
        search.map_or(0, |search| search.field().uncertain().count_ones())
    }

    /// Answers a question, within the frame if there is one; `None` if the limits do not suffice, or the move is not allowed or out
    /// of play.
    pub fn answer(
        &mut self,
        question: SolverQuestion,
        limits: SolveLimits,
    ) -> Option<SolverAnswer> {
        if let Some(part) = self.frame {
            let key = (part, question.kos, Some(!self.problem.owner()));
            return match self.read(question, key, limits) {
                SearchAnswer::Proved(_) => self.shown(question, key),
                SearchAnswer::Unread | SearchAnswer::NotAsked => None,
            };
        }
        match self.read_parts(question, limits, Solver::read_part) {
            PartAnswer::Found(source) => self.shown(question, source),
            PartAnswer::DependsOnOutside => {
                if !self.are_far {
                    return None;
                }
                // Nothing more is in play: the owner gets away. That somebody else needs what is farther away says nothing.
                let is_life = self.problem.goal().is_life();
                let last = self.parts.len().checked_sub(1)?;
                let answer = self.shown(question, (last, question.kos, None));
                answer.filter(|answer| is_life && !answer.is_lost)
            }
            PartAnswer::Unread => None,
        }
    }

    /// The move with which the line begins that answers a question, if the limits suffice.
    pub(super) fn best_move(
        &mut self,
        question: SolverQuestion,
        limits: SolveLimits,
    ) -> Option<Move> {
        let answer = self.answer(question, limits)?;
        answer.line.first().map(|&(_, mv)| mv)
    }

    /// Whether the owner keeps some of the target by what is in play alone, if all other points are his opponent's; `None` if he does
    /// not, or the limits do not suffice.
    pub fn kept_within(
        &mut self,
        question: SolverQuestion,
        limits: SolveLimits,
    ) -> Option<SolverAnswer> {
        let read = |solver: &mut Solver, question, part, limits| {
            solver.read_against(question, part, false, limits)
        };
        match self.read_parts(question, limits, read) {
            PartAnswer::Found(source) => self.shown(question, source),
            PartAnswer::DependsOnOutside | PartAnswer::Unread => None,
        }
    }

    /// Reads all parts in some way, in rounds of growing effort, until one has the answer. A larger part gets as much as the next
    /// smaller one had a round before, as most answers need little more than the stones in question.
    fn read_parts(
        &mut self,
        question: SolverQuestion,
        limits: SolveLimits,
        read: impl Fn(&mut Solver, SolverQuestion, usize, SolveLimits) -> PartAnswer,
    ) -> PartAnswer {
        let mut round = FIRST_ROUND;
        let mut open: Vec<usize> = (0..self.parts.len()).collect();
        let start = self.visits();
        loop {
            let mut left = Vec::new();
            let mut share = round;
            for part in open {
                let visits = limits.visits.saturating_sub(self.visits() - start);
                let limits = SolveLimits {
                    visits: share.min(visits),
                    deadline: limits.deadline,
                };
                share /= ROUND_FACTOR;
                match read(self, question, part, limits) {
                    PartAnswer::Found(source) => return PartAnswer::Found(source),
                    PartAnswer::Unread => left.push(part),
                    PartAnswer::DependsOnOutside => {}
                }
            }
            if left.is_empty() {
                return PartAnswer::DependsOnOutside;
            }
            if limits.are_out_of_time() || self.visits() - start >= limits.visits {
                return PartAnswer::Unread;
            }
            open = left;
            round = round.saturating_mul(ROUND_FACTOR);
        }
    }

    /// Reads one part, and once more if the answer looks at what is uncertain outside.
    fn read_part(
        &mut self,
        question: SolverQuestion,
        part: usize,
        limits: SolveLimits,
    ) -> PartAnswer {
        let key = (part, question.kos, None);
        let proved = match self.read(question, key, limits) {
            SearchAnswer::Proved(proved) => proved,
            SearchAnswer::NotAsked => return PartAnswer::DependsOnOutside,
            // The owner may still live by what is in the part alone.
            SearchAnswer::Unread => {
                return match self.read_against(question, part, false, limits) {
                    PartAnswer::DependsOnOutside => PartAnswer::Unread,
                    answer => answer,
                };
            }
        };
        let uncertain = self.searches[&key].field().uncertain();
        if proved.zone.points & uncertain == 0 {
            return PartAnswer::Found(key);
        }
        self.read_against(question, part, proved.is_lost, limits)
    }

    /// Asks whether an answer is right for one part even if everything uncertain outside is in the hands of the player who loses
    /// by it.
    fn read_against(
        &mut self,
        question: SolverQuestion,
        part: usize,
        is_lost: bool,
        limits: SolveLimits,
    ) -> PartAnswer {
        let owner = self.problem.owner();
        let loser = if is_lost { owner } else { !owner };
        let key = (part, question.kos, Some(loser));
        match self.read(question, key, limits) {
            SearchAnswer::Proved(proved) if proved.is_lost == is_lost => PartAnswer::Found(key),
            SearchAnswer::Proved(_) | SearchAnswer::NotAsked => PartAnswer::DependsOnOutside,
            SearchAnswer::Unread => PartAnswer::Unread,
        }
    }

    /// How surely a player who makes the first move gets his way; `None` if that could not be found out.
    pub fn reach(
        &mut self,
        first: Color,
        played: Option<Move>,
        limits: SolveLimits,
    ) -> Option<Reach> {
        let is_owner = first == self.problem.owner();
        let mut gets = |kos| {
            let question = SolverQuestion { first, played, kos };
            let answer = self.answer(question, limits)?;
            Some(answer.is_lost != is_owner)
        };
        if gets(KoView::WonBy(!first))? {
            return Some(Reach::Surely);
        }
        if !gets(KoView::WonBy(first))? {
            return Some(Reach::Never);
        }
        Some(if gets(KoView::WithoutThreats)? {
            Reach::ByKo
        } else {
            Reach::WithThreat
        })
    }

    /// The moves that an answer rests on, nearest first, up to `most` of them. They begin after
    /// [`SolverQuestion::played`].
    pub fn tree(
        &self,
        question: SolverQuestion,
        answer: &SolverAnswer,
        most: usize,
    ) -> Vec<TreeMove> {
        let search = self.searches.get(&answer.source);
        let state = search.and_then(|search| Some((search, start(search, question)?)));
        state.map_or_else(Vec::new, |(search, state)| {
            lines::tree(search, &state, most)
        })
    }

    /// Reads one part in one way.
    fn read(
        &mut self,
        question: SolverQuestion,
        key: SearchKey,
        limits: SolveLimits,
    ) -> SearchAnswer {
        if !self.searches.contains_key(&key) {
            let Some(search) = self.search(key) else {
                return SearchAnswer::NotAsked;
            };
            self.searches.insert(key, search);
        }
        let search = self.searches.get_mut(&key);
        let asked = search.and_then(|search| start(search, question).map(|at| (search, at)));
        let Some((search, state)) = asked else {
            return SearchAnswer::NotAsked;
        };
        match search.solve(&state, limits) {
            Some(proved) => SearchAnswer::Proved(proved),
            None => SearchAnswer::Unread,
        }
    }

    fn search(&self, (part, kos, outside): SearchKey) -> Option<ProofSearch> {
        let owner = self.problem.owner();
        let kos = match kos {
            KoView::WonBy(color) => Kos::ThreatsOf(color),
            KoView::WithoutThreats => Kos::Threats(ByColor::new_with(|_| 0)),
        };
        let board = self.problem.board();
        let part = &self.parts[part].points;
        let is_living = |at| self.problem.is_living(at, part);
        let field = Field::among(board, part, kos, is_living)?;
        let field = match outside {
            Some(color) => field.walled_against(!color)?,
            None => field,
        };
        let goal = match self.problem.goal() {
            ProblemGoal::Keep => ProofGoal::Keep,
            ProblemGoal::KeepOrReplace => ProofGoal::KeepOrReplace,
            ProblemGoal::Connect([one, other]) => {
                ProofGoal::Connect([field.patch.index(one)?, field.patch.index(other)?])
            }
        };
        let target = ProofTarget {
            owner,
            stones: field.patch.mask(|at| self.problem.target().contains(at)),
            goal,
        };
        Some(ProofSearch::new(field, target, MOST_KNOWN))
    }

    /// The answer of a search that has found one.
    fn shown(&self, question: SolverQuestion, key: SearchKey) -> Option<SolverAnswer> {
        let search = self.searches.get(&key)?;
        let state = start(search, question)?;
        let proved = search.recall(&state)?;
        let patch = &search.field().patch;
        let zone = super::patch::bits(proved.zone.points).map(|at| patch.point(at));
        Some(SolverAnswer {
            is_lost: proved.is_lost,
            zone: zone.collect(),
            line: lines::line(search, &state),
            source: key,
        })
    }
}

/// The position of a question; `None` if its first move is not allowed or out of play.
fn start(search: &ProofSearch, question: SolverQuestion) -> Option<FieldState> {
    let state = search.start(question.first);
    let at = match question.played {
        None => return Some(state),
        Some(Move::Pass) => return Some(search.start(!question.first)),
        Some(Move::Play(at)) => search.field().patch.index(at)?,
    };
    let steps = search.steps(&search.field().view(&state));
    let step = steps
        .into_iter()
        .find(|step| step.at != ProofEntry::PASS && usize::from(step.at) == at)?;
    step.next
}
